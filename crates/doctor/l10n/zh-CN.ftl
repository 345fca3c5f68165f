# 服务器无法启动或连接的原因。每个原因一句话，每个解决办法一件事。

nothing = 没有出错。
nothing-remedy = 无需处理。
unknown = 服务器出错，Portcullis 不知道原因。
unknown-exit = 服务器已退出，退出代码为 { $code }。Portcullis 不知道原因。
unknown-remedy = 请查看其日志的最后几行。
unknown-address-remedy = 请查看其日志和“协议”标签页。
    .terminal = 请查看其日志：“portcullis-cli logs LABEL”。

## 启动之前

needs-review = 你尚未批准当前状态的服务器。
needs-review-remedy = 请审核，然后启动。
    .terminal = 请在终端中用“portcullis-cli server enable LABEL”审核。
not-allowed = Portcullis 不允许此服务器的某个变量或参数。
not-allowed-remedy = 请在服务器设置中更改它。
    .terminal = 请移除该服务器，再用“portcullis-cli server add”添加，不带此项。
keychain = 钥匙串已锁定或不存在。
keychain-remedy = 请解锁钥匙串，然后重新启动服务器。
host-failed = 由于内部错误，Portcullis 无法启动服务器。
host-failed-remedy = 请重新启动 Portcullis。如果再次发生，请报告此问题。
disk-full = 磁盘已满。
disk-full-remedy = 请释放一些空间，然后重新启动服务器。
folder-missing = 工作文件夹不存在。
folder-missing-remedy = 请创建该文件夹，或在服务器设置中选择其他文件夹。
    .terminal = 请创建该文件夹，或用“portcullis-cli server add”重新添加服务器并指定其他文件夹。

## 程序

program-missing = 在 Portcullis 搜索的 { $folders } 个文件夹中都找不到“{ $program }”。
program-missing-remedy = 请安装它，或输入其完整路径。在终端中运行“command -v { $program }”可以查看路径。
other-system = “{ $path }”是 { $system } 路径，在此系统上无效。
other-system-remedy-here = 请改用 { $here }。
other-system-remedy = 请输入该文件在此系统中的路径。
windows-program = { $path } 处的“{ $program }”属于 Windows，不能用于 WSL 中的服务器。
windows-program-remedy = 请在 WSL 中安装 { $runtime }，然后重新启动服务器。
windows-program-remedy-other = 请输入安装在 WSL 中的程序。
program-path-missing = “{ $program }”处没有程序。
program-path-missing-remedy = 请更正路径，或重新安装该程序。
program-there-now = 之前找不到“{ $program }”，现在它位于“{ $path }”。
program-there-now-remedy = 请重新启动服务器。
program-other-name = 找不到“{ $program }”，但找到了“{ $other }”。
program-other-name-remedy = 请将命令改为“{ $other }”。
runtime-missing = 此服务器需要 { $runtime }，但本机上找不到它。
runtime-missing-part = 启动此服务器的“{ $program }”随 { $runtime } 提供，但本机上找不到 { $runtime }。
runtime-missing-container = 此服务器在容器中运行，但本机上找不到 { $runtime }。
runtime-missing-remedy = 请安装 { $runtime }，然后重新启动服务器。
not-executable = “{ $program }”存在，但你的账户无法运行它。
not-executable-remedy = 请将该文件设为可执行，或更正命令。
interpreter-missing = “{ $program }”是脚本，找不到其第一行指定的解释器。
interpreter-missing-remedy = 请安装该解释器，或用其他解释器启动脚本。
shim = “{ $program }”是 { $manager } 的 shim，尚未为它设置版本。
shim-remedy = 请用 { $manager } 设置全局版本，或输入程序的完整路径。
shim-fenced = “{ $program }”是版本管理器的 shim，隔离隐藏了该管理器的文件。
shim-fenced-remedy = 请输入该 shim 所运行程序的完整路径。
shim-elsewhere-remedy = 请使用“{ $path }”，它不是 shim。
wrong-architecture = “{ $program }”是为 { $system } 构建的，本机无法运行它。
wrong-architecture-inside = 服务器启动的某个程序是为其他处理器或系统构建的。
wrong-architecture-remedy = 请安装适用于本机的版本。
library-missing = 缺少服务器所需的某个系统库。
library-missing-named = 服务器需要系统库“{ $library }”，但未安装。
library-missing-remedy = 请安装包含此库的系统软件包。
system-library-old = 服务器需要较新版本的操作系统。
system-library-old-named = 服务器需要 { $library }，比此系统的 C 库更新。
system-library-old-remedy = 请安装较旧版本的服务器，或更新系统。
command-missing = 找不到服务器运行的某个命令。
command-missing-named = 服务器运行“{ $command }”，但找不到它。
command-missing-remedy = 请安装它。Portcullis 与你的登录 shell 搜索相同的文件夹。

