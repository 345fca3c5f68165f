# The page "Export servers": writes servers into the file of another application, after an approval.

servers-export-title = Export servers
servers-export-help = Portcullis adds servers to the configuration file of another application. Everything else in the file stays as it is, and secret values are never written.
servers-export-servers = Servers
# Groups in the list of what can be exported.
servers-export-single = One server
servers-export-application = Application
servers-export-found = On this computer
servers-export-others = Not found here
servers-export-choose = Choose an application
# An application that has several files.
servers-export-target = { $name } ({ $path })
servers-export-file = File
servers-export-other-file = Another file…
servers-export-own-file = The application’s own file
servers-export-new-file = This file does not exist yet.
servers-export-link = A symbolic link. Portcullis writes this file:
servers-export-replace = Replace servers that are already there
servers-export-replace-help = A server that is replaced loses its settings in the other application.
servers-export-reading = Reading the file…
servers-export-added = Added
servers-export-replaced = Replaced
servers-export-kept = Already there, unchanged
servers-export-skipped = Not written
# Behind the name in the file, where it is not the label. $server: the label.
servers-export-label = “{ $server }” here
# $names: names of variables or headers whose values are left out.
servers-export-left-out =
    { $count ->
        [one] Secret to enter there: { $names }
       *[other] Secrets to enter there: { $names }
    }
# $references: such as “$API_KEY”.
servers-export-references =
    { $count ->
        [one] Secret read from { $references }
       *[other] Secrets read from { $references }
    }
servers-export-nothing = This export would change nothing.
servers-export-review = Review and write…
servers-export-note = The other application uses these servers by its own rules. Portcullis does not ask for approval there.
servers-export-waiting = Waiting for your answer in the approval window.
servers-export-written = Written to the configuration file of { $name }
servers-export-backup = The previous version is kept next to it:
servers-export-denied = You denied the export. The file was not changed.

# Below the form, for one server that runs as a container.
servers-export-kubernetes = Kubernetes
servers-export-kubernetes-help = A manifest for the ToolHive operator that runs this server in a cluster. It contains no secret values.
servers-export-kubernetes-save = Save manifest…
servers-export-kubernetes-saved = Saved:
