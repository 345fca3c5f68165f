# The page "Chat".

chat-conversations = Conversations
chat-new = New
chat-new-name = New conversation
chat-empty = No conversations yet
chat-empty-help = Chat with a model that uses your servers. Portcullis asks before each tool call that you have not allowed.
chat-deleted = Conversation deleted
chat-deleted-help = Its tool calls are still listed in Activity.

# The list of conversations.
chat-search = Search conversations
# In place of a time: the model is replying there.
chat-list-busy = replying
chat-list-unread = new reply
chat-list-more = More for “{ $title }”
chat-list-pin = Pin
chat-list-unpin = Unpin
chat-list-archive = Archive
chat-list-restore = Unarchive
chat-list-compact = Summarize…
chat-list-move = Move to
chat-list-no-folder = No folder
chat-list-new-folder = New folder…
chat-list-delete = Delete…
# Headings of sections of the list.
chat-list-pinned = Pinned
chat-list-recent = Recent
chat-list-archived = Archived ({ $count })
# Folders of the list. $name is the person's name for one.
chat-folder = Folder name
chat-folder-create = Create
chat-folder-rename-menu = Rename…
chat-folder-remove = Remove folder
chat-folder-more = More for the folder “{ $name }”
chat-folder-empty = No conversations
chat-folder-count =
    { $count ->
        [one] 1 conversation
       *[other] { $count } conversations
    }
# In place of the list, where every conversation is archived.
chat-list-all-archived = All conversations are archived. Send a message in one to unarchive it.
# Next to a conversation that a search found.
chat-found-archived = Archived
chat-rename-title = Title
chat-delete-label = Delete conversation?
chat-delete-question = Delete “{ $title }”? Permissions for this conversation are deleted too. Its tool calls stay in Activity.
chat-delete = Delete

chat-export-label = Export conversation
chat-export-question = Export “{ $title }”? Markdown contains the messages that are shown, with their images in a folder next to the file; JSON contains every branch, without images. Secrets that Portcullis knows are left out; all other text is included.
chat-export-saved = Saved to <code>{ $path }</code>.
# $folder is the name of a folder beside the file.
chat-export-pictures = { $count ->
    [one] Its image is in the folder <code>{ $folder }</code> next to it.
   *[other] Its { $count } images are in the folder <code>{ $folder }</code> next to it.
}
chat-export-done = Done
chat-export-json = JSON…
chat-export-markdown = Markdown…

# The page that imports conversations from a file of another product.
chat-import = Import conversations
chat-import-open = Import…
chat-import-choose = Choose file…
chat-import-other = Choose another file…
chat-import-help = Choose a file with conversations or drop it on this window, then select the ones to import.
chat-import-format-chatgpt = ChatGPT: <code>conversations.json</code> of the data export
chat-import-format-claude = Claude: <code>conversations.json</code> of the data export
chat-import-format-goose = Goose: a session as <code>.jsonl</code> or <code>.json</code>
chat-import-format-portcullis = Portcullis: an export as Markdown or JSON
chat-import-format-markdown = Markdown with headings such as <code>## You</code> and <code>## Assistant</code>
# $file is the name of the file.
chat-import-found =
    { $count ->
        [one] 1 conversation in { $file }
       *[other] { $count } conversations in { $file }
    }
chat-import-from-chat_gpt = ChatGPT
chat-import-from-claude = Claude
chat-import-from-goose = Goose
chat-import-from-portcullis = Portcullis
chat-import-from-markdown = Markdown
chat-import-note = Only your messages and the model’s are imported. They are marked as untrusted content, and no server is turned on in these conversations.
chat-import-unreadable =
    { $count ->
        [one] 1 conversation could not be read.
       *[other] { $count } conversations could not be read.
    }
chat-import-empty =
    { $count ->
        [one] 1 conversation has no messages.
       *[other] { $count } conversations have no messages.
    }
chat-import-beyond =
    { $count ->
        [one] 1 more conversation exceeds the limit and is not listed.
       *[other] { $count } more conversations exceed the limit and are not listed.
    }
