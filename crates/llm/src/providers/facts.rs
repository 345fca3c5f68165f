//! What is known of a model without a request: context window, price, capabilities. From the table of `rig-core`, which
//! is made from models.dev, and from the provider's list of models.

use super::kinds::{self, ModelApi};
pub use portcullis_domain::transcript::ListedModel;
use portcullis_domain::{Effort, ModelFacts, ProviderKind};
use rig_core::catalog::{Catalog, ModelSpec};
use rig_core::completion::Reasoning;
use rig_core::providers::registry::ProviderId;
use url::Url;

/// Whose entries in the table an address has.
const HOSTS: [(&str, &str); 8] = [
    ("openrouter.ai", "openrouter"),
    ("api.groq.com", "groq"),
    ("api.mistral.ai", "mistral"),
    ("api.deepseek.com", "deepseek"),
    ("api.x.ai", "xai"),
    ("api.together.xyz", "together"),
    ("api.moonshot.ai", "moonshot"),
    ("api.perplexity.ai", "perplexity"),
];

/// What is known of a model; the second tells whether the table knows it. What it does not know is taken to use tools:
/// most do, and one that does not says so.
#[must_use]
pub fn known(kind: ProviderKind, address: &Url, listed: &ListedModel) -> (ModelFacts, bool) {
    let spec = spec(kind, address, &listed.name);
    let loads = loads_models(kind, address);
    // What answers on this computer may be another model, or cost nothing: its price is not known.
    let price = spec
        .and_then(|spec| spec.pricing)
        .filter(|_| !loads && !portcullis_net::is_here(address));
    let mut facts = match spec {
        Some(spec) => ModelFacts {
            context: spec.context_window.filter(|_| !loads),
            output: spec.max_output_tokens,
            price_in: price.map(|price| price.input),
            price_out: price.map(|price| price.output),
            tools: spec.tools,
            images: spec.input.image,
            reasons: spec.reasoning.supported,
            effort: None,
            efforts: efforts(spec),
            audio: spec.input.audio,
            pdf: spec.input.pdf,
        },
        None => ModelFacts {
            tools: true,
            // The library sends no such option to a model that it does not know, so none is offered.
            ..ModelFacts::default()
        },
    };
    facts.context = listed.context.or(facts.context);
    facts.output = listed.output.or(facts.output);
    // One of a day stands beside the one that it is, and is not used at first.
    let good = |spec: &ModelSpec| spec.tools && !spec.deprecated && spec.id == plain(&listed.name);
    (facts, spec.is_some_and(good))
}

/// How much a model can be asked to reason: by a word where it takes one, else by so many tokens for each of three words.
fn efforts(spec: &ModelSpec) -> Vec<Effort> {
    let takes = &spec.reasoning;
    let mut efforts = Vec::new();
    if takes.can_disable {
        efforts.push(Effort::Off);
    }
    match (takes.levels.is_empty(), &takes.budget) {
        (false, _) => efforts.extend(takes.levels.iter().filter_map(|level| word(*level))),
        (true, Some(_)) => efforts.extend([Effort::Low, Effort::Medium, Effort::High]),
        (true, None) => {}
    }
    efforts
}

fn word(level: rig_core::completion::Effort) -> Option<Effort> {
    use rig_core::completion::Effort as Level;
    Some(match level {
        Level::Minimal => Effort::Minimal,
        Level::Low => Effort::Low,
        Level::Medium => Effort::Medium,
        Level::High => Effort::High,
        Level::XHigh => Effort::XHigh,
        Level::Max => Effort::Max,
        _ => return None,
    })
}

/// The same for the library, for a model of this provider.
pub(super) fn reasoning(kind: ProviderKind, address: &Url, name: &str, effort: Effort) -> Reasoning {
    use rig_core::completion::Effort as Level;
    let takes = spec(kind, address, name).map(|spec| &spec.reasoning);
    let budget = takes
        .filter(|takes| takes.levels.is_empty())
        .and_then(|takes| takes.budget.clone());
    if let (Some(range), Some(tokens)) = (budget, budget_of(effort)) {
        return Reasoning::Budget {
            tokens: tokens.clamp(*range.start(), *range.end()),
        };
    }
    Reasoning::Effort(match effort {
        Effort::Off => return Reasoning::Off,
        Effort::Minimal => Level::Minimal,
        Effort::Low => Level::Low,
        Effort::Medium => Level::Medium,
        Effort::High => Level::High,
        Effort::XHigh => Level::XHigh,
        Effort::Max => Level::Max,
    })
}

/// Whether this is a self-hosted Ollama, which loads a model with the context that a request names. The table has the prices and
/// contexts of Ollama's cloud.
pub(super) fn loads_models(kind: ProviderKind, address: &Url) -> bool {
    kinds::row(kind).api == ModelApi::Ollama && address.host_str() != Some("ollama.com")
}

/// What a token costs that is read from a cache, or written to one, in parts of what another one costs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct CacheShares {
    pub read: f64,
    pub written: f64,
}

