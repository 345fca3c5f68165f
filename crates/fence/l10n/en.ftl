# The sandbox of local servers.

## Why a sandbox could not be built

failed-plan = The sandbox could not be planned: { $cause }.
failed-namespaces = This system does not let Portcullis make a sandbox (user namespaces): { $cause }.
failed-network = The network of the sandbox could not be made: { $cause }.
failed-files = The files of the sandbox could not be set up: { $cause }.
failed-path = { $path } could not be shown in the sandbox: { $cause }.
failed-processes = The processes of the sandbox could not be made: { $cause }.
failed-rights = The sandbox could not give up its rights: { $cause }.
failed-landlock = File access could not be restricted (Landlock): { $cause }. It needs Linux 5.19 or newer.
failed-calls = System calls could not be restricted (seccomp): { $cause }.
failed-remedy = The program was not started. Change what it may use, or how it is sandboxed, in the settings of the server.
helper-ended = The program that builds the sandbox ended early: { $cause }.

## Why something cannot be allowed

path-refused = { $path } cannot be used in the sandbox: { $cause }.
paths-too-many = A server can have at most { $limit } files, folders and sockets.
host-refused = { $name }, port { $port }, cannot be allowed: enter the exact name of a host and a port other than 53.
hosts-too-many = A server can have at most { $limit } hosts.
sockets-and-anything = On this system a server cannot have both the whole network and sockets of other programs. That needs Linux 6.12 or newer.
grant-remedy = Change what the server may use in its settings.

## Why this system cannot hold a sandbox

reason-folder = The folder for temporary files cannot be used: { $cause }.
reason-helper = The program that builds the sandbox did not start: { $cause }.
reason-ended = The program that tests the sandbox ended unexpectedly.
reason-seen = A program in the sandbox can still see files or processes outside.
reason-network = A program in the sandbox cannot connect to itself.
reason-calls = System calls are not restricted in the sandbox.
reason-system = Portcullis has no sandbox for this operating system yet.
