//! Whether a provider answers, which models it lists, and which providers run on this computer.

use super::choosing::facts;
use crate::host::chat::{NO_CONVERSATION, of_unknown_price};
use crate::host::{Host, Inner, count, locked};
use crate::limits;
use portcullis_api::{FoundProvider, ProviderView};
use portcullis_core::{Code, Error, Result};
use portcullis_domain::ProviderKind;
use portcullis_l10n::say;
use portcullis_llm::providers::{self, ListedModel, Provider, ProviderModel};
use portcullis_llm::{Model as _, Usage};
use portcullis_net::is_here;
use portcullis_storage::store::providers::{ModelRow, ProviderRow};
use std::sync::Arc;
use url::Url;

impl Host {
    /// Looks for providers on this computer that are not added yet. Nothing is sent but the question for their models.
    pub async fn find_providers(&self) -> Vec<FoundProvider> {
        let known = self.0.provider_rows();
        let near = locked(&self.0.providers.near).clone().unwrap_or_else(usual_near);
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
                    models: count(models.len()),
                })
            })
        });
        let found = futures::future::join_all(looks).await;
        found.into_iter().flatten().collect()
    }
}

impl Inner {
    /// `aloud` has a model say a word as well, which costs as much as a word does. What is found is kept with the
    /// provider as it is by then: it may be changed while it is asked.
    pub(super) async fn check_provider(self: &Arc<Self>, id: &str, aloud: bool) -> Result<ProviderView> {
        let asked = self.provider_row(id)?;
        let found = self.ask_provider(&asked, aloud).await;
        let _turn = self.providers.turn.lock().await;
        let mut row = self.provider_row(id)?;
        if (&row.address, &row.place) != (&asked.address, &asked.place) {
            // Another key was asked about than the one that it has now, and that one has a check of its own.
            return Ok(self.provider_view(&row));
        }
        let address = Url::parse(&row.address).map_err(Error::internal)?;
        let (list, problem) = match found {
            Ok(ProviderCheck { list, reply }) => (Some(list), reply.err()),
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
    async fn ask_provider(&self, row: &ProviderRow, aloud: bool) -> Result<ProviderCheck> {
        let provider = self.provider(row).await?;
        let list = provider.list(limits::MODEL_LOOK.1).await?;
        let mut row = row.clone();
        merge(&mut row, list.clone(), &provider.address);
        let reply = if row.models.is_empty() {
            let none = Error::new(
                Code::ModelUnknown,
                say!("provider-no-models", provider = row.label),
            );
            Err(none.remedy(say!("provider-no-models-remedy")))
        } else {
            match row.models.iter().find(|model| model.used && !model.gone) {
                Some(model) if aloud => {
                    let facts = facts(&row, model);
                    self.check_reply(ProviderModel::new(provider, &model.listed.name, facts))
                        .await
                }
                _ => Ok(()),
            }
        };
        Ok(ProviderCheck { list, reply })
    }

    /// Whether a model replies. It counts as every reply does, and is not tried once the spending limit is reached.
    async fn check_reply(&self, model: ProviderModel) -> Result<()> {
        self.may_spend().await?;
        let reply = model.try_out().await;
        let usage = match &reply {
            Ok(usage) => Some(*usage),
            Err(error) => of_unknown_price(error).then(Usage::default),
        };
        if let Some(usage) = usage {
            self.count_reply(NO_CONVERSATION, model.name(), usage).await?;
        }
        reply.map(drop)
    }
}

/// What a check of a provider found.
struct ProviderCheck {
    /// The models that it lists.
    list: Vec<ListedModel>,
    /// Whether one of them replies, where that was tried.
    reply: Result<()>,
}

fn usual_near() -> Vec<(ProviderKind, Url)> {
    let kinds = ProviderKind::NAMED.into_iter().map(|(_, kind)| kind);
    kinds
        .filter(|kind| providers::is_local(*kind))
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
