//! What a program needs to be shown so that it runs: the system, its own installation and what is granted.
//!
//! Paths are walked link by link, because each link has to be there inside as well. Of an installation (a runtime under a home,
//! a virtual environment) only the folders are shown that belong to one, and never what is around it.

use crate::limits::{MAX_INTERPRETERS, MAX_LINKS};
use crate::plan::{Access, ShownPath};
use std::collections::{BTreeMap, VecDeque};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Read as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Component, Path, PathBuf};

/// Programs and libraries of the system. Many are links.
const SYSTEM: [&str; 9] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/gnu/store",
];

/// What libraries read of `/etc`, without keys and passwords.
const SETTINGS: [&str; 22] = [
    "ld.so.cache",
    "ssl/certs",
    "ssl/openssl.cnf",
    "pki/ca-trust/extracted",
    "pki/tls/certs",
    "pki/tls/cert.pem",
    "pki/tls/openssl.cnf",
    "ca-certificates",
    "crypto-policies",
    "host.conf",
    "gai.conf",
    "localtime",
    "timezone",
    "passwd",
    "group",
    "services",
    "protocols",
    "mime.types",
    "alternatives",
    "fonts",
    "os-release",
    "lsb-release",
];

/// What is the fence's own where the network is, and the system's otherwise.
const NETWORK_SETTINGS: [&str; 3] = ["resolv.conf", "hosts", "nsswitch.conf"];
/// What browsers look at, and do not start without on some systems: settings and fonts, nothing of the person. Those that do not come
/// with the system are installed in `/opt`.
const BROWSER: [&str; 7] = [
    "/etc/chromium",
    "/etc/chromium.d",
    "/etc/opt/chrome",
    "/var/cache/fontconfig",
    "/opt/google",
    "/opt/microsoft/msedge",
    "/opt/brave.com",
];
/// Which computer this is. For programs that build a sandbox inside.
const IDENTITY: &str = "/etc/machine-id";
/// What runtimes look at to learn how many processors and how much memory they have.
const MACHINE: [&str; 2] = ["/sys/devices/system/cpu", "/sys/fs/cgroup"];
const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];
/// Folders and files of an installation. Beside them a person keeps other things, as in `~/.local`.
const INSTALLATION: [&str; 8] = [
    "bin",
    "lib",
    "lib64",
    "libexec",
    "include",
    "ssl",
    "openssl",
    "pyvenv.cfg",
];
/// Where the system itself is: nothing there can be granted.
const NEVER: [&str; 3] = ["/proc", "/sys", "/dev"];

/// What is shown inside.
#[derive(Debug, Default)]
pub(crate) struct Needs {
    shown: BTreeMap<PathBuf, (PathBuf, Access)>,
    links: BTreeMap<PathBuf, PathBuf>,
}

impl Needs {
    /// The system.
    pub(crate) fn system(&mut self, own_network: bool, nested: bool) {
        let settings = SETTINGS
            .iter()
            .chain(if own_network { &[][..] } else { &NETWORK_SETTINGS });
        let all = SYSTEM.into_iter().map(PathBuf::from);
        let all = all.chain(settings.map(|name| Path::new("/etc").join(name)));
        let more = MACHINE.into_iter().chain(BROWSER);
        let all = all.chain(more.chain(nested.then_some(IDENTITY)).map(PathBuf::from));
        for path in all {
            // Not every system has each, and what is not there cannot be shown.
            if let Ok(real) = self.walk(&path) {
                self.show(real, Access::Read);
            }
        }
        self.links.insert("/var/tmp".into(), "/tmp".into());
        for name in DEVICES {
            self.show(Path::new("/dev").join(name), Access::Use);
        }
        for (name, target) in [
            ("fd", "fd"),
            ("stdin", "fd/0"),
            ("stdout", "fd/1"),
            ("stderr", "fd/2"),
        ] {
            let target = Path::new("/proc/self").join(target);
            self.links.insert(Path::new("/dev").join(name), target);
        }
    }

    /// The program with its installation, and its interpreters with theirs.
    ///
    /// # Errors
    /// Where it cannot be found.
    pub(crate) fn program(&mut self, path: &Path) -> io::Result<()> {
        self.interpreted(path, MAX_INTERPRETERS)
    }

    fn interpreted(&mut self, path: &Path, further: usize) -> io::Result<()> {
        let real = self.installed(path)?;
        self.show(real.clone(), Access::Read);
        if further > 0
            && let Some(interpreter) = interpreter(&real).filter(|found| is_program(found))
        {
            self.interpreted(&interpreter, further - 1)?;
        }
        Ok(())
    }

