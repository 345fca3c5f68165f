
## 链接：不打开的原因

link-invalid = 它不是有效的 URL。
link-no-host = 它没有主机。
link-user = 主机之前有用户名或密码，可能使它看起来像另一个主机。
link-plain = 它未加密，且会离开本机。
link-scheme = 它须以 https:// 或 http:// 开头
link-disguised = 其主机是伪装的 IP 地址。
link-long = 它过长。
link-characters = 它含有空格、反斜杠或隐藏字符。
link-control = 它含有编码的控制字符。
link-https = Portcullis 仅打开 https:// URL。
link-hidden = 其主机的写法会掩盖真实主机。

## 链接：不寻常之处

link-warning-plain = 未加密。它不会离开本机。
link-warning-number = 主机是 IP 地址，无法看出归属。
link-warning-port = 它指向端口 { $port }，网页通常不使用此端口。
link-warning-long = 它非常长。请以加粗显示的主机为准。
link-warning-inside = 它指向本机或其本地网络，远程的一方不应打开那里的任何内容。
link-warning-punycode = 主机含有 a 到 z 以外的字母，其中有些与其他字母形近。请对照两种写法阅读。
link-warning-look-alike = 主机使用了形近字母。它不是 { $imitated }，其真实名称为 { $host }。
link-warning-mixed = 主机中有一个词混用了不同文字的字母，仿冒者常这样做。
link-warning-dot = 主机以点结尾，这不常见。
link-warning-pretends = 主机的开头像某个网站，但它属于另一个网站。只有结尾才表明归属。
link-warning-parts = 主机由许多部分组成。只有结尾才表明归属。

## 关于工具的提示

note-long = 其说明很长：{ $count } 个字符。
note-blank = 它含有大段空白，其后可能隐藏文本。
note-reads-destroys = 它声明自己只读又具有破坏性：其中之一不正确。
note-stays-reaches = 它声明只使用自身数据，却接受 URL：它可能访问其他数据。
note-invisible = 其参数含有隐藏字符，因此不会提供给模型。
note-cut = 其说明有 { $count } 字节。模型会收到前 { $given } 字节，并获知其余部分已截断。

## 参数的类型


## 结果的内容

content-not-list = 内容不是列表。
content-none = 结果没有内容。
content-malformed = 此部分格式错误。
content-unknown = Portcullis 不支持类型为“{ $kind }”的内容。
content-no-type = 此部分没有类型。
content-no-text = 缺少文本。
content-no-mime = 它没有 MIME 类型。
content-no-data = 缺少数据。
content-link = 此链接没有 URI。
content-resource = 缺少资源。
content-resource-malformed = 此资源格式错误。
content-resource-uri = 此资源没有 URI。
content-resource-empty = 此资源没有内容。
content-too-large = 它过大：上限为 { $size } MiB。
content-base64 = 其数据不是有效的 Base64。
content-unchecked = 无法检查。{ $reason }
content-structured-missing = 工具声明了结构化内容，但结果中没有。
content-structured-invalid = 无法读取：嵌套过深或不是有效的文本。
count-more = 另外 { $count } 个
count-structured = 结构化内容
count-nothing = 无
contents-no-list = 响应中没有内容列表。
contents-malformed = 此内容格式错误。
contents-neither = 此内容既不是文本也不是二进制数据。
messages-no-list = 响应中没有消息列表。
messages-malformed = 此消息格式错误。
messages-no-role = 此消息没有有效的角色。
messages-empty = 此消息为空。
media-svg = SVG 图片可能含有程序，因此不显示。
media-image-type = 不显示此类图片。
media-audio-type = 不播放此类音频。
media-mismatch = 它声称是 { $kind }，但数据并不是。
bitmap-unreadable = 无法读取此图片：{ $reason }。
bitmap-unshown = 无法显示此图片：{ $reason }。

## 列表

list-part-unreadable = 列表的一部分无法读取。
list-number = 列表中的第 { $number } 项
list-twice-tool = 之前的工具有相同的名称。
media-type = 不显示此类内容。
tool-unreadable = 无法读取其定义：嵌套过深或不是有效的文本。

