# 程序的启动与结束。

## 程序如何结束；位于带引号的服务器名称之后

exit-code = 已退出，退出代码为 { $code }
exit-signal = 因信号 { $name }（{ $number }）终止
exit-signal-number = 因信号 { $number } 终止
exit-unknown = 已结束

## 程序未启动的原因

variable-refused = 不允许使用环境变量 { $name }：它{ $why }。
variable-refused-bundle = 环境变量 { $name } 的值只能是捆绑包自己的文件夹内的绝对路径，且不能是机密。
variable-refused-remedy = 请从配置中移除该变量。
variable-twice = 环境变量“{ $name }”设置了两次。
variable-invalid = “{ $name }”不是有效的环境变量名称。
variable-invalid-remedy = 请在配置中更正名称。
secret-not-approved = 你尚未批准将机密 { $name } 用于此服务器。服务器未启动。
secret-not-approved-remedy = 请重新审核该服务器。
program-changed = 程序{ $program }刚刚发生更改，未启动。
file-changed = 文件{ $file }刚刚发生更改。服务器未启动。
review-remedy = 请在服务器的页面上审核。
    .terminal = 请在终端中用“portcullis-cli server enable LABEL”审核。
folder-missing = 工作文件夹{ $folder }不存在。
folder-missing-remedy = 请创建该文件夹，或选择其他文件夹。
folder-changed = 工作文件夹{ $folder }现在指向其他位置。服务器未启动。
script-interpreter-missing = { $program }是脚本，但找不到其解释器。
script-interpreter-missing-remedy = 请安装其第一行指定的解释器。
program-missing = { $program }处没有程序。
program-missing-remedy = 请重新安装，或更正命令。
program-denied = 你的账户无权运行{ $program }。
program-denied-remedy = 请更改其权限，或更正命令。
argument-unsafe = 某个参数或环境变量无法原样传递给{ $program }。
argument-unsafe-remedy = 请移除参数中的特殊字符，或直接启动脚本背后的程序。
program-wrong-system = 本机无法运行{ $program }。
program-wrong-system-remedy = 请安装适用于此系统的版本，或在命令中指定解释器。
engine-failed = { $program }未能列出或结束服务器的容器。
gateway-failed = 未能设置容器的网络：{ $why }服务器未启动。
gateway-late = 引擎未能在 { $seconds } 秒内启动网关。
gateway-ended = 网关的容器{ $exit }。
gateway-failed-remedy = 请确认引擎正在运行，然后重试。如果引擎在虚拟机中运行，请允许所有地址，或停用隔离。
start-failed = 系统未能启动{ $program }：{ $cause }。
start-failed-remedy = 请关闭一些程序或服务器，然后重试。
watchdog-failed = Portcullis 无法启动在崩溃后结束服务器的监视进程：{ $cause }。服务器未启动。
watchdog-failed-remedy = 请关闭一些程序，然后重试。

## 原因，位于冒号之后

watchdog-ended = 其监视进程已结束
job-failed = 无法将其加入作业对象：{ $cause }
program-ended = 它已结束
program-not-resumed = 无法恢复其线程
fence-failed = 无法建立隔离：{ $cause }
