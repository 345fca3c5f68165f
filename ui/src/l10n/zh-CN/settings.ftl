settings-language = 语言
settings-language-en = English
settings-language-zh = 简体中文

settings-appearance = 外观
settings-appearance-light = 浅色
settings-appearance-dark = 深色
settings-zoom = 缩放

settings-background = 后台
settings-notify = 有待处理的请求时通知我
settings-notify-help = 仅当窗口不在最前面时通知。
settings-tray = 在托盘中继续运行
settings-tray-help = 关闭窗口后服务器保持启用。退出应用会停止服务器。
settings-autostart = 登录系统时启动
settings-autostart-help = Portcullis 在托盘中等待，已启用的服务器随之运行。
settings-fence-new = 隔离新程序
settings-fence-new-help = 新服务器只读取自身文件，且只更改你允许的内容。没有隔离时，它可以读取和更改你能访问的一切。已有的服务器保持不变。

settings-client-none = Portcullis 会在每个授权服务器上自行注册。如果你的组织为 Portcullis 发布了客户端 ID 元数据文档，请输入其 URL。支持此类文档的授权服务器无需注册。
settings-client-document = 客户端 ID 元数据文档
settings-client-document-url = 文档 URL
settings-client-template = 复制模板

settings-data = 数据
settings-data-contents = 此文件夹包含你的服务器、对话、权限和审计日志。机密存储在别处。
settings-data-contents-secrets = 此文件夹包含你的服务器、对话、权限、审计日志和加密的机密文件。

settings-secrets = 机密
settings-secrets-keychain = 机密存储在系统的钥匙串中。
settings-secrets-offer = 没有钥匙串时，Portcullis 可以把机密存储在受密码短语保护的文件中。
settings-secrets-offer-button = 使用文件…
settings-secrets-warning = <strong>文件的保护弱于钥匙串。</strong>任何人复制该文件后，都可以无限次尝试密码短语。如果你丢失密码短语，机密也会丢失。每次启动时你都要输入密码短语；在此之前，需要机密的内容都不会运行。如果可以，请改为设置钥匙串服务。
settings-secrets-choose = 选择密码短语
settings-secrets-store = 将机密存储在文件中
settings-secrets-locked = 已锁定
settings-secrets-locked-help = 机密存储在加密文件中。需要机密的服务器会在你解锁后启动。
settings-secrets-unlock-form = 解锁机密文件
settings-secrets-unlock = 解锁
settings-secrets-file = 在文件中
settings-secrets-file-help = 机密存储在用你的密码短语加密的文件中。其保护弱于钥匙串。
settings-secrets-change-form = 更改密码短语
settings-secrets-change-button = 更改密码短语…
settings-secrets-change = 更改
settings-secrets-move = 移到钥匙串…
settings-secrets-move-question = 将所有机密移到本机的钥匙串并删除该文件？
settings-secrets-move-yes = 移动

settings-passphrase = 密码短语
settings-passphrase-current = 当前密码短语
settings-passphrase-new = 新密码短语
settings-passphrase-repeat = 再次输入密码短语
settings-passphrase-show = 显示：{ $field }
settings-passphrase-short = 请至少使用 { $count } 个字符。
settings-passphrase-different = 两次输入的密码短语不一致。

settings-keyboard = 键盘
settings-keyboard-list = 在列表中移动
settings-keyboard-edit = 在空的消息输入框中：编辑你的上一条消息

settings-about = 关于
settings-about-help = MCP 服务器的桌面宿主。协议版本：{ $versions }。许可证：MIT OR Apache-2.0。

settings-models = 模型
settings-models-none = 对话目前使用演示模型。它按脚本运行，无需密钥。要使用真实模型，请添加模型提供商。其密钥会作为机密存储。
settings-spending = 每月支出上限（美元）
settings-spending-help = 当模型在一个自然月（UTC）内的花费达到此金额时，Portcullis 不再向模型发送请求。正在进行的请求会完成。费用根据上方的价格估算，价格未知的请求不计入。演示模型免费。
settings-spending-none = 无上限
settings-spending-save = 保存上限
settings-spending-remove = 移除上限
settings-spending-invalid = 请输入 0.01 到 100,000 之间的金额。
settings-spending-saved = 已保存
settings-models-add = 添加模型提供商…
settings-models-found-name = { $provider }，在本机上发现
settings-models-found =
    { $count ->
       *[other] <name>{ $provider }</name> 正在本机上运行，有 { $count } 个模型。<note>它通过 { $url } 接收你的消息，并可能转发这些消息。费用未知。</note>
    }
