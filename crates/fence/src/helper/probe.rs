//! Whether this system can hold a fence: one is built around this program, which then looks from inside. Systems differ in
//! which half of it they refuse; Ubuntu gives namespaces without any right in them.

use crate::enclosure::{Enclosure, FIRST_DESCRIPTOR, NotStarted};
use crate::limits::BUILDING;
use crate::{Fence, HELPER_ARGUMENT, Reason, sys};
use portcullis_core::{causes, ids};
use portcullis_l10n::say;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tokio::sync::mpsc;

/// Returned by a look that found everything as it has to be. No other program returns it by chance.
const HOLDS: i32 = 73;
/// Returned where something outside can be seen.
const SEEN: i32 = 74;
/// Returned where the network inside does not work.
const NO_NETWORK: i32 = 75;
/// Returned where calls are not filtered.
const NOT_FILTERED: i32 = 76;

/// Builds a fence around a look from inside.
pub(crate) async fn probe(helper: &Path) -> Result<(), Reason> {
    let folder =
        Folder::make().map_err(|error| Reason::new(say!("reason-folder", cause = causes::io(&error))))?;
    look_inside(helper, &folder.0).await
}

#[allow(
    clippy::disallowed_methods,
    reason = "our own helper, around a look of its own; no word of a server is in it"
)]
async fn look_inside(helper: &Path, folder: &Path) -> Result<(), Reason> {
    let not_run = |error: &io::Error| Reason::new(say!("reason-helper", cause = causes::io(error)));
    let (report, _denials) = mpsc::channel(1);
    let arguments = [
        HELPER_ARGUMENT.to_owned(),
        folder.join(CANARY).to_string_lossy().into_owned(),
    ];
    let home = folder.join("home");
    let fence = Fence::default();
    let enclosure = Enclosure::prepare(&fence, helper, &arguments, &home, &home, helper, report);
    let enclosure = enclosure.await.map_err(|error| Reason::new(error.sentence))?;
    let (program, arguments, descriptors) = enclosure.command().map_err(|error| not_run(&error))?;
    let mut command = std::process::Command::new(program);
    command.args(arguments).env_clear();
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut command = sys::with_descriptors(command, &descriptors, FIRST_DESCRIPTOR);
    command.kill_on_drop(true);
    let child = command.spawn();
    drop(descriptors);
    let mut child = child.map_err(|error| not_run(&error))?;
    let relay = enclosure.started().await.map_err(|error| match error {
        NotStarted::Fence(error) => Reason::new(error.sentence),
        NotStarted::Program(error) => not_run(&error),
    })?;
    let ended = tokio::time::timeout(BUILDING, child.wait()).await;
    drop(relay);
    let ended = ended
        .map_err(io::Error::from)
        .flatten()
        .map_err(|error| not_run(&error))?;
    match ended.code() {
        Some(HOLDS) => Ok(()),
        Some(SEEN) => Err(Reason::new(say!("reason-seen"))),
        Some(NO_NETWORK) => Err(Reason::new(say!("reason-network"))),
        Some(NOT_FILTERED) => Err(Reason::new(say!("reason-calls"))),
        _ => Err(Reason::new(say!("reason-ended"))),
    }
}

/// Looks from inside, where `outside` must not be seen.
pub(super) fn look(outside: &Path) -> ! {
    let code = match () {
        () if outside.exists()
            || Path::new("/proc/3").exists()
            || fs::write("/usr/.portcullis", "").is_ok() =>
        {
            SEEN
        }
        () if connect_to_itself().is_err() => NO_NETWORK,
        () if sys::unshare(libc::CLONE_NEWUSER).is_ok() || sys::has_clone3() => NOT_FILTERED,
        () => HOLDS,
    };
    sys::exit(code)
}

fn connect_to_itself() -> io::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let mut one = TcpStream::connect(listener.local_addr()?)?;
    let (mut other, _) = listener.accept()?;
    let mut byte = [0];
    one.write_all(&[1])?;
    other.read_exact(&mut byte)
}

const CANARY: &str = "canary";

/// The folder of one probe, removed on drop: a probe may be cancelled.
struct Folder(PathBuf);

impl Folder {
    fn make() -> io::Result<Self> {
        let path = std::env::temp_dir().join(format!("portcullis-fence-{}", ids::random()));
        fs::DirBuilder::new().mode(0o700).create(&path)?;
        let folder = Self(path);
        fs::write(folder.0.join(CANARY), "")?;
        Ok(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left is empty, and in the folder that the system clears.
        fs::remove_dir_all(&self.0).ok();
    }
}

#[cfg(test)]
mod tests {
    use super::{CANARY, Folder};

    #[test]
    fn the_folder_of_a_probe_is_removed_with_it() {
        let folder = Folder::make().unwrap();
        let path = folder.0.clone();
        assert!(path.join(CANARY).is_file());
        drop(folder);
        assert!(!path.exists());
    }
}
