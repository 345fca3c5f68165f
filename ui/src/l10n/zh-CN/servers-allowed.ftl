# 服务器的“权限”标签页：文件夹、模型访问和数据流。

servers-allowed-folders = 文件夹
servers-allowed-folders-of = { $server } 的文件夹
servers-allowed-folders-none = 还没有文件夹。处理文件的服务器会询问可以使用哪些文件夹，请在此添加。
servers-allowed-folder-added = 添加时间：{ $time }
servers-allowed-folder-remove-name = 移除 { $folder }
servers-allowed-folder-remove-question = 要从列表中移除此文件夹吗？如果“{ $server }”知道你的文件夹，Portcullis 会将此更改告知它。文件夹本身不会改变。
servers-allowed-access-ask = 与“{ $server }”共享文件夹之前，Portcullis 会先询问你。
servers-allowed-access-told = 当“{ $server }”询问时以及文件夹更改时，Portcullis 会与其共享这些文件夹。
servers-allowed-access-withheld = Portcullis 会告知“{ $server }”没有可用的文件夹。
servers-allowed-access-ask-again = 再次询问我
servers-allowed-access-withhold = 不共享文件夹

servers-allowed-model = 模型访问
servers-allowed-model-switch = “{ $server }”可以向你的模型发送提示词
servers-allowed-model-on = 每条提示词在发送给模型之前、每条回复在发送给服务器之前，都由你审核。两者都可以编辑或拒绝。
servers-allowed-model-off = 服务器会得知没有可用的模型。如果启用，每条提示词和每条回复都由你审核。
servers-allowed-model-reconnects = 更改此设置会重新连接服务器，并停止正在运行的调用。

servers-allowed-flow = 数据流
servers-allowed-flow-help = 如果模型的一次调用会同时涉及私密数据、不可信内容和对外通信，则即使已有权限，也始终需要你批准。对于在服务器之间传递的数据，“未设置”视为“是”。
servers-allowed-flow-private = 返回私密数据
servers-allowed-flow-private-help = 笔记、邮件、文件、客户资料等不应人人可见的数据。
servers-allowed-flow-strangers = 返回不可信内容
servers-allowed-flow-strangers-help = 网页、议题、他人的邮件等，其中可能含有模型会遵循的指令。
servers-allowed-flow-sends = 向外发送数据
servers-allowed-flow-sends-help = 发送邮件、发布内容、打开 URL 等，数据可能脱离你的控制。
servers-allowed-flow-of = { $name }：{ $question }
servers-allowed-flow-as-server = 与服务器相同
servers-allowed-flow-moved = 自你设置以来，此服务器的命令或 URL 已更改。你设置的“否”不再有效。
servers-allowed-flow-changed = 自你设置以来，此工具已更改。你设置的“否”不再有效。
servers-allowed-flow-open = 服务器声明此工具会访问其他系统。无论你在此如何设置，都视为会向外发送数据并返回不可信内容。
servers-allowed-flow-suggested = 调用此工具期间观察到以下行为，建议将“向外发送数据”设为“是”：
servers-allowed-flow-seen = 调用此工具期间观察到以下行为，其含义由你判断：
servers-allowed-flow-tool = 单独设置某个工具…
