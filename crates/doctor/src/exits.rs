//! How a program ended, where its words tell no more.

use crate::case::Case;
use crate::change::DraftChange;
use crate::diagnosis::{FailureCause, RepairAction};
use crate::finding::Finding;
use portcullis_core::Code;
use portcullis_domain::Endpoint;
use portcullis_l10n::say;

/// Signals by which the system or a person ends a program, and those of a fault in it.
const KILLED: &[i32] = &[1, 2, 9, 15];
const CRASHED: &[i32] = &[4, 6, 7, 8, 11];

pub(super) fn examine(case: &Case<'_>) -> Option<Finding> {
    service(case).or_else(|| silent(case)).or_else(|| early(case))
}

/// What a server says and how it ended where that leaves no doubt.
pub(super) fn certain(case: &Case<'_>) -> Option<Finding> {
    on_the_way(case).or_else(|| memory(case))
}

pub(super) fn port_in_use(line: &str) -> Finding {
    let (sentence, remedy) = (say!("port-in-use"), say!("port-in-use-remedy"));
    let finding = Finding::new(FailureCause::PortInUse, sentence, remedy);
    finding.action(RepairAction::Restart).line(line)
}

/// A certificate that is not trusted, or a proxy that wants a name.
fn on_the_way(case: &Case<'_>) -> Option<Finding> {
    if let Some(line) = crate::network::untrusted_line(case) {
        return Some(crate::packages::untrusted(case).line(line));
    }
    if let Some(line) = case.line(&[
        "407 Proxy Authentication Required",
        "Tunnel connection failed: 407",
    ]) {
        return Some(crate::packages::proxy_sign_in().line(line));
    }
    None
}

/// The server runs and does not reach what it needs: a database, an API.
fn service(case: &Case<'_>) -> Option<Finding> {
    let line = case.line(&[
        "connect ECONNREFUSED",
        "getaddrinfo ENOTFOUND",
        "getaddrinfo EAI_AGAIN",
        "connect ETIMEDOUT",
        "ConnectionRefusedError:",
        "Connection refused",
        "connection refused",
        "Name or service not known",
        "nodename nor servname provided",
        "Temporary failure in name resolution",
        "no such host",
        "ConnectTimeout",
        "All connection attempts failed",
    ])?;
    let finding = |remedy| Finding::new(FailureCause::ServiceUnreachable, say!("service"), remedy).line(line);
    Some(match crate::packages::lacks_proxy(case) && !is_local(line) {
        true => crate::packages::with_proxy(finding(say!("proxy-remedy"))),
        false => finding(say!("service-remedy")).action(RepairAction::Restart),
    })
}

fn is_local(line: &str) -> bool {
    ["127.0.0.1", "localhost", "::1"]
        .iter()
        .any(|here| line.contains(here))
}

fn memory(case: &Case<'_>) -> Option<Finding> {
    let line = case.line(&[
        "JavaScript heap out of memory",
        "MemoryError",
        "Cannot allocate memory",
        "out of memory",
        "failed to map segment from shared object",
    ]);
    let signal = case.evidence.exit_signal;
    let killed =
        signal.is_some_and(|signal| KILLED.contains(&signal)) || case.evidence.exit_code == Some(137);
    let finding = if line.is_some() {
        Finding::new(FailureCause::Killed, say!("memory"), say!("memory-remedy"))
    } else if killed {
        Finding::new(FailureCause::Killed, say!("killed"), say!("killed-remedy"))
    } else if signal.is_some_and(|signal| CRASHED.contains(&signal)) {
        Finding::new(FailureCause::Crashed, say!("crashed"), say!("crashed-remedy"))
    } else {
        return None;
    };
    let finding = finding.action(RepairAction::Restart);
    Some(match line {
        Some(line) => finding.line(line),
        None => finding,
    })
}

/// It runs, and said nothing.
fn silent(case: &Case<'_>) -> Option<Finding> {
    // A number with thousands set apart is no value of a setting.
    let longer = case
        .evidence
        .longer_start
        .map(|seconds| (seconds, seconds.to_string()));
    let (cause, sentence, remedy) = match (case.evidence.code?, &longer) {
        (Code::ServerDownloading, _) if crate::packages::lacks_proxy(case) => {
            let (sentence, remedy) = (say!("downloading"), say!("proxy-remedy"));
            let finding = Finding::new(FailureCause::StillDownloading, sentence, remedy);
            return Some(crate::packages::with_proxy(finding));
        }
        (Code::ServerDownloading, Some((_, seconds))) => (
            FailureCause::StillDownloading,
            say!("downloading"),
            say!("downloading-remedy", seconds),
        ),
        (Code::ServerDownloading, None) => (
            FailureCause::StillDownloading,
            say!("downloading"),
            say!("downloading-longest-remedy"),
        ),
        (Code::ServerSilent | Code::ServerStuck, Some((_, seconds))) => (
            FailureCause::NotResponding,
            say!("silent"),
            say!("silent-remedy", seconds),
        ),
        (Code::ServerSilent | Code::ServerStuck, None) => (
            FailureCause::NotResponding,
            say!("silent"),
            say!("silent-longest-remedy"),
        ),
        _ => return None,
    };
    let finding = Finding::new(cause, sentence, remedy);
    Some(match longer {
        Some((seconds, _)) => finding
            .action(RepairAction::RaiseTimeout)
            .change(DraftChange::StartSeconds(seconds)),
        None => finding.action(RepairAction::EditCommand),
    })
}

/// It ended at once and complained of nothing: it is no server, or takes the end of its input for a reason to go.
fn early(case: &Case<'_>) -> Option<Finding> {
    let quiet = case.lines.iter().all(|line| line.trim().is_empty());
    (case.evidence.exit_code == Some(0) && quiet).then(|| {
        let (sentence, remedy) = (say!("ended-early"), say!("ended-early-remedy"));
        let finding = Finding::new(FailureCause::EndedEarly, sentence, remedy);
        finding.action(RepairAction::EditCommand)
    })
}

/// What no rule knows. The sentence says what is known, and the remedy where the reason may be.
pub(super) fn unknown(case: &Case<'_>) -> Finding {
    let code = case.evidence.exit_code.map(|code| code.to_string());
    let is_program = !matches!(case.evidence.endpoint, Endpoint::Address { .. });
    let sentence = match (code, &case.evidence.sentence) {
        (Some(code), _) if is_program => say!("unknown-exit", code),
        (_, Some(sentence)) => sentence.clone(),
        (_, None) => say!("unknown"),
    };
    let remedy = match is_program {
        true => say!("unknown-remedy"),
        false => say!("unknown-address-remedy"),
    };
    let finding = Finding::new(FailureCause::Unknown, sentence, remedy).action(RepairAction::OpenLog);
    match case.lines.iter().rev().find(|line| !line.trim().is_empty()) {
        Some(line) => finding.line(line),
        None => finding,
    }
}
