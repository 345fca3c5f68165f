## 登录

sign-in-question = 登录“{ $server }”？
sign-in-question-again = 再次登录“{ $server }”？
sign-in-question-other = 使用新账户登录“{ $server }”？
sign-in-question-more = 向“{ $server }”授予更多授权范围？
sign-in-question-more-tool = 为“{ $tool }”向“{ $server }”授予更多授权范围？
sign-in-note-sso = 你所在组织的身份提供商（“{ $organisation }”）会为你登录。其身份令牌会发送到授权服务器，该处不会打开登录页面。
sign-in-note-workload = 本机文件中的令牌会发送到授权服务器。
sign-in-note-assumed = “{ $server }”未指明授权服务器。Portcullis 按旧式服务器处理，将其自身视为授权服务器。
sign-in-closed = 在你回答之前 Portcullis 已退出。未登录。
sign-in-changed = 在你回答之前“{ $server }”的登录设置已更改。未打开浏览器。
sign-in-changed-remedy = 请重新登录。
sign-in-no-client = “{ $host }”不支持客户端注册，因此 Portcullis 需要客户端 ID。未登录。
sign-in-no-client-remedy = 请在该处获取客户端 ID，在服务器的“账户”标签页中输入，然后重新登录。
    .terminal = 请在该处获取客户端 ID，用“portcullis-cli account client { $label } --id ID”输入，然后重新登录。
sign-in-why = 你审核并批准了此次登录。
sign-in-outdated = 在你回答之前服务器或其登录设置已更改，因此请求已撤回。未打开浏览器。
sign-in-cancelled = 你已取消

## 工具调用

call-not-ready = “{ $server }”未就绪（{ $state }）。未调用工具。
call-not-ready-remedy = 请打开其页面查看处理方法。
    .terminal = 请用“portcullis-cli doctor { $label }”查找原因。
call-tool-changed = 在你打开此工具后，“{ $server }”更改了它。未调用工具。
call-tool-changed-remedy = 请阅读当前定义，然后再运行工具。
call-tool-changed-asking = 在你回答之前“{ $server }”更改了此工具。未调用工具。
call-tool-changed-approved = “{ $server }”在此工具获批准后更改了它。未调用工具。
call-tool-changed-asking-remedy = 请审核新的定义。
call-closed = 在你回答之前 Portcullis 已退出。未调用工具。
call-stopped = 你在调用发送之前将其停止。未调用工具。
call-server-gone = 在你回答之前“{ $server }”断开了连接。未调用工具。
call-allowed-permission = 你已允许，并授予了权限：{ $permission }
call-allowed-once-flow = 你在阅读以下内容后允许了一次：{ $flow }
call-allowed-once = 你允许了一次。
call-allowed-edited = 你编辑了参数并允许了一次。
call-allowed-edited-flow = 你编辑了参数，并在阅读以下内容后允许了一次：{ $flow }
no-always-secret = 参数中包含你的一个机密，因此此调用始终需要批准。
no-always-flow = 带有此数据流警告的调用始终需要批准。
call-question = 允许“{ $server }”运行 { $tool }？
call-question-tool-below = 下方的工具
call-arguments-invalid = 参数不符合“{ $server }”的 schema：{ $problem }。参数未更改。
call-arguments-object = 参数必须是对象
call-arguments-not-json = 无法发送参数：{ $problem }。
call-arguments-braces = 参数必须是 JSON 对象：用花括号括起的名称和值。
call-stopped-before = 调用在发送之前已停止。未调用工具。
call-permission-expired = 权限在调用发送之前已过期或撤销。未调用工具。
call-server-not-ready = “{ $server }”已不处于就绪状态。未调用工具。
call-tool-error = 工具错误
call-ran-declined = 已完成，但有请求未获同意
call-not-kept = 此调用已不在内存中。请在“活动”中查看其条目。
    .terminal = 此调用已不在内存中。请用“portcullis-cli audit list”查看其条目。

## 捆绑包

bundle-unreadable = 无法读取此捆绑包：{ $why }。
bundle-no-file = 这不是一个文件。
bundle-closed = 此捆绑包已关闭。
bundle-closed-remedy = 请重新选择文件。
bundle-other-system = 适用于 { $systems }，不适用于此系统。
bundle-runtime = 需要 { $runtime }“{ $range }”。
bundle-runtime-lowest = 需要 { $runtime } { $version } 或更高版本。
bundle-fetches = 启动时，uv 会下载服务器所需的软件包。
# $why finishes “It …”.
bundle-variable-refused = 设置了不允许使用的环境变量“{ $name }”：它{ $why }。因此无法添加此捆绑包。
bundle-row = 捆绑包
bundle-row-author = 作者
bundle-row-hash = 文件的 SHA-256
bundle-row-claim = 未经核实
bundle-row-signed = 已签名；Portcullis 不验证签名者
bundle-row-unsigned = 未签名
bundle-row-program = 捆绑包中的程序
# $program is the command that runs.
bundle-row-program-other = 未找到；改为运行 { $program }
bundle-row-left-out = 已省略
bundle-row-no-value = 没有值
bundle-description = 捆绑包中已更改的说明
bundle-tools-same = 捆绑包列出的工具与服务器现有的工具相同。
bundle-tools-unlisted = 捆绑包没有列出其工具。Portcullis 会阻止已更改的工具，直到你审核。
bundle-tools-generated = 捆绑包表示运行时会生成更多工具。Portcullis 会阻止已更改的工具，直到你审核。

## 注册表

registry-off = 未启用任何注册表。
registry-off-remedy = 请先启用一个注册表。
    .terminal = 用“portcullis-cli registry use”启用一个注册表。
registry-address = 这不是注册表的 URL。
registry-address-remedy = 请输入 https URL，例如 { $example }，不带用户名、查询或片段。
registry-question = 使用 { $host } 的注册表？
registry-host-reads = 此主机名读作 { $text }
registry-row-address = URL
registry-note-copy = Portcullis 将服务器列表复制到本机，并在你搜索时更新副本。
registry-note-words = 你的搜索内容保留在本机上。
registry-note-learns = 注册表会得知本机的 IP 地址，以及你查看了哪些服务器的版本。
registry-note-claims = 条目可能来自任何人。每个服务器在添加之前都由你审核。
registry-on-row = 已启用注册表
registry-off-row = 已停用注册表
registry-icons-on-row = 已启用注册表图标
registry-icons-off-row = 已停用注册表图标
registry-why = 你审核并批准了该 URL。
registry-no-server = 注册表的副本中没有此服务器。
registry-no-server-remedy = 请更新副本，或检查名称。
registry-no-version = 注册表中没有此版本。
registry-no-option = 无法以此方式添加此服务器。
registry-download-cancelled = 你取消了下载。没有保留任何内容。
registry-row-header = 每次请求附带的标头
registry-row-header-secret = 其值作为机密存储
registry-header-gone = 未存储此注册表的“{ $header }”的值。
registry-header-gone-remedy = 请带上标头重新启用该注册表。
registry-no-bundle = 这不是捆绑包。
registry-deleted = 注册表已撤回此服务器，无法添加。
registry-deprecated = 发布者不建议使用此服务器或版本。
registry-row = 注册表
registry-row-entry = 条目
registry-row-claim = 未经核实
registry-row-deprecated = 已弃用
registry-row-hash = 注册表中的 SHA-256
registry-row-same = 文件与其一致
registry-row-after = 安装后的步骤
registry-row-step = 未经核实；Portcullis 不会运行它
registry-row-step-optional = 可选，未经核实；Portcullis 不会运行它

## 导入服务器

