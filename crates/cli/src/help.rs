//! How everything is used, in words.

use crate::command::Topic;

const ALL: &str = "\
Portcullis on the terminal: MCP servers, with a gate in front of everything that matters.

Usage: portcullis-cli [--data-dir DIR] [--json] COMMAND

  server add|list|show|enable|disable|sampling|remove
                                               the servers
  status LABEL                                 how a server is, and why
  logs LABEL [--follow]                        what it writes while it starts and runs
  tools LABEL                                  what it offers
  call LABEL TOOL                              calls a tool
  task list|show|cancel                        calls that a server goes on with by itself
  resources LABEL                              what it offers to be read
  read LABEL URI                               reads a resource
  prompts LABEL                                prompts it has ready
  prompt LABEL NAME [ARGUMENT=VALUE…]          fetches a prompt
  roots LABEL                                  the folders it may be told about
  account show|sign-in|sign-out|decline|client LABEL
                                               who is signed in at a remote server
  secrets show|file|passphrase|keychain        where secrets are kept
  models list|add|key|check|use|leave|remove   providers of models
  flows [LABEL]                                what servers give and send out, and what conversations have met
  tokens [LABEL…]                              what tools take of a model's requests
  grants list|revoke                           standing permissions
  audit list|show|verify|export                the record
  chat list|search|export                      conversations
  backup list|now|restore                      copies of all of it

  --data-dir DIR   uses another folder, as PORTCULLIS_DATA_DIR does
  --json           prints one JSON document on standard output; everything else is on standard error.
                   “logs --follow” prints one document a line; exports keep their own format; help stays text
  --help           after any command: more about it
  --version        the version

Questions are asked on the terminal. Where there is none, what needs a yes is refused.
PORTCULLIS_LOG sets what is logged on standard error, such as “debug”.

--data-dir and --json may stand anywhere before “--”.

Exit codes:
  0  done
  1  the call failed, the tool reported an error, or its structured result does not fit its schema; also what fails
     here: a locked keychain, a folder in use, a provider of models, a record that was changed, Ctrl-C
  2  the command line was wrong, or names a server, row, task or conversation that is not there
  3  refused: denied, nobody there to ask, or a program or tool that changed and was not accepted
  4  the server did not start or was not reached, is off, did not list its tools, or its sign-in failed";

const SERVER: &str = "\
Usage: portcullis-cli server add LABEL [options] -- PROGRAM ARGS…
       portcullis-cli server add LABEL [options] --url URL
       portcullis-cli server add LABEL [options] --demo
       portcullis-cli server list | show LABEL | enable LABEL | disable LABEL | remove LABEL
       portcullis-cli server sampling LABEL on|off

“add” shows exactly what would run and asks before anything is saved or started.

  --env NAME=VALUE      a variable for the program; may be repeated
  --cwd DIR             its working folder; your home folder otherwise
  --header NAME=VALUE   a header for the address; may be repeated
  --secret NAME         a variable or header whose value is asked for, unseen, and kept in your keychain
  --secret NAME=-       the same, but the value is the next line of standard input
  --transport KIND      for an address: auto (the default), streamable-http or sse
  --start-timeout S     seconds that it may take to start; otherwise 30, and 300 for what npx, uvx, docker and the like
                        may have to download first
  --no-start            adds the server without starting it
  --yes                 says yes to what is shown; never past a reason why it may not be added

“enable” turns a server on, starts it once and says how it is. “sampling” says whether a server may ask for words of a
model while it is called; each request and each answer is put to you first. “remove” forgets a server, its secrets and its
permissions; the record stays.";

const STATUS: &str = "\
Usage: portcullis-cli status LABEL

Starts the server if it is on, says how it is and why, and stops it again. Exit code 4 when it is off or not ready, or its
tools could not be listed; 3 when what would start is not what you approved.";

const LOGS: &str = "\
Usage: portcullis-cli logs LABEL [--follow]

Starts the server and prints what it writes to standard error, log messages, lines that are not protocol, and remarks of
Portcullis, each with its time and source. Without --follow it ends once the server is ready or has failed, with exit
code 4 when it is not ready; with --follow it goes on until you stop it with Ctrl-C, over restarts too.";

const TOOLS: &str = "\
Usage: portcullis-cli tools LABEL [--search WORDS]

Starts the server, lists its tools, and stops it again.";

const CALL: &str = "\
Usage: portcullis-cli call LABEL TOOL [options]

  --args JSON      the arguments, one JSON object; {} otherwise
  --args @FILE     the same from a file
  --args -         the same from standard input
  --timeout S      seconds without an answer or progress before the call ends
  --yes            says yes to a tool that you have not seen before

