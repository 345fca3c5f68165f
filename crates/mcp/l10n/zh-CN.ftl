# 协议客户端：与服务器的连接、调用及其问题。

## 服务器状态，用几个词显示在服务器列表中

state-off = 已停用
state-asleep = 休眠，需要时启动
state-starting = 正在启动
state-downloading = 正在下载
state-reconnecting = 正在重新连接
state-checking = 正在检查连接
state-ready = 就绪
state-unlisted = 就绪，但无法列出其工具
state-stopping = 正在停止
state-ended = 连接已结束
state-review = 需要你审核
state-sign-in = 需要你登录
state-stopped = 已停止：{ $reason }
state-failing = 出现故障：{ $reason }

## 服务器停止或出现故障的原因，位于状态之后

reason-program-missing = 找不到程序
reason-program-not-executable = 程序不可执行
reason-program-not-allowed = 不允许以这种方式启动
reason-program-failed = 系统无法启动它
reason-silent = 没有响应
reason-downloading = 仍在下载
reason-stuck = 不读取输入
reason-unreachable = 无法连接
reason-not-mcp = 不是 MCP 服务器
reason-redirect = 重定向到其他位置
reason-tls = 无法建立安全（TLS）连接
reason-captive = 网络要求登录
reason-busy = 暂时不可用
reason-http-error = HTTP 错误
reason-forbidden-url = 给出了不允许的 URL
reason-issuer = 无法连接授权服务器
reason-forbidden = 拒绝访问
reason-version = 没有共同支持的协议版本
reason-keychain-locked = 钥匙串已锁定
reason-keychain-missing = 没有钥匙串
reason-audit-log = 无法写入审计日志
reason-tools-change = 其工具不断更改
reason-refused = 拒绝连接
reason-invalid = 无效消息
reason-lost = 连接已断开
reason-internal = 内部错误

## 未能建立或已结束的连接

seconds = { $count ->
   *[other] { $count } 秒
    }
ended-early = “{ $server }”在就绪之前关闭了连接。
exited = “{ $server }”{ $exit }。
exited-command-missing = 找不到服务器运行的某个命令。请查看其日志。
see-log = 原因可能在其日志中。
    .terminal = 原因可能在其日志中：“portcullis-cli logs { $label }”。
check-url-or-later = 请检查 URL，或稍后重试。
silent-remote = “{ $server }”在{ $time }内没有响应，未连接。
silent-local = “{ $server }”在{ $time }内没有响应，已停止。
silent-local-junk = “{ $server }”在{ $time }内没有响应，并写入了 { $lines ->
   *[other] { $lines }
    } 行非 MCP 内容，已停止。
silent-local-unterminated = “{ $server }”在{ $time }内没有响应，并写入了 { $bytes ->
   *[other] { $bytes }
    } 个字节而没有换行符，已停止。
silent-local-unterminated-remedy = 这是服务器的缺陷：每条消息都必须以换行符结尾，并在写入后刷新输出。
silent-local-remedy = 请确认命令启动的是 MCP 服务器，或在其设置中延长启动超时。请查看其日志。
    .terminal = 请确认命令启动的是 MCP 服务器，或用“portcullis-cli server edit { $label } --start-timeout 120”延长启动超时。
handshake-error = “{ $server }”在握手时返回了错误，未连接。
see-error-and-log = 原因可能在错误信息或其日志中。
handshake-invalid = “{ $server }”对握手的响应无效，未连接。
server-bug = 这是服务器的缺陷。请查看其“协议”标签页。
    .terminal = 这是服务器的缺陷。请查看其日志：“portcullis-cli logs { $label }”。
no-version = “{ $server }”仅支持协议版本 { $theirs }，Portcullis 仅支持 { $ours }。未连接。
no-version-remedy = 请更新服务器或 Portcullis。
no-handshake-version = “{ $server }”在握手中选择了协议版本 { $version }，但该版本没有握手。未连接。
modern-only = “{ $server }”仅支持协议版本 { $version }，但该版本没有握手。未连接。
legacy-only = “{ $server }”不支持其设置所要求的协议版本，未连接。
legacy-only-remedy = 请将其协议版本设为“自动检测”。
maybe-old-sse = 这可能是旧式服务器，未公布接收消息的 URL。请检查 URL，许多此类服务器使用 /sse。
download-timeout = “{ $server }”在{ $time }后仍在下载，其程序尚未启动，已停止。
download-timeout-remedy = 请检查网络，或在其设置中延长启动超时。
    .terminal = 请检查网络，或用“portcullis-cli server edit { $label } --start-timeout 600”延长启动超时。
