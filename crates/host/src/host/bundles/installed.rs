//! Bundles on the disk: a folder of a random name for each, and beside it what it was given. Both are deleted when no server runs
//! from the folder (S-70).

use super::super::packages::{ID_LENGTH, is_id, read_record, write_record};
use super::super::{blocking, locked};
use super::Inner;
use portcullis_api::{InstallChoices, InstallValue, InstalledBundle};
use portcullis_bundles::{BundleSecrets, SettingValues};
use portcullis_core::text::escape_line;
use portcullis_core::{Error, Result};
use portcullis_domain::{Endpoint, ServerDraft};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of all bundles, in the data folder.
const FOLDER: &str = "bundles";
/// Bytes of a record that are read. It is as large as what a person typed.
const RECORD: u64 = 4 << 20;

/// What a bundle was given when it was installed, for its next version. It is only used to fill in a form again.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct BundleRecord {
    /// The name in its manifest.
    pub(super) name: String,
    /// Its version.
    pub(super) version: String,
    /// Values of its settings, without secrets.
    pub(super) values: SettingValues,
    /// Its secrets, by name only.
    pub(super) secrets: BundleSecrets,
    /// The variables that the manifest sets.
    pub(super) variables: BTreeSet<String>,
    /// The tools that the manifest lists, with their descriptions.
    #[serde(default)]
    pub(super) tools: BTreeMap<String, String>,
}

impl Inner {
    pub(in crate::host) fn bundles_folder(&self) -> PathBuf {
        self.data_dir.join(FOLDER)
    }

    /// Whether a server runs from a bundle.
    pub(in crate::host) fn runs_from_bundle(&self, draft: &ServerDraft) -> bool {
        !bundles_of(draft, &self.bundles_folder()).is_empty()
    }

    /// A server was saved that runs from it, or none was.
    pub(in crate::host) async fn forget_bundle(&self, id: &str) {
        locked(&self.bundles).pending.remove(id);
        self.sweep_bundles().await;
    }

    /// Deletes each folder of a bundle from which no server runs and that no question is about.
    pub(in crate::host) async fn sweep_bundles(&self) {
        let folder = self.bundles_folder();
        let mut used: HashSet<String> = locked(&self.bundles).pending.clone();
        for entry in self.entries() {
            used.extend(bundles_of(&entry.row().draft, &folder));
        }
        let swept = blocking(move || sweep(&folder, &used)).await;
        if let Err(error) = swept.and_then(|swept| swept) {
            tracing::warn!(%error, "an unused bundle was not deleted");
        }
    }

    /// The servers that run from a bundle, with what it was given. One whose record cannot be read is left out: it is changed like
    /// every server.
    pub(super) async fn installed_bundles(&self) -> Result<Vec<(InstalledBundle, BundleRecord)>> {
        let folder = self.bundles_folder();
        let mut servers = Vec::new();
        for entry in self.entries() {
            let row = entry.row();
            let ids = bundles_of(&row.draft, &folder);
            let choices = InstallChoices {
                fence: row.draft.fence,
                fence_named: false,
                fetch: false,
                start: row.draft.start,
            };
            servers.push((entry.id.as_str().to_owned(), row.draft.label, ids, choices));
        }
        blocking(move || {
            let mut found = Vec::new();
            for (server, label, ids, choices) in servers {
                let Some(record) = ids.iter().find_map(|id| read(&folder, id)) else {
                    continue;
                };
                let values = record.values.iter().map(|(key, values)| InstallValue {
                    key: key.clone(),
                    values: values.clone(),
                });
                let view = InstalledBundle {
                    server,
                    label,
                    version: escape_line(&record.version),
                    values: values.collect(),
                    stored: record.secrets.settings.iter().cloned().collect(),
                    choices,
                };
                found.push((view, record));
            }
            found
        })
        .await
    }
}

/// The bundles that a server names anywhere in what it runs: a folder that was changed by hand does not make it lose its program.
fn bundles_of(draft: &ServerDraft, bundles: &Path) -> Vec<String> {
    let Some(command) = command(&draft.endpoint) else {
        return Vec::new();
    };
    let variables = draft
        .environment
        .iter()
        .filter_map(|variable| variable.value.as_ref());
    named_in(command.chain(variables), bundles)
}

/// The folder of the one bundle that the command of a server names. A server does not run from what only its variables name.
pub(in crate::host) fn bundle_in(bundles: &Path, draft: &ServerDraft) -> Option<PathBuf> {
    let ids = named_in(command(&draft.endpoint)?, bundles);
    let (id, others) = ids.split_first()?;
    others.iter().all(|other| other == id).then(|| bundles.join(id))
}

/// The texts of a command, where there is one.
fn command(endpoint: &Endpoint) -> Option<impl Iterator<Item = &String>> {
    let Endpoint::Command {
        program,
        arguments,
        folder,
    } = endpoint
    else {
        return None;
    };
    Some(std::iter::once(program).chain(arguments).chain(folder))
}

