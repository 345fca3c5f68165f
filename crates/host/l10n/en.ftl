## Sign-in

sign-in-question = Sign in to “{ $server }”?
sign-in-question-again = Sign in to “{ $server }” again?
sign-in-question-other = Sign in to “{ $server }” with a new account?
sign-in-question-more = Grant “{ $server }” additional scopes?
sign-in-question-more-tool = Grant “{ $server }” additional scopes for “{ $tool }”?
sign-in-note-sso = Your organization’s identity provider (“{ $organisation }”) signs you in. Its identity token goes to the authorization server; no sign-in page opens there.
sign-in-note-workload = A token from a file on this computer is sent to the authorization server.
sign-in-note-assumed = “{ $server }” does not name an authorization server. As with older servers, Portcullis treats the server itself as one.
sign-in-closed = Portcullis quit before you answered. You are not signed in.
sign-in-changed = The sign-in settings of “{ $server }” changed before you answered. No browser was opened.
sign-in-changed-remedy = Sign in again.
sign-in-no-client = “{ $host }” does not support client registration, so Portcullis needs a client ID. You are not signed in.
sign-in-no-client-remedy = Get a client ID there, enter it on the server’s Account tab, and sign in again.
    .terminal = Get a client ID there, enter it with “portcullis-cli account client { $label } --id ID”, and sign in again.
sign-in-why = You reviewed the sign-in and approved it.
sign-in-outdated = The server or its sign-in settings changed before you answered, so the request was withdrawn. No browser was opened.
sign-in-cancelled = cancelled by you

## Tool calls

call-not-ready = “{ $server }” is not ready ({ $state }). The tool was not called.
call-not-ready-remedy = Open its page to see what to do.
    .terminal = Look for the cause with “portcullis-cli doctor { $label }”.
call-tool-changed = “{ $server }” changed this tool after you opened it. The tool was not called.
call-tool-changed-remedy = Read the current definition, then run the tool.
call-tool-changed-asking = “{ $server }” changed this tool before you answered. The tool was not called.
call-tool-changed-approved = “{ $server }” changed this tool after it was approved. The tool was not called.
call-tool-changed-asking-remedy = Review the new definition.
call-closed = Portcullis quit before you answered. The tool was not called.
call-stopped = You stopped the call before it was sent. The tool was not called.
call-server-gone = “{ $server }” disconnected before you answered. The tool was not called.
call-allowed-permission = You allowed it and gave a permission: { $permission }
call-allowed-once-flow = You allowed it once after reading: { $flow }
call-allowed-once = You allowed it once.
call-allowed-edited = You edited the arguments and allowed it once.
call-allowed-edited-flow = You edited the arguments and allowed it once after reading: { $flow }
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
call-tool-error = tool error
call-ran-declined = done, but a request was not granted
call-not-kept = This call is no longer in memory. See its entry in Activity.
    .terminal = This call is no longer in memory. See its entry with “portcullis-cli audit list”.

## Bundles

bundle-unreadable = This bundle cannot be read: { $why }.
bundle-no-file = This is not a file.
bundle-closed = This bundle is no longer open.
bundle-closed-remedy = Choose the file again.
bundle-other-system = Made for { $systems }, not for this system.
bundle-runtime = Needs { $runtime } “{ $range }”.
bundle-runtime-lowest = Needs { $runtime } { $version } or later.
bundle-fetches = At start, uv downloads the packages that the server needs.
# $why finishes “It …”.
bundle-variable-refused = Sets the environment variable “{ $name }”, which is not allowed: it { $why }. This bundle cannot be added.
bundle-row = Bundle
bundle-row-author = Author
bundle-row-hash = SHA-256 of the file
bundle-row-claim = unverified
bundle-row-signed = signed; Portcullis does not verify who signed it
bundle-row-unsigned = not signed
bundle-row-program = Program in the bundle
# $program is the command that runs.
bundle-row-program-other = not found; { $program } runs instead
bundle-row-left-out = Left out
bundle-row-no-value = no value
bundle-description = Changed description in the bundle
bundle-tools-same = The bundle lists the same tools that the server has now.
bundle-tools-unlisted = The bundle does not list its tools. Changed tools are blocked until you review them.
bundle-tools-generated = The bundle says that it generates more tools while it runs. Changed tools are blocked until you review them.

## Registry

registry-off = No registry is turned on.
registry-off-remedy = Turn one on first.
    .terminal = Enable one with “portcullis-cli registry use”.
registry-address = This is not the URL of a registry.
registry-address-remedy = Enter an https URL such as { $example }, without a user name, query or fragment.
registry-question = Use the registry at { $host }?
registry-host-reads = this host name reads { $text }
registry-row-address = URL
registry-note-copy = Portcullis copies the list of servers to this computer and updates the copy when you search.
registry-note-words = Your searches stay on this computer.
registry-note-learns = The registry sees the IP address of this computer, and the servers whose versions you view.
registry-note-claims = Entries can come from anyone. You review each server before it is added.
registry-on-row = Registry turned on
registry-off-row = Registry turned off
registry-icons-on-row = Registry icons turned on
registry-icons-off-row = Registry icons turned off
registry-why = You reviewed the URL and approved it.
registry-no-server = The copy of the registry does not have this server.
registry-no-server-remedy = Update the copy, or check the name.
registry-no-version = The registry does not list this version.
registry-no-option = This server cannot be added this way.
registry-download-cancelled = You cancelled the download. Nothing was kept.
registry-row-header = Header sent with each request
registry-row-header-secret = its value is stored as a secret
registry-header-gone = The value of “{ $header }” for this registry is not stored.
registry-header-gone-remedy = Turn the registry on again with its header.
registry-no-bundle = This is not a bundle.
registry-deleted = The registry withdrew this server. It cannot be added.
registry-deprecated = The publisher advises against this server or version.
registry-row = Registry
registry-row-entry = Entry
registry-row-claim = unverified
registry-row-deprecated = Deprecated
registry-row-hash = SHA-256 in the registry
registry-row-same = matches the file
registry-row-after = Steps after the installation
registry-row-step = unverified; Portcullis does not run this
registry-row-step-optional = optional, unverified; Portcullis does not run this

## Importing servers

import-no-home = Your home folder was not found, so other applications’ files were not read.
import-not-possible = “{ $server }” cannot be imported: { $why }
import-label-twice = Two of these servers have the name “{ $server }”.
import-copy-label = { $name } copy
import-labels-alike = “{ $server }” looks like “{ $other }”. Choose a name that looks different.
import-count = Select between 1 and { $limit } servers.
import-changed = The file has changed since it was read.
import-changed-remedy = Look for servers again.
import-not-text = The file is not text in UTF-8.
import-not-text-remedy = Save the file as UTF-8, then try again.
import-changing = “{ $path }” is being written by another application.
import-changing-remedy = Wait until it is saved, then try again.
import-unread = “{ $path }” cannot be read: { $cause }.
drop-type = Not a bundle (.mcpb, .dxt), a configuration in JSON, YAML or TOML, or an export of conversations.
drop-no-chats = No conversations in this file. To attach it, drop it on the message field of a conversation.
drop-archive = This is an archive. Unpack it and drop the file that is in it, such as conversations.json.
drop-folder = This is a folder. Use “Import from a project folder…” instead.
drop-no-file = Not a file on this computer.
drop-no-servers = No server in this file.
drop-too-many = { $count ->
    [one] { $count } more file. Up to { $limit } are read at once.
   *[other] { $count } more files. Up to { $limit } are read at once.
}
import-no-folder = The folder “{ $folder }” cannot be read: { $cause }.
import-other-path = “{ $path }” is a { $system } path. Change it to the path on this system.
import-other-path-here = “{ $path }” is a { $system } path. On this system it is { $here }.
import-question-one = Add “{ $server }”, turned off?
import-question = Add { $count } servers, turned off?
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

