## 登录

sign-in-question = 登录“{ $server }”？
sign-in-question-again = 再次登录“{ $server }”？
sign-in-question-other = 使用新账户登录“{ $server }”？
sign-in-question-more = 向“{ $server }”授予更多授权范围？
sign-in-question-more-tool = 为“{ $tool }”向“{ $server }”授予更多授权范围？
sign-in-note-sso = 由你所在组织的身份提供商（“{ $organisation }”）登录。其身份令牌会发送到授权服务器，该处不会打开登录页面。
sign-in-note-workload = 本机文件中的令牌会发送到授权服务器。
sign-in-note-assumed = “{ $server }”未指明授权服务器，因此按旧式服务器处理，视其自身为授权服务器。
sign-in-note-wide = 其中一个授权范围涵盖全部内容。
sign-in-closed = 在你回答之前 Portcullis 已关闭。未登录。
sign-in-changed = 询问期间“{ $server }”的登录设置发生了更改。未打开浏览器。
sign-in-changed-remedy = 请重新登录。
sign-in-no-client = “{ $host }”不支持客户端注册，因此 Portcullis 需要客户端 ID。未登录。
sign-in-no-client-remedy = 请在该处获取客户端 ID，在服务器的“账户”标签页中输入，然后重新登录。
sign-in-why = 你审核并批准了此次登录。
sign-in-cancelled = 已被你取消

## 工具调用

call-not-ready = “{ $server }”未就绪（{ $state }）。未调用工具。
call-not-ready-remedy = 请打开其页面查看处理方法。
call-tool-changed = 在你打开此工具后，“{ $server }”更改了它。未调用工具。
call-tool-changed-remedy = 请阅读当前定义，然后再运行工具。
call-tool-changed-asking = 询问期间“{ $server }”更改了此工具。未调用工具。
call-tool-changed-asking-remedy = 请审核新的定义。
call-closed = 在你回答之前 Portcullis 已关闭。未调用工具。
call-stopped = 你在调用发送之前将其停止。未调用工具。
call-server-gone = 询问期间“{ $server }”断开了连接。未调用工具。
call-allowed-permission = 你允许了它并授予了权限。
call-allowed-once-flow = 你在阅读以下内容后允许了一次：{ $flow }
call-allowed-once = 你允许了一次。
no-always-secret = 参数中包含你的一个机密，因此此调用始终需要批准。
no-always-flow = 带有此数据流警告的调用始终需要批准。
call-question = 允许“{ $server }”运行 { $tool }？
call-question-tool-below = 下方的工具
call-arguments-invalid = 参数不符合“{ $server }”的架构：{ $problem }。参数未更改。
call-arguments-object = 参数必须是对象
call-arguments-not-json = 无法发送参数：{ $problem }。
call-arguments-braces = 参数必须是 JSON 对象：用花括号括起的名称和值。
call-stopped-before = 调用在发送之前已停止。未调用工具。
call-permission-expired = 权限在调用发送之前已过期或被撤销。未调用工具。
call-server-not-ready = “{ $server }”已不再就绪。未调用工具。
call-tool-error = 工具报告了错误
call-ran-declined = 已完成，其中一个请求被拒绝
call-not-kept = 此调用已不在内存中。请在“活动”中查看其条目。

## 导入服务器

import-no-home = 找不到你的主文件夹，因此没有读取其他应用的文件。
import-not-possible = 无法导入“{ $server }”：{ $why }
import-label-twice = 这些服务器中有两个名称都是“{ $server }”。
import-count = 请选择 1 到 { $limit } 个服务器。
import-changed = 文件在读取之后发生了变化。
import-changed-remedy = 请重新查找服务器。
import-not-text = 该文件不是 UTF-8 文本。
import-unread = 无法读取“{ $path }”：{ $cause }。
import-question-one = 添加“{ $server }”并保持关闭？
import-question = 添加 { $count } 个服务器并保持关闭？
import-note-off = 服务器只会保存，不会启动。每个服务器首次启动前，Portcullis 都会请你批准。
import-note-permissions = 其他应用的权限不会导入。
import-value-folder = 工作文件夹
import-value-secret = 存为机密
import-value-missing = 机密，缺少值
import-value-open = 原样保存
import-row = { $count ->
   *[other] 导入了 { $count } 个服务器
}
import-why = 你批准了此次导入。
import-saved = 已保存，处于关闭状态

## 服务器更改时保留的内容

carried-folders = “{ $server }”可以查看你为其选择的文件夹。
carried-model = “{ $server }”可以发送模型请求。每次都会询问你。
carried-ended-why = 程序或 URL 已更改，你没有保留此项。
carried-ended-folders = 文件夹需要再次批准
carried-ended-model = 模型访问已终止
carried-ended-class = 数据流中的“否”设置已重置
carried-secret-program = 传递给当前的 { $program }
carried-secret-url = 发送到 { $url }
carried-secret = “{ $name }”将被{ $where }。
carried-no-private = 不返回私密数据
carried-no-untrusted = 不返回不可信内容
carried-no-sends = 不向外发送数据
carried-class = 你说明了“{ $server }”{ $what }。
carried-class-tool = 你说明了“{ $server }”的“{ $tool }”{ $what }。

