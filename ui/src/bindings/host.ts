// Made by `cargo xtask bindings`. Do not edit.

/**
 * About this copy of the application.
 */
export type About = { 
/**
 * Version.
 */
version: string, 
/**
 * Where data lives.
 */
data_dir: string, 
/**
 * State of the keychain; `None` when it works.
 */
keychain: Problem | null, 
/**
 * Where secrets are kept.
 */
secrets: SecretStore, 
/**
 * State of the database; `None` when it works.
 */
store: Problem | null, 
/**
 * The newest backup that is whole, where the database was found damaged at this start: it can be restored.
 */
restorable: Backup | null, 
/**
 * Revisions of the protocol that are spoken.
 */
revisions: Array<string>, };

/**
 * A sign-in that holds, or held until it ended.
 */
export type Account = { 
/**
 * The address that the tokens are for, and that alone.
 */
resource: string, 
/**
 * The authorization server, whole, as a person may see it.
 */
issuer: Foreign, 
/**
 * Its host.
 */
issuer_host: string, 
/**
 * The client id that is used there.
 */
client_id: Foreign, 
/**
 * Whose it is.
 */
registration: Registration, 
/**
 * What was granted; none where the authorization server did not say.
 */
scopes: Array<Foreign>, 
/**
 * When the sign-in was made.
 */
signed_in_at: number, 
/**
 * Until when the current token is said to hold; `None` when that was not said.
 */
until: number | null, 
/**
 * It is renewed without a person.
 */
renews: boolean, 
/**
 * Without a browser, by the client's own proof: for servers that nobody sits in front of (AUT-62).
 */
unattended: boolean, 
/**
 * Its tokens are bound to a key in the keychain: whoever steals one alone has nothing (RFC 9449).
 */
bound: boolean, 
/**
 * Why it does not hold any more: a sign-in is needed.
 */
ended: Problem | null, };

/**
 * The permission that a call happened by, in the words in which it was given, whatever became of it.
 */
export type AllowedBy = { 
/**
 * Its id.
 */
permission: string, 
/**
 * Its words when it was given.
 */
sentence: string, 
/**
 * Who gave it.
 */
by: string, 
/**
 * When.
 */
given_at: number, 
/**
 * The row of the record in which it was given.
 */
row: number, 
/**
 * What the arguments had to be like, and what they were.
 */
conditions: Array<MetCondition>, 
/**
 * When it was revoked, where it was.
 */
revoked_at: number | null, };

/**
 * What a server says about the use of something; checked by nobody (RES-12).
 */
export type Annotations = { 
/**
 * For whom; nobody in particular when empty.
 */
audience: Array<Audience>, 
/**
 * How important, from 0 to 1.
 */
priority: number | null, 
/**
 * When it was last modified.
 */
modified_at: number | null, };

/**
 * An answer.
 */
export type Answer = { "kind": "deny", } | { "kind": "deny_all_from_server", } | { "kind": "allow_once", } | { "kind": "write", 
/**
 * The answer.
 */
text: string, } | { "kind": "allow", 
/**
 * How far it reaches.
 */
scope: Scope, } | { "kind": "allow_while", 
/**
 * How far it reaches.
 */
scope: Scope, 
/**
 * Places of the limits among those that the request offers; at least one, and all of them must hold.
 */
only: Array<number>, } | { "kind": "accept_varying", 
/**
 * Their places among those that the request offers; at least one.
 */
parts: Array<number>, } | { "kind": "add", } | { "kind": "add_and_start", } | { "kind": "add_keeping", 
/**
 * Start it as well.
 */
start: boolean, 
/**
 * Places in `carried`; every secret in it must be among them.
 */
keep: Array<number>, } | { "kind": "turn_off", } | { "kind": "submit", 
/**
 * The fields by raw name. Checked again by the host; what is not a field of the form is refused.
 */
content: Filled, } | { "kind": "decline", } | { "kind": "open", } | { "kind": "share", } | { "kind": "done", };

/**
 * Light, dark, or as the system.
 */
export type Appearance = "system" | "light" | "dark";

/**
 * Something wrong in arguments.
 */
export type ArgumentIssue = { 
/**
 * JSON pointer to the value, empty for the whole.
 */
path: string, 
/**
 * What is wrong, in words.
 */
message: string, };

/**
 * One argument of a call, whole.
 */
export type ArgumentRow = { 
/**
 * Name.
 */
name: Foreign, 
/**
 * Value: text as it is, everything else as JSON.
 */
value: Foreign, 
/**
 * Size of the value.
 */
bytes: number, };

/**
 * What is asked.
 */
export type Asked = { "kind": "tool", 
/**
 * The call.
 */
call: string, 
/**
 * Raw tool name.
 */
tool: string, 
/**
 * Raw name as a person may see it.
 */
shown: Foreign, 
/**
 * Title from the server.
 */
title: Foreign | null, 
/**
 * All arguments, nothing left out.
 */
arguments: Array<ArgumentRow>, 
/**
 * The same as JSON text, for editing.
 */
arguments_json: string, 
/**
 * Why, in the model's words.
 */
why: Foreign | null, 
/**
 * Claims of the server.
 */
claims: Array<Claim>, 
/**
 * State of the definition.
 */
definition: DefinitionState, 
/**
 * Remarks.
 */
notes: Array<string>, 
/**
 * Standing permissions that may be given.
 */
scopes: Array<ScopeOffer>, 
/**
 * What such a permission may be narrowed to: limits that are true of this call.
 */
narrowings: Array<Narrowing>, 
/**
 * All arguments that the tool declares. Of a narrowed permission those without a limit stay free, and a
 * call with any other argument is asked about.
 */
declared: Array<Foreign>, 
/**
 * Why there is no "always", if so.
 */
no_always: string | null, 
/**
 * What of other servers may go along with it, where that is why it is asked (S-78).
 */
flow: FlowMeeting | null, } | { "kind": "setting", 
/**
 * Every field of it, and what it was before.
 */
rows: Array<ReviewRow>, 
/**
 * What a yes means, in words.
 */
notes: Array<string>, 
/**
 * What must not be overlooked.
 */
warnings: Array<Warning>, } | { "kind": "launch", 
/**
 * `Some` when it changes a server that exists.
 */
changes: string | null, 
/**
 * Why it is asked again: `the program file changed`.
 */
because: string | null, 
/**
 * Every field.
 */
rows: Array<ReviewRow>, 
/**
 * Remarks.
 */
warnings: Array<Warning>, 
/**
 * Why it cannot be added as it is; with one of these only cancelling is possible.
 */
refusals: Array<Warning>, 
/**
 * What was given for what ran or was reached before, when that changes. Permissions end unless
 * `add_keeping` keeps each; secrets go along only by `add_keeping`, which must keep every one.
 */
carried: Array<Carried>, } | { "kind": "changed", 
/**
 * Raw tool name.
 */
tool: string, 
/**
 * Raw name as a person may see it.
 */
shown: Foreign, 
/**
 * When the change was seen.
 */
seen_at: number, 
/**
 * Field by field.
 */
diff: Array<FieldDiff>, 
/**
 * Remarks.
 */
notes: Array<string>, 
/**
 * Permissions on hold until this is answered.
 */
on_hold: number, 
/**
 * Parts that differ and could be let vary from now on.
 */
varying: Array<VaryingPart>, } | { "kind": "form", 
/**
 * Why, in the server's words. Addresses in it are text, never links (ELI-09).
 */
message: Foreign, 
/**
 * The fields, in the server's order; none when it only wants a yes.
 */
fields: Array<FormField>, 
/**
 * Remarks.
 */
notes: Array<string>, 
/**
 * Why it cannot be submitted as it is; with one of these it can only be declined or left.
 */
refusals: Array<Warning>, 
/**
 * The call it belongs to.
 */
cause: Cause | null, } | { "kind": "link", 
/**
 * Why, in the server's words. Addresses in it are text, never links (ELI-09).
 */
message: Foreign, 
/**
 * The whole address, exactly as it would be opened.
 */
url: Foreign, 
/**
 * The same in parts.
 */
parts: LinkParts, 
/**
 * What is unusual about it (ELI-21).
 */
warnings: Array<Warning>, 
/**
 * The call it belongs to.
 */
cause: Cause | null, } | { "kind": "page", 
/**
 * Where the pages are, one host each.
 */
hosts: Array<string>, 
/**
 * The call that waits.
 */
cause: Cause | null, } | { "kind": "roots", 
/**
 * What it would be told.
 */
folders: Array<RootRow>, 
/**
 * Remarks, among them that folders are guidance and no fence.
 */
notes: Array<string>, 
/**
 * The call it belongs to.
 */
cause: Cause | null, } | { "kind": "sampling", 
/**
 * How the model should behave.
 */
system_prompt: Block | null, 
/**
 * What was said, as the server tells it.
 */
messages: Array<SampledMessage>, 
/**
 * Tools of the server's own loop that the model may ask for.
 */
tools: Array<SampledTool>, 
/**
 * What it may do with them; `None` without tools.
 */
tool_choice: ToolChoice | null, 
/**
 * Names of models that the server would like, the most wanted first.
 */
hints: Array<Foreign>, 
/**
 * What else it would like.
 */
priorities: SamplingPriorities, 
/**
 * The model that it goes to.
 */
model: string, 
/**
 * Why this one, one sentence.
 */
model_why: string, 
/**
 * Those that can be chosen.
 */
models: Array<SamplingModel>, 
/**
 * Most tokens that the answer may have.
 */
max_tokens: number, 
/**
 * What the server asked for; never less than `max_tokens`.
 */
max_tokens_asked: number, 
/**
 * How much is left to chance.
 */
temperature: number | null, 
/**
 * Words that end the answer.
 */
stop_sequences: Array<Foreign>, 
/**
 * What context the server asked for, when it asked for any.
 */
include_context: Foreign | null, 
/**
 * What goes along: nothing, in words (SAM-06).
 */
context: string, 
/**
 * What it costs, in words; `None` when that is not known.
 */
cost: string | null, 
/**
 * How much of today's budget of this server is used, in words.
 */
budget: string, 
/**
 * What it is asked within, where that is known.
 */
cause: Cause | null, 
/**
 * What must not be overlooked: it holds one of the person's secrets.
 */
warnings: Array<Warning>, 
/**
 * Remarks.
 */
notes: Array<string>, 
/**
 * The request for editing, as JSON text: `model`, `systemPrompt`, `messages`, `maxTokens`, `temperature`,
 * `stopSequences`, `tools`, `toolChoice`. The data of an image or a sound is a short name in
 * it, which may be moved or left out but not changed.
 */
request_json: string, 
/**
 * The person changed it.
 */
edited: boolean, } | { "kind": "sampled_answer", 
/**
 * The answer. What the model wants to have run is data for the server and is not run here (S-76).
 */
parts: Array<SampledPart>, 
/**
 * The model that gave it; `person` when the person did.
 */
model: string, 
/**
 * Why it ended: `endTurn`, `stopSequence`, `maxTokens`, `toolUse`.
 */
stop_reason: string, 
/**
 * What it is asked within, where that is known.
 */
cause: Cause | null, 
/**
 * What must not be overlooked: it holds one of the person's secrets.
 */
warnings: Array<Warning>, 
/**
 * Remarks.
 */
notes: Array<string>, 
/**
 * What was sent to the model, as JSON text, for looking back.
 */
request_json: string, 
/**
 * The answer for editing, as JSON text: a list of parts.
 */
answer_json: string, 
/**
 * The person changed it.
 */
edited: boolean, };

/**
 * Who wants something.
 */
export type AskedBy = { "kind": "person", } | { "kind": "model", 
/**
 * Name of the model.
 */
model: string, 
/**
 * Conversation.
 */
conversation: string, 
/**
 * Its title.
 */
title: string, } | { "kind": "server", };

/**
 * A file that a person put in, or that a model made.
 */
export type AttachedFile = { 
/**
 * Its name.
 */
name: Foreign, 
/**
 * What it is.
 */
kind: FileKind, 
/**
 * Checked type.
 */
mime: string, 
/**
 * Size.
 */
bytes: number, 
/**
 * SHA-256 of its bytes.
 */
digest: string, 
/**
 * What it says, where it is text.
 */
text: Foreign | null, };

/**
 * Whom a server says something is for.
 */
export type Audience = "person" | "model";

/**
 * A backup that can be restored.
 */