chat-import-filter = Filter by title
chat-import-filter-none = No title contains these words.
chat-import-list = Conversations in the file
chat-import-untitled = Untitled
chat-import-known = Already imported
chat-import-messages =
    { $count ->
        [one] 1 message
       *[other] { $count } messages
    }
# $what is a list of the messages that follow.
chat-import-omits = Not imported: { $what }
chat-import-omits-calls =
    { $count ->
        [one] 1 tool call
       *[other] { $count } tool calls
    }
chat-import-omits-files =
    { $count ->
        [one] 1 file
       *[other] { $count } files
    }
chat-import-omits-instructions =
    { $count ->
        [one] 1 instruction
       *[other] { $count } instructions
    }
chat-import-omits-reasoning =
    { $count ->
        [one] reasoning (1 part)
       *[other] reasoning ({ $count } parts)
    }
chat-import-omits-summaries =
    { $count ->
        [one] 1 summary
       *[other] { $count } summaries
    }
chat-import-omits-branches =
    { $count ->
        [one] 1 message of another branch
       *[other] { $count } messages of other branches
    }
chat-import-omits-earlier =
    { $count ->
        [one] the earliest message
       *[other] the { $count } earliest messages
    }
chat-import-omits-cut =
    { $count ->
        [one] the end of 1 long message
       *[other] the end of { $count } long messages
    }
chat-import-omits-unknown =
    { $count ->
        [one] 1 entry of an unknown kind
       *[other] { $count } entries of an unknown kind
    }
chat-import-more =
    { $count ->
        [one] Show 1 more
       *[other] Show { $count } more
    }
chat-import-all = Select all
chat-import-none = Select none
chat-import-now =
    { $count ->
        [0] Import
        [one] Import 1 conversation
       *[other] Import { $count } conversations
    }
chat-import-most = Select up to { $count } conversations at once.
# The line in an imported conversation. $date is a date.
chat-imported-chat_gpt = Imported from ChatGPT on { $date }. Imported messages are untrusted content.
chat-imported-claude = Imported from Claude on { $date }. Imported messages are untrusted content.
chat-imported-goose = Imported from Goose on { $date }. Imported messages are untrusted content.
chat-imported-portcullis = Imported from a Portcullis export on { $date }. Imported messages are untrusted content.
chat-imported-markdown = Imported from Markdown on { $date }. Imported messages are untrusted content.

# What a search in the conversations found.
chat-found = Search results
chat-found-none = No results. Every word must match; the last one can be incomplete.
chat-found-indexing = Conversations are being indexed after an update. Some earlier messages may be missing.
chat-found-server = Text from “{ $server }”

# Who wrote a message.
chat-speaker-person = You
chat-speaker-model = Model
chat-speaker-host = Portcullis

chat-earlier = Show earlier messages
chat-later = Show later messages
chat-newest = Jump to latest
# For screen readers, at the end of a message that is not complete.
chat-writing = still writing
chat-reasoning = Reasoning
chat-reasoning-running = Reasoning…

# In an empty conversation.
chat-suggestions = Suggestions
chat-suggestions-title = Ask { $model }
chat-suggestions-servers = The model can use the servers enabled here. Portcullis asks before each tool call that you have not allowed.
chat-suggestions-no-servers = No server is enabled here yet, so the model has no tools.
chat-suggestions-go = Go to Servers

# Which servers are enabled in this conversation. The first three are short facts in the bar.
chat-servers =
    { $count ->
        [one] 1 server
       *[other] { $count } servers
    }
chat-tools =
    { $count ->
        [one] 1 tool
       *[other] { $count } tools
    }
chat-tokens = ≈ { $tokens } tokens
chat-servers-title = Servers in this conversation
chat-servers-none = No servers yet.
chat-servers-not-ready = Not ready
chat-review-results = Review results before the model reads them
chat-review-results-help = Send, edit or withhold each result.

