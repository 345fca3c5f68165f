# The tab "Tools" of a server: a list of its tools, and one of them with a form to run it.

servers-tools-choose = Choose a tool
servers-tools-choose-help = Run it yourself with a form based on its schema.
servers-tools-list = Tools of { $server }
servers-tools-restart = Restart and try again
servers-tools-retry = Portcullis tries again at { $time }.
# Above the list after a search. $found: how many of all tools match.
servers-tools-found =
    { $total ->
        [one] { $found } of 1 tool
       *[other] { $found } of { $total } tools
    }
servers-tools-found-best =
    { $total ->
        [one] { $found } of 1 tool · showing the best { $listed }
       *[other] { $found } of { $total } tools · showing the best { $listed }
    }
# A warning is about a tool's definition, such as a name that looks like another one.
servers-tools-warned =
    { $count ->
        [one] 1 tool has warnings.
       *[other] { $count } tools have warnings.
    }
servers-tools-warned-only = Show only these
servers-tools-warned-all = Show all tools
# Tags in a line of the list.
servers-tools-changed = changed
servers-tools-warnings =
    { $count ->
        [one] 1 warning
       *[other] { $count } warnings
    }

# The definition of a tool, as its server gives it. $claims: a list such as “only reads · can be repeated”.
servers-tools-claims = Claims by the server (unverified): { $claims }
# The same where it claims nothing. $counts: what Portcullis takes that for.
servers-tools-claims-none = Claims by the server: { $counts }
servers-tools-schema = Portcullis cannot check arguments against this tool’s schema.
servers-tools-review = Mark as reviewed
servers-tools-varying = Parts that may vary
servers-tools-varying-help =
    { $count ->
        [one] You allow 1 part of this definition to vary. Portcullis does not compare it with the definition you approved:
       *[other] You allow { $count } parts of this definition to vary. Portcullis does not compare them with the definition you approved:
    }
servers-tools-varying-hold = Compare all parts again
servers-tools-changes-help = This is not the definition you approved. Its permissions are on hold, and models cannot use the tool until you review the change.
servers-tools-changes-review = Review the change
# Above each changed part of a definition.
servers-tools-part = { $part } · text from the server
servers-tools-part-title = Title · text from the server
servers-tools-part-description = Description · text from the server
servers-tools-part-arguments = Arguments · text from the server
servers-tools-part-result = Result · text from the server
servers-tools-part-claims = Claims · text from the server
servers-tools-part-icons = Icons · text from the server
servers-tools-part-other = Other · text from the server

# The form that runs a tool.
servers-tools-arguments-none = This tool takes no arguments.
# $time: day and time of the earlier call.
servers-tools-again = Filled in from an earlier call ({ $time }). Choose Run to send it.
servers-tools-again-hidden = Secrets were left out and are shown as •••. Enter them again.
servers-tools-run = Run
servers-tools-as-form = As a form
servers-tools-as-json = As JSON
servers-tools-not-json = One field is not valid JSON.
servers-tools-call = Tool call
servers-tools-answer = Answer the request to continue.
servers-tools-task = “{ $server }” runs this call as a background task. { $task }
# A tool in the list, of which something was seen that is against its claims.
servers-tools-against = Not as claimed
servers-tools-seen = Seen during calls
# What was seen follows as a list: “contacted example.com”.
servers-tools-seen-reads = The server claims that this tool only reads. During calls of this tool, the server:
servers-tools-seen-closed = The server claims that this tool stays within its own data. During calls of this tool, the server:
servers-tools-seen-any = During calls of this tool, the server:
servers-tools-seen-help = The fence sees hosts when a connection begins, and changes in allowed folders. It does not see which program made a change.