export type Backup = { 
/**
 * Its name, by which it is restored.
 */
name: string, 
/**
 * When it was made.
 */
made_at: number, 
/**
 * Its size.
 */
bytes: number, };

/**
 * One block of a result. Texts are cut at 64 KiB with the whole behind `whole`.
 */
export type Block = { "kind": "text", 
/**
 * The first 64 KiB.
 */
text: Foreign, 
/**
 * The whole, when it was cut.
 */
whole: Payload | null, 
/**
 * Size of the whole.
 */
bytes: number, } | { "kind": "image", 
/**
 * Checked type: `image/png`, `image/jpeg`, `image/gif`, `image/webp`.
 */
mime: string, 
/**
 * The decoded bytes.
 */
data: Payload, } | { "kind": "audio", 
/**
 * Checked type: `audio/wav`, `audio/mpeg`, `audio/ogg`, `audio/flac`, `audio/mp4`, `audio/webm`.
 */
mime: string, 
/**
 * The decoded bytes.
 */
data: Payload, } | { "kind": "link", 
/**
 * Address.
 */
uri: Foreign, 
/**
 * Name.
 */
name: Foreign, 
/**
 * Description.
 */
description: Foreign | null, 
/**
 * Type.
 */
mime: Foreign | null, } | { "kind": "resource", 
/**
 * Address.
 */
uri: Foreign, 
/**
 * Type.
 */
mime: Foreign | null, 
/**
 * Text content, first 64 KiB.
 */
text: Foreign | null, 
/**
 * The whole content, when it was cut or is binary.
 */
whole: Payload | null, 
/**
 * Size of the whole.
 */
bytes: number, } | { "kind": "unshown", 
/**
 * Why.
 */
reason: string, 
/**
 * As JSON, first 4 KiB.
 */
json: Foreign, };

/**
 * One of several messages that follow the same one: what was said there at another time.
 */
export type Branch = { 
/**
 * Which of them, from 1.
 */
place: number, 
/**
 * How many there are.
 */
of: number, 
/**
 * The one before it.
 */
before: number | null, 
/**
 * The one after it.
 */
after: number | null, };

/**
 * What a call brought back.
 */
export type CallResult = { 
/**
 * Blocks in order, at most 500.
 */
blocks: Array<Block>, 
/**
 * Blocks beyond that.
 */
more_blocks: number, 
/**
 * Places of the blocks that the server means for the person alone: a model does not get them (TOL-25).
 */
for_person: Array<number>, 
/**
 * Structured content, when it is at most 256 KiB.
 */
structured: JsonValue | null, 
/**
 * Structured content as text, when it is larger, or holds numbers that not every reader keeps.
 */
structured_whole: Payload | null, 
/**
 * Whether the structured content matches the tool's own output schema; `None` without one.
 */
matches_schema: boolean | null, 
/**
 * What does not match.
 */
mismatch: Array<ArgumentIssue>, 
/**
 * The whole reply as JSON text.
 */
raw: Payload, };

/**
 * State of a call.
 */
export type CallState = "waiting" | "running" | "done" | "tool_error" | "failed" | "refused" | "cancelled";

/**
 * A call.
 */
export type CallView = { 
/**
 * Random.
 */
id: string, 
/**
 * Server.
 */
server: string, 
/**
 * The person's label of the server.
 */
server_label: string, 
/**
 * Raw tool name.
 */
tool: string, 
/**
 * Tool as a person may see it: the title, else the name.
 */
tool_shown: Foreign, 
/**
 * Arguments on one line, at most 200 characters.
 */
arguments_line: Foreign, 
/**
 * State.
 */
state: CallState, 
/**
 * When it was asked for.
 */
asked_at: number, 
/**
 * When it was sent.
 */
sent_at: number | null, 
/**
 * When it ended.
 */
ended_at: number | null, 
/**
 * Progress.
 */
progress: Progress | null, 
/**
 * Why it was refused or failed.
 */
problem: Problem | null, 
/**
 * One line about the result.
 */
outcome: string | null, 
/**
 * What came back; only in a `call` answer, not in events.
 */
result: CallResult | null, 
/**
 * The waiting request, while one waits.
 */
request: string | null, 
/**
 * The row in the record.
 */
record: number | null, 
/**
 * The task that it became, while it runs and afterwards.
 */
task: string | null, 
/**
 * What was denied to the server within it, one sentence each: its own words need not say so.
 */
denied: Array<string>, };

/**
 * Something that was given for a program or an address, and would go on for another.
 */
export type Carried = { 
/**
 * What becomes of it without a word.
 */
kind: CarriedKind, 
/**
 * What it allows, or where it would go: one sentence.
 */
sentence: string, };

/**
 * What becomes of something that would go on.
 */
export type CarriedKind = "permission" | "secret";

/**
 * The call of ours that a server's question belongs to.
 */
export type Cause = { 
/**
 * Its number in the record.
 */
record: number, 
/**
 * The call, while it is kept.
 */
call: string | null, 
/**
 * What it is called, as a person may see it, where that is known.
 */
tool: Foreign | null, 
/**
 * Who wanted it: `you`, or a model's name; where that is known.
 */
asked_by: Foreign | null, };

/**
 * What happened to a stretch of text.
 */
export type Change = "same" | "added" | "removed";

/**
 * What was found in conversations.
 */
export type ChatHits = { 
/**
 * Conversations with all these words in their title, newest first.
 */
titles: Array<TitleHit>, 
/**
 * Messages with all of them, the last said first.
 */
messages: Array<MessageHit>, 
/**
 * Pass as `before` for what was said earlier; none at the end.
 */
next: number | null, };

/**
 * One piece of a payload.
 */
export type Chunk = { 
/**
 * Escaped text of this piece.
 */
text: string, 
/**
 * Where the next piece starts; `None` at the end.
 */
next: number | null, 
/**
 * Size of the whole content in bytes.
 */
bytes: number, };

/**
 * What a server claims about a tool; checked by nobody.
 */
export type Claim = "read_only" | "destructive" | "additive" | "repeatable" | "open_world" | "closed_world" | "silent";

/**
 * The document by which authorization servers know who Portcullis is, without a registration (AUT-20).
 */
export type ClientDocument = { 
/**
 * Where an organisation published it; `None` where nobody did.
 */
address: string | null, 
/**
 * What has to be in it, for publishing.
 */
content: string, };

/**
 * How a client of the person's own proves itself. The proof is in the keychain alone.
 */
export type ClientProof = "none" | "secret" | "key";

/**
 * What is being filled in.
 */
export type CompletionOf = { "kind": "prompt", 
/**
 * Raw name.
 */
name: string, } | { "kind": "template", 
/**
 * Raw template.
 */
template: string, };

/**
 * A conversation.
 */
export type Conversation = { 
/**
 * The line in the list.
 */
summary: ConversationSummary, 
/**
 * Servers.
 */
servers: Array<ConversationServer>, 
/**
 * The newest messages of the branch that is shown, oldest first.
 */
messages: Array<Message>, 
/**
 * There are earlier ones: pass the number of the first of these for them.
 */
earlier: boolean, 
/**
 * Models that can be chosen.
 */
models: Array<ModelChoice>, 
/**
 * Tools of servers that take part which the model does not get.
 */
left_out: Array<LeftOut>, 
/**
 * Results wait for the person before the model gets them.
 */
held: boolean, 
/**
 * What its tools take with every request.
 */
budget: ToolBudget, 
/**
 * What could be said to the model that leads somewhere with these servers; at most three.
 */
suggestions: Array<string>, };

/**
 * The marks of a conversation, each with where it comes from, oldest first.
 */
export type ConversationFlows = { 
/**
 * Sources.
 */
sources: Array<FlowSource>, };

/**
 * A server in a conversation.
 */
export type ConversationServer = { 
/**
 * Server.
 */
id: string, 
/**
 * The person's label.
 */
label: string, 
/**
 * Takes part.
 */
enabled: boolean, 
/**
 * Ready now.
 */
ready: boolean, 
/**
 * Tools it brings.
 */
tools: number, };

/**
 * A line in the list of conversations.
 */
export type ConversationSummary = { 
/**
 * Random.
 */
id: string, 
/**
 * Title.
 */
title: string, 
/**
 * When something was last said.
 */
updated_at: number, 
/**
 * Name of the model.
 */
model: string, 
/**
 * What the model is chosen by.
 */
model_id: string, 
/**
 * The model is at work.
 */
busy: boolean, };

/**
 * Whether a definition is the one a person knows.
 */
export type DefinitionState = { "kind": "known", 
/**
 * When it was approved.
 */
since: number, } | { "kind": "new", 
/**
 * When it was first seen.
 */
since: number, } | { "kind": "changed", 
/**
 * When the difference was seen.
 */
since: number, };

/**
 * A stretch of text in a comparison.
 */
export type DiffSpan = { 
/**
 * What happened to it.
 */
change: Change, 
/**
 * The escaped text.
 */
text: string, };

/**
 * How much a model reasons before it answers.
 */
export type Effort = "off" | "minimal" | "low" | "medium" | "high" | "x_high" | "max";

/**
 * How a server is reached.
 */
export type Endpoint = { "kind": "command", 
/**
 * As typed: a name found on `PATH` or an absolute path.
 */
program: string, 
/**
 * One entry per argument, never a shell line.
 */
arguments: Array<string>, 
/**
 * Working folder, absolute; the home folder when `None`.
 */
folder: string | null, } | { "kind": "address", 
/**
 * `http` or `https`.
 */
url: string, } | { "kind": "demo", };

/**
 * Which protocol era a server is spoken to in.
 */
export type EraChoice = "auto" | "legacy" | "modern";

/**
 * Events in order.
 */
export type EventBatch = { 
/**
 * Number of the last event in it; they count up by one.
 */
sequence: number, 
/**
 * The events.
 */
events: Array<HostEvent>, };

/**
 * A piece of a text on one line, with invisible characters escaped.
 */
export type Excerpt = { 
/**
 * The piece.
 */
text: Foreign, 
/**
 * Where the words are in it, in order.
 */
marks: Array<Mark>, };

/**
 * A tool that cannot be used, and why.
 */
export type ExcludedTool = { 
/**
 * Its name or its position in the list.
 */
shown: Foreign, 
/**
 * Why it is left out.
 */
reason: string, };

/**
 * The address that a template leads to.
 */
export type ExpandedTemplate = { 
/**
 * Raw address: what is read. Never show it; show `shown`.
 */
uri: string, 
/**
 * The raw address as a person may see it, whole.
 */
shown: Foreign, 
/**
 * Variables that have no value; what they stand for is missing from the address.
 */
missing: Array<TemplateVariable>, };

/**
 * A prompt with its arguments filled in: what a person looks at before using it (PRO-04).
 */
export type FetchedPrompt = { 
/**
 * Opaque: what `use_prompt` takes. Valid as long as the messages are kept.
 */
id: string, 
/**
 * Server.
 */
server: string, 
/**
 * The person's label of the server.
 */
server_label: string, 
/**
 * Raw name.
 */
name: string, 
/**
 * The title, else the name, as a person may see it.
 */
shown: Foreign, 
/**
 * What the server says about what came back.
 */
description: Foreign | null, 
/**
 * Messages in order.
 */
messages: Array<PromptMessage>, 
/**
 * Messages beyond the limit.
 */
more_messages: number, 
/**
 * When it was fetched.
 */
fetched_at: number, 
/**
 * The whole reply as JSON text.
 */
raw: Payload, 
/**
 * The row in the record.
 */
record: number, };

/**
 * One field of a definition, compared word by word.
 */
export type FieldDiff = { 
/**
 * In words: `Description`, `Arguments`, `Claims`, `Title`, `Result`, `Icons`, `Other`.
 */
field: string, 
/**
 * The comparison.
 */
spans: Array<DiffSpan>, };

/**
 * What goes into a field.
 */
export type FieldKind = { "kind": "text", 
/**
 * Fewest characters.
 */
min: number | null, 
/**
 * Most characters.
 */
max: number | null, 
/**
 * What it must be.
 */
format: TextFormat | null, 
/**
 * It may well have several lines.
 */
multiline: boolean, 
/**
 * A pattern that the server names: shown as its words, never enforced.
 */
pattern: Foreign | null, } | { "kind": "number", 
/**
 * Without a fraction.
 */
integer: boolean, 
/**
 * Smallest.
 */
min: number | null, 
/**
 * Largest.
 */
max: number | null, } | { "kind": "boolean", } | { "kind": "choice", 
/**
 * Which.
 */
options: Array<FieldOption>, } | { "kind": "several", 
/**
 * Which.
 */
options: Array<FieldOption>, 
/**
 * Fewest.
 */
min: number | null, 
/**
 * Most.
 */
max: number | null, };

