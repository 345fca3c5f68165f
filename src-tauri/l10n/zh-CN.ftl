# 托盘、通知、系统对话框，以及窗口与主机之间的错误。

tray-show = 显示 Portcullis
tray-waiting = 等待你处理（{ $count }）
tray-tooltip = Portcullis：{ $count } 项等待你处理
tray-stop = 全部停止
tray-quit = 退出

# macOS 菜单栏，用词与系统自带的程序相同。
menu-about = 关于 Portcullis
menu-settings = 设置…
menu-services = 服务
menu-hide = 隐藏 Portcullis
menu-hide-others = 隐藏其他
menu-show-all = 全部显示
menu-quit = 退出 Portcullis
menu-edit = 编辑
menu-undo = 撤销
menu-redo = 重做
menu-cut = 剪切
menu-copy = 拷贝
menu-paste = 粘贴
menu-select-all = 全选
menu-window = 窗口
menu-minimize = 最小化
menu-zoom = 缩放
menu-bring-to-front = 前置全部窗口
menu-close = 关闭窗口

notify-sign-in = “{ $server }”需要你登录。
notify-review = 查看请求

# 批准窗口的标题。产品名称始终在最后。
gate-title = 决定 – Portcullis

folder-confirm = { $warnings }仍要与“{ $server }”共享“{ $folder }”吗？
folder-confirm-yes = 共享文件夹
folder-confirm-no = 取消

file-bundles = MCP 捆绑包
file-chats = 对话
file-not-written = 未保存“{ $file }”：{ $why }。该处原有的文件未更改。
file-no-room = 磁盘已满
file-no-room-remedy = 请释放空间或选择其他文件夹。
file-denied = 权限不足
file-remedy = 请选择其他文件夹。

autostart-path = 无法在登录系统时从“{ $path }”启动 Portcullis：该路径含有系统启动列表不允许的字符。
autostart-path-remedy = 请将程序移动到其他文件夹后重试。
autostart-temporary = 无法在登录系统时从此处启动 Portcullis：macOS 运行的是仅供本次使用的副本。
autostart-temporary-remedy = 请将 Portcullis 移到“/Applications”，从那里打开后重试。
autostart-unread = Portcullis 无法得知登录系统时是否会启动：无法读取“{ $path }”（{ $why }）。
autostart-unwritten = 未更改登录系统时启动的程序列表：{ $why }

export-conversation-format = 对话可导出为 markdown 或 json。
export-log-format = 审计日志可导出为 jsonl 或 csv。
arguments-not-json = 无法发送参数：{ $problem }。
arguments-not-json-call = 无法发送参数：{ $problem }。未调用工具。

channel-invalid = 这不是通道的名称。
reply-lost = 窗口丢失了一个命令的响应。该命令已执行一次，未再次发送。
reply-lost-remedy = 请查看当前状态，或在“活动”中查看结果。
together-stale = 这些请求已不是当前显示的请求，因此回答无效。
together-stale-remedy = 请阅读当前显示的请求。
not-shown = 此请求不是当前显示的请求，因此回答无效。
not-shown-remedy = 请从“等待你处理”中打开它。
no-press = 此操作需要在窗口中点击、按键或触摸，但未检测到。
no-press-remedy = 请再按一次按钮。
host-opening = Portcullis 正在打开其数据。
host-closing = Portcullis 正在退出。
window-no-display = Portcullis 找不到可打开窗口的显示器。
window-no-display-remedy = 请在桌面会话中启动，或在终端中使用 portcullis-cli。
window-no-webview = Portcullis 需要 Microsoft Edge WebView2，但本机未安装。
window-no-webview-remedy = 请从 { $page } 安装 WebView2，然后重新启动 Portcullis。
window-failed = Portcullis 无法打开窗口：{ $cause }
window-failed-remedy = 请重新启动计算机后再试。
no-home = 找不到用于存放 Portcullis 数据的主文件夹。

# 看不到按键或点击的系统上，批准窗口对主窗口操作的称呼。
act-start-call = 运行工具
act-forget-tasks = 清除已结束的任务
act-restore-backup = 恢复备份
act-set-settings = 更改设置
act-set-autostart = 更改登录系统时是否启动 Portcullis
act-keep-secrets-in-file = 将机密存储到加密文件
act-unlock-secrets = 解锁加密的机密文件
act-change-passphrase = 更改加密文件的密码短语
act-keep-secrets-in-keychain = 将机密移到钥匙串
act-set-enabled = 启用或停用服务器
act-set-sampling = 更改服务器的模型访问
act-withhold-roots = 更改是否与服务器共享文件夹
act-set-mark = 更改服务器的标识
act-set-note = 更改服务器的备注
act-set-start = 更改服务器的启动时机
act-order-servers = 更改服务器的顺序
act-restart-server = 重新启动服务器
act-remove-server = 移除服务器
act-set-log-level = 更改服务器的日志级别
act-update-registry = 更新注册表副本
act-set-registry-icons = 显示或隐藏注册表图标
act-open-registry-bundle = 下载注册表中的捆绑包
act-add-provider = 添加模型提供商
act-set-provider-key = 更改模型提供商的密钥
act-check-provider = 向模型提供商查询模型
act-remove-provider = 移除模型提供商
act-set-model = 更改可用的模型
act-read-resource = 读取服务器的资源
act-subscribe-resource = 更改是否关注资源
act-get-prompt = 从服务器获取提示词
act-create-profile = 创建配置方案
act-rename-profile = 重命名配置方案
act-remove-profile = 移除配置方案
act-use-profile = 切换配置方案
act-delete-conversation = 删除对话
act-set-instructions = 更改对话的指令
act-save-instruction-preset = 将指令保存为预设
act-remove-instruction-preset = 移除指令预设
act-import-chats = 从文件导入对话
act-set-spending-limit = 更改每月支出上限
act-compact-conversation = 总结对话中的早先消息
act-undo-compaction = 移除对话的总结
act-set-compaction = 更改自动总结对话的条件
act-say = 向模型发送消息
act-set-conversation-server = 更改对话的服务器
act-attach-text = 将文本附加到对话
act-attach-pasted = 将粘贴的文件附加到对话
act-set-conversation-held = 更改是否由你在模型读取之前审核结果
act-answer-held = 决定是否发送结果
act-set-conversation-model = 更改对话的模型
act-go-on = 继续与模型对话，并发送附件
act-say-instead = 向模型发送编辑后的消息
act-answer-again = 重新生成回复
act-sign-in = 登录服务器
act-sign-out = 从服务器退出登录
act-set-own-client = 更改服务器的客户端 ID
act-forget-own-client = 移除服务器的客户端 ID
act-set-client-document = 更改客户端 ID 元数据文档
