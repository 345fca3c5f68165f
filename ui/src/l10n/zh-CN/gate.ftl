# 请求批准的窗口。用户在决定之前阅读这些内容，不能遗漏任何信息。

gate-moment = 请稍候…
gate-next = 下一个（{ $count } 个等待中）
gate-place = 第 { $place } 个，共 { $of } 个
gate-ended-request = 原始请求
gate-details = 详细信息
gate-not-json = JSON 无效。名称和文本须加双引号，括号须成对。

gate-asked-person = 由你发起
gate-asked-server = 由服务器发起
gate-asked-main-page = 由主窗口发起
gate-asked-model = 由 { $model } 在“{ $title }”中发起
gate-asked-outside = 由服务器在调用之外发起
gate-asked-within = 在日志条目 { $entry } 的调用期间
gate-asked-while = “{ $tool }”运行期间
gate-asked-while-for = “{ $tool }”运行期间，发起者：{ $who }

gate-deny-all = 拒绝此服务器的全部请求
gate-dismiss-all = 忽略此服务器的全部请求
gate-allow = 允许…
gate-allow-menu = 允许更长时间
gate-allow-once-only = 此请求只能允许一次。
gate-allow-conversation = 在此对话中
gate-allow-session = 直到 Portcullis 退出
gate-allow-hour = 一小时内
gate-allow-always = 始终允许此工具
gate-allow-conversation-if = 此对话中符合条件的调用无需询问即可运行。其他调用仍会询问你。
gate-allow-session-if = 在 Portcullis 退出之前，由你发起且符合条件的调用无需询问即可运行。其他调用仍会询问你。
gate-allow-hour-if = 一小时内，符合条件的调用无需询问即可运行。其他调用仍会询问你。
gate-allow-always-if = 符合条件的调用无需询问即可运行，直到你撤销此权限或工具发生更改。
gate-allow-only-if = 仅当…
gate-allow-if-any = { $argument } 为任意值
gate-allow-if-is = { $argument } 为 { $value }
gate-allow-if-under = { $argument } 位于 { $value } 之下
gate-allow-if-site = { $argument } 位于站点 { $value }
gate-allow-if-links = { $condition }<note>（{ $links }）</note>
gate-allow-free = { $arguments } 可为任意值。含有任何其他参数的调用仍会询问你。
gate-allow-free-none = 含有任何其他参数的调用仍会询问你。
gate-trial = { $earlier ->
   *[other] 在此调用和 { $earlier } 次更早的调用中，有 { $covered } 次无需询问即可运行。
    }
gate-trial-none = 此工具没有更早的调用可供检查。
gate-trial-running = 正在检查更早的调用…
gate-trial-failed = 无法检查更早的调用。

gate-carried-secrets = 更改后的服务器将获得的机密
gate-carried-secrets-note = 请逐一确认，或取消后重新输入。
gate-carried-permissions = 先前的权限
gate-carried-permissions-note = 这些权限是你在更改之前授予的。除非你保留，否则将失效。

gate-claims = 服务器声明
gate-claims-unchecked = 未经核实
gate-described = 服务器提供的说明
gate-described-none = 此工具没有说明。
gate-described-arguments = 参数说明
gate-notes = 注意事项
gate-warnings = 警告
gate-value-warning = “{ $name }”：{ $warning }
# Of the value of an argument
gate-facts = “{ $name }”中的路径
gate-file-nothing = 新建：目前该处没有文件
gate-file-file = 目前已存在：{ $size }，更改于 { $time }。写入会更改或替换它。
gate-file-size = 目前已存在：{ $size }。写入会更改或替换它。
gate-file-folder = 目前该处是一个文件夹
gate-file-link = 目前该处是指向其他位置的链接
gate-file-other = 目前该处不是普通文件

