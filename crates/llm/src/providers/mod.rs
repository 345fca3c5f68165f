//! Providers of models: Anthropic, OpenAI, Gemini, Ollama, LM Studio, and whatever speaks as OpenAI does.
//!
//! The protocols are `rig-core`'s; the way there, its limits and its errors are ours (`line`, `faults`). A model (`model`) is
//! made for one use, with the key that the host fetched for it, and forgotten with it. Nothing is sent but what was
//! given: no conversation of anybody else, no name of the person, no setting.

mod asking;
mod facts;
mod faults;
mod kinds;
mod line;
mod made;
mod model;
mod prices;
mod sampled;

pub use facts::{ListedModel, known};
pub use kinds::{called, is_local, usual_address};
pub use model::ProviderModel;
pub use prices::dollars;

use crate::limits;
use kinds::ModelApi;
use line::ProviderClient;
use made::Tap;
use portcullis_catalog::links;
use portcullis_core::Secret;
use portcullis_core::text;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::ProviderKind;
use portcullis_l10n::say;
use portcullis_net::{self, is_here};
use rig_core::completion::CompletionRequest;
use rig_core::model::ModelList;
use rig_core::operation::Completion;
use rig_core::providers::anthropic::wire::AnthropicConfig;
use rig_core::providers::gemini::GeminiConfig;
use rig_core::providers::ollama::OllamaConfig;
use rig_core::providers::openai::wire::{Auth, Dialect, OpenAIConfig, OutputCap, Quirks, Route};
use rig_core::{DynModel, ProviderError};
use std::time::Duration;
use url::Url;

/// A provider at its address, with its key.
#[derive(Debug, Clone)]
pub struct Provider {
    /// What it speaks.
    pub kind: ProviderKind,
    /// The person's label.
    pub label: String,
    /// Where it is.
    pub address: Url,
    /// Its key.
    pub key: Option<Secret>,
}

/// What speaks as OpenAI does, with a key or without one.
const COMPATIBLE: Dialect = Dialect::gateway("compatible", "", "").with_quirks({
    let mut quirks = Quirks::openai();
    quirks.auth = Auth::OptionalBearer;
    // A gateway to OpenAI's own models, such as Azure, passes on that they refuse the older name of the limit.
    quirks.output_cap = OutputCap::OpenAiReasoningFamilies;
    quirks
});

/// An address that a person typed, as it may be used. What is said to a model, and a key, travel in the clear only within
/// this computer, or without a key within a private network.
///
/// # Errors
/// `input.bad`.
pub fn address(typed: &str, key: bool) -> Result<Url> {
    let bad = |sentence: String, remedy: String| Err(Error::new(Code::BadInput, sentence).remedy(remedy));
    let url = match Url::parse(typed.trim()) {
        Ok(url) if typed.len() <= limits::LINK_BYTES && url.host().is_some() => url,
        _ => {
            return bad(say!("provider-url-invalid"), say!("provider-url-invalid-remedy"));
        }
    };
    if let Some(why) = links::misread(typed.trim(), &url) {
        return Err(
            Error::new(Code::BadInput, say!("provider-url-misread", reason = why))
                .remedy(say!("provider-url-misread-remedy")),
        );
    }
    let plain = url.username().is_empty() && url.password().is_none();
    if !plain || url.query().is_some() || url.fragment().is_some() {
        return bad(say!("provider-url-more"), say!("provider-url-more-remedy"));
    }
    let near = url
        .host()
        .and_then(|host| portcullis_net::of_host(&host))
        .is_some();
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_here(&url) || (near && !key) => Ok(url),
        "http" => bad(say!("provider-url-plain"), say!("provider-url-https-remedy")),
        _ => bad(say!("provider-url-scheme"), say!("provider-url-scheme-remedy")),
    }
}

impl Provider {
    fn api(&self) -> ModelApi {
        kinds::row(self.kind).api
    }

    fn key(&self) -> String {
        self.key
            .as_ref()
            .map(|key| key.expose().to_owned())
            .unwrap_or_default()
    }

    /// Where its API begins. What the library adds to it is often in an address that was copied; of Anthropic's it knows that.
    fn base(&self) -> String {
        let whole = self.address.as_str().trim_end_matches('/');
        let added: &[&str] = match self.api() {
            ModelApi::Anthropic => &[],
            ModelApi::Gemini => &["/v1beta"],
            // Its other API is below `/v1`.
            ModelApi::Ollama => &["/v1", "/api"],
            ModelApi::Responses | ModelApi::Chat => &["/chat/completions", "/responses"],
        };
        // A host may have such a name.
        let path = self.address.path().trim_end_matches('/');
        let end = added.iter().copied().find(|end| path.ends_with(*end));
        let base = whole.strip_suffix(end.unwrap_or_default()).unwrap_or(whole);
        base.trim_end_matches('/').to_owned()
    }

