# What the terminal prints.

## The start and the command line

start-failed = Portcullis could not start: { $cause }.
no-backup-made = No backup was made: { $cause }
no-home = No home folder was found for the data. Name a folder with --data-dir.
data-folder-none = “{ $path }” is not a folder, so it cannot be the data folder.
data-folder-unmade = The data folder “{ $path }” cannot be created.
data-folder-other = Name another folder with --data-dir.
help-hint = Try “{ $command } --help”.
command-missing = A command is missing.
line-no-command = There is no command “{ $word }”.
line-unknown = “{ $word }” is not expected here.
line-twice = { $word } can be given only once.
line-conflict = { $word } cannot be combined with { $others }.
line-no-equals = { $word } takes its value after “=”.
line-no-value = { $word } needs a value.
line-bad-value = “{ $value }” is not accepted for { $word }.
line-bad-value-reason = “{ $value }” is not accepted for { $word }: { $reason }.
line-not-one-of = “{ $value }” is not accepted for { $word }. Accepted: { $values }.
line-too-many = “{ $value }” is one value too many for { $word }.
# “Missing: <LABEL> and <TOOL>.”
line-missing = Missing: { $what }.
line-missing-one-of = One of these is missing: { $options }.
line-not-text = An argument is not UTF-8 text.
value-not-known = it is not one of the accepted values
value-not-text = This is not text.
secret-on-line = Do not put a secret on the command line. Use the option alone to be asked for the secret, or with “=-” to read a line from standard input.
word-too-many-secret = There is one argument too many. Do not put a secret on the command line: Portcullis asks for it.
word-too-many-program = There is one argument too many. A program follows “--”, a URL follows --url, and Portcullis asks for secrets.
secret-name-on-line = Do not put a secret on the command line. Use --secret NAME to be asked for it, or --secret NAME=- to read a line from standard input.
value-pair = Write it as NAME=VALUE.
value-named = --env and --header take NAME=VALUE.
value-empty = it is empty
value-number-from = it is not a whole number of { $least } or more
value-number-between = it is not a whole number from { $least } to { $most }
stopped = Stopped. Nothing more was done.

## The help

help-usage = Usage:
help-commands = Commands:
help-arguments = Arguments:
help-options = Options:
help-default = [default: { $value }]
help-values = [possible values: { $values }]

## The terminal

pages-last = The last page follows.
pages-more = { $count } more pages follow.
read-on = -- { $more } Press Enter for more.
secret-by-name = Pass it on standard input with “--secret NAME=-”.
unreadable-input = Standard input cannot be read: { $cause }.
output-unwritten = Standard output cannot be written: { $cause }. Some of the output is missing.
terminal-failed = The terminal cannot be used: { $cause }.
try-again = Try again.
# Two sentences, one after the other.
sentences = { $first } { $second }
named-title = { $name } (title from “{ $server }”: “{ $title }”)
named-title-its-server = { $name } (title from its server: “{ $title }”)
said-by-server = message from the server: { $text }
said-by-program = program output: { $text }
said-by-authorization-server = message from the authorization server: { $text }
said-by-provider = message from the provider: { $text }
said-by-registry = message from the registry: { $text }
said-by-client-document = text from the client ID metadata document: { $text }
said-by-network = message from the network: { $text }
said-by-library = details from the request library: { $text }
ids-listed = “portcullis-cli { $command }” lists them.

## Finding and starting a server

no-server = There is no server named “{ $label }”.
did-you-mean = Did you mean “{ $near }”?
servers-listed = “portcullis-cli server list” lists your servers.
server-ambiguous = More than one server matches “{ $label }”.
label-exactly = Write the label exactly as in “portcullis-cli server list”.
server-off = “{ $server }” is off. It was not started.
turn-on = Enable it with “portcullis-cli server enable { $server }”.
starting-server = Starting “{ $server }”…
# How a start goes on: “reconnecting”.
starting-how = “{ $server }”: { $state }
start-as-now = Start it as it is now?
server-not-ready = “{ $server }” is not ready ({ $state }).

## Results of servers

tool-failed = “{ $tool }” reported an error.
fence-blocked = The fence of “{ $server }” blocked access to { $what }.
fence-blocked-allow = To allow it: “portcullis-cli server fence { $label } allow { $grant }”
result-unfit = The structured result does not match the output schema of the tool.
more-blocks = [{ $count ->
    [one] { $count } more block
   *[other] { $count } more blocks
    }; use --json for all]
