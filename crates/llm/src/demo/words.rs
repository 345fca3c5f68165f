//! What the demo model says to a server: plain rules over the last message, so that a newcomer sees an answer that
//! could be one. It says that it is a script.

use crate::sampling::{Message, SamplingPart, SamplingRequest, SamplingResult, Stop, Tool, ToolUse};
use portcullis_domain::{SampledRole, ToolChoice};
use serde_json::{Map, Value, json};

/// Characters of the server's words that are said again.
const AGAIN: usize = 160;

pub(super) fn answer(request: &SamplingRequest) -> SamplingResult {
    let last = request.messages.last();
    if let Some(tool) = wanted(request, last) {
        let wanted = ToolUse {
            id: format!("demo-{}", request.messages.len()),
            name: tool.name.clone(),
            input: made_up(&tool.input_schema),
            meta: None,
        };
        return SamplingResult::new(vec![SamplingPart::Use(wanted)], Stop::ToolUse);
    }
    SamplingResult::of_text(&text(last), request)
}

/// A tool where one is required, or where the words name one and there is a choice.
fn wanted<'a>(request: &'a SamplingRequest, last: Option<&Message>) -> Option<&'a Tool> {
    let asked = said(last).to_lowercase();
    match request.tool_choice {
        ToolChoice::None => None,
        ToolChoice::Required => request.tools.first(),
        ToolChoice::Auto => request
            .tools
            .iter()
            .find(|tool| asked.contains(&tool.name.to_lowercase())),
    }
}

fn text(last: Option<&Message>) -> String {
    let results = last.iter().flat_map(|message| &message.parts);
    let told: Vec<&str> = results
        .filter_map(|part| match part {
            SamplingPart::Result(result) => result
                .content
                .iter()
                .find_map(|block| block.get("text")?.as_str()),
            SamplingPart::Text(_) | SamplingPart::Media(_) | SamplingPart::Use(_) => None,
        })
        .collect();
    if let Some(told) = told.first() {
        return format!("The tool says: {}", short(told));
    }
    let asked = said(last);
    if let Some(choice) = choice(&asked) {
        return choice;
    }
    if asked.trim().is_empty() {
        return "This is the demo model, a script. There was no text that it could answer.".to_owned();
    }
    let lower = asked.to_lowercase();
    if lower.contains("summar") || lower.contains("title") {
        return format!("In short: {}", short(after_first_line(&asked)));
    }
    format!(
        "This is the demo model, a script. It was asked: “{}”",
        short(&asked)
    )
}

/// The texts of a message of the person's side.
fn said(last: Option<&Message>) -> String {
    let texts = last.filter(|message| message.role == SampledRole::User);
    let texts: Vec<&str> = texts
        .iter()
        .flat_map(|message| &message.parts)
        .map(SamplingPart::text)
        .filter(|text| !text.is_empty())
        .collect();
    texts.join("\n")
}

/// `… urgent, normal or low.`: the first of what may be chosen from.
fn choice(text: &str) -> Option<String> {
    let (before, _) = text.rsplit_once(" or ")?;
    let start = before.rfind([':', '.', '?', '\n']).map_or(0, |at| at + 1);
    let first = before[start..].split(',').next()?.trim();
    let plain = !first.is_empty() && first.split_whitespace().count() == 1;
    (plain && before[start..].contains(',')).then(|| first.to_owned())
}

/// What is to be summarised usually follows the request.
fn after_first_line(text: &str) -> &str {
    match text.trim().split_once('\n') {
        Some((_, rest)) if !rest.trim().is_empty() => rest.trim(),
        _ => text.trim(),
    }
}

fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(AGAIN) {
        Some((cut, _)) => format!("{}…", line[..cut].trim_end()),
        None => line,
    }
}

/// The arguments that must be there, with values that fit their types.
fn made_up(schema: &Value) -> Map<String, Value> {
    let names = schema.get("required").and_then(Value::as_array);
    let names = names.into_iter().flatten().filter_map(Value::as_str);
    names
        .map(|name| {
            let property = schema.get("properties").and_then(|all| all.get(name));
            let first = property.and_then(|property| property.get("enum")?.get(0).cloned());
            let value =
                first.unwrap_or_else(
                    || match property.and_then(|property| property.get("type")?.as_str()) {
                        Some("number" | "integer") => json!(2),
                        Some("boolean") => json!(false),
                        Some("array") => json!([]),
                        Some("object") => json!({}),
                        _ => json!("hello"),
                    },
                );
            (name.to_owned(), value)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::{self, SamplingFeatures};
    use serde_json::value::RawValue;

    fn answered(more: Value) -> SamplingResult {
        let mut params = json!({"maxTokens": 40});
        params
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let params = RawValue::from_string(params.to_string()).unwrap();
        answer(
            &sampling::request(&params, SamplingFeatures::of("2025-11-25"))
                .unwrap()
                .0,
        )
    }

    fn said(words: &str) -> String {
        let answer =
            answered(json!({"messages": [{"role": "user", "content": {"type": "text", "text": words}}]}));
        answer.parts[0].text().to_owned()
    }

    #[test]
    fn it_answers_as_a_model_could_and_says_what_it_is() {
        assert_eq!(said("Login fails. Answer: urgent, normal or low."), "urgent");
        assert_eq!(
            said("Summarise this:\nBread and milk."),
            "In short: Bread and milk."
        );
        assert!(said("Hello").starts_with("This is the demo model, a script."));
    }

    // Proves SAM-12.
    #[test]
    fn it_wants_a_tool_where_one_is_required_and_none_where_none_is_wanted() {
        let schema = json!({
            "type": "object", "required": ["city", "days"],
            "properties": {"city": {"enum": ["Rome"]}, "days": {"type": "integer"}},
        });
        let asked = |mode: &str| {
            answered(json!({
                "messages": [{"role": "user", "content": {"type": "text", "text": "Use weather."}}],
                "tools": [{"name": "weather", "inputSchema": schema}],
                "toolChoice": {"mode": mode},
            }))
        };
        for mode in ["required", "auto"] {
            let answer = asked(mode);
            let [SamplingPart::Use(wanted)] = answer.parts.as_slice() else {
                panic!("{answer:?}")
            };
            assert_eq!(answer.stop, Stop::ToolUse);
            assert_eq!(json!(wanted.input), json!({"city": "Rome", "days": 2}));
        }
        assert_eq!(asked("none").stop, Stop::EndTurn);
    }
}
