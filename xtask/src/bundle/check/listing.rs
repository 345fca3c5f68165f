//! Names, owners and permissions of what a package installs.

use super::Inspection;

/// How `rpm` is asked to list files: permissions, owner, group, name.
pub(super) const RPM: &str = "[%{FILEMODES:perms} %{FILEUSERNAME}/%{FILEGROUPNAME} %{FILENAMES}\\n]";

/// A line of `dpkg-deb --contents`: `-rw-r--r-- root/root  1234 2026-01-31 10:00 ./usr/share/…`.
pub(super) fn of_deb(lines: &str, inspection: &mut Inspection) {
    for line in lines.lines() {
        let mut words = line.split_whitespace();
        let (mode, owner) = (words.next(), words.next());
        let name = words.nth(3).unwrap_or_default();
        // `usr/…` and `./usr/…` are both usual.
        let name = format!("/{}", name.trim_start_matches("./"));
        entry(
            mode.unwrap_or_default(),
            owner.unwrap_or_default(),
            &name,
            "deb",
            inspection,
        );
    }
}

pub(super) fn of_rpm(lines: &str, inspection: &mut Inspection) {
    for line in lines.lines() {
        let mut words = line.split_whitespace();
        let (mode, owner) = (words.next(), words.next());
        let name = words.next().unwrap_or_default();
        entry(
            mode.unwrap_or_default(),
            owner.unwrap_or_default(),
            name,
            "rpm",
            inspection,
        );
    }
}

/// Everything belongs to root and is below `/usr`; only programs can be run, and none as another user.
fn entry(mode: &str, owner: &str, name: &str, package: &str, inspection: &mut Inspection) {
    let allowed = if name.ends_with('/') || mode.starts_with('d') {
        "drwxr-xr-x"
    } else if name.starts_with("/usr/bin/") {
        "-rwxr-xr-x"
    } else {
        "-rw-r--r--"
    };
    inspection.expect(
        mode == allowed,
        format!("The .{package} has {name} with {mode} instead of {allowed}."),
    );
    inspection.expect(
        // Names, or numbers where the archive has no names.
        ["root/root", "0/0"].contains(&owner),
        format!("In the .{package}, {name} belongs to {owner}."),
    );
    inspection.expect(
        name == "/" || name == "/usr" || name.starts_with("/usr/"),
        format!("The .{package} has {name}, which is not below /usr."),
    );
}

#[cfg(test)]
mod tests {
    use super::super::Inspection;

    fn faults(lines: &str) -> Vec<String> {
        let mut inspection = Inspection::default();
        super::of_deb(lines, &mut inspection);
        inspection.faults
    }

    #[test]
    fn programs_may_run_and_nothing_may_run_as_another_user() {
        let good = "drwxr-xr-x root/root 0 2026-01-31 10:00 ./usr/\n\
            drwxr-xr-x 0/0 0 2026-01-31 10:00 usr/share\n\
            -rwxr-xr-x root/root 10 2026-01-31 10:00 ./usr/bin/portcullis\n\
            -rw-r--r-- root/root 10 2026-01-31 10:00 ./usr/share/doc/portcullis/copyright";
        assert_eq!(faults(good), [""; 0]);
        for bad in [
            "-rwsr-xr-x root/root 10 2026-01-31 10:00 ./usr/bin/portcullis",
            "-rwxr-xr-x root/root 10 2026-01-31 10:00 ./usr/share/doc/portcullis/copyright",
            "-rw-rw-r-- root/root 10 2026-01-31 10:00 ./usr/share/doc/portcullis/copyright",
            "-rw-r--r-- me/me 10 2026-01-31 10:00 ./usr/share/doc/portcullis/copyright",
            "-rw-r--r-- root/root 10 2026-01-31 10:00 ./etc/portcullis",
        ] {
            assert_eq!(faults(bad).len(), 1, "{bad}");
        }
    }
}
