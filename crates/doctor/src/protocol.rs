//! What is spoken: something else than the protocol, an older transport, or another version.

use crate::case::Case;
use crate::change::DraftChange;
use crate::diagnosis::{FailureCause, RepairAction};
use crate::finding::Finding;
use portcullis_core::{Clue, Code};
use portcullis_domain::{EraChoice, TransportChoice};
use portcullis_l10n::say;

pub(super) fn of_programs(case: &Case<'_>) -> Option<Finding> {
    version(case).or_else(|| stdout(case))
}

pub(super) fn of_addresses(case: &Case<'_>) -> Option<Finding> {
    version(case).or_else(|| not_mcp(case))
}

fn version(case: &Case<'_>) -> Option<Finding> {
    if case.evidence.code != Some(Code::NoCommonRevision) {
        return None;
    }
    let remedy = match case.evidence.era {
        EraChoice::Auto => say!("version-update-remedy"),
        EraChoice::Legacy | EraChoice::Modern => say!("version-remedy"),
    };
    let finding = Finding::new(FailureCause::ProtocolVersion, say!("version"), remedy);
    Some(match case.evidence.era {
        EraChoice::Auto => finding.action(RepairAction::OpenLog),
        EraChoice::Legacy | EraChoice::Modern => finding
            .action(RepairAction::DetectVersion)
            .change(DraftChange::DetectVersion),
    })
}

/// Text where only messages may be. A server that answers all the same has only printed a line too many.
fn stdout(case: &Case<'_>) -> Option<Finding> {
    let failed = matches!(
        case.evidence.code?,
        Code::ProtocolBroken | Code::ServerSilent | Code::TransportLost | Code::ServerExited
    );
    let evidence = case.evidence;
    // A port or an address to open in a browser: another program than a server on standard output. It may say so on
    // standard error.
    let on_stdout = |line: &&String| line.contains("http://") || listens(line);
    let web = evidence.stdout.iter().find(on_stdout);
    let web = web.or_else(|| case.lines.iter().find(|line| listens(line)));
    let unterminated = evidence.unterminated.as_ref();
    let first = evidence.stdout.iter().find(|line| !line.trim().is_empty());
    let first = first.or(unterminated);
    let in_parts = evidence.stdout.iter().find(|line| is_part(line));
    // What else it begins and does not end is a prompt, or a program that asks something.
    let message = unterminated.filter(|line| line.starts_with('{'));
    let line = in_parts.or(message).or(web).or(first)?;
    // What ended with an error said why, and what was killed may have been a server.
    let complained =
        evidence.exit_code.is_some_and(|code| code != 0) && !case.lines.is_empty() && !case.is_stdout;
    (failed && !complained && evidence.exit_signal.is_none()).then(|| {
        let (sentence, remedy) = match (in_parts, message, web) {
            (Some(_), ..) => (say!("stdout-parts"), say!("stdout-parts-remedy")),
            (None, Some(_), _) => (say!("stdout-unterminated"), say!("stdout-unterminated-remedy")),
            (None, None, Some(_)) => (say!("stdout-web"), say!("stdout-web-remedy")),
            (None, None, None) => (say!("stdout"), say!("stdout-remedy")),
        };
        Finding::new(FailureCause::StdoutNotMcp, sentence, remedy)
            .action(RepairAction::EditCommand)
            .line(line)
    })
}

/// Of a message that has a header, as in the protocol of language servers, or goes over several lines.
fn is_part(line: &str) -> bool {
    line.starts_with("Content-Length:") || line.trim_start().starts_with("\"jsonrpc\":")
}

pub(super) fn listens(line: &str) -> bool {
    let words = [
        "istening on port ",
        "istening on http",
        "unning on port ",
        "unning on http",
    ];
    words.iter().any(|words| line.contains(words))
}

/// It refuses a message as servers of 2024-11-05 do, and its settings allow only Streamable HTTP.
pub(super) fn old_transport(case: &Case<'_>) -> Option<Finding> {
    let Some(Clue::Answer { status, page, .. }) = case.evidence.clue else {
        return None;
    };
    // Where an old server sends its stream, it takes no messages. Elsewhere a web page is no server of any kind.
    let stream = crate::network::path(case).trim_end_matches('/').ends_with("/sse");
    let refused = match status {
        404 => stream,
        400 | 405 | 406 | 415 => stream || !page,
        _ => false,
    };
    (refused && case.evidence.transport == TransportChoice::StreamableHttp).then(|| {
        let (sentence, remedy) = (say!("old-transport"), say!("old-transport-remedy"));
        let finding = Finding::new(FailureCause::OldTransport, sentence, remedy);
        finding
            .action(RepairAction::DetectTransport)
            .change(DraftChange::DetectTransport)
    })
}

fn not_mcp(case: &Case<'_>) -> Option<Finding> {
    match case.evidence.code? {
        Code::NetworkNotMcp | Code::ProtocolError => Some(
            Finding::new(FailureCause::NotMcp, say!("not-mcp"), say!("not-mcp-remedy"))
                .action(RepairAction::EditAddress),
        ),
        Code::ProtocolBroken | Code::MessageTooLarge => Some(
            Finding::new(
                FailureCause::ProtocolBroken,
                say!("protocol-broken"),
                say!("protocol-broken-remedy"),
            )
            .action(RepairAction::OpenLog),
        ),
        _ => None,
    }
}
