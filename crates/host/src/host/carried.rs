//! What was given to the program or address that a server was, when it becomes another one: permissions end unless the
//! person keeps each, and a secret goes along only where the person says so of that secret.
//!
//! A label, a protocol or a limit is no other program. A program file that was replaced is one, also at the same path.

use super::{Entry, Inner, flows, locked, permissions, views};
use portcullis_api::HostEvent;
use portcullis_approval::consent::StartTarget;
use portcullis_core::Result;
use portcullis_core::ids::ServerId;
use portcullis_core::text::{escape_line, quotable};
use portcullis_domain::{Carried, CarriedKind};
use portcullis_domain::{FlowClass, RecordKind, RootsAccess, ServerDraft, Tristate};
use portcullis_install::Review;
use portcullis_l10n::{list, say};
use portcullis_storage::audit::Intended;
use portcullis_storage::store::flows::{self as said, ClassRow};
use portcullis_storage::store::grants::{self, GrantEffect, GrantRow};
use portcullis_storage::store::{roots, servers};
use rusqlite::Connection;

/// Something that would go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Item {
    /// A standing permission, by its id.
    Grant(String),
    /// It may know, or use, the folders that were chosen for it.
    Folders,
    /// It may ask a model.
    Model,
    /// What the person said that it, or one of its tools, does not do.
    Class(String),
    /// A secret that it gets.
    Secret,
}

/// Each with its sentence, in the order in which they are shown.
pub(super) type Items = Vec<(Item, Carried)>;

/// What a program may do with the folders of its server without being asked.
#[derive(Debug, Clone, Copy)]
enum FolderUse {
    /// Know of them.
    Known,
    /// Read and change them: they are in its fence.
    Fenced,
}

/// What ended, for the record.
#[derive(Debug, Default)]
pub(super) struct EndedApprovals {
    grants: Vec<GrantRow>,
    folders: Option<FolderUse>,
    model: bool,
    classes: usize,
    kept: usize,
}

impl Inner {
    /// What would go on for what runs or is reached from now on; nothing where that is the same.
    ///
    /// # Errors
    /// `store.*`.
    pub(super) async fn carried(&self, entry: &Entry, draft: &ServerDraft, to: &Review) -> Result<Items> {
        let row = entry.row();
        let before = row.approved.as_ref().map(|approval| &approval.launch);
        if !before.is_none_or(|before| portcullis_install::is_other(before, to.start.canonical())) {
            return Ok(Items::new());
        }
        let (id, now) = (entry.id.clone(), self.now());
        let is_fenced = (before.is_some() || row.restored) && draft.fence.is_some();
        let (grants, folders) = self
            .store
            .read(move |db| Ok((allowing(db, &id, now)?, folder_use(db, &id, is_fenced)?)))
            .await?;
        let label = &row.draft.label;
        let mut items: Items = secrets(draft, to.start.built());
        items.extend(grants.into_iter().map(|grant| {
            let sentence = permissions::in_words(&grant, label);
            permission(Item::Grant(grant.id), sentence)
        }));
        if let Some(used) = folders {
            let sentence = match used {
                FolderUse::Known => say!("carried-folders", server = label),
                FolderUse::Fenced => say!("carried-folders-fenced", server = label),
            };
            items.push(permission(Item::Folders, sentence));
        }
        if row.sampling {
            let sentence = say!("carried-model", server = label);
            items.push(permission(Item::Model, sentence));
        }
        let classes = locked(&self.classes).clone();
        let about = flows::place_of(&draft.endpoint);
        let of_it = classes.iter().filter(|row| row.server == entry.id);
        // What is said of a whole server is said of an address or a command, and does not count for another.
        let counts = of_it.filter(|row| !row.tool.is_empty() || row.about == about);
        items.extend(
            counts
                .filter(|row| loosens(row))
                .map(|row| permission(Item::Class(row.tool.clone()), class_in_words(row, label))),
        );
        Ok(items)
    }

