# 两个页面共用的元素。

elements-try-again = 重试
elements-copy = 复制
elements-copied = 已复制
elements-not-copied = 未能复制
elements-copy-url = 复制 URL
elements-copy-uri = 复制 URI
elements-copy-path = 复制路径
elements-and-more = 还有 { $count } 项。

elements-boundary-room = 无法显示此页面
elements-boundary-palette = 无法显示命令面板
elements-boundary-quit = 无法显示退出对话框
elements-boundary-request = 无法显示此请求
elements-boundary-help = Portcullis 发生内部错误。未作任何回答，也未发送任何内容。

elements-text = 来自“{ $server }”的文本
elements-text-unnamed = 来自服务器的文本
elements-from-server = 来自服务器的文本
elements-from-named = 来自“{ $server }”的文本
elements-said-server = 来自“{ $server }”的消息
elements-said-server-unnamed = 来自服务器的消息
elements-said-program = “{ $server }”的输出
elements-said-program-unnamed = 程序的输出
elements-said-provider = 来自“{ $provider }”的消息
elements-said-provider-unnamed = 来自模型提供商的消息
elements-said-authorization-server = 来自授权服务器的消息
elements-said-registry = 来自注册表的消息
elements-said-client-document = 来自客户端 ID 元数据文档的文本
elements-said-network = 来自网络的消息
elements-said-library = 来自请求库的详细信息
elements-from-title = 标题 · 来自“{ $server }”
elements-from-name = 名称 · 来自“{ $server }”
elements-from-unnamed-title = 标题 · 来自服务器
elements-from-unnamed-name = 名称 · 来自服务器
elements-from-title-short = 标题
elements-from-name-short = 名称
elements-from-beside = · 来自“{ $server }”
elements-remark-quote = { $sentence }：“{ $quote }”（来自服务器的文本）

elements-hidden = { $count ->
   *[other] { $count } 个隐藏字符
    }
elements-lookalikes = { $count ->
   *[other] { $count } 个形近字母
    }
elements-letter-fullwidth = 全角字母 { $letter }（{ $code }）
elements-letter-mathematical = 数学字母 { $letter }（{ $code }）
elements-letter-cyrillic = 西里尔字母 { $letter }（{ $code }）
elements-letter-greek = 希腊字母 { $letter }（{ $code }）
elements-letter-armenian = 亚美尼亚字母 { $letter }（{ $code }）
elements-letter-cherokee = 切罗基字母 { $letter }（{ $code }）
elements-letter-latin = 拉丁字母 { $letter }（{ $code }）
elements-letter-other = 其他字母 { $letter }（{ $code }）

elements-allowed-conditions = 符合的条件
elements-allowed-condition = { $condition }：值为 { $value }
elements-allowed-condition-unknown = { $condition }：<note>未记录该值</note>
elements-allowed-given = 由 { $who } 于 { $time } 授予
elements-allowed-entry = 日志条目 { $entry }
elements-allowed-revoked = 已于 { $time } 撤销

elements-pasted-too-long = 未粘贴。此字段最多可输入 { $limit } 个字符。
elements-inexact = 数字 { $number } 的位数过多，无法精确发送。

elements-progress = 进度
elements-progress-of = { $value } / { $total }
elements-progress-said = { $progress } · 服务器消息：{ $message }

elements-confirm-keep = 保持不变

elements-countdown-page = 若未回答，将再次询问（剩余 { $time }）
elements-countdown-cancelled = 若未回答，将取消（剩余 { $time }）
elements-countdown-dismissed = 若未回答，将忽略（剩余 { $time }）
elements-countdown-blocked = 若未回答，将保持阻止（剩余 { $time }）
elements-countdown-denied = 若未回答，将拒绝（剩余 { $time }）

elements-decision-later = 稍后决定
elements-decision-below = 下方还有内容
elements-decision-covers = 批准范围：{ $what }
elements-decision-no-answer = 无法允许此请求。