fn named_in<'t>(texts: impl Iterator<Item = &'t String>, bundles: &Path) -> Vec<String> {
    let bundles = bundles.to_string_lossy();
    let named = texts.flat_map(|text| {
        let places = text.match_indices(bundles.as_ref());
        places.filter_map(|(at, found)| {
            let rest = text.get(at + found.len()..)?.strip_prefix(['/', '\\'])?;
            rest.get(..ID_LENGTH).filter(|id| is_id(id)).map(str::to_owned)
        })
    });
    named.collect()
}

fn place_of(bundles: &Path, id: &str) -> PathBuf {
    bundles.join(format!("{id}.json"))
}

/// Keeps what a bundle was given.
pub(super) fn write(bundles: &Path, id: &str, record: &BundleRecord) -> io::Result<()> {
    write_record(&place_of(bundles, id), record)
}

fn read(bundles: &Path, id: &str) -> Option<BundleRecord> {
    match read_record(&place_of(bundles, id), RECORD) {
        Ok(record) => Some(record),
        Err(error) => {
            tracing::warn!(%error, "what a bundle was given was not read");
            None
        }
    }
}

fn sweep(bundles: &Path, used: &HashSet<String>) -> Result<()> {
    let entries = match fs::read_dir(bundles) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Error::internal(error)),
    };
    for entry in entries {
        let entry = entry.map_err(Error::internal)?;
        let name = entry.file_name();
        let name = name.to_str().unwrap_or_default();
        // Only what was made here: a random id, one that was unpacked in part, what one was given.
        let id = [".part", ".json"]
            .iter()
            .find_map(|ending| name.strip_suffix(ending));
        let id = id.unwrap_or(name);
        if !is_id(id) || used.contains(id) {
            continue;
        }
        // A link is not followed: it is removed itself.
        let path = entry.path();
        let is_folder = entry.file_type().map_err(Error::internal)?.is_dir();
        let removed = match is_folder {
            true => fs::remove_dir_all(path),
            false => fs::remove_file(path),
        };
        removed.map_err(Error::internal)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_domain::NamedValue;

    #[test]
    fn a_bundle_is_used_wherever_a_server_names_it() {
        let (used, other) = ("0123456789abcdef0123456789abcdef", "f".repeat(ID_LENGTH));
        let draft = |program: &str, argument: String, folder: Option<String>, variable: String| ServerDraft {
            environment: vec![NamedValue {
                name: "A".to_owned(),
                value: Some(variable),
                secret: false,
            }],
            ..ServerDraft::unfenced(
                "x",
                Endpoint::Command {
                    program: program.to_owned(),
                    arguments: vec![argument],
                    folder,
                },
            )
        };
        let bundles = Path::new("/data/bundles");
        let inside = format!("/data/bundles/{used}/index.js");
        for (it, expected) in [
            (draft("node", inside.clone(), None, String::new()), vec![used]),
            (draft(&inside, String::new(), None, String::new()), vec![used]),
            (
                draft("node", String::new(), Some(inside.clone()), String::new()),
                vec![used],
            ),
            (
                draft("node", format!("--file={inside}"), None, String::new()),
                vec![used],
            ),
            (
                draft("node", String::new(), None, format!("/a:{inside}")),
                vec![used],
            ),
            (
                draft("node", format!("/elsewhere/bundles/{other}"), None, String::new()),
                vec![],
            ),
            (
                draft("node", "/data/bundles/mine".to_owned(), None, String::new()),
                vec![],
            ),
        ] {
            assert_eq!(bundles_of(&it, bundles), expected, "{it:?}");
        }
    }

    // Proves S-12.
    #[test]
    fn a_server_runs_from_the_one_bundle_that_its_command_names() {
        let bundles = Path::new("/data/bundles");
        let [one, two] = ["a", "b"].map(|letter| bundles.join(letter.repeat(ID_LENGTH)));
        let server = |arguments: &[&Path], folder: Option<&Path>, variable: &Path| {
            let text = |path: &Path| path.to_string_lossy().into_owned();
            let draft = ServerDraft {
                environment: vec![NamedValue {
                    name: "PYTHONPATH".to_owned(),
                    value: Some(text(variable)),
                    secret: false,
                }],
                ..ServerDraft::unfenced(
                    "x",
                    Endpoint::Command {
                        program: "python3".to_owned(),
                        arguments: arguments.iter().map(|path| text(path)).collect(),
                        folder: folder.map(text),
                    },
                )
            };
            bundle_in(bundles, &draft)
        };
        let script = one.join("main.py");
        assert_eq!(server(&[&script], Some(&one), &one), Some(one.clone()));
        assert_eq!(server(&[&script], None, &two), Some(one.clone()));
        assert_eq!(
            server(&[&script], Some(Path::new("/home/ada")), &one),
            Some(one.clone())
        );
        assert_eq!(
            server(&[&script], Some(&two), &one),
            None,
            "which one is not told"
        );
        assert_eq!(server(&[], None, &one), None, "only a variable names it");
    }
}