/// The prices of the cache of a model, by the table.
pub(super) fn cache(kind: ProviderKind, address: &Url, name: &str) -> CacheShares {
    let usual = match kinds::row(kind).api {
        // As documented for all its models.
        ModelApi::Anthropic => CacheShares {
            read: 0.1,
            written: 1.25,
        },
        _ => CacheShares {
            read: 1.0,
            written: 1.0,
        },
    };
    let pricing = spec(kind, address, name).and_then(|spec| spec.pricing);
    let Some(pricing) = pricing.filter(|pricing| pricing.input > 0.0) else {
        return usual;
    };
    let share = |price: Option<f64>, usual: f64| price.map_or(usual, |price| price / pricing.input);
    CacheShares {
        read: share(pricing.cache_read, usual.read),
        written: share(pricing.cache_write, usual.written),
    }
}

/// What everything that speaks as OpenAI does calls it.
pub(super) fn in_a_word(effort: Effort) -> &'static str {
    match effort {
        Effort::Off => "none",
        Effort::Minimal => "minimal",
        Effort::Low => "low",
        Effort::Medium => "medium",
        Effort::High => "high",
        Effort::XHigh => "xhigh",
        Effort::Max => "max",
    }
}

/// Tokens for each word, where a model takes a number. They stay below what a reply may have.
fn budget_of(effort: Effort) -> Option<u32> {
    match effort {
        Effort::Off => None,
        Effort::Minimal | Effort::Low => Some(2_048),
        Effort::Medium => Some(6_144),
        Effort::High | Effort::XHigh | Effort::Max => Some(16_384),
    }
}

fn spec(kind: ProviderKind, address: &Url, name: &str) -> Option<&'static ModelSpec> {
    let vendor = match kinds::row(kind).vendor {
        Some(vendor) => vendor,
        None => {
            let host = address.host_str()?;
            HOSTS.iter().find(|(known, _)| *known == host)?.1
        }
    };
    // Also one of a day, such as `gpt-5-2025-08-07`, of which the table has the name without the day alone.
    Catalog::builtin().find(ProviderId::catalog(vendor)?, plain(name))
}

/// A name as the table has it.
fn plain(name: &str) -> &str {
    name.strip_prefix("models/").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: ProviderKind, address: &str, name: &str) -> (ModelFacts, bool) {
        let listed = ListedModel {
            name: name.to_owned(),
            context: None,
            output: None,
        };
        known(kind, &Url::parse(address).unwrap(), &listed)
    }

    #[test]
    fn a_model_of_the_table_has_a_size_a_price_and_abilities() {
        let (facts, good) = of(
            ProviderKind::Anthropic,
            "https://api.anthropic.com",
            "claude-haiku-4-5",
        );
        assert!(good && facts.tools && facts.images);
        assert!(facts.context.unwrap() >= 100_000 && facts.price_out.unwrap() > 0.0);
        let (facts, good) = of(ProviderKind::Openai, "https://api.openai.com/v1", "gpt-5");
        assert!(good && facts.price_in.unwrap() > 0.0);
    }

    #[test]
    fn a_model_is_asked_to_reason_as_it_can_be_asked() {
        let address = Url::parse("https://api.openai.com/v1").unwrap();
        let (facts, _) = of(ProviderKind::Openai, address.as_str(), "gpt-5");
        assert!(facts.efforts.contains(&Effort::High), "{:?}", facts.efforts);
        assert_eq!(
            reasoning(ProviderKind::Openai, &address, "gpt-5", Effort::High),
            Reasoning::Effort(rig_core::completion::Effort::High)
        );
        let address = Url::parse("https://api.anthropic.com").unwrap();
        let (facts, _) = of(ProviderKind::Anthropic, address.as_str(), "claude-haiku-4-5");
        assert!(facts.efforts.contains(&Effort::Low), "{:?}", facts.efforts);
        let low = reasoning(ProviderKind::Anthropic, &address, "claude-haiku-4-5", Effort::Low);
        assert!(
            matches!(low, Reasoning::Budget { tokens } if tokens >= 1_024),
            "{low:?}"
        );
    }

    #[test]
    fn a_model_of_a_day_is_known_by_the_name_without_it_and_not_used_at_first() {
        let address = "https://api.openai.com/v1";
        let (plain, _) = of(ProviderKind::Openai, address, "gpt-5");
        let (dated, good) = of(ProviderKind::Openai, address, "gpt-5-2025-08-07");
        assert!(dated == plain && !good, "{dated:?}");
        assert!(dated.price_in.is_some() && dated.images);
    }

    #[test]
    fn context_and_price_of_a_cloud_are_not_those_of_the_same_model_elsewhere() {
        for (address, context) in [
            ("https://ollama.com", Some(131_072)),
            ("http://127.0.0.1:11434", None),
            ("http://192.168.1.7:11434", None),
        ] {
            let (facts, _) = of(ProviderKind::Ollama, address, "gpt-oss:20b");
            assert_eq!(facts.context, context, "{address}");
            assert_eq!(facts.price_in.is_some(), context.is_some(), "{address}");
        }
    }

    #[test]
    fn an_unknown_model_has_an_unknown_price_and_is_tried_with_tools() {
        let (facts, good) = of(ProviderKind::Compatible, "https://models.example/v1", "home-made");
        assert!(!good && facts.tools);
        assert_eq!((facts.context, facts.price_in), (None, None));
    }
}
