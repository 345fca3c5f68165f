# 读取和写入其他主机应用的配置。

## 粘贴的文本或文件

pasted-empty = 没有可读取的内容。
pasted-remedy = 请粘贴命令、URL、安装链接，或 JSON、YAML、TOML 格式的配置。
pasted-too-long = 此文本超过 { $limit } KiB。
pasted-too-many = 此配置包含 { $count } 个服务器。Portcullis 一次最多读取 { $limit } 个。
pasted-no-servers = 此文本中没有服务器。
file-too-long = 此文件超过 { $limit } MiB。

unreadable = 无法读取此配置，它可能不完整。
unreadable-line = 无法读取此配置：第 { $line } 行有错误。
unreadable-remedy = 请复制完整内容，从第一个花括号到最后一个花括号。
unreadable-twice = “{ $name }”在此配置中出现了两次。
unreadable-twice-somewhere = 有一个名称在此配置中出现了两次。
unreadable-twice-remedy = 请只保留其中一个。
unreadable-deep = 此配置的嵌套超过 { $limit } 层。

## 命令行

command-empty = 此文本中没有命令。
command-quote = 此命令中有引号没有闭合。
command-operator = 此命令使用了只有 shell 才能理解的“{ $sign }”。Portcullis 只启动一个程序，不使用 shell。
command-operator-remedy = 请粘贴启动服务器的那一条命令。
command-several = 这里有多条命令。
command-installs = 此命令只进行安装，不会启动服务器。
command-flag = Portcullis 无法识别此命令的选项“{ $flag }”。
command-flag-value = 选项“{ $flag }”没有值。
command-no-name = 此命令没有给出服务器名称。
command-pair = “{ $text }”不是“名称加值”的形式。

## 安装链接

link-unknown = Portcullis 不支持以“{ $scheme }:”开头的安装链接。
link-incomplete = 此安装链接中没有配置。
link-not-base64 = 无法读取此安装链接中的配置。

## 配置中的一个服务器

entry-not-a-server = 此条目不是服务器。
entry-no-command-or-url = 此条目既没有命令，也没有 URL。
entry-command-and-url = 此条目同时有命令和 URL。
entry-built-in = 此服务器是另一个应用的一部分。
entry-no-socket = Portcullis 不连接套接字和管道。
entry-transport = Portcullis 不支持传输方式“{ $transport }”。
entry-wrong-list = “{ $field }”不是文本列表。
entry-wrong-map = “{ $field }”不是名称和值的集合。
entry-wrong-text = “{ $field }”不是文本。
entry-too-much = 此条目的参数、变量或标头超过 { $limit } 个。

entry-missing = { $count ->
   *[other] { $names }需要你填写值。
}
entry-open = { $count ->
   *[other] 请把 { $values } 换成你自己的值。
}
entry-relative = { $count ->
   *[other] { $paths }是相对于项目的路径，显示的是完整路径。
}
entry-no-variables = 不包含 { $names }：远程服务器没有环境变量。
entry-no-headers = 不包含 { $names }：本地程序不接收标头。
entry-env-file = 不包含文件“{ $file }”中的变量。
entry-sign-in = 不包含登录信息。请在这里登录。
entry-permissions = 不包含另一个应用的权限。
entry-unused = { $count ->
   *[other] 不包含 { $names }：Portcullis 没有这样的设置。
}

## 写入其他主机应用文件的服务器

export-no-host = Portcullis 不写入此应用的文件。
export-no-settings = 此文件中没有设置。
export-no-holder = Portcullis 无法读取此文件中“{ $name }”下的服务器。
export-no-inputs = 此文件中的“inputs”不是列表。
export-input-taken = 此文件中的输入项“{ $id }”已有其他用途。
export-not-possible = 更改此文件会影响其中的其他设置。
export-not-possible-remedy = 请改为写入新文件，再复制其中的服务器。
export-demo = 演示服务器是 Portcullis 的一部分。
export-local-only = 此应用的文件只接受本地程序。
export-no-event-streams = 此应用不支持 HTTP+SSE。
export-would-change = 另一个应用会替换“{ $text }”的一部分。