    /// Walks to a file, through each link to it, and shows the installation that each of these places is in.
    fn installed(&mut self, path: &Path) -> io::Result<PathBuf> {
        let mut place = path.to_owned();
        for _ in 0..MAX_LINKS {
            let folder = place.parent().unwrap_or(Path::new("/"));
            let folder = self.walk(folder)?;
            place = folder.join(place.file_name().unwrap_or_default());
            self.installation(&folder, MAX_INTERPRETERS)?;
            match fs::read_link(&place) {
                Ok(target) => {
                    self.links.insert(place.clone(), target.clone());
                    place = folder.join(target);
                }
                Err(_) => return self.walk(&place),
            }
        }
        Err(io::Error::from_raw_os_error(libc::ELOOP))
    }

    /// Shows the installation whose programs are in this folder, if it is one.
    fn installation(&mut self, programs: &Path, further: usize) -> io::Result<()> {
        let Some(prefix) = programs
            .parent()
            .filter(|_| programs.file_name() == Some(OsStr::new("bin")))
        else {
            return Ok(());
        };
        let settings = prefix.join("pyvenv.cfg");
        let virtual_environment = settings.is_file();
        if self.is_shown(prefix) || !(virtual_environment || is_runtime(prefix)) {
            return Ok(());
        }
        for name in INSTALLATION {
            // A link out of it is no part of it: who may change an installation could show itself anything by one.
            if let Ok(real) = self.walk(&prefix.join(name))
                && real.starts_with(prefix)
            {
                self.show(real, Access::Read);
            }
        }
        // Its libraries are those of the runtime that it was made with. One that a server may change can name itself.
        if further > 0
            && virtual_environment
            && let Some(home) = home_of(&settings)
        {
            let real = self.walk(&home)?;
            self.installation(&real, further - 1)?;
        }
        Ok(())
    }

    /// What is granted.
    ///
    /// # Errors
    /// Where it is not there, or nothing that can be granted.
    pub(crate) fn grant(&mut self, path: &Path, access: Access) -> io::Result<PathBuf> {
        let refused = || io::Error::from_raw_os_error(libc::EINVAL);
        if !path.is_absolute() {
            return Err(refused());
        }
        let real = self.walk(path)?;
        let of_the_system = NEVER.iter().any(|never| real.starts_with(never));
        let socket = fs::symlink_metadata(&real)?.file_type().is_socket();
        if real == Path::new("/") || of_the_system || socket != (access == Access::Use) {
            return Err(refused());
        }
        self.show(real.clone(), access);
        Ok(real)
    }

    /// A folder of our own, perhaps under another name. No link of it is followed: the program made what is in it.
    pub(crate) fn own(&mut self, source: PathBuf, target: PathBuf) {
        self.shown.insert(target, (source, Access::Write));
    }

    /// Follows all links of a path, and remembers each.
    pub(crate) fn walk(&mut self, path: &Path) -> io::Result<PathBuf> {
        let mut links = Vec::new();
        let real = followed(path, &mut links);
        self.links.extend(links);
        real
    }

    /// Remembers the links by which a name leads to what is shown already. A link that is in what is shown is there anyway, and may be the
    /// program's own work: it does not decide which others are made, for that would tell where those lead. A link of the kernel, as
    /// `/dev/stdout` is one, leads each program elsewhere, and none can be made in `/proc`.
    pub(crate) fn keep_links(&mut self, name: &Path) {
        let mut links = Vec::new();
        let Ok(real) = followed(name, &mut links) else {
            return;
        };
        let is_folder = |path: &Path| self.shown.keys().any(|shown| shown.starts_with(path));
        let is_outside = |link: &Path| {
            let mut above = link.ancestors().skip(1);
            let is_of_kernel = NEVER.iter().any(|never| link.starts_with(never));
            !is_of_kernel
                && !self.is_shown(link)
                && above.all(|above| is_folder(above) || !self.links.contains_key(above))
        };
        if self.is_shown(&real) && links.iter().all(|(link, _)| is_outside(link)) {
            self.links.extend(links);
        }
    }

    fn show(&mut self, path: PathBuf, access: Access) {
        let shown = self.shown.entry(path.clone()).or_insert((path, access));
        shown.1 = shown.1.max(access);
    }

    /// Whether something that is shown holds this path.
    pub(crate) fn is_shown(&self, path: &Path) -> bool {
        path.ancestors().any(|above| self.shown.contains_key(above))
    }

