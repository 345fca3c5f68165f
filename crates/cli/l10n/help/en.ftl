# The help of the terminal program. The English is that of the definition of the command line (`src/commands`); a test compares
# both. Each message is one paragraph or line; commands in examples are not translated.

## portcullis-cli

portcullis-in-the-terminal = Portcullis in the terminal: run MCP servers and approve what they do
print-help-see-a = Print help (see a summary with '-h')
print-version = Print version
print-help = Print help
print-help-see-more = Print help (see more with '--help')
print-this-message-or = Print this message or the help of the given subcommand(s)
use-another-data-folder = Use another data folder, like PORTCULLIS_DATA_DIR
print-one-json-document = Print one JSON document on standard output; everything else goes to standard error
logs-follow-prints-one = “logs --follow” prints one document per line; exports keep their own format; help, completions and manual pages stay text.
requests-are-shown-and = Requests are shown and answered in the terminal. Without a terminal, anything that needs approval is denied.
portcullis-log-sets-what = PORTCULLIS_LOG sets what is logged to standard error, such as “debug”.
exit-codes = Exit codes:
code-0-done = 0  done
code-1-the-call-failed = 1  the call failed, the tool reported an error, or its structured result does not match its schema; also an error of Portcullis: a locked keychain, a folder in use, a model provider, a changed audit log, Ctrl-C
code-2-the-command-line = 2  the command line is wrong, or names something that does not exist
code-3-refused-denied-no = 3  refused: denied, not an interactive terminal, or a changed program or tool that was not accepted
code-4-the-server-did = 4  the server did not start or was not reached, is off, did not list its tools, or its sign-in failed

## server

