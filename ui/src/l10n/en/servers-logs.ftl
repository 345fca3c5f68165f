# The tab "Logs" of a server: a list of lines, newest last.

servers-logs-search = Search log
# What narrows the list. The four sources are also written in a narrow column.
servers-logs-source = Source
servers-logs-source-all = All sources
servers-logs-source-stderr = standard error
servers-logs-source-message = log message
# Text on standard output that is not a message of the protocol.
servers-logs-source-junk = stray output
servers-logs-source-host = Portcullis
servers-logs-copy = Copy all
# Where a search or a source leaves lines out.
servers-logs-copy-shown = Copy shown
servers-logs-empty = No log lines yet
servers-logs-empty-help = Log messages from “{ $server }” and its output to standard error appear here.
servers-logs-list = Log of { $server }
# Above the list, separated by “ · ”.
servers-logs-lines =
    { $all ->
        [one] 1 line
       *[other] { $all } lines
    }
servers-logs-lines-of =
    { $all ->
        [one] { $shown } of 1 line
       *[other] { $shown } of { $all } lines
    }
servers-logs-dropped =
    { $count ->
        [one] 1 older line discarded
       *[other] { $count } older lines discarded
    }

# The log level that Portcullis asks a server for.
servers-logs-level = Log level
servers-logs-level-unset = set by the server
# $level: such as “warning”.
servers-logs-level-from = { $level } and above
servers-logs-level-server = “{ $server }” decides which log messages it sends.
servers-logs-level-server-next = “{ $server }” decides which log messages it sends. It may keep the previous level until it restarts.
servers-logs-level-set = Portcullis asks “{ $server }” for this level until you quit Portcullis. Output to standard error is not affected.
