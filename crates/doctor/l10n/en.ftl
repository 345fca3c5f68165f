# Why a server does not start or connect. Each cause is a sentence, each remedy is one thing to do.

nothing = Nothing failed.
nothing-remedy = There is nothing to do.
unknown = The server failed. Portcullis does not know the cause.
unknown-exit = The server exited with code { $code }. Portcullis does not know the cause.
unknown-remedy = Look at the last lines of its log.
unknown-address-remedy = Look at its log and its Protocol tab.
    .terminal = Look at its log: “portcullis-cli logs LABEL”.

## Before a start

needs-review = You have not approved the server as it is now.
needs-review-remedy = Review it, then start it.
    .terminal = Review it in a terminal with “portcullis-cli server enable LABEL”.
not-allowed = Portcullis does not allow one of the server’s variables or arguments.
not-allowed-remedy = Change it in the server’s settings.
    .terminal = Remove the server, then add it again without this: “portcullis-cli server add”.
keychain = The keychain is locked or missing.
keychain-remedy = Unlock the keychain, then start the server again.
host-failed = Portcullis could not start the server because of an internal error.
host-failed-remedy = Restart Portcullis. If it happens again, report it.
disk-full = The disk is full.
disk-full-remedy = Free some space, then start the server again.
folder-missing = The working folder does not exist.
folder-missing-remedy = Create the folder, or choose another in the server’s settings.
    .terminal = Create the folder, or add the server again with another one: “portcullis-cli server add”.

## Programs

program-missing = “{ $program }” was not found in the { $folders ->
    [one] 1 folder
   *[other] { $folders } folders
    } that Portcullis searches.
program-missing-remedy = Install it, or enter its full path. In a terminal, “command -v { $program }” prints it.
other-system = “{ $path }” is a { $system } path, which does not work on this system.
other-system-remedy-here = Use { $here } instead.
other-system-remedy = Enter the path of the file on this system.
windows-program = “{ $program }” at { $path } belongs to Windows and does not work for a server in WSL.
windows-program-remedy = Install { $runtime } in WSL, then start the server again.
windows-program-remedy-other = Enter a program that is installed in WSL.
program-path-missing = There is no program at “{ $program }”.
program-path-missing-remedy = Correct the path, or install the program again.
program-there-now = “{ $program }” was missing and is at “{ $path }” now.
program-there-now-remedy = Start the server again.
program-other-name = “{ $program }” was not found, but “{ $other }” was.
program-other-name-remedy = Change the command to “{ $other }”.
runtime-missing = This server needs { $runtime }, which was not found on this computer.
runtime-missing-part = “{ $program }” starts this server and comes with { $runtime }, which was not found on this computer.
runtime-missing-container = This server runs in a container, but { $runtime } was not found on this computer.
runtime-missing-remedy = Install { $runtime }, then start the server again.
not-executable = “{ $program }” exists, but your account cannot run it.
not-executable-remedy = Make the file executable, or correct the command.
interpreter-missing = “{ $program }” is a script. The interpreter in its first line was not found.
interpreter-missing-remedy = Install the interpreter, or start the script with another.
shim = “{ $program }” is a shim of { $manager }, and no version is set for it.
shim-remedy = Set a global version with { $manager }, or enter the full path of the program.
shim-fenced = “{ $program }” is a shim of a version manager, whose files its fence hides.
shim-fenced-remedy = Enter the full path of the program that the shim runs.
shim-elsewhere-remedy = Use “{ $path }”, which is not a shim.
wrong-architecture = “{ $program }” is built for { $system }. This computer cannot run it.
wrong-architecture-inside = A program that the server starts is built for another processor or system.
wrong-architecture-remedy = Install the version for this computer.
library-missing = A system library that the server needs is missing.
library-missing-named = The server needs the system library “{ $library }”, which is not installed.
library-missing-remedy = Install the system package that contains this library.
system-library-old = The server needs a newer version of this operating system.
system-library-old-named = The server needs { $library }, which is newer than the C library of this system.
system-library-old-remedy = Install an older version of the server, or update the system.
command-missing = The server runs a command that was not found.
command-missing-named = The server runs “{ $command }”, which was not found.
command-missing-remedy = Install it. Portcullis searches the same folders as your login shell.

