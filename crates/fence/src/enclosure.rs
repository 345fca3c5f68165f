//! The host's half of a fence before its program runs.

use crate::channel::{self, Message};
use crate::denial::Denial;
use crate::failure::FenceStep;
use crate::grants::{Fence, HostGrant, Reach};
use crate::limits::{BUILDING, MAX_HOSTS, MAX_PATHS};
use crate::needs::Needs;
use crate::plan::{Access, FencePlan, ShownPath};
use crate::relay::{Relay, Sockets};
use crate::traffic::Traffic;
use crate::{HELPER_ARGUMENT, helper, sys};
use portcullis_core::{Code, Error, Result, causes};
use portcullis_l10n::say;
use portcullis_net::{ip_address, is_private};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd, RawFd};
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use tokio::io::Interest;
use tokio::net::UnixStream;
use tokio::sync::mpsc;

/// The number that the first of [`Enclosure::command`]'s descriptors has in the helper; the others follow.
pub const FIRST_DESCRIPTOR: RawFd = 3;

/// Folders of the private home, and the variables that name them. Beside `HOME` itself.
pub(crate) const FOLDERS: [(&str, &str); 6] = [
    ("TMPDIR", "tmp"),
    ("XDG_CONFIG_HOME", ".config"),
    ("XDG_CACHE_HOME", ".cache"),
    ("XDG_DATA_HOME", ".local/share"),
    ("XDG_STATE_HOME", ".local/state"),
    ("XDG_RUNTIME_DIR", ".run"),
];

/// Always bound, so that an attempt to reach an ordinary site is told and not only refused.
const USUAL_PORTS: [u16; 2] = [443, 80];
/// Where names are asked for over TCP.
pub(crate) const NAMES: u16 = 53;

/// A fence that is planned: what to start instead of the program, and the host's half.
///
/// Start [`Enclosure::command`] with the environment that the program is to have; the helper hands it on, with `HOME` and
/// `TMPDIR` in the private home. Then wait for [`Enclosure::started`].
#[derive(Debug)]
pub struct Enclosure {
    helper: PathBuf,
    ours: OwnedFd,
    theirs: OwnedFd,
    hosts: Vec<HostGrant>,
    ports: Vec<u16>,
    /// What it may change beside what is its own, without links.
    writable: Vec<PathBuf>,
    report: mpsc::Sender<Denial>,
    traffic: Traffic,
}

/// Why the program does not run. Nothing of it ran.
#[derive(Debug)]
pub enum NotStarted {
    /// There is no fence.
    Fence(Error),
    /// There was one, and the system refused to run the program in it.
    Program(io::Error),
}

impl Enclosure {
    /// Plans a fence around a program. Makes the private home where it is not there.
    ///
    /// `program` is run by exactly this path, in `folder` where that is shown inside and else in the private home. Denials go to
    /// `report` while there is room in it.
    ///
    /// # Errors
    /// `launch.failed` where something is not there or cannot be granted.
    pub async fn prepare(
        fence: &Fence,
        program: &Path,
        arguments: &[String],
        folder: &Path,
        private_home: &Path,
        helper: &Path,
        report: mpsc::Sender<Denial>,
    ) -> Result<Self> {
        let arguments = arguments.iter().map(OsString::from).collect();
        let (fence, home, folder) = (fence.clone(), private_home.to_owned(), folder.to_owned());
        let (program, helper) = (program.to_owned(), helper.to_owned());
        // It looks at some dozens of files, which may be on a slow disk.
        let planned = tokio::task::spawn_blocking(move || {
            let hosts = hosts(&fence.reach)?;
            let plan = plan(&fence, &hosts, &program, arguments, &folder, &home)?;
            let file = plan
                .write()
                .map_err(|error| FenceStep::Plan.failed(&error).error())?;
            let is_granted =
                |shown: &&ShownPath| shown.access == Access::Write && !shown.source.starts_with(&plan.home);
            let writable = plan.shown.iter().filter(is_granted);
            let writable = writable.map(|shown| shown.source.clone()).collect();
            let (ours, theirs) =
                handed_over(&file).map_err(|error| FenceStep::Plan.failed(&error).error())?;
            Ok(Self {
                helper,
                ours,
                theirs,
                hosts,
                ports: plan.ports,
                writable,
                report,
                traffic: Traffic::default(),
            })
        });
        planned.await.map_err(Error::internal)?
    }

    /// Everything that its network sees is written down here as well.
    #[must_use]
    pub fn watched(self, traffic: Traffic) -> Self {
        Self { traffic, ..self }
    }