/**
 * One choice.
 */
export type FieldOption = { 
/**
 * What is sent.
 */
value: string, 
/**
 * What it is called; the value where it has no title. The server's words.
 */
title: Foreign, };

/**
 * What a file is, by its bytes.
 */
export type FileKind = "text" | "image" | "audio" | "pdf";

/**
 * What a person filled in: one value per field, by raw name. It is for one server alone, so it cannot be printed
 * (ELI-17).
 */
export type Filled = JsonValue;

/**
 * What a person says of what a server, or one of its tools, gives and does.
 */
export type FlowClass = { 
/**
 * What it gives is private.
 */
private: Say, 
/**
 * What it gives may be written by strangers.
 */
strangers: Say, 
/**
 * It can send out what it is given.
 */
sends: Say, };

/**
 * What a conversation did, or may do.
 */
export type FlowMark = "private" | "strangers" | "sends";

/**
 * Why a call is asked about whatever was permitted: private data, text of strangers and a way out meet in it (S-78).
 */
export type FlowMeeting = { 
/**
 * In one sentence.
 */
sentence: string, 
/**
 * What meets in it.
 */
sources: Array<FlowSource>, 
/**
 * What can be said of servers, so that calls like this one are not asked about.
 */
remedy: string, 
/**
 * After a yes it is not asked again for this tool in this conversation, and permissions may be given with it.
 */
once: boolean, };

/**
 * Where a mark comes from.
 */
export type FlowSource = { 
/**
 * Which mark.
 */
mark: FlowMark, 
/**
 * The server; `None` for what the person put in.
 */
server: string | null, 
/**
 * The person's label of it, or `you`.
 */
label: string, 
/**
 * The tool, or what was put in.
 */
what: Foreign, 
/**
 * When first; `None` for the very call that is asked about.
 */
at: number | null, 
/**
 * Somebody says so. Otherwise nobody has said that it is not so, which counts as well.
 */
known: boolean, };

/**
 * Text from a server or a model as a person may see it: control, bidirectional and invisible
 * characters are already written as `⟨U+202E⟩`. Show it as plain text in a slot that names its source.
 */
export type Foreign = { 
/**
 * The escaped text.
 */
text: string, 
/**
 * How many characters had to be escaped; shown as a badge when above zero (S-41).
 */
hidden: number, };

/**
 * One field of a form that a server wants filled in.
 */
export type FormField = { 
/**
 * Raw name: the key in what is submitted.
 */
name: string, 
/**
 * Raw name as a person may see it.
 */
shown: Foreign, 
/**
 * Its title, or its name where it has none. The server's words.
 */
label: Foreign, 
/**
 * The server's words about it.
 */
description: Foreign | null, 
/**
 * It cannot be left empty.
 */
required: boolean, 
/**
 * What goes in.
 */
kind: FieldKind, 
/**
 * What it starts with: text, a number, a yes or no, or a list of option values. Sent when the field is left
 * as it is; `null` or nothing in what is submitted means that the person took it out.
 */
default: JsonValue | null, 
/**
 * Why it cannot be filled in, one sentence: it asks for a secret (ELI-16). Nothing of it is ever sent.
 */
refused: string | null, };

/**
 * A provider that was found on this computer and is not added.
 */
export type FoundProvider = { 
/**
 * Kind.
 */
kind: ProviderKind, 
/**
 * Where.
 */
address: string, 
/**
 * How many models it has.
 */
models: number, };

/**
 * A tool that a model found.
 */
export type FoundTool = { 
/**
 * The person's label of the server.
 */
server: string, 
/**
 * The tool.
 */
tool: Foreign, };

/**
 * A frame on the wire.
 */
export type Frame = { 
/**
 * Counts up per server.
 */
seq: number, 
/**
 * When.
 */
at: number, 
/**
 * Who sent it.
 */
direction: FrameDirection, 
/**
 * What it is.
 */
kind: FrameKind, 
/**
 * Method, also for the reply to it.
 */
method: string | null, 
/**
 * JSON-RPC id as text.
 */
rpc_id: string | null, 
/**
 * The request this replies to, or the reply to this request.
 */
pair: number | null, 
/**
 * Milliseconds between the two, on the reply.
 */
elapsed: number | null, 
/**
 * What it belongs to: all rounds of one request, its progress, its cancellation and what the server asked
 * within it have the same number.
 */
operation: number | null, 
/**
 * Counts the connections to the server.
 */
connection: number, 
/**
 * The revision that was agreed on, once it was.
 */
revision: string | null, 
/**
 * What a request is about: the name of a tool or prompt, the address of a resource.
 */
subject: Foreign | null, 
/**
 * What an answer says beyond being one.
 */
says: FrameSays | null, 
/**
 * Size on the wire.
 */
bytes: number, 
/**
 * First 160 characters.
 */
head: Foreign, };

/**
 * Who sent a frame.
 */
export type FrameDirection = "sent" | "received";

/**
 * What a frame is.
 */
export type FrameKind = "request" | "result" | "error" | "notification" | "unreadable";

/**
 * A stretch of frames, oldest first.
 */
export type FramePage = { 
/**
 * The frames.
 */
frames: Array<Frame>, 
/**
 * Frames no longer kept.
 */
dropped: number, };

/**
 * What an answer says beyond being one.
 */
export type FrameSays = "tool_error" | "asks";

/**
 * Frames that hold some words.
 */
export type FramesFound = { 
/**
 * Their numbers, oldest first.
 */
hits: Array<number>, 
/**
 * The last frame that was looked at: more may follow it.
 */
through: number, };

/**
 * A standing permission.
 */
export type GrantView = { 
/**
 * Random.
 */
id: string, 
/**
 * Server.
 */
server: string, 
/**
 * The person's label of the server.
 */
server_label: string, 
/**
 * Raw tool name.
 */
tool: string, 
/**
 * Tool as a person may see it.
 */
tool_shown: Foreign, 
/**
 * How far it reaches.
 */
scope: Scope, 
/**
 * In plain words.
 */
sentence: string, 
/**
 * When it was given.
 */
made_at: number, 
/**
 * When it ends; `None` if only by revoking or with its conversation.
 */
ends_at: number | null, 
/**
 * When it was last used.
 */
last_used_at: number | null, 
/**
 * How often.
 */
uses: number, 
/**
 * For how many days it was not used, where that is so many that it may as well end.
 */
unused_days: number | null, 
/**
 * On hold, because the definition changed.
 */
on_hold: boolean, };

/**
 * Whether the record is the one that the keychain knows.
 */
export type HeadCheck = { "kind": "confirmed", 
/**
 * That row; newer ones are not confirmed yet.
 */
through: number, } | { "kind": "differs", 
/**
 * Its number.
 */
row: number, } | { "kind": "none", } | { "kind": "unread", };

/**
 * What to do with a result that is held.
 */
export type HeldAnswer = { "kind": "give", } | { "kind": "change", 
/**
 * The text.
 */
text: string, } | { "kind": "withhold", 
/**
 * Why, for the model to read.
 */
reason: string, };

/**
 * A result that was held.
 */
export type HeldResult = { 
/**
 * Random.
 */
id: string, 
/**
 * The call.
 */
call: string, 
/**
 * What became of it.
 */
state: HeldState, 
/**
 * What the model would be given, while it waits; else what it was given. Words of the server, escaped.
 */
text: string, 
/**
 * Why it was withheld, in the person's words.
 */
reason: string | null, };

/**
 * What became of a result that was held.
 */
export type HeldState = "waiting" | "given" | "changed" | "withheld" | "ended";

/**
 * A secret on its way from a person to the keychain. Not to be printed.
 */
export type Hidden = string;

/**
 * Something changed. Where a list is said to have changed, ask for it again.
 */
export type HostEvent = { "kind": "server", 
/**
 * As it is now.
 */
server: ServerSummary, } | { "kind": "server_removed", 
/**
 * Its id.
 */
id: string, } | { "kind": "tools", 
/**
 * Server.
 */
server: string, } | { "kind": "resources", 
/**
 * Server.
 */
server: string, } | { "kind": "prompts", 
/**
 * Server.
 */
server: string, } | { "kind": "waiting", 
/**
 * All of them.
 */
waiting: Array<Request>, } | { "kind": "call", 
/**
 * As it is now, without its result.
 */
call: CallView, } | { "kind": "task", 
/**
 * As it is now.
 */
task: TaskView, } | { "kind": "tasks_forgotten", } | { "kind": "conversations", 
/**
 * All of them.
 */
conversations: Array<ConversationSummary>, } | { "kind": "message", 
/**
 * Conversation.
 */
conversation: string, 
/**
 * The message as it is now.
 */
message: Message, } | { "kind": "words", 
/**
 * Conversation.
 */
conversation: string, 
/**
 * The message.
 */
seq: number, 
/**
 * Which part of it.
 */
part: number, 
/**
 * How long that part was before, in UTF-16 units: whoever knows another length has to look again.
 */
from: number, 
/**
 * What came to it.
 */
text: string, } | { "kind": "models", 
/**
 * All of them.
 */
providers: Array<ProviderView>, } | { "kind": "record", 
/**
 * The last sequence number.
 */
last: number, } | { "kind": "grants", } | { "kind": "flows", } | { "kind": "roots", 
/**
 * Server.
 */
server: string, } | { "kind": "account", 
/**
 * As it is now.
 */
account: ServerAccount, } | { "kind": "logs", 
/**
 * Server.
 */
server: string, } | { "kind": "frames", 
/**
 * Server.
 */
server: string, } | { "kind": "settings", 
/**
 * As they are now.
 */
settings: Settings, } | { "kind": "problem", 
/**
 * What.
 */
problem: Problem, } | { "kind": "lagged", };

/**
 * What a picture stands beside.
 */
export type IconOf = { "kind": "server", } | { "kind": "tool", 
/**
 * Raw name.
 */
name: string, } | { "kind": "resource", 
/**
 * Raw address.
 */
uri: string, } | { "kind": "template", 
/**
 * Raw template.
 */
template: string, } | { "kind": "prompt", 
/**
 * Raw name.
 */
name: string, };

/**
 * An authorization server that a server names (AUT-08). With several, a person chooses.
 */
export type IssuerChoice = { 
/**
 * Its identifier, for `sign_in`.
 */
issuer: string, 
/**
 * The same as a person may see it, whole.
 */
shown: Foreign, 
/**
 * Its host: what a person should recognise.
 */
host: string, 
/**
 * The page that opens there, without what is added to it; `None` without a browser.
 */
page: Foreign | null, 
/**
 * The one of the sign-in before.
 */
before: boolean, 
/**
 * How Portcullis will be known there; `None` when a client id has to be typed first (`set_own_client`).
 */
registration: Registration | null, 
/**
 * What is asked for there; empty when that is left to the authorization server.
 */
scopes: Array<ScopeRow>, 
/**
 * Why a sign-in there is not possible; with one of these it cannot be chosen.
 */
problem: Problem | null, };

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/**
 * A tool that the model of a conversation does not get.
 */
export type LeftOut = { 
/**
 * The person's label of the server.
 */
server: string, 
/**
 * The tool.
 */
tool: Foreign, 
/**
 * Why, one sentence.
 */
reason: string, };

/**
 * An address, taken apart for reading. `before`, `host` and `after` together are the whole of it.
 */
export type LinkParts = { 
/**
 * Scheme: `https://`.
 */
before: string, 
/**
 * The whole host, to be set in bold. There is no list of public suffixes in here that could tell which part
 * of it somebody registered, so none of it is played down.
 */
host: string, 
/**
 * The host in its own letters, where it is written in Punycode.
 */
reads: Foreign | null, 
/**
 * Port, path, query and fragment, escaped.
 */
after: string, };

/**
 * How much a server says in its log messages: this level and the more serious ones after it.
 */
export type LogLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/**
 * A log line.
 */
export type LogLine = { 
/**
 * Counts up per server.
 */
seq: number, 
/**
 * When.
 */
at: number, 
/**
 * Where from.
 */
source: LogSource, 
/**
 * Level of a log notification.
 */
level: string | null, 
/**
 * The line.
 */
text: Foreign, };

/**
 * A stretch of log lines, oldest first.
 */