import-no-home = 找不到你的主文件夹，因此没有读取其他应用的文件。
import-not-possible = 无法导入“{ $server }”：{ $why }
import-label-twice = 这些服务器中有两个都名为“{ $server }”。
import-copy-label = { $name } 副本
import-labels-alike = “{ $server }”与“{ $other }”外观相似。请选择外观不同的名称。
import-count = 请选择 1 到 { $limit } 个服务器。
import-changed = 文件在读取之后发生了变化。
import-changed-remedy = 请重新查找服务器。
import-not-text = 该文件不是 UTF-8 文本。
import-not-text-remedy = 请将文件保存为 UTF-8，然后重试。
import-changing = 另一个应用正在写入“{ $path }”。
import-changing-remedy = 请等它保存完毕后重试。
import-unread = 无法读取“{ $path }”：{ $cause }。
drop-type = 不是捆绑包（.mcpb、.dxt）、JSON、YAML 或 TOML 配置，也不是导出的对话。
drop-no-chats = 该文件中没有对话。要附加它，请拖到对话的消息输入框上。
drop-archive = 这是压缩包。请先解压，再拖入其中的文件，例如 conversations.json。
drop-folder = 这是文件夹。请改用“从项目文件夹导入…”。
drop-no-file = 不是本机上的文件。
drop-no-servers = 该文件中没有服务器。
drop-too-many = { $count ->
   *[other] 还有 { $count } 个文件。一次最多读取 { $limit } 个。
}
import-no-folder = 无法读取文件夹“{ $folder }”：{ $cause }。
import-other-path = “{ $path }”是 { $system } 路径。请改为此系统中的路径。
import-other-path-here = “{ $path }”是 { $system } 路径。在此系统中是 { $here }。
import-question-one = 添加“{ $server }”并保持停用？
import-question = 添加 { $count } 个服务器并保持停用？
import-note-permissions = 其他应用的权限不会导入。
import-value-folder = 工作文件夹
import-value-secret = 作为机密存储
import-value-missing = 机密，缺少值
import-value-open = 原样保存
import-row = { $count ->
   *[other] 导入了 { $count } 个服务器
}
import-why = 你批准了此次导入。
import-saved = 已保存，处于停用状态

## 导出服务器

export-count = 请选择 1 到 { $limit } 个服务器。
export-no-file = 这不是文件的路径。
export-no-file-remedy = 请选择文件的路径，例如“mcp.json”。
export-unknown = Portcullis 不会为此应用写入这个文件。
export-not-a-file = “{ $path }”不是普通文件。
export-other-file-remedy = 请选择其他文件。
    .terminal = 请用“--file”选择其他文件。
export-read-only = “{ $path }”是只读的，或属于其他用户。
export-read-only-remedy = 请更改其所有者或权限，或选择其他文件。
    .terminal = 请更改其所有者或权限，或用“--file”选择其他文件。
export-too-large = “{ $path }”超过 { $limit } MiB。
export-failed = 无法使用“{ $path }”：{ $cause }。
export-changed = 文件在显示之后发生了变化，因此没有写入。
export-changed-remedy = 请重新导出，查看文件当前的内容。
export-nothing = 此导出不会更改任何内容。
export-nothing-remedy = 请选择其他服务器，或替换已有的服务器。
export-too-much = 此导出会更改超过 { $limit } KiB 的文本。
export-too-much-remedy = 请减少一次导出的服务器数量。
export-secret = 要写入的文本包含 Portcullis 作为机密保存的值。
export-secret-remedy = 请在使用该值的每个服务器中将其设为机密，然后重新导出。
export-bundle = 它从捆绑包运行。请改为在另一个应用中打开该捆绑包。
export-question = { $count ->
   *[other] 将 { $count } 个服务器写入 { $application } 的配置文件？
}
export-field-file = 文件
export-field-added = 添加
export-field-replaced = 替换
export-field-kept = 已存在，不更改
export-field-skipped = 不写入
export-field-secrets = 机密，不含值
export-field-lines = 更改的文本
export-value-link = 符号链接
export-value-real = 要写入的文件
export-value-new = 新文件
export-value-new-folder = 新文件夹中的新文件
export-value-label = 此处为“{ $server }”
export-value-reference = “{ $server }”读取 { $reference }
export-value-left-out = “{ $server }”：请在另一个应用中输入
export-note-backup = Portcullis 会将文件的当前内容作为备份保存在它旁边，并保留最近 { $count } 个备份。
export-note-new = 此文件还不存在，因此没有备份。
export-warning = 之后 { $application } 会按自己的规则使用这些服务器，Portcullis 不会就此请求批准。
export-warning-programs = { $count ->
   *[other] 之后 { $application } 会以你的权限启动这 { $count } 个程序，并按自己的规则使用它们，Portcullis 不会就此请求批准。
}
export-warning-replaced = 被替换的条目会失去在另一个应用中的所有设置，包括权限。
export-row = { $count ->
   *[other] 已将 { $count } 个服务器写入 { $application } 的配置文件
}
export-why = 你批准了此导出。
export-written = 已写入，备份为 { $backup }
export-written-new = 已写入，新文件

## 服务器更改时保留的内容

carried-folders = “{ $server }”可以查看你为其选择的文件夹。
carried-folders-fenced = “{ $server }”可以读取和更改你为其选择的文件夹。
carried-model = “{ $server }”可以发送模型请求。每次都会询问你。
carried-ended-why = 程序或 URL 已更改，你没有保留此项。
carried-ended-folders = 文件夹需要再次批准
carried-ended-folders-fenced = 文件夹已不在隔离中
carried-ended-model = 模型访问已终止
carried-ended-class = 数据流中的“否”设置已重置
carried-secret-program = 传递给当前的 { $program }
carried-secret-url = 发送到 { $url }
carried-secret = “{ $name }”将{ $where }。
carried-no-private = 不返回私密数据
carried-no-untrusted = 不返回不可信内容
carried-no-sends = 不向外发送数据
carried-class = 你曾设置：“{ $server }”{ $what }。
carried-class-tool = 你曾设置：“{ $server }”的“{ $tool }”{ $what }。

## 服务器的表单和链接

elicitation-rejected = Portcullis 拒绝了此请求：{ $why }
form-why-sent = 你填写并发送了表单。
form-sent = 已由你发送
link-why-opened = 你审核并打开了该 URL。
link-opened = 已在浏览器中打开
elicitation-declined-why = 你已谢绝，并已告知服务器。
elicitation-dismissed-why = 你已忽略。已告知服务器你未作出决定。
elicitation-declined = 你已谢绝
elicitation-dismissed = 你已忽略
form-note-secret = 消息提到了机密。请勿填写机密：服务器会原样收到你填写的内容。
form-secret-field = 有一个字段要求填写机密，已略去。
form-secret-fields = 有 { $count } 个字段要求填写机密，已略去。
form-row = 请你填写表单
link-row = 请你打开 URL
page-row = 等待你在网页上完成操作
page-why = 完成后“{ $server }”将继续。
page-done-why = 你表示已在网页上完成操作。
page-again = 已重试
page-given-up-why = 你停止了等待该网页的调用。
page-given-up = 你已停止
page-question = 你是否已在“{ $server }”请你打开的页面上完成操作？
form-invalid-row = 发送了无效的表单
link-invalid-row = 请求打开无法打开的 URL
form-no-version = 服务器的协议版本不支持表单。
elicitation-too-large = 请求过大，无法显示。
elicitation-invalid = 该请求不是有效的提问（elicitation）。
form-message-too-long = 消息过长，无法显示。
form-missing = 缺少表单。
link-no-version = 服务器的协议版本不支持打开 URL。
link-message-too-long = 消息过长，无法显示。
link-no-id = 该 URL 没有 elicitation ID。
link-missing = 缺少 URL。
elicitation-unknown-mode = 不支持该提问方式（elicitation mode）。

## 文件夹

roots-withheld-why = 你不共享这些文件夹。
roots-told-none = 已告知没有文件夹
roots-told-why = 你与其共享这些文件夹。
roots-by-setting = 已按你的设置回答
roots-by-setting-why = 请求待处理期间，你在服务器页面上对这些文件夹作出了决定。
roots-during-call = 在此调用期间你没有与“{ $server }”共享文件夹。
roots-note-none = 你尚未为此服务器选择文件夹。将告知它没有文件夹。
    .terminal = 你尚未为此服务器选择文件夹，因此会告知它没有文件夹。“portcullis-cli roots { $label } add DIR”可添加一个。
roots-question = 与“{ $server }”共享文件夹？
roots-declined = 你未共享
roots-dismissed = 你已忽略
roots-allowed-why = 你审核了这些文件夹并予以共享，直到你更改。
roots-denied-why = 在你更改之前，不共享这些文件夹。
roots-undecided-why = 你没有作出决定。已告知服务器没有文件夹。
roots-row = 请求文件夹