## 服务器的表单和链接

elicitation-rejected = 请求被拒绝：{ $why }
form-why-sent = 你填写并发送了表单。
form-sent = 已由你发送
link-why-opened = 你审核并打开了该 URL。
link-opened = 已在浏览器中打开
elicitation-declined-why = 你已谢绝，并已告知服务器。
elicitation-dismissed-why = 你已忽略。已告知服务器未作出决定。
elicitation-declined = 已被你谢绝
elicitation-dismissed = 已被你忽略
form-note-secret = 消息提到了机密。请勿填写机密：服务器会原样收到你填写的内容。
elicitation-the-server = 服务器
form-secret-field = 有一个字段要求填写机密，已被略去。
form-secret-fields = 有 { $count } 个字段要求填写机密，已被略去。
form-row = 请你填写表单
link-row = 请你打开 URL
page-row = 等待你在网页上完成操作
page-why = 完成后“{ $server }”将继续。
page-done-why = 你表示已在该处完成。
page-again = 已重试
page-given-up-why = 你放弃了等待该页面的调用。
page-given-up = 已被你放弃
page-question = 你是否已在“{ $server }”请你打开的页面上完成操作？
form-invalid-row = 发送了无效的表单
link-invalid-row = 请求打开无法打开的 URL
form-no-version = 其协议版本不支持表单。
elicitation-too-large = 请求过大，无法显示。
elicitation-invalid = 该请求不是有效的征询 (elicitation)。
form-message-too-long = 消息过长，无法显示。
form-missing = 缺少表单。
link-no-version = 其协议版本不支持打开 URL。
link-message-too-long = 消息过长，无法显示。
link-no-id = 该 URL 没有 elicitation ID。
link-missing = 缺少 URL。
elicitation-unknown-mode = 不支持该征询方式。

## 文件夹

roots-withheld-why = 你不共享这些文件夹。
roots-told-none = 已告知没有文件夹
roots-told-why = 你与其共享这些文件夹。
roots-by-setting = 已按你的设置回答
roots-during-call = 在此调用期间你没有与“{ $server }”共享文件夹。
roots-note-none = 你尚未为此服务器选择文件夹。将告知它没有文件夹。
roots-question = 与“{ $server }”共享这些文件夹？
roots-declined = 你未共享
roots-dismissed = 已被你忽略
roots-allowed-why = 你审核了这些文件夹并予以共享，直到你更改。
roots-denied-why = 在你更改之前，不共享这些文件夹。
roots-undecided-why = 你没有作出决定。已告知服务器没有文件夹。
roots-row = 请求文件夹

## 服务器提问（通用）

questions-flood-row = 请求过于频繁
questions-flood-why = “{ $server }”在一分钟内发送了超过 { $times } 个请求。后续请求将不询问你而直接拒绝。
questions-flood-outcome = 未经询问即拒绝
questions-closed = 在你回答之前 Portcullis 已关闭。已告知服务器未作出决定。
questions-withdrawn = “{ $server }”撤回了请求或已断开连接。

## 模型访问 (sampling)

