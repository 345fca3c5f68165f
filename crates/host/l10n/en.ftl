## Sign-in

sign-in-question = Sign in to “{ $server }”?
sign-in-question-again = Sign in to “{ $server }” again?
sign-in-question-other = Sign in to “{ $server }” with a new account?
sign-in-question-more = Grant “{ $server }” additional scopes?
sign-in-question-more-tool = Grant “{ $server }” additional scopes for “{ $tool }”?
sign-in-note-sso = Your organization's identity provider (“{ $organisation }”) signs you in. Its identity token goes to the authorization server; no sign-in page opens there.
sign-in-note-workload = A token from a file on this computer is sent to the authorization server.
sign-in-note-assumed = “{ $server }” does not name an authorization server, so it is assumed to be its own, as with older servers.
sign-in-note-wide = One of the scopes covers everything.
sign-in-closed = Portcullis was closed before you answered. You are not signed in.
sign-in-changed = The sign-in settings of “{ $server }” changed while you were asked. No browser was opened.
sign-in-changed-remedy = Sign in again.
sign-in-no-client = “{ $host }” does not support client registration, so Portcullis needs a client ID. You are not signed in.
sign-in-no-client-remedy = Get a client ID there, enter it on the server's Account tab, and sign in again.
sign-in-why = You reviewed the sign-in and approved it.
sign-in-cancelled = cancelled by you

## Tool calls

call-not-ready = “{ $server }” is not ready ({ $state }). The tool was not called.
call-not-ready-remedy = Open its page to see what to do.
call-tool-changed = “{ $server }” changed this tool after you opened it. The tool was not called.
call-tool-changed-remedy = Read the current definition, then run the tool.
call-tool-changed-asking = “{ $server }” changed this tool while you were asked. The tool was not called.
call-tool-changed-asking-remedy = Review the new definition.
call-closed = Portcullis was closed before you answered. The tool was not called.
call-stopped = You stopped the call before it was sent. The tool was not called.
call-server-gone = “{ $server }” disconnected while you were asked. The tool was not called.
call-allowed-permission = You allowed it and gave a permission.
call-allowed-once-flow = You allowed it once after reading: { $flow }
call-allowed-once = You allowed it once.
no-always-secret = The arguments contain one of your secrets, so this call always needs approval.
no-always-flow = Calls with this data-flow warning always need approval.
call-question = Let “{ $server }” run { $tool }?
call-question-tool-below = the tool below
call-arguments-invalid = The arguments do not match the schema of “{ $server }”: { $problem }. They were not changed.
call-arguments-object = arguments must be an object
call-arguments-not-json = The arguments cannot be sent: { $problem }.
call-arguments-braces = Arguments must be a JSON object: names and values in braces.
call-stopped-before = The call was stopped before it was sent. The tool was not called.
call-permission-expired = The permission expired or was revoked before the call was sent. The tool was not called.
call-server-not-ready = “{ $server }” is no longer ready. The tool was not called.
call-tool-error = the tool reported an error
call-ran-declined = done, a request in it was denied
call-not-kept = This call is no longer in memory. See its entry in Activity.

## Importing servers

import-no-home = Your home folder was not found, so other applications’ files were not read.
import-not-possible = “{ $server }” cannot be imported: { $why }
import-label-twice = Two of these servers have the name “{ $server }”.
import-count = Select between 1 and { $limit } servers.
import-changed = The file has changed since it was read.
import-changed-remedy = Look for servers again.
import-not-text = The file is not text in UTF-8.
import-unread = “{ $path }” cannot be read: { $cause }.
import-question-one = Add “{ $server }”, turned off?
import-question = Add { $count } servers, turned off?
import-note-off = They are saved and not started. Portcullis shows you each one for approval before it first starts.
import-note-permissions = Permissions of other applications are not imported.
import-value-folder = working folder
import-value-secret = stored as a secret
import-value-missing = secret, value missing
import-value-open = saved as is
import-row = { $count ->
    [one] Imported a server
   *[other] Imported { $count } servers
}
import-why = You approved this import.
import-saved = saved, turned off

## What is kept when a server changes

carried-folders = “{ $server }” can see the folders that you chose for it.
carried-model = “{ $server }” can send model requests. You are asked each time.
carried-ended-why = The program or URL changed, and you did not keep this.
carried-ended-folders = Folders need approval again
carried-ended-model = Model access ended
carried-ended-class = Data flow settings of “No” were reset
carried-secret-program = passed to { $program } as it is now
carried-secret-url = sent to { $url }
carried-secret = “{ $name }” would be { $where }.
carried-no-private = returns no private data
carried-no-untrusted = returns no untrusted content
carried-no-sends = sends no data out
carried-class = You said that “{ $server }” { $what }.
carried-class-tool = You said that “{ $tool }” of “{ $server }” { $what }.