export type LogPage = { 
/**
 * The lines.
 */
lines: Array<LogLine>, 
/**
 * Lines no longer kept.
 */
dropped: number, };

/**
 * Where a log line came from.
 */
export type LogSource = "stderr" | "junk" | "host" | "message";

/**
 * A stretch of a text, in UTF-16 units.
 */
export type Mark = { 
/**
 * Where it begins.
 */
from: number, 
/**
 * Where it ends: the first unit that is no longer in it.
 */
to: number, };

/**
 * A message.
 */
export type Message = { 
/**
 * Counts up per conversation.
 */
seq: number, 
/**
 * Who speaks.
 */
speaker: Speaker, 
/**
 * When.
 */
at: number, 
/**
 * In order.
 */
parts: Array<Part>, 
/**
 * Still being written.
 */
streaming: boolean, 
/**
 * Who wrote it, where a model did, and what it took.
 */
by: WrittenBy | null, 
/**
 * The message that it follows; none for the first.
 */
parent?: number, 
/**
 * Its place among the messages that follow the same one, where there are several.
 */
branch?: Branch, };

/**
 * A message that was found, which need not be on the branch that is shown.
 */
export type MessageHit = { 
/**
 * Conversation.
 */
conversation: string, 
/**
 * Its title.
 */
title: string, 
/**
 * The message.
 */
seq: number, 
/**
 * When it was said.
 */
at: number, 
/**
 * Who said it.
 */
speaker: Speaker, 
/**
 * The label of the server whose words these are, where they are a server's.
 */
server: string | null, 
/**
 * A piece of it, and where it has the words.
 */
excerpt: Excerpt, };

/**
 * Messages before others, oldest first.
 */
export type MessagePage = { 
/**
 * The messages.
 */
messages: Array<Message>, 
/**
 * There are earlier ones.
 */
earlier: boolean, };

/**
 * A condition of a permission, and what in a call satisfied it.
 */
export type MetCondition = { 
/**
 * In words: `“path” is under “/srv/notes”`.
 */
words: string, 
/**
 * The argument as it was sent, redacted; `None` where the record does not have it whole.
 */
was: Foreign | null, };

/**
 * Something to choose for a conversation.
 */
export type ModelChoice = { 
/**
 * What a conversation names it by.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * Whose it is: the label of a provider, or of Portcullis itself.
 */
provider: string, 
/**
 * It can use tools.
 */
tools: boolean, };

/**
 * What is known of a model. By the provider's own list, by the table that comes with Portcullis, or by the person.
 */
export type ModelFacts = { 
/**
 * Most tokens that it reads and writes in one request.
 */
context: number | null, 
/**
 * Most tokens that it writes in one reply.
 */
output: number | null, 
/**
 * US dollars for a million tokens read.
 */
price_in: number | null, 
/**
 * US dollars for a million tokens written.
 */
price_out: number | null, 
/**
 * It can use tools.
 */
tools: boolean, 
/**
 * It can look at images.
 */
images: boolean, 
/**
 * It reasons before it answers.
 */
reasons: boolean, 
/**
 * How much it is asked to reason; as its provider does unless told, for `None`.
 */
effort: Effort | null, 
/**
 * What it can be asked for.
 */
efforts: Array<Effort>, 
/**
 * It can listen to sounds.
 */
audio: boolean, 
/**
 * It can read PDF documents.
 */
pdf: boolean, };

/**
 * A model of a provider.
 */
export type ModelLine = { 
/**
 * What conversations name it by.
 */
id: string, 
/**
 * The provider's own name of it, visible.
 */
name: string, 
/**
 * What is known of it.
 */
facts: ModelFacts, 
/**
 * The person changed something of it.
 */
edited: boolean, 
/**
 * It can be chosen in conversations, and for servers that ask.
 */
used: boolean, 
/**
 * The provider does not list it any more.
 */
gone: boolean, };

/**
 * A server wanted more than was granted; what wanted it has ended (AUT-59).
 */
export type MoreWanted = { 
/**
 * What was done when it was refused: a raw tool name, where it was a call.
 */
tool: Foreign | null, 
/**
 * What it wants that was not granted.
 */
scopes: Array<Foreign>, 
/**
 * When.
 */
at: number, 
/**
 * A person declined it, or was asked as often as is sensible: it is not brought up again by itself.
 */
settled: boolean, };

/**
 * A name and a value: environment variable or HTTP header.
 */
export type NamedValue = { 
/**
 * Variable or header name.
 */
name: string, 
/**
 * The value; `None` for a secret, which is only in the keychain. In a draft, `None` for a secret
 * keeps the one already stored.
 */
value: string | null, 
/**
 * Kept in the keychain.
 */
secret: boolean, };

/**
 * A limit that a standing permission may be given with, on one argument.
 */
export type Narrowing = { 
/**
 * Name of the argument.
 */
argument: Foreign, 
/**
 * What it must be like.
 */
test: NarrowingTest, 
/**
 * Which value, folder or origin.
 */
value: Foreign, 
/**
 * What it does about links, in words, where it is about a path.
 */
links: string | null, };

/**
 * What an argument must be like.
 */
export type NarrowingTest = "is" | "under" | "site";

/**
 * An organisation that vouches for its people at the servers that it allows (AUT-63). Its identity provider knows
 * this client by an id of its own.
 */
export type Organisation = { 
/**
 * The identifier of its identity provider: an address.
 */
issuer: string, 
/**
 * As the identity provider named this client. It is a public one, as every program on a desktop is.
 */
client_id: string, };

/**
 * How it ended, in one word with a shape.
 */
export type Outcome = "waiting" | "done" | "tool_error" | "failed" | "denied" | "refused" | "cancelled" | "interrupted" | "attention";

/**
 * A client of the person's own, as far as it may be shown.
 */
export type OwnClient = { 
/**
 * As typed.
 */
client_id: string, 
/**
 * How it proves itself.
 */
proof: ClientProof, 
/**
 * The authorization server that it is for and that alone gets to see it; `None` until it was used once.
 */
issuer: Foreign | null, 
/**
 * It signs in without a browser.
 */
unattended: boolean, 
/**
 * The port of [`Self::redirect`], where the authorization server wants it exactly.
 */
port: number | null, 
/**
 * What has to be entered as its redirect address at the authorization server. Without a port of its own any
 * port must be allowed there.
 */
redirect: string, 
/**
 * Who vouches for the person, in place of a page of the authorization server.
 */
organisation: Organisation | null, 
/**
 * The file whose token vouches. It is named on a terminal alone: a window that is not ours any more could
 * otherwise have any file sent away.
 */
token_file: string | null, };

/**
 * Input: a client of the person's own.
 */
export type OwnClientDraft = { 
/**
 * As the authorization server named it.
 */
client_id: string, 
/**
 * Its secret or its private key (PEM, PKCS#8), by `proof`. `None` keeps the one that is in the keychain.
 */
secret: Hidden | null, 
/**
 * How it proves itself.
 */
proof: ClientProof, 
/**
 * The authorization server that it is for, as a review names it; `None` for the one of the next sign-in.
 */
issuer: string | null, 
/**
 * It signs in without a browser; takes a secret or a key.
 */
unattended: boolean, 
/**
 * The port to come back to, where it has to be an exact one.
 */
port: number | null, 
/**
 * Who vouches for the person: then the page that opens is that of the organisation.
 */
organisation: Organisation | null, };

/**
 * A part of a message.
 */
export type Part = { "kind": "words", 
/**
 * The text.
 */
text: string, } | { "kind": "thought", 
/**
 * The text.
 */
text: string, } | { "kind": "trouble", 
/**
 * Problem.
 */
problem: Problem, } | { "kind": "call", 
/**
 * The call, without its result.
 */
call: CallView, } | { "kind": "file", 
/**
 * The file.
 */
file: AttachedFile, } | { "kind": "made", 
/**
 * The file.
 */
file: AttachedFile, } | { "kind": "held", 
/**
 * The result.
 */
held: HeldResult, } | { "kind": "search", 
/**
 * What it looked for.
 */
query: Foreign, 
/**
 * What it found.
 */
found: Array<FoundTool>, 
/**
 * Why it found nothing, or not all of it could be added.
 */
remark: string | null, } | { "kind": "quoted", 
/**
 * Server.
 */
server: string, 
/**
 * The person's label of the server at that time.
 */
server_label: string, 
/**
 * What it is from.
 */
source: QuoteSource, 
/**
 * Title of the prompt or address of the resource.
 */
shown: Foreign, 
/**
 * In whose name a message of a prompt was written.
 */
role: PromptRole | null, 
/**
 * The text.
 */
text: Foreign, 
/**
 * What of it is not here, in words.
 */
left_out: string | null, };

/**
 * A handle to content kept in the host because it is too large to hand over whole.
 */
export type Payload = { 
/**
 * Opaque; valid until the call is forgotten.
 */
handle: string, 
/**
 * Size of the whole content in bytes.
 */
bytes: number, };

/**
 * The phase a server is in. Every phase is shown by a word and a shape, never by colour alone.
 */
export type Phase = "off" | "starting" | "ready" | "needs_review" | "needs_sign_in" | "failing" | "stopped";

/**
 * Something that did not work, in words for a person. Drivers switch on `code`, never on `sentence`.
 */
export type Problem = { 
/**
 * Stable, dotted: `server.exited`, `launch.not_found`, `vault.locked` …
 */
code: string, 
/**
 * What happened and what was not done.
 */
sentence: string, 
/**
 * What to do, where something can be done.
 */
remedy: string | null, 
/**
 * What the server said about it, where it said something: never part of our sentence (S-34).
 */
said: Foreign | null, };

/**
 * Progress of a call.
 */
export type Progress = { 
/**
 * Amount done.
 */
value: number, 
/**
 * Amount in all.
 */
total: number | null, 
/**
 * Words from the server.
 */
message: Foreign | null, };

/**
 * An argument of a prompt. Values are text.
 */
export type PromptArgument = { 
/**
 * Raw name: the key of its value.
 */
name: string, 
/**
 * The raw name as a person may see it.
 */
shown: Foreign, 
/**
 * Title; show it instead of the name where there is one.
 */
title: Foreign | null, 
/**
 * Description; empty when there is none.
 */
description: Foreign, 
/**
 * Without it nothing is sent.
 */
required: boolean, };

/**
 * A line in the list of prompts.
 */
export type PromptEntry = { 
/**
 * Raw name: the identity. Never show it; show `shown`.
 */
name: string, 
/**
 * The raw name as a person may see it.
 */
shown: Foreign, 
/**
 * Title; show it instead of the name where there is one.
 */
title: Foreign | null, 
/**
 * Description; empty when there is none.
 */
description: Foreign, 
/**
 * The server names a picture for it that may be shown; `icon` brings it.
 */
icon: boolean, 
/**
 * Arguments in the server's order.
 */
arguments: Array<PromptArgument>, };

/**
 * The prompts of a server that match a search.
 */
export type PromptList = { 
/**
 * The server said that it has prompts. Nothing was asked of it when it did not.
 */
offered: boolean, 
/**
 * Number of usable prompts, matching or not.
 */
total: number, 
/**
 * Number that match.
 */
found: number, 
/**
 * Matching prompts in the server's order; for a search the best, best first.
 */
prompts: Array<PromptEntry>, 
/**
 * Entries left out.
 */
skipped: Array<SkippedEntry>, 
/**
 * Prompts beyond the limit that were not read.
 */
beyond_limit: number, 
/**
 * The server can suggest values for arguments.
 */
completes: boolean, 
/**
 * When the list was read.
 */
listed_at: number | null, 
/**
 * Why an older list is shown: reading a fresh one did not work.
 */
problem: Problem | null, };

/**
 * A message of a prompt.
 */
export type PromptMessage = { 
/**
 * In whose name.
 */
role: PromptRole, 
/**
 * What it says.
 */
block: Block, };

/**
 * In whose name a server wrote a message. It is the server's text in both cases.
 */
export type PromptRole = "user" | "assistant";

/**
 * A provider to add.
 */
export type ProviderDraft = { 
/**
 * Kind.
 */
kind: ProviderKind, 
/**
 * The person's label; the kind's own name when `None`.
 */
label: string | null, 
/**
 * Where it is; the kind's own address when `None`. One that is compatible has none of its own.
 */
address: string | null, 
/**
 * Its key, on the way to the keychain. One on this computer needs none.
 */
key: Hidden | null, };

