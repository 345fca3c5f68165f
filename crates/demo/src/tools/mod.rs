//! The tools, in the order in which a newcomer should meet them.
//!
//! Each file holds the tools of one kind and its own router; [`all`] joins them. Tools that ask the
//! host something back (elicitation, roots) get a file of their own beside these, as `sampling` has.

mod definitions;
mod media;
mod notebook;
mod plain;
mod sampling;

use rmcp::handler::server::router::tool::ToolRouter;

use crate::DemoServer;

pub(crate) use definitions::changed_list_notes;

/// The order of the list; names that are missing here would come last, in no order.
const ORDER: [&str; 13] = [
    "add",
    "write_note",
    "list_notes",
    "erase_notes",
    "slow_count",
    "draw",
    "beep",
    "read_guide",
    "everything_form",
    "ask_model",
    "fail",
    "big_text",
    "change_definition",
];

/// Every tool of the demo.
pub(crate) fn all() -> ToolRouter<DemoServer> {
    DemoServer::plain_tools()
        + DemoServer::notebook_tools()
        + DemoServer::media_tools()
        + DemoServer::definition_tools()
        + DemoServer::sampling_tools()
}

/// The place of a tool in the list.
pub(crate) fn place(name: &str) -> usize {
    ORDER
        .iter()
        .position(|known| *known == name)
        .unwrap_or(ORDER.len())
}
