## URLs

url-invalid = “{ $url }” is not a URL: { $why }
url-not-http = “{ $url }” is not an http or https URL
url-not-http-remedy = Start the URL with https:// or http://.
url-credentials = a URL cannot contain a user name or password
url-credentials-remedy = Add an Authorization header and mark it as secret.
url-misread = “{ $url }” is ambiguous: { $why }
url-misread-remedy = Enter the URL exactly as its provider gives it.
url-no-scheme = it does not start with https:// or http://
url-no-host = the host is missing
url-bad-port = the port is not a number up to 65535
url-bad-ip = the host is not a valid IP address
url-bad-host = the host name contains invalid characters
url-too-long = it is too long
url-unreadable = it cannot be parsed
url-reads = its host reads “{ $text }”
url-imitates = not { $host }: it only looks like it
url-not-encrypted = Not encrypted: anyone between this computer and the server can read and change the traffic.

## What a command runs

built-in = This server comes with Portcullis and changes nothing on this computer: it opens no files, uses no network, and forgets everything when it stops.
batch-file = { $program } is a batch file: the Windows command shell runs it and everything that it calls. Read it before you approve.
network-argument = The argument “{ $argument }” names a place on another computer. Portcullis does not look there or compare anything there at a start.
inline-code = The arguments contain inline code. Read all of it before you approve.
newest-image = { $program } runs the newest image of “{ $name }” that it has or pulls. Specify a digest to approve one image.
newest-local = { $program } installs what “{ $name }” specifies at each start. It may differ each time, because no version is pinned.
newest-url = { $program } runs the code at “{ $name }” at each start. It may differ each time, because no version is pinned.
newest-fetchable = { $program } runs the newest version of “{ $name }” at each start. Choose “Pin this version” to approve one.
    .terminal = { $program } runs the newest version of “{ $name }” at each start. Add it with “--fetch” to pin this version, or pin that of a saved server with “portcullis-cli server fetch LABEL”.
newest-version = { $program } runs the newest version of “{ $name }” at each start. Portcullis cannot fetch it with this command: specify an exact version, such as “{ $example }”.
newest-commit = { $program } runs the newest version of “{ $name }” at each start. Portcullis cannot fetch it: specify a full commit ID.
package-source = “{ $option }” changes where packages come from.
file-note = { $what }, { $size }, SHA-256 { $digest }
module-missing = The approval does not cover { $modules }: the working folder has no such module.
data-not-covered = Portcullis treats { $files } as data: its contents can change without another approval.
too-many-arguments = There are too many arguments to check all of them for files.
changed-command = its command now leads to { $path }
changed-program = the program file changed
changed-folder = its working folder now leads to { $path }
folder-leads = leads to { $path }
plain-secret = “{ $name }” looks like a secret and would be saved unencrypted. Mark it as a secret to store it with your other secrets.
secret-argument = Argument { $number } looks like a secret (“{ $argument }”). It is stored unencrypted, and other programs can see it. Move it to a secret environment variable.
secret-variable-argument = Argument { $number } looks like a secret (“{ $argument }”): stored unencrypted, visible to other programs. Make “{ $name }” a secret variable, and keep only “-e { $name }”.

## Why a draft cannot be used

program-is-url = “{ $url }” is a URL, not a command
program-is-url-remedy = Set the type to Remote URL.
    .terminal = Add it with “portcullis-cli server add { $label } --url { $url }”.
argument-nul = the argument “{ $argument }” contains a NUL character
no-demo = this build of Portcullis does not include the demo server
label-length = A label must have 1 to 64 characters.
label-hidden = The label “{ $label }” contains hidden characters.
label-quotation = A label cannot contain quotation marks.
label-mixed = “{ $word }” in the label mixes letters of several alphabets, so it may not be the name it looks like.
limits-invalid = limits are { $idle_least } to { $idle_most } s idle, { $total_least } to { $total_most } s in total, { $message_least } to { $message_most } MiB per message, and { $start_least } to { $start_most } s to start
too-many-arguments-draft = there are { $arguments } arguments; the limit is { $most }
too-many-names = there are more than { $most } environment variables or headers
draft-too-large = the configuration is larger than { $most } KiB
variable-invalid = the environment variable “{ $name }” is invalid
variable-twice = the environment variable “{ $name }” appears twice
header-invalid = “{ $name }” is not a valid header name
header-value = the value of the header “{ $name }” is invalid
header-reserved = The header “{ $name }” is reserved for the protocol.
folder-not-absolute = the folder “{ $folder }” is not an absolute path
folder-on-network = the folder “{ $folder }” is on another computer; connect its share to a drive letter and use that path
folder-missing = the folder “{ $folder }” does not exist
folder-denied = the folder “{ $folder }” cannot be opened: { $why }

## Risky commands

risky-rights = “{ $word }” runs the command with more rights than your own.
risky-destroys = “{ $word }” deletes or overwrites files.
risky-fetches = “{ $word }” downloads code and passes it to another program to run.
risky-keys = “{ $word }”: { $what }
risky-whole = “{ $word }” is more than a project needs.

## Values of the review

found-at = found at { $path }
home-folder = your home folder
demo-server = the demo server inside Portcullis
version-auto = negotiated with the server
version-legacy = initialize handshake (2024-11-05 to 2025-11-25)
version-modern = per-request metadata (2026-07-28)
transport-http = Streamable HTTP only
transport-sse = HTTP+SSE only
limits-row = { $idle } s idle, { $total } s in total, { $message } MiB per message
secret-new = stored as a secret
secret-kept = already stored as a secret
variable-refused = The environment variable { $name } is not allowed: it { $why }.
variable-refused-bundle = The environment variable { $name } may hold only absolute paths in the bundle’s own folder, and no secret.
variable-bundled = The environment variable { $name } loads code from the bundle’s own folder.
variable-effect = The environment variable { $name } { $what }.
limits-row-start = { $idle } s idle, { $total } s in total, { $message } MiB per message, { $start } s to start
start-needed = when it is needed
variables-unknown = { $count ->
    [one] The environment variable { $names } may change what runs.
   *[other] The environment variables { $names } may change what runs.
}
covers-program = The approval does not cover modules, packages, images and programs that this program loads.
covers-program-files = The approval does not cover modules, packages, images and programs that these files load.
files-changed = { $files } changed
files-added = { $count ->
    [one] { $files } was not part of what you approved
   *[other] { $files } were not part of what you approved
}
files-gone = { $count ->
    [one] { $files } is no longer loaded
   *[other] { $files } are no longer loaded
}
# After the first names of a list.
names-more = { $count } more
not-added = “{ $server }” was not added: { $why }.
not-changed = “{ $server }” was not changed: { $why }.
not-started = “{ $server }” was not started: { $why }.

## Fence

fence-none = none
fence-base = its program and the system, read only; its own home folder
fence-own = own files, read only
fence-read = may read
fence-write = may read and change
fence-host = may connect
fence-host-local = { $host } in your local network
fence-host-local-remark = The owner of the name { $host } decides which device in your local network it leads to.
fence-no-host = no network
fence-any-host = any address on the network
fence-nested = its own sandbox, as browsers build one (user namespaces)
fence-nested-remark = It can build a sandbox of its own: more of the system’s kernel is open to it, and so are sockets in folders that you allow.
fence-path-missing = { $path } does not exist
fence-path-never-shown = { $path } cannot be allowed: a fence gives no access to devices, sockets, /proc or /sys
fence-path-invalid = { $path } is not an absolute path
fence-host-invalid = “{ $host }” is not the name of a host, such as api.example.com
fence-localhost-local = localhost is this computer, which is not part of your local network
fence-address-not-local = { $address } cannot be allowed: only private IP addresses can, in your local network
fence-too-many = a fence takes at most { $paths } paths and { $hosts } hosts
fence-own-data = { $path } contains Portcullis data, which no server may use
fence-taken-down = Without its fence, the program can read and change everything that you can, and connect to any address.
fence-unfenced = Not fenced: this program can read, change and send everything that you can.
fence-any-host-remark = It can send what it reads to any address.
fence-whole = { $path } is more than a server needs. Choose a folder in it.
fence-keys = { $path } contains keys, passwords or sessions.
fence-secret-place = { $path }: { $what }
fence-run-outside = Your own programs run { $path } or files in it, such as Git hooks or scripts. What the server changes there then runs without a fence.
fence-not-program = only a program on this computer can have a fence
changed-fence = its fence changed
package-note = fetched from { $registry } once, { $count } packages, files { $digest }…
changed-package = the fetched package is a different one
container-base = its image, read only; an empty temporary folder /tmp
container-nested = a container cannot be allowed its own sandbox here: start the browser in it with --no-sandbox
container-any-host = The engine cannot restrict a container by host name. Once a host is allowed, the container can connect to any address.

## Suggested servers: in one sentence, what a model can do with each, and what its folder is for

suggested-filesystem = Reads, writes, moves and searches files in one folder.
suggested-fetch = Reads web pages and gives them to the model as Markdown.
suggested-git = Reads, searches and changes one Git repository.
suggested-memory = Remembers facts across conversations in a file on this computer.
suggested-time = Tells the time and converts between time zones.
suggested-context7 = Looks up current documentation and examples of software libraries.
suggested-playwright = Opens web pages in a browser, clicks, types and reads them.
suggested-chrome-devtools = Inspects, debugs and measures web pages in Chrome.
suggested-brave-search = Searches the web, news, images and places with Brave Search.
suggested-notion = Searches, reads and changes pages of a Notion workspace.
suggested-folder-filesystem = The server can read and change everything in it.
suggested-folder-git = The folder of a Git repository, which the server can read and change.
suggested-folder-memory = The server keeps its file memory.jsonl in it.

## The fields of a server, in a review on the terminal

field-label = Label
field-program = Program
field-arguments = Arguments
field-folder = Folder
field-address = URL
field-environment = Environment
field-headers = Headers
field-protocol = Protocol
field-transport = Transport
field-limits = Limits
field-start = Start
field-files = Files
field-fence = Fence
field-package = Package
field-container = Container
