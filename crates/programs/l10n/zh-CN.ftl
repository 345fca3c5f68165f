
## 查找和读取程序

program-changing = { $program }正在更改中
program-changing-remedy = 请等待其安装完成后重试。
program-too-large = 它大于 { $most } GiB
program-missing = { $program }处没有程序
program-missing-remedy = 请重新安装或更正命令。
program-unreadable = 无法读取程序{ $program }：{ $why }
program-unreadable-remedy = 请更改其权限，使你的账户可以读取和运行它。
not-a-file = 它不是普通文件
script-too-deep = { $script }是脚本，从其首行起依次经过的其他脚本过多
loads-too-much = 它加载了超过 { $most } 个文件或 { $gib } GiB，而每次启动都要逐一比较
loads-too-much-remedy = 请用你自己的脚本启动它。
command-empty = 命令为空
command-empty-remedy = 请输入程序名称或其完整路径。
command-relative = { $program }是相对路径
command-relative-remedy = 请输入程序的完整路径。
network-program = { $program }在另一台计算机上
network-program-remedy = 请将程序复制到本机，或将其共享映射为驱动器号并使用该路径。
no-program-at = { $program }处没有程序
no-program-at-remedy = 请安装它或更正路径。
not-in-path = 在你的 shell 的 PATH 中找不到{ $program }
not-in-path-runtime-remedy = 它属于 { $runtime }。要安装 { $runtime }，请运行：{ $command }
not-in-path-runtime-page-remedy = 它属于 { $runtime }。要安装 { $runtime }，请参阅 { $page }
not-in-path-remedy = 请安装它或输入其完整路径。

## 环境变量的作用：接在其名称之后

hook-packages = 会更改软件包的来源或下载时运行的内容
hook-loader = 会使系统加载器向程序注入其他代码
hook-node = 会使 Node.js 从别处加载代码
hook-python = 会使 Python 从别处加载代码
hook-ruby = 会使 Ruby 从别处加载代码
hook-perl = 会使 Perl 从别处加载代码
hook-java = 会使 Java 从别处加载代码
hook-dotnet = 会使 .NET 从别处加载代码
hook-interpreter = 会使解释器从别处加载代码
hook-shell = 会使每个 shell 先运行其他代码
hook-git = 会使 Git 运行另一个程序
hook-tool = 会使某个工具运行另一个程序
hook-search = 会更改找到的程序（由 Portcullis 设置）
hook-library = 会使系统库加载其他代码
hook-own = 为 Portcullis 保留
hook-settings = 是程序查找设置的位置，其中一些设置会运行代码
hook-cache = 是程序存放临时文件的位置，其中一些是代码
hook-npm = 会使 npm 从另一个文件夹读取设置及其中的代码
hook-pip = 会更改 pip 下载的内容或安装方式
hook-uv = 会更改 uv 下载的内容、使用的 Python 或查找位置
hook-python-home = 指定 Python 或其工具运行代码所用的安装位置或文件夹
hook-javascript-home = 指定 JavaScript 工具运行代码所用的安装位置或文件夹
hook-tool-home = 指定某个工具运行代码所用的安装位置或文件夹
hook-program = 指定其他程序会运行的程序
hook-git-trust = 会更改 Git 的工作方式及其信任的文件
hook-containers = 决定容器在何处运行，以及使用谁的插件和镜像
hook-settings-file = 指定可以运行程序的设置文件
hook-proxy = 会使下载经由另一台计算机
hook-trust = 会更改受信任的证书，从而更改可下载的内容
hook-keylog = 会将加密连接的密钥写入文件
hook-agent = 可访问持有你密钥的代理、你会话中的程序或你的屏幕

## 属于其他账户的文件

writable-folder = 本机上的任何账户都可以更改文件夹{ $path }，从而更改运行的内容。
writable-file = 本机上的任何账户都可以更改文件{ $path }，从而更改运行的内容。
foreign-folder = 文件夹{ $path }属于另一个账户，该账户可以更改运行的内容。
foreign-file = 文件{ $path }属于另一个账户，该账户可以更改运行的内容。
not-executable = { $path }不可执行
not-executable-remedy = 请更改其权限，使你的账户可以运行它，或更正命令。
store-alias = { $path }是 Microsoft Store 的别名，无法在每次启动时比较其背后的程序
store-alias-remedy = 请不通过 Microsoft Store 安装该程序，或更正命令。
hidden-folder = { $path }位于你的账户无法打开的文件夹中
hidden-folder-remedy = 请更改其所在文件夹的权限，或更正命令。
is-folder = { $path }是文件夹，不是程序
is-folder-remedy = 请输入其中程序的路径。

## 被加载的文件是什么

loads-interpreter = 解释器
loads-program = 程序
loads-script = 脚本
loads-project = 项目文件
