# “导出服务器”页面：批准后把服务器写入另一个应用的文件。

servers-export-title = 导出服务器
servers-export-help = Portcullis 把服务器添加到另一个应用的配置文件。文件中的其他内容保持不变，机密的值从不写入。
servers-export-servers = 服务器
# 可导出内容列表中的分组。
servers-export-single = 单个服务器
servers-export-application = 应用
servers-export-found = 本机上
servers-export-others = 本机上未找到
servers-export-choose = 选择应用
# 有多个文件的应用。
servers-export-target = { $name }（{ $path }）
servers-export-file = 文件
servers-export-other-file = 其他文件…
servers-export-own-file = 应用自己的文件
servers-export-new-file = 此文件还不存在。
servers-export-link = 这是符号链接。Portcullis 写入的文件：
servers-export-replace = 替换已有的服务器
servers-export-replace-help = 被替换的服务器会失去在另一个应用中的设置。
servers-export-reading = 正在读取文件…
servers-export-added = 添加
servers-export-replaced = 替换
servers-export-kept = 已存在，不更改
servers-export-skipped = 不写入
# 在文件中的名称之后，与标签不同时显示。$server：标签。
servers-export-label = 此处为“{ $server }”
# $names：值被省略的变量或标头名称。
servers-export-left-out =
    { $count ->
       *[other] 需在该应用中输入的机密：{ $names }
    }
# $references：例如“$API_KEY”。
servers-export-references =
    { $count ->
       *[other] 机密读取自 { $references }
    }
servers-export-nothing = 此导出不会更改任何内容。
servers-export-review = 审核并写入…
servers-export-note = 另一个应用按自己的规则使用这些服务器，Portcullis 不会就此请求批准。
servers-export-waiting = 正在等待你在批准窗口中回答。
servers-export-written = 已写入 { $name } 的配置文件
servers-export-backup = 之前的文件保存在它旁边：
servers-export-denied = 你拒绝了此导出。文件没有更改。

# 在表单下方，用于作为容器运行的单个服务器。
servers-export-kubernetes = Kubernetes
servers-export-kubernetes-help = 供 ToolHive operator 使用的清单，用于在集群中运行此服务器。其中不含机密的值。
servers-export-kubernetes-save = 保存清单…
servers-export-kubernetes-saved = 已保存：