## 不符合 schema 的参数

schema-outside = schema 引用了另一个文档，Portcullis 未获取该文档。
schema-pattern = schema 含有无法使用的模式。
schema-invalid = schema 无效：{ $reason }
schema-invalid-at = schema 在 { $place } 处无效：{ $reason }
value-missing = 缺少“{ $name }”。
value-one-of = 须为以下之一：{ $values }。
value-must-be = 须为{ $value }。
value-pattern = 不符合模式 { $pattern }
value-unique = 有两个条目相同。
value-none = 此处不允许任何内容。
value-no-form = 不符合任何允许的类型。
value-two-forms = 符合多种形式，但只能符合一种。
value-unknown-entries = 含有未知的条目。
value-contains = 没有条目符合要求的形式。
value-format = 不符合格式 { $format }。
value-name = 其中有不允许的名称。{ $reason }
value-not = 不允许此形式。
value-encoding = 编码不符合要求。
value-pattern-unchecked = 有模式无法检查。
value-unchecked = 无法检查。
type-list = 列表
type-boolean = true 或 false
type-integer = 整数
type-null = 空（null）
type-number = 数字
type-object = 对象

## 表单的字段

form-object = 表单须为由字段组成的对象。
form-unknown-field = 这不是表单的字段。
form-secret = 不会发送：它要求填写机密。
form-needed = 此项必填。
form-not-text = 这不是文本。
form-bytes = 超过 { $count } 字节。
form-not-boolean = 须为是或否。
form-not-choice = 这不是可选项之一。
form-not-choices = 这不是可选项列表。
form-twice = 同一项选择了两次。
form-not-number = 这不是数字。
form-not-integer = 这不是整数。
form-inexact = 此数字过大，无法精确发送。
form-email = 这不是电子邮件地址。
form-uri = 这不是完整的 URL。正确示例：https://example.com。
form-date = 这不是日期。正确示例：2026-07-28。
form-date-time = 这不是带时间的日期。正确示例：2026-07-28T12:00:00Z。

## 关于工具的提示（续）

note-phrase-steers = 它要求模型在使用其他工具之前或代替其他工具执行某些操作
note-phrase-secret = 它要求模型对你隐瞒某些内容
note-phrase-consent = 此文本告诉模型你已经同意，或不必询问你
note-phrase-others = 此文本要求模型另外读取或发送其他内容
note-phrase-instructions = 它提到了模型自身的指令
note-phrase-files = 它提到了通常存有机密的文件
note-phrase-comment = 它含有 Markdown 不显示的注释
note-phrase-host = 它提到了 Portcullis，但这并非 Portcullis 所写
note-hidden = 其中有 { $count } 个字符不可见，以转义形式显示
note-mentions-server = 它提到了其他服务器：{ $names }。
note-mentions-servers = 它提到了其他服务器：{ $names } 和另外 { $count } 个。
note-mentions-tool = 它提到了其他服务器的工具：{ $names }。
note-mentions-tools = 它提到了其他服务器的工具：{ $names } 和另外 { $count } 个。

## 参数的类型

kind-any = 任意
kind-text = 文本
kind-integer = 整数
kind-number = 数字
kind-boolean = 是或否
kind-list = 列表
kind-object = 对象
kind-nothing = 空
kind-several = 多种类型

## 结果中的内容，用于列举

count-texts = { $count } 段文本
count-images = { $count } 张图片
count-audio = { $count } 段音频
count-links = { $count } 个链接
count-resources = { $count } 个资源
count-unshown = { $count } 个不显示的部分

## 不符合 schema 的参数（续）