## 服务器提问（通用）

questions-flood-row = 请求过于频繁
questions-flood-why = “{ $server }”在一分钟内发送了超过 { $times } 个请求。后续请求将不询问你而直接拒绝。
questions-flood-outcome = 未经询问即拒绝
questions-closed = 在你回答之前 Portcullis 已退出。已告知服务器你未作出决定。
questions-withdrawn = “{ $server }”撤回了请求或已断开连接。

## 模型访问 (sampling)

sampling-invalid-outcome = 请求无效
sampling-invalid = “{ $server }”发送了无效的模型请求：{ $problem }。
sampling-over-outcome = 已不再需要
sampling-on = 已允许模型访问
sampling-off = 模型访问已终止
sampling-not-offered-outcome = 未允许
sampling-not-offered = “{ $server }”没有模型访问权限。你可以在其页面上允许。
    .terminal = “{ $server }”没有模型访问权限。可用“portcullis-cli server sampling { $label } on”允许。
sampling-no-model = 没有可用的模型
sampling-unprompted-outcome = 没有进行中的请求
sampling-unprompted = “{ $server }”在你没有向它发出请求时发送了模型请求。
sampling-closed = 在你回答之前 Portcullis 已退出。
sampling-withdrawn = “{ $server }”撤回了请求或已断开连接。
sampling-call-ended = 其所属的调用已结束。
sampling-during-call = “{ $server }”在此调用期间发送了模型请求。{ $why }
sampling-used = 今日已用：{ $requests } / { $most } 个请求，{ $tokens } / { $most_tokens } 个 token。
sampling-too-many-open = “{ $server }”已有 { $count } 个未完成的模型请求。此请求已拒绝。
sampling-too-often = “{ $server }”在一分钟内发送了 { $count } 个模型请求。此请求已拒绝。
sampling-daily-limit = “{ $server }”已达到每天 { $requests } 个模型请求或 { $tokens } 个 token 的上限。没有模型收到此请求。
sampling-part-unreadable = 有一部分无法读取
sampling-part-unshown = 有一部分无法显示（{ $reason }）
sampling-media-typed = 图片、音频和文件的数据无法编辑
sampling-secret = 其中包含你的一个机密，或类似机密的内容。请将其删除，或拒绝此请求。
sampling-model-chosen = 由你选择。
sampling-note-capped = 它请求 { $asked } 个 token；服务器的上限为 { $most } 个。
sampling-note-metadata = 它还发送了模型提供商设置，这些设置不会转发。
sampling-note-tools = 这些工具属于服务器自身。模型可以请求它们，但 Portcullis 不会运行。
sampling-note-round = 这是使用其工具的第 { $round } 轮；上限为 { $most } 轮。
sampling-note-no-cause = Portcullis 无法判断它属于你的哪次调用。
sampling-note-tool-use = 模型请求使用服务器的一个工具。Portcullis 只转交该请求，不会运行该工具。
sampling-edit-invalid = 无效：{ $problem }。请求未更改。
sampling-context-none = 不会发送其他上下文：不含对话，也不含其他服务器的数据。
sampling-context-all = { $nothing }它请求了所有服务器的上下文，此内容不会发送。
sampling-context-own = { $nothing }它请求了自身的上下文，此内容也不会发送。
sampling-allowed-why = 你允许“{ $server }”访问模型；每个请求均由你批准。
sampling-answered-by = { $model } 已回复
sampling-written-why = 由你撰写。
sampling-result-why = 在“{ $server }”收到之前会询问你。
sampling-handed-over = 已发送到服务器
sampling-question = 允许“{ $server }”将此内容发送给模型？
sampling-sent-why = 你审核并将其发送给 { $model }。
sampling-sent-edited-why = 你编辑后将其发送给 { $model }。
sampling-timeout = 模型在 { $seconds } 秒内没有回复。“{ $server }”未收到回复。
sampling-by-hand-why = 你自己撰写了回复。没有模型收到该请求。
sampling-by-hand-edited-why = 你编辑了请求并自己撰写了回复。没有模型收到该请求。
sampling-result-question = 将此回复发送给“{ $server }”？
sampling-result-sent-why = 你审核并发送了回复。
sampling-result-edited-why = 你编辑并发送了回复。
sampling-revoked-outcome = 不再允许
sampling-revoked = 你撤销了“{ $server }”的模型访问权限。它未收到回复。
sampling-empty-outcome = 回复为空
sampling-empty = 模型返回了空回复。“{ $server }”未收到任何内容。
sampling-withheld-outcome = 模型提供商已拒绝
sampling-withheld = 模型提供商拒绝回复。“{ $server }”未收到任何内容。

## 添加模型提供商

provider-added-row = 添加模型提供商“{ $provider }”
provider-key-row = 更改“{ $provider }”的 API 密钥
provider-why = 你审核了其去向并予以批准。
provider-here-why = 其 URL 在本机上，因此无需批准。
provider-question = 添加模型提供商“{ $provider }”？
provider-key-stored = 作为机密存储，仅发送到此 URL
provider-key-question = 替换“{ $provider }”的 API 密钥？
provider-key-replaced = 已替换：作为机密存储，仅发送到此 URL
provider-note-goes = 与其模型的对话会发送到此 URL，包括工具结果。
provider-note-key = 密钥的所有者或许能在模型提供商处看到使用该密钥发送的内容。
provider-elsewhere = { $provider } 通常位于 { $usual }。这是不同的 URL。
provider-host-reads = 其主机显示为“{ $text }”

## 数据流设置

flow-closed = 在你回答之前 Portcullis 已退出，因此未执行此操作。
flow-approved-why = 你审核并批准了此更改。
flow-stricter-why = 它使批准要求更严格，因此无需批准。
flow-stale = 在此期间，“{ $server }”的数据流设置已更改。你的更改未保存。
flow-stale-remedy = 请查看当前设置后重新更改。
flow-gives-private = 返回私密数据
flow-no-private = 不返回私密数据
flow-gives-untrusted = 返回不可信内容
flow-no-untrusted = 不返回不可信内容
flow-sends = 向外发送数据
flow-no-sends = 不向外发送数据
flow-not-set = 未设置
flow-tool-of = “{ $server }”的 { $tool }
flow-question = 放宽 { $what } 的数据流规则？
flow-row-private = 返回私密数据
flow-row-untrusted = 返回不可信内容
flow-row-sends = 向外发送数据
flow-note-permissions = 之后，目前需要批准的调用可以凭权限运行。Portcullis 无法核实这些回答是否属实，请仅在了解此服务器的行为时才更改。
flow-note-past = 这也适用于对话已经读取的数据。

## 添加和启动服务器

launch-changed-state = 批准后已更改
launch-new-state = 尚未批准
launch-restored-state = 恢复备份后尚未批准
launch-newest-later = 每次启动时都会运行“{ $name }”的最新版本。之后可在其页面上选择“固定此版本”来批准某一版本。
    .terminal = 每次启动时都会运行“{ $name }”的最新版本。
launch-newest-lacks = 每次启动时都会运行“{ $name }”的最新版本。若要改为批准某一版本，请先安装 { $program }。
label-taken = 名为“{ $server }”的服务器已存在。服务器未保存。
label-taken-remedy = 请选择其他名称。
label-similar = “{ $name }”与已有的“{ $other }”外观相似。服务器未保存。
label-similar-remedy = 请选择外观不同的名称。
launch-closed = 在你回答之前 Portcullis 已退出。服务器未保存。
launch-cancelled = 你已取消
launch-why = 你已审核并批准。
launch-off-why = 你已审核并批准，但未启动它。
launch-stale = 在你回答之前“{ $server }”已更改。你的更改未保存。
launch-stale-remedy = 请查看其当前设置后重新更改。
secret-empty = 机密“{ $name }”没有值。服务器未保存。
launch-then-built-in = 它随 Portcullis 提供
launch-then-local = 它会在本机运行程序
launch-then-loopback = 它会连接到本机上的服务器
launch-then-remote = 它会连接到另一台计算机
launch-question-start = 按当前状态启动“{ $server }”？{ $then }
launch-question-connect = 按当前状态连接到“{ $server }”？
launch-question-save = 保存对“{ $server }”的更改？{ $then }
launch-question-save-url = 保存对“{ $server }”的更改？
launch-question-add = 添加“{ $server }”？{ $then }
form-during-call = “{ $server }”在此调用期间请你填写表单。{ $why }
link-during-call = “{ $server }”在此调用期间请你打开一个 URL。{ $why }
form-question = “{ $server }”请你填写一份表单
link-question = “{ $server }”请你在浏览器中打开一个 URL
outcome-done = 已完成
roots-told = 已共享
flow-yes = 是
flow-no = 否
flow-none = 未设置
flow-set = 设置数据流：{ $what }
flow-set-tool = 设置 { $tool } 的数据流：{ $what }
provider-no-key = 无
provider-row-api = API
provider-row-url = URL
provider-row-key = API 密钥

