//! Runs programs in the Debian, with the checkout and the cache mounted in it. What is mounted is gone with them.

use super::cache::Cache;
use crate::{Done, place, tool};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Mounts in a space of its own: nothing of it is seen outside, or left behind.
const SCRIPT: &str = r#"
set -e
root=$1 sources=$2 cache=$3
shift 3
mkdir -p "$root/src" "$root/foreign"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind "$sources" "$root/src"
mount --bind "$cache" "$root/foreign"
exec chroot "$root" "$@"
"#;

/// The file that holds it.
const ENTER: &str = "enter.sh";

/// Runs a program under wine. Its server keeps the registry, and credentials in it, in memory: it has to end on its own.
const WINE: &str = r#"
limit=$1
shift
server=$(ls /usr/lib/*/wine/wineserver)
if [ ! -f "$WINEPREFIX/system.reg" ]; then
  wineboot --update
  "$server" -w
fi
timeout "$limit" wine "$@"
code=$?
"$server" -k
"$server" -w
exit $code
"#;

/// The file that holds it.
const UNDER_WINE: &str = "wine.sh";

/// Writes both scripts.
pub(super) fn prepare(cache: &Cache) -> Done {
    for (name, script) in [(ENTER, SCRIPT), (UNDER_WINE, WINE)] {
        let path = cache.folder().join(name);
        std::fs::write(&path, script).map_err(|error| format!("{}: {error}.", path.display()))?;
    }
    Ok(())
}

/// Where the checkout and the cache are in there.
pub(super) const SOURCES: &str = "/src";
pub(super) const CACHE: &str = "/foreign";

/// Settings of this machine that are needed to fetch crates.
const PASSED: [&str; 3] = ["CARGO_HTTP_", "CARGO_NET_", "CARGO_REGISTRIES_"];

/// What enters; a program and its arguments are to be added.
pub(super) fn command(cache: &Cache, sources: &Path) -> Command {
    let mut command = tool::command("unshare");
    command.args([
        "--mount",
        "--pid",
        "--fork",
        "--kill-child",
        "--propagation",
        "private",
    ]);
    command.arg("sh").arg(cache.folder().join(ENTER));
    command.arg(cache.root()).arg(sources).arg(cache.folder());
    command
}

/// The Debian, ready to compile.
pub(super) struct Enclosed<'a> {
    cache: &'a Cache,
    lock: Option<PathBuf>,
    jobs: Option<String>,
}

impl<'a> Enclosed<'a> {
    pub(super) fn new(cache: &'a Cache, lock: Option<PathBuf>, jobs: Option<String>) -> Done<Self> {
        for part in ["cargo-home", "target", "wine", "zig", "data"] {
            cache.part(part)?;
        }
        // How this machine reaches its registry.
        let own = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let own = own.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
        if let Some(config) = own
            .map(|home| home.join("config.toml"))
            .filter(|file| file.exists())
        {
            let there = cache.folder().join("cargo-home/config.toml");
            std::fs::copy(&config, &there).map_err(|error| format!("{}: {error}.", there.display()))?;
        }
        Ok(Self { cache, lock, jobs })
    }

    /// A program in a folder of the Debian.
    pub(super) fn program(&self, folder: &str, words: &[&str], variables: &[(&str, &str)]) -> Command {
        let mut command = command(self.cache, &place::root());
        command.args(["/usr/bin/env", "-i", "-C", folder]);
        command.args([
            "PATH=/usr/bin:/bin",
            "HOME=/root",
            "LANG=C.UTF-8",
            // Debian's compiler is a stable one, and builds the standard library of another system only as an unstable one.
            "RUSTC_BOOTSTRAP=1",
            "CARGO_HOME=/foreign/cargo-home",
            "CARGO_TARGET_DIR=/foreign/target",
            "CARGO_INCREMENTAL=0",
            "CARGO_PROFILE_DEV_DEBUG=0",
            "CARGO_TERM_COLOR=never",
            "WINEPREFIX=/foreign/wine",
            "WINEDEBUG=-all",
            "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt",
        ]);
        for (name, value) in std::env::vars() {
            if PASSED.iter().any(|start| name.starts_with(start)) || name.to_lowercase().ends_with("_proxy") {
                command.arg(format!("{name}={value}"));
            }
        }
        for (name, value) in variables {
            command.arg(format!("{name}={value}"));
        }
        command.args(words);
        command
    }

    /// A program of Windows. It is ended when it takes longer than so many seconds.
    pub(super) fn wine(
        &self,
        folder: &str,
        limit: &str,
        words: &[&str],
        variables: &[(&str, &str)],
    ) -> Command {
        let script = format!("{CACHE}/{UNDER_WINE}");
        self.program(folder, &[&["sh", &script, limit][..], words].concat(), variables)
    }

    /// Cargo in the checkout, one at a time where several people share the machine.
    pub(super) fn cargo(&self, words: &[&str], variables: &[(&str, &str)]) -> Command {
        let mut all = vec!["nice", "-n", "5", "cargo"];
        all.extend(words);
        if let Some(jobs) = &self.jobs {
            all.extend(["--jobs", jobs]);
        }
        let inside = self.program(SOURCES, &all, variables);
        match &self.lock {
            None => inside,
            Some(lock) => {
                let mut command = tool::command("flock");
                command
                    .arg(lock)
                    .arg(inside.get_program())
                    .args(inside.get_args());
                command
            }
        }
    }

    /// Fetches every crate, so that what fails later is no matter of the network.
    pub(super) fn fetch(&self) -> Done {
        let targets = [
            "--target",
            super::windows::TARGET,
            "--target",
            super::macos::TARGET,
        ];
        let words = [&["fetch", "--locked", "--quiet"][..], &targets].concat();
        let command = self.program(SOURCES, &[&["cargo"][..], &words].concat(), &[]);
        tool::run(command).map_err(|error| format!("{error}\nWithout a network crates cannot be fetched."))
    }
}
