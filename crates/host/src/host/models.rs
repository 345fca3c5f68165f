//! The room of providers of models: adding one with its key, checking it, choosing among its models, and finding those
//! that run on this computer.
//!
//! A key goes to the keychain under a name of its own, which says for which URL it is, and comes back for one use at a time
//! (S-67). What is secret here is known to the record like every other secret, so that it is masked wherever it turns up (S-88).

mod asking;
mod checking;
mod choosing;

use super::client_host::secrets::places_for_url;
use super::{Host, Inner, count, locked};
use crate::limits;
use asking::{ModelChange, setting_row};
pub(super) use choosing::ModelCandidate;
use choosing::line;
use portcullis_api::{HostEvent, ModelLine, ProviderDraft, ProviderView};
use portcullis_approval::consent::ProposedProvider;
use portcullis_core::text::{ForeignText, is_quotation_mark, look_alike, shell_word};
use portcullis_core::{Code, Error, Result, ids};
use portcullis_domain::{Hidden, Problem, ProviderKind, RecordKind};
use portcullis_l10n::say;
use portcullis_llm::providers::{self, Provider};
use portcullis_net::is_here;
use portcullis_secrets::Secret;
use portcullis_storage::audit::Intended;
use portcullis_storage::store::providers::{self as rows, ProviderRow};
use std::collections::HashMap;
use std::sync::Mutex;
use url::Url;

/// What the built-in model is chosen by.
pub(crate) const BUILT_IN: &str = "demo";

/// Providers as they are kept, and what their last checks found.
#[derive(Default)]
pub(crate) struct Providers {
    rows: Mutex<Vec<ProviderRow>>,
    problems: Mutex<HashMap<String, Problem>>,
    /// One change after the other: each reads and writes. The network and the keychain are not used during it.
    turn: tokio::sync::Mutex<()>,
    /// Where providers on this computer usually listen; `None` for where they do.
    near: Mutex<Option<Vec<(ProviderKind, Url)>>>,
}

impl Host {
    /// Providers, oldest first.
    #[must_use]
    pub fn models(&self) -> Vec<ProviderView> {
        self.0.provider_views()
    }

    /// Adds a provider, lists its models and uses the first few. It is kept also where that does not work, with the
    /// problem in it, so that nothing has to be typed twice. One that is not on this computer is asked about at the gate
    /// first, and this waits for the answer.
    ///
    /// # Errors
    /// `input.bad`, `consent.*`, `vault.*`, `store.*`: nothing was added then.
    pub async fn add_provider(&self, draft: ProviderDraft) -> Result<ProviderView> {
        let key = checked_key(draft.key)?;
        let typed = draft
            .address
            .as_deref()
            .map(str::trim)
            .filter(|typed| !typed.is_empty());
        let typed = typed
            .or_else(|| providers::usual_address(draft.kind))
            .ok_or_else(|| Error::new(Code::BadInput, say!("provider-no-url")))?;
        let address = providers::address(typed, key.is_some())?;
        let label = self.0.label_of_new(draft.label.as_deref(), draft.kind)?;
        let proposed = ProposedProvider {
            kind: draft.kind,
            label,
            address,
        };
        let (permit, shown) = self
            .0
            .may_send(proposed, ModelChange::Add { key: key.is_some() })
            .await?;
        let ProposedProvider { kind, label, address } = permit.spend();
        let address = address.as_str().trim_end_matches('/').to_owned();
        let place = self.0.keep_key(key, &address).await?;
        let row = ProviderRow {
            id: ids::random(),
            kind,
            label,
            address,
            place: place.clone(),
            checked_at: None,
            models: Vec::new(),
            added_at: self.0.now(),
        };
        let (id, label) = (row.id.clone(), row.label.clone());
        if let Err(error) = self.0.keep_new_provider(row, shown).await {
            self.0.forget_key(&label, place).await;
            return Err(error);
        }
        self.0.check_provider(&id, false).await
    }

    /// Puts another key in the place of a provider's, or takes it away. One that leaves this computer is asked about at
    /// the gate first, and this waits for the answer.
    ///
    /// # Errors
    /// `not_found`, `input.bad`, `consent.*`, `vault.*`, `store.*`.
    pub async fn set_provider_key(&self, id: &str, key: Option<Hidden>) -> Result<ProviderView> {
        let key = checked_key(key)?;
        let row = self.0.provider_row(id)?;
        let address = providers::address(&row.address, key.is_some())?;
        let shown = match &key {
            // What is taken away goes nowhere.
            None => None,
            Some(_) => {
                let proposed = ProposedProvider {
                    kind: row.kind,
                    label: row.label,
                    address: address.clone(),
                };
                let (permit, shown) = self.0.may_send(proposed, ModelChange::Key).await?;
                if permit.spend().address != address {
                    return Err(Error::internal("a permit is for another provider"));
                }
                shown
            }
        };
        let label = self.0.provider_row(id)?.label;
        let fresh = self.0.keep_key(key, &row.address).await?;
        match self.0.put_key(id, &address, fresh.clone(), shown).await {
            Ok(old) => self.0.forget_key(&label, old).await,
            Err(error) => {
                self.0.forget_key(&label, fresh).await;
                return Err(error);
            }
        }
        self.0.check_provider(id, false).await
    }

