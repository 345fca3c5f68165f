# The page "Import servers": the servers of other applications on this computer. The same list is shown for a pasted configuration
# with several servers.

servers-import-title = Import servers
servers-import-help = Servers that other applications on this computer use. Their permissions are not imported.
servers-import-looking = Looking for servers…
servers-import-none-help = Portcullis looks in the settings of Claude, Cursor, VS Code, Codex, Zed, Goose and 22 other applications.
servers-import-review =
    { $count ->
        [0] Review
        [one] Review 1 server
       *[other] Review { $count } servers
    }
servers-import-note = Portcullis adds them turned off. You review each one before it first starts.
# A server of this name here is the same one.
servers-import-known = Already added as “{ $server }”
# The other application has this server turned off.
servers-import-off = Turned off there
servers-import-open = Saved as is: { $names }
servers-import-secrets =
    { $count ->
        [one] Stored as a secret: { $names }
       *[other] Stored as secrets: { $names }
    }

servers-import-project = Import from a project folder…
servers-import-project-other = Choose another folder…
servers-import-project-of = Servers in project files
servers-import-project-help = These files came with the project. Check what each server starts. Relative paths are shown in full.
servers-import-project-none = Portcullis looks for .mcp.json, .cursor/mcp.json, .vscode/mcp.json, opencode.json and the project files of 12 other applications.
servers-import-project-leave = Show applications
servers-import-dropped = Dropped files
servers-import-dropped-none = No dropped files
servers-import-dropped-none-help = Drop bundles, configuration files or exported conversations anywhere on this window.
servers-import-dropped-bundles =
    { $count ->
        [one] Bundle
       *[other] Bundles
    }
# Read by screen readers in place of “Review”.
servers-import-dropped-review-one = Review { $file }
# $product is ChatGPT, Claude or another application.
servers-import-dropped-chats-count =
    { $count ->
        [one] { $product } · 1 conversation
       *[other] { $product } · { $count } conversations
    }
servers-import-dropped-refused = Not read
