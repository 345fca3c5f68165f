# 服务器页面：标题栏、各标签页和“概览”标签页。

servers-page-tab-overview = 概览
servers-page-tab-tools = 工具
servers-page-tab-tools-count = 工具 { $count }
servers-page-tab-resources = 资源
servers-page-tab-prompts = 提示词
servers-page-tab-account = 账户
servers-page-tab-logs = 日志
servers-page-tab-protocol = 协议
servers-page-tab-permissions = 权限
servers-page-tab-settings = 设置
servers-page-tab-unsaved = 未保存

servers-page-demo = 内置演示
servers-page-restart = 重新启动
servers-page-more = { $server } 的更多操作
servers-page-turn-on = 启用
servers-page-turn-off = 停用
servers-page-remove-question = 要移除“{ $server }”吗？Portcullis 会停止它，并删除其设置、机密和权限。其历史记录会保留在“活动”中。

servers-page-state = 状态
servers-page-state-since = { $state }<note>（自 { $time } 起）</note>
servers-page-state-of = “{ $server }”：{ $state }。
servers-page-review-start = 审核并启动
servers-page-start = 重新启动
servers-page-start-now = 立即启动
servers-page-exit-code = 服务器已退出，退出代码为 { $code }。
servers-page-exit-signal = 服务器因信号 { $signal } 终止。
servers-page-retry = Portcullis 将在 { $time } 重试。
servers-page-changed-show = 查看更改
servers-page-warned = { $total ->
   *[other] { $total } 个工具中有 { $count } 个有警告
    }
servers-page-warned-help = { $count ->
   *[other] 使用前请先审核。
    }
servers-page-warned-show = 查看警告
servers-page-stderr = { $count ->
   *[other] 标准错误输出的最后 { $count } 行
    }

servers-page-connection = 连接
servers-page-folder-home = 你的主文件夹
servers-page-program-demo = 内置于 Portcullis；无需网络，不读取你的文件
servers-page-program-file = 程序文件
servers-page-secret = 已存储为机密
servers-page-approved = 批准
servers-page-approved-by = 由你批准，{ $time }
servers-page-process = 进程 ID

servers-page-claims = 服务器提供的信息
servers-page-claims-none = 暂无。服务器启动时会报告其名称。
servers-page-claims-name = 来自服务器的名称和版本
servers-page-claims-instructions = 来自服务器的使用说明

servers-page-protocol = 协议
servers-page-version-unknown = 尚未得知
servers-page-capabilities = 功能
servers-page-capabilities-none = 尚未报告

servers-page-health = 运行状况
servers-page-calls = 调用
servers-page-calls-failed = { $calls } 次，{ $failed } 次失败
servers-page-startup = 启动用时
servers-page-restarts = 自动重新启动
servers-page-junk = 非协议输出行数
servers-page-stderr-size = 标准错误输出
servers-page-replies = 意外的响应
servers-page-notifications = 已合并或丢弃的通知

# 诊断：根据 Portcullis 的规则，此服务器为何无法启动或连接。
servers-page-doctor = 诊断
servers-page-doctor-looked-at = 检查内容
# 后面是网页地址。
servers-page-doctor-page = 按以下网页的说明安装
servers-page-doctor-log = 打开日志
# $time：上次尝试失败的时间。
servers-page-doctor-earlier = 上次尝试的结果，{ $time }
# 按钮。每个都会在更改之前请求批准。
servers-page-doctor-raise-timeout = 延长启动超时…
servers-page-doctor-allow-host = 允许主机…
servers-page-doctor-detect-transport = 检测传输方式…
servers-page-doctor-detect-version = 检测协议版本…
servers-page-doctor-change-url = 更改 URL…
servers-page-doctor-change-command = 更改命令…
# $name：环境变量。点击后转到其值的输入框。
servers-page-doctor-variable = 输入 { $name }…
servers-page-doctor-variables = 输入变量…

servers-page-note = 你的备注
servers-page-move-up = 上移
servers-page-move-down = 下移
servers-page-duplicate = 创建副本…

servers-page-fence = 隔离
servers-page-fence-none = 无。该程序可以读取和更改你能访问的一切，并连接任何地址。
servers-page-fence-unavailable = 本机无法使用隔离：{ $why }
servers-page-fence-reads = 读取
servers-page-fence-own = 自身文件和系统
servers-page-fence-also = 还可读取
servers-page-fence-changes = 读取和更改
servers-page-fence-reaches = 连接
servers-page-fence-nothing = 无
servers-page-fence-any = 任何地址
# $host：主机及其端口。
servers-page-fence-local = { $host }（本地网络）
# 一项权限的名称：浏览器自行建立的沙盒。
servers-page-fence-nested = 自建沙盒
servers-page-fence-nested-value = 已允许
servers-page-fence-denied = 已阻止
servers-page-fence-during = 在调用 { $tool } 期间
servers-page-fence-times = { $count ->
   *[other] { $count } 次
}
servers-page-fence-allow-read = 允许读取…
servers-page-fence-allow-read-path = 允许读取… { $path }
servers-page-fence-allow-write = 允许更改…
servers-page-fence-allow-write-path = 允许更改… { $path }
servers-page-fence-allow = 允许…
servers-page-fence-allow-host = 允许… { $host }
servers-page-fence-allow-local = 在本地网络中允许…
servers-page-fence-allow-local-host = 在本地网络中允许… { $host }
servers-page-fence-allow-nested = 允许… { $what }
servers-page-package-fetched = { $package } { $version }，来自 { $registry }，获取于 { $time }
servers-page-package-exact = 其命令指定了一个版本，但它所需的其他软件包在启动时可能会变化。
servers-page-package-fetch = 固定此版本…
servers-page-package-update = 检查更新…
servers-page-container-image = { $engine } 中的 { $image }
servers-page-container-own = 自身镜像
servers-page-container-open = 该镜像名称在每次启动时可能指向其他镜像。
servers-page-container-typed = 按输入的命令运行：引擎允许它访问网络以及命令中指定的一切。
# 失败的服务器其他标签页上的按钮，指向原因与修复方法。
servers-page-doctor-show = 显示诊断
# 服务器由 npx 等启动器启动时。
servers-page-may-download = 首次启动会下载软件包，可能需要几分钟。
