//! Small pieces of views that several rooms use.

use super::{Entry, marks};
use portcullis_approval::consent::Ask;
use portcullis_core::{Code, Error};
use portcullis_domain::{
    Asked, AskedBy, Endpoint, NamedValue, Outcome, RecordKind, ServerDraft, ServerLocation, ServerRef,
};
use portcullis_l10n::say;
use portcullis_storage::audit::Intended;

/// A row of the record with nothing in it yet; each room fills in what it knows.
pub(super) fn blank_row() -> Intended {
    Intended {
        kind: RecordKind::Host,
        what: String::new(),
        server: None,
        asked_by: "Portcullis".to_owned(),
        tool: None,
        conversation: None,
        why: String::new(),
        rule: None,
        sent: None,
        definition: None,
        shown: None,
        outcome: Some((Outcome::Done, say!("outcome-done"))),
    }
}

/// A row about what the user asked for.
pub(super) fn row_by_you(kind: RecordKind, what: String) -> Intended {
    Intended {
        kind,
        what,
        asked_by: say!("asked-by-you"),
        ..blank_row()
    }
}

/// The same about a server.
pub(super) fn row_by_you_about(entry: &Entry, kind: RecordKind, what: String) -> Intended {
    Intended {
        server: Some((entry.id.clone(), entry.label())),
        ..row_by_you(kind, what)
    }
}

/// A row about what a server asked for.
pub(super) fn row_by_server(entry: &Entry, kind: RecordKind, what: String) -> Intended {
    Intended {
        asked_by: say!("asked-by-server"),
        ..row_by_you_about(entry, kind, what)
    }
}

/// How something that was never begun reads in the record.
pub(super) fn refused(code: Code) -> Outcome {
    match code {
        Code::ConsentDenied => Outcome::Denied,
        Code::CallCancelled | Code::Closing | Code::ConsentTakenBack => Outcome::Cancelled,
        _ => Outcome::Refused,
    }
}

/// The row of what was not begun, with the reason.
pub(super) fn refused_row(row: Intended, error: &Error) -> Intended {
    Intended {
        why: error.sentence.clone(),
        outcome: Some((refused(error.code), error.code.in_words())),
        ..row
    }
}

/// A question that a person pressed for.
pub(super) fn ask_by_you<T>(question: String, server: ServerRef, asked: Asked, proposal: T) -> Ask<T> {
    Ask {
        server,
        asked_by: AskedBy::Person {},
        question,
        asked,
        proposal,
        edit: None,
        pressed_for: true,
    }
}

/// A question of a server.
pub(super) fn ask_by_server<T>(entry: &Entry, question: String, asked: Asked, proposal: T) -> Ask<T> {
    Ask {
        asked_by: AskedBy::Server {},
        pressed_for: false,
        ..ask_by_you(question, server_ref(entry), asked, proposal)
    }
}

pub(super) fn whereabouts(draft: &ServerDraft) -> ServerLocation {
    match draft.endpoint {
        Endpoint::Command { .. } | Endpoint::Demo {} => ServerLocation::Local,
        Endpoint::Address { ref url } if on_this_computer(url) => ServerLocation::Loopback,
        Endpoint::Address { .. } => ServerLocation::Remote,
    }
}

/// Whether signing in makes sense: at an address, and without a header of the person's own that does the same.
pub(super) fn takes_sign_in(draft: &ServerDraft) -> bool {
    let own = |header: &NamedValue| header.name.eq_ignore_ascii_case("authorization");
    matches!(draft.endpoint, Endpoint::Address { .. }) && !draft.headers.iter().any(own)
}

fn on_this_computer(url: &str) -> bool {
    let url = url::Url::parse(url).ok();
    match url.as_ref().and_then(url::Url::host) {
        Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// What runs, or host name of the address.
pub(super) fn origin(draft: &ServerDraft) -> String {
    match &draft.endpoint {
        Endpoint::Command {
            program, arguments, ..
        } => portcullis_install::what_runs(program, arguments),
        Endpoint::Address { url } => url::Url::parse(url)
            .ok()
            .and_then(|url| url.host_str().map(str::to_owned))
            .unwrap_or_default(),
        Endpoint::Demo {} => say!("demo-place"),
    }
}

pub(super) fn server_ref(entry: &Entry) -> ServerRef {
    let row = entry.row();
    ServerRef {
        id: entry.id.0.clone(),
        whereabouts: whereabouts(&row.draft),
        origin: origin(&row.draft),
        mark: Some(marks::of(&row)),
        label: row.draft.label,
    }
}