## 容器

engine-stopped = { $engine } 已安装，但未运行。
engine-stopped-remedy = 请启动 Docker，然后重新启动服务器。
engine-stopped-podman-remedy = 请在终端中运行“podman machine start”，然后重新启动服务器。
engine-denied = 你的账户无权使用 { $engine }。
engine-denied-remedy = 请允许你的账户使用 { $engine }，重新登录系统，然后启动服务器。
image-missing = 镜像“{ $image }”不存在，或者你未登录其镜像仓库。
image-missing-some = 镜像不存在，或者你未登录其镜像仓库。
image-missing-remedy = 请检查镜像的名称和标签。如果是私有镜像，请先运行“docker login”。
image-registry = 无法连接到该镜像的镜像仓库。
image-limit = 镜像仓库限制了你可拉取的镜像数量，现已达到上限。
image-limit-remedy = 请在终端中运行“docker login”，或稍后重试。
credential-helper = { $engine } 找不到用于登录镜像仓库的程序。
credential-helper-named = { $engine } 找不到用于登录镜像仓库的“{ $helper }”。
credential-helper-remedy = 请安装它，或从主文件夹下“.docker”中的“config.json”里删除“credsStore”。
image-architecture = 该镜像没有适用于本机处理器的版本。
image-architecture-remedy = 请选择适用于此处理器的镜像，或在参数中添加“--platform”。
image-command = 镜像中没有要运行的命令。
image-command-remedy = 请检查参数中镜像之后的内容。
container-read-only = 容器中的程序试图更改只读文件。
container-read-only-remedy = 在隔离中，其镜像是只读的。请在命令中为它写入的位置挂载文件夹或卷，或停用隔离。
mount-missing = 要挂载到容器的文件夹不存在。
mount-missing-remedy = 请在参数中更正该文件夹。
container-tty = 容器需要终端，而服务器没有终端。
container-tty-remedy = 请将参数中的“-it”改为“-i”。
container-usage = 容器的参数不完整或有误。
container-usage-remedy = 请与服务器文档对照。参数通常为：run -i --rm IMAGE。

## 软件包

fence-registry = { $program } 无法下载服务器：隔离阻止了 { $host }。
fence-host-named = 服务器报告了一个主机，但隔离阻止了对它的访问。
fence-host = 服务器启动时，隔离阻止了一个主机。这可能是原因。
fence-host-remedy = 如果服务器需要此主机，请允许它。
fence-host-local-remedy = 如果服务器需要此主机，请在本地网络中允许它。
fence-path-named = 服务器报告了一个路径，但隔离隐藏了它。
fence-path = 隔离隐藏了参数中的一个路径。这可能是原因。
fence-module = 隔离隐藏了服务器脚本所在的文件夹，其中有服务器所需的一个模块。
fence-path-remedy = 如果服务器需要此路径，请允许读取它。
fence-path-kept-remedy = 此路径含有密钥，或超出服务器所需的范围。请使用其他路径。
fence-registry-remedy = 请在服务器概览的“隔离”下允许 { $host }，或只获取一次软件包，之后不再需要网络。
    .terminal = 请用“portcullis-cli server fence LABEL allow host { $host }”允许，或改为只获取一次软件包：“portcullis-cli server fetch LABEL”。