## Exporting servers

export-count = Select between 1 and { $limit } servers.
export-no-file = This is not the path of a file.
export-no-file-remedy = Choose the path of a file, such as “mcp.json”.
export-unknown = Portcullis does not write this file for this application.
export-not-a-file = “{ $path }” is not a regular file.
export-other-file-remedy = Choose another file.
    .terminal = Choose another file with “--file”.
export-read-only = “{ $path }” is read-only or belongs to another user.
export-read-only-remedy = Change its owner or permissions, or choose another file.
    .terminal = Change its owner or permissions, or choose another file with “--file”.
export-too-large = “{ $path }” is larger than { $limit } MiB.
export-failed = “{ $path }” cannot be used: { $cause }.
export-changed = The file changed after it was shown. It was not written.
export-changed-remedy = Export again to see its current content.
export-nothing = This export would change nothing.
export-nothing-remedy = Choose other servers, or replace those that are already there.
export-too-much = This export would change more than { $limit } KiB of text.
export-too-much-remedy = Export fewer servers at once.
export-secret = The text to write contains a value that Portcullis keeps as a secret.
export-secret-remedy = Make the value a secret of each server that uses it, then export again.
export-bundle = It runs from a bundle. Open the bundle in the other application instead.
export-question = { $count ->
    [one] Write 1 server to the configuration file of { $application }?
   *[other] Write { $count } servers to the configuration file of { $application }?
}
export-field-file = File
export-field-added = Added
export-field-replaced = Replaced
export-field-kept = Already there, unchanged
export-field-skipped = Not written
export-field-secrets = Secrets, without values
export-field-lines = Changed text
export-value-link = a symbolic link
export-value-real = the file that is written
export-value-new = new file
export-value-new-folder = new file in a new folder
export-value-label = “{ $server }” here
export-value-reference = “{ $server }” reads { $reference }
export-value-left-out = “{ $server }”: enter it in the other application
export-note-backup = Portcullis keeps the current version of the file next to it as a backup. The last { $count } backups are kept.
export-note-new = The file does not exist yet, so there is no backup.
export-warning = { $application } then uses these servers by its own rules. Portcullis does not ask for approval there.
export-warning-programs = { $count ->
    [one] { $application } then starts this program with your rights and uses it by its own rules. Portcullis does not ask for approval there.
   *[other] { $application } then starts these { $count } programs with your rights and uses them by its own rules. Portcullis does not ask for approval there.
}
export-warning-replaced = Replaced entries lose all their settings in the other application, including permissions.
export-row = { $count ->
    [one] Wrote a server to the configuration file of { $application }
   *[other] Wrote { $count } servers to the configuration file of { $application }
}
export-why = You approved this export.
export-written = written, backup { $backup }
export-written-new = written, new file

## What is kept when a server changes

carried-folders = “{ $server }” can see the folders that you chose for it.
carried-folders-fenced = “{ $server }” can read and change the folders that you chose for it.
carried-model = “{ $server }” can send model requests. You are asked each time.
carried-ended-why = The program or URL changed, and you did not keep this.
carried-ended-folders = Folders need approval again
carried-ended-folders-fenced = Folders are no longer in the fence
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

elicitation-rejected = Portcullis rejected the request: { $why }
form-why-sent = You filled in the form and sent it.
form-sent = sent by you
link-why-opened = You reviewed the URL and opened it.
link-opened = opened in your browser
elicitation-declined-why = You declined, and the server was told so.
elicitation-dismissed-why = You dismissed it. The server was told that you made no decision.
elicitation-declined = declined by you
elicitation-dismissed = dismissed by you
form-note-secret = The message mentions a secret. Do not enter one: the server receives the form exactly as you fill it in.
form-secret-field = One field asks for a secret and was left out.
form-secret-fields = { $count } fields ask for secrets and were left out.
form-row = Asked you to fill in a form
link-row = Asked you to open a URL
page-row = Waiting for you to finish on a web page
page-why = “{ $server }” continues when you are done.
page-done-why = You said that you finished on the web page.
page-again = tried again
page-given-up-why = You stopped the call that was waiting for the web page.
page-given-up = stopped by you
page-question = Are you done on the page that “{ $server }” asked you to open?
form-invalid-row = Sent an invalid form
link-invalid-row = Asked for a URL that cannot be opened
form-no-version = The server’s protocol version does not support forms.
elicitation-too-large = The request is too large to be shown.
elicitation-invalid = The request is not a valid elicitation.
form-message-too-long = The message is too long to be shown.
form-missing = The form is missing.
link-no-version = The server’s protocol version does not support opening URLs.
link-message-too-long = The message is too long to be shown.
link-no-id = The URL has no elicitation ID.
link-missing = The URL is missing.
elicitation-unknown-mode = The elicitation mode is not supported.

## Folders

roots-withheld-why = You don’t share these folders.
roots-told-none = told that there are no folders
roots-told-why = You share these folders with it.
roots-by-setting = answered by your setting
roots-by-setting-why = You decided about these folders on the server’s page while the request was pending.
roots-during-call = You did not share folders with “{ $server }” during this call.
roots-note-none = You have not chosen folders for this server. It would be told that there are no folders.
    .terminal = No folders are chosen for this server, so it would be told that there are none. “portcullis-cli roots { $label } add DIR” adds one.
roots-question = Share folders with “{ $server }”?
roots-declined = not shared by you
roots-dismissed = dismissed by you
roots-allowed-why = You reviewed the folders and share them until you change this.
roots-denied-why = You don’t share these folders until you change this.
roots-undecided-why = You did not decide. The server was told that there are no folders.
roots-row = Asked for folders

## Questions from servers in general

questions-flood-row = Too many requests
questions-flood-why = “{ $server }” sent more than { $times } requests within a minute. Further requests are denied without asking you.
questions-flood-outcome = denied without asking
questions-closed = Portcullis quit before you answered. The server was told that you made no decision.
questions-withdrawn = “{ $server }” withdrew its request or disconnected.

## Model access (sampling)

sampling-invalid-outcome = invalid request
sampling-invalid = “{ $server }” sent an invalid model request: { $problem }.
sampling-over-outcome = no longer needed
sampling-on = Model access allowed
sampling-off = Model access ended
sampling-not-offered-outcome = not allowed
sampling-not-offered = “{ $server }” has no model access. You can allow it on its page.
    .terminal = “{ $server }” has no model access. You can allow it with “portcullis-cli server sampling { $label } on”.
