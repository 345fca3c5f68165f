//! Reads the tools of one connection, and has the host compare them with what was approved.

use super::change_limit::ChangeLimit;
use super::{ClientHost, ClientSnapshot, Connection, listing};
use crate::limits;
use portcullis_catalog::Catalog;
use portcullis_core::{Code, Error};
use portcullis_domain::LogSource;
use portcullis_l10n::say;
use std::sync::Arc;
use tokio::sync::watch;

/// Reads the tools of one connection.
pub(super) struct Lister {
    pub(super) connection: Connection,
    pub(super) instructions: Option<String>,
    /// Arguments may travel in headers.
    pub(super) modern_http: bool,
    pub(super) host: Arc<dyn ClientHost>,
    pub(super) snapshot: watch::Sender<Arc<ClientSnapshot>>,
    pub(super) changes: Arc<ChangeLimit>,
}

impl Lister {
    pub(super) async fn list(&self) -> Result<(), Error> {
        let before = Arc::clone(&self.snapshot.borrow().catalog);
        let listed = listing::tools(&self.connection, before).await?;
        let listed = self.host.held(listed).await?;
        let catalog: Arc<Catalog> = Arc::new(if self.modern_http {
            listed.for_modern_http()
        } else {
            listed
        });
        self.note_excluded(&catalog);
        let changed = self
            .host
            .listed(Arc::clone(&catalog), self.instructions.clone())
            .await?;
        if self.modern_http {
            self.connection.session.mark(&catalog);
        }
        let mut list = catalog;
        self.snapshot
            .send_modify(|snapshot| std::mem::swap(&mut Arc::make_mut(snapshot).catalog, &mut list));
        // Letting go of ten thousand tools takes a while, and no task waits for it.
        if list.tools.len() > limits::TOOLS_IN_PLACE {
            tokio::task::spawn_blocking(move || drop(list));
        }
        self.host.published();
        if changed && self.changes.record() {
            self.connection
                .rpc
                .fail(keeps_changing(self.connection.rpc.label()));
        }
        Ok(())
    }

    /// Says in the log which tools were left out and why (HDR-12). Once: lists are read again and again.
    fn note_excluded(&self, catalog: &Catalog) {
        let before = Arc::clone(&self.snapshot.borrow().catalog);
        for tool in catalog
            .excluded
            .iter()
            .filter(|tool| !before.excluded.contains(tool))
        {
            let words = say!("log-tool-excluded", tool = tool.shown.text, reason = tool.reason);
            self.connection.rpc.log().add(LogSource::Host, None, &words);
        }
    }
}

fn keeps_changing(label: &str) -> Error {
    let (times, minutes) = (limits::CHANGES_MAX, limits::CHANGES_WINDOW.as_secs() / 60);
    Error::new(
        Code::ToolChanged,
        say!("tools-keep-changing", server = label, times, minutes),
    )
    .remedy(say!("tools-keep-changing-remedy"))
}
