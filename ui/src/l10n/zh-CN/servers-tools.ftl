# 服务器的“工具”标签页：工具列表，以及其中一个工具和运行它的表单。

servers-tools-choose = 选择一个工具
servers-tools-choose-help = 使用根据其 schema 生成的表单手动运行。
servers-tools-list = { $server } 的工具
servers-tools-restart = 重新启动并重试
servers-tools-retry = Portcullis 将于 { $time } 重试。
servers-tools-found =
    { $total ->
       *[other] { $total } 个工具中的 { $found } 个
    }
servers-tools-found-best =
    { $total ->
       *[other] { $total } 个工具中的 { $found } 个 · 显示最匹配的 { $listed } 个
    }
servers-tools-warned =
    { $count ->
       *[other] { $count } 个工具有警告。
    }
servers-tools-warned-only = 仅显示这些
servers-tools-warned-all = 显示所有工具
servers-tools-changed = 已更改
servers-tools-warnings =
    { $count ->
       *[other] { $count } 条警告
    }

servers-tools-claims = 服务器声明（未经核实）：{ $claims }
servers-tools-claims-none = 服务器声明：{ $counts }
servers-tools-schema = Portcullis 无法根据此工具的 schema 检查参数。
servers-tools-review = 标记为已审核
servers-tools-varying = 允许变化的部分
servers-tools-varying-help =
    { $count ->
       *[other] 你允许此定义的 { $count } 个部分变化。Portcullis 不会将它们与你批准的定义比较：
    }
servers-tools-varying-hold = 重新比较所有部分
servers-tools-changes-help = 这不是你批准的定义。其权限已暂停，在你审核更改之前，模型无法使用此工具。
servers-tools-changes-review = 审核更改
servers-tools-part = { $part } · 来自服务器的文本
servers-tools-part-title = 标题 · 来自服务器的文本
servers-tools-part-description = 说明 · 来自服务器的文本
servers-tools-part-arguments = 参数 · 来自服务器的文本
servers-tools-part-result = 结果 · 来自服务器的文本
servers-tools-part-claims = 声明 · 来自服务器的文本
servers-tools-part-icons = 图标 · 来自服务器的文本
servers-tools-part-other = 其他 · 来自服务器的文本

servers-tools-arguments-none = 此工具没有参数。
servers-tools-again = 已填入之前某次调用（{ $time }）的参数。选择“运行”以发送。
servers-tools-again-hidden = 机密已略去并显示为 •••，请重新输入。
servers-tools-run = 运行
servers-tools-as-form = 表单视图
servers-tools-as-json = JSON 视图
servers-tools-not-json = 有一个字段不是有效的 JSON。
servers-tools-call = 工具调用
servers-tools-answer = 请回答请求以继续。
servers-tools-task = “{ $server }”正在将此调用作为后台任务运行。{ $task }
# 列表中的工具，其所见行为与声明不符。
servers-tools-against = 与声明不符
servers-tools-seen = 调用期间观察到的行为
# 后面是所见内容的列表。
servers-tools-seen-reads = 服务器声明此工具为只读。在调用此工具期间，服务器：
servers-tools-seen-closed = 服务器声明此工具只使用自己的数据。在调用此工具期间，服务器：
servers-tools-seen-any = 在调用此工具期间，服务器：
servers-tools-seen-help = 隔离在连接建立时能看到主机，也能看到允许的文件夹中的更改，但看不到是哪个程序更改的。
