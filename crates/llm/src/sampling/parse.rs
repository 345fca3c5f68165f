//! From JSON to a request or an answer: unknown members are passed over, everything else has exactly its type.

use super::{
    ExtractedMedia, Fault, Message, SampledToolResult, SamplingFeatures, SamplingPart, SamplingPreferences,
    SamplingRequest, SamplingResult, Stop, Tool, ToolUse, rules,
};
use crate::limits;
use portcullis_core::text::grouped;
use portcullis_domain::{SampledRole, SamplingModel, SamplingPriorities, ToolChoice};
use portcullis_l10n::say;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value};

type ParseResult<T> = Result<T, Fault>;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Params {
    /// Only in what a person edits.
    model: Option<String>,
    system_prompt: Option<String>,
    messages: Vec<ParsedMessage>,
    max_tokens: Number,
    temperature: Option<f64>,
    stop_sequences: Option<Vec<String>>,
    tools: Option<Vec<ParsedTool>>,
    tool_choice: Option<Choice>,
    model_preferences: Option<Preferences>,
    include_context: Option<Context>,
    metadata: Option<Map<String, Value>>,
}

#[derive(Deserialize)]
struct ParsedMessage {
    role: SampledRole,
    content: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ParsedTool {
    name: String,
    description: Option<String>,
    input_schema: Map<String, Value>,
}

#[derive(Deserialize)]
struct Choice {
    mode: Option<ToolChoice>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Preferences {
    hints: Option<Vec<Hint>>,
    cost_priority: Option<f64>,
    speed_priority: Option<f64>,
    intelligence_priority: Option<f64>,
}

#[derive(Deserialize)]
struct Hint {
    name: Option<String>,
}

#[derive(Deserialize, PartialEq, Clone, Copy)]
enum Context {
    #[serde(rename = "none")]
    None,
    #[serde(rename = "thisServer")]
    ThisServer,
    #[serde(rename = "allServers")]
    AllServers,
}

/// Reads what a server asks for. The model is not chosen yet, and the tokens are at most those of
/// [`limits::SAMPLING_TOKENS`].
///
/// # Errors
/// What is wrong with it; the server is told no more than that it cannot be used (SAM-10).
pub fn request(
    params: &RawValue,
    features: SamplingFeatures,
) -> ParseResult<(SamplingRequest, SamplingPreferences)> {
    if params.get().len() > limits::SAMPLING_BYTES {
        let most = limits::SAMPLING_BYTES >> 20;
        return Err(Fault(say!("parse-size", size = most)));
    }
    let params: Params = serde_json::from_str(params.get()).map_err(|_| Fault(say!("parse-invalid")))?;
    let preferences = preferences(&params)?;
    let most = preferences.max_tokens.min(limits::SAMPLING_TOKENS);
    Ok((whole(params, String::new(), most, features)?, preferences))
}

/// Which part of a request as a person wrote it has another form than it must have.
fn unreadable(value: &Value) -> String {
    let Value::Object(parts) = value else {
        return say!("parse-not-object");
    };
    if let Some(name) = ["messages", "maxTokens"]
        .iter()
        .find(|name| !parts.contains_key(**name))
    {
        return say!("parse-missing", name);
    }
    let wrong = parts.iter().find(|(name, part)| {
        let mut alone = Map::new();
        alone.insert("messages".to_owned(), Value::Array(Vec::new()));
        alone.insert("maxTokens".to_owned(), 1.into());
        alone.insert((*name).clone(), (*part).clone());
        serde_json::from_value::<Params>(Value::Object(alone)).is_err()
    });
    match wrong {
        Some((name, _)) => say!("parse-form", name),
        None => say!("parse-invalid"),
    }
}

/// Reads a request as a person wrote it, with the data of its media put back.
///
/// # Errors
/// What is wrong with it.
pub fn edited(
    value: Value,
    models: &[SamplingModel],
    most: u32,
    features: SamplingFeatures,
) -> ParseResult<SamplingRequest> {
    let wrong = unreadable(&value);
    let params: Params = serde_json::from_value(value).map_err(|_| Fault(wrong))?;
    let model = params.model.clone().unwrap_or_default();
    if !models.iter().any(|known| known.name == model) {
        return Err(Fault(say!("parse-model")));
    }
    let wanted = count(&params.max_tokens)?;
    if wanted > most {
        return Err(Fault(say!("parse-tokens", count = grouped(most as usize))));
    }
    whole(params, model, wanted, features)
}

/// Reads an answer as a person edited it, with the data of its media put back.
///
/// # Errors
/// What is wrong with it.
pub fn answer(
    value: Value,
    request: &SamplingRequest,
    before: &SamplingResult,
    features: SamplingFeatures,
) -> ParseResult<SamplingResult> {
    let Value::Array(blocks) = value else {
        return Err(Fault(say!("parse-answer-list")));
    };
    let most = if features.tools { limits::SAMPLING_PARTS } else { 1 };
    if blocks.is_empty() || blocks.len() > most {
        return Err(Fault(match most {
            1 => say!("parse-answer-one"),
            most => say!("parse-answer-parts", count = most),
        }));
    }
    let the_answer = say!("parse-the-answer");
    let parts: Vec<SamplingPart> = blocks
        .into_iter()
        .map(|block| part(block, features, &the_answer))
        .collect::<ParseResult<_>>()?;
    let mut ids = std::collections::HashSet::new();
    for part in &parts {
        match part {
            SamplingPart::Result(_) => return Err(Fault(say!("parse-answer-result"))),
            SamplingPart::Use(wanted) => {
                let offered = request.tools.iter().any(|tool| tool.name == wanted.name);
                if !offered || request.tool_choice == ToolChoice::None {
                    return Err(Fault(say!("parse-answer-tool")));
                }
                if !ids.insert(wanted.id.as_str()) {
                    return Err(Fault(say!("parse-answer-same")));
                }
            }
            SamplingPart::Text(_) | SamplingPart::Media(_) => {}
        }
    }
    let stop = match before.stop {
        _ if !ids.is_empty() => Stop::ToolUse,
        Stop::ToolUse => Stop::EndTurn,
        stop => stop,
    };
    let edited = SamplingResult::new(parts, stop);
    // A model may count otherwise than we do, so what it said is as much as fits.
    let most = before.tokens().max(request.max_tokens as usize);
    if edited.tokens() > most {
        return Err(Fault(say!(
            "parse-answer-tokens",
            count = grouped(edited.tokens()),
            most = grouped(most)
        )));
    }
    Ok(edited)
}

fn whole(
    params: Params,
    model: String,
    max_tokens: u32,
    features: SamplingFeatures,
) -> ParseResult<SamplingRequest> {
    let (tools, tool_choice) = tools(params.tools, params.tool_choice, features)?;
    if params.messages.is_empty() || params.messages.len() > limits::SAMPLING_MESSAGES {
        let most = limits::SAMPLING_MESSAGES;
        return Err(Fault(say!("parse-messages", count = most)));
    }
    let messages = (1..)
        .zip(params.messages)
        .map(|(place, line)| message(line, features, place))
        .collect::<ParseResult<Vec<_>>>()?;
    rules::tools(&messages)?;
    let stop_sequences = params.stop_sequences.unwrap_or_default();
    let (most, longest) = limits::SAMPLING_WISHES;
    if stop_sequences.len() > most
        || stop_sequences
            .iter()
            .any(|text| text.is_empty() || text.chars().count() > longest)
    {
        return Err(Fault(say!("parse-stops", count = most, length = longest)));
    }
    if params
        .temperature
        .is_some_and(|heat| !(0.0..=10.0).contains(&heat))
    {
        return Err(Fault(say!("parse-temperature")));
    }
    let request = SamplingRequest {
        model,
        system_prompt: params.system_prompt,
        messages,
        tools,
        tool_choice,
        max_tokens,
        temperature: params.temperature,
        stop_sequences,
    };
    let text = ExtractedMedia::default()
        .aside(&request.to_value())
        .to_string()
        .len();
    if text > limits::SAMPLING_TEXT {
        let most = limits::SAMPLING_TEXT >> 10;
        return Err(Fault(say!("parse-text", size = most)));
    }
    Ok(request)
}

fn preferences(params: &Params) -> ParseResult<SamplingPreferences> {
    let (most, longest) = limits::SAMPLING_WISHES;
    let preferences = params.model_preferences.as_ref();
    let hints = preferences
        .and_then(|wanted| wanted.hints.as_deref())
        .unwrap_or_default();
    let named = hints.iter().filter_map(|hint| hint.name.clone());
    let hints: Vec<String> = named
        .filter(|name| name.chars().count() <= longest)
        .take(most)
        .collect();
    let priority = |of: fn(&Preferences) -> Option<f64>| match preferences.and_then(of) {
        Some(value) if !(0.0..=1.0).contains(&value) => Err(Fault(say!("parse-priority"))),
        value => Ok(value),
    };
    Ok(SamplingPreferences {
        hints,
        priorities: SamplingPriorities {
            cost: priority(|wanted| wanted.cost_priority)?,
            speed: priority(|wanted| wanted.speed_priority)?,
            intelligence: priority(|wanted| wanted.intelligence_priority)?,
        },
        include_context: match params.include_context {
            None | Some(Context::None) => None,
            Some(Context::ThisServer) => Some("thisServer".to_owned()),
            Some(Context::AllServers) => Some("allServers".to_owned()),
        },
        max_tokens: count(&params.max_tokens)?,
        metadata: params.metadata.as_ref().is_some_and(|words| !words.is_empty()),
    })
}

/// A whole number from 1 on; old revisions call it a number, and some languages write `50.0`.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be whole and to fit"
)]
fn count(number: &Number) -> ParseResult<u32> {
    let whole = number
        .as_u64()
        .map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    let written = number
        .as_f64()
        .filter(|count| count.fract() == 0.0 && (1.0..=f64::from(u32::MAX)).contains(count))
        .map(|count| count as u32);
    whole
        .or(written)
        .filter(|count| *count > 0)
        .ok_or_else(|| Fault(say!("parse-count")))
}

