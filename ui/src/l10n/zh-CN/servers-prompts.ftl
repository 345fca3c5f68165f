# 服务器的“提示词”标签页：提示词列表，以及其中一个提示词的参数和消息。

servers-prompts-choose = 选择一个提示词
servers-prompts-choose-help = 插入前可以预览消息。只有你可以使用提示词。
servers-prompts-list = { $server } 的提示词
servers-prompts-gone = 提示词不再可用
servers-prompts-gone-help = “{ $server }”不再列出此提示词。

servers-prompts-arguments-none = 此提示词没有参数。
servers-prompts-preview-again = 重新预览
servers-prompts-preview-help = 消息由服务器编写，是否插入由你决定。

servers-prompts-received = 收到于 { $time }
servers-prompts-outdated = 此后参数已更改
servers-prompts-count =
    { $count ->
       *[other] { $count } 条消息
    }
servers-prompts-about = 关于这些消息 · 来自服务器的文本
servers-prompts-none = “{ $server }”没有返回消息。
servers-prompts-message = 第 { $place } 条消息
servers-prompts-written = { $place }. 由“{ $server }”{ $role }编写
servers-prompts-more =
    { $count ->
       *[other] 另有 { $count } 条消息在“原始”中。
    }
