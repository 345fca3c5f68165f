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

# The name of a diagram in a message, and the heading above it at full size.
markdown-diagram = Diagram
# The picture itself, which scrolls.
markdown-diagram-picture = Picture of the diagram
# Buttons above a diagram. The first is pressed while the source is shown.
markdown-diagram-code = Show code
markdown-diagram-full = Full size
# Buttons of the diagram at full size, and how large it is between them.
markdown-diagram-fit = Fit to window
markdown-diagram-fits = Fits the window
# Why the source is shown and no picture. $line is the number of a line of the source.
markdown-diagram-kind = Portcullis does not draw this kind of diagram.
markdown-diagram-line = Line { $line } cannot be drawn. The code is shown instead.
markdown-diagram-large = This diagram is too large to be drawn.
markdown-diagram-slow = Drawing this diagram took too long. The code is shown instead.
markdown-diagram-failed = This diagram cannot be drawn. The code is shown instead.
