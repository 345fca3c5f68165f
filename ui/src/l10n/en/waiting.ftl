# The page "Waiting for you": requests that need a decision, and sign-ins.

waiting-requests =
    { $count ->
        [one] 1 request
       *[other] { $count } requests
    }
waiting-sign-ins =
    { $count ->
        [one] 1 sign-in
       *[other] { $count } sign-ins
    }
waiting-in-order = Answer in order
waiting-empty = Nothing is waiting for you
waiting-empty-help = Requests from models and servers that need your approval appear here and in the approval window.

# Below a request. $where: "local program" and the like; $kind: one of waiting-kind-….
waiting-line = { $where } · <code>{ $origin }</code> · requested by { $who }, { $time } · { $kind }
waiting-who-person = you
waiting-who-server = the server
waiting-who-main_page = the main window
waiting-kind-tool = tool call
waiting-kind-launch = starts a program or connects to a URL
waiting-kind-changed = changed tool definition
waiting-kind-setting = setting or action
waiting-kind-sampling = model access
waiting-kind-sampled_answer = model reply for the server
waiting-kind-form = form to fill in
waiting-kind-link = URL to open
waiting-kind-page = waiting for you on a web page
waiting-kind-roots = list of your folders
waiting-kind-sign_in = sign-in that you started

waiting-open = Open
# For screen readers, as are the other messages that end in -name: begins with the text of the button.
waiting-open-name = Open: { $question }
# Several calls of the same tool, answered in one dialog. $count is 2 or more.
waiting-together = Review these { $count }
waiting-together-name = Review these { $count }: { $question }

waiting-sign-in = Sign in…
waiting-sign-in-name = Sign in… to { $server }
waiting-sign-in-needed = “{ $server }” needs you to sign in
waiting-more = Review…
waiting-more-name = Review… scopes for { $server }
waiting-more-needed = “{ $server }” requests additional scopes
waiting-sign-in-line = { $where } · <code>{ $origin }</code> · no browser opens before you review the request
waiting-more-tool = Needed for { $tool }