# What the tools take of the model's context.
chat-budget = Context used by tools
chat-budget-tokens = <strong>≈ { $tokens } tokens</strong> per request.
chat-budget-part = <strong>≈ { $tokens } tokens</strong> per request: { $part } of the context of { $model }.
chat-budget-tiny = less than 0.1%
chat-budget-searching = All tools would take about { $tokens } tokens, so the model searches for tools. Tools it finds stay in this conversation.
chat-budget-limit = Above about { $tokens } tokens, the model searches for tools instead of receiving all of them.
chat-budget-estimates = These are estimates. Providers count tokens slightly differently.
chat-budget-given =
    { $count ->
        [one] { $given } of 1 tool
       *[other] { $given } of { $count } tools
    }
chat-budget-not-sent = { $tool } (not sent)
chat-budget-more =
    { $count ->
        [one] and 1 more tool
       *[other] and { $count } more tools
    }

# How full the context of the model is: a short fact in the bar. $share is such as “21%”, $tokens a number.
chat-context = { $share } of context
chat-context-tokens = { $tokens } tokens
chat-context-counted = { $tokens } of { $context } tokens of context used, as counted by the provider in the last reply.
chat-context-estimate = About { $tokens } of { $context } tokens of context used. This is an estimate.
chat-context-counted-open = { $tokens } tokens used, as counted by the provider in the last reply. The context size of this model is not known.
chat-context-estimate-open = About { $tokens } tokens used. This is an estimate. The context size of this model is not known.

# Behind the context meter: a summary takes the place of earlier messages for the model.
chat-compact-title = Summarize earlier messages
chat-compact-help = The model gets a summary in place of the earlier messages. You can still read and search them here.
chat-compact-nothing = There are no earlier messages to summarize.
# $model is the name of a model, $tokens a number.
chat-compact-plan =
    { $count ->
        [one] { $model } summarizes 1 message.
       *[other] { $model } summarizes { $count } messages.
    } { $requests ->
        [one] This sends about { $tokens } tokens.
       *[other] This sends about { $tokens } tokens in { $requests } requests.
    }
chat-compact-kept =
    { $count ->
        [0] No message is kept as it is.
        [one] The last message is kept as it is.
       *[other] The last { $count } messages are kept as they are.
    }
chat-compact-too-much = A summary would take { $count } requests; the limit is { $most }. Choose a model with a larger context.
chat-compact-now = Summarize
chat-compact-going = Summarizing earlier messages…
chat-compact-automatic = Summarize automatically
chat-compact-automatic-help = Before the next reply, when the context is this full. Each summary is a request to the model.
chat-compact-automatic-unknown = Not available: the context of this model is not known.
chat-compact-off = Off
chat-compact-share = From { $share } of context
chat-compact-note = Data-flow warnings still count everything that this conversation has read.
# The line in a conversation where its earlier messages were summarized. $when is a date.
chat-compaction = Summary of earlier messages
chat-compaction-line =
    { $count ->
        [one] Summarized here · 1 message · { $model } · { $when }
       *[other] Summarized here · { $count } messages · { $model } · { $when }
    }
chat-compaction-line-automatic =
    { $count ->
        [one] Summarized here automatically · 1 message · { $model } · { $when }
       *[other] Summarized here automatically · { $count } messages · { $model } · { $when }
    }
chat-compaction-summary = Summary
chat-compaction-note = Written by the model. It may contain text from servers and files, and the model is told so.
chat-compaction-undo = Undo

# What models cost. $cost is an amount such as “$1.25”.
chat-costs-conversation = This conversation: about { $cost }
chat-costs-conversation-unknown = This conversation: unknown
chat-costs-month = All requests this month (UTC): about { $cost }
chat-costs-month-limit = All requests this month (UTC): about { $cost } of { $limit }
chat-costs-month-unknown = All requests this month (UTC): unknown
chat-costs-month-unknown-limit = All requests this month (UTC): unknown, limit { $limit }
chat-costs-unpriced =
    { $count ->
        [one] 1 request this month has an unknown price and is not included.
       *[other] { $count } requests this month have an unknown price and are not included.
    }
chat-costs-change = Spending limit

# The model of a conversation.
chat-model = Model for this conversation
chat-model-name = Model: { $model }
chat-model-gone = { $model } (unavailable)
chat-model-gone-name = Model: { $model } (unavailable)
chat-model-no-tools = no tools
chat-model-busy = Stop the model to choose another one.
chat-model-left-out =
    { $count ->
        [one] 1 tool left out
       *[other] { $count } tools left out
    }
# $reason is a sentence.
chat-model-left-out-tool = { $tool } from “{ $server }”: { $reason }
chat-model-add = Add a model…
chat-model-settings = Manage models

# Where messages are written.
chat-message = Message
chat-attach = Attach file
chat-reading = Reading { $resource } from “{ $server }”…
chat-placeholder = Ask anything
chat-placeholder-offers = Ask anything. Type / for prompts, @ for resources
chat-placeholder-busy = The model is replying
chat-pending = Sent with your next message
# Files are held over the message field.
chat-drop = Drop to attach
chat-drop-busy = Stop the model to attach files.
chat-paste-too-many = Up to { $limit } files can be pasted at once.
chat-paste-too-large = A pasted file is larger than { $size }.
chat-paste-too-large-together = Together, the pasted files are larger than { $size }.
chat-paste-unreadable = A pasted file cannot be read.

# The list that opens after "/" (prompts) or "@" (resources).
chat-offers-prompt = Prompts from the servers in this conversation
chat-offers-resource = Resources from the servers in this conversation
chat-offers-count-prompt =
    { $count ->
        [one] 1 prompt. Choose with the arrow keys.
       *[other] { $count } prompts. Choose with the arrow keys.
    }
chat-offers-count-resource =
    { $count ->
        [one] 1 resource. Choose with the arrow keys.
       *[other] { $count } resources. Choose with the arrow keys.
    }
chat-offers-more = Type more to narrow the list.
chat-offers-loading = Loading the list of “{ $server }”…
# $problem is a sentence.
chat-offers-failed = The list of “{ $server }” could not be loaded. { $problem }

# Below a message.
chat-edit-label = Edit message
chat-edit-note = The original message stays as a branch. Tool calls are not undone.
chat-copy-model = Copy reply
chat-regenerate = Regenerate
chat-regenerate-same = With { $model }
chat-regenerate-other = Once with another model
chat-versions = Versions
chat-version-previous = Previous version
chat-version-next = Next version
chat-version-place = { $place } of { $count }
chat-version-busy = Stop the model to switch between versions.
# A button that shows another version beside a reply, and that version.
chat-compare = Compare
chat-compare-other = Compared version
chat-compare-previous = Compare with previous version
chat-compare-next = Compare with next version

# What the model of a conversation is told before it: written, or taken from a preset.
chat-instructions = Instructions
chat-instructions-open = Instructions…
chat-instructions-help = Sent to the model with every request, before the conversation.
chat-instructions-preset = Preset
chat-instructions-preset-none = None
# An entry of the list of presets: the text is that of none.
chat-instructions-preset-own = Custom
chat-instructions-back = Restore custom text
chat-instructions-save-as = Save as preset…
chat-instructions-name = Name of the preset
chat-instructions-keep = Save preset
chat-instructions-replace = Replace preset
# Below the name of a preset: there is one of that name.
chat-instructions-name-taken = The preset “{ $name }” is replaced.
chat-instructions-remove = Remove preset
chat-instructions-remove-question = Remove the preset “{ $name }”? Conversations keep their instructions.
chat-instructions-set = Save instructions

# What a message took: short facts with dots between them.
chat-took-input =
    { $count ->
        [one] 1 input token
       *[other] { $count } input tokens
    }
chat-took-output =
    { $count ->
        [one] 1 output token
       *[other] { $count } output tokens
    }
chat-took-price = about { $price }

# Files in a message.
chat-file-text = text
chat-file-image = image
chat-file-pdf = PDF
# The player of an attached file.
chat-file-player = Audio, { $name }
chat-image-larger = Enlarge { $name }
chat-image-smaller = Shrink { $name }
chat-image-broken = Preview unavailable
chat-made-image = Image from the model, { $name }
chat-made-audio = Audio from the model, { $name }