content-bytes = [{ $mime }, { $size }; use --json to see the data]
content-link = [link: { $name } <{ $uri }>]
content-resource = [resource: { $uri }, { $size }; use --json to see the data]
call-wrote = Output of “{ $server }” during the call:
logs-none = “{ $server }” has written no log.

## Headings of tables

heading-id = ID
heading-uses = USES
heading-last = LAST
heading-given = GIVEN
heading-permission = PERMISSION
heading-made = CREATED
heading-size = SIZE
heading-name = NAME
heading-conversation = CONVERSATION
heading-what = CONTENT
heading-from = FROM
heading-by = BY
heading-since = SINCE
heading-private = PRIVATE
heading-strangers = UNTRUSTED
heading-sends = SENDS
heading-label = LABEL
heading-state = STATE
heading-runs = COMMAND OR URL
heading-application = APPLICATION
heading-server = SERVER
heading-note = NOTE
heading-provider = PROVIDER
heading-model = MODEL
heading-reads = CONTEXT
heading-price = PRICE
heading-tokens = TOKENS
heading-tool = TOOL
heading-when = WHEN
heading-messages = MESSAGES
heading-folder = FOLDER
heading-title = TITLE
heading-who = WHO
heading-row = ENTRY
heading-asked-by = ASKED BY
heading-outcome = OUTCOME
heading-took = TOOK
heading-prompt = PROMPT
heading-arguments = ARGUMENTS
heading-description = SERVER’S DESCRIPTION
heading-resource = RESOURCE
heading-template = TEMPLATE
heading-type = TYPE
heading-program = PROGRAM
heading-version = VERSION
heading-path = PATH

## Servers

on = on
servers-none = No servers yet. “portcullis-cli server add” adds one.
off = off
server-is-on = “{ $server }” is on. State: { $state }.
server-is-off = “{ $server }” is off.
sampling-on = “{ $server }” may send requests to your models. You approve each request before it is sent, and each reply before “{ $server }” receives it.
sampling-off = “{ $server }” may not send requests to your models.
remove-server = This removes “{ $server }” with its secrets, sign-in and permissions. The audit log is kept.
no-terminal-remove = This is not an interactive terminal, so nothing was removed.
ask-remove = Remove it?
remove-denied = You denied this. Nothing was removed.
server-removed = Removed “{ $server }” with its secrets and permissions. The audit log is kept.
server-removed-left = Removed “{ $server }” and its permissions, but not all of its secrets. The audit log is kept.
server-label = Label
server-state = State
server-program = Program
server-argument = Argument
server-folder = Folder
home-folder = your home folder
server-url = URL
demo-server = the demo server inside Portcullis
server-variable = Variable
server-header = Header
stored-as-secret = { $name } (stored as a secret)
server-transport = Transport
only-streamable-http = Streamable HTTP only
only-sse = HTTP+SSE only
server-start-limit = Start timeout
sampling-yes = yes; you approve each request
no = no
server-sampling = Model access
server-protocol = Protocol
server-says-it-is = Claims to be
server-tools = Tools
not-listed = not listed
tools-changed = { $count ->
    [one] { $count } tool differs from the one that you approved
   *[other] { $count } tools differ from the ones that you approved
    }
server-changed = Changed
server-ready-in = Ready in
server-approved = Approved
no-terminal-add = This is not an interactive terminal, so “{ $label }” was not added.
run-or-read-start = Run it in a terminal. If you have read what would run, add --yes.
ask-add-start = Add and start?
ask-add = Add without starting?
argument-elsewhere = “{ $argument }” is in this folder, but the server starts in your home folder. To start it here, add “--cwd .”.
server-not-added = “{ $server }” was not added.
server-added = “{ $server }” is added. State: { $state }.
ask-store-secret = “{ $name }” looks like a secret. Store its value as a secret?
no-terminal-secret = This is not an interactive terminal, so Portcullis cannot ask for the secret “{ $name }”.
ask-secret = Value of “{ $name }” (not shown):
secret-empty = The secret “{ $name }” has no value.
value-again = Run the command again and enter a value.
start-limit-unknown = use a number of seconds from { $least } to { $most }, or “usual”
mark-is = The mark of “{ $server }” is { $letters } in { $color }.
no-terminal-edit = This is not an interactive terminal, so “{ $server }” was not changed.
ask-save-start = Save and start?
ask-save = Save without starting?
usual-time = the default
start-limit-is = The start timeout of “{ $server }” is { $limit }. State: { $state }.

## Import and export

