
## Links: why one is not opened

link-invalid = It is not a valid URL.
link-no-host = It has no host.
link-user = It has a user name or password before the host, which can make it look like another host.
link-plain = It is not encrypted and leaves this computer.
link-scheme = it must begin with https:// or http://
link-disguised = Its host is an IP address in disguise.
link-long = It is too long.
link-characters = It contains spaces, backslashes or hidden characters.
link-control = It contains encoded control characters.
link-https = Portcullis opens only https:// URLs.
link-hidden = Its host is written in a way that disguises it.

## Links: what is unusual about one

link-warning-plain = Not encrypted. It stays on this computer.
link-warning-number = The host is an IP address, which does not show who owns it.
link-warning-port = It goes to port { $port }, which is unusual for web pages.
link-warning-long = It is very long. The host in bold is what counts.
link-warning-inside = It points to this computer or its local network. A remote party should not open anything there.
link-warning-punycode = The host has letters beyond a to z, and some look like others. Read it in both spellings.
link-warning-look-alike = The host uses look-alike letters. It is not { $imitated }: its real name is { $host }.
link-warning-mixed = A word of the host mixes letters of different scripts, as imitations do.
link-warning-dot = The host ends with a dot, which is unusual.
link-warning-pretends = The host starts like one site but belongs to another. Only its end shows whose it is.
link-warning-parts = The host has many parts. Only its end shows who owns it.

## Remarks on a tool

note-long = Its description is long: { $count } characters.
note-blank = It contains a long stretch of blank space, which may hide text behind it.
note-reads-destroys = It claims to be read-only and destructive: one of the two is wrong.
note-stays-reaches = It claims to use only its own data but takes a URL: it could reach beyond its data.
note-invisible = Its arguments contain hidden characters, so it is not offered to models.
note-cut = Its description has { $count } bytes. Models receive the first { $given } and are told that the rest was cut.

## Types of arguments


## Content of results

content-not-list = The content is not a list.
content-none = The result has no content.
content-malformed = This part is malformed.
content-unknown = Portcullis does not support content of type “{ $kind }”.
content-no-type = This part has no type.
content-no-text = This text is missing.
content-no-mime = It has no MIME type.
content-no-data = Its data is missing.
content-link = This link has no URI.
content-resource = This resource is missing.
content-resource-malformed = This resource is malformed.
content-resource-uri = This resource has no URI.
content-resource-empty = This resource has no content.
content-too-large = It is too large: the limit is { $size } MiB.
content-base64 = Its data is not valid Base64.
content-unchecked = It could not be checked. { $reason }
content-structured-missing = The tool declares structured content, but the result has none.
content-structured-invalid = It could not be read: it is nested too deeply or is not valid text.
count-more = { $count } more
count-structured = structured content
count-nothing = Nothing
contents-no-list = The response has no list of contents.
contents-malformed = This content is malformed.
contents-neither = This content is neither text nor binary data.
messages-no-list = The response has no list of messages.
messages-malformed = This message is malformed.
messages-no-role = This message has no valid role.
messages-empty = This message is empty.
media-svg = An SVG image can contain programs and is not shown.
media-image-type = This type of image is not shown.
media-audio-type = This type of audio is not played.
media-mismatch = It claims to be { $kind }, but its data is not.
bitmap-unreadable = This image cannot be read: { $reason }.
bitmap-unshown = This image cannot be shown: { $reason }.

## Lists

list-part-unreadable = A part of the list could not be read.
list-number = Number { $number } in the list
list-twice-tool = An earlier tool has the same name.
media-type = Content of this type is not shown.
tool-unreadable = Its definition could not be read: it is nested too deeply or is not valid text.

## Arguments that do not match a schema

