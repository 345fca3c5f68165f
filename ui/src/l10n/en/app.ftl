# The window around the pages: navigation, command palette, welcome, quitting, banner and notices.

app-name = Portcullis
app-skip = Skip to content
app-pages = Pages
app-room-chat = Chat
app-room-servers = Servers
app-room-waiting = Waiting for you
app-room-tasks = Tasks
app-room-activity = Activity
app-room-permissions = Permissions
app-room-settings = Settings
# Read aloud with the number next to the page “Chat”.
app-rail-unread =
    { $count ->
        [one] 1 conversation with a new reply
       *[other] { $count } conversations with new replies
    }
# Read aloud with the number next to a page. Both may be in one list.
app-rail-requests =
    { $count ->
        [one] 1 request waiting
       *[other] { $count } requests waiting
    }
app-rail-sign-ins =
    { $count ->
        [one] 1 sign-in waiting
       *[other] { $count } sign-ins waiting
    }
app-rail-tasks =
    { $count ->
        [one] 1 task running
       *[other] { $count } tasks running
    }

app-stop = Stop everything
app-stop-question = Stop everything?
app-stop-help = Portcullis cancels all calls, denies all waiting requests and turns off all servers. Servers stay off until you turn them on.
app-stop-yes = Stop now
# Button next to “Stop now” and “Quit”.
app-keep-running = Keep running

app-quit-question = Quit Portcullis?
app-quit-idle = Nothing is running.
app-quit-calls =
    { $count ->
        [one] 1 call is running.
       *[other] { $count } calls are running.
    }
app-quit-conversations =
    { $count ->
        [one] 1 conversation is not finished.
       *[other] { $count } conversations are not finished.
    }
app-quit-help = Quitting cancels running work and stops all servers.
app-quit = Quit

app-start-slow = Portcullis is still starting. Checking a large database can take several minutes.
app-start-failed = Portcullis did not start
app-host-lost = The window lost its connection to Portcullis
app-try-again-failed = Last attempt failed at { $time }.

# A keychain or database that does not work.
app-banner = System problems
app-restore = Restore the backup of { $time }
app-restore-question = Restore the backup of { $time }? All servers will be turned off, and their approvals and all permissions removed. Data added since Portcullis started is kept in a separate file.
app-restore-yes = Restore
app-restore-no = Not now

# Opened with Ctrl K or ⌘ K.
app-palette = Command palette
app-palette-hint = Search pages, servers, conversations, tools and actions
app-palette-search = Search
app-palette-none = No results
app-palette-tools = Tools
app-palette-actions = Actions
app-action-sign-in = Sign in to { $server }
app-action-sign-in-note = you review it first
app-action-stop-note = asks you first
app-action-quit = Quit Portcullis
app-action-quit-note = stops all servers
app-action-light = Light appearance
app-action-dark = Dark appearance
app-action-system = System appearance

app-welcome = Welcome to Portcullis
app-welcome-help = Portcullis runs your MCP servers and asks you before a model uses their tools. Try it in three steps, without an API key or network connection.
# Read aloud after the title of a step.
app-welcome-done = (done)
app-welcome-server = Add the demo server
app-welcome-server-help = You review what runs before it starts.
app-welcome-server-state = The server was added but is not ready: { $state }. <link>Show “{ $server }”</link>
app-welcome-server-starting = Starting…
app-welcome-server-off = The server was added but is off.
app-welcome-server-on = Turn it on
app-welcome-model = Let the demo model call a tool
app-welcome-model-help = The demo model is scripted and works offline. It asks to call a tool of the demo server.
app-welcome-model-ask = Ask the demo model
# Sent to a model that suggests nothing.
app-welcome-model-text = What can you do?
app-welcome-decide = Approve or deny the call
app-welcome-decide-help = Read the request, then allow or deny it. The call and your decision appear in <link>Activity</link>.
app-welcome-skip = Skip introduction
# Above the conversation in which the third step happens.
app-welcome-step = Welcome, step 3 of 3
app-welcome-step-waits = Step 3 of 3: a request is waiting for you. Read it, then allow or deny it.
app-welcome-step-works = Step 3 of 3: the demo model is working. Portcullis asks you before a tool runs.
app-welcome-step-decided = Your first decision is in the audit log.
app-welcome-step-show = Show in Activity
app-welcome-step-skip = Skip
app-welcome-step-done = Done

# Over the whole window, while files are held over it.
app-drop = Drop to review
app-drop-some = Portcullis can read { $fit } of these { $all } files.
app-drop-none = Portcullis cannot read these files
app-drop-help = Drop bundles (.mcpb, .dxt), configurations in JSON, YAML or TOML, or exported conversations.
app-drop-attach = To attach files to the conversation, drop them on the message field.

# A link or a bundle file that another program opened. It was not read and nothing was done with it.
app-offer-link = Install link
app-offer-link-wants = A link asks to add a server.
app-offer-link-review = Review link
app-offer-bundle = Bundle
# The name of the file follows.
app-offer-bundle-wants = A bundle was opened:
app-offer-bundle-review = Review bundle
app-offer-dropped =
    { $count ->
        [one] 1 more link or bundle was ignored.
       *[other] { $count } more links or bundles were ignored.
    }
app-offer-discard = Discard
