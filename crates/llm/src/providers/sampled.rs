//! Sends a permitted sampling request to a provider and converts its answer for the server (SAM-08 to SAM-17). Nothing
//! is added: no system prompt, no tool, no conversation (S-76, SAM-21).

use crate::sampling::{SampledToolResult, SamplingPart, SamplingRequest, SamplingResult, Stop, ToolUse};
use portcullis_catalog::measured;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{SampledRole, ToolChoice};
use portcullis_l10n::say;
use rig_core::completion::{
    CompletionRequest, CompletionResponse, FinishReason, OnUnsupported, ToolDefinition,
};
use rig_core::message::{
    AssistantContent, AssistantMessage, Audio, AudioMediaType, CallId, DocumentSourceKind, Image,
    ImageMediaType, Message, MimeType as _, Text, ToolCall, ToolChoice as Choice, ToolFunction, ToolName,
    ToolResult as Result_, ToolResultContent, UserContent,
};
use serde_json::{Value, json};
use std::collections::HashMap;

/// About what providers count for an image of the usual size.
const IMAGE: usize = 1_500;

/// About how many tokens are read.
pub(super) fn tokens(request: &SamplingRequest) -> u64 {
    let prompt = request.system_prompt.as_deref().map_or(0, measured::tokens);
    let parts = request.messages.iter().flat_map(|message| &message.parts);
    let said: usize = parts
        .map(|part| match part {
            SamplingPart::Text(text) => measured::tokens(text),
            SamplingPart::Media(_) => IMAGE,
            SamplingPart::Use(_) => measured::tokens(&part.to_value().to_string()),
            SamplingPart::Result(result) => of_result(result),
        })
        .sum();
    let tools: usize = request
        .tools
        .iter()
        .map(|tool| measured::tokens(&tool.description) + measured::tokens(&tool.input_schema.to_string()))
        .sum();
    (prompt + said + tools) as u64
}

/// The same of what came of a tool, as [`tool_result`] sends it: an image is one, however long its data is as text.
fn of_result(result: &SampledToolResult) -> usize {
    let blocks = result.content.iter();
    let blocks = blocks.map(|block| match block.get("type").and_then(Value::as_str) {
        Some("image") => IMAGE,
        _ => measured::tokens(&block.to_string()),
    });
    let structured = result.structured.iter().filter(|_| result.content.is_empty());
    blocks
        .chain(structured.map(|value| measured::tokens(&value.to_string())))
        .sum()
}

/// The request for a provider.
///
/// # Errors
/// `input.bad` when something in it is not for any provider.
pub(super) fn request(request: &SamplingRequest) -> Result<CompletionRequest> {
    let mut names = HashMap::new();
    let mut messages = request
        .messages
        .iter()
        .map(|message| {
            let parts = &message.parts;
            Ok(match message.role {
                SampledRole::User => Message::User {
                    content: parts
                        .iter()
                        .map(|part| theirs(part, &names))
                        .collect::<Result<_>>()?,
                },
                SampledRole::Assistant => {
                    for part in parts {
                        if let SamplingPart::Use(wanted) = part {
                            names.insert(wanted.id.clone(), wanted.name.clone());
                        }
                    }
                    let content = parts.iter().map(of_model).collect::<Result<_>>()?;
                    Message::Assistant(AssistantMessage::new(content))
                }
            })
        })
        .collect::<Result<Vec<_>>>()?;
    let last = messages.pop().ok_or_else(|| unfit(say!("sampled-empty")))?;
    let mut asked = CompletionRequest::new(last).messages(messages);
    if let Some(prompt) = &request.system_prompt {
        asked = asked.preamble(prompt.clone());
    }
    let tools = request.tools.iter().map(|tool| {
        let (schema, more) = crate::schema::fitted(&tool.input_schema);
        let about = match more {
            Some(more) => format!("{}\n\n{more}", tool.description),
            None => tool.description.clone(),
        };
        Ok(ToolDefinition::new(name(&tool.name)?, about, schema))
    });
    let tools: Vec<ToolDefinition> = tools.collect::<Result<_>>()?;
    if !tools.is_empty() {
        asked = asked.tools(tools).tool_choice(match request.tool_choice {
            ToolChoice::Auto => Choice::Auto,
            ToolChoice::Required => Choice::Required,
            ToolChoice::None => Choice::None,
        });
    }
    asked = asked
        .max_tokens(u64::from(request.max_tokens))
        .temperature(request.temperature);
    asked.options.stop.clone_from(&request.stop_sequences);
    // A model that knows no temperature answers without one.
    asked.options.on_unsupported = Some(OnUnsupported::Ignore);
    Ok(asked)
}

fn theirs(part: &SamplingPart, names: &HashMap<String, String>) -> Result<UserContent> {
    Ok(match part {
        SamplingPart::Text(text) => UserContent::Text(Text::new(text.clone())),
        SamplingPart::Media(block) => media(block)?,
        SamplingPart::Use(_) => return Err(unfit(say!("sampled-user-tool"))),
        SamplingPart::Result(result) => {
            let called = names.get(&result.id).map_or(result.id.as_str(), String::as_str);
            UserContent::ToolResult(tool_result(result, called)?)
        }
    })
}

fn of_model(part: &SamplingPart) -> Result<AssistantContent> {
    Ok(match part {
        SamplingPart::Text(text) => AssistantContent::Text(Text::new(text.clone())),
        SamplingPart::Use(wanted) => AssistantContent::ToolCall(ToolCall::new(
            CallId::from_wire(wanted.id.clone()),
            ToolFunction::new(name(&wanted.name)?, Value::Object(wanted.input.clone())),
        )),
        SamplingPart::Media(_) => {
            return Err(unfit(say!("sampled-model-media")));
        }
        SamplingPart::Result(_) => return Err(unfit(say!("sampled-model-result"))),
    })
}

