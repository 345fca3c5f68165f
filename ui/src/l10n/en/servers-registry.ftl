# The page "Registry": a registry is a public list of servers. It is copied to this computer and searched there.

servers-registry-title = Registry
servers-registry-browse = Browse registry
servers-registry-about = A registry is a public list of MCP servers. Publishers describe their own servers, and the descriptions are not checked.
servers-registry-copy = Turning it on downloads the list to this computer and keeps it up to date. Your searches stay here. The registry sees your IP address, and which servers’ versions you look at.
servers-registry-public = Public registry:
servers-registry-address = Registry URL
servers-registry-turn-on = Turn on…
servers-registry-other = Use another registry
servers-registry-use-public = Use the public registry
servers-registry-more = More actions for the registry
servers-registry-update = Update now
servers-registry-turn-off = Turn off
servers-registry-turn-off-question = Turn off the registry and delete its list? Servers that you added stay.
servers-registry-search = Search servers
servers-registry-results = Servers found
servers-registry-count =
    { $count ->
        [one] 1 server
       *[other] { $count } servers
    }
servers-registry-first = { $shown } of { $count } servers
servers-registry-copying =
    { $count ->
        [0] Downloading the list…
       *[other] Downloading the list: { $count } servers so far
    }
servers-registry-updated = Updated { $time }
servers-registry-first-copy = Downloading the list
servers-registry-first-copy-help = You can search as soon as the first servers are here.
servers-registry-empty = The list is empty
servers-registry-empty-help = Nothing was downloaded yet. Choose “Update now” in the menu above.
servers-registry-none = No server matches “{ $words }”
servers-registry-none-help = Try fewer or other words. You can also add a server by its command or URL.
servers-registry-deprecated = deprecated
servers-registry-deleted = deleted
servers-registry-local = Runs on this computer
servers-registry-remote = Remote
servers-registry-both = Runs on this computer, or remote
servers-registry-nowhere = Cannot be added here

servers-registry-entry = Registry entry
servers-registry-back = All servers of the registry
servers-registry-version = Version
servers-registry-versions = Other versions
servers-registry-published = Published
servers-registry-website = Website
servers-registry-repository = Source code
servers-registry-claims = All of this is from the publisher. Portcullis did not check it.
servers-registry-claim = (as the publisher says)
servers-registry-deprecated-help = Its publisher advises against using this version.
servers-registry-deleted-help = This server was withdrawn from the registry. It cannot be added.
servers-registry-installed = Already added: { $servers }
servers-registry-options = Ways to add it
servers-registry-no-options = The entry names no package and no address, so it cannot be added.
servers-registry-kind-npm = npm package
servers-registry-kind-pypi = Python package
servers-registry-kind-image = Container image
servers-registry-kind-nuget = NuGet package
servers-registry-kind-cargo = Rust crate
servers-registry-kind-bundle = MCP bundle
servers-registry-kind-remote = Remote server
servers-registry-kind-unknown = Other
servers-registry-runs = Runs
servers-registry-reaches = Connects to
servers-registry-hash = SHA-256
servers-registry-download = Download and open
servers-registry-download-note = The file is opened only if its SHA-256 is the one above. Nothing in it runs before you approve it.
servers-registry-after = After installation
servers-registry-after-help = The publisher asks for these steps. Portcullis does not run them.
