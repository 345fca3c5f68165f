//! The room of providers of models: adding one with its key, checking it, choosing among its models, and finding those
//! that run on this computer.
//!
//! A key goes to the keychain under a name of its own and comes back for one use at a time (S-67). What is secret here
//! is known to the record like every other secret, so that it is masked wherever it turns up (S-88).

mod asking;

use super::{Host, Inner, locked};
use crate::limits;
use asking::{ModelChange, setting_row};
use portcullis_api::{FoundProvider, HostEvent, ModelChoice, ModelLine, ProviderDraft, ProviderView};
use portcullis_approval::consent::ProposedProvider;
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, Result, ids};
use portcullis_domain::{Hidden, ModelFacts, Problem, ProviderKind, RecordKind, SamplingModel};
use portcullis_l10n::say;
use portcullis_llm::Model;
use portcullis_llm::providers::{self, ListedModel, Provider, ProviderModel};
use portcullis_net::is_here;
use portcullis_secrets::Secret;
use portcullis_storage::audit::Intended;
use portcullis_storage::store::providers::{self as rows, ModelRow, ProviderRow};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use url::Url;

/// What the built-in model is chosen by.
pub(crate) const BUILT_IN: &str = "demo";

/// Providers as they are kept, and what their last checks found.
#[derive(Default)]
pub(crate) struct Providers {
    rows: Mutex<Vec<ProviderRow>>,
    problems: Mutex<HashMap<String, Problem>>,
    /// One change after the other: each reads and writes. Nobody asks the network or the keychain during it.
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
        self.0.add_provider(draft).await
    }

    /// Puts another key in the place of a provider's, or takes it away. One that leaves this computer is asked about at
    /// the gate first, and this waits for the answer.
    ///
    /// # Errors
    /// `not_found`, `input.bad`, `consent.*`, `vault.*`, `store.*`.
    pub async fn set_provider_key(&self, provider: &str, key: Option<Hidden>) -> Result<ProviderView> {
        self.0.set_provider_key(provider, key).await
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
    pub async fn remove_provider(&self, provider: &str) -> Result<()> {
        self.0.remove_provider(provider).await
    }

    /// Uses a model or does not, and says what is known of it; one that the provider does not list is added. `facts`
    /// of `None` leaves them as they are known.
    ///
    /// # Errors
    /// `not_found`, `input.bad`, `store.*`.
    pub async fn set_model(
        &self,
        provider: &str,
        model: &str,
        used: bool,
        facts: Option<ModelFacts>,
    ) -> Result<ProviderView> {
        self.0.set_model(provider, model.trim(), used, facts).await
    }

    /// Looks for providers at these addresses of this computer in place of the usual ones.
    pub fn look_for_providers_at(&self, near: Vec<(ProviderKind, Url)>) {
        *locked(&self.0.providers.near) = Some(near);
    }

    /// Looks for providers on this computer that are not added yet. Nothing is sent but the question for their models.
    pub async fn find_providers(&self) -> Vec<FoundProvider> {
        self.0.find_providers().await
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
        let places: Vec<String> = rows.iter().filter_map(|row| row.place.clone()).collect();
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
        let more = u32::try_from(models.len().saturating_sub(limits::MODELS)).unwrap_or(u32::MAX);
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

    async fn add_provider(self: &Arc<Self>, draft: ProviderDraft) -> Result<ProviderView> {
        let key = draft
            .key
            .map(|key| key.0.trim().to_owned())
            .filter(|key| !key.is_empty());
        if key.as_ref().is_some_and(|key| !is_key(key)) {
            return Err(bad_key());
        }
        let typed = draft
            .address
            .as_deref()
            .map(str::trim)
            .filter(|typed| !typed.is_empty());
        let typed = typed
            .or_else(|| providers::usual_address(draft.kind))
            .ok_or_else(|| Error::new(Code::BadInput, say!("provider-no-url")))?;
        let address = providers::address(typed, key.is_some())?;
        let label = self.label_of_new(draft.label.as_deref(), draft.kind)?;
        let proposed = ProposedProvider {
            kind: draft.kind,
            label,
            address,
        };
        let (permit, shown) = self
            .may_send(proposed, ModelChange::Add { key: key.is_some() })
            .await?;
        let ProposedProvider { kind, label, address } = permit.spend();
        let place = match key {
            Some(key) => Some(self.keep_key(key).await?),
            None => None,
        };
        let row = ProviderRow {
            id: ids::random(),
            kind,
            label,
            address: address.as_str().trim_end_matches('/').to_owned(),
            place: place.clone(),
            checked_at: None,
            models: Vec::new(),
            added_at: self.now(),
        };
        let (id, label) = (row.id.clone(), row.label.clone());
        if let Err(error) = self.keep_new_provider(row, shown).await {
            self.forget_key(&label, place).await;
            return Err(error);
        }
        self.check_provider(&id, false).await
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
    async fn keep_key(&self, key: String) -> Result<String> {
        let place = format!("model/{}/key", ids::random());
        self.redactor.learn(&key);
        if let Err(error) = self.vault.set(&place, Secret::from(key)).await {
            // A keychain that answered too late may have kept it all the same.
            if let Err(error) = self.vault.remove(&place).await {
                tracing::warn!(%error, "a key that was not taken may be in the keychain");
            }
            return Err(error);
        }
        Ok(place)
    }

    /// Takes a key that no provider names out of the keychain. What stays there is said.
    async fn forget_key(&self, label: &str, place: Option<String>) {
        self.forget_secrets(label, place.into_iter()).await;
    }

    async fn set_provider_key(self: &Arc<Self>, id: &str, key: Option<Hidden>) -> Result<ProviderView> {
        let key = key
            .map(|key| key.0.trim().to_owned())
            .filter(|key| !key.is_empty());
        if key.as_ref().is_some_and(|key| !is_key(key)) {
            return Err(bad_key());
        }
        let row = self.provider_row(id)?;
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
                let (permit, shown) = self.may_send(proposed, ModelChange::Key).await?;
                if permit.spend().address != address {
                    return Err(Error::internal("a permit is for another provider"));
                }
                shown
            }
        };
        let label = self.provider_row(id)?.label;
        let fresh = match key {
            Some(key) => Some(self.keep_key(key).await?),
            None => None,
        };
        match self.put_key(id, &address, fresh.clone(), shown).await {
            Ok(old) => self.forget_key(&label, old).await,
            Err(error) => {
                self.forget_key(&label, fresh).await;
                return Err(error);
            }
        }
        self.check_provider(id, false).await
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
        let old = std::mem::replace(&mut row.place, fresh);
        let noted = setting_row(say!("provider-key-changed", provider = row.label), shown);
        self.keep_provider_noted(row, noted).await?;
        Ok(old)
    }

    /// `aloud` has a model say a word as well, which costs as much as a word does. What is found is kept with the
    /// provider as it is by then: it may be changed while it is asked.
    async fn check_provider(self: &Arc<Self>, id: &str, aloud: bool) -> Result<ProviderView> {
        let asked = self.provider_row(id)?;
        let found = self.look(&asked, aloud).await;
        let _turn = self.providers.turn.lock().await;
        let mut row = self.provider_row(id)?;
        if (&row.address, &row.place) != (&asked.address, &asked.place) {
            // Another key was asked about than the one that it has now, and that one has a check of its own.
            return Ok(self.provider_view(&row));
        }
        let address = Url::parse(&row.address).map_err(Error::internal)?;
        let (list, problem) = match found {
            Ok(Looked { list, said }) => (Some(list), said.err()),
            Err(error) => (None, Some(error)),
        };
        if let Some(list) = list {
            merge(&mut row, list, &address);
        }
        row.checked_at = Some(self.now());
        {
            let mut problems = locked(&self.providers.problems);
            match problem {
                None => _ = problems.remove(id),
                Some(error) => _ = problems.insert(id.to_owned(), error.into()),
            }
        }
        self.keep_provider(row.clone()).await?;
        Ok(self.provider_view(&row))
    }

    /// Asks a provider for its models, and one of them for a word.
    async fn look(&self, row: &ProviderRow, aloud: bool) -> Result<Looked> {
        let provider = self.provider(row).await?;
        let list = provider.list(limits::MODEL_LOOK.1).await?;
        let mut row = row.clone();
        merge(&mut row, list.clone(), &provider.address);
        let said = if row.models.is_empty() {
            let none = Error::new(
                Code::ModelUnknown,
                say!("provider-no-models", provider = row.label),
            );
            Err(none.remedy(say!("provider-no-models-remedy")))
        } else {
            match row.models.iter().find(|model| model.used && !model.gone) {
                Some(model) if aloud => provider.try_out(&model.listed.name).await,
                _ => Ok(()),
            }
        };
        Ok(Looked { list, said })
    }

    /// A provider with its key.
    async fn provider(&self, row: &ProviderRow) -> Result<Provider> {
        let key = match &row.place {
            Some(place) => match self.vault.get(place).await? {
                Some(key) => {
                    self.redactor.learn(key.expose());
                    Some(key)
                }
                None => {
                    return Err(
                        Error::new(Code::ModelKey, say!("provider-key-gone", provider = row.label))
                            .remedy(say!("provider-key-gone-remedy")),
                    );
                }
            },
            None => None,
        };
        Ok(Provider {
            kind: row.kind,
            label: row.label.clone(),
            address: Url::parse(&row.address).map_err(Error::internal)?,
            key,
        })
    }

    async fn remove_provider(&self, id: &str) -> Result<()> {
        let _turn = self.providers.turn.lock().await;
        let row = self.provider_row(id)?;
        self.note(RecordKind::Host, say!("provider-removed", provider = row.label))
            .await?;
        // The key first: what cannot be deleted must stay visible.
        if let Some(place) = &row.place {
            self.vault.remove(place).await?;
        }
        let gone = row.id.clone();
        self.store.write(move |db| rows::remove(db, &gone)).await?;
        locked(&self.providers.rows).retain(|known| known.id != row.id);
        locked(&self.providers.problems).remove(&row.id);
        self.tell_models();
        Ok(())
    }

    async fn set_model(
        &self,
        id: &str,
        name: &str,
        used: bool,
        facts: Option<ModelFacts>,
    ) -> Result<ProviderView> {
        let _turn = self.providers.turn.lock().await;
        let mut row = self.provider_row(id)?;
        // What conversations name it by is understood as well.
        let name = name
            .strip_prefix(id)
            .and_then(|name| name.strip_prefix('/'))
            .unwrap_or(name);
        let fits =
            |price: Option<f64>| price.is_none_or(|price| price.is_finite() && (0.0..1e6).contains(&price));
        if facts
            .as_ref()
            .is_some_and(|facts| !fits(facts.price_in) || !fits(facts.price_out))
        {
            return Err(Error::new(Code::BadInput, say!("provider-price")));
        }
        let known = row.models.iter_mut().find(|model| model.listed.name == name);
        match known {
            Some(model) => {
                model.used = used;
                if let Some(facts) = facts {
                    model.own = Some(facts);
                }
            }
            None => {
                if name.is_empty() || name.len() > limits::MODEL_NAME || name.chars().any(char::is_control) {
                    return Err(Error::new(
                        Code::BadInput,
                        say!("provider-model-name", count = limits::MODEL_NAME),
                    ));
                }
                let listed = ListedModel {
                    name: name.to_owned(),
                    context: None,
                    output: None,
                };
                row.models.push(ModelRow {
                    listed,
                    used,
                    gone: false,
                    by_name: true,
                    own: facts,
                });
            }
        }
        self.keep_provider(row.clone()).await?;
        Ok(self.provider_view(&row))
    }

    async fn find_providers(&self) -> Vec<FoundProvider> {
        let known = self.provider_rows();
        let near = locked(&self.providers.near).clone().unwrap_or_else(usual_near);
        let looks = near.iter().filter_map(|(kind, address)| {
            let taken = known.iter().any(|row| same_place(&row.address, address.as_str()));
            (!taken).then_some(async move {
                let provider = Provider {
                    kind: *kind,
                    label: providers::called(*kind),
                    address: address.clone(),
                    key: None,
                };
                let models = provider.list(limits::MODEL_LOOK.0).await.ok()?;
                Some(FoundProvider {
                    kind: *kind,
                    address: address.as_str().trim_end_matches('/').to_owned(),
                    models: u32::try_from(models.len()).unwrap_or(u32::MAX),
                })
            })
        });
        let found = futures::future::join_all(looks).await;
        found.into_iter().flatten().collect()
    }

    /// Everything that can be chosen for a conversation.
    pub(super) fn model_choices(&self) -> Vec<ModelChoice> {
        let mut choices = vec![ModelChoice {
            id: BUILT_IN.to_owned(),
            name: self.model.name().to_owned(),
            provider: "Portcullis".to_owned(),
            tools: true,
        }];
        for row in self.provider_rows() {
            for model in row.models.iter().filter(|model| model.used) {
                choices.push(ModelChoice {
                    id: model_id(&row, model),
                    name: providers::shown(&model.listed.name),
                    provider: row.label.clone(),
                    tools: facts(&row, model).tools,
                });
            }
        }
        choices
    }

    /// What new conversations begin with: the first model that a person added, else the built-in one.
    pub(super) fn first_choice(&self) -> (String, String) {
        let mut choices = self.model_choices();
        let at = usize::from(choices.len() > 1);
        let first = choices.swap_remove(at);
        (first.id, first.name)
    }

    /// A model by what it is chosen by, without its key: for what can be told without asking it.
    pub(super) fn model_at_rest(&self, id: &str) -> Result<Arc<dyn Model>> {
        if id == BUILT_IN {
            return Ok(Arc::clone(&self.model));
        }
        let (row, model) = self.model_row(id)?;
        let provider = Provider {
            kind: row.kind,
            label: row.label.clone(),
            address: Url::parse(&row.address).map_err(Error::internal)?,
            key: None,
        };
        let facts = facts(&row, &model);
        Ok(Arc::new(ProviderModel::new(provider, &model.listed.name, facts)))
    }

    /// A model with its key, for one use.
    pub(super) async fn model_at_work(&self, id: &str) -> Result<Arc<dyn Model>> {
        if id == BUILT_IN {
            return Ok(Arc::clone(&self.model));
        }
        let (row, model) = self.model_row(id)?;
        let provider = self.provider(&row).await?;
        let facts = facts(&row, &model);
        Ok(Arc::new(ProviderModel::new(provider, &model.listed.name, facts)))
    }

    fn model_row(&self, id: &str) -> Result<(ProviderRow, ModelRow)> {
        let found = id.split_once('/').and_then(|(provider, name)| {
            let row = self.provider_row(provider).ok()?;
            let model = row.models.iter().find(|model| model.listed.name == name)?.clone();
            Some((row, model))
        });
        found.ok_or_else(|| {
            Error::new(Code::ModelUnknown, say!("provider-model-gone"))
                .remedy(say!("provider-model-gone-remedy"))
        })
    }

    /// Models that a server's request may go to: those of providers first, the built-in one last. No two have one name.
    pub(super) fn candidates(&self) -> Vec<ModelCandidate> {
        let mut choices = self.model_choices();
        choices.rotate_left(1);
        let mut candidates: Vec<ModelCandidate> = Vec::new();
        for choice in choices {
            let Ok(model) = self.model_at_rest(&choice.id) else {
                continue;
            };
            let mut shown = model.for_sampling();
            let taken = |name: &str| candidates.iter().any(|candidate| candidate.shown.name == name);
            if taken(&shown.name) {
                shown.name = format!("{} ({})", shown.name, choice.provider);
            }
            if !taken(&shown.name) {
                candidates.push(ModelCandidate {
                    id: choice.id,
                    shown,
                    model,
                });
            }
        }
        candidates
    }
}

