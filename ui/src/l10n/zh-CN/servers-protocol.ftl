# 服务器的“协议”标签页：消息日志。一个操作包含一个请求以及属于它的所有消息。

servers-protocol-list = { $server } 的消息
servers-protocol-empty = 还没有消息
servers-protocol-empty-help = 与“{ $server }”之间的消息会显示在这里。
servers-protocol-exported = 消息日志已保存到 <code>{ $path }</code>，其中的机密已遮盖。
servers-protocol-operations =
    { $all ->
       *[other] { $all } 个操作
    }
servers-protocol-operations-of =
    { $all ->
       *[other] { $all } 个操作中的 { $shown } 个
    }
servers-protocol-messages =
    { $all ->
       *[other] { $all } 条消息
    }
servers-protocol-messages-of =
    { $all ->
       *[other] { $all } 条消息中的 { $shown } 条
    }
servers-protocol-dropped =
    { $count ->
       *[other] 更早的 { $count } 条消息已丢弃
    }
servers-protocol-connection = 连接 { $number } · { $version }
servers-protocol-version = 协议版本 { $version }
servers-protocol-version-unknown = 协议版本未知

servers-protocol-search = 搜索消息
servers-protocol-method = 方法
servers-protocol-method-all = 所有方法
servers-protocol-direction = 方向
servers-protocol-direction-all = 双向
servers-protocol-direction-sent = 已发送
servers-protocol-direction-received = 已接收
servers-protocol-errors = 仅错误
servers-protocol-grouped = 分组

servers-protocol-kind-request = 请求
servers-protocol-kind-result = 响应
servers-protocol-kind-error = 错误
servers-protocol-kind-notification = 通知
servers-protocol-kind-unreadable = 无法解读
servers-protocol-kind-tool_error = 工具错误
servers-protocol-kind-input_required = 请求输入
servers-protocol-kind-stray = 无对应的响应
servers-protocol-kind-probe = 版本检查
servers-protocol-kind-probe-answered = 检查已响应
servers-protocol-kind-probe-unsupported = 检查不受支持

servers-protocol-outcome-answered = 已响应
servers-protocol-outcome-late = 响应过迟
servers-protocol-outcome-cancelled = 已取消
servers-protocol-outcome-cancelled-late = 已取消，响应过迟
servers-protocol-outcome-listening = 正在监听
servers-protocol-outcome-pending = 尚无响应
servers-protocol-outcome-none = 无响应
servers-protocol-outcome-unsupported = 不支持
servers-protocol-outcome-asks = 请求输入
servers-protocol-outcome-stray = 无对应请求

servers-protocol-rounds =
    { $count ->
       *[other] { $count } 轮
    }
servers-protocol-nested =
    { $count ->
       *[other] { $count } 个嵌套请求
    }
servers-protocol-progress = 进度 ×{ $count }
servers-protocol-notifications =
    { $count ->
       *[other] { $count } 条通知
    }

servers-protocol-operation = 操作
servers-protocol-operation-list = 此操作的消息
servers-protocol-operation-close = 关闭操作
servers-protocol-again = 重新发送…
servers-protocol-after = 用时 { $time }
servers-protocol-at-sent = { $kind }，发送于 { $time }
servers-protocol-at-received = { $kind }，接收于 { $time }
servers-protocol-from-received = 来自服务器 · 机密已遮盖
servers-protocol-from-sent = 由 Portcullis 发往服务器 · 机密已遮盖
