# “聊天”页面。

chat-conversations = 对话
chat-new = 新建
chat-new-name = 新建对话
chat-empty = 还没有对话
chat-empty-help = 与模型聊天，模型可以使用你的服务器。对于你未允许的工具调用，Portcullis 每次都会先询问你。
chat-deleted = 对话已删除
chat-deleted-help = 其中的工具调用仍列在“活动”中。

chat-search = 搜索对话
chat-list-busy = 正在回复
chat-list-unread = 有新回复
chat-list-more = “{ $title }”的更多操作
chat-list-pin = 置顶
chat-list-unpin = 取消置顶
chat-list-archive = 归档
chat-list-restore = 取消归档
chat-list-compact = 总结…
chat-list-move = 移动到
chat-list-no-folder = 不放入文件夹
chat-list-new-folder = 新建文件夹…
chat-list-delete = 删除…
chat-list-pinned = 已置顶
chat-list-recent = 最近
chat-list-archived = 已归档（{ $count }）
chat-folder = 文件夹名称
chat-folder-create = 创建
chat-folder-rename-menu = 重命名…
chat-folder-remove = 移除文件夹
chat-folder-more = 文件夹“{ $name }”的更多操作
chat-folder-empty = 没有对话
chat-folder-count =
    { $count ->
       *[other] { $count } 个对话
    }
chat-list-all-archived = 所有对话都已归档。在其中发送消息即可取消归档。
chat-found-archived = 已归档
chat-rename-title = 标题
chat-delete-label = 删除对话？
chat-delete-question = 删除“{ $title }”？此对话的权限也会一并删除。其中的工具调用仍保留在“活动”中。
chat-delete = 删除

chat-export-label = 导出对话
chat-export-question = 导出“{ $title }”？Markdown 包含当前显示的消息，图片位于文件旁边的文件夹中；JSON 包含所有分支，不含图片。Portcullis 已知的机密会略去，其他文本全部包含在内。
chat-export-saved = 已保存到 <code>{ $path }</code>。
chat-export-pictures = 其中的 { $count } 张图片位于旁边的文件夹 <code>{ $folder }</code> 中。
chat-export-done = 完成
chat-export-json = JSON…
chat-export-markdown = Markdown…

chat-import = 导入对话
chat-import-open = 导入…
chat-import-choose = 选择文件…
chat-import-other = 选择其他文件…
chat-import-help = 选择包含对话的文件，或把它拖到此窗口，然后选择要导入的对话。
chat-import-format-chatgpt = ChatGPT：数据导出中的 <code>conversations.json</code>
chat-import-format-claude = Claude：数据导出中的 <code>conversations.json</code>
chat-import-format-goose = Goose：<code>.jsonl</code> 或 <code>.json</code> 格式的会话
chat-import-format-portcullis = Portcullis：Markdown 或 JSON 格式的导出文件
chat-import-format-markdown = 带有 <code>## You</code> 和 <code>## Assistant</code> 等标题的 Markdown
chat-import-found = { $file } 中有 { $count } 个对话
chat-import-from-chat_gpt = ChatGPT
chat-import-from-claude = Claude
chat-import-from-goose = Goose
chat-import-from-portcullis = Portcullis
chat-import-from-markdown = Markdown
chat-import-note = 只导入你和模型的消息。这些消息会标记为不可信内容，导入的对话中也不会启用任何服务器。
chat-import-unreadable = 有 { $count } 个对话无法读取。
chat-import-empty = 有 { $count } 个对话没有消息。
chat-import-beyond = 另有 { $count } 个对话超出限制，未列出。
chat-import-filter = 按标题筛选
chat-import-filter-none = 没有标题包含这些文字。
chat-import-list = 文件中的对话
chat-import-untitled = 无标题
chat-import-known = 之前已导入
chat-import-messages = { $count } 条消息
chat-import-omits = 不导入：{ $what }
chat-import-omits-calls = { $count } 次工具调用
chat-import-omits-files = { $count } 个文件
chat-import-omits-instructions = { $count } 条指令
chat-import-omits-reasoning = { $count } 段推理过程
chat-import-omits-summaries = { $count } 个总结
chat-import-omits-branches = 其他分支的 { $count } 条消息
chat-import-omits-earlier = 最早的 { $count } 条消息
chat-import-omits-cut = { $count } 条长消息的末尾
chat-import-omits-unknown = { $count } 个未知类型的条目
chat-import-more = 再显示 { $count } 个
chat-import-all = 全选
chat-import-none = 全不选
chat-import-now =
    { $count ->
        [0] 导入
       *[other] 导入 { $count } 个对话
    }