/**
 * What kind of provider speaks at an address.
 */
export type ProviderKind = "anthropic" | "openai" | "gemini" | "ollama" | "lm_studio" | "compatible";

/**
 * A provider.
 */
export type ProviderView = { 
/**
 * Random.
 */
id: string, 
/**
 * Kind.
 */
kind: ProviderKind, 
/**
 * The person's label.
 */
label: string, 
/**
 * Where it is.
 */
address: string, 
/**
 * It is on this computer.
 */
here: boolean, 
/**
 * Its key is in the keychain.
 */
key: boolean, 
/**
 * When it was last checked.
 */
checked_at: number | null, 
/**
 * What the last check found wrong.
 */
problem: Problem | null, 
/**
 * Its models: those that are used first, each part in the provider's order.
 */
models: Array<ModelLine>, 
/**
 * Models beyond those.
 */
more: number, };

/**
 * What a quoted text is from.
 */
export type QuoteSource = "prompt" | "resource";

/**
 * What a person read.
 */
export type ReadResource = { 
/**
 * Opaque: what `attach_resource` takes. Valid as long as the contents are kept.
 */
id: string, 
/**
 * Server.
 */
server: string, 
/**
 * The person's label of the server.
 */
server_label: string, 
/**
 * Raw address that was asked for.
 */
uri: string, 
/**
 * The raw address as a person may see it.
 */
shown: Foreign, 
/**
 * When it was read.
 */
read_at: number, 
/**
 * Contents in order.
 */
contents: Array<ResourceContent>, 
/**
 * Contents beyond the limit.
 */
more_contents: number, 
/**
 * That there is nothing in it, in words; a server that answers so may mean an empty resource or none (RES-06).
 */
nothing: string | null, 
/**
 * Nothing was asked of the server: it said how long its last answer holds, and that time is not over.
 */
remembered: boolean, 
/**
 * The whole reply as JSON text.
 */
raw: Payload, 
/**
 * The row in the record.
 */
record: number, };

/**
 * Everything about one operation.
 */
export type RecordDetail = { 
/**
 * The row.
 */
row: RecordRow, 
/**
 * Why it was allowed, asked or refused, one sentence.
 */
why: string, 
/**
 * What was sent, redacted, as JSON text.
 */
sent: Foreign | null, 
/**
 * What came back, in words.
 */
came_back: string | null, 
/**
 * Digest of the definition in force.
 */
definition: string | null, 
/**
 * Digest of what was shown.
 */
shown: string | null, 
/**
 * The standing permission that it happened by.
 */
allowed_by: AllowedBy | null, 
/**
 * Hash of the intended row.
 */
hash: string, 
/**
 * Hash of the outcome row.
 */
outcome_hash: string | null, };

/**
 * What to look for.
 */
export type RecordFilter = { 
/**
 * Words anywhere in what is kept.
 */
text: string | null, 
/**
 * Only this server.
 */
server: string | null, 
/**
 * Only this kind.
 */
kind: RecordKind | null, 
/**
 * Only this outcome.
 */
outcome: Outcome | null, };

/**
 * A row of the record.
 */
export type RecordHead = { 
/**
 * Its number; 0 while there is none.
 */
row: number, 
/**
 * Its hash.
 */
hash: string, };

/**
 * What a row is about.
 */
export type RecordKind = "call" | "resource" | "prompt" | "elicitation" | "sampling" | "roots" | "sign_in" | "server" | "launch" | "definition" | "grant" | "refusal" | "host";

/**
 * A stretch of the record, newest first.
 */
export type RecordPage = { 
/**
 * Rows.
 */
rows: Array<RecordRow>, 
/**
 * Pass as `before` for the next page; `None` at the end.
 */
next: number | null, 
/**
 * Rows in the whole record, intended and outcome rows counted each.
 */
total: number, };

/**
 * An operation in the record: its intended row joined with its outcome row.
 */
export type RecordRow = { 
/**
 * Sequence number of the intended row; newest has the highest.
 */
seq: number, 
/**
 * When.
 */
at: number, 
/**
 * About what.
 */
kind: RecordKind, 
/**
 * In words: `Write file`, `Started`, `Definition changed: Search files`. Of a call it is the title that the server
 * chose for its tool.
 */
what: Foreign, 
/**
 * The tool by its raw name, which is what was called, where it is about one.
 */
tool: Foreign | null, 
/**
 * The person's label of the server at that time.
 */
server_label: string | null, 
/**
 * `you`, the model's name, `the server`, `Portcullis`.
 */
asked_by: string, 
/**
 * How it ended.
 */
outcome: Outcome, 
/**
 * In words: `denied by you`, `allowed · for an hour`, `ready in 0.4 s`.
 */
outcome_words: string, 
/**
 * How long it took.
 */
duration: number | null, };

/**
 * How Portcullis is known at an authorization server.
 */
export type Registration = "own" | "document" | "dynamic";

/**
 * An answer with what it answers to.
 */
export type Reply = { 
/**
 * The request.
 */
request: string, 
/**
 * Its nonce.
 */
nonce: string, 
/**
 * Its digest.
 */
digest: string, 
/**
 * The answer.
 */
answer: Answer, };

/**
 * A request that waits.
 */
export type Request = { 
/**
 * Random.
 */
id: string, 
/**
 * One-use number; changes when the request changes.
 */
nonce: string, 
/**
 * SHA-256 of everything shown, hex.
 */
digest: string, 
/**
 * The question in our words, such as `Let “Project files” run “Write file”?`.
 */
question: string, 
/**
 * The server.
 */
server: ServerRef, 
/**
 * Who wants it.
 */
asked_by: AskedBy, 
/**
 * When it was asked.
 */
asked_at: number, 
/**
 * When it ends unanswered, which is a no.
 */
expires_at: number, 
/**
 * What is asked.
 */
asked: Asked, };

/**
 * One content of a resource. A server may answer with several, and under other addresses than the one asked for.
 */
export type ResourceContent = { 
/**
 * Raw address.
 */
uri: string, 
/**
 * The raw address as a person may see it.
 */
shown: Foreign, 
/**
 * It is the address that was asked for.
 */
as_asked: boolean, 
/**
 * Type, as claimed.
 */
mime: Foreign | null, 
/**
 * Text, a checked image or sound, a resource to be saved, or something that cannot be shown.
 */
block: Block, };

/**
 * A line in the list of resources.
 */
export type ResourceEntry = { 
/**
 * Raw address: the identity, sent back exactly as it is. Never show it; show `shown`. Never open it.
 */
uri: string, 
/**
 * The raw address as a person may see it.
 */
shown: Foreign, 
/**
 * Name.
 */
name: Foreign, 
/**
 * Title; show it instead of the name where there is one.
 */
title: Foreign | null, 
/**
 * Description; empty when there is none.
 */
description: Foreign, 
/**
 * Type, as claimed.
 */
mime: Foreign | null, 
/**
 * Size in bytes, as claimed.
 */
size: number | null, 
/**
 * What the server says about its use.
 */
annotations: Annotations, 
/**
 * The server names a picture for it that may be shown; `icon` brings it.
 */
icon: boolean, 
/**
 * The server was asked to say when it changes.
 */
subscribed: boolean, 
/**
 * The server said that it changed since it was last read here.
 */
updated: boolean, };

/**
 * The resources and templates of a server that match a search.
 */
export type ResourceList = { 
/**
 * The server said that it has resources. Nothing was asked of it when it did not.
 */
offered: boolean, 
/**
 * Number of usable resources, matching or not.
 */
total: number, 
/**
 * Number that match.
 */
found: number, 
/**
 * Matching resources in the server's order; for a search the best, best first.
 */
resources: Array<ResourceEntry>, 
/**
 * Number of usable templates, matching or not.
 */
templates_total: number, 
/**
 * Number that match.
 */
templates_found: number, 
/**
 * Matching templates in the same order.
 */
templates: Array<TemplateEntry>, 
/**
 * Entries left out.
 */
skipped: Array<SkippedEntry>, 
/**
 * Entries beyond the limit that were not read.
 */
beyond_limit: number, 
/**
 * The server can be asked to say when a resource changes.
 */
can_subscribe: boolean, 
/**
 * The server can suggest values for the variables of templates.
 */
completes: boolean, 
/**
 * When the lists were read.
 */
listed_at: number | null, 
/**
 * Why an older list is shown: reading a fresh one did not work.
 */
problem: Problem | null, };

/**
 * One row of a launch review: a field of what will be started or reached.
 */
export type ReviewRow = { 
/**
 * In words: `Program`, `Arguments`, `Environment`, `Folder`, `Address`, `Headers`, `Era`, `Limits`.
 */
field: string, 
/**
 * Each value as one quoted token.
 */
values: Array<ReviewValue>, 
/**
 * The values before, when something running changes; `None` when the row did not change.
 */
before: Array<ReviewValue> | null, 
/**
 * As Portcullis has it for every server: may be folded away, never left out (S-08).
 */
usual: boolean, };

/**
 * One value in a launch review.
 */
export type ReviewValue = { 
/**
 * The escaped text, whole.
 */
text: Foreign, 
/**
 * A remark: `found at …`, `secret, goes to your keychain`.
 */
note: string | null, 
/**
 * Size of the value.
 */
bytes: number, 
/**
 * Taken exactly as it stands; otherwise it is words of ours about it.
 */
literal: boolean, };

/**
 * The folders of a server.
 */
export type RootList = { 
/**
 * In the order in which they were chosen.
 */
folders: Array<RootRow>, 
/**
 * Whether the server may know them.
 */
access: RootsAccess, 
/**
 * What folders mean, one sentence for a person: guidance, not a fence (ROO-07).
 */
note: string, };

/**
 * A folder that a server may be told about.
 */
export type RootRow = { 
/**
 * Full path, for taking it away again.
 */
path: string, 
/**
 * Full path as a person may see it.
 */
shown: Foreign, 
/**
 * What the server is told: a `file://` address.
 */
uri: string, 
/**
 * It is there now. One that is not is not told.
 */
there: boolean, 
/**
 * When it was chosen.
 */
added_at: number, 
/**
 * What is unusual about it, such as that it is the whole home folder.
 */
warnings: Array<string>, };

/**
 * Whether a server may know its folders.
 */
export type RootsAccess = "ask" | "told" | "withheld";

/**
 * What limits would have meant for the last calls of a tool.
 */
export type RuleTrial = { 
/**
 * Calls that were looked at, the newest first.
 */
calls: Array<TriedCall>, 
/**
 * How many of them the permission would have covered.
 */
covered: number, };

/**
 * One message.
 */
export type SampledMessage = { 
/**
 * Who seems to say it.
 */
role: SampledRole, 
/**
 * What, in order.
 */
parts: Array<SampledPart>, };

/**
 * One part of a message.
 */
export type SampledPart = { "kind": "content", 
/**
 * The same as in results of tools.
 */
block: Block, } | { "kind": "tool_use", 
/**
 * Number that the result names.
 */
id: Foreign, 
/**
 * Name in that loop; it means no tool of any server here.
 */
name: Foreign, 
/**
 * Arguments as indented JSON, whole.
 */
input: Foreign, } | { "kind": "tool_result", 
/**
 * Number of the use that it answers.
 */
id: Foreign, 
/**
 * The server says that the tool failed.
 */
failed: boolean, 
/**
 * What came back.
 */
blocks: Array<Block>, 
/**
 * Structured content as indented JSON, whole.
 */
structured: Foreign | null, };

/**
 * Who says something in a request for words of a model.
 */
export type SampledRole = "user" | "assistant";

/**
 * A tool that the server lets the model ask for. It belongs to this request alone.
 */
export type SampledTool = { 
/**
 * Name.
 */
name: Foreign, 
/**
 * Description, whole.
 */
description: Foreign, 
/**
 * Schema of its arguments as indented JSON, whole.
 */
schema: Foreign, };

/**
 * A model that can be chosen.
 */
export type SamplingModel = { 
/**
 * The name, as the server is told it; the value of `model` in the editable text.
 */
name: string, 
/**
 * What it is and costs, one sentence.
 */
sentence: string, };

/**
 * What the server would like of the model, from 0 to 1 each.
 */
export type SamplingPriorities = { 
/**
 * Cheap.
 */
cost: number | null, 
/**
 * Fast.
 */
speed: number | null, 
/**
 * Capable.
 */
intelligence: number | null, };

/**
 * What a person says of something.
 */
export type Say = "unsaid" | "yes" | "no";