It is your own call, so a tool that you know and that is unchanged runs without a question. A tool that changed since
you approved it, or a server whose program changed, is shown and asked about on the terminal; --yes does not answer
that. What the server asks meanwhile (a form, an address to open, its folders) is shown and answered on the terminal.
Ctrl-C stops the call, down to the server. What the server goes on with as a task is waited for; Ctrl-C leaves it to the
server then, and says how to find it again.";

const TASK: &str = "\
Usage: portcullis-cli task list
       portcullis-cli task show ID [--wait]
       portcullis-cli task cancel ID

“list” starts nothing: it shows what was last heard. “show” starts the server and asks it how the task is; with --wait it
stays until the task ends and prints what it brought, as “call” does. “cancel” asks the server to stop it, which it need
not do. ID may be shortened as long as it is clear which is meant.";

const ROOTS: &str = "\
Usage: portcullis-cli roots LABEL
       portcullis-cli roots LABEL add DIR | remove DIR
       portcullis-cli roots LABEL withhold | ask

Shows the folders of a server, adds one, or takes one away. The server learns of them once you say so when it asks;
“withhold” keeps them from it, “ask” has it ask again. Folders tell a server where to work. They are no fence: a program
on this computer can read what you can read.";

const RESOURCES: &str = "\
Usage: portcullis-cli resources LABEL [--search WORDS]
       portcullis-cli read LABEL URI

Starts the server, lists its resources and templates or reads one resource, and stops it again. Whatever the address
looks like, it goes to the server and nowhere else: nothing is opened. What comes back is printed as text; --json has
the whole reply.";

const PROMPTS: &str = "\
Usage: portcullis-cli prompts LABEL [--search WORDS]
       portcullis-cli prompt LABEL NAME [ARGUMENT=VALUE…]

Starts the server, lists its prompts or fetches one, and stops it again. Arguments in brackets may be left out; without
the others nothing is sent. What comes back is the server's text and is only printed.";

const ACCOUNT: &str = "\
Usage: portcullis-cli account show LABEL
       portcullis-cli account sign-in LABEL [--issuer HOST] [--yes]
       portcullis-cli account sign-out LABEL
       portcullis-cli account decline LABEL
       portcullis-cli account client LABEL --id ID [options]
       portcullis-cli account client LABEL --forget
       portcullis-cli account document [--address URL | --forget]

“sign-in” shows who asks for what, at which authorization server, and asks before your browser opens; where none can be
opened, it prints the address. It waits until you are done there. “sign-out” deletes the tokens here, and takes them back
there where that is offered. “decline” leaves ungranted what a server wants beyond what you granted.

  --issuer HOST    the authorization server, where the server names several
  --yes            says yes to what is shown

“document” shows, enters or forgets the address of a document that says who Portcullis is, which an organisation may
publish: where an authorization server takes documents, nothing is registered. It is read before its address is kept.

