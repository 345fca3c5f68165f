# The page of a server: its header, its tabs and the tab "Overview".

servers-page-tab-overview = Overview
servers-page-tab-tools = Tools
servers-page-tab-tools-count = Tools { $count }
servers-page-tab-resources = Resources
servers-page-tab-prompts = Prompts
servers-page-tab-account = Account
servers-page-tab-logs = Logs
servers-page-tab-protocol = Protocol
servers-page-tab-permissions = Permissions
servers-page-tab-settings = Settings
# A tag on a tab: something is typed there that is not saved.
servers-page-tab-unsaved = unsaved

# A tag next to the label of the server.
servers-page-demo = built-in demo
servers-page-restart = Restart
# Read aloud for the button with three dots.
servers-page-more = More actions for { $server }
servers-page-turn-on = Turn on
servers-page-turn-off = Turn off
servers-page-remove-question = Remove “{ $server }”? Portcullis stops it and deletes its settings, secrets and permissions. Its history stays in Activity.

# The state of the server. $state is a text of Portcullis such as “ready” or “stopped: exited with code 1”.
servers-page-state = Status
servers-page-state-since = { $state } <note>since { $time }</note>
servers-page-state-of = “{ $server }”: { $state }.
servers-page-review-start = Review and start
servers-page-start = Start again
# For a server that is asleep and starts when it is needed.
servers-page-start-now = Start now
servers-page-exit-code = The server exited with code { $code }.
# $signal: the number of a signal.
servers-page-exit-signal = The server was stopped by signal { $signal }.
servers-page-retry = Portcullis tries again at { $time }.
servers-page-changed-show = Show changes
# A warning is about a tool's definition, such as a name that looks like another one.
servers-page-warned =
    { $total ->
        [one] Warnings for { $count } of 1 tool
       *[other] Warnings for { $count } of { $total } tools
    }
servers-page-warned-help =
    { $count ->
        [one] Review the tool before you use it.
       *[other] Review the tools before you use them.
    }
servers-page-warned-show = Show warnings
servers-page-stderr =
    { $count ->
        [one] Last line of standard error
       *[other] Last { $count } lines of standard error
    }

# Facts about the server: four sections with a heading each.
servers-page-connection = Connection
servers-page-folder-home = your home folder
servers-page-program-demo = built into Portcullis; needs no network and reads none of your files
servers-page-program-file = Program file
servers-page-secret = stored as a secret
servers-page-approved = Approved
servers-page-approved-by = by you, { $time }
servers-page-process = Process ID

servers-page-claims = Reported by the server
servers-page-claims-none = Nothing yet. A server reports its name when it starts.
servers-page-claims-name = Name and version from the server
servers-page-claims-instructions = Instructions from the server

servers-page-protocol = Protocol
servers-page-version-unknown = not known yet
# What the server says it supports, such as tools and resources.
servers-page-capabilities = Capabilities
servers-page-capabilities-none = not reported yet

servers-page-health = Health
servers-page-calls = Calls
servers-page-calls-failed = { $calls }, { $failed } failed
servers-page-startup = Startup time
servers-page-restarts = Automatic restarts
# Lines on standard output that are no messages of the protocol.
servers-page-junk = Stray output lines
# The size of what the server wrote there.
servers-page-stderr-size = Standard error output
servers-page-replies = Unexpected responses
servers-page-notifications = Notifications merged or dropped

# The doctor: why this server does not start or connect, by the rules of Portcullis.
servers-page-doctor = Diagnosis
servers-page-doctor-looked-at = Diagnosis details
# The address of a page follows.
servers-page-doctor-page = Install it as described at
servers-page-doctor-log = Open log
# $time: when the last try failed.
servers-page-doctor-earlier = From the last try, { $time }
# Buttons. Each asks for an approval before anything changes.
servers-page-doctor-raise-timeout = Raise start timeout…
servers-page-doctor-allow-host = Allow host…
servers-page-doctor-detect-transport = Detect transport…
servers-page-doctor-detect-version = Detect protocol version…
servers-page-doctor-change-url = Change URL…
servers-page-doctor-change-command = Change command…
# $name: an environment variable. It leads to the field for its value.
servers-page-doctor-variable = Enter { $name }…
servers-page-doctor-variables = Enter variables…

servers-page-note = Your note
servers-page-move-up = Move up
servers-page-move-down = Move down
servers-page-duplicate = Duplicate…

servers-page-fence = Fence
servers-page-fence-none = None. The program can read and change everything that you can, and connect to any address.
servers-page-fence-unavailable = Fences are not available on this computer: { $why }
servers-page-fence-reads = Reads
servers-page-fence-own = its own files and the system
servers-page-fence-also = Also reads
servers-page-fence-changes = Reads and changes
servers-page-fence-reaches = Connects to
servers-page-fence-nothing = nothing
servers-page-fence-any = any address
# $host: a host and its port.
servers-page-fence-local = { $host } in your local network
# Name of a grant: the sandbox that browsers build.
servers-page-fence-nested = Own sandbox
servers-page-fence-nested-value = allowed
servers-page-fence-denied = Blocked
# After the time of a blocked attempt. $tool: the name of a tool.
servers-page-fence-during = during a call of { $tool }
servers-page-fence-times = { $count ->
    [one] once
   *[other] { $count } times
}
servers-page-fence-allow-read = Allow reading…
servers-page-fence-allow-read-path = Allow reading… { $path }
servers-page-fence-allow-write = Allow changing…
servers-page-fence-allow-write-path = Allow changing… { $path }
servers-page-fence-allow = Allow…
servers-page-fence-allow-host = Allow… { $host }
servers-page-fence-allow-local = Allow in your local network…
servers-page-fence-allow-local-host = Allow in your local network… { $host }
servers-page-fence-allow-nested = Allow… { $what }
servers-page-package-fetched = { $package } { $version } from { $registry }, fetched { $time }
servers-page-package-exact = The command names one version, but packages that it depends on may change at each start.
servers-page-package-fetch = Pin this version…
servers-page-package-update = Check for update…
servers-page-container-image = { $image } in { $engine }
servers-page-container-own = its image
servers-page-container-open = The name may refer to a different image at each start.
servers-page-container-typed = Runs as typed: the engine gives it access to the network and to everything that its command names.
# A button on the other tabs of a server that failed. It leads to the cause and its fix.
servers-page-doctor-show = Show diagnosis
# While a server starts by a launcher such as npx.
servers-page-may-download = The first start downloads the package, which may take a few minutes.
