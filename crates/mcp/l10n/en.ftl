# The protocol client: connections to servers, their calls and what is wrong with them.

## State of a server, in a few words, in the list of servers

state-off = off
state-asleep = asleep, starts when needed
state-starting = starting
state-downloading = downloading
state-reconnecting = reconnecting
state-checking = checking the connection
state-ready = ready
state-unlisted = ready, but its tools could not be listed
state-stopping = stopping
state-ended = connection ended
state-review = needs your review
state-sign-in = needs you to sign in
state-stopped = stopped: { $reason }
state-failing = failing: { $reason }

## Why a server is stopped or failing, after the state

reason-program-missing = program not found
reason-program-not-executable = program not executable
reason-program-not-allowed = not allowed to start like this
reason-program-failed = the system could not start it
reason-silent = no response
reason-downloading = still downloading
reason-stuck = not reading its input
reason-unreachable = unreachable
reason-not-mcp = not an MCP server
reason-redirect = redirects elsewhere
reason-tls = no secure (TLS) connection
reason-captive = captive portal
reason-busy = currently unavailable
reason-http-error = HTTP error
reason-forbidden-url = gave a URL that is not allowed
reason-issuer = authorization server unreachable
reason-forbidden = access denied
reason-version = no protocol version in common
reason-keychain-locked = keychain locked
reason-keychain-missing = no keychain
reason-audit-log = cannot write the audit log
reason-tools-change = its tools keep changing
reason-refused = refused to connect
reason-invalid = invalid message
reason-lost = connection lost
reason-internal = internal error

## A connection that was not made, or ended

seconds = { $count ->
    [one] 1 second
   *[other] { $count } seconds
    }
ended-early = “{ $server }” closed the connection before it was ready.
exited = “{ $server }” { $exit }.
exited-command-missing = The server runs a command that was not found. Its log names the command.
see-log = The reason may be in its log.
    .terminal = The reason may be in its log: “portcullis-cli logs { $label }”.
check-url-or-later = Check the URL, or try again later.
silent-remote = “{ $server }” did not respond within { $time }. It is not connected.
silent-local = “{ $server }” did not respond within { $time }. It was stopped.
silent-local-junk = “{ $server }” did not respond within { $time }. It wrote { $lines ->
    [one] 1 line that is not an MCP message
   *[other] { $lines } lines that are not MCP messages
    }. It was stopped.
silent-local-unterminated = “{ $server }” did not respond within { $time }. It wrote { $bytes ->
    [one] 1 byte
   *[other] { $bytes } bytes
    } without a newline. It was stopped.
silent-local-unterminated-remedy = This is a bug in the server: it must end each message with a newline and flush its output.
silent-local-remedy = Check that the command starts an MCP server, or raise its start timeout in its settings. See its log.
    .terminal = Check that the command starts an MCP server, or give it more time with “portcullis-cli server edit { $label } --start-timeout 120”.
handshake-error = “{ $server }” returned an error during the handshake. It is not connected.
see-error-and-log = The reason may be in the error or in its log.
handshake-invalid = “{ $server }” sent an invalid response to the handshake. It is not connected.
server-bug = This is a bug in the server. See its Protocol tab.
    .terminal = This is a bug in the server. Look at its log: “portcullis-cli logs { $label }”.
no-version = “{ $server }” supports only protocol versions { $theirs }, and Portcullis only { $ours }. It is not connected.
no-version-remedy = Update the server or Portcullis.
no-handshake-version = “{ $server }” chose protocol version { $version } in a handshake, which that version does not have. It is not connected.
modern-only = “{ $server }” supports only protocol version { $version }, which has no handshake. It is not connected.
legacy-only = “{ $server }” does not support the protocol version that its settings require. It is not connected.
legacy-only-remedy = Set its protocol version to Auto-detect.
maybe-old-sse = This may be an older server that did not announce its message URL. Check the URL; many older servers use /sse.
download-timeout = “{ $server }” was still downloading after { $time }: its program had not started. It was stopped.
download-timeout-remedy = Check the network, or give it more time to start in its settings.
    .terminal = Check the network, or give it more time with “portcullis-cli server edit { $label } --start-timeout 600”.
