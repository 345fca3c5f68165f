//! States of a client, and the words for them.

use super::ClientSnapshot;
use portcullis_catalog::Catalog;
use portcullis_core::Code;
use portcullis_core::clock::Clock;
use portcullis_domain::{Phase, ServerState};
use portcullis_l10n::say;
use std::sync::Arc;

/// How a client is that was never started.
pub(super) fn nothing_yet(clock: &dyn Clock) -> ClientSnapshot {
    ClientSnapshot {
        state: off(clock.now()),
        connection: None,
        catalog: Arc::default(),
        unlisted: None,
        server_info: None,
        ready_at: None,
    }
}

/// How a client is that takes the place of another and is about to start, with the tools that one had listed.
pub(super) fn reconnecting(clock: &dyn Clock, catalog: Arc<Catalog>) -> ClientSnapshot {
    ClientSnapshot {
        state: state(clock, Phase::Starting, &say!("state-reconnecting")),
        catalog,
        ..nothing_yet(clock)
    }
}

pub(super) fn state(clock: &dyn Clock, phase: Phase, words: &str) -> ServerState {
    state_at(clock.now(), phase, words)
}

pub(super) fn state_at(since: u64, phase: Phase, words: &str) -> ServerState {
    ServerState {
        phase,
        since,
        words: words.to_owned(),
        problem: None,
        exit_code: None,
        exit_signal: None,
        stderr_tail: Vec::new(),
        retry_at: None,
    }
}

/// The state of a server that was not turned on.
#[must_use]
pub fn off(now: u64) -> ServerState {
    state_at(now, Phase::Off, &say!("state-off"))
}

/// The same, in the language that is spoken now: a state was put into words when it began. One with a reason stays as it is.
#[must_use]
pub fn in_current_language(state: ServerState) -> ServerState {
    match crate::CATALOGUE.retranslate("state-", &state.words) {
        Some(words) => ServerState { words, ..state },
        None => state,
    }
}

/// The reason in a few words, for the list.
pub(super) fn brief(code: Code) -> String {
    match code {
        Code::LaunchNotFound => say!("reason-program-missing"),
        Code::LaunchNotExecutable => say!("reason-program-not-executable"),
        Code::LaunchHiddenHook | Code::LaunchBadArgument => say!("reason-program-not-allowed"),
        Code::LaunchFailed => say!("reason-program-failed"),
        Code::ServerSilent => say!("reason-silent"),
        Code::ServerDownloading => say!("reason-downloading"),
        Code::ServerStuck => say!("reason-stuck"),
        Code::NetworkUnreachable => say!("reason-unreachable"),
        Code::NetworkNotMcp => say!("reason-not-mcp"),
        Code::NetworkRedirect => say!("reason-redirect"),
        Code::NetworkTls => say!("reason-tls"),
        Code::NetworkCaptive => say!("reason-captive"),
        Code::NetworkBusy => say!("reason-busy"),
        Code::NetworkFault => say!("reason-http-error"),
        Code::NetworkForbidden => say!("reason-forbidden-url"),
        Code::AuthUnreachable => say!("reason-issuer"),
        Code::AuthForbidden => say!("reason-forbidden"),
        Code::NoCommonRevision => say!("reason-version"),
        Code::VaultLocked => say!("reason-keychain-locked"),
        Code::VaultMissing => say!("reason-keychain-missing"),
        Code::StoreFull | Code::StoreReadOnly | Code::StoreFailed => say!("reason-audit-log"),
        Code::ToolChanged => say!("reason-tools-change"),
        Code::ProtocolError => say!("reason-refused"),
        Code::ProtocolBroken | Code::MessageTooLarge => say!("reason-invalid"),
        _ => say!("reason-lost"),
    }
}
