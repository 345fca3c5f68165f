//! Our own export as JSON: every branch, of which the one that was shown is read. Its summaries are not: a file could have a
//! model read something else than the messages that a person sees.

use crate::builder::TranscriptBuilder;
use crate::json::Json;
use crate::{Transcript, TranscriptSpeaker, limits, times};
use std::collections::HashMap;

/// What the export says that it is.
pub(crate) const FORMAT: &str = "portcullis.conversation/1";

pub(crate) fn read(one: Json<'_>) -> Option<Transcript> {
    let [title, created, leaf, messages, summaries] =
        one.fields(["title", "created_at", "shown_up_to", "messages", "summaries"]);
    let time = |value: Json<'_>| times::of_seconds(value.number()? / 1_000.0);
    let mut builder = TranscriptBuilder::new(
        title.and_then(Json::text).as_deref(),
        created.and_then(time),
        None,
    );
    let summaries = summaries.and_then(Json::elements).into_iter().flatten();
    builder.omitted().summaries += summaries.count();
    let mut known: HashMap<u32, (Json<'_>, Option<u32>)> = HashMap::new();
    let mut last = None;
    for message in messages?.elements()? {
        let [number, follows] = message.fields(["number", "follows"]);
        let Some(number) = number.and_then(whole) else {
            builder.omitted().unknown += 1;
            continue;
        };
        if known.len() >= limits::TRANSCRIPT_ENTRIES || known.contains_key(&number) {
            builder.omitted().unknown += 1;
            continue;
        }
        last = Some(number);
        known.insert(number, (message, follows.and_then(whole)));
    }
    let mut way = Vec::new();
    let mut next = leaf
        .and_then(whole)
        .filter(|leaf| known.contains_key(leaf))
        .or(last);
    while let Some(number) = next {
        let Some((message, follows)) = known.remove(&number) else {
            break;
        };
        way.push(message);
        next = follows;
    }
    for message in way.into_iter().rev() {
        if builder.counts() {
            says(&mut builder, message, time);
        }
    }
    builder.omitted().branches += known.len();
    Some(builder.done())
}

fn whole(value: Json<'_>) -> Option<u32> {
    let number = value.number()?;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is a whole number that fits"
    )]
    (number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number)).then_some(number as u32)
}

fn says(builder: &mut TranscriptBuilder, message: Json<'_>, time: impl Fn(Json<'_>) -> Option<u64>) {
    let [speaker, model, at, parts] = message.fields(["speaker", "model", "at", "parts"]);
    let speaker = match speaker.and_then(Json::text).as_deref() {
        Some("person") => Some(TranscriptSpeaker::Person),
        Some("model") => Some(TranscriptSpeaker::Model),
        _ => None,
    };
    let (at, model) = (at.and_then(time), model.and_then(Json::text));
    for part in parts.and_then(Json::elements).into_iter().flatten() {
        if !builder.counts() {
            return;
        }
        let [kind, text] = part.fields(["kind", "text"]);
        match (kind.and_then(Json::text).as_deref(), speaker) {
            (Some("words"), Some(speaker)) => {
                if let Some(text) = text.and_then(Json::text) {
                    builder.says(speaker, &text, at, model.as_deref());
                }
            }
            (Some("thought"), _) => builder.omitted().reasoning += 1,
            (Some("call" | "held" | "search"), _) => builder.omitted().calls += 1,
            (Some("file" | "made" | "quoted"), _) => builder.omitted().files += 1,
            (Some("stopped" | "trouble"), _) => {}
            _ => builder.omitted().unknown += 1,
        }
    }
}