sampling-no-model = no model available
sampling-unprompted-outcome = no request of yours in progress
sampling-unprompted = “{ $server }” sent a model request while none of your requests to it was in progress.
sampling-closed = Portcullis quit before you answered.
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
sampling-note-tools = The tools are the server’s own. The model can request them, but Portcullis does not run them.
sampling-note-round = This is round { $round } with its tools; the limit is { $most }.
sampling-note-no-cause = Portcullis cannot tell which of your calls this belongs to.
sampling-note-tool-use = The model requests a tool of the server. Portcullis passes the request on and does not run the tool.
sampling-edit-invalid = Invalid: { $problem }. The request was not changed.
sampling-context-none = No other context is sent: no conversation and no data from other servers.
sampling-context-all = { $nothing } It asked for the context of all servers, which is never sent.
sampling-context-own = { $nothing } It asked for its own context, which is not sent either.
sampling-allowed-why = You allowed “{ $server }” model access; you approve each request.
sampling-answered-by = { $model } replied
sampling-written-why = You wrote it.
sampling-result-why = You are asked before “{ $server }” receives it.
sampling-handed-over = sent to the server
sampling-question = Let “{ $server }” send this to a model?
sampling-sent-why = You reviewed it and sent it to { $model }.
sampling-sent-edited-why = You edited it and sent it to { $model }.
sampling-timeout = The model did not reply within { $seconds } seconds. “{ $server }” received no reply.
sampling-by-hand-why = You wrote the reply yourself. No model received the request.
sampling-by-hand-edited-why = You edited the request and wrote the reply yourself. No model received the request.
sampling-result-question = Send this reply to “{ $server }”?
sampling-result-sent-why = You reviewed the reply and sent it.
sampling-result-edited-why = You edited the reply and sent it.
sampling-revoked-outcome = no longer allowed
sampling-revoked = You revoked the model access of “{ $server }”. It did not receive the reply.
sampling-empty-outcome = empty reply
sampling-empty = The model returned an empty reply. “{ $server }” received nothing.
sampling-withheld-outcome = declined by the provider
sampling-withheld = The provider declined to reply. “{ $server }” received nothing.

## Adding a model provider

provider-added-row = Add model provider “{ $provider }”
provider-key-row = Change the API key of “{ $provider }”
provider-why = You reviewed where it goes and approved it.
provider-here-why = Its URL is on this computer, so it needs no approval.
provider-question = Add model provider “{ $provider }”?
provider-key-stored = stored as a secret and sent only to this URL
provider-key-question = Replace the API key of “{ $provider }”?
provider-key-replaced = replaced: stored as a secret and sent only to this URL
provider-note-goes = Conversations with its models are sent to this URL, including tool results.
provider-note-key = The owner of the key may be able to see, at the provider, what is sent with it.
provider-elsewhere = { $provider } is usually at { $usual }. This is a different URL.
provider-host-reads = its host reads “{ $text }”

## Data flow settings

flow-closed = Portcullis quit before you answered, so this was not done.
flow-approved-why = You reviewed the change and approved it.
flow-stricter-why = This makes approval stricter, so it needs no approval.
flow-stale = The data flow settings of “{ $server }” have changed meanwhile. Your change was not saved.
flow-stale-remedy = Check the current settings and make your change again.
flow-gives-private = returns private data
flow-no-private = returns no private data
flow-gives-untrusted = returns untrusted content
flow-no-untrusted = returns no untrusted content
flow-sends = sends data out
flow-no-sends = sends no data out
flow-not-set = not set
flow-tool-of = { $tool } of “{ $server }”
flow-question = Relax the data flow rules for { $what }?
flow-row-private = Returns private data
flow-row-untrusted = Returns untrusted content
flow-row-sends = Sends data out
flow-note-permissions = Permissions can then allow calls that need your approval now. Portcullis cannot check whether these answers are true: change them only if you know what this server does.
flow-note-past = This also applies to data that conversations have already read.

## Adding and starting servers

launch-changed-state = changed since you approved it
launch-new-state = not approved yet
launch-restored-state = not approved since a backup was restored
launch-newest-later = The newest version of “{ $name }” runs at each start. Afterwards, choose “Pin this version” on its page to approve one.
    .terminal = The newest version of “{ $name }” runs at each start.
launch-newest-lacks = The newest version of “{ $name }” runs at each start. To approve one instead, install { $program } first.
label-taken = A server named “{ $server }” already exists. The server was not saved.
label-taken-remedy = Choose another name.
label-similar = “{ $name }” looks like “{ $other }”, which already exists. The server was not saved.
label-similar-remedy = Choose a name that looks different.
launch-closed = Portcullis quit before you answered. The server was not saved.
launch-cancelled = cancelled by you
launch-why = You reviewed it and approved it.
launch-off-why = You reviewed it and approved it, without starting it.
launch-stale = “{ $server }” changed before you answered. Your changes were not saved.
launch-stale-remedy = Check its current settings and make your changes again.
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
roots-told = shared
flow-yes = yes
flow-no = no
flow-none = not set
flow-set = Set data flow: { $what }
flow-set-tool = Set data flow of { $tool }: { $what }
provider-no-key = none
provider-row-api = API
provider-row-url = URL
provider-row-key = API key

## Accounts

account-declined = declined by you
account-more-row = Additional scopes at sign-in
account-client-entered = Client ID entered
account-client-forgotten = Client ID removed
account-granted = Granted: { $scopes }
account-signed-in = signed in
account-given-up = cancelled by you
account-sign-out-row = Signed out
account-signed-out-both = signed out here and at the authorization server
account-signed-out = signed out on this computer
account-no-sign-in = “{ $server }” does not use sign-in.
account-no-sign-in-remedy = Sign-in is for remote servers without an Authorization header of your own.
account-cancelled = You cancelled the sign-in.
account-sign-in-row = Signed in
account-document-entered = Client ID metadata document entered
account-document-forgotten = Client ID metadata document removed
account-document-url = This is not a valid URL for a client ID metadata document.
account-document-url-remedy = Enter a lower-case https:// URL with a path and without a user name or query.
account-ended = sign-in ended
account-renewed-row = Renew sign-in

## Backups

backup-restore-row = Restore the backup “{ $backup }” in place of this audit log
backup-not-damaged = The database is not damaged, so no backup was restored.
backup-not-damaged-remedy = To restore a backup anyway, use “portcullis-cli backup restore”.
backup-offered-remedy = Restore the last backup, or set up your servers and permissions again.

## Conversations

chat-title-length = A title must have 1 to { $limit } characters.
chat-title-similar = “{ $title }” looks like the title of another conversation, “{ $other }”.
chat-message-gone = This message no longer exists.
chat-cut = Portcullis quit while this was being written.
chat-cut-waiting = Portcullis quit before you answered. The tool was not called.
chat-cut-running = Portcullis quit before a response arrived. The tool may have run.
chat-message-length = A message must have 1 to 64,000 characters.
chat-message-length-remedy = Attach a longer text as a file.
chat-still-working = The model is still replying.
chat-still-working-remedy = Stop it first.
chat-edit-own-only = You can edit only messages that you wrote.
chat-regenerate-model-only = Only replies of the model can be regenerated.
chat-offer-hidden = Its names contain hidden characters, so a model would receive something other than what you see.
chat-offer-refused = It cannot be offered to this model: { $why }.
chat-offer-unapproved = It changed after you approved it, and the approved definition is not available. Models get it once you accept the change.
chat-offer-name = Its name cannot be distinguished from that of another tool.
chat-made-unshown = This is neither an image nor audio. You can save it.
chat-made-gone = This is no longer available.