## Containers

engine-stopped = { $engine } is installed but not running.
engine-stopped-remedy = Start Docker, then start the server again.
engine-stopped-podman-remedy = Run “podman machine start” in a terminal, then start the server again.
engine-denied = Your account is not allowed to use { $engine }.
engine-denied-remedy = Give your account access to { $engine }, log in to the system again, then start the server.
image-missing = The image “{ $image }” does not exist, or you are not signed in to its registry.
image-missing-some = The image does not exist, or you are not signed in to its registry.
image-missing-remedy = Check its name and tag. For a private image, run “docker login” first.
image-registry = The registry of the image could not be reached.
image-limit = The registry limits how many images you can pull, and the limit is reached.
image-limit-remedy = Run “docker login” in a terminal, or try again later.
credential-helper = { $engine } did not find the program that signs it in to a registry.
credential-helper-named = { $engine } did not find “{ $helper }”, which signs it in to a registry.
credential-helper-remedy = Install it, or remove “credsStore” from “config.json” in the folder “.docker” of your home folder.
image-architecture = The image has no version for the processor of this computer.
image-architecture-remedy = Choose an image for this processor, or add “--platform” to the arguments.
image-command = The image does not contain the command to run.
image-command-remedy = Check the arguments after the image.
container-read-only = The program in the container tried to change a read-only file.
container-read-only-remedy = In a fence, the image is read-only. In the command, mount a folder or volume at the path that it writes to, or turn off the fence.
mount-missing = A folder to mount into the container does not exist.
mount-missing-remedy = Correct the folder in the arguments.
container-tty = The container asks for a terminal, and servers have none.
container-tty-remedy = Replace “-it” with “-i” in the arguments.
container-usage = The arguments of the container are incomplete or wrong.
container-usage-remedy = Compare them with the server’s documentation. The usual form is: run -i --rm IMAGE.

## Packages

fence-registry = { $program } could not download the server: its fence blocks { $host }.
fence-host-named = The server reports a host that its fence blocks.
fence-host = The fence blocked a host while the server started. That may be the cause.
fence-host-remedy = If the server needs this host, allow it.
fence-host-local-remedy = If the server needs this host, allow it in your local network.
fence-path-named = The server reports a path that its fence hides.
fence-path = The fence hides a path among the arguments. That may be the cause.
fence-module = The fence hides the folder of the server’s script, which contains a module that the server needs.
fence-path-remedy = If the server needs this path, allow reading it.
fence-path-kept-remedy = This path holds keys, or more than a server needs. Use another one.
fence-registry-remedy = Allow { $host } under “Fence” in the overview of the server, or have the package fetched once, which needs no network later.
    .terminal = Allow it with “portcullis-cli server fence LABEL allow host { $host }”, or have the package fetched once: “portcullis-cli server fetch LABEL”.
