# 安装服务器时要求填写的值：来自捆绑包或注册表条目。

servers-install-optional = 可选。
servers-install-lines = 每行一个。
servers-install-stored = 已存储；留空则保留
servers-install-show = 显示 { $name }
servers-install-choose-for = 选择… { $name }
