# What is shown of Markdown on the main page: code, tables, formulas and diagrams.

# $language is the name that the text gives, such as: js.
markdown-code = Code ({ $language })
markdown-code-plain = Code
# A button that is pressed while long lines are wrapped.
markdown-wrap = Wrap lines

# Buttons below a table.
markdown-copy-markdown = Copy as Markdown
markdown-copy-csv = Copy as CSV

markdown-formula = Formula
markdown-formula-not = This formula cannot be shown. Its source is shown instead.
