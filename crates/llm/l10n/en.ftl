
## The demo model

demo-about = Demo model, a script inside Portcullis. Nothing leaves this computer, and it costs nothing.
demo-cost = Nothing
demo-suggest-show = Show me what you can do
demo-suggest-add = What is 19 plus 23?
demo-suggest-note = Write a note: buy bread
demo-some-denied = That was all three. The ones you denied did not run. You can see each of them in Activity.
demo-denied = That did not work. I did nothing more.
demo-use-named = I will use the tool you named.
demo-plan = I will add two numbers, write a note and draw a picture. You decide about each one.
demo-why-read = To show a tool that only reads.
demo-note = Portcullis asked me before I wrote this.
demo-why-change = To show a tool that changes something.
demo-why-image = To show a result that is not text.
demo-all = That was all three. You can see each of them in Activity.
demo-why-urgent = You asked how urgent it is.
demo-why-sum = You asked for a sum.
demo-why-erase = You asked me to erase the notes.
demo-why-list = To see which notes there are.
demo-why-note = You asked me to write it down.
demo-why-count = You asked me to count.
demo-why-draw = You asked for a picture.
demo-why-beep = You asked for a sound.
demo-why-guide = The guide may answer this.
demo-why-fail = You asked to see a failure.
demo-use = I will use “{ $tool }”.
demo-why-named = You asked for this tool by its name.
demo-no-tools = I am a small scripted model without any tools yet. Turn on a server for this conversation, and I can use its tools. The demo server is one click away in Servers.
demo-tool = - `{ $tool }` of { $server }

## Errors of model providers

model-cannot-ask = “{ $provider }” cannot send this request to “{ $model }”.
model-money = Your account at “{ $provider }” has no credit left.
model-money-remedy = Add credit at the provider, then try again.
model-too-long = This conversation exceeds the context of “{ $model }”.
model-too-long-remedy = Summarize earlier messages, turn off servers you don’t need here, or choose another model.
model-too-long-ollama-remedy = Summarize earlier messages, turn off servers you don’t need here, or enter a larger context for the model in Settings.
    .terminal = Summarize earlier messages, turn off servers you don’t need here, or have Ollama load the model with a larger context.
model-too-long-here-remedy = Summarize earlier messages, turn off servers you don’t need here, or load the model with a larger context.
model-refuses-tools = “{ $model }” at “{ $provider }” cannot use tools.
model-refuses-tools-remedy = Choose another model, or turn off Tools for this model in Settings.
    .terminal = Choose another model with “portcullis-cli models enable”.
model-unknown = “{ $provider }” has no model “{ $model }”.
model-unknown-remedy = Check the provider in Settings to refresh its models, then choose another.
    .terminal = Refresh its models with “portcullis-cli models check { $label }”, then choose another.
model-busy = “{ $provider }” is overloaded or rate limiting requests.
model-busy-remedy = Try again later.
model-busy-when-remedy = { $seconds ->
    [one] Try again in one second.
   *[other] Try again in { $seconds } seconds.
}
model-key = “{ $provider }” does not accept the API key.
model-key-remedy = Replace the API key in Settings.
    .terminal = Replace the API key with “portcullis-cli models key { $label }”.
model-no-key = “{ $provider }” requires an API key.
model-no-key-remedy = Enter an API key in Settings.
    .terminal = Enter an API key with “portcullis-cli models key { $label }”.
model-refused = “{ $provider }” rejected the request.
model-declined = “{ $provider }” declined this request.
model-declined-remedy = Rephrase the request, or choose another model.
model-not-there = The URL of “{ $provider }” does not lead to a model provider.
model-not-there-remedy = Check the URL. It often ends in /v1.
model-cut = The reply from “{ $provider }” was cut off.
model-again-remedy = Try again.
model-garbled = The reply from “{ $provider }” cannot be read.
model-other-remedy = Try again, or choose another model.
model-this = this model
model-silent = “{ $provider }” did not respond for { $seconds } seconds.
model-tls = Portcullis could not connect securely to “{ $provider }” at { $host }. Nothing was sent.
model-tls-remedy = Check the URL, and whether this computer trusts the certificate.
model-not-running = “{ $provider }” is not running at { $host } on this computer.
model-not-running-remedy = Start it, then try again.
model-unreached = Portcullis could not reach “{ $provider }” at { $host }.
model-unreached-remedy = Check the URL and your connection, then try again.
model-too-much = A reply from “{ $provider }” exceeded { $size } MiB, in total or in one line. It was stopped.
model-key-invalid = The API key of “{ $provider }” contains invalid characters.
model-key-invalid-remedy = Copy the API key again and replace it.

## Images and audio that a model created and that are left out

made-not-sent = The provider did not send it.
made-url = The provider sent a URL instead, which Portcullis does not open.
made-too-large = It is larger than { $size } MiB.
made-unshown = Portcullis cannot show this kind of data.
made-sound-type = Portcullis cannot play this type of audio.

## Adding a provider, and asking it

