# 主页面上 Markdown 的显示：代码、表格、公式和图表。

markdown-code = 代码（{ $language }）
markdown-code-plain = 代码
markdown-wrap = 自动换行

markdown-copy-markdown = 复制为 Markdown
markdown-copy-csv = 复制为 CSV

markdown-formula = 公式
markdown-formula-not = 无法显示此公式，已改为显示其源代码。
