# “任务”页面：由服务器在后台继续执行的工具调用。

tasks-open =
    { $count ->
       *[other] { $count } 个任务进行中
    }
tasks-clear = 清除已结束的任务
tasks-empty = 没有任务
tasks-empty-help = 服务器可以把耗时较长的工具调用转为任务继续执行。任务结束前会一直列在这里，重新启动 Portcullis 后也不会消失。

tasks-part-asking = 需要回答
tasks-part-running = 运行中
tasks-part-ended = 已结束

tasks-by = 请求者：{ $who }
tasks-began = 开始于 { $time }
tasks-finished = 结束于 { $time }
tasks-seen = 上次更新 { $time }
tasks-next = 下次检查 { $time }
tasks-kept = 服务器保留至 { $time }

tasks-result-gone = 结果已不在内存中。
tasks-stop-waiting = 停止等待
tasks-conversation = 查看对话
