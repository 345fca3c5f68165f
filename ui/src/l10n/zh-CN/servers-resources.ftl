# 服务器的“资源”标签页：资源和 URI 模板，以及其中一项的内容。

servers-resources-choose = 选择一个资源
servers-resources-choose-help = 选择“读取”后，Portcullis 才会读取。发送给模型的内容由你决定。
servers-resources-list = { $server } 的资源
servers-resources-templates = 模板
servers-resources-templates-count = 模板 { $count }
servers-resources-templates-list = { $server } 的模板
servers-resources-updated = 已更新
servers-resources-watched = 已关注

servers-resources-updated-since = 在你读取后已更新
servers-resources-unlisted = “{ $server }”未列出此资源，但你仍可读取。
servers-resources-read = 读取
servers-resources-read-again = 重新读取
servers-resources-watch = 关注
servers-resources-unwatch = 取消关注
servers-resources-watch-on = Portcullis 已请求“{ $server }”报告更改。
servers-resources-watch-none = “{ $server }”不报告资源的更改。

servers-resources-importance = 优先级 { $value }（最高 1）
servers-resources-changed = 更改于 { $time }

servers-resources-variables = 变量
servers-resources-uri = 生成的 URI
servers-resources-empty = 因未填写而略去：{ $names }。

servers-resources-contents = 资源内容
servers-resources-read-at = 读取于 { $time }
servers-resources-parts =
    { $count ->
       *[other] { $count } 个部分，{ $size }
    }
servers-resources-cached = 来自缓存：“{ $server }”表示内容仍然有效
servers-resources-more =
    { $count ->
       *[other] 另有 { $count } 个部分在“原始”中。
    }
servers-resources-other-uri = 返回时使用的 URI 与请求的不同：
servers-resources-other-uri-of = { $place }. 返回时使用的 URI 与请求的不同：
servers-resources-type = 服务器提供的类型：{ $type }