## Attaching a file

attach-file-why = You attached the file.
attach-pasted = Pasted text
attach-paste-why = You pasted it.
attach-row = Attached to a conversation: { $name }
attach-drop-why = You dropped it on the conversation.
attach-pasted-file = Pasted file
attach-too-many = Up to { $limit } files can be attached at once.
attach-too-large-together = Together, these files are larger than { $size } MiB.
attach-fewer-remedy = Attach fewer files at once.
attach-paste-too-many = Up to { $limit } files can be pasted at once.
attach-paste-too-large = Together, the pasted files are larger than { $size } MiB.
attach-removed-row = Removed from a conversation: { $name }
attach-removed-why = You removed it before it was sent.
attach-not-waiting = This is no longer waiting to be sent.
attach-waits = An attachment is waiting to be sent with your next message.
attach-waits-remedy = Send it or remove it first.
attach-elsewhere = “{ $name }” is not a file on this computer.
attach-link = “{ $name }” is a link to another file.
attach-link-remedy = Attach that file itself.
attach-paste-unreadable = The pasted file cannot be read.

## Spending

spending-reached = The monthly spending limit of { $limit } is reached: models have cost { $spent } this month. The request was not sent.
spending-reached-remedy = Change the limit in Settings → Models, or wait for the next month (UTC).
spending-limit-range = A spending limit must be { $least } to { $most }.
spending-limit-none = none
# $limit and $before are amounts or “none”.
spending-limit-row = Monthly spending limit: { $limit } (before: { $before })
spending-limit-why = You set it.

## Summaries of earlier messages

compaction-row = { $count ->
    [one] Summarize 1 message with { $model }
   *[other] Summarize { $count } messages with { $model }
}
compaction-why = You asked for it.
compaction-due-why = The context was at least { $percent }% full, the threshold that you set for this conversation.
compaction-done = summarized
compaction-undone-row = Summary removed
compaction-undone-why = You removed it. The model receives the earlier messages again.
compaction-gone = This summary no longer exists.
compaction-nothing = There is nothing to summarize: no earlier messages were added since the last summary.
compaction-too-much = This conversation is too long for this model: a summary would take { $count } requests; the limit is { $limit }.
compaction-too-much-remedy = Choose a model with a larger context.
compaction-range = Automatic summaries can start at { $least }% to { $most }% of the context.
compaction-stopped = You stopped the summary. The conversation is unchanged.
compaction-cut = The model reached the maximum length of a reply before the summary was complete. The conversation is unchanged.
compaction-withheld = The provider declined to write the summary. The conversation is unchanged.
compaction-empty = The model returned no summary. The conversation is unchanged.
compaction-long = The summary exceeded { $limit } characters. The conversation is unchanged.
compaction-remedy = Try again, or choose another model.
compaction-built-in = The demo model cannot write a summary.
compaction-built-in-remedy = Choose a model of a provider.
compaction-not-made = The earlier messages were not summarized, so all of them were sent: { $reason }

## Folders of conversations

instructions-length = Instructions can have at most { $limit } characters.
instructions-name-length = The name of a preset must have 1 to { $limit } characters.
instructions-empty = A preset needs a text.
folder-name-length = A folder name must have 1 to { $limit } characters.

## Importing conversations

chats-unreadable = “{ $name }” could not be read: { $reason }.
chats-no-file = “{ $name }” is not a file.
chats-long = “{ $name }” is larger than { $size } MiB.
chats-archive = “{ $name }” is an archive.
chats-archive-remedy = Unpack it and choose conversations.json in it.
chats-not-text = “{ $name }” is not a text file in UTF-8.
chats-broken = “{ $name }” is damaged or incomplete: line { $line } is not valid JSON.
chats-broken-remedy = Download or export it again.
chats-unknown = “{ $name }” contains no conversations that Portcullis can read.
chats-unknown-remedy = Choose conversations.json from ChatGPT or Claude, a Goose session, a Portcullis export, or Markdown with “## You” and “## Assistant” headings.
chats-nothing = The conversations in “{ $name }” contain no messages.
chats-import-gone = This file is no longer open. Choose it again.
chats-import-count = Choose 1 to { $count } conversations.
chats-import-size = The chosen conversations contain more than { $size } MiB of text. Nothing was imported.
chats-import-size-remedy = Choose fewer conversations and import the rest afterwards.
# $file is the name of the file, $product such as “ChatGPT”.
chats-imported-row = { $count ->
    [one] Imported { $count } conversation ({ $product }): { $file }
   *[other] Imported { $count } conversations ({ $product }): { $file }
}
chats-imported-why = You chose the file and the conversations.

## Results that you review before the model

held-given-why = You reviewed the result.
held-given = sent to the model unchanged
held-changed-why = You edited the result before the model received it.
held-changed = sent to the model after editing
held-withheld-why = You withheld the result: { $reason }
held-withheld = withheld
held-too-soon = The result has only just arrived. Your decision was not applied.
held-too-soon-remedy = Read it, then decide.
held-gone = This result is no longer waiting for you.
held-text-length = The edited result must not exceed { $count } KiB. It is still waiting for you.
held-reason-length = A reason must have 1 to { $count } characters. The result is still waiting for you.
held-undecided-why = You did not decide about the result before the conversation was stopped.
held-undecided = not sent to the model
held-row = Result of “{ $tool }” for { $model }

## A conversation that is exported. The server's and the model's own texts follow in quotations

paper-other-branches = { $count ->
    [one] { $count } message of another branch is not in this file.
   *[other] { $count } messages of other branches are not in this file.
}
paper-still-writing = This was still being written.
paper-you = You
paper-model-named = Model { $model }
paper-model = Model
paper-result-waiting = The result is waiting for your review. The model has not received it.
paper-result-given = You reviewed the result and sent it to the model unchanged.
paper-result-changed = You edited the result before the model received it.
paper-result-withheld = You withheld the result from the model.
paper-result-ended = You did not decide about the result. The model did not receive it.
paper-call-waiting = waiting for you
paper-call-running = running
paper-call-done = done
paper-call-tool-error = the tool reported an error
paper-call-failed = failed
paper-call-refused = denied
paper-call-stopped = stopped
paper-row = entry { $number } of the audit log
paper-no-row = not in the audit log
paper-no-arguments = It had no arguments.
paper-arguments-cut = { $arguments } (as far as it was shown)

## Searching for tools

search-no-query = The search has no query.
search-none = No tool matches.
search-full = Some matching tools were not added: this conversation has reached its limit. Start a new conversation to use others.

## Replies and tool calls of a model

