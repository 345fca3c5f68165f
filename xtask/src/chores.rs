//! The commands that are one step: bindings, measures and bundles.

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

/// Runs the measures with optimisation, but without the link-time part that only costs time here.
pub(crate) fn bench(arguments: &[String]) -> Done {
    measure("--bin=bench", arguments)
}

/// Runs the floods, likewise.
pub(crate) fn pressure(arguments: &[String]) -> Done {
    measure("--bin=pressure", arguments)
}

/// The version of cargo-deny that `deny.toml` is written for.
const DENY: &str = "0.20.2";

/// Checks licences, sources and advisories of all dependencies. Brings the tool where it is missing.
pub(crate) fn deny() -> Done {
    let program = brought("cargo-deny", DENY)?;
    let mut command = tool::command(&program.to_string_lossy());
    command.arg("check");
    tool::run(command)
}

/// A program of Cargo's that is not part of Rust, in exactly this version. Brings it where it is missing.
pub(crate) fn brought(name: &str, version: &str) -> Done<std::path::PathBuf> {
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

fn measure(program: &str, arguments: &[String]) -> Done {
    // The servers that it measures against are programs of their own.
    for (verb, what) in [("build", "--bins"), ("run", program)] {
        let mut command = tool::cargo(&[verb, "--release", "--package", "portcullis-tests", what]);
        if verb == "run" {
            command.arg("--").args(arguments);
        }
        command.env("CARGO_PROFILE_RELEASE_LTO", "off");
        tool::run(command)?;
    }
    Ok(())
}

/// Builds the packages for Debian and for Fedora; works without a network once everything is fetched.
pub(crate) fn bundle() -> Done {
    setup::machine(Purpose::Window)?;
    ui::packages(&mut tool::run)?;
    let cli = crate::place::root()
        .join("ui/node_modules/.bin")
        .join(if cfg!(windows) { "tauri.cmd" } else { "tauri" });
    let mut command = tool::command(&cli.to_string_lossy());
    command.arg("build");
    // Elsewhere the configuration's own targets do not exist; the CLI knows what does.
    command.args(match std::env::consts::OS {
        "macos" => ["--bundles", "app,dmg"],
        "windows" => ["--bundles", "nsis,msi"],
        _ => ["--bundles", "deb,rpm"],
    });
    tool::run(command)?;
    println!(
        "Written below: {}",
        crate::place::target().join("release/bundle").display()
    );
    Ok(())
}
