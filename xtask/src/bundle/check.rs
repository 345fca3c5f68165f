//! `cargo xtask package-check`: takes the packages for Linux apart and looks at what they would install.

mod content;
mod listing;

use super::{folder, inventory_file, sums_file, trial};
use crate::{Done, place, tool};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What was found wrong, and what could not be looked at because a program is missing.
#[derive(Default)]
pub(super) struct Inspection {
    passed: u32,
    faults: Vec<String>,
    missing: BTreeSet<&'static str>,
}

impl Inspection {
    /// Counts a check; notes its sentence when it fails.
    pub(super) fn expect(&mut self, holds: bool, otherwise: impl Display) {
        if holds {
            self.passed += 1;
        } else {
            self.faults.push(otherwise.to_string());
        }
    }

    /// Runs a program that says by its exit code, or by a warning, whether all is well. Where it is not installed, that is noted.
    pub(super) fn runs(&mut self, program: &'static str, with: impl FnOnce(&mut Command)) -> Option<String> {
        if tool::find(program).is_none() {
            self.missing.insert(program);
            return None;
        }
        let mut command = tool::command(program);
        command.env("LC_ALL", "C.UTF-8");
        with(&mut command);
        let typed = tool::typed(&command);
        match command.output() {
            Ok(output) => {
                let said = String::from_utf8_lossy(&output.stdout).into_owned();
                let complained = String::from_utf8_lossy(&output.stderr);
                let is_well = output.status.success() && complained.is_empty();
                self.expect(is_well, format!("`{typed}` fails:\n{said}{complained}"));
                is_well.then_some(said)
            }
            Err(error) => {
                self.faults
                    .push(format!("`{typed}` could not be started: {error}."));
                None
            }
        }
    }
}

pub(crate) fn packages(arguments: &[String]) -> Done {
    crate::only_known(arguments, &["--install"])?;
    let (deb, rpm) = (made("deb")?, made("rpm")?);
    let mut inspection = Inspection::default();

    let scratch = place::scratch("package-check")?;
    let (of_deb, of_rpm) = (empty(&scratch.join("deb"))?, empty(&scratch.join("rpm"))?);
    if let Some(lines) = inspection.runs("dpkg-deb", |it| {
        it.arg("--contents").arg(&deb);
    }) {
        listing::of_deb(&lines, &mut inspection);
        inspection.runs("dpkg-deb", |it| {
            it.arg("--extract").arg(&deb).arg(&of_deb);
        });
        control(&deb, &mut inspection);
        let scripts = empty(&scratch.join("deb-scripts"))?;
        inspection.runs("dpkg-deb", |it| {
            it.arg("--control").arg(&deb).arg(&scripts);
        });
        content::scripts_of_deb(&scripts, &mut inspection);
        content::installs(&of_deb, "deb", &mut inspection);
    }
    if let Some(lines) = inspection.runs("rpm", |it| {
        // A database of its own: the one of the system may be missing or locked.
        it.arg("--dbpath")
            .arg(&scratch)
            .args(["-qp", "--nosignature", "--queryformat", listing::RPM])
            .arg(&rpm);
    }) {
        listing::of_rpm(&lines, &mut inspection);
        unpack(&rpm, &of_rpm, &mut inspection);
        if let Some(scripts) = inspection.runs("rpm", |it| {
            it.arg("--dbpath")
                .arg(&scratch)
                .args(["-qp", "--nosignature", "--scripts"])
                .arg(&rpm);
        }) {
            content::scripts_of_rpm(&scripts, &mut inspection);
        }
        content::installs(&of_rpm, "rpm", &mut inspection);
    }
    beside(&mut inspection)?;
    report(&inspection)?;
    if arguments.is_empty() {
        Ok(())
    } else {
        trial::clean_system(&deb, &rpm)
    }
}

/// The one package of a kind.
fn made(kind: &str) -> Done<PathBuf> {
    let entries = std::fs::read_dir(folder()).into_iter().flatten();
    let mut found = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == kind));
    match (found.next(), found.next()) {
        (Some(package), None) => Ok(package),
        _ => Err(format!(
            "{} does not have one .{kind}. First: cargo xtask bundle",
            folder().display()
        )),
    }
}

fn empty(folder: &Path) -> Done<PathBuf> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}.", folder.display()))?;
    }
    super::make(folder)?;
    Ok(folder.to_path_buf())
}

