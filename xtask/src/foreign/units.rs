//! Unit tests under wine: each program of tests from the folder of its crate, as Cargo would run it.

use super::enter::{CACHE, Enclosed};
use super::report::{Report, Row};
use super::steps;
use super::windows::TARGET;
use crate::Done;
use std::path::Path;

/// No program of tests takes longer unless it hangs.
const LIMIT: &str = "900";

/// A program of tests.
#[derive(Debug, PartialEq, Eq)]
struct Tests {
    name: String,
    program: String,
    /// Of its crate.
    folder: String,
}

/// Compiles all tests, then runs them; each program is a row.
pub(super) fn prove(
    inside: &Enclosed<'_>,
    system: &'static str,
    words: &[&str],
    report: &mut Report,
) -> Done {
    let told = [words, &["--message-format=json-render-diagnostics"]].concat();
    let compiled = steps::compile(report, system, "Unit tests: build", inside.cargo(&told, &[]))?;
    if !compiled.well {
        println!("{}", steps::tail(&compiled.output, 40));
        return Ok(());
    }
    // Macros run in the compiler, so their tests are programs of this machine.
    let here = |tests: &Tests| tests.program.contains(TARGET);
    for tests in compiled.output.lines().filter_map(built).filter(here) {
        let words = [tests.program.as_str(), "--test-threads=4"];
        // Where Cargo puts the loader of the page view.
        let loader = format!("Z:{CACHE}/target/{TARGET}/debug").replace('/', "\\");
        let variables = [
            ("WINEPATH", loader.as_str()),
            ("CARGO_MANIFEST_DIR", tests.folder.as_str()),
        ];
        let command = inside.wine(&tests.folder, LIMIT, &words, &variables);
        let ended = steps::logged(&format!("tests-{}", tests.name), command)?;
        let result = summary(&ended.output);
        if !ended.well {
            println!("{}", failures(&ended.output));
        }
        // A program without tests says nothing.
        if ended.well && result.as_deref() == Some("0 passed") {
            continue;
        }
        report.add(Row {
            system,
            what: format!("Unit tests of {}", tests.name),
            passed: ended.well && result.is_some(),
            result: result.unwrap_or_else(|| "did not end".to_owned()),
            took: ended.took,
        });
    }
    Ok(())
}

/// What Cargo says of a program of tests; nothing for other lines.
fn built(line: &str) -> Option<Tests> {
    let text = |name: &str| {
        let (_, rest) = line.split_once(&format!("\"{name}\":\""))?;
        rest.split_once('"').map(|(text, _)| text.to_owned())
    };
    let is_tests = line.starts_with("{\"reason\":\"compiler-artifact\"") && line.contains("\"test\":true}");
    let program = text("executable").filter(|_| is_tests)?;
    let folder = Path::new(&text("manifest_path")?)
        .parent()?
        .to_string_lossy()
        .into_owned();
    let kind = if line.contains("\"kind\":[\"bin\"]") {
        " (program)"
    } else {
        ""
    };
    // The name of the target comes after the number of the package.
    let name = line.split_once("\"target\":")?.1.split_once("\"name\":\"")?.1;
    let name = name.split('"').next()?.replace('_', "-");
    Some(Tests {
        name: format!("{}{kind}", name.trim_start_matches("portcullis-")),
        program,
        folder,
    })
}

/// “12 passed, 1 ignored”.
fn summary(output: &str) -> Option<String> {
    let line = output
        .lines()
        .rev()
        .find(|line| line.starts_with("test result: "))?;
    let counts = line.split_once(". ")?.1.split("; ");
    let told = counts.filter(|count| {
        let shown = count.ends_with("passed") || count.ends_with("failed") || count.ends_with("ignored");
        shown && (count.ends_with("passed") || !count.starts_with("0 "))
    });
    Some(told.collect::<Vec<_>>().join(", "))
}

/// The names of the tests that failed.
fn failures(output: &str) -> String {
    let failed = output
        .lines()
        .filter(|line| line.starts_with("test ") && line.ends_with("FAILED"));
    let all: Vec<&str> = failed.collect();
    if all.is_empty() {
        return steps::tail(output, 20);
    }
    all.join("\n")
}

#[cfg(test)]
mod tests {
    use super::{Tests, built, summary};

    #[test]
    fn programs_of_tests_are_told_from_others() {
        let line = r#"{"reason":"compiler-artifact","package_id":"path+file:///src/crates/host#portcullis-host@0.1.0","manifest_path":"/src/crates/host/Cargo.toml","target":{"kind":["lib"],"crate_types":["lib"],"name":"portcullis_host","src_path":"/src/crates/host/src/lib.rs","doctest":false,"test":true},"profile":{"opt_level":"0","debuginfo":0,"debug_assertions":true,"overflow_checks":true,"test":true},"features":[],"filenames":["/foreign/a.exe"],"executable":"/foreign/a.exe","fresh":false}"#;
        let tests = Tests {
            name: "host".into(),
            program: "/foreign/a.exe".into(),
            folder: "/src/crates/host".into(),
        };
        assert_eq!(built(line), Some(tests));
        assert_eq!(
            built(&line.replace("\"executable\":\"/foreign/a.exe\"", "\"executable\":null")),
            None
        );
        assert_eq!(built("warning: unused"), None);
    }

    #[test]
    fn counts_of_nothing_are_left_out() {
        let said = "running 3 tests\n\ntest result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; \
                    finished in 0.01s\n";
        assert_eq!(summary(said).as_deref(), Some("2 passed, 1 ignored"));
        assert_eq!(summary("it hung"), None);
    }
}
