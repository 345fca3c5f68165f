//! Where the secrets of a server are, how they get there and how they are forgotten, and what the record must
//! know of them.
//!
//! A new value never takes the place of an old one: it goes under a name of its own, the server's row says
//! which, and the old one is deleted once that row is saved. So whatever fails, a saved server has the secrets
//! that were saved with it, and nothing without an owner is left behind.

use super::super::{Entry, Inner, locked};
use crate::limits;
use portcullis_core::ids::{self, ServerId};
use portcullis_core::{Code, Error, Result};
use portcullis_core::{PendingSecrets, Redactor};
use portcullis_domain::{Endpoint, ServerDraft};
use portcullis_l10n::say;
use portcullis_oauth::secrets_at;
use portcullis_secrets::{Secret, Vault};
use portcullis_storage::store::servers::{SecretPlaces, ServerRow, secret_key};
use sha2::{Digest, Sha256};

/// Of a variable.
pub(in crate::host) const VARIABLE: &str = "env";
/// Of a header.
pub(in crate::host) const HEADER: &str = "header";

/// Every secret of a draft: its kind and its name.
fn secrets(draft: &ServerDraft) -> impl Iterator<Item = (&'static str, &str)> {
    let variables = draft.environment.iter().map(|value| (VARIABLE, value));
    let all = variables.chain(draft.headers.iter().map(|value| (HEADER, value)));
    all.filter(|(_, value)| value.secret)
        .map(|(kind, value)| (kind, value.name.as_str()))
}

/// What an earlier version called a secret, and how every name begins.
fn plain_place(server: &ServerId, kind: &str, name: &str) -> String {
    format!("server/{}/{kind}/{name}", server.as_str())
}

/// How the names of the secrets for one URL begin in the keychain. A row whose URL was changed in the file names none of them.
pub(in crate::host) fn places_for_url(kind: &str, url: &str) -> String {
    format!("{kind}/{}/", &ids::hex(&Sha256::digest(url.as_bytes()))[..32])
}

/// Where a saved secret is. A row that names the keychain entry of another owner was changed in the file, and gets no secret.
fn place(row: &ServerRow, kind: &str, name: &str) -> String {
    let plain = plain_place(&row.id, kind, name);
    let known = row.secrets.get(&secret_key(kind, name));
    let own = known.filter(|known| {
        known
            .strip_prefix(&plain)
            .is_some_and(|rest| rest.starts_with('/'))
    });
    own.cloned().unwrap_or(plain)
}

/// Where all secrets of a server are.
pub(in crate::host) fn places(row: &ServerRow) -> Vec<String> {
    secrets(&row.draft)
        .map(|(kind, name)| place(row, kind, name))
        .collect()
}

/// Where the secrets of a draft will be: those with a new value where it was put, the others where they are.
///
/// # Errors
/// `input.bad` when one has neither, because the server was changed meanwhile.
pub(in crate::host) fn places_of_draft(
    draft: &ServerDraft,
    fresh: &SecretPlaces,
    before: Option<&ServerRow>,
) -> Result<SecretPlaces> {
    let mut all = SecretPlaces::new();
    for (kind, name) in secrets(draft) {
        let key = secret_key(kind, name);
        let kept = || {
            let before = before?;
            let had = secrets(&before.draft).any(|secret| secret == (kind, name));
            had.then(|| place(before, kind, name))
        };
        let place = fresh.get(&key).cloned().or_else(kept).ok_or_else(|| {
            let name = portcullis_core::text::escape_line(name).text;
            Error::new(Code::BadInput, say!("secret-no-value", name)).remedy(say!("secret-no-value-remedy"))
        })?;
        all.insert(key, place);
    }
    Ok(all)
}

impl Inner {
    /// The values of some secrets of a server, for one start.
    pub(in crate::host) async fn secrets(
        &self,
        entry: &Entry,
        kind: &str,
        names: &[String],
    ) -> Result<Vec<(String, Secret)>> {
        let row = entry.row();
        let label = &row.draft.label;
        let mut secrets = Vec::with_capacity(names.len());
        for name in names {
            let found = self
                .vault
                .get(&place(&row, kind, name))
                .await
                .map_err(|error| Error {
                    sentence: say!("start-failed", server = label, reason = error.sentence),
                    ..error
                })?;
            let secret = found.ok_or_else(|| {
                Error::new(
                    Code::VaultMissing,
                    say!("secret-not-stored", server = label, name),
                )
                .remedy(say!("secret-not-stored-remedy"))
            })?;
            self.redactor.learn(secret.expose());
            secrets.push((name.clone(), secret));
        }
        Ok(secrets)
    }