package-missing = 软件包“{ $package }”在其注册表中不存在，或者是私有的。
package-missing-some = 服务器所需的某个软件包在其注册表中不存在，或者是私有的。
package-missing-remedy = 请对照服务器文档检查拼写。
version-missing = 软件包“{ $package }”存在，但此版本不存在。
version-missing-some = 服务器所需的某个软件包没有所需的版本。
version-missing-remedy = 请输入其他版本，或不指定版本。
version-young = “{ $package }”太新，未达到 npm 要求的最短发布时间。
version-young-some = 服务器所需的某个软件包太新，未达到 npm 要求的最短发布时间。
version-young-remedy = 请输入更早的版本，或在文件“.npmrc”中调低“min-release-age”。
package-no-program = “{ $package }”中没有要启动的程序。
package-no-program-some = 软件包中没有要启动的程序。
package-no-program-remedy = 请查看服务器文档：程序名称可能与软件包不同。
package-broken = 该软件包与一同安装的库不兼容。
package-broken-remedy = 请选择服务器的其他版本，或向其作者报告。
package-build = 软件包的某个部分需要在本机构建，但构建失败。
package-build-remedy = 请选择服务器的其他版本，或安装日志中指出的构建工具。
package-build-python-remedy = 请在参数中添加“--python”和较早的版本，例如 3.12：更多软件包有适用于它的构建。
package-git = npm 12 默认不从 Git 获取软件包。
package-url = npm 12 默认不从 URL 获取软件包。
package-source-remedy = 如果你信任该软件包，请在参数中它的前面添加“{ $option }”。
package-extra = 安装该软件包时未包含服务器所需的可选部分。
package-extra-remedy = 请在软件包名称后用方括号指定该部分，例如“mcp[cli]”。
registry = 无法连接到软件包注册表。
registry-remedy = 请检查网络，然后重新启动服务器。
proxy-remedy = 本机使用代理。请在服务器的环境变量中添加 HTTPS_PROXY。
registry-denied = 软件包注册表拒绝访问。
registry-denied-remedy = 请在终端中登录注册表，或检查其令牌。
proxy-sign-in = 代理需要用户名和密码。
proxy-sign-in-remedy = 请在服务器的环境变量中以机密形式添加包含用户名和密码的 HTTPS_PROXY。
proxy-sign-in-computer-remedy = 请在本机的代理设置中输入它们，然后重试。
certificate-program = 服务器不信任其连接中的某个证书。原因可能是公司代理。
certificate-program-remedy = 请在服务器的环境变量中将 { $variable } 设为你所在组织的证书文件。
cache-denied = 你的账户无法写入软件包管理器的缓存。
cache-denied-remedy = 请授予你的账户访问日志所指缓存文件夹的权限。
cache-damaged = 软件包管理器的缓存已损坏。
cache-damaged-remedy = 请在终端中清除缓存，例如运行“npm cache clean --force”。
cache-npx-remedy = 请删除 npm 缓存中的文件夹“_npx”。在终端中运行“npm config get cache”可查看其位置。

## 运行环境

runtime-old = 服务器需要 { $runtime } { $since } 或更高版本。本机上是 { $version }。
runtime-old-some = 服务器需要 { $runtime } { $since } 或更高版本。
runtime-old-unknown = 服务器需要较新版本的 { $runtime }。
runtime-old-remedy = 请安装较新版本的 { $runtime }。
python-old-uv-remedy = 请在参数中添加“--python”和版本号。uv 会下载该版本。
option-unknown = { $runtime } 无法识别选项“{ $option }”。
option-unknown-some = { $runtime } 无法识别其中一个选项。
option-unknown-remedy = 请删除该选项，或安装较新版本的 { $runtime }。
module-missing = 未安装服务器所需的某个模块。
module-missing-named = 服务器需要模块“{ $module }”，但未安装。
module-hidden-named = 服务器需要模块“{ $module }”，但它未安装，或被隔离隐藏。
module-fenced-remedy = 请在虚拟环境中安装它，并使用其中的 Python：隔离会隐藏你主文件夹中的模块。
module-fetched-remedy = 软件包不完整。请选择其他版本，或向其作者报告。
module-node-remedy = 请在服务器的文件夹中运行“npm install”。
module-built-other = 服务器的某个原生模块是为其他版本的 Node.js 构建的。
module-rebuild-remedy = 请在服务器的文件夹中运行“npm rebuild”。
module-not-built = 服务器的某个原生模块未构建，因为 npm 12 默认不运行安装脚本。
module-not-built-fetched = 服务器的某个原生模块未构建：获取软件包时不运行安装脚本。
module-fetched-native-remedy = 请检查软件包的更新，或重新添加服务器，但不选择“只获取一次软件包”。
    .terminal = 请检查更新：“portcullis-cli server fetch LABEL”。或重新添加服务器而不获取：“portcullis-cli server add --no-fetch”。
module-not-built-npx-remedy = 请删除 npm 缓存中的文件夹“_npx”，并在参数中的软件包之前添加“--allow-scripts=”和该模块的名称。
module-python-remedy = 请在启动服务器的 Python 中安装它，或用 uv 启动服务器。

## 参数、变量和文件

argument-missing = 服务器还需要一个参数。
argument-usage = 服务器输出用法说明后退出。参数缺失或有误。
argument-missing-remedy = 请在服务器设置中添加它。
    .terminal = 请移除该服务器，再用“portcullis-cli server add”添加并带上此参数。
argument-invalid = 服务器拒绝了它的一个参数。
argument-invalid-named = 服务器拒绝参数“{ $argument }”。
argument-invalid-remedy = 请在服务器设置中更正它。
    .terminal = 请移除该服务器，再用“portcullis-cli server add”添加并使用正确的参数。
variable-missing = { $count ->
   *[other] 未设置服务器所需的环境变量 { $names }。
}
variable-missing-remedy = 请在“设置 → 环境变量”中添加。
    .terminal = 请带上它重新添加服务器：“portcullis-cli server add LABEL --env NAME=VALUE”。
variable-empty = { $count ->
   *[other] 已设置 { $names }，但服务器无法使用其值。
}
variable-empty-remedy = 请重新输入其值。
file-missing = “{ $file }”不存在。
file-missing-some = 要启动的脚本不存在。
file-missing-remedy = 请在参数中更正路径，并使用完整路径。
path-missing = 服务器找不到“{ $path }”。
path-missing-remedy = 请创建它，或在参数中更正路径。
path-denied = 服务器无权使用“{ $path }”。
path-denied-remedy = 请更改其权限，或选择其他路径。
file-denied = 服务器无权使用它所需的文件或文件夹。
file-denied-remedy = 请更改日志中指出的文件的权限。

## 结束方式