    /// What is mounted, parents first, and which links are made. What a parent shows in the same way is not mounted again.
    pub(crate) fn finish(self) -> (Vec<ShownPath>, Vec<(OsString, OsString)>) {
        let mut kept: Vec<ShownPath> = Vec::new();
        // A path is sorted after those that hold it.
        for (target, (source, access)) in self.shown {
            let above = kept.iter().rev().find(|above| target.starts_with(&above.target));
            let covered = above.is_some_and(|above| {
                above.source == above.target
                    && source == target
                    && access <= above.access
                    && access != Access::Use
            });
            if !covered {
                kept.push(ShownPath {
                    source,
                    target,
                    access,
                });
            }
        }
        let held = |path: &Path| {
            kept.iter()
                .any(|shown| path.starts_with(&shown.target) && shown.source == shown.target)
        };
        let links = self.links.into_iter().filter(|(path, _)| !held(path));
        let links = links.map(|(path, target)| (path.into(), target.into())).collect();
        (kept, links)
    }
}

/// What a program in a fence sees whatever is granted, with all links followed: the system, processes, devices, and the installation of
/// `program`. Blocks.
#[must_use]
pub fn shown_anyway(program: Option<&Path>, nested: bool) -> Vec<PathBuf> {
    let mut needs = Needs::default();
    needs.system(false, nested);
    if let Some(program) = program {
        // One that is not there does not start, and the start says so.
        needs.program(program).ok();
    }
    let devices = needs.links.into_keys().filter(|link| link.starts_with("/dev"));
    let processes = PathBuf::from("/proc");
    needs
        .shown
        .into_keys()
        .chain(devices)
        .chain([processes])
        .collect()
}

/// Where a path leads, and each link on the way with its target.
fn followed(path: &Path, links: &mut Vec<(PathBuf, PathBuf)>) -> io::Result<PathBuf> {
    let parts = |path: &Path| -> VecDeque<OsString> {
        path.components()
            .map(|part| part.as_os_str().to_owned())
            .collect()
    };
    let mut left = parts(path);
    let mut real = PathBuf::from("/");
    while let Some(part) = left.pop_front() {
        match Path::new(&part).components().next() {
            Some(Component::Normal(name)) => {
                let next = real.join(name);
                if !fs::symlink_metadata(&next)?.is_symlink() {
                    real = next;
                    continue;
                }
                if links.len() >= MAX_LINKS {
                    return Err(io::Error::from_raw_os_error(libc::ELOOP));
                }
                let target = fs::read_link(&next)?;
                let mut first = parts(&target);
                first.append(&mut left);
                left = first;
                links.push((next, target));
            }
            Some(Component::RootDir) => real = PathBuf::from("/"),
            Some(Component::ParentDir) => {
                real.pop();
            }
            _ => {}
        }
    }
    Ok(real)
}

/// Whether a runtime is installed here: Node.js, or Python with its standard library.
fn is_runtime(prefix: &Path) -> bool {
    if prefix.join("bin/node").exists() {
        return prefix.join("lib/node_modules").is_dir() || prefix.join("include/node").is_dir();
    }
    let libraries = fs::read_dir(prefix.join("lib")).into_iter().flatten().flatten();
    libraries
        .filter(|entry| entry.file_name().as_bytes().starts_with(b"python"))
        .any(|entry| entry.path().join("os.py").is_file())
}

/// Whether it can be run. Nothing else is an interpreter, whatever a script says, and keys cannot be.
fn is_program(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

/// The beginning of a file. Another program may have put a pipe in its place, which is not waited for.
fn start_of(file: &Path, longest: u64) -> Option<Vec<u8>> {
    let mut options = fs::File::options();
    let opened = options.read(true).custom_flags(libc::O_NONBLOCK).open(file);
    let mut start = Vec::new();
    opened.ok()?.take(longest).read_to_end(&mut start).ok()?;
    Some(start)
}

/// Where the runtime of a virtual environment has its programs.
fn home_of(settings: &Path) -> Option<PathBuf> {
    const LONGEST: u64 = 64 << 10;
    let start = String::from_utf8(start_of(settings, LONGEST)?).ok()?;
    let home = start.lines().find_map(|line| {
        let (name, value) = line.split_once('=')?;
        (name.trim() == "home").then(|| PathBuf::from(value.trim()))
    })?;
    home.is_absolute().then_some(home)
}

/// The interpreter that a script names, or that its `env` would find beside it.
fn interpreter(script: &Path) -> Option<PathBuf> {
    const LONGEST: u64 = 256;
    let start = start_of(script, LONGEST)?;
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let mut words = line
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    let named = Path::new(OsStr::from_bytes(words.next()?));
    if named.file_name() != Some(OsStr::new("env")) {
        return named.is_absolute().then(|| named.to_owned());
    }
    let name = words.find(|word| !word.starts_with(b"-"))?;
    let beside = script.parent()?.join(OsStr::from_bytes(name));
    beside.exists().then_some(beside)
}

#[cfg(test)]
mod tests;
