# “权限”页面。每项权限的说明句来自宿主程序。

permissions-count =
    { $count ->
       *[other] { $count } 项权限
    }
permissions-revoke-all = 全部撤销
permissions-revoke-all-question =
    { $count ->
       *[other] 撤销全部 { $count } 项权限？之后每次调用前，Portcullis 都会再次询问你。
    }
permissions-none = 还没有权限
permissions-none-help = 批准请求时，你可以允许某个工具在一个对话中、一小时内或始终运行。这些权限会显示在这里。

permissions-unused = 未使用的权限
permissions-unused-title =
    { $count ->
       *[other] { $count } 项权限近期未使用
    }
permissions-unused-days =
    { $count ->
       *[other] { $count } 天未使用
    }
permissions-unused-revoke =
    { $count ->
       *[other] 撤销这 { $count } 项
    }
permissions-unused-revoke-name =
    { $count ->
       *[other] 撤销这 { $count } 项：未使用的权限
    }
permissions-unused-question =
    { $count ->
       *[other] 撤销上面列出的 { $count } 项权限？再次调用相应工具时，Portcullis 会询问你。
    }

permissions-server-revoke = 撤销这些
permissions-server-revoke-name = 撤销这些：{ $server }
permissions-server-revoke-question =
    { $count ->
       *[other] 撤销“{ $server }”的全部 { $count } 项权限？之后每次调用前，Portcullis 都会再次询问你。
    }

permissions-on-hold = 已暂停：工具定义已更改
permissions-given = 授予于 { $time }
permissions-used-never = 从未使用
permissions-used =
    { $count ->
       *[other] 已使用 { $count } 次
    }
permissions-used-last =
    { $count ->
       *[other] 已使用 { $count } 次，上次在 { $time }
    }
permissions-ends = { $time } 到期
permissions-ends-conversation = 随其对话结束
permissions-ends-conversation-named = 随对话“{ $conversation }”结束
permissions-ends-session = Portcullis 退出时结束
permissions-ends-revoked = 在你撤销前一直有效
permissions-changes = 查看更改
permissions-revoke = 撤销
permissions-revoke-name = 撤销 { $server } 的 { $tool }
permissions-revoke-question = 撤销此权限？之后每次调用前，Portcullis 都会再次询问你。
