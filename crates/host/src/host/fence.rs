//! The fence around the programs of servers: whether this computer can hold one, where a fenced program's home folder is, and
//! what was kept out.

use super::{Entry, Host, Inner, locked};
use crate::limits;
use portcullis_api::{FenceDenial, FenceView};
use portcullis_approval::consent::StartTarget;
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{FenceHost, LogSource, Warning};
use portcullis_l10n::say;
use portcullis_process::{Denial, FenceSetup};
use portcullis_programs::{Launch, LaunchFence};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::mpsc;

/// Port of a host that is only looked up.
const HTTPS: u16 = 443;

/// What the program of a server was kept from: newest first, each once.
#[derive(Default)]
pub(crate) struct FenceDenials(VecDeque<FenceDenial>);

impl FenceDenials {
    /// True for something new.
    fn add(&mut self, denial: FenceDenial) -> bool {
        let known = self
            .0
            .iter()
            .position(|known| known.what.text == denial.what.text);
        let before = known.and_then(|at| self.0.remove(at));
        let is_new = before.is_none();
        let count = before.map_or(0, |before| before.count).saturating_add(1);
        self.0.push_front(FenceDenial { count, ..denial });
        self.0.truncate(limits::FENCE_DENIALS);
        is_new
    }
}

impl Host {
    /// The fence of a server: what it lets through and what it kept out.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn fence(&self, id: &str) -> Result<FenceView> {
        let entry = self.0.entry(id)?;
        let draft = entry.row().draft;
        let unavailable = match super::containers::view(&draft) {
            // Its engine is what holds it.
            Some(_) => None,
            None => self.0.fence_unavailable().await,
        };
        Ok(FenceView {
            grants: draft.fence,
            unavailable,
            denials: locked(&entry.denials).0.iter().cloned().collect(),
        })
    }
}

impl Inner {
    /// Why there is no fence on this computer. Found by making one, once.
    pub(super) async fn fence_unavailable(&self) -> Option<String> {
        let found = self.fence_level.get_or_init(|| async {
            match self.fence_helper() {
                Ok(helper) => portcullis_process::fence_unavailable(&helper).await,
                Err(error) => Some(error.sentence),
            }
        });
        found.await.clone()
    }

    /// Why a program cannot run in the fence that it is to have: never without it instead (S-68).
    pub(super) async fn fence_refusal(&self, target: &StartTarget) -> Option<Warning> {
        let StartTarget::Command(Launch {
            fence: Some(fence), ..
        }) = target
        else {
            return None;
        };
        let why = match self.fence_unavailable().await {
            Some(why) => say!("fence-not-here", why = why),
            None => self.check_grants(fence).err()?.sentence,
        };
        Some(Warning {
            code: "fence.refused".to_owned(),
            sentence: why,
        })
    }

    /// No program is let into our data, whoever granted it (S-92).
    pub(super) fn check_grants(&self, fence: &LaunchFence) -> Result<()> {
        let programs = [self.packages_folder(), self.bundles_folder()];
        portcullis_install::keeps_out_of(fence, &self.data_dir, &programs)
    }

    /// Where the home folders of fenced programs are.
    fn fence_home(&self, entry: &Entry) -> PathBuf {
        self.data_dir.join("homes").join(entry.id.as_str())
    }

    /// The program that builds fences.
    ///
    /// # Errors
    /// `launch.failed` where there is none.
    pub(super) fn fence_helper(&self) -> Result<PathBuf> {
        let helper = self.fence.clone().filter(|helper| helper.is_file());
        helper.ok_or_else(|| {
            Error::new(
                Code::LaunchFailed,
                say!("fence-no-helper", program = crate::places::FENCE_PROGRAM),
            )
        })
    }