add-list-and-change = Add, list and change servers
add-a-server = Add a server
shows-exactly-what-would = Shows exactly what would run, and asks before it is saved or started.
name-of-the-server = Name of the server
the-command-and-its = The command and its arguments; a relative program path starts from the current folder, and arguments are passed unchanged
the-url-of-a = The URL of a remote server
the-built-in-demo = The built-in demo server
an-environment-variable-can = An environment variable; can be repeated
the-working-folder-default = The working folder; default: your home folder
an-http-header-can = An HTTP header; can be repeated
a-variable-or-header = A variable or header that is stored as a secret; you are asked for its value, which is not shown. With =-, it is read from standard input
the-transport-of-a = The transport of a URL
start-timeout-in-seconds = Start timeout in seconds; default: 30, or 300 if npx, uvx, docker or a similar launcher may download first
fetch-the-package-or = Fetch the package or image of npx, uvx, docker or a similar launcher once, and run the server from it. This is the default where possible, except with --no-start
run-the-launcher-at = Run the launcher at each start, which may download another version
whether-the-program-runs = Whether the program runs in a fence (sandbox), see “server fence”; default: on if this computer supports it
approve-that-it-runs = Approve that it runs without a fence, where --yes approves the rest
add-the-server-without = Add the server without starting it
approve-what-is-shown = Approve what is shown; a server that Portcullis refuses is not added
add-what-a-text = Add servers from pasted text or a file
reads-a-command-a = Reads a command, a URL, an install link, or a configuration in JSON, YAML or TOML. One server is added as with “server add”. Several are saved disabled, after one approval; each is shown before it first starts.
the-file-to-read = The file to read; standard input without one, or with “-”
give-the-server-another = Give the server another name
approve-what-is-shown-alone = Approve what is shown
import-the-servers-of = Import the servers of other applications on this computer, or of a project
shows-them-and-asks = Shows them and asks before anything is saved. Imported servers are disabled and have no permissions of the other application. Each is shown for approval before it first starts.
import-from-this-application = Import from this application only, by its name in the list
import-from-the-files = Import from the files of the project in this folder (.mcp.json, .cursor/mcp.json, .vscode/mcp.json, opencode.json and others), instead of those of your applications
list-the-servers-and = List the servers and import none
print-servers-as-another = Print servers in another application’s format, or write them into its file
values-of-secrets-are = Secret values are never included. With “--into”, it shows the changes, asks, makes a backup and writes; everything else in the application’s file stays. Without “--replace”, a server of the same name stays as it is.
the-servers-all-without = The servers; default: all
export-the-servers-that = Export the servers that are on in this profile
the-format-in-which = The output format
write-them-into-the = Write them into the file of this application, after your approval
write-into-this-file = Write into this file instead of the application’s own file
replace-servers-that-are = Replace servers of the same name
print-a-manifest-that = Print a manifest that runs this server in Kubernetes; it must run as “docker run” or “podman run”
write-the-manifest-into = Write the manifest into this new file
change-the-start-timeout = Change when a server starts, its start timeout, mark or note
a-start-timeout-shows = Changing the start timeout shows what would run, and asks before it is saved. If the server is on, it is started.
the-server = The server
start-timeout-in-seconds-or = Start timeout in seconds, or “usual”
when-the-window-starts = When the window starts it: with Portcullis (“launch”), or when something needs it (“needed”)
the-mark-one-or = The mark: one or two letters or digits
the-color-of-the = The color of the mark
a-note-about-the = A note about the server, for yourself; an empty one removes it
approve-what-is-shown-does = Approve what is shown; a change that Portcullis refuses is not saved
show-or-change-the = Show or change the fence (sandbox) around a server’s program
a-fenced-program-reads = A fenced program can read its own files and the system, and change a home folder of its own. Everything else, including connections, must be allowed here. Portcullis still asks about its tool calls.
show-the-fence-and = Show the fence, and whether this computer supports one
fence-the-program-in = Run the program in a fence: it can read its own files and the system, and has no network
run-the-program-without = Run the program without a fence
let-it-use-a = Let it use a file, a folder, a host or its own sandbox
the-host-is-in = The host is in your local network: its name may lead to a private address, but never to this computer
what-it-may-do = The kind of access
a-path-or-name = A path, or a host as HOST or HOST:PORT; “any” for every host; nothing for “nested”, the sandbox that browsers build
take-back-what-it = Stop allowing a file, a folder, a host or its own sandbox
fetch-the-package-of-an = Fetch the package of an npx or uvx server once, and run the server from it
install-scripts-do-not = Install scripts do not run. Later starts run the fetched files, without a package manager. Run it again to update: the new version is shown for approval before the server uses it.
list-well-known-servers = List well-known servers to start with, or show one and the command that adds it
the-list-comes-with = The list comes with Portcullis; nothing is contacted. “server add” shows what would run, and asks.
show-this-one-and = Show this one and the command that adds it
list-servers = List servers
add-another-server-with = Add another server with the same settings and another name
secrets-sign-in-and = Secrets, sign-in and permissions are not copied; you are asked for each secret. The usual review follows.
the-name-of-the = The name of the new server
do-not-turn-it = Do not enable it
put-these-servers-first = Put these servers first, in this order
the-servers = The servers
show-the-configuration-of = Show the configuration of a server
turn-a-server-on = Enable a server, start it once and show its status
turn-a-server-off = Disable a server
turn-model-access-sampling = Enable or disable model access (sampling) of a server
each-request-and-each = Each request and each reply needs your approval.
model-access = Model access
remove-a-server-its = Remove a server, its secrets and its permissions; the audit log stays
remove-it-without-asking = Remove it without asking

## bundle

look-into-a-bundle = Inspect a bundle file (.mcpb, .dxt) and add its server
show-what-a-bundle = Show what a bundle file declares, and which values it asks for
nothing-is-unpacked-or = Nothing is unpacked or started.
the-file = The file
add-the-server-of = Add the server of a bundle file
shows-exactly-what-would-run = Shows exactly what would run, and asks before it is saved or started. If you decline, what was unpacked is deleted.
name-of-the-server-default = Name of the server; default: the name of the bundle
update-this-server-which = Update this server, which was installed from an earlier version; it keeps its values and secrets unless you give new ones
a-value-that-the = A value that the bundle asks for; can be repeated. For a secret, only “-” is accepted: it reads a line from standard input. Without it, you are asked for the secret

## registry