no-configuration = No configuration of “{ $application }” was found on this computer.
configurations-listed = “portcullis-cli server import --list” shows what was found.
import-nothing = No servers to import.
export-none = No servers to export.
export-none-remedy = Add a server with “portcullis-cli server add”, or choose another profile.
export-no-secrets = Secret values are not included.
export-no-demo = The demo server is part of Portcullis and is not included.
export-left-out = “{ $server }” is not included. { $why }
export-no-application = Portcullis cannot export to an application named “{ $application }”.
export-applications = Supported applications: { $applications }.
export-all-kept = Already there: { $servers }. “--replace” replaces them.
export-denied = You denied this. The file was not changed.
export-done = Written to “{ $path }”: { $servers }.
export-kept = Already there, unchanged: { $servers }.
export-backup = The previous version is kept next to it as “{ $backup }”.
ask-paste = Paste the configuration, then press Ctrl-D.
standard-input = Standard input
unreadable-source = { $source } cannot be read: { $cause }.
not-utf8 = { $source } is not text in UTF-8.
same-server = “{ $known }” is the same server.
project-none = No servers in the files of this project.
others-none = No servers of other applications were found.
here-as = already added as “{ $known }”
import-unstored = No server was added.
import-denied = You denied this. No server was added.
imported = Added, disabled: { $servers }. “portcullis-cli server enable LABEL” enables one.

## Tools and calls

tool-remarks = { $count ->
    [one] { $state }, { $count } warning
   *[other] { $state }, { $count } warnings
    }
left-out = Left out: { $name }: { $reason }
more-unread = { $count ->
    [one] { $count } more was not read.
   *[other] { $count } more were not read.
    }
arguments-shown = “portcullis-cli tools { $label } { $tool }” shows the arguments of the tool.
arguments-no-object = The arguments must be a JSON object.
arguments-no-json = The arguments are not JSON ({ $cause }).
arguments-unsendable = The arguments cannot be sent: { $cause }.
no-terminal-new-tool = You have not seen “{ $tool }” of “{ $server }” before, and this is not an interactive terminal, so it was not called.
run-on-terminal-yes = Run it in a terminal, or add --yes.
new-tool = “{ $server }” offers a tool that you have not seen before: “{ $tool }”
it-says = Text from the server:
arguments = Arguments:
ask-call = Call it?
call-denied = You denied this. “{ $tool }” was not called.
progress = { $value } of { $total }
tasks-none = No tasks. Calls that a server continues in the background are listed here.
task-ended = This task has already ended.
task-found-again = “{ $server }” continues it as a task. “portcullis-cli task show { $id } --wait” waits for it again, “portcullis-cli task cancel { $id }” stops it.
id-no-task = “{ $start }” does not match exactly one task.
task-asked = Requested by { $by } at { $at }.
task-kept = Kept on the server until { $until }.
task-result-gone = The result is no longer in memory.
task-running = running
task-needs-answer = needs an answer
task-stopping = asked to stop
task-away = not checked at the moment
task-done = done
task-stopped = stopped
task-failed = failed

## Prompts and resources

prompt-argument-twice = the argument “{ $argument }” is given twice
role-user = user
role-assistant = assistant
more-messages = [{ $count ->
    [one] { $count } more message
   *[other] { $count } more messages
    }; use --json for all]
partly-unshown = Some of it cannot be shown; use --json for the full response.
prompts-unsupported = “{ $server }” does not offer prompts.
resources-unsupported = “{ $server }” does not offer resources.
under-another-uri = [under another URI: { $uri }]
more-contents = [{ $count ->
    [one] { $count } more part
   *[other] { $count } more parts
    }; use --json for all]
list-failed = The { $what ->
    [tools] tools
    [prompts] prompts
   *[resources] resources
    } of “{ $server }” could not be listed.
list-empty = “{ $server }” offers no { $what ->
    [tools] tools
    [prompts] prompts
   *[resources] resources
    }.
tools-undeclared = “{ $server }” did not declare the capability “tools”, so its tools were not requested.
list-no-match = No { $what ->
    [tools] tool
    [prompts] prompt
   *[resources] resource
    } of “{ $server }” matches.

## Folders

no-terminal-root = This is not an interactive terminal, so “{ $folder }” was not added to “{ $server }”. { $warnings }
run-or-smaller-folder = Run it in a terminal, or choose a smaller folder.
note = Note: { $note }
ask-root-anyway = Share it with “{ $server }” anyway?
root-denied = You denied this. No folder was added.
roots-none = “{ $server }” has no folders.
roots-ask = Portcullis asks you when the server requests them.
roots-told = They are shared with the server, and so are changes to them.
roots-withheld = The server is told that there are no folders.

