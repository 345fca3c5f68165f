# 工具调用卡片上的文字，用于“聊天”和“任务”。

calls-open-request = 打开请求
calls-record = 在审计日志中查看
calls-task = 在“任务”中查看
calls-show-result = 显示结果
calls-hide-result = 隐藏结果
calls-loading = 正在加载结果…