    /// Tells everybody of what ended, and puts it into the record.
    ///
    /// # Errors
    /// `store.*`; then it has ended all the same.
    pub(super) async fn note_ended(&self, entry: &Entry, ended: EndedApprovals) -> Result<()> {
        let why = say!("carried-ended-why");
        // From here on nothing relies on them, whatever happens to the rows about it.
        self.reload_grants().await?;
        if ended.classes > 0 {
            self.emit(HostEvent::Flows {});
        }
        if ended.folders.is_some() {
            self.roots_seen(entry);
        }
        for row in ended.grants {
            let row = Intended {
                why: why.clone(),
                ..self.revoked_row(row)
            };
            self.audit.once(row).await?;
        }
        let folders = match ended.folders {
            Some(FolderUse::Fenced) => say!("carried-ended-folders-fenced"),
            _ => say!("carried-ended-folders"),
        };
        let others = [
            (ended.folders.is_some(), RecordKind::Roots, folders),
            (ended.model, RecordKind::Server, say!("carried-ended-model")),
            (ended.classes > 0, RecordKind::Grant, say!("carried-ended-class")),
        ];
        for (_, kind, what) in others.into_iter().filter(|(ended, ..)| *ended) {
            let row = Intended {
                why: why.clone(),
                ..views::row_by_you_about(entry, kind, what)
            };
            self.audit.once(row).await?;
        }
        Ok(())
    }
}

impl EndedApprovals {
    /// That a server was saved, with how many ended and how many were kept.
    pub(super) fn words(&self) -> String {
        let folders = usize::from(self.folders.is_some());
        let ended = self.grants.len() + folders + usize::from(self.model) + self.classes;
        match (ended, self.kept) {
            (0, 0) => say!("outcome-saved"),
            (0, kept) => say!("carried-kept", kept),
            (ended, 0) => say!("carried-ended", ended),
            (ended, kept) => say!("carried-ended-kept", ended, kept),
        }
    }
}

/// Ends what is not kept, also what was given while the question waited.
///
/// # Errors
/// `store.*`.
pub(super) fn end(
    db: &Connection,
    server: &ServerId,
    kept: &[Item],
    now: u64,
) -> portcullis_storage::store::Result<EndedApprovals> {
    let goes_on = |item: Item| kept.contains(&item);
    let over = allowing(db, server, now)?
        .into_iter()
        .map(|grant| grant.id)
        .filter(|id| !goes_on(Item::Grant(id.clone())));
    let mut ended = EndedApprovals {
        grants: grants::revoke(db, &grants::RevokeFilter::These(over.collect()), now)?,
        kept: kept.iter().filter(|item| **item != Item::Secret).count(),
        ..EndedApprovals::default()
    };
    // With the new draft, and still the approval of the one before.
    let row = servers::get(db, server)?;
    let is_fenced = row
        .as_ref()
        .is_some_and(|row| (row.approved.is_some() || row.restored) && row.draft.fence.is_some());
    ended.folders = match goes_on(Item::Folders) {
        true => None,
        false => folder_use(db, server, is_fenced)?,
    };
    if let Some(used) = ended.folders {
        // Those that a server may still ask for are in its fence.
        let access = match used {
            FolderUse::Known => RootsAccess::Ask,
            FolderUse::Fenced => RootsAccess::Withheld,
        };
        roots::set_access(db, server, access, now)?;
    }
    if !goes_on(Item::Model) && row.is_some_and(|row| row.sampling) {
        servers::set_sampling(db, server, false)?;
        ended.model = true;
    }
    let classes = said::classes(db)?.into_iter();
    for row in classes.filter(|row| row.server == *server && loosens(row)) {
        if !goes_on(Item::Class(row.tool.clone())) {
            let class = flows::without_noes(row.class);
            said::put_class(db, &ClassRow { class, ..row })?;
            ended.classes += 1;
        }
    }
    Ok(ended)
}

/// Standing permissions of a server; a “no” is none and goes on.
fn allowing(
    db: &Connection,
    server: &ServerId,
    now: u64,
) -> portcullis_storage::store::Result<Vec<GrantRow>> {
    let standing = grants::standing(db, now)?.into_iter();
    Ok(standing
        .filter(|grant| grant.server == *server && grant.effect == GrantEffect::Allow)
        .collect())
}