provider-own = Custom endpoint
provider-url-invalid = This is not a valid URL.
provider-url-invalid-remedy = Enter the full URL, such as https://host/v1.
provider-url-misread = The URL could be misread: { $reason }.
provider-url-misread-remedy = Copy it from the provider’s documentation.
provider-url-more = The URL contains a user name, a password or a query.
provider-url-more-remedy = Leave those out. The API key has its own field.
provider-url-plain = The URL is not encrypted. Others could read your conversations and the API key in transit.
provider-url-https-remedy = Use a URL that begins with https://.
provider-url-scheme = The URL must begin with https:// or http://.
provider-url-scheme-remedy = Enter the full URL.
provider-list-timeout = “{ $provider }” did not list its models within { $seconds } seconds.
provider-model-timeout = “{ $model }” of “{ $provider }” did not respond within { $seconds } seconds.
model-stream-error = “{ $provider }” reported an error.
model-nothing-said = The conversation is still empty.
model-no-tools = it cannot use tools
model-argument-name = { $provider } does not accept the argument name “{ $name }”
model-about = Provider: “{ $provider }”. { $place }
model-cost = At most about { $cost }: { $read } input tokens, up to { $written } output tokens
model-goes-here = Requests go to a program on this computer, at { $host }, which may forward them.
model-goes = Requests go to { $host }.
model-cost-little = less than $0.0001
model-schema-reference = its schema refers to a definition that cannot be sent
model-schema-invalid = its schema is not valid JSON Schema 2020-12

## Why a request of a server cannot be sent to a provider

sampled-empty = it has no messages
sampled-user-tool = a user message contains a tool call
sampled-model-media = no provider accepts images or audio in messages from the model
sampled-model-result = a message from the model contains a tool result
sampled-image = an image is invalid
sampled-image-type = no provider accepts this image type
sampled-audio-type = no provider accepts this audio type
sampled-kind = it contains something other than text, images and audio
sampled-tool-name = a tool has no valid name
sampled-unfit = This request cannot be sent to a provider: { $reason }.

## Which model a request of a server goes to, and why

chosen-first = The server’s first choice.
chosen-later = The server’s choice number { $number }; its earlier choices are not available.
chosen-no-wish = The server has no preference.
chosen-none-here = None of the models that the server prefers is available.
chosen-able = The server prefers a capable model; this is the most expensive one with a known price.

## What is wrong with a model request or its answer

parse-size = it is larger than { $size } MiB
parse-invalid = it is not a valid sampling request
parse-not-object = it must be an object
parse-missing = “{ $name }” is missing
parse-form = “{ $name }” is invalid
parse-model = there is no such model
parse-tokens = the limit for servers is { $count } tokens
parse-answer-list = the reply must be a list of parts
parse-answer-one = this server accepts exactly one part
parse-answer-parts = the reply must have 1 to { $count } parts
parse-the-answer = the reply
parse-answer-result = the reply must not contain tool results
parse-answer-tool = it calls a tool that the server did not offer
parse-answer-same = two tool calls have the same ID
parse-answer-tokens = it has about { $count } tokens; the limit is { $most }
parse-messages = it has no messages, or more than { $count }
parse-stops = at most { $count } stop sequences of 1 to { $length } characters are allowed
parse-temperature = the temperature must be from 0 to 10
parse-text = its text is larger than { $size } KiB
parse-priority = a priority must be from 0 to 1
parse-count = “maxTokens” must be a whole number of 1 or more
parse-tools-unagreed = it offers tools, which were not negotiated
parse-tools-many = it offers more than { $count } tools
parse-tools-names = a tool has no usable name, or two have the same name
parse-tools-none = it requires a tool call but offers no tools
parse-message = message { $number }
parse-parts-unagreed = { $message } has several parts, which was not negotiated
parse-parts = { $message } has no parts, or more than { $count }
parse-part-invalid = { $message } has an invalid part
parse-part-unknown = { $message } has a part of an unknown type
parse-user-tool = message { $number } calls a tool in the role of the user
parse-model-result = message { $number } contains tool results in the role of the model
parse-mixed = message { $number } mixes tool results with other content
parse-unanswered = message { $number } does not match the tool calls before it
parse-same-id = message { $number } gives two tool calls the same ID
parse-open = the last message calls a tool and has no result
parse-rounds = it has { $count } rounds; the limit is { $most }

## The demo model: more

demo-answered = It answered:
demo-try-add = *add 2 and 3*
demo-try-note = *write a note: buy milk*
demo-try-draw = *draw a picture*
demo-introduction = I am a small scripted model: I understand a few simple requests, and Portcullis asks you before I use a tool that you have not allowed. Try { $words }, or *use* with a tool’s name and its arguments as JSON.
demo-introduction-name = I am a small scripted model: I understand a few simple requests, and Portcullis asks you before I use a tool that you have not allowed. Try *use* with a tool’s name and its arguments as JSON.
demo-tools = These tools are available:
demo-more-tools = and { $count } more

## Costs and choices

model-about-priced = Provider: “{ $provider }”. { $place } A million tokens cost { $input } as input and { $output } as output.
chosen-cheap = The server prefers a cheap model; this is the cheapest one with a known price.
chosen-quick = The server prefers a fast model; this is the cheapest one with a known price.
made-left-out-image = An image that the model created was left out. { $reason }
made-left-out-audio = Audio that the model created was left out. { $reason }
made-left-out-file = A file that the model created was left out. { $reason }

## Images and audio: their number

made-too-many = A reply can hold at most { $count }.
