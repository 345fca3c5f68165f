//! The steps, in the order in which they begin. One profile and one set of packages for everything that Cargo compiles, because another set
//! has other features and would compile the dependencies again.

use super::progress::{Outcome, Step};
use super::{conformance, packages, promises};
use crate::setup::{self, Purpose};
use crate::{Done, place, tool, ui};
use std::path::PathBuf;
use std::process::Command;

/// What the machine has for steps that run side by side.
pub(crate) const SHARES: u32 = 4;

/// A step: what it is called, what it shows, what must have gone well before.
pub(crate) struct Plan {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    /// Steps that come with it when it is asked for by name, and without which it is skipped.
    pub(crate) needs: &'static [&'static str],
    /// Whether `--quick` leaves it in.
    pub(crate) quick: bool,
    /// How many of the [`SHARES`] it takes. A step that measures time takes all of them.
    pub(crate) shares: u32,
    pub(crate) run: fn(&mut Step) -> Done<Outcome>,
}

#[rustfmt::skip]
pub(crate) const PLAN: &[Plan] = &[
    Plan { name: "setup", what: "system packages and Node.js", needs: &[], quick: true, shares: 4, run: machine },
    Plan { name: "format", what: "cargo fmt", needs: &[], quick: true, shares: 1, run: format },
    Plan { name: "promises", what: "a test for every guarantee and every requirement that is met", needs: &[], quick: true, shares: 1, run: promises::kept },
    Plan { name: "page", what: "build the UI", needs: &["setup"], quick: true, shares: 3, run: page },
    Plan { name: "build", what: "compile everything once", needs: &["setup", "page"], quick: true, shares: 2, run: build },
    Plan { name: "ui", what: "types, lints and tests of the UI", needs: &["setup", "page"], quick: true, shares: 1, run: ui },
    Plan { name: "packages", what: "real servers and the suite, pinned", needs: &["setup"], quick: false, shares: 1, run: packages::install },
    Plan { name: "unit", what: "tests inside the packages", needs: &["build"], quick: true, shares: 4, run: unit },
    Plan { name: "host", what: "the host against real and hostile servers", needs: &["build", "packages"], quick: false, shares: 2, run: host },
    Plan { name: "lints", what: "clippy, no warnings", needs: &["setup", "page"], quick: true, shares: 2, run: lints },
    Plan { name: "conformance", what: "the official suite, both revisions", needs: &["build", "packages"], quick: false, shares: 3, run: conformance::suite },
    Plan { name: "window", what: "end to end in the real window", needs: &["build", "packages"], quick: false, shares: 4, run: window },
];

/// The steps to run: all, the quick ones, or the named ones with what they need, always in the order of the plan.
pub(crate) fn chosen(named: &[&str], quick: bool) -> Done<Vec<&'static Plan>> {
    let mut wanted: Vec<&str> = Vec::new();
    let mut open: Vec<&str> = named.to_vec();
    while let Some(name) = open.pop() {
        let Some(plan) = PLAN.iter().find(|plan| plan.name == name) else {
            let known: Vec<&str> = PLAN.iter().map(|plan| plan.name).collect();
            return Err(format!(
                "There is no step “{name}”. The steps: {}.",
                known.join(", ")
            ));
        };
        wanted.push(plan.name);
        open.extend(plan.needs);
    }
    let all = named.is_empty();
    Ok(PLAN
        .iter()
        .filter(|plan| {
            if all {
                plan.quick || !quick
            } else {
                wanted.contains(&plan.name)
            }
        })
        .collect())
}

fn machine(_step: &mut Step) -> Done<Outcome> {
    setup::machine(Purpose::Test)?;
    Ok(Outcome::Done)
}

fn format(step: &mut Step) -> Done<Outcome> {
    step.run(tool::cargo(&[
        "fmt", "--all", "--check", "--", "--color", "never",
    ]))
}

fn ui(step: &mut Step) -> Done<Outcome> {
    ui::packages(&mut |command| step.run(command).map(drop))?;
    step.run(ui::script("check"))?;
    step.run(ui::script("test"))
}

/// What the window embeds: without it nothing of the window compiles.
fn page(step: &mut Step) -> Done<Outcome> {
    ui::packages(&mut |command| step.run(command).map(drop))?;
    ui::build(&mut |command| step.run(command).map(drop))?;
    Ok(Outcome::Done)
}

/// Test programs and the plain ones: the tests of the window and the terminal start those.
fn build(step: &mut Step) -> Done<Outcome> {
    if !cfg!(target_os = "linux") {
        return step.run(tool::cargo(&[&["build"][..], &ELSEWHERE].concat()));
    }
    step.run(tool::cargo(&["build", "--workspace", "--all-targets"]))?;
    let start = step.mark();
    let outcome = step.run(tool::cargo(&["test", "--workspace", "--no-run"]))?;
    let named = step.output_since(start);
    let programs: Vec<String> = named.lines().filter_map(program).collect();
    std::fs::write(programs_file()?, programs.join("\n"))
        .map_err(|error| format!("The list of test programs cannot be written: {error}."))?;
    Ok(outcome)
}

/// What `cargo xtask foreign` has shown to compile for the other systems: the package of the tests needs a Linux desktop.
const ELSEWHERE: [&str; 5] = ["--workspace", "--exclude", "portcullis-tests", "--lib", "--bins"];

/// Where the step `build` notes the test programs.
fn programs_file() -> Done<PathBuf> {
    Ok(place::scratch("programs")?.join("tests.txt"))
}