## Forms and links from servers

elicitation-rejected = The request was rejected: { $why }
form-why-sent = You filled in the form and sent it.
form-sent = sent by you
link-why-opened = You reviewed the URL and opened it.
link-opened = opened in your browser
elicitation-declined-why = You declined, and the server was told so.
elicitation-dismissed-why = You dismissed it. The server was told that there is no decision.
elicitation-declined = declined by you
elicitation-dismissed = dismissed by you
form-note-secret = The message mentions a secret. Do not enter one: the server receives the form exactly as you fill it in.
elicitation-the-server = the server
form-secret-field = One field asks for a secret and was left out.
form-secret-fields = { $count } fields ask for secrets and were left out.
form-row = Asked you to fill in a form
link-row = Asked you to open a URL
page-row = Waiting for you to finish on a web page
page-why = “{ $server }” continues when you are done.
page-done-why = You said that you are done there.
page-again = tried again
page-given-up-why = You gave up the call that waits for the page.
page-given-up = given up by you
page-question = Are you done on the page that “{ $server }” asked you to open?
form-invalid-row = Sent an invalid form
link-invalid-row = Asked for a URL that cannot be opened
form-no-version = Its protocol version has no forms.
elicitation-too-large = The request is too large to be shown.
elicitation-invalid = The request is not a valid elicitation.
form-message-too-long = The message is too long to be shown.
form-missing = The form is missing.
link-no-version = Its protocol version has no URLs to open.
link-message-too-long = The message is too long to be shown.
link-no-id = The URL has no elicitation ID.
link-missing = The URL is missing.
elicitation-unknown-mode = The elicitation mode is not supported.

## Folders

roots-withheld-why = You don't share these folders.
roots-told-none = told that there are none
roots-told-why = You share these folders with it.
roots-by-setting = answered by your setting
roots-during-call = You did not share folders with “{ $server }” during this call.
roots-note-none = You have not chosen folders for this server. It would be told that there are none.
roots-question = Share these folders with “{ $server }”?
roots-declined = not shared by you
roots-dismissed = dismissed by you
roots-allowed-why = You reviewed the folders and share them until you change this.
roots-denied-why = You don't share these folders until you change this.
roots-undecided-why = You did not decide. The server was told that there are none.
roots-row = Asked for folders

## Questions from servers in general

questions-flood-row = Too many requests
questions-flood-why = “{ $server }” sent more than { $times } requests within a minute. Further requests are denied without asking you.
questions-flood-outcome = denied without asking
questions-closed = Portcullis was closed before you answered. The server was told that there is no decision.
questions-withdrawn = “{ $server }” withdrew its request or disconnected.

## Model access (sampling)

sampling-invalid-outcome = invalid request
sampling-invalid = “{ $server }” sent an invalid model request: { $problem }.
sampling-over-outcome = no longer needed
sampling-on = Model access allowed
sampling-off = Model access ended
sampling-not-offered-outcome = not allowed
sampling-not-offered = “{ $server }” has no model access. You can allow it on its page.
sampling-no-model = no model available
sampling-unprompted-outcome = no request of yours in progress
sampling-unprompted = “{ $server }” sent a model request although none of your requests to it was in progress.
sampling-closed = Portcullis was closed before this was decided.
sampling-withdrawn = “{ $server }” withdrew the request or disconnected.
sampling-call-ended = The call that it belongs to has ended.
sampling-during-call = “{ $server }” sent a model request during this call. { $why }
sampling-used = Used today: { $requests } of { $most } requests, { $tokens } of { $most_tokens } tokens.
sampling-too-many-open = “{ $server }” already has { $count } open model requests. This one was denied.
sampling-too-often = “{ $server }” sent { $count } model requests within a minute. This one was denied.
sampling-daily-limit = “{ $server }” reached its limit of { $requests } model requests or { $tokens } tokens per day. No model received this request.
sampling-part-unreadable = a part cannot be read
sampling-part-unshown = a part cannot be shown ({ $reason })
sampling-media-typed = the data of images, audio and files cannot be edited
sampling-secret = It contains one of your secrets, or something that looks like one. Remove it or deny the request.
sampling-model-chosen = You chose it.
sampling-note-capped = It asked for { $asked } tokens; the limit for servers is { $most }.
sampling-note-metadata = It also sent provider settings. They are left out.
sampling-note-tools = The tools are the server's own. The model can request them, but Portcullis does not run them.
sampling-note-round = This is round { $round } with its tools; the limit is { $most }.
sampling-note-no-cause = Portcullis cannot tell which of your calls this belongs to.
sampling-note-tool-use = The model requests a tool of the server. The request is only passed on; Portcullis does not run it.
sampling-edit-invalid = Invalid: { $problem }. The request was not changed.
sampling-context-none = No other context is sent: no conversation and no data from other servers.
sampling-context-all = { $nothing } It asked for the context of all servers, which is never sent.
sampling-context-own = { $nothing } It asked for its own context, which is not sent either.
sampling-allowed-why = You allowed “{ $server }” model access; you approve each request.
sampling-answered-by = answered by { $model }
sampling-written-why = You wrote it.
sampling-result-why = You are asked before “{ $server }” receives it.
sampling-handed-over = sent to the server
sampling-question = Let “{ $server }” send this to a model?
sampling-sent-why = You reviewed it and sent it to { $model }.
sampling-timeout = The model did not respond within { $seconds } seconds. “{ $server }” received no response.
sampling-by-hand-why = You wrote the response yourself. No model received the request.
sampling-result-question = Send this response to “{ $server }”?
sampling-result-sent-why = You reviewed the response and sent it.
sampling-revoked-outcome = no longer allowed
sampling-revoked = You revoked the model access of “{ $server }”. It did not receive the response.
sampling-empty-outcome = empty response
sampling-empty = The model returned an empty response. “{ $server }” received nothing.