/// What a check of a provider found.
struct Looked {
    /// The models that it lists.
    list: Vec<ListedModel>,
    /// Whether one of them can be used.
    said: Result<()>,
}

/// A model that a server's request may go to.
pub(super) struct ModelCandidate {
    /// What it is chosen by.
    pub id: String,
    /// How it is presented.
    pub shown: SamplingModel,
    /// Itself, without its key.
    pub model: Arc<dyn Model>,
}

fn model_id(row: &ProviderRow, model: &ModelRow) -> String {
    format!("{}/{}", row.id, model.listed.name)
}

fn line(row: &ProviderRow, model: &ModelRow) -> ModelLine {
    ModelLine {
        id: model_id(row, model),
        name: providers::shown(&model.listed.name),
        facts: facts(row, model),
        edited: model.own.is_some(),
        used: model.used,
        gone: model.gone,
    }
}

fn facts(row: &ProviderRow, model: &ModelRow) -> ModelFacts {
    match (&model.own, Url::parse(&row.address)) {
        (Some(own), _) => own.clone(),
        (None, Ok(address)) => providers::known(row.kind, &address, &model.listed).0,
        (None, Err(_)) => ModelFacts::default(),
    }
}

fn usual_near() -> Vec<(ProviderKind, Url)> {
    let kinds = [ProviderKind::Ollama, ProviderKind::LmStudio].into_iter();
    kinds
        .filter_map(|kind| Some((kind, Url::parse(providers::usual_address(kind)?).ok()?)))
        .collect()
}

