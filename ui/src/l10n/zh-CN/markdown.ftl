# 主页面上 Markdown 的显示：代码、表格、公式和图表。

markdown-code = 代码（{ $language }）
markdown-code-plain = 代码
markdown-wrap = 自动换行

markdown-copy-markdown = 复制为 Markdown
markdown-copy-csv = 复制为 CSV

markdown-formula = 公式
markdown-formula-not = 无法显示此公式，已改为显示其源代码。

markdown-diagram = 图表
markdown-diagram-picture = 图表图片
markdown-diagram-code = 显示代码
markdown-diagram-full = 查看大图
markdown-diagram-fit = 适合窗口
markdown-diagram-fits = 已适合窗口
markdown-diagram-kind = Portcullis 不绘制此类图表。
markdown-diagram-line = 无法绘制第 { $line } 行，已改为显示代码。
markdown-diagram-large = 此图表过大，无法绘制。
markdown-diagram-slow = 绘制此图表用时过长，已改为显示代码。
markdown-diagram-failed = 无法绘制此图表，已改为显示代码。
