//! A profile for `sandbox-exec` (Seatbelt). Everything is denied; each rule that allows something is written here, and a path is a
//! text in it that cannot end. The last rules deny the places of keys again: of two rules the later one counts.

use super::{NoProfile, keys};
use crate::{Fence, Reach};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What a profile is made of. All paths are absolute, with all links followed: `/tmp` is `/private/tmp`.
#[derive(Debug, Clone, Copy)]
pub struct SeatbeltPlan<'a> {
    /// What was granted.
    pub fence: &'a Fence,
    /// The program's own files, which it reads and runs.
    pub own: &'a [PathBuf],
    /// The home folder that it has instead of the person's.
    pub private: &'a Path,
    /// The person's home folder.
    pub home: &'a Path,
    /// The port on which the host carries connections to granted hosts.
    pub relay: u16,
    /// By what its denials are found in the log of the system: letters and digits.
    pub tag: &'a str,
}

/// Programs and libraries of the system.
const SYSTEM: [&str; 8] = [
    "/usr/lib",
    "/usr/bin",
    "/bin",
    "/usr/share",
    "/System/Library",
    "/System/Cryptexes",
    "/Library/Apple/System/Library",
    "/private/var/db/timezone",
];
/// Files of the system that programs read at their start.
const FILES: [&str; 6] = [
    "/private/etc/localtime",
    "/private/etc/hosts",
    "/private/etc/resolv.conf",
    "/private/etc/services",
    "/private/etc/protocols",
    "/private/etc/ssl/cert.pem",
];
const DEVICES: [&str; 5] = [
    "/dev/null",
    "/dev/zero",
    "/dev/random",
    "/dev/urandom",
    "/dev/dtracehelper",
];
/// Services of the system. Not `securityd` and its like, which open the keychain, and none that starts programs.
const SERVICES: [&str; 3] = [
    "com.apple.system.notification_center",
    "com.apple.system.opendirectoryd.libinfo",
    "com.apple.system.logger",
];

/// The profile, for `sandbox-exec -p`.
///
/// # Errors
/// Where a path cannot be written into it, or holds keys.
pub fn seatbelt(plan: &SeatbeltPlan<'_>) -> Result<String, NoProfile> {
    let Fence {
        read,
        write,
        reach,
        sockets,
        // Such a sandbox holds its children in whatever they ask for.
        nested: _,
        // Each socket has to be named here.
        quiet: _,
        without_links: _,
        names: _,
        hidden: _,
        passing_home: _,
    } = plan.fence;
    for path in plan.own.iter().chain(read).chain(write).chain(sockets) {
        check(path, plan.home)?;
    }
    let tag: String = plan.tag.chars().filter(char::is_ascii_alphanumeric).collect();
    let mut out = String::new();
    let mut line = |text: &str| {
        out.push_str(text);
        out.push('\n');
    };
    line("(version 1)");
    line(&format!("(deny default (with message \"portcullis-{tag}\"))"));
    line("(allow process-fork)");
    line("(allow signal process-info* (target same-sandbox))");
    line(
        "(allow sysctl-read (sysctl-name-prefix \"hw.\") (sysctl-name-prefix \"kern.os\") (sysctl-name \"kern.argmax\"))",
    );
    line(&rule(
        "mach-lookup",
        SERVICES.map(|name| format!("(global-name \"{name}\")")),
    ));
    let own = plan.own.iter().map(PathBuf::as_path);
    let programs = SYSTEM.iter().map(Path::new).chain(own);
    let programs: Vec<String> = programs.map(subpath).collect::<Result<_, _>>()?;
    line(&rule("file-read* file-map-executable process-exec", programs));
    line(&rule(
        "file-read*",
        FILES.map(|path| format!("(literal \"{path}\")")),
    ));
    line(&rule(
        "file-read* file-write-data",
        DEVICES.map(|path| format!("(literal \"{path}\")")),
    ));
    let readable: Vec<String> = read.iter().map(|path| subpath(path)).collect::<Result<_, _>>()?;
    if !readable.is_empty() {
        line(&rule("file-read* file-map-executable process-exec", readable));
    }
    let changed = std::iter::once(plan.private).chain(write.iter().map(PathBuf::as_path));
    let changed: Vec<String> = changed.map(subpath).collect::<Result<_, _>>()?;
    line(&rule("file-read* file-write*", changed));
    line(&rule("file-read-metadata", ancestors(plan)?));
    match reach {
        Reach::Nothing => (),
        Reach::Hosts(hosts) if hosts.is_empty() => (),
        // Names are the host's: the program reaches it alone.
        Reach::Hosts(_) => line(&format!(
            "(allow network-outbound (remote ip \"localhost:{}\"))",
            plan.relay
        )),
        Reach::Anything => {
            line("(allow network-outbound (remote ip \"*:*\"))");
            line("(allow network-outbound (literal \"/private/var/run/mDNSResponder\"))");
        }
    }
    let sockets: Vec<String> = sockets
        .iter()
        .map(|path| literal(path))
        .collect::<Result<_, _>>()?;
    if !sockets.is_empty() {
        line(&rule("network-outbound", sockets));
    }
    let places = keys::MACOS.iter().map(|place| plan.home.join(place));
    let named = keys::anywhere().map(|name| plan.home.join(name));
    let denied: Vec<String> = places
        .chain(named)
        .map(|path| subpath(&path))
        .collect::<Result<_, _>>()?;
    line(&format!(
        "(deny file-read* file-write*\n  {})",
        denied.join("\n  ")
    ));
    Ok(out)
}

