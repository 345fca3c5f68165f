//! A person who says yes to everything, and counts what was asked.

use portcullis_host::view::{Answer, Asked, FieldKind, Filled, TextFormat};
use portcullis_host::{Host, limits};
use portcullis_tests::test_user::reply;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

const PAUSE: Duration = Duration::from_millis(10);

/// How often each kind of question was put to the person.
pub type Questions = Arc<Mutex<HashMap<&'static str, u32>>>;

/// The person: reads each request for as long as the guard wants, then says yes.
pub async fn say_yes(host: Host, asked: Questions) {
    loop {
        for request in host.waiting() {
            if host.attend(&request.id, &request.nonce).is_err() {
                continue;
            }
            tokio::time::sleep(limits::GUARD + Duration::from_millis(20)).await;
            let (kind, answer) = yes(&request.asked);
            match host.answer(&reply(&request, answer)).await {
                Ok(()) => {
                    if let Ok(mut asked) = asked.lock() {
                        *asked.entry(kind).or_default() += 1;
                    }
                }
                Err(error) => eprintln!("{kind}: {error}"),
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

fn yes(asked: &Asked) -> (&'static str, Answer) {
    match asked {
        Asked::Launch { .. } => ("launch", Answer::Add {}),
        Asked::Tool { .. } => ("tool", Answer::AllowOnce {}),
        Asked::Changed { .. } => ("changed", Answer::AllowOnce {}),
        Asked::Form { fields, .. } => {
            let filled: Map<_, _> = fields
                .iter()
                .map(|field| {
                    (
                        field.name.clone(),
                        field.default.clone().unwrap_or(sample(&field.kind)),
                    )
                })
                .collect();
            let content = Filled(Value::Object(filled));
            ("form", Answer::Submit { content })
        }
        Asked::Link { .. } => ("link", Answer::Open {}),
        Asked::Roots { .. } => ("roots", Answer::Share {}),
        Asked::Sampling { .. } => ("sampling", Answer::AllowOnce {}),
        Asked::Page { .. } => ("page", Answer::Done {}),
        Asked::SampledAnswer { .. } => ("sampled", Answer::AllowOnce {}),
        Asked::Setting { .. } => ("setting", Answer::AllowOnce {}),
    }
}

fn sample(kind: &FieldKind) -> Value {
    match kind {
        FieldKind::Text { format, .. } => json!(match format {
            Some(TextFormat::Email) => "ada@example.com",
            Some(TextFormat::Uri) => "https://example.com/",
            Some(TextFormat::Date) => "2026-07-28",
            Some(TextFormat::DateTime) => "2026-07-28T12:00:00Z",
            None => "sample",
        }),
        FieldKind::Number { min, .. } => json!(min.unwrap_or(2.0).max(2.0) as i64),
        FieldKind::Boolean {} => json!(true),
        FieldKind::Choice { options } => json!(options.first().map(|option| &option.value)),
        FieldKind::Several { options, .. } => {
            json!(
                options
                    .iter()
                    .take(1)
                    .map(|option| &option.value)
                    .collect::<Vec<_>>()
            )
        }
    }
}
