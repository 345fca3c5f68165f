# 终端输出的内容。

## 启动和命令行

start-failed = Portcullis 无法启动：{ $cause }。
no-backup-made = 未创建备份：{ $cause }
no-home = 找不到用于存放数据的主文件夹。请用 --data-dir 指定一个文件夹。
data-folder-none = “{ $path }”不是文件夹，不能用作数据文件夹。
data-folder-unmade = 无法创建数据文件夹“{ $path }”。
data-folder-other = 请用 --data-dir 指定另一个文件夹。
help-hint = 请查看“{ $command } --help”。
command-missing = 缺少命令。
line-no-command = 没有命令“{ $word }”。
line-unknown = 此处不应有“{ $word }”。
line-twice = { $word } 只能指定一次。
line-conflict = { $word } 不能与 { $others } 同时使用。
line-no-equals = { $word } 的值写在“=”之后。
line-no-value = { $word } 需要一个值。
line-bad-value = { $word } 不接受“{ $value }”。
line-bad-value-reason = { $word } 不接受“{ $value }”：{ $reason }。
line-not-one-of = { $word } 不接受“{ $value }”。可用的值：{ $values }。
line-too-many = { $word } 的值过多：“{ $value }”是多余的。
# 例如“缺少 <TOOL>。”
line-missing = 缺少 { $what }。
line-missing-one-of = 缺少以下各项之一：{ $options }。
line-not-text = 有一个参数不是 UTF-8 文本。
value-not-known = 不是可接受的值
value-not-text = 这不是文本。
secret-on-line = 请勿将机密写在命令行上。单独使用该选项时会询问机密；加上“=-”则从标准输入读取一行。
word-too-many-secret = 多了一个参数。请勿将机密写在命令行上，Portcullis 会询问。
word-too-many-program = 多了一个参数。程序写在“--”之后，URL 写在 --url 之后，机密由 Portcullis 询问。
secret-name-on-line = 请勿将机密写在命令行上。--secret NAME 会询问机密，--secret NAME=- 从标准输入读取一行。
value-pair = 请写成 NAME=VALUE。
value-named = --env 和 --header 的格式为 NAME=VALUE。
value-empty = 值为空
value-number-from = 不是大于或等于 { $least } 的整数
value-number-between = 不是 { $least } 到 { $most } 之间的整数
stopped = 已停止。未执行其他操作。

## 帮助

help-usage = 用法：
help-commands = 命令：
help-arguments = 参数：
help-options = 选项：
help-default = [默认值：{ $value }]
help-values = [可用的值：{ $values }]

## 终端

pages-last = 接下来是最后一页。
pages-more = 后面还有 { $count } 页。
read-on = -- { $more }按 Enter 继续阅读。
secret-by-name = 请用“--secret NAME=-”通过标准输入提供。
unreadable-input = 无法读取标准输入：{ $cause }。
output-unwritten = 无法写入标准输出：{ $cause }。部分输出缺失。
terminal-failed = 无法使用终端：{ $cause }。
try-again = 请重试。
# 前后两个句子。
sentences = { $first }{ $second }
named-title = { $name }（“{ $server }”给出的标题：“{ $title }”）
named-title-its-server = { $name }（其服务器给出的标题：“{ $title }”）
said-by-server = 来自服务器的消息：{ $text }
said-by-program = 程序的输出：{ $text }
said-by-authorization-server = 来自授权服务器的消息：{ $text }
said-by-provider = 来自模型提供商的消息：{ $text }
said-by-registry = 来自注册表的消息：{ $text }
said-by-client-document = 来自客户端 ID 元数据文档的文本：{ $text }
said-by-network = 来自网络的消息：{ $text }
said-by-library = 来自请求库的详细信息：{ $text }
ids-listed = “portcullis-cli { $command }”会列出它们。

## 查找和启动服务器

no-server = 没有名为“{ $label }”的服务器。
did-you-mean = 你是指“{ $near }”吗？
servers-listed = “portcullis-cli server list”会列出你的服务器。
server-ambiguous = 有多个服务器与“{ $label }”匹配。
label-exactly = 请按“portcullis-cli server list”中的写法准确输入名称。
server-off = “{ $server }”已停用，未启动。
turn-on = 用“portcullis-cli server enable { $server }”启用它。
starting-server = 正在启动“{ $server }”…
# 启动的进展，例如“正在重新连接”。
starting-how = “{ $server }”：{ $state }
start-as-now = 按当前状态启动？
server-not-ready = “{ $server }”未就绪（{ $state }）。

## 服务器的结果