## 账户

account-declined = 你已拒绝
account-more-row = 登录时请求更多授权范围
account-client-entered = 已输入客户端 ID
account-client-forgotten = 已移除客户端 ID
account-granted = 已授予：{ $scopes }
account-signed-in = 已登录
account-given-up = 你已取消
account-sign-out-row = 退出登录
account-signed-out-both = 已在本机和授权服务器退出登录
account-signed-out = 已在本机退出登录
account-no-sign-in = “{ $server }”不使用登录。
account-no-sign-in-remedy = 登录仅用于没有自定义 Authorization 标头的远程服务器。
account-cancelled = 你取消了登录。
account-sign-in-row = 登录
account-document-entered = 已输入客户端 ID 元数据文档
account-document-forgotten = 已移除客户端 ID 元数据文档
account-document-url = 这不是有效的客户端 ID 元数据文档 URL。
account-document-url-remedy = 请输入以 https:// 开头、带有路径的小写 URL，不含用户名和查询参数。
account-ended = 登录已失效
account-renewed-row = 续期登录

## 备份

backup-restore-row = 用备份“{ $backup }”替换此审计日志
backup-not-damaged = 数据库没有损坏，因此未恢复备份。
backup-not-damaged-remedy = 如仍要恢复备份，请使用“portcullis-cli backup restore”。
backup-offered-remedy = 请恢复最近的备份，或重新设置服务器和权限。

## 对话

chat-title-length = 标题须为 1 到 { $limit } 个字符。
chat-title-similar = “{ $title }”与另一个对话的标题“{ $other }”外观相似。
chat-message-gone = 此消息已不存在。
chat-cut = 撰写此内容时 Portcullis 已退出。
chat-cut-waiting = 在你回答之前 Portcullis 已退出。未调用工具。
chat-cut-running = 在收到响应之前 Portcullis 已退出。工具可能已运行。
chat-message-length = 消息须为 1 到 64,000 个字符。
chat-message-length-remedy = 更长的文本请作为文件附加。
chat-still-working = 模型仍在回复。
chat-still-working-remedy = 请先将其停止。
chat-edit-own-only = 只能编辑你自己撰写的消息。
chat-regenerate-model-only = 只能重新生成模型的回复。
chat-offer-hidden = 其名称含有隐藏字符，模型收到的内容会与你看到的不同。
chat-offer-refused = 无法提供给此模型：{ $why }。
chat-offer-unapproved = 它在你批准后已更改，且已批准的定义不可用。你接受更改后，模型才能使用它。
chat-offer-name = 其名称与另一个工具的名称无法区分。
chat-made-unshown = 这既不是图片也不是音频。你可以保存它。
chat-made-gone = 此内容已不可用。

## 附加文件

attach-file-why = 你附加了此文件。
attach-pasted = 粘贴的文本
attach-paste-why = 由你粘贴。
attach-row = 已附加到对话：{ $name }
attach-drop-why = 由你拖放到此对话。
attach-pasted-file = 粘贴的文件
attach-too-many = 一次最多可附加 { $limit } 个文件。
attach-too-large-together = 这些文件总共超过 { $size } MiB。
attach-fewer-remedy = 请减少一次附加的文件。
attach-paste-too-many = 一次最多可粘贴 { $limit } 个文件。
attach-paste-too-large = 粘贴的文件总共超过 { $size } MiB。
attach-removed-row = 已从对话中移除：{ $name }
attach-removed-why = 由你在发送前移除。
attach-not-waiting = 此内容已不在待发送之列。
attach-waits = 有附件正等待随下一条消息发送。
attach-waits-remedy = 请先发送或移除该附件。
attach-elsewhere = “{ $name }”不是本机上的文件。
attach-link = “{ $name }”是指向另一个文件的链接。
attach-link-remedy = 请附加该文件本身。
attach-paste-unreadable = 无法读取粘贴的文件。

## 支出

spending-reached = 已达到每月 { $limit } 的支出上限：本月模型已花费 { $spent }。请求未发送。
spending-reached-remedy = 请在“设置 → 模型”中更改上限，或等到下个月（UTC）。
spending-limit-range = 支出上限必须在 { $least } 到 { $most } 之间。
spending-limit-none = 无
spending-limit-row = 每月支出上限：{ $limit }（之前：{ $before }）
spending-limit-why = 由你设置。

## 早先消息的总结

compaction-row = 使用 { $model } 总结 { $count } 条消息
compaction-why = 由你发起。
compaction-due-why = 上下文已用至少 { $percent }%，达到你为此对话设置的自动总结比例。
compaction-done = 已总结
compaction-undone-row = 总结已移除
compaction-undone-why = 你撤销了它。模型将重新收到之前的消息。
compaction-gone = 此总结已不存在。
compaction-nothing = 没有可总结的内容：自上次总结以来没有新增的早先消息。
compaction-too-much = 对此模型来说，该对话过长：总结需要 { $count } 次请求，超出上限 { $limit } 次。
compaction-too-much-remedy = 请选择上下文更大的模型。
compaction-range = 自动总结只能设为在上下文用到 { $least }% 至 { $most }% 时开始。
compaction-stopped = 你停止了总结。对话保持不变。
compaction-cut = 总结尚未完成，模型就达到了回复的最大长度。对话保持不变。
compaction-withheld = 模型提供商拒绝撰写总结。对话保持不变。
compaction-empty = 模型没有返回总结。对话保持不变。
compaction-long = 总结超过了 { $limit } 个字符。对话保持不变。
compaction-remedy = 请重试，或选择其他模型。
compaction-built-in = 演示模型无法撰写总结。
compaction-built-in-remedy = 请选择模型提供商的模型。
compaction-not-made = 早先的消息未能总结，因此已全部发送：{ $reason }

## 对话的文件夹

instructions-length = 指令最多可以有 { $limit } 个字符。
instructions-name-length = 预设名称须为 1 到 { $limit } 个字符。
instructions-empty = 预设需要有文本。
folder-name-length = 文件夹名称须为 1 到 { $limit } 个字符。

## 导入对话

chats-unreadable = 无法读取“{ $name }”：{ $reason }。
chats-no-file = “{ $name }”不是文件。
chats-long = “{ $name }”超过 { $size } MiB。
chats-archive = “{ $name }”是压缩包。
chats-archive-remedy = 请先解压，再选择其中的 conversations.json。
chats-not-text = “{ $name }”不是 UTF-8 文本文件。
chats-broken = “{ $name }”已损坏或不完整：第 { $line } 行不是有效的 JSON。
chats-broken-remedy = 请重新下载或导出。
chats-unknown = “{ $name }”中没有 Portcullis 能读取的对话。
chats-unknown-remedy = 请选择 ChatGPT 或 Claude 的 conversations.json、Goose 会话、Portcullis 的导出文件，或带有“## You”和“## Assistant”标题的 Markdown。
chats-nothing = “{ $name }”中的对话不包含任何消息。
chats-import-gone = 此文件已关闭。请重新选择。
chats-import-count = 请选择 1 到 { $count } 个对话。
chats-import-size = 所选对话的文本超过 { $size } MiB。未导入任何内容。
chats-import-size-remedy = 请减少所选的对话，其余的稍后再导入。
chats-imported-row = 已导入 { $count } 个对话（{ $product }）：{ $file }
chats-imported-why = 你选择了该文件和对话。

## 由你先审核的结果