turn-no-tool = There is no tool named “{ $tool }”.
turn-bad-arguments = The arguments are not a JSON object, so the tool was not called. Write them again as one.
turn-busy = The provider is overloaded. Portcullis tries again in { $seconds } s.
turn-too-long = The reply exceeded { $size } MiB of text, so it was stopped.
turn-nothing-left = There is nothing left to reply to.
turn-length = The model reached the maximum length of a reply.
turn-length-remedy = Send “continue” to get the rest.
turn-withheld = The provider declined to reply, or to finish its reply.
turn-withheld-remedy = Rephrase your message, or choose another model.
turn-empty = The model returned an empty reply.
turn-empty-remedy = Try again.
turn-rounds = The model called tools { $count } times in a row, so it was stopped.
turn-rounds-remedy = Tell the model how to continue.
turn-failed-row = A reply from { $model } failed

## Connecting to servers

start-closing = Portcullis is quitting. The server was not started.
start-refused = “{ $server }” was not started. { $reason }
start-row = Started
start-why = The server is on, and you approved it in its current form.
trial-row = Started once to read the tools of { $package }
trial-why = You approved this with the fetch.
trial-read = { $count ->
    [one] 1 tool read
   *[other] { $count } tools read
}
start-version = Protocol version { $version }
changes-row = Definition changed: { $name }
changes-why = The server’s definitions differ from those that you approved.
secret-no-value = The secret “{ $name }” no longer has a value. The server was not saved.
secret-no-value-remedy = Enter it again.
start-failed = “{ $server }” was not started: { $reason }
secret-not-stored = “{ $server }” was not started: its secret “{ $name }” is not stored.
secret-not-stored-remedy = Enter it again in the server’s settings.
    .terminal = Remove the server and add it again with “portcullis-cli server add”, which asks for the secret.
secret-left-remedy = In your keychain application, delete this server’s entries of the service “Portcullis”.

## Completion

completion-no-field = This field does not exist.
completion-no-template = This template no longer exists.
completion-superseded = The text changed, so these suggestions are out of date.

## The message log of a server

log-search-length = The search text is too long.
log-call-cut = This call was too large to be kept in full, so it cannot be filled in again.
log-call-cut-remedy = Fill in the tool’s form yourself.
log-not-saved = The messages were not saved: { $reason }.
log-not-saved-remedy = Choose another location.
log-frame-gone = This message is no longer in memory.

## Approvals

gate-no-call = This request is not a tool call, so its arguments were not checked.
gate-rejected-row = Answer rejected
gate-window = the window
gate-gone = This request is no longer waiting for you. Your decision was not applied.

## Where secrets are kept

keeping-file-row = Secrets are now stored in a file with a passphrase
keeping-passphrase-row = The passphrase of the secrets file was changed
keeping-keychain-row = Secrets are now stored in the keychain ({ $count } moved)

## Settings of servers

server-log-level-row = Log level set to “{ $level }”
server-log-level-own-row = Log level left to the server
server-mark-row = Mark changed
server-mark-length = A mark must be one or two letters or digits.
server-stopped-all-row = Stopped everything
server-gone = This server no longer exists.
server-changed-row = Changed
server-added-row = Added
server-off = “{ $server }” is off, so it was not started.
server-off-remedy = Turn it on first.
repair-none = Portcullis cannot fix “{ $server }” by changing its settings.
server-removed-row = Removed
server-removed-not-reloaded = “{ $server }” was removed, but the other permissions could not be reloaded: { $reason }
server-secrets-left = { $count } of its secrets were not deleted
server-on-row = Turned on
server-off-row = Turned off

## Model providers

provider-gone = This provider no longer exists.
provider-no-url = An OpenAI-compatible server needs a URL.
provider-added = Added the model provider “{ $provider }”
provider-too-many = You already have { $count } providers, the maximum.
provider-too-many-remedy = Remove one that you don’t use.
provider-stale = The provider changed before you answered. Your change was not saved.
provider-key-changed = Changed the API key of “{ $provider }”
provider-no-models = “{ $provider }” lists no models.
provider-no-models-remedy = Load a model there, or add one by name.
provider-key-other-url = The API key of “{ $provider }” was not saved for this URL.
provider-key-gone = The API key of “{ $provider }” is no longer among your secrets.
provider-key-gone-remedy = Enter it again in Settings.
    .terminal = Enter it again with “portcullis-cli models key { $label }”.
provider-removed = Removed the model provider “{ $provider }”
provider-price = A price must be 0 or more.
provider-model-name = A model name must have 1 to { $count } characters.
provider-model-gone = The model of this conversation is no longer available.
provider-model-gone-remedy = Choose another model above the conversation.
provider-key-invalid = The API key contains spaces or invalid characters.
provider-key-invalid-remedy = Copy it again, without quotation marks.
provider-label-taken = A provider named “{ $provider }” already exists.
provider-label-taken-remedy = Choose another name.
provider-label-similar = “{ $name }” looks like “{ $other }”, which already exists. The provider was not saved.

## Tools, prompts and resources of a server

offer-not-ready = “{ $server }” is not ready ({ $state }).
offer-not-ready-remedy = Open its page to see what to do.
    .terminal = Look for the cause with “portcullis-cli doctor { $label }”.
offer-not-offered = “{ $server }” does not offer { $what }.
offer-all-templates = All templates
offer-log-level-refused = It rejected the log level: { $reason }
offer-watch-again = { $resource } is no longer watched: { $reason }
prompt-arguments = The arguments do not match what “{ $server }” requires: { $problem }.
prompt-argument-missing = “{ $name }” is missing
prompt-argument-unknown = “{ $name }” is unknown
prompt-argument-length = “{ $name }” is longer than 64 KiB
prompt-none = “{ $server }” has no prompt “{ $name }”.
prompt-row = Fetched “{ $name }”
permission-ended = This permission has already ended.
permission-server-gone = a removed server
quote-gone = This content is no longer in memory. It was not attached.
quote-gone-remedy = Open it again.
quote-nothing = “{ $server }” sent nothing that can be attached to a conversation.
quote-why = You reviewed it and attached it.
quote-bytes = Data that is not text.
quote-image = An image.
quote-audio = An audio clip.
quote-link = The content of this URL was not read.
quote-unshown = Content that cannot be shown.
quote-beginning = Only the beginning is included.
reading-why = You requested it yourself.
reading-closed = Portcullis quit before the response arrived.
reading-needs-more = “{ $server }” needs further input to finish ({ $kind }). Nothing was read.
reading-needs-more-remedy = Portcullis does not offer this to the server.
resource-template-length = The template is too long.
# “The template is too long. Nothing was read.”
resource-not-read = { $reason } Nothing was read.
resource-uri-length = A URI must have 1 to 8,192 bytes.
resource-row = Read { $uri }
resource-nothing = “{ $server }” returned no content: the resource is empty or does not exist.
resource-no-watch = “{ $server }” does not report changes to resources.
resource-watched-most = You can watch at most 1,000 resources of a server.
resource-watched-most-remedy = Stop watching another resource.
resource-watch-row = Started watching { $resource }
resource-unwatch-row = Stopped watching { $resource }
resource-missing = “{ $server }” reports that this resource does not exist.
resource-missing-remedy = The list may be out of date. Refresh it.
    .terminal = “portcullis-cli resources { $label }” lists what there is now.
resource-unlisted-remedy = The server does not list it either. Check the URI.
    .terminal = Check the URI. “portcullis-cli resources { $label }” lists what there is.
