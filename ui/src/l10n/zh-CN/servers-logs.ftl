# 服务器的“日志”标签页：逐行显示，最新的在最后。

servers-logs-search = 搜索日志
servers-logs-source = 来源
servers-logs-source-all = 所有来源
servers-logs-source-stderr = 标准错误
servers-logs-source-message = 日志消息
servers-logs-source-junk = 非协议输出
servers-logs-source-host = Portcullis
servers-logs-copy = 全部复制
servers-logs-copy-shown = 复制显示的行
servers-logs-empty = 还没有日志
servers-logs-empty-help = “{ $server }”的日志消息及其标准错误输出会显示在这里。
servers-logs-list = { $server } 的日志
servers-logs-lines = { $all ->
   *[other] { $all } 行
    }
servers-logs-lines-of = { $all ->
   *[other] { $shown } / { $all } 行
    }
servers-logs-dropped = { $count ->
   *[other] 较早的 { $count } 行已丢弃
    }

servers-logs-level = 日志级别
servers-logs-level-unset = 由服务器决定
servers-logs-level-from = { $level }及以上
servers-logs-level-server = 发送哪些日志消息由“{ $server }”决定。
servers-logs-level-server-next = 发送哪些日志消息由“{ $server }”决定。重新启动之前，它可能仍沿用之前的级别。
servers-logs-level-set = 在你退出 Portcullis 之前，Portcullis 会要求“{ $server }”使用此级别。标准错误输出不受影响。