tool-failed = “{ $tool }”报告了错误。
fence-blocked = “{ $server }”的隔离阻止了对 { $what } 的访问。
fence-blocked-allow = 要允许访问：“portcullis-cli server fence { $label } allow { $grant }”
result-unfit = 结构化结果不符合工具的输出 schema。
more-blocks = [还有 { $count } 个内容块；用 --json 查看全部]
content-bytes = [{ $mime }，{ $size }；用 --json 查看数据]
content-link = [链接：{ $name } <{ $uri }>]
content-resource = [资源：{ $uri }，{ $size }；用 --json 查看数据]
call-wrote = “{ $server }”在调用期间的输出：
logs-none = “{ $server }”没有写入任何日志。

## 表格标题

heading-id = ID
heading-uses = 使用次数
heading-last = 上次使用
heading-given = 授予时间
heading-permission = 权限
heading-made = 创建时间
heading-size = 大小
heading-name = 名称
heading-conversation = 对话
heading-what = 内容
heading-from = 来源
heading-by = 通过
heading-since = 开始时间
heading-private = 私密
heading-strangers = 不可信
heading-sends = 对外发送
heading-label = 名称
heading-state = 状态
heading-runs = 命令或 URL
heading-application = 应用
heading-server = 服务器
heading-note = 说明
heading-provider = 模型提供商
heading-model = 模型
heading-reads = 上下文
heading-price = 价格
heading-tokens = TOKEN
heading-tool = 工具
heading-when = 时间
heading-messages = 消息
heading-folder = 文件夹
heading-title = 标题
heading-who = 发言者
heading-row = 条目
heading-asked-by = 请求者
heading-outcome = 结果
heading-took = 耗时
heading-prompt = 提示词
heading-arguments = 参数
heading-description = 服务器的说明
heading-resource = 资源
heading-template = 模板
heading-type = 类型
heading-program = 程序
heading-version = 版本
heading-path = 路径

## 服务器

on = 已启用
servers-none = 还没有服务器。可用“portcullis-cli server add”添加。
off = 已停用
server-is-on = “{ $server }”已启用。状态：{ $state }。
server-is-off = “{ $server }”已停用。
sampling-on = “{ $server }”可以向你的模型发送请求。每个请求在发送之前、每条回复在交给“{ $server }”之前，都需要你批准。
sampling-off = “{ $server }”不能向你的模型发送请求。
remove-server = 这将移除“{ $server }”及其机密、登录和权限。审计日志会保留。
no-terminal-remove = 这不是交互式终端，因此未移除任何内容。
ask-remove = 移除吗？
remove-denied = 你已拒绝。未移除任何内容。
server-removed = 已移除“{ $server }”及其机密和权限。审计日志会保留。
server-removed-left = 已移除“{ $server }”及其权限，但未能移除其全部机密。审计日志会保留。
server-label = 名称
server-state = 状态
server-program = 程序
server-argument = 参数
server-folder = 文件夹
home-folder = 你的主文件夹
server-url = URL
demo-server = Portcullis 内置的演示服务器
server-variable = 环境变量
server-header = 标头
stored-as-secret = { $name }（作为机密存储）
server-transport = 传输方式
only-streamable-http = 仅 Streamable HTTP
only-sse = 仅 HTTP+SSE
server-start-limit = 启动超时
sampling-yes = 是，每个请求都需要你批准
no = 否
server-sampling = 模型访问
server-protocol = 协议版本
server-says-it-is = 自称
server-tools = 工具
not-listed = 未列出
tools-changed = { $count } 个工具与你批准的不同
server-changed = 更改
server-ready-in = 就绪用时
server-approved = 批准时间
no-terminal-add = 这不是交互式终端，因此未添加“{ $label }”。
run-or-read-start = 请在终端中运行。如果你已阅读将要运行的内容，请加上 --yes。
ask-add-start = 添加并启动？
ask-add = 添加但不启动？
argument-elsewhere = “{ $argument }”位于当前文件夹，但服务器在你的主文件夹中启动。要在此处启动，请加上“--cwd .”。
server-not-added = 未添加“{ $server }”。
server-added = 已添加“{ $server }”。状态：{ $state }。
ask-store-secret = “{ $name }”看起来是机密。将其值作为机密存储？
no-terminal-secret = 这不是交互式终端，Portcullis 无法询问机密“{ $name }”。
ask-secret = “{ $name }”的值（不显示）：
secret-empty = 机密“{ $name }”没有值。
value-again = 请重新运行该命令并输入值。
start-limit-unknown = 请使用 { $least } 到 { $most } 之间的秒数，或“usual”
mark-is = “{ $server }”的标识为 { $letters }，颜色 { $color }。
no-terminal-edit = 这不是交互式终端，因此未更改“{ $server }”。
ask-save-start = 保存并启动？
ask-save = 保存但不启动？
usual-time = 默认值
start-limit-is = “{ $server }”的启动超时为{ $limit }。状态：{ $state }。

## 导入和导出

