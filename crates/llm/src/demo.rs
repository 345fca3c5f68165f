//! The demo model: a script that answers plain words with real calls, so that a newcomer meets every kind of
//! decision without a key or a network. It understands the tools of the demo server, and any other tool by name.

mod words;

use super::{Model, ModelReply, Piece, Speech, ToolCall, ToolDefinition, sampling};
use crate::limits;
use futures::FutureExt;
use futures::future::BoxFuture;
use portcullis_core::{Result, ids};
use portcullis_domain::SamplingModel;
use portcullis_l10n::{list, say};
use serde_json::{Map, Value, json};

/// The scripted model.
#[derive(Debug, Default)]
pub struct DemoModel;

impl Model for DemoModel {
    fn name(&self) -> &str {
        "Demo model"
    }

    fn reply<'a>(
        &'a self,
        said: &'a [super::ModelTurn],
        tools: &'a [ToolDefinition],
        speech: &'a Speech,
    ) -> BoxFuture<'a, Result<ModelReply>> {
        async move {
            let reply = reply(said, tools);
            for words in reply
                .words
                .split_inclusive(char::is_whitespace)
                .collect::<Vec<_>>()
                .chunks(FEW)
            {
                speech.say(Piece::Words(words.concat())).await;
                tokio::time::sleep(limits::WORDS_EVERY).await;
            }
            Ok(reply)
        }
        .boxed()
    }

    fn for_sampling(&self) -> SamplingModel {
        SamplingModel {
            name: self.name().to_owned(),
            sentence: say!("demo-about"),
        }
    }

    fn cost(&self, _request: &sampling::SamplingRequest) -> Option<String> {
        Some(say!("demo-cost"))
    }

    fn sample<'a>(
        &'a self,
        request: &'a sampling::SamplingRequest,
        _: &'a Speech,
    ) -> BoxFuture<'a, Result<sampling::SamplingResult>> {
        std::future::ready(Ok(words::answer(request))).boxed()
    }

    fn suggestions(&self, tools: &mut dyn Iterator<Item = ToolDefinition>) -> Vec<String> {
        let tools: Vec<ToolDefinition> = tools.take(LOOKED_AT).collect();
        let of_the_demo = [
            ("draw", say!("demo-suggest-show")),
            ("add", say!("demo-suggest-add")),
            ("write_note", say!("demo-suggest-note")),
        ];
        let known = of_the_demo.iter().filter(|(tool, _)| has(&tools, tool));
        let mut words: Vec<String> = known.map(|(_, words)| words.clone()).collect();
        words.extend(tools.iter().filter_map(by_name));
        words.truncate(SUGGESTIONS);
        words
    }
}

/// Tools among which it looks for something to suggest.
const LOOKED_AT: usize = 200;
/// Words that it says at once.
const FEW: usize = 4;

/// What was said so far, one line for each of its moves.
#[derive(Debug, Clone, PartialEq)]
enum DemoLine {
    Person(String),
    Model(String),
    Result { ok: bool, text: String },
}

/// What it does next.
#[derive(Debug, Clone, PartialEq)]
enum Move {
    Say(String),
    Call {
        name: String,
        arguments: Value,
        why: Option<String>,
    },
    End,
}

/// Says all that it says before it wants something, and what it wants.
fn reply(said: &[super::ModelTurn], tools: &[ToolDefinition]) -> ModelReply {
    let mut lines = Vec::new();
    for line in said {
        match line {
            super::ModelTurn::Person(text) => lines.push(DemoLine::Person(text.clone())),
            super::ModelTurn::Shown(media) => lines.push(DemoLine::Person(media.in_words())),
            super::ModelTurn::Instructions(_) => {}
            super::ModelTurn::Model(reply) if reply.words.is_empty() => {}
            super::ModelTurn::Model(reply) => lines.push(DemoLine::Model(reply.words.clone())),
            super::ModelTurn::Results(results) => lines.extend(results.iter().map(|came| DemoLine::Result {
                ok: came.ok,
                text: came.text.clone(),
            })),
        }
    }
    let mut reply = ModelReply::default();
    loop {
        match next(&lines, tools) {
            Move::Say(words) if reply.words.is_empty() => {
                lines.push(DemoLine::Model(words.clone()));
                reply.words = words;
            }
            Move::Say(_) | Move::End => return reply,
            Move::Call { name, arguments, why } => {
                reply.calls.push(ToolCall {
                    id: ids::random(),
                    name,
                    arguments,
                    garbled: None,
                    why,
                });
                return reply;
            }
        }
    }
}

/// How many things to say are proposed.
const SUGGESTIONS: usize = 3;

/// One step of a plan.
enum PlanStep<'a> {
    Say(String),
    Call {
        tool: &'a ToolDefinition,
        arguments: Value,
        why: String,
    },
}

