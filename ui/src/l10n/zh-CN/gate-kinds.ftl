# 请求批准的窗口，按所请求的内容分类。用户在决定之前阅读这些内容，不能遗漏任何信息。

gate-kinds-deny = 拒绝
gate-kinds-allow-once = 允许一次

gate-kinds-tool-why = 模型给出的理由
gate-kinds-tool-hold = 请先使用或放弃更改后的参数。

gate-kinds-changed-at = 于 { $when } 检测到更改
gate-kinds-changed-held = { $count ->
   *[other] { $count } 项权限已暂停
    }
gate-kinds-changed-keep = 保持阻止
gate-kinds-changed-off = 停用服务器
gate-kinds-changed-accept = 接受新定义
gate-kinds-changed-accept-varying = { $count ->
   *[other] 接受并允许 { $count } 个部分变化
    }
gate-kinds-changed-unshown = 其文本与你批准的相同。变化的是可变化的部分，或 Portcullis 比较它们的方式。
gate-kinds-part = { $part } · { $from }
gate-kinds-part-title = 标题 · { $from }
gate-kinds-part-description = 说明 · { $from }
gate-kinds-part-arguments = 参数 · { $from }
gate-kinds-part-result = 结果 · { $from }
gate-kinds-part-claims = 声明 · { $from }
gate-kinds-part-icons = 图标 · { $from }
gate-kinds-part-other = 其他 · { $from }
gate-kinds-vary = 可变化的部分
gate-kinds-vary-help = 请选择服务器每次写法不同的部分。此后 Portcullis 只检查其类型和长度，而模型仍会读取其文本。所有其他部分必须保持不变。你可以在工具页面上撤销此设置。
gate-kinds-vary-part = { $part } 可变化：现在为 { $now }，之前为 { $before }

gate-kinds-launch-because = { $because } · 尚未启动
gate-kinds-launch-asked = { $asked } · 尚未保存或启动
gate-kinds-launch-pin = 固定此版本
gate-kinds-launch-start = 启动
gate-kinds-launch-add = 添加但不启动
gate-kinds-launch-add-start = 添加并启动
gate-kinds-launch-save = 保存但不启动
gate-kinds-launch-save-start = 保存并启动
gate-kinds-launch-hold = 请先逐一确认更改后的服务器将获得的机密。
gate-kinds-launch-local = 此类程序在本机上可以做你能做的任何事。仅当你了解其来源时才继续。
gate-kinds-launch-fenced = 仅当你了解此程序的来源时才继续。
gate-kinds-launch-loopback = 此 URL 由本机上的一个程序响应。仅当你知道是哪个程序时才继续。
gate-kinds-launch-remote = 发送到此 URL 的数据会离开本机。仅当你知道其运营者时才继续。

gate-kinds-setting-asked = { $asked } · 尚未更改任何内容
gate-kinds-setting-save = 批准
gate-kinds-setting-rows = 请求的更改
# 主窗口想执行一次某个操作时，代替前三条。
gate-kinds-setting-act-asked = { $asked } · 尚未执行
gate-kinds-setting-act-do = 仅执行这一次
gate-kinds-setting-act-rows = 操作

gate-kinds-sign-in-asked = { $asked } · 尚未打开浏览器
gate-kinds-sign-in-yes = 登录
gate-kinds-sign-in-browser = 打开浏览器
gate-kinds-sign-in-hold = 请选择登录位置。
gate-kinds-sign-in-request = 登录请求
gate-kinds-sign-in-at = 登录位置
gate-kinds-sign-in-resource-help = Portcullis 只会将此次登录的令牌发送到此 URL。
gate-kinds-sign-in-scopes-help = 说明由名称推断得出。每个授权范围的实际内容由 { $host } 决定。
gate-kinds-sign-in-scopes-left = 由授权服务器决定，并显示在其页面上
gate-kinds-sign-in-scopes-requested = 请求的授权范围
gate-kinds-sign-in-scopes-new = 新增
gate-kinds-sign-in-scopes-new-list = 新增的授权范围
gate-kinds-sign-in-scopes-granted = 已授予
gate-kinds-sign-in-redirect = 需在该处注册的重定向 URI：{ $uri }
gate-kinds-sign-in-moved = “{ $server }”现在指定了另一个授权服务器。
gate-kinds-sign-in-moved-help = 你之前在 { $issuer } 登录。Portcullis 不会将该次登录的任何内容发送给新的授权服务器。仅当此更改在你意料之中时才继续。
gate-kinds-sign-in-several = “{ $server }”指定了 { $count } 个授权服务器。请选择你拥有账户的那一个。
gate-kinds-sign-in-before = 之前使用过
gate-kinds-sign-in-unregistered = Portcullis 无法在此自动注册。请先在“账户”标签页中输入客户端 ID。
gate-kinds-sign-in-next = 后续步骤
gate-kinds-sign-in-next-unattended = 不会打开浏览器。Portcullis 会使用你的客户端 ID 在 { $host } 验证身份，然后连接到“{ $server }”。
gate-kinds-sign-in-next-register = Portcullis 在 { $host } 注册自身。
gate-kinds-sign-in-next-browser = 你的浏览器会打开 { $page }。请在该页面登录。Portcullis 不会看到你输入的内容。
gate-kinds-sign-in-next-done = 完成后，Portcullis 会自动连接到“{ $server }”。

