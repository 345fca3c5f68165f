//! A host that ends badly right after its start, again and again, starts the next time with all servers off (F-41):
//! whatever makes it end may be one of them, and a person must be able to get in.
//!
//! How many starts in a row ended badly is kept in a file beside the database, which may be what is wrong. A start has
//! gone well when the host ran for [`limits::STEADY`] or was closed in order.

use super::{Inner, blocking, locked};
use crate::limits;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Outcome, Problem, RecordKind};
use portcullis_l10n::say;
use portcullis_storage::audit::Intended;
use portcullis_storage::store::servers;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// How many starts ended badly, in digits.
const FILE: &str = "portcullis.starts";

/// How this start stands.
#[derive(Default)]
pub(crate) struct Starts(Mutex<State>);

#[derive(Default)]
struct State {
    /// The file, while this start counts as one that may end badly.
    open: Option<PathBuf>,
    problem: Option<Problem>,
}

impl Starts {
    /// Why no server was started.
    pub fn problem(&self) -> Option<Problem> {
        locked(&self.0).problem.clone()
    }

    /// This start went well.
    pub fn ended_well(&self) {
        let open = locked(&self.0).open.take();
        if let Some(file) = open
            && let Err(error) = std::fs::remove_file(file)
        {
            // The next start counts one too many, and servers may stay off once.
            tracing::warn!(%error, "a start that went well was not noted");
        }
    }
}

/// Counts this start and says how many before it ended badly. A file that cannot be read says nothing.
fn count(data: &Path) -> std::io::Result<(PathBuf, u32)> {
    let file = data.join(FILE);
    let before = std::fs::read_to_string(&file).unwrap_or_default();
    let before: u32 = before.trim().parse().unwrap_or(0);
    std::fs::write(&file, before.saturating_add(1).to_string())?;
    Ok((file, before))
}

/// Removes what a killed host left: its gateways ended with it.
fn forget_left(gateways: &Path) {
    if let Err(error) = std::fs::remove_dir_all(gateways)
        && error.kind() != std::io::ErrorKind::NotFound
    {
        tracing::warn!(%error, "folders of gateways were left");
    }
}

impl Inner {
    /// Counts this start, and turns all servers off where too many ended badly.
    pub(super) async fn begin_start(self: &Arc<Self>) -> Result<()> {
        let (data, gateways) = (self.data_dir.clone(), self.gateways_folder());
        let counted = blocking(move || {
            forget_left(&gateways);
            count(&data)
        });
        let counted = counted.await?;
        let bad = match counted {
            Ok((file, bad)) => {
                locked(&self.starts.0).open = Some(file);
                bad
            }
            // A disk that is full is told of elsewhere; servers start as ever.
            Err(error) => {
                tracing::warn!(%error, "a start was not counted");
                0
            }
        };
        let (host, closing) = (Arc::downgrade(self), self.closing.clone());
        tokio::spawn(async move {
            let steady = closing
                .run_until_cancelled(tokio::time::sleep(limits::STEADY))
                .await;
            if let (Some(()), Some(host)) = (steady, host.upgrade()) {
                host.starts.ended_well();
            }
        });
        match bad >= limits::BAD_STARTS {
            true => self.start_safely(bad).await,
            false => Ok(()),
        }
    }

    async fn start_safely(&self, bad: u32) -> Result<()> {
        let on: Vec<_> = self
            .entries()
            .into_iter()
            .filter(|entry| entry.enabled())
            .collect();
        let labels: Vec<String> = on.iter().map(|entry| format!("“{}”", entry.label())).collect();
        let sentence = say!("safe-start", count = bad);
        let row = Intended {
            kind: RecordKind::Host,
            what: say!("safe-start-row"),
            why: match labels.is_empty() {
                true => sentence.clone(),
                false => say!("safe-start-off", sentence, servers = labels.join(", ")),
            },
            outcome: Some((Outcome::Attention, say!("safe-start-outcome"))),
            ..super::views::blank_row()
        };
        let ids: Vec<_> = on.iter().map(|entry| entry.id.clone()).collect();
        self.audit
            .once_with(move |db| {
                for id in &ids {
                    servers::set_enabled(db, id, false)?;
                }
                Ok(((), Some(row)))
            })
            .await?;
        for entry in on {
            locked(&entry.data).row.enabled = false;
        }
        let problem = Error::new(Code::SafeStart, sentence).remedy(say!("safe-start-remedy"));
        locked(&self.starts.0).problem = Some(problem.into());
        Ok(())
    }
}