held-given-why = 你审核了结果。
held-given = 已原样发送给模型
held-changed-why = 你在模型收到之前编辑了结果。
held-changed = 编辑后已发送给模型
held-withheld-why = 你没有发送结果：{ $reason }
held-withheld = 未发送
held-too-soon = 结果刚刚到达。你的决定未生效。
held-too-soon-remedy = 请先阅读再决定。
held-gone = 此结果已不再等待你处理。
held-text-length = 编辑后的结果不得超过 { $count } KiB。结果仍在等待你处理。
held-reason-length = 原因须为 1 到 { $count } 个字符。结果仍在等待你处理。
held-undecided-why = 对话停止之前你没有对结果作出决定。
held-undecided = 未发送给模型
held-row = “{ $tool }”发送给 { $model } 的结果

## 导出的对话。服务器和模型的原文以引用形式附后

paper-other-branches = { $count ->
   *[other] 其他分支的 { $count } 条消息不在此文件中。
}
paper-still-writing = 此内容当时仍在撰写中。
paper-you = 你
paper-model-named = 模型 { $model }
paper-model = 模型
paper-result-waiting = 结果等待你审核。模型尚未收到。
paper-result-given = 你审核了结果，并将其原样发送给模型。
paper-result-changed = 你在模型收到之前编辑了结果。
paper-result-withheld = 你没有将结果发送给模型。
paper-result-ended = 你没有对结果作出决定。模型未收到。
paper-call-waiting = 等待你处理
paper-call-running = 运行中
paper-call-done = 已完成
paper-call-tool-error = 工具报告了错误
paper-call-failed = 失败
paper-call-refused = 已拒绝
paper-call-stopped = 已停止
paper-row = 审计日志条目 { $number }
paper-no-row = 不在审计日志中
paper-no-arguments = 没有参数。
paper-arguments-cut = { $arguments }（仅包含已显示的部分）

## 搜索工具

search-no-query = 搜索没有关键词。
search-none = 没有匹配的工具。
search-full = 部分匹配的工具未添加：此对话已达到上限。如需使用其他工具，请开始新的对话。

## 模型的回复和工具调用

turn-no-tool = 没有名为“{ $tool }”的工具。
turn-bad-arguments = 参数不是 JSON 对象，因此未调用工具。请重新写成 JSON 对象。
turn-busy = 模型提供商过载。Portcullis 将在 { $seconds } 秒后重试。
turn-too-long = 回复的文本超过 { $size } MiB，因此已停止。
turn-nothing-left = 没有需要回复的内容。
turn-length = 模型达到了回复的最大长度。
turn-length-remedy = 发送“继续”以获取其余内容。
turn-withheld = 模型提供商拒绝回复，或拒绝继续回复。
turn-withheld-remedy = 请换一种说法，或选择其他模型。
turn-empty = 模型返回了空回复。
turn-empty-remedy = 请重试。
turn-rounds = 模型连续 { $count } 次调用工具，因此已停止。
turn-rounds-remedy = 请告诉模型如何继续。
turn-failed-row = { $model } 的回复失败

## 连接到服务器

start-closing = Portcullis 正在退出。服务器未启动。
start-refused = “{ $server }”未启动。{ $reason }
start-row = 启动
start-why = 服务器已启用，且与你批准的内容一致。
trial-row = 启动一次以读取 { $package } 的工具
trial-why = 你在批准获取时一并批准了此操作。
trial-read = 已读取 { $count } 个工具
start-version = 协议版本 { $version }
changes-row = 定义已更改：{ $name }
changes-why = 服务器的定义与你批准的不同。
secret-no-value = 机密“{ $name }”已没有值。服务器未保存。
secret-no-value-remedy = 请重新输入。
start-failed = “{ $server }”未启动：{ $reason }
secret-not-stored = “{ $server }”未启动：其机密“{ $name }”未存储。
secret-not-stored-remedy = 请在服务器设置中重新输入。
    .terminal = 请移除该服务器，再用“portcullis-cli server add”添加，它会询问机密。
secret-left-remedy = 请在钥匙串应用中，删除“Portcullis”服务下属于此服务器的条目。

## 补全

completion-no-field = 此字段不存在。
completion-no-template = 此模板已不存在。
completion-superseded = 文本已更改，这些建议已过时。

## 服务器的消息日志

log-search-length = 搜索文本过长。
log-call-cut = 此调用过大，未完整保留，因此无法重新填写。
log-call-cut-remedy = 请自行填写该工具的表单。
log-not-saved = 消息未保存：{ $reason }。
log-not-saved-remedy = 请选择其他位置。
log-frame-gone = 此消息已不再保留。

## 批准

gate-no-call = 此请求不是工具调用，因此未检查其参数。
gate-rejected-row = 回答无效
gate-window = 窗口
gate-gone = 此请求已不再等待你处理。你的决定未生效。

## 机密的存储位置

keeping-file-row = 机密现存储在有密码短语保护的文件中
keeping-passphrase-row = 机密文件的密码短语已更改
keeping-keychain-row = 机密现存储在钥匙串中（已移动 { $count } 个）

## 服务器设置

server-log-level-row = 日志级别已设为“{ $level }”
server-log-level-own-row = 日志级别由服务器决定
server-mark-row = 已更改标识
server-mark-length = 标识须为一到两个字母或数字。
server-stopped-all-row = 已全部停止
server-gone = 此服务器已不存在。
server-changed-row = 更改
server-added-row = 添加
server-off = “{ $server }”已停用，因此未启动。
server-off-remedy = 请先将其启用。
repair-none = Portcullis 无法通过更改设置来修复“{ $server }”。
server-removed-row = 移除
server-removed-not-reloaded = 已移除“{ $server }”，但无法重新加载其余权限：{ $reason }
server-secrets-left = 有 { $count } 个机密未删除
server-on-row = 启用
server-off-row = 停用

## 模型提供商

provider-gone = 此模型提供商已不存在。
provider-no-url = OpenAI 兼容服务器需要 URL。
provider-added = 已添加模型提供商“{ $provider }”
provider-too-many = 你已有 { $count } 个模型提供商，已达上限。
provider-too-many-remedy = 请移除一个不使用的模型提供商。
provider-stale = 在你回答之前模型提供商已更改。你的更改未保存。
provider-key-changed = 已更改“{ $provider }”的 API 密钥
provider-no-models = “{ $provider }”没有列出模型。
provider-no-models-remedy = 请在模型提供商处加载模型，或按名称添加。
provider-key-other-url = “{ $provider }”的 API 密钥不是为此 URL 保存的。
provider-key-gone = “{ $provider }”的 API 密钥已不在你的机密中。
provider-key-gone-remedy = 请在“设置”中重新输入。
    .terminal = 请用“portcullis-cli models key { $label }”重新输入。
provider-removed = 已移除模型提供商“{ $provider }”
provider-price = 价格须大于或等于 0。
provider-model-name = 模型名称须为 1 到 { $count } 个字符。
provider-model-gone = 此对话的模型已不可用。
provider-model-gone-remedy = 请在对话上方选择其他模型。
provider-key-invalid = API 密钥含有空格或无效字符。
provider-key-invalid-remedy = 请重新复制，不要包含引号。
provider-label-taken = 名为“{ $provider }”的模型提供商已存在。
provider-label-taken-remedy = 请选择其他名称。
provider-label-similar = “{ $name }”与已有的“{ $other }”外观相似。模型提供商未保存。

## 服务器的工具、提示词和资源

offer-not-ready = “{ $server }”未就绪（{ $state }）。
offer-not-ready-remedy = 请打开其页面查看处理方法。
    .terminal = 请用“portcullis-cli doctor { $label }”查找原因。