    fn line(&self, silence: Duration) -> Result<ProviderClient> {
        ProviderClient::new(&self.label, &self.address, silence)
    }

    fn asked<'a>(&'a self, model: &'a str) -> faults::ErrorContext<'a> {
        faults::ErrorContext {
            label: &self.label,
            model,
            key: self.key.as_ref().map(Secret::expose),
            kind: self.kind,
            here: is_here(&self.address),
        }
    }

    fn fault(&self, model: &str, error: &ProviderError) -> Error {
        faults::of(error, &self.asked(model))
    }

    fn openai(&self) -> OpenAIConfig {
        let (config, route) = match self.api() {
            // Its newest models take tools there alone.
            ModelApi::Responses => (OpenAIConfig::new(self.key()), Route::Responses),
            // The one that every such endpoint has.
            _ => (OpenAIConfig::with_key(&COMPATIBLE, self.key()), Route::Chat),
        };
        config.with_base_url(self.base()).with_route(route)
    }

    /// `again`: most of what is sent is sent again with the next request, and is worth being kept in a cache until then.
    fn model(
        &self,
        name: &str,
        silence: Duration,
        tap: Option<&Tap>,
        again: bool,
    ) -> Result<DynModel<Completion>> {
        let line = self.line(silence)?.heard_by(tap);
        Ok(match self.api() {
            ModelApi::Anthropic => {
                let config = AnthropicConfig::new(self.key()).with_base_url(self.base());
                let mut model = config.connect(line).completion(name);
                // Others keep what they are sent unasked. The marks stand at blocks, where also gateways to Anthropic's models
                // take them.
                model.wire.prompt_caching = again;
                model.erase()
            }
            ModelApi::Gemini => {
                let config = GeminiConfig::new(self.key()).with_base_url(self.base());
                config.connect(line).completion(name).erase()
            }
            ModelApi::Ollama => {
                let config = OllamaConfig::new()
                    .with_base_url(self.base())
                    .with_api_key(self.key());
                config.connect(line).native_completion(name).erase()
            }
            ModelApi::Responses | ModelApi::Chat => self.openai().connect(line).completion(name).erase(),
        })
    }

    /// A request as this provider should have it: nothing of it is kept there longer than it has to be, and nothing of it is left
    /// out in silence. Ollama drops the beginning of what does not fit, and answers as if it had read it.
    fn adapted(&self, request: CompletionRequest) -> CompletionRequest {
        match self.api() {
            ModelApi::Responses => request.additional_params(serde_json::json!({"store": false})),
            ModelApi::Ollama => {
                request.additional_params(serde_json::json!({"truncate": false, "shift": false}))
            }
            _ => request,
        }
    }

    /// The models that it lists, which shows as well that it is there and takes the key.
    ///
    /// # Errors
    /// `model.*`, `network.*`, `call.timeout`.
    pub async fn list(&self, within: Duration) -> Result<Vec<ListedModel>> {
        let line = self.line(within)?;
        let asking = async {
            match self.api() {
                ModelApi::Anthropic => {
                    let config = AnthropicConfig::new(self.key()).with_base_url(self.base());
                    config.connect(line).list_models().await
                }
                ModelApi::Gemini => {
                    let config = GeminiConfig::new(self.key()).with_base_url(self.base());
                    config.connect(line).list_models().await
                }
                ModelApi::Ollama => {
                    let config = OllamaConfig::new()
                        .with_base_url(self.base())
                        .with_api_key(self.key());
                    config.connect(line).list_models().await
                }
                ModelApi::Responses | ModelApi::Chat => self.openai().connect(line).list_models().await,
            }
        };
        match tokio::time::timeout(within, asking).await {
            Ok(Ok(list)) => Ok(listed(list)),
            Ok(Err(error)) => Err(self.fault("", &error)),
            Err(_) => Err(Error::new(
                Code::CallTimeout,
                say!(
                    "provider-list-timeout",
                    provider = self.label,
                    seconds = within.as_secs()
                ),
            )
            .remedy(say!("model-again-remedy"))),
        }
    }
}

fn listed(list: ModelList) -> Vec<ListedModel> {
    let fit = |name: &str| !name.is_empty() && name.len() <= limits::MODEL_NAME;
    list.data
        .into_iter()
        .filter(|model| fit(&model.id))
        .map(|model| ListedModel {
            name: model.id,
            context: model.context_length,
            output: model.max_output_tokens,
        })
        .collect()
}

/// A name of a model as it may be seen.
#[must_use]
pub fn shown(name: &str) -> String {
    text::escape_line(name).text
}

/// Where words for a provider go. What answers on this computer may be a proxy: where it sends them is unknown.
fn goes_to(address: &Url) -> String {
    let host = address.host_str().unwrap_or_default();
    match is_here(address) {
        true => say!("model-goes-here", host),
        false => say!("model-goes", host),
    }
}

#[cfg(test)]
mod tests;
