# States, numbers and short names that every page uses.

words-phase-off = off
words-phase-starting = starting
words-phase-ready = ready
words-phase-needs_review = needs review
words-phase-needs_sign_in = needs sign-in
words-phase-asleep = asleep
words-phase-failing = failing
words-phase-stopped = stopped

words-call-waiting = waiting for you
words-call-running = running
words-call-done = done
words-call-tool_error = tool error
words-call-failed = failed
words-call-refused = denied
words-call-cancelled = stopped
words-call-denied-by-you = denied by you
words-call-done-with-denial = done, but a request was not granted

words-task-working = running as a task
words-task-needs_input = needs an answer
words-task-stopping = stopping
words-task-away = server not connected
words-task-ended = finished

# What a server claims about a tool. Nothing checks a claim.
words-claim-read_only = only reads
words-claim-destructive = may delete or overwrite
words-claim-additive = adds without overwriting
words-claim-repeatable = can be repeated
words-claim-open_world = reaches other systems
words-claim-closed_world = stays within its own data
# In place of all others, where the server claims nothing.
words-claim-silent = none, so treated as a tool that may delete or overwrite

words-definition-changed = Changed on { $day }
words-definition-changed-today = Changed today
words-definition-reviewed = Reviewed by you on { $day }
words-definition-reviewed-today = Reviewed by you today
words-definition-first = First use, not reviewed by you
words-definition-unreviewed = Not reviewed by you

words-where-local = local program
words-where-loopback = server on this computer
words-where-remote = remote server
words-where-provider = model provider
words-where-registry = registry

words-transport-stdio = stdio (standard input and output)
words-transport-http = Streamable HTTP
words-transport-old_sse = HTTP+SSE (2024-11-05, deprecated)

words-audience-person = for you
words-audience-model = for the model

# In whose name a server wrote a message. The text is the server's in both cases.
words-role-user = as a user message
words-role-assistant = as a model message

words-quote-prompt = Prompt
words-quote-resource = Resource

words-level-debug = debug
words-level-info = info
words-level-notice = notice
words-level-warning = warning
words-level-error = error
words-level-critical = critical
words-level-alert = alert
words-level-emergency = emergency

words-flow-private = Private data
words-flow-strangers = Untrusted content
words-flow-sends = External communication

words-registration-own = the client ID that you entered
words-registration-document = a URL with the client metadata of Portcullis (nothing is registered)
words-registration-dynamic = a client registered for this server only

words-scope-openid = your user ID there
words-scope-profile = your name and picture there
words-scope-email = your email address
words-scope-phone = your phone number
words-scope-address = your postal address
words-scope-offline_access = stay signed in
words-scope-write-alone = make changes
words-scope-read = read { $what }
words-scope-write = change { $what }
words-scope-delete = delete { $what }
words-scope-create = create { $what }
words-scope-manage = manage { $what }
words-scope-admin = administer { $what }

words-seconds = { $value } s
words-milliseconds = { $value } ms
words-minutes = { $minutes } min
words-minutes-seconds = { $minutes } min { $seconds } s
words-hours = { $hours } h
words-hours-minutes = { $hours } h { $minutes } min
words-countdown-minutes =
    { $count ->
        [one] 1 minute
       *[other] { $count } minutes
    }
words-today = today
words-day-time = { $day }, { $time }
words-price-tiny = less than $0.0001
words-only-in-window = This page works only inside the Portcullis window.

# Shortcuts, as the settings list them.
words-shortcut-palette = Open the command palette
words-shortcut-conversation = New conversation
words-shortcut-settings = Open the settings
words-shortcut-larger = Zoom in
words-shortcut-smaller = Zoom out
words-shortcut-actual = Actual size
words-shortcut-allow = In a request: allow
words-shortcut-deny = In a request: deny
words-shortcut-later = In a request: decide later
words-shortcut-next = In a request that has ended: show the next one
words-shortcut-run = On the page of a tool: run it
words-shortcut-quit = Quit (asks first while something is running)

# Written on keys of the keyboard.
words-key-control = Ctrl
words-key-escape = Esc

words-internal = Internal error in Portcullis: { $error }
words-internal-remedy = Try again.

# Buttons, fields and headings that several pages have.
words-cancel = Cancel
words-arguments = Arguments
words-stop = Stop
words-remove = Remove
words-remove-menu = Remove…
words-remove-named = Remove { $name }
words-rename = Rename
words-export = Export…
words-save = Save
words-send = Send
words-edit = Edit
words-discard = Discard changes
words-back = Back
words-close = Close
words-dismiss = Dismiss
words-check-again = Check again
words-copy-message = Copy message
words-add-folder = Add folder…
words-folder-missing = not found, so not shared
words-yes = Yes
words-no = No
words-name = Name
words-value = Value
words-more = More
words-not-set = Not set
words-no-matches = No matches
words-kind = Kind
words-kind-all = All kinds
words-empty-text = empty text
words-model = Model
words-context = Context
words-cost = Cost
words-conversation = Conversation
words-messages = Messages
words-client-identity = Client identity
words-server-url = Server URL
words-scopes = Scopes
words-full-url = Full URL
words-percent = { $percent }%
words-choose = Choose…

# Fields of a server.
words-field-label = Label
words-field-program = Program
words-field-arguments = Arguments
words-field-folder = Working folder
words-field-address = URL
words-field-environment = Environment variables
words-field-headers = Headers
words-field-protocol = Protocol version
words-field-transport = Transport
words-field-limits = Limits
words-field-start = Starts
words-field-files = Files
words-field-fence = Fence (sandbox)
words-field-package = Package
words-field-container = Container
