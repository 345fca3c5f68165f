//! Models of providers: Anthropic, OpenAI, Gemini, Ollama, LM Studio, and whatever speaks as OpenAI does.
//!
//! The protocols are `rig-core`'s; the way there, its limits and its errors are ours (`line`, `faults`). A model here is
//! made for one use, with the key that the host fetched for it, and forgotten with it. Nothing is sent but what was
//! given: no conversation of anybody else, no name of the person, no setting.

mod asking;
mod facts;
mod faults;
mod line;
mod made;
mod prices;
mod sampled;
#[cfg(test)]
mod sent;

pub use facts::{ListedModel, known};
pub use prices::dollars;

use super::{
    Model, ModelReply, ModelTurn, Piece, Room, Speech, ToolDefinition, Usage, sampling, schema, tokens,
};
use crate::limits;
use futures::future::BoxFuture;
use futures::{FutureExt as _, StreamExt as _};
use line::ProviderClient;
use made::Tap;
use portcullis_catalog::links;
use portcullis_core::Secret;
use portcullis_core::text;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Effort, ModelFacts, ProviderKind, SamplingModel};
use portcullis_l10n::say;
use portcullis_net::{self, is_here};
use rig_core::completion::{CompletionRequest, CompletionResponse};
use rig_core::message::AssistantContent;
use rig_core::model::ModelList;
use rig_core::operation::Completion;
use rig_core::providers::anthropic::wire::AnthropicConfig;
use rig_core::providers::gemini::GeminiConfig;
use rig_core::providers::ollama::OllamaConfig;
use rig_core::providers::openai::wire::{Auth, Dialect, OpenAIConfig, OutputCap, Quirks, Route};
use rig_core::streaming::{Item, StreamEvent};
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

/// What a kind of provider is called.
#[must_use]
pub fn called(kind: ProviderKind) -> String {
    match kind {
        ProviderKind::Anthropic => "Anthropic".to_owned(),
        ProviderKind::Openai => "OpenAI".to_owned(),
        ProviderKind::Gemini => "Gemini".to_owned(),
        ProviderKind::Ollama => "Ollama".to_owned(),
        ProviderKind::LmStudio => "LM Studio".to_owned(),
        ProviderKind::Compatible => say!("provider-own"),
    }
}

