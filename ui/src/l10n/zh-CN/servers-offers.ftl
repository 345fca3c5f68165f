# 服务器的“工具”“提示词”和“资源”标签页共用的部分。

servers-offers-not-ready = “{ $server }”尚未就绪。

servers-offers-hidden =
    { $count ->
       *[other] { $count } 个隐藏字符：{ $text }
    }
servers-offers-no-suggestions = 没有建议：{ $problem }
servers-offers-suggested = 由“{ $server }”建议
servers-offers-suggested-of = 由“{ $server }”建议（{ $shown } / { $total }）
servers-offers-suggested-more = 由“{ $server }”建议（还有更多）

servers-offers-insert-into = 插入到
servers-offers-new-conversation = 新对话
servers-offers-insert = 插入
servers-offers-insert-help = 它会始终标记为来自“{ $server }”的文本。