/// Puts a fresh list in the place of an old one. What a person chose or said of a model stays; the first few that are
/// known to use tools are used at first.
fn merge(row: &mut ProviderRow, list: Vec<ListedModel>, address: &Url) {
    let fresh = row.models.iter().all(|model| model.by_name);
    let mut old = std::mem::take(&mut row.models);
    for listed in list.into_iter().take(limits::MODELS) {
        let before = old.iter().position(|model| model.listed.name == listed.name);
        let before = before.map(|at| old.swap_remove(at));
        if row.models.iter().any(|model| model.listed.name == listed.name) {
            continue;
        }
        row.models.push(ModelRow {
            used: before.as_ref().is_some_and(|model| model.used),
            gone: false,
            by_name: false,
            own: before.and_then(|model| model.own),
            listed,
        });
    }
    for mut model in old {
        if model.by_name || model.used || model.own.is_some() {
            model.gone = !model.by_name;
            row.models.push(model);
        }
    }
    if fresh {
        let good: Vec<usize> = (0..row.models.len())
            .filter(|at| providers::known(row.kind, address, &row.models[*at].listed).1)
            .collect();
        let first = if good.is_empty() {
            (0..row.models.len()).collect()
        } else {
            good
        };
        for at in first.into_iter().take(limits::MODELS_AT_FIRST) {
            row.models[at].used = true;
        }
    }
}

