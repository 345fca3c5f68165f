# 服务器注册表：其发送的内容、本地副本以及添加服务器。

## 响应

reply-unreadable = 无法读取注册表的响应：{ $why }。
reply-other = 注册表的响应不是 Portcullis 能读取的格式。
reply-cycle = 注册表重复发送相同的页面。更新已停止。
reply-endless = 注册表发送的页面超过 Portcullis 的读取上限。更新已停止。
registry-busy = 注册表过载或限制请求频率。
registry-busy-remedy = 请稍后重试。
registry-status = 注册表返回 HTTP { $status }。
registry-status-remedy = 请检查注册表的 URL，或稍后重试。
registry-unknown = 注册表中没有此服务器或版本。
icon-status = 图标所在的服务器返回 HTTP { $status }。
icon-slow = 图标在 { $seconds } 秒内未到达。

## 副本

copy-damaged = 注册表的本地副本已损坏。
copy-full = 注册表的本地副本已满，或磁盘已满。
copy-failed = 无法使用注册表的本地副本。
copy-not-deleted = 注册表的本地副本未删除：{ $why }。

## 无法添加条目的原因

option-unknown = Portcullis 不支持软件包类型“{ $kind }”。
option-cargo = Portcullis 不运行 Cargo 软件包。
option-identifier = 此软件包的名称不符合其类型。
option-image = 镜像需要有效的名称，并带有确切的标签或摘要。
option-version = 条目未指定此软件包的确切版本。
option-elsewhere = 此软件包并非来自其类型的常用软件包注册表。
option-transport = 此软件包会打开端口。Portcullis 只启动使用标准输入和输出的软件包。
option-runtime = 条目的参数属于 { $program } 以外的程序。
option-refused = 条目向 { $program } 传递“{ $word }”，Portcullis 不接受注册表的这一参数。
option-argument = 条目含有无效的参数。
option-name = 条目含有名称无效的变量或标头。
option-value = 条目含有过长或无效的值。
option-too-many = 条目要求的值或参数过多。
option-secret-argument = 条目会把机密放入命令行，本机上的所有程序都能读取。
option-secret-url = 条目会把机密放入 URL，URL 会被保存并显示。
option-url = 使用这些值时，此条目的 URL 无效。
option-remote-type = Portcullis 不支持此条目的传输方式。
option-no-hash = 条目没有此捆绑包的 SHA-256。

## 值

value-missing = 缺少“{ $setting }”。
value-one = “{ $setting }”只接受一个值。
value-wrong = “{ $setting }”不接受此值。
value-unknown = 此条目没有值“{ $name }”。

header-wrong = 无法发送这样的标头。
header-wrong-remedy = 请输入名称（例如 Authorization）和一行值。
