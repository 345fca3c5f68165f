//! Choosing among the models of all providers, and the model that a choice stands for.

use super::{BUILT_IN, provider_of};
use crate::host::sampling::PERSON;
use crate::host::{Host, Inner};
use crate::limits;
use portcullis_api::{ModelChoice, ModelLine, ProviderView};
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{ModelFacts, SamplingModel};
use portcullis_l10n::say;
use portcullis_llm::Model;
use portcullis_llm::providers::{self, ListedModel, Provider, ProviderModel};
use portcullis_storage::store::providers::{ModelRow, ProviderRow};
use std::sync::Arc;
use url::Url;

/// A model that a server's request may go to.
pub(in crate::host) struct ModelCandidate {
    /// What it is chosen by.
    pub id: String,
    /// How it is presented.
    pub shown: SamplingModel,
    /// Itself, without its key.
    pub model: Arc<dyn Model>,
}

impl Host {
    /// Uses a model or does not, and says what is known of it; one that the provider does not list is added. `facts`
    /// of `None` leaves them as they are known.
    ///
    /// # Errors
    /// `not_found`, `input.bad`, `store.*`.
    pub async fn set_model(
        &self,
        id: &str,
        name: &str,
        used: bool,
        facts: Option<ModelFacts>,
    ) -> Result<ProviderView> {
        let _turn = self.0.providers.turn.lock().await;
        let mut row = self.0.provider_row(id)?;
        let name = name.trim();
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
        self.0.keep_provider(row.clone()).await?;
        Ok(self.0.provider_view(&row))
    }
}

impl Inner {
    /// Everything that can be chosen for a conversation.
    pub(in crate::host) fn model_choices(&self) -> Vec<ModelChoice> {
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
    pub(in crate::host) fn first_choice(&self) -> (String, String) {
        let mut choices = self.model_choices();
        let at = usize::from(choices.len() > 1);
        let first = choices.swap_remove(at);
        (first.id, first.name)
    }

    /// A model by what it is chosen by, without its key: for what can be told without asking it.
    pub(in crate::host) fn model_at_rest(&self, id: &str) -> Result<Arc<dyn Model>> {
        if id == BUILT_IN {
            return Ok(Arc::clone(&self.model));
        }
        let (row, model) = self.model_row(id)?;
        Ok(provider_model(provider_of(&row, None)?, &row, &model))
    }

    /// A model with its key, for one use.
    pub(in crate::host) async fn model_at_work(&self, id: &str) -> Result<Arc<dyn Model>> {
        if id == BUILT_IN {
            return Ok(Arc::clone(&self.model));
        }
        let (row, model) = self.model_row(id)?;
        Ok(provider_model(self.provider(&row).await?, &row, &model))
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
    pub(in crate::host) fn candidates(&self) -> Vec<ModelCandidate> {
        let mut choices = self.model_choices();
        choices.rotate_left(1);
        let mut candidates: Vec<ModelCandidate> = Vec::new();
        for choice in choices {
            let Ok(model) = self.model_at_rest(&choice.id) else {
                continue;
            };
            let mut shown = model.for_sampling();
            // A provider could give a model the word that stands for the person, and its answers would read as theirs.
            let taken = |name: &str| {
                name == PERSON || candidates.iter().any(|candidate| candidate.shown.name == name)
            };
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

fn provider_model(provider: Provider, row: &ProviderRow, model: &ModelRow) -> Arc<dyn Model> {
    Arc::new(ProviderModel::new(
        provider,
        &model.listed.name,
        facts(row, model),
    ))
}

fn model_id(row: &ProviderRow, model: &ModelRow) -> String {
    format!("{}/{}", row.id, model.listed.name)
}

pub(super) fn line(row: &ProviderRow, model: &ModelRow) -> ModelLine {
    ModelLine {
        id: model_id(row, model),
        name: providers::shown(&model.listed.name),
        facts: facts(row, model),
        edited: model.own.is_some(),
        used: model.used,
        gone: model.gone,
    }
}

pub(super) fn facts(row: &ProviderRow, model: &ModelRow) -> ModelFacts {
    match (&model.own, Url::parse(&row.address)) {
        (Some(own), _) => own.clone(),
        (None, Ok(address)) => providers::known(row.kind, &address, &model.listed).0,
        (None, Err(_)) => ModelFacts::default(),
    }
}
