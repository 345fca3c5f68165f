//! The commands of the project; `cargo xtask help` lists them.
//!
//! Uses the standard library alone, so that it compiles in seconds on a fresh clone. It knows nothing about the
//! product beyond the names of its packages.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a command line that starts compilers and talks to the person who typed it"
)]

mod bundle;
mod chores;
mod display;
#[cfg(unix)]
mod foreign;
mod fuzz;
mod group;
mod mutants;
mod place;
mod run;
mod setup;
mod stress;
mod test;
mod tool;
mod ui;

use std::process::ExitCode;

/// What a command hands back: nothing or a sentence that says what went wrong and what to do.
type Done<T = ()> = Result<T, String>;

const HELP: &str = "\
cargo xtask run [--release] [--once]    set up, build and open the window
                                        (no display: a virtual one and a screenshot; --once ends after it)
cargo xtask test [--quick] [STEP…]      set up and run every check, or the named steps and what they need
cargo xtask test --list                 name the steps
cargo xtask setup                       only install or name what is missing
cargo xtask bindings                    write the TypeScript of the commands and views
cargo xtask bench [ARGS…]               measure calls through the host
cargo xtask limits                      write the page of every limit, docs/limits.md
cargo xtask errors                      write the page of every error code, docs/reference/errors.md
cargo xtask cli                         write the page of every terminal command, docs/reference/cli.md
cargo xtask pictures                    make the pictures of the documentation from the real window
cargo xtask requirements                write pages that name the tests of each requirement and each fault
cargo xtask stress window --minutes N   try to break the application at its window
cargo xtask stress kills [--points N]   kill a host that writes, a thousand times, and look at what it left
cargo xtask stress floods [FLOOD…]      measure what floods cost the host and its other servers
cargo xtask servers [NAME…]             run published servers with and without their fence, all or the named ones
cargo xtask fuzz [TARGET…] [--minutes N] give random bytes to what a server reaches first
cargo xtask mutants [AREA…] [--shard K/N] change the code that decides, and see that a test notices each change
cargo xtask foreign [windows|macos] [--check]
                                        build for the other systems and run what runs under wine
                                        (as root, needs debootstrap; 28 GB in a cache folder)
cargo xtask deny                        check licences, sources and advisories of all dependencies
cargo xtask bundle                      build the packages, with checksums and a list of components
cargo xtask package-check [--install]   take the deb and the rpm apart and check what is in them
                                        (--install: try them in a clean system; as root, needs debootstrap)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = match arguments.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", [].as_slice()),
    };
    let done = match command {
        "run" => run::run(rest),
        "test" => test::test(rest),
        "setup" => setup::everything(),
        "bindings" => chores::bindings(),
        "bench" => chores::bench(rest),
        "limits" => test::limits::write(),
        "errors" => test::errors::write(),
        "cli" => chores::cli(),
        "pictures" => chores::pictures(),
        "requirements" => test::lists::write(),
        "stress" => stress::stress(rest),
        "servers" => chores::servers(rest),
        #[cfg(unix)]
        "foreign" => foreign::foreign(rest),
        "fuzz" => fuzz::fuzz(rest),
        "mutants" => mutants::mutants(rest),
        "deny" => chores::deny(),
        "bundle" => bundle::bundle(),
        "package-check" => bundle::check::packages(rest),
        "help" | "--help" | "-h" => {
            println!("{HELP}");
            Ok(())
        }
        other => Err(format!("There is no command “{other}”.\n\n{HELP}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("\n{sentence}");
            ExitCode::FAILURE
        }
    }
}

/// Refuses an option that the command does not know, with what it knows.
fn only_known(arguments: &[String], known: &[&str]) -> Done {
    match arguments
        .iter()
        .find(|argument| !known.contains(&argument.as_str()))
    {
        Some(other) => Err(format!(
            "“{other}” is not an option here. Known: {}.",
            known.join(", ")
        )),
        None => Ok(()),
    }
}