fn rule(operations: &str, filters: impl IntoIterator<Item = String>) -> String {
    let filters: Vec<String> = filters.into_iter().collect();
    format!("(allow {operations}\n  {})", filters.join("\n  "))
}

/// The folders above everything that is shown: programs look each of them up, and learn that it exists.
fn ancestors(plan: &SeatbeltPlan<'_>) -> Result<Vec<String>, NoProfile> {
    let Fence { read, write, .. } = plan.fence;
    let shown = plan.own.iter().chain(read).chain(write).map(PathBuf::as_path);
    let above = shown
        .chain([plan.private])
        .flat_map(|path| path.ancestors().skip(1));
    let above: BTreeSet<&Path> = above.chain([Path::new("/")]).collect();
    above.into_iter().map(literal).collect()
}

fn subpath(path: &Path) -> Result<String, NoProfile> {
    Ok(format!("(subpath {})", quoted(path)?))
}

fn literal(path: &Path) -> Result<String, NoProfile> {
    Ok(format!("(literal {})", quoted(path)?))
}

/// A text of the profile's language. Control characters have no notation in it that all versions read.
fn quoted(path: &Path) -> Result<String, NoProfile> {
    let unfit = || NoProfile::Path(path.to_string_lossy().into_owned());
    let text = path.to_str().ok_or_else(unfit)?;
    let plain = text.starts_with('/')
        && !text.contains(char::is_control)
        && !text.split('/').any(|part| part == "..");
    if !plain {
        return Err(unfit());
    }
    let mut out = String::from("\"");
    for character in text.chars() {
        if matches!(character, '"' | '\\') {
            out.push('\\');
        }
        out.push(character);
    }
    out.push('"');
    Ok(out)
}

/// Not the root, nothing that is no file, and no place of keys.
fn check(path: &Path, home: &Path) -> Result<(), NoProfile> {
    quoted(path)?;
    let text = path.to_string_lossy().into_owned();
    let machine = [
        "/dev",
        "/private/var/db",
        "/Library/Keychains",
        "/private/var/root",
    ];
    if path.parent().is_none() || machine.iter().any(|it| path.starts_with(it)) {
        return Err(NoProfile::Path(text));
    }
    match keys::holds_keys(&text, &home.to_string_lossy(), &keys::MACOS, '/') {
        true => Err(NoProfile::Keys(text)),
        false => Ok(()),
    }
}
