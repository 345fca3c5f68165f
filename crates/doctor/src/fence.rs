//! A launcher that downloads its package at each start, in a fence that keeps it from the registry. npm then says nothing for minutes, and uv
//! says that a name is unknown, as if the network were to blame: what the fence saw comes first.
//!
//! Any other host that it blocked may be the cause or not, as many servers look for theirs and start without it: that is said where
//! nothing is certain, before the network is blamed.

use crate::case::Case;
use crate::change::DraftChange;
use crate::diagnosis::{FailureCause, RepairAction};
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
    let ended = matches!(evidence.code, Some(Code::ServerExited | Code::ServerSilent));
    evidence.kept_out.iter().filter(move |_| ended)
}

fn blocked(host: &FenceHost, sentence: String) -> Finding {
    let finding = Finding::new(FailureCause::FenceKeptOut, sentence, say!("fence-host-remedy"));
    // The name is the server's.
    allowing(finding, host).line(&format!("{}:{}", host.name, host.port))
}

fn allowing(finding: Finding, host: &FenceHost) -> Finding {
    finding
        .action(RepairAction::AllowHost)
        .change(DraftChange::AllowHost(host.clone()))
}

#[cfg(test)]
mod tests {
    use crate::{Diagnosis, Evidence, FailureCause, RepairAction, diagnose};
    use portcullis_core::Code;
    use portcullis_domain::{Endpoint, FenceHost};
    use portcullis_programs::System;

    fn diagnosed(kept_out: &[&str], code: Option<Code>, stderr: &str) -> Diagnosis {
        let host = |&name: &&str| FenceHost {
            name: name.to_owned(),
            port: 443,
        };
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
}
