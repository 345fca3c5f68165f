# “添加服务器”页面，以及已有服务器的“设置”标签页。

servers-form-drop = 也可以把捆绑包和配置文件拖到此窗口。
servers-form-paste = 粘贴命令、URL 或配置
servers-form-paste-help = 也支持安装链接、“claude mcp”命令以及 JSON、YAML 或 TOML。经你批准之前不会运行任何内容。
servers-form-paste-filled = 已填入下方。请检查各字段后再审核。
servers-form-paste-known = “{ $server }”已使用此命令或 URL。
servers-form-paste-several = 找到 { $count } 个服务器。请选择要添加的服务器。
servers-form-pasted-long = 粘贴的文本超过 { $limit } 个字符，已忽略。
servers-form-review = 审核
servers-form-review-note = Portcullis 保存或启动任何内容之前，你会先审核确切的命令或 URL。
servers-form-review-changes = 审核更改
servers-form-review-changes-note = 更改需要你先审核。在此之前，服务器继续使用当前设置运行。
servers-form-unchanged = 尚无可审核的更改。
servers-form-demo = 只想试试？演示服务器已内置，无需网络。它的工具会展示批准流程。

servers-form-label-help = 你为此服务器取的名称，会显示在每个请求中。
servers-form-type = 类型
servers-form-type-command = 本地程序
servers-form-type-address = 远程 URL

servers-form-command-help = 程序名称或完整路径。粘贴的命令行会自动拆分。
servers-form-arguments-help = 每行一个参数，或在一行中以空格分隔。
servers-form-arguments-parsed = 解析后的参数
servers-form-arguments-line = { $count ->
   *[other] 解析为 { $count } 个参数（按空格拆分，引号内的文字不拆分）：
    }
servers-form-arguments-lines = { $count ->
   *[other] 解析为 { $count } 个参数（每行一个）：
    }
servers-form-arguments-list = { $count ->
   *[other] 解析为 { $count } 个参数（来自 JSON 列表）：
    }
servers-form-arguments-first = 仅显示前 { $shown } 个。
servers-form-arguments-shell = 参数不经过 shell 解析，以下内容会原样传递：{ $tokens }
servers-form-folder-help = 留空则使用你的主文件夹。

servers-form-variable-add = 添加变量
servers-form-variable-name = 变量 { $number } 的名称
servers-form-variable-unnamed = 变量 { $number }
servers-form-headers-other = 其他标头
servers-form-header-add = 添加标头
servers-form-header-name = 标头 { $number } 的名称
servers-form-header-unnamed = 标头 { $number }
servers-form-value-of = { $name } 的值
servers-form-value-show = 显示 { $name } 的值
servers-form-stored = 已存储，输入即可替换
servers-form-secret = 机密
servers-form-secret-of = { $name } 是机密
servers-form-secrets-note = 与你的其他机密一起保存，参见“设置”。

servers-form-url-help = 服务器的 MCP 端点（HTTP）。
servers-form-authentication = 身份验证
servers-form-browser = 浏览器登录
servers-form-browser-help = Portcullis 起初不发送任何凭据。如果服务器要求登录（OAuth），你会在浏览器打开之前审核请求。
servers-form-own-token = 访问令牌
servers-form-token = 令牌
servers-form-token-help = 以“Authorization: Bearer …”的形式发送到此 URL，并与你的其他机密一起保存。
servers-form-token-show = 显示令牌

servers-form-advanced = 高级
servers-form-auto = 自动检测
servers-form-version-help = 自动检测会向服务器发送简短的探测请求。
servers-form-version-modern = 2026 及更高版本
servers-form-version-legacy = 2025 及更早版本
servers-form-transport-help = 自动检测会先尝试 Streamable HTTP。
servers-form-idle = 空闲超时（秒）
servers-form-idle-help = 没有响应或进度时结束调用。
servers-form-total = 调用超时（秒）
servers-form-total-help = 即使有进度也会结束调用。
servers-form-message = 消息上限（MiB）
servers-form-message-help = 1 到 256。
servers-form-start = 启动超时（秒）
servers-form-start-help = 留空时为 30；通过 npx、uvx 或 docker 下载时为 300。

servers-form-mark = 标识
servers-form-mark-help = 在请求和其他各处显示在服务器名称旁边。
servers-form-mark-letters = 字母
servers-form-mark-letters-help = 一到两个字母或数字
servers-form-mark-color = 颜色
servers-form-mark-blue = 蓝色
servers-form-mark-teal = 青色
servers-form-mark-green = 绿色
servers-form-mark-yellow = 黄色
servers-form-mark-orange = 橙色
servers-form-mark-red = 红色
servers-form-mark-pink = 粉色
servers-form-mark-violet = 紫色
servers-form-mark-save = 保存标识
servers-form-mark-reset = 重置标识

