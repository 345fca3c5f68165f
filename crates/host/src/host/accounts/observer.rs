//! Tells front ends and the record what happens to a sign-in automatically.

use super::{blank, view};
use crate::host::Inner;
use portcullis_api::HostEvent;
use portcullis_core::Error;
use portcullis_core::ids::ServerId;
use portcullis_domain::Outcome;
use portcullis_l10n::say;
use portcullis_oauth::AccountObserver;
use portcullis_storage::audit::Intended;
use std::sync::Weak;

/// Tells the host. Weak: a sign-in never keeps its host alive.
pub(in crate::host) struct HostAccountObserver {
    pub host: Weak<Inner>,
    pub server: ServerId,
}

impl AccountObserver for HostAccountObserver {
    fn changed(&self) {
        if let Some(host) = self.host.upgrade()
            && let Ok(entry) = host.entry(self.server.as_str())
        {
            host.emit(HostEvent::Account {
                account: view(&entry),
            });
        }
    }

    fn ended(&self, why: &Error) {
        let Some(host) = self.host.upgrade() else { return };
        let Ok(entry) = host.entry(self.server.as_str()) else {
            return;
        };
        let row = Intended {
            asked_by: "Portcullis".to_owned(),
            why: why.sentence.clone(),
            outcome: Some((Outcome::Failed, say!("account-ended"))),
            ..blank(&entry, say!("account-renewed-row"))
        };
        let tasks = host.calls.tasks.clone();
        tasks.spawn(async move {
            if let Err(error) = host.audit.once(row).await {
                tracing::error!(%error, "the end of a sign-in was not recorded");
            }
        });
    }
}