type-text = 文本
value-unknown = { $count ->
   *[other] 未知的名称：{ $names }。
}
value-one-of-types = 须为以下类型之一：{ $types }。
value-min = 须大于或等于 { $limit }。
value-max = 须小于或等于 { $limit }。
value-above = 须大于 { $limit }。
value-below = 须小于 { $limit }。
value-min-length = 至少须有 { $count } 个字符。
value-max-length = 最多可有 { $count } 个字符。
value-min-items = 至少须有 { $count } 个条目。
value-max-items = 最多可有 { $count } 个条目。
value-min-fields = 至少须有 { $count } 个字段。
value-max-fields = 最多可有 { $count } 个字段。
value-multiple = 须为 { $number } 的倍数。

## 表单的字段：限制

form-min = 至少为 { $limit }。
form-max = 最多为 { $limit }。
form-min-length = 至少 { $count } 个字符。
form-max-length = 最多 { $count } 个字符。
form-min-choices = 至少选择 { $count } 项。
form-max-choices = 最多选择 { $count } 项。

## 无法使用或检查的 schema

schema-deep = schema 嵌套过深。
schema-no-thread = 无法准备 schema：系统未能启动线程。
check-deep = 嵌套过深，无法检查。
check-many = 不符合之处过多，无法列出。
check-slow = 检查超过了允许的时间，因此未完成。
check-no-thread = 无法检查：系统未能启动线程。
schema-slow = 准备 schema 耗时过长。
schema-dialect-invalid = schema 指定的方言不是 URL。
schema-dialect = schema 使用了不支持的方言：{ $name }
schema-parts = schema 的部分过多。
schema-inner = schema 含有引用，并含有另一个具有自身 $id 的 schema。
schema-missing-outside = schema 引用了另一个文档：{ $reference }。Portcullis 未获取该文档。
schema-missing-part = schema 引用了不存在的部分：{ $reference }
schema-chain = schema 的链式引用过多。
schema-loop = schema 无限引用自身。

## URI 模板

template-operator = 其模板使用了保留的运算符“{ $operator }”。
template-closed = 其模板中有多余的右花括号。
template-open = 其模板中有未关闭的左花括号。
template-length = 其模板中有变量的长度无效。
template-name = 其模板中有变量没有可用的名称。
template-value-long = 有一个值为 { $bytes } 字节，最多可发送 { $limit } 字节。
template-uri-long = URI 为 { $bytes } 字节，最多可发送 { $limit } 字节。

## 被略去的工具

tool-not-object = 它不是对象。
tool-result-schema = 其输出 schema 无效。
tool-no-name = 它没有名称。
tool-name-text = 其名称不是文本。
tool-description-text = 其说明不是文本。
tool-schema = 其输入 schema 无效。
tool-schema-object = 其输入 schema 描述的不是对象。
prompt-arguments-list = 其参数不是列表。
prompt-argument = 其中一个参数无法使用。{ $reason }
prompt-argument-twice = 其中两个参数同名。

## 被略去的工具（续）

tool-no-schema = 它没有输入 schema。
tool-deep = 其定义嵌套过深。
tool-all-arguments = 所有参数

## 无法显示的表单。原因用于“form-field-invalid”的句末

form-schema-object = 表单不是对象。
form-not-fields = 表单不是由字段组成的对象。
form-uses = 表单使用了不支持的关键字 { $keyword }。
form-more-fields = 表单要求填写未列出的字段。
form-no-fields = 表单没有字段列表。
form-many-fields = 表单有 { $count } 个字段，上限为 { $most } 个。
form-field-invalid = 字段{ $field }无效：{ $reason }。
form-field-secret = 字段{ $field }要求填写机密且为必填，因此无法发送此表单。
form-all-secret = 此表单只索取机密，因此无法发送。
form-unusual-name = （名称异常）
form-required-list = 表单的必填字段列表不是名称列表。
form-required-unknown = 表单要求填写不存在的字段。
form-reason-no-name = 没有名称
form-reason-object = 没有用对象描述
form-reason-long-name = 名称过长
form-reason-long-title = 标题过长
form-reason-long-description = 说明过长
form-reason-nested = 它是表单中的表单
form-reason-kind = 不支持其类型
form-reason-not-text = “{ $key }”不是文本
form-reason-keyword = 使用了不支持的关键字 { $keyword }
form-reason-not-count = “{ $key }”不是数量
form-reason-impossible = 永远无法填写
form-reason-format = 不支持其格式
form-reason-not-number = “{ $key }”不是数字
form-reason-no-choices = 是没有可选项的列表
form-reason-unique = “uniqueItems”不是布尔值
form-reason-list = 是可选项以外内容的列表
form-reason-names = 名称与可选项数量不一致
form-reason-choices-list = 可选项不是列表
form-reason-choice = 有无效的可选项
form-reason-choice-value = 有可选项没有值
form-reason-choice-long = 有可选项过长
form-reason-choices-text = 可选项不是文本
form-reason-none = 没有可选项
form-reason-many = 可选项超过 { $most } 个
form-reason-same = 有两个相同的可选项
form-secret-reason = 此项要求填写机密，因此不会发送：服务器会原样收到表单内容。需要登录的服务器会为此打开网页。

