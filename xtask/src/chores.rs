//! The commands that are one step: bindings and measures.

use crate::setup::Purpose;
use crate::{Done, setup, tool, ui};

/// Writes `ui/src/bindings/host.ts`; the test that otherwise compares it does the writing.
pub(crate) fn bindings() -> Done {
    setup::machine(Purpose::Window)?;
    ui::stand_in()?;
    // As everything else is compiled: another set of packages has other features, and compiles every dependency again.
    let mut command = tool::cargo(&["test", "--workspace", "--lib", "bindings"]);
    command.env("PORTCULLIS_WRITE_BINDINGS", "1");
    tool::run(command)?;
    println!("Written: ui/src/bindings/host.ts");
    Ok(())
}

/// Writes `docs/reference/cli.md`; the test that otherwise compares it does the writing.
pub(crate) fn cli() -> Done {
    let mut command = tool::cargo(&["test", "--workspace", "--bins", "reference"]);
    command.env("PORTCULLIS_WRITE_REFERENCE", "1");
    tool::run(command)?;
    println!("Written: docs/reference/cli.md");
    Ok(())
}

/// Runs the measures with optimisation; those of the window, named alone, as its tests are run.
pub(crate) fn bench(arguments: &[String]) -> Done {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if arguments == ["window"] {
        return window_bench();
    }
    optimised("bench", &arguments)
}

/// Measures how long a question takes to be in front, and the frames while a model writes, one after the other. That takes half an
/// hour: two questions have to find no window.
fn window_bench() -> Done {
    setup::machine(Purpose::Window)?;
    ui::packages(&mut tool::run)?;
    ui::build(&mut tool::run)?;
    tool::run(tool::cargo(&["build", "--workspace", "--all-targets"]))?;
    tool::run(tool::cargo(&[
        "test",
        "--workspace",
        "--test",
        "window",
        "--",
        "--ignored",
        "--nocapture",
        "--test-threads=1",
        "latency",
        "streaming",
    ]))
}

/// Writes `docs/pictures` from the real window; the test that otherwise compares them does the writing.
pub(crate) fn pictures() -> Done {
    setup::machine(Purpose::Window)?;
    ui::packages(&mut tool::run)?;
    ui::build(&mut tool::run)?;
    tool::run(tool::cargo(&["build", "--workspace", "--all-targets"]))?;
    let mut command = tool::cargo(&["test", "--workspace", "--test", "window", "documented::"]);
    command.env("PORTCULLIS_WRITE_PICTURES", "1");
    tool::run(command)?;
    println!("Written: docs/pictures");
    Ok(())
}

/// Each server of `tests/packages/servers.json`, or the named ones, with and without its fence. It fetches gigabytes.
pub(crate) fn servers(names: &[String]) -> Done {
    let packages = ["packages".to_owned()];
    crate::test::test(&packages)?;
    ui::stand_in()?;
    tool::run(tool::cargo(&["build", "--workspace", "--bins"]))?;
    let mut command = tool::cargo(&[
        "test",
        "--workspace",
        "--test",
        "host",
        "--",
        "--ignored",
        "--nocapture",
        "published_servers",
    ]);
    let all = || "all".to_owned();
    command.env(
        "PORTCULLIS_SERVERS",
        if names.is_empty() { all() } else { names.join(",") },
    );
    tool::run(command)
}

/// Builds the programs of the tests, and those that they start, with optimisation, and runs one of them.
pub(crate) fn optimised(program: &str, arguments: &[&str]) -> Done {
    tool::run(tool::cargo(&[
        "build",
        "--release",
        "--package",
        "portcullis-tests",
        "--package",
        "portcullis-demo",
        "--package",
        "portcullis-fence",
        "--bins",
    ]))?;
    let mut command = tool::command(&crate::place::built("release", program).to_string_lossy());
    command.args(arguments);
    tool::run(command)
}

/// The version of cargo-deny that `deny.toml` is written for.
const DENY: &str = "0.20.2";

/// Checks licences, sources and advisories of all dependencies. Installs the tool where it is missing.
pub(crate) fn deny() -> Done {
    let program = installed_tool("cargo-deny", DENY)?;
    let mut command = tool::command(&program.to_string_lossy());
    command.arg("check");
    tool::run(command)
}

/// A tool of Cargo's that is not part of Rust, in exactly this version. Installs it where it is missing.
pub(crate) fn installed_tool(name: &str, version: &str) -> Done<std::path::PathBuf> {
    let tools = crate::place::scratch("tools")?.join(format!("{name}-{version}"));
    let program = tools
        .join("bin")
        .join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !program.is_file() {
        let mut install = tool::cargo(&["install", "--locked", "--version", version, "--root"]);
        install.arg(&tools).arg(name);
        tool::run(install)?;
    }
    Ok(program)
}