# Text of a server that was attached. $kind: "Prompt" or "Resource"; $role: "as a user message".
chat-quoted = { $kind } from “{ $server }”
chat-quoted-role = { $kind } from “{ $server }”, { $role }
# $reason is a sentence.
chat-quoted-left-out = Not attached: { $reason }

# The card of a tool call.
chat-call-review = result needs your review
chat-call-edited = You edited { $names } before the call ran. The model was told.
chat-call-media-more = { $count ->
    [one] One more is in the result.
   *[other] { $count } more are in the result.
}
# A button below the first pictures of a result.
chat-call-media-show = { $count ->
    [one] Show one more
   *[other] Show { $count } more
}
chat-call-media-gone = { $count ->
    [one] One image or audio file of this result is no longer available.
   *[other] { $count } images or audio files of this result are no longer available.
}
# They are too large, or more than a model gets of one result.
chat-call-media-not-given = { $count ->
    [one] The model did not receive one image or audio file of this result: it exceeds the limits.
   *[other] The model did not receive { $count } images or audio files of this result: they exceed the limits.
}
chat-stopped = Stopped
# Below the last message of the person, which no reply follows.
chat-not-sent = This message was not sent, or Portcullis quit before the model replied.
chat-send-again = Send again
chat-call-why = Why it was allowed
chat-call-why-loading = Loading from the audit log…
# A link to a tool that changed: its page shows the change, which can be reviewed there.
chat-call-tool = View tool
# The card of a call that was rejected: there is no such tool, its arguments cannot be sent, or the reply has too many. A short state.
chat-rejected = did not run
chat-rejected-note = This call did not run. The model was told why.
chat-rejected-show = Show arguments
chat-rejected-hide = Hide arguments
chat-rejected-arguments = Arguments from the model
chat-tool-search = Tool search
chat-tool-search-query = The model searched for tools: { $query }
chat-tool-search-found =
    { $count ->
        [one] 1 tool found
       *[other] { $count } tools found
    }

# A result that the model gets only after you decide.
chat-review = Review result
chat-review-waits = The model is waiting for your decision.
# $from: "text from “the server”".
chat-review-result = Result for the model · { $from }
chat-review-text = Text for the model
chat-review-text-help = The model is told that you edited it.
chat-review-reason = Reason, sent to the model
chat-review-send = Send to model
chat-review-edit = Edit first…
chat-review-withhold = Withhold…
chat-review-send-edited = Send edited result
chat-review-withhold-now = Withhold result
chat-review-blank = The tool returned no text.
chat-review-given = You reviewed the result and sent it unchanged.
chat-review-changed = You edited the result before the model received it.
chat-review-withheld = You withheld the result. The model was told the reason.
chat-review-ended = The conversation was interrupted before you decided. The model did not receive the result.
chat-review-sent = Text sent to the model
chat-review-edited-from = Edited by you · { $from }
chat-review-your-reason = Your reason: { $reason }

# The data flow of this conversation, on one line. $facts: the messages that follow, with dots between them. $names: a list of
# servers in quotes, or “you” without.
chat-risk = Data risk in this chat
chat-risk-line = Data risk in this chat: { $facts }
chat-risk-known-private = private data from { $names }
chat-risk-known-strangers = untrusted content from { $names }
chat-risk-known-sends = external communication by { $names }
chat-risk-unknown = unknown for { $names }
chat-risk-partly = partly unknown for { $names }
chat-risk-attached = your attachments may contain untrusted content
# You, as the source of data: "private data from you".
chat-risk-you = you
chat-risk-private = Private data read
chat-risk-strangers = Untrusted content read
chat-risk-sends = Tools that can send data out
chat-risk-nothing = None.
# Where one of them came from: you or a server, and what it was.
chat-risk-source-you = You · { $what }
chat-risk-source = “{ $server }” · { $what }
chat-risk-unsure = not set, counts as yes
chat-risk-note = A call that combines all three always needs your approval. A new conversation starts without them.
