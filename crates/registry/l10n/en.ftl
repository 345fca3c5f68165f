# Registries of servers: what they send, the copy of it, and adding a server.

## Replies

reply-unreadable = The registry sent a response that cannot be read: { $why }.
reply-other = The registry sent a response in a format that Portcullis does not support.
reply-cycle = The registry sends the same pages again. The update was stopped.
reply-endless = The registry sends more pages than Portcullis reads. The update was stopped.
registry-busy = The registry is overloaded or rate limiting requests.
registry-busy-remedy = Try again later.
registry-status = The registry returned HTTP { $status }.
registry-status-remedy = Check the URL of the registry, or try again later.
registry-unknown = The registry does not have this server or version.
icon-status = The server of the icon returned HTTP { $status }.
icon-slow = The icon did not arrive within { $seconds } seconds.

## The copy

copy-damaged = The local copy of the registry is damaged.
copy-full = The local copy of the registry or the disk is full.
copy-failed = The local copy of the registry cannot be used.
copy-not-deleted = The local copy of the registry was not deleted: { $why }.

## Why an entry cannot be added

option-unknown = Portcullis does not support the package type “{ $kind }”.
option-cargo = Portcullis does not run Cargo packages.
option-identifier = The name of this package is not valid for its type.
option-image = The image needs a valid name with an exact tag or a digest.
option-version = The entry names no exact version of this package.
option-elsewhere = This package does not come from the usual package registry of its type.
option-transport = This package opens a port. Portcullis starts only packages that use standard input and output.
option-runtime = The entry has arguments for a program other than { $program }.
# $word is an argument.
option-refused = The entry passes “{ $word }” to { $program }. Portcullis does not accept this argument from a registry.
option-argument = The entry has an invalid argument.
option-name = The entry has a variable or header with an invalid name.
option-value = The entry has a value that is too long or invalid.
option-too-many = The entry asks for too many values or has too many arguments.
option-secret-argument = The entry puts a secret into the command line, where every program on this computer can read it.
option-secret-url = The entry puts a secret into the URL, where it is stored and shown.
option-url = The URL of this entry is not valid with these values.
option-remote-type = Portcullis does not support the transport of this entry.
option-no-hash = The entry has no SHA-256 for this bundle.

## Values

value-missing = “{ $setting }” is missing.
value-one = “{ $setting }” takes one value.
value-wrong = “{ $setting }” does not accept this value.
value-unknown = This entry has no value “{ $name }”.

header-wrong = This header cannot be sent.
header-wrong-remedy = Enter a name such as Authorization, and its value on one line.