package-missing = The package “{ $package }” does not exist in its registry, or is private.
package-missing-some = A package that the server needs does not exist in its registry, or is private.
package-missing-remedy = Check the spelling in the server’s documentation.
version-missing = The package “{ $package }” exists, but this version does not.
version-missing-some = A package that the server needs does not exist in the required version.
version-missing-remedy = Enter another version, or leave the version out.
version-young = “{ $package }” is newer than the minimum release age of npm allows.
version-young-some = A package that the server needs is newer than the minimum release age of npm allows.
version-young-remedy = Enter an older version, or lower “min-release-age” in the file “.npmrc”.
package-no-program = “{ $package }” does not contain the program to start.
package-no-program-some = The package does not contain the program to start.
package-no-program-remedy = Check the server’s documentation. The program may have a different name than the package.
package-broken = The package is not compatible with the libraries installed with it.
package-broken-remedy = Choose another version of the server, or report it to its author.
package-build = A part of the package has to be built on this computer, and that failed.
package-build-remedy = Choose another version of the server, or install the build tools that the log names.
package-build-python-remedy = Add “--python” and an older version, such as 3.12, to the arguments: more packages have a build for it.
package-git = By default, npm 12 fetches no packages from Git.
package-url = By default, npm 12 fetches no packages from URLs.
package-source-remedy = If you trust the package, add “{ $option }” to the arguments before it.
package-extra = The package was installed without an optional part that the server needs.
package-extra-remedy = Add the part in brackets after the package, such as “mcp[cli]”.
registry = The package registry could not be reached.
registry-remedy = Check the network, then start the server again.
proxy-remedy = This computer uses a proxy. Add HTTPS_PROXY to the server’s environment variables.
registry-denied = The package registry denied access.
registry-denied-remedy = Sign in to the registry in a terminal, or check its token.
proxy-sign-in = The proxy requires a user name and password.
proxy-sign-in-remedy = Add HTTPS_PROXY, with user name and password, to the server’s environment variables as a secret.
proxy-sign-in-computer-remedy = Enter them in the proxy settings of this computer, then try again.
certificate-program = The server does not trust a certificate on its connection. A company proxy may be the cause.
certificate-program-remedy = In the server’s environment variables, set { $variable } to the certificate file of your organization.
cache-denied = Your account cannot write to the cache of the package manager.
cache-denied-remedy = Give your account access to the cache folder that the log names.
cache-damaged = The cache of the package manager is damaged.
cache-damaged-remedy = Clear the cache in a terminal, for example with “npm cache clean --force”.
cache-npx-remedy = Delete the folder “_npx” in npm’s cache. To find the cache, run “npm config get cache” in a terminal.

## Runtimes

runtime-old = The server needs { $runtime } { $since } or later. This computer has { $version }.
runtime-old-some = The server needs { $runtime } { $since } or later.
runtime-old-unknown = The server needs a newer version of { $runtime }.
runtime-old-remedy = Install a newer version of { $runtime }.
python-old-uv-remedy = Add “--python” and the version to the arguments. uv downloads it.
option-unknown = { $runtime } does not recognize the option “{ $option }”.
option-unknown-some = { $runtime } does not recognize one of the options.
option-unknown-remedy = Remove the option, or install a newer version of { $runtime }.
module-missing = A module that the server needs is not installed.
module-missing-named = The server needs the module “{ $module }”, which is not installed.
module-hidden-named = The server needs the module “{ $module }”, which is not installed or is hidden by its fence.
module-fenced-remedy = Install it in a virtual environment and use the Python there: a fence hides modules in your home folder.
module-fetched-remedy = The package is incomplete. Choose another version, or report it to its author.
module-node-remedy = Run “npm install” in the server’s folder.
module-built-other = A native module of the server was built for another version of Node.js.
module-rebuild-remedy = Run “npm rebuild” in the server’s folder.
module-not-built = A native module of the server was not built, because npm 12 runs no install scripts by default.
module-not-built-fetched = A native module of the server was not built: fetching a package runs no install scripts.
module-fetched-native-remedy = Check for an update of the package, or add the server again without “Fetch the package once”.
    .terminal = Check for an update: “portcullis-cli server fetch LABEL”. Or add the server again without fetching: “portcullis-cli server add --no-fetch”.
module-not-built-npx-remedy = Delete the folder “_npx” in npm’s cache, and add “--allow-scripts=” with the name of the module to the arguments, before the package.
module-python-remedy = Install it for the Python that starts the server, or start the server with uv.

## Arguments, variables and files

argument-missing = The server needs another argument.
argument-usage = The server printed its usage and exited. An argument is missing or wrong.
argument-missing-remedy = Add it in the server’s settings.
    .terminal = Remove the server, then add it again with this argument: “portcullis-cli server add”.
argument-invalid = The server rejects one of its arguments.
argument-invalid-named = The server rejects the argument “{ $argument }”.
argument-invalid-remedy = Correct it in the server’s settings.
    .terminal = Remove the server, then add it again with a correct argument: “portcullis-cli server add”.
