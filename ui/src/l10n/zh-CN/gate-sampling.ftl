# 模型访问：服务器请求向模型发送请求。先批准请求，再批准回答。

gate-sampling-shortened = { $count ->
   *[other] { $count } 处文本已缩短。<open>全部打开</open>
    }

gate-sampling-from-system = 系统提示词 · { $from }
gate-sampling-from-user = 消息 { $place }（共 { $of } 条），以你的名义 · { $from }
gate-sampling-from-assistant = 消息 { $place }（共 { $of } 条），以模型的名义 · { $from }
gate-sampling-from-tool = 工具 { $place }（共 { $of } 个） · { $from }

gate-sampling-name-system = 系统提示词
gate-sampling-name-message = 消息 { $place }
gate-sampling-name-arguments = { $tool } 的参数
gate-sampling-name-structured = 结构化内容
gate-sampling-name-description = { $tool } 的说明
gate-sampling-name-schema = { $tool } 的 schema

gate-sampling-tools = 服务器工具
gate-sampling-tools-auto = { $count ->
   *[other] { $count } 个由服务器自行运行的工具。模型决定是否请求使用。
    }
gate-sampling-tools-required = { $count ->
   *[other] { $count } 个由服务器自行运行的工具。模型必须请求使用其中一个。
    }
gate-sampling-tools-none = { $count ->
   *[other] { $count } 个由服务器自行运行的工具。模型不得请求使用。
    }
gate-sampling-tool-use = 请求使用服务器工具
gate-sampling-tool-result = 服务器工具的结果
gate-sampling-tool-failed = 标记为失败
gate-sampling-tool-id = ID { $id }

gate-sampling-empty = 无内容。
gate-sampling-beginning = 仅显示开头，共 { $size } · 打开<name>：{ $name }</name>
gate-sampling-image = { $name }中的图片
gate-sampling-sound = { $name }中的音频：{ $type }，{ $size }。此处无法播放。

gate-sampling-terms = 模型和费用
gate-sampling-cost-unknown = 未知
gate-sampling-tokens = token 上限
gate-sampling-tokens-asked = 服务器请求了 { $count }。
gate-sampling-tokens-wrong = 请输入 1 到 { $max } 之间的整数。
gate-sampling-tokens-use = 使用此上限

gate-sampling-wishes = 服务器请求的其他设置
gate-sampling-wishes-model = 模型偏好
gate-sampling-wishes-temperature = 温度
gate-sampling-wishes-stop = 停止序列
gate-sampling-wish-cost = 低费用 { $value }
gate-sampling-wish-speed = 速度 { $value }
gate-sampling-wish-intelligence = 能力 { $value }
gate-sampling-priorities = { $priorities }（0 到 1）

gate-sampling-edit-json = 以 JSON 编辑
gate-sampling-edit-request-json = JSON 形式的更改后请求
gate-sampling-edit-answer-json = JSON 形式的更改后回复
gate-sampling-edit-request-use = 使用更改后的请求
gate-sampling-edit-answer-use = 使用更改后的回复
gate-sampling-field-system = 系统提示词
gate-sampling-field-user = 消息 { $place }，用户
gate-sampling-field-user-text = 消息 { $place }，用户，文本 { $text }
gate-sampling-field-assistant = 消息 { $place }，模型
gate-sampling-field-assistant-text = 消息 { $place }，模型，文本 { $text }
gate-sampling-field-answer = 回复
gate-sampling-field-answer-text = 回复，文本 { $text }
