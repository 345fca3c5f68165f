# The tab "Prompts" of a server: a list of its prompts, and one of them with its arguments and messages.

servers-prompts-choose = Choose a prompt
servers-prompts-choose-help = Preview its messages before you insert them. Only you can run a prompt.
servers-prompts-list = Prompts of { $server }
servers-prompts-gone = Prompt no longer available
servers-prompts-gone-help = “{ $server }” no longer lists it.

servers-prompts-arguments-none = This prompt takes no arguments.
servers-prompts-preview-again = Preview again
servers-prompts-preview-help = The server writes the messages. You choose whether to insert them.

# Tags. The second one says that the arguments in the form differ from those of the preview.
servers-prompts-received = received { $time }
servers-prompts-outdated = arguments changed since
servers-prompts-count =
    { $count ->
        [one] 1 message
       *[other] { $count } messages
    }
servers-prompts-about = About these messages · text from the server
servers-prompts-none = “{ $server }” returned no messages.
servers-prompts-message = Message { $place }
# $role: “as a user message” or “as a model message”.
servers-prompts-written = { $place }. Written by “{ $server }” { $role }
# “Raw” is the name of a tab.
servers-prompts-more =
    { $count ->
        [one] 1 more message is in Raw.
       *[other] { $count } more messages are in Raw.
    }
