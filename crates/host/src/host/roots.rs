//! The room for the folders that a server may work in (ROO-*).
//!
//! A folder comes here only from a person: out of the system's own picker, or typed at a terminal. A server learns of
//! its folders once a person said so at the gate, and from then on until that is taken back. Without a fence they are
//! guidance: a program can read whatever the person's account can, whatever it is told. In a fence they are what the program
//! can read and change, from its next start on: a change restarts it (ROO-07). They are mounted in a container whose fence is on.

mod answer;
mod chosen;

pub(super) use answer::RootsState;
pub use chosen::{ChosenRoot, LookedAtRoot, WideRoot};

use super::{Entry, Host, Inner, blocking, containers, views};
use crate::limits;
use portcullis_api::{HostEvent, RootList};
use portcullis_core::ids::ServerId;
use portcullis_core::{Code, Error, Result, text};
use portcullis_domain::{Asked, Phase, RecordKind, RootRow, RootsAccess};
use portcullis_l10n::say;
use portcullis_storage::audit::Intended;
use portcullis_storage::store::roots;
use rusqlite::Connection;
use serde_json::json;
use std::path::{Path, PathBuf};

/// What folders mean for a server, wherever they are shown (ROO-07).
pub(super) fn note(entry: &Entry) -> String {
    match (is_container(entry), entry.is_fenced()) {
        (true, true) => say!("folders-note-container"),
        (true, false) => say!("folders-note-container-open"),
        (false, true) => say!("folders-note-fenced"),
        (false, false) => say!("folders-note"),
    }
}

fn is_container(entry: &Entry) -> bool {
    portcullis_install::is_container(&entry.row().draft.endpoint)
}

/// A folder gets into a fence or a container, and out of it, with its next start. Whether that was ordered: what does not run
/// and will not by itself has no folders.
fn restart(entry: &Entry) -> bool {
    let Some(client) = entry.client() else {
        return false;
    };
    let rests = matches!(
        client.snapshot().state.phase,
        Phase::Off | Phase::Asleep | Phase::NeedsReview | Phase::NeedsSignIn
    );
    let starts = entry.is_fenced() && !rests;
    if starts {
        tokio::spawn(async move { client.restart().await });
    }
    starts
}

impl Host {
    /// The folders of a server, and whether it may know them.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn roots(&self, server: &str) -> Result<RootList> {
        let entry = self.0.entry(server)?;
        self.0.root_list(&entry).await
    }

    /// Looks at a folder that a person chose for a server; nothing is changed yet. The person has to confirm a
    /// [`WideRoot`] before it can be added (S-72).
    ///
    /// # Errors
    /// `not_found`; `input.bad` when it is no folder that can be shown to a server, or mounted in its container.
    pub async fn look_at_root(&self, server: &str, folder: PathBuf) -> Result<LookedAtRoot> {
        let entry = self.0.entry(server)?;
        let (id, data) = (entry.id.clone(), self.0.data_dir.clone());
        let looked =
            blocking(move || LookedAtRoot::look(id, &folder, &data, std::env::home_dir().as_deref()))
                .await??;
        if entry.is_fenced() && is_container(&entry) {
            let arguments = self.0.container_arguments(&entry).await;
            let (chosen, warnings) = looked.parts();
            containers::check_folder(&arguments, &chosen.path, warnings)?;
        }
        Ok(looked)
    }

    /// Adds a folder. A server that may know its folders is told of it.
    ///
    /// # Errors
    /// `not_found`; `input.bad` when there are too many, or it is no longer what was looked at; `store.*`.
    pub async fn add_root(&self, chosen: ChosenRoot) -> Result<RootList> {
        let entry = self.0.entry(chosen.server.as_str())?;
        let chosen = blocking(move || chosen.still()).await??;
        let (id, label, now) = (entry.id.clone(), entry.label(), self.0.now());
        let added = self
            .0
            .audit
            .once_with(move |db| {
                if roots::list(db, &id)?.len() >= limits::ROOTS {
                    return Err(Error::new(
                        Code::BadInput,
                        say!("folders-most", server = label, count = limits::ROOTS),
                    )
                    .remedy(say!("folders-most-remedy"))
                    .into());
                }
                let added = roots::add(db, &id, &chosen.path, now)?;
                let row = added.then(|| change(&id, &label, say!("folders-added-row"), &chosen.path));
                Ok((added, row))
            })
            .await?;
        if added {
            self.0.roots_changed(&entry);
        }
        self.0.root_list(&entry).await
    }

    /// Takes a folder away, by its path as listed. A server that may know its folders is told that they changed; what
    /// it knows already it knows.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn remove_root(&self, server: &str, path: &str) -> Result<RootList> {
        let entry = self.0.entry(server)?;
        let (id, label, path) = (entry.id.clone(), entry.label(), path.to_owned());
        self.0
            .audit
            .once_with(move |db| {
                if !roots::remove(db, &id, &path)? {
                    return Err(Error::new(Code::NotFound, say!("folders-gone", server = label)).into());
                }
                Ok(((), Some(change(&id, &label, say!("folders-removed-row"), &path))))
            })
            .await?;
        self.0.roots_changed(&entry);
        self.0.root_list(&entry).await
    }

    /// Keeps a server from knowing its folders, or lets it ask again. The yes is given at the gate alone.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn withhold_roots(&self, server: &str, withheld: bool) -> Result<RootList> {
        let entry = self.0.entry(server)?;
        let (access, what) = match withheld {
            true => (RootsAccess::Withheld, say!("folders-withheld-row")),
            false => (RootsAccess::Ask, say!("folders-ask-row")),
        };
        let (id, label, now) = (entry.id.clone(), entry.label(), self.0.now());
        let changed = self
            .0
            .audit
            .once_with(move |db| {
                if roots::access(db, &id)? == access {
                    return Ok((false, None));
                }
                roots::set_access(db, &id, access, now)?;
                Ok((true, Some(changed_row(&id, &label, what))))
            })
            .await?;
        if changed {
            self.0.roots_changed(&entry);
        }
        self.0.root_list(&entry).await
    }
}