port-in-use = 服务器的端口已被占用。
port-in-use-remedy = 请关闭其他程序，或选择其他端口。该服务器可能已在运行。
service = 服务器已启动，但无法连接到它所需的服务。
service-remedy = 请确认该服务正在运行且地址正确。
memory = 服务器内存不足。
memory-remedy = 请关闭其他程序，或减少服务器加载的数据。
killed = 其他程序或系统终止了服务器。
killed-remedy = 请重新启动它。如果再次发生，可能是本机内存不足。
crashed = 服务器已崩溃。
crashed-remedy = 请更新服务器或其运行环境。
downloading = 启动超时时，服务器仍在下载。
downloading-remedy = 请将启动超时延长到 { $seconds } 秒。
downloading-longest-remedy = 请在终端中运行一次该命令，以填充其缓存。
silent = 服务器正在运行，但没有响应。
silent-remedy = 请将启动超时延长到 { $seconds } 秒。如果无效，该命令可能没有启动 MCP 服务器，或没有刷新其输出。
silent-longest-remedy = 请检查该命令是否通过标准输入和输出启动 MCP 服务器，以及服务器是否刷新其输出。
ended-early = 程序立即结束，没有报错。
ended-early-remedy = 请检查该命令是否通过标准输入和输出启动 MCP 服务器。
stdout = 程序向标准输出写入了其他文本，而标准输出只能用于 MCP 消息。
stdout-remedy = 请查找启动其 MCP 服务器或关闭此输出的选项。
stdout-parts = 程序写入的消息带有标头或分为多行，而每条 MCP 消息只占一行。
stdout-parts-remedy = 请将每条消息写在一行中且不带标头，或向服务器的作者报告。
stdout-unterminated = 程序向标准输出写入了一条消息，但没有换行符，因此消息不完整。
stdout-unterminated-remedy = 请在每条消息末尾写入换行符并刷新标准输出，或向服务器的作者报告。
stdout-web = 程序运行的是 Web 服务器，未通过标准输入和输出使用 MCP。
stdout-web-remedy = 请将其 URL 添加为远程服务器，或查找“--stdio”之类的选项。

## 地址

dns = 找不到主机名。
dns-remedy = 请检查 URL 中的主机名和网络连接。
refused = 此端口上没有服务器在监听。
refused-remedy = 请检查 URL 中的端口，或等待服务器恢复运行。
refused-local-remedy = 请在本机上启动该服务器，或更正 URL 中的端口。
unreachable = 无法连接到服务器。
unreachable-remedy = 请检查网络、VPN 和防火墙。
timeout = 服务器未及时响应。
timeout-remedy = 请检查网络、VPN 和防火墙，然后重试。
proxy-rejected = 本机的代理拒绝了连接。
proxy-rejected-remedy = 请检查本机的代理设置，或将此主机排除在代理之外。
not-http = 此端口上的服务不使用 HTTP。
not-http-remedy = 请更正 URL 中的端口。
tls-missing = 此端口上的服务不使用 TLS。
tls-missing-remedy = 请在 URL 中使用“http://”，或更正端口。
tls-failed = TLS 连接失败。
tls-failed-remedy = 请检查 URL。如果正确，请联系服务器的运营者。
certificate-issuer = 证书来自本机不信任的颁发机构。
certificate-issuer-remedy = 请将你所在组织的证书颁发机构添加到此系统的证书中。
certificate-time = 证书已过期或尚未生效。
certificate-time-remedy = 请检查本机的时钟。如果时钟正确，请联系服务器的运营者。
certificate-name = 证书用于其他主机名。
certificate-name-remedy = 请在 URL 中使用证书的主机名。
certificate-client = 服务器需要客户端证书，而 Portcullis 不支持。
certificate-client-remedy = 请向服务器的运营者询问其他连接方式。
wrong-path = 此路径下没有 MCP 端点（HTTP { $status }）。
wrong-path-remedy = 请更正 URL 的路径。许多服务器使用 /mcp，较旧的使用 /sse。
wrong-path-remedy-usual = 请尝试 /mcp，即多数服务器的路径。较旧的服务器使用 /sse。
wrong-path-remedy-sse = 请尝试 /sse，即较旧服务器的路径。
wrong-path-remedy-mcp = 请尝试 /mcp，即较新服务器的路径。
not-mcp = 此 URL 处的服务不是 MCP 服务器。
not-mcp-remedy = 请将 URL 与服务器文档对照。
captive = 响应的是网页，而不是服务器。该网络可能需要登录。
captive-remedy = 请在浏览器中打开任意网页并登录该网络。
redirected = 服务器重定向到其他 URL，Portcullis 没有跟随。
redirected-remedy = 如果你信任新的 URL，请在服务器设置中输入它。
    .terminal = 如果你信任新的 URL，请用“portcullis-cli server add”以此 URL 重新添加服务器。