sampling-invalid-outcome = 请求无效
sampling-invalid = “{ $server }”发送了无效的模型请求：{ $problem }。
sampling-over-outcome = 已不再需要
sampling-on = 已允许模型访问
sampling-off = 模型访问已终止
sampling-not-offered-outcome = 未允许
sampling-not-offered = “{ $server }”没有模型访问权限。你可以在其页面上允许。
sampling-no-model = 没有可用的模型
sampling-unprompted-outcome = 没有进行中的请求
sampling-unprompted = “{ $server }”在你没有向它发出请求时发送了模型请求。
sampling-closed = 在作出决定之前 Portcullis 已关闭。
sampling-withdrawn = “{ $server }”撤回了请求或已断开连接。
sampling-call-ended = 其所属的调用已结束。
sampling-during-call = “{ $server }”在此调用期间发送了模型请求。{ $why }
sampling-used = 今日已用：{ $requests } / { $most } 个请求，{ $tokens } / { $most_tokens } 个 token。
sampling-too-many-open = “{ $server }”已有 { $count } 个未完成的模型请求。此请求已被拒绝。
sampling-too-often = “{ $server }”在一分钟内发送了 { $count } 个模型请求。此请求已被拒绝。
sampling-daily-limit = “{ $server }”已达到每天 { $requests } 个模型请求或 { $tokens } 个 token 的限额。没有模型收到此请求。
sampling-part-unreadable = 有一部分无法读取
sampling-part-unshown = 有一部分无法显示（{ $reason }）
sampling-media-typed = 图像、音频和文件的数据无法编辑
sampling-secret = 其中包含你的一个机密，或类似机密的内容。请将其删除，或拒绝此请求。
sampling-model-chosen = 由你选择。
sampling-note-capped = 它请求 { $asked } 个 token；服务器的上限为 { $most } 个。
sampling-note-metadata = 它还发送了模型提供商设置，这些设置不会转发。
sampling-note-tools = 这些工具属于服务器自身。模型可以请求它们，但 Portcullis 不会运行。
sampling-note-round = 这是使用其工具的第 { $round } 轮；上限为 { $most } 轮。
sampling-note-no-cause = Portcullis 无法判断它属于你的哪次调用。
sampling-note-tool-use = 模型请求服务器的一个工具。该请求只会转交，Portcullis 不会运行。
sampling-edit-invalid = 无效：{ $problem }。请求未更改。
sampling-context-none = 不会发送其他上下文：不含对话，也不含其他服务器的数据。
sampling-context-all = { $nothing }它请求了所有服务器的上下文，此内容不会发送。
sampling-context-own = { $nothing }它请求了自身的上下文，此内容也不会发送。
sampling-allowed-why = 你允许“{ $server }”访问模型；每个请求均由你批准。
sampling-answered-by = 由 { $model } 回答
sampling-written-why = 由你撰写。
sampling-result-why = 在“{ $server }”收到之前会询问你。
sampling-handed-over = 已发送到服务器
sampling-question = 允许“{ $server }”将此内容发送给模型？
sampling-sent-why = 你审核并将其发送给 { $model }。
sampling-timeout = 模型在 { $seconds } 秒内没有回应。“{ $server }”未收到回复。
sampling-by-hand-why = 你自己撰写了回复。没有模型收到该请求。
sampling-result-question = 将此回复发送给“{ $server }”？
sampling-result-sent-why = 你审核并发送了回复。
sampling-revoked-outcome = 不再允许
sampling-revoked = 你撤销了“{ $server }”的模型访问权限。它未收到回复。
sampling-empty-outcome = 回复为空
sampling-empty = 模型返回了空回复。“{ $server }”未收到任何内容。

## 添加模型提供商

provider-added-row = 添加模型提供商“{ $provider }”
provider-key-row = 更改“{ $provider }”的 API 密钥
provider-why = 你审核了其去向并予以批准。
provider-question = 添加模型提供商“{ $provider }”？
provider-key-stored = 作为机密存储，仅发送到此 URL
provider-key-question = 替换“{ $provider }”的 API 密钥？
provider-key-replaced = 已替换：作为机密存储，仅发送到此 URL
provider-note-goes = 与其模型的对话会发送到此 URL，包括服务器返回的结果。
provider-note-key = 密钥的所有者可能可以在提供商处看到使用该密钥发送的内容。
provider-elsewhere = { $provider } 通常位于 { $usual }。这是不同的 URL。
provider-host-reads = 其主机显示为“{ $text }”

## 数据流设置

flow-closed = 在你回答之前 Portcullis 已关闭。设置未更改。
flow-approved-why = 你审核并批准了此更改。
flow-stricter-why = 它使审批更严格，因此无需批准。
flow-gives-private = 返回私密数据
flow-no-private = 不返回私密数据
flow-gives-untrusted = 返回不可信内容
flow-no-untrusted = 不返回不可信内容
flow-sends = 向外发送数据
flow-no-sends = 不向外发送数据
flow-not-set = 未设置
flow-tool-of = “{ $server }”的 { $tool }
flow-question = 减少对 { $what } 数据的询问？
flow-row-private = 返回私密数据
flow-row-untrusted = 返回不可信内容
flow-row-sends = 向外发送数据
flow-note-permissions = 目前需要批准的调用之后可以凭权限运行。Portcullis 无法核实这些回答是否属实：仅在了解此服务器的行为时才更改。
flow-note-past = 这也适用于对话已经读取的数据。

## 添加和启动服务器

launch-changed-state = 批准后已更改
launch-new-state = 尚未批准
label-taken = 名为“{ $server }”的服务器已存在。服务器未保存。
label-taken-remedy = 请选择其他名称。
label-similar = “{ $name }”与已有的“{ $other }”外观相似。服务器未保存。
label-similar-remedy = 请选择外观不同的名称。
launch-closed = 在你回答之前 Portcullis 已关闭。服务器未保存。
launch-not-saved = “{ $server }”未保存。
launch-cancelled = 已被你取消
launch-why = 你审核并予以批准。
launch-stale = 询问期间“{ $server }”已被更改。更改未保存。
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
roots-told = 已告知
flow-yes = 是
flow-no = 否
flow-none = 未设置
flow-set = 设置数据流：{ $what }
flow-set-tool = 设置 { $tool } 的数据流：{ $what }
provider-no-key = 无
provider-row-api = API
provider-row-url = URL
provider-row-key = API 密钥
