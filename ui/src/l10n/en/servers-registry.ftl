# The page "Registry": a public list of MCP servers that is copied to this computer and searched there, and the page of one entry.

servers-registry-title = Registry
# The button that leads to the page.
servers-registry-browse = Browse a registry

# No registry is on.
servers-registry-off = Public list of servers
servers-registry-off-list = A registry is a public list of MCP servers. Publishers write the entries; their claims are not checked.
servers-registry-off-copy = Turning it on downloads the list to this computer. Your searches stay here.
servers-registry-public = Public registry
servers-registry-other = Use another registry
servers-registry-address = Registry URL
servers-registry-address-help = An https URL without user name, query or fragment.
servers-registry-header-add = Sign in with a header
servers-registry-header-name = Header name
servers-registry-header-value = Header value
servers-registry-header-help = Stored as a secret and sent only to the host of this registry.
servers-registry-header-show = Show header value
servers-registry-header-none = Without a header
servers-registry-public-instead = Use the public registry
servers-registry-off-note = Next, you approve the URL. Portcullis does not contact it before that.
servers-registry-waiting = Waiting for your approval.

# The list and the copy on this computer.
servers-registry-search = Search servers
servers-registry-list = Servers in the registry
servers-registry-count =
    { $count ->
        [one] 1 server
       *[other] { $count } servers
    }
servers-registry-found = { $found } of { $count } servers
servers-registry-newest = Newest { $found } of { $count } servers
# Next to the number of servers: who wrote what the list says.
servers-registry-from = Text from publishers (unverified)
# $time: such as “5 minutes ago”.
servers-registry-updated =
    { $count ->
        [one] 1 server, updated { $time }
       *[other] { $count } servers, updated { $time }
    }
servers-registry-partial =
    { $count ->
        [one] 1 server, incomplete
       *[other] { $count } servers, incomplete
    }
servers-registry-updating = Updating…
servers-registry-copying =
    { $count ->
        [0] Downloading the list…
        [one] Downloading the list: 1 server so far
       *[other] Downloading the list: { $count } servers so far
    }
servers-registry-copying-help = Servers appear here as they arrive.
servers-registry-update = Update
servers-registry-turn-off = Turn off…
servers-registry-turn-off-question = Turn off the registry and delete its copy? Servers that you added stay.
# A switch. Its help says who learns something by it.
servers-registry-icons = Show icons
servers-registry-icons-help = The website that hosts an icon sees your IP address and which entry you look at.
servers-registry-none-help = Try fewer or different words.
servers-registry-empty = No servers in the copy
servers-registry-empty-help = Update the copy.
# Short marks in a row: the server runs on this computer, or is reached at a URL.
servers-registry-remote = remote
servers-registry-deprecated = Deprecated
servers-registry-deleted = Deleted

# One entry.
servers-registry-results = Results
servers-registry-loading = Loading…
servers-registry-claims = From the publisher (unverified)
servers-registry-website = Website
servers-registry-entry = Registry entry
servers-registry-version = Version
servers-registry-versions-loading = Loading versions…
servers-registry-published = Published
servers-registry-installed = Added as
servers-registry-deprecated-help = The publisher advises against this server or version.
servers-registry-deleted-help = The registry withdrew this server. It cannot be added.
servers-registry-reason = Reason (unverified)
servers-registry-no-options = This entry has no package and no URL.
# A choice between packages and URLs of one server.
servers-registry-options = Install
servers-registry-kind-npm = npm package, runs on this computer
servers-registry-kind-pypi = PyPI package, runs on this computer
servers-registry-kind-image = Container image, runs on this computer
servers-registry-kind-nuget = NuGet package, runs on this computer
servers-registry-kind-cargo = Cargo package
servers-registry-kind-bundle = MCP bundle, runs on this computer
servers-registry-kind-remote = Remote server
servers-registry-kind-unknown = Unknown package type
servers-registry-command = Command
servers-registry-url = URL
servers-registry-file = File
# $origin: such as https://mcp.example.com
servers-registry-headers-help = Sent with each request to { $origin }.
servers-registry-headers-open = Sent with each request to the URL built from your values.
servers-registry-secret = secret
servers-registry-after = Steps after the installation, from the publisher (unverified)
servers-registry-after-help = Portcullis does not run these steps.
servers-registry-after-optional = Optional
servers-registry-download = Download and open
servers-registry-download-cancel = Cancel download
servers-registry-download-note = Portcullis deletes the file if its SHA-256 differs. Nothing runs before you approve it.