no-configuration = 未在本机上找到“{ $application }”的配置。
configurations-listed = “portcullis-cli server import --list”会列出找到的内容。
import-nothing = 没有可导入的服务器。
export-none = 没有可导出的服务器。
export-none-remedy = 请用“portcullis-cli server add”添加服务器，或选择其他配置方案。
export-no-secrets = 不包含机密的值。
export-no-demo = 演示服务器是 Portcullis 的一部分，不包含在内。
export-left-out = 不包含“{ $server }”。{ $why }
export-no-application = Portcullis 无法导出到名为“{ $application }”的应用。
export-applications = 支持的应用：{ $applications }。
export-all-kept = 已存在：{ $servers }。“--replace”会替换它们。
export-denied = 你已拒绝。未更改文件。
export-done = 已写入“{ $path }”：{ $servers }。
export-kept = 已存在，未更改：{ $servers }。
export-backup = 之前的文件保存在它旁边，名为“{ $backup }”。
ask-paste = 请粘贴配置，然后按 Ctrl-D。
standard-input = 标准输入
unreadable-source = 无法读取{ $source }：{ $cause }。
not-utf8 = { $source }不是 UTF-8 文本。
same-server = “{ $known }”是同一个服务器。
project-none = 该项目的文件中没有服务器。
others-none = 未找到其他应用的服务器。
here-as = 已添加为“{ $known }”
import-unstored = 未添加服务器。
import-denied = 你已拒绝。未添加服务器。
imported = 已添加并处于停用状态：{ $servers }。可用“portcullis-cli server enable LABEL”启用。

## 工具和调用

tool-remarks = { $state }，{ $count } 条警告
left-out = 已略去：{ $name }：{ $reason }
more-unread = 还有 { $count } 项未读取。
arguments-shown = “portcullis-cli tools { $label } { $tool }”会显示该工具的参数。
arguments-no-object = 参数必须是 JSON 对象。
arguments-no-json = 参数不是 JSON（{ $cause }）。
arguments-unsendable = 无法发送参数：{ $cause }。
no-terminal-new-tool = 你尚未见过“{ $server }”的“{ $tool }”，且这不是交互式终端，因此未调用它。
run-on-terminal-yes = 请在终端中运行，或加上 --yes。
new-tool = “{ $server }”提供了一个你尚未见过的工具：“{ $tool }”
it-says = 来自服务器的文本：
arguments = 参数：
ask-call = 调用它？
call-denied = 你已拒绝。未调用“{ $tool }”。
progress = { $value }/{ $total }
tasks-none = 没有任务。服务器在后台继续执行的调用会列在这里。
task-ended = 此任务已结束。
task-found-again = “{ $server }”将其作为任务继续执行。“portcullis-cli task show { $id } --wait”可再次等待，“portcullis-cli task cancel { $id }”可停止它。
id-no-task = 没有任务与“{ $start }”匹配，或匹配的不止一个。
task-asked = 由{ $by }于 { $at } 请求。
task-kept = 在服务器上保留至 { $until }。
task-result-gone = 结果已不再保留。
task-running = 正在运行
task-needs-answer = 需要回答
task-stopping = 已请求停止
task-away = 目前未查询
task-done = 已完成
task-stopped = 已停止
task-failed = 失败

## 提示词和资源

prompt-argument-twice = 参数“{ $argument }”出现了两次
role-user = 用户
role-assistant = 助手
more-messages = [还有 { $count } 条消息；用 --json 查看]
partly-unshown = 部分内容无法显示；用 --json 查看完整响应。
prompts-unsupported = “{ $server }”不提供提示词。
resources-unsupported = “{ $server }”不提供资源。
under-another-uri = [使用另一 URI：{ $uri }]
more-contents = [还有 { $count } 项内容；用 --json 查看]
list-failed = 无法列出“{ $server }”的{ $what ->
    [tools] 工具
    [prompts] 提示词
   *[resources] 资源
    }。
list-empty = “{ $server }”没有{ $what ->
    [tools] 工具
    [prompts] 提示词
   *[resources] 资源
    }。
tools-undeclared = “{ $server }”未声明“tools”功能，因此未请求其工具。
list-no-match = “{ $server }”没有匹配的{ $what ->
    [tools] 工具
    [prompts] 提示词
   *[resources] 资源
    }。

## 文件夹

no-terminal-root = 这不是交互式终端，因此未将“{ $folder }”添加到“{ $server }”。{ $warnings }
run-or-smaller-folder = 请在终端中运行，或选择范围更小的文件夹。
note = 注意：{ $note }
ask-root-anyway = 仍要与“{ $server }”共享吗？
root-denied = 你已拒绝。未添加文件夹。
roots-none = “{ $server }”没有文件夹。
roots-ask = 服务器请求文件夹时，Portcullis 会询问你。
roots-told = 这些文件夹会与服务器共享，更改也会告知它。
roots-withheld = 会告知服务器没有文件夹。

## 账户

