# 无法连接服务器及其给出的 URL 的原因。

## 无法连接服务器的原因，位于冒号之后

cert-expired = 其证书已过期
cert-not-yet = 其证书尚未生效
cert-revoked = 其证书已吊销
cert-issuer = 其证书由本机不信任的机构颁发
cert-name = 其证书属于其他名称
cert-purpose = 其证书不是服务器证书
cert-damaged = 其证书已损坏或系伪造
cert-rejected = 其证书不可接受
cert-none = 它没有证书
cert-client = 它要求客户端证书，Portcullis 不支持
tls-none = 它不使用 TLS
tls-version = 它不支持 TLS 1.2 或 1.3
tls-failed = TLS 连接失败
tls-certificate-remedy = 请联系服务器的运营者，或登录你的网络。Portcullis 要求有效的证书。
tls-clock-remedy = 请检查本机的时钟。如果时钟正确，请联系服务器的运营者。
tls-url-remedy = 请检查 URL：其端口可能不使用 TLS。
cert-client-remedy = 请向服务器的运营者询问其他连接方式。
reason-timeout = 它未及时响应
reason-connect = 连接失败
reason-cut = 连接在响应完成之前结束
reason-dns = 找不到该主机名，或本机处于离线状态
reason-proxy = 本机的代理拒绝了连接
reason-not-http = 它不使用 HTTP
reason-refused = 此端口上没有服务器
reason-reset = 它关闭了连接
reason-host = 无法到达其主机
reason-network = 无法到达其网络，或本机处于离线状态
reason-permission = 本机不允许此连接

## 服务器给出的 URL

forbidden-here = “{ $server }”给出的 URL 位于本机，未打开。
forbidden-private = “{ $server }”给出的 URL 位于私有网络，未打开。
forbidden-link = “{ $server }”给出的 URL 位于本地网络，未打开。
forbidden-metadata = “{ $server }”给出的 URL 属于云元数据服务，未打开。
forbidden-nowhere = “{ $server }”给出的 URL 不在公共互联网上，未打开。
forbidden-plain = “{ $server }”给出的 URL 未加密，未打开。
forbidden-named = “{ $server }”给出的 URL 包含用户名或密码，未打开。
forbidden-remedy = 请联系服务器的运营者。只有你输入的 URL 可以位于你的网络中。
named-unreachable = “{ $server }”给出的 URL 无法连接：{ $cause }。
named-unreachable-remedy = 请检查网络，或联系服务器的运营者。
certificates-unusable = 无法使用本机的证书
certificates-unusable-remedy = 请检查本机的证书和代理设置。
named-timeout = “{ $server }”给出的 URL 在 { $seconds } 秒内没有响应。
named-timeout-remedy = 请稍后重试，或联系服务器的运营者。
named-redirects = “{ $server }”给出的 URL 重定向到其他位置或循环重定向，未跟随。
tell-operator = 请联系服务器的运营者。
named-too-large = “{ $server }”给出的 URL 的响应超过 { $kibibytes } KiB，未读取。
named-compressed = “{ $server }”给出的 URL 返回了压缩的响应，而 Portcullis 要求未压缩的响应。

## 下载

download-status = “{ $server }”指定的文件未下载：服务器返回 HTTP { $status }。
download-sign-in = “{ $server }”指定的文件需要登录（HTTP { $status }）。Portcullis 只在注册表自己的主机上登录。
download-sign-in-remedy = 请用浏览器下载该文件，然后将其作为捆绑包打开。
download-header = “{ $server }”的标头无权获取此文件（HTTP { $status }）。
download-header-remedy = 请重新启用注册表，并使用有权读取其文件的标头。
# 许多网站在需要登录时返回网页。
download-page = “{ $server }”指定了一个文件，但其网站返回了网页。可能需要登录。
download-too-large = “{ $server }”指定的文件大于 { $mebibytes } MiB。已删除。
download-hash = 文件的 SHA-256 与公布的不同。文件已删除。公布：{ $announced }。下载：{ $downloaded }。
download-hash-remedy = 不要使用此文件。请联系注册表的运营者。
download-not-written = 无法保存下载的文件：{ $why }。

refused = “{ $server }”拒绝你的访问（HTTP 403 Forbidden）。
refused-remedy = 请向其运营者询问你的账户可以执行哪些操作、可从哪些网络访问。