/// Where a kind of provider is, unless a person says otherwise.
#[must_use]
pub fn usual_address(kind: ProviderKind) -> Option<&'static str> {
    match kind {
        ProviderKind::Anthropic => Some("https://api.anthropic.com"),
        ProviderKind::Openai => Some("https://api.openai.com/v1"),
        ProviderKind::Gemini => Some("https://generativelanguage.googleapis.com"),
        ProviderKind::Ollama => Some("http://127.0.0.1:11434"),
        ProviderKind::LmStudio => Some("http://127.0.0.1:1234/v1"),
        ProviderKind::Compatible => None,
    }
}

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
    fn key(&self) -> String {
        self.key
            .as_ref()
            .map(|key| key.expose().to_owned())
            .unwrap_or_default()
    }

    /// Where its API begins. What the library adds to it is often in an address that was copied; of Anthropic's it knows that.
    fn base(&self) -> String {
        let whole = self.address.as_str().trim_end_matches('/');
        let added: &[&str] = match self.kind {
            ProviderKind::Anthropic => &[],
            ProviderKind::Gemini => &["/v1beta"],
            // Its other API is below `/v1`.
            ProviderKind::Ollama => &["/v1", "/api"],
            ProviderKind::Openai | ProviderKind::LmStudio | ProviderKind::Compatible => {
                &["/chat/completions", "/responses"]
            }
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
        let (config, route) = match self.kind {
            // Its newest models take tools there alone.
            ProviderKind::Openai => (OpenAIConfig::new(self.key()), Route::Responses),
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
        Ok(match self.kind {
            ProviderKind::Anthropic => {
                let config = AnthropicConfig::new(self.key()).with_base_url(self.base());
                let mut model = config.connect(line).completion(name);
                // Others keep what they are sent unasked. The marks stand at blocks, where also gateways to Anthropic's models
                // take them.
                model.wire.prompt_caching = again;
                model.erase()
            }
            ProviderKind::Gemini => {
                let config = GeminiConfig::new(self.key()).with_base_url(self.base());
                config.connect(line).completion(name).erase()
            }
            ProviderKind::Ollama => {
                let config = OllamaConfig::new()
                    .with_base_url(self.base())
                    .with_api_key(self.key());
                config.connect(line).native_completion(name).erase()
            }
            ProviderKind::Openai | ProviderKind::LmStudio | ProviderKind::Compatible => {
                self.openai().connect(line).completion(name).erase()
            }
        })
    }

    /// A request as this provider should have it: nothing of it is kept there longer than it has to be, and nothing of it is left
    /// out in silence. Ollama drops the beginning of what does not fit, and answers as if it had read it.
    fn adapted(&self, request: CompletionRequest) -> CompletionRequest {
        match self.kind {
            ProviderKind::Openai => request.additional_params(serde_json::json!({"store": false})),
            ProviderKind::Ollama => {
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
            match self.kind {
                ProviderKind::Anthropic => {
                    let config = AnthropicConfig::new(self.key()).with_base_url(self.base());
                    config.connect(line).list_models().await
                }
                ProviderKind::Gemini => {
                    let config = GeminiConfig::new(self.key()).with_base_url(self.base());
                    config.connect(line).list_models().await
                }
                ProviderKind::Ollama => {
                    let config = OllamaConfig::new()
                        .with_base_url(self.base())
                        .with_api_key(self.key());
                    config.connect(line).list_models().await
                }
                ProviderKind::Openai | ProviderKind::LmStudio | ProviderKind::Compatible => {
                    self.openai().connect(line).list_models().await
                }
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

/// A model of a provider, for one use.
pub struct ProviderModel {
    provider: Provider,
    raw: String,
    shown: String,
    facts: ModelFacts,
}

impl ProviderModel {
    /// The model with this name.
    #[must_use]
    pub fn new(provider: Provider, name: &str, facts: ModelFacts) -> Self {
        Self {
            shown: shown(name),
            provider,
            raw: name.to_owned(),
            facts,
        }
    }

    /// Has it say one word, to find out whether it would. It costs as much as a word costs, which is given.
    ///
    /// # Errors
    /// `model.*`, `network.*`, `call.timeout`.
    pub async fn try_out(&self) -> Result<Usage> {
        let mut request = CompletionRequest::new("Say “yes”.").max_tokens(16_u64);
        request.options.on_unsupported = Some(rig_core::completion::OnUnsupported::Ignore);
        let asking = self
            .provider
            .model(&self.raw, limits::MODEL_SILENT, None, false)?
            .call(self.in_context(self.provider.adapted(request)));
        match tokio::time::timeout(limits::SAMPLING_MODEL, asking).await {
            Ok(Ok(whole)) => Ok(self.usage(&whole.usage)),
            // A word that was cut off is a word.
            Ok(Err(ProviderError::Response(_))) => Ok(Usage::default()),
            Ok(Err(error)) => Err(self.provider.fault(&self.raw, &error)),
            Err(_) => Err(Error::new(
                Code::CallTimeout,
                say!(
                    "provider-model-timeout",
                    model = self.raw,
                    provider = self.provider.label,
                    seconds = limits::SAMPLING_MODEL.as_secs()
                ),
            )
            .remedy(say!("model-other-remedy"))),
        }
    }

    /// Asks until there is time, as long as nothing was said yet (F-12).
    async fn speak(
        &self,
        request: CompletionRequest,
        speech: &Speech,
        tap: &Tap,
        again: bool,
    ) -> Result<CompletionResponse> {
        let mut tries = 0;
        loop {
            let mut spoke = false;
            let error = match self.once(request.clone(), speech, tap, &mut spoke, again).await {
                Ok(whole) => return Ok(whole),
                Err(error) => error,
            };
            let pause = error.again_after.unwrap_or(Duration::from_secs(1 << tries));
            let patient = error.code == Code::ModelBusy && !spoke && tries < limits::RETRY_AFTER_TIMES;
            if !patient || pause > limits::RETRY_AFTER_WAIT {
                return Err(error);
            }
            tries += 1;
            speech
                .say(Piece::Again {
                    seconds: pause.as_secs().max(1),
                })
                .await;
            tokio::time::sleep(pause).await;
        }
    }

    async fn once(
        &self,
        request: CompletionRequest,
        speech: &Speech,
        tap: &Tap,
        spoke: &mut bool,
        again: bool,
    ) -> Result<CompletionResponse> {
        let whole = self.stream(request, speech, tap, spoke, again).await;
        // Also of a reply that broke off: what came of it is shown.
        tap.ends(whole.as_ref().ok());
        while let Some(piece) = tap.next() {
            *spoke = true;
            speech.say(piece).await;
        }
        whole
    }

    async fn stream(
        &self,
        request: CompletionRequest,
        speech: &Speech,
        tap: &Tap,
        spoke: &mut bool,
        again: bool,
    ) -> Result<CompletionResponse> {
        let fault = |error: &ProviderError| self.provider.fault(&self.raw, error);
        let model = self
            .provider
            .model(&self.raw, limits::MODEL_SILENT, Some(tap), again)?;
        let request = self.in_context(self.provider.adapted(request));
        let mut stream = model.stream(request).map_err(|error| fault(&error))?;
        while let Some(item) = stream.next().await {
            match item.map_err(|error| fault(&error))? {
                Item::Event(StreamEvent::Text { text, .. }) => {
                    *spoke = true;
                    speech.say(Piece::Words(text)).await;
                }
                Item::Event(StreamEvent::Reasoning { text, .. }) => {
                    *spoke = true;
                    speech.say(Piece::Thought(text)).await;
                }
                Item::Event(StreamEvent::Start { .. }) => *spoke = true,
                // Bytes are heard before the library says what is in them: this is where it stands among the words.
                Item::Event(StreamEvent::End {
                    content: AssistantContent::Image(_) | AssistantContent::Opaque(_),
                    ..
                }) => {
                    if let Some(piece) = tap.next() {
                        *spoke = true;
                        speech.say(piece).await;
                    }
                }
                Item::Event(StreamEvent::Arguments { .. } | StreamEvent::End { .. }) | Item::Unknown(_) => {}
            }
        }
        let whole = stream.finish().await.map_err(|error| fault(&error))?;
        let Some(error) = faults::of_reply(&whole, &self.provider.asked(&self.raw)) else {
            return Ok(whole);
        };
        let usage = self.usage(&whole.usage);
        if usage != Usage::default() {
            speech.say(Piece::Spent(usage)).await;
        }
        Err(error)
    }

    /// A request for a model that is loaded with the context that the person entered. Ollama takes a few thousand tokens unless it
    /// is told otherwise. Every request says the same: for another number Ollama loads the model again.
    fn in_context(&self, request: CompletionRequest) -> CompletionRequest {
        let Provider { kind, address, .. } = &self.provider;
        match self.facts.context.filter(|_| facts::loads_models(*kind, address)) {
            Some(own) => request.additional_params(serde_json::json!({"num_ctx": own})),
            None => request,
        }
    }

    /// A request that asks for so much reasoning.
    fn reasoning(&self, mut request: CompletionRequest, effort: Effort) -> CompletionRequest {
        match self.provider.kind {
            // The library sends nothing of it to models that it does not know, and here a person said that it should.
            ProviderKind::Compatible | ProviderKind::LmStudio => {
                request.additional_params(serde_json::json!({"reasoning_effort": facts::in_a_word(effort)}))
            }
            kind => {
                let address = &self.provider.address;
                request.options.reasoning = Some(facts::reasoning(kind, address, &self.raw, effort));
                request
            }
        }
    }
}

impl Model for ProviderModel {
    fn name(&self) -> &str {
        &self.shown
    }

    fn reply<'a>(
        &'a self,
        said: &'a [ModelTurn],
        tools: &'a [ToolDefinition],
        speech: &'a Speech,
    ) -> BoxFuture<'a, Result<ModelReply>> {
        async move {
            let tools = if self.facts.tools { tools } else { &[] };
            let mut request = asking::request(self.provider.kind, self.room(), said, tools)
                .ok_or_else(|| Error::new(Code::BadInput, say!("model-nothing-said")))?;
            if self.provider.kind == ProviderKind::Anthropic {
                let (unknown, most) = limits::MODEL_ANSWER;
                request = request.max_tokens(u64::from(self.facts.output.unwrap_or(unknown).min(most)));
            }
            if let Some(effort) = self.facts.effort {
                request = self.reasoning(request, effort);
            }
            let tap = Tap::new(self.provider.kind);
            // One message without tools, as for a summary, has nothing that a later request would begin with.
            let again = said.len() > 1 || !tools.is_empty();
            let whole = self.speak(request, speech, &tap, again).await?;
            Ok(asking::reply(&whole, self.spent(&whole.usage), &tap))
        }
        .boxed()
    }

    fn refuses(&self, tool: &ToolDefinition) -> Option<String> {
        if !self.facts.tools {
            return Some(say!("model-no-tools"));
        }
        let fitted = schema::fitted(&tool.input_schema).0;
        let picky = matches!(self.provider.kind, ProviderKind::Anthropic);
        if let Some(name) = schema::odd_argument(&fitted).filter(|_| picky) {
            return Some(say!(
                "model-argument-name",
                name = text::escape_line(name).text,
                provider = called(self.provider.kind)
            ));
        }
        schema::unfit(&fitted)
    }

    fn room(&self) -> Room {
        Room {
            form: Some(self.provider.kind),
            context: self.facts.context,
            tools: most_tools(self.provider.kind),
            uses: self.facts.tools,
            searches: self.facts.tools,
            images: self.facts.images,
            audio: self.facts.audio,
            pdf: self.facts.pdf,
        }
    }

    fn weighs(&self, tool: &ToolDefinition) -> usize {
        tokens(&asking::as_sent(self.provider.kind, tool).to_string())
    }

    fn for_sampling(&self) -> SamplingModel {
        let place = goes_to(&self.provider.address);
        let provider = &self.provider.label;
        // That a cost is unknown is said where the cost of the request stands.
        let sentence = match (self.facts.price_in, self.facts.price_out) {
            (Some(read), Some(write)) => say!(
                "model-about-priced",
                provider,
                place,
                input = dollars(read),
                output = dollars(write)
            ),
            _ => say!("model-about", provider, place),
        };
        SamplingModel {
            name: self.shown.clone(),
            sentence,
        }
    }

    fn cost(&self, request: &sampling::SamplingRequest) -> Option<String> {
        let read = sampled::tokens(request);
        let most = self.dollars(Some(read), Some(u64::from(request.max_tokens)))?;
        Some(say!(
            "model-cost",
            cost = dollars(most),
            read = text::grouped(usize::try_from(read).unwrap_or(usize::MAX)),
            written = text::grouped(request.max_tokens as usize)
        ))
    }

    fn price(&self) -> Option<f64> {
        self.facts.price_out
    }

    fn sample<'a>(
        &'a self,
        request: &'a sampling::SamplingRequest,
        speech: &'a Speech,
    ) -> BoxFuture<'a, Result<sampling::SamplingResult>> {
        async move {
            let asked = sampled::request(request)?;
            let tap = Tap::new(self.provider.kind);
            let whole = self.speak(asked, speech, &tap, false).await?;
            Ok(sampling::SamplingResult {
                dollars: self.spent(&whole.usage),
                ..sampled::answer(&whole, request)
            })
        }
        .boxed()
    }
}

/// Most tools that a provider takes with one request, as it says when there are more.
fn most_tools(kind: ProviderKind) -> Option<usize> {
    match kind {
        ProviderKind::Openai | ProviderKind::Compatible => Some(128),
        ProviderKind::Gemini => Some(512),
        ProviderKind::Anthropic | ProviderKind::Ollama | ProviderKind::LmStudio => None,
    }
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