decline-kept = 你没有授予“{ $server }”请求的额外授权范围。
decline-none = “{ $server }”请求的授权范围没有超出你已授予的范围。
signed-out = 你已退出登录“{ $server }”，其令牌已删除。
was-not-signed-in = 你此前没有登录“{ $server }”。
document-at = 支持客户端 ID 元数据文档的授权服务器会在 { $url } 读取 Portcullis 的文档。
document-before = 先前的 URL 是“{ $url }”。使用它的登录保持不变。
document-none = Portcullis 没有客户端 ID 元数据文档，因此会在支持注册的地方自行注册。组织可以将以下内容发布在自己的 https URL 上，并用该 URL 替换“https://…”：
account-local = “{ $label }”是本机上的程序，无需登录。
account-own-token = “{ $label }”使用你自己的 Authorization 标头，无需登录。
not-signed-in = 你尚未登录“{ $label }”。如果它要求登录，请使用“portcullis-cli account sign-in { $word }”。
sign-in-failed = 上次登录失败：{ $cause }
wants-more-for = 它为“{ $tool }”请求你尚未授予的授权范围：{ $scopes }。
wants-more = 它请求你尚未授予的授权范围：{ $scopes }。
more-declined = 你已拒绝。
signed-in = 你已登录“{ $label }”。
field-at = 授权服务器：
field-for = 用于：
granted-unstated = 授权服务器未说明
field-granted = 已授予：
field-since = 登录时间：
not-stated = 未说明
until-renews = { $until }，Portcullis 会自动刷新令牌
until-ends = { $until }，之后需要重新登录
field-until = 有效期至：
field-tokens = 令牌：
tokens-bound = 已通过 DPoP 绑定到你的机密中的私钥；没有该私钥，被盗的令牌无法使用
field-known-by = 客户端身份：
known-by-own = 你输入的客户端 ID
known-by-document = 客户端 ID 元数据文档的 URL，无需注册
known-by-dynamic = Portcullis 在那里注册的客户端，仅用于此服务器
client-forgotten = 已移除你用于“{ $server }”的客户端 ID。
client-forgotten-left = 已移除你用于“{ $server }”的客户端 ID，但其机密未能删除。
client-none = 你没有为“{ $server }”输入客户端 ID。未移除任何内容。
remove-client = 这将移除你用于“{ $server }”的客户端 ID 及其客户端密钥或私钥。使用它的登录会结束。
replace-client = 这将替换你用于“{ $server }”的客户端 ID，并删除与它一起存储的客户端密钥或私钥。
ask-replace = 替换吗？
client-secret-empty = 客户端密钥没有值。
not-a-file = “{ $path }”不是文件：{ $cause }。
no-terminal-client-secret = 这不是交互式终端，Portcullis 无法询问客户端密钥。
secret-stdin = 请用“--secret=-”通过标准输入提供。
ask-client-secret = 客户端密钥（不显示）：
unreadable-file = 无法读取“{ $path }”：{ $cause }。
proof-none = 无，仅客户端 ID
proof-secret = 客户端密钥，与你的其他机密存放在一起
proof-key = 私钥，与你的其他机密存放在一起
client-id-unneeded = 不需要
client-own = 你的客户端 ID：{ $id }
field-proof = 客户端身份验证：
vouched-by = { $issuer }，客户端 ID 为 { $client }
field-vouched-by = 身份提供商：
field-token-file = 令牌来源：
field-only-for = 仅发送到：
client-unattended = 无需浏览器即可登录。
field-redirect = 重定向 URI：
sign-in-discovering = 正在检查如何登录“{ $label }”…
sign-in-abandoned = 登录已取消。“{ $label }”没有变化。
sign-in-in-browser = 请在浏览器中登录，随后会自动继续。登录将于 { $until } 过期。如果没有打开页面，请在本机上打开：
sign-in-finishing = 你已登录。正在请求令牌…

## 机密

ask-passphrase = 机密文件的密码短语（不显示；留空则不使用机密继续）：
secrets-file-weaker = 文件的保护弱于钥匙串：任何人复制文件后都可以无限次尝试密码短语。如果忘记密码短语，你也无法打开文件。每次启动都需要输入密码短语。如有可能，请改用钥匙串服务。
ask-old-passphrase = 当前密码短语（不显示）：
secrets-in-file = 机密保存在用你的密码短语加密的文件中，其保护弱于钥匙串。
secrets-locked = 机密保存在加密文件中。该文件已锁定：你尚未输入其密码短语。
secrets-in-keychain = 机密仅保存在系统的钥匙串中。
ask-new-passphrase = 新密码短语（不显示）：
ask-passphrase-again = 再次输入：
passphrases-differ = 两次输入的密码短语不一致。
passphrases-again = 请重新运行该命令，并输入两次相同的密码短语。
no-terminal = 这不是交互式终端，因此未更改任何内容。
run-on-terminal = 请在终端中运行。

## 模型和 token