fn next(said: &[DemoLine], tools: &[ToolDefinition]) -> Move {
    let Some(asked) = said.iter().rposition(|line| matches!(line, DemoLine::Person(_))) else {
        return Move::End;
    };
    let DemoLine::Person(text) = &said[asked] else {
        return Move::End;
    };
    let since = &said[asked + 1..];
    // The plan is made again from the same words each time, so the number of moves made tells what comes next.
    let plan = plan(text, tools);
    let refused = since
        .iter()
        .any(|line| matches!(line, DemoLine::Result { ok: false, .. }));
    match plan.into_iter().nth(since.len()) {
        // A no ends one call, not the plan: a user who denies the first is still asked about the second.
        Some(PlanStep::Say(_)) if refused => Move::Say(say!("demo-some-denied")),
        Some(PlanStep::Say(words)) => Move::Say(words),
        Some(PlanStep::Call { tool, arguments, why }) => Move::Call {
            name: tool.name.clone(),
            arguments,
            why: Some(why),
        },
        None => match since.last() {
            // Why stands on the card of the call.
            Some(DemoLine::Result { ok: false, .. }) => Move::Say(say!("demo-denied")),
            Some(DemoLine::Result { text, .. }) => {
                Move::Say(format!("{}\n\n> {}", say!("demo-answered"), quoted(text)))
            }
            _ => Move::End,
        },
    }
}

fn quoted(text: &str) -> String {
    let short: String = text.chars().take(400).collect();
    short.trim().replace('\n', "\n> ")
}

fn plan<'a>(text: &str, tools: &'a [ToolDefinition]) -> Vec<PlanStep<'a>> {
    let lower = text.to_lowercase();
    let find = |name: &str| tools.iter().find(|tool| tool.tool == name);
    let say = PlanStep::Say;
    if let Some(step) = named(text, tools) {
        return vec![say(say!("demo-use-named")), step];
    }
    if ["what you can do", "show me", "你能做什么"]
        .iter()
        .any(|key| lower.contains(key))
    {
        let mut plan = vec![say(say!("demo-plan"))];
        let calls = [
            ("add", json!({"a": 2, "b": 3}), say!("demo-why-read")),
            (
                "write_note",
                json!({"text": say!("demo-note")}),
                say!("demo-why-change"),
            ),
            ("draw", json!({}), say!("demo-why-image")),
        ];
        plan.extend(calls.into_iter().filter_map(|(name, arguments, why)| {
            find(name).map(|tool| PlanStep::Call { tool, arguments, why })
        }));
        if plan.len() > 1 {
            plan.push(say(say!("demo-all")));
            return plan;
        }
    }
    let numbers = numbers(&lower);
    let number = |at: usize, otherwise: i64| numbers.get(at).cloned().unwrap_or_else(|| json!(otherwise));
    let words: [(&[&str], &str, Value, String); 10] = [
        (
            &["urgent", "ask a model", "紧急"],
            "ask_model",
            json!({"text": note(text)}),
            say!("demo-why-urgent"),
        ),
        (
            &["add", "sum", "plus", "加 ", "求和"],
            "add",
            json!({"a": number(0, 2), "b": number(1, 3)}),
            say!("demo-why-sum"),
        ),
        (
            &["erase", "delete", "清除", "删除"],
            "erase_notes",
            json!({}),
            say!("demo-why-erase"),
        ),
        (
            &["list", "which notes", "read the notes", "有哪些笔记"],
            "list_notes",
            json!({}),
            say!("demo-why-list"),
        ),
        (
            &["note", "write", "remember", "笔记"],
            "write_note",
            json!({"text": note(text)}),
            say!("demo-why-note"),
        ),
        (
            &["count", "slow", "wait", "计数"],
            "slow_count",
            json!({"seconds": number(0, 5).as_u64().unwrap_or(5).clamp(1, 60)}),
            say!("demo-why-count"),
        ),
        (
            &["draw", "picture", "image", "画"],
            "draw",
            json!({}),
            say!("demo-why-draw"),
        ),
        (
            &["beep", "sound", "声音"],
            "beep",
            json!({}),
            say!("demo-why-beep"),
        ),
        (
            &["guide", "help me", "指南"],
            "read_guide",
            json!({}),
            say!("demo-why-guide"),
        ),
        (
            &["fail", "error", "失败"],
            "fail",
            json!({}),
            say!("demo-why-fail"),
        ),
    ];
    for (keys, name, arguments, why) in words {
        if keys.iter().any(|key| lower.contains(key))
            && let Some(tool) = find(name)
        {
            return vec![
                PlanStep::Say(say!("demo-use", tool = tool.tool)),
                PlanStep::Call { tool, arguments, why },
            ];
        }
    }
    vec![PlanStep::Say(introduction(tools))]
}