second-process = The server has not answered the first request yet, so Portcullis starts it a second time and tries the older handshake. Portcullis keeps the process that answers first and stops the other. The last lines of the stopped process appear in this log.
stopped-starting = You stopped it while it was starting.
closed = “{ $server }” closed the connection. The request may have taken effect.
lost = The connection to “{ $server }” ended. The request may have taken effect.
see-log-retry = Look at the server’s log, then try again.
    .terminal = Look at the log with “portcullis-cli logs { $label }”, then try again.
gone = “{ $server }” did not respond to a connection check, so Portcullis closed the connection.
gone-remedy = Check the network. Portcullis reconnects automatically.
turned-off = “{ $server }” was turned off. The call was stopped.
keeps-failing = { $problem } It failed { $times } times, so it is not started again.
tools-keep-changing = “{ $server }” changed its tools { $times } times within { $minutes } minutes. It was stopped.
tools-keep-changing-remedy = See the changes in Activity and report them to the author of the server. You can start it again.
    .terminal = See the changes with “portcullis-cli audit list”, and report them to the author of the server.
junk-flood = “{ $server }” wrote { $lines } lines within a minute that are not MCP messages. It was stopped.
input-stuck = “{ $server }” did not read its input for { $time }. It was stopped.
input-stuck-remedy = Restart the server. If it happens again, it is a bug in the server.
input-behind = “{ $server }” reads its input too slowly: { $mebibytes } MiB were waiting to be sent. It was stopped.

## A call that ended without a result

call-stopped = You stopped the call to “{ $server }”. Anything it did before that remains.
call-stopped-before = You stopped the call to “{ $server }” before it was sent.
call-effect-unknown = { $problem } The tool may have run.
call-total = “{ $server }” did not finish within { $time }. The call was stopped.
call-idle = “{ $server }” sent no response or progress for { $time }. The call was stopped.
call-timeout-remedy = Raise the timeout in the server’s settings, or look at its log.
    .terminal = Look at the log with “portcullis-cli logs { $label }”. The timeouts of a server are changed in the window.
call-error = “{ $server }” returned an error instead of a result.
call-error-remedy = The error may give the reason. Details are in its log and Protocol tab.
    .terminal = The error may give the reason. The log may have more: “portcullis-cli logs { $label }”.
call-number-too-large = “{ $server }” requires “{ $argument }” in a header, but the number is too large for a header. The tool was not called.
needs-feature = “{ $server }” needs features that are not available to it: { $features }. Nothing was done.
needs-some-feature = “{ $server }” needs a feature that is not available to it. Nothing was done.
needs-model-remedy = You can turn on model access under Permissions on its page.
    .terminal = You can turn on model access with “portcullis-cli server sampling { $label } on”.
needs-feature-remedy = Ask the author of the server whether it can work without this feature.
feature-folders = folders
feature-model = model access
feature-questions = forms and links
feature-unknown = { $name } (unknown)
too-many-rounds = “{ $server }” asked for more input { $times } times without finishing. The request ended without a result.
sampling-denied = “{ $server }” needed a model’s reply and did not get one. The request ended without a result.
sampling-denied-remedy = Run it again if you want to allow the model request.
input-missing = “{ $server }” needed an answer and did not get one. The request ended without a result.
input-missing-remedy = Run it again if you want to answer.
link-first = “{ $server }” needs you to finish something in your browser first. The tool was not called.
link-first-remedy = Finish it there and run this again.

## Messages of a server that are not valid; a cause follows the colon

