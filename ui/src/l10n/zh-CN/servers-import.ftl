# “导入服务器”页面：本机上其他应用的服务器。粘贴包含多个服务器的配置时也显示同一列表。

servers-import-title = 导入服务器
servers-import-help = 本机上其他应用使用的服务器。它们的权限不会导入。
servers-import-looking = 正在查找服务器…
servers-import-none-help = Portcullis 会查找 Claude、Cursor、VS Code、Codex、Zed、Goose 和另外 22 个应用的设置。
servers-import-review =
    { $count ->
        [0] 审核
       *[other] 审核 { $count } 个服务器
    }
servers-import-note = 添加后保持停用。每个服务器首次启动前都会请你审核。
# 这里已有同一个服务器，名称如此。
servers-import-known = 已添加为“{ $server }”
# 另一个应用停用了此服务器。
servers-import-off = 在原应用中已停用
servers-import-open = 原样保存：{ $names }
servers-import-secrets =
    { $count ->
       *[other] 作为机密存储：{ $names }
    }

servers-import-project = 从项目文件夹导入…
servers-import-project-other = 选择其他文件夹…
servers-import-project-of = 项目文件中的服务器
servers-import-project-help = 这些文件来自该项目，请检查每个服务器启动什么。相对路径会显示为完整路径。
servers-import-project-none = Portcullis 会查找 .mcp.json、.cursor/mcp.json、.vscode/mcp.json、opencode.json 以及另外 12 个应用的项目文件。
servers-import-project-leave = 显示应用
servers-import-dropped = 拖入的文件
servers-import-dropped-none = 没有拖入的文件
servers-import-dropped-none-help = 可以把捆绑包、配置文件或导出的对话拖到此窗口的任意位置。
servers-import-dropped-bundles =
    { $count ->
       *[other] 捆绑包
    }
# 屏幕阅读器会用它代替“审核”。
servers-import-dropped-review-one = 审核 { $file }
# $product 是 ChatGPT、Claude 或其他应用。
servers-import-dropped-chats-count =
    { $count ->
       *[other] { $product } · { $count } 个对话
    }
servers-import-dropped-refused = 未读取
