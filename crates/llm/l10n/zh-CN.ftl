
## 演示模型

demo-about = 演示模型，Portcullis 内置的脚本。数据不会离开本机，也不产生费用。
demo-cost = 免费
demo-suggest-show = 展示你能做什么
demo-suggest-add = 19 加 23 等于多少？
demo-suggest-note = 写一条笔记：买面包
demo-some-denied = 三项都已处理完毕。你拒绝的操作没有执行。你可以在“活动”中查看每一项。
demo-denied = 这一项没有成功。我没有再做其他操作。
demo-use-named = 我将使用你指定的工具。
demo-plan = 我会把两个数相加、写一条笔记并画一幅图。每一项都由你决定。
demo-why-read = 展示只读工具。
demo-note = 写下这条笔记之前，Portcullis 询问了我。
demo-why-change = 展示会更改内容的工具。
demo-why-image = 展示非文本的结果。
demo-all = 三项都已完成。你可以在“活动”中查看每一项。
demo-why-urgent = 你问它有多紧急。
demo-why-sum = 你要求求和。
demo-why-erase = 你要求清除笔记。
demo-why-list = 查看有哪些笔记。
demo-why-note = 你要求把它记下来。
demo-why-count = 你要求计数。
demo-why-draw = 你要求画图。
demo-why-beep = 你要求播放声音。
demo-why-guide = 指南可能有答案。
demo-why-fail = 你要求查看失败的情况。
demo-use = 我将使用“{ $tool }”。
demo-why-named = 你按名称指定了此工具。
demo-no-tools = 我是一个简单的脚本模型，还没有任何工具。为此对话启用一个服务器，我就可以使用它的工具。在“服务器”中一键即可添加演示服务器。
demo-tool = - { $server } 的 `{ $tool }`

## 模型提供商的错误

model-cannot-ask = “{ $provider }”无法将此请求发送给“{ $model }”。
model-money = 你在“{ $provider }”的账户余额不足。
model-money-remedy = 请在模型提供商处充值后重试。
model-too-long = 此对话超出了“{ $model }”的上下文。
model-too-long-remedy = 请总结早先的消息、停用不需要的服务器或选择其他模型。
model-too-long-ollama-remedy = 请总结早先的消息、停用不需要的服务器，或在“设置”中为该模型填写更大的上下文。
    .terminal = 请总结早先的消息、停用不需要的服务器，或让 Ollama 以更大的上下文加载该模型。
model-too-long-here-remedy = 请总结早先的消息、停用不需要的服务器，或以更大的上下文加载该模型。
model-refuses-tools = “{ $provider }”的“{ $model }”无法使用工具。
model-refuses-tools-remedy = 请选择其他模型，或在“设置”中停用该模型的“工具”。
    .terminal = 请用“portcullis-cli models enable”选择其他模型。
model-unknown = “{ $provider }”没有模型“{ $model }”。
model-unknown-remedy = 请在“设置”中检查该模型提供商以刷新模型列表，然后选择其他模型。
    .terminal = 请用“portcullis-cli models check { $label }”刷新模型列表，然后选择其他模型。
model-busy = “{ $provider }”过载或正在限制请求频率。
model-busy-remedy = 请稍后重试。
model-busy-when-remedy = 请在 { $seconds } 秒后重试。
model-key = “{ $provider }”不接受该 API 密钥。
model-key-remedy = 请在“设置”中替换 API 密钥。
    .terminal = 请用“portcullis-cli models key { $label }”替换 API 密钥。
model-no-key = “{ $provider }”需要 API 密钥。
model-no-key-remedy = 请在“设置”中输入 API 密钥。
    .terminal = 请用“portcullis-cli models key { $label }”输入 API 密钥。