find-servers-in-a = Find servers in a registry, and add them
without-a-command-which = Without a command: which registry is enabled, and how old its copy is. Nothing is sent to a registry until you enable one.
turn-on-a-registry = Enable a registry and copy its list of servers
shows-the-address-and = Shows the URL and asks first. Nothing is sent there before you approve.
its-address-default-the = Its URL; default: the public registry
a-header-that-signs = A header that signs in to it, such as Authorization. You are asked for its value, which is not shown (with =-, it is read from standard input) and is stored as a secret
turn-the-registry-off = Disable the registry and delete the copy
servers-that-you-added = Servers that you added from it stay.
update-the-copy = Update the copy
search-the-copy = Search the copy
the-words-stay-on = The words stay on this computer.
words-or-beginnings-of = Words, or beginnings of words, in the name, title or description
show-a-server-of = Show a server in the registry and how to add it
its-name-in-the = Its name in the registry
add-a-server-of = Add a server from the registry
shows-exactly-what-would-run-and = Shows exactly what would run, and asks before it is saved or started. A bundle is downloaded first, and deleted if its SHA-256 is not the one in the registry, or if you decline.
another-version-than = A version other than the latest
the-number-of-the = The number of the install option, as “registry show” prints it; default: the first that works
name-of-the-server-default-its = Name of the server; default: its title
a-value-that-it = A value that it asks for; can be repeated. For a secret, only “-” is accepted: it reads a line from standard input
a-secret-that-it = A secret that it asks for; you are asked for its value, which is not shown. With =-, it is read from standard input. You are asked for required secrets without this

## status

start-a-server-and = Start a server and show its status
starts-the-server-if = Starts the server if it is on, shows its status with the reason, and stops it. Exit code 4 means that it is off, not ready, or did not list its tools. Exit code 3 means that what would start is not what you approved.

## doctor

say-why-a-server = Explain why a server does not start or connect
starts-the-server-if-it = Starts the server if it is on, and prints one cause, one remedy and what was checked. Without LABEL: the runtimes of this computer, and the cause for each server that is on and not ready. Nothing is installed, and without --fix nothing is changed. Exit code 4 means that a server is off, not ready, or did not list its tools; 3 that what would start is not what you approved.
the-server-default-the = The server; default: the runtimes of this computer, and all servers that are on
show-the-change-that = Show the change that fixes it, and ask in the terminal

## logs

print-the-log-of = Print the log of a server
starts-the-server-and = Starts the server and prints its standard error, log messages, lines that are not MCP messages, and notes from Portcullis, each with time and source. Without --follow it ends once the server is ready or has failed, with exit code 4 if it is not ready.
continue-until-ctrl-c = Continue until Ctrl-C, also across restarts

## tools

list-the-tools-of = List the tools of a server, or show one with its arguments
starts-the-server-lists = Starts the server, lists its tools, and stops it.
show-this-tool-with = Show this tool with its arguments
only-entries-with-these = Only entries with these words

## call

call-a-tool = Call a tool
a-call-of-your = A call of your own needs no approval if you know the tool and it is unchanged. A changed tool, or a server whose program changed, is shown and needs approval in the terminal; --yes does not approve it. Questions from the server during the call (a form, a URL to open, its folders) are shown and answered in the terminal. Ctrl-C cancels the call at the server. If the call becomes a task, the command waits for it; Ctrl-C then leaves the task running and prints how to find it again. If the call fails, the output of the server during the call is printed, too.
the-tool = The tool
the-arguments-one-json = The arguments, one JSON object; @FILE reads them from a file, - from standard input
seconds-without-a-response = Seconds without a response or progress before the call ends
approve-a-tool-that = Approve a tool that you have not seen before

## task

show-wait-for-and = Show, wait for and cancel tool calls that run as tasks
show-the-last-known = Show the last known state of each task; starts no server
start-the-server-and = Start the server and ask for the state of a task
the-id-of-the = The ID of the task, or its beginning
wait-until-the-task = Wait until the task ends and print its result, as “call” does
ask-the-server-to = Ask the server to stop a task; the server may ignore it

## resources

list-the-resources-and = List the resources and templates of a server
starts-the-server-lists-its = Starts the server, lists its resources and templates, and stops it.

## read

read-a-resource = Read a resource
the-uri-is-sent = The URI is sent to the server only; nothing is opened. The contents are printed as text; --json prints the full response.
the-uri-of-the = The URI of the resource

## prompts

list-the-prompts-of = List the prompts of a server
starts-the-server-lists-its-prompts = Starts the server, lists its prompts, and stops it. Arguments in brackets are optional.

