//! A launcher that downloads its package at each start, in a fence that keeps it from the registry. npm then says nothing for minutes, and uv
//! says that a name is unknown, as if the network were to blame: what the fence saw comes first.
//!
//! A path that a fence hides is not there for the server, which says so. It is there for the person, who would look for it in vain.
//!
//! Any other host that it blocked may be the cause or not, as many servers look for theirs and start without it: that is said where
//! nothing is certain, before the network is blamed.

use crate::case::Case;
use crate::change::DraftChange;
use crate::diagnosis::{FailureCause, RepairAction};
use crate::evidence::{Evidence, HiddenPath};
use crate::files;
use crate::finding::Finding;
use crate::packages::REGISTRIES;
use portcullis_core::Code;
use portcullis_domain::FenceHost;
use portcullis_l10n::say;

pub(super) fn examine(case: &Case<'_>) -> Option<Finding> {
    let evidence = case.evidence;
    evidence.code?;
    let host = evidence
        .kept_out
        .iter()
        .find(|host| REGISTRIES.contains(&host.name.as_str()))?;
    let finding = Finding::new(
        FailureCause::FenceKeptOut,
        say!("fence-registry", program = case.program, host = host.name),
        say!("fence-registry-remedy", host = host.name),
    );
    Some(allowing(finding, host))
}

/// One that the server itself names in its last lines.
pub(super) fn of_named_hosts(case: &Case<'_>) -> Option<Finding> {
    let mut hosts = kept_out(case);
    let host = hosts.find(|host| case.line(&[&host.name]).is_some())?;
    Some(blocked(host, say!("fence-host-named")))
}

pub(super) fn of_hosts(case: &Case<'_>) -> Option<Finding> {
    let host = kept_out(case).next()?;
    Some(blocked(host, say!("fence-host")))
}

/// Of a server that ended, or says nothing.
fn kept_out<'case>(case: &'case Case<'_>) -> impl Iterator<Item = &'case FenceHost> {
    let evidence = case.evidence;
    evidence.kept_out.iter().filter(move |_| ended(evidence))
}

/// A path that the server itself complains of in its last lines.
pub(super) fn of_named_paths(case: &Case<'_>) -> Option<Finding> {
    let mut lines = case.lines.iter().filter(|line| files::complains(line));
    let named = lines.find_map(|line| {
        let named = hidden(case).filter(|hidden| line.contains(&hidden.path));
        named.max_by_key(|hidden| hidden.path.len())
    });
    Some(kept_from(named?, say!("fence-path-named")))
}

/// One among its arguments.
pub(super) fn of_paths(case: &Case<'_>) -> Option<Finding> {
    let is_argument = |hidden: &&HiddenPath| case.arguments.iter().any(|word| word.contains(&hidden.path));
    let hidden = hidden(case).find(is_argument)?;
    Some(kept_from(hidden, say!("fence-path")))
}

/// Of a server that ended, or says nothing.
fn hidden<'case>(case: &'case Case<'_>) -> impl Iterator<Item = &'case HiddenPath> {
    let evidence = case.evidence;
    evidence.hidden.iter().filter(move |_| ended(evidence))
}

pub(super) fn kept_from(hidden: &HiddenPath, sentence: String) -> Finding {
    let HiddenPath { path, may_be_granted } = hidden;
    let cause = FailureCause::FenceKeptOut;
    let finding = match may_be_granted {
        true => Finding::new(cause, sentence, say!("fence-path-remedy"))
            .action(RepairAction::AllowPath)
            .change(DraftChange::AllowRead(path.clone())),
        false => {
            Finding::new(cause, sentence, say!("fence-path-kept-remedy")).action(RepairAction::EditCommand)
        }
    };
    // It may be the server's.
    finding.line(path)
}

fn ended(evidence: &Evidence) -> bool {
    matches!(evidence.code, Some(Code::ServerExited | Code::ServerSilent))
}

fn blocked(host: &FenceHost, sentence: String) -> Finding {
    let remedy = match host.local_network {
        true => say!("fence-host-local-remedy"),
        false => say!("fence-host-remedy"),
    };
    let finding = Finding::new(FailureCause::FenceKeptOut, sentence, remedy);
    // The name is the server's.
    allowing(finding, host).line(&host.address())
}

