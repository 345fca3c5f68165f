# The page "Add a server", and the tab "Settings" of a server that exists.

servers-form-drop = You can also drop bundles and configuration files on this window.
servers-form-paste = Paste a command, URL or configuration
servers-form-paste-help = Also install links, “claude mcp add …”, and JSON, YAML or TOML. Nothing runs before you approve it.
servers-form-paste-filled = Filled in below. Check the fields before you review.
servers-form-paste-known = “{ $server }” already uses this command or URL.
servers-form-paste-several = { $count } servers found. Choose which to add.
servers-form-pasted-long = The pasted text is longer than { $limit } characters and was ignored.
servers-form-review = Review
servers-form-review-note = You review the exact command or URL before Portcullis saves or starts anything.
servers-form-review-changes = Review changes
servers-form-review-changes-note = You review the changes first. Until then, the server runs with its current settings.
servers-form-unchanged = No changes to review yet.
servers-form-demo = Just exploring? The demo server is built in and needs no network. Its tools show how approvals work.

servers-form-label-help = Your name for this server. Every request shows it.
# Local or remote: two buttons, of which one is pressed.
servers-form-type = Type
servers-form-type-command = Local program
servers-form-type-address = Remote URL

# A local program.
servers-form-command-help = Program name or full path. A pasted command line is split into its parts.
servers-form-arguments-help = One per line, or a single line split at spaces.
# The label of the list that shows how the text was split.
servers-form-arguments-parsed = Parsed arguments
# How the text was split, above the list.
servers-form-arguments-line =
    { $count ->
        [one] Parsed into 1 argument (split at spaces; quotes keep words together):
       *[other] Parsed into { $count } arguments (split at spaces; quotes keep words together):
    }
servers-form-arguments-lines =
    { $count ->
        [one] Parsed into 1 argument (one per line):
       *[other] Parsed into { $count } arguments (one per line):
    }
servers-form-arguments-list =
    { $count ->
        [one] Parsed into 1 argument (from a JSON list):
       *[other] Parsed into { $count } arguments (from a JSON list):
    }
servers-form-arguments-first = Only the first { $shown } are shown.
# $tokens: arguments such as $HOME or | that would mean something to a shell.
servers-form-arguments-shell = No shell interprets these arguments. Passed as typed: { $tokens }
servers-form-folder-help = Your home folder if empty.

# Environment variables and headers: rows of name, value and the switch "Secret".
servers-form-variable-add = Add variable
servers-form-variable-name = Name of variable { $number }
# Stands for the name of a row that has none yet.
servers-form-variable-unnamed = variable { $number }
servers-form-headers-other = Other headers
servers-form-header-add = Add header
servers-form-header-name = Name of header { $number }
servers-form-header-unnamed = header { $number }
servers-form-value-of = Value of { $name }
servers-form-value-show = Show the value of { $name }
# In an empty field whose secret is stored already.
servers-form-stored = Stored; type to replace
servers-form-secret = Secret
servers-form-secret-of = { $name } is a secret
servers-form-secrets-note = Kept with your other secrets. See Settings.

# A remote server.
servers-form-url-help = The MCP endpoint of the server (HTTP).
servers-form-authentication = Authentication
servers-form-browser = Browser sign-in
servers-form-browser-help = Portcullis sends no credentials at first. If the server requires sign-in (OAuth), you review the request before your browser opens.
servers-form-own-token = Access token
servers-form-token = Token
servers-form-token-help = Sent to this URL as “Authorization: Bearer …”. Kept with your other secrets.
servers-form-token-show = Show token

servers-form-advanced = Advanced
servers-form-auto = Auto-detect
servers-form-version-help = Auto-detect sends a short probe to the server.
servers-form-version-modern = 2026 and later
servers-form-version-legacy = 2025 and earlier
servers-form-transport-help = Auto-detect tries Streamable HTTP first.
servers-form-idle = Idle timeout (seconds)
servers-form-idle-help = Ends a call without response or progress.
servers-form-total = Call timeout (seconds)
servers-form-total-help = Ends a call even if it reports progress.
servers-form-message = Message limit (MiB)
servers-form-message-help = From 1 to 256.
servers-form-start = Start timeout (seconds)
servers-form-start-help = If empty: 30, or 300 for downloads by npx, uvx or docker.

