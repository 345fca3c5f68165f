# Windows that ask for an approval, by what they ask for. A person reads these before they decide: nothing may get lost.

# Answers that several windows have.
gate-kinds-deny = Deny
gate-kinds-allow-once = Allow once

# A tool call.
gate-kinds-tool-why = Reason given by the model
gate-kinds-tool-hold = Use or discard the changed arguments first.

# A tool whose definition is no longer the one that was approved. $when: a time such as 09:41:07.
gate-kinds-changed-at = change detected at { $when }
gate-kinds-changed-held =
    { $count ->
        [one] 1 permission on hold
       *[other] { $count } permissions on hold
    }
gate-kinds-changed-keep = Keep it blocked
gate-kinds-changed-off = Turn off server
gate-kinds-changed-accept = Accept the new definition
gate-kinds-changed-accept-varying =
    { $count ->
        [one] Accept and let 1 part vary
       *[other] Accept and let { $count } parts vary
    }
gate-kinds-changed-unshown = Its text is the same as what you approved. Which of its parts may vary has changed, or how Portcullis compares them.
# Above each changed part of the definition.
gate-kinds-part = { $part } · { $from }
gate-kinds-part-title = Title · { $from }
gate-kinds-part-description = Description · { $from }
gate-kinds-part-arguments = Arguments · { $from }
gate-kinds-part-result = Result · { $from }
gate-kinds-part-claims = Claims · { $from }
gate-kinds-part-icons = Icons · { $from }
gate-kinds-part-other = Other · { $from }
gate-kinds-vary = Parts that may vary
gate-kinds-vary-help = Select a part that the server writes differently each time. Portcullis then checks only its type and length, and models still read its text. All other parts must stay the same. You can undo this on the tool’s page.
gate-kinds-vary-part = { $part } may vary: now { $now }, before { $before }

# A server is added, changed or started. $because: what changed.
gate-kinds-launch-because = { $because } · not started yet
gate-kinds-launch-asked = { $asked } · not saved or started yet
gate-kinds-launch-pin = Pin this version
gate-kinds-launch-start = Start
gate-kinds-launch-add = Add without starting
gate-kinds-launch-add-start = Add and start
gate-kinds-launch-save = Save without starting
gate-kinds-launch-save-start = Save and start
gate-kinds-launch-hold = Confirm each secret for the changed server first.
# What a yes means, by where the server runs: here as a program, the same in a fence or where a warning says that there is none, here at a URL, somewhere else.
gate-kinds-launch-local = A program like this can do what you can do on this computer. Continue only if you know where it comes from.
gate-kinds-launch-fenced = Continue only if you know where this program comes from.
gate-kinds-launch-loopback = A program on this computer answers at this URL. Continue only if you know which one.
gate-kinds-launch-remote = Data sent to this URL leaves your computer. Continue only if you know who runs it.

# A setting, or an action such as fetching a package. The first is the end of a line: local program · notes · requested by you · nothing changed yet.
gate-kinds-setting-asked = { $asked } · nothing changed yet
gate-kinds-setting-save = Approve
gate-kinds-setting-rows = Requested change
# In place of the three before, where the main window wants something done once.
gate-kinds-setting-act-asked = { $asked } · not done yet
gate-kinds-setting-act-do = Do this once
gate-kinds-setting-act-rows = Action

# A sign-in. The first is the end of a line: remote server · notes · requested by you · browser not opened yet.
gate-kinds-sign-in-asked = { $asked } · browser not opened yet
gate-kinds-sign-in-yes = Sign in
gate-kinds-sign-in-browser = Open browser
gate-kinds-sign-in-hold = Choose where to sign in.
gate-kinds-sign-in-request = Sign-in request
gate-kinds-sign-in-at = Sign in at
gate-kinds-sign-in-resource-help = Portcullis sends the tokens of this sign-in only to this URL.
gate-kinds-sign-in-scopes-help = Descriptions are derived from the names. { $host } decides what each scope covers.
gate-kinds-sign-in-scopes-left = chosen by the authorization server, shown on its page
gate-kinds-sign-in-scopes-requested = Requested scopes
gate-kinds-sign-in-scopes-new = New
gate-kinds-sign-in-scopes-new-list = New scopes
gate-kinds-sign-in-scopes-granted = Already granted
gate-kinds-sign-in-redirect = Redirect URI to register there: { $uri }
gate-kinds-sign-in-moved = “{ $server }” now names a different authorization server.
gate-kinds-sign-in-moved-help = You were signed in at { $issuer }. Portcullis sends nothing from that sign-in to the new one. Continue only if you expected this change.
gate-kinds-sign-in-several = “{ $server }” names { $count } authorization servers. Choose the one where you have an account.
gate-kinds-sign-in-before = used before
gate-kinds-sign-in-unregistered = Portcullis cannot register here automatically. Enter a client ID on the Account tab first.
gate-kinds-sign-in-next = Next steps
gate-kinds-sign-in-next-unattended = No browser opens. Portcullis authenticates at { $host } with your client ID, then connects to “{ $server }”.
gate-kinds-sign-in-next-register = Portcullis registers itself at { $host }.
# $page is a URL, or a host.
gate-kinds-sign-in-next-browser = Your browser opens { $page }. Sign in there. Portcullis does not see what you type.
gate-kinds-sign-in-next-done = When you are done, Portcullis connects to “{ $server }” automatically.

