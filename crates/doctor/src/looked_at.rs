//! What a diagnosis was made of, so that a person can judge it.

use crate::case::Case;
use crate::diagnosis::{Observation, ObservationKind as Kind};
use crate::evidence::ProgramState;
use crate::limits;
use portcullis_core::limits::SAID;
use portcullis_core::text::{ForeignText, escape_line};
use portcullis_core::{Clue, ConnectFailure};
use portcullis_domain::{Endpoint, EraChoice, TransportChoice};
use portcullis_l10n::{list, say};

/// All that was looked at, in the order in which a person would.
pub(super) fn all(case: &Case<'_>) -> Vec<Observation> {
    let evidence = case.evidence;
    let mut seen = Vec::new();
    let mut note = |kind, words: String| {
        seen.push(Observation {
            kind,
            words,
            said: Vec::new(),
        });
    };
    if let Some(sentence) = &evidence.sentence {
        note(Kind::Error, sentence.clone());
    }
    match evidence.endpoint {
        Endpoint::Address { .. } => of_address(case, &mut note),
        Endpoint::Command { .. } | Endpoint::Demo {} => {
            of_program(case, &mut note);
            let stderr: &[String] = if case.is_stdout { &[] } else { &case.lines };
            let words = match stderr.is_empty() {
                true => say!("seen-no-stderr"),
                false => say!("seen-stderr"),
            };
            seen.push(quoted(Kind::Stderr, words, last(stderr)));
            if !evidence.stdout.is_empty() {
                seen.push(quoted(Kind::Stdout, say!("seen-stdout"), first(&evidence.stdout)));
            }
            // It may be a message of MCP that only lacks its newline.
            if let Some(line) = &evidence.unterminated {
                let words = say!("seen-unterminated");
                seen.push(quoted(Kind::Stdout, words, std::slice::from_ref(line)));
            }
        }
    }
    let proxy = match evidence.proxy {
        true => say!("seen-proxy"),
        false => say!("seen-no-proxy"),
    };
    let era = match evidence.era {
        EraChoice::Auto => say!("seen-version-auto"),
        EraChoice::Legacy => say!("seen-version-legacy"),
        EraChoice::Modern => say!("seen-version-modern"),
    };
    for (kind, words) in [(Kind::Proxy, proxy), (Kind::Version, era)] {
        seen.push(Observation {
            kind,
            words,
            said: Vec::new(),
        });
    }
    seen
}

fn of_program(case: &Case<'_>, note: &mut impl FnMut(Kind, String)) {
    let evidence = case.evidence;
    let exit = match (evidence.exit_code, evidence.exit_signal) {
        // A number with thousands set apart is found in no manual.
        (Some(code), _) => Some(say!("seen-exit", code = code.to_string())),
        (None, Some(signal)) => Some(say!("seen-signal", signal = signal.to_string())),
        (None, None) => None,
    };
    if let Some(words) = exit {
        note(Kind::Exit, words);
    }
    let program = match &evidence.program {
        ProgramState::Found(path) => Some(say!("seen-program", path = escape_line(path).text)),
        ProgramState::NotExecutable => Some(say!("seen-program-not-executable")),
        ProgramState::Missing => Some(say!("seen-program-missing")),
        ProgramState::Unknown => None,
    };
    if let Some(words) = program {
        note(Kind::Program, words);
    }
    if !evidence.searched.is_empty() {
        let shown = evidence.searched.iter().take(limits::FOLDERS);
        let folders: Vec<String> = shown.map(|folder| escape_line(folder).text).collect();
        note(
            Kind::SearchPath,
            say!("seen-folders", folders = folders.join(", ")),
        );
    }
    if evidence.folder_missing {
        note(Kind::Folder, say!("seen-folder-missing"));
    }
    for known in &evidence.versions {
        note(
            Kind::Runtime,
            say!(
                "seen-runtime",
                runtime = known.runtime,
                version = escape_line(&known.version).text
            ),
        );
    }
    let names: Vec<String> = evidence
        .variables
        .iter()
        .map(|name| escape_line(name).text)
        .collect();
    note(
        Kind::Variables,
        match names.is_empty() {
            true => say!("seen-no-variables"),
            false => say!("seen-variables", names = list(&names)),
        },
    );
}

fn of_address(case: &Case<'_>, note: &mut impl FnMut(Kind, String)) {
    let evidence = case.evidence;
    match evidence.clue {
        Some(Clue::Answer {
            status, challenge, ..
        }) => {
            note(Kind::Http, say!("seen-status", status = status.to_string()));
            if challenge {
                note(Kind::SignIn, say!("seen-challenge"));
            }
        }
        Some(Clue::NoAnswer(failure)) => {
            let certificate = matches!(
                failure,
                ConnectFailure::CertificateIssuer
                    | ConnectFailure::CertificateTime
                    | ConnectFailure::CertificateName
                    | ConnectFailure::ClientCertificate
            );
            match certificate {
                true => note(Kind::Certificate, say!("seen-certificate")),
                false => note(Kind::Http, say!("seen-no-answer")),
            }
        }
        Some(Clue::UnterminatedLine) | None => {}
    }
    let sign_in = match (evidence.own_authorization, evidence.signed_in) {
        (true, _) => say!("seen-own-header"),
        (false, Some(true)) => say!("seen-signed-in"),
        (false, _) => say!("seen-not-signed-in"),
    };
    note(Kind::SignIn, sign_in);
    let transport = match evidence.transport {
        TransportChoice::Auto => say!("seen-transport-auto"),
        TransportChoice::StreamableHttp => say!("seen-transport-http"),
        TransportChoice::Sse => say!("seen-transport-sse"),
    };
    note(Kind::Transport, transport);
}

fn last(lines: &[String]) -> &[String] {
    let skip = lines.len().saturating_sub(limits::LINES_SHOWN);
    lines.get(skip..).unwrap_or_default()
}

fn first(lines: &[String]) -> &[String] {
    lines
        .get(..lines.len().min(limits::STDOUT_LINES))
        .unwrap_or(lines)
}

fn quoted(kind: Kind, words: String, lines: &[String]) -> Observation {
    let said = lines.iter().filter(|line| !line.trim().is_empty());
    Observation {
        kind,
        words,
        said: said
            .map(|line| ForeignText::new(line.as_str()).first_line(SAID))
            .collect(),
    }
}