providers-none = 没有模型提供商。请用“portcullis-cli models add”添加。
models-none-used = 未启用任何模型
price-nothing = 免费
price-unknown = 未知
model-gone = { $model }（已不在列表中）
model-enabled = 已启用“{ $provider }”的“{ $model }”。
model-unknown = “{ $provider }”没有模型“{ $model }”。未更改任何内容。
model-disabled = 已停用“{ $provider }”的“{ $model }”。
remove-provider = 这将移除“{ $provider }”及其密钥。对话会保留，但需要改用其他模型。
provider-removed = 已移除“{ $provider }”及其密钥。
no-provider = 没有名为“{ $label }”的模型提供商。
provider-told = “{ $provider }”{ $done ->
    [added] 已添加
    [key] 已使用新密钥
   *[works] 工作正常
    }。它有 { $models } 个模型，其中 { $used } 个已启用。
provider-failing = “{ $provider }”{ $done ->
    [added] 已添加
    [key] 已使用新密钥
   *[works] 保持不变
    }，但无法正常工作。
provider-not-added = 未添加模型提供商。
provider-not-removed = 未移除“{ $provider }”。
key-not-replaced = 未更换“{ $provider }”的密钥。
no-terminal-key = 这不是交互式终端，Portcullis 无法询问密钥。
key-stdin = 请用“--key=-”通过标准输入提供。
ask-key = 密钥（不显示）：
key-empty = 密钥没有值。
no-model = 没有模型“{ $wanted }”。“portcullis-cli models list”会列出它们；请写成 PROVIDER/MODEL。
built-in-model = 演示模型
tools-unlisted-any = 无法列出工具。
tools-none-for-model = 这些服务器没有可提供给模型的工具。
tokens-more-tools = 以及另外 { $count } 个工具
tokens-share = 总计约 { $tokens } 个 token：占{ $model }上下文的 { $percent }%。
tokens-all = 对{ $model }总计约 { $tokens } 个 token。
tokens-too-many = 工具过多，无法放入一个请求。模型将改为搜索工具（最初约 { $tokens } 个 token）。
tokens-limit = 每个请求都包含全部工具。超过约 { $tokens } 个 token 时，模型将改为搜索工具。
tokens-every-request = 每个请求都包含全部工具。

## 数据流

flow-mark-unknown = 请使用 private、untrusted 或 sends
flow-value-unknown = 请使用 yes、no 或 unset
word-too-many = “{ $word }”是多余的参数
flow-outdated = 此后已更改：“否”不再有效
flow-seen = 一次调用期间，连接了或试图访问“{ $what }”
flow-claims-open = 声明会对外通信，按“是”处理
flow-unset = 未设置
yes = 是
flows-none = 没有对话涉及私密数据、不可信内容或对外通信。
flow-private = 私密数据
flow-strangers = 不可信内容
flow-sends = 对外通信
flow-source-unset = { $what }，数据流未设置
you = 你

## 权限

grants-none = 没有权限。模型的每次调用都需要你批准。
never = 从未
grant-on-hold = { $permission }（已暂停：工具已更改）
id-no-permission = 没有权限与“{ $start }”匹配，或匹配的不止一项。
grants-revoked-none = 没有可撤销的权限。
grants-revoked = 已撤销 { $count } 项权限。
grant-parts-held = 其定义的所有部分都会重新比较。
grants-unused = { $days } 天或更久未使用：
grant-unused = { $days } 天：{ $permission }
ask-revoke = 撤销这些权限？
said-no = 你已拒绝。未更改任何内容。

## 审计日志

head-not-printed = 应为“audit verify --head”输出的 ENTRY:HASH
audit-asked-by = 请求者：{ $by }
audit-why = 原因：{ $why }
audit-given = 由{ $by }于 { $at } 授予，审计日志第 { $row } 条，权限 { $permission }
audit-condition = { $condition }：值为 { $value }
audit-condition-unkept = { $condition }：未记录该值
audit-revoked = 于 { $at } 撤销
titled = { $title }：
audit-result = 结果：{ $result }
audit-requested = 请求
audit-answered = 回答
audit-sent-edited = 按你的更改发送
audit-edited = 包含你的更改
audit-edited-hidden = { $title }（更改的内容已遮盖，或因过长而无法显示）
audit-edited-names = { $title }（已更改：{ $names }）
audit-as-requested = 请求的内容
audit-empty = 审计日志为空。
audit-server-gone = 现在没有名为“{ $server }”的服务器。显示的是最后一个使用此名称的服务器的条目。
audit-more = 仅显示最新的 { $count } 条。用 --limit 查看更多。
accept-nothing = 没有需要接受的内容。{ $found }
accept-advice = 只有在你知道原因时才接受，例如数据库已损坏，或你恢复了旧副本。此后钥匙串将确认此审计日志。
ask-accept = 接受此审计日志？
rows = { $count } 个条目。

