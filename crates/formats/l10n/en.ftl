# Reading and writing configurations of other hosts.

## A pasted text or a file

pasted-empty = There is nothing to read.
pasted-remedy = Paste a command, a URL, an install link, or a configuration in JSON, YAML or TOML.
pasted-too-long = This text is longer than { $limit } KiB.
pasted-too-many = This configuration has { $count } servers. Portcullis reads up to { $limit } at once.
pasted-no-servers = There is no server in this text.
file-too-long = This file is larger than { $limit } MiB.

unreadable = This configuration cannot be read. It may be incomplete.
unreadable-line = This configuration cannot be read: there is an error in line { $line }.
unreadable-remedy = Copy all of it, from the first to the last brace.
unreadable-twice = “{ $name }” appears twice in this configuration.
unreadable-twice-somewhere = A name appears twice in this configuration.
unreadable-twice-remedy = Keep one of them.
unreadable-deep = This configuration has more than { $limit } levels.

## A command line

command-empty = There is no command in this text.
command-quote = A quotation mark in this command is not closed.
command-operator = This command uses “{ $sign }”, which only a shell understands. Portcullis starts one program, without a shell.
command-operator-remedy = Paste the one command that starts the server.
command-several = These are several commands.
command-installs = This command installs something and starts no server.
command-flag = Portcullis does not recognize the option “{ $flag }” of this command.
command-flag-value = The option “{ $flag }” has no value.
command-no-name = This command has no name for the server.
command-pair = “{ $text }” is not a name with a value.

## An install link

link-unknown = Portcullis does not support install links that start with “{ $scheme }:”.
link-incomplete = This install link has no configuration in it.
link-not-base64 = The configuration in this install link cannot be read.

## One server of a configuration

entry-not-a-server = This entry is not a server.
entry-no-command-or-url = This entry has neither a command nor a URL.
entry-command-and-url = This entry has both a command and a URL.
entry-built-in = This server is part of the other application.
entry-no-socket = Portcullis does not connect to sockets and pipes.
entry-transport = Portcullis does not support the transport “{ $transport }”.
entry-wrong-list = “{ $field }” is not a list of text values.
entry-wrong-map = “{ $field }” is not a set of names and values.
entry-wrong-text = “{ $field }” is not text.
entry-too-much = This entry has more than { $limit } arguments, variables or headers.

entry-missing = { $count ->
    [one] { $names } needs a value from you.
   *[other] { $names } need values from you.
}
entry-open = { $count ->
    [one] Replace { $values } with your own value.
   *[other] Replace { $values } with your own values.
}
entry-relative = { $count ->
    [one] { $paths } is relative to the project. Its full path is shown.
   *[other] { $paths } are relative to the project. Their full paths are shown.
}
entry-no-variables = Not included: { $names }. A remote server has no environment variables.
entry-no-headers = Not included: { $names }. A local program receives no headers.
entry-env-file = Variables from the file “{ $file }” are not included.
entry-sign-in = Sign-in is not included. Sign in here.
entry-permissions = Permissions of the other application are not included.
entry-unused = { $count ->
    [one] Not included: { $names }, a setting that Portcullis does not have.
   *[other] Not included: { $names }, settings that Portcullis does not have.
}

## Servers for the file of another host

export-no-host = Portcullis does not write files of this application.
export-no-settings = This file does not contain settings.
export-no-holder = Portcullis cannot read the servers under “{ $name }” in this file.
export-no-inputs = “inputs” in this file is not a list.
export-input-taken = The input “{ $id }” in this file already has another purpose.
export-not-possible = This file cannot be changed without changing other settings in it.
export-not-possible-remedy = Export into a new file, and copy the servers from it.
export-demo = The demo server is part of Portcullis.
export-local-only = The file of this application accepts local programs only.
export-no-event-streams = This application does not support HTTP+SSE.
export-would-change = The other application would replace a part of “{ $text }”.
