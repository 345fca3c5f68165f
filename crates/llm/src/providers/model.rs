//! A model of a provider: what is asked of it, tried again while nothing was said, and what it costs.

use super::kinds::{self, ModelApi};
use super::made::Tap;
use super::{Provider, asking, called, dollars, facts, faults, goes_to, sampled, shown};
use crate::limits;
use crate::{
    Model, ModelCapabilities, ModelReply, ModelTurn, Piece, Speech, ToolDefinition, Usage, sampling, schema,
    tokens,
};
use futures::future::BoxFuture;
use futures::{FutureExt as _, StreamExt as _};
use portcullis_core::text;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Effort, ModelFacts, SamplingModel};
use portcullis_l10n::say;
use rig_core::ProviderError;
use rig_core::completion::{CompletionRequest, CompletionResponse};
use rig_core::message::AssistantContent;
use rig_core::streaming::{Item, StreamEvent};
use std::time::Duration;

/// A model of a provider, for one use.
pub struct ProviderModel {
    pub(super) provider: Provider,
    pub(super) raw: String,
    shown: String,
    pub(super) facts: ModelFacts,
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
            let whole = self.stream(request.clone(), speech, tap, &mut spoke, again).await;
            // Also of a reply that broke off: what came of it is shown.
            tap.ends(whole.as_ref().ok());
            while let Some(piece) = tap.next() {
                spoke = true;
                speech.say(piece).await;
            }
            let error = match whole {
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
        let Provider { kind, address, .. } = &self.provider;
        // The library sends nothing of it to models that it does not know, and here a person said that it should.
        if kinds::row(*kind).vendor.is_none() {
            return request
                .additional_params(serde_json::json!({"reasoning_effort": facts::in_a_word(effort)}));
        }
        request.options.reasoning = Some(facts::reasoning(*kind, address, &self.raw, effort));
        request
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
            let mut request = asking::request(self.provider.kind, self.capabilities(), said, tools)
                .ok_or_else(|| Error::new(Code::BadInput, say!("model-nothing-said")))?;
            if self.provider.api() == ModelApi::Anthropic {
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
        let picky = self.provider.api() == ModelApi::Anthropic;
        if let Some(name) = schema::odd_argument(&fitted).filter(|_| picky) {
            return Some(say!(
                "model-argument-name",
                name = text::escape_line(name).text,
                provider = called(self.provider.kind)
            ));
        }
        schema::unfit(&fitted)
    }

    fn capabilities(&self) -> ModelCapabilities {
        ModelCapabilities {
            form: Some(self.provider.kind),
            context: self.facts.context,
            tools: kinds::row(self.provider.kind).most_tools,
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

#[cfg(test)]
mod sent;
