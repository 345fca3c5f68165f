# 请求批准的窗口中，要添加、更改或启动的服务器的所有字段。

gate-launch-runs = 将运行
gate-launch-connects = 将连接到
gate-launch-receives = 将获得
gate-launch-settings = 设置
gate-launch-defaults = 默认设置
gate-launch-defaults-show = 默认：{ $fields }

gate-launch-command = 命令
gate-launch-from = 来源

gate-launch-inherited = { $count ->
   *[other] 继承：{ $count } 个变量
    }
gate-launch-inherited-name = 继承
gate-launch-inherited-help = 从你的环境传入，使用其当前值。
gate-launch-inherited-list = 继承的变量
