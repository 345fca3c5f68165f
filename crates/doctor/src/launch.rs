//! What kept a server from being started or reached at all. The host's own error says most of it.

use crate::case::Case;
use crate::change::DraftChange;
use crate::diagnosis::{FailureCause, RepairAction};
use crate::evidence::ProgramState;
use crate::finding::Finding;
use portcullis_core::Code;
use portcullis_core::text::escape_line;
use portcullis_domain::Endpoint;
use portcullis_l10n::say;
use portcullis_programs::{OtherSystemPath, Runtime};

pub(super) fn examine(case: &Case<'_>) -> Option<Finding> {
    use FailureCause as Cause;
    let Some(code) = case.evidence.code else {
        return Some(Finding::new(
            Cause::Nothing,
            say!("nothing"),
            say!("nothing-remedy"),
        ));
    };
    let host = || case.evidence.sentence.clone();
    match code {
        Code::LaunchChanged => Some(
            Finding::new(
                Cause::NeedsReview,
                say!("needs-review"),
                say!("needs-review-remedy"),
            )
            .action(RepairAction::Review),
        ),
        Code::LaunchHiddenHook | Code::LaunchBadArgument => Some(
            Finding::new(
                Cause::NotAllowed,
                host().unwrap_or_else(|| say!("not-allowed")),
                say!("not-allowed-remedy"),
            )
            .action(RepairAction::EditVariables),
        ),
        Code::VaultLocked | Code::VaultMissing => Some(
            Finding::new(
                Cause::KeychainUnavailable,
                host().unwrap_or_else(|| say!("keychain")),
                say!("keychain-remedy"),
            )
            .action(RepairAction::Restart),
        ),
        Code::StoreFull => Some(disk_full()),
        Code::Internal | Code::StoreCorrupt | Code::StoreReadOnly | Code::StoreFailed => Some(
            Finding::new(
                Cause::HostFailed,
                host().unwrap_or_else(|| say!("host-failed")),
                say!("host-failed-remedy"),
            )
            .action(RepairAction::Restart),
        ),
        _ if case.evidence.folder_missing && other_folder(case).is_some() => other_folder(case),
        _ if case.evidence.folder_missing => Some(
            Finding::new(
                Cause::FolderMissing,
                say!("folder-missing"),
                say!("folder-missing-remedy"),
            )
            .action(RepairAction::EditCommand),
        ),
        Code::LaunchNotFound => Some(not_found(case)),
        _ if case.evidence.built_for.is_some() => wrong_architecture(case),
        Code::LaunchNotExecutable => Some(not_executable(case)),
        _ => None,
    }
}

pub(super) fn disk_full() -> Finding {
    let (sentence, remedy) = (say!("disk-full"), say!("disk-full-remedy"));
    let finding = Finding::new(FailureCause::DiskFull, sentence, remedy);
    finding.action(RepairAction::Restart)
}

/// For another processor or system. Also where a shell tried to read the program as a script.
fn wrong_architecture(case: &Case<'_>) -> Option<Finding> {
    let system = case.evidence.built_for.as_ref()?;
    Some(
        Finding::new(
            FailureCause::WrongArchitecture,
            say!(
                "wrong-architecture",
                program = typed(case),
                system = escape_line(system).text
            ),
            say!("wrong-architecture-remedy"),
        )
        .action(RepairAction::EditCommand),
    )
}

fn not_found(case: &Case<'_>) -> Finding {
    let cause = FailureCause::ProgramNotFound;
    let program = typed(case);
    if let ProgramState::Found(path) = &case.evidence.program {
        let path = escape_line(path).text;
        let finding = Finding::new(
            cause,
            say!("program-there-now", program, path),
            say!("program-there-now-remedy"),
        );
        return finding.action(RepairAction::Restart);
    }
    if let Some(other) = &case.evidence.alternative {
        let shown = escape_line(other).text;
        let finding = Finding::new(
            cause,
            say!("program-other-name", program, other = shown),
            say!("program-other-name-remedy", other = shown),
        );
        return finding
            .action(RepairAction::EditCommand)
            .change(DraftChange::Program(other.clone()));
    }
    if let Some(other) = other_program(case) {
        return other;
    }
    let is_path = matches!(&case.evidence.endpoint,
        Endpoint::Command { program, .. } if program.contains(['/', '\\']));
    match case.runtime() {
        Some(runtime) if !is_path => missing_runtime(runtime, &program),
        _ if is_path => Finding::new(
            cause,
            say!("program-path-missing", program),
            say!("program-path-missing-remedy"),
        )
        .action(RepairAction::EditCommand),
        _ => Finding::new(
            cause,
            say!("program-missing", program, folders = case.evidence.searched.len()),
            say!("program-missing-remedy", program),
        )
        .action(RepairAction::EditCommand),
    }
}

/// A program at a path of Windows in WSL, or the reverse.
fn other_program(case: &Case<'_>) -> Option<Finding> {
    let Endpoint::Command { program, .. } = &case.evidence.endpoint else {
        return None;
    };
    let other = case.evidence.paths.path_of_other(program)?;
    let finding = other_system(FailureCause::ProgramNotFound, &other);
    Some(match other.here {
        Some(here) => finding.change(DraftChange::Program(here)),
        None => finding,
    })
}

fn other_folder(case: &Case<'_>) -> Option<Finding> {
    let Endpoint::Command {
        folder: Some(folder), ..
    } = &case.evidence.endpoint
    else {
        return None;
    };
    let other = case.evidence.paths.path_of_other(folder)?;
    Some(other_system(FailureCause::FolderMissing, &other))
}

pub(super) fn other_system(cause: FailureCause, other: &OtherSystemPath) -> Finding {
    let remedy = match &other.here {
        Some(here) => say!("other-system-remedy-here", here = escape_line(here).text),
        None => say!("other-system-remedy"),
    };
    let path = escape_line(&other.path).text;
    let sentence = say!("other-system", path, system = other.system);
    Finding::new(cause, sentence, remedy).action(RepairAction::EditCommand)
}

fn missing_runtime(runtime: Runtime, program: &str) -> Finding {
    let sentence = match runtime {
        Runtime::Docker | Runtime::Podman => {
            say!("runtime-missing-container", runtime = runtime.name())
        }
        // It is called as what comes with it.
        _ if program.eq_ignore_ascii_case(runtime.name()) => {
            say!("runtime-missing", runtime = runtime.name())
        }
        _ => say!("runtime-missing-part", runtime = runtime.name(), program),
    };
    let remedy = say!("runtime-missing-remedy", runtime = runtime.name());
    Finding::new(FailureCause::ProgramNotFound, sentence, remedy).install(runtime)
}

fn not_executable(case: &Case<'_>) -> Finding {
    let program = typed(case);
    let finding = match &case.evidence.program {
        // It may be executed, so it is what its first line names.
        ProgramState::Found(path) => Finding::new(
            FailureCause::InterpreterNotFound,
            say!("interpreter-missing", program = escape_line(path).text),
            say!("interpreter-missing-remedy"),
        ),
        _ => Finding::new(
            FailureCause::ProgramNotExecutable,
            say!("not-executable", program),
            say!("not-executable-remedy"),
        ),
    };
    finding.action(RepairAction::EditCommand)
}

/// The program as it was typed, for a sentence.
fn typed(case: &Case<'_>) -> String {
    match &case.evidence.endpoint {
        Endpoint::Command { program, .. } => escape_line(program).text,
        Endpoint::Address { .. } | Endpoint::Demo {} => String::new(),
    }
}
