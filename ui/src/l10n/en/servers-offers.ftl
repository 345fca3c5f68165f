# Parts that the tabs "Tools", "Prompts" and "Resources" of a server share.

servers-offers-not-ready = “{ $server }” is not ready.

# Beneath a text field for which the server may suggest values. The parts are separated by “ · ”.
servers-offers-hidden =
    { $count ->
        [one] 1 hidden character: { $text }
       *[other] { $count } hidden characters: { $text }
    }
servers-offers-no-suggestions = No suggestions: { $problem }
# Heading of the suggestions.
servers-offers-suggested = Suggested by “{ $server }”
servers-offers-suggested-of = Suggested by “{ $server }” ({ $shown } of { $total })
servers-offers-suggested-more = Suggested by “{ $server }” (more available)

# Inserts a prompt or a resource into a conversation. Followed by a list of conversations and a button.
servers-offers-insert-into = Insert into
servers-offers-new-conversation = New conversation
servers-offers-insert = Insert
servers-offers-insert-help = It stays marked as text from “{ $server }”.
