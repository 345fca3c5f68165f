//! The two questions as they are shown, and what may be changed in them. What is shown is made from the same value
//! that goes to the model or to the server, at the same moment: neither can hold more than the other.

use crate::host::models::ModelCandidate;
use crate::host::{Inner, locked};
use crate::limits;
use portcullis_approval::consent::{Edited, ProposedHandOver, ProposedSampling};
use portcullis_catalog::content::{BodyKind, read_block};
use portcullis_catalog::exact;
use portcullis_catalog::notes::request_notes;
use portcullis_core::Redactor;
use portcullis_core::text::{ForeignText, grouped};
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{
    Asked, Block, Cause, Foreign, Payload, SampledMessage, SampledPart, SampledRole, SampledTool,
    SamplingModel, Warning,
};
use portcullis_l10n::say;
use portcullis_llm::sampling::{
    self, ExtractedMedia, Fault, SamplingFeatures, SamplingPart, SamplingPreferences, SamplingRequest,
    SamplingResult,
};
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// What a question shows by handle, until the request is over.
pub(super) struct ShownPayloads {
    host: Arc<Inner>,
    kept: Mutex<HashMap<[u8; 32], Payload>>,
}

impl ShownPayloads {
    pub(super) fn new(host: &Arc<Inner>) -> Self {
        Self {
            host: Arc::clone(host),
            kept: Mutex::default(),
        }
    }

    /// The same content has one handle, however often a person edits what is around it.
    fn keep(&self, kind: BodyKind, bytes: &[u8]) -> Payload {
        let digest = Sha256::new()
            .chain_update(format!("{kind:?} "))
            .chain_update(bytes)
            .finalize();
        let mut kept = locked(&self.kept);
        let payload = kept
            .entry(digest.into())
            .or_insert_with(|| self.host.calls.payloads.keep(kind, Cow::Borrowed(bytes)));
        payload.clone()
    }

    fn block(&self, block: &Value) -> Result<Block, Fault> {
        let raw =
            RawValue::from_string(block.to_string()).map_err(|_| Fault(say!("sampling-part-unreadable")))?;
        match read_block(&raw, &mut |kind, bytes| self.keep(kind, &bytes)) {
            // What a person cannot see is not sent and not handed over.
            Block::Unshown { reason, .. } => Err(Fault(say!(
                "sampling-part-unshown",
                reason = reason.trim_end_matches(['.', '。'])
            ))),
            block => Ok(block),
        }
    }

    fn part(&self, part: &SamplingPart) -> Result<SampledPart, Fault> {
        Ok(match part {
            SamplingPart::Text(_) | SamplingPart::Media(_) => SampledPart::Content {
                block: self.block(&part.to_value())?,
            },
            SamplingPart::Use(wanted) => SampledPart::ToolUse {
                id: name(&wanted.id),
                name: name(&wanted.name),
                input: indented(&Value::Object(wanted.input.clone())),
            },
            SamplingPart::Result(result) => SampledPart::ToolResult {
                id: name(&result.id),
                failed: result.failed,
                blocks: result
                    .content
                    .iter()
                    .map(|block| self.block(block))
                    .collect::<Result<_, _>>()?,
                structured: result.structured.as_ref().map(indented),
            },
        })
    }

    fn parts(&self, parts: &[SamplingPart]) -> Result<Vec<SampledPart>, Fault> {
        parts.iter().map(|part| self.part(part)).collect()
    }
}

impl Drop for ShownPayloads {
    fn drop(&mut self) {
        let handles: Vec<String> = locked(&self.kept)
            .drain()
            .map(|(_, payload)| payload.handle)
            .collect();
        self.host.calls.payloads.forget(&handles);
    }
}

/// What both questions of a request have in common.
pub(super) struct Common {
    /// Id of the server that asks.
    pub server: String,
    pub features: SamplingFeatures,
    pub models: Vec<SamplingModel>,
    pub cause: Option<Cause>,
    pub redactor: Redactor,
    pub shown: ShownPayloads,
    pub media: Mutex<ExtractedMedia>,
}