fn tool_result(result: &SampledToolResult, called: &str) -> Result<Result_> {
    let mut content: Vec<ToolResultContent> = Vec::new();
    for block in &result.content {
        content.push(match block.get("type").and_then(Value::as_str) {
            Some("text") => {
                let text = block.get("text").and_then(Value::as_str).unwrap_or_default();
                ToolResultContent::Text(Text::new(text))
            }
            Some("image") => match media(block)? {
                UserContent::Image(image) => ToolResultContent::Image(image),
                _ => return Err(unfit(say!("sampled-image"))),
            },
            _ => ToolResultContent::Text(Text::new(block.to_string())),
        });
    }
    if let Some(value) = result.structured.as_ref().filter(|_| content.is_empty()) {
        content.push(ToolResultContent::Text(Text::new(value.to_string())));
    }
    if content.is_empty() {
        content.push(ToolResultContent::Text(Text::new("")));
    }
    Ok(Result_ {
        call: CallId::from_wire(result.id.clone()),
        name: name(called)?,
        content,
        is_error: result.failed,
    })
}

fn media(block: &Value) -> Result<UserContent> {
    let text = |name: &str| block.get(name).and_then(Value::as_str).unwrap_or_default();
    let data = DocumentSourceKind::Base64(text("data").to_owned());
    let mime = text("mimeType");
    match text("type") {
        "image" => {
            let media_type =
                ImageMediaType::from_mime_type(mime).ok_or_else(|| unfit(say!("sampled-image-type")))?;
            Ok(UserContent::Image(Image {
                data,
                media_type: Some(media_type),
                ..Image::default()
            }))
        }
        "audio" => {
            let media_type =
                AudioMediaType::from_mime_type(mime).ok_or_else(|| unfit(say!("sampled-audio-type")))?;
            Ok(UserContent::Audio(Audio {
                data,
                media_type: Some(media_type),
            }))
        }
        _ => Err(unfit(say!("sampled-kind"))),
    }
}

fn name(name: &str) -> Result<ToolName> {
    ToolName::new(name).map_err(|_| unfit(say!("sampled-tool-name")))
}

fn unfit(why: String) -> Error {
    Error::new(Code::BadInput, say!("sampled-unfit", reason = why))
}

/// What a provider's model said, as the server may get it. More than was asked for is cut (SAM-04).
pub(super) fn answer(whole: &CompletionResponse, request: &SamplingRequest) -> SamplingResult {
    let mut parts = Vec::new();
    let mut words = String::new();
    for block in &whole.choice {
        match block {
            AssistantContent::Text(text) => words.push_str(&text.text),
            // What can be read of arguments that broke off is not what the model wanted.
            AssistantContent::ToolCall(call) if call.function.invalid_arguments.is_some() => {}
            AssistantContent::ToolCall(call) => {
                let wanted = ToolUse {
                    id: call.id.wire().into_owned(),
                    name: call.function.name.as_str().to_owned(),
                    input: call.function.arguments.clone(),
                    meta: None,
                };
                parts.push(SamplingPart::Use(wanted));
            }
            AssistantContent::Image(image) => {
                if let (DocumentSourceKind::Base64(data), Some(kind)) = (&image.data, &image.media_type) {
                    parts.push(SamplingPart::Media(
                        json!({"type": "image", "mimeType": kind.to_mime_type(), "data": data}),
                    ));
                }
            }
            // Reasoning is not an answer, and it was not asked for.
            _ => {}
        }
    }
    let wants = parts.iter().any(|part| matches!(part, SamplingPart::Use(_)));
    let mut stop = match whole.finish_reason() {
        _ if wants => Stop::ToolUse,
        Some(FinishReason::Length) => Stop::MaxTokens,
        Some(reason) if super::asking::is_withheld(&reason) => Stop::Withheld,
        _ => Stop::EndTurn,
    };
    if !words.is_empty() {
        let cut = SamplingResult::of_text(&words, request);
        if cut.stop != Stop::EndTurn {
            stop = cut.stop;
        }
        parts.splice(0..0, cut.parts);
    }
    SamplingResult::new(parts, stop)
}

#[cfg(test)]
mod tests {
    use super::tokens;
    use crate::sampling::{self, SamplingFeatures};
    use serde_json::value::RawValue;
    use serde_json::{Value, json};

    #[test]
    fn an_image_in_the_result_of_a_tool_is_counted_as_an_image() {
        let counted = |result: Value| {
            let params = json!({"maxTokens": 10, "messages": [
                {"role": "user", "content": {"type": "text", "text": "Look."}},
                {"role": "assistant", "content": {"type": "tool_use", "id": "1", "name": "look", "input": {}}},
                {"role": "user", "content": {"type": "tool_result", "toolUseId": "1", "content": [result]}},
            ]});
            let params = RawValue::from_string(params.to_string()).unwrap();
            let features = SamplingFeatures::of("2025-11-25");
            tokens(&sampling::request(&params, features).unwrap().0)
        };
        let image = json!({"type": "image", "mimeType": "image/png", "data": "A".repeat(400_000)});
        assert!(counted(image) < 2_000);
        let text = json!({"type": "text", "text": "word ".repeat(4_000)});
        assert!(counted(text) > 4_000);
    }
}