offer-not-offered = “{ $server }”不提供{ $what }。
offer-all-templates = 所有模板
offer-log-level-refused = 它拒绝了日志级别：{ $reason }
offer-watch-again = 不再关注 { $resource }：{ $reason }
prompt-arguments = 参数不符合“{ $server }”的要求：{ $problem }。
prompt-argument-missing = 缺少“{ $name }”
prompt-argument-unknown = “{ $name }”是未知参数
prompt-argument-length = “{ $name }”超过 64 KiB
prompt-none = “{ $server }”没有提示词“{ $name }”。
prompt-row = 获取“{ $name }”
permission-ended = 此权限已终止。
permission-server-gone = 已移除的服务器
quote-gone = 此内容已不在内存中，未附加。
quote-gone-remedy = 请重新打开。
quote-nothing = “{ $server }”没有发送可以附加到对话的内容。
quote-why = 你审核并附加了它。
quote-bytes = 非文本数据。
quote-image = 一张图片。
quote-audio = 一段音频。
quote-link = 未读取此 URL 的内容。
quote-unshown = 无法显示的内容。
quote-beginning = 仅包含开头部分。
reading-why = 由你手动请求。
reading-closed = 在收到响应之前 Portcullis 已退出。
reading-needs-more = “{ $server }”需要更多输入才能完成（{ $kind }）。未读取内容。
reading-needs-more-remedy = Portcullis 不向该服务器提供此功能。
resource-template-length = 模板过长。
# 例如“模板过长。未读取任何内容。”
resource-not-read = { $reason }未读取任何内容。
resource-uri-length = URI 须为 1 到 8,192 字节。
resource-row = 读取 { $uri }
resource-nothing = “{ $server }”没有返回内容：该资源为空或不存在。
resource-no-watch = “{ $server }”不报告资源的更改。
resource-watched-most = 每个服务器最多可关注 1,000 个资源。
resource-watched-most-remedy = 请取消关注另一个资源。
resource-watch-row = 开始关注 { $resource }
resource-unwatch-row = 取消关注 { $resource }
resource-missing = “{ $server }”报告此资源不存在。
resource-missing-remedy = 列表可能已过时，请刷新。
    .terminal = “portcullis-cli resources { $label }”会列出现有的资源。
resource-unlisted-remedy = 服务器也没有列出它。请检查 URI。
    .terminal = 请检查 URI。“portcullis-cli resources { $label }”会列出现有的资源。
content-gone = 此内容已不在内存中。
content-gone-remedy = 请重新调用、读取或获取以查看。
content-not-text = 此内容不是文本。你可以保存它。
content-not-media = 此内容既不是图片也不是音频。你可以保存它。
content-not-image = 此内容不是图片。

## 审计日志

record-keychain = 钥匙串
record-secrets-file = 你的机密文件
record-restored-why = 你恢复了备份。钥匙串中记录的是第 { $row } 条。
record-restored-row = 审计日志已回到第 { $row } 条
record-restored = 已恢复备份
record-locked = 钥匙串已锁定或不存在。未接受审计日志。
record-locked-remedy = 请解锁后重试。
record-accepted-row = 已按当前状态接受审计日志
record-accepted = 你已接受

## 文件夹（续）

folders-most = “{ $server }”已有 { $count } 个文件夹，已达上限。
folders-most-remedy = 请先移除一个，或选择包含多个文件夹的上级文件夹。
folders-added-row = 已添加文件夹
folders-gone = “{ $server }”已没有此文件夹。
folders-removed-row = 已移除文件夹
folders-withheld-row = 不共享文件夹
folders-ask-row = 文件夹需要再次批准
folders-changed = “{ $folder }”已不是你选择的文件夹，未添加。

## 故障后启动

safe-start = Portcullis 连续 { $count } 次在启动后立即退出，因此没有启动任何服务器。
safe-start-row = 启动时停用了所有服务器
safe-start-off = { $sentence }已停用：{ $servers }。
safe-start-outcome = 已停用所有服务器
safe-start-remedy = 请逐个启用服务器以找出原因。

## 任务

task-gone = 此任务已结束或不再列出。请在“活动”中查看其条目。
    .terminal = 此任务已结束或不再列出。请用“portcullis-cli audit list”查看其条目。
task-stopping = 你已请“{ $server }”停止任务，尚未得到确认。
task-stopping-away = 你已停止任务。“{ $server }”重新连接后会获知。
task-away = “{ $server }”未连接。任务可能仍在运行；重新连接后 Portcullis 会检查。
task-needs-input = “{ $server }”需要你的输入才能继续。
task-trouble = { $trouble }Portcullis 会重试。
task-working = “{ $server }”正在处理。
task-finished-first = 任务还未来得及停止，“{ $server }”就已将其完成。
task-finished = “{ $server }”已完成任务。
task-server-removed = 任务运行期间你移除了“{ $server }”。任务可能仍在服务器上运行。
task-same-id = “{ $server }”给此调用的 ID 与你的另一个任务相同，因此 Portcullis 不跟踪它。
task-same-id-remedy = 这是服务器的缺陷。“协议”标签页显示了它发送的内容。
    .terminal = 这是服务器的缺陷。请查看其日志：“portcullis-cli logs { $label }”。
task-too-many = “{ $server }”已有 { $count } 个任务，已达上限。Portcullis 已请它停止此任务。
task-too-many-remedy = 请等待部分任务结束，或停止它们。
task-era = “{ $server }”现在使用其他协议版本，Portcullis 无法再跟踪此任务。任务可能仍在服务器上运行。
task-era-remedy = 如果任务重要，请恢复服务器的协议设置并重新运行。
task-no-answer = “{ $server }”未得到此任务所需的输入。Portcullis 已请它停止。
task-no-answer-remedy = 如需回答，请重新运行。
task-stopped-by-you = 你停止了“{ $server }”的任务。此前产生的影响仍然保留。
task-stopped-by-server = “{ $server }”自行停止了此任务。此前产生的影响仍然保留。
task-unknown = “{ $server }”已没有此任务，无法得知任务是否已完成。
task-unknown-remedy = 服务器可能已重新启动。重新运行之前请检查已完成的内容。
task-expired = “{ $server }”未在任务过期前将其完成。任务可能仍在服务器上运行。
task-expired-remedy = 重新运行之前请检查已完成的内容。
task-not-listed = 无法列出其任务：{ $reason }

## 工具

tool-changed-review = 定义在显示之后发生了更改，未标记为已审核。
tool-changed-review-remedy = 请阅读当前定义。
tool-reviewed-row = 审核 { $tool }
review-question = 将“{ $server }”的这个定义标记为已审核？
review-row-tool = 工具（名称来自服务器）
review-row-title = 标题（文本来自服务器）
review-row-description = 说明（文本来自服务器）
review-row-argument = 参数（文本来自服务器）
review-row-quotes = 警告所引用的文字
review-no-description = 服务器没有提供说明。
review-note-allows = 此标签不会允许任何操作。请求中会显示它，让你知道自己读过哪些定义。
review-note-change = 定义更改后，此标签会自动移除。
review-why = 你在批准窗口中阅读了该定义，并将其标记为已审核。
review-terminal-why = 你在终端中阅读了该定义并运行了工具。

## 在不向 Portcullis 报告点击和按键的系统上，主窗口的操作

act-question = 为主窗口执行此操作？
act-row-action = 操作
act-note-press = 在此系统上，Portcullis 无法得知你是否在主窗口中点击或按键，因此在这里询问。
act-note-page = 仅当你刚刚执行了此操作时才批准。机密不会显示。
act-why = 你批准了主窗口的此操作。
act-outcome = 已批准

## 工具（续）

tool-schema-unusable = 无法使用工具的 schema：{ $reason }
tool-left-out = 已略去“{ $server }”的“{ $tool }”，无法调用。{ $reason }
tool-unlisted = Portcullis 无法得知“{ $server }”是否有工具“{ $tool }”。{ $reason }
tool-unlisted-remedy = 请重新启动服务器，或稍后重试。
tool-none = “{ $server }”没有工具“{ $tool }”。
tool-nearest = 你是指“{ $tool }”吗？
tool-asks-blocked = 已阻止，直到你接受其新定义。
tool-asks-seen = 在你的权限再次生效前会再询问你一次：有一次调用与服务器的声明不符。
tool-asks = 模型调用时询问你。
tool-unchanged = 此工具与你批准的一致，无需决定。
tool-new-definition-row = { $tool } 的新定义
tool-accepted-why = 你审核并接受了差异。
tool-accepted-vary-why = 你审核并接受了差异，并允许部分内容变化。
tool-accepted = 你已接受
tool-turned-off-why = 你选择停用服务器。
tool-kept-blocked-why = 你选择继续阻止此工具。
tool-kept-blocked = 你继续阻止
tool-closed = 在你回答之前 Portcullis 已退出。工具仍处于阻止状态。
tool-question-over = 在你回答之前定义再次更改，因此请求已撤回。
vary-ended-row = 不再允许内容变化：{ $tool }
vary-changed = 你已更改
vary-none = 此工具没有允许变化的部分。
demo-place = Portcullis 内置
browser-not-opened = 浏览器未打开：{ $reason }。已告知服务器。
browser-not-opened-remedy = 请在系统设置中选择默认浏览器。

