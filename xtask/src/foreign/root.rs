//! A Debian in a folder, with the compilers and wine in it. What was finished once is not made again.

use super::cache::Cache;
use super::enter;
use crate::{Done, place, tool};
use std::path::Path;

/// The newest Debian: its compiler brings the sources of the standard library, from which those of other systems are built.
const SUITE: &str = "sid";

/// What is installed in it.
const PACKAGES: &[&str] = &[
    "rustc",
    "cargo",
    "rust-src",
    "gcc-mingw-w64-x86-64",
    "g++-mingw-w64-x86-64",
    "mingw-w64-tools",
    "binutils-mingw-w64-x86-64",
    "wine64",
    "wine",
    "nasm",
    "cmake",
    "make",
    "gcc",
    "g++",
    "libc6-dev",
    "pkg-config",
    "git",
    "python3",
];

/// What makes it, and their Debian packages.
const PROGRAMS: [(&str, &str); 2] = [("debootstrap", "debootstrap"), ("unshare", "util-linux")];

/// Written when the folder is a whole Debian, and when the packages above are in it.
const MADE: &str = ".made";
const INSTALLED: &str = ".installed";

/// Certificates that this machine trusts.
const CERTIFICATES: &str = "/etc/ssl/certs/ca-certificates.crt";

/// Whether this person and this machine can make one.
pub(super) fn may_be_made() -> Done {
    if std::env::consts::OS != "linux" {
        return Err("This works on Linux. On the system itself: cargo xtask test unit".into());
    }
    for (program, package) in PROGRAMS {
        if tool::find(program).is_none() && !Path::new("/usr/sbin").join(program).exists() {
            return Err(format!(
                "{program} is missing. On Debian: sudo apt-get install {package}"
            ));
        }
    }
    if tool::says("id", &["-u"]).as_deref() != Some("0") {
        return Err("A Debian in a folder can only be made as root: sudo -E cargo xtask foreign".into());
    }
    Ok(())
}

/// Makes what is missing of it.
pub(super) fn ready(cache: &Cache) -> Done {
    let root = cache.root();
    if !root.join(MADE).exists() {
        if root.exists() {
            println!("The system in {} is not whole and is made again.", root.display());
            remove(&root)?;
        }
        println!("A Debian ({SUITE}) is made in {}: about 0.4 GiB.", root.display());
        let mut command = tool::command("debootstrap");
        command.args(["--variant=minbase", "--include=ca-certificates", SUITE]);
        command.arg(&root);
        command.args(mirror());
        // It is in a folder that is not on everybody's path.
        let path = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{path}:/usr/sbin:/sbin"));
        tool::run(command).map_err(|error| format!("{error}\nWithout a network it cannot be made."))?;
        write(&root.join(MADE), "")?;
    }
    settings(&root)?;
    let wanted = PACKAGES.join(" ");
    if std::fs::read_to_string(root.join(INSTALLED)).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    println!("Compilers and wine are installed in it: about 4.5 GiB.");
    let offline = |error| format!("{error}\nWithout a network they cannot be installed.");
    let apt = |arguments: &[&str]| {
        let mut command = enter::command(cache, &place::root());
        command.args(["/usr/bin/env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]);
        command.args(arguments);
        command
    };
    tool::run(apt(&["update"])).map_err(offline)?;
    let install = ["install", "-y", "--no-install-recommends"];
    tool::run(apt(&[&install[..], PACKAGES].concat())).map_err(offline)?;
    tool::run(apt(&["clean"]))?;
    write(&root.join(INSTALLED), &wanted)
}

/// The mirror that this machine's apt uses for Debian; none where it uses none, and then `debootstrap` has its own.
fn mirror() -> Option<String> {
    let format = "$(LABEL) $(REPO_URI)";
    let said = tool::says(
        "apt-get",
        &["indextargets", "--format", format, "Created-By: Packages"],
    )?;
    debian_of(&said).map(str::to_owned)
}

fn debian_of(said: &str) -> Option<&str> {
    said.lines().find_map(|line| line.strip_prefix("Debian "))
}

/// What this machine uses to reach the network: names, certificates, and how its apt is set up.
fn settings(root: &Path) -> Done {
    for file in [CERTIFICATES, "/etc/resolv.conf", "/etc/hosts"] {
        let there = root.join(file.trim_start_matches('/'));
        if Path::new(file).exists() {
            std::fs::copy(file, &there).map_err(|error| format!("{}: {error}.", there.display()))?;
        }
    }
    let said = tool::says("apt-config", &["dump"]).unwrap_or_default();
    write(&root.join("etc/apt/apt.conf.d/90machine"), &acquire(&said))
}

/// How apt fetches, without what it fetches.
fn acquire(said: &str) -> String {
    let ours = |line: &&str| {
        [
            "Acquire::Check-",
            "Acquire::http::",
            "Acquire::https::",
            "Acquire::Retries",
        ]
        .iter()
        .any(|start| line.starts_with(start))
    };
    said.lines()
        .filter(ours)
        .map(|line| format!("{line}\n"))
        .collect()
}

/// Only when nothing is mounted in it any more.
fn remove(root: &Path) -> Done {
    let mounts = std::fs::read_to_string("/proc/mounts").unwrap_or_default();
    if mounts.contains(&format!(" {}/", root.display())) {
        return Err(format!(
            "Something is still mounted in {}. End what uses it first.",
            root.display()
        ));
    }
    std::fs::remove_dir_all(root).map_err(|error| format!("{}: {error}.", root.display()))
}

fn write(path: &Path, text: &str) -> Done {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}.", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{acquire, debian_of};

    #[test]
    fn the_mirror_is_that_of_debian_itself() {
        let said = "Debian-Security http://mirror.test/security/\nDebian http://mirror.test/debian/\n";
        assert_eq!(debian_of(said), Some("http://mirror.test/debian/"));
        assert_eq!(debian_of("Ubuntu http://mirror.test/ubuntu/"), None);
    }

    #[test]
    fn the_ways_of_apt_are_taken_over_and_its_lists_are_not() {
        let said = "Acquire::Check-Valid-Until \"false\";\nAcquire::http::Proxy \"http://proxy.test\";\n\
                    Acquire::IndexTargets \"\";\nAPT::Install-Recommends \"1\";\n";
        assert_eq!(
            acquire(said),
            "Acquire::Check-Valid-Until \"false\";\nAcquire::http::Proxy \"http://proxy.test\";\n"
        );
    }
}
