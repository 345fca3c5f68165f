# Editing the arguments of a call that waits for approval.

gate-arguments-edit = Edit arguments
gate-arguments-edit-as = Edit as
gate-arguments-json-way = JSON
gate-arguments-json = Arguments as JSON
gate-arguments-no-form = These arguments cannot be shown as a form. Edit them as JSON.
gate-arguments-none = This tool declares no arguments.
gate-arguments-use = Use these arguments
gate-arguments-problems = Problems
gate-arguments-not-object = Arguments must be names and values in braces.
# $problem is a sentence that says what is wrong with the JSON.
gate-arguments-fix-json = { $problem } Fix this to switch to the form.
gate-arguments-fix-form = One field is not valid JSON yet. Fix it to switch to JSON.
gate-arguments-left-out = Left out by you: { $names }
# A name in that list.
gate-arguments-name = “{ $name }”
