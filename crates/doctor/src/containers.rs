//! What Docker and Podman write.

use crate::case::Case;
use crate::change::DraftChange;
use crate::diagnosis::{FailureCause, RepairAction};
use crate::finding::Finding;
use crate::names::between;
use portcullis_core::text::escape_line;
use portcullis_l10n::say;
use portcullis_programs::Runtime;

pub(super) fn examine(case: &Case<'_>) -> Option<Finding> {
    let engine = case
        .runtime()
        .filter(|runtime| matches!(runtime, Runtime::Docker | Runtime::Podman))?;
    let name = engine.name();
    let denied = case
        .line_of_all(&["permission denied", "docker daemon socket"])
        .or_else(|| case.line_of_all(&["permission denied", "docker API"]))
        .or_else(|| case.line_of_all(&["permission denied", "docker.sock"]))
        .or_else(|| case.line_of_all(&["permission denied", "podman.sock"]));
    if let Some(line) = denied {
        let sentence = say!("engine-denied", engine = name);
        let remedy = say!("engine-denied-remedy", engine = name);
        return Some(
            Finding::new(FailureCause::EngineDenied, sentence, remedy)
                .action(RepairAction::Restart)
                .line(line),
        );
    }
    let stopped = case.line(&[
        "Cannot connect to the Docker daemon",
        "failed to connect to the docker API",
        "Is the docker daemon running?",
        "error during connect:",
        "docker daemon is not running",
        "Docker Desktop is unable to start",
        "Cannot connect to Podman",
        "unable to connect to Podman",
    ]);
    if let Some(line) = stopped {
        let sentence = say!("engine-stopped", engine = name);
        let remedy = match engine {
            Runtime::Podman => say!("engine-stopped-podman-remedy"),
            _ => say!("engine-stopped-remedy"),
        };
        return Some(
            Finding::new(FailureCause::EngineStopped, sentence, remedy)
                .action(RepairAction::Restart)
                .line(line),
        );
    }
    credentials(case, name)
        .or_else(|| registry(case))
        .or_else(|| image(case))
        .or_else(|| inside(case))
}

/// The engine runs a program for the sign-in to a registry, for public images too.
fn credentials(case: &Case<'_>, engine: &str) -> Option<Finding> {
    let line = case
        .line_of_all(&["error getting credentials", "executable file not found"])
        .or_else(|| case.line_of_all(&["error listing credentials", "executable file not found"]))?;
    let sentence = match between(line, "exec: \"", "\"") {
        Some(helper) => say!("credential-helper-named", engine, helper),
        None => say!("credential-helper", engine),
    };
    let remedy = say!("credential-helper-remedy");
    let finding = Finding::new(FailureCause::CommandNotFound, sentence, remedy);
    Some(finding.action(RepairAction::Restart).line(line))
}

/// How a connection to the registry of an image fails.
const UNREACHED: &[&str] = &[
    "no such host",
    "server misbehaving",
    "i/o timeout",
    "connection refused",
    "connection reset by peer",
    "network is unreachable",
    "TLS handshake timeout",
    "Client.Timeout exceeded",
    "context deadline exceeded",
    "failed to respond",
];

/// The registry of the image was not reached, or gives no more images for now.
fn registry(case: &Case<'_>) -> Option<Finding> {
    if let Some(line) = case.line(&["toomanyrequests:"]) {
        let (sentence, remedy) = (say!("image-limit"), say!("image-limit-remedy"));
        let finding = Finding::new(FailureCause::RegistryDenied, sentence, remedy);
        return Some(finding.action(RepairAction::Restart).line(line));
    }
    // A server in a container may say the same of its own connections.
    let line = UNREACHED.iter().find_map(|words| {
        case.line_of_all(&["Error response from daemon", *words])
            .or_else(|| case.line_of_all(&["pinging container registry", *words]))
    })?;
    let (sentence, remedy) = (say!("image-registry"), say!("registry-remedy"));
    let finding = Finding::new(FailureCause::RegistryUnreachable, sentence, remedy);
    Some(finding.action(RepairAction::Restart).line(line))
}