fn allowing(finding: Finding, host: &FenceHost) -> Finding {
    finding
        .action(RepairAction::AllowHost)
        .change(DraftChange::AllowHost(host.clone()))
}

#[cfg(test)]
mod tests {
    use crate::{Diagnosis, DraftChange, Evidence, FailureCause, HiddenPath, RepairAction, diagnose};
    use portcullis_core::Code;
    use portcullis_domain::{Endpoint, FenceHost};
    use portcullis_programs::System;

    fn diagnosed(kept_out: &[&str], code: Option<Code>, stderr: &str) -> Diagnosis {
        let host = |&name: &&str| FenceHost::new(name, 443);
        let evidence = Evidence {
            code,
            kept_out: kept_out.iter().map(host).collect(),
            stderr: stderr.lines().map(str::to_owned).collect(),
            ..Evidence::of(
                Endpoint::Command {
                    program: "uvx".to_owned(),
                    arguments: vec!["mcp-server-time".to_owned()],
                    folder: None,
                },
                System::Other,
            )
        };
        diagnose(&evidence)
    }

    fn launched(kept_out: &[&str], code: Option<Code>, stderr: &str) -> FailureCause {
        diagnosed(kept_out, code, stderr).cause
    }

    // Proves S-68.
    #[test]
    fn a_registry_that_a_fence_keeps_out_is_the_cause_and_other_hosts_are_not() {
        // uv 0.9 and npm 10, in a fence without hosts.
        let uv = "error: Request failed after 3 retries in 6.3s\n  cause: Failed to fetch: https://pypi.org/simple/mcp-server-time/\n  cause: client error (Connect)\n  cause: dns error";
        let kept = FailureCause::FenceKeptOut;
        assert_eq!(launched(&["pypi.org"], Some(Code::ServerExited), uv), kept);
        let npm = launched(&["registry.npmjs.org"], Some(Code::ServerSilent), "");
        assert_eq!(npm, kept);
        assert_ne!(launched(&[], Some(Code::ServerExited), uv), kept);
        let known = "ModuleNotFoundError: No module named 'x'";
        let telemetry = launched(&["telemetry.example.com"], Some(Code::ServerExited), known);
        assert_ne!(telemetry, kept, "something else is known");
        let full = "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory";
        let memory = launched(&["telemetry.example.com"], Some(Code::ServerExited), full);
        assert_ne!(memory, kept, "the end is certain");
        assert_ne!(launched(&["pypi.org"], None, ""), kept, "nothing failed");
        let allowed = diagnosed(&["pypi.org"], Some(Code::ServerExited), uv);
        assert_eq!(allowed.action, Some(RepairAction::AllowHost));
    }

    // Proves S-68.
    #[test]
    fn a_host_that_a_fence_blocked_is_the_cause_before_the_network_is() {
        let node = "Error: getaddrinfo ENOTFOUND api.example.com\n    at GetAddrInfoReqWrap.onlookup";
        let ended = Some(Code::ServerExited);
        let unfenced = diagnosed(&[], ended, node);
        assert_eq!(unfenced.cause, FailureCause::ServiceUnreachable);
        let named = diagnosed(&["stats.example.com", "api.example.com"], ended, node);
        assert_eq!(named.cause, FailureCause::FenceKeptOut);
        assert_eq!(named.said.unwrap().text, "api.example.com:443");
        assert!(
            !named.sentence.contains("api.example.com"),
            "the server's words are quoted"
        );
        assert!(named.change.is_some());
        let silent = diagnosed(&["api.example.com"], Some(Code::ServerSilent), "");
        assert_eq!(silent.cause, FailureCause::FenceKeptOut);
        assert_ne!(silent.sentence, named.sentence, "it is only likely");
        let broken = diagnosed(&["api.example.com"], Some(Code::LaunchFailed), "");
        assert_ne!(broken.cause, FailureCause::FenceKeptOut);
    }

    fn hiding(hidden: &[(&str, bool)], code: Code, stderr: &str) -> Diagnosis {
        let hidden = hidden.iter().map(|(path, may_be_granted)| HiddenPath {
            path: (*path).to_owned(),
            may_be_granted: *may_be_granted,
        });
        let arguments = ["server.py", "--notes=/home/ada/notes"];
        diagnose(&Evidence {
            code: Some(code),
            hidden: hidden.collect(),
            stderr: stderr.lines().map(str::to_owned).collect(),
            ..Evidence::of(
                Endpoint::Command {
                    program: "python3".to_owned(),
                    arguments: arguments.map(str::to_owned).to_vec(),
                    folder: None,
                },
                System::Other,
            )
        })
    }

