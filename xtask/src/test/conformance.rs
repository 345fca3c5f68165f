//! The official suite against our host. `portcullis-conformance` is the client command that the suite starts once per
//! scenario, with the address of its server as the last argument and the scenario in the environment.

use super::packages;
use super::progress::{Outcome, Step};
use crate::{Done, place, tool};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many scenarios run at once: each starts two Node.js and mostly waits.
const AT_ONCE: usize = 3;

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
    let results = place::scratch("conformance")?;
    let open: Vec<(&str, &str)> = PROMISED
        .iter()
        .flat_map(|(revision, scenarios)| scenarios.iter().map(|scenario| (*revision, *scenario)))
        .collect();
    let one = |(revision, scenario): (&str, &str), part: &mut Step| {
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
        command.arg("--output-dir").arg(results.join(revision));
        // A scenario whose server was never reached counts no checks, and the suite calls that passed.
        let ended = part.run(command);
        ended.is_ok() && checks(&part.output_since(0)) > 0
    };
    let (queue, step) = (Mutex::new(open.into_iter()), Mutex::new(step));
    let failed = Mutex::new(Vec::new());
    let worker = || -> Done {
        loop {
            // Not in the head of the loop: the queue would be locked for as long as the scenario runs.
            let next = locked(&queue).next();
            let Some(next) = next else { return Ok(()) };
            let name = format!("{} ({})", next.1, next.0);
            let mut part = locked(&step).part(&name.replace('/', "-"))?;
            if !one(next, &mut part) {
                locked(&failed).push(name);
            }
            locked(&step).takes(part);
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|worker| {
            worker
                .join()
                .unwrap_or_else(|_| Err("A scenario broke off.".into()))
        })
    })?;
    let failed = locked(&failed);
    match failed.is_empty() {
        true => Ok(Outcome::Done),
        false => Err(format!("Not conforming: {}.", failed.join(", "))),
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
