# Values that are asked for while a server is installed: by a bundle, or by an entry of a registry.

servers-install-optional = Optional.
servers-install-lines = One per line.
servers-install-stored = Stored; leave empty to keep it
servers-install-show = Show { $name }
servers-install-choose-for = Choose… { $name }