## Accounts

decline-kept = You did not grant the additional scopes that “{ $server }” requested.
decline-none = “{ $server }” requests no more scopes than you granted.
signed-out = You are signed out of “{ $server }”. Its tokens are deleted.
was-not-signed-in = You were not signed in to “{ $server }”.
document-at = Authorization servers that support client ID metadata documents read Portcullis’s document at { $url }.
document-before = The previous URL was “{ $url }”. Sign-ins made with it stay.
document-none = Portcullis has no client ID metadata document, so it registers itself where that is supported. An organization can publish the following at an https URL of its own; replace “https://…” with that URL:
account-local = “{ $label }” is a program on this computer and needs no sign-in.
account-own-token = “{ $label }” uses your own Authorization header and needs no sign-in.
not-signed-in = You are not signed in to “{ $label }”. If it requires that, use “portcullis-cli account sign-in { $word }”.
sign-in-failed = The last sign-in failed: { $cause }
wants-more-for = For “{ $tool }”, it requests more scopes than you granted: { $scopes }.
wants-more = It requests more scopes than you granted: { $scopes }.
more-declined = You declined this.
signed-in = You are signed in to “{ $label }”.
field-at = At:
field-for = For:
granted-unstated = not reported by the authorization server
field-granted = Granted:
field-since = Since:
not-stated = not reported
until-renews = { $until }; Portcullis refreshes the token automatically
until-ends = { $until }; then you sign in again
field-until = Until:
field-tokens = Tokens:
tokens-bound = bound to a private key among your secrets (DPoP); a stolen token cannot be used without it
field-known-by = Client identity:
known-by-own = the client ID that you entered
known-by-document = the URL of a client ID metadata document, without registration
known-by-dynamic = a client that Portcullis registers there, for this server only
client-forgotten = Removed your client ID for “{ $server }”.
client-forgotten-left = Removed your client ID for “{ $server }”, but not its secret.
client-none = You have not entered a client ID for “{ $server }”. Nothing was removed.
remove-client = This removes your client ID for “{ $server }” with its secret or key. A sign-in that uses it ends.
replace-client = This replaces your client ID for “{ $server }”, and deletes the secret or key that is stored with it.
ask-replace = Replace it?
client-secret-empty = The secret has no value.
not-a-file = “{ $path }” is not a file: { $cause }.
no-terminal-client-secret = This is not an interactive terminal, so Portcullis cannot ask for the client secret.
secret-stdin = Pass it on standard input with “--secret=-”.
ask-client-secret = Client secret (not shown):
unreadable-file = “{ $path }” cannot be read: { $cause }.
proof-none = none, only the client ID
proof-secret = a secret, stored with your other secrets
proof-key = a private key, stored with your other secrets
client-id-unneeded = not needed
client-own = Your client ID: { $id }
field-proof = Client authentication:
vouched-by = { $issuer }, where its client ID is { $client }
field-vouched-by = Identity provider:
field-token-file = Token from:
field-only-for = Sent only to:
client-unattended = It signs in without a browser.
field-redirect = Redirect URI:
sign-in-discovering = Checking how to sign in to “{ $label }”…
sign-in-abandoned = The sign-in was cancelled. “{ $label }” is unchanged.
sign-in-in-browser = Sign in with your browser; this continues automatically. It expires at { $until }. If no page opened, open this one on this computer:
sign-in-finishing = You signed in. Requesting the tokens…

## Secrets

ask-passphrase = Passphrase of the file with your secrets (not shown; empty to continue without them):
secrets-file-weaker = A file is weaker than a keychain: anyone who copies it can try passphrases without limit. If you forget the passphrase, you cannot open the file. You enter the passphrase at each start. If you can, use a keychain service instead.
ask-old-passphrase = Current passphrase (not shown):
secrets-in-file = Secrets are in a file encrypted with your passphrase. That is weaker than a keychain.
secrets-locked = Secrets are in an encrypted file, which is locked: you have not entered its passphrase.
secrets-in-keychain = Secrets are only in your system’s keychain.
ask-new-passphrase = New passphrase (not shown):
ask-passphrase-again = Once more:
passphrases-differ = The passphrases do not match.
passphrases-again = Run the command again and enter the same passphrase twice.
no-terminal = This is not an interactive terminal, so nothing was changed.
run-on-terminal = Run it in a terminal.

## Models and tokens

providers-none = No model providers. Add one with “portcullis-cli models add”.
models-none-used = none enabled
price-nothing = free
price-unknown = unknown
model-gone = { $model } (no longer listed)
model-enabled = Enabled “{ $model }” of “{ $provider }”.
model-unknown = “{ $provider }” has no model “{ $model }”. Nothing was changed.
model-disabled = Disabled “{ $model }” of “{ $provider }”.
remove-provider = This removes “{ $provider }” with its key. Conversations stay, but need another model.
provider-removed = Removed “{ $provider }” and its key.
no-provider = There is no model provider named “{ $label }”.
provider-told = “{ $provider }” { $done ->
    [added] was added
    [key] has the new key
   *[works] works
    }. It has { $models ->
    [one] { $models } model
   *[other] { $models } models
    }, { $used } enabled.
provider-failing = “{ $provider }” { $done ->
    [added] was added
    [key] has the new key
   *[works] is unchanged
    }, but does not work.
provider-not-added = The provider was not added.
provider-not-removed = “{ $provider }” was not removed.
key-not-replaced = The key of “{ $provider }” was not replaced.
no-terminal-key = This is not an interactive terminal, so Portcullis cannot ask for the key.
key-stdin = Pass it on standard input with “--key=-”.
ask-key = Key (not shown):
key-empty = The key has no value.
no-model = There is no model “{ $wanted }”. “portcullis-cli models list” lists them; write PROVIDER/MODEL.
built-in-model = the demo model
tools-unlisted-any = The tools could not be listed.
tools-none-for-model = No tool of these servers can be given to a model.
tokens-more-tools = and { $count } more tools
tokens-share = About { $tokens } tokens in total: { $percent }% of the context of { $model }.
tokens-all = About { $tokens } tokens in total for { $model }.
tokens-too-many = Too many tools for one request. The model searches for tools instead (about { $tokens } tokens at first).
tokens-limit = Every request includes all of them. Above about { $tokens } tokens, the model searches for tools instead.
tokens-every-request = Every request includes all of them.

## Data flow

flow-mark-unknown = use private, untrusted or sends
flow-value-unknown = use yes, no or unset
word-too-many = “{ $word }” is one argument too many
flow-outdated = changed since: a “no” no longer applies
flow-seen = during a call, contacted or tried to reach “{ $what }”
flow-claims-open = claims external communication, counted as yes
flow-unset = not set
yes = yes
flows-none = No conversation contains private data, untrusted content or external communication.
flow-private = private data
flow-strangers = untrusted content
flow-sends = external communication
flow-source-unset = { $what }, data flow not set
you = you

## Permissions

grants-none = No permissions. Every call by a model needs your approval.
never = never
grant-on-hold = { $permission } (on hold: the tool changed)
id-no-permission = “{ $start }” does not match exactly one permission.
grants-revoked-none = No permissions to revoke.
grants-revoked = { $count ->
    [one] { $count } permission is revoked.
   *[other] { $count } permissions are revoked.
    }
grant-parts-held = Portcullis compares all parts of its definition again.
grants-unused = Not used for { $days } days or more:
grant-unused = { $days } days: { $permission }
ask-revoke = Revoke these?
said-no = You denied this. Nothing was changed.

## Audit log

head-not-printed = expected ENTRY:HASH as printed by “audit verify --head”
audit-asked-by = requested by { $by }
audit-why = Why: { $why }
audit-given = given by { $by } at { $at }, entry { $row } of the audit log, permission { $permission }
audit-condition = { $condition }: the value was { $value }
audit-condition-unkept = { $condition }: the value was not recorded
audit-revoked = revoked at { $at }
titled = { $title }:
audit-result = Result: { $result }
audit-requested = Request
audit-answered = Answer
audit-sent-edited = Sent with your changes
audit-edited = With your changes
audit-edited-hidden = { $title } (the change is masked or too long to be shown)
audit-edited-names = { $title } (changed: { $names })
audit-as-requested = Requested
audit-empty = The audit log is empty.
audit-server-gone = No server is named “{ $server }” now. Shown: entries of the last one with this name.
audit-more = Shown: the newest { $count }. Use --limit to see more.
accept-nothing = There is nothing to accept. { $found }
accept-advice = Accept it only if you know why it differs, for instance because the database was damaged or you restored an old copy. From then on the keychain confirms this audit log.
ask-accept = Accept this audit log?
rows = { $count ->
    [one] { $count } entry.
   *[other] { $count } entries.
    }

## Conversations, backups, manual pages