elements-diff-added = 添加：
elements-diff-removed = 删除：

elements-tree-expand-all = 全部展开
elements-tree-collapse-all = 全部折叠
elements-tree-expand = 展开
elements-tree-collapse = 折叠
elements-tree-level = 第 { $level } 层
elements-tree-items = { $count ->
   *[other] { $count } 项
    }
elements-tree-keys = { $count ->
   *[other] { $count } 个键
    }
elements-tree-more = { $count ->
   *[other] 还有 { $count } 个字符
    }

elements-long-less = 收起
elements-long-all = 显示全部

elements-image = 未加载位于 { $url } 的图片
elements-image-named = 未加载位于 { $url } 的图片“{ $name }”
elements-table = 表格
elements-no-url = 无 URL

elements-media-show-image = 显示图片，{ $size }
elements-media-show-audio = 显示音频，{ $size }
elements-media-broken-image = 此处无法显示该图片（{ $type }）。
elements-media-broken-audio = 此处无法播放该音频（{ $type }）。
elements-media-save = 请保存后用其他应用打开。
elements-media-name-image = 结果的第 { $place } 块
elements-media-name-audio = 来自服务器的音频 { $place }

elements-payload-done = { $count ->
   *[other] { $size }，{ $count } 行
    }
elements-payload-first = 已加载 { $read }，共 { $size }。滚动以加载更多。
elements-payload-loading = 正在加载 { $read }，共 { $size }…
elements-block-image = 来自服务器的图片
elements-block-audio = 来自服务器的音频
elements-block-link = 来自服务器的链接，未打开
elements-block-resource = 来自服务器的资源
elements-block-binary = 二进制内容，不予显示。
elements-block-unshown = 来自服务器的内容块，未显示
elements-block-format = 文本格式
elements-block-plain = 纯文本
elements-block-markdown = Markdown
elements-block-whole = 全文
elements-block-beginning = 仅显示开头部分。
elements-block-show-whole = 显示全部，{ $size }

elements-kept-out = “{ $server }”的隔离阻止了对以下内容的访问：
elements-kept-out-allow = 要允许访问，请打开{ $page }。
elements-kept-out-page = 该服务器的页面
elements-against-claims = 在此次调用期间，“{ $server }”的行为与其对该工具的声明不符：
# 服务器的隔离所见内容的列表。$what：主机及其端口，或路径。
elements-seen-contacted = 连接了 { $what }
elements-seen-stopped = 试图访问 { $what }，被隔离阻止
elements-seen-wrote = 更改了 { $what }（也可能是其他程序所为）
elements-seen-wrote-at = 更改了 { $what }（也可能是其他程序所为，{ $day }）
elements-seen-contacted-at = 连接了 { $what }（{ $day }）
elements-seen-stopped-at = 试图访问 { $what }，被隔离阻止（{ $day }）
elements-result = 结果
elements-result-tool-error = 工具报告了错误，但没有附带消息。
elements-result-matches = 符合其输出 schema
elements-result-mismatch = 不符合其输出 schema
elements-result-structured = 结构化内容
elements-result-structured-from = 来自服务器的结构化内容
elements-result-empty = 结果没有内容。
elements-result-for-you = 供你查看，不提供给模型
elements-result-more = { $count ->
   *[other] 另有 { $count } 个内容块，请查看“原始”。
    }
elements-result-issues = 结果不符合工具的输出 schema：
elements-result-views = 结果视图
elements-result-content = 内容
elements-result-content-count = 内容 { $count }
elements-result-tab-structured = 结构化
elements-result-raw = 原始
elements-result-response = 完整响应
elements-result-response-from = 来自服务器的完整响应（JSON）

elements-save-as = 另存为…
elements-saved-to = 已保存到 { $path }

elements-scope-wide = 名称表明可能拥有全部权限

elements-sign-in = 登录…
elements-sign-in-review = 审核…
elements-changes = 更改