    /// Moves secret values from the draft to the keychain, each under a new name, before anything is saved.
    /// When one is not taken, none stays.
    pub(in crate::host) async fn keep_secrets(
        &self,
        id: &ServerId,
        draft: &mut ServerDraft,
    ) -> Result<SecretPlaces> {
        let label = draft.label.clone();
        let mut fresh = SecretPlaces::new();
        for (kind, values) in [(VARIABLE, &mut draft.environment), (HEADER, &mut draft.headers)] {
            for value in values.iter_mut().filter(|value| value.secret) {
                let Some(content) = value.value.take() else {
                    continue;
                };
                let place = format!("{}/{}", plain_place(id, kind, &value.name), ids::random());
                self.redactor.learn(&content);
                // One that is not taken does not stay there, even where the keychain answers too late.
                if let Err(error) = self.vault.set(&place, Secret::from(content)).await {
                    self.forget_secrets(&label, fresh.into_values()).await;
                    return Err(error);
                }
                fresh.insert(secret_key(kind, &value.name), place);
            }
        }
        Ok(fresh)
    }

    /// Deletes secrets that are no longer needed. What the keychain does not let go of is said; how many these
    /// are is returned.
    pub(in crate::host) async fn forget_secrets(
        &self,
        label: &str,
        places: impl Iterator<Item = String> + Send,
    ) -> usize {
        let (mut left, mut reason) = (0, None);
        for place in places {
            // A locked keychain takes its whole time for each; once is enough.
            let locked = matches!(
                &reason,
                Some(Error {
                    code: Code::VaultLocked | Code::VaultMissing,
                    ..
                })
            );
            if locked {
                left += 1;
            } else if let Err(error) = self.vault.remove(&place).await {
                left += 1;
                reason = Some(error);
            }
        }
        if let Some(error) = reason {
            let problem = Error::new(
                error.code,
                say!(
                    "secret-left",
                    count = left,
                    server = label,
                    reason = error.sentence
                ),
            )
            .remedy(say!("secret-left-remedy"));
            tracing::warn!(error = %problem, "secrets were left in the keychain");
            self.emit_problem(problem);
        }
        left
    }

    /// Tells the redactor what looks like a secret in a command line: it is in no keychain, and must not be recorded or shown either.
    pub(in crate::host) fn learn_arguments(&self, draft: &ServerDraft) {
        self.redactor.learn_arguments(arguments_of(draft));
    }

    /// The same for servers that are proposed, and may never be saved.
    pub(in crate::host) fn learn_proposed<'a>(&self, drafts: impl IntoIterator<Item = &'a ServerDraft>) {
        self.redactor
            .learn_proposed_arguments(drafts.into_iter().map(arguments_of));
    }

    /// Tells the redactor the secrets of a saved server, in the background: also while it is off they must not
    /// be recorded or shown.
    pub(in crate::host) fn learn_secrets(&self, entry: &Entry) {
        let mut open = places(&locked(&entry.data).row);
        // A sign-in of an earlier run, which may not be used in this one.
        open.extend(entry.authority.places());
        self.learn_places(open);
    }

    /// The same for whatever the keychain has under these names.
    pub(in crate::host) fn learn_places(&self, open: Vec<String>) {
        if open.is_empty() {
            return;
        }
        let (vault, redactor) = (self.vault.clone(), self.redactor.clone());
        let (expected, closing) = (redactor.expect(), self.closing.clone());
        tokio::spawn(async move {
            closing
                .run_until_cancelled(learn(vault, redactor, open, expected))
                .await;
        });
    }

    /// Waits until the secrets of all servers are known, so that they can be told from other words; at most
    /// [`limits::SECRETS_KNOWN`], since a keychain may be locked forever. To be awaited before something that a
    /// person or a model wrote is recorded.
    pub(in crate::host) async fn secrets_known(&self) {
        if self.redactor.is_complete() {
            return;
        }
        // Later is no failure: what is unknown then is only found by its name.
        _ = tokio::time::timeout(limits::SECRETS_KNOWN, self.redactor.complete()).await;
    }
}

fn arguments_of(draft: &ServerDraft) -> &[String] {
    match &draft.endpoint {
        Endpoint::Command { arguments, .. } => arguments,
        _ => &[],
    }
}

/// A keychain that is locked or not there yet is asked again when it has answered another request.
async fn learn(vault: Vault, redactor: Redactor, mut open: Vec<String>, expected: PendingSecrets) {
    let mut expected = Some(expected);
    let mut answered = vault.answered();
    while let Some(place) = open.last() {
        answered.borrow_and_update();
        match vault.get_in_background(place).await {
            Ok(found) => {
                for secret in found.into_iter().flat_map(|found| secrets_at(place, found)) {
                    redactor.learn(secret.expose());
                }
                open.pop();
            }
            Err(Error {
                code: Code::VaultLocked | Code::VaultMissing,
                ..
            }) => {
                // No caller waits for it any longer.
                expected.take();
                if answered.changed().await.is_err() {
                    return;
                }
            }
            Err(error) => {
                tracing::warn!(%error, "a secret cannot be recognised");
                open.pop();
            }
        }
    }
}