/// The numbers in a text, whole ones as they are written.
fn numbers(text: &str) -> Vec<Value> {
    text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'))
        .map(|word| word.trim_end_matches(['.', '-']))
        .filter_map(|word| match word.parse::<i64>() {
            Ok(whole) => Some(json!(whole)),
            Err(_) => word.parse::<f64>().ok().map(|number| json!(number)),
        })
        .collect()
}

fn has(tools: &[ToolDefinition], name: &str) -> bool {
    tools.iter().any(|tool| tool.tool == name)
}

/// The arguments that must be there, each with its schema where it has one.
fn required(tool: &ToolDefinition) -> impl Iterator<Item = (&str, Option<&Value>)> {
    let properties = tool.input_schema.get("properties").and_then(Value::as_object);
    let names = tool.input_schema.get("required").and_then(Value::as_array);
    let names = names.into_iter().flatten().filter_map(Value::as_str);
    names.map(move |name| (name, properties.and_then(|all| all.get(name))))
}

fn type_of(property: &Value) -> Option<&str> {
    property.get("type").and_then(Value::as_str)
}

/// `use echo {"message":"hello"}` for a tool whose required arguments can be made up; nothing that could matter is.
fn by_name(tool: &ToolDefinition) -> Option<String> {
    let mut arguments = Map::new();
    for (name, property) in required(tool) {
        let property = property?;
        let made_up = match type_of(property)? {
            "string" if property.get("enum").is_none() && property.get("format").is_none() => json!("hello"),
            "number" | "integer" => json!(arguments.len() + 2),
            _ => return None,
        };
        arguments.insert(name.to_owned(), made_up);
    }
    // Without arguments there is nothing to see in the question, and what it does is anybody's guess.
    (!arguments.is_empty()).then(|| format!("use {} {}", tool.tool, Value::Object(arguments)))
}

fn note(text: &str) -> String {
    let after = text.split_once([':', '：']).map_or(text, |(_, after)| after);
    after.trim().chars().take(500).collect()
}

/// `use echo {"message":"hi"}`, or a tool's name anywhere with words for its one text argument after it.
fn named<'a>(text: &str, tools: &'a [ToolDefinition]) -> Option<PlanStep<'a>> {
    let why = say!("demo-why-named");
    let mut words = text.splitn(3, char::is_whitespace);
    let first = words.next()?.to_lowercase();
    if matches!(first.as_str(), "use" | "call" | "run") {
        let name = words.next()?.trim_matches(['“', '”', '"', '`', ':']);
        let tool = tools.iter().find(|tool| tool.tool == name || tool.name == name)?;
        let rest = words.next().unwrap_or_default().trim();
        let arguments = serde_json::from_str::<Value>(rest)
            .ok()
            .filter(Value::is_object)
            .unwrap_or_else(|| one_text(tool, rest));
        return Some(PlanStep::Call { tool, arguments, why });
    }
    let tool = tools.iter().find(|tool| tool.tool.to_lowercase() == first)?;
    let rest = text[first.len().min(text.len())..].trim();
    let arguments = one_text(tool, rest);
    // Words that fit no text argument are better understood as plain words.
    (arguments != json!({})).then_some(PlanStep::Call { tool, arguments, why })
}

/// Puts words into the tool's first text argument that must be there.
fn one_text(tool: &ToolDefinition, words: &str) -> Value {
    let mut arguments = Map::new();
    let text = required(tool).find(|(_, property)| property.and_then(type_of) == Some("string"));
    if let Some((name, _)) = text.filter(|_| !words.is_empty()) {
        arguments.insert(name.to_owned(), words.into());
    }
    Value::Object(arguments)
}

/// Words that lead to a tool that is there.
fn words_for(tools: &[ToolDefinition]) -> String {
    let words: Vec<String> = [
        ("add", say!("demo-try-add")),
        ("write_note", say!("demo-try-note")),
        ("draw", say!("demo-try-draw")),
    ]
    .into_iter()
    .filter(|(tool, _)| has(tools, tool))
    .map(|(_, words)| words)
    .collect();
    list(&words)
}

fn introduction(tools: &[ToolDefinition]) -> String {
    if tools.is_empty() {
        return say!("demo-no-tools");
    }
    let some: Vec<String> = tools
        .iter()
        .take(12)
        .map(|tool| say!("demo-tool", tool = tool.tool, server = tool.server))
        .collect();
    let more = match tools.len().saturating_sub(12) {
        0 => String::new(),
        more => format!("\n- {}", say!("demo-more-tools", count = more)),
    };
    let words = words_for(tools);
    let about = match words.is_empty() {
        true => say!("demo-introduction-name"),
        false => say!("demo-introduction", words),
    };
    format!("{about}\n\n{}\n\n{}{more}", say!("demo-tools"), some.join("\n"))
}

#[cfg(test)]
mod tests;