/// Bytes that can be in a header: what is copied with a line break or a picture of a dash is no key.
fn is_key(key: &str) -> bool {
    key.len() <= limits::MODEL_KEY && key.bytes().all(|byte| byte.is_ascii_graphic())
}

fn bad_key() -> Error {
    Error::new(Code::BadInput, say!("provider-key-invalid")).remedy(say!("provider-key-invalid-remedy"))
}

fn label(typed: Option<&str>, kind: ProviderKind, rows: &[ProviderRow]) -> Result<String> {
    let taken = |label: &str| {
        rows.iter()
            .any(|row| row.label.to_lowercase() == label.to_lowercase())
    };
    match typed.map(str::trim).filter(|typed| !typed.is_empty()) {
        Some(typed) => {
            let label = ForeignText::new(typed).first_line(60).text;
            if taken(&label) {
                let sentence = say!("provider-label-taken", provider = label);
                return Err(
                    Error::new(Code::LabelTaken, sentence).remedy(say!("provider-label-taken-remedy"))
                );
            }
            Ok(label)
        }
        None => {
            let name = providers::called(kind);
            let free = (1..).map(|count| match count {
                1 => name.clone(),
                count => format!("{name} {count}"),
            });
            free.into_iter()
                .find(|label| !taken(label))
                .ok_or_else(|| Error::internal("there is no label left"))
        }
    }
}