chat-import-most = 一次最多选择 { $count } 个对话。
chat-imported-chat_gpt = { $date }从 ChatGPT 导入。导入的消息是不可信内容。
chat-imported-claude = { $date }从 Claude 导入。导入的消息是不可信内容。
chat-imported-goose = { $date }从 Goose 导入。导入的消息是不可信内容。
chat-imported-portcullis = { $date }从 Portcullis 导出文件导入。导入的消息是不可信内容。
chat-imported-markdown = { $date }从 Markdown 导入。导入的消息是不可信内容。

chat-found = 搜索结果
chat-found-none = 没有结果。每个词都必须匹配，最后一个词可以不完整。
chat-found-indexing = 更新后正在为对话建立索引，部分较早的消息可能尚未找到。
chat-found-server = 来自“{ $server }”的文本

chat-speaker-person = 你
chat-speaker-model = 模型
chat-speaker-host = Portcullis

chat-earlier = 显示更早的消息
chat-later = 显示更晚的消息
chat-newest = 跳到最新消息
chat-writing = 仍在输出
chat-reasoning = 推理过程
chat-reasoning-running = 正在推理…

chat-suggestions = 建议
chat-suggestions-title = 向 { $model } 提问
chat-suggestions-servers = 模型可以使用此处启用的服务器。对于你未允许的工具调用，Portcullis 每次都会先询问你。
chat-suggestions-no-servers = 此处尚未启用任何服务器，因此模型没有可用的工具。
chat-suggestions-go = 前往“服务器”

chat-servers =
    { $count ->
       *[other] { $count } 个服务器
    }
chat-tools =
    { $count ->
       *[other] { $count } 个工具
    }
chat-tokens = ≈ { $tokens } token
chat-servers-title = 此对话的服务器
chat-servers-none = 还没有服务器。
chat-servers-not-ready = 未就绪
chat-review-results = 在模型读取之前审核结果
chat-review-results-help = 每个结果都可以发送、编辑或不发送。

chat-budget = 工具占用的上下文
chat-budget-tokens = 每次请求 <strong>≈ { $tokens } token</strong>。
chat-budget-part = 每次请求 <strong>≈ { $tokens } token</strong>，占 { $model } 上下文的 { $part }。
chat-budget-tiny = 不到 0.1%
chat-budget-searching = 全部工具约占 { $tokens } token，因此由模型搜索工具。找到的工具会保留在此对话中。
chat-budget-limit = 超过约 { $tokens } token 时，模型改为搜索工具，不再接收全部工具。
chat-budget-estimates = 以上均为估算值，各模型提供商的 token 计算方式略有不同。
chat-budget-given =
    { $count ->
       *[other] { $given } / { $count } 个工具
    }
chat-budget-not-sent = { $tool }（未发送）
chat-budget-more =
    { $count ->
       *[other] 以及另外 { $count } 个工具
    }

chat-context = 已用上下文 { $share }
chat-context-tokens = { $tokens } token
chat-context-counted = 上下文已用 { $tokens }，共 { $context } token，由模型提供商在上次回复时统计。
chat-context-estimate = 上下文约已用 { $tokens }，共 { $context } token。这是估算值。
chat-context-counted-open = 已用 { $tokens } token，由模型提供商在上次回复时统计。此模型的上下文大小未知。
chat-context-estimate-open = 约已用 { $tokens } token。这是估算值。此模型的上下文大小未知。

chat-compact-title = 总结早先的消息
chat-compact-help = 模型将收到总结，而不是早先的消息。你仍可在这里阅读和搜索它们。
chat-compact-nothing = 没有可总结的早先消息。
chat-compact-plan =
    { $count ->
       *[other] 由 { $model } 总结 { $count } 条消息。
    }{ $requests ->
        [1] 将发送约 { $tokens } token。
       *[other] 将分 { $requests } 次请求发送约 { $tokens } token。
    }
chat-compact-kept =
    { $count ->
        [0] 不原样保留任何消息。
       *[other] 最后 { $count } 条消息原样保留。
    }
