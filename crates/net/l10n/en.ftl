# Why servers and the URLs that they name are not reached.

## Why a server was not reached, after a colon

cert-expired = its certificate has expired
cert-not-yet = its certificate is not valid yet
cert-revoked = its certificate was revoked
cert-issuer = its certificate comes from an authority that this computer does not trust
cert-name = its certificate is for another name
cert-purpose = its certificate is not for a server
cert-damaged = its certificate is damaged or forged
cert-rejected = its certificate is not accepted
cert-none = it has no certificate
cert-client = it requires a client certificate, which Portcullis does not support
tls-none = it does not use TLS
tls-version = it does not support TLS 1.2 or 1.3
tls-failed = the TLS connection failed
tls-certificate-remedy = Contact the operator of the server, or sign in to your network. Portcullis requires a valid certificate.
tls-clock-remedy = Check the clock of this computer. If it is correct, contact the operator of the server.
tls-url-remedy = Check the URL: its port may not use TLS.
cert-client-remedy = Ask the operator of the server for another way to connect.
reason-timeout = it did not respond in time
reason-connect = the connection failed
reason-cut = the connection ended before the response was complete
reason-dns = the host name was not found, or this computer is offline
reason-proxy = the proxy of this computer rejected the connection
reason-not-http = it does not use HTTP
reason-refused = no server is listening on this port
reason-reset = it closed the connection
reason-host = its host is unreachable
reason-network = its network is unreachable, or this computer is offline
reason-permission = this computer does not allow the connection

## URLs that a server names

forbidden-here = “{ $server }” names a URL on this computer. It was not opened.
forbidden-private = “{ $server }” names a URL in a private network. It was not opened.
forbidden-link = “{ $server }” names a URL in the local network. It was not opened.
forbidden-metadata = “{ $server }” names the URL of a cloud metadata service. It was not opened.
forbidden-nowhere = “{ $server }” names a URL outside the public internet. It was not opened.
forbidden-plain = “{ $server }” names a URL without encryption. It was not opened.
forbidden-named = “{ $server }” names a URL with a user name or password. It was not opened.
forbidden-remedy = Contact the operator of the server. Only the URL that you entered can be in your network.
named-unreachable = “{ $server }” names a URL that was not reached: { $cause }.
named-unreachable-remedy = Check the network, or contact the operator of the server.
certificates-unusable = the certificates of this computer cannot be used
certificates-unusable-remedy = Check the certificates and the proxy settings of this computer.
named-timeout = “{ $server }” names a URL that did not respond within { $seconds } seconds.
named-timeout-remedy = Try again later, or contact the operator of the server.
named-redirects = “{ $server }” names a URL that redirects elsewhere or in a loop. It was not followed.
tell-operator = Contact the operator of the server.
named-too-large = “{ $server }” names a URL whose response is larger than { $kibibytes } KiB. It was not read.
named-compressed = “{ $server }” names a URL whose response is compressed, although Portcullis asked for an uncompressed one.

## Downloads

download-status = “{ $server }” names a file that was not downloaded: the server returned HTTP { $status }.
download-sign-in = “{ $server }” names a file that requires a sign-in (HTTP { $status }). Portcullis signs in only at the host of the registry itself.
download-sign-in-remedy = Download the file in your browser, then open it as a bundle.
download-header = The header of “{ $server }” was not accepted for this file (HTTP { $status }).
download-header-remedy = Turn the registry on again, with a header that gives access to its files.
# Many sites answer with a page where a sign-in is missing.
download-page = “{ $server }” names a file, but its site sent a web page. It may require a sign-in.
download-too-large = “{ $server }” names a file that is larger than { $mebibytes } MiB. It was deleted.
download-hash = The SHA-256 of the file differs from the announced one. The file was deleted. Announced: { $announced }. Downloaded: { $downloaded }.
download-hash-remedy = Do not use this file. Contact the operator of the registry.
download-not-written = The download cannot be saved: { $why }.

refused = “{ $server }” denies you access (HTTP 403 Forbidden).
refused-remedy = Ask its operator what your account may do, and from which networks.
