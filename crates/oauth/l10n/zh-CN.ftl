# 登录远程服务器。

## 使用浏览器登录

link-refused = 未打开登录页面。{ $why }
tell-operator = 请联系服务器的运营者。
no-page = “{ $issuer }”没有登录页面。
mixed-up = 浏览器中的响应并非来自“{ $issuer }”，已忽略。你未登录。
mixed-up-remedy = 请重试。如果再次发生，请停止：可能有人试图劫持登录。
denied = “{ $issuer }”拒绝了 Portcullis 的访问。你未登录。
refused = “{ $issuer }”终止了登录（{ $code }）。你未登录。
refused-remedy = 如果不是你取消的，请重新登录。
scopes-refused-remedy = 请重新登录：Portcullis 会尽量请求更少的授权范围。如果仍然失败，请联系服务器的运营者。
no-code = “{ $issuer }”让浏览器返回，但没有给出结果。你未登录。
redirect-unavailable = Portcullis 无法接收来自浏览器的重定向：{ $cause }。
redirect-unavailable-remedy = 如果为客户端 ID 设置了重定向端口，请关闭占用它的程序，然后重试。
browser-not-opened = 浏览器未打开。
browser-not-opened-remedy = 请复制 URL，并在本机的浏览器中打开。
browser-timeout = 浏览器未及时返回。你未登录。
browser-timeout-remedy = 请重新登录。浏览器中的页面已失效。
not-signed-in = { $problem }你未登录。
not-signed-in-remedy = 请重试。如果再次发生，请检查你输入的客户端 ID（如有）。

## 登录结束时浏览器中显示的页面

page-done = 请返回 Portcullis
page-done-text = Portcullis 已收到响应并会显示结果。你可以关闭此页面。
page-unexpected = 意外的请求
page-unexpected-text = Portcullis 没有在等待此请求。你可以关闭此页面。

## 使用已登录的服务器时

sign-in-rejected = “{ $server }”已不再接受此次登录。
sign-in-again = 请重新登录。
sign-in-on-page = 请在服务器的页面上登录。
    .terminal = 请用“portcullis-cli account sign-in { $label }”登录。
sign-in-again-on-page = 请在服务器的页面上重新登录。
    .terminal = 请用“portcullis-cli account sign-in LABEL”重新登录。
more-scopes = “{ $server }”要求的授权范围超出你登录时授予的范围。
more-scopes-settled = 此前已就这些授权范围询问过你。如要授予，请在服务器的页面上重新登录。
    .terminal = 此前已就这些授权范围询问过你。如要授予，请用“portcullis-cli account sign-in { $label }”。
more-scopes-remedy = 请在服务器的页面上审核授权范围，重新登录，然后重复该操作。
    .terminal = 请用“portcullis-cli account sign-in { $label }”审核授权范围，然后重复该操作。
sign-in-expired = 你在“{ $server }”的登录已失效。
sign-in-required = “{ $server }”需要你登录。
request-not-sent = 未向“{ $server }”发送请求。{ $problem }
request-not-processed = “{ $server }”未处理请求。{ $problem }
secret-gone = 此次登录已不再存储。
stored-unreadable = 无法读取已保存的登录。
not-renewable = 登录已过期且无法续期。
organization-not-renewable = 你在所在组织的登录已过期且无法续期。

## 授权服务器的响应

token-refused = “{ $host }”不接受此次登录（{ $code }）。
token-error = “{ $host }”未颁发令牌（{ $code }）。你未登录。
token-invalid = “{ $host }”发送了{ $what }。你未登录。
token-unusable = 无法使用的令牌
token-missing = 没有有效令牌的响应
token-not-bound = 未绑定密钥的令牌，而服务器要求绑定
token-unbound = 不再绑定密钥的令牌
token-not-assertion = 类型错误的令牌
token-not-yours = 无效或属于他人的身份令牌
token-http = “{ $host }”返回了 HTTP { $status }，而不是令牌。你未登录。
token-unwell = “{ $host }”返回了 HTTP { $status }，而不是令牌。
metadata-http = “{ $host }”返回了 HTTP { $status } 而不是登录元数据。你未登录。
try-later = 请稍后重试。
too-large = “{ $host }”发送了超过 { $kibibytes } KiB 的响应。你未登录。
endpoint-refused = 登录所用的某个 URL 无效或未加密，未连接。
endpoint-refused-remedy = 请告知服务器的运营者：所有登录 URL 都必须以 https:// 开头。

