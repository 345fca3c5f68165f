# Windows that ask for an approval. A person reads these before they decide: nothing may get lost.

# In place of the buttons' help, while it is too early to answer.
gate-moment = One moment…
# Button to the next request. $count more requests are waiting.
gate-next = Next ({ $count } waiting)
# Which of the waiting requests this one is.
gate-place = { $place } of { $of }
# What is shown below a request that ended.
gate-ended-request = Original request
gate-details = Details
gate-not-json = Invalid JSON. Put names and text in double quotes and close every bracket.

# Who asks, in one line after the server: local program · notes · requested by you.
gate-asked-person = requested by you
gate-asked-server = requested by the server
gate-asked-main-page = requested by the main window
gate-asked-model = requested by { $model } in “{ $title }”
gate-asked-outside = requested by the server, outside any call
gate-asked-within = during the call in log entry { $entry }
gate-asked-while = while “{ $tool }” runs
gate-asked-while-for = while “{ $tool }” runs, requested by { $who }

# Answers.
gate-deny-all = Deny all from this server
gate-dismiss-all = Dismiss all from this server
gate-allow = Allow…
gate-allow-menu = Allow for longer
gate-allow-once-only = You can only allow this once.
gate-allow-conversation = In this conversation
gate-allow-session = Until Portcullis quits
gate-allow-hour = For an hour
gate-allow-always = Always allow this tool
# What a permission with conditions means.
gate-allow-conversation-if = Matching calls in this conversation run without asking. Portcullis asks about all others.
gate-allow-session-if = Matching calls that you start run without asking until Portcullis quits. Portcullis asks about all others.
gate-allow-hour-if = Matching calls run without asking for an hour. Portcullis asks about all others.
gate-allow-always-if = Matching calls run without asking until you revoke the permission or the tool changes.
# Before a choice of conditions, such as: path is under /home/ada.
gate-allow-only-if = Only if…
gate-allow-if-any = { $argument } is any value
gate-allow-if-is = { $argument } is { $value }
gate-allow-if-under = { $argument } is under { $value }
gate-allow-if-site = { $argument } is at { $value }
# $links says whether links are followed.
gate-allow-if-links = { $condition } <note>({ $links })</note>
gate-allow-free = { $arguments } can be any value. Portcullis asks about calls with any other argument.
gate-allow-free-none = Portcullis asks about calls with any other argument.
# How many calls in the past a permission would have covered.
gate-trial =
    { $earlier ->
        [one] Of this call and 1 earlier call, { $covered } would have run without asking.
       *[other] Of this call and { $earlier } earlier calls, { $covered } would have run without asking.
    }
gate-trial-none = This tool has no earlier calls to check.
gate-trial-running = Checking earlier calls…
gate-trial-failed = Earlier calls could not be checked.

# A changed server: what was given for the program or URL before.
gate-carried-secrets = Secrets for the changed server
gate-carried-secrets-note = Confirm each one, or cancel and enter it again.
gate-carried-permissions = Earlier permissions
gate-carried-permissions-note = You gave these before the change. They end unless you keep them.

gate-claims = Claims by the server
# After the claims.
gate-claims-unchecked = unverified
gate-described = Server’s description
gate-described-none = The tool has no description.
gate-described-arguments = Argument descriptions
gate-notes = Notes
gate-warnings = Warnings
# At the top: what the value of an argument leads to. $warning is a sentence.
gate-value-warning = “{ $name }”: { $warning }
# Of the value of an argument
gate-facts = Paths in “{ $name }”
gate-file-nothing = New: nothing is there now
gate-file-file = Exists now: { $size }, changed { $time }. Writing would change or replace it.
gate-file-size = Exists now: { $size }. Writing would change or replace it.
gate-file-folder = A folder is there now
gate-file-link = A link to another place is there now
gate-file-other = Something other than a file is there now

