# The tab "Resources" of a server: resources and templates of their URIs, and one of them with its contents.

servers-resources-choose = Choose a resource
servers-resources-choose-help = Portcullis reads it when you choose Read. You decide what goes to a model.
servers-resources-list = Resources of { $server }
servers-resources-templates = Templates
servers-resources-templates-count = Templates { $count }
servers-resources-templates-list = Templates of { $server }
# Tags in a line of the list.
servers-resources-updated = updated
servers-resources-watched = watched

servers-resources-updated-since = updated since you read it
servers-resources-unlisted = “{ $server }” does not list this resource. You can still read it.
servers-resources-read = Read
servers-resources-read-again = Read again
servers-resources-watch = Watch
servers-resources-unwatch = Stop watching
servers-resources-watch-on = Portcullis asked “{ $server }” to report changes.
servers-resources-watch-none = “{ $server }” does not report changes to resources.

servers-resources-importance = priority { $value } of 1
servers-resources-changed = changed { $time }

# A template: fields for its variables, and the URI that they result in.
servers-resources-variables = Variables
servers-resources-uri = Resulting URI
servers-resources-empty = Left out because empty: { $names }.

# What the server returned. $size: such as “12 KiB”.
servers-resources-contents = Resource contents
servers-resources-read-at = read { $time }
servers-resources-parts =
    { $count ->
        [one] 1 part, { $size }
       *[other] { $count } parts, { $size }
    }
servers-resources-cached = from cache: “{ $server }” says it is still current
# “Raw” is the name of a tab.
servers-resources-more =
    { $count ->
        [one] 1 more part is in Raw.
       *[other] { $count } more parts are in Raw.
    }
servers-resources-other-uri = Returned under a different URI than requested:
servers-resources-other-uri-of = { $place }. Returned under a different URI than requested:
servers-resources-type = Type according to the server: { $type }
