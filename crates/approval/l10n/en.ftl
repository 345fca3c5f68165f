# Approval requests, what they cover, and why something was not allowed.

## Cooldown after many denials

cooldown-server = “{ $server }” was denied or left without an answer { $times } times within ten minutes, so Portcullis denied its request without asking you.
cooldown-server-remedy = It can ask again in ten minutes.
cooldown-calls = { $times } calls of this kind to “{ $server }” were denied or left without an answer within ten minutes, so Portcullis denied this one without asking you.
cooldown-calls-remedy = Send a new message to be asked again.
cooldown-window = You denied { $times } requests from this window within a minute, so this one was denied without asking you.
cooldown-window-remedy = Try again in a minute. If you did not start these requests, restart Portcullis.

## The approval queue and its answers

queue-full = “{ $server }” already has too many pending requests. This one was denied.
queue-full-all = Too many requests are pending. This one was denied.
answer-too-soon = The answer arrived before the request could be read, so it does not count.
answer-too-soon-remedy = Read the request and answer again.
answer-withdrawn = The request was withdrawn.
answer-too-late = The request expired after { $minutes } minutes without an answer.
answer-not-offered = This request does not offer that answer. It is still pending.
answer-form-invalid = The form is not valid: { $problem } It was not sent.
answer-stale = The request has changed, so this answer does not count.
answer-stale-remedy = Read the request again.
changed-arguments-no-permission = You changed the arguments, so this answer applies once.
limit-not-offered = This request does not offer that condition. It is still pending.

## Denied

denied-with-server = { $denied } You denied all pending requests from this server at once.
denied-with-everything = { $denied } You stopped everything.
denied-unasked = Portcullis denied the request without asking, because the terminal is not interactive.
denied-call = You denied this call. The tool did not run.
denied-definition = You did not accept the new definition.
denied-export = You denied this. The file was not changed.
denied-form = You did not send the form. The server received none of it.
denied-form-invalid = The form is not valid. It was not sent.
fetch-trial = Portcullis starts the new version once, with the same arguments, to compare its tools with those of your server. It runs in a fence, without network, folders or secrets.
denied-fetch = You denied this. Nothing was fetched.
denied-import = You denied this. No server was added.
denied-link = You denied this. The URL was not opened.
denied-retry = You stopped this call. It was not tried again.
denied-roots = You denied this. The server was told that there are no folders.
roots-not-asked = You have not been asked about these folders yet. The server was told nothing.
roots-withheld = You do not share these folders. The server was told that there are none.
denied-sampling = You denied this model request. No model received it.
denied-sampling-result = You denied this. The server did not receive the reply.
denied-server = You denied this. The server was not saved.
denied-for-pin = You chose to pin a version. This command was not saved.
denied-setting = You denied this. The setting did not change.
denied-review = You denied this. The definition was not marked as reviewed.
denied-act = You denied this. Nothing was done.
setting-not-asked = This change needs your approval. The setting did not change.
denied-sign-in = You denied this sign-in. No browser was opened.
sign-in-not-offered = This authorization server was not among the choices. No browser was opened.

start-changed-program = The program of “{ $server }” is not what you approved. It was not started.
start-changed-url = “{ $server }” is not what you approved. It was not contacted.
start-new-program = “{ $server }” is not approved yet. It was not started.
start-new-url = “{ $server }” is not approved yet. It was not contacted.
start-remedy = Review it on the server’s page.
    .terminal = Review it in a terminal with “portcullis-cli server enable { $label }”.

## A reply that the person writes in place of the model

response-empty = The reply is empty. It was not sent.
response-too-large = A reply can have at most { $most } KiB. It was not sent.
response-too-long = The reply has about { $tokens } tokens; the server asked for at most { $most }. It was not sent.

## What an approval covers, as it is shown with each request

covers-tool = only this call, with these arguments.
covers-tool-more = only this call, with these arguments, unless you choose a permission.
covers-setting = this setting as shown, until you change it.
covers-review = the label “reviewed by you” for this one definition. It allows nothing.
covers-act = this one action of the main window, once, as shown.
covers-import = saving these servers as shown. Starting one needs another approval.
covers-export = writing this one file as shown, once.
covers-fetch = this one fetch. Starting the server needs another approval.
covers-launch = each start exactly as shown. Any change needs another approval.
covers-changed = this definition of this one tool, until it changes again.
covers-changed-held = this definition of this one tool, until it changes again. Permissions for the earlier definition stay on hold.
covers-form = this one form, with the values that you enter.
covers-link = this one URL, once, in your browser.
covers-page = one more attempt of the pending call.
covers-roots = exactly these folders, until you change them.
covers-sign-in = this one sign-in, at the authorization server that you choose and with the scopes shown here.
covers-sampling = this one model request. You are asked again before the server receives the reply.
covers-sampled-answer = this one reply. You are asked again about the next request.