second-process = 服务器尚未回应第一个请求，因此 Portcullis 再启动一个进程并尝试旧式握手。Portcullis 会保留先回应的进程并停止另一个，已停止进程的最后几行会显示在此日志中。
stopped-starting = 你在启动过程中将其停止。
closed = “{ $server }”关闭了连接。请求可能已生效。
lost = 与“{ $server }”的连接已结束。请求可能已生效。
see-log-retry = 请查看服务器的日志，然后重试。
    .terminal = 请用“portcullis-cli logs { $label }”查看日志，然后重试。
gone = “{ $server }”没有响应连接检查，Portcullis 关闭了连接。
gone-remedy = 请检查网络。Portcullis 会自动重新连接。
turned-off = “{ $server }”已停用，调用已停止。
keeps-failing = { $problem }它已失败 { $times } 次，不再启动。
tools-keep-changing = “{ $server }”在 { $minutes } 分钟内更改了 { $times } 次工具，已停止。
tools-keep-changing-remedy = 请在“活动”中查看更改，并向服务器的作者反馈。你可以再次启动它。
    .terminal = 请用“portcullis-cli audit list”查看更改，并向服务器的作者反馈。
junk-flood = “{ $server }”在一分钟内写入了 { $lines } 行非 MCP 内容，已停止。
input-stuck = “{ $server }”在{ $time }内没有读取输入，已停止。
input-stuck-remedy = 请重新启动服务器。如果再次发生，则为服务器的缺陷。
input-behind = “{ $server }”读取输入过慢：有 { $mebibytes } MiB 等待发送，已停止。

## 没有结果的调用

call-stopped = 你停止了对“{ $server }”的调用。此前已产生的影响不会撤销。
call-stopped-before = 你在调用发送到“{ $server }”之前将其停止。
call-effect-unknown = { $problem }工具可能已运行。
call-total = “{ $server }”未在{ $time }内完成，调用已停止。
call-idle = “{ $server }”在{ $time }内没有发送响应或进度，调用已停止。
call-timeout-remedy = 请在服务器设置中延长超时，或查看其日志。
    .terminal = 请用“portcullis-cli logs { $label }”查看日志。服务器的超时在窗口中更改。
call-error = “{ $server }”返回了错误而不是结果。
call-error-remedy = 错误信息可能包含原因。详情请查看其日志和“协议”标签页。
    .terminal = 错误信息可能包含原因。日志中可能有更多信息：“portcullis-cli logs { $label }”。
call-number-too-large = “{ $server }”要求在标头中发送“{ $argument }”，但该数字过大，无法放入标头。未调用工具。
needs-feature = “{ $server }”需要未向它提供的功能：{ $features }。未执行任何操作。
needs-some-feature = “{ $server }”需要未向它提供的功能。未执行任何操作。
needs-model-remedy = 可在其页面的“权限”中启用模型访问。
    .terminal = 可用“portcullis-cli server sampling { $label } on”启用模型访问。
needs-feature-remedy = 请咨询服务器的作者：没有此功能时能否使用。
feature-folders = 文件夹
feature-model = 模型访问
feature-questions = 表单和链接
feature-unknown = { $name }（未知）
too-many-rounds = “{ $server }”先后 { $times } 次要求更多输入，仍未完成。请求已结束，没有结果。
sampling-denied = “{ $server }”需要模型的回复，但没有收到。请求已结束，没有结果。
sampling-denied-remedy = 如果想允许模型请求，请再次运行。
input-missing = “{ $server }”需要回答，但没有收到。请求已结束，没有结果。
input-missing-remedy = 如果想回答，请再次运行。
link-first = “{ $server }”需要你先在浏览器中完成某项操作。未调用工具。
link-first-remedy = 请在浏览器中完成后再次运行。

## 服务器发送的无效消息；冒号后为原因

