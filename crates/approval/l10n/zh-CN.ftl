# 批准请求、其涵盖范围，以及某项操作未获允许的原因。

## 多次拒绝后的冷却

cooldown-server = 你在十分钟内 { $times } 次拒绝或未回答“{ $server }”的请求，因此 Portcullis 未询问你就拒绝了此请求。
cooldown-server-remedy = 十分钟后它可以再次请求。
cooldown-calls = 你在十分钟内 { $times } 次拒绝或未回答对“{ $server }”的此类调用，因此 Portcullis 未询问你就拒绝了此次调用。
cooldown-calls-remedy = 发送一条新消息即可再次收到询问。
cooldown-window = 你在一分钟内拒绝了来自此窗口的 { $times } 个请求，因此 Portcullis 未询问你就拒绝了此请求。
cooldown-window-remedy = 请一分钟后重试。如果这些请求不是你发起的，请重新启动 Portcullis。

## 批准队列与回答

queue-full = “{ $server }”的待处理请求过多，此请求已拒绝。
queue-full-all = 待处理请求过多，此请求已拒绝。
answer-too-soon = 回答在请求可供阅读之前到达，因此无效。
answer-too-soon-remedy = 请阅读请求后再回答。
answer-withdrawn = 请求已撤回。
answer-too-late = 请求在 { $minutes } 分钟内未得到回答，已过期。
answer-not-offered = 此请求不提供该回答，请求仍在等待。
answer-form-invalid = 表单无效：{ $problem }表单未发送。
answer-stale = 请求已更改，因此此回答无效。
answer-stale-remedy = 请重新阅读请求。
changed-arguments-no-permission = 你更改了参数，因此此回答仅适用一次。
limit-not-offered = 此请求不提供该条件，请求仍在等待。

## 已拒绝

denied-with-server = { $denied }你一次拒绝了此服务器的所有待处理请求。
denied-with-everything = { $denied }你选择了“全部停止”。
denied-unasked = 这不是交互式终端，因此 Portcullis 未询问就拒绝了此请求。
denied-call = 你拒绝了此调用。工具未运行。
denied-definition = 你没有接受新的定义。
denied-export = 你已拒绝。未更改文件。
denied-form = 你没有发送表单。服务器未收到其中任何内容。
denied-form-invalid = 表单无效，未发送。
fetch-trial = 为比较新版本与你的服务器的工具，新版本会使用相同的参数启动一次。它在隔离中运行，没有网络、文件夹和机密。
denied-fetch = 你已拒绝。未获取任何内容。
denied-import = 你已拒绝。未添加服务器。
denied-link = 你已拒绝。URL 未打开。
denied-retry = 你停止了此调用，未再次尝试。
denied-roots = 你已拒绝。已告知服务器没有文件夹。
roots-not-asked = 尚未就这些文件夹询问你。未向服务器透露任何信息。
roots-withheld = 你不共享这些文件夹。已告知服务器没有文件夹。
denied-sampling = 你拒绝了此模型请求。没有模型收到它。
denied-sampling-result = 你已拒绝。服务器未收到回复。
denied-server = 你已拒绝。服务器未保存。
denied-for-pin = 你已选择固定版本。此命令未保存。
denied-setting = 你已拒绝。设置未更改。
denied-review = 你已拒绝。该定义未标记为已审核。
denied-act = 你已拒绝。未执行任何操作。
setting-not-asked = 此更改需要你的批准。设置未更改。
denied-sign-in = 你拒绝了此次登录。未打开浏览器。
sign-in-not-offered = 此授权服务器不在可选项之中。未打开浏览器。

start-changed-program = “{ $server }”的程序与你批准的不同，未启动。
start-changed-url = “{ $server }”与你批准的不同，未连接。
start-new-program = “{ $server }”尚未批准，未启动。
start-new-url = “{ $server }”尚未批准，未连接。
start-remedy = 请在该服务器的页面上审核。
    .terminal = 请在终端中用“portcullis-cli server enable { $label }”审核。

## 由用户代替模型撰写的回复

response-empty = 回复为空，未发送。
response-too-large = 回复最多为 { $most } KiB，未发送。
response-too-long = 回复约有 { $tokens } 个 token，服务器要求最多 { $most } 个，未发送。

## 每个请求中显示的批准范围

covers-tool = 仅此一次使用这些参数的调用。
covers-tool-more = 仅此一次使用这些参数的调用，除非你选择了权限。
covers-setting = 此处显示的这项设置，直到你更改它。
covers-review = 仅此一个定义的“你已审核”标签。它不允许任何操作。
covers-act = 主窗口的这一个操作，仅一次，与所示一致。
covers-import = 按所示内容保存这些服务器。启动其中任何一个都需要另行批准。
covers-export = 按所示内容写入这一个文件，仅一次。
covers-fetch = 仅这一次获取。启动服务器需要另行批准。
covers-launch = 与此处显示完全一致的每次启动。任何更改都需要另行批准。
covers-changed = 这一个工具的此定义，直到它再次更改。
covers-changed-held = 这一个工具的此定义，直到它再次更改。针对先前定义的权限仍然暂停。
covers-form = 这一份表单，以及你填写的值。
covers-link = 这一个 URL，在浏览器中打开一次。
covers-page = 再尝试一次等待中的调用。
covers-roots = 仅这些文件夹，直到你更改它们。
covers-sign-in = 仅此一次登录，在你选择的授权服务器上，并使用此处显示的授权范围。
covers-sampling = 仅此一次模型请求。在服务器收到回复之前会再次询问你。
covers-sampled-answer = 仅此一条回复。下一个请求会再次询问你。

## 权限的条件

condition-is = “{ $argument }”为“{ $value }”
condition-under = “{ $argument }”位于“{ $value }”中
condition-site = “{ $argument }”位于站点“{ $value }”
condition-with-links = { $condition }（{ $links }）
links-followed = 会解析本机上的符号链接
links-followed-to = 会解析本机上的符号链接，指向“{ $folder }”
links-as-written = 按书写内容比较，不检查符号链接
limits-none-other = 条件：{ $conditions }，且没有其他参数
limits-free = 条件：{ $conditions }，{ $arguments } 可为任意值，且没有其他参数

## 用一句话表述的权限

permission-conversation = “{ $server }”的“{ $tool }”可在一个对话中直接运行，无需询问。
permission-session = 在 Portcullis 退出之前，你可以直接运行“{ $server }”的“{ $tool }”，无需询问。
permission-hour = “{ $server }”的“{ $tool }”可在一小时内直接运行，无需询问。
permission-always = “{ $server }”的“{ $tool }”可直接运行，无需询问，直到你撤销此权限或工具更改。
permission-conversation-limited = “{ $server }”的“{ $tool }”可在一个对话中直接运行，无需询问。{ $limits }。
permission-session-limited = 在 Portcullis 退出之前，你可以直接运行“{ $server }”的“{ $tool }”，无需询问。{ $limits }。
permission-hour-limited = “{ $server }”的“{ $tool }”可在一小时内直接运行，无需询问。{ $limits }。
permission-always-limited = “{ $server }”的“{ $tool }”可直接运行，无需询问，直到你撤销此权限或工具更改。{ $limits }。
permission-deny-conversation = 已阻止“{ $server }”的“{ $tool }”，仅限一个对话。
permission-deny-session = 已阻止“{ $server }”的“{ $tool }”，直到 Portcullis 退出。
permission-deny-hour = 已阻止“{ $server }”的“{ $tool }”，时长一小时。
permission-deny-always = 已阻止“{ $server }”的“{ $tool }”。

## 调用未经询问即运行的原因（用于审计日志）

allowed-by-hand = 由你手动运行。
allowed-conversation = 你已允许此工具在此对话中运行。
allowed-session = 你已允许自己调用此工具，直到 Portcullis 退出。
allowed-hour = 你已允许此工具在一小时内运行。
allowed-always = 你始终允许此工具。
allowed-conversation-limited = 你已允许此工具在此对话中运行。{ $limits }。
allowed-session-limited = 你已允许自己调用此工具，直到 Portcullis 退出。{ $limits }。
allowed-hour-limited = 你已允许此工具在一小时内运行。{ $limits }。
allowed-always-limited = 你始终允许此工具。{ $limits }。

## 随调用提供的权限

offer-session = 在 Portcullis 退出之前，你可以直接运行此工具，无需询问。模型的调用仍需批准。
offer-conversation = 此工具可在此对话中使用任意参数直接运行，无需询问。
offer-hour = 此工具可在一小时内使用任意参数直接运行，无需询问。
offer-always = 此工具可使用任意参数直接运行，无需询问，直到你撤销或工具更改。
no-offer-changed = 工具在你批准后已更改，因此只能允许这一次调用。
no-always-destructive = “始终允许此工具”不可用：服务器将此工具标记为破坏性工具，或未作说明。
no-always-seen = “始终允许此工具”不可用：此工具的一次调用与服务器的声明不符。
no-always-unsaid = “始终允许此工具”不可用：服务器未声明此工具从不删除或覆盖。

## 调用被拒绝或需要询问的原因

policy-server-off = 服务器已停用。
policy-not-in-conversation = 此对话中未启用该服务器。
policy-blocked = 你已阻止此工具。
policy-changed = 工具在你批准后已更改。
ask-secret = 参数中包含你的一个机密。
ask-by-hand = 你正在手动运行它，而它可能不只是读取。
ask-new = 此工具是新的，从未获得你的允许。
ask-no-permission = 你的权限均不涵盖此调用。

## 数据流：同一对话中的私密数据、不可信内容和对外通信

flow-completes = 此调用会使不可信内容、私密数据和对外通信出现在同一对话中：此后“{ $server }”的结果可能被发送出去。已保存的权限不适用。
flow-completes-remedy = 如果你了解这些服务器返回什么数据、是否向外发送数据，请在其页面的“权限”中设置。
    .terminal = 如果你了解这些服务器返回什么数据、是否向外发送数据，请用“portcullis-cli flows LABEL”设置。
flow-may-leave = “{ $server }”的此工具可以向外发送数据，而“{ $server }”的其他工具在此对话中返回过可能属于私密或不可信的数据。即使有权限，每个对话中每个工具也会询问你一次。
flow-may-leave-remedy = 如果你确定它不会向外发送任何内容，请在其页面的“权限”中设置。
    .terminal = 如果你确定它不会向外发送任何内容，请用“portcullis-cli flows { $label } sends=no”设置。
flow-leaves = 这些参数可能会把来自{ $private }的数据发送到“{ $server }”。来自{ $untrusted }的内容不可信，可能提出了这一要求。已保存的权限不适用。
flow-you = 你
