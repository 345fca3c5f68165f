//! Tools around the notes: one that adds, one that lists, one that destroys.

use rmcp::{
    handler::server::wrapper::{Json, Parameters},
    model::{CallToolResult, ContentBlock},
    schemars::{self, JsonSchema},
    tool, tool_router,
};
use serde::{Deserialize, Serialize};

use crate::{DemoServer, notes::Note};

#[derive(Debug, Deserialize, JsonSchema)]
struct NoteText {
    /// What the note should say.
    #[schemars(length(min = 1, max = crate::notes::LONGEST_NOTE))]
    text: String,
}

/// What `list_notes` takes. Its published schema says so only after `change_definition`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(super) struct WhichNotes {
    /// Only the notes that contain these words.
    #[serde(default)]
    pub(super) containing: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct NoteList {
    /// How many there are.
    count: usize,
    /// The notes, oldest first.
    notes: Vec<Note>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Erased {
    /// How many notes are gone.
    erased: usize,
}

#[tool_router(router = notebook_tools, vis = "pub(crate)")]
impl DemoServer {
    /// Keeps a note in memory. Nothing is written to disk, and older notes stay as they are.
    #[tool(
        title = "Write a note",
        annotations(
            read_only_hint = false,
            destructive_hint = false,
            idempotent_hint = false,
            open_world_hint = false
        )
    )]
    fn write_note(&self, Parameters(NoteText { text }): Parameters<NoteText>) -> CallToolResult {
        match self.notebook().write(&text) {
            Ok(note) => {
                CallToolResult::success(vec![ContentBlock::text(format!("Note {} is kept.", note.number))])
            }
            Err(reason) => CallToolResult::error(vec![ContentBlock::text(reason)]),
        }
    }

    /// Lists the notes, oldest first.
    #[tool(
        title = "List the notes",
        input_schema = rmcp::handler::server::common::schema_for_empty_input(),
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    fn list_notes(&self, Parameters(WhichNotes { containing }): Parameters<WhichNotes>) -> Json<NoteList> {
        let notes = self.notebook().list(containing.as_deref());
        Json(NoteList {
            count: notes.len(),
            notes,
        })
    }

    /// Erases every note. This cannot be undone.
    #[tool(
        title = "Erase all notes",
        annotations(
            read_only_hint = false,
            destructive_hint = true,
            idempotent_hint = true,
            open_world_hint = false
        )
    )]
    fn erase_notes(&self) -> Json<Erased> {
        Json(Erased {
            erased: self.notebook().erase(),
        })
    }
}
