//! nginx, for tests of what lies between a host and a remote server. On Debian and Ubuntu its package is unpacked beside the
//! tests and not installed: an installed one starts a web server at each start of this computer.

use crate::{Done, place, tool};
use std::path::{Path, PathBuf};

/// Where tests look for it.
fn unpacked() -> PathBuf {
    place::root().join("tests/.cache/nginx")
}

/// Whether it is there; brings it where that can be done.
pub(crate) fn ready() -> Done {
    if !cfg!(target_os = "linux") || works() {
        return Ok(());
    }
    if tool::find("apt-get").is_none() || tool::find("dpkg-deb").is_none() {
        return Err("nginx is missing. Install it with your package manager, then try again.".to_owned());
    }
    let folder = unpacked();
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    println!("Fetching nginx for the tests; nothing is installed");
    let mut fetch = tool::command("apt-get");
    fetch.args(["download", "-q", "nginx"]).current_dir(&folder);
    tool::run(fetch)?;
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let package = entries
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|end| end == "deb"))
        .ok_or("apt-get brought no package of nginx.")?;
    let mut unpack = tool::command("dpkg-deb");
    unpack.arg("--extract").arg(&package).arg(&folder);
    tool::run(unpack)?;
    // Without its package the next look fetches a newer one.
    std::fs::remove_file(&package).map_err(|error| format!("{}: {error}", package.display()))?;
    match works() {
        true => Ok(()),
        false => Err(
            "nginx does not start; libraries that it needs are missing. Install it by hand: \
                      sudo apt-get install nginx"
                .to_owned(),
        ),
    }
}

fn works() -> bool {
    let ours = unpacked().join("usr/sbin/nginx");
    [ours.as_path(), Path::new("nginx"), Path::new("/usr/sbin/nginx")]
        .iter()
        .any(|program| tool::says(&program.to_string_lossy(), &["-v"]).is_some())
}