content-gone = This content is no longer in memory.
content-gone-remedy = Call, read or fetch it again to see it.
content-not-text = This content is not text. You can save it.
content-not-media = This content is neither an image nor audio. You can save it.
content-not-image = This content is not an image.

## The audit log

record-keychain = the keychain
record-secrets-file = the file with your secrets
record-restored-why = You restored a backup. The keychain had entry { $row }.
record-restored-row = The audit log went back to entry { $row }
record-restored = backup restored
record-locked = The keychain is locked or missing. The audit log was not accepted.
record-locked-remedy = Unlock it and try again.
record-accepted-row = The audit log was accepted as it is
record-accepted = accepted by you

## Folders: more

folders-most = “{ $server }” already has { $count } folders, the maximum.
folders-most-remedy = Remove one first, or choose a folder that contains several.
folders-added-row = Folder added
folders-gone = “{ $server }” no longer has this folder.
folders-removed-row = Folder removed
folders-withheld-row = Folders are not shared
folders-ask-row = Folders need approval again
folders-changed = “{ $folder }” is no longer the folder that you chose. It was not added.

## Starting after a failure

safe-start = Portcullis quit { $count } times in a row right after starting, so no server was started.
safe-start-row = Started with all servers off
safe-start-off = { $sentence } Turned off: { $servers }.
safe-start-outcome = all servers off
safe-start-remedy = Turn your servers on one by one to find the cause.

## Tasks

task-gone = This task has ended or is no longer listed. See its entry in Activity.
    .terminal = This task has ended or is no longer listed. See its entry with “portcullis-cli audit list”.
task-stopping = You asked “{ $server }” to stop it. It has not confirmed yet.
task-stopping-away = You stopped it. “{ $server }” is told when it reconnects.
task-away = “{ $server }” is not connected. The task may still be running there; Portcullis checks when it reconnects.
task-needs-input = “{ $server }” needs your input to continue.
task-trouble = { $trouble } Portcullis tries again.
task-working = “{ $server }” is working on it.
task-finished-first = “{ $server }” finished it before it could be stopped.
task-finished = “{ $server }” finished it.
task-server-removed = You removed “{ $server }” while this task was running. It may still be running there.
task-same-id = “{ $server }” gave this call the ID of another of your tasks, so Portcullis does not follow it.
task-same-id-remedy = This is a bug in the server. The Protocol tab shows what it sent.
    .terminal = This is a bug in the server. Look at its log: “portcullis-cli logs { $label }”.
task-too-many = “{ $server }” already has { $count } tasks, the maximum. Portcullis asked it to stop this one.
task-too-many-remedy = Wait until some have ended, or stop them.
task-era = “{ $server }” now uses another protocol version, so Portcullis can no longer follow this task. It may still be running there.
task-era-remedy = If the task matters, restore the server’s protocol setting and run it again.
task-no-answer = “{ $server }” did not get the input it needed for this task. Portcullis asked it to stop.
task-no-answer-remedy = To answer, run it again.
task-stopped-by-you = You stopped the task at “{ $server }”. Anything it did before that remains.
task-stopped-by-server = “{ $server }” stopped this task on its own. Anything it did before that remains.
task-unknown = “{ $server }” no longer has this task. It may or may not have finished.
task-unknown-remedy = The server may have restarted. Check what was done before you run it again.
task-expired = “{ $server }” did not finish this task before it expired. It may still be running there.
task-expired-remedy = Check what was done before you run it again.
task-not-listed = its tasks could not be listed: { $reason }

## Tools

tool-changed-review = The definition changed after it was shown. It was not marked as reviewed.
tool-changed-review-remedy = Read the current definition.
tool-reviewed-row = Reviewed { $tool }
review-question = Mark this definition of “{ $server }” as reviewed?
review-row-tool = Tool (name from the server)
review-row-title = Title (text from the server)
review-row-description = Description (text from the server)
review-row-argument = Argument (text from the server)
review-row-quotes = Quotes for the warnings
review-no-description = The server provides no description.
review-note-allows = The label does not allow anything. Requests show it, so that you know which definitions you have read.
review-note-change = It is removed when the definition changes.
review-why = You read the definition in the approval window and marked it as reviewed.
review-terminal-why = You read the definition in the terminal and ran the tool.

## Actions of the main window, on a system that does not report clicks and keys to Portcullis

act-question = Do this for the main window?
act-row-action = Action
act-note-press = On this system Portcullis cannot see that you clicked or pressed a key in the main window, so it asks here.
act-note-page = Approve it only if you did this just now. Secrets are not shown.
act-why = You approved this action of the main window.
act-outcome = approved

## More about tools

tool-schema-unusable = the tool’s schema cannot be used: { $reason }
tool-left-out = “{ $tool }” of “{ $server }” was left out and cannot be called. { $reason }
tool-unlisted = Portcullis cannot tell whether “{ $server }” has a tool “{ $tool }”. { $reason }
tool-unlisted-remedy = Restart the server, or try again later.
tool-none = “{ $server }” has no tool “{ $tool }”.
tool-nearest = Did you mean “{ $tool }”?
tool-asks-blocked = Blocked until you accept its new definition.
tool-asks-seen = Asks you once more before your permission applies again: a call contradicted the server’s claims.
tool-asks = Asks you when a model calls it.
tool-unchanged = This tool is as you approved it. There is nothing to decide.
tool-new-definition-row = New definition of { $tool }
tool-accepted-why = You reviewed the differences and accepted them.
tool-accepted-vary-why = You reviewed the differences, accepted them, and let parts vary.
tool-accepted = accepted by you
tool-turned-off-why = You chose to turn the server off instead.
tool-kept-blocked-why = You kept the tool blocked.
tool-kept-blocked = kept blocked by you
tool-closed = Portcullis quit before you answered. The tool stays blocked.
tool-question-over = The definition changed again before you answered, so the request was withdrawn.
vary-ended-row = Parts may no longer vary: { $tool }
vary-changed = changed by you
vary-none = No part of this tool may vary.
demo-place = inside Portcullis
browser-not-opened = The browser did not open: { $reason }. The server was told so.
browser-not-opened-remedy = Choose a default browser in your system settings.

## Who asked for something, and outcomes, in the audit log

asked-by-you = you
asked-by-server = the server
outcome-saved = saved
permission-given = allowed
permission-revoked = revoked
carried-kept = saved; { $kept ->
    [one] { $kept } permission
   *[other] { $kept } permissions
} kept
carried-ended = saved; { $ended ->
    [one] { $ended } permission
   *[other] { $ended } permissions
} ended
carried-ended-kept = saved; { $ended ->
    [one] { $ended } permission
   *[other] { $ended } permissions
} ended, { $kept } kept

## A client ID metadata document

account-document-missing = The client ID metadata document at “{ $host }” could not be loaded (HTTP { $status }).
account-document-invalid = The document at “{ $host }” is not a client ID metadata document.
account-document-other = The document at “{ $host }” belongs to another client.
account-document-no-name = The document at “{ $host }” does not name the client.
account-document-redirect = The document at “{ $host }” does not list the redirect URI of Portcullis.
account-document-secret = The document at “{ $host }” does not state that Portcullis has no client secret.
account-document-remedy = Publish the document exactly as Portcullis shows it.