    /// What to start: the program, its arguments, and descriptors that it needs under the numbers from [`FIRST_DESCRIPTOR`] on,
    /// in this order. They are copies: close them after the start, or the end of the channel is never seen.
    ///
    /// # Errors
    /// Where the system has no descriptors left.
    pub fn command(&self) -> io::Result<(PathBuf, Vec<OsString>, Vec<OwnedFd>)> {
        let descriptors = vec![self.theirs.try_clone()?];
        Ok((self.helper.clone(), vec![HELPER_ARGUMENT.into()], descriptors))
    }

    /// Waits until the program runs in its fence, after [`Enclosure::command`] was started, and gives what has to live as long
    /// as the server.
    ///
    /// # Errors
    /// Why the program does not run.
    pub async fn started(self) -> std::result::Result<Relay, NotStarted> {
        let Self {
            ours,
            theirs,
            hosts,
            ports,
            writable,
            report,
            traffic,
            ..
        } = self;
        drop(theirs);
        let waited = tokio::time::timeout(BUILDING, wait(ours)).await;
        let waited = waited.unwrap_or_else(|_| Err(ended(io::ErrorKind::TimedOut)));
        let mut sockets = Vec::new();
        if let Some(all) = waited? {
            sockets = all;
        }
        let failed = |error: &io::Error| NotStarted::Fence(FenceStep::Network.failed(error).error());
        let sockets = match (sockets.is_empty(), ports.is_empty()) {
            (true, true) => None,
            _ => Some(Sockets::new(sockets, &ports).map_err(|error| failed(&error))?),
        };
        Ok(Relay::new(sockets, hosts, report, traffic, writable))
    }
}

/// Reads what the helper says until the program runs.
async fn wait(ours: OwnedFd) -> std::result::Result<Option<Vec<OwnedFd>>, NotStarted> {
    let broken = |error: io::Error| NotStarted::Fence(FenceStep::Plan.failed(&error).error());
    // Whatever kind of socket it is, this waits for it.
    let ours = UnixStream::from_std(ours.into()).map_err(broken)?;
    let (mut sockets, mut ready) = (None, false);
    loop {
        ours.readable().await.map_err(broken)?;
        let message = match ours.try_io(Interest::READABLE, || channel::next(ours.as_fd())) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => continue,
            other => other.map_err(broken)?,
        };
        match message {
            Message::Listeners(all) => sockets = Some(all),
            Message::Ready => ready = true,
            Message::Failed(failure) => return Err(NotStarted::Fence(failure.error())),
            Message::NotRun(number) => return Err(NotStarted::Program(io::Error::from_raw_os_error(number))),
            Message::End if ready => return Ok(sockets),
            Message::End => return Err(ended(io::ErrorKind::UnexpectedEof)),
        }
    }
}

/// The helper said nothing more, although it had to.
fn ended(kind: io::ErrorKind) -> NotStarted {
    let sentence = say!("helper-ended", cause = causes::io(&kind.into()));
    NotStarted::Fence(Error::new(Code::LaunchFailed, sentence).remedy(say!("failed-remedy")))
}

/// Both ends of the channel, with the plan already in it.
fn handed_over(plan: &OwnedFd) -> io::Result<(OwnedFd, OwnedFd)> {
    let (ours, theirs) = sys::message_pair()?;
    channel::give_plan(ours.as_fd(), plan.as_fd())?;
    std::os::unix::net::UnixStream::from(ours.try_clone()?).set_nonblocking(true)?;
    // The helper waits for what it is told, as it has nothing else to do.
    Ok((ours, theirs))
}

fn hosts(reach: &Reach) -> Result<Vec<HostGrant>> {
    match reach {
        Reach::Hosts(hosts) => granted_hosts(hosts.clone()),
        Reach::Nothing | Reach::Anything => Ok(Vec::new()),
    }
}

/// The granted hosts, each once.
///
/// # Errors
/// `launch.failed` for what is no exact name of a host, and for too many of them.
pub(crate) fn granted_hosts(hosts: Vec<HostGrant>) -> Result<Vec<HostGrant>> {
    let hosts: BTreeSet<_> = hosts
        .into_iter()
        .map(|host| HostGrant {
            name: match ip_address(&host.name) {
                // As addresses of connections are written.
                Some(address) => address.to_string(),
                None => host.name.trim_end_matches('.').to_ascii_lowercase(),
            },
            ..host
        })
        .collect();
    if let Some(host) = hosts.iter().find(|host| {
        host.port == 0 || host.port == NAMES || !(is_name(&host.name) || is_private_address(host))
    }) {
        let name = portcullis_core::text::escape_line(&host.name).text;
        return Err(refused(say!("host-refused", name, port = host.port.to_string())));
    }
    match hosts.len() > MAX_HOSTS {
        true => Err(refused(say!("hosts-too-many", limit = MAX_HOSTS))),
        false => Ok(hosts.into_iter().collect()),
    }
}