## 对话、备份和手册页

chats-none = 没有对话。请在窗口中开始对话。
chats-import-none = 此文件中没有新内容。
chats-known = { $title }（已导入过）
chats-imported = 已导入 { $count } 个对话，略去 { $rest } 个。
chats-unread = 文件中有 { $count } 个对话未读取。
found-nothing = 未找到结果。
found-indexing = 更新后正在为对话建立索引，部分较早的消息可能尚未找到。
found-title = 标题
id-no-conversation = 没有对话与“{ $start }”匹配，或匹配的不止一个。
the-model = 模型
backups-none = 还没有备份。有了服务器后，Portcullis 每天创建一个。
backup-made = 已创建备份并检查：{ $name }
restore-none = 没有可恢复的备份。
restore-none-remedy = 如果你曾将备份复制到别处，请将它放入数据文件夹的“backups”文件夹。
no-backup = 没有名为“{ $name }”的备份。未恢复任何内容。
restore-replaces = 这将用 { $made } 的备份“{ $name }”替换服务器、权限、对话和审计日志。
restore-leaves = 先前的数据库保留在旁边。之后所有服务器都已停用，每个都需要你审核，任何权限都不生效。机密保持不变。
ask-restore = 恢复吗？
unwritable-folder = 无法写入“{ $path }”：{ $cause }。

## 在终端中批准

covers = 批准范围：{ $what }
note-quote = 注意：{ $note }：“{ $quote }”
reviewed-changed = 更改于 { $day }
reviewed-on = 你于 { $day } 审核
reviewed-not = 你尚未审核
reviewed-first-use = 首次使用，你尚未审核
ask-save-setting = 批准吗？
run-or-read-setting = 请在终端中运行。如果你已阅读其含义，请加上 --yes。

## 审核服务器或工具

launch-refused = { $cause }未保存任何内容。
launch-denied = 你已拒绝。“{ $server }”未保存，也未启动。
inherited = 从你的环境继承：{ $names }
ask-right = { $sentence }对吗？
ask-keep = { $sentence }保留此权限？
hidden = [{ $count } 个隐藏字符]
look-alikes = [{ $count } 个形近字母]
asked-again = Portcullis 询问的原因：{ $because }。
inherited-count = 继承：你环境中的 { $count } 个变量；输入 v 查看名称
not-allowed = 不允许：{ $reason }
secret-asked = 机密：{ $sentence }会询问你。
permission-ends = 除非你保留，否则将失效：{ $sentence }
empty-now = 现在为空
before = 之前：{ $value }
permissions-on-hold = 在你决定前暂停的权限：{ $count }
no-terminal-changed = “{ $server }”更改了“{ $tool }”，且这不是交互式终端，因此未调用它。
run-read-changes = 请在终端中运行并阅读更改内容。
ask-accept-definition = 接受新的定义并调用？
definition-denied = 你选择继续阻止“{ $tool }”。未调用它。
parts-may-vary = 这些部分有差异。如果你允许它们变化，Portcullis 只检查其类型和长度，而模型仍会读取其文本。其他部分必须保持不变。
now = 现在：{ $value }
ask-vary = 允许这些部分变化而不再询问？

## 服务器的提问

no-terminal-question = { $question }（这不是交互式终端。已告知服务器你未作决定。）
ask-open = 在浏览器中打开？
ask-again = 现在再次询问服务器？
ask-roots = 与它共享这些文件夹？
ask-decline = 无法发送。要谢绝吗？
offer-yes-no = y = 是，n = 否
offer-no = n = 否
offered = { $question } [{ $offer }，Enter = 跳过]
field-url = URL：
field-host = 主机：
field-reads = 读作：
field-imitates = 冒充：
page-at = 页面位于：{ $host }
not-there = （目前不存在）
ask-fill-in = 填写？
ask-agree = 接受？
ask-send = 发送？[y = 发送，e = 更改，n = 否，Enter = 跳过]
nothing = 无
would-send = 将发送：
required = 必填
optional = 可选
not-offered = 不提供：{ $reason }
span = { $least } 到 { $most }
span-least = 至少 { $least }
span-most = 至多 { $most }
kind-email = 电子邮件地址
kind-uri = 完整的 URL
kind-date = 日期，例如 2026-07-28
kind-date-time = 日期和时间，例如 2026-07-28T12:00:00Z
kind-text = 文本
characters = { $span } 个字符
like = 形如 { $pattern }
kind-integer = 整数
kind-number = 数字
kind-boolean = 是或否（y 或 n）
kind-choice = 下列选项之一的编号
kind-several = 下列选项的编号，用逗号分隔

## 模型请求

