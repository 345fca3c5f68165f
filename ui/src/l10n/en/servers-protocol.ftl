# The tab "Protocol" of a server: its message log. An operation is a request with all messages that belong to it.

servers-protocol-list = Messages of { $server }
servers-protocol-empty = No messages yet
servers-protocol-empty-help = Messages to and from “{ $server }” appear here.
# The path is a file that Portcullis wrote.
servers-protocol-exported = Message log saved to <code>{ $path }</code>. Secrets are masked.
# Above the list. The parts are separated by “ · ”.
servers-protocol-operations =
    { $all ->
        [one] 1 operation
       *[other] { $all } operations
    }
servers-protocol-operations-of =
    { $all ->
        [one] { $shown } of 1 operation
       *[other] { $shown } of { $all } operations
    }
servers-protocol-messages =
    { $all ->
        [one] 1 message
       *[other] { $all } messages
    }
servers-protocol-messages-of =
    { $all ->
        [one] { $shown } of 1 message
       *[other] { $shown } of { $all } messages
    }
servers-protocol-dropped =
    { $count ->
        [one] 1 older message discarded
       *[other] { $count } older messages discarded
    }
# Above the first message of a connection. $version: “protocol version 2025-11-25”.
servers-protocol-connection = Connection { $number } · { $version }
servers-protocol-version = protocol version { $version }
servers-protocol-version-unknown = protocol version unknown

# What narrows the list. “Method” is the method of JSON-RPC, such as tools/call.
servers-protocol-search = Search messages
servers-protocol-method = Method
servers-protocol-method-all = All methods
servers-protocol-direction = Direction
servers-protocol-direction-all = Both directions
servers-protocol-direction-sent = sent
servers-protocol-direction-received = received
servers-protocol-errors = Errors only
servers-protocol-grouped = Grouped

# Kinds of messages, in a narrow column.
servers-protocol-kind-request = request
servers-protocol-kind-result = response
servers-protocol-kind-error = error
servers-protocol-kind-notification = notification
servers-protocol-kind-unreadable = unreadable
servers-protocol-kind-tool_error = tool error
servers-protocol-kind-input_required = input requested
servers-protocol-kind-stray = unmatched response
# The request server/discover, with which Portcullis asks which protocol version a server supports.
servers-protocol-kind-probe = version check
servers-protocol-kind-probe-answered = check answered
servers-protocol-kind-probe-unsupported = check unsupported

# How an operation ended, in the same column.
servers-protocol-outcome-answered = answered
servers-protocol-outcome-late = late response
servers-protocol-outcome-cancelled = cancelled
servers-protocol-outcome-cancelled-late = cancelled, late response
servers-protocol-outcome-listening = listening
servers-protocol-outcome-pending = no response yet
servers-protocol-outcome-none = no response
servers-protocol-outcome-unsupported = not supported
servers-protocol-outcome-asks = input requested
servers-protocol-outcome-stray = unmatched

# What else happened within an operation. The parts are separated by “ · ”.
servers-protocol-rounds =
    { $count ->
        [one] 1 round
       *[other] { $count } rounds
    }
servers-protocol-nested =
    { $count ->
        [one] 1 nested request
       *[other] { $count } nested requests
    }
servers-protocol-progress = progress ×{ $count }
servers-protocol-notifications =
    { $count ->
        [one] 1 notification
       *[other] { $count } notifications
    }

# One operation, and one of its messages as it was sent.
servers-protocol-operation = Operation
servers-protocol-operation-list = Messages of this operation
servers-protocol-operation-close = Close operation
servers-protocol-again = Send again…
# $time: such as “120 ms”, from the first message.
servers-protocol-after = after { $time }
# $kind: one of the kinds above.
servers-protocol-at-sent = { $kind }, sent { $time }
servers-protocol-at-received = { $kind }, received { $time }
servers-protocol-from-received = From the server · secrets masked
servers-protocol-from-sent = From Portcullis to the server · secrets masked