/// Source and path of `Executable host/main.rs (target/debug/deps/host-1)`.
fn program(line: &str) -> Option<String> {
    let (source, path) = line.trim().strip_prefix("Executable ")?.split_once(" (")?;
    Some(format!("{source} {}", path.strip_suffix(')')?))
}

/// A test program of the package of the tests, started without Cargo: Cargo would wait for a step that compiles.
fn tests(name: &str) -> Done<Command> {
    let list = std::fs::read_to_string(programs_file()?).unwrap_or_default();
    let source = format!("{name}/main.rs ");
    let path = list
        .lines()
        .find_map(|line| line.split_once(&source))
        .ok_or_else(|| format!("The step build made no program of tests/{name}."))?
        .1;
    let mut command = tool::command(&place::root().join(path).to_string_lossy());
    command.current_dir(place::root().join("tests"));
    Ok(command)
}

fn lints(step: &mut Step) -> Done<Outcome> {
    step.run(tool::cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))
}

/// Test programs of single crates: the terminal, what a fence holds, and fetches by the real npm and uv.
const OF_CRATES: [&str; 7] = [
    "terminal", "attacks", "browsers", "files", "level", "network", "registry",
];

fn unit(step: &mut Step) -> Done<Outcome> {
    if !cfg!(target_os = "linux") {
        return step.run(tool::cargo(
            &[&["test", "--no-fail-fast"][..], &ELSEWHERE].concat(),
        ));
    }
    let mut arguments = vec!["test", "--workspace", "--lib", "--bins", "--no-fail-fast"];
    arguments.extend(OF_CRATES.iter().flat_map(|&name| ["--test", name]));
    step.run(tool::cargo(&arguments))?;
    step.run(tool::cargo(&["test", "--workspace", "--doc"]))
}

fn host(step: &mut Step) -> Done<Outcome> {
    let mut command = tests("host")?;
    // What is ignored needs the pinned servers, and the step before brought them.
    command.args(["--include-ignored", "--test-threads", &side_by_side()]);
    // It fetches packages from public registries, which may take minutes or fail; `cargo xtask servers` runs it, every night.
    command.args(["--skip", "published_servers::published_servers_are_the_same"]);
    step.run(command)
}

/// How many tests of the host run at once. Most of the time they wait: for the guard of the gate, for a limit to pass.
/// Four for each core are twice as fast as two; eight for each fail by load.
fn side_by_side() -> String {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    (4 * cores).min(16).to_string()
}

fn window(step: &mut Step) -> Done<Outcome> {
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::Skipped(
            "the window is driven by WebKitWebDriver, on Linux".into(),
        ));
    }
    step.run(tests("window")?)
}

#[cfg(test)]
mod tests {
    use super::{OF_CRATES, PLAN, SHARES, chosen, program};
    use crate::place;

    #[test]
    fn a_test_program_is_read_from_what_cargo_says() {
        assert_eq!(
            program("  Executable host/main.rs (target/debug/deps/host-1)").as_deref(),
            Some("host/main.rs target/debug/deps/host-1")
        );
        assert_eq!(program("  Doc-tests portcullis"), None);
    }

    fn names(named: &[&str], quick: bool) -> Vec<&'static str> {
        chosen(named, quick)
            .unwrap()
            .iter()
            .map(|plan| plan.name)
            .collect()
    }

    #[test]
    fn a_named_step_brings_what_it_needs_in_the_order_of_the_plan() {
        assert_eq!(names(&["unit"], false), ["setup", "page", "build", "unit"]);
        assert_eq!(
            names(&["unit", "format"], false),
            ["setup", "format", "page", "build", "unit"]
        );
    }

    #[test]
    fn quick_leaves_out_what_needs_a_screen_or_a_network() {
        let quick = names(&[], true);
        assert!(!quick.contains(&"window") && !quick.contains(&"packages"));
        assert_eq!(names(&[], false).len(), PLAN.len());
    }

    #[test]
    fn every_need_is_a_step_that_comes_before_and_none_takes_more_than_there_is() {
        for (index, plan) in PLAN.iter().enumerate() {
            assert!((1..=SHARES).contains(&plan.shares), "{}", plan.name);
            for need in plan.needs {
                assert!(
                    PLAN[..index].iter().any(|before| before.name == *need),
                    "{} needs {need}",
                    plan.name
                );
            }
        }
    }

    #[test]
    fn every_test_program_of_a_crate_is_run() {
        let crates = std::fs::read_dir(place::root().join("crates")).unwrap();
        let workflow = place::read(".github/workflows/ci.yml").unwrap();
        let mut found = Vec::new();
        for tests in crates.map(|entry| entry.unwrap().path().join("tests")) {
            let Ok(files) = std::fs::read_dir(&tests) else {
                continue;
            };
            for path in files.map(|entry| entry.unwrap().path()) {
                let is_program = path.extension().is_some_and(|end| end == "rs");
                let is_folder = path.join("main.rs").is_file();
                let source = std::fs::read_to_string(&path).unwrap_or_default();
                let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
                // A job of the workflow runs those of macOS by their names.
                if source.contains("#![cfg(target_os = \"macos\")]") {
                    assert!(workflow.contains(&format!("--test {name} ")), "{name}");
                } else if is_program || is_folder {
                    found.push(name);
                }
            }
        }
        found.sort();
        let mut run = OF_CRATES;
        run.sort_unstable();
        assert_eq!(found, run);
    }

    #[test]
    fn an_unknown_step_is_refused_with_the_known_ones() {
        let sentence = chosen(&["windows"], false).err().unwrap();
        assert!(
            sentence.contains("“windows”") && sentence.contains("window"),
            "{sentence}"
        );
    }
}
