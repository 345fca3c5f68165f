## URL

url-invalid = “{ $url }”不是 URL：{ $why }
url-not-http = “{ $url }”不是 http 或 https URL
url-not-http-remedy = URL 应以 https:// 或 http:// 开头。
url-credentials = URL 不能包含用户名或密码
url-credentials-remedy = 请添加 Authorization 标头并将其标记为机密。
url-misread = “{ $url }”有歧义：{ $why }
url-misread-remedy = 请完全按照提供方给出的形式输入 URL。
url-no-scheme = 它不以 https:// 或 http:// 开头
url-no-host = 缺少主机
url-bad-port = 端口不是不超过 65535 的数字
url-bad-ip = 主机不是有效的 IP 地址
url-bad-host = 主机名包含无效字符
url-too-long = 过长
url-unreadable = 无法解析
url-reads = 其主机显示为“{ $text }”
url-imitates = 不是 { $host }，只是看起来像
url-not-encrypted = 未加密：本机与服务器之间的任何人都可以读取和更改通信内容。

## 命令运行的内容

built-in = 此服务器随 Portcullis 提供，不会更改本机上的任何内容：不打开文件、不使用网络，停止后不保留任何数据。
batch-file = { $program }是批处理文件：由 Windows 命令解释器运行，包括其中写明的所有命令。请在批准前阅读。
network-argument = 参数“{ $argument }”指向另一台计算机上的位置。Portcullis 不会查看该位置，启动时也不会比较其中的内容。
inline-code = 参数包含内联代码。请在批准前全部阅读。
newest-image = { $program } 会运行它已有或拉取的最新“{ $name }”镜像。指定摘要即可批准某一个镜像。
newest-local = { $program } 每次启动时都会安装“{ $name }”指定的内容。因为没有固定版本，每次可能不同。
newest-url = { $program } 每次启动时都会运行“{ $name }”处的代码。因为没有固定版本，每次可能不同。
newest-fetchable = { $program } 每次启动时都会运行“{ $name }”的最新版本。选择“固定此版本”即可批准某一版本。
    .terminal = { $program } 每次启动时都会运行“{ $name }”的最新版本。添加时请用“--fetch”固定此版本；已保存的服务器请用“portcullis-cli server fetch LABEL”。
newest-version = { $program } 每次启动时都会运行“{ $name }”的最新版本。Portcullis 无法获取此命令的软件包：请指定确切版本，例如“{ $example }”。
newest-commit = { $program } 每次启动时都会运行“{ $name }”的最新版本。Portcullis 无法获取它：请指定完整的提交 ID。
package-source = “{ $option }”会更改软件包的来源。
file-note = { $what }，{ $size }，SHA-256 { $digest }
module-missing = 批准不涵盖 { $modules }：工作文件夹中没有此模块。
data-not-covered = Portcullis 将 { $files } 视为数据：其内容更改时无需再次批准。
too-many-arguments = 参数过多，无法逐一检查其中的文件。
changed-command = 其命令现在指向 { $path }
changed-program = 程序文件已更改
changed-folder = 其工作文件夹现在指向 { $path }
folder-leads = 指向 { $path }
plain-secret = “{ $name }”看起来像机密，将以未加密形式保存。将其标记为机密，即可与你的其他机密一起存储。
secret-argument = 参数 { $number } 看起来像机密（“{ $argument }”）。它会以未加密形式存储，其他程序也能看到。请将其移到标记为机密的环境变量中。
secret-variable-argument = 参数 { $number } 看起来像机密（“{ $argument }”）：以未加密形式存储，其他程序也能看到。请将“{ $name }”设为机密变量，这里只保留“-e { $name }”。

## 草稿无法使用的原因

program-is-url = “{ $url }”是 URL，不是命令
program-is-url-remedy = 请将类型设为“远程 URL”。
    .terminal = 请用“portcullis-cli server add { $label } --url { $url }”添加。
argument-nul = 参数“{ $argument }”包含 NUL 字符
no-demo = 此版本的 Portcullis 不含演示服务器
label-length = 名称须为 1 到 64 个字符。
label-hidden = 名称“{ $label }”包含隐藏字符。
label-quotation = 名称不能包含引号。
label-mixed = 名称中的“{ $word }”混用了多种字母，可能并非看上去的名称。
limits-invalid = 限制范围：空闲 { $idle_least } 到 { $idle_most } 秒，总计 { $total_least } 到 { $total_most } 秒，每条消息 { $message_least } 到 { $message_most } MiB，启动 { $start_least } 到 { $start_most } 秒
too-many-arguments-draft = 参数有 { $arguments } 个，上限为 { $most } 个
too-many-names = 环境变量或标头超过 { $most } 个
draft-too-large = 配置大于 { $most } KiB
variable-invalid = 环境变量“{ $name }”无效
variable-twice = 环境变量“{ $name }”出现了两次
header-invalid = “{ $name }”不是有效的标头名称
header-value = 标头“{ $name }”的值无效
header-reserved = 标头“{ $name }”为协议保留。
folder-not-absolute = 文件夹“{ $folder }”不是绝对路径
folder-on-network = 文件夹“{ $folder }”在另一台计算机上；请将其共享映射为驱动器号并使用该路径
folder-missing = 文件夹“{ $folder }”不存在
folder-denied = 无法打开文件夹“{ $folder }”：{ $why }

## 有风险的命令

risky-rights = “{ $word }”会以高于你自身的权限运行该命令。
risky-destroys = “{ $word }”会删除或覆盖文件。
risky-fetches = “{ $word }”会下载代码并交给其他程序运行。
risky-keys = “{ $word }”：{ $what }
risky-whole = “{ $word }”超出了一个项目所需的范围。