chats-none = No conversations. Start one in the window.
chats-import-none = There is nothing new in this file.
chats-known = { $title } (already imported)
chats-imported = { $count ->
    [one] { $count } conversation imported, { $rest } left out.
   *[other] { $count } conversations imported, { $rest } left out.
    }
chats-unread = { $count ->
    [one] { $count } conversation in the file was not read.
   *[other] { $count } conversations in the file were not read.
    }
found-nothing = No results.
found-indexing = Conversations are being indexed after an update. Some earlier messages may be missing.
found-title = title
id-no-conversation = “{ $start }” does not match exactly one conversation.
the-model = the model
backups-none = No backups yet. Portcullis makes one a day, once you have a server.
backup-made = Backup made and checked: { $name }
restore-none = No backups to restore.
restore-none-remedy = If you keep one elsewhere, copy it into the folder “backups” of the data folder.
no-backup = There is no backup named “{ $name }”. Nothing was restored.
restore-replaces = This replaces servers, permissions, conversations and the audit log with those of the backup “{ $name }” of { $made }.
restore-leaves = The earlier database is kept next to it. Then all servers are off, each needs your review, and no permission applies. Secrets stay as they are.
ask-restore = Restore it?
unwritable-folder = Cannot write to “{ $path }”: { $cause }.

## Approval on the terminal

covers = Your approval covers: { $what }
note-quote = Note: { $note }: “{ $quote }”
reviewed-changed = Changed on { $day }
reviewed-on = Reviewed by you on { $day }
reviewed-not = Not reviewed by you
reviewed-first-use = First use, not reviewed by you
ask-save-setting = Approve this?
run-or-read-setting = Run it in a terminal. If you have read what it means, add --yes.

## Review of a server or tool

launch-refused = { $cause } Nothing was saved.
launch-denied = You denied this. “{ $server }” was not saved or started.
inherited = Inherited from your environment: { $names }
ask-right = { $sentence } Is that correct?
ask-keep = { $sentence } Keep this permission?
hidden = [{ $count } hidden]
look-alikes = [{ $count ->
    [one] { $count } look-alike letter
   *[other] { $count } look-alike letters
    }]
asked-again = Why Portcullis asks: { $because }.
inherited-count = Inherited: { $count ->
    [one] { $count } variable from your environment; type v to see its name
   *[other] { $count } variables from your environment; type v to see their names
    }
not-allowed = Not allowed: { $reason }
secret-asked = Secret: { $sentence } You are asked about it.
permission-ends = Ends unless you keep it: { $sentence }
empty-now = now empty
before = before: { $value }
permissions-on-hold = Permissions on hold until you decide: { $count }
no-terminal-changed = “{ $server }” changed “{ $tool }”, and this is not an interactive terminal, so it was not called.
run-read-changes = Run it in a terminal and read what changed.
ask-accept-definition = Accept the new definition and call it?
definition-denied = You kept “{ $tool }” blocked. It was not called.
parts-may-vary = These parts differ. If you let them vary, Portcullis checks only their type and length, and models still read their text. All other parts must stay the same.
now = now:    { $value }
ask-vary = Let these parts vary without asking?

## Questions from servers

no-terminal-question = { $question } (This is not an interactive terminal. The server was told that you made no decision.)
ask-open = Open it in your browser?
ask-again = Ask the server again now?
ask-roots = Share these folders with it?
ask-decline = It cannot be sent. Decline it?
offer-yes-no = y = yes, n = no
offer-no = n = no
offered = { $question } [{ $offer }, Enter = skip]
field-url = URL:
field-host = Host:
field-reads = Reads:
field-imitates = Imitates:
page-at = Page at: { $host }
not-there = (does not exist now)
ask-fill-in = Fill it in?
ask-agree = Accept it?
ask-send = Send this? [y = send, e = change it, n = no, Enter = skip]
nothing = nothing
would-send = This would be sent:
required = required
optional = optional
not-offered = Not offered: { $reason }
span = { $least } to { $most }
span-least = at least { $least }
span-most = at most { $most }
kind-email = an email address
kind-uri = a full URL
kind-date = a date, such as 2026-07-28
kind-date-time = a date with a time, such as 2026-07-28T12:00:00Z
kind-text = text
characters = { $span } characters
like = like { $pattern }
kind-integer = a whole number
kind-number = a number
kind-boolean = yes or no
kind-choice = the number of one of these
kind-several = numbers of these, separated by commas

## Model requests