## Attaching a file: what is wrong with it

attach-unreadable = “{ $name }” cannot be read: { $reason }.
attach-unreadable-remedy = Choose it again.
attach-too-large = “{ $name }” is larger than { $size } MiB.
attach-too-large-remedy = Choose a smaller file, or a part of it.
attach-not-file = “{ $name }” is not a file.
attach-not-file-remedy = Choose a file.
attach-empty = “{ $name }” is empty.
attach-other-remedy = Choose another file.
attach-image-too-large = “{ $name }” is an image larger than { $size } KiB.
attach-image-too-large-remedy = Make it smaller first.
attach-unknown-kind = “{ $name }” is not text, an image, audio or a PDF.
attach-text-too-long = “{ $name }” was not attached: it has more than { $size } KiB of text.
attach-text-too-long-remedy = Attach a shorter part.
attach-model-images = As far as Portcullis knows, “{ $model }” does not accept images. “{ $name }” was not attached.
attach-model-audio = As far as Portcullis knows, “{ $model }” does not accept audio. “{ $name }” was not attached.
attach-model-pdf = As far as Portcullis knows, “{ $model }” does not accept PDFs. “{ $name }” was not attached.
attach-model-remedy = Choose another model above the conversation, or enable this for the model in Settings.

## Starting a server, and definitions that changed

start-ready-soon = ready in { $milliseconds } ms
start-ready = ready in { $seconds } s
start-outcome-starts = { $outcome }, after { $count } starts with different protocol versions
start-outcome-attempts = { $outcome }, after { $count } attempts with different protocol versions
changes-row-many = { $count } definitions changed: { $names }
changes-row-more = { $count } definitions changed: { $names } and { $more } more
changes-blocked = { $count ->
    [one] blocked until you review it
   *[other] blocked until you review them
}
changes-on-hold = { $count ->
    [one] { $count } permission on hold
   *[other] { $count } permissions on hold
}
changes-instructions = instructions
secret-left = { $count ->
    [one] { $count } unused secret
   *[other] { $count } unused secrets
} of “{ $server }” could not be deleted from the keychain: { $reason }

## An exported conversation

paper-exported = A conversation in Portcullis, exported on { $time }.
paper-stopped = Stopped
paper-thought = Reasoning:
paper-prompt = Prompt of the server { $server }, attached by you. Its name and text, from the server:
paper-resource = Resource of the server { $server }, attached by you. Its name and text, from the server:
paper-left-out = Left out: { $what }
paper-file = A file, attached by you: { $kind }, { $bytes } bytes, SHA-256 { $digest }. Its name:
paper-file-text = Its text:
paper-made-audio = Audio created by the model, not included in this file: { $kind }, { $bytes } bytes, SHA-256 { $digest }. Its name:
paper-made-image = An image created by the model, not included in this file: { $kind }, { $bytes } bytes, SHA-256 { $digest }. Its name:
paper-model-received = Received by the model:
paper-your-reason = Your reason:
paper-search = The model searched for tools:
paper-search-found = Found:
paper-rejected-call = Tool call of the model that did not run. Its name and arguments:
paper-error = Error:
paper-error-said = Details of the error:
paper-call = Call of a tool of the server { $server } · { $state } · { $row }. Its name and arguments:
paper-call-result = Result, as in the audit log:
paper-made-picture = An image created by the model: { $kind }, { $bytes } bytes, SHA-256 { $digest }. Its name:
paper-picture-left-out = This image is not included: it is no longer kept, or the export has too many images.
paper-result-pictures = Images in the results above:
paper-result-media-left-out = { $count ->
    [one] { $count } image or audio file of the results above is not included.
   *[other] { $count } images or audio files of the results above are not included.
}
paper-summary = { $count ->
    [one] The model { $model } summarized the message above on { $time }.
   *[other] The model { $model } summarized the { $count } messages above on { $time }.
}
paper-summary-used = The model of this conversation receives the summary instead.
paper-summary-replaced = A later summary replaced this one.
paper-summary-text = Summary:
paper-export-row = Export of the conversation “{ $title }”
paper-export-why = You exported it.
paper-export-done = saved

## Replies of a model: more

turn-call-stopped = The call was stopped before it ran.
turn-too-many-calls = The model requested more than { $count } tool calls in one reply. Only the first { $count } run.
turn-too-many-calls-rest = { $count ->
    [one] { $count } more tool call of this reply did not run, for the same reason. The model was told.
   *[other] { $count } more tool calls of this reply did not run, for the same reason. The model was told.
}
turn-too-many-calls-row = { $count ->
    [one] { $count } more tool call of one reply
   *[other] { $count } more tool calls of one reply
}
chat-unnamed = New conversation

## What a server does not offer, in “… does not offer …”

offer-prompts = prompts
offer-resources = resources
offer-log-level = a log level

## Model access: more

sampling-request-row = Model request
sampling-response-row = Model reply
sampling-response-summary = { $parts ->
    [one] { $parts } part
   *[other] { $parts } parts
}, about { $tokens } tokens, stop reason { $stop }

## A folder that you choose

folders-note-fenced = The server’s program can read and change these folders, besides what its fence allows. A change here restarts the server.
folders-note-container = The container can read and change these folders, which have the same path there. A change here restarts the server.
folders-note-container-open = These folders are not in the container. Turn on its fence to mount them, or mount them in the command.
folders-note-withheld = These folders are not shared with the server. Its program can use only what its fence allows.
folders-note = Folders tell a server where to work. They do not restrict it: a program on this computer can read what you can read.
folder-not-absolute = “{ $folder }” is not an absolute path.
folder-unreadable = “{ $folder }” cannot be opened: { $reason }.
folder-not-folder = “{ $folder }” is not a folder.
folder-name = The name of “{ $folder }” cannot be written as text.
folder-uri = “{ $folder }” cannot be written as a URI.
folder-own-data = “{ $folder }” contains Portcullis’s own data and cannot be added.
folder-warning-computer = This is the whole computer.
folder-warning-home = This is your whole home folder, with everything in it.
folder-warning-around-home = Your whole home folder is in this folder.
folder-warning-data = Portcullis’s data is in this folder, including the audit log.
folder-warning-around-keys = Other programs keep keys, passwords or sessions in this folder.
folder-warning-keys = Secrets are kept in this folder. { $what }
folder-not-mounted = “{ $folder }” cannot be mounted in a container: { $why }.
folder-not-mounted-whole = “{ $folder }” is not mounted in a container. { $why }
folder-not-mounted-remedy = Choose a folder that contains only a project.
folder-not-started = “{ $server }” was not started: { $why }
folder-not-started-remedy = Remove the folder from the folders of this server.
path-own-data = Part of Portcullis’s own data.

## The audit log and the keychain

record-knew-none = The keychain had no entry.
record-knew = The keychain had entry { $entry }.

## Tasks: more