request-gone = “{ $server }”不再等待此请求。
no-terminal-sampling = 这不是交互式终端，因此已拒绝“{ $server }”的请求。
run-read-request = 请在终端中运行并阅读请求。
ask-hand-over = 发送给服务器？
sampling-denied = 你已拒绝。“{ $server }”未收到任何内容。
ask-send-model = 发送给{ $model }？[y/N，w：自己撰写回复]
ask-own-answer = 你的回复，写在一行内（留空则拒绝）：
system-prompt = 系统提示词
sampling-message = 第 { $place } 条消息（共 { $count } 条），{ $role }
sampling-tool = 服务器自己的工具：{ $tool }
tools-may-use = 模型可以使用这些工具。
tools-must-use = 模型必须使用其中一个工具。
tools-no-use = 模型不能使用这些工具。
sampling-hint = 首选模型：“{ $hint }”
sampling-model = 模型：{ $model }。{ $why }
sampling-limit = 最多 { $most } 个 token；服务器请求 { $asked } 个。
sampling-temperature = 温度：{ $temperature }
sampling-stop = 停止于：“{ $text }”
sampling-cost = 费用：{ $cost }
cost-unknown = 未知
sampled-answer = { $model }的回复
sampled-ended = 停止原因：{ $reason }
sampling-tool-use = [调用其工具 { $tool }，ID { $number }]
sampling-tool-failed = [工具调用 { $number } 失败]
sampling-tool-answered = [工具调用 { $number } 已返回结果]
while-running = 正在运行“{ $tool }”时。
warning = 警告：{ $warning }

## 登录

not-sign-in = 此请求与登录无关。
no-registration = “{ $issuer }”不支持动态客户端注册。
ask-sign-in = 登录？
ask-browser = 打开浏览器？
no-terminal-sign-in = 这不是交互式终端，因此未登录“{ $server }”。
run-or-read-sign-in = 请在终端中运行。如果你已阅读请求，请加上 --yes。
sign-in-denied = 你已拒绝。未登录“{ $server }”。
issuer-unknown = “{ $server }”没有与“{ $issuer }”匹配的授权服务器，或匹配的不止一个。
ask-which = 选择哪一个？编号：
none-chosen = 你没有选择授权服务器。
issuers-several = “{ $server }”列出了多个授权服务器。
name-issuer = 请用“--issuer HOST”指定一个。
issuers-listed = “{ $server }”列出了以下授权服务器：
used-before = （曾使用）
issuer-moved = 注意：“{ $server }”指定的授权服务器与以前不同。你此前登录的是 { $before }。该登录的任何内容都不会发送到新的授权服务器。
field-signs-in-at = 登录到：
field-asks-for = 请求：
scopes-by-issuer = 由授权服务器决定；请查看其页面
field-opens = 打开：
covers-everything = （名称表明可能拥有全部权限）
client-remedy = 请在那里获取客户端 ID，然后用“portcullis-cli account client { $label } --id ID --secret”输入。

## 捆绑包

bundle-secret-on-line = “{ $name }”是机密：其他程序可以读取命令行。不填则会询问，或使用“{ $name }=-”并从标准输入提供。
bundle-author = 作者：{ $author }（未经核实）
bundle-license = 许可证：{ $license }
proposed-hosts = 它的命令提到了这些主机：{ $hosts }。在隔离中，除非你允许，否则它不会连接其中任何一个。
bundle-hash = SHA-256：{ $hash }
bundle-signed = 已签名。Portcullis 不验证签名者。
bundle-unsigned = 未签名。
bundle-size = { $file }，解压后 { $unpacked }
bundle-setting = 可选
bundle-setting-required = 必填
bundle-setting-secret = 可选机密
bundle-setting-secret-required = 必填机密
bundle-installed = 已安装为“{ $server }”，版本 { $version }
bundle-not-installed = “{ $server }”并非由“{ $bundle }”的早期版本安装。
bundle-updated = 已将“{ $server }”更新到版本 { $version }。状态：{ $state }。
## 注册表

registry-denied = 你已拒绝。未启用注册表。
registry-none = 未启用任何注册表。请用“portcullis-cli registry use”启用。
registry-disabled = 已停用注册表 { $address }，并删除其副本。
registry-header-asked = 再次启用时，请指定其标头“{ $header }”并输入其值。
registry-partial = { $address }：已复制 { $count } 个服务器，尚不完整。请运行“portcullis-cli registry update”。
registry-on = { $address }：{ $count } 个服务器，复制于 { $time }。
registry-nothing = 未找到服务器。
registry-more = 找到 { $count } 个服务器。添加搜索词可缩小范围。
registry-active = 正常
registry-deprecated = 已弃用
registry-deleted = 已删除
registry-status = 状态：{ $status }
registry-published = 发布时间：{ $time }
registry-website = 网站：{ $url }
registry-source = 源代码：{ $url }
registry-installed = 已添加为：{ $servers }
registry-claims = 名称、说明和链接来自发布者（未经核实）。
registry-no-way = 此服务器没有软件包，也没有 URL。
registry-header = 标头：{ $name }: { $value }
registry-step = 安装之后（Portcullis 不会运行）：{ $step } { $command }
registry-kind-npm = npm 软件包
registry-kind-pypi = PyPI 软件包
registry-kind-image = 容器镜像
registry-kind-nuget = NuGet 软件包
registry-kind-cargo = Cargo 软件包
registry-kind-bundle = 捆绑包
registry-kind-remote = 远程服务器
registry-kind-unknown = 未知的软件包类型

