# The room "Servers": the list of servers, the page without a server, and what the tabs of a server share.

# The button above the list. It opens the page "Add a server".
servers-add = Add
# Read aloud for the button “Sign in…”.
servers-sign-in-name = Sign in… to { $server }
servers-changed =
    { $count ->
        [one] 1 tool changed
       *[other] { $count } tools changed
    }
servers-waiting = { $count } waiting for you
# Below the label in the list. $state: such as “ready”. $where: “built in”, “local” or the origin of a URL.
servers-ready =
    { $count ->
        [one] { $state } · 1 tool · { $where }
       *[other] { $state } · { $count } tools · { $where }
    }
servers-where-demo = built in
servers-where-local = local

servers-unknown = Server not found
servers-unknown-help = If you removed it, its history is still in Activity.
servers-none = No servers yet
servers-none-help = Servers provide tools for you and your models. You review each one before it runs.
servers-choose = Choose a server
servers-choose-help = Its tools, logs and messages appear here.
servers-first = Add your first server
servers-first-import = Import from other applications
servers-first-help = Enter a command such as <code>npx -y @modelcontextprotocol/server-everything</code> or the URL of a remote server. To look around first, try the demo server: it is built in and needs no network.

servers-demo-try = Try the demo server
# The label that the demo server gets, and the next one where it is taken. $number is 2 or more.
servers-demo-label = Demo
servers-demo-label-next = Demo { $number }

# The lists of tools, resources and prompts.
servers-catalog-all-tools = All tools
servers-catalog-all-resources = All resources
servers-catalog-all-prompts = All prompts
servers-catalog-search-tools = Search tools
servers-catalog-search-resources = Search resources
servers-catalog-search-prompts = Search prompts
servers-catalog-unmatched-help = Try fewer words.
servers-catalog-none-tools = No tools
servers-catalog-none-resources = No resources
servers-catalog-none-prompts = No prompts
servers-catalog-empty-tools = “{ $server }” offers no tools.
servers-catalog-empty-resources = “{ $server }” offers no resources.
servers-catalog-empty-prompts = “{ $server }” offers no prompts.
servers-catalog-later = They appear after the server starts.

# Above a list, separated by “ · ”: how many there are, or how many match a search.
servers-catalog-count-resource =
    { $total ->
        [one] 1 resource
       *[other] { $total } resources
    }
servers-catalog-count-template =
    { $total ->
        [one] 1 template
       *[other] { $total } templates
    }
servers-catalog-count-prompt =
    { $total ->
        [one] 1 prompt
       *[other] { $total } prompts
    }
servers-catalog-found-resource =
    { $total ->
        [one] { $found } of 1 resource
       *[other] { $found } of { $total } resources
    }
servers-catalog-found-template =
    { $total ->
        [one] { $found } of 1 template
       *[other] { $found } of { $total } templates
    }
servers-catalog-found-prompt =
    { $total ->
        [one] { $found } of 1 prompt
       *[other] { $found } of { $total } prompts
    }
# $found: one of the six above. Of a long list only the best matches are listed.
servers-catalog-best = { $found }, showing the best { $listed }
# When an older list was read.
servers-catalog-as-of = as of { $time }
servers-catalog-refresh = Refresh

# Entries of a server's list that Portcullis does not use. An entry is a resource or a template.
servers-catalog-skipped-tool =
    { $count ->
        [one] 1 tool left out
       *[other] { $count } tools left out
    }
servers-catalog-skipped-entry =
    { $count ->
        [one] 1 entry left out
       *[other] { $count } entries left out
    }
servers-catalog-skipped-prompt =
    { $count ->
        [one] 1 prompt left out
       *[other] { $count } prompts left out
    }
servers-catalog-skipped-more = And { $count } more.
servers-catalog-beyond-tool =
    { $count ->
        [one] Portcullis did not read 1 tool over the limit.
       *[other] Portcullis did not read { $count } tools over the limit.
    }
servers-catalog-beyond-entry =
    { $count ->
        [one] Portcullis did not read 1 entry over the limit.
       *[other] Portcullis did not read { $count } entries over the limit.
    }
servers-catalog-beyond-prompt =
    { $count ->
        [one] Portcullis did not read 1 prompt over the limit.
       *[other] Portcullis did not read { $count } prompts over the limit.
    }

# A button that keeps the end of the logs or of the messages in view. It is on or off.
servers-follow = Follow

# The button that shows the profile in use, read aloud.
servers-profiles-label = Profile
servers-profiles-current = Profile { $profile }, in use
servers-profiles-manage = Manage profiles…
servers-profiles-in-use = { $profile }, in use
servers-fetches = Packages being fetched
servers-fetching = Fetching { $package } for “{ $server }”
servers-fetch-stop-of = Stop fetching for “{ $server }”

# Well-known servers, on the page without a server and on "Add a server". The heading of the list.
servers-suggested = Suggested servers
servers-suggested-help = Choose one to fill in the form. Nothing is fetched or started before you review it.
# $needs: a list such as “Node.js and a folder”.
servers-suggested-needs = Needs { $needs }
servers-suggested-folder-need = a folder
servers-suggested-key-need = a key
servers-suggested-title = Add { $server }
servers-suggested-about = About this server
servers-suggested-publisher = Publisher
servers-suggested-package-of = { $package } { $version } ({ $registry })
servers-suggested-needed = Needs
# Before the URL of the page that gives a key.
servers-suggested-key-from = Get a key at
servers-suggested-note = Being on this list grants no permissions. The publisher is responsible for the server.
servers-suggested-missing-name = { $runtime } not found
servers-suggested-missing = { $runtime } was not found on this computer. The server starts once you install it.
servers-suggested-folder = Folder
servers-suggested-folder-choose-name = Choose… the folder of the server
servers-suggested-wrong-folder = Choose the folder.
servers-suggested-wrong-key = Enter a value for { $name }.

# Headings, fields and buttons that several pages of a server have.
servers-add-title = Add a server
servers-all = All servers
servers-command = Command
servers-show-request = Show request
servers-show-request-name = Show request: { $question }
servers-missing = This is required.
servers-open-settings = Open settings
servers-preview = Preview
servers-empty = empty
servers-none-found = No servers found
servers-source = Source code
