# The page "Tasks": tool calls that a server continues in the background.

tasks-open =
    { $count ->
        [one] 1 task in progress
       *[other] { $count } tasks in progress
    }
tasks-clear = Clear finished
tasks-empty = No tasks
tasks-empty-help = A server can continue a long tool call as a task. It is listed here until it finishes, even after Portcullis restarts.

# Headings of the three lists.
tasks-part-asking = Needs an answer
tasks-part-running = Running
tasks-part-ended = Finished

# Short facts about a task, on one line with dots between them. $time is a time of day, or a day and a time.
tasks-by = Requested by { $who }
tasks-began = started { $time }
tasks-finished = finished { $time }
tasks-seen = last update { $time }
tasks-next = next check { $time }
tasks-kept = kept by the server until { $time }

tasks-result-gone = The result is no longer in memory.
# The button that replaces "Stop" once the server was asked to stop.
tasks-stop-waiting = Stop waiting
tasks-conversation = View conversation
