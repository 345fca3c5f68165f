//! What waits, as a list shows it.

use crate::{ArgumentRow, Asked, AskedBy, AskedKind, Foreign, Request, ServerRef, shape};
use std::hash::{DefaultHasher, Hash, Hasher};

shape! {
    /// What the main page is told of a request that waits. It has no nonce and no digest: nothing can be answered with it.
    pub struct WaitingRequest {
        /// Of the request.
        pub id: String,
        /// What is asked.
        pub kind: AskedKind,
        /// The question in our words.
        pub question: String,
        /// The server.
        pub server: ServerRef,
        /// Who wants it.
        pub asked_by: AskedBy,
        /// When it was asked.
        pub asked_at: u64,
        /// When it ends unanswered, which is a no.
        pub expires_at: u64,
        /// The arguments of a tool call on one line, at most 200 characters; `None` for other kinds.
        pub arguments: Option<Foreign>,
        /// The same for tool calls that can probably be answered together; the gate decides. `None` for all others.
        pub alike: Option<String>,
        /// The call that led to it.
        pub cause: Option<String>,
        /// It would add a server.
        pub adds: bool,
    }
}

/// Characters of the arguments in a [`WaitingRequest`].
const ARGUMENTS_LINE: usize = 200;

/// Rows that are escaped already, cut at [`ARGUMENTS_LINE`] characters.
fn on_one_line(arguments: &[ArgumentRow]) -> Foreign {
    let mut text = String::new();
    for ArgumentRow { name, value, .. } in arguments {
        let words: Vec<&str> = value.text.split_whitespace().collect();
        let comma = if text.is_empty() { "" } else { ", " };
        text.push_str(&format!("{comma}{}: {}", name.text, words.join(" ")));
    }
    if let Some((cut, _)) = text.char_indices().nth(ARGUMENTS_LINE) {
        text.truncate(cut);
        text.push('…');
    }
    let sum = |count: fn(&Foreign) -> u32| {
        let each = arguments
            .iter()
            .flat_map(|row| [count(&row.name), count(&row.value)]);
        each.fold(0, u32::saturating_add)
    };
    Foreign {
        text,
        hidden: sum(|it| it.hidden),
        lookalikes: sum(|it| it.lookalikes),
    }
}

/// What calls have in common that can be answered together.
fn alike(request: &Request) -> Option<String> {
    let Asked::Tool {
        tool,
        title,
        claims,
        definition,
        flow: None,
        arguments,
        left_out,
        ..
    } = &request.asked
    else {
        return None;
    };
    let edited = !left_out.is_empty() || arguments.iter().any(|row| row.changed);
    let (id, question, by) = (&request.server.id, &request.question, &request.asked_by);
    let shared = serde_json::to_string(&(id, question, by, tool, title, claims, definition)).ok()?;
    let mut hasher = DefaultHasher::new();
    shared.hash(&mut hasher);
    (!edited).then(|| format!("{:016x}", hasher.finish()))
}

impl From<&Request> for WaitingRequest {
    fn from(request: &Request) -> Self {
        let asked = &request.asked;
        Self {
            id: request.id.clone(),
            kind: asked.kind(),
            question: request.question.clone(),
            server: request.server.clone(),
            asked_by: request.asked_by.clone(),
            asked_at: request.asked_at,
            expires_at: request.expires_at,
            arguments: match asked {
                Asked::Tool { arguments, .. } => Some(on_one_line(arguments)),
                _ => None,
            },
            alike: alike(request),
            cause: asked.cause().and_then(|cause| cause.call.clone()),
            adds: matches!(asked, Asked::Launch { changes: None, .. }),
        }
    }
}

impl From<Request> for WaitingRequest {
    fn from(request: Request) -> Self {
        Self::from(&request)
    }
}
