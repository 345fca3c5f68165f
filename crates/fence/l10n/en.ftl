# The fence of local servers.

## Why a fence could not be built

failed-plan = The fence could not be planned: { $cause }.
failed-namespaces = This system does not let Portcullis build a fence (user namespaces): { $cause }.
failed-network = The network of the fence could not be set up: { $cause }.
failed-files = The files of the fence could not be set up: { $cause }.
failed-path = { $path } could not be made available in the fence: { $cause }.
failed-processes = The processes of the fence could not be set up: { $cause }.
failed-rights = The fence could not drop its privileges: { $cause }.
failed-landlock = File access could not be restricted (Landlock): { $cause }. Linux 5.19 or newer is required.
failed-calls = System calls could not be restricted (seccomp): { $cause }.
failed-remedy = The program was not started. Change what the fence allows, or turn the fence off, in the settings of the server.
    .terminal = The program was not started. Change what the fence allows, or turn it off, with “portcullis-cli server fence LABEL”.
helper-ended = The program that builds the fence ended early: { $cause }.

## Settings of a system that refuse a fence

restriction-no-namespaces = This system does not allow user namespaces, which a fence requires. An administrator can allow them: set user.max_user_namespaces to a number above 0.
restriction-only-root = This system allows user namespaces, which a fence requires, only for root. An administrator can change that: set kernel.unprivileged_userns_clone to 1.
restriction-only-known-programs = AppArmor does not allow this program to use user namespaces, which a fence requires (kernel.apparmor_restrict_unprivileged_userns). The packages of Portcullis install a profile that allows it.

## Why something cannot be allowed

path-refused = { $path } cannot be used in the fence: { $cause }.
paths-too-many = A server can have at most { $limit } files, folders and sockets.
host-refused = { $name }, port { $port }, cannot be allowed: enter the exact name of a host and a port other than 53.
hosts-too-many = A server can have at most { $limit } hosts.
sockets-and-anything = On this system a server cannot have both the whole network and the sockets of other programs. That requires Linux 6.12 or newer.
grant-remedy = Change what the fence allows in the settings of the server.
    .terminal = Change what the fence allows with “portcullis-cli server fence LABEL”.

## Why this system cannot hold a fence

reason-folder = The folder for temporary files cannot be used: { $cause }.
reason-helper = The program that builds the fence did not start: { $cause }.
reason-ended = The program that tests the fence ended unexpectedly.
reason-seen = A program in the fence can still see files or processes outside.
reason-network = A program in the fence cannot connect to itself.
reason-calls = System calls are not restricted in the fence.
reason-system = Portcullis has no fence for this operating system yet.

## Why a container has no network of its own

gateway-not-built = This copy of Portcullis was built without the program that carries connections of containers.
gateway-failed = The network of the container could not be set up: { $cause }.
gateway-remedy = The server was not started. Allow every address, or turn off the fence, in the settings of the server.
    .terminal = The server was not started. Allow every address, or turn off the fence, with “portcullis-cli server fence LABEL”.
