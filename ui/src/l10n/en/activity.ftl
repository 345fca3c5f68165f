# The page "Activity": the audit log, with one entry for each operation.

activity-check = Check audit log
activity-search = Search audit log
activity-export = Export
activity-export-jsonl = JSON Lines…
activity-export-csv = CSV…
# The path is a file that Portcullis wrote.
activity-exported = Audit log saved to <code>{ $path }</code>.
activity-unmatched = No matching entries
activity-unmatched-all = Clear filters
activity-empty = No entries yet
activity-empty-help = Portcullis logs each tool call, decision and program start here, with its reason.
activity-choose = Choose an entry
activity-choose-help = See why it was allowed, what was requested, and the result.

# What narrows the list.
activity-server = Server
activity-kind-call = Tool calls
activity-kind-resource = Resources
activity-kind-prompt = Prompts
activity-kind-elicitation = Questions from servers
activity-kind-sampling = Model access
activity-kind-roots = Folders
activity-kind-sign_in = Sign-in
activity-kind-server = Servers
activity-kind-launch = Program starts
activity-kind-definition = Tool definitions
activity-kind-grant = Permissions
activity-kind-refusal = Blocked requests
activity-kind-host = Portcullis
activity-outcome = Outcome
activity-outcome-all = Any outcome
# Denied is a decision of a person, blocked one of Portcullis.
activity-outcome-waiting = not finished yet
activity-outcome-done = done
activity-outcome-tool_error = tool error
activity-outcome-failed = failed
activity-outcome-denied = denied
activity-outcome-refused = blocked by Portcullis
activity-outcome-cancelled = stopped
activity-outcome-interrupted = interrupted
activity-outcome-attention = needs attention

# The list. The first three are headings of columns.
activity-time = Time
activity-event = Event
activity-requester = Requested by
activity-list = Audit log
activity-older = Loading older entries…
# After the text of an entry that does not name its tool.
activity-of-tool = tool { $tool }

# One entry. The short texts are headings.
activity-requested-by = requested by { $who }
activity-tool-title = Title · text from “{ $server }”
activity-tool-title-unnamed = Title · text from the server
activity-tool = Tool
activity-reason = Reason
activity-definition = Tool definition used
activity-definition-copy = Copy digest of the definition
activity-shown = Shown for approval
activity-shown-copy = Copy digest of what was shown
activity-entry = Log entry { $number }
activity-entry-copy = Copy hash of the entry
activity-entry-outcome = Outcome entry
activity-entry-outcome-copy = Copy hash of the outcome
# What a call or a request held: as it was requested, as it was sent, or as you answered it.
activity-requested = Requested
activity-sent = Sent
activity-answered = Answer
activity-sent-changed = Sent with your changes
activity-changed = With your changes
activity-edited = You changed
activity-edited-unknown = The change is masked or too long to be shown here.
activity-edited-tag = changed
activity-arguments-none = No arguments.
activity-contents = Contents
activity-contents-none = Empty.
activity-masked = Secrets are masked.
