# “注册表”页面：复制到本机并在本地搜索的 MCP 服务器公开列表，以及单个条目的页面。

servers-registry-title = 注册表
servers-registry-browse = 浏览注册表

servers-registry-off = 服务器公开列表
servers-registry-off-list = 注册表是 MCP 服务器的公开列表。条目由发布者撰写，其声明未经核实。
servers-registry-off-copy = 启用后，列表会下载到本机。你的搜索不会离开本机。
servers-registry-public = 公共注册表
servers-registry-other = 使用其他注册表
servers-registry-address = 注册表 URL
servers-registry-address-help = https URL，不带用户名、查询或片段。
servers-registry-header-add = 使用标头登录
servers-registry-header-name = 标头名称
servers-registry-header-value = 标头值
servers-registry-header-help = 作为机密存储，只发送给此注册表所在的主机。
servers-registry-header-show = 显示标头值
servers-registry-header-none = 不使用标头
servers-registry-public-instead = 使用公共注册表
servers-registry-off-note = 接下来由你批准该 URL。在此之前 Portcullis 不会连接它。
servers-registry-waiting = 等待你的批准。

servers-registry-search = 搜索服务器
servers-registry-list = 注册表中的服务器
servers-registry-count = { $count ->
   *[other] { $count } 个服务器
    }
servers-registry-found = { $found } / { $count } 个服务器
servers-registry-newest = 最新的 { $found } 个，共 { $count } 个服务器
servers-registry-from = 发布者提供的文本（未经核实）
servers-registry-updated = { $count ->
   *[other] { $count } 个服务器，更新时间：{ $time }
    }
servers-registry-partial = { $count ->
   *[other] { $count } 个服务器，尚不完整
    }
servers-registry-updating = 正在更新…
servers-registry-copying = { $count ->
    [0] 正在下载列表…
   *[other] 正在下载列表：已有 { $count } 个服务器
    }
servers-registry-copying-help = 下载到的服务器会陆续显示在这里。
servers-registry-update = 更新
servers-registry-turn-off = 停用…
servers-registry-turn-off-question = 停用注册表并删除其副本？你添加的服务器会保留。
servers-registry-icons = 显示图标
servers-registry-icons-help = 托管图标的网站会看到你的 IP 地址，以及你查看的条目。
servers-registry-none-help = 请减少或更换搜索词。
servers-registry-empty = 副本中没有服务器
servers-registry-empty-help = 请更新副本。
servers-registry-remote = 远程
servers-registry-deprecated = 已弃用
servers-registry-deleted = 已删除

servers-registry-results = 搜索结果
servers-registry-loading = 正在加载…
servers-registry-claims = 来自发布者（未经核实）
servers-registry-website = 网站
servers-registry-entry = 注册表条目
servers-registry-version = 版本
servers-registry-versions-loading = 正在加载版本…
servers-registry-published = 发布时间
servers-registry-installed = 已添加为
servers-registry-deprecated-help = 发布者不建议使用此服务器或版本。
servers-registry-deleted-help = 注册表已撤回此服务器，无法添加。
servers-registry-reason = 原因（未经核实）
servers-registry-no-options = 此条目没有软件包，也没有 URL。
servers-registry-options = 安装方式
servers-registry-kind-npm = npm 软件包，在本机上运行
servers-registry-kind-pypi = PyPI 软件包，在本机上运行
servers-registry-kind-image = 容器镜像，在本机上运行
servers-registry-kind-nuget = NuGet 软件包，在本机上运行
servers-registry-kind-cargo = Cargo 软件包
servers-registry-kind-bundle = MCP 捆绑包，在本机上运行
servers-registry-kind-remote = 远程服务器
servers-registry-kind-unknown = 未知的软件包类型
servers-registry-command = 命令
servers-registry-url = URL
servers-registry-file = 文件
servers-registry-headers-help = 每次向 { $origin } 发送请求都会附带。
servers-registry-headers-open = URL 由你填写的值组成，每次向其发送请求都会附带。
servers-registry-secret = 机密
servers-registry-after = 安装后的步骤，来自发布者（未经核实）
servers-registry-after-help = Portcullis 不会运行这些步骤。
servers-registry-after-optional = 可选
servers-registry-download = 下载并打开
servers-registry-download-cancel = 取消下载
servers-registry-download-note = 如果 SHA-256 不一致，Portcullis 会删除该文件。在你批准之前不会运行任何内容。