input-request-invalid = “{ $server }”的输入请求无效：{ $cause }。请求已结束，没有结果。
input-not-allowed = 此类请求不允许要求输入
input-malformed = 不符合协议格式
input-empty = 其中没有问题
input-too-many = 一次提出的问题过多
input-state-too-large = 其状态过大
input-not-offered = 未向此服务器提供 { $method }
result-invalid = “{ $server }”返回的结果无效：{ $cause }。
result-type-unknown = 未知的结果类型“{ $type }”
result-type-not-text = 其结果类型不是文本
link-missing = 要求打开 URL，但未提供
link-only = 要求的不是打开 URL
list-too-large = “{ $server }”发送了超过 { $mebibytes } MiB 的列表，未使用。
list-invalid = “{ $server }”发送的列表无效：{ $cause }。
list-not-object = 它不是对象
list-without = 缺少“{ $name }”
list-not-array = “{ $name }”不是数组
list-cursor = “nextCursor”不是文本
tools-unlisted = 无法读取工具列表。{ $problem }
task-invalid = “{ $server }”发送的任务无效：{ $cause }。
task-malformed = 不符合协议格式
task-id = 其 ID 为空或过长
task-status = 其状态未知
task-negative = 时长为负数
task-no-result = 已完成但没有可用的结果
task-other = 不是所请求的任务
task-not-offered = 要求了未向此服务器提供的内容
task-endless = 提出的问题过多
response-invalid = “{ $server }”发送的响应无效：{ $cause }。
response-cut = 内容不完整
response-not-json = 不是有效的 JSON（{ $place }）
response-not-utf8 = 不是 UTF-8 文本
response-batch = 它是消息数组，此协议版本不支持
response-no-version = 未声明为 JSON-RPC 2.0
response-both = 同时包含结果和错误
response-neither = 既没有结果也没有错误
response-id-text = 请求 ID 写成了文本
response-depth = 嵌套过深
message-too-large = “{ $server }”发送了 { $size } MiB 的消息，超过 { $most } MiB 的上限。
message-too-large-remedy = 请减少单次请求的内容，或在服务器设置中增大消息大小上限。
    .terminal = 请减少单次请求的内容。服务器的消息大小上限在窗口中更改。

## 远程服务器

captive = 作出响应的是网页，而不是“{ $server }”。请求可能已生效。
captive-remedy = 可能需要先登录此网络：请在浏览器中打开任意页面。
not-taken = “{ $server }”未及时接收消息。请求可能已生效。
retry-when-back = 请在服务器恢复响应后重试。
own-header-rejected = “{ $server }”不接受你输入的 Authorization 标头（HTTP { $status }）。
own-header-rejected-remedy = 请在服务器设置中输入新的标头。
    .terminal = 请移除该服务器，再用“portcullis-cli server add”添加，它会询问标头。
sign-in-needed = “{ $server }”需要你登录（HTTP { $status }）。
sign-in-needed-remedy = 请在服务器页面上登录，或在其设置中添加 Authorization 标头。
    .terminal = 请用“portcullis-cli account sign-in { $label }”登录。