fn image(case: &Case<'_>) -> Option<Finding> {
    let other = case.line(&[
        "no matching manifest for",
        "no image found in image index for architecture",
        "does not match the specified platform",
        "exec format error",
        "Exec format error",
    ]);
    // A warning about the platform is no failure where something else was said after it.
    if let Some(line) = other.filter(|line| !line.starts_with("WARNING")) {
        let (sentence, remedy) = (say!("image-architecture"), say!("image-architecture-remedy"));
        let finding = Finding::new(FailureCause::WrongArchitecture, sentence, remedy);
        return Some(finding.action(RepairAction::EditCommand).line(line));
    }
    // Docker 29 has its images in containerd, whose words are others.
    let unresolved = ["not found", "401 Unauthorized", "403 Forbidden"]
        .into_iter()
        .find_map(|words| case.line_of_all(&["failed to resolve reference", words]));
    let line = unresolved.or_else(|| {
        case.line(&[
            "pull access denied for",
            "manifest unknown",
            "manifest for ",
            "repository does not exist",
            "requested access to the resource is denied",
            "error from registry: denied",
            "invalid reference format",
            "no such image",
            "No such image",
            "short-name",
            "name unknown",
        ])
    })?;
    let sentence = match case.argument_in(line) {
        Some(image) => say!("image-missing", image = escape_line(image).text),
        None => say!("image-missing-some"),
    };
    let remedy = say!("image-missing-remedy");
    let finding = Finding::new(FailureCause::ImageNotFound, sentence, remedy);
    Some(finding.action(RepairAction::EditCommand).line(line))
}

/// What the engine says of the program, the folders and the ports of a container.
fn inside(case: &Case<'_>) -> Option<Finding> {
    if let Some(line) = case.line(&["port is already allocated", "address already in use"]) {
        return Some(crate::exits::port_in_use(line));
    }
    if let Some(line) = case.line(&["executable file not found in $PATH"]) {
        let (sentence, remedy) = (say!("image-command"), say!("image-command-remedy"));
        let finding = Finding::new(FailureCause::CommandNotFound, sentence, remedy);
        return Some(finding.action(RepairAction::EditCommand).line(line));
    }
    if let Some(line) = case.line(&["Read-only file system", "read-only file system", "EROFS"]) {
        let (sentence, remedy) = (say!("container-read-only"), say!("container-read-only-remedy"));
        let finding = Finding::new(FailureCause::FileNotPermitted, sentence, remedy);
        return Some(finding.action(RepairAction::EditCommand).line(line));
    }
    if let Some(line) = case.line(&[
        "bind source path does not exist",
        "invalid mount config",
        "statfs ",
    ]) {
        let (sentence, remedy) = (say!("mount-missing"), say!("mount-missing-remedy"));
        let finding = Finding::new(FailureCause::FileNotFound, sentence, remedy);
        return Some(finding.action(RepairAction::EditCommand).line(line));
    }
    let line = case.line(&[
        "requires at least 1 argument",
        "unknown flag:",
        "unknown shorthand flag:",
        "docker: unknown command",
        "the input device is not a TTY",
        "cannot attach stdin to a TTY-enabled container",
    ])?;
    let tty = line.contains("TTY");
    let (sentence, remedy) = match tty {
        true => (say!("container-tty"), say!("container-tty-remedy")),
        false => (say!("container-usage"), say!("container-usage-remedy")),
    };
    let finding = Finding::new(FailureCause::ArgumentInvalid, sentence, remedy)
        .action(RepairAction::EditCommand)
        .line(line);
    let without = without_terminal(case.arguments);
    Some(match tty && without != case.arguments {
        true => finding.change(DraftChange::Arguments(without)),
        false => finding,
    })
}

/// The arguments without a terminal: `-it` is `-i`.
fn without_terminal(arguments: &[String]) -> Vec<String> {
    let kept = arguments
        .iter()
        .filter(|argument| !["-t", "--tty"].contains(&argument.as_str()));
    let quiet = |argument: &String| match argument.as_str() {
        "-it" | "-ti" => "-i".to_owned(),
        _ => argument.clone(),
    };
    kept.map(quiet).collect()
}