model-refused = “{ $provider }”拒绝了请求。
model-declined = “{ $provider }”拒绝回答这个请求。
model-declined-remedy = 请换一种说法提出请求，或选择其他模型。
model-not-there = “{ $provider }”的 URL 处没有模型提供商。
model-not-there-remedy = 请检查 URL，它通常以 /v1 结尾。
model-cut = “{ $provider }”的回复中途中断。
model-again-remedy = 请重试。
model-garbled = 无法读取“{ $provider }”的回复。
model-other-remedy = 请重试，或选择其他模型。
model-this = 此模型
model-silent = “{ $provider }”在 { $seconds } 秒内没有响应。
model-tls = Portcullis 无法与 { $host } 处的“{ $provider }”建立安全连接。未发送任何内容。
model-tls-remedy = 请检查 URL，以及本机是否信任该证书。
model-not-running = “{ $provider }”没有在本机的 { $host } 上运行。
model-not-running-remedy = 请将其启动后重试。
model-unreached = Portcullis 无法连接到 { $host } 处的“{ $provider }”。
model-unreached-remedy = 请检查 URL 和网络连接后重试。
model-too-much = “{ $provider }”的回复（总量或单行）超过 { $size } MiB，已停止。
model-key-invalid = “{ $provider }”的 API 密钥含有无效字符。
model-key-invalid-remedy = 请重新复制并替换 API 密钥。

## 模型生成但被略去的图片和音频

made-not-sent = 模型提供商没有发送。
made-url = 模型提供商改为发送了 URL，Portcullis 不会打开。
made-too-large = 它大于 { $size } MiB。
made-unshown = Portcullis 无法显示此类数据。
made-sound-type = Portcullis 无法播放此类音频。

## 添加和请求提供商

provider-own = 自定义端点
provider-url-invalid = 这不是有效的 URL。
provider-url-invalid-remedy = 请输入完整的 URL，例如 https://host/v1。
provider-url-misread = 该 URL 可能被误读：{ $reason }。
provider-url-misread-remedy = 请从模型提供商的文档中复制。
provider-url-more = 该 URL 含有用户名、密码或查询参数。
provider-url-more-remedy = 请将其去除。API 密钥有单独的字段。
provider-url-plain = 该 URL 未加密。他人可能在传输途中读取你的对话和 API 密钥。
provider-url-https-remedy = 请使用以 https:// 开头的 URL。
provider-url-scheme = URL 须以 https:// 或 http:// 开头。
provider-url-scheme-remedy = 请输入完整的 URL。
provider-list-timeout = “{ $provider }”没有在 { $seconds } 秒内列出模型。
provider-model-timeout = “{ $provider }”的“{ $model }”没有在 { $seconds } 秒内响应。
model-stream-error = “{ $provider }”报告了错误。
model-nothing-said = 对话仍为空。
model-no-tools = 它无法使用工具
model-argument-name = { $provider } 不接受参数名称“{ $name }”
model-about = 模型提供商：“{ $provider }”。{ $place }
model-cost = 最多约 { $cost }：输入 { $read } 个 token，输出最多 { $written } 个 token
model-goes-here = 请求会发送到本机 { $host } 上的程序，该程序可能会将其转发。
model-goes = 请求会发送到 { $host }。
model-cost-little = 低于 $0.0001
model-schema-reference = 其 schema 引用了无法发送的定义
model-schema-invalid = 其 schema 不是有效的 JSON Schema 2020-12

## 服务器的请求无法发送给提供商的原因

sampled-empty = 它没有消息
sampled-user-tool = 用户消息中含有工具调用
sampled-model-media = 没有模型提供商接受模型消息中的图片或音频
sampled-model-result = 模型消息中含有工具结果
sampled-image = 有无效的图片
sampled-image-type = 没有模型提供商接受此图片类型
sampled-audio-type = 没有模型提供商接受此音频类型
sampled-kind = 它含有文本、图片和音频以外的内容
sampled-tool-name = 有工具没有有效的名称
sampled-unfit = 此请求无法发送给模型提供商：{ $reason }。

## 服务器的请求发往哪个模型及原因

