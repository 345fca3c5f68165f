# “等待你处理”页面：需要你决定的请求和登录。

waiting-requests =
    { $count ->
       *[other] { $count } 个请求
    }
waiting-sign-ins =
    { $count ->
       *[other] { $count } 项登录
    }
waiting-in-order = 依次处理
waiting-empty = 没有等待你处理的请求
waiting-empty-help = 模型和服务器需要你批准的请求会显示在这里和批准窗口中。

waiting-line = { $where } · <code>{ $origin }</code> · 请求者：{ $who }，{ $time } · { $kind }
waiting-who-person = 你
waiting-who-server = 服务器
waiting-who-main_page = 主窗口
waiting-kind-tool = 工具调用
waiting-kind-launch = 启动程序或连接 URL
waiting-kind-changed = 工具定义已更改
waiting-kind-setting = 设置或操作
waiting-kind-sampling = 模型访问
waiting-kind-sampled_answer = 交给服务器的模型回复
waiting-kind-form = 需填写的表单
waiting-kind-link = 需打开的 URL
waiting-kind-page = 等待你在网页上操作
waiting-kind-roots = 你的文件夹列表
waiting-kind-sign_in = 你发起的登录

waiting-open = 打开
waiting-open-name = 打开：{ $question }
waiting-together = 一起审核这 { $count } 个
waiting-together-name = 一起审核这 { $count } 个：{ $question }

waiting-sign-in = 登录…
waiting-sign-in-name = 登录…：{ $server }
waiting-sign-in-needed = “{ $server }”需要你登录
waiting-more = 审核…
waiting-more-name = 审核…：{ $server } 的授权范围
waiting-more-needed = “{ $server }”请求更多授权范围
waiting-sign-in-line = { $where } · <code>{ $origin }</code> · 在你审核请求之前不会打开浏览器
waiting-more-tool = 用于 { $tool }
