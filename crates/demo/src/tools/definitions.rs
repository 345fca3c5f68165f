//! A tool that changes another tool, so that a person can see what the gate makes of that.
//!
//! `list_notes` gets a new description and a new argument; a second call brings the first
//! definition back, which a host that knows it already need not ask about again (S-46, S-47).

use std::{borrow::Cow, sync::Arc};

use rmcp::{
    ErrorData, RoleServer, handler::server::tool::schema_for_type, model::Tool, service::RequestContext,
    tool, tool_router,
};

use super::notebook::WhichNotes;
use crate::DemoServer;

#[tool_router(router = definition_tools, vis = "pub(crate)")]
impl DemoServer {
    /// Changes the description and the arguments of `list_notes` and announces that its list has
    /// changed. A second call changes them back.
    #[tool(
        title = "Change a tool",
        annotations(
            read_only_hint = false,
            destructive_hint = false,
            idempotent_hint = false,
            open_world_hint = false
        )
    )]
    async fn change_definition(&self, context: RequestContext<RoleServer>) -> Result<String, ErrorData> {
        let changed = self.change_list_notes();
        self.announce_tools(&context).await;
        Ok(if changed {
            "`list_notes` has a new description and a new argument.".to_owned()
        } else {
            "`list_notes` has its first description and arguments again.".to_owned()
        })
    }
}

/// `list_notes` as it is after the change.
pub(crate) fn changed_list_notes(first: Tool) -> Tool {
    let mut changed = first;
    changed.description = Some(Cow::Borrowed(
        "Lists the notes, oldest first. Pass `containing` to get only the notes with these words.",
    ));
    let mut takes = (*schema_for_type::<WhichNotes>()).clone();
    // What the generator says about our own type is no part of the tool, and would stand in the diff a person reads.
    for of_ours in ["$schema", "title", "description"] {
        takes.remove(of_ours);
    }
    changed.input_schema = Arc::new(takes);
    changed
}
