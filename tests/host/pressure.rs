//! Floods whose cost has to be known exactly: each in a process of its own, by `stress floods`, which says what it
//! measured and fails over its limit. `cargo xtask stress floods` measures all of them in a release build,
//! with what they cost the calls of other servers.

use portcullis_tests::programs;

fn flood(name: &str) {
    let output = std::process::Command::new(programs::beside("stress"))
        .args(["floods", name])
        .output()
        .expect("the program can be started");
    let said = String::from_utf8_lossy(&output.stdout);
    println!("{said}");
    assert!(
        output.status.success() && said.contains(name),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

// Proves F-24.
#[test]
fn a_result_of_200_mb_that_is_not_taken_costs_little() {
    flood("f24-refused");
}

// Proves F-19.
#[test]
fn a_hundred_thousand_tools_are_listed_as_far_as_the_limit_and_counted_beyond() {
    flood("f19-tools");
}

// Proves F-20.
#[test]
fn json_a_hundred_thousand_deep_costs_little() {
    flood("f20-deep");
}

// Proves F-21.
#[test]
fn schemas_that_explode_are_read_within_their_limits() {
    flood("f21-bombs");
}

// Proves F-25, S-36.
#[test]
fn a_thousand_calls_that_wait_for_a_yes_cost_little_for_one_server() {
    flood("f25-one");
}

// Proves F-25, S-36.
#[test]
fn a_thousand_calls_that_wait_for_a_yes_cost_little_for_fifty_servers() {
    flood("f25-fifty");
}