chat-compact-too-much = 总结需要 { $count } 次请求，超出上限 { $most } 次。请选择上下文更大的模型。
chat-compact-now = 总结
chat-compact-going = 正在总结早先的消息…
chat-compact-automatic = 自动总结
chat-compact-automatic-help = 上下文用到此比例时，在下一次回复之前总结。每次总结都会向模型发送请求。
chat-compact-automatic-unknown = 不可用：此模型的上下文大小未知。
chat-compact-off = 关闭
chat-compact-share = 上下文用到 { $share } 时
chat-compact-note = 此对话读取过的一切仍会计入数据流警告。
chat-compaction = 早先消息的总结
chat-compaction-line =
    { $count ->
       *[other] 在此总结 · { $count } 条消息 · { $model } · { $when }
    }
chat-compaction-line-automatic =
    { $count ->
       *[other] 在此自动总结 · { $count } 条消息 · { $model } · { $when }
    }
chat-compaction-summary = 总结
chat-compaction-note = 由模型撰写。其中可能含有服务器和文件的文本，这一点也会告知模型。
chat-compaction-undo = 撤销

chat-costs-conversation = 此对话：约 { $cost }
chat-costs-conversation-unknown = 此对话：未知
chat-costs-month = 本月（UTC）全部请求：约 { $cost }
chat-costs-month-limit = 本月（UTC）全部请求：约 { $cost }，上限 { $limit }
chat-costs-month-unknown = 本月（UTC）全部请求：未知
chat-costs-month-unknown-limit = 本月（UTC）全部请求：未知，上限 { $limit }
chat-costs-unpriced = 本月有 { $count } 个请求的价格未知，未计入。
chat-costs-change = 支出上限

chat-model = 此对话的模型
chat-model-name = 模型：{ $model }
chat-model-gone = { $model }（不可用）
chat-model-gone-name = 模型：{ $model }（不可用）
chat-model-no-tools = 不支持工具
chat-model-busy = 请先停止模型，再选择其他模型。
chat-model-left-out =
    { $count ->
       *[other] { $count } 个工具未提供
    }
chat-model-left-out-tool = “{ $server }”的 { $tool }：{ $reason }
chat-model-add = 添加模型…
chat-model-settings = 管理模型

chat-message = 消息
chat-attach = 附加文件
chat-reading = 正在读取“{ $server }”的 { $resource }…
chat-placeholder = 输入你的问题
chat-placeholder-offers = 输入你的问题。键入 / 选择提示词，@ 选择资源
chat-placeholder-busy = 模型正在回复
chat-pending = 随下一条消息发送
# 文件被拖到消息输入框上方。
chat-drop = 松开即可附加
chat-drop-busy = 请先停止模型，再附加文件。
chat-paste-too-many = 一次最多可粘贴 { $limit } 个文件。
chat-paste-too-large = 有粘贴的文件超过 { $size }。
chat-paste-too-large-together = 粘贴的文件总共超过 { $size }。
chat-paste-unreadable = 无法读取粘贴的文件。

chat-offers-prompt = 此对话中服务器的提示词
chat-offers-resource = 此对话中服务器的资源
chat-offers-count-prompt =
    { $count ->
       *[other] { $count } 个提示词。用方向键选择。
    }
chat-offers-count-resource =
    { $count ->
       *[other] { $count } 个资源。用方向键选择。
    }
chat-offers-more = 继续输入以缩小范围。
chat-offers-loading = 正在加载“{ $server }”的列表…
chat-offers-failed = 无法加载“{ $server }”的列表。{ $problem }

chat-edit-label = 编辑消息
chat-edit-note = 原消息会保留为一个分支。工具调用不会撤销。
chat-copy-model = 复制回复
chat-regenerate = 重新生成
chat-regenerate-same = 使用 { $model }
chat-regenerate-other = 改用其他模型（仅一次）
chat-versions = 版本
chat-version-previous = 上一个版本
chat-version-next = 下一个版本
chat-version-place = { $place } / { $count }
chat-version-busy = 请先停止模型，再切换版本。
# 一个按钮：在回复旁显示另一个版本；以及该版本。
chat-compare = 对比
chat-compare-other = 对比版本
chat-compare-previous = 与上一个版本对比
chat-compare-next = 与下一个版本对比

# 对话开始前告诉模型的内容：自行编写，或取自预设。
chat-instructions = 指令
chat-instructions-open = 指令…
chat-instructions-help = 随每次请求发送给模型，位于对话内容之前。
chat-instructions-preset = 预设
chat-instructions-preset-none = 无
# 预设列表中的一项：文本不属于任何预设。
chat-instructions-preset-own = 自定义
chat-instructions-back = 恢复自定义文本
chat-instructions-save-as = 另存为预设…
chat-instructions-name = 预设名称
chat-instructions-keep = 保存预设
chat-instructions-replace = 替换预设
# 在预设名称下方：已有同名预设。
chat-instructions-name-taken = 将替换预设“{ $name }”。
chat-instructions-remove = 移除预设
chat-instructions-remove-question = 移除预设“{ $name }”？对话会保留其指令。
chat-instructions-set = 保存指令