/// Whether it can be the name of a host, and is no address.
fn is_name(name: &str) -> bool {
    let label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    name.len() <= 253 && name.split('.').all(label) && name.parse::<std::net::Ipv4Addr>().is_err()
}

/// Whether it is granted by an address, as those of private networks may be.
fn is_private_address(host: &HostGrant) -> bool {
    host.private && ip_address(&host.name).is_some_and(is_private)
}

fn refused(sentence: String) -> Error {
    Error::new(Code::LaunchFailed, sentence).remedy(say!("grant-remedy"))
}

fn plan(
    fence: &Fence,
    hosts: &[HostGrant],
    program: &Path,
    arguments: Vec<OsString>,
    folder: &Path,
    home: &Path,
) -> Result<FencePlan> {
    let own_network = fence.reach != Reach::Anything;
    let granted_sockets = fence.nested || !fence.sockets.is_empty();
    // Without a network of its own, abstract sockets of other programs are within reach unless Landlock keeps them out.
    let no_abstract = own_network || sys::landlock_version().unwrap_or(0) >= helper::SCOPES;
    if granted_sockets && !no_abstract {
        return Err(refused(say!("sockets-and-anything")));
    }
    let unix_sockets = granted_sockets || no_abstract && is_quiet(fence);
    let granted = [
        (&fence.read, Access::Read),
        (&fence.write, Access::Write),
        (&fence.sockets, Access::Use),
    ];
    if granted.iter().map(|(paths, _)| paths.len()).sum::<usize>() > MAX_PATHS {
        return Err(refused(say!("paths-too-many", limit = MAX_PATHS)));
    }
    let unseen = |path: &Path, error: &io::Error| {
        let path = portcullis_core::text::escape_line(&path.to_string_lossy()).text;
        refused(say!("path-refused", path, cause = causes::io(error)))
    };
    let mut needs = Needs::default();
    needs.system(own_network, fence.nested);
    let home = make_home(home).map_err(|error| unseen(home, &error))?;
    needs.own(home.join("tmp"), "/tmp".into());
    needs.own(home.clone(), home.clone());
    for (paths, access) in granted {
        for path in paths {
            let real = needs.grant(path, access).map_err(|error| unseen(path, &error))?;
            if real != *path && fence.without_links.contains(path) {
                return Err(unseen(path, &io::Error::from_raw_os_error(libc::ELOOP)));
            }
        }
    }
    needs.program(program).map_err(|error| unseen(program, &error))?;
    // Where the folder is behind links, those are shown as well.
    let shown = needs.walk(folder).is_ok_and(|real| needs.is_shown(&real));
    let folder = if shown { folder } else { &home };
    fence.names.iter().for_each(|name| needs.keep_links(name));
    // Without a network of its own nothing is carried.
    let ports = if own_network {
        listened_ports(hosts)
    } else {
        Vec::new()
    };
    let mut variables = vec![("HOME".into(), home.clone().into_os_string())];
    let mut defaults = Vec::new();
    for (name, below) in FOLDERS {
        // A person may have chosen another place for the others, within what is granted.
        let list = if name == "TMPDIR" {
            &mut variables
        } else {
            &mut defaults
        };
        list.push((name.into(), home.join(below).into_os_string()));
    }
    let hidden = hidden(&fence.hidden, &needs, program);
    let (shown, links) = needs.finish();
    Ok(FencePlan {
        program: program.into(),
        arguments,
        folder: folder.to_owned(),
        home,
        variables,
        defaults,
        shown,
        links,
        files: if own_network { files() } else { Vec::new() },
        hidden,
        own_network,
        ports,
        unix_sockets,
        nested: fence.nested,
        passing_home: fence.passing_home,
    })
}

/// The files of the programs that are hidden, without links. What runs is not among them, nor what is not shown.
fn hidden(programs: &[PathBuf], needs: &Needs, runs: &Path) -> Vec<OsString> {
    let runs = runs.canonicalize().ok();
    let file = |path: &PathBuf| {
        let real = path.canonicalize().ok()?;
        let name = path.file_name()?.as_encoded_bytes();
        let is_its_own = real.file_name()?.as_encoded_bytes().starts_with(name);
        let is_hidden = is_its_own && needs.is_shown(&real) && runs.as_ref() != Some(&real);
        is_hidden.then(|| real.into_os_string())
    };
    let files: BTreeSet<_> = programs.iter().filter_map(file).collect();
    files.into_iter().collect()
}