fn tools(
    offered: Option<Vec<ParsedTool>>,
    choice: Option<Choice>,
    features: SamplingFeatures,
) -> ParseResult<(Vec<Tool>, ToolChoice)> {
    if !features.tools && (offered.is_some() || choice.is_some()) {
        return Err(Fault(say!("parse-tools-unagreed")));
    }
    let offered = offered.unwrap_or_default();
    if offered.len() > limits::SAMPLING_TOOLS {
        return Err(Fault(say!("parse-tools-many", count = limits::SAMPLING_TOOLS)));
    }
    let mut tools: Vec<Tool> = Vec::with_capacity(offered.len());
    for tool in offered {
        let named = (1..=limits::TOOL_NAME).contains(&tool.name.chars().count());
        if !named || tools.iter().any(|known| known.name == tool.name) {
            return Err(Fault(say!("parse-tools-names")));
        }
        tools.push(Tool {
            name: tool.name,
            description: tool.description.unwrap_or_default(),
            input_schema: Value::Object(tool.input_schema),
        });
    }
    let choice = choice.and_then(|choice| choice.mode).unwrap_or(ToolChoice::Auto);
    if choice == ToolChoice::Required && tools.is_empty() {
        return Err(Fault(say!("parse-tools-none")));
    }
    Ok((tools, choice))
}