## 服务器和授权服务器的自我描述

issuer-unusable = 无法在“{ $host }”登录：{ $cause }。
issuer-unusable-remedy = 请将其授权服务器的问题告知服务器的运营者。
issuer-identifier = 其颁发者标识符无效
issuer-silent = 它未公布登录元数据
issuer-name = 其元数据属于其他颁发者
issuer-pkce = 它不支持 S256 方式的 PKCE
issuer-token = 它没有令牌端点
resource-other = “{ $host }”的登录元数据属于其他 URL。你未登录。
resource-no-issuer = “{ $host }”的登录元数据未指明授权服务器。你未登录。
resource-remedy = 请联系服务器的运营者。继续登录可能会把令牌发送给他人。
unbound = 服务器要求绑定密钥的令牌，而“{ $issuer }”不颁发 Portcullis 支持的此类令牌。
no-assertions = “{ $issuer }”不接受组织的身份令牌。
no-assertions-remedy = 请在服务器的页面上移除身份提供商，然后亲自登录。
    .terminal = 请用“portcullis-cli account client LABEL --forget”移除身份提供商，然后亲自登录。
no-page-remedy = 如果仅供程序使用，请输入无需浏览器即可登录的客户端 ID。

## 客户端 ID 及其机密

registration-invalid = “{ $host }”对客户端注册的响应无效。你未登录。
registration-redirect = “{ $host }”拒绝注册 Portcullis（HTTP { $status }）：它不接受指向本机的重定向。
registration-refused = “{ $host }”拒绝注册 Portcullis（HTTP { $status }）。
client-id-remedy = 请在该处获取客户端 ID，并在服务器的页面上输入。
    .terminal = 请在该处获取客户端 ID，并用“portcullis-cli account client LABEL --id ID”输入。
registration-unsupported = “{ $issuer }”不支持客户端注册，因此 Portcullis 需要客户端 ID。
client-other-issuer = 你的客户端 ID 用于“{ $bound }”，未发送给“{ $issuer }”。
client-other-issuer-remedy = 请为新的授权服务器输入客户端 ID，或移除现有的。
client-secret-missing = 你的客户端 ID 对应的客户端密钥未保存。
enter-again-on-page = 请在服务器的页面上重新输入。
    .terminal = 请用“portcullis-cli account client LABEL”重新输入。
key-invalid = 这不是有效的私钥。
key-invalid-remedy = 请输入 PEM 格式的密钥（“BEGIN PRIVATE KEY”或“BEGIN RSA PRIVATE KEY”）：P-256、至少 2048 位的 RSA 或 Ed25519。
own-organization-unattended = 不通过浏览器登录的客户端不能使用你所在组织的身份提供商。
own-unattended-secret = 无需浏览器登录的客户端需要客户端密钥或私钥。
own-port = 重定向端口无效。
own-issuer = 授权服务器的 URL 无效。
own-secret-missing = 缺少客户端密钥或私钥。
own-id = 客户端 ID 无效。
own-file = 请输入身份令牌文件的完整路径。
own-provider = 身份提供商的 URL 无效。

## 由组织或文件进行登录

organization-no-page = 你所在组织的身份提供商没有登录页面。
organization-no-page-remedy = 请检查身份提供商的 URL。
organization-url = 你所在组织的身份提供商的 URL 无效，未连接。
file-unreadable = 无法打开身份令牌文件：{ $cause }。
file-not-file = 身份令牌的路径不是文件。
file-no-token = 身份令牌文件中没有已签名的令牌，未发送。
file-remedy = 请检查该文件，或选择其他文件。