## Adding a model provider

provider-added-row = Add model provider “{ $provider }”
provider-key-row = Change the API key of “{ $provider }”
provider-why = You reviewed where it goes and approved it.
provider-question = Add model provider “{ $provider }”?
provider-key-stored = stored as a secret and sent only to this URL
provider-key-question = Replace the API key of “{ $provider }”?
provider-key-replaced = replaced: stored as a secret and sent only to this URL
provider-note-goes = Conversations with its models are sent to this URL, including results from servers.
provider-note-key = The owner of the key may be able to see at the provider what is sent with it.
provider-elsewhere = { $provider } is usually at { $usual }. This is a different URL.
provider-host-reads = its host reads “{ $text }”

## Data flow settings

flow-closed = Portcullis was closed before you answered. The setting did not change.
flow-approved-why = You reviewed the change and approved it.
flow-stricter-why = It makes approval stricter, so it needs none.
flow-gives-private = returns private data
flow-no-private = returns no private data
flow-gives-untrusted = returns untrusted content
flow-no-untrusted = returns no untrusted content
flow-sends = sends data out
flow-no-sends = sends no data out
flow-not-set = not set
flow-tool-of = { $tool } of “{ $server }”
flow-question = Ask less about the data of { $what }?
flow-row-private = Returns private data
flow-row-untrusted = Returns untrusted content
flow-row-sends = Sends data out
flow-note-permissions = Calls that need approval now can then run by a permission. Portcullis cannot check whether these answers are true: change them only if you know what this server does.
flow-note-past = This also applies to data that conversations have already read.

## Adding and starting servers

launch-changed-state = changed since you approved it
launch-new-state = not approved yet
label-taken = A server named “{ $server }” already exists. The server was not saved.
label-taken-remedy = Choose another name.
label-similar = “{ $name }” looks like “{ $other }”, which already exists. The server was not saved.
label-similar-remedy = Choose a name that looks different.
launch-closed = Portcullis was closed before you answered. The server was not saved.
launch-not-saved = “{ $server }” was not saved.
launch-cancelled = cancelled by you
launch-why = You reviewed it and approved it.
launch-stale = “{ $server }” was changed while you were asked. The changes were not saved.
launch-stale-remedy = Look at its current settings and change them again.
secret-empty = The secret “{ $name }” has no value. The server was not saved.
launch-then-built-in = It comes with Portcullis
launch-then-local = It runs a program on this computer
launch-then-loopback = It connects to a server on this computer
launch-then-remote = It connects to another computer
launch-question-start = Start “{ $server }” as it is now? { $then }
launch-question-connect = Connect to “{ $server }” as it is now?
launch-question-save = Save the changes to “{ $server }”? { $then }
launch-question-save-url = Save the changes to “{ $server }”?
launch-question-add = Add “{ $server }”? { $then }
form-during-call = “{ $server }” asked you to fill in a form during this call. { $why }
link-during-call = “{ $server }” asked you to open a URL during this call. { $why }
form-question = “{ $server }” asks you to fill in a form
link-question = “{ $server }” asks you to open a URL in your browser
outcome-done = done
roots-told = told
flow-yes = yes
flow-no = no
flow-none = not set
flow-set = Set data flow: { $what }
flow-set-tool = Set data flow of { $tool }: { $what }
provider-no-key = none
provider-row-api = API
provider-row-url = URL
provider-row-key = API key