## prompt

fetch-a-prompt = Fetch a prompt
nothing-is-sent-if = Nothing is sent if a required argument is missing. The result is text from the server and is only printed.
the-prompt = The prompt
arguments-of-the-prompt = Arguments of the prompt

## roots

show-or-change-the-folders = Show or change the folders of a server (roots)
a-server-that-asks = A server that asks for folders gets them after your approval. In a fence, its program can read and change these folders, besides what the fence allows. Without a fence, folders only tell a server where to work: a local program can read what you can read.
add-a-folder = Add a folder
the-folder = The folder
remove-a-folder = Remove a folder
do-not-share-the = Do not share the folders
ask-again-at-the = Ask again at the server’s next request

## account

sign-in-at-remote = Sign in to remote servers
show-the-sign-in = Show the sign-in to a server
sign-in = Sign in
shows-the-server-the = Shows the server, the authorization server and the scopes, and asks before your browser opens. If no browser opens, it prints the URL. It waits until you are done there.
the-authorization-server-as = The authorization server, as URL or host, if the server names several
delete-the-tokens-and = Delete the tokens, and revoke them if the authorization server supports it
decline-additional-scopes-that = Decline additional scopes that a server asks for
enter-your-own-client = Enter your own client ID for an authorization server
the-client-id = The client ID
ask-for-the-client = Ask for the client secret without showing it, and store it as a secret; with =- read it from standard input
use-a-private-key = Use a private key (PEM, PKCS #8) instead; - reads standard input
the-authorization-server-by = The authorization server; by default that of the next sign-in
the-port-of-the = The port of the redirect URI, if the authorization server requires a fixed one
service-account-sign-in = Service account: sign in without a browser; requires --secret or --key
single-sign-on-the = Single sign-on: the identity provider of your organization
your-client-id-at = Your client ID at the identity provider
a-signed-token-in = A signed token in a file, read at each use: with --idp for you, otherwise for this computer (workload identity); --id is optional then
remove-the-client-id = Remove the client ID with its secret or key; sign-ins that use it end
remove-or-replace-it = Remove or replace it without asking
show-set-or-remove = Show, set or remove the URL of a client ID metadata document
an-organization-can-publish = An organization can publish one. Authorization servers that support it then need no registration. The document is read before its URL is saved.
the-url-of-the = The URL of the document
remove-the-url = Remove the URL

## secrets

show-or-change-where = Show or change where secrets are kept
secrets-are-in-the = Secrets are in the keychain of your system, or in an encrypted file on a computer without one.
show-where-secrets-are = Show where secrets are kept
use-an-encrypted-file = Use an encrypted file, on a computer without a keychain
a-file-is-weaker = A file is weaker than a keychain, and needs its passphrase at each start.
change-the-passphrase-of = Change the passphrase of the file
move-all-secrets-to = Move all secrets to the keychain and delete the file

## models

add-model-providers-and = Add model providers and enable their models
list-providers-and-their = List providers and their enabled models
add-a-provider = Add a provider
a-provider-that-is = A provider that is not on this computer is shown and needs approval.
the-kind-compatible-is = The kind; “compatible” is any other OpenAI-compatible server
name-of-the-provider = Name of the provider
base-url-if-it = Base URL, if it is not the usual one
ask-for-the-api = Ask for the API key without showing it, and store it as a secret; with =- read it from standard input
approve-a-url-that = Approve a URL that is not on this computer
replace-the-api-key = Replace the API key of a provider
the-provider = The provider
ask-for-the-key = Ask for the key without showing it, which is the default; with =- read it from standard input
refresh-the-list-of = Refresh the list of models and send a one-word test prompt to the first enabled model
the-test-prompt-costs = The test prompt costs about as much as one word.
enable-a-model = Enable a model
the-model = The model
disable-a-model = Disable a model
remove-a-provider-and = Remove a provider and its key

## flows

show-or-change-the-data = Show or change the data flow of servers and conversations
without-label-the-data = Without LABEL: the data risk of each conversation. A model’s call that combines private data, untrusted content and external communication always needs approval, even with a permission. A value that is not set counts as “yes” for data that moves between servers. “no” is less restrictive, so it is shown and needs approval.
one-of-its-tools = One of its tools, and the values to set for it or for the server

## tokens

estimate-the-tokens-of = Estimate the tokens of tool definitions
starts-these-servers-or = Starts these servers, or all that are on, and estimates how many tokens their tool definitions take in every request to a model. No provider is asked; providers count slightly differently.
the-servers-default-all = The servers; default: all that are on
the-model-as-provider = The model as PROVIDER/MODEL; default: the first enabled model

## profile

list-switch-and-change = List, switch and change profiles: which servers are on and which permissions apply
a-permission-counts-in = A permission applies in the profile in which it was given. Switching starts nothing here; the window starts the servers of the profile the next time it opens.
list-the-profiles-this = List the profiles (the default without a subcommand)
add-a-profile-with = Add a profile with the servers that are on now, and without permissions
its-name = Name of the profile
switch-to-a-profile = Switch to a profile: its servers are enabled, all others disabled, and its permissions apply
rename-a-profile = Rename a profile
its-new-name = New name of the profile
remove-a-profile-that = Remove a profile that is not in use, and end its permissions

## permissions

list-and-revoke-permissions = List and revoke permissions
list-permissions = List permissions
revoke-permissions = Revoke permissions
the-id-of-a = The ID of a permission, or its beginning
all-permissions-of-a = All permissions of a server
permissions-that-were-not = Permissions that were not used for 30 days; they are listed, and exactly these are revoked after your approval
all-permissions = All permissions
approve-what-unused-lists = Approve what --unused lists
compare-the-whole-definition = Compare the whole definition of a tool again, including the parts that you let vary

## audit

list-check-and-export = List, check and export the audit log
list-the-newest-operations = List the newest operations
only-this-server = Only this server
maximum-number = Maximum number
show-one-operation-the = Show one operation: the reason, the permission and the conditions that matched
the-number-of-its = The number of its entry
check-that-no-entry = Check that no entry was changed
also-checks-that-the = Also checks that the log continues from the entry that the keychain keeps. Exit code 1 means that it does not.
print-the-last-entry = Print the last entry and its hash, to keep elsewhere
check-that-the-log = Check that the log still has the entry that --head printed
ask-whether-the-keychain = After damage, or after you copied an older log back: ask whether the keychain should keep the last entry of this log
write-all-entries-to = Write all entries to standard output; --json does not change their format
the-format = The format

## chat

list-search-export-and = List, search, export and import conversations
list-conversations = List conversations
find-messages-with-all = Find messages with all these words in all conversations, newest first
the-last-word-can = The last word can be the beginning of a word.
the-words = The words to find
write-a-conversation-to = Write a conversation to standard output; --json does not change its format
markdown-contains-the-branch = Markdown contains the branch that is shown, JSON all branches. Secrets that Portcullis knows are left out.
the-id-of-the-conversation = The ID of the conversation, or its beginning
import-conversations-from-a = Import conversations from a file of another product
reads-the-data-exports = Reads the data exports of ChatGPT and Claude, Goose sessions, Portcullis exports, and Markdown. Imports the newest conversations that were not imported before. They count as having read private data and untrusted content.
list-what-is-in = List what is in the file, and import nothing

## backup

list-make-and-restore = List, make and restore backups of servers, permissions, conversations and the audit log
a-backup-is-made = A backup is made on each day that Portcullis is used and has a server; seven are kept.
list-backups = List backups
make-a-backup-now = Make a backup now
restore-a-backup = Restore a backup
it-replaces-servers-permissions = It replaces servers, permissions, conversations and the audit log; the earlier database is kept next to it. Afterwards all servers are disabled, each needs your review, and no permission applies. A backup does not know what you disabled or revoked since then. Secrets stay as they are.
a-name-that-backup = A name that “backup list” shows, or “last”
restore-it-without-asking = Restore it without asking

## completions

print-a-completion-script = Print a completion script for a shell
the-shell = The shell

## manual

print-the-manual-pages = Print the manual pages of all commands
write-one-file-per = Write one file per command into this folder instead

## Values

private-it-returns-private = private     it returns private data
strangers-its-content-may = untrusted   its content may be untrusted
sends-it-can-send = sends       it can send data out (external communication)

## Headings

examples = Examples:
