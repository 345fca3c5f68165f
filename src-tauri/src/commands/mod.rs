//! What the page may ask: one function for each command, in the file of its room. It finds the host and asks it; nothing is
//! decided here (S-26). Handlers, names and TypeScript are made from these functions (`portcullis-command-table`), so none
//! of them can lag behind. A panic in one of them ends as an error in words, and nowhere else (F-38).

mod dialogs;
mod dispatch;
mod once;

use crate::press;
use crate::slot::Slot;
use portcullis_api::*;
use portcullis_host::Host;
use std::collections::BTreeMap;
use tauri::{AppHandle, Manager};
use ts_rs::TS;

portcullis_command_table::collect!(
    "src-tauri/src/commands": app, servers, registry, profiles, accounts, tools, offers, roots, permissions, record, chat,
    models, requests; gate
);

/// Takes the signatures of commands.
pub(crate) trait Signatures {
    /// The TypeScript of a type.
    fn name_of<T: TS + 'static + ?Sized>(&mut self) -> String;
    /// A command with the names and TypeScript of its arguments, and that of its reply.
    fn command(&mut self, name: &str, arguments: &[(&str, String)], reply: &str);
}

fn host(app: &AppHandle) -> portcullis_core::Result<Host> {
    app.state::<Slot>().host()
}
