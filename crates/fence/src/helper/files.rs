//! What the program sees of the files: a root in memory, in which the plan's files and folders are mounted and nothing else is.
//!
//! Everything outside is opened before the root is there, by paths without links: a server that can change a folder on the way
//! leads the next one nowhere else. Places inside are opened in the same way.

use crate::enclosure::{FOLDERS, make_below};
use crate::failure::{FenceFailure, FenceStep};
use crate::limits::{
    MAX_NAMESPACES, PARTS_OF_WATCHES, PASSING_FILES, PASSING_HOME, ROOT_BYTES, SHARED_MEMORY,
};
use crate::plan::{Access, FencePlan, ShownPath};
use crate::sys;
use libc::{MOUNT_ATTR_NODEV, MOUNT_ATTR_NOEXEC, MOUNT_ATTR_NOSUID, MOUNT_ATTR_RDONLY};
use std::ffi::{OsStr, OsString};
use std::fs::{File, Permissions};
use std::io::{self, Write as _};
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Component, Path};

/// Parts of `/proc` by which the system is set. Who may build a sandbox inside needs `/proc` writable, for its own users.
const PROC_SETTINGS: [&str; 15] = [
    "sys",
    "sysrq-trigger",
    "irq",
    "bus",
    "fs",
    "acpi",
    "driver",
    "dynamic_debug",
    "latency_stats",
    "mtrr",
    "pressure",
    "profile",
    "scsi",
    "slabinfo",
    "tty",
];

/// In the place of a program that is hidden. The system says that its interpreter is not there in the same words as of a program
/// that is not; “permission denied” would end many that do without.
const HIDDEN: &[u8] = b"#!/hidden\n";
const HIDDEN_NAME: &str = ".hidden";

/// All kinds of namespaces, as the limits of the kernel name them, and those that a sandbox inside is made of.
const NAMESPACES: [&str; 8] = ["user", "pid", "net", "mnt", "ipc", "uts", "cgroup", "time"];
const OF_A_SANDBOX: [&str; 3] = ["user", "pid", "net"];

/// Makes the root and moves into it. In the first process inside: `/proc` shows the processes of the process that mounts it.
pub(super) fn change(plan: &FencePlan) -> Result<(), FenceFailure> {
    let failed = FenceStep::Files.because();
    sys::part_mounts().map_err(&failed)?;
    let nothing_special = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
    let hosts_root = File::open("/").map_err(&failed)?;
    let mut trees = Vec::new();
    // A home in memory is no part of what is outside.
    let is_outside = |shown: &&ShownPath| !(plan.passing_home && shown.source.starts_with(&plan.home));
    for shown in plan.shown.iter().filter(is_outside) {
        let flags = match shown.access {
            Access::Read => MOUNT_ATTR_RDONLY | nothing_special,
            Access::Write => nothing_special,
            // What is written to a device or a socket goes there all the same. Its mode and times are those outside, and stay.
            Access::Use => MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC,
        };
        let tree = open(hosts_root.as_fd(), &shown.source)
            .and_then(|opened| sys::copy_tree(opened.as_fd(), flags))
            .map_err(|error| FenceFailure::at(&shown.source, &error))?;
        trees.push((shown, tree));
    }
    let proc = sys::new_filesystem(c"proc", &[], nothing_special | MOUNT_ATTR_NOEXEC).map_err(&failed)?;
    let shared = [(c"mode", "1777"), (c"size", SHARED_MEMORY)];
    let shared = sys::new_filesystem(c"tmpfs", &shared, nothing_special).map_err(&failed)?;
    let root = [(c"mode", "0755"), (c"size", ROOT_BYTES)];
    let root = sys::new_filesystem(c"tmpfs", &root, nothing_special).map_err(&failed)?;
    // Somewhere it has to be before it becomes the root; this folder is ours.
    open(hosts_root.as_fd(), &plan.home)
        .and_then(|home| sys::attach(root.as_fd(), home.as_fd()))
        .map_err(|error| FenceFailure::at(&plan.home, &error))?;
    let root = Root(root);
    // Before what is shown: one of it may be below `/tmp`, as the home itself may.
    let passing_home = plan
        .passing_home
        .then(|| root.passing_home(&plan.home, nothing_special))
        .transpose()
        .map_err(|error| FenceFailure::at(&plan.home, &error))?;
    for (shown, tree) in &trees {
        root.mount(tree.as_fd(), &shown.target)
            .map_err(|error| FenceFailure::at(&shown.target, &error))?;
    }
    if let Some(home) = passing_home {
        root.mount_folder(home.as_fd(), &plan.home)
            .map_err(|error| FenceFailure::at(&plan.home, &error))?;
    }
    root.mount_folder(shared.as_fd(), Path::new("/dev/shm"))
        .map_err(&failed)?;
    root.mount_folder(proc.as_fd(), Path::new("/proc"))
        .map_err(&failed)?;
    // Before: no mounts are copied once their namespaces are limited.
    root.hide(&plan.hidden, MOUNT_ATTR_RDONLY | nothing_special)
        .map_err(&failed)?;
    set_proc(proc.as_fd(), plan.nested).map_err(&failed)?;
    for (path, content) in &plan.files {
        root.write(Path::new(path), content)
            .map_err(|error| FenceFailure::at(Path::new(path), &error))?;
    }
    for (path, target) in &plan.links {
        root.link(Path::new(path), Path::new(target))
            .map_err(|error| FenceFailure::at(Path::new(path), &error))?;
    }
    sys::set_flags(root.0.as_fd(), MOUNT_ATTR_RDONLY, false)
        .and_then(|()| sys::change_root(root.0.as_fd()))
        .map_err(&failed)
}