servers-form-wrong-label = 请输入名称。
servers-form-wrong-label-long = 最多 64 个字符。
servers-form-wrong-command = 请输入程序名称或路径。
servers-form-wrong-quote = 缺少右引号。
servers-form-wrong-folder = 请输入完整路径。
servers-form-wrong-variable = 请为每个变量输入名称。
servers-form-wrong-variable-twice = 变量“{ $name }”出现了两次。
servers-form-wrong-header = 请为每个标头输入名称。
servers-form-wrong-header-twice = 标头“{ $name }”出现了两次。
servers-form-wrong-authorization = 令牌已设置 Authorization 标头。请移除其中一个。
servers-form-wrong-limits = 请输入大于零的整数。
servers-form-wrong-start = 请输入 1 到 { $most } 之间的数字。
servers-form-wrong-url-empty = 请输入服务器的 URL。
servers-form-wrong-url = 请输入以 https:// 或 http:// 开头的 URL。
servers-form-wrong-url-credentials = 请从 URL 中移除用户名和密码，改用机密标头。
servers-form-wrong-token = 请输入令牌。
servers-form-wrong-token-spaces = Bearer 令牌不含空格。如需其他方案，请添加 Authorization 标头。

# 由其他程序的链接打开的页面。
servers-form-link-from = 这些设置来自一个链接。
servers-form-link-help = 任何人都可以制作这样的链接。仅当你知道制作者是谁时才继续。目前尚未保存或启动任何内容。
servers-form-link-none = 没有要审核的链接
servers-form-link-none-help = 链接已丢弃，或其中的服务器已添加。

servers-form-note = 备注
servers-form-note-label = 你对此服务器的备注
servers-form-note-help = 仅供你自己查看。服务器和模型都看不到。
servers-form-note-save = 保存备注
servers-form-duplicate-title = 创建服务器副本
servers-form-duplicate-help = 设置与“{ $server }”相同。不会复制机密、登录和权限。

servers-form-fence-on = 隔离此程序
servers-form-fence-off-help = 没有隔离时，该程序可以读取和更改你能访问的一切，并连接任何地址。
servers-form-fence-on-help = 它可以读取自身文件和系统，并更改自己的主文件夹。其余一切（包括网络连接）都须在此允许。Portcullis 仍会就其工具调用询问你。
servers-form-fence-read = 可读取
servers-form-fence-write = 可读取和更改
servers-form-fence-lines = 文件和文件夹，每行一个。
servers-form-fence-choose = 选择… “{ $field }”的文件夹
servers-form-fence-hosts = 可连接
servers-form-fence-hosts-help = 主机名，每行一个；端口不是 443 时请写明。
servers-form-fence-local = 可连接本地网络中的设备
servers-form-fence-local-help = 名称或私有 IP 地址，每行一个；端口不是 443 时请写明。不包括本机。
# 显示在发布者建议的授权上方，每一项都有复选框。
servers-form-fence-proposed-bundle = 由捆绑包建议。请勾选你允许的项目。
servers-form-fence-proposed-entry = 由注册表条目建议。请勾选你允许的项目。
# 位于受隔离程序的文件夹或文件字段下方、复选框上方。第二条由屏幕阅读器读出；$name 是字段。
servers-form-fence-place = 在你勾选服务器可执行的操作之前，隔离不允许访问这里。
servers-form-fence-place-of = 勾选前隔离不允许访问：{ $name }
servers-form-fence-proposed-read = 读取
servers-form-fence-proposed-write = 读取和更改
servers-form-fence-proposed-hosts = 连接
servers-form-fence-any = 可连接任何地址
servers-form-fence-nested = 可自建沙盒
servers-form-fence-nested-help = 浏览器需要此项。它会向该程序开放系统内核的更多部分，以及你允许的文件夹中的套接字。
servers-form-wrong-fence-path = “{ $path }”不是完整路径。
servers-form-wrong-fence-host = “{ $host }”不是 HOST 或 HOST:PORT 的形式。
servers-form-fetch = 只获取一次软件包
servers-form-fetch-help = 下载一个版本，不运行安装脚本。经你审核后，以后每次启动都运行已下载的文件。
servers-form-fetch-off-help = 每次启动都可能下载并运行不同的版本。
servers-form-start-when = 启动
servers-form-start-when-label = 启动时机
servers-form-start-when-help = 需要时启动的服务器闲置 10 分钟后停止。启动之前，Portcullis 显示它上次提供的内容。
servers-form-start-when-launch = 随 Portcullis 启动
servers-form-start-when-needed = 需要时