settings-models-use = 使用 { $provider }

settings-models-kind-anthropic = Anthropic
settings-models-kind-openai = OpenAI
settings-models-kind-gemini = Google Gemini
settings-models-kind-ollama = Ollama
settings-models-kind-lm_studio = LM Studio
settings-models-kind-compatible = OpenAI 兼容服务器

settings-models-form = 添加模型提供商
settings-models-provider = 模型提供商
settings-models-key = API 密钥
settings-models-key-optional = API 密钥（可选）
settings-models-key-help = 作为机密存储，仅发送给此模型提供商。
settings-models-url = 基础 URL
settings-models-url-optional = 基础 URL（可选）
settings-models-name-optional = 名称（可选）
settings-models-add-check = 添加并检查

settings-models-provider-name = 模型提供商 { $provider }
settings-models-broken = 无法使用
settings-models-here = 在本机上，可能转发你的消息
settings-models-key-stored = 已存储密钥
settings-models-key-missing = 无密钥
settings-models-check = 检查
settings-models-check-help = 加载模型列表，并向第一个已启用的模型发送只有一个词的测试提示词
settings-models-checked = 检查于 { $time }
settings-models-key-replace = 替换密钥…
settings-models-key-enter = 输入密钥…
settings-models-key-new = { $provider } 的新密钥
settings-models-key-save = 保存密钥
settings-models-remove-question = 移除“{ $provider }”及其密钥？对话会保留，但需要改用其他模型。

settings-models-find = 查找或添加 { $provider } 的模型
settings-models-find-none = 模型名称
settings-models-find-among =
    { $count ->
       *[other] 在 { $count } 个模型中搜索，或输入名称
    }
settings-models-add-model = 添加模型
settings-models-column-price = 每百万 token 价格
settings-models-column-supports = 支持
settings-models-more = 还有 { $count } 个。输入名称即可查找。
settings-models-all = 显示全部 { $count } 个
settings-models-unlisted = 已不在列表中
settings-models-unknown = 未知
settings-models-can-tools = 工具
settings-models-can-images = 图片
settings-models-can-audio = 音频
settings-models-can-pdf = PDF
settings-models-can-reasons = 推理
settings-models-can-reasons-effort = 推理（{ $effort }）
settings-models-can-text = 仅文本
settings-models-edited = 已编辑
settings-models-edit-name = 编辑 { $model } 的详细信息
settings-models-details = { $model } 的详细信息
settings-models-context = 上下文（token）
settings-models-output = 最大输出（token）
settings-models-price-in = 输入价格（每百万）
settings-models-price-out = 输出价格（每百万）
settings-models-tools = 工具
settings-models-images = 图片
settings-models-audio = 音频
settings-models-pdf = PDF
settings-models-reasons = 推理
settings-models-effort = 推理强度
settings-models-effort-default = 模型提供商默认值
settings-models-effort-off = 关闭
settings-models-effort-minimal = 最低
settings-models-effort-low = 低
settings-models-effort-medium = 中
settings-models-effort-high = 高
settings-models-effort-x_high = 很高
settings-models-effort-max = 最高

settings-keyboard-move = 在列表中上移或下移服务器
settings-profiles = 配置方案
settings-profiles-help = 配置方案保存哪些服务器已启用以及哪些权限有效。切换方案时两者一起改变。已更改的工具在所有方案中都保持阻止。
settings-profiles-counts =
    { $servers ->
        [0] 未启用服务器
       *[other] 已启用 { $servers } 个服务器
    } · { $permissions ->
        [0] 无权限
       *[other] { $permissions } 项权限
    }
settings-profiles-current = 正在使用
settings-profiles-use = 切换
settings-profiles-use-name = 切换到 { $profile }
settings-profiles-rename-name = 重命名 { $profile }
settings-profiles-remove-name = 移除 { $profile }
settings-profiles-remove-question =
    { $permissions ->
        [0] 要移除配置方案“{ $profile }”吗？
       *[other] 要移除配置方案“{ $profile }”并终止其 { $permissions } 项权限吗？
    }
settings-profiles-new-name = 新名称
settings-profiles-add = 添加配置方案
settings-profiles-add-help = 启用的服务器与现在相同，新方案开始时没有任何权限。
settings-system = 跟随系统
settings-works = 正常