## 审计日志中的请求者和结果

asked-by-you = 你
asked-by-server = 服务器
outcome-saved = 已保存
permission-given = 已允许
permission-revoked = 已撤销
carried-kept = 已保存；保留 { $kept } 项权限
carried-ended = 已保存；终止 { $ended } 项权限
carried-ended-kept = 已保存；终止 { $ended } 项权限，保留 { $kept } 项

## 客户端 ID 元数据文档

account-document-missing = 无法加载“{ $host }”处的客户端 ID 元数据文档（HTTP { $status }）。
account-document-invalid = “{ $host }”处的文档不是客户端 ID 元数据文档。
account-document-other = “{ $host }”处的文档属于其他客户端。
account-document-no-name = “{ $host }”处的文档没有客户端名称。
account-document-redirect = “{ $host }”处的文档未列出 Portcullis 的重定向 URI。
account-document-secret = “{ $host }”处的文档未声明 Portcullis 没有客户端密钥。
account-document-remedy = 请完全按照 Portcullis 显示的内容发布文档。

## 附加文件：问题

attach-unreadable = 无法读取“{ $name }”：{ $reason }。
attach-unreadable-remedy = 请重新选择。
attach-too-large = “{ $name }”超过 { $size } MiB。
attach-too-large-remedy = 请选择较小的文件，或其中的一部分。
attach-not-file = “{ $name }”不是文件。
attach-not-file-remedy = 请选择文件。
attach-empty = “{ $name }”是空的。
attach-other-remedy = 请选择其他文件。
attach-image-too-large = “{ $name }”是超过 { $size } KiB 的图片。
attach-image-too-large-remedy = 请先将其缩小。
attach-unknown-kind = “{ $name }”不是文本、图片、音频或 PDF。
attach-text-too-long = 未附加“{ $name }”：其文本超过 { $size } KiB。
attach-text-too-long-remedy = 请附加较短的部分。
attach-model-images = 据 Portcullis 所知，“{ $model }”不接受图片。未附加“{ $name }”。
attach-model-audio = 据 Portcullis 所知，“{ $model }”不接受音频。未附加“{ $name }”。
attach-model-pdf = 据 Portcullis 所知，“{ $model }”不接受 PDF。未附加“{ $name }”。
attach-model-remedy = 请在对话上方选择其他模型，或在“设置”中为此模型启用。

## 启动服务器和更改的定义

start-ready-soon = 已就绪，用时 { $milliseconds } 毫秒
start-ready = 已就绪，用时 { $seconds } 秒
start-outcome-starts = { $outcome }，以不同的协议版本启动了 { $count } 次
start-outcome-attempts = { $outcome }，以不同的协议版本尝试了 { $count } 次
changes-row-many = { $count } 个定义已更改：{ $names }
changes-row-more = { $count } 个定义已更改：{ $names } 和另外 { $more } 个
changes-blocked = { $count ->
   *[other] 已阻止，直到你审核
}
changes-on-hold = { $count } 项权限已暂停
changes-instructions = 使用说明
secret-left = “{ $server }”的 { $count } 个不再使用的机密无法从钥匙串中删除：{ $reason }

## 导出的对话

paper-exported = Portcullis 中的对话，导出于 { $time }。
paper-stopped = 已停止
paper-thought = 推理过程：
paper-prompt = 服务器{ $server }的提示词，由你附加。名称和文本（来自服务器）：
paper-resource = 服务器{ $server }的资源，由你附加。名称和文本（来自服务器）：
paper-left-out = 未包含：{ $what }
paper-file = 由你附加的文件：{ $kind }，{ $bytes } 字节，SHA-256 { $digest }。名称：
paper-file-text = 文本：
paper-made-audio = 模型生成的音频，不包含在此文件中：{ $kind }，{ $bytes } 字节，SHA-256 { $digest }。名称：
paper-made-image = 模型生成的图片，不包含在此文件中：{ $kind }，{ $bytes } 字节，SHA-256 { $digest }。名称：
paper-model-received = 模型收到的内容：
paper-your-reason = 你的原因：
paper-search = 模型搜索了工具：
paper-search-found = 找到：
paper-rejected-call = 模型的一次工具调用未运行。名称和参数：
paper-error = 错误：
paper-error-said = 错误详情：
paper-call = 调用服务器{ $server }的工具 · { $state } · { $row }。名称和参数：
paper-call-result = 结果（以审计日志为准）：
paper-made-picture = 模型生成的图片：{ $kind }，{ $bytes } 字节，SHA-256 { $digest }。其名称：
paper-picture-left-out = 未包含此图片：它已不再保留，或导出的图片过多。
paper-result-pictures = 上述结果中的图片：
paper-result-media-left-out = 上述结果中有 { $count } 个图片或音频文件未包含。
paper-summary = 模型 { $model } 于 { $time } 总结了以上 { $count } 条消息。
paper-summary-used = 此对话的模型收到的是总结。
paper-summary-replaced = 此总结已由后来的总结取代。
paper-summary-text = 总结：
paper-export-row = 导出对话“{ $title }”
paper-export-why = 由你导出。
paper-export-done = 已保存

## 模型的回复（续）

turn-call-stopped = 调用在运行之前已停止。
turn-too-many-calls = 模型在一次回复中请求了超过 { $count } 次工具调用。只运行前 { $count } 次。
turn-too-many-calls-rest = 此回复中另有 { $count } 次工具调用因同样的原因未运行。已告知模型。
turn-too-many-calls-row = 一次回复中另外 { $count } 次工具调用
chat-unnamed = 新对话

## 服务器不提供的内容，用于“……不提供……”

offer-prompts = 提示词
offer-resources = 资源
offer-log-level = 日志级别

## 模型访问（续）

sampling-request-row = 模型请求
sampling-response-row = 模型回复
sampling-response-summary = { $parts } 个部分，约 { $tokens } 个 token，停止原因 { $stop }

## 你选择的文件夹

folders-note-fenced = 除隔离允许的内容外，服务器的程序还可读取和更改这些文件夹。在此更改会重新启动服务器。
folders-note-container = 容器可以读取和更改这些文件夹，它们在容器中的路径相同。在此更改会重新启动服务器。
folders-note-container-open = 这些文件夹不在容器中。要挂载它们，请启用服务器的隔离，或在命令中挂载。
folders-note-withheld = 这些文件夹未与服务器共享。其程序只能使用隔离所允许的内容。
folders-note = 文件夹告知服务器在哪里工作，但不会限制它：本机上的程序可以读取你能读取的一切。
folder-not-absolute = “{ $folder }”不是绝对路径。
folder-unreadable = 无法打开“{ $folder }”：{ $reason }。
folder-not-folder = “{ $folder }”不是文件夹。
folder-name = “{ $folder }”的名称无法表示为文本。
folder-uri = “{ $folder }”无法表示为 URI。
folder-own-data = “{ $folder }”用于存放 Portcullis 自身的数据，无法添加。
folder-warning-computer = 这是整台计算机。
folder-warning-home = 这是你的整个主文件夹，包括其中的所有内容。
folder-warning-around-home = 你的整个主文件夹位于此文件夹中。
folder-warning-data = Portcullis 的数据位于此文件夹中，包括审计日志。
folder-warning-around-keys = 其他程序在此文件夹中保存密钥、密码或会话。
folder-warning-keys = 此文件夹中存有机密。{ $what }
folder-not-mounted = 无法将“{ $folder }”挂载到容器中：{ $why }。
folder-not-mounted-whole = 不会将“{ $folder }”挂载到容器中。{ $why }
folder-not-mounted-remedy = 请选择只包含一个项目的文件夹。
folder-not-started = 未启动“{ $server }”：{ $why }
folder-not-started-remedy = 请从此服务器的文件夹中移除该文件夹。
path-own-data = 属于 Portcullis 自身的数据。

## 审计日志和钥匙串

record-knew-none = 钥匙串中没有记录任何条目。
record-knew = 钥匙串中记录的是第 { $entry } 条。