variable-missing = { $count ->
    [one] The environment variable { $names } is not set. The server needs it.
   *[other] The environment variables { $names } are not set. The server needs them.
}
variable-missing-remedy = Add it under Settings → Environment variables.
    .terminal = Add the server again with it: “portcullis-cli server add LABEL --env NAME=VALUE”.
variable-empty = { $count ->
    [one] { $names } is set, but the server cannot use its value.
   *[other] { $names } are set, but the server cannot use their values.
}
variable-empty-remedy = Enter the value again.
file-missing = “{ $file }” does not exist.
file-missing-some = The script to start does not exist.
file-missing-remedy = Correct the path in the arguments. Use the full path.
path-missing = The server cannot find “{ $path }”.
path-missing-remedy = Create it, or correct the path in the arguments.
path-denied = The server is not allowed to use “{ $path }”.
path-denied-remedy = Change its permissions, or choose another path.
file-denied = The server is not allowed to use a file or folder that it needs.
file-denied-remedy = Change the permissions of the file that the log names.

## How it ended

port-in-use = The port of the server is already in use.
port-in-use-remedy = Close the other program, or choose another port. The server may already be running.
service = The server started but cannot reach a service that it needs.
service-remedy = Check that the service is running and its address is correct.
memory = The server ran out of memory.
memory-remedy = Close other programs, or reduce the amount of data that the server loads.
killed = Another program or the system ended the server.
killed-remedy = Start it again. If it happens again, the computer may be short of memory.
crashed = The server crashed.
crashed-remedy = Update the server or its runtime.
downloading = The server was still downloading when the start timeout ended.
downloading-remedy = Raise the start timeout to { $seconds } s.
downloading-longest-remedy = Run the command once in a terminal to fill its cache.
silent = The server is running but does not respond.
silent-remedy = Raise the start timeout to { $seconds } s. If that does not help, the command may not start an MCP server or flush its output.
silent-longest-remedy = Check that the command starts an MCP server over standard input and output, and that the server flushes its output.
ended-early = The program ended immediately, without an error.
ended-early-remedy = Check that the command starts an MCP server over standard input and output.
stdout = The program writes other text to standard output, which is reserved for MCP messages.
stdout-remedy = Look for an option that starts its MCP server or turns this output off.
stdout-parts = The program writes messages with a header or on several lines, but each MCP message is one line.
stdout-parts-remedy = Write each message on one line, without a header, or report this to the server’s author.
stdout-unterminated = The program wrote a message to standard output without a newline, so it is incomplete.
stdout-unterminated-remedy = End each message with a newline and flush standard output after it, or report this to the server’s author.
stdout-web = The program runs a web server and does not use MCP over standard input and output.
stdout-web-remedy = Add its URL as a remote server, or look for an option such as “--stdio”.

## Addresses

dns = The host name was not found.
dns-remedy = Check the host name in the URL and your network connection.
refused = No server is listening on this port.
refused-remedy = Check the port in the URL, or wait until the server is up.
refused-local-remedy = Start the server on this computer, or correct the port in the URL.
unreachable = The connection to the server failed.
unreachable-remedy = Check the network, VPN and firewall.
timeout = The server did not respond in time.
timeout-remedy = Check the network, VPN and firewall, then try again.
proxy-rejected = The proxy of this computer rejected the connection.
proxy-rejected-remedy = Check the proxy settings of this computer, or exclude this host from the proxy.
not-http = The service on this port does not use HTTP.
not-http-remedy = Correct the port in the URL.
tls-missing = The service on this port does not use TLS.
tls-missing-remedy = Use “http://” in the URL, or correct the port.
tls-failed = The TLS connection failed.
tls-failed-remedy = Check the URL. If it is correct, contact the operator of the server.
certificate-issuer = The certificate comes from an authority that this computer does not trust.
certificate-issuer-remedy = Add the certificate authority of your organization to the certificates of this system.
certificate-time = The certificate has expired or is not valid yet.
certificate-time-remedy = Check the clock of this computer. If it is correct, contact the operator of the server.
certificate-name = The certificate is for another host name.
certificate-name-remedy = Use the host name of the certificate in the URL.
certificate-client = The server requires a client certificate, which Portcullis does not support.
certificate-client-remedy = Ask the operator of the server for another way to connect.
wrong-path = There is no MCP endpoint at this path (HTTP { $status }).
wrong-path-remedy = Correct the path of the URL. Many servers use /mcp, older ones /sse.
wrong-path-remedy-usual = Try /mcp, the path of most servers. Older ones use /sse.
wrong-path-remedy-sse = Try /sse, the path of older servers.
wrong-path-remedy-mcp = Try /mcp, the path of newer servers.
not-mcp = The service at this URL is not an MCP server.
not-mcp-remedy = Compare the URL with the server’s documentation.
captive = A web page responded instead of the server. The network may require a sign-in.
captive-remedy = Open any page in your browser and sign in to the network.
redirected = The server redirects to another URL, which Portcullis does not follow.
redirected-remedy = If you trust the new URL, enter it in the server’s settings.
    .terminal = If you trust the new URL, add the server again with it: “portcullis-cli server add”.
