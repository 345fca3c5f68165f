//! Roots: the folders that a server may be told.

use super::dialogs;
use super::host;
use crate::press::{MayOpenDialog, Press};
use portcullis_api::*;
use portcullis_core::Result;
use portcullis_host::Host;
use portcullis_host::host::LookedAtRoot;
use tauri::AppHandle;

/// The folders that a server may be told about, and whether it may know them.
pub(super) async fn roots(host: Host, server: String) -> Result<RootList> {
    host.roots(&server).await
}

/// Adds a folder for a server through the system's folder picker; nothing when cancelled. The page never names one.
pub(super) async fn add_root(app: AppHandle, _: MayOpenDialog, server: String) -> Result<Option<RootList>> {
    let host = host(&app)?;
    // A server that is gone is said before a person chooses a folder for it.
    let label = super::servers::server(host.clone(), server.clone()).await?.summary.label;
    let Some(folder) = dialogs::pick_folder(&app).await? else {
        return Ok(None);
    };
    let chosen = match host.look_at_root(&server, folder.into()).await? {
        LookedAtRoot::Plain(chosen) => Some(chosen),
        LookedAtRoot::Wide(wide) => {
            let yes = dialogs::confirm_root(&app, &label, &wide).await?;
            wide.answered(yes)
        }
    };
    match chosen {
        Some(chosen) => host.add_root(chosen).await.map(Some),
        None => Ok(None),
    }
}

/// Takes a folder of a server away, by its path as listed.
pub(super) async fn remove_root(host: Host, server: String, path: String) -> Result<RootList> {
    host.remove_root(&server, &path).await
}

/// Keeps a server from knowing its folders, or has it ask again. A yes is given at the gate alone, but folders that a fenced server
/// may ask for are in its fence.
pub(super) async fn withhold_roots(host: Host, _: Press, server: String, withheld: bool) -> Result<RootList> {
    host.withhold_roots(&server, withheld).await
}