# The letters and the colour by which a server is recognised.
servers-form-mark = Mark
servers-form-mark-help = Shown next to the server’s label in requests and everywhere else.
servers-form-mark-letters = Letters
servers-form-mark-letters-help = One or two letters or digits
servers-form-mark-color = Color
servers-form-mark-blue = blue
servers-form-mark-teal = teal
servers-form-mark-green = green
servers-form-mark-yellow = yellow
servers-form-mark-orange = orange
servers-form-mark-red = red
servers-form-mark-pink = pink
servers-form-mark-violet = violet
servers-form-mark-save = Save mark
servers-form-mark-reset = Reset mark

# Below the field that is wrong.
servers-form-wrong-label = Enter a label.
servers-form-wrong-label-long = Use at most 64 characters.
servers-form-wrong-command = Enter a program name or path.
servers-form-wrong-quote = A closing quote is missing.
servers-form-wrong-folder = Enter a full path.
servers-form-wrong-variable = Enter a name for each variable.
servers-form-wrong-variable-twice = The variable “{ $name }” appears twice.
servers-form-wrong-header = Enter a name for each header.
servers-form-wrong-header-twice = The header “{ $name }” appears twice.
servers-form-wrong-authorization = The token already sets the Authorization header. Remove one of the two.
servers-form-wrong-limits = Enter whole numbers greater than zero.
servers-form-wrong-start = Enter a number from 1 to { $most }.
servers-form-wrong-url-empty = Enter the URL of the server.
servers-form-wrong-url = Enter a URL that starts with https:// or http://.
servers-form-wrong-url-credentials = Remove the user name and password from the URL. Use a secret header instead.
servers-form-wrong-token = Enter the token.
servers-form-wrong-token-spaces = A bearer token has no spaces. For other schemes, add an Authorization header.

# The page that a link of another program opens.
servers-form-link-from = These settings come from a link.
servers-form-link-help = Anyone can make such a link. Continue only if you know who made it. Nothing is saved or started yet.
servers-form-link-none = No link to review
servers-form-link-none-help = The link was discarded, or its server was added.

servers-form-note = Note
servers-form-note-label = Your note about this server
servers-form-note-help = Only for you. Neither the server nor a model sees it.
servers-form-note-save = Save note
servers-form-duplicate-title = Duplicate server
servers-form-duplicate-help = Settings are copied from “{ $server }”. Secrets, sign-in and permissions are not.

servers-form-fence-on = Fence this program in
servers-form-fence-off-help = Without a fence, the program can read and change everything that you can, and connect to any address.
servers-form-fence-on-help = It can read its own files and the system, and change a home folder of its own. Everything else, including connections, must be allowed here. Portcullis still asks about its tool calls.
servers-form-fence-read = May read
servers-form-fence-write = May read and change
servers-form-fence-lines = Files and folders, one per line.
servers-form-fence-choose = Choose… a folder for “{ $field }”
servers-form-fence-hosts = May connect to
servers-form-fence-hosts-help = Host names, one per line, with the port if it is not 443.
servers-form-fence-local = May connect to devices in your local network
servers-form-fence-local-help = Names or private IP addresses, one per line, with the port if it is not 443. Never this computer.
# Above grants that a publisher proposes: each has boxes to tick.
servers-form-fence-proposed-bundle = Proposed by the bundle. Select what you allow.
servers-form-fence-proposed-entry = Proposed by the registry entry. Select what you allow.
# Below a field for folders or files of a fenced program, above boxes to tick. The second is read by screen readers; $name is the field.
servers-form-fence-place = Blocked by the fence until you select what the server may do there.
servers-form-fence-place-of = Blocked by the fence until you select it: { $name }
servers-form-fence-proposed-read = Read
servers-form-fence-proposed-write = Read and change
servers-form-fence-proposed-hosts = Connect
servers-form-fence-any = May connect to any address
servers-form-fence-nested = May build its own sandbox
servers-form-fence-nested-help = Browsers need this. It opens more of the system’s kernel to the program, and sockets in folders that you allow.
servers-form-wrong-fence-path = “{ $path }” is not a full path.
servers-form-wrong-fence-host = “{ $host }” is not in the form HOST or HOST:PORT.
servers-form-fetch = Fetch the package once
servers-form-fetch-help = Downloads one version without running install scripts. Later starts run these files, once you have reviewed them.
servers-form-fetch-off-help = Each start may download and run another version.
# When a server that is on is started.
servers-form-start-when = Startup
servers-form-start-when-label = Start this server
servers-form-start-when-help = A server that starts when it is needed stops after 10 minutes without use. Until it starts, Portcullis shows what it last offered.
servers-form-start-when-launch = When Portcullis starts
servers-form-start-when-needed = When it is needed
