# 各页面共用的状态、数字和简短名称。

words-phase-off = 已停用
words-phase-starting = 正在启动
words-phase-ready = 就绪
words-phase-needs_review = 需要审核
words-phase-needs_sign_in = 需要登录
words-phase-asleep = 休眠
words-phase-failing = 出现故障
words-phase-stopped = 已停止

words-call-waiting = 等待你处理
words-call-running = 运行中
words-call-done = 已完成
words-call-tool_error = 工具错误
words-call-failed = 失败
words-call-refused = 已拒绝
words-call-cancelled = 已停止
words-call-denied-by-you = 你已拒绝
words-call-done-with-denial = 已完成，但有请求未获同意

words-task-working = 作为任务运行中
words-task-needs_input = 需要回答
words-task-stopping = 正在停止
words-task-away = 服务器未连接
words-task-ended = 已结束

words-claim-read_only = 只读取
words-claim-destructive = 可能删除或覆盖
words-claim-additive = 只添加，不覆盖
words-claim-repeatable = 可重复执行
words-claim-open_world = 会访问其他系统
words-claim-closed_world = 只使用自己的数据
words-claim-silent = 无，因此视为可能删除或覆盖数据的工具

words-definition-changed = 更改于 { $day }
words-definition-changed-today = 今天更改
words-definition-reviewed = 你于 { $day }审核
words-definition-reviewed-today = 你今天已审核
words-definition-first = 首次使用，你尚未审核
words-definition-unreviewed = 你尚未审核

words-where-local = 本地程序
words-where-loopback = 本机服务器
words-where-remote = 远程服务器
words-where-provider = 模型提供商
words-where-registry = 注册表

words-transport-stdio = stdio（标准输入和输出）
words-transport-http = Streamable HTTP
words-transport-old_sse = HTTP+SSE（2024-11-05，已弃用）

words-audience-person = 供你查看
words-audience-model = 供模型使用

words-role-user = 以用户消息的形式
words-role-assistant = 以模型消息的形式

words-quote-prompt = 提示词
words-quote-resource = 资源

words-level-debug = 调试
words-level-info = 信息
words-level-notice = 通知
words-level-warning = 警告
words-level-error = 错误
words-level-critical = 严重
words-level-alert = 警报
words-level-emergency = 紧急

words-flow-private = 私密数据
words-flow-strangers = 不可信内容
words-flow-sends = 对外通信

words-registration-own = 你输入的客户端 ID
words-registration-document = 一个包含 Portcullis 客户端元数据的 URL（不会注册任何内容）
words-registration-dynamic = 仅为此服务器注册的客户端

words-scope-openid = 你在该处的用户 ID
words-scope-profile = 你在该处的姓名和头像
words-scope-email = 你的电子邮件地址
words-scope-phone = 你的电话号码
words-scope-address = 你的邮寄地址
words-scope-offline_access = 保持登录
words-scope-write-alone = 作出更改
words-scope-read = 读取 { $what }
words-scope-write = 更改 { $what }
words-scope-delete = 删除 { $what }
words-scope-create = 创建 { $what }
words-scope-manage = 管理 { $what }
words-scope-admin = 以管理员身份管理 { $what }

words-seconds = { $value } 秒
words-milliseconds = { $value } 毫秒
words-minutes = { $minutes } 分钟
words-minutes-seconds = { $minutes } 分 { $seconds } 秒
words-hours = { $hours } 小时
words-hours-minutes = { $hours } 小时 { $minutes } 分
words-countdown-minutes = { $count ->
   *[other] { $count } 分钟
    }
words-today = 今天
words-day-time = { $day } { $time }
words-price-tiny = 不到 $0.0001
words-only-in-window = 此页面只能在 Portcullis 窗口中使用。

words-shortcut-palette = 打开命令面板
words-shortcut-conversation = 新建对话
words-shortcut-settings = 打开设置
words-shortcut-larger = 放大
words-shortcut-smaller = 缩小
words-shortcut-actual = 实际大小
words-shortcut-allow = 在请求中：允许
words-shortcut-deny = 在请求中：拒绝
words-shortcut-later = 在请求中：稍后决定
words-shortcut-next = 在已结束的请求中：显示下一个
words-shortcut-run = 在工具页面上：运行工具
words-shortcut-quit = 退出（有内容正在运行时会先询问）

words-key-control = Ctrl
words-key-escape = Esc

words-internal = Portcullis 内部错误：{ $error }
words-internal-remedy = 请重试。

# 多个页面共用的按钮、字段和标题。
words-cancel = 取消
words-arguments = 参数
words-stop = 停止
words-remove = 移除
words-remove-menu = 移除…
words-remove-named = 移除 { $name }
words-rename = 重命名
words-export = 导出…
words-save = 保存
words-send = 发送
words-edit = 编辑
words-discard = 放弃更改
words-back = 返回
words-close = 关闭
words-dismiss = 关闭
words-check-again = 重新检查
words-copy-message = 复制消息
words-add-folder = 添加文件夹…
words-folder-missing = 找不到，因此不共享
words-yes = 是
words-no = 否
words-name = 名称
words-value = 值
words-more = 更多
words-not-set = 未设置
words-no-matches = 无匹配项
words-kind = 类型
words-kind-all = 所有类型
words-empty-text = 空文本
words-model = 模型
words-context = 上下文
words-cost = 费用
words-conversation = 对话
words-messages = 消息
words-client-identity = 客户端身份
words-server-url = 服务器 URL
words-scopes = 授权范围
words-full-url = 完整 URL
words-percent = { $percent }%
words-choose = 选择…

# 服务器的字段。
words-field-label = 名称
words-field-program = 程序
words-field-arguments = 参数
words-field-folder = 工作文件夹
words-field-address = URL
words-field-environment = 环境变量
words-field-headers = 标头
words-field-protocol = 协议版本
words-field-transport = 传输方式
words-field-limits = 限制
words-field-start = 启动时机
words-field-files = 文件
words-field-fence = 隔离（沙盒）
words-field-package = 软件包
words-field-container = 容器