## Conditions of a permission

condition-is = “{ $argument }” is “{ $value }”
condition-under = “{ $argument }” is in “{ $value }”
condition-site = “{ $argument }” is at “{ $value }”
condition-with-links = { $condition } ({ $links })
links-followed = symbolic links on this computer are resolved
links-followed-to = symbolic links on this computer are resolved, to “{ $folder }”
links-as-written = compared as written, symbolic links are not checked
limits-none-other = where { $conditions }, with no other arguments
limits-free = where { $conditions }, with any value of { $arguments } and no other arguments

## Permissions in one sentence

permission-conversation = “{ $tool }” of “{ $server }” can run in one conversation without asking.
permission-session = You can run “{ $tool }” of “{ $server }” without being asked until Portcullis quits.
permission-hour = “{ $tool }” of “{ $server }” can run for an hour without asking.
permission-always = “{ $tool }” of “{ $server }” can run without asking until you revoke this or the tool changes.
permission-conversation-limited = “{ $tool }” of “{ $server }” can run in one conversation without asking, { $limits }.
permission-session-limited = You can run “{ $tool }” of “{ $server }” without being asked until Portcullis quits, { $limits }.
permission-hour-limited = “{ $tool }” of “{ $server }” can run for an hour without asking, { $limits }.
permission-always-limited = “{ $tool }” of “{ $server }” can run without asking until you revoke this or the tool changes, { $limits }.
permission-deny-conversation = “{ $tool }” of “{ $server }” is blocked in one conversation.
permission-deny-session = “{ $tool }” of “{ $server }” is blocked until Portcullis quits.
permission-deny-hour = “{ $tool }” of “{ $server }” is blocked for an hour.
permission-deny-always = “{ $tool }” of “{ $server }” is blocked.

## Why a call ran without asking, for the audit log

allowed-by-hand = You ran it yourself.
allowed-conversation = You allowed this tool in this conversation.
allowed-session = You allowed your own calls of this tool until Portcullis quits.
allowed-hour = You allowed this tool for an hour.
allowed-always = You always allow this tool.
allowed-conversation-limited = You allowed this tool in this conversation, { $limits }.
allowed-session-limited = You allowed your own calls of this tool until Portcullis quits, { $limits }.
allowed-hour-limited = You allowed this tool for an hour, { $limits }.
allowed-always-limited = You always allow this tool, { $limits }.

## Permissions on offer with a call

offer-session = You can run this tool without being asked until Portcullis quits. Calls from a model still need approval.
offer-conversation = This tool can run in this conversation without asking, with any arguments.
offer-hour = This tool can run for an hour without asking, with any arguments.
offer-always = This tool can run without asking, with any arguments, until you revoke it or the tool changes.
no-offer-changed = The tool has changed since you approved it, so you can only allow this one call.
no-always-destructive = “Always allow this tool” is not available: the server marks this tool as destructive or does not say.
no-always-seen = “Always allow this tool” is not available: a call of this tool contradicted the server’s claims.
no-always-unsaid = “Always allow this tool” is not available: the server does not say that this tool never deletes or overwrites.

## Why a call is denied, or asked about

policy-server-off = The server is turned off.
policy-not-in-conversation = The server is not enabled in this conversation.
policy-blocked = You blocked this tool.
policy-changed = The tool has changed since you approved it.
ask-secret = The arguments contain one of your secrets.
ask-by-hand = You are running it yourself, and it may do more than read.
ask-new = The tool is new and has never been allowed.
ask-no-permission = None of your permissions covers this call.

## Data flow: private data, untrusted content and external communication in one conversation

flow-completes = This call would combine untrusted content, private data and external communication in one conversation: results from “{ $server }” could be sent out from then on. Saved permissions do not apply.
flow-completes-remedy = If you know what data these servers return and whether they send data out, set it under Permissions on their pages.
    .terminal = If you know what data these servers return and whether they send data out, set it with “portcullis-cli flows LABEL”.
flow-may-leave = This tool of “{ $server }” can send data out, and other tools of “{ $server }” returned data in this conversation that may be private or untrusted. You are asked once for each tool in a conversation, even with a permission.
flow-may-leave-remedy = If you know that it sends nothing out, set it under Permissions on its page.
    .terminal = If you know that it sends nothing out, set it with “portcullis-cli flows { $label } sends=no”.
flow-leaves = These arguments may send data from { $private } to “{ $server }”. Content from { $untrusted } is untrusted and may have asked for it. Saved permissions do not apply.
# Among the names in the message before: content that the person attached.
flow-you = you