    /// What a fenced start of this server needs, and somebody who listens to what its fence keeps out.
    ///
    /// # Errors
    /// `launch.failed` when its home folder cannot be made.
    pub(super) async fn fence_setup(self: &Arc<Self>, entry: &Arc<Entry>) -> Result<FenceSetup> {
        let (home, label) = (self.fence_home(entry), entry.label());
        let helper = self.fence_helper()?;
        let made = home.clone();
        tokio::task::spawn_blocking(move || make_private(&made))
            .await
            .map_err(Error::internal)?
            .map_err(|error| {
                let why = portcullis_core::causes::io(&error);
                Error::new(Code::LaunchFailed, say!("fence-home", server = label, why = why))
            })?;
        let (denied, denials) = mpsc::channel(limits::FENCE_DENIALS);
        self.follow_denials(entry, denials);
        Ok(FenceSetup { helper, home, denied })
    }

    /// Ends with the program whose fence tells.
    fn follow_denials(self: &Arc<Self>, entry: &Arc<Entry>, mut denials: mpsc::Receiver<Denial>) {
        let (host, entry) = (Arc::downgrade(self), Arc::downgrade(entry));
        tokio::spawn(async move {
            while let Some(denial) = denials.recv().await {
                let (Some(host), Some(entry)) = (host.upgrade(), entry.upgrade()) else {
                    return;
                };
                let denial = described(&denial, host.now());
                let words = say!("fence-kept-out", what = denial.what.text);
                if locked(&entry.denials).add(denial) {
                    if let Some(client) = entry.client() {
                        client.log().add(LogSource::Host, None, &words);
                    }
                    host.emit_server(&entry);
                }
            }
        });
    }

    /// A removed server leaves nothing behind. What cannot be removed is said in the log only: nobody looks for it.
    pub(super) async fn forget_home(&self, entry: &Entry) {
        let home = self.fence_home(entry);
        let removed = tokio::task::spawn_blocking(move || match std::fs::remove_dir_all(&home) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        });
        match removed.await {
            Ok(Ok(())) => (),
            Ok(Err(error)) => tracing::warn!(%error, "the home folder of a removed server stayed"),
            Err(error) => tracing::error!(%error, "removing a home folder ended early"),
        }
    }
}

/// Only its owner may look into it.
pub(super) fn make_private(folder: &std::path::Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Where a program wanted to go, in its words.
pub(super) fn in_words(denial: &Denial) -> String {
    match denial {
        Denial::Host {
            name,
            port: Some(port),
        } => format!("{name}:{port}"),
        Denial::Host { name, port: None } => name.clone(),
        Denial::Address { address, port } => std::net::SocketAddr::new(*address, *port).to_string(),
        Denial::Inward { name, address } => format!("{name} ({address})"),
    }
}

fn described(denial: &Denial, at: u64) -> FenceDenial {
    let host = match denial {
        // One that was only looked up is most often asked for over HTTPS.
        Denial::Host { name, port } => Some(FenceHost {
            name: name.clone(),
            port: port.unwrap_or(HTTPS),
        }),
        Denial::Address { .. } | Denial::Inward { .. } => None,
    };
    FenceDenial {
        what: ForeignText::new(in_words(denial)).first_line(limits::FENCE_DENIAL_CHARACTERS),
        host,
        at,
        count: 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves S-68.
    #[test]
    fn what_is_kept_out_is_told_once_newest_first_and_within_bounds() {
        let mut denials = FenceDenials::default();
        let named = |name: &str| {
            let host = Denial::Host {
                name: name.to_owned(),
                port: Some(443),
            };
            described(&host, 7)
        };
        assert!(denials.add(named("a.example")));
        assert!(denials.add(named("b.example")));
        assert!(!denials.add(named("a.example")), "told already");
        let shown: Vec<_> = denials
            .0
            .iter()
            .map(|denial| (denial.what.text.as_str(), denial.count))
            .collect();
        assert_eq!(shown, [("a.example:443", 2), ("b.example:443", 1)]);
        for number in 0..2 * limits::FENCE_DENIALS {
            denials.add(named(&format!("{number}.example")));
        }
        assert_eq!(denials.0.len(), limits::FENCE_DENIALS);
    }
}
