# “注册表”页面：注册表是公开的服务器列表。它会被复制到此计算机并在本地搜索。

servers-registry-title = 注册表
servers-registry-browse = 浏览注册表
servers-registry-about = 注册表是 MCP 服务器的公开列表。发布者自行描述其服务器，这些说法无人核实。
servers-registry-copy = 启用后，列表会下载到此计算机并保持更新。您的搜索只在本地进行。注册表会看到您的 IP 地址，以及您查看了哪些服务器的版本。
servers-registry-public = 公共注册表：
servers-registry-address = 注册表 URL
servers-registry-turn-on = 启用…
servers-registry-other = 使用其他注册表
servers-registry-use-public = 使用公共注册表
servers-registry-more = 注册表的更多操作
servers-registry-update = 立即更新
servers-registry-turn-off = 关闭
servers-registry-turn-off-question = 要关闭注册表并删除其列表吗？您已添加的服务器会保留。
servers-registry-search = 搜索服务器
servers-registry-results = 找到的服务器
servers-registry-count = { $count } 个服务器
servers-registry-first = { $count } 个服务器中的 { $shown } 个
servers-registry-copying =
    { $count ->
        [0] 正在下载列表…
       *[other] 正在下载列表：目前 { $count } 个服务器
    }
servers-registry-updated = 更新于 { $time }
servers-registry-first-copy = 正在下载列表
servers-registry-first-copy-help = 收到首批服务器后即可搜索。
servers-registry-empty = 列表为空
servers-registry-empty-help = 尚未下载任何内容。请在上方菜单中选择“立即更新”。
servers-registry-none = 没有与“{ $words }”匹配的服务器
servers-registry-none-help = 请尝试更少或其他的词。您也可以通过命令或 URL 添加服务器。
servers-registry-deprecated = 已弃用
servers-registry-deleted = 已删除
servers-registry-local = 在此计算机上运行
servers-registry-remote = 远程
servers-registry-both = 在此计算机上运行，或远程
servers-registry-nowhere = 无法在此添加

servers-registry-entry = 注册表条目
servers-registry-back = 注册表的所有服务器
servers-registry-version = 版本
servers-registry-versions = 其他版本
servers-registry-published = 发布时间
servers-registry-website = 网站
servers-registry-repository = 源代码
servers-registry-claims = 以上内容均来自发布者，Portcullis 未作核实。
servers-registry-claim = （发布者的说法）
servers-registry-deprecated-help = 发布者不建议使用此版本。
servers-registry-deleted-help = 此服务器已从注册表中撤回，无法添加。
servers-registry-installed = 已添加：{ $servers }
servers-registry-options = 添加方式
servers-registry-no-options = 该条目未提供软件包或地址，因此无法添加。
servers-registry-kind-npm = npm 软件包
servers-registry-kind-pypi = Python 软件包
servers-registry-kind-image = 容器镜像
servers-registry-kind-nuget = NuGet 软件包
servers-registry-kind-cargo = Rust crate
servers-registry-kind-bundle = MCP 捆绑包
servers-registry-kind-remote = 远程服务器
servers-registry-kind-unknown = 其他
servers-registry-runs = 运行
servers-registry-reaches = 连接到
servers-registry-hash = SHA-256
servers-registry-download = 下载并打开
servers-registry-download-note = 仅当文件的 SHA-256 与上方一致时才会打开。在您批准之前，其中的任何内容都不会运行。
servers-registry-after = 安装之后
servers-registry-after-help = 发布者要求执行这些步骤。Portcullis 不会运行它们。
