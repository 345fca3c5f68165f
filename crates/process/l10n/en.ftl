# Starting and ending programs.

## How a program ended; follows the name of the server in quotes

exit-code = exited with code { $code }
exit-signal = was killed by { $name } ({ $number })
exit-signal-number = was killed by signal { $number }
exit-unknown = ended

## Why a program was not started

variable-refused = The environment variable { $name } is not allowed: it { $why }.
variable-refused-bundle = The environment variable { $name } may hold only absolute paths in the bundle’s own folder, and no secret.
variable-refused-remedy = Remove the variable from the configuration.
variable-twice = The environment variable “{ $name }” is set twice.
variable-invalid = “{ $name }” is not a valid name of an environment variable.
variable-invalid-remedy = Correct the name in the configuration.
secret-not-approved = You have not approved the secret { $name } for this server. It was not started.
secret-not-approved-remedy = Review the server again.
program-changed = The program { $program } was changed just now. It was not started.
file-changed = The file { $file } was changed just now. The server was not started.
review-remedy = Review it on the server’s page.
    .terminal = Review it in a terminal with “portcullis-cli server enable LABEL”.
folder-missing = The working folder { $folder } does not exist.
folder-missing-remedy = Create the folder, or choose another one.
folder-changed = The working folder { $folder } now points elsewhere. The server was not started.
script-interpreter-missing = { $program } is a script, and its interpreter was not found.
script-interpreter-missing-remedy = Install the interpreter that its first line names.
program-missing = There is no program at { $program }.
program-missing-remedy = Install it again, or correct the command.
program-denied = Your account is not allowed to run { $program }.
program-denied-remedy = Change its permissions, or correct the command.
argument-unsafe = An argument or environment variable cannot be passed to { $program } as it is.
argument-unsafe-remedy = Remove special characters from the arguments, or start the program behind the script directly.
program-wrong-system = { $program } is not a program that this computer can run.
program-wrong-system-remedy = Install the version for this system, or name the interpreter in the command.
engine-failed = { $program } did not list or end the containers of a server.
gateway-failed = The network of the container was not set up: { $why } The server was not started.
gateway-late = The engine did not start its gateway within { $seconds } seconds.
gateway-ended = The container of its gateway { $exit }.
gateway-failed-remedy = Check that the engine runs, and try again. If it runs in a virtual machine, allow every address, or turn off the fence.
start-failed = The system did not start { $program }: { $cause }.
start-failed-remedy = Close some programs or servers and try again.
watchdog-failed = Portcullis could not start the watchdog that ends servers after a crash: { $cause }. The server was not started.
watchdog-failed-remedy = Close some programs and try again.

## Causes, after a colon

watchdog-ended = its watchdog process ended
job-failed = it could not be added to a job object: { $cause }
program-ended = it already ended
program-not-resumed = its thread could not be resumed
fence-failed = The fence could not be built: { $cause }