fn same_place(one: &str, other: &str) -> bool {
    let key = |text: &str| {
        let url = Url::parse(text).ok()?;
        let host = if is_here(&url) {
            "here".to_owned()
        } else {
            url.host_str()?.to_owned()
        };
        Some((host, url.port_or_known_default()))
    };
    key(one).is_some() && key(one) == key(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(kind: ProviderKind) -> ProviderRow {
        ProviderRow {
            id: "p".to_owned(),
            kind,
            label: "P".to_owned(),
            address: "https://p.example".to_owned(),
            place: None,
            checked_at: None,
            models: Vec::new(),
            added_at: 0,
        }
    }

    fn list(names: &[&str]) -> Vec<ListedModel> {
        let listed = |name: &&str| ListedModel {
            name: (*name).to_owned(),
            context: None,
            output: None,
        };
        names.iter().map(listed).collect()
    }

    #[test]
    fn a_fresh_list_keeps_what_a_person_chose_and_says_what_is_gone() {
        let address = Url::parse("https://p.example").unwrap();
        let mut row = row(ProviderKind::Compatible);
        merge(&mut row, list(&["a", "b", "a", "c"]), &address);
        let names = |row: &ProviderRow| -> Vec<(String, bool, bool)> {
            let rows = row.models.iter();
            rows.map(|model| (model.listed.name.clone(), model.used, model.gone))
                .collect()
        };
        let line = |name: &str, used, gone| (name.to_owned(), used, gone);
        assert_eq!(
            names(&row),
            [
                line("a", true, false),
                line("b", true, false),
                line("c", true, false)
            ]
        );
        row.models[1].used = false;
        merge(&mut row, list(&["b", "d", "a"]), &address);
        assert_eq!(
            names(&row),
            [
                line("b", false, false),
                line("d", false, false),
                line("a", true, false),
                line("c", true, true)
            ]
        );
        merge(&mut row, list(&["a"]), &address);
        assert_eq!(names(&row), [line("a", true, false), line("c", true, true)]);
    }

    #[test]
    fn known_models_that_use_tools_are_used_first() {
        let address = Url::parse("https://api.anthropic.com").unwrap();
        let mut row = row(ProviderKind::Anthropic);
        merge(&mut row, list(&["never-heard-of", "claude-haiku-4-5"]), &address);
        let used: Vec<bool> = row.models.iter().map(|model| model.used).collect();
        assert_eq!(used, [false, true]);
    }

    #[test]
    fn a_place_is_the_same_however_this_computer_is_called() {
        assert!(same_place("http://localhost:11434", "http://127.0.0.1:11434/"));
        assert!(!same_place("http://localhost:11434", "http://localhost:1234"));
        assert!(!same_place("nonsense", "nonsense"));
    }
}