/// Whether no socket of another program can be among what is granted. Neither mounts nor Landlock (before its version 9) keep a
/// program from connecting to one that it sees.
fn is_quiet(fence: &Fence) -> bool {
    let quiet: Vec<PathBuf> = fence.quiet.iter().flat_map(|path| path.canonicalize()).collect();
    let mut granted = fence.read.iter().chain(&fence.write);
    granted.all(|path| {
        let Ok(real) = path.canonicalize() else {
            return false;
        };
        real.is_file() || quiet.iter().any(|folder| real.starts_with(folder))
    })
}

/// Names are asked of the host alone, whatever this computer does otherwise.
fn files() -> Vec<(OsString, OsString)> {
    let file = |path: &str, content: &str| (path.into(), content.into());
    vec![
        file("/etc/resolv.conf", "nameserver 127.0.0.1\n"),
        file("/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n"),
        file(
            "/etc/nsswitch.conf",
            "passwd: files\ngroup: files\nshadow: files\nhosts: files dns\nservices: files\nprotocols: files\n",
        ),
    ]
}

/// The ports on which the host listens for a program that may reach these hosts.
pub(crate) fn listened_ports(hosts: &[HostGrant]) -> Vec<u16> {
    let granted = hosts.iter().map(|host| host.port);
    let ports: BTreeSet<u16> = granted.chain(USUAL_PORTS).chain([NAMES]).collect();
    ports.into_iter().collect()
}

/// Makes a folder for this account only.
pub(crate) fn make_private(folder: &Path) -> io::Result<()> {
    std::fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)?;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))
}

/// Makes the private home.
fn make_home(home: &Path) -> io::Result<PathBuf> {
    make_private(home)?;
    let home = home.canonicalize()?;
    let opened = std::fs::File::open(&home)?;
    for (_, below) in FOLDERS {
        make_below(opened.as_fd(), Path::new(below))?;
    }
    Ok(home)
}

/// Makes a folder below the private home. What the server made of one on the way is its own affair, but it is never followed elsewhere.
pub(crate) fn make_below(home: BorrowedFd<'_>, below: &Path) -> io::Result<()> {
    let mut folder = home.try_clone_to_owned()?;
    for name in below {
        let open = || sys::open_beneath(folder.as_fd(), Path::new(name), libc::O_PATH | libc::O_DIRECTORY);
        sys::make_folder(folder.as_fd(), name, 0o700)?;
        let next = match open() {
            Err(error) if error.raw_os_error() == Some(libc::ELOOP) => {
                sys::remove(folder.as_fd(), name)?;
                sys::make_folder(folder.as_fd(), name, 0o700)?;
                open()
            }
            other => other,
        };
        folder = next?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{hosts, is_name};
    use crate::{HostGrant, Reach};

    fn host(name: &str, port: u16) -> HostGrant {
        HostGrant {
            name: name.to_owned(),
            port,
            private: false,
        }
    }

    #[test]
    fn hosts_are_exact_names_in_small_letters() {
        let found = hosts(&Reach::Hosts(vec![
            host("API.Example.com.", 443),
            host("api.example.com", 443),
        ]));
        assert_eq!(found.unwrap(), [host("api.example.com", 443)]);
        for (name, port) in [
            ("*.example.com", 443),
            ("", 443),
            ("a..b", 1),
            ("10.0.0.1", 80),
            ("a b", 80),
            ("a", 0),
            ("a", 53),
        ] {
            assert!(
                hosts(&Reach::Hosts(vec![host(name, port)])).is_err(),
                "{name}:{port}"
            );
        }
        assert!(is_name("xn--bcher-kva.example"));
    }

    // Proves S-62, S-68.
    #[test]
    fn an_address_is_granted_in_a_private_network_alone() {
        let granted = |name: &str, private| {
            let host = HostGrant {
                private,
                ..host(name, 80)
            };
            hosts(&Reach::Hosts(vec![host])).map(|mut found| found.remove(0).name)
        };
        for (name, written) in [
            ("192.168.1.20", "192.168.1.20"),
            ("FD12:0::1", "fd12::1"),
            ("::ffff:10.0.0.5", "10.0.0.5"),
        ] {
            assert_eq!(granted(name, true).unwrap(), written);
            assert!(granted(name, false).is_err(), "{name}");
        }
        for name in [
            "8.8.8.8",
            "2606:4700::1",
            "127.0.0.1",
            "::1",
            "169.254.169.254",
            "fe80::1",
            "fd00:ec2::254",
            "64:ff9b:1::a9fe:a9fe",
        ] {
            assert!(granted(name, true).is_err(), "{name}");
        }
    }
}