    /// Lists a provider's models again and has one of them say a word.
    ///
    /// # Errors
    /// `not_found`, `store.*`. What is wrong with the provider is in the view.
    pub async fn check_provider(&self, provider: &str) -> Result<ProviderView> {
        self.0.check_provider(provider, true).await
    }

    /// Forgets a provider and its key.
    ///
    /// # Errors
    /// `not_found`, `vault.*`, `store.*`.
    pub async fn remove_provider(&self, id: &str) -> Result<()> {
        let _turn = self.0.providers.turn.lock().await;
        let row = self.0.provider_row(id)?;
        self.0
            .note(RecordKind::Host, say!("provider-removed", provider = row.label))
            .await?;
        // The key first: what cannot be deleted must stay visible.
        if let Some(place) = key_place(&row) {
            self.0.vault.remove(place).await?;
        }
        let gone = row.id.clone();
        self.0.store.write(move |db| rows::remove(db, &gone)).await?;
        locked(&self.0.providers.rows).retain(|known| known.id != row.id);
        locked(&self.0.providers.problems).remove(&row.id);
        self.0.tell_models();
        Ok(())
    }

    /// Looks for providers at these addresses of this computer in place of the usual ones.
    pub fn look_for_providers_at(&self, near: Vec<(ProviderKind, Url)>) {
        *locked(&self.0.providers.near) = Some(near);
    }
}

impl Inner {
    pub(super) fn provider_rows(&self) -> Vec<ProviderRow> {
        locked(&self.providers.rows).clone()
    }

    fn provider_row(&self, id: &str) -> Result<ProviderRow> {
        let rows = locked(&self.providers.rows);
        rows.iter()
            .find(|row| row.id == id)
            .cloned()
            .ok_or_else(|| Error::new(Code::NotFound, say!("provider-gone")))
    }

    pub(super) async fn load_providers(&self) -> Result<()> {
        let rows = self.store.read(rows::list).await?;
        let places: Vec<String> = rows.iter().filter_map(key_place).cloned().collect();
        *locked(&self.providers.rows) = rows;
        self.learn_places(places);
        Ok(())
    }

    async fn keep_provider(&self, row: ProviderRow) -> Result<()> {
        let kept = row.clone();
        self.store.write(move |db| rows::put(db, &kept)).await?;
        self.provider_kept(row);
        Ok(())
    }

    /// The same, and in the same commit a row of the record about it.
    async fn keep_provider_noted(&self, row: ProviderRow, noted: Intended) -> Result<()> {
        let kept = row.clone();
        self.audit
            .once_with(move |db| Ok((rows::put(db, &kept)?, Some(noted))))
            .await?;
        self.provider_kept(row);
        Ok(())
    }

    fn provider_kept(&self, row: ProviderRow) {
        {
            let mut rows = locked(&self.providers.rows);
            match rows.iter_mut().find(|known| known.id == row.id) {
                Some(known) => *known = row,
                None => rows.push(row),
            }
        }
        self.tell_models();
    }

    fn tell_models(&self) {
        self.emit(HostEvent::Models {
            providers: self.provider_views(),
        });
    }

    fn provider_views(&self) -> Vec<ProviderView> {
        self.provider_rows()
            .iter()
            .map(|row| self.provider_view(row))
            .collect()
    }

    fn provider_view(&self, row: &ProviderRow) -> ProviderView {
        let address = Url::parse(&row.address).ok();
        let mut models: Vec<ModelLine> = row.models.iter().map(|model| line(row, model)).collect();
        models.sort_by_key(|model| !model.used);
        let more = count(models.len().saturating_sub(limits::MODELS));
        models.truncate(limits::MODELS);
        ProviderView {
            id: row.id.clone(),
            kind: row.kind,
            label: row.label.clone(),
            address: row.address.clone(),
            here: address.as_ref().is_some_and(is_here),
            key: row.place.is_some(),
            checked_at: row.checked_at,
            problem: locked(&self.providers.problems).get(&row.id).cloned(),
            models,
            more,
        }
    }

    async fn keep_new_provider(&self, mut row: ProviderRow, shown: Option<String>) -> Result<()> {
        let _turn = self.providers.turn.lock().await;
        // Another may have been added while this one was read.
        row.label = self.label_of_new(Some(&row.label), row.kind)?;
        let noted = setting_row(say!("provider-added", provider = row.label), shown);
        self.keep_provider_noted(row, noted).await
    }

    fn label_of_new(&self, typed: Option<&str>, kind: ProviderKind) -> Result<String> {
        let rows = self.provider_rows();
        if rows.len() >= limits::PROVIDERS {
            let sentence = say!("provider-too-many", count = rows.len());
            return Err(Error::new(Code::BadInput, sentence).remedy(say!("provider-too-many-remedy")));
        }
        label(typed, kind, &rows)
    }

