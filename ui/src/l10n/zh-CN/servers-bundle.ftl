# “安装捆绑包”页面：MCP 捆绑包（.mcpb、.dxt）是包含服务器并说明如何启动它的文件。

servers-bundle-title = 安装捆绑包
servers-bundle-open = 打开捆绑包…
servers-bundle-open-another = 打开其他…
servers-bundle-none = 未打开捆绑包
servers-bundle-none-help = 捆绑包是包含服务器的 .mcpb 或 .dxt 文件。在你批准之前不会运行任何内容。
servers-bundle-file = 捆绑包文件
servers-bundle-author = 作者
# 任何人都可以在捆绑包中写入任意名称。
servers-bundle-claim = （据捆绑包所述）
servers-bundle-license = 许可证
servers-bundle-size = 大小
servers-bundle-sizes = { $file }，磁盘占用 { $disk }
servers-bundle-signature = 签名
servers-bundle-signed = 已签名。Portcullis 不验证签名者。
servers-bundle-unsigned = 未签名
# 选择：更新由早期版本安装的服务器，或添加另一个。
servers-bundle-updates = 已安装
servers-bundle-update = 更新“{ $server }”（{ $version }）
servers-bundle-add = 添加另一个服务器