    // Proves S-68.
    #[test]
    fn a_path_that_a_fence_hides_is_not_said_to_be_missing() {
        let said = "Traceback (most recent call last):\nFileNotFoundError: [Errno 2] No such file or directory: '/home/ada/notes/a.md'";
        let ended = Code::ServerExited;
        assert_ne!(hiding(&[], ended, said).cause, FailureCause::FenceKeptOut);
        let notes = [("/home/ada/notes", true), ("/home/ada/notes/a.md", true)];
        let named = hiding(&notes, ended, said);
        assert_eq!(named.cause, FailureCause::FenceKeptOut);
        assert_eq!(named.action, Some(RepairAction::AllowPath));
        let allow = DraftChange::AllowRead("/home/ada/notes/a.md".to_owned());
        assert_eq!(named.change, Some(allow), "what the line speaks of");
        assert_eq!(named.said.unwrap().text, "/home/ada/notes/a.md");
        assert!(
            !named.sentence.contains("/home/ada"),
            "it is quoted: {}",
            named.sentence
        );

        // Only likely where no line says so, and nothing where the server did not end.
        let silent = hiding(&notes, Code::ServerSilent, "");
        assert_eq!(silent.cause, FailureCause::FenceKeptOut);
        assert_ne!(silent.sentence, named.sentence);
        let other = hiding(&[("/srv/other", true)], ended, "");
        assert_ne!(other.cause, FailureCause::FenceKeptOut, "no argument names it");
        let broken = hiding(&notes, Code::LaunchFailed, said);
        assert_ne!(broken.cause, FailureCause::FenceKeptOut);
        let working = hiding(
            &notes,
            ended,
            "Reading /home/ada/notes\nModuleNotFoundError: No module named 'x'",
        );
        assert_ne!(
            working.cause,
            FailureCause::FenceKeptOut,
            "something else is known"
        );
    }

    // Proves S-68.
    #[test]
    fn a_module_that_a_fence_hides_is_not_said_to_be_missing() {
        let said = "Traceback (most recent call last):\nModuleNotFoundError: No module named 'notes'";
        let evidence = Evidence {
            code: Some(Code::ServerExited),
            stderr: said.lines().map(str::to_owned).collect(),
            ..Evidence::of(
                Endpoint::Command {
                    program: "python3".to_owned(),
                    arguments: vec!["/srv/notes/server.py".to_owned()],
                    folder: None,
                },
                System::Other,
            )
        };
        let unfenced = diagnose(&evidence);
        assert_eq!(unfenced.cause, FailureCause::ModuleNotFound);
        let fenced = Evidence {
            is_fenced: true,
            ..evidence
        };
        let elsewhere = diagnose(&fenced);
        assert_eq!(elsewhere.cause, FailureCause::ModuleNotFound);
        assert_ne!(elsewhere.sentence, unfenced.sentence, "it may be there");
        assert_ne!(elsewhere.remedy, unfenced.remedy);
        for said in [said, "Error: Cannot find module './notes'\nRequire stack:"] {
            let beside = diagnose(&Evidence {
                stderr: said.lines().map(str::to_owned).collect(),
                hidden_beside: Some(HiddenPath {
                    path: "/srv/notes".to_owned(),
                    may_be_granted: true,
                }),
                ..fenced.clone()
            });
            assert_eq!(beside.cause, FailureCause::FenceKeptOut, "{said}");
            let allow = DraftChange::AllowRead("/srv/notes".to_owned());
            assert_eq!(beside.change, Some(allow));
        }
    }

    // Proves S-68.
    #[test]
    fn keys_that_a_fence_hides_are_not_offered() {
        let said = "Error: ENOENT: no such file or directory, open '/home/ada/.ssh/id_rsa'";
        let found = hiding(&[("/home/ada/.ssh/id_rsa", false)], Code::ServerExited, said);
        assert_eq!(found.cause, FailureCause::FenceKeptOut, "and yet it is there");
        assert_eq!(
            (found.action, found.change),
            (Some(RepairAction::EditCommand), None)
        );
    }
}