busy = The server is unavailable or rate limiting requests (HTTP { $status }).
busy-some = The server is unavailable or rate limiting requests.
busy-remedy = Try again in a few minutes.
server-error = The server failed (HTTP { $status }).
server-error-some = The server failed.
server-error-remedy = Try again later. If it keeps failing, contact the operator of the server.

## Sign-in

sign-in-needed = The server requires you to sign in.
sign-in-again = The server no longer accepts your sign-in.
sign-in-remedy = Sign in to the server.
key-needed = The server requires authentication, but does not say how to sign in.
key-needed-remedy = Enter an access token or API key as a header in the server’s settings.
    .terminal = Add the server again with an access token or API key: “portcullis-cli server add LABEL --url URL --secret Authorization”.
token-rejected = The server rejects the Authorization header that you entered.
token-rejected-remedy = Enter a new token. This one may be wrong or expired.
access-denied = The server denies access to this account (HTTP 403).
access-denied-remedy = Sign in with another account, or ask the operator for access.
sign-in-metadata = The sign-in metadata of the server is missing or invalid.
sign-in-metadata-remedy = Enter an access token as a header, or contact the operator of the server.
sign-in-unreachable = The authorization server could not be reached.
sign-in-unreachable-remedy = Check the network, then try again.
sign-in-failed = The sign-in failed.
sign-in-failed-remedy = Sign in again.

## Protocol

old-transport = The server seems to support only HTTP+SSE, but its settings require Streamable HTTP.
old-transport-remedy = Set its transport to Auto-detect.
version = The server and Portcullis have no protocol version in common.
version-remedy = Set its protocol version to Auto-detect.
version-update-remedy = Update the server or Portcullis.
protocol-broken = The server sent a message that is not valid MCP.
protocol-broken-remedy = Update the server, or report it to its author.

## What was looked at

seen-exit = Exit code { $code }
seen-signal = Ended by signal { $signal }
seen-program = Program found at { $path }
seen-program-not-executable = Program found, not executable
seen-program-missing = Program not found
seen-folders = Searched folders: { $folders }
seen-folder-missing = Working folder does not exist
seen-runtime = { $runtime } { $version }
seen-variables = Environment variables with a value: { $names }
seen-no-variables = No environment variables in the settings
seen-stderr = Last lines of standard error
seen-no-stderr = Nothing on standard error
seen-stdout = First lines on standard output that are not MCP messages
seen-unterminated = Text on standard output that does not end with a newline
seen-status = HTTP status { $status }
seen-no-answer = No response over HTTP
seen-certificate = Certificate not accepted
seen-challenge = The server says how to sign in
seen-own-header = An Authorization header is in the settings
seen-signed-in = Signed in
seen-not-signed-in = Not signed in
seen-proxy = This computer uses a proxy
seen-no-proxy = No proxy
seen-transport-auto = Transport: Auto-detect
seen-transport-http = Transport: Streamable HTTP
seen-transport-sse = Transport: HTTP+SSE
seen-version-auto = Protocol version: Auto-detect
seen-version-legacy = Protocol version: up to 2025-11-25
seen-version-modern = Protocol version: from 2026-07-28
