//! The server itself: what it says about itself, its lists, its resources and its prompts.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    handler::server::{
        router::{prompt::PromptRouter, tool::ToolRouter},
        wrapper::Parameters,
    },
    model::{
        CompleteRequestParams, CompleteResult, Implementation, ListResourceTemplatesResult,
        ListResourcesResult, ListToolsResult, PaginatedRequestParams, PromptMessage, ProtocolVersion,
        ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ResourceContents, Role,
        ServerCapabilities, ServerConfig, SubscriptionFilter, Tool,
    },
    prompt, prompt_handler, prompt_router,
    schemars::{self, JsonSchema},
    service::{RequestContext, SubscriptionContext},
    tool_handler,
};
use serde::Deserialize;
use tokio::sync::watch;

use crate::{guide, notes::Notebook, suggestions, tools};

/// One session of the demo; two sessions share nothing.
#[derive(Debug, Clone)]
pub struct DemoServer {
    notebook: Arc<Mutex<Notebook>>,
    /// Whether `list_notes` currently shows its changed definition.
    list_notes_changed: Arc<watch::Sender<bool>>,
    tools: ToolRouter<Self>,
    prompts: PromptRouter<Self>,
}

impl Default for DemoServer {
    fn default() -> Self {
        Self::new()
    }
}

impl DemoServer {
    /// A fresh session with no notes and every definition as it first was.
    #[must_use]
    pub fn new() -> Self {
        Self {
            notebook: Arc::default(),
            list_notes_changed: Arc::new(watch::Sender::new(false)),
            tools: tools::all(),
            prompts: Self::prompt_router(),
        }
    }

    /// The notes. The lock is held for single statements only, so a poisoned one is still whole.
    pub(crate) fn notebook(&self) -> MutexGuard<'_, Notebook> {
        self.notebook.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Switches the definition of `list_notes` and says whether it is now the changed one.
    pub(crate) fn change_list_notes(&self) -> bool {
        self.list_notes_changed
            .send_modify(|changed| *changed = !*changed);
        *self.list_notes_changed.borrow()
    }

    /// Tells a host of the earlier revisions that the tools have changed. One that speaks
    /// 2026-07-28 hears it on its subscription instead, see [`ServerHandler::listen`].
    pub(crate) async fn announce_tools(&self, context: &RequestContext<RoleServer>) {
        let hears_by_subscription = context
            .protocol_version()
            .is_some_and(|version| version >= ProtocolVersion::V_2026_07_28);
        if !hears_by_subscription {
            drop(context.peer.notify_tool_list_changed().await);
        }
    }

    fn shown(&self, tool: Tool) -> Tool {
        if tool.name == "list_notes" && *self.list_notes_changed.borrow() {
            tools::changed_list_notes(tool)
        } else {
            tool
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Summary {
    /// How the summary should sound, for example "brief".
    #[serde(default)]
    tone: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Translation {
    /// Number of the note.
    number: String,
    /// The language to translate it into, for example "French".
    language: String,
}

#[prompt_router]
#[allow(missing_docs, reason = "the macro adds a public function without words")]
impl DemoServer {
    /// Asks for a summary of the notes written so far.
    #[prompt(title = "Summarise the notes")]
    fn summarise_notes(&self, Parameters(Summary { tone }): Parameters<Summary>) -> Vec<PromptMessage> {
        let notes = self.notebook().list(None);
        let tone = tone.unwrap_or_else(|| "plain".to_owned());
        let mut text = format!("Summarise these {} notes in a {tone} tone.\n", notes.len());
        for note in notes {
            text.push_str(&format!("\n{}. {}", note.number, note.text));
        }
        vec![PromptMessage::new_text(Role::User, text)]
    }

    /// Asks for a translation of one note.
    #[prompt(title = "Translate a note")]
    fn translate_note(
        &self,
        Parameters(Translation { number, language }): Parameters<Translation>,
    ) -> Result<Vec<PromptMessage>, ErrorData> {
        let note = self.notebook().numbered(&number);
        let note = note.ok_or_else(|| {
            ErrorData::invalid_params(format!("There is no note {number}. Write one first."), None)
        })?;
        Ok(vec![PromptMessage::new_text(
            Role::User,
            format!("Translate this note into {language}:\n\n{}", note.text),
        )])
    }
}

#[tool_handler(router = self.tools)]
#[prompt_handler(router = self.prompts)]
impl ServerHandler for DemoServer {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(
            ServerCapabilities::builder()
                .enable_tools()
                .enable_tool_list_changed()
                .enable_resources()
                .enable_prompts()
                .enable_completions()
                .build(),
        )
        .with_server_info(
            Implementation::new("portcullis-demo", env!("CARGO_PKG_VERSION"))
                .with_title("Portcullis demo")
                .with_description("Tools to try Portcullis with. Everything stays in memory."),
        )
        .with_instructions("Start with `read_guide`: it lists five things to try.")
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut listed: Vec<Tool> = self
            .tools
            .list_all()
            .into_iter()
            .map(|tool| self.shown(tool))
            .collect();
        listed.sort_by_key(|tool| tools::place(&tool.name));
        Ok(ListToolsResult::with_all_items(listed))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.get(name).cloned().map(|tool| self.shown(tool))
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(guide::resources()))
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(vec![
            guide::note_template(),
        ]))
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let notes = self.notebook().list(None);
        suggestions::for_field(&request, &notes)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let contents = match request.uri.as_str() {
            guide::GUIDE_URI => guide::guide_contents(),
            guide::NOTES_URI => {
                let notes = serde_json::to_string_pretty(&self.notebook().list(None))
                    .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
                ResourceContents::text(notes, guide::NOTES_URI).with_mime_type("application/json")
            }
            uri if let Some(note) =
                guide::note_number(uri).and_then(|number| self.notebook().numbered(number)) =>
            {
                ResourceContents::text(note.text, uri).with_mime_type("text/plain")
            }
            unknown => {
                return Err(ErrorData::resource_not_found(
                    format!("There is no resource {unknown}."),
                    None,
                ));
            }
        };
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    fn accepted_subscription_filter(&self, _requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(SubscriptionFilter::builder().tools_list_changed().build())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let mut changes = self.list_notes_changed.subscribe();
        loop {
            tokio::select! {
                () = context.cancelled() => return Ok(()),
                changed = changes.changed() => {
                    let told = context.sink().notify_tool_list_changed().await;
                    if changed.is_err() || told.is_err() {
                        return Ok(());
                    }
                }
            }
        }
    }
}
