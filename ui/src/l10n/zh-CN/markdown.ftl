# 主页面上 Markdown 的显示：代码、表格、公式和图表。

markdown-code = 代码（{ $language }）
markdown-code-plain = 代码
markdown-wrap = 自动换行