task-unstopped-by-you = You stopped waiting for “{ $server }” to confirm the stop. The task may still be running there.
task-unstopped-gone = You stopped the task, but “{ $server }” is no longer there. The task may still be running.
task-unstopped-silent = You stopped the task, but “{ $server }” did not confirm it. The task may still be running there.
task-unstopped-cannot = “{ $server }” cannot stop tasks, so Portcullis only stopped waiting. The task may still be running there.
task-others = { $count ->
    [one] the server has { $count } task that Portcullis does not follow
   *[other] the server has { $count } tasks that Portcullis does not follow
}

## A tool that changed

tool-question-allowed = “{ $server }” changed a tool that you had allowed
tool-question-known = “{ $server }” changed a tool after you approved it

## Arguments and browser

call-argument-at = { $problem } at { $place }
call-schema-unusable = “{ $tool }” of “{ $server }” was not called, because its input schema cannot be used: { $reason }.
call-schema-unusable-remedy = This is a bug in the server. Report it to its author.
call-arguments-mismatch = The arguments do not match the schema of “{ $server }”: { $problem }. The tool was not called.
call-arguments-mismatch-more = The arguments do not match the schema of “{ $server }”: { $problem } (and { $count } more). The tool was not called.
browser-broken = The browser did not open.

profile-first = Default
profile-name = A profile needs a name of at most { $limit } visible characters.
profile-gone = The profile “{ $name }” no longer exists.
profile-created-row = Profile “{ $name }” added
profile-renamed-row = Profile “{ $before }” renamed to “{ $name }”
profile-removed-row = Profile “{ $name }” removed
profile-used-row = Switched to profile “{ $name }”

server-note-row = Note changed
server-note-length = A note can be at most { $limit } characters long.

notation-row = Definition written differently: { $name }
notation-row-many = { $count } definitions written differently
notation-why = The old and the new definition mean the same, so your approval and permissions still apply.

## Fence

fence-no-helper = The program { $program } is missing.
fence-cannot-run = The server cannot run like this: { $why }.
fence-not-here = Fences are not available on this computer: { $why }
fence-default-off = Fences for new servers are turned off in Settings.
fence-default-container = A container engine runs it, with access to the network and to what its command names. If you turn the fence on, the engine restricts it: read-only, and without a network until you allow a host.
fence-default-elsewhere = Another program or computer runs it, so a fence around this command would have no effect.
fence-default-builds = It builds or downloads its program at each start, which a fence would prevent.
fence-folder-ours-remedy = Remove the folder, and choose a folder in it that contains no Portcullis data.
fence-home = “{ $server }” was not started: its home folder could not be created ({ $why })
# In the audit log and at the gate. The host is in the words of the server and follows.
behavior-closed-contacted = The server claims that this tool stays within its own data, but during a call the server contacted
behavior-closed-stopped = The server claims that this tool stays within its own data, but during a call the server tried to reach
behavior-reads-contacted = The server claims that this tool only reads, but during a call the server contacted
behavior-reads-stopped = The server claims that this tool only reads, but during a call the server tried to reach
behavior-reads-wrote = The server claims that this tool only reads, but during a call the server or another program changed
behavior-why = { $remark } “{ $what }” (text from the server).
behavior-row-wrote = { $outcome }; contrary to the claims of the server, “{ $what }” changed during the call (another program may have changed it)
behavior-row = { $outcome }; contrary to its claims, the server contacted or tried to reach “{ $what }”
# In a list of what a fence blocked.
fence-own-sandbox = its own sandbox (user namespaces)
fence-kept-out = The fence blocked access to { $what }.
launch-then-fenced = It runs a fenced program on this computer

## Packages that are fetched once

fetch-row = Fetch { $package }
fetch-why = You approved fetching it.
fetch-done = fetched
fetch-ended = This fetch has ended.
fetch-stopped = The fetch was stopped. Nothing was added.
fetch-folder = The package was not fetched: its folder cannot be created ({ $why }).
fetch-same = This server already runs { $package }. Nothing changed.
fetch-older = Your release age setting allows version { $version }, which is older than { $package }. Nothing changed.
fetch-older-remedy = Check again when the newer version is old enough, or change the setting of npm or uv.
fetch-failed = { $package } was not fetched: { $program } failed.
fetch-too-long = { $package } was not fetched: { $program } took longer than { $minutes } minutes.
fetch-failed-remedy = Check the name and the version of the package and your network, then try again.
fetch-not-launcher = This command does not run a single package from npm or PyPI.
fetch-not-launcher-remedy = Commands such as npx PACKAGE and uvx PACKAGE can be fetched.
fetch-question-again = Fetch { $package } again for “{ $server }”?
fetch-note-again = Files of this package changed after you approved them, so the server does not start. The same version is fetched again.
fetch-note-named = The command of this server names version { $version }. The newest version is fetched instead.
fetch-other-archive = The registry now serves a different archive of { $package } than the one you approved. It was not kept.
fetch-other-archive-remedy = A published version should never change. Ask the publisher before you use another version.
update-tools-new = New tools
update-tools-gone = Removed tools
update-tools-changed = Changed tools
update-tools = Tools
update-tools-same = The tools are the same as before.
update-tools-unknown = No earlier tools of this server are known, so nothing was compared.
update-instructions = Instructions from the server
update-description = Changed description
update-description-of = tool “{ $tool }”
update-instructions-text = Changed instructions
update-rewritten = changed
update-more = { $count ->
    [one] and { $count } more
   *[other] and { $count } more
}
update-unread = The tools of this version were not read before your answer. { $why } Changed tools are blocked until you review them.
update-unread-image = Portcullis does not start container images to read their tools.
update-unread-fence = This computer cannot build a fence: { $why }
update-unread-failed = It did not start without network, folders or secrets: { $why }
update-unread-ended = It ended before it listed its tools.
update-unread-time = It did not list its tools within { $seconds } seconds.
update-unread-refused = Portcullis does not start it as it is: { $why }
fetch-interrupted = Portcullis ended while it was fetching { $package } for “{ $server }”. The unfinished files were deleted.
fetch-interrupted-remedy = To use the package, fetch it again.
fetch-question = Fetch { $package } for “{ $server }”?
fetch-row-package = Package
fetch-row-commands = Commands
fetch-row-hosts = Connects to
fetch-newest = newest version
fetch-not-fenced = The package manager runs without a fence: { $why }
fetch-note-scripts = Install scripts do not run.
## Servers that start when they are needed

demand-launch-row = Now starts with Portcullis
demand-needed-row = Now starts when it is needed
demand-asleep-row = Stopped until it is needed
demand-asleep-why = Nothing used it for { $minutes } minutes.
demand-not-started = “{ $server }” did not start: { $reason }
demand-not-started-remedy = Open its page to see the diagnosis.
    .terminal = Look for the cause with “portcullis-cli doctor { $label }”.
demand-not-approved = Not approved yet. It is offered while the server runs.
fetch-row-variables = Variables
image-row = Image
image-note-run = No program of the image runs while it is fetched.
image-note-engine = { $engine } fetches it from the registry that its name contains, with the engine’s own sign-in.
image-note-digest = Later starts run exactly this image, by its digest.
image-unread = The image was not fetched: { $why }
image-failed-remedy = Check the name of the image, your network, and whether the engine runs. To run an image that you built yourself, turn off fetching.
kubernetes-not = “{ $server }” was not exported: { $why }.