# 一条消息的用量：以圆点分隔的简短信息。
chat-took-input =
    { $count ->
       *[other] 输入 { $count } token
    }
chat-took-output =
    { $count ->
       *[other] 输出 { $count } token
    }
chat-took-price = 约 { $price }

chat-file-text = 文本
chat-file-image = 图片
chat-file-pdf = PDF
chat-file-player = 音频，{ $name }
chat-image-larger = 放大 { $name }
chat-image-smaller = 缩小 { $name }
chat-image-broken = 无法预览
chat-made-image = 模型生成的图片，{ $name }
chat-made-audio = 模型生成的音频，{ $name }

chat-quoted = 来自“{ $server }”的{ $kind }
chat-quoted-role = 来自“{ $server }”的{ $kind }，{ $role }
chat-quoted-left-out = 未附加：{ $reason }

chat-call-review = 结果待你审核
chat-call-edited = 你在调用前编辑了 { $names }。已告知模型。
chat-call-media-more = 结果中还有 { $count } 个。
chat-call-media-show = 再显示 { $count } 个
chat-call-media-gone = 此结果中的 { $count } 个图片或音频文件已不可用。
# 文件过大，或超出模型从一个结果中可接收的数量。
chat-call-media-not-given = 此结果中有 { $count } 个图片或音频文件超出限制，模型未收到。
chat-stopped = 已停止
# 位于用户的最后一条消息下方，其后没有回复。
chat-not-sent = 此消息未发送，或 Portcullis 在模型回复前已退出。
chat-send-again = 重新发送
chat-call-why = 允许的原因
chat-call-why-loading = 正在从审计日志加载…
# 指向已更改的工具的链接：其页面显示更改内容，可在那里审核。
chat-call-tool = 查看工具
# 被拒绝的调用的卡片：没有此工具，其参数无法发送，或回复中的调用过多。简短的状态。
chat-rejected = 未运行
chat-rejected-note = 此调用未运行。已将原因告知模型。
chat-rejected-show = 显示参数
chat-rejected-hide = 隐藏参数
chat-rejected-arguments = 来自模型的参数
chat-tool-search = 工具搜索
chat-tool-search-query = 模型搜索了工具：{ $query }
chat-tool-search-found =
    { $count ->
       *[other] 找到 { $count } 个工具
    }

chat-review = 审核结果
chat-review-waits = 模型正在等待你的决定。
chat-review-result = 将发送给模型的结果 · { $from }
chat-review-text = 发送给模型的文本
chat-review-text-help = 你编辑过的内容会告知模型。
chat-review-reason = 原因（会发送给模型）
chat-review-send = 发送给模型
chat-review-edit = 先编辑…
chat-review-withhold = 不发送…
chat-review-send-edited = 发送编辑后的结果
chat-review-withhold-now = 不发送结果
chat-review-blank = 工具未返回文本。
chat-review-given = 你审核了结果，并原样发送给模型。
chat-review-changed = 你在模型收到结果之前编辑了它。
chat-review-withheld = 你没有发送结果。已将原因告知模型。
chat-review-ended = 对话在你决定之前中断。模型未收到结果。
chat-review-sent = 发送给模型的文本
chat-review-edited-from = 由你编辑 · { $from }
chat-review-your-reason = 你的原因：{ $reason }

chat-risk = 此聊天的数据风险
chat-risk-line = 此聊天的数据风险：{ $facts }
chat-risk-known-private = 来自{ $names }的私密数据
chat-risk-known-strangers = 来自{ $names }的不可信内容
chat-risk-known-sends = { $names }可对外通信
chat-risk-unknown = { $names }的情况未知
chat-risk-partly = { $names }的情况部分未知
chat-risk-attached = 你的附件可能含有不可信内容
chat-risk-you = 你
chat-risk-private = 已读取的私密数据
chat-risk-strangers = 已读取的不可信内容
chat-risk-sends = 可向外发送数据的工具
chat-risk-nothing = 无。
chat-risk-source-you = 你 · { $what }
chat-risk-source = “{ $server }” · { $what }
chat-risk-unsure = 未设置，按“是”处理
chat-risk-note = 同时涉及三者的调用始终需要你批准。新对话开始时三者皆无。