busy = 服务器不可用或正在限制请求频率（HTTP { $status }）。
busy-some = 服务器不可用或正在限制请求频率。
busy-remedy = 请几分钟后重试。
server-error = 服务器出错（HTTP { $status }）。
server-error-some = 服务器出错。
server-error-remedy = 请稍后重试。如果仍然失败，请联系服务器的运营者。

## 登录

sign-in-needed = 服务器要求你登录。
sign-in-again = 服务器不再接受你的登录。
sign-in-remedy = 请登录服务器。
key-needed = 服务器需要身份验证，但未说明如何登录。
key-needed-remedy = 请在服务器设置中以标头形式输入访问令牌或 API 密钥。
    .terminal = 请以访问令牌或 API 密钥重新添加服务器：“portcullis-cli server add LABEL --url URL --secret Authorization”。
token-rejected = 服务器拒绝你输入的 Authorization 标头。
token-rejected-remedy = 请输入新的令牌。此令牌可能有误或已过期。
access-denied = 服务器拒绝此账户访问（HTTP 403）。
access-denied-remedy = 请用其他账户登录，或向运营者申请访问权限。
sign-in-metadata = 服务器的登录元数据缺失或无效。
sign-in-metadata-remedy = 请以标头形式输入访问令牌，或联系服务器的运营者。
sign-in-unreachable = 无法连接到授权服务器。
sign-in-unreachable-remedy = 请检查网络，然后重试。
sign-in-failed = 登录失败。
sign-in-failed-remedy = 请重新登录。

## 协议

old-transport = 服务器似乎只支持 HTTP+SSE，而其设置要求 Streamable HTTP。
old-transport-remedy = 请将其传输方式设为自动检测。
version = 服务器与 Portcullis 没有共同的协议版本。
version-remedy = 请将其协议版本设为自动检测。
version-update-remedy = 请更新服务器或 Portcullis。
protocol-broken = 服务器发送了无效的 MCP 消息。
protocol-broken-remedy = 请更新服务器，或向其作者报告。

## 检查过的内容

seen-exit = 退出代码 { $code }
seen-signal = 因信号 { $signal } 终止
seen-program = 程序位于 { $path }
seen-program-not-executable = 找到程序，但不可执行
seen-program-missing = 找不到程序
seen-folders = 搜索过的文件夹：{ $folders }
seen-folder-missing = 工作文件夹不存在
seen-runtime = { $runtime } { $version }
seen-variables = 有值的环境变量：{ $names }
seen-no-variables = 设置中没有环境变量
seen-stderr = 标准错误的最后几行
seen-no-stderr = 标准错误没有内容
seen-stdout = 标准输出中最前面的非 MCP 内容
seen-unterminated = 标准输出中末尾没有换行符的内容
seen-status = HTTP 状态 { $status }
seen-no-answer = 没有 HTTP 响应
seen-certificate = 未接受证书
seen-challenge = 服务器说明了如何登录
seen-own-header = 设置中有 Authorization 标头
seen-signed-in = 已登录
seen-not-signed-in = 未登录
seen-proxy = 本机使用代理
seen-no-proxy = 没有代理
seen-transport-auto = 传输方式：自动检测
seen-transport-http = 传输方式：Streamable HTTP
seen-transport-sse = 传输方式：HTTP+SSE
seen-version-auto = 协议版本：自动检测
seen-version-legacy = 协议版本：2025-11-25 及更早版本
seen-version-modern = 协议版本：2026-07-28 及更高版本
