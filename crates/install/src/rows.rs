//! Every field of a draft in words. The destructuring has no `..`: a field that is not shown does not compile
//! (S-08).

use crate::limits;
use portcullis_core::text::{self, ForeignText};
use portcullis_domain::{
    Endpoint, EraChoice, LaunchField, NamedValue, ReviewRow, ReviewValue, ServerDraft, ServerLimits,
    StartMode, TransportChoice,
};
use portcullis_l10n::say;
use portcullis_programs::LaunchFence;
use std::path::Path;

/// Where what a draft names was found.
#[derive(Clone, Copy, Default)]
pub(super) struct Found<'a> {
    /// The program.
    pub(super) program: Option<&'a Path>,
    /// The working folder, all links followed.
    pub(super) folder: Option<&'a Path>,
    /// What the grants of a fence lead to.
    pub(super) fence: Option<&'a LaunchFence>,
}

/// The rows, with the values before wherever they differ.
pub(super) fn rows(draft: &ServerDraft, before: Option<&ServerDraft>, found: Found<'_>) -> Vec<ReviewRow> {
    let now = fields(draft, found);
    let usual = |field: LaunchField| match field {
        LaunchField::Protocol => draft.era == EraChoice::Auto,
        LaunchField::Limits => draft.limits == ServerLimits::USUAL,
        _ => false,
    };
    let Some(before) = before else {
        let with_content = now.into_iter().filter(|(_, values)| !values.is_empty());
        return with_content
            .map(|(field, values)| ReviewRow {
                usual: usual(field),
                ..row(field, values)
            })
            .collect();
    };
    let mut past = fields(before, Found::default());
    // What was found is of now alone, so it tells no change.
    let told = fields(draft, Found::default());
    let mut rows = Vec::new();
    for ((field, values), (_, told)) in now.into_iter().zip(told) {
        let old = past
            .iter()
            .position(|(other, _)| *other == field)
            .map(|at| past.remove(at).1)
            .unwrap_or_default();
        // A note may be all that changed: that a path may be changed and not only read, that a secret is another. The own files of a
        // program are in its fence: they are others only where its command is another.
        let same = told == old && (draft.endpoint == before.endpoint || values.len() == old.len());
        if !(values.is_empty() && old.is_empty()) {
            rows.push(ReviewRow {
                before: (!same).then_some(old),
                usual: same && usual(field),
                ..row(field, values)
            });
        }
    }
    // What is gone altogether is a change too.
    for (field, old) in past.into_iter().filter(|(_, old)| !old.is_empty()) {
        rows.push(ReviewRow {
            before: Some(old),
            ..row(field, Vec::new())
        });
    }
    rows
}

/// How a field is called.
pub(super) fn name(field: LaunchField) -> String {
    match field {
        LaunchField::Label => say!("field-label"),
        LaunchField::Program => say!("field-program"),
        LaunchField::Arguments => say!("field-arguments"),
        LaunchField::Folder => say!("field-folder"),
        LaunchField::Address => say!("field-address"),
        LaunchField::Environment => say!("field-environment"),
        LaunchField::Headers => say!("field-headers"),
        LaunchField::Protocol => say!("field-protocol"),
        LaunchField::Transport => say!("field-transport"),
        LaunchField::Limits => say!("field-limits"),
        LaunchField::Start => say!("field-start"),
        LaunchField::Files => say!("field-files"),
        LaunchField::Fence => say!("field-fence"),
        LaunchField::Package => say!("field-package"),
        LaunchField::Container => say!("field-container"),
    }
}

const _: () = assert!(
    ServerLimits::USUAL.idle_seconds == limits::CALL_IDLE_SECONDS.0
        && ServerLimits::USUAL.total_seconds == limits::CALL_TOTAL_SECONDS.0
        && (ServerLimits::USUAL.message_mib as usize) << 20 == limits::MESSAGE_BYTES,
    "what limits say is usual is what a server gets"
);