impl Common {
    /// A value as it is edited and recorded: data of media by name.
    pub(super) fn aside(&self, value: &Value) -> Value {
        locked(&self.media).aside(value)
    }

    fn typed(&self, text: &str) -> Result<Value, Fault> {
        let value = exact::parse(text).map_err(|fault| Fault(fault.to_string()))?;
        locked(&self.media)
            .back(value)
            .ok_or_else(|| Fault(say!("sampling-media-typed")))
    }

    fn warnings(&self, words: &Value) -> Vec<Warning> {
        let secret = Warning::new("sampling.secret", say!("sampling-secret"));
        Vec::from_iter(self.redactor.finds(words).then_some(secret))
    }
}

/// The first question: may this go to a model?
pub(super) struct SamplingRequestReview {
    pub common: Arc<Common>,
    pub candidates: Vec<ModelCandidate>,
    pub preferences: SamplingPreferences,
    pub chosen: (String, String),
    pub budget: String,
}

impl SamplingRequestReview {
    /// Most tokens that a person may grant.
    pub(super) fn most(&self) -> u32 {
        self.preferences.max_tokens.min(limits::SAMPLING_TOKENS)
    }

    /// The model that a request names.
    pub(super) fn candidate(&self, name: &str) -> Option<&ModelCandidate> {
        self.candidates
            .iter()
            .find(|candidate| candidate.shown.name == name)
    }

    /// The request as it is shown, and as it would be sent: made of one value at the same moment.
    pub(super) fn asked(
        &self,
        request: &SamplingRequest,
        edited: bool,
    ) -> Result<Edited<ProposedSampling>, Fault> {
        let whole = request.to_value();
        let request_json = pretty(&self.common.aside(&whole));
        let asked = self.shown(request, request_json.clone(), edited)?;
        let proposal = ProposedSampling::new(&self.common.server, whole, request_json);
        Ok(Edited { proposal, asked })
    }

    fn shown(&self, request: &SamplingRequest, request_json: String, edited: bool) -> Result<Asked, Fault> {
        let shown = &self.common.shown;
        let prompt = request
            .system_prompt
            .clone()
            .map(|text| shown.block(&SamplingPart::Text(text).to_value()));
        let messages = request.messages.iter().map(|message| {
            Ok(SampledMessage {
                role: message.role,
                parts: shown.parts(&message.parts)?,
            })
        });
        let (chosen, why) = &self.chosen;
        Ok(Asked::Sampling {
            system_prompt: prompt.transpose()?,
            messages: messages.collect::<Result<_, _>>()?,
            tools: request.tools.iter().map(tool).collect(),
            tool_choice: (!request.tools.is_empty()).then_some(request.tool_choice),
            hints: self.preferences.hints.iter().map(|hint| name(hint)).collect(),
            priorities: self.preferences.priorities.clone(),
            model: request.model.clone(),
            model_why: match request.model == *chosen {
                true => why.clone(),
                false => say!("sampling-model-chosen"),
            },
            models: self.common.models.clone(),
            max_tokens: request.max_tokens,
            max_tokens_asked: self.preferences.max_tokens,
            temperature: request.temperature,
            stop_sequences: request.stop_sequences.iter().map(|text| name(text)).collect(),
            include_context: self.preferences.include_context.as_deref().map(name),
            context: context(&self.preferences),
            cost: self
                .candidate(&request.model)
                .and_then(|candidate| candidate.model.cost(request)),
            budget: self.budget.clone(),
            cause: self.common.cause.clone(),
            warnings: self.common.warnings(&request.words()),
            remarks: request_notes(&request.words()),
            notes: self.notes(request),
            request_json,
            edited,
        })
    }

