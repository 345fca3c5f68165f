# Elements that both pages draw.

elements-try-again = Try again
elements-copy = Copy
elements-copied = Copied
elements-not-copied = Not copied
elements-copy-url = Copy URL
elements-copy-uri = Copy URI
elements-copy-path = Copy path
elements-and-more = And { $count } more.

# Titles where a part of a window cannot be drawn.
elements-boundary-room = This page cannot be shown
elements-boundary-palette = The command palette cannot be shown
elements-boundary-quit = The quit dialog cannot be shown
elements-boundary-request = The request cannot be shown
elements-boundary-help = Portcullis ran into an internal error. Nothing was answered or sent.

# Heading of a frame around text that is not ours.
elements-text = text from “{ $server }”
elements-text-unnamed = text from the server
elements-from-server = Text from the server
elements-from-named = Text from “{ $server }”
elements-said-server = Message from “{ $server }”
elements-said-server-unnamed = Message from the server
elements-said-program = Output of “{ $server }”
elements-said-program-unnamed = Program output
elements-said-provider = Message from “{ $provider }”
elements-said-provider-unnamed = Message from the model provider
elements-said-authorization-server = Message from the authorization server
elements-said-registry = Message from the registry
elements-said-client-document = Text from the client ID metadata document
elements-said-network = Message from the network
# A library of Portcullis that builds the requests to providers of models.
elements-said-library = Details from the request library
# Before a title that a server gives. Title is what the server calls it; it may differ from its name.
elements-from-title = Title · from “{ $server }”
elements-from-name = Name · from “{ $server }”
elements-from-unnamed-title = Title · from the server
elements-from-unnamed-name = Name · from the server
# The same where the server is named beside it; what comes behind is read aloud only.
elements-from-title-short = Title
elements-from-name-short = Name
elements-from-beside = · from “{ $server }”
# $sentence is a warning of Portcullis. $quote is the server's text that it is about.
elements-remark-quote = { $sentence }: “{ $quote }” (text from the server)

elements-hidden =
    { $count ->
        [one] 1 hidden character
       *[other] { $count } hidden characters
    }
elements-lookalikes =
    { $count ->
        [one] 1 look-alike letter
       *[other] { $count } look-alike letters
    }
# $code is its number in Unicode.
elements-letter-fullwidth = Fullwidth letter { $letter } ({ $code })
elements-letter-mathematical = Mathematical letter { $letter } ({ $code })
elements-letter-cyrillic = Cyrillic letter { $letter } ({ $code })
elements-letter-greek = Greek letter { $letter } ({ $code })
elements-letter-armenian = Armenian letter { $letter } ({ $code })
elements-letter-cherokee = Cherokee letter { $letter } ({ $code })
elements-letter-latin = Latin letter { $letter } ({ $code })
elements-letter-other = Other letter { $letter } ({ $code })

# The permission that allowed a call, in the audit log.
elements-allowed-conditions = Matched conditions
elements-allowed-condition = { $condition }: the value was { $value }
elements-allowed-condition-unknown = { $condition }: <note>the value was not recorded</note>
elements-allowed-given = Given by { $who } { $time }
elements-allowed-entry = log entry { $entry }
elements-allowed-revoked = revoked { $time }

elements-pasted-too-long = Not pasted. This field takes up to { $limit } characters.
elements-inexact = The number { $number } has too many digits to send exactly.

elements-progress = Progress
elements-progress-of = { $value } of { $total }
elements-progress-said = { $progress } · the server says: { $message }

# Button that leaves things as they are, next to one that does something.
elements-confirm-keep = Keep

# What happens to a request, and when.
elements-countdown-page = Asked again in { $time } if you do not answer
elements-countdown-cancelled = Cancelled in { $time } if you do not answer
elements-countdown-dismissed = Dismissed in { $time } if you do not answer
elements-countdown-blocked = Stays blocked if you do not answer within { $time }
elements-countdown-denied = Denied in { $time } if you do not answer