## 任务（续）

task-unstopped-by-you = 你不再等待“{ $server }”确认停止。任务可能仍在服务器上运行。
task-unstopped-gone = 你停止了任务，但“{ $server }”已不存在。任务可能仍在运行。
task-unstopped-silent = 你停止了任务，但“{ $server }”没有确认。任务可能仍在服务器上运行。
task-unstopped-cannot = “{ $server }”无法停止任务，Portcullis 只是不再等待。任务可能仍在服务器上运行。
task-others = 服务器有 { $count } 个 Portcullis 未跟踪的任务

## 更改的工具

tool-question-allowed = “{ $server }”更改了你曾允许的工具
tool-question-known = “{ $server }”在你批准后更改了一个工具

## 参数和浏览器

call-argument-at = { $place } 处：{ $problem }
call-schema-unusable = 未调用“{ $server }”的“{ $tool }”，因为无法使用其输入 schema：{ $reason }。
call-schema-unusable-remedy = 这是服务器的缺陷。请向其作者报告。
call-arguments-mismatch = 参数不符合“{ $server }”的 schema：{ $problem }。未调用工具。
call-arguments-mismatch-more = 参数不符合“{ $server }”的 schema：{ $problem }（另有 { $count } 处问题）。未调用工具。
browser-broken = 浏览器未打开。

profile-first = 默认
profile-name = 配置方案需要一个不超过 { $limit } 个可见字符的名称。
profile-gone = 配置方案“{ $name }”已不存在。
profile-created-row = 已添加配置方案“{ $name }”
profile-renamed-row = 配置方案“{ $before }”已重命名为“{ $name }”
profile-removed-row = 已移除配置方案“{ $name }”
profile-used-row = 已切换到配置方案“{ $name }”

server-note-row = 备注已更改
server-note-length = 备注最多 { $limit } 个字符。

notation-row = 定义的写法已更改：{ $name }
notation-row-many = { $count } 个定义的写法已更改
notation-why = 新旧定义的含义相同，因此你的批准和权限仍然有效。

## 隔离

fence-no-helper = 缺少程序 { $program }。
fence-cannot-run = 服务器无法这样运行：{ $why }。
fence-not-here = 本机无法使用隔离：{ $why }
fence-default-off = “设置”中已停用新服务器的隔离。
fence-default-container = 它由容器引擎运行，可访问网络和命令中指定的内容。启用隔离后，引擎会限制它：只读，且在你允许主机之前没有网络。
fence-default-elsewhere = 它由另一个程序或计算机运行，因此隔离这条命令不起作用。
fence-default-builds = 它在每次启动时构建或下载程序，而隔离会阻止这一点。
fence-folder-ours-remedy = 请移除该文件夹，改选其中不含 Portcullis 数据的文件夹。
fence-home = 未启动“{ $server }”：无法创建其主文件夹（{ $why }）
# In the audit log and at the gate. The host is in the words of the server and follows.
behavior-closed-contacted = 服务器声明此工具只使用自己的数据，但在一次调用期间它连接了
behavior-closed-stopped = 服务器声明此工具只使用自己的数据，但在一次调用期间它试图访问
behavior-reads-contacted = 服务器声明此工具为只读，但在一次调用期间它连接了
behavior-reads-stopped = 服务器声明此工具为只读，但在一次调用期间它试图访问
behavior-reads-wrote = 服务器声明此工具为只读，但在一次调用期间，它或其他程序更改了
behavior-why = { $remark }“{ $what }”（来自服务器的文本）。
behavior-row-wrote = { $outcome }；与服务器的声明不符，“{ $what }”在调用期间发生了更改（也可能是其他程序所为）
behavior-row = { $outcome }；与其声明不符，服务器连接了或试图访问“{ $what }”
# In a list of what a fence blocked.
fence-own-sandbox = 自建的沙盒（用户命名空间）
fence-kept-out = 隔离阻止了对 { $what } 的访问。
launch-then-fenced = 它会在本机的隔离中运行程序

## 只获取一次的软件包

fetch-row = 获取 { $package }
fetch-why = 你批准了获取。
fetch-done = 已获取
fetch-ended = 此获取已结束。
fetch-stopped = 已停止获取。没有添加任何内容。
fetch-folder = 未获取软件包：无法创建其文件夹（{ $why }）。
fetch-same = 此服务器运行的已是 { $package }。没有更改。
fetch-older = 你的最短发布时间设置只允许版本 { $version }，它比 { $package } 更旧。没有更改。
fetch-older-remedy = 请等较新的版本达到发布时间后再检查，或更改 npm 或 uv 的设置。
fetch-failed = 未获取 { $package }：{ $program } 失败。
fetch-too-long = 未获取 { $package }：{ $program } 用时超过 { $minutes } 分钟。
fetch-failed-remedy = 请检查软件包的名称和版本以及你的网络，然后重试。
fetch-not-launcher = 此命令不是运行单个 npm 或 PyPI 软件包的命令。
fetch-not-launcher-remedy = 可以获取 npx PACKAGE 和 uvx PACKAGE 之类的命令。
fetch-question-again = 为“{ $server }”重新获取 { $package }？
fetch-note-again = 此软件包的文件在你批准后发生了变化，因此服务器不会启动。将重新获取同一版本。
fetch-note-named = 此服务器的命令指定了版本 { $version }。将改为获取最新版本。
fetch-other-archive = 注册表现在为 { $package } 提供的归档与你批准的不同。未保留它。
fetch-other-archive-remedy = 已发布的版本不应发生变化。使用其他版本前，请先询问发布者。
update-tools-new = 新工具
update-tools-gone = 已移除的工具
update-tools-changed = 已更改的工具
update-tools = 工具
update-tools-same = 工具与之前相同。
update-tools-unknown = 此服务器之前没有已知的工具，因此未作比较。
update-instructions = 来自服务器的使用说明
update-description = 已更改的说明
update-description-of = 工具“{ $tool }”
update-instructions-text = 已更改的使用说明
update-rewritten = 已更改
update-more = 另有 { $count } 个
update-unread = 在你回答之前，未能读取此版本的工具。{ $why }Portcullis 会阻止已更改的工具，直到你审核。
update-unread-image = Portcullis 不会为读取工具而启动容器镜像。
update-unread-fence = 本机无法建立隔离：{ $why }
update-unread-failed = 没有网络、文件夹和机密时，它未能启动：{ $why }
update-unread-ended = 它在列出工具之前就结束了。
update-unread-time = 它未在 { $seconds } 秒内列出工具。
update-unread-refused = Portcullis 不会按现状启动它：{ $why }
fetch-interrupted = Portcullis 在为“{ $server }”获取 { $package } 时结束。未完成的文件已删除。
fetch-interrupted-remedy = 要使用此软件包，请重新获取。
fetch-question = 为“{ $server }”获取 { $package }？
fetch-row-package = 软件包
fetch-row-commands = 命令
fetch-row-hosts = 连接
fetch-newest = 最新版本
fetch-not-fenced = 软件包管理器在没有隔离的情况下运行：{ $why }
fetch-note-scripts = 不运行安装脚本。
## 需要时启动的服务器

demand-launch-row = 从现在起随 Portcullis 启动
demand-needed-row = 从现在起在需要时启动
demand-asleep-row = 已停止，需要时再启动
demand-asleep-why = 已有 { $minutes } 分钟没有使用它。
demand-not-started = “{ $server }”未能启动：{ $reason }
demand-not-started-remedy = 请打开其页面查看诊断。
    .terminal = 请用“portcullis-cli doctor { $label }”查找原因。
demand-not-approved = 尚未批准。服务器运行时才会提供。
fetch-row-variables = 变量
image-row = 镜像
image-note-run = 获取期间不会运行镜像中的任何程序。
image-note-engine = { $engine } 会从名称所含的镜像仓库获取它，并使用引擎自身的登录信息。
image-note-digest = 以后的启动只运行此镜像（按其摘要）。
image-unread = 未获取镜像：{ $why }
image-failed-remedy = 请检查镜像名称、网络以及引擎是否正在运行。要运行自己构建的镜像，请停用镜像获取。
kubernetes-not = 未导出“{ $server }”：{ $why }。
