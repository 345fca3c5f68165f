//! `cargo xtask bundle`: the packages of this system, and what belongs beside them, in `target/packages`.

pub(crate) mod check;
mod stage;
mod tree;
mod trial;

use crate::setup::Purpose;
use crate::{Done, place, setup, tool, ui};
use std::path::{Path, PathBuf};

/// Builds the packages; works without a network once everything is fetched.
pub(crate) fn bundle() -> Done {
    setup::machine(Purpose::Window)?;
    ui::packages(&mut tool::run)?;
    let out = folder();
    if out.exists() {
        std::fs::remove_dir_all(&out).map_err(|error| format!("{}: {error}.", out.display()))?;
    }
    make(&out)?;
    let begun = std::time::SystemTime::now();
    let licenses = inventory(&out)?;
    match std::env::consts::OS {
        "linux" => linux(&licenses)?,
        // Elsewhere the configuration's own targets do not exist; the CLI knows what does.
        "macos" => macos()?,
        _ => windows()?,
    }
    collect(&out, begun)?;
    sums(&out)?;
    list(&out)
}

/// Where packages are put.
pub(crate) fn folder() -> PathBuf {
    place::target().join("packages")
}

/// Where the checksums are, a file for each system: those of all are published together.
fn sums_file() -> String {
    format!("sha256-{}.txt", std::env::consts::OS)
}

/// What the programs are made of.
fn inventory_file() -> String {
    format!("portcullis-{}.cdx.json", std::env::consts::OS)
}

/// Both programs in one run of Cargo, which compiles what they share once; then their files, then the packages.
fn linux(licenses: &Path) -> Done {
    ui::build(&mut tool::run)?;
    tool::run(tool::cargo(&[
        "build",
        "--release",
        "--package",
        "portcullis",
        "--package",
        "portcullis-cli",
        "--package",
        "portcullis-fence",
        "--bins",
    ]))?;
    let config = stage::files(licenses)?;
    let mut command = tauri("bundle", &["--bundles", "deb,rpm"]);
    command.arg("--config").arg(config);
    tool::run(command)
}

/// One package for both kinds of processors.
fn macos() -> Done {
    let both = [
        terminal("aarch64-apple-darwin")?,
        terminal("x86_64-apple-darwin")?,
    ];
    tool::run(tauri("build", &["--no-bundle", "--target", UNIVERSAL]))?;
    let config = beside(UNIVERSAL, |program| {
        let mut lipo = tool::command("lipo");
        lipo.args(["-create", "-output"]).arg(program).args(&both);
        tool::run(lipo)
    })?;
    let mut command = tauri("bundle", &["--bundles", "app,dmg", "--target", UNIVERSAL]);
    command.arg("--config").arg(config);
    if !is_signed(|name| std::env::var_os(name).is_some()) {
        command.env("APPLE_SIGNING_IDENTITY", AD_HOC);
    }
    tool::run(command)
}

fn windows() -> Done {
    let triple = tool::triple()?;
    let built = terminal(&triple)?;
    tool::run(tauri("build", &["--no-bundle"]))?;
    let config = beside(&triple, |program| {
        std::fs::copy(&built, program)
            .map(drop)
            .map_err(|error| format!("{} could not be copied: {error}.", built.display()))
    })?;
    let mut command = tauri("bundle", &["--bundles", "nsis,msi"]);
    command.arg("--config").arg(config);
    tool::run(command)
}

const TERMINAL: &str = "portcullis-cli";

/// The terminal program for a kind of processor.
fn terminal(triple: &str) -> Done<PathBuf> {
    let mut command = tool::cargo(&[
        "build",
        "--release",
        "--package",
        TERMINAL,
        "--bins",
        "--target",
        triple,
    ]);
    if cfg!(windows) {
        // A new Windows has no C runtime of this compiler. Tauri makes it a part of the window's program.
        command.env("RUSTFLAGS", "-C target-feature=+crt-static");
    }
    tool::run(command)?;
    Ok(place::built(&format!("{triple}/release"), TERMINAL))
}