/// What the package says of itself.
fn control(deb: &Path, inspection: &mut Inspection) {
    let mut field = |name: &'static str| {
        let said = inspection.runs("dpkg-deb", |it| {
            it.arg("--field").arg(deb).arg(name);
        });
        said.unwrap_or_default().trim().to_owned()
    };
    let (package, version, depends) = (field("Package"), field("Version"), field("Depends"));
    inspection.expect(
        package == "portcullis",
        format!("The .deb is called “{package}”."),
    );
    inspection.expect(
        version == env!("CARGO_PKG_VERSION"),
        format!("The .deb has version “{version}”."),
    );
    for library in [
        "libc6 (>= 2.",
        "libdbus-1-3",
        "libwebkit2gtk-4.1-0",
        "libgtk-3-0",
        "libayatana-appindicator3-1",
    ] {
        inspection.expect(
            depends.contains(library),
            format!("The .deb does not depend on {library}: “{depends}”."),
        );
    }
}

fn unpack(rpm: &Path, into: &Path, inspection: &mut Inspection) {
    let archive = into.with_extension("cpio");
    let unpacked = std::fs::File::create(&archive).is_ok_and(|file| {
        // Its exit code says nothing: it fails on packages without a size of their archive. What is missing is noticed later.
        let written = tool::command("rpm2cpio").arg(rpm).stdout(file).status();
        let opened = std::fs::File::open(&archive).and_then(|file| {
            tool::command("cpio")
                .args([
                    "--extract",
                    "--make-directories",
                    "--quiet",
                    "--no-absolute-filenames",
                ])
                .current_dir(into)
                .stdin(file)
                .status()
        });
        written.is_ok() && opened.is_ok_and(|ended| ended.success())
    });
    inspection.expect(unpacked, "The .rpm cannot be unpacked with rpm2cpio and cpio.");
}

/// The list of components and the checksums.
fn beside(inspection: &mut Inspection) -> Done {
    let folder = folder();
    inspection.runs("sha256sum", |it| {
        it.args(["--check", "--strict", "--quiet"])
            .arg(sums_file())
            .current_dir(&folder);
    });
    let path = folder.join(inventory_file());
    inspection.runs("node", |it| {
        it.args([
            "-e",
            "JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8'))",
        ])
        .arg(&path);
    });
    let inventory = place::read(&path)?;
    let triple = tool::triple()?;
    let tree = tool::cargo(&[
        "tree",
        "--locked",
        "--package",
        "portcullis",
        "--package",
        "portcullis-cli",
        "--edges",
        "normal,no-proc-macro",
        "--prefix",
        "none",
        "--target",
        &triple,
    ])
    .output()
    .map_err(|error| format!("`cargo tree` could not be started: {error}."))?;
    let tree = String::from_utf8_lossy(&tree.stdout).into_owned();
    inspection.expect(tree.lines().count() > 100, "`cargo tree` lists no dependencies.");
    for line in tree.lines().filter(|line| !line.trim().is_empty()) {
        let entry = entry(line);
        inspection.expect(
            inventory.contains(&entry),
            format!("{} lacks {entry}.", inventory_file()),
        );
    }
    Ok(())
}

/// The reference of a crate in the list of components: members of the workspace come from a folder.
fn entry(line: &str) -> String {
    let mut words = line.split(' ');
    let name = words.next().unwrap_or_default();
    let version = words.next().unwrap_or_default().trim_start_matches('v');
    if name.starts_with("portcullis") {
        format!("\"bom-ref\": \"workspace:{name}\"")
    } else {
        format!(
            "\"bom-ref\": \"pkg:cargo/{name}@{}\"",
            version.replace('+', "%2B")
        )
    }
}

fn report(inspection: &Inspection) -> Done {
    for program in &inspection.missing {
        println!("Not checked, because it is not installed: {program}");
    }
    if inspection.faults.is_empty() {
        println!("{} checks of the packages passed.", inspection.passed);
        return Ok(());
    }
    Err(inspection.faults.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::{Inspection, entry};

    #[test]
    fn a_crate_is_looked_for_by_its_reference() {
        let line = "toml v1.2.1+spec-1.1.0";
        assert_eq!(entry(line), "\"bom-ref\": \"pkg:cargo/toml@1.2.1%2Bspec-1.1.0\"");
        let line = "portcullis-core v0.1.0 (/somewhere/crates/core) (*)";
        assert_eq!(entry(line), "\"bom-ref\": \"workspace:portcullis-core\"");
    }

    #[test]
    fn a_program_that_fails_or_is_missing_is_noted() {
        let mut inspection = Inspection::default();
        inspection.runs("no-such-program", |_| ());
        assert!(inspection.missing.contains("no-such-program"));
        inspection.expect(false, "The reason.");
        assert_eq!(inspection.faults, ["The reason."]);
    }
}