/**
 * How long and how far a permission reaches.
 */
export type Scope = "conversation" | "hour" | "always";

/**
 * A standing permission that may be given with the answer.
 */
export type ScopeOffer = { 
/**
 * The scope.
 */
scope: Scope, 
/**
 * What it means, one sentence.
 */
sentence: string, };

/**
 * One permission at an authorization server.
 */
export type ScopeRow = { 
/**
 * Its raw name, from the server.
 */
scope: Foreign, 
/**
 * It was granted at the sign-in before.
 */
granted: boolean, 
/**
 * It says of itself that it covers everything: `*`, `all`, `admin`, `full` (S-57). To be set apart.
 */
wide: boolean, };

/**
 * Where secrets are kept.
 */
export type SecretStore = { "kind": "keychain", } | { "kind": "file", 
/**
 * The passphrase was given.
 */
open: boolean, };

/**
 * A call as it was sent, to be made again.
 */
export type SentCall = { 
/**
 * Raw name of the tool: the identity.
 */
tool: string, 
/**
 * Its arguments as text, secrets masked.
 */
arguments: string, 
/**
 * Something in them was masked, and has to be filled in again.
 */
hidden: boolean, };

/**
 * Everything about signing in at one server.
 */
export type ServerAccount = { 
/**
 * The server.
 */
server: string, 
/**
 * Whether signing in makes sense: an address without an Authorization header of the person's own.
 */
applies: boolean, 
/**
 * The sign-in, if there is one.
 */
account: Account | null, 
/**
 * The person's own client, if there is one.
 */
own_client: OwnClient | null, 
/**
 * A sign-in under way, or the last failure.
 */
state: SignInState, 
/**
 * What the server wants beyond what was granted.
 */
more: MoreWanted | null, };

/**
 * Everything about one server.
 */
export type ServerDetail = { 
/**
 * The line in the list.
 */
summary: ServerSummary, 
/**
 * As configured.
 */
draft: ServerDraft, 
/**
 * Absolute path of the program as resolved, or the full address.
 */
resolved: string | null, 
/**
 * `legacy` or `modern` as found.
 */
era: EraChoice | null, 
/**
 * Negotiated revision, such as `2026-07-28`.
 */
revision: string | null, 
/**
 * What its messages go through.
 */
transport: Transport | null, 
/**
 * What the server says it is called.
 */
server_name: Foreign | null, 
/**
 * What the server says its version is.
 */
server_version: Foreign | null, 
/**
 * It names a picture for itself that may be shown; `icon` brings it.
 */
icon: boolean, 
/**
 * The server's instructions.
 */
instructions: Foreign | null, 
/**
 * Names of offered capabilities: `tools`, `resources`, `prompts`, `logging`, `completions` …
 */
capabilities: Array<string>, 
/**
 * Process id of a local program.
 */
pid: number | null, 
/**
 * When it became ready.
 */
ready_at: number | null, 
/**
 * Milliseconds from start to ready.
 */
ready_after: number | null, 
/**
 * Counters.
 */
health: ServerHealth, 
/**
 * When a person approved what is started.
 */
approved_at: number | null, 
/**
 * The server takes a level for its log messages.
 */
takes_log_level: boolean, 
/**
 * The level that was chosen; `None` leaves it to the server.
 */
log_level: LogLevel | null, };

/**
 * A server as a person configured it. An unknown field refuses the whole (S-09). Also the input for adding or changing one.
 */
export type ServerDraft = { 
/**
 * The person's own name for it; 1 to 64 visible characters.
 */
label: string, 
/**
 * How it is reached.
 */
endpoint: Endpoint, 
/**
 * Environment variables (programs).
 */
environment: Array<NamedValue>, 
/**
 * HTTP headers (addresses).
 */
headers: Array<NamedValue>, 
/**
 * Era.
 */
era: EraChoice, 
/**
 * Transport (addresses).
 */
transport: TransportChoice, 
/**
 * Limits.
 */
limits: ServerLimits, };

/**
 * What a person says of a server.
 */
export type ServerFlows = { 
/**
 * Of all its tools that are not said something else of.
 */
class: FlowClass, 
/**
 * It was said of another program or address: a “does not” in it does not count any more.
 */
outdated: boolean, 
/**
 * Tools that differ.
 */
tools: Array<ToolFlows>, };

/**
 * Counters of the running or last client.
 */
export type ServerHealth = { 
/**
 * Calls sent.
 */
calls: number, 
/**
 * Calls that failed.
 */
failed: number, 
/**
 * Automatic restarts since the host started.
 */
restarts: number, 
/**
 * Lines on standard output that were not protocol.
 */
junk_lines: number, 
/**
 * Replies nobody waited for.
 */
stray_replies: number, 
/**
 * Notifications merged or dropped under load.
 */
coalesced: number, 
/**
 * Bytes written to standard error.
 */
stderr_bytes: number, };

/**
 * Limits of one server. All bounded by `limits.rs`.
 */
export type ServerLimits = { 
/**
 * Seconds without an answer or progress before a call ends.
 */
idle_seconds: number, 
/**
 * Seconds after which a call ends whatever happens.
 */
total_seconds: number, 
/**
 * Largest message accepted, in MiB.
 */
message_mib: number, 
/**
 * Seconds to start; `None` is the usual time, which is longer for launchers that download first.
 */
start_seconds: number | null, };

/**
 * The server a request is about.
 */
export type ServerRef = { 
/**
 * Id; empty while it is not added yet.
 */
id: string, 
/**
 * The person's label.
 */
label: string, 
/**
 * Here or elsewhere.
 */
whereabouts: Whereabouts, 
/**
 * File name of the program, or host name.
 */
origin: string, };

/**
 * How a server is, truthfully.
 */
export type ServerState = { 
/**
 * The phase.
 */
phase: Phase, 
/**
 * Since when.
 */
since: number, 
/**
 * One line: `ready`, `stopped: exited with code 127`.
 */
words: string, 
/**
 * Why, when the phase is not a good one.
 */
problem: Problem | null, 
/**
 * Exit code, when a program ended by itself.
 */
exit_code: number | null, 
/**
 * Signal, when a program was killed by one.
 */
exit_signal: number | null, 
/**
 * Last lines of standard error, newest last, at most 20.
 */
stderr_tail: Array<Foreign>, 
/**
 * When the next attempt is made.
 */
retry_at: number | null, };

/**
 * A line in the list of servers.
 */
export type ServerSummary = { 
/**
 * Random, stable, never reused.
 */
id: string, 
/**
 * The person's own name for it; unique.
 */
label: string, 
/**
 * Here or elsewhere.
 */
whereabouts: Whereabouts, 
/**
 * File name of the program, or host name of the address.
 */
origin: string, 
/**
 * Wanted on by the person.
 */
enabled: boolean, 
/**
 * Is the built-in demo server.
 */
demo: boolean, 
/**
 * How it is.
 */
state: ServerState, 
/**
 * Number of usable tools.
 */
tools: number, 
/**
 * Number of tools whose definition changed since it was approved.
 */
changed_tools: number, 
/**
 * Requests from or about it that wait for a person.
 */
waiting: number, 
/**
 * It may ask for words of a model; each request is still put before the person, twice.
 */
sampling: boolean, };

/**
 * What the tools of one server take.
 */
export type ServerWeight = { 
/**
 * Server.
 */
id: string, 
/**
 * The person's label.
 */
label: string, 
/**
 * Tokens of the definitions that go along now.
 */
tokens: number, 
/**
 * Tokens of all.
 */
all: number, 
/**
 * Tools that go along now.
 */
given: number, 
/**
 * Tools that could.
 */
count: number, 
/**
 * The tools, dearest first; those that go along before the others.
 */
tools: Array<ToolWeight>, 
/**
 * Tools beyond those.
 */
more: number, };

/**
 * What a person may set.
 */
export type Settings = { 
/**
 * Light or dark.
 */
appearance: Appearance, 
/**
 * Notify when something waits and the window is not in front.
 */
notify: boolean, 
/**
 * Closing the window keeps the servers running in the tray.
 */
keep_in_tray: boolean, 
/**
 * The welcome has been seen.
 */
welcomed: boolean, };

/**
 * What of the settings is to be another; what is not given stays as it is.
 */
export type SettingsChange = { 
/**
 * Light or dark.
 */
appearance?: Appearance, 
/**
 * Notify when something waits and the window is not in front.
 */
notify?: boolean, 
/**
 * Closing the window keeps the servers running in the tray.
 */
keep_in_tray?: boolean, 
/**
 * The welcome has been seen.
 */
welcomed?: boolean, };

/**
 * What a person reads before a browser opens (AUT-03). Nothing is sent to an authorization server before the answer
 * but questions about what it offers.
 */
export type SignInReview = { 
/**
 * One-use; the answer carries it. It ends after a few minutes, and with the next review of the server.
 */
nonce: string, 
/**
 * The server.
 */
server: ServerRef, 
/**
 * The address that the tokens will be for, and that alone.
 */
resource: string, 
/**
 * Why.
 */
why: SignInWhy, 
/**
 * The authorization servers that it names, in its order.
 */
issuers: Array<IssuerChoice>, 
/**
 * The authorization server of the sign-in before, when the server names it no longer: it gets nothing, and the
 * new one gets nothing of it (S-55). To be set apart.
 */
moved_from: Foreign | null, 
/**
 * No browser opens: the person's own client proves itself.
 */
unattended: boolean, 
/**
 * Remarks in our words.
 */
notes: Array<string>, 
/**
 * When the review ends.
 */
until: number, };

/**
 * How a sign-in goes. Anything but `idle` and `failed` can be cancelled.
 */
export type SignInState = { "phase": "idle", } | { "phase": "finding_out", 
/**
 * Since when.
 */
since: number, } | { "phase": "browser", 
/**
 * The page, for copying into another browser. It must not be kept.
 */
address: string, 
/**
 * Since when.
 */
since: number, 
/**
 * When it is given up.
 */
until: number, 
/**
 * The browser did not open by itself: the address has to be copied.
 */
not_opened: Problem | null, } | { "phase": "finishing", 
/**
 * Since when.
 */
since: number, } | { "phase": "failed", 
/**
 * Why.
 */
problem: Problem, 
/**
 * When.
 */
at: number, };

/**
 * Why a sign-in is reviewed.
 */
export type SignInWhy = { "kind": "first", } | { "kind": "ended", } | { "kind": "more", 
/**
 * For this tool, by its raw name, where it was a call.
 */
tool: Foreign | null, } | { "kind": "again", };

/**
 * An entry of a list that cannot be used, and why.
 */
export type SkippedEntry = { 
/**
 * Its name or address, or its position in the list.
 */
shown: Foreign, 
/**
 * Why it is left out.
 */
reason: string, };

/**
 * Everything the frame of the window needs at once.
 */
export type Snapshot = { 
/**
 * Number of the last event contained in it.
 */
sequence: number, 
/**
 * Servers in the person's order.
 */
servers: Array<ServerSummary>, 
/**
 * Requests that wait, in the order in which they should be answered.
 */
waiting: Array<Request>, 
/**
 * Conversations, newest first.
 */
conversations: Array<ConversationSummary>, 
/**
 * Tasks: those that go on, oldest first, and those that ended, newest first.
 */
tasks: Array<TaskView>, 
/**
 * Settings.
 */
settings: Settings, 
/**
 * About.
 */
about: About, };

/**
 * Who speaks.
 */
export type Speaker = "person" | "model" | "host";

/**
 * A suggestion of a server; never taken by itself.
 */
export type Suggestion = { 
/**
 * Raw value: what goes into the field. Never show it; show `shown`.
 */
value: string, 
/**
 * The raw value as a person may see it.
 */
shown: Foreign, };

/**
 * Suggestions for one field.
 */
export type Suggestions = { 
/**
 * At most 100, in the server's order.
 */
values: Array<Suggestion>, 
/**
 * How many there are in all, as claimed.
 */
total: number | null, 
/**
 * There are more.
 */
has_more: boolean, };

/**
 * Where a task is.
 */
export type TaskState = "working" | "needs_input" | "stopping" | "away" | "ended";

/**
 * A task.
 */