/// `is_fenced`: the fence of an approved program, or of one that a backup has folders for: the file may have been changed. Before
/// the first approval nothing has used them, and choosing them was for that program.
fn folder_use(
    db: &Connection,
    server: &ServerId,
    is_fenced: bool,
) -> portcullis_storage::store::Result<Option<FolderUse>> {
    let access = roots::access(db, server)?;
    let is_inside = is_fenced && access != RootsAccess::Withheld && !roots::list(db, server)?.is_empty();
    Ok(match access {
        _ if is_inside => Some(FolderUse::Fenced),
        RootsAccess::Told => Some(FolderUse::Known),
        RootsAccess::Ask | RootsAccess::Withheld => None,
    })
}

fn permission(item: Item, sentence: String) -> (Item, Carried) {
    let kind = CarriedKind::Permission;
    (item, Carried { kind, sentence })
}

/// Secrets whose values stay as they are, and where they would go now.
fn secrets(draft: &ServerDraft, to: &StartTarget) -> Items {
    let goes = match to {
        StartTarget::Command(launch) => say!(
            "carried-secret-program",
            program = escape_line(&launch.program.to_string_lossy()).text
        ),
        StartTarget::Address(to) => say!("carried-secret-url", url = escape_line(to.url.as_str()).text),
    };
    let values = draft.environment.iter().chain(&draft.headers);
    let stay = values.filter(|value| value.secret && value.value.is_none());
    stay.map(|value| {
        let sentence = say!("carried-secret", name = escape_line(&value.name).text, where = goes);
        let kind = CarriedKind::Secret;
        (Item::Secret, Carried { kind, sentence })
    })
    .collect()
}

/// Whether calls may run by permission because of it that would be asked about else.
fn loosens(row: &ClassRow) -> bool {
    flows::without_noes(row.class) != row.class
}

fn class_in_words(row: &ClassRow, label: &str) -> String {
    let FlowClass {
        private,
        strangers,
        sends,
    } = row.class;
    let noes: Vec<String> = [
        (private, say!("carried-no-private")),
        (strangers, say!("carried-no-untrusted")),
        (sends, say!("carried-no-sends")),
    ]
    .into_iter()
    .filter(|(say, _)| *say == Tristate::No)
    .map(|(_, words)| words)
    .collect();
    let noes = list(&noes);
    match row.tool.as_str() {
        "" => say!("carried-class", server = label, what = noes),
        tool => say!(
            "carried-class-tool",
            tool = quotable(escape_line(tool)).text,
            server = label,
            what = noes
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_core::clock::ManualClock;
    use portcullis_domain::{Endpoint, FenceGrants};
    use portcullis_storage::store::Store;
    use std::sync::Arc;

    // Proves S-13.
    #[tokio::test]
    async fn folders_out_of_a_backup_get_into_a_fence_only_where_they_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let opened = Store::open(folder.path(), Arc::new(ManualClock::at(0))).unwrap();
        let found = opened
            .store
            .write(|db| {
                let id = ServerId::random();
                let draft = ServerDraft {
                    fence: Some(FenceGrants::default()),
                    ..ServerDraft::unfenced("Files", Endpoint::Demo {})
                };
                servers::insert(db, &id, &draft, false, 1)?;
                roots::add(db, &id, "/home/ada", 1)?;
                end(db, &id, &[], 2)?;
                let new = roots::access(db, &id)?;
                // A restore leaves nothing of an approval but its time.
                db.execute("UPDATE servers SET approved_at = 1", [])?;
                end(db, &id, &[Item::Folders], 3)?;
                let kept = roots::access(db, &id)?;
                end(db, &id, &[], 4)?;
                Ok((new, kept, roots::access(db, &id)?))
            })
            .await
            .unwrap();
        assert_eq!(found, (RootsAccess::Ask, RootsAccess::Ask, RootsAccess::Withheld));
        opened.store.close().await;
    }

    // Proves S-34.
    #[test]
    fn the_name_of_a_tool_does_not_end_a_sentence_of_the_review() {
        let row = ClassRow {
            server: ServerId::from("s"),
            tool: "send”. No secret goes along. “x".to_owned(),
            class: FlowClass {
                private: Tristate::No,
                ..FlowClass::default()
            },
            about: String::new(),
            said_at: 1,
        };
        assert_eq!(
            class_in_words(&row, "Mail"),
            "You said that “send'. No secret goes along. 'x” of “Mail” returns no private data."
        );
    }
}