schema-outside = The schema refers to another document, which Portcullis did not fetch.
schema-pattern = The schema has a pattern that cannot be used.
schema-invalid = The schema is not valid: { $reason }
schema-invalid-at = The schema is not valid at { $place }: { $reason }
value-missing = “{ $name }” is missing.
value-one-of = This must be one of: { $values }.
value-must-be = This must be { $value }.
value-pattern = This does not match the pattern { $pattern }
value-unique = Two entries are the same.
value-none = Nothing is allowed here.
value-no-form = This does not match any of the allowed types.
value-two-forms = This matches more than one form, but must match exactly one.
value-unknown-entries = This has unknown entries.
value-contains = No entry has the required form.
value-format = This does not match the format { $format }.
value-name = A name in it is not allowed. { $reason }
value-not = This has a form that is not allowed.
value-encoding = This does not have the required encoding.
value-pattern-unchecked = A pattern could not be checked.
value-unchecked = This could not be checked.
type-list = a list
type-boolean = true or false
type-integer = a whole number
type-null = empty (null)
type-number = a number
type-object = an object

## Fields of a form

form-object = A form must be an object of fields.
form-unknown-field = This is not a field of the form.
form-secret = This is not sent: it asks for a secret.
form-needed = This is required.
form-not-text = This is not text.
form-bytes = Longer than { $count } bytes.
form-not-boolean = This must be yes or no.
form-not-choice = This is not one of the choices.
form-not-choices = This is not a list of choices.
form-twice = A choice is selected twice.
form-not-number = This is not a number.
form-not-integer = This is not a whole number.
form-inexact = This number is too large to be sent exactly.
form-email = This is not an email address.
form-uri = This is not a full URL, such as https://example.com.
form-date = This is not a date, such as 2026-07-28.
form-date-time = This is not a date with a time, such as 2026-07-28T12:00:00Z.

## Remarks on a tool: more

note-phrase-steers = It tells the model what to do before or instead of other tools
note-phrase-secret = It asks the model to keep something from you
note-phrase-consent = This text tells the model that you already agreed, or not to ask you
note-phrase-others = This text asks the model to read or send something else as well
note-phrase-instructions = It refers to the model’s own instructions
note-phrase-files = It names files that usually hold secrets
note-phrase-comment = It contains a comment that Markdown does not show
note-phrase-host = It mentions Portcullis, which did not write it
note-hidden = { $count ->
    [one] { $count } character in it would be invisible and is shown as an escape
   *[other] { $count } characters in it would be invisible and are shown as escapes
}
note-mentions-server = It mentions another server: { $names }.
note-mentions-servers = It mentions other servers: { $names } and { $count } more.
note-mentions-tool = It mentions a tool of another server: { $names }.
note-mentions-tools = It mentions tools of other servers: { $names } and { $count } more.

## Types of arguments

kind-any = anything
kind-text = text
kind-integer = whole number
kind-number = number
kind-boolean = yes or no
kind-list = list
kind-object = object
kind-nothing = nothing
kind-several = several types

## What is in a result, in a list

count-texts = { $count ->
    [one] { $count } text block
   *[other] { $count } text blocks
}
count-images = { $count ->
    [one] { $count } image
   *[other] { $count } images
}
count-audio = { $count ->
    [one] { $count } audio clip
   *[other] { $count } audio clips
}
count-links = { $count ->
    [one] { $count } link
   *[other] { $count } links
}
count-resources = { $count ->
    [one] { $count } resource
   *[other] { $count } resources
}
count-unshown = { $count ->
    [one] { $count } part that is not shown
   *[other] { $count } parts that are not shown
}

## Arguments that do not match a schema: more

type-text = text
value-unknown = { $count ->
    [one] The name { $names } is unknown.
   *[other] The names { $names } are unknown.
}
value-one-of-types = This must be one of these types: { $types }.
value-min = This must be at least { $limit }.
value-max = This must be at most { $limit }.
value-above = This must be more than { $limit }.
value-below = This must be less than { $limit }.
value-min-length = { $count ->
    [one] This must have at least { $count } character.
   *[other] This must have at least { $count } characters.
}
value-max-length = { $count ->
    [one] This must have at most { $count } character.
   *[other] This must have at most { $count } characters.
}
value-min-items = { $count ->
    [one] This must have at least { $count } entry.
   *[other] This must have at least { $count } entries.
}
value-max-items = { $count ->
    [one] This must have at most { $count } entry.
   *[other] This must have at most { $count } entries.
}
value-min-fields = { $count ->
    [one] This must have at least { $count } field.
   *[other] This must have at least { $count } fields.
}
value-max-fields = { $count ->
    [one] This must have at most { $count } field.
   *[other] This must have at most { $count } fields.
}
value-multiple = This must be a multiple of { $number }.

## Fields of a form: limits

form-min = At least { $limit }.
form-max = At most { $limit }.
form-min-length = { $count ->
    [one] At least { $count } character.
   *[other] At least { $count } characters.
}
form-max-length = { $count ->
    [one] At most { $count } character.
   *[other] At most { $count } characters.
}
form-min-choices = { $count ->
    [one] At least { $count } choice.
   *[other] At least { $count } choices.
}
form-max-choices = { $count ->
    [one] At most { $count } choice.
   *[other] At most { $count } choices.
}

## A schema that cannot be used or checked

schema-deep = The schema is nested too deeply.
schema-no-thread = The schema could not be prepared: the system did not start a thread.
check-deep = This is nested too deeply to be checked.
check-many = This does not match, in more ways than can be listed.
check-slow = Checking this takes longer than allowed, so it was not checked to the end.
check-no-thread = This could not be checked: the system did not start a thread.
schema-slow = The schema takes too long to prepare.
schema-dialect-invalid = The schema names a dialect that is not a URL.
schema-dialect = The schema is written in a dialect that is not supported: { $name }
schema-parts = The schema has too many parts.
schema-inner = The schema has references and contains another schema with its own $id.
schema-missing-outside = The schema refers to another document: { $reference }. Portcullis did not fetch it.
schema-missing-part = The schema refers to a part that is not in it: { $reference }
schema-chain = The schema has too many chained references.
schema-loop = The schema refers to itself without end.

## URI templates

template-operator = Its template uses the reserved operator “{ $operator }”.
template-closed = Its template closes a brace that was not opened.
template-open = Its template opens a brace and does not close it.
template-length = A variable of its template has an invalid length.
template-name = A variable of its template has no usable name.
template-value-long = A value has { $bytes } bytes; at most { $limit } are sent.
template-uri-long = The URI has { $bytes } bytes; at most { $limit } are sent.

## Tools that are left out

tool-not-object = It is not an object.
tool-result-schema = Its output schema is invalid.
tool-no-name = It has no name.
tool-name-text = Its name is not text.
tool-description-text = Its description is not text.
tool-schema = Its input schema is invalid.
tool-schema-object = Its input schema does not describe an object.
prompt-arguments-list = Its arguments are not a list.
prompt-argument = One of its arguments cannot be used. { $reason }
prompt-argument-twice = Two of its arguments have the same name.

## Tools that are left out: more

tool-no-schema = It has no input schema.
tool-deep = Its definition is nested too deeply.
tool-all-arguments = All arguments

## Forms that cannot be shown. The reasons end the sentence of “form-field-invalid”