## 表单字段的初始值

form-default-hidden = 字段{ $field }的建议值含有隐藏字符，因此初始为空。
form-default-invalid = 字段{ $field }的建议值不符合要求，因此初始为空。

## 工具的新定义更改了什么

change-argument-new = 新增参数“{ $name }”。
change-argument-new-required = 新增必填参数“{ $name }”。
change-argument-gone = 参数“{ $name }”已移除。
change-argument-required = “{ $name }”现在是必填项。
change-argument-optional = “{ $name }”不再是必填项。
change-argument-type = “{ $name }”的类型从 { $before } 变为 { $after }。
change-argument-default = “{ $name }”的默认值从 { $before } 变为 { $after }。
change-argument-text = “{ $name }”的说明已更改。
change-argument-limited = “{ $name }”现在只能是 { $values }。
change-argument-any = “{ $name }”不再限于特定的值。
change-argument-values-new = “{ $name }”现在可以是 { $values }。
change-argument-values-gone = “{ $name }”不能再是 { $values }。
change-argument = “{ $name }”已更改。详见下方对比。
change-arguments = 参数已更改。详见下方对比。
change-others-refused = 不再接受其他参数。
change-others-accepted = 现在接受其他参数。
change-claim = 声明 { $name } 从 { $before } 变为 { $after }。
change-claims = 声明已更改。
change-result = 结果的结构已更改。
change-description = 说明已更改。
change-title = 标题已更改。
change-icons = 图标已更改。
change-none = 无
change-any-type = 任意类型
change-more = 另有 { $count } 处更改。

## 被忽略的条目：组成部分与大小

entry-missing =
    { $part ->
        [name] 缺少名称。
        [uri] 缺少 URI。
       *[template] 缺少 URI 模板。
    }
entry-not-text =
    { $part ->
        [name] 名称不是文本。
        [uri] URI 不是文本。
       *[template] URI 模板不是文本。
    }
entry-too-large =
    { $part ->
        [name] 名称
        [uri] URI{" "}
        [template] URI 模板
        [title] 标题
        [description] 说明
        [arguments] 参数列表
        [input] 输入 schema{" "}
       *[output] 输出 schema{" "}
    }过大：{ $found } { $unit ->
        [bytes] 字节
        [characters] 个字符
        [entries] 个条目
        [levels] 层
       *[parts] 个部分
    }，最多读取 { $limit }。已忽略整个条目。
prompt-twice = 前面已有同名的提示词。
resource-twice = 前面已有相同 URI 的资源。
template-twice = 前面已有相同的模板。
template-variables = 模板有 { $count } 个变量，最多可填写 { $limit } 个。
header-not-text = 它要求把参数放入标头，但标头名称不是文本。
header-name = 它要求把参数放入标头，但标头没有有效的名称。
header-place = 它要求放入标头的参数并非每次调用都有。
header-type = 它要求放入标头的参数不是文本、整数或布尔值。
header-twice = 有两个参数要求使用同一标头。
exact-json = 这不是 JSON（{ $why }）
exact-number = 数字 { $number } 的位数过多，无法精确发送
exact-twice = 名称“{ $name }”在同一对象中出现了两次
