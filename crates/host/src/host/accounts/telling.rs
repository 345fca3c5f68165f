//! Who hears of what happens to a sign-in by itself: drivers, and the record.

use super::{blank, view};
use crate::Error;
use crate::audit::Intended;
use crate::auth::Told;
use crate::host::Inner;
use crate::ids::ServerId;
use crate::view::{HostEvent, Outcome};
use std::sync::Weak;

/// Tells the host. Weak: a sign-in never keeps its host alive.
pub(in crate::host) struct Teller {
    pub host: Weak<Inner>,
    pub server: ServerId,
}

impl Told for Teller {
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
            outcome: Some((Outcome::Failed, "the sign-in ended".to_owned())),
            ..blank(&entry, "Sign-in renewed")
        };
        let tasks = host.calls.tasks.clone();
        tasks.spawn(async move {
            if let Err(error) = host.audit.once(row).await {
                tracing::error!(%error, "the end of a sign-in was not recorded");
            }
        });
    }
}