impl Inner {
    /// The folders as they are now, looked at on the disk.
    pub(super) async fn root_list(&self, entry: &Entry) -> Result<RootList> {
        let (id, data, fenced, note) = (
            entry.id.clone(),
            self.data_dir.clone(),
            entry.is_fenced(),
            note(entry),
        );
        let mut list = self
            .store
            .read(move |db| list(db, &id, note, &data, std::env::home_dir().as_deref()))
            .await?;
        if fenced && list.access == RootsAccess::Withheld {
            list.note = say!("folders-note-withheld");
        }
        Ok(list)
    }

    /// Tells drivers and a question that waits.
    pub(super) fn roots_seen(&self, entry: &Entry) {
        entry.roots.changed();
        self.emit(HostEvent::Roots {
            server: entry.id.0.clone(),
        });
    }

    /// Tells everybody whom it concerns: drivers, a question that waits, and the server (ROO-05). A server whose
    /// question waits gets the folders as they are now with its answer: told of a change, it would ask once more.
    fn roots_changed(&self, entry: &Entry) {
        let asks = self.gate.waiting().iter().any(|request| {
            request.server.id == entry.id.as_str() && matches!(request.asked, Asked::Roots { .. })
        });
        self.roots_seen(entry);
        let Some(client) = entry.client() else { return };
        if !restart(entry) && !asks {
            client.tell_roots_changed();
        }
    }
}

/// Blocks: every folder is looked at.
fn list(
    db: &Connection,
    server: &ServerId,
    note: String,
    data: &Path,
    home: Option<&Path>,
) -> portcullis_storage::store::Result<RootList> {
    let folders = roots::list(db, server)?.into_iter().map(|root| RootRow {
        shown: text::escape_line(&root.path),
        uri: chosen::uri(&root.path).unwrap_or_default(),
        there: chosen::is_still(&root.path),
        warnings: chosen::warnings(Path::new(&root.path), data, home),
        added_at: root.added_at,
        path: root.path,
    });
    Ok(RootList {
        folders: folders.collect(),
        access: roots::access(db, server)?,
        note,
    })
}

fn change(server: &ServerId, label: &str, what: String, path: &str) -> Intended {
    Intended {
        sent: Some(json!({ "folder": path })),
        ..changed_row(server, label, what)
    }
}

fn changed_row(server: &ServerId, label: &str, what: String) -> Intended {
    Intended {
        server: Some((server.clone(), label.to_owned())),
        ..views::row_by_you(RecordKind::Roots, what)
    }
}