chosen-first = 服务器的首选。
chosen-later = 服务器的第 { $number } 个选择，更靠前的选择均不可用。
chosen-no-wish = 服务器没有偏好。
chosen-none-here = 服务器倾向的模型均不可用。
chosen-able = 服务器倾向于能力强的模型；这是价格已知的模型中最贵的。

## 模型请求或其回复的问题

parse-size = 它大于 { $size } MiB
parse-invalid = 它不是有效的模型请求
parse-not-object = 它必须是对象
parse-missing = 缺少“{ $name }”
parse-form = “{ $name }”无效
parse-model = 没有该模型
parse-tokens = 服务器的上限为 { $count } 个 token
parse-answer-list = 回复必须是内容部分的列表
parse-answer-one = 此服务器只接受一个部分
parse-answer-parts = 回复须有 1 到 { $count } 个部分
parse-the-answer = 回复
parse-answer-result = 回复不得含有工具结果
parse-answer-tool = 它调用了服务器未提供的工具
parse-answer-same = 两个工具调用的 ID 相同
parse-answer-tokens = 它约有 { $count } 个 token，上限为 { $most } 个
parse-messages = 它没有消息，或消息超过 { $count } 条
parse-stops = 最多允许 { $count } 个停止序列，每个 1 到 { $length } 个字符
parse-temperature = 温度须在 0 到 10 之间
parse-text = 其文本大于 { $size } KiB
parse-priority = 优先级须在 0 到 1 之间
parse-count = “maxTokens”须为大于或等于 1 的整数
parse-tools-unagreed = 它提供了未经协商的工具
parse-tools-many = 它提供了超过 { $count } 个工具
parse-tools-names = 有工具没有可用的名称，或有两个同名
parse-tools-none = 它要求调用工具，但没有提供工具
parse-message = 消息 { $number }
parse-parts-unagreed = { $message } 含有多个部分，未经协商
parse-parts = { $message } 没有内容部分，或超过 { $count } 个
parse-part-invalid = { $message } 含有无效的部分
parse-part-unknown = { $message } 含有未知类型的部分
parse-user-tool = 消息 { $number } 以用户身份调用了工具
parse-model-result = 消息 { $number } 以模型身份含有工具结果
parse-mixed = 消息 { $number } 混合了工具结果和其他内容
parse-unanswered = 消息 { $number } 与之前的工具调用不对应
parse-same-id = 消息 { $number } 为两个工具调用使用了相同的 ID
parse-open = 最后一条消息调用了工具但没有结果
parse-rounds = 它有 { $count } 轮，上限为 { $most } 轮

## 演示模型（续）

demo-answered = 它的回应：
demo-try-add = *2 加 3*
demo-try-note = *写一条笔记：买牛奶*
demo-try-draw = *画一幅画*
demo-introduction = 我是一个简单的脚本模型：我只理解一些简单的要求。使用你未允许的工具前，Portcullis 会询问你。你可以试试 { $words }，或者输入 *use*、工具名称和 JSON 格式的参数。
demo-introduction-name = 我是一个简单的脚本模型：我只理解一些简单的要求。使用你未允许的工具前，Portcullis 会询问你。你可以输入 *use*、工具名称和 JSON 格式的参数。
demo-tools = 可用的工具：
demo-more-tools = 还有 { $count } 个

## 费用和选择

model-about-priced = 模型提供商：“{ $provider }”。{ $place }每百万 token 的费用：输入 { $input }，输出 { $output }。
chosen-cheap = 服务器倾向于便宜的模型；这是价格已知的模型中最便宜的。
chosen-quick = 服务器倾向于快速的模型；这是价格已知的模型中最便宜的。
made-left-out-image = 已略去模型生成的一张图片。{ $reason }
made-left-out-audio = 已略去模型生成的一段音频。{ $reason }
made-left-out-file = 已略去模型生成的一个文件。{ $reason }

## 图片和音频：数量

made-too-many = 一条回复最多可包含 { $count } 个。