export type TaskView = { 
/**
 * That of its call.
 */
id: string, 
/**
 * Its number at the server.
 */
task: Foreign, 
/**
 * Where it is.
 */
state: TaskState, 
/**
 * That in words, one sentence.
 */
words: string, 
/**
 * The server's words about it, as last heard.
 */
said: Foreign | null, 
/**
 * The call, without what it brought back.
 */
call: CallView, 
/**
 * `you`, or the model's name.
 */
asked_by: string, 
/**
 * The conversation that it belongs to.
 */
conversation: string | null, 
/**
 * When the server said that it began.
 */
began_at: number, 
/**
 * When the server last said how it is.
 */
seen_at: number, 
/**
 * When it is asked again; `None` while nobody asks.
 */
next_look: number | null, 
/**
 * Until when the server keeps it; `None` when it does not say.
 */
kept_until: number | null, 
/**
 * When a person wanted it stopped.
 */
stop_at: number | null, 
/**
 * What it brought back is still here to be looked at.
 */
result_kept: boolean, };

/**
 * A line in the list of templates: addresses with variables.
 */
export type TemplateEntry = { 
/**
 * Raw template: the identity. Never show it; show `shown`.
 */
template: string, 
/**
 * The raw template as a person may see it.
 */
shown: Foreign, 
/**
 * Name.
 */
name: Foreign, 
/**
 * Title; show it instead of the name where there is one.
 */
title: Foreign | null, 
/**
 * Description; empty when there is none.
 */
description: Foreign, 
/**
 * Type of what it leads to, as claimed.
 */
mime: Foreign | null, 
/**
 * What the server says about its use.
 */
annotations: Annotations, 
/**
 * The server names a picture for it that may be shown; `icon` brings it.
 */
icon: boolean, 
/**
 * Variables in their order, each once.
 */
variables: Array<TemplateVariable>, };

/**
 * A variable of a template.
 */
export type TemplateVariable = { 
/**
 * Raw name: the key of its value.
 */
name: string, 
/**
 * The raw name as a person may see it.
 */
shown: Foreign, };

/**
 * What a text must be.
 */
export type TextFormat = "email" | "uri" | "date" | "date-time";

/**
 * A conversation whose title was meant.
 */
export type TitleHit = { 
/**
 * Conversation.
 */
conversation: string, 
/**
 * Its title, and where it has the words.
 */
title: Excerpt, 
/**
 * When something was last said.
 */
updated_at: number, };

/**
 * What tools take with every request to a model. Tokens are estimates: no provider's own count is known before it is
 * asked.
 */
export type ToolBudget = { 
/**
 * Tokens of the definitions that go along now.
 */
tokens: number, 
/**
 * Tokens of all definitions that could.
 */
all: number, 
/**
 * Tokens from which on the model looks for tools itself; `None` for one that always gets all.
 */
most: number | null, 
/**
 * Most tokens that the model reads, where that is known.
 */
context: number | null, 
/**
 * The model looks for tools itself: only those that it found go along.
 */
searching: boolean, 
/**
 * Tokens of the tool that it looks with.
 */
search: number, 
/**
 * The servers, dearest first.
 */
servers: Array<ServerWeight>, };

/**
 * What the model may do with the tools of the request.
 */
export type ToolChoice = "auto" | "required" | "none";

/**
 * Everything about one tool.
 */
export type ToolDetail = { 
/**
 * The line in the list.
 */
entry: ToolEntry, 
/**
 * Description from the server.
 */
description: Foreign, 
/**
 * JSON Schema of the arguments, for a form, as text. Its texts are escaped; property names and values are raw.
 */
input_schema: string, 
/**
 * Why the schema cannot be used to check arguments, if so.
 */
schema_problem: string | null, 
/**
 * JSON Schema of the structured result, as text.
 */
output_schema: JsonValue | null, 
/**
 * SHA-256 of the canonical definition, hex.
 */
digest: string, 
/**
 * Remarks, never verdicts: hidden characters, mentions of other servers or tools (S-45, S-52).
 */
notes: Array<string>, 
/**
 * What changed since it was approved.
 */
diff: Array<FieldDiff>, 
/**
 * What happens when a model asks: one sentence.
 */
when_asked: string, 
/**
 * JSON pointers of the parts of its definition that may be different each time.
 */
varying: Array<Foreign>, };

/**
 * A line in the list of tools.
 */
export type ToolEntry = { 
/**
 * Raw name: the identity. Never show it; show `shown`.
 */
name: string, 
/**
 * The raw name as a person may see it.
 */
shown: Foreign, 
/**
 * Title from the server.
 */
title: Foreign | null, 
/**
 * First line of the description, at most 160 characters.
 */
summary: Foreign, 
/**
 * State of the definition.
 */
state: DefinitionState, 
/**
 * Claims.
 */
claims: Array<Claim>, 
/**
 * The server names a picture for it that may be shown; `icon` brings it.
 */
icon: boolean, };

/**
 * A tool of which something else is said than of its server, or which says of itself that it reaches out.
 */
export type ToolFlows = { 
/**
 * Raw name.
 */
tool: string, 
/**
 * As a person may see it.
 */
shown: Foreign, 
/**
 * What the person says of this tool; what is unsaid is as for its server.
 */
class: FlowClass, 
/**
 * It was said of another definition: a “does not” in it does not count any more.
 */
outdated: boolean, 
/**
 * The server says of it that it reaches beyond the server. That counts as sending out and as text of strangers,
 * whatever the person says.
 */
claims_open: boolean, };

/**
 * The tools of a server that match a search.
 */
export type ToolList = { 
/**
 * Number of usable tools, matching or not.
 */
total: number, 
/**
 * Number that match.
 */
found: number, 
/**
 * Matching tools in the server's order; for a search the best, best first.
 */
tools: Array<ToolEntry>, 
/**
 * Tools left out.
 */
excluded: Array<ExcludedTool>, 
/**
 * Tools beyond the limit that were not read.
 */
beyond_limit: number, 
/**
 * Why the list could not be read when that was tried last; the tools are those of the time before.
 */
problem: Problem | null, };

/**
 * What a tool takes.
 */
export type ToolWeight = { 
/**
 * Raw name, escaped.
 */
tool: string, 
/**
 * Tokens.
 */
tokens: number, 
/**
 * It goes along now.
 */
given: boolean, };

/**
 * What messages go through.
 */
export type Transport = "stdio" | "http" | "old_sse";

/**
 * Which transport an address is spoken to over.
 */
export type TransportChoice = "auto" | "streamable_http" | "sse";

/**
 * A call of before.
 */
export type TriedCall = { 
/**
 * When it was asked for.
 */
at: number, 
/**
 * Its arguments on one line.
 */
arguments: Foreign, 
/**
 * It would have run without asking.
 */
covered: boolean, };

/**
 * A part of a definition that could be let vary.
 */
export type VaryingPart = { 
/**
 * JSON pointer.
 */
place: Foreign, 
/**
 * What it was when it was accepted, as JSON.
 */
before: Foreign, 
/**
 * What it is now.
 */
after: Foreign, };

/**
 * What a check of the record found.
 */
export type Verification = { 
/**
 * Rows that fit, from the first on.
 */
rows: number, 
/**
 * The first row that does not fit its chain, or what is known of the record from elsewhere.
 */
first_broken: number | null, 
/**
 * The last of the rows that fit. Kept elsewhere, it shows later that nothing up to it was replaced.
 */
head: RecordHead, 
/**
 * What the keychain knows of the record.
 */
kept: HeadCheck, 
/**
 * Whether a row that a person kept elsewhere is in it; `None` where they gave none.
 */
expected: boolean | null, 
/**
 * In words.
 */
sentence: string, };

/**
 * A remark in a review.
 */
export type Warning = { 
/**
 * Stable.
 */
code: string, 
/**
 * In words.
 */
sentence: string, };

/**
 * Whether a server runs here or elsewhere.
 */
export type Whereabouts = "local" | "loopback" | "remote";

/**
 * What a model's message took.
 */
export type WrittenBy = { 
/**
 * Name of the model.
 */
model: string, 
/**
 * Tokens read, as its provider counts them.
 */
tokens_in: number | null, 
/**
 * Tokens written.
 */
tokens_out: number | null, 
/**
 * US dollars, by the table of prices.
 */
dollars: number | null, };

