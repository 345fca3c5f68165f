
## Finding and reading a program

program-changing = { $program } is being modified right now
program-changing-remedy = Wait until its installation finishes, then try again.
program-too-large = it is larger than { $most } GiB
program-missing = there is no program at { $program }
program-missing-remedy = Install it again or correct the command.
program-unreadable = the program { $program } cannot be read: { $why }
program-unreadable-remedy = Change its permissions so that your account can read and run it.
not-a-file = it is not a regular file
script-too-deep = { $script } is a script whose first line leads through too many other scripts
loads-too-much = it loads more than { $most } files or { $gib } GiB, which are all compared at each start
loads-too-much-remedy = Start it with a script of your own.
command-empty = the command is empty
command-empty-remedy = Enter the name of a program or its full path.
command-relative = { $program } is a relative path
command-relative-remedy = Enter the full path of the program.
network-program = { $program } is on another computer
network-program-remedy = Copy the program to this computer, or connect its share to a drive letter and use that path.
no-program-at = there is no program at { $program }
no-program-at-remedy = Install it or correct the path.
not-in-path = { $program } was not found in the PATH of your shell
not-in-path-runtime-remedy = It comes with { $runtime }. To install { $runtime }, run: { $command }
not-in-path-runtime-page-remedy = It comes with { $runtime }. To install { $runtime }, see { $page }
not-in-path-remedy = Install it or enter its full path.

## What an environment variable does: after its name
# Finishes the sentences “The environment variable X …” and “… is not allowed: it …”.

hook-packages = changes where packages come from or what runs when they are downloaded
hook-loader = makes the system’s loader inject other code into the program
hook-node = makes Node.js load code from elsewhere
hook-python = makes Python load code from elsewhere
hook-ruby = makes Ruby load code from elsewhere
hook-perl = makes Perl load code from elsewhere
hook-java = makes Java load code from elsewhere
hook-dotnet = makes .NET load code from elsewhere
hook-interpreter = makes an interpreter load code from elsewhere
hook-shell = makes every shell run other code first
hook-git = makes Git run another program
hook-tool = makes a tool run another program
hook-search = changes which programs are found (Portcullis sets it)
hook-library = makes a system library load other code
hook-own = is reserved for Portcullis
hook-settings = is where programs look for their settings, some of which run code
hook-cache = is where programs keep temporary files, some of which are code
hook-npm = makes npm read its settings, and with them code, from another folder
hook-pip = changes what pip downloads or how it installs it
hook-uv = changes what uv downloads, which Python it uses, or where it looks
hook-python-home = names an installation or folder that Python or its tools run code from
hook-javascript-home = names an installation or folder that JavaScript tools run code from
hook-tool-home = names an installation or folder that a tool runs code from
hook-program = names a program that others run
hook-git-trust = changes how Git works and which files it trusts
hook-containers = decides where containers run, and whose plugins and images they use
hook-settings-file = names a settings file that can run programs
hook-proxy = routes downloads through another computer
hook-trust = changes which certificates are trusted, and with that what can be downloaded
hook-keylog = writes the keys of encrypted connections to a file
hook-agent = gives access to an agent with your keys, to programs of your session or to your screen

## Files of others

writable-folder = Any account on this computer can change the folder { $path }, and with it what runs.
writable-file = Any account on this computer can change the file { $path }, and with it what runs.
foreign-folder = The folder { $path } belongs to another account, which can change what runs.
foreign-file = The file { $path } belongs to another account, which can change what runs.
not-executable = { $path } is not executable
not-executable-remedy = Change its permissions so that your account can run it, or correct the command.
store-alias = { $path } is an alias of the Microsoft Store, and the program behind it cannot be compared at each start
store-alias-remedy = Install the program without the Store, or correct the command.
hidden-folder = { $path } is in a folder that your account cannot open
hidden-folder-remedy = Change the permissions of its folders, or correct the command.
is-folder = { $path } is a folder, not a program
is-folder-remedy = Enter the path of the program in it.

## What a loaded file is

loads-interpreter = interpreter
loads-program = program
loads-script = script
loads-project = project file