input-request-invalid = “{ $server }” sent an invalid request for input: { $cause }. The request ended without a result.
input-not-allowed = not allowed for this kind of request
input-malformed = not in the form that the protocol requires
input-empty = it contains no question
input-too-many = too many questions at once
input-state-too-large = its state is too large
input-not-offered = { $method } is not offered to this server
result-invalid = “{ $server }” sent an invalid result: { $cause }.
result-type-unknown = unknown result type “{ $type }”
result-type-not-text = its result type is not text
link-missing = it asks to open a URL but does not name one
link-only = it asks for something other than opening a URL
list-too-large = “{ $server }” sent a list of more than { $mebibytes } MiB. It was not used.
list-invalid = “{ $server }” sent an invalid list: { $cause }.
list-not-object = it is not an object
list-without = “{ $name }” is missing
list-not-array = “{ $name }” is not an array
list-cursor = “nextCursor” is not text
tools-unlisted = The list of tools could not be read. { $problem }
task-invalid = “{ $server }” sent an invalid task: { $cause }.
task-malformed = not in the form that the protocol requires
task-id = its ID is empty or too long
task-status = its status is unknown
task-negative = a duration is negative
task-no-result = it is completed but has no usable result
task-other = it is not the task that was requested
task-not-offered = it asks for something that is not offered to this server
task-endless = it asks too many questions
response-invalid = “{ $server }” sent an invalid response: { $cause }.
response-cut = it is incomplete
response-not-json = not valid JSON ({ $place })
response-not-utf8 = not UTF-8 text
response-batch = it is an array of messages, which this protocol version does not support
response-no-version = it does not say that it is JSON-RPC 2.0
response-both = it has both a result and an error
response-neither = it has neither a result nor an error
response-id-text = the ID of the request is written as text
response-depth = it is nested too deeply
message-too-large = “{ $server }” sent a message of { $size } MiB, more than the limit of { $most } MiB.
message-too-large-remedy = Request less at once, or raise the maximum message size in the server’s settings.
    .terminal = Request less at once. The maximum message size of a server is changed in the window.

## Remote servers

captive = A web page responded in place of “{ $server }”. The request may have taken effect.
captive-remedy = You may have to sign in to this network: open any page in your browser.
not-taken = “{ $server }” did not accept a message in time. The request may have taken effect.
retry-when-back = Try again when the server responds.
own-header-rejected = “{ $server }” does not accept the Authorization header that you entered (HTTP { $status }).
own-header-rejected-remedy = Enter a new one in the server’s settings.
    .terminal = Remove the server and add it again with “portcullis-cli server add”, which asks for the header.
sign-in-needed = “{ $server }” requires you to sign in (HTTP { $status }).
sign-in-needed-remedy = Sign in on the server’s page, or add an Authorization header in its settings.
    .terminal = Sign in with “portcullis-cli account sign-in { $label }”.