“client” enters a client id that you got at an authorization server yourself.

  --id ID          the client id
  --secret         asks for its secret, unseen, and keeps it in your keychain
  --secret=-       the same, but the secret is the next line of standard input
  --key FILE       its private key (PEM, PKCS#8) instead; - is standard input
  --issuer URL     the authorization server that it is for; that of the next sign-in otherwise
  --port N         the port to come back to, where it has to be an exact one
  --unattended     it signs in without a browser; takes --secret or --key
  --idp URL        your organisation vouches for you: its identity provider, whose page opens in place of the server's
  --idp-id ID      the id of this client at your organisation
  --token-file F   a signed token in a file vouches, read anew each time: with --idp for you, without it for this
                   computer (workload identity); then --id may be left out
  --forget         forgets it, with its secret or key; a sign-in made with it ends";

const SECRETS: &str = "\
Usage: portcullis-cli secrets show
       portcullis-cli secrets file
       portcullis-cli secrets passphrase
       portcullis-cli secrets keychain

Secrets are in the keychain of your system. “file” is for a computer without one: it asks for a passphrase, unseen, and
keeps secrets in a file that it opens from then on. That is weaker, and the passphrase is asked for at each start. “passphrase”
puts another one in its place. “keychain” moves everything to a keychain once there is one, and deletes the file.";

const MODELS: &str = "\
Usage: portcullis-cli models list
       portcullis-cli models add KIND [--label LABEL] [--address URL] [--key] [--yes]
       portcullis-cli models key LABEL [--key=-] [--yes]
       portcullis-cli models check LABEL
       portcullis-cli models use|leave LABEL MODEL
       portcullis-cli models remove LABEL

KIND is anthropic, openai, gemini, ollama, lm-studio, or compatible for anything else that speaks as OpenAI does.
“check” lists the models again and has the first that is used say one word, which costs as much as a word does.

  --label LABEL    what it is called here
  --address URL    where it is, if not where it usually is
  --key            asks for its key, unseen, and keeps it in your keychain
  --key=-          the same, but the key is the next line of standard input
  --yes            says yes to an address that is not on this computer

An address that is not on this computer is shown and asked about first.";

const FLOWS: &str = "\
Usage: portcullis-cli flows
       portcullis-cli flows LABEL [TOOL] [private=yes|no|unsaid] [strangers=…] [sends=…] [--yes]

Without LABEL: what each conversation has met. Where private data, text of strangers and a way out meet in a call of a
model, a person is asked, whatever was permitted. What nobody has said counts where something goes from one server to
another. A “no” makes that looser, so it is shown and asked about; --yes says yes to what is shown.

  private     what it gives is private
  strangers   what it gives may be written by strangers
  sends       it can send out what it gets";

const TOKENS: &str = "\
Usage: portcullis-cli tokens [LABEL…] [--model PROVIDER/MODEL]

Starts these servers, or all that are on, and estimates how many tokens the definitions of their tools take with every
request to a model: the first that can be chosen, unless one is named by its provider's label and its name. No provider is
asked, and each counts a little otherwise.";

const GRANTS: &str = "\
Usage: portcullis-cli grants list
       portcullis-cli grants revoke ID | --server LABEL | --unused [--yes] | --all
       portcullis-cli grants hold LABEL TOOL

ID may be shortened as long as it is clear which is meant. “--unused” lists those that were not used for 30 days and asks
once; exactly what was listed is revoked. “hold” compares all parts of a tool's definition again, also those that you let
vary when you accepted a change of it.";

const AUDIT: &str = "\
Usage: portcullis-cli audit list [--server LABEL] [--search WORDS] [--limit N]
       portcullis-cli audit show ROW
       portcullis-cli audit verify [--head | --expect ROW:HASH | --accept]
       portcullis-cli audit export --format jsonl|csv

“list” shows the newest 50 operations unless told otherwise. “show” shows one: why it was allowed, by which permission,
and what in it fitted. “verify” checks that no row was changed, and that the record goes on from the row that the keychain
keeps, and ends with 1 where not. “--head” prints the last row and its hash, to be kept elsewhere; “--expect” checks that
the record still has that row. “--accept” asks whether the keychain should keep the last row of a record that it does not
know, after a damage or when you put an old copy in its place. “export” writes every row to standard output in its own
format, also with --json.";

const CHAT: &str = "\
Usage: portcullis-cli chat list
       portcullis-cli chat search WORD… [--limit N]
       portcullis-cli chat export ID --format markdown|json

“search” finds messages with all these words in every conversation, the newest first; the last word may be the beginning
of one. “export” writes a conversation to standard output in its own format, also with --json: Markdown has what is
shown, JSON every branch. Secrets that Portcullis knows are left out.";

const BACKUP: &str = "\
Usage: portcullis-cli backup list
       portcullis-cli backup now
       portcullis-cli backup restore NAME | last

A backup is made every day that Portcullis is used, and seven are kept. “restore” puts one in the place of servers,
permissions, conversations and record; what was there is kept beside it. All servers are off after it and nothing is
allowed: a copy does not know what you turned off or took back since. Secrets stay in your keychain as they are.";

/// The text about a topic.
pub fn about(topic: Topic) -> &'static str {
    match topic {
        Topic::All => ALL,
        Topic::Server => SERVER,
        Topic::Status => STATUS,
        Topic::Logs => LOGS,
        Topic::Tools => TOOLS,
        Topic::Call => CALL,
        Topic::Resources => RESOURCES,
        Topic::Prompts => PROMPTS,
        Topic::Roots => ROOTS,
        Topic::Task => TASK,
        Topic::Account => ACCOUNT,
        Topic::Secrets => SECRETS,
        Topic::Models => MODELS,
        Topic::Flows => FLOWS,
        Topic::Tokens => TOKENS,
        Topic::Grants => GRANTS,
        Topic::Audit => AUDIT,
        Topic::Backup => BACKUP,
        Topic::Chat => CHAT,
    }
}
