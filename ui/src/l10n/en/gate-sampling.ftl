# Model access: a server asks for a request to a model. First the request is approved, then the answer.

gate-sampling-shortened =
    { $count ->
        [one] 1 text is shortened. <open>Open</open>
       *[other] { $count } texts are shortened. <open>Open all</open>
    }

# Headings above text of the server. $from names the server.
gate-sampling-from-system = System prompt · { $from }
gate-sampling-from-user = Message { $place } of { $of }, as if you said it · { $from }
gate-sampling-from-assistant = Message { $place } of { $of }, as if the model said it · { $from }
gate-sampling-from-tool = Tool { $place } of { $of } · { $from }

# Names of parts, in sentences such as: Scroll to the end of “message 1” first.
gate-sampling-name-system = system prompt
gate-sampling-name-message = message { $place }
gate-sampling-name-arguments = arguments of { $tool }
gate-sampling-name-structured = structured content
gate-sampling-name-description = description of { $tool }
gate-sampling-name-schema = schema of { $tool }

# Tools that the server itself runs. The model can ask for them; Portcullis never runs them.
gate-sampling-tools = Server tools
gate-sampling-tools-auto =
    { $count ->
        [one] 1 tool that the server runs itself. The model decides whether to ask for it.
       *[other] { $count } tools that the server runs itself. The model decides whether to ask for one.
    }
gate-sampling-tools-required =
    { $count ->
        [one] 1 tool that the server runs itself. The model has to ask for it.
       *[other] { $count } tools that the server runs itself. The model has to ask for one.
    }
gate-sampling-tools-none =
    { $count ->
        [one] 1 tool that the server runs itself. The model must not ask for it.
       *[other] { $count } tools that the server runs itself. The model must not ask for any.
    }
gate-sampling-tool-use = Request to use a server tool
gate-sampling-tool-result = Result of a server tool
gate-sampling-tool-failed = marked as failed
gate-sampling-tool-id = ID { $id }

gate-sampling-empty = No content.
# The part in <name> is only read aloud.
gate-sampling-beginning = Only the beginning is shown, { $size } in total · open<name> { $name }</name>
gate-sampling-image = Image in { $name }
gate-sampling-sound = Audio in { $name }: { $type }, { $size }. It cannot be played here.

gate-sampling-terms = Model and cost
gate-sampling-cost-unknown = Unknown
gate-sampling-tokens = Maximum tokens
gate-sampling-tokens-asked = The server asked for { $count }.
gate-sampling-tokens-wrong = Enter a whole number from 1 to { $max }.
gate-sampling-tokens-use = Use this limit

# Settings that the server asked for.
gate-sampling-wishes = Other settings from the server
gate-sampling-wishes-model = Model preferences
gate-sampling-wishes-temperature = Temperature
gate-sampling-wishes-stop = Stop sequences
gate-sampling-wish-cost = low cost { $value }
gate-sampling-wish-speed = speed { $value }
gate-sampling-wish-intelligence = capability { $value }
# $priorities is a list such as: low cost 0.8, speed 0.9
gate-sampling-priorities = { $priorities } (from 0 to 1)

# Editing the texts of a request or an answer.
gate-sampling-edit-json = Edit as JSON
gate-sampling-edit-request-json = Changed request as JSON
gate-sampling-edit-answer-json = Changed reply as JSON
gate-sampling-edit-request-use = Use the changed request
gate-sampling-edit-answer-use = Use the changed reply
# Names of fields.
gate-sampling-field-system = System prompt
gate-sampling-field-user = Message { $place }, as the user
gate-sampling-field-user-text = Message { $place }, as the user, text { $text }
gate-sampling-field-assistant = Message { $place }, as the model
gate-sampling-field-assistant-text = Message { $place }, as the model, text { $text }
gate-sampling-field-answer = Reply
gate-sampling-field-answer-text = Reply, text { $text }