/// Puts the terminal program where the bundler looks for it, by the name of what the package is for, and writes the configuration
/// that says so. Only the bundler gets it: for a build the program would have to be there before.
fn beside(system: &str, put: impl FnOnce(&Path) -> Done) -> Done<PathBuf> {
    let folder = place::scratch("bundle")?;
    put(&folder.join(format!("{TERMINAL}-{system}{}", std::env::consts::EXE_SUFFIX)))?;
    let told = stage::quoted(&folder.join(TERMINAL));
    let path = folder.join("terminal.json");
    std::fs::write(&path, format!(r#"{{"bundle":{{"externalBin":[{told}]}}}}"#))
        .map_err(|error| format!("{}: {error}.", path.display()))?;
    Ok(path)
}

/// What Tauri calls a program for both, and its folder in that of Cargo, which needs the standard library of each.
const UNIVERSAL: &str = "universal-apple-darwin";
/// Ad hoc signing. macOS calls a downloaded package without a signature damaged and does not open it; one that is signed ad hoc can
/// be allowed in the system's settings.
const AD_HOC: &str = "-";

/// Whether the environment has a certificate for Tauri, or names one of the keychain.
fn is_signed(is_set: impl Fn(&str) -> bool) -> bool {
    ["APPLE_CERTIFICATE", "APPLE_SIGNING_IDENTITY"]
        .into_iter()
        .any(is_set)
}

fn tauri(command: &str, arguments: &[&str]) -> std::process::Command {
    let name = if cfg!(windows) { "tauri.cmd" } else { "tauri" };
    let program = place::root().join("ui/node_modules/.bin").join(name);
    let mut tauri = tool::command(&program.to_string_lossy());
    tauri.arg(command).args(arguments);
    if let Ok(thumbprint) = std::env::var("WINDOWS_THUMBPRINT") {
        tauri.arg("--config").arg(signed_by(&thumbprint));
    }
    tauri
}

/// The part of Tauri’s configuration that signs for Windows, with a certificate of this account’s store.
fn signed_by(thumbprint: &str) -> String {
    format!(
        r#"{{"bundle":{{"windows":{{"certificateThumbprint":"{thumbprint}","digestAlgorithm":"sha256","timestampUrl":"http://timestamp.digicert.com"}}}}}}"#
    )
}

/// Writes what the programs are made of into `out`, and the licenses of that, of which it returns the place.
fn inventory(out: &Path) -> Done<PathBuf> {
    let licenses = place::scratch("bundle")?.join("third-party-licenses");
    let mut command = tool::command("node");
    command
        .args(["packaging/inventory/main.mjs", &tool::triple()?])
        .arg(out.join(inventory_file()))
        .arg(&licenses);
    tool::run(command)?;
    Ok(licenses)
}

/// Copies what the bundler wrote in this run: older versions stay in its folders.
fn collect(out: &Path, begun: std::time::SystemTime) -> Done {
    let built = match std::env::consts::OS {
        "macos" => place::target().join(UNIVERSAL),
        _ => place::target(),
    };
    let made = built.join("release/bundle");
    for kind in ["deb", "rpm", "dmg", "nsis", "msi"] {
        let Ok(entries) = std::fs::read_dir(made.join(kind)) else {
            continue;
        };
        for package in entries.filter_map(Result::ok).map(|entry| entry.path()) {
            let is_new = place::written(&package).is_some_and(|written| written >= begun);
            let is_package = package.extension().is_some_and(|ending| {
                ["deb", "rpm", "dmg", "exe", "msi"]
                    .iter()
                    .any(|known| ending == *known)
            });
            if let (true, true, Some(name)) = (is_new, is_package, package.file_name()) {
                std::fs::copy(&package, out.join(name))
                    .map_err(|error| format!("{} could not be copied: {error}.", package.display()))?;
            }
        }
    }
    Ok(())
}

fn sums(out: &Path) -> Done {
    let mut command = tool::command("node");
    command.arg("packaging/sums.mjs").arg(out).arg(sums_file());
    tool::run(command)
}

/// Says what was made: name, size, checksum.
fn list(out: &Path) -> Done {
    let sums = place::read(out.join(sums_file()))?;
    println!("\nWritten into {}:", out.display());
    for (sum, name) in sums.lines().filter_map(|line| line.split_once("  ")) {
        let bytes = std::fs::metadata(out.join(name)).map_or(0, |found| found.len());
        println!("  {name}  {}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10);
        println!("    sha256 {sum}");
    }
    println!("  {}", sums_file());
    Ok(())
}

fn make(folder: &Path) -> Done {
    std::fs::create_dir_all(folder)
        .map_err(|error| format!("The folder {} could not be made: {error}.", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::is_signed;

    #[test]
    fn a_package_for_macos_is_signed_by_nobody_only_where_there_is_no_certificate() {
        assert!(!is_signed(|_| false));
        assert!(!is_signed(|name| name == "APPLE_ID"));
        for name in ["APPLE_CERTIFICATE", "APPLE_SIGNING_IDENTITY"] {
            assert!(is_signed(|set| set == name), "{name}");
        }
    }

    #[test]
    fn the_release_workflow_has_what_a_package_for_both_processors_is_made_of() {
        let workflow = crate::place::read(".github/workflows/release.yml").unwrap();
        for processor in ["aarch64-apple-darwin", "x86_64-apple-darwin"] {
            assert!(workflow.contains(processor), "{processor}");
        }
    }
}
