# The tab "Permissions" of a server: its folders, model access and data flow.

# Folders that Portcullis may share with the server (MCP: roots).
servers-allowed-folders = Folders
servers-allowed-folders-of = Folders of { $server }
servers-allowed-folders-none = No folders yet. Servers that work with files ask which folders they may use. Add yours here.
# $time: the day.
servers-allowed-folder-added = added { $time }
# Read aloud for the button “Remove”.
servers-allowed-folder-remove-name = Remove { $folder }
servers-allowed-folder-remove-question = Remove this folder from the list? If “{ $server }” knows your folders, Portcullis tells it about the change. The folder itself does not change.
servers-allowed-access-ask = Portcullis asks you before it shares folders with “{ $server }”.
servers-allowed-access-told = Portcullis shares these folders with “{ $server }” when it asks and when they change.
servers-allowed-access-withheld = Portcullis tells “{ $server }” that there are no folders.
servers-allowed-access-ask-again = Ask me again
servers-allowed-access-withhold = Don’t share folders

# Whether the server may use a model of yours (MCP: sampling).
servers-allowed-model = Model access
servers-allowed-model-switch = “{ $server }” may send prompts to your model
servers-allowed-model-on = You review each prompt before the model gets it, and each reply before the server gets it. You can edit or deny both.
servers-allowed-model-off = The server is told that no model is available. If you turn this on, you review each prompt and each reply.
servers-allowed-model-reconnects = Changing this setting reconnects the server and stops running calls.

# Data flow: the person says what a server or one of its tools does with data. Answers: Not set, Yes, No.
servers-allowed-flow = Data flow
servers-allowed-flow-help = A model’s call that would combine private data, untrusted content and external communication always needs your approval, even with a permission. For data that moves between servers, “Not set” counts as “Yes”.
# The same three as at the approval of a change.
servers-allowed-flow-private = Returns private data
servers-allowed-flow-private-help = Notes, mail, files, customer records: data that not everyone should see.
servers-allowed-flow-strangers = Returns untrusted content
servers-allowed-flow-strangers-help = Web pages, issues, mail from others: it may contain instructions that a model follows.
servers-allowed-flow-sends = Sends data out
servers-allowed-flow-sends-help = Sends mail, posts, opens URLs: data can leave your control.
# Read aloud for the three answers. $name: a server or a tool. $question: one of the three above.
servers-allowed-flow-of = { $name }: { $question }
# Of a tool: the answer for its server counts.
servers-allowed-flow-as-server = Same as server
servers-allowed-flow-moved = The command or URL of this server changed since you answered. Your “No” answers no longer apply.
servers-allowed-flow-changed = This tool changed since you answered. Your “No” answers no longer apply.
servers-allowed-flow-open = The server claims that this tool reaches other systems. It counts as sending data out and returning untrusted content, whatever you set here.
servers-allowed-flow-suggested = Seen during calls of this tool, which suggests “Yes” for “Sends data out”:
servers-allowed-flow-seen = Seen during calls of this tool. You decide what it means:
servers-allowed-flow-tool = Set a tool separately…
