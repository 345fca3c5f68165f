# “服务器”页面：服务器列表、未选择服务器时的页面，以及各标签页共用的内容。

servers-add = 添加
# 由屏幕阅读器读出的“登录…”按钮名称。
servers-sign-in-name = 登录…：{ $server }
servers-changed = { $count ->
   *[other] { $count } 个工具已更改
    }
servers-waiting = { $count } 项等待你处理
servers-ready = { $count ->
   *[other] { $state } · { $count } 个工具 · { $where }
    }
servers-where-demo = 内置
servers-where-local = 本地

servers-unknown = 未找到服务器
servers-unknown-help = 如果你已将其移除，仍可在“活动”中查看其历史记录。
servers-none = 还没有服务器
servers-none-help = 服务器为你和模型提供工具。每个服务器都要经你审核才会运行。
servers-choose = 选择一个服务器
servers-choose-help = 其工具、日志和消息会显示在这里。
servers-first = 添加第一个服务器
servers-first-import = 从其他应用导入
servers-first-help = 输入命令（例如 <code>npx -y @modelcontextprotocol/server-everything</code>）或远程服务器的 URL。想先体验一下？试试演示服务器：它是内置的，无需网络。

servers-demo-try = 试用演示服务器
servers-demo-label = 演示
servers-demo-label-next = 演示 { $number }

servers-catalog-all-tools = 所有工具
servers-catalog-all-resources = 所有资源
servers-catalog-all-prompts = 所有提示词
servers-catalog-search-tools = 搜索工具
servers-catalog-search-resources = 搜索资源
servers-catalog-search-prompts = 搜索提示词
servers-catalog-unmatched-help = 请减少搜索词。
servers-catalog-none-tools = 没有工具
servers-catalog-none-resources = 没有资源
servers-catalog-none-prompts = 没有提示词
servers-catalog-empty-tools = “{ $server }”不提供工具。
servers-catalog-empty-resources = “{ $server }”不提供资源。
servers-catalog-empty-prompts = “{ $server }”不提供提示词。
servers-catalog-later = 服务器启动后会显示在这里。

servers-catalog-count-resource = { $total ->
   *[other] { $total } 个资源
    }
servers-catalog-count-template = { $total ->
   *[other] { $total } 个模板
    }
servers-catalog-count-prompt = { $total ->
   *[other] { $total } 个提示词
    }
servers-catalog-found-resource = { $total ->
   *[other] { $found } / { $total } 个资源
    }
servers-catalog-found-template = { $total ->
   *[other] { $found } / { $total } 个模板
    }
servers-catalog-found-prompt = { $total ->
   *[other] { $found } / { $total } 个提示词
    }
servers-catalog-best = { $found }，显示最匹配的 { $listed } 个
servers-catalog-as-of = 截至 { $time }
servers-catalog-refresh = 刷新

servers-catalog-skipped-tool = { $count ->
   *[other] 已略去 { $count } 个工具
    }
servers-catalog-skipped-entry = { $count ->
   *[other] 已略去 { $count } 个条目
    }
servers-catalog-skipped-prompt = { $count ->
   *[other] 已略去 { $count } 个提示词
    }
servers-catalog-skipped-more = 还有 { $count } 个。
servers-catalog-beyond-tool = { $count ->
   *[other] 有 { $count } 个工具超出上限，Portcullis 未读取。
    }
servers-catalog-beyond-entry = { $count ->
   *[other] 有 { $count } 个条目超出上限，Portcullis 未读取。
    }
servers-catalog-beyond-prompt = { $count ->
   *[other] 有 { $count } 个提示词超出上限，Portcullis 未读取。
    }

servers-follow = 跟随最新

servers-profiles-label = 配置方案
servers-profiles-current = 配置方案 { $profile }，正在使用
servers-profiles-manage = 管理配置方案…
servers-profiles-in-use = { $profile }，正在使用
servers-fetches = 正在获取的软件包
servers-fetching = 正在为“{ $server }”获取 { $package }
servers-fetch-stop-of = 停止为“{ $server }”获取

# 没有服务器时的页面与“添加服务器”页面上的知名服务器。列表的标题。
servers-suggested = 推荐的服务器
servers-suggested-help = 选择一个以填写表单。经你审核之前不会获取或启动任何内容。
# $needs：列表，例如“Node.js和一个文件夹”。
servers-suggested-needs = 需要 { $needs }
servers-suggested-folder-need = 一个文件夹
servers-suggested-key-need = 一个密钥
servers-suggested-title = 添加 { $server }
servers-suggested-about = 关于此服务器
servers-suggested-publisher = 发布者
servers-suggested-package-of = { $package } { $version }（{ $registry }）
servers-suggested-needed = 需要
# 在提供密钥的页面的 URL 之前。
servers-suggested-key-from = 获取密钥：
servers-suggested-note = 列入此列表不授予任何权限。服务器由其发布者负责。
servers-suggested-missing-name = 未找到 { $runtime }
servers-suggested-missing = 本机上未找到 { $runtime }。安装后服务器才能启动。
servers-suggested-folder = 文件夹
servers-suggested-folder-choose-name = 选择…服务器的文件夹
servers-suggested-wrong-folder = 请选择文件夹。
servers-suggested-wrong-key = 请输入 { $name } 的值。

# 服务器的多个页面共用的标题、字段和按钮。
servers-add-title = 添加服务器
servers-all = 所有服务器
servers-command = 命令
servers-show-request = 显示请求
servers-show-request-name = 显示请求：{ $question }
servers-missing = 此项必填。
servers-open-settings = 打开设置
servers-preview = 预览
servers-empty = 空
servers-none-found = 未找到服务器
servers-source = 源代码
