# 服务器的提问：要填写的表单、要打开的链接、要共享的文件夹。

gate-elicitation-decline = 谢绝
gate-elicitation-dismiss = 忽略
gate-elicitation-endings = 谢绝：“{ $server }”会得知你已谢绝。忽略：它只会得知未作出决定。稍后决定：请求最晚等待至 { $time }。
gate-elicitation-endings-roots = 谢绝：“{ $server }”会得知没有文件夹，直到你在其页面上更改。忽略：仅这一次告知没有文件夹，它可以再次询问。稍后决定：请求最晚等待至 { $time }。

gate-elicitation-message = 消息 · { $from }
gate-elicitation-message-name = 消息

gate-elicitation-suggested = 服务器建议
gate-elicitation-pattern = 服务器提供的模式，Portcullis 不检查：{ $pattern }
gate-elicitation-choose = 选择
gate-elicitation-leave-out = 不填<field>：{ $field }</field>
gate-elicitation-choose-none = 都不选<field>：{ $field }</field>

gate-elicitation-format-email = 电子邮件地址。
gate-elicitation-format-uri = 完整的 URL，含协议，如“https://”。
gate-elicitation-format-date = 日期，例如 2026-11-20。
gate-elicitation-format-date-time = 日期和时间，例如 2026-11-20T09:41:00Z。
gate-elicitation-format-length = { $format }{ $length }
gate-elicitation-length-exactly = { $count ->
   *[other] 必须为 { $count } 个字符。
    }
gate-elicitation-length-least = { $count ->
   *[other] 至少 { $count } 个字符。
    }
gate-elicitation-length-most = { $count ->
   *[other] 最多 { $count } 个字符。
    }
gate-elicitation-length-between = { $min } 到 { $max } 个字符。
gate-elicitation-choices-exactly = { $count ->
   *[other] 必须选 { $count } 项。
    }
gate-elicitation-choices-least = { $count ->
   *[other] 至少选 { $count } 项。
    }
gate-elicitation-choices-most = { $count ->
   *[other] 最多选 { $count } 项。
    }
gate-elicitation-choices-between = 选 { $min } 到 { $max } 项。
gate-elicitation-number-exactly = 数字 { $value }。
gate-elicitation-number-least = 数字，不小于 { $value }。
gate-elicitation-number-most = 数字，不大于 { $value }。
gate-elicitation-number-between = { $min } 到 { $max } 之间的数字。
gate-elicitation-whole = 整数。
gate-elicitation-whole-exactly = 整数 { $value }。
gate-elicitation-whole-least = 整数，不小于 { $value }。
gate-elicitation-whole-most = 整数，不大于 { $value }。
gate-elicitation-whole-between = { $min } 到 { $max } 之间的整数。

gate-elicitation-review = 以下内容将发送给“{ $server }”
gate-elicitation-review-fields = 要发送的回答
gate-elicitation-review-nothing = 服务器只请求你同意。
gate-elicitation-review-refused = 绝不发送：{ $reason }
gate-elicitation-review-left-out = 不填
gate-elicitation-review-choose-none = 都不选
gate-elicitation-review-yes = 是
gate-elicitation-review-no = 否
gate-elicitation-review-suggested = 与服务器建议一致
gate-elicitation-review-sent-as = 发送为 { $value }
