# Questions from a server: a form to fill in, a link to open, folders to share.

gate-elicitation-decline = Decline
gate-elicitation-dismiss = Dismiss
# What each of the three answers tells the server.
gate-elicitation-endings = Decline: “{ $server }” is told that you declined. Dismiss: it is told only that no decision was made. Decide later: the request waits until { $time } at the latest.
gate-elicitation-endings-roots = Decline: “{ $server }” is told that there are no folders, until you change this on its page. Dismiss: it is told the same for this request only, and can ask again. Decide later: the request waits until { $time } at the latest.

# Above the server's text. $from names the server.
gate-elicitation-message = Message · { $from }
# The message, in a sentence.
gate-elicitation-message-name = message

# A field of a form.
# Only read aloud, after the name of a field.
gate-elicitation-suggested = suggested by the server
gate-elicitation-pattern = Pattern from the server, not checked by Portcullis: { $pattern }
gate-elicitation-choose = Choose
# The part in <field> is only read aloud.
gate-elicitation-leave-out = Leave out<field> { $field }</field>
gate-elicitation-choose-none = Choose none<field> for { $field }</field>

# What a field accepts. A text can have a format and a length.
gate-elicitation-format-email = Email address.
gate-elicitation-format-uri = Full URL, with a scheme such as “https://”.
gate-elicitation-format-date = Date, such as 2026-11-20.
gate-elicitation-format-date-time = Date and time, such as 2026-11-20T09:41:00Z.
gate-elicitation-format-length = { $format } { $length }
gate-elicitation-length-exactly =
    { $count ->
        [one] Exactly 1 character.
       *[other] Exactly { $count } characters.
    }
gate-elicitation-length-least =
    { $count ->
        [one] At least 1 character.
       *[other] At least { $count } characters.
    }
gate-elicitation-length-most =
    { $count ->
        [one] At most 1 character.
       *[other] At most { $count } characters.
    }
gate-elicitation-length-between = { $min } to { $max } characters.
gate-elicitation-choices-exactly =
    { $count ->
        [one] Exactly 1 choice.
       *[other] Exactly { $count } choices.
    }
gate-elicitation-choices-least =
    { $count ->
        [one] At least 1 choice.
       *[other] At least { $count } choices.
    }
gate-elicitation-choices-most =
    { $count ->
        [one] At most 1 choice.
       *[other] At most { $count } choices.
    }
gate-elicitation-choices-between = { $min } to { $max } choices.
gate-elicitation-number-exactly = The number { $value }.
gate-elicitation-number-least = A number, at least { $value }.
gate-elicitation-number-most = A number, at most { $value }.
gate-elicitation-number-between = A number from { $min } to { $max }.
gate-elicitation-whole = A whole number.
gate-elicitation-whole-exactly = The whole number { $value }.
gate-elicitation-whole-least = A whole number, at least { $value }.
gate-elicitation-whole-most = A whole number, at most { $value }.
gate-elicitation-whole-between = A whole number from { $min } to { $max }.

# The review before a form is sent.
gate-elicitation-review = This is sent to “{ $server }”
gate-elicitation-review-fields = Answers to send
gate-elicitation-review-nothing = The server only asks you to agree.
# In place of a value.
gate-elicitation-review-refused = never sent: { $reason }
gate-elicitation-review-left-out = left out
gate-elicitation-review-choose-none = none chosen
gate-elicitation-review-yes = yes
gate-elicitation-review-no = no
# After a value that the person did not change.
gate-elicitation-review-suggested = as the server suggested
# After the title of a choice.
gate-elicitation-review-sent-as = sent as { $value }