## 审核中的值

found-at = 位于 { $path }
home-folder = 你的主文件夹
demo-server = Portcullis 内置的演示服务器
version-auto = 与服务器协商
version-legacy = initialize 握手（2024-11-05 至 2025-11-25）
version-modern = 每个请求附带元数据（2026-07-28）
transport-http = 仅 Streamable HTTP
transport-sse = 仅 HTTP+SSE
limits-row = 空闲 { $idle } 秒，总计 { $total } 秒，每条消息 { $message } MiB
secret-new = 作为机密存储
secret-kept = 已作为机密存储
variable-refused = 不允许使用环境变量{ $name }：它{ $why }。
variable-refused-bundle = 环境变量{ $name }的值只能是捆绑包自己的文件夹内的绝对路径，且不能是机密。
variable-bundled = 环境变量{ $name }从捆绑包自己的文件夹加载代码。
variable-effect = 环境变量{ $name }{ $what }。
limits-row-start = 空闲 { $idle } 秒，总计 { $total } 秒，每条消息 { $message } MiB，启动 { $start } 秒
start-needed = 需要时启动
variables-unknown = { $count ->
   *[other] 环境变量{ $names }可能会改变运行的内容。
}
covers-program = 批准不涵盖此程序加载的模块、软件包、镜像和程序。
covers-program-files = 批准不涵盖这些文件加载的模块、软件包、镜像和程序。
files-changed = { $files }已更改
files-added = { $count ->
   *[other] { $files }不在你批准的内容中
}
files-gone = { $count ->
   *[other] 不再加载{ $files }
}
names-more = 另外 { $count } 个
not-added = 未添加“{ $server }”：{ $why }。
not-changed = 未更改“{ $server }”：{ $why }。
not-started = 未启动“{ $server }”：{ $why }。

## 隔离

fence-none = 无
fence-base = 自身程序和系统（只读）；自己的主文件夹
fence-own = 自身文件，只读
fence-read = 可读取
fence-write = 可读取和更改
fence-host = 可连接
fence-host-local = { $host }（本地网络）
fence-host-local-remark = 控制名称 { $host } 的人，决定该程序通过此名称访问你本地网络中的哪台设备。
fence-no-host = 无网络
fence-any-host = 网络上的任何地址
fence-nested = 像浏览器那样自建沙盒（用户命名空间）
fence-nested-remark = 它可以自建沙盒：系统内核会有更多部分对它开放，你允许的文件夹中的套接字也是。
fence-path-missing = { $path } 不存在
fence-path-never-shown = 无法允许 { $path }：隔离不提供对设备、套接字、/proc 和 /sys 的访问
fence-path-invalid = { $path } 不是绝对路径
fence-host-invalid = “{ $host }”不是主机名（正确示例：api.example.com）
fence-localhost-local = localhost 是本机，不属于本地网络
fence-address-not-local = 无法允许 { $address }：只能允许本地网络中的私有 IP 地址
fence-too-many = 隔离最多包含 { $paths } 个路径和 { $hosts } 个主机
fence-own-data = { $path } 包含 Portcullis 的数据，任何服务器都不能使用
fence-taken-down = 取消隔离后，该程序可以读取和更改你能访问的一切，并连接任何地址。
fence-unfenced = 未隔离：此程序可以读取、更改并发送你能访问的一切。
fence-any-host-remark = 它可以把读取的内容发送到任何地址。
fence-whole = { $path } 超出服务器所需的范围。请选择其中的文件夹。
fence-keys = { $path } 中有密钥、密码或会话。
fence-secret-place = { $path }：{ $what }
fence-run-outside = 你自己的程序会运行 { $path } 或其中的文件，例如 Git 钩子或脚本。服务器对它们的改动，之后会在隔离之外运行。
fence-not-program = 只有本机上的程序才能使用隔离
changed-fence = 其隔离允许的内容不同
package-note = 从 { $registry } 获取一次，共 { $count } 个软件包，文件 { $digest }…
changed-package = 获取的软件包不同
container-base = 自身镜像（只读）；一个空的临时文件夹 /tmp
container-nested = 此处不能允许容器自建沙盒：请用 --no-sandbox 启动其中的浏览器
container-any-host = 引擎无法按主机名限制容器。只要允许了一个主机，容器就能连接任何地址。

## 推荐的服务器

suggested-filesystem = 在一个文件夹中读取、写入、移动和搜索文件。
suggested-fetch = 读取网页，并以 Markdown 交给模型。
suggested-git = 读取、搜索和更改一个 Git 仓库。
suggested-memory = 把事实记在本机的一个文件中，供之后的对话使用。
suggested-time = 报告当前时间，并在时区之间换算。
suggested-context7 = 查找软件库的最新文档和示例。
suggested-playwright = 在浏览器中打开网页、点击、输入和读取。
suggested-chrome-devtools = 在 Chrome 中检查、调试和测量网页。
suggested-brave-search = 用 Brave Search 搜索网页、新闻、图片和地点。
suggested-notion = 搜索、读取和更改 Notion 工作区的页面。
suggested-folder-filesystem = 服务器可以读取和更改其中的一切。
suggested-folder-git = 一个 Git 仓库的文件夹，服务器可以读取和更改它。
suggested-folder-memory = 服务器把文件 memory.jsonl 保存在其中。

## 服务器的各个字段（终端中的审核）

field-label = 名称
field-program = 程序
field-arguments = 参数
field-folder = 工作文件夹
field-address = URL
field-environment = 环境变量
field-headers = 标头
field-protocol = 协议版本
field-transport = 传输方式
field-limits = 限制
field-start = 启动时机
field-files = 文件
field-fence = 隔离
field-package = 软件包
field-container = 容器
