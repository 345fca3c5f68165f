//! Installs the packages in a system that has nothing else. On demand: it fetches a few hundred megabytes.

use crate::{Done, place, tool};
use std::path::Path;

/// What the script needs. `rpm` is used where it is there.
const PROGRAMS: [&str; 2] = ["debootstrap", "unshare"];

/// Installs, runs, upgrades and removes the `.deb` in a bare Debian; installs, upgrades and removes the `.rpm` in an empty folder.
pub(super) fn clean_system(deb: &Path, rpm: &Path) -> Done {
    for program in PROGRAMS {
        if tool::find(program).is_none() {
            return Err(format!(
                "{program} is missing. On Debian: sudo apt-get install {program}"
            ));
        }
    }
    if tool::says("id", &["-u"]).as_deref() != Some("0") {
        return Err(
            "A clean system can only be made as root: sudo -E cargo xtask package-check --install".into(),
        );
    }
    let mut script = tool::command("bash");
    script
        .arg("packaging/try-install.sh")
        .args([deb, rpm])
        .arg(place::scratch("clean-system")?);
    tool::run(script)
}
