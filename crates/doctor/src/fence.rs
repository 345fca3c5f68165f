//! A launcher that downloads its package at each start, in a fence that keeps it from the registry. npm then says nothing for minutes, and uv
//! says that a name is unknown, as if the network were to blame: what the fence saw comes first.

use crate::case::Case;
use crate::diagnosis::FailureCause;
use crate::finding::Finding;
use crate::packages::REGISTRIES;
use portcullis_l10n::say;

pub(super) fn examine(case: &Case<'_>) -> Option<Finding> {
    let evidence = case.evidence;
    evidence.code?;
    let host = evidence
        .kept_out
        .iter()
        .find(|host| REGISTRIES.contains(&host.as_str()))?;
    Some(Finding::new(
        FailureCause::FenceKeptOut,
        say!("fence-registry", program = case.program, host = host),
        say!("fence-registry-remedy", host = host),
    ))
}

#[cfg(test)]
mod tests {
    use crate::{Evidence, FailureCause, diagnose};
    use portcullis_core::Code;
    use portcullis_domain::Endpoint;
    use portcullis_programs::System;

    fn launched(kept_out: &[&str], code: Option<Code>, stderr: &str) -> FailureCause {
        let evidence = Evidence {
            code,
            kept_out: kept_out.iter().map(|&host| host.to_owned()).collect(),
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
        diagnose(&evidence).cause
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
        let telemetry = launched(&["telemetry.example.com"], Some(Code::ServerExited), "");
        assert_ne!(telemetry, kept);
        assert_ne!(launched(&["pypi.org"], None, ""), kept, "nothing failed");
    }
}