    fn notes(&self, request: &SamplingRequest) -> Vec<String> {
        let mut notes = Vec::new();
        if self.preferences.max_tokens > limits::SAMPLING_TOKENS {
            notes.push(say!(
                "sampling-note-capped",
                asked = grouped(self.preferences.max_tokens as usize),
                most = grouped(limits::SAMPLING_TOKENS as usize)
            ));
        }
        if self.preferences.metadata {
            notes.push(say!("sampling-note-metadata"));
        }
        if !request.tools.is_empty() {
            notes.push(say!("sampling-note-tools"));
        }
        let rounds = request
            .messages
            .iter()
            .filter(|message| {
                message.role == SampledRole::Assistant
                    && message
                        .parts
                        .iter()
                        .any(|part| matches!(part, SamplingPart::Use(_)))
            })
            .count();
        if rounds > 0 {
            notes.push(say!(
                "sampling-note-round",
                round = rounds + 1,
                most = limits::SAMPLING_ROUNDS + 1
            ));
        }
        if self.common.cause.is_none() {
            notes.push(say!("sampling-note-no-cause"));
        }
        notes
    }

    /// What a person wrote in its place.
    pub(super) fn edit(&self, text: &str) -> Result<Edited<ProposedSampling>> {
        let read = || {
            let value = self.common.typed(text)?;
            let request = sampling::edited(value, &self.common.models, self.most(), self.common.features)?;
            self.asked(&request, true)
        };
        read().map_err(unusable)
    }
}

/// The second question: may the server have this answer?
pub(super) struct SamplingAnswerReview {
    pub common: Arc<Common>,
    pub request: SamplingRequest,
    pub answer: SamplingResult,
    pub model: String,
}

impl SamplingAnswerReview {
    /// The answer as it is shown, and as it would be handed over: made of one value at the same moment.
    pub(super) fn asked(
        &self,
        answer: &SamplingResult,
        edited: bool,
    ) -> Result<Edited<ProposedHandOver>, Fault> {
        let parts = answer.to_value();
        let answer_json = pretty(&self.common.aside(&parts));
        let asked = self.shown(answer, answer_json.clone(), edited)?;
        let proposal = ProposedHandOver::new(&self.common.server, parts, answer_json);
        Ok(Edited { proposal, asked })
    }

    fn shown(&self, answer: &SamplingResult, answer_json: String, edited: bool) -> Result<Asked, Fault> {
        let words: Vec<Value> = answer.parts.iter().flat_map(SamplingPart::words).collect();
        let wants = answer
            .parts
            .iter()
            .any(|part| matches!(part, SamplingPart::Use(_)));
        let note = wants.then(|| say!("sampling-note-tool-use"));
        Ok(Asked::SampledAnswer {
            parts: self.common.shown.parts(&answer.parts)?,
            model: self.model.clone(),
            stop_reason: answer.stop.as_str().to_owned(),
            cause: self.common.cause.clone(),
            warnings: self.common.warnings(&words.into()),
            notes: Vec::from_iter(note),
            request_json: pretty(&self.common.aside(&self.request.to_value())),
            answer_json,
            edited,
        })
    }

    pub(super) fn read(&self, parts: Value) -> Result<SamplingResult, Fault> {
        sampling::answer(parts, &self.request, &self.answer, self.common.features)
    }

    /// What a person wrote in its place.
    pub(super) fn edit(&self, text: &str) -> Result<Edited<ProposedHandOver>> {
        let read = || {
            let answer = self.read(self.common.typed(text)?)?;
            self.asked(&answer, true)
        };
        read().map_err(unusable)
    }
}

fn unusable(Fault(what): Fault) -> Error {
    Error::new(Code::BadInput, say!("sampling-edit-invalid", problem = what))
}

fn context(preferences: &SamplingPreferences) -> String {
    let nothing = say!("sampling-context-none");
    match preferences.include_context.as_deref() {
        Some("allServers") => say!("sampling-context-all", nothing),
        Some(_) => say!("sampling-context-own", nothing),
        None => nothing,
    }
}

fn tool(tool: &sampling::Tool) -> SampledTool {
    SampledTool {
        name: name(&tool.name),
        description: ForeignText::new(tool.description.as_str()).shown(),
        schema: indented(&tool.input_schema),
    }
}

fn name(text: &str) -> Foreign {
    portcullis_core::text::escape_line(text)
}

fn indented(value: &Value) -> Foreign {
    ForeignText::new(pretty(value)).shown()
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_else(|_| value.to_string())
}
