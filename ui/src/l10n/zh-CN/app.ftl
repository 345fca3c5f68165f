# 各页面之外的窗口内容：导航、命令面板、欢迎页、退出、横幅和通知。

app-name = Portcullis
app-skip = 跳到内容
app-pages = 页面
app-room-chat = 聊天
app-room-servers = 服务器
app-room-waiting = 等待你处理
app-room-tasks = 任务
app-room-activity = 活动
app-room-permissions = 权限
app-room-settings = 设置
app-rail-unread =
    { $count ->
       *[other] { $count } 个对话有新回复
    }
app-rail-requests =
    { $count ->
       *[other] { $count } 个请求等待处理
    }
app-rail-sign-ins =
    { $count ->
       *[other] { $count } 项登录等待处理
    }
app-rail-tasks =
    { $count ->
       *[other] { $count } 个任务运行中
    }

app-stop = 全部停止
app-stop-question = 全部停止？
app-stop-help = Portcullis 会取消所有调用，拒绝所有等待处理的请求，并停用所有服务器。服务器会保持停用，直到你重新启用。
app-stop-yes = 立即停止
app-keep-running = 继续运行

app-quit-question = 退出 Portcullis？
app-quit-idle = 没有正在运行的内容。
app-quit-calls =
    { $count ->
       *[other] { $count } 个调用正在运行。
    }
app-quit-conversations =
    { $count ->
       *[other] { $count } 个对话尚未完成。
    }
app-quit-help = 退出会取消正在运行的工作，并停止所有服务器。
app-quit = 退出

app-start-slow = Portcullis 仍在启动。检查较大的数据库可能需要几分钟。
app-start-failed = Portcullis 未能启动
app-host-lost = 窗口与 Portcullis 的连接已断开
app-try-again-failed = 上次尝试于 { $time } 失败。

app-banner = 系统问题
app-restore = 恢复 { $time } 的备份
app-restore-question = 恢复 { $time } 的备份？所有服务器将停用，其批准和所有权限将移除。本次启动后添加的数据会保留在单独的文件中。
app-restore-yes = 恢复
app-restore-no = 暂不

app-palette = 命令面板
app-palette-hint = 搜索页面、服务器、对话、工具和操作
app-palette-search = 搜索
app-palette-none = 没有结果
app-palette-tools = 工具
app-palette-actions = 操作
app-action-sign-in = 登录 { $server }
app-action-sign-in-note = 先由你审核
app-action-stop-note = 会先询问你
app-action-quit = 退出 Portcullis
app-action-quit-note = 停止所有服务器
app-action-light = 浅色外观
app-action-dark = 深色外观
app-action-system = 跟随系统外观

app-welcome = 欢迎使用 Portcullis
app-welcome-help = Portcullis 运行你的 MCP 服务器，并在模型使用其工具前询问你。只需三步即可体验，无需 API 密钥，也无需联网。
app-welcome-done = （已完成）
app-welcome-server = 添加演示服务器
app-welcome-server-help = 启动之前，你会先审核将要运行的内容。
app-welcome-server-state = 服务器已添加，但尚未就绪：{ $state }。<link>查看“{ $server }”</link>
app-welcome-server-starting = 正在启动…
app-welcome-server-off = 服务器已添加，当前处于停用状态。
app-welcome-server-on = 启用
app-welcome-model = 让演示模型调用工具
app-welcome-model-help = 演示模型按脚本运行，可离线工作。它会请求调用演示服务器的一个工具。
app-welcome-model-ask = 询问演示模型
app-welcome-model-text = 你能做什么？
app-welcome-decide = 批准或拒绝调用
app-welcome-decide-help = 阅读请求，然后允许或拒绝。该调用和你的决定会显示在<link>活动</link>中。
app-welcome-skip = 跳过介绍
app-welcome-step = 欢迎，第 3 步（共 3 步）
app-welcome-step-waits = 第 3 步（共 3 步）：有一个请求等待你处理。请阅读后允许或拒绝。
app-welcome-step-works = 第 3 步（共 3 步）：演示模型正在工作。工具运行前，Portcullis 会询问你。
app-welcome-step-decided = 你的第一个决定已记入审计日志。
app-welcome-step-show = 在“活动”中查看
app-welcome-step-skip = 跳过
app-welcome-step-done = 完成

# 把文件拖到窗口上方时显示。
app-drop = 松开即可审核
app-drop-some = 共 { $all } 个文件，Portcullis 可以读取其中 { $fit } 个。
app-drop-none = Portcullis 无法读取这些文件
app-drop-help = 请拖入捆绑包（.mcpb、.dxt）、JSON、YAML、TOML 配置，或导出的对话。
app-drop-attach = 要将文件附加到对话，请拖到消息输入框上。

# 其他程序打开的链接或捆绑包文件。它未被读取，也未执行任何操作。
app-offer-link = 安装链接
app-offer-link-wants = 有一个链接请求添加服务器。
app-offer-link-review = 审核链接
app-offer-bundle = 捆绑包
# 后面是文件名。
app-offer-bundle-wants = 打开了一个捆绑包：
app-offer-bundle-review = 审核捆绑包
app-offer-dropped =
    { $count ->
       *[other] 另有 { $count } 个链接或捆绑包已忽略。
    }
app-offer-discard = 丢弃