gate-kinds-form-steps = 两个步骤
gate-kinds-form-step-fill = 填写
gate-kinds-form-step-review = 查看“{ $server }”将收到的内容
gate-kinds-form-review = 查看
gate-kinds-form-unsendable = 此表单无法发送。你可以谢绝或忽略它。
gate-kinds-form-back = 返回表单
gate-kinds-form-wrong = { $count ->
   *[other] 还有 { $count } 个字段无效。
    }
gate-kinds-form-from = 表单 · 标签和选项是{ $from }
gate-kinds-form-from-required = 表单 · 标签和选项是{ $from } · * = 必填
gate-kinds-form-fields = 请求的字段
gate-kinds-form-optional = 选填
gate-kinds-form-refused = 已阻止

gate-kinds-link-open = 在浏览器中打开
gate-kinds-link-host = 此 URL 指向 <host>{ $host }</host>
gate-kinds-link-host-imitates = 此 URL 指向 <host>{ $host }</host><not>，而不是 { $imitated }</not>
gate-kinds-link-host-reads = 此 URL 指向 <host>{ $host }</host><reads>，用原文字写作“{ $reads }”</reads>
gate-kinds-link-help = Portcullis 只知道此 URL，尚未加载该页面。如果你打开它，“{ $server }”只会得知你已同意。你在该页面上的操作只有你和该页面知道。收到页面的通知后，“{ $server }”会继续运行。

gate-kinds-page-at = 已在浏览器中打开：{ $hosts }。
gate-kinds-page-help = “{ $server }”正在等待你在网页上完成操作。完成后，Portcullis 会再次发送相同的请求，不添加任何内容。停止调用不会改变该页面上的任何内容。
gate-kinds-page-stop = 停止调用
gate-kinds-page-done = 已完成，重试

gate-kinds-roots-share = { $count ->
   *[other] 共享这些文件夹
    }
gate-kinds-roots-none = 还没有可共享的文件夹。
gate-kinds-roots-list = 要共享的文件夹
gate-kinds-roots-help = 共享会持续有效，直到你在“{ $server }”的“权限”标签页中更改。文件夹变化时会告知服务器。

gate-kinds-sampling-steps = 两次决定
gate-kinds-sampling-step-request = 查看请求
gate-kinds-sampling-step-answer = 在“{ $server }”收到之前查看回复
gate-kinds-sampling-send = 发送给模型“{ $model }”
gate-kinds-sampling-write = 自行回复
gate-kinds-sampling-edit = 编辑请求
gate-kinds-sampling-hold-request = 请先使用或放弃更改后的请求。
gate-kinds-sampling-hold-own = 请先写好回复。
gate-kinds-sampling-hold-tokens = 请先使用或放弃更改后的 token 上限。
gate-kinds-sampling-own-question = 将你的回复发送给“{ $server }”？
gate-kinds-sampling-own = 你的回复
gate-kinds-sampling-own-help = 不使用模型。“{ $server }”收到的正是这段文本。
gate-kinds-sampling-own-covers = 仅此一条回复。下一个请求会再次询问你。
gate-kinds-sampling-give = 将回复发送给“{ $server }”
gate-kinds-answer-edit = 编辑回复
gate-kinds-answer-hold = 请先使用或放弃更改后的回复。
gate-kinds-answer-own = 回复 · 由你撰写
gate-kinds-answer-from = 回复 · 来自“{ $model }”的文本
gate-kinds-answer-sent = 已发送的请求
gate-kinds-answer-sent-unshown = 无法显示已发送的请求。
gate-kinds-answer-end-person = 此回复由你撰写，未使用模型。
gate-kinds-answer-end-turn = 模型已完成回复。
gate-kinds-answer-end-sequence = 回复在服务器指定的停止序列处结束。
gate-kinds-answer-end-tokens = 回复因达到 token 上限而被截断。
gate-kinds-answer-end-tool = 回复以工具调用结尾。
gate-kinds-answer-end-filter = 模型提供商拒绝完成此回复。