not-mcp = “{ $server }” returned { $kind } instead of MCP.
not-mcp-remedy = Check the URL; many servers use /mcp. If the network requires sign-in, open any page in your browser first.
kind-none = content without a type
kind-page = a web page
kind-json = JSON that is not an MCP message
kind-other = “{ $type }”
try-later = Try again later.
busy-limit = “{ $server }” is rate limiting requests (HTTP { $status }). The request had no effect.
busy = “{ $server }” is currently unavailable (HTTP { $status }). The request had no effect.
busy-gateway = The gateway of “{ $server }” cannot reach it (HTTP { $status }). The request may have taken effect.
busy-timeout = The gateway of “{ $server }” received no response from it in time (HTTP { $status }). The request may have taken effect.
busy-unknown = “{ $server }” is currently unavailable (HTTP { $status }). The request may have taken effect.
http-failed = “{ $server }” failed (HTTP { $status }). The request may have taken effect.
http-failed-remedy = Try again later. If it keeps failing, contact the operator of the server.
http-refused = “{ $server }” refused the request (HTTP { $status }).
http-refused-remedy = Restart the connection, or contact the operator of the server.
http-no-message = “{ $server }” accepted the request (HTTP { $status }) but returned no MCP message. The request may have taken effect.
http-other = “{ $server }” returned HTTP { $status }.
http-other-remedy = Check the URL; many servers use /mcp.
redirect = “{ $server }” redirects to another URL (HTTP { $status }). It was not followed.
redirect-nowhere = “{ $server }” sent a redirect without a target (HTTP { $status }). It was not followed.
redirect-remedy = If you trust the new URL, enter it. If the network requires sign-in, open any page in your browser first.
redirect-loop = “{ $server }” redirects in a loop. It was not followed.
redirect-many = “{ $server }” redirects more than { $most } times in a row. It was not followed.
check-url-or-tell = Check the URL, or contact the operator of the server.
unreachable = “{ $server }” was not reached: { $cause }.
unreachable-remedy = Check the URL and the network.
certificates-unusable = the certificates of this computer cannot be used
certificates-unusable-remedy = Check the certificates and the proxy settings of this computer.
header-invalid = The header “{ $name }” of “{ $server }” cannot be sent.
connection-lost = The connection to “{ $server }” was lost: { $cause }. The request may have taken effect.
compressed-unknown = “{ $server }” sent a response compressed as “{ $encoding }”, which Portcullis does not support.
compressed-broken = “{ $server }” sent a compressed response that cannot be decompressed.
compressed-remedy = Portcullis asks for uncompressed responses. Contact the operator of the server.
compressed-huge = “{ $server }” sent a compressed response that expands to more than { $mebibytes } MiB. The rest was not read.
tell-operator = Contact the operator of the server.
session-lost = “{ $server }” ended the session and did not start a new one. The request had no effect.
session-lost-under-way = “{ $server }” ended the session and did not start a new one. The request may have taken effect.
session-lost-remedy = Try again, or restart the server.
token-unsendable = The access token from your sign-in cannot be sent.
token-unsendable-remedy = Sign in again on the server’s page.
    .terminal = Sign in again with “portcullis-cli account sign-in LABEL”.
sse-no-endpoint = “{ $server }” did not announce its message URL. It is not connected.
sse-no-endpoint-remedy = Check the URL. Older servers often use /sse.
sse-other-origin = “{ $server }” named a message URL outside its own origin. Nothing was sent there.
sse-other-origin-remedy = If you trust the URL that it names, enter it.
sse-silent = “{ $server }” did not respond within { $time }. The request may have taken effect.
sse-silent-remedy = Check the URL, or try again when the server responds.
sse-forgotten = “{ $server }” no longer recognizes this connection. The request had no effect.
sse-forgotten-under-way = “{ $server }” no longer recognizes this connection. The request may have taken effect.
sse-forgotten-remedy = Portcullis reconnects automatically. Then try again.

## Lines of Portcullis in the log of a server

log-deprecated-folders = The server asks for folders, which protocol version { $version } deprecates.
log-deprecated-sampling = The server asks for model access, which protocol version { $version } deprecates.
log-not-announced = The server does not announce changes. Its lists are read again when it restarts.
log-cut = Notifications from the server are interrupted repeatedly. Portcullis listens again in about a minute and then reads the server’s lists again.
log-list-not-announced = The server declares change notifications but does not send them for: { $lists }. These lists are read again when it restarts or when you open them.
log-tools = tools
log-prompts = prompts
log-resources = resources
log-not-watched = The server does not watch { $uri }.
log-tool-excluded = The tool “{ $tool }” is excluded. { $reason }
log-link-done = The server says that you finished on its web page.
log-not-taken = A message was not accepted: { $problem }
log-outbox-full = { $most } messages are waiting for the server to accept them. Portcullis drops any more, including answers.
log-session-over = It belonged to a session that the server has ended.
log-retry-after = The server is busy. The request is sent again in { $time }.
log-cut-line = { $text } … { $bytes } more bytes