/// The limits of how many namespaces can be made inside, by their kinds. The filter of calls says which kinds may be made; here the
/// kernel itself counts them, also those that would get past the filter.
fn limits_of_namespaces(proc: BorrowedFd<'_>) -> io::Result<Vec<(&'static str, File)>> {
    let mut limits = Vec::new();
    for kind in NAMESPACES {
        let path = format!("sys/user/max_{kind}_namespaces");
        match sys::open_beneath(proc, Path::new(&path), libc::O_WRONLY) {
            Ok(limit) => limits.push((kind, limit.into())),
            // A kernel that has no such namespaces.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(limits)
}

fn bound(limits: Vec<(&str, File)>, some: &[&str]) -> io::Result<()> {
    for (kind, mut limit) in limits {
        let most = if some.contains(&kind) { MAX_NAMESPACES } else { 0 };
        limit.write_all(most.to_string().as_bytes())?;
    }
    Ok(())
}

/// Leaves most of the account's file watches to others. They are counted in this namespace of users and outside.
fn bound_watches(proc: BorrowedFd<'_>) -> io::Result<()> {
    let part = |kind: &str| {
        let open = |path: String, flags| sys::open_beneath(proc, Path::new(&path), flags).map(File::from);
        let all = open(format!("sys/fs/inotify/max_user_{kind}"), libc::O_RDONLY)?;
        let all: u64 = io::read_to_string(all)?
            .trim()
            .parse()
            .map_err(io::Error::other)?;
        let mut limit = open(format!("sys/user/max_inotify_{kind}"), libc::O_WRONLY)?;
        limit.write_all((all / PARTS_OF_WATCHES).to_string().as_bytes())
    };
    for kind in ["instances", "watches"] {
        match part(kind) {
            // A kernel without them.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            other => other?,
        }
    }
    Ok(())
}

/// Nothing in `/proc` is written to, or, where a sandbox inside needs its own users, nothing by which the system is set.
fn set_proc(proc: BorrowedFd<'_>, nested: bool) -> io::Result<()> {
    bound_watches(proc)?;
    let limits = limits_of_namespaces(proc)?;
    if !nested {
        // Before: nothing becomes read-only while something in it is open to be written.
        bound(limits, &[])?;
        return sys::set_flags(proc, MOUNT_ATTR_RDONLY, false);
    }
    for name in PROC_SETTINGS {
        match sys::open_beneath(proc, Path::new(name), libc::O_PATH) {
            Ok(opened) => {
                let tree = sys::copy_tree(opened.as_fd(), MOUNT_ATTR_RDONLY)?;
                sys::attach(tree.as_fd(), opened.as_fd())?;
            }
            // Not every system has each.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    // After: a copy of mounts counts as a namespace of them while it is mounted nowhere.
    bound(limits, &OF_A_SANDBOX)
}

/// Opens an absolute path below a root, only to know it.
fn open(root: BorrowedFd<'_>, path: &Path) -> io::Result<OwnedFd> {
    let below = path.strip_prefix("/").map_err(io::Error::other)?;
    let below = if below.as_os_str().is_empty() {
        Path::new(".")
    } else {
        below
    };
    sys::open_beneath(root, below, libc::O_PATH)
}

/// The root that is being filled.
struct Root(OwnedFd);

impl Root {
    /// Mounts a file or a folder at this place, which is made where it is not there.
    fn mount(&self, tree: BorrowedFd<'_>, at: &Path) -> io::Result<()> {
        if sys::is_folder(tree)? {
            return self.mount_folder(tree, at);
        }
        let (parent, name) = self.parent(at)?;
        let place = || sys::open_beneath(parent.as_fd(), Path::new(name), libc::O_PATH);
        let place = match place() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                sys::make_file(parent.as_fd(), name)?;
                place()
            }
            other => other,
        };
        sys::attach(tree, place?.as_fd())
    }

    fn mount_folder(&self, tree: BorrowedFd<'_>, at: &Path) -> io::Result<()> {
        sys::attach(tree, self.folder(at)?.as_fd())
    }

    /// A home in memory, with the folders of every home, to be mounted; `/tmp` in it is mounted.
    fn passing_home(&self, at: &Path, flags: u64) -> io::Result<OwnedFd> {
        let options = [
            (c"mode", "0700"),
            (c"size", PASSING_HOME),
            (c"nr_inodes", PASSING_FILES),
        ];
        let home = sys::new_filesystem(c"tmpfs", &options, flags)?;
        // Only what is mounted somewhere can be copied, and `/tmp` may cover this place.
        self.mount_folder(home.as_fd(), at)?;
        for (_, below) in FOLDERS {
            make_below(home.as_fd(), Path::new(below))?;
        }
        let again = sys::copy_tree(home.as_fd(), flags)?;
        let temporary = sys::open_beneath(home.as_fd(), Path::new("tmp"), libc::O_PATH | libc::O_DIRECTORY)?;
        let temporary = sys::copy_tree(temporary.as_fd(), flags)?;
        self.mount_folder(temporary.as_fd(), Path::new("/tmp"))?;
        Ok(again)
    }

    fn write(&self, path: &Path, content: &OsStr) -> io::Result<()> {
        let (parent, name) = self.parent(path)?;
        sys::make_file(parent.as_fd(), name)?.write_all(content.as_encoded_bytes())
    }

    /// Lays a script that cannot be started over each of these files.
    fn hide(&self, files: &[OsString], flags: u64) -> io::Result<()> {
        if files.is_empty() {
            return Ok(());
        }
        let (root, name) = (self.0.as_fd(), OsStr::new(HIDDEN_NAME));
        let mut script = sys::make_file(root, name)?;
        script.write_all(HIDDEN)?;
        script.set_permissions(Permissions::from_mode(0o555))?;
        drop(script);
        let script = sys::open_beneath(root, Path::new(name), libc::O_PATH)?;
        for file in files {
            let over = sys::copy_tree(script.as_fd(), flags)?;
            sys::attach(over.as_fd(), open(root, Path::new(file))?.as_fd())?;
        }
        sys::remove(root, name)
    }

    fn link(&self, path: &Path, target: &Path) -> io::Result<()> {
        let (parent, name) = self.parent(path)?;
        sys::make_link(parent.as_fd(), name, target)
    }

    fn parent<'a>(&self, path: &'a Path) -> io::Result<(OwnedFd, &'a OsStr)> {
        let whole = path.parent().zip(path.file_name());
        let (parent, name) = whole.ok_or_else(|| io::Error::from_raw_os_error(libc::EINVAL))?;
        Ok((self.folder(parent)?, name))
    }

    /// Opens a folder, and makes those on the way that are not there.
    fn folder(&self, path: &Path) -> io::Result<OwnedFd> {
        let mut folder = self.0.try_clone()?;
        for component in path.components() {
            let Component::Normal(name) = component else {
                continue;
            };
            let next =
                || sys::open_beneath(folder.as_fd(), Path::new(name), libc::O_PATH | libc::O_DIRECTORY);
            folder = match next() {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    sys::make_folder(folder.as_fd(), name, 0o755)?;
                    next()?
                }
                other => other?,
            };
        }
        Ok(folder)
    }
}
