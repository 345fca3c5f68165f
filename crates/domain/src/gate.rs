//! Requests that wait for a person, and the person's answers.

mod answer;
mod review;
mod scope;
mod severity;
mod waiting;

pub use answer::*;
pub use review::*;
pub use scope::*;
pub use severity::Severity;
pub use waiting::*;

use super::{
    Block, Cause, Claim, DefinitionState, DescribedArgument, FieldDiff, FlowMeeting, Foreign, FormField,
    LinkParts, Remark, RootRow, SampledMessage, SampledPart, SampledTool, SamplingModel, SamplingPriorities,
    ServerLocation, ServerMark, SignInReview, ToolChoice, shape,
};

shape! {
    /// Who wants something.
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum AskedBy {
        /// The person at this computer.
        Person {},
        /// A model, in a conversation.
        Model {
            /// Name of the model, as its provider gave it.
            model: Foreign,
            /// Conversation.
            conversation: String,
            /// Its title, which may be the page's or that of an imported file.
            title: Foreign,
        },
        /// The server itself.
        Server {},
        /// The main page, on a system where no press tells whether the person meant it.
        MainPage {},
    }

    /// The server a request is about.
    #[derive(Default)]
    pub struct ServerRef {
        /// Id; empty while it is not added yet.
        pub id: String,
        /// The person's label.
        pub label: String,
        /// Here or elsewhere.
        pub whereabouts: ServerLocation,
        /// What runs (`python3 …/notes.py`, `npx notes@1.2.3`), or host name.
        pub origin: String,
        /// Its mark; `None` while it is not added yet.
        pub mark: Option<ServerMark>,
    }

    /// One argument of a call, whole.
    pub struct ArgumentRow {
        /// Name.
        pub name: Foreign,
        /// Value: text as it is, everything else as JSON.
        pub value: Foreign,
        /// Size of the value.
        pub bytes: u64,
        /// The person changed or added it.
        pub changed: bool,
        /// What its paths are, by their names: places of secrets.
        pub warnings: Vec<Warning>,
        /// What is at its paths on this computer at the moment of the question, where the tool may write and the host may look.
        pub files: Vec<FileNow>,
    }

    /// What is at a path now. It may be another thing when the tool runs.
    pub struct FileNow {
        /// The path, as a person may see it.
        pub path: Foreign,
        /// What it is.
        pub kind: FileNowKind,
        /// Size in bytes, of a file.
        pub bytes: Option<u64>,
        /// When it was changed last, of a file.
        pub changed_at: Option<u64>,
    }

    /// What is at a path.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum FileNowKind {
        /// Nothing: it would be new.
        Nothing,
        /// A file.
        File,
        /// A folder.
        Folder,
        /// A link, which was not followed.
        Link,
        /// Something else, such as a device.
        Other,
    }

    /// What is asked.
    #[serde(tag = "kind", rename_all = "snake_case")]
    #[allow(clippy::large_enum_variant, reason = "few requests wait at a time")]
    pub enum Asked {
        /// May this tool run with these arguments?
        Tool {
            /// The call.
            call: String,
            /// Raw tool name.
            tool: String,
            /// Raw name as a person may see it.
            shown: Foreign,
            /// Title from the server.
            title: Option<Foreign>,
            /// All arguments, nothing left out.
            arguments: Vec<ArgumentRow>,
            /// The same as JSON text, for editing.
            arguments_json: String,
            /// Arguments that were asked for and that the person left out.
            left_out: Vec<Foreign>,
            /// JSON Schema of the arguments as text, for editing in a form: its texts are escaped, property names and
            /// values are raw. `None` where it is too large for one.
            schema: Option<String>,
            /// Why, in the model's words.
            why: Option<Foreign>,
            /// Claims of the server.
            claims: Vec<Claim>,
            /// State of the definition.
            definition: DefinitionState,
            /// What the server says the tool does, whole.
            description: Foreign,
            /// What it says of the arguments.
            described: Vec<DescribedArgument>,
            /// Remarks.
            notes: Vec<Remark>,
            /// Standing permissions that may be given.
            scopes: Vec<ScopeOffer>,
            /// What such a permission may be narrowed to: limits that are true of this call.
            narrowings: Vec<Narrowing>,
            /// All arguments that the tool declares. Of a narrowed permission those without a limit stay free, and a
            /// call with any other argument is asked about.
            declared: Vec<Foreign>,
            /// Why there is no "always", if so.
            no_always: Option<String>,
            /// What of other servers may go along with it, where that is why it is asked (S-78).
            flow: Option<FlowMeeting>,
        },
        /// May this be set? It makes something possible that was not before. Answers: `allow_once`, deny.
        Setting {
            /// Every field of it, and what it was before.
            rows: Vec<ReviewRow>,
            /// What a yes means, in words.
            notes: Vec<String>,
            /// What must not be overlooked.
            warnings: Vec<Warning>,
        },
        /// May this be added, changed or started?
        Launch {
            /// `Some` when it changes a server that exists.
            changes: Option<String>,
            /// Why it is asked again: `the program file changed`.
            because: Option<String>,
            /// Every field.
            rows: Vec<ReviewRow>,
            /// Names of the variables that a program gets from the person's environment beside those of the rows.
            inherited: Vec<Foreign>,
            /// What it is, where it comes with Portcullis: one sentence.
            built_in: Option<String>,
            /// Remarks.
            warnings: Vec<Warning>,
            /// Why it cannot be added as it is; with one of these only cancelling is possible.
            refusals: Vec<Warning>,
            /// What was given for what ran or was reached before, when that changes. Permissions end unless
            /// `add_keeping` keeps each; secrets go along only by `add_keeping`, which must keep every one.
            carried: Vec<Carried>,
            /// It runs its newest version at each start, and one version can be fetched instead: `pin_version` asks for that.
            pinnable: bool,
        },
        /// A tool is no longer what was approved: what now?
        Changed {
            /// Raw tool name.
            tool: String,
            /// Raw name as a person may see it.
            shown: Foreign,
            /// When the change was seen.
            seen_at: u64,
            /// Field by field.
            diff: Vec<FieldDiff>,
            /// What changed, a sentence each.
            #[serde(default)]
            changes: Vec<String>,
            /// Remarks.
            notes: Vec<Remark>,
            /// Permissions on hold until this is answered.
            on_hold: u32,
            /// Parts that differ and could be let vary from now on.
            varying: Vec<VaryingPart>,
        },
        /// A server wants a form filled in. Answers: submit, decline, deny.
        Form {
            /// Why, in the server's words. Addresses in it are text, never links (ELI-09).
            message: Foreign,
            /// The fields, in the server's order; none when it only wants a yes.
            fields: Vec<FormField>,
            /// Remarks.
            notes: Vec<String>,
            /// Why it cannot be submitted as it is; with one of these it can only be declined or left.
            refusals: Vec<Warning>,
            /// The call it belongs to.
            cause: Option<Cause>,
        },
        /// A server wants an address opened in the browser. Answers: open, decline, deny.
        Link {
            /// Why, in the server's words. Addresses in it are text, never links (ELI-09).
            message: Foreign,
            /// The whole address, exactly as it would be opened.
            url: Foreign,
            /// The same in parts.
            parts: LinkParts,
            /// What is unusual about it (ELI-21).
            warnings: Vec<Warning>,
            /// The call it belongs to.
            cause: Option<Cause>,
        },
        /// A page was opened for a server, and it cannot go on before the person is done there. `done` asks it again,
        /// `deny` gives the call up (ELI-25).
        Page {
            /// Where the pages are, one host each.
            hosts: Vec<String>,
            /// The call that waits.
            cause: Option<Cause>,
        },
        /// A server wants to know which folders it may work in. Answers: share, decline, deny. When the folders
        /// change while this waits, it is asked again.
        Roots {
            /// What it would be told.
            folders: Vec<RootRow>,
            /// Remarks, among them that folders are guidance and no fence.
            notes: Vec<String>,
            /// The call it belongs to.
            cause: Option<Cause>,
        },
        /// May the user be signed in at the server? Answers: `sign_in`, deny.
        SignIn {
            /// Who asks for what, at which authorization servers.
            review: SignInReview,
        },
        /// First of two: may this go to a model? Everything is the server's wording, and nothing else goes along.
        /// `allow_once` sends it, `write` answers it by hand, `deny` refuses it.
        Sampling {
            /// How the model should behave.
            system_prompt: Option<Block>,
            /// What was said, as the server tells it.
            messages: Vec<SampledMessage>,
            /// Tools of the server's own loop that the model may ask for.
            tools: Vec<SampledTool>,
            /// What it may do with them; `None` without tools.
            tool_choice: Option<ToolChoice>,
            /// Names of models that the server would like, the most wanted first.
            hints: Vec<Foreign>,
            /// What else it would like.
            priorities: SamplingPriorities,
            /// The model that it goes to.
            model: String,
            /// Why this one, one sentence.
            model_why: String,
            /// Those that can be chosen.
            models: Vec<SamplingModel>,
            /// Most tokens that the answer may have.
            max_tokens: u32,
            /// What the server asked for; never less than `max_tokens`.
            max_tokens_asked: u32,
            /// How much is left to chance.
            temperature: Option<f64>,
            /// Words that end the answer.
            stop_sequences: Vec<Foreign>,
            /// What context the server asked for, when it asked for any.
            include_context: Option<Foreign>,
            /// What goes along: nothing, in words (SAM-06).
            context: String,
            /// What it costs, in words; `None` when that is not known.
            cost: Option<String>,
            /// How much of today's budget of this server is used, in words.
            budget: String,
            /// What it is asked within, where that is known.
            cause: Option<Cause>,
            /// What must not be overlooked: it holds one of the person's secrets.
            warnings: Vec<Warning>,
            /// Remarks on what the server wrote.
            remarks: Vec<Remark>,
            /// What is to be known of the request.
            notes: Vec<String>,
            /// The request for editing, as JSON text: `model`, `systemPrompt`, `messages`, `maxTokens`, `temperature`,
            /// `stopSequences`, `tools`, `toolChoice`. The data of an image or a sound is a short name in
            /// it, which may be moved or left out but not changed.
            request_json: String,
            /// The person changed it.
            edited: bool,
        },
        /// Second of two: may the server have this answer? `allow_once` hands it over, `deny` refuses it.
        SampledAnswer {
            /// The answer. What the model wants to have run is data for the server and is not run here (S-76).
            parts: Vec<SampledPart>,
            /// The model that gave it; `person` when the person did.
            model: String,
            /// Why it ended: `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, `contentFilter`.
            stop_reason: String,
            /// What it is asked within, where that is known.
            cause: Option<Cause>,
            /// What must not be overlooked: it holds one of the person's secrets.
            warnings: Vec<Warning>,
            /// Remarks.
            notes: Vec<String>,
            /// What was sent to the model, as JSON text, for looking back.
            request_json: String,
            /// The answer for editing, as JSON text: a list of parts.
            answer_json: String,
            /// The person changed it.
            edited: bool,
        },
    }

    /// Which kind of question a request is.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum AskedKind {
        /// [`Asked::Tool`].
        Tool,
        /// [`Asked::Setting`].
        Setting,
        /// [`Asked::Launch`].
        Launch,
        /// [`Asked::Changed`].
        Changed,
        /// [`Asked::Form`].
        Form,
        /// [`Asked::Link`].
        Link,
        /// [`Asked::Page`].
        Page,
        /// [`Asked::Roots`].
        Roots,
        /// [`Asked::SignIn`].
        SignIn,
        /// [`Asked::Sampling`].
        Sampling,
        /// [`Asked::SampledAnswer`].
        SampledAnswer,
    }

    /// A request that waits.
    pub struct Request {
        /// Random.
        pub id: String,
        /// One-use number; changes when the request changes.
        pub nonce: String,
        /// SHA-256 of everything shown, hex.
        pub digest: String,
        /// The question in our words, such as `Let “Project files” run “write_file”?`.
        pub question: String,
        /// What a yes reaches, in our words: `only this call, with these arguments.`
        pub covers: String,
        /// The server.
        pub server: ServerRef,
        /// Who wants it.
        pub asked_by: AskedBy,
        /// When it was asked.
        pub asked_at: u64,
        /// When it ends unanswered, which is a no.
        pub expires_at: u64,
        /// What is asked.
        pub asked: Asked,
    }
}

