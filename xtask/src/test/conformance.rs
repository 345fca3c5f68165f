//! The official suite against our host. `portcullis-conformance` is the client command that the suite starts once per
//! scenario, with the address of its server as the last argument and the scenario in the environment.

use super::packages;
use super::progress::{Outcome, Step};
use crate::{Done, place, tool};

/// What is promised today, per revision. A scenario joins when the host has what it asks for; none leaves.
const PROMISED: &[(&str, &[&str])] = &[
    (
        "2025-03-26",
        &[
            "auth/2025-03-26-oauth-metadata-backcompat",
            "auth/2025-03-26-oauth-endpoint-fallback",
        ],
    ),
    (
        "2025-06-18",
        &[
            "initialize",
            "tools_call",
            "auth/token-endpoint-auth-basic",
            "auth/token-endpoint-auth-post",
            "auth/token-endpoint-auth-none",
        ],
    ),
    (
        "2025-11-25",
        &[
            "initialize",
            "tools_call",
            "sse-retry",
            "elicitation-sep1034-client-defaults",
            "json-schema-2020-12-preservation",
            "auth/metadata-default",
            "auth/metadata-var1",
            "auth/metadata-var2",
            "auth/metadata-var3",
            "auth/basic-cimd",
            "auth/scope-from-www-authenticate",
            "auth/scope-from-scopes-supported",
            "auth/scope-omitted-when-undefined",
            "auth/scope-step-up",
            "auth/scope-retry-limit",
            "auth/token-endpoint-auth-basic",
            "auth/token-endpoint-auth-post",
            "auth/token-endpoint-auth-none",
            "auth/pre-registration",
        ],
    ),
    (
        "2026-07-28",
        &[
            "tools_call",
            "request-metadata",
            "sep-2322-client-request-state",
            "http-standard-headers",
            "http-custom-headers",
            "http-invalid-tool-headers",
            "json-schema-ref-no-deref",
            "json-schema-2020-12-preservation",
            "auth/metadata-default",
            "auth/metadata-var1",
            "auth/metadata-var2",
            "auth/metadata-var3",
            "auth/basic-cimd",
            "auth/scope-from-www-authenticate",
            "auth/scope-from-scopes-supported",
            "auth/scope-omitted-when-undefined",
            "auth/scope-step-up",
            "auth/scope-retry-limit",
            "auth/token-endpoint-auth-basic",
            "auth/token-endpoint-auth-post",
            "auth/token-endpoint-auth-none",
            "auth/pre-registration",
            "auth/resource-mismatch",
            "auth/offline-access-scope",
            "auth/offline-access-not-supported",
            "auth/authorization-server-migration",
            "auth/iss-supported",
            "auth/iss-not-advertised",
            "auth/iss-supported-missing",
            "auth/iss-wrong-issuer",
            "auth/iss-unexpected",
            "auth/iss-normalized",
            "auth/metadata-issuer-mismatch",
            "auth/client-credentials-jwt",
            "auth/client-credentials-basic",
            "auth/dpop",
            "auth/dpop-nonce",
            "auth/enterprise-managed-authorization",
            "auth/wif-jwt-bearer",
        ],
    ),
];

pub(crate) fn suite(step: &mut Step) -> Done<Outcome> {
    let folder = place::root().join("tests/packages");
    let suite = folder.join("node_modules/@modelcontextprotocol/conformance/dist/index.js");
    let node = packages::node(&folder);
    let client = place::built("debug", "portcullis-conformance");
    for (needed, what) in [
        (&suite, "the suite"),
        (&node, "its Node.js"),
        (&client, "portcullis-conformance"),
    ] {
        if !needed.exists() {
            return Ok(Outcome::Skipped(format!("{what} is not there")));
        }
    }
    let mut failed = Vec::new();
    for (revision, scenarios) in PROMISED {
        for scenario in *scenarios {
            let results = place::scratch("conformance")?.join(revision);
            let mut command = tool::command(&node.to_string_lossy());
            command.arg(&suite).arg("client").arg("--command").arg(&client);
            command.args([
                "--scenario",
                scenario,
                "--spec-version",
                revision,
                "--timeout",
                "60000",
                // Extensions are of no revision; the suite leaves them out without this.
                "--force",
            ]);
            command.arg("--output-dir").arg(results);
            let start = step.mark();
            let ended = step.run(command);
            // A scenario whose server was never reached counts no checks, and the suite calls that passed.
            if ended.is_err() || checks(&step.output_since(start)) == 0 {
                failed.push(format!("{scenario} ({revision})"));
            }
        }
    }
    match failed.is_empty() {
        true => Ok(Outcome::Done),
        false => Err(format!("Not conforming: {}.", failed.join(", "))),
    }
}

/// How many checks passed, from "Passed: 3/3, 0 failed".
fn checks(output: &str) -> u32 {
    output
        .lines()
        .filter_map(|line| line.trim().strip_prefix("Passed: "))
        .filter_map(|rest| rest.split('/').next()?.parse::<u32>().ok())
        .sum()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_scenario_without_checks_is_not_taken_for_passed() {
        assert_eq!(
            super::checks("Test Results:\nPassed: 0/0, 0 failed, 0 warnings\n"),
            0
        );
        assert_eq!(super::checks("Passed: 12/12, 0 failed, 0 warnings\n"), 12);
    }
}
