//! Folders that a person chose for a server, as mounts beside the command line that was approved.

use crate::bad;
use crate::confine::TEMPORARY;
use crate::mounts::{Mount, MountSource};
use crate::words::shown;
use portcullis_core::Result;
use portcullis_l10n::say;
use std::path::{Path, PathBuf};

/// Where an image has its programs: a folder of this computer in their place would run others than those that were approved.
const OF_IMAGE: [&str; 8] = [
    "/bin", "/boot", "/etc", "/lib", "/lib32", "/lib64", "/sbin", "/usr",
];
/// The same, but what is in them may be a person's.
const OF_IMAGE_ITSELF: [&str; 3] = ["/home", "/opt", "/root"];

/// How the flag of a mount ends that cannot be changed.
const READ_ONLY: &str = ",readonly";

/// Mounts of folders, each at its own path, to be read and changed. Nothing else gets into an approved command line, and only
/// [`Self::beside`] makes them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FolderMounts(Vec<String>);

impl FolderMounts {
    /// The mounts that a command line lacks, which [`confined`](crate::confined) wrote. One that it has to be read only is in them.
    ///
    /// # Errors
    /// `input.bad` as a reason: no container is given such a folder, or something else is at its place.
    pub fn beside(arguments: &[String], folders: &[PathBuf]) -> Result<Self> {
        let there = arguments.get(..end_of_flags(arguments)).unwrap_or_default();
        let mut mounts: Vec<String> = Vec::new();
        for folder in folders {
            let replaces = OF_IMAGE.iter().any(|of| folder.starts_with(of))
                || OF_IMAGE_ITSELF.iter().any(|of| folder == Path::new(of));
            if replaces {
                let path = shown(&folder.to_string_lossy());
                return Err(bad(say!("path-of-image", path)));
            }
            let flag = flag(folder)?;
            if there.contains(&flag) || mounts.contains(&flag) {
                continue;
            }
            let place = |word: &String| target(word).is_some_and(|target| Path::new(target) == folder);
            let taken = folder == Path::new(TEMPORARY)
                || there.iter().any(|word| place(word) && !is_read_only(word, &flag));
            if taken {
                let path = shown(&folder.to_string_lossy());
                return Err(bad(say!("target-twice", path)));
            }
            mounts.push(flag);
        }
        Ok(Self(mounts))
    }

    /// The command line with them: before its image, where engines read flags.
    #[must_use]
    pub fn added_to(&self, mut arguments: Vec<String>) -> Vec<String> {
        let command = arguments.split_off(end_of_flags(&arguments));
        arguments.retain(|word| !self.0.iter().any(|flag| is_read_only(word, flag)));
        arguments.extend(self.0.iter().cloned());
        arguments.extend(command);
        arguments
    }
}

/// Where the image is: each flag is one word.
pub(crate) fn end_of_flags(arguments: &[String]) -> usize {
    let flags = arguments.iter().skip(1).take_while(|word| word.starts_with("--"));
    (flags.count() + 1).min(arguments.len())
}

fn flag(folder: &Path) -> Result<String> {
    let text = folder
        .to_str()
        .ok_or_else(|| bad(say!("path-unfit", path = shown(&folder.to_string_lossy()))))?;
    let mount = Mount {
        source: MountSource::Path(text.to_owned()),
        target: text.to_owned(),
        read_only: false,
    };
    mount.flag()
}

/// The same mount as `flag`, without the right to change anything.
fn is_read_only(word: &str, flag: &str) -> bool {
    word.strip_suffix(READ_ONLY) == Some(flag)
}

/// Where in the container a flag mounts something.
fn target(flag: &str) -> Option<&str> {
    let mut parts = flag.strip_prefix("--mount=")?.split(',');
    parts.find_map(|part| part.strip_prefix("target="))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Confinement, ContainerRun, ContainerUser, confined};

    /// What runs for this line, with these paths to be read.
    fn line(words: &[&str], read: &[PathBuf]) -> Vec<String> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let run = ContainerRun::of("docker", &words)
            .expect("a container")
            .expect("understood");
        let confinement = Confinement {
            user: ContainerUser::Rootless,
            read,
            write: &[],
            network: crate::ContainerNetwork::Nothing,
            variables: &[],
        };
        confined(&run, &confinement).expect("it fits").arguments
    }

    fn with(arguments: &[String], folders: &[&str]) -> Result<Vec<String>> {
        let folders: Vec<PathBuf> = folders.iter().map(PathBuf::from).collect();
        let mounts = FolderMounts::beside(arguments, &folders)?;
        Ok(mounts.added_to(arguments.to_vec()))
    }

    // Proves ROO-07, S-14.
    #[test]
    fn a_folder_is_one_more_mount_at_its_own_path_and_nothing_else_changes() {
        let before = line(&["run", "-i", "notes:1", "--mount=type=bind", "/srv/a"], &[]);
        let found = with(&before, &["/srv/a", "/home/ada/my notes"]).expect("they fit");
        let image = before
            .iter()
            .position(|word| word == "notes:1")
            .expect("an image");
        let mut expected = before.clone();
        let mounts = ["/srv/a", "/home/ada/my notes"]
            .map(|path| format!("--mount=type=bind,source={path},target={path}"));
        expected.splice(image..image, mounts);
        assert_eq!(found, expected);
        assert_eq!(with(&before, &[]).expect("it fits"), before);
    }

    // Proves ROO-07.
    #[test]
    fn a_folder_that_may_be_read_already_is_mounted_once_and_may_be_changed() {
        let read = [PathBuf::from("/srv/a")];
        let before = line(&["run", "-v", "/srv/b:/srv/b", "notes:1"], &read);
        let found = with(&before, &["/srv/a", "/srv/b"]).expect("they fit");
        let mounts: Vec<_> = found.iter().filter(|word| word.starts_with("--mount=")).collect();
        assert_eq!(
            mounts,
            [
                "--mount=type=bind,source=/srv/b,target=/srv/b",
                "--mount=type=bind,source=/srv/a,target=/srv/a",
            ]
        );
    }

    // Proves S-68, S-92.
    #[test]
    fn no_folder_replaces_another_mount_or_controls_the_computer() {
        let before = line(&["run", "-v", "/srv/other:/srv/a:ro", "notes:1"], &[]);
        for folder in [
            "/srv/a",
            "/tmp",
            "/",
            "/proc",
            "/run/user/1000",
            "/run/media",
            "/run/media/ada/disk",
            "/run/media/../user/1000",
            "/run/media/ada/docker.sock",
            "/var",
            "/usr/local/bin",
            "/lib64",
            "/opt",
            "/x/docker.sock",
            "/srv/b,readonly",
            "/srv/\"b\"",
            "relative",
        ] {
            assert!(with(&before, &[folder]).is_err(), "{folder}");
        }
        assert!(with(&before, &["/srv", "/opt/notes", "/library"]).is_ok());
    }
}