# How a request ended while it was in front. $effect is a sentence from the next group.
gate-ended-withdrawn = The request was withdrawn at { $time }. { $effect }
gate-ended-withdrawn-server = “{ $server }” withdrew the request at { $time }. { $effect }
gate-ended-stopped = The call was stopped at { $time }. { $effect }
gate-ended-expired = Expired at { $time } without an answer. { $effect }
gate-ended-permitted = A permission that you gave allowed this at { $time }. It continued without your answer.
gate-ended-asked-again = The request changed at { $time }, so Portcullis asks again. { $effect }
gate-ended-server-stopped = “{ $server }” stopped or disconnected at { $time }. { $effect }
gate-effect-tool = The tool did not run.
gate-effect-launch = The server was not saved or started.
gate-effect-changed = The tool stays blocked.
gate-effect-setting = The setting was not changed.
gate-effect-sampling = The request was not sent to the model.
gate-effect-sampled_answer = The reply was not sent to the server.
gate-effect-form = Your answers were not sent.
gate-effect-link = The page was not opened.
gate-effect-page = You don’t need to do anything here.
gate-effect-roots = The server was not told about any folders.
gate-effect-sign_in = The sign-in did not start.
# What an expired request counts as.
gate-expired-page = Portcullis asks again as long as the call waits.
gate-expired-dismissed = The server is told that no decision was made.
gate-expired-denied = This counts as a denial.

# Details of a request: what the answer belongs to. Each is the name of a value.
gate-bound = Your answer applies only to this request
gate-bound-asked = Requested
gate-bound-digest = Digest of what is shown
gate-unanswered-page = If unanswered, asked again and finally cancelled
gate-unanswered-cancelled = If unanswered, cancelled
gate-unanswered-dismissed = If unanswered, dismissed
gate-unanswered-blocked = If unanswered, stays blocked
gate-unanswered-denied = If unanswered, denied

# Why a call is asked about although there is a permission.
gate-flow = Data flow in this call
gate-flow-you = you, with { $what } at { $time }
gate-flow-you-now = you, with this call
gate-flow-server = “{ $server }” via { $what } at { $time }
gate-flow-server-now = “{ $server }” via this call
# After a server of which the person has not said what it does with data. It counts as if it did.
gate-flow-unset = data flow not set

gate-hidden-remove =
    { $count ->
        [one] Remove hidden character
       *[other] Remove hidden characters
    }

# The window has no connection to Portcullis.
gate-apart = Waiting requests cannot be shown
gate-apart-help = No request was answered.

# Fields of a server or a setting.
gate-before = before
gate-before-of = { $field } before
gate-none = none
# The whole of a long value. $name is the name of the argument or field.
gate-whole = Full text of { $name }
# Between the beginning and the end of a value that is shown shortened.
gate-clamp-lines =
    { $count ->
        [one] 1 more line, { $size } in total
       *[other] { $count } more lines, { $size } in total
    }
gate-clamp-characters =
    { $count ->
        [one] 1 more character, { $size } in total
       *[other] { $count } more characters, { $size } in total
    }
# $left is one of the two above. The part in <name> is only read aloud.
gate-clamp-show = { $left } · show all<name> of { $name }</name>
gate-extent = { $lines } lines, { $size }

# Why the button to allow is not available yet.
gate-hold-open = Open the shortened text first.
gate-hold-read = Scroll to the end of the text first.
gate-hold-scroll = Scroll to the end of “{ $name }” first.
gate-hold-scroll-more =
    { $more ->
        [one] Scroll to the end of “{ $name }” and 1 other value first.
       *[other] Scroll to the end of “{ $name }” and { $more } other values first.
    }

# Several calls of one tool, answered together.
gate-together-show-all = Show all { $count } together
gate-together-show = Show { $count } together
gate-together-count = { $count } calls, answered together
gate-together-covers = these { $count } calls with these arguments, each once.
gate-together-apart = Show one by one
gate-together-deny = Deny these { $count }
gate-together-allow = Allow these { $count } once
gate-together-rest =
    { $count ->
        [one] Show the other call
       *[other] Show the other { $count }
    }
# $sentence says how it ended.
gate-together-ended = Call { $place }: { $sentence }
gate-together-undecided =
    { $count ->
        [one] The other call is not decided yet.
       *[other] The other calls are not decided yet.
    }
gate-together-call = Call { $place } of { $of }
gate-together-call-ended = ended
gate-together-why = Reason given by the model: “{ $why }”
gate-together-no-why = The model gave no reason.
gate-together-no-arguments = This call has no arguments.
gate-together-arguments = Arguments of call { $place }

# Several kinds of requests have these.
gate-form = Form
gate-changed-by-you = changed by you
gate-required = required