## 诊断

doctor-looked-at = 检查过的内容：
doctor-no-fix = Portcullis 无法替你完成此更改。
doctor-fixed = 已更改“{ $server }”。状态：{ $state }。
doctor-not-found = 未找到
none-on = 没有启用的服务器。
doctor-all-ready = 所有已启用的服务器均已就绪。

profile-added = 已添加配置方案“{ $name }”。其中启用的服务器与当前相同，没有任何权限。
profile-switched = 已切换到配置方案“{ $name }”。
profile-renamed = 已将配置方案“{ $before }”重命名为“{ $name }”。
remove-profile = 这将移除配置方案“{ $name }”并终止其权限。
profile-removed = 已移除配置方案“{ $name }”。其权限已终止。
profile-unknown = 没有名为“{ $name }”的配置方案。
profile-line = 已启用 { $servers } 个服务器，{ $permissions } 项权限
note-is = 已保存关于“{ $server }”的备注。
server-note = 备注

unfenced-not-asked = 未添加“{ $label }”。在没有隔离的情况下运行它需要单独批准。
unfenced-not-asked-remedy = 加上 --unfenced 一并批准，或去掉 --fence off。
unfenced-question = 让“{ $label }”在没有隔离的情况下运行？它将可以读取和更改你能访问的一切，并连接任何地址。
unfenced-denied = 未添加“{ $label }”。未启动任何程序。
fence-saved = 已保存“{ $server }”的隔离：{ $state }。
fence-not-granted = 隔离中没有“{ $value }”。
fence-path-unreadable = “{ $path }”不是路径。
fence-host-unreadable = “{ $host }”不是 HOST 或 HOST:PORT 的形式。
fence-none = 无隔离：该程序可以读取和更改你能访问的一切，并连接任何地址。
fence-stands = 已隔离：程序可读取自身文件和系统，并有自己的主文件夹。
fence-reads = 还可读取 { $path }
fence-writes = 还可读取和更改 { $path }
fence-reaches = 可连接 { $address }
fence-reaches-local = 可连接 { $address }（本地网络）
fence-reaches-all = 可连接任何地址。
fence-reaches-none = 没有网络。
fence-nests = 可像浏览器那样自建沙盒。
fence-local-one-host = “--local-network”需要一个主机，例如 nas.local:5000。
fence-nested-value = “nested”不带值，但给出了“{ $value }”。
fence-can = 本机可以使用隔离（文件和网络）。
fence-cannot = 本机无法使用隔离：{ $why }
fence-denied = { $count ->
   *[other] 已阻止：{ $what }（{ $count } 次）
}
fetch-under-way = 正在获取，可能需要一分钟。
fetch-denied = 你已拒绝。未获取任何内容。
fetch-saved = “{ $server }”现在从获取的软件包运行：{ $state }。
server-starts = 启动时机
starts-launch = 随 Portcullis 启动
starts-needed = 需要时启动
start-is-launch = “{ $server }”随 Portcullis 启动。
start-is-needed = “{ $server }”在需要时启动。
export-not-written = 未写入“{ $path }”：{ $why }
export-not-written-remedy = 请在你可以写入的文件夹中选择一个尚无文件的路径。
export-manifest-done = 已写入“{ $path }”。使用“kubectl apply -f”应用；服务器在那里名为 { $name }。
show-container = { $image }（{ $engine }）
server-container = 容器
show-container-typed = 按输入的命令运行：引擎允许它访问网络以及命令中指定的一切。
fence-no-program = 只有本机上的程序才能使用隔离。“{ $server }”通过 URL 访问，或为内置服务器。
fence-engine = 此服务器由容器引擎限制，而非本机的隔离。

## 推荐的服务器

heading-needs = 需要
heading-purpose = 用途
suggested-unknown = 没有名为“{ $name }”的推荐服务器。
suggested-more = 运行“portcullis-cli server suggested NAME”查看添加它的命令。
suggested-folder = 一个文件夹
suggested-publisher = 发布者：{ $name }
suggested-source = 源代码：{ $url }
suggested-package = 软件包：{ $package } { $version }（{ $registry }）
suggested-needs = 需要：{ $needs }
suggested-folder-use = 文件夹：{ $words }
suggested-key = 密钥 { $name }：{ $url }
suggested-missing = 未找到 { $runtime }。请先安装：{ $how }
suggested-add = 添加它（会显示将运行的内容并询问）：