fn message(line: ParsedMessage, features: SamplingFeatures, place: usize) -> ParseResult<Message> {
    let name = say!("parse-message", number = place);
    let blocks = match line.content {
        Value::Array(_) if !features.tools => {
            return Err(Fault(say!("parse-parts-unagreed", message = name)));
        }
        Value::Array(blocks) => blocks,
        one => vec![one],
    };
    if blocks.is_empty() || blocks.len() > limits::SAMPLING_PARTS {
        let most = limits::SAMPLING_PARTS;
        return Err(Fault(say!("parse-parts", message = name, count = most)));
    }
    let parts = blocks.into_iter().map(|block| part(block, features, &name));
    Ok(Message {
        role: line.role,
        parts: parts.collect::<ParseResult<_>>()?,
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct UseBlock {
    id: String,
    name: String,
    input: Map<String, Value>,
    #[serde(rename = "_meta")]
    meta: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ResultBlock {
    tool_use_id: String,
    content: Vec<Value>,
    structured_content: Option<Value>,
    is_error: Option<bool>,
    #[serde(rename = "_meta")]
    meta: Option<Value>,
}

fn part(block: Value, features: SamplingFeatures, name: &str) -> ParseResult<SamplingPart> {
    let bad = || Fault(say!("parse-part-invalid", message = name));
    let kind = block.get("type").and_then(Value::as_str).unwrap_or_default();
    match kind {
        "text" => match block.get("text") {
            Some(Value::String(text)) => Ok(SamplingPart::Text(text.clone())),
            _ => Err(bad()),
        },
        "image" => media(&block, "image").map(SamplingPart::Media).ok_or_else(bad),
        "audio" if features.sounds => media(&block, "audio").map(SamplingPart::Media).ok_or_else(bad),
        "tool_use" if features.tools => {
            let wanted: UseBlock = serde_json::from_value(block).map_err(|_| bad())?;
            let named = |text: &str| (1..=limits::TOOL_NAME).contains(&text.chars().count());
            if !named(&wanted.id) || !named(&wanted.name) {
                return Err(bad());
            }
            Ok(SamplingPart::Use(ToolUse {
                id: wanted.id,
                name: wanted.name,
                input: wanted.input,
                meta: wanted.meta,
            }))
        }
        "tool_result" if features.tools => {
            let result: ResultBlock = serde_json::from_value(block).map_err(|_| bad())?;
            let structured = result.structured_content;
            if result.content.len() > limits::SAMPLING_PARTS
                || structured
                    .as_ref()
                    .is_some_and(|value| !value.is_object() && !features.any_structured)
            {
                return Err(bad());
            }
            Ok(SamplingPart::Result(SampledToolResult {
                id: result.tool_use_id,
                content: result.content,
                structured,
                failed: result.is_error.unwrap_or_default(),
                meta: result.meta,
            }))
        }
        _ => Err(Fault(say!("parse-part-unknown", message = name))),
    }
}

/// What a model is given of an image or a sound. Whether the data is what it says is checked where it is shown.
fn media(block: &Value, kind: &str) -> Option<Value> {
    let text = |name: &str| block.get(name).and_then(Value::as_str);
    let (data, mime) = (text("data")?, text("mimeType")?);
    Some(serde_json::json!({"type": kind, "mimeType": mime, "data": data}))
}