elements-decision-later = Decide later
elements-decision-below = More below
elements-decision-covers = Your approval covers: { $what }
elements-decision-no-answer = This request cannot be allowed.

# Read aloud before text that changed.
elements-diff-added = added:
elements-diff-removed = removed:

# A JSON value as a tree.
elements-tree-expand-all = Expand all
elements-tree-collapse-all = Collapse all
elements-tree-expand = Expand
elements-tree-collapse = Collapse
elements-tree-level = level { $level }
elements-tree-items =
    { $count ->
        [one] 1 item
       *[other] { $count } items
    }
elements-tree-keys =
    { $count ->
        [one] 1 key
       *[other] { $count } keys
    }
elements-tree-more =
    { $count ->
        [one] 1 more character
       *[other] { $count } more characters
    }

elements-long-less = Show less
elements-long-all = Show all

# An image in Markdown. Portcullis never loads it.
elements-image = Image at { $url } was not loaded
elements-image-named = Image “{ $name }” at { $url } was not loaded
elements-table = Table
elements-no-url = no URL

elements-media-show-image = Show image, { $size }
elements-media-show-audio = Show audio, { $size }
elements-media-broken-image = This image cannot be shown here ({ $type }).
elements-media-broken-audio = This audio cannot be played here ({ $type }).
elements-media-save = Save it to open it in another application.
elements-media-name-image = Block { $place } of the result
elements-media-name-audio = Audio { $place } from the server

# Content of a result.
elements-payload-done =
    { $count ->
        [one] { $size }, 1 line
       *[other] { $size }, { $count } lines
    }
elements-payload-first = First { $read } of { $size }. Scroll to load more.
elements-payload-loading = Loading { $read } of { $size }…
elements-block-image = Image from the server
elements-block-audio = Audio from the server
elements-block-link = Link from the server, not opened
elements-block-resource = Resource from the server
elements-block-binary = Binary content, not shown.
elements-block-unshown = Block from the server, not shown
elements-block-format = Text format
elements-block-plain = Plain
elements-block-markdown = Markdown
elements-block-whole = Full text
elements-block-beginning = Only the beginning is shown.
elements-block-show-whole = Show all, { $size }

elements-kept-out = The fence of “{ $server }” blocked access to:
elements-kept-out-allow = To allow it, open { $page }.
elements-kept-out-page = the page of the server
elements-against-claims = During this call, “{ $server }” contradicted what it claims about the tool:
# In a list of what the fence of a server saw. $what: a host and its port, or a path.
elements-seen-contacted = contacted { $what }
elements-seen-stopped = was blocked from reaching { $what }
elements-seen-wrote = changed { $what }, or another program did
elements-seen-wrote-at = changed { $what }, or another program did ({ $day })
elements-seen-contacted-at = contacted { $what } ({ $day })
elements-seen-stopped-at = was blocked from reaching { $what } ({ $day })
elements-result = Result
elements-result-tool-error = The tool reported an error without a message.
elements-result-matches = matches its output schema
elements-result-mismatch = does not match its output schema
elements-result-structured = Structured content
elements-result-structured-from = Structured content from the server
elements-result-empty = The result has no content.
elements-result-for-you = for you, not for a model
elements-result-more =
    { $count ->
        [one] 1 more block is in Raw.
       *[other] { $count } more blocks are in Raw.
    }
elements-result-issues = The result does not match the tool’s output schema:
# Tabs above a result.
elements-result-views = Result view
elements-result-content = Content
elements-result-content-count = Content { $count }
elements-result-tab-structured = Structured
elements-result-raw = Raw
elements-result-response = Full response
elements-result-response-from = Full response from the server, as JSON

elements-save-as = Save as…
elements-saved-to = Saved to { $path }

# A scope at an authorization server whose name says that it allows everything.
elements-scope-wide = name suggests full access

elements-sign-in = Sign in…
elements-sign-in-review = Review…
elements-changes = Changes
