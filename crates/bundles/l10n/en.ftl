# MCP bundles: files that hold a server and say how it is started.

## The file

bundle-not-read = This bundle cannot be read: { $why }.
bundle-not-written = The bundle was not unpacked: { $why }.
bundle-too-large = This bundle is larger than { $limit } MiB.
bundle-unpacked = This bundle would take more than { $limit } GiB on disk.
bundle-entries = This bundle has more than { $limit } entries.
bundle-damaged = This file is not a bundle, or it is damaged.
bundle-damaged-remedy = Download it again. If that does not help, contact its publisher.
bundle-no-manifest = This file is not a bundle: it has no manifest.json.
# $why is a clause.
bundle-entry = This bundle was refused because of “{ $entry }”: { $why }.

## Why an entry is refused

name-not-text = its name is not valid text
name-length = its name is empty, too long or too deep
name-absolute = its name points outside the bundle
name-parts = its name points outside the bundle
name-character = its name has a character that is not allowed
name-windows = its name means something else on Windows
entry-kind = it is not a file or a folder
entry-method = it is encrypted, or compressed in a way that Portcullis does not support
entry-ratio = it would unpack to more than { $limit } times its size
entry-twice = it appears twice

## The manifest

manifest-unreadable = The manifest of this bundle cannot be read: { $why }.
manifest-unreadable-remedy = Ask its publisher to check it with “mcpb validate”.
manifest-too-large = The manifest of this bundle is larger than { $limit } MiB.
manifest-version = This bundle has manifest version { $version }. Portcullis supports 0.1 to 0.4.
manifest-no-command = The manifest of this bundle has no command.
manifest-too-many = The manifest of this bundle has too many settings, arguments or variables.

## Values

setting-missing = “{ $setting }” is missing.
setting-one = “{ $setting }” takes one value.
setting-wrong = “{ $setting }” does not accept this value.
setting-unknown = This bundle has no setting “{ $name }”.
secret-in-arguments = This bundle would put a secret into its command line, where every program on this computer can read it.
# $name is an environment variable. Its stored secret cannot be read.
secret-again = This version sets “{ $name }” in a different way. Enter its secret again.
list-in-text = This bundle puts “{ $name }” where only one value fits. Enter only one.