request-gone = “{ $server }” is no longer waiting for this.
no-terminal-sampling = This is not an interactive terminal, so the request from “{ $server }” was denied.
run-read-request = Run it in a terminal and read the request.
ask-hand-over = Send it to the server?
sampling-denied = You denied this. “{ $server }” received nothing.
ask-send-model = Send it to { $model }? [y/N, w: write the reply yourself]
ask-own-answer = Your reply, on one line (empty to deny):
system-prompt = System prompt
sampling-message = Message { $place } of { $count }, { $role }
sampling-tool = The server’s own tool: { $tool }
tools-may-use = The model may use these tools.
tools-must-use = The model must use one of these tools.
tools-no-use = The model must not use these tools.
sampling-hint = Preferred model: “{ $hint }”
sampling-model = Model: { $model }. { $why }
sampling-limit = At most { $most } tokens; the server requested { $asked }.
sampling-temperature = Temperature: { $temperature }
sampling-stop = Stops at: “{ $text }”
sampling-cost = Cost: { $cost }
cost-unknown = unknown
sampled-answer = Reply from { $model }
sampled-ended = Stop reason: { $reason }
sampling-tool-use = [calls its tool { $tool }, ID { $number }]
sampling-tool-failed = [tool call { $number } failed]
sampling-tool-answered = [tool call { $number } returned a result]
while-running = While running “{ $tool }”.
warning = WARNING: { $warning }

## Sign-in

not-sign-in = This request is not about a sign-in.
no-registration = “{ $issuer }” does not support dynamic client registration.
ask-sign-in = Sign in?
ask-browser = Open your browser?
no-terminal-sign-in = This is not an interactive terminal, so you are not signed in to “{ $server }”.
run-or-read-sign-in = Run it in a terminal. If you have read the request, add --yes.
sign-in-denied = You denied this. You are not signed in to “{ $server }”.
issuer-unknown = “{ $issuer }” does not match exactly one authorization server of “{ $server }”.
ask-which = Which one? Enter its number:
none-chosen = You did not choose an authorization server.
issuers-several = “{ $server }” names several authorization servers.
name-issuer = Name one with “--issuer HOST”.
issuers-listed = “{ $server }” names these authorization servers:
used-before = (used before)
issuer-moved = Note: “{ $server }” names another authorization server than before. You were signed in at { $before }. Nothing from that sign-in is sent to the new one.
field-signs-in-at = Signs in at:
field-asks-for = Asks for:
scopes-by-issuer = chosen by the authorization server; see its page
field-opens = Opens:
covers-everything = (name suggests full access)
client-remedy = Get a client ID there, then enter it with “portcullis-cli account client { $label } --id ID --secret”.

## Bundles

bundle-secret-on-line = “{ $name }” is a secret: other programs can read a command line. Leave it out to be asked, or pass “{ $name }=-” and give it on standard input.
bundle-author = Author: { $author } (unverified)
bundle-license = License: { $license }
proposed-hosts = Its command names these hosts: { $hosts }. In a fence it connects to none of them unless you allow it.
bundle-hash = SHA-256: { $hash }
bundle-signed = Signed. Portcullis does not verify who signed it.
bundle-unsigned = Not signed.
bundle-size = { $file }, unpacked { $unpacked }
bundle-setting = optional
bundle-setting-required = required
bundle-setting-secret = optional secret
bundle-setting-secret-required = required secret
bundle-installed = Installed as “{ $server }”, version { $version }
bundle-not-installed = “{ $server }” was not installed from an earlier version of “{ $bundle }”.
bundle-updated = “{ $server }” is updated to version { $version }. State: { $state }.
## Registry

registry-denied = You denied this. The registry was not enabled.
registry-none = No registry is enabled. Enable one with “portcullis-cli registry use”.
registry-disabled = The registry { $address } is disabled, and its copy is deleted.
registry-header-asked = If you enable it again, name its header “{ $header }” and enter its value.
registry-partial = { $address }: incomplete, { $count } servers copied so far. Run “portcullis-cli registry update”.
registry-on = { $address }: { $count } servers, copied { $time }.
registry-nothing = No server found.
registry-more = { $count } servers found. Add words to see fewer.
registry-active = active
registry-deprecated = deprecated
registry-deleted = deleted
registry-status = Status: { $status }
registry-published = Published: { $time }
registry-website = Website: { $url }
registry-source = Source code: { $url }
registry-installed = Added as: { $servers }
registry-claims = Name, description and links come from the publisher (unverified).
registry-no-way = This server has no package and no URL.
# A header that goes along with each request to a server.
registry-header = Header: { $name }: { $value }
registry-step = After the installation (Portcullis does not run this): { $step } { $command }
registry-kind-npm = npm package
registry-kind-pypi = PyPI package
registry-kind-image = container image
registry-kind-nuget = NuGet package
registry-kind-cargo = Cargo package
registry-kind-bundle = bundle
registry-kind-remote = remote server
registry-kind-unknown = unknown package type

## The doctor

doctor-looked-at = Checked:
doctor-no-fix = Portcullis cannot make this change for you.
doctor-fixed = “{ $server }” is changed. State: { $state }.
doctor-not-found = not found
none-on = No server is on.
doctor-all-ready = All servers that are on are ready.

profile-added = Added the profile “{ $name }”. It has the servers that are on now, and no permissions.
profile-switched = Switched to the profile “{ $name }”.
profile-renamed = Renamed the profile “{ $before }” to “{ $name }”.
remove-profile = This removes the profile “{ $name }” and ends its permissions.
profile-removed = Removed the profile “{ $name }”. Its permissions have ended.
profile-unknown = There is no profile named “{ $name }”.
profile-line =
    { $servers ->
        [one] 1 server on
       *[other] { $servers } servers on
    }, { $permissions ->
        [one] 1 permission
       *[other] { $permissions } permissions
    }
note-is = Saved the note about “{ $server }”.
server-note = Note

unfenced-not-asked = “{ $label }” was not added. Running it without a fence needs a separate approval.
unfenced-not-asked-remedy = Add --unfenced to approve that as well, or leave out --fence off.
unfenced-question = Run “{ $label }” without a fence? It can then read and change everything that you can, and connect to any address.
unfenced-denied = “{ $label }” was not added. Nothing was started.
fence-saved = Saved the fence of “{ $server }”: { $state }.
fence-not-granted = The fence does not list “{ $value }”.
fence-path-unreadable = “{ $path }” is not a path.
fence-host-unreadable = “{ $host }” is not in the form HOST or HOST:PORT.
fence-none = No fence: the program can read and change everything that you can, and connect to any address.
fence-stands = Fenced in: the program can read its own files and the system, and has a home folder of its own.
fence-reads = It may also read { $path }
fence-writes = It may also read and change { $path }
fence-reaches = It may connect to { $address }
fence-reaches-local = It may connect to { $address } in your local network
fence-reaches-all = It may connect to any address.
fence-reaches-none = It has no network.
fence-nests = It may build its own sandbox, as browsers do.
fence-local-one-host = “--local-network” needs one host, such as nas.local:5000.
fence-nested-value = “nested” takes no value, but “{ $value }” was given.
fence-can = Fences are available on this computer (files and network).
fence-cannot = Fences are not available on this computer: { $why }
fence-denied = { $count ->
    [one] Blocked: { $what }
   *[other] Blocked: { $what } ({ $count } times)
}
fetch-under-way = Fetching. This can take a minute.
fetch-denied = You denied this. Nothing was fetched.
fetch-saved = “{ $server }” now runs from the fetched package: { $state }.
server-starts = Starts
starts-launch = when Portcullis starts
starts-needed = when it is needed
start-is-launch = “{ $server }” starts when Portcullis starts.
start-is-needed = “{ $server }” starts when it is needed.
export-not-written = “{ $path }” was not written: { $why }
export-not-written-remedy = Choose a path at which there is no file, in a folder that you can write to.
export-manifest-done = Written to “{ $path }”. Apply it with “kubectl apply -f”; the server is named { $name } there.
show-container = { $image } ({ $engine })
server-container = container
show-container-typed = Runs as typed: the engine gives it access to the network and to everything that the command names.
fence-no-program = Only a program on this computer can have a fence. “{ $server }” is reached at a URL or is built in.
fence-engine = The container engine restricts this server, not a fence of this computer.

## Suggested servers

heading-needs = NEEDS
heading-purpose = PURPOSE
suggested-unknown = There is no suggested server “{ $name }”.
suggested-more = Run “portcullis-cli server suggested NAME” to see the command that adds it.
suggested-folder = a folder
suggested-publisher = Publisher: { $name }
suggested-source = Source code: { $url }
suggested-package = Package: { $package } { $version } ({ $registry })
suggested-needs = Needs: { $needs }
suggested-folder-use = Folder: { $words }
suggested-key = Key { $name }: { $url }
suggested-missing = { $runtime } was not found. Install it first: { $how }
suggested-add = Add it (shows what would run, and asks):
