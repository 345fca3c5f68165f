# On the card of a tool call, in Chat and in Tasks.

calls-open-request = Open request
calls-record = View in audit log
calls-task = View in Tasks
calls-show-result = Show result
calls-hide-result = Hide result
calls-loading = Loading result…