not-mcp = “{ $server }”返回的是{ $kind }，而不是 MCP 消息。
not-mcp-remedy = 请检查 URL，许多服务器使用 /mcp。如果网络需要登录，请先在浏览器中打开任意页面。
kind-none = 无类型的内容
kind-page = 网页
kind-json = 不是 MCP 消息的 JSON
kind-other = “{ $type }”
try-later = 请稍后重试。
busy-limit = “{ $server }”正在限制请求频率（HTTP { $status }）。请求未生效。
busy = “{ $server }”暂时不可用（HTTP { $status }）。请求未生效。
busy-gateway = “{ $server }”的网关无法连接到它（HTTP { $status }）。请求可能已生效。
busy-timeout = “{ $server }”的网关未及时收到其响应（HTTP { $status }）。请求可能已生效。
busy-unknown = “{ $server }”暂时不可用（HTTP { $status }）。请求可能已生效。
http-failed = “{ $server }”出错（HTTP { $status }）。请求可能已生效。
http-failed-remedy = 请稍后重试。如果持续出错，请联系服务器的运营者。
http-refused = “{ $server }”拒绝了请求（HTTP { $status }）。
http-refused-remedy = 请重新启动连接，或联系服务器的运营者。
http-no-message = “{ $server }”接受了请求（HTTP { $status }），但未返回 MCP 消息。请求可能已生效。
http-other = “{ $server }”返回了 HTTP { $status }。
http-other-remedy = 请检查 URL，许多服务器使用 /mcp。
redirect = “{ $server }”重定向到另一个 URL（HTTP { $status }），未跟随。
redirect-nowhere = “{ $server }”发出的重定向没有目标（HTTP { $status }），未跟随。
redirect-remedy = 如果信任新的 URL，请输入它。如果网络需要登录，请先在浏览器中打开任意页面。
redirect-loop = “{ $server }”循环重定向，未跟随。
redirect-many = “{ $server }”连续重定向超过 { $most } 次，未跟随。
check-url-or-tell = 请检查 URL，或联系服务器的运营者。
unreachable = 无法连接“{ $server }”：{ $cause }。
unreachable-remedy = 请检查 URL 和网络。
certificates-unusable = 无法使用本机的证书
certificates-unusable-remedy = 请检查本机的证书和代理设置。
header-invalid = 无法发送“{ $server }”的标头“{ $name }”。
connection-lost = 与“{ $server }”的连接已断开：{ $cause }。请求可能已生效。
compressed-unknown = “{ $server }”发送了以“{ $encoding }”压缩的响应，Portcullis 不支持。
compressed-broken = “{ $server }”发送的压缩响应无法解压。
compressed-remedy = Portcullis 要求未压缩的响应。请联系服务器的运营者。
compressed-huge = “{ $server }”发送的压缩响应解压后超过 { $mebibytes } MiB，其余部分未读取。
tell-operator = 请联系服务器的运营者。
session-lost = “{ $server }”结束了会话且未开始新会话。请求未生效。
session-lost-under-way = “{ $server }”结束了会话且未开始新会话。请求可能已生效。
session-lost-remedy = 请重试，或重新启动服务器。
token-unsendable = 无法发送登录获得的访问令牌。
token-unsendable-remedy = 请在服务器的页面上重新登录。
    .terminal = 请用“portcullis-cli account sign-in LABEL”重新登录。
sse-no-endpoint = “{ $server }”未公布接收消息的 URL，未连接。
sse-no-endpoint-remedy = 请检查 URL。旧式服务器通常使用 /sse。
sse-other-origin = “{ $server }”给出的消息 URL 不在其自身的源（origin）内。未向该处发送任何内容。
sse-other-origin-remedy = 如果信任它给出的 URL，请输入它。
sse-silent = “{ $server }”在{ $time }内没有响应。请求可能已生效。
sse-silent-remedy = 请检查 URL，或在服务器恢复响应后重试。
sse-forgotten = “{ $server }”已不再识别此连接。请求未生效。
sse-forgotten-under-way = “{ $server }”已不再识别此连接。请求可能已生效。
sse-forgotten-remedy = Portcullis 会自动重新连接。之后请重试。

## Portcullis 写入服务器日志的行

log-deprecated-folders = 服务器请求文件夹，协议版本 { $version } 已弃用此功能。
log-deprecated-sampling = 服务器请求模型访问，协议版本 { $version } 已弃用此功能。
log-not-announced = 服务器不会通知更改。其列表会在重新启动时再次读取。
log-cut = 服务器的通知反复中断。Portcullis 约一分钟后会再次监听，并重新读取其列表。
log-list-not-announced = 服务器声明会通知更改，但不会就以下列表发送通知：{ $lists }。这些列表会在服务器重新启动或你打开时再次读取。
log-tools = 工具
log-prompts = 提示词
log-resources = 资源
log-not-watched = 服务器不支持关注 { $uri }。
log-tool-excluded = 已排除工具“{ $tool }”。{ $reason }
log-link-done = 服务器表示你已在其打开的页面上完成操作。
log-not-taken = 有一条消息未能送达：{ $problem }
log-outbox-full = 有 { $most } 条发给服务器的消息等待接收。之后的消息会丢弃，包括回答。
log-session-over = 它属于服务器已结束的会话。
log-retry-after = 服务器繁忙。请求将在{ $time }后再次发送。
log-cut-line = { $text } … 还有 { $bytes } 字节