form-schema-object = The form is not an object.
form-not-fields = The form is not an object of fields.
form-uses = The form uses the unsupported keyword { $keyword }.
form-more-fields = The form asks for fields that it does not name.
form-no-fields = The form has no list of fields.
form-many-fields = The form has { $count } fields; the limit is { $most }.
form-field-invalid = The field { $field } is invalid: { $reason }.
form-field-secret = The field { $field } asks for a secret and is required, so this form cannot be sent.
form-all-secret = This form asks only for secrets, so it cannot be sent.
form-unusual-name = with the unusual name
form-required-list = The form’s list of required fields is not a list of names.
form-required-unknown = The form requires a field that it does not have.
form-reason-no-name = it has no name
form-reason-object = it is not described by an object
form-reason-long-name = its name is too long
form-reason-long-title = its title is too long
form-reason-long-description = its description is too long
form-reason-nested = it is a form within the form
form-reason-kind = its type is not supported
form-reason-not-text = “{ $key }” is not text
form-reason-keyword = it uses the unsupported keyword { $keyword }
form-reason-not-count = “{ $key }” is not a count
form-reason-impossible = it can never be filled in
form-reason-format = its format is not supported
form-reason-not-number = “{ $key }” is not a number
form-reason-no-choices = it is a list without choices
form-reason-unique = “uniqueItems” is not a boolean
form-reason-list = it is a list of something other than choices
form-reason-names = it has more or fewer names than choices
form-reason-choices-list = its choices are not a list
form-reason-choice = one of its choices is invalid
form-reason-choice-value = one of its choices has no value
form-reason-choice-long = one of its choices is too long
form-reason-choices-text = its choices are not text
form-reason-none = it has no choices
form-reason-many = it has more than { $most } choices
form-reason-same = two of its choices are the same
form-secret-reason = This asks for a secret and is not sent: the server receives a form exactly as you fill it in. A server that needs a sign-in opens a page for it.

## What a field of a form starts with

form-default-hidden = The suggested value of the field { $field } contains hidden characters, so it starts empty.
form-default-invalid = The suggested value of the field { $field } is not valid, so it starts empty.

## What a new definition of a tool changes

change-argument-new = New argument “{ $name }”.
change-argument-new-required = New argument “{ $name }”, which is required.
change-argument-gone = The argument “{ $name }” was removed.
change-argument-required = “{ $name }” is now required.
change-argument-optional = “{ $name }” is no longer required.
change-argument-type = “{ $name }” changed its type from { $before } to { $after }.
change-argument-default = The default of “{ $name }” changed from { $before } to { $after }.
change-argument-text = The description of “{ $name }” changed.
change-argument-limited = “{ $name }” can now only be { $values }.
change-argument-any = “{ $name }” is no longer limited to certain values.
change-argument-values-new = “{ $name }” may now be { $values }.
change-argument-values-gone = “{ $name }” can no longer be { $values }.
change-argument = “{ $name }” changed. The comparison below shows how.
change-arguments = The arguments changed. The comparison below shows how.
change-others-refused = Other arguments are no longer accepted.
change-others-accepted = Other arguments are accepted now.
change-claim = Claim { $name } changed from { $before } to { $after }.
change-claims = The claims changed.
change-result = The structure of the result changed.
change-description = The description changed.
change-title = The title changed.
change-icons = The icons changed.
change-none = none
change-any-type = any type
change-more =
    { $count ->
        [one] 1 more change.
       *[other] { $count } more changes.
    }

## Entries that are left out: parts and sizes

entry-missing =
    { $part ->
        [name] It has no name.
        [uri] It has no URI.
       *[template] It has no URI template.
    }
entry-not-text =
    { $part ->
        [name] Its name is not text.
        [uri] Its URI is not text.
       *[template] Its URI template is not text.
    }
entry-too-large =
    { $part ->
        [name] Its name
        [uri] Its URI
        [template] Its URI template
        [title] Its title
        [description] Its description
        [arguments] The list of its arguments
        [input] Its input schema
       *[output] Its output schema
    } is too large: { $found } { $unit ->
        [bytes] bytes
        [characters] characters
        [entries] entries
        [levels] levels
       *[parts] parts
    }, and at most { $limit } are read. It is left out as a whole.
prompt-twice = An earlier prompt has the same name.
resource-twice = An earlier resource has the same URI.
template-twice = An earlier template is the same.
template-variables = Its template has { $count } variables, and at most { $limit } are filled in.
header-not-text = It asks for an argument in a header, but the name of the header is not text.
header-name = It asks for an argument in a header, but the header has no valid name.
header-place = It asks for an argument in a header that not every call has.
header-type = It asks for an argument in a header that is not text, an integer or a boolean.
header-twice = Two of its arguments ask for the same header.
exact-json = this is not JSON ({ $why })
exact-number = the number { $number } has too many digits to be sent exactly
exact-twice = the name “{ $name }” appears twice in one object