impl AskedKind {
    /// Whether it ends with the connection of its server; the others may be asked about one that is stopped or not there yet.
    #[must_use]
    pub const fn needs_the_server(self) -> bool {
        match self {
            Self::Tool
            | Self::Form
            | Self::Link
            | Self::Page
            | Self::Roots
            | Self::Sampling
            | Self::SampledAnswer => true,
            Self::Setting | Self::Launch | Self::Changed | Self::SignIn => false,
        }
    }
}

impl Asked {
    /// Its kind.
    #[must_use]
    pub const fn kind(&self) -> AskedKind {
        match self {
            Self::Tool { .. } => AskedKind::Tool,
            Self::Setting { .. } => AskedKind::Setting,
            Self::Launch { .. } => AskedKind::Launch,
            Self::Changed { .. } => AskedKind::Changed,
            Self::Form { .. } => AskedKind::Form,
            Self::Link { .. } => AskedKind::Link,
            Self::Page { .. } => AskedKind::Page,
            Self::Roots { .. } => AskedKind::Roots,
            Self::SignIn { .. } => AskedKind::SignIn,
            Self::Sampling { .. } => AskedKind::Sampling,
            Self::SampledAnswer { .. } => AskedKind::SampledAnswer,
        }
    }

    pub(crate) fn cause(&self) -> Option<&Cause> {
        match self {
            Self::Form { cause, .. }
            | Self::Link { cause, .. }
            | Self::Page { cause, .. }
            | Self::Roots { cause, .. }
            | Self::Sampling { cause, .. }
            | Self::SampledAnswer { cause, .. } => cause.as_ref(),
            Self::Tool { .. }
            | Self::Setting { .. }
            | Self::Launch { .. }
            | Self::Changed { .. }
            | Self::SignIn { .. } => None,
        }
    }

    fn warnings_and_remarks(&mut self) -> (Option<&mut Vec<Warning>>, Option<&mut Vec<Remark>>) {
        match self {
            Self::Tool { notes, .. } | Self::Changed { notes, .. } => (None, Some(notes)),
            Self::Setting { warnings, .. }
            | Self::Launch { warnings, .. }
            | Self::Link { warnings, .. }
            | Self::SampledAnswer { warnings, .. } => (Some(warnings), None),
            Self::Sampling {
                warnings, remarks, ..
            } => (Some(warnings), Some(remarks)),
            Self::Form { .. } | Self::Page { .. } | Self::Roots { .. } | Self::SignIn { .. } => (None, None),
        }
    }
}
