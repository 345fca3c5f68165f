# 本地服务器的隔离。

## 隔离无法建立的原因

failed-plan = 无法规划隔离：{ $cause }。
failed-namespaces = 此系统不允许 Portcullis 建立隔离（用户命名空间）：{ $cause }。
failed-network = 无法建立隔离的网络：{ $cause }。
failed-files = 无法设置隔离的文件：{ $cause }。
failed-path = 无法在隔离中提供 { $path }：{ $cause }。
failed-processes = 无法建立隔离的进程：{ $cause }。
failed-rights = 隔离无法放弃其特权：{ $cause }。
failed-landlock = 无法限制文件访问（Landlock）：{ $cause }。需要 Linux 5.19 或更高版本。
failed-calls = 无法限制系统调用（seccomp）：{ $cause }。
failed-remedy = 程序未启动。请在服务器的设置中更改隔离允许的内容，或停用隔离。
    .terminal = 程序未启动。请用“portcullis-cli server fence LABEL”更改隔离允许的内容，或停用隔离。
helper-ended = 建立隔离的程序提前结束：{ $cause }。

## 系统中阻止隔离的设置

restriction-no-namespaces = 此系统不允许使用隔离所需的用户命名空间。管理员可以允许：将 user.max_user_namespaces 设为大于 0 的数。
restriction-only-root = 此系统只允许 root 使用隔离所需的用户命名空间。管理员可以更改：将 kernel.unprivileged_userns_clone 设为 1。
restriction-only-known-programs = AppArmor 不允许此程序使用隔离所需的用户命名空间（kernel.apparmor_restrict_unprivileged_userns）。Portcullis 的安装包会安装允许它的配置文件。

## 无法允许的原因

path-refused = 无法在隔离中使用 { $path }：{ $cause }。
paths-too-many = 一个服务器最多可以有 { $limit } 个文件、文件夹和套接字。
host-refused = 无法允许 { $name }（端口 { $port }）：请输入主机的准确名称和 53 以外的端口。
hosts-too-many = 一个服务器最多可以有 { $limit } 个主机。
sockets-and-anything = 在此系统上，服务器不能同时拥有整个网络和其他程序的套接字。这需要 Linux 6.12 或更高版本。
grant-remedy = 请在服务器的设置中更改隔离允许的内容。
    .terminal = 请用“portcullis-cli server fence LABEL”更改隔离允许的内容。

## 此系统无法使用隔离的原因

reason-folder = 无法使用临时文件夹：{ $cause }。
reason-helper = 建立隔离的程序未启动：{ $cause }。
reason-ended = 测试隔离的程序意外结束。
reason-seen = 隔离中的程序仍能看到外部的文件或进程。
reason-network = 隔离中的程序无法连接到自身。
reason-calls = 隔离中的系统调用未受限制。
reason-system = Portcullis 在此操作系统上尚不支持隔离。

## 容器为何没有自己的网络

gateway-not-built = 此 Portcullis 副本在构建时未包含为容器转发连接的程序。
gateway-failed = 无法设置容器的网络：{ $cause }。
gateway-remedy = 服务器未启动。请在服务器设置中允许所有地址，或停用隔离。
    .terminal = 服务器未启动。请用“portcullis-cli server fence LABEL”允许所有地址，或停用隔离。