    /// Puts a key into the keychain under a name of its own. One that is not taken does not stay.
    async fn keep_key(&self, key: Option<String>, address: &str) -> Result<Option<String>> {
        let Some(key) = key else { return Ok(None) };
        let place = format!("{}{}", places_for_url("model", address), ids::random());
        self.redactor.learn(&key);
        self.vault.set(&place, Secret::from(key)).await?;
        Ok(Some(place))
    }

    /// Takes a key that no provider names out of the keychain. What stays there is said.
    async fn forget_key(&self, label: &str, place: Option<String>) {
        self.forget_secrets(label, place.into_iter()).await;
    }

    /// Where the key of a provider is from now on; where it was.
    async fn put_key(
        &self,
        id: &str,
        address: &Url,
        fresh: Option<String>,
        shown: Option<String>,
    ) -> Result<Option<String>> {
        let _turn = self.providers.turn.lock().await;
        let mut row = self.provider_row(id)?;
        // The key is for the address that was read, whatever became of the provider meanwhile.
        if fresh.is_some() && providers::address(&row.address, true)? != *address {
            return Err(Error::new(Code::ConsentStale, say!("provider-stale")));
        }
        let old = key_place(&row).cloned();
        row.place = fresh;
        let noted = setting_row(say!("provider-key-changed", provider = row.label), shown);
        self.keep_provider_noted(row, noted).await?;
        Ok(old)
    }

    /// A provider with its key.
    async fn provider(&self, row: &ProviderRow) -> Result<Provider> {
        let key = match key_place(row) {
            None if row.place.is_some() => {
                return Err(no_key(row, say!("provider-key-other-url", provider = row.label)));
            }
            Some(place) => {
                let gone = || no_key(row, say!("provider-key-gone", provider = row.label));
                let key = self.vault.get(place).await?.ok_or_else(gone)?;
                self.redactor.learn(key.expose());
                Some(key)
            }
            None => None,
        };
        provider_of(row, key)
    }
}

/// Where the key of a provider is. A row that names another entry of the keychain was changed in the file: that one is neither sent
/// nor deleted.
fn key_place(row: &ProviderRow) -> Option<&String> {
    let own = places_for_url("model", &row.address);
    row.place.as_ref().filter(|place| place.starts_with(&own))
}

fn provider_of(row: &ProviderRow, key: Option<Secret>) -> Result<Provider> {
    Ok(Provider {
        kind: row.kind,
        label: row.label.clone(),
        address: Url::parse(&row.address).map_err(Error::internal)?,
        key,
    })
}

fn no_key(row: &ProviderRow, sentence: String) -> Error {
    Error::new(Code::ModelKey, sentence)
        .remedy(say!("provider-key-gone-remedy", label = shell_word(&row.label)))
}

/// A key as a person typed it, if there is one. It is sent in a header: what is copied with a line break or a picture of a dash is
/// none.
fn checked_key(typed: Option<Hidden>) -> Result<Option<String>> {
    let key = typed.map(|key| key.0.trim().to_owned());
    let fits =
        |key: &String| key.len() <= limits::MODEL_KEY && key.bytes().all(|byte| byte.is_ascii_graphic());
    match key.filter(|key| !key.is_empty()) {
        Some(key) if !fits(&key) => Err(Error::new(Code::BadInput, say!("provider-key-invalid"))
            .remedy(say!("provider-key-invalid-remedy"))),
        key => Ok(key),
    }
}

fn label(typed: Option<&str>, kind: ProviderKind, rows: &[ProviderRow]) -> Result<String> {
    // A name is all that tells them apart where a model request is approved.
    let like = |label: &str| rows.iter().find(|row| look_alike(&row.label, label));
    match typed.map(str::trim).filter(|typed| !typed.is_empty()) {
        Some(typed) => {
            // Questions put it between quotation marks.
            let typed = typed.replace(is_quotation_mark, "'");
            let label = ForeignText::new(typed).first_line(60).text;
            let Some(other) = like(&label) else {
                return Ok(label);
            };
            let (sentence, remedy) = match other.label.to_lowercase() == label.to_lowercase() {
                true => (
                    say!("provider-label-taken", provider = label),
                    say!("provider-label-taken-remedy"),
                ),
                false => (
                    say!(
                        "provider-label-similar",
                        name = label,
                        other = other.label.as_str()
                    ),
                    say!("label-similar-remedy"),
                ),
            };
            Err(Error::new(Code::LabelTaken, sentence).remedy(remedy))
        }
        None => {
            let name = providers::called(kind);
            let free = (1..).map(|count| match count {
                1 => name.clone(),
                count => format!("{name} {count}"),
            });
            free.into_iter()
                .find(|label| like(label).is_none())
                .ok_or_else(|| Error::internal("there is no label left"))
        }
    }
}