# A form from a server.
gate-kinds-form-steps = Two steps
gate-kinds-form-step-fill = Fill in
gate-kinds-form-step-review = Review what “{ $server }” receives
gate-kinds-form-review = Review
gate-kinds-form-unsendable = This form cannot be sent. You can decline or dismiss it.
gate-kinds-form-back = Back to the form
gate-kinds-form-wrong =
    { $count ->
        [one] One field is not valid yet.
       *[other] { $count } fields are not valid yet.
    }
# $from names the server that wrote the labels. The second is for a form with fields that are marked with *.
gate-kinds-form-from = Form · labels and choices are { $from }
gate-kinds-form-from-required = Form · labels and choices are { $from } · * = required
# Fields of a form that cannot be sent: each with one of the words below.
gate-kinds-form-fields = Requested fields
gate-kinds-form-optional = optional
gate-kinds-form-refused = blocked

# A URL that a server asks to open.
gate-kinds-link-open = Open in your browser
# Between <host> and </host> is the name of a computer; the part in <reads> shows a name with letters such as ɡ as it reads.
gate-kinds-link-host = This URL leads to <host>{ $host }</host>
gate-kinds-link-host-imitates = This URL leads to <host>{ $host }</host><not>, not to { $imitated }</not>
gate-kinds-link-host-reads = This URL leads to <host>{ $host }</host><reads>, which reads “{ $reads }” in its own script</reads>
gate-kinds-link-help = Portcullis knows only this URL and has not loaded the page. If you open it, “{ $server }” is told only that you agreed. Your actions there stay between you and the page. “{ $server }” continues when the page notifies it.

# A page that was opened. A call waits until the person is done there.
gate-kinds-page-at = Opened in your browser at { $hosts }.
gate-kinds-page-help = “{ $server }” is waiting for you to finish there. When you are done, Portcullis sends the same request again, with nothing added. Stopping the call changes nothing on the page.
gate-kinds-page-stop = Stop the call
gate-kinds-page-done = I’m done, try again

# Folders that a server asks about.
gate-kinds-roots-share =
    { $count ->
        [one] Share this folder
       *[other] Share these folders
    }
gate-kinds-roots-none = There is no folder to share yet.
gate-kinds-roots-list = Folders to share
gate-kinds-roots-help = Sharing continues until you change it on the Permissions tab of “{ $server }”. The server is told when the folders change.

# Model access: first the request is approved, then the answer.
gate-kinds-sampling-steps = Two decisions
gate-kinds-sampling-step-request = Review the request
gate-kinds-sampling-step-answer = Review the reply before “{ $server }” receives it
gate-kinds-sampling-send = Send to the model “{ $model }”
gate-kinds-sampling-write = Reply myself
gate-kinds-sampling-edit = Edit the request
gate-kinds-sampling-hold-request = Use or discard the changed request first.
gate-kinds-sampling-hold-own = Write a reply first.
gate-kinds-sampling-hold-tokens = Use or discard the changed token limit first.
gate-kinds-sampling-own-question = Send your reply to “{ $server }”?
gate-kinds-sampling-own = Your reply
gate-kinds-sampling-own-help = No model is used. “{ $server }” receives exactly this text.
# The end of: Your approval covers: …
gate-kinds-sampling-own-covers = this one reply. You are asked again about the next request.
# The button that sends an answer, of a model or of the person.
gate-kinds-sampling-give = Send reply to “{ $server }”
gate-kinds-answer-edit = Edit the reply
gate-kinds-answer-hold = Use or discard the changed reply first.
gate-kinds-answer-own = Reply · written by you
gate-kinds-answer-from = Reply · text from “{ $model }”
gate-kinds-answer-sent = Sent request
gate-kinds-answer-sent-unshown = The sent request cannot be shown.
# Why the answer ends where it does.
gate-kinds-answer-end-person = You wrote this reply. No model was used.
gate-kinds-answer-end-turn = The model finished its reply.
gate-kinds-answer-end-sequence = The reply stops at a stop sequence from the server.
gate-kinds-answer-end-tokens = The reply was cut off at the token limit.
gate-kinds-answer-end-tool = The reply ends with a tool call.
gate-kinds-answer-end-filter = The provider declined to finish the reply.