gate-ended-withdrawn = 请求已于 { $time } 撤回。{ $effect }
gate-ended-withdrawn-server = “{ $server }”已于 { $time } 撤回请求。{ $effect }
gate-ended-stopped = 调用已于 { $time } 停止。{ $effect }
gate-ended-expired = 已于 { $time } 过期，未得到回答。{ $effect }
gate-ended-permitted = 你授予的一项权限已于 { $time } 允许此请求，因此未等你回答就已继续。
gate-ended-asked-again = 请求已于 { $time } 更改，因此 Portcullis 会再次询问。{ $effect }
gate-ended-server-stopped = “{ $server }”已于 { $time } 停止或断开连接。{ $effect }
gate-effect-tool = 工具未运行。
gate-effect-launch = 服务器未保存，也未启动。
gate-effect-changed = 工具仍处于阻止状态。
gate-effect-setting = 设置未更改。
gate-effect-sampling = 请求未发送给模型。
gate-effect-sampled_answer = 回复未发送给服务器。
gate-effect-form = 你的回答未发送。
gate-effect-link = 页面未打开。
gate-effect-page = 你无需在此执行任何操作。
gate-effect-roots = 未告知服务器任何文件夹。
gate-effect-sign_in = 登录未开始。
gate-expired-page = 只要调用仍在等待，Portcullis 就会再次询问。
gate-expired-dismissed = 服务器会得知未作出决定。
gate-expired-denied = 这视为拒绝。

gate-bound = 你的回答仅适用于此请求
gate-bound-asked = 请求时间
gate-bound-digest = 所显示内容的摘要值
gate-unanswered-page = 若未回答，将再次询问，最终取消
gate-unanswered-cancelled = 若未回答，将取消
gate-unanswered-dismissed = 若未回答，将忽略
gate-unanswered-blocked = 若未回答，将保持阻止
gate-unanswered-denied = 若未回答，将拒绝

gate-flow = 此调用中的数据流
gate-flow-you = 你，通过 { $what }，{ $time }
gate-flow-you-now = 你，通过此调用
gate-flow-server = “{ $server }”，通过 { $what }，{ $time }
gate-flow-server-now = “{ $server }”，通过此调用
gate-flow-unset = 数据流未设置

gate-hidden-remove = { $count ->
   *[other] 移除隐藏字符
    }

gate-apart = 无法显示等待中的请求
gate-apart-help = 未回答任何请求。

gate-before = 之前
gate-before-of = 之前的{ $field }
gate-none = 无
gate-whole = { $name } 的全文
gate-clamp-lines = { $count ->
   *[other] 还有 { $count } 行，共 { $size }
    }
gate-clamp-characters = { $count ->
   *[other] 还有 { $count } 个字符，共 { $size }
    }
gate-clamp-show = { $left } · 显示全部<name>：{ $name }</name>
gate-extent = { $lines } 行，{ $size }

gate-hold-open = 请先打开缩短的文本。
gate-hold-read = 请先滚动到文本末尾。
gate-hold-scroll = 请先滚动到“{ $name }”的末尾。
gate-hold-scroll-more = { $more ->
   *[other] 请先滚动到“{ $name }”和另外 { $more } 个值的末尾。
    }

gate-together-show-all = 一起显示全部 { $count } 个
gate-together-show = 一起显示 { $count } 个
gate-together-count = { $count } 个调用，一起回答
gate-together-covers = 这 { $count } 个使用所示参数的调用，各一次。
gate-together-apart = 逐个显示
gate-together-deny = 拒绝这 { $count } 个
gate-together-allow = 允许这 { $count } 个（各一次）
gate-together-rest = { $count ->
   *[other] 显示其他 { $count } 个
    }
gate-together-ended = 调用 { $place }：{ $sentence }
gate-together-undecided = { $count ->
   *[other] 其他 { $count } 个调用尚未决定。
    }
gate-together-call = 调用 { $place }，共 { $of } 个
gate-together-call-ended = 已结束
gate-together-why = 模型给出的理由：“{ $why }”
gate-together-no-why = 模型未给出理由。
gate-together-no-arguments = 此调用没有参数。
gate-together-arguments = 调用 { $place } 的参数

# 多种请求共用的文字。
gate-form = 表单
gate-changed-by-you = 你已更改
gate-required = 必填