fn fields(draft: &ServerDraft, found: Found<'_>) -> Vec<(LaunchField, Vec<ReviewValue>)> {
    let ServerDraft {
        label,
        endpoint,
        environment,
        headers,
        era,
        transport,
        limits,
        fence,
        start,
    } = draft;
    let mut rows = vec![(LaunchField::Label, vec![value(label, None)])];
    match endpoint {
        Endpoint::Command {
            program,
            arguments,
            folder,
        } => {
            // Said only where the path was looked up: the same path twice says nothing.
            let note = found
                .program
                .filter(|path| *path != Path::new(program.trim()))
                .map(|path| say!("found-at", path = text::escape_line(&path.to_string_lossy()).text));
            rows.push((LaunchField::Program, vec![value(program, note)]));
            rows.push((
                LaunchField::Arguments,
                arguments.iter().map(|argument| value(argument, None)).collect(),
            ));
            let folder = folder
                .as_deref()
                .map(str::trim)
                .filter(|folder| !folder.is_empty());
            let leads = |folder: &str| {
                let real = found.folder.filter(|real| *real != Path::new(folder));
                real.map(super::loaded::folder_note)
            };
            rows.push((
                LaunchField::Folder,
                vec![folder.map_or_else(
                    || words(&say!("home-folder")),
                    |folder| value(folder, leads(folder)),
                )],
            ));
        }
        Endpoint::Address { url } => {
            rows.push((LaunchField::Address, vec![value(url, super::address::note(url))]));
        }
        Endpoint::Demo {} => rows.push((LaunchField::Program, vec![words(&say!("demo-server"))])),
    }
    let mut fenced = match (endpoint, fence) {
        (Endpoint::Command { .. }, None) => vec![words(&say!("fence-none"))],
        (_, fence) => super::fence::values(fence.as_ref(), found.fence),
    };
    if let Some(base) = fenced
        .first_mut()
        .filter(|_| fence.is_some() && super::container::is_container(endpoint))
    {
        *base = words(&say!("container-base"));
    }
    rows.push((LaunchField::Fence, fenced));
    rows.push((LaunchField::Environment, environment.iter().map(named).collect()));
    rows.push((LaunchField::Headers, headers.iter().map(named).collect()));
    let era = match era {
        EraChoice::Auto => say!("version-auto"),
        EraChoice::Legacy => say!("version-legacy"),
        EraChoice::Modern => say!("version-modern"),
    };
    rows.push((LaunchField::Protocol, vec![words(&era)]));
    let transport = match transport {
        TransportChoice::Auto => None,
        TransportChoice::StreamableHttp => Some(say!("transport-http")),
        TransportChoice::Sse => Some(say!("transport-sse")),
    };
    rows.push((
        LaunchField::Transport,
        transport.iter().map(|it| words(it)).collect(),
    ));
    let ServerLimits {
        idle_seconds,
        total_seconds,
        message_mib,
        start_seconds,
    } = limits;
    let spoken = match start_seconds {
        None => say!(
            "limits-row",
            idle = idle_seconds,
            total = total_seconds,
            message = message_mib
        ),
        Some(start) => say!(
            "limits-row-start",
            idle = idle_seconds,
            total = total_seconds,
            message = message_mib,
            start
        ),
    };
    rows.push((LaunchField::Limits, vec![words(&spoken)]));
    let start = match start {
        StartMode::Launch => None,
        StartMode::Needed => Some(say!("start-needed")),
    };
    rows.push((LaunchField::Start, start.iter().map(|it| words(it)).collect()));
    rows
}

/// A field of a server, with nothing before.
pub(super) fn row(field: LaunchField, values: Vec<ReviewValue>) -> ReviewRow {
    ReviewRow {
        kind: Some(field),
        ..ReviewRow::new(name(field), values)
    }
}

fn named(named: &NamedValue) -> ReviewValue {
    let NamedValue {
        name,
        value: content,
        secret,
    } = named;
    match (secret, content) {
        (true, Some(_)) => value(name, Some(say!("secret-new"))),
        (true, None) => value(name, Some(say!("secret-kept"))),
        (false, content) => value(
            &format!("{name}={}", content.as_deref().unwrap_or_default()),
            None,
        ),
    }
}

/// One quoted token: whole, on one line, everything invisible written out (S-10).
pub(super) fn value(text: &str, note: Option<String>) -> ReviewValue {
    ReviewValue::literal(text, visible(text), note)
}

/// Words of ours about a value that the person left as it is.
pub(super) fn words(text: &str) -> ReviewValue {
    ReviewValue {
        literal: false,
        ..value(text, None)
    }
}

/// Long runs of blanks push what follows out of sight, so they are written out as well.
fn visible(text: &str) -> portcullis_domain::Foreign {
    let mut shown = text::escape_line(ForeignText::new(text).raw());
    let mut out = String::with_capacity(shown.text.len());
    let mut blanks = 0_usize;
    for character in shown.text.chars().chain(std::iter::once('\0')) {
        if character == ' ' {
            blanks += 1;
            continue;
        }
        if blanks > 3 {
            out.push_str(&format!("⟨{blanks} spaces⟩"));
            shown.hidden += u32::try_from(blanks).unwrap_or(u32::MAX);
        } else {
            out.extend(std::iter::repeat_n(' ', blanks));
        }
        blanks = 0;
        if character != '\0' {
            out.push(character);
        }
    }
    shown.text = out;
    text::mark_lookalikes(shown)
}

#[cfg(test)]
#[path = "rows_tests.rs"]
mod tests;