/** Arguments and reply of every command. */
export interface Commands {
  /** Says how everything is now, and sends what happens from then on into a channel of the window, which takes the place of the one before. */
  attach: { arguments: { channel: string }; reply: Snapshot };
  /** Stops every server and ends the application. */
  quit: { arguments: {  }; reply: null };
  /** About, with the keychain tried by a write. */
  about: { arguments: {  }; reply: About };
  /** Puts a backup in the place of a database that was found damaged at this start, and opens everything anew: attach again. All servers are off then. */
  restore_backup: { arguments: { backup: string }; reply: null };
  /** Cancels all calls, denies all that waits and stops all servers. */
  stop_everything: { arguments: {  }; reply: null };
  /** Settings. */
  settings: { arguments: {  }; reply: Settings };
  /** Saves what of the settings is given; the rest stays as it is. */
  set_settings: { arguments: { settings: SettingsChange }; reply: Settings };
  /** Keeps secrets in a file that this passphrase opens, on a computer without a keychain; elsewhere it is refused. */
  keep_secrets_in_file: { arguments: { passphrase: Hidden }; reply: About };
  /** Opens that file. */
  unlock_secrets: { arguments: { passphrase: Hidden }; reply: About };
  /** Puts another passphrase in the place of its. */
  change_passphrase: { arguments: { before: Hidden; passphrase: Hidden }; reply: About };
  /** Moves everything in it to the keychain, and deletes it. */
  keep_secrets_in_keychain: { arguments: {  }; reply: About };
  /** The system's folder picker; nothing when cancelled. */
  pick_folder: { arguments: {  }; reply: string | null };
  /** Servers in the person's order. */
  servers: { arguments: {  }; reply: Array<ServerSummary> };
  /** Everything about one server. */
  server: { arguments: { id: string }; reply: ServerDetail };
  /** Asks to add a server, or to change the one named in `changes`. Nothing is saved or started before the answer. */
  propose_server: { arguments: { draft: ServerDraft; changes: string | null }; reply: Request };
  /** Asks to start a server whose program or definition is no longer what was approved. */
  propose_start: { arguments: { id: string }; reply: Request };
  /** Turns a server on or off. */
  set_enabled: { arguments: { id: string; enabled: boolean }; reply: null };
  /** Lets a server ask for words of a model, or not. What it may ask is said when a connection is made, so it is connected anew: calls that run end. */
  set_sampling: { arguments: { server: string; allowed: boolean }; reply: null };
  /** Stops and starts a server. */
  restart_server: { arguments: { id: string }; reply: null };
  /** Stops and forgets a server, its secrets and its permissions. The record stays. */
  remove_server: { arguments: { id: string }; reply: null };
  /** How much a server says in its log messages; nothing leaves it to the server. Kept until Portcullis ends. */
  set_log_level: { arguments: { server: string; level: LogLevel | null }; reply: null };
  /** Log lines after a sequence number (0 for all that are kept), at most 2,000. */
  logs: { arguments: { server: string; after: number }; reply: LogPage };
  /** Frames after a sequence number (0 for all that are kept), at most 1,000. */
  frames: { arguments: { server: string; after: number }; reply: FramePage };
  /** A frame as indented text, secrets masked, at most 256 KiB. */
  frame_text: { arguments: { server: string; seq: number }; reply: Foreign };
  /** Frames after a sequence number that hold some words, secrets masked: at most 1,000, and how far was looked. */
  find_frames: { arguments: { server: string; words: string; after: number }; reply: FramesFound };
  /** A call of a tool as it was sent, secrets masked, for its form. Nothing is called. */
  frame_call: { arguments: { server: string; seq: number }; reply: SentCall };
  /** Exports the frames that are kept as JSON lines, secrets masked, through the save dialog; the path, or nothing when cancelled. */
  export_frames: { arguments: { server: string }; reply: string | null };
  /** The picture that a server names for itself or for something it offers, as a `data:` address of checked bytes; nothing where none is shown. */
  icon: { arguments: { server: string; of: IconOf; dark: boolean }; reply: string | null };
  /** Who is signed in at a server, and how a sign-in goes. Its changes are events `account`. */
  account: { arguments: { server: string }; reply: ServerAccount };
  /** Finds out what a sign-in at a server takes, for the person to read. No browser opens and nothing is registered. */
  sign_in_review: { arguments: { server: string }; reply: SignInReview };
  /** Signs in as it was reviewed, at one of the authorization servers of the review. Not within 500 ms after it. */
  sign_in: { arguments: { server: string; nonce: string; issuer: string }; reply: ServerAccount };
  /** Gives up a sign-in that is under way. */
  cancel_sign_in: { arguments: { server: string }; reply: ServerAccount };
  /** Says that what the server wants beyond what was granted stays ungranted; it is not brought up again by itself. */
  decline_more: { arguments: { server: string }; reply: ServerAccount };
  /** Deletes tokens and registration of a server, and takes them back at the authorization server where that is offered. */
  sign_out: { arguments: { server: string }; reply: ServerAccount };
  /** Keeps a client of the person's own for a server; its secret or key goes to the keychain. */
  set_own_client: { arguments: { server: string; client: OwnClientDraft }; reply: ServerAccount };
  /** Forgets it, with its secret or key. A sign-in made with it ends. */
  forget_own_client: { arguments: { server: string }; reply: ServerAccount };
  /** The document by which authorization servers know who Portcullis is, and what has to be in one. */
  client_document: { arguments: {  }; reply: ClientDocument };
  /** Keeps the address of such a document once it was read and says what it must; none forgets it. */
  set_client_document: { arguments: { address: string | null }; reply: ClientDocument };
  /** Tools that match a search; all for an empty one. */
  tools: { arguments: { server: string; query: string }; reply: ToolList };
  /** Everything about one tool. */
  tool: { arguments: { server: string; tool: string }; reply: ToolDetail };
  /** Opens the question about a tool whose definition changed. */
  review_tool: { arguments: { server: string; tool: string }; reply: Request };
  /** Holds a tool to all parts of its definition again; how many might vary. */
  hold_all_parts: { arguments: { server: string; tool: string }; reply: number };
  /** Checks arguments, as JSON text, against a tool's schema; empty when they fit. */
  check_arguments: { arguments: { server: string; tool: string; arguments: string }; reply: Array<ArgumentIssue> };
  /** A person's own call of the definition with this digest, with arguments as JSON text. Ends in events `call`; `call` brings the result. */
  start_call: { arguments: { server: string; tool: string; arguments: string; definition: string }; reply: CallView };
  /** Stops a call, down to the server. */
  cancel_call: { arguments: { call: string }; reply: null };
  /** A call with its result. */
  call: { arguments: { call: string }; reply: CallView };
  /** Calls that servers go on with as tasks: those that go on, oldest first, and those that ended, newest first. */
  tasks: { arguments: {  }; reply: Array<TaskView> };
  /** Asks the server to stop a task, which it need not do; a second time, nobody waits for it any more. */
  stop_task: { arguments: { task: string }; reply: null };
  /** Takes all tasks that ended off the list. The record keeps their rows. */
  forget_tasks: { arguments: {  }; reply: null };
  /** A piece of content by handle, at most 256 KiB, from an offset in bytes. */
  read_payload: { arguments: { handle: string; offset: number }; reply: Chunk };
  /** An image or sound by handle, as a `data:` address. */
  payload_url: { arguments: { handle: string }; reply: string };
  /** Saves content by handle through the system's save dialog; the path, or nothing when cancelled. */
  save_payload: { arguments: { handle: string; name: string }; reply: string | null };
  /** Resources and templates that match a search; all for an empty one. Reads the lists where they are not known yet. */
  resources: { arguments: { server: string; query: string }; reply: ResourceList };
  /** Reads the lists of resources, templates and prompts again, however long they were said to hold. */
  refresh_offers: { arguments: { server: string }; reply: null };
  /** The address that a template leads to with these values; nothing is read. */
  expand_template: { arguments: { server: string; template: string; values: { [key in string]: string } }; reply: ExpandedTemplate };
  /** A person's own reading of a resource. With `again` the server is asked whatever it said about how long its last answer holds. */
  read_resource: { arguments: { server: string; uri: string; again: boolean }; reply: ReadResource };
  /** Stops what is being read or fetched from a server at the moment. */
  stop_reading: { arguments: { server: string }; reply: null };
  /** Asks a server to say when a resource changes, or no longer to say so. */
  subscribe_resource: { arguments: { server: string; uri: string; on: boolean }; reply: null };
  /** Puts what was read into a conversation, marked as coming from its server. Takes the `id` of what was read. */
  attach_resource: { arguments: { conversation: string; read: string }; reply: null };
  /** Prompts that match a search; all for an empty one. Reads the list where it is not known yet. */
  prompts: { arguments: { server: string; query: string }; reply: PromptList };
  /** Fetches a prompt to look at. Without a required argument nothing is sent. */
  get_prompt: { arguments: { server: string; prompt: string; arguments: { [key in string]: string } }; reply: FetchedPrompt };
  /** Puts the messages that were looked at into a conversation, marked as coming from their server. Takes the `id` of what was fetched. */
  use_prompt: { arguments: { conversation: string; fetched: string }; reply: null };
  /** Suggestions for a field while it is typed in; `context` has the other fields of the same form that are filled in. Wait for a pause in typing. */
  complete: { arguments: { server: string; of: CompletionOf; argument: string; value: string; context: { [key in string]: string } }; reply: Suggestions };
  /** The folders that a server may be told about, and whether it may know them. */
  roots: { arguments: { server: string }; reply: RootList };
  /** Adds a folder for a server through the system's folder picker; nothing when cancelled. The page never names one. */
  add_root: { arguments: { server: string }; reply: RootList | null };
  /** Takes a folder of a server away, by its path as listed. */
  remove_root: { arguments: { server: string; path: string }; reply: RootList };
  /** Keeps a server from knowing its folders, or has it ask again. A yes is given at the gate alone. */
  withhold_roots: { arguments: { server: string; withheld: boolean }; reply: RootList };
  /** Requests that wait. */
  waiting: { arguments: {  }; reply: Array<Request> };
  /** Says that a request is now in front of the person: starts the 500 ms in which nothing can be answered. */
  attend: { arguments: { request: string; nonce: string }; reply: null };
  /** Changes the arguments of a waiting call, a request to a model or its answer: it comes back with a new digest and nonce. */
  amend: { arguments: { request: string; nonce: string; arguments: string }; reply: Request };
  /** Checks what is filled into a waiting form; empty when it could be sent. Decides nothing. */
  check_form: { arguments: { request: string; nonce: string; content: Filled }; reply: Array<ArgumentIssue> };
  /** Tries limits that a waiting request offers on the last calls of its tool. Decides nothing. */
  try_limits: { arguments: { request: string; only: Array<number> }; reply: RuleTrial };
  /** What was filled into a waiting form when it was last checked, for a page that was loaded anew. */
  filled_form: { arguments: { request: string; nonce: string }; reply: Filled | null };
  /** Answers a request. */
  answer: { arguments: { reply: Reply }; reply: null };
  /** Standing permissions, newest first. */
  grants: { arguments: {  }; reply: Array<GrantView> };
  /** Ends one. */
  revoke: { arguments: { grant: string }; reply: null };
  /** Ends all of a server; the number ended. */
  revoke_server: { arguments: { server: string }; reply: number };
  /** Ends these; the number ended. Those that had ended already are left out. */
  revoke_these: { arguments: { grants: Array<string> }; reply: number };
  /** Ends all; the number ended. */
  revoke_all: { arguments: {  }; reply: number };
  /** What a person says of what a server and its tools give and do. */
  flows: { arguments: { server: string }; reply: ServerFlows };
  /** Says it of a server, or of one of its tools. What is stricter counts at once; what is looser is asked at the gate, and comes back. */
  set_class: { arguments: { server: string; tool: string | null; class: FlowClass }; reply: Request | null };
  /** What a conversation has read and called, as far as it counts for what may leave with its next call. */
  conversation_flows: { arguments: { conversation: string }; reply: ConversationFlows };
  /** A page of the record, newest first; `before` is the `next` of the page before. */
  record: { arguments: { filter: RecordFilter; before: number | null }; reply: RecordPage };
  /** One operation of the record. */
  record_detail: { arguments: { seq: number }; reply: RecordDetail };
  /** Checks the chain of the record. */
  verify_record: { arguments: {  }; reply: Verification };
  /** Exports the record (`jsonl` or `csv`) through the save dialog; the path, or nothing when cancelled. */
  export_record: { arguments: { format: string }; reply: string | null };
  /** Conversations, newest first. */
  conversations: { arguments: {  }; reply: Array<ConversationSummary> };
  /** A conversation. */
  conversation: { arguments: { id: string }; reply: Conversation };
  /** A new, empty conversation. */
  create_conversation: { arguments: {  }; reply: Conversation };
  /** Renames a conversation. */
  rename_conversation: { arguments: { id: string; title: string }; reply: null };
  /** Deletes a conversation and its permissions. */
  delete_conversation: { arguments: { id: string }; reply: null };
  /** Says something; the model answers in events `message`. */
  say: { arguments: { conversation: string; text: string }; reply: null };
  /** Stops the model and its calls. */
  stop_conversation: { arguments: { id: string }; reply: null };
  /** Lets a server take part in a conversation, or not. */
  set_conversation_server: { arguments: { conversation: string; server: string; enabled: boolean }; reply: Conversation };
  /** Puts a copy of a file into a conversation, chosen in the system's file dialog; false when cancelled. The page never names one. */
  attach_file: { arguments: { conversation: string }; reply: boolean };
  /** Puts a text into a conversation as a file: one that was pasted and is too long to be written in. */
  attach_text: { arguments: { conversation: string; text: string }; reply: null };
  /** A picture or a sound of a conversation, by its digest, as a `data:` address of checked bytes. */
  media_url: { arguments: { conversation: string; digest: string }; reply: string };
  /** Saves a picture, a sound or a document of a conversation through the save dialog; the path, or nothing when cancelled. */
  save_media: { arguments: { conversation: string; digest: string; name: string }; reply: string | null };
  /** Has results of a conversation wait for the person before its model gets them, or no longer. */
  set_conversation_held: { arguments: { conversation: string; held: boolean }; reply: Conversation };
  /** Says what becomes of a result that waits. Not within 500 ms after it came. */
  answer_held: { arguments: { conversation: string; held: string; answer: HeldAnswer }; reply: null };
  /** Has another model go on in a conversation. */
  set_conversation_model: { arguments: { conversation: string; model: string }; reply: Conversation };
  /** Has the model go on where a reply failed or was stopped. Tools that ran are not run again. */
  go_on: { arguments: { conversation: string }; reply: null };
  /** What was said before the message `before` of the branch that is shown; with `to`, all of it back to that message. */
  messages: { arguments: { id: string; before: number; to: number | null }; reply: MessagePage };
  /** Says something else in the place of a message of the person's, on a branch of its own. */
  say_instead: { arguments: { conversation: string; seq: number; text: string }; reply: null };
  /** Has an answer made again, on a branch of its own: by this model, or by that of the conversation. */
  answer_again: { arguments: { conversation: string; seq: number; model: string | null }; reply: null };
  /** Shows the branch that a message is on. */
  show_branch: { arguments: { conversation: string; seq: number }; reply: Conversation };
  /** Conversations and messages with all these words; `before` is the `next` of the page before. */
  find_chats: { arguments: { words: string; before: number | null }; reply: ChatHits };
  /** Exports a conversation (`markdown` or `json`), secrets masked, through the save dialog; the path, or nothing when cancelled. */
  export_conversation: { arguments: { id: string; format: string }; reply: string | null };
  /** Providers of models, oldest first. */
  models: { arguments: {  }; reply: Array<ProviderView> };
  /** Adds a provider, lists its models and uses the first few. Its key goes to the keychain. It is kept also where the list does not come, with the problem in it. */
  add_provider: { arguments: { draft: ProviderDraft }; reply: ProviderView };
  /** Puts another key in the place of a provider's, or takes it away, and lists its models again. */
  set_provider_key: { arguments: { provider: string; key: Hidden | null }; reply: ProviderView };
  /** Lists a provider's models again and has one of them say a word, which costs as much as a word does. What is wrong is in the view. */
  check_provider: { arguments: { provider: string }; reply: ProviderView };
  /** Forgets a provider and its key. */
  remove_provider: { arguments: { provider: string }; reply: null };
  /** Uses a model or does not, and says what is known of it; a name that the provider does not list is added. Without facts they stay as they are. */
  set_model: { arguments: { provider: string; model: string; used: boolean; facts: ModelFacts | null }; reply: ProviderView };
  /** Providers that run on this computer and are not added. Nothing is sent but the question for their models. */
  find_providers: { arguments: {  }; reply: Array<FoundProvider> };
}
