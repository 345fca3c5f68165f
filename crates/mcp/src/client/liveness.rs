//! Whether a server behind an address is still there. Asked after the computer slept, after it changed its network, and
//! when the network itself or a proxy answered in place of the server; until it is known, no state says that all is well
//! (F-16).

use super::states::state;
use super::{ClientHost, ClientSnapshot, Connection, Deadlines, retry};
use crate::limits;
use portcullis_core::clock::Clock;
use portcullis_core::{Code, Error};
use portcullis_domain::Phase;
use portcullis_l10n::say;
use serde_json::json;
use std::sync::Arc;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

const DEADLINES: Deadlines = Deadlines::within(limits::LIVENESS_TIMEOUT);

/// Asks one server once, and shows that it does.
pub(super) struct LivenessCheck {
    pub connection: Connection,
    pub host: Arc<dyn ClientHost>,
    pub clock: Arc<dyn Clock>,
    pub snapshot: watch::Sender<Arc<ClientSnapshot>>,
}

impl LivenessCheck {
    /// Fails the connection if the server is gone.
    pub async fn check(self) {
        let words = say!("state-checking");
        let checking = state(&*self.clock, Phase::Starting, &words);
        let mut before = None;
        let shown = self.snapshot.send_if_modified(|snapshot| {
            let shows = snapshot.state.phase == Phase::Ready;
            if shows {
                let snapshot = Arc::make_mut(snapshot);
                before = Some(std::mem::replace(&mut snapshot.state, checking));
            }
            shows
        });
        if shown {
            self.host.changed();
        }
        match self.ask().await {
            Ok(()) => {}
            Err(error) => return self.connection.rpc.fail(error),
        }
        let Some(before) = before else { return };
        let restored = self.snapshot.send_if_modified(|snapshot| {
            let still = snapshot.state.words == words && snapshot.connection.is_some();
            if still {
                let snapshot = Arc::make_mut(snapshot);
                snapshot.state = before;
                // The list may have been read meanwhile, or not any more.
                retry::fit(snapshot);
            }
            still
        });
        if restored {
            self.host.changed();
        }
    }

    async fn ask(&self) -> Result<(), Error> {
        // The modern era has no ping, and this is what every server of it knows.
        let method = match self.connection.session.modern {
            true => "server/discover",
            false => "ping",
        };
        let never = CancellationToken::new();
        let asked = self
            .connection
            .ask(method, json!({}), DEADLINES, &never, |_| {})
            .await;
        let Err(error) = asked else { return Ok(()) };
        match error.code {
            Code::CallTimeout => Err(self.gone()),
            Code::NetworkUnreachable
            | Code::NetworkCaptive
            | Code::NetworkTls
            | Code::NetworkRedirect
            | Code::NetworkBusy
            | Code::TransportLost
            | Code::AuthRequired => Err(error),
            // Whatever else it says, the server is there.
            _ => Ok(()),
        }
    }

    fn gone(&self) -> Error {
        let sentence = say!("gone", server = self.connection.rpc.label());
        Error::new(Code::ServerSilent, sentence).remedy(say!("gone-remedy"))
    }
}
