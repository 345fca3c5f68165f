//! Follows the links in paths that a decision rests on, where the host can see them: on this computer, for a server
//! that is a program here. The policy itself reads no disk.

use super::{Entry, views};
use crate::limits;
use portcullis_approval::policy::SymlinkState;
use portcullis_domain::ServerLocation;
use portcullis_programs::real_path;
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Where these absolute paths lead now, for a call of this server.
pub(super) async fn follow(entry: &Entry, paths: BTreeSet<String>) -> SymlinkState {
    if views::whereabouts(&entry.row().draft) != ServerLocation::Local {
        return SymlinkState::Unseen;
    }
    if paths.is_empty() {
        return SymlinkState::Followed(std::iter::empty().collect());
    }
    let each = |path: String| {
        let real = real(Path::new(&path));
        (path, real)
    };
    let all = tokio::task::spawn_blocking(move || paths.into_iter().map(each).collect());
    // A disk that does not answer is no reason to let a call through, nor to wait for it.
    match tokio::time::timeout(limits::LINKS_WITHIN, all).await {
        Ok(Ok(followed)) => SymlinkState::Followed(followed),
        _ => SymlinkState::Followed(std::iter::empty().collect()),
    }
}

/// Where a path leads: its longest part that exists with all links followed, and the rest as it is written. `None` in
/// doubt: it may not be read, it goes through a link to what is not there yet, or it is on another computer, where Windows would
/// sign in.
fn real(path: &Path) -> Option<PathBuf> {
    for part in path.ancestors() {
        match real_path(part) {
            Ok(mut real) => {
                real.extend(path.strip_prefix(part).ok()?);
                return Some(real);
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if part.symlink_metadata().is_ok() {
                    return None;
                }
            }
            Err(_) => return None,
        }
    }
    None
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    // Proves S-38.
    #[test]
    fn links_are_followed_as_far_as_there_is_anything_and_doubt_is_no_answer() {
        let room = tempfile::tempdir().unwrap();
        let room = room.path().canonicalize().unwrap();
        std::fs::create_dir_all(room.join("notes/deep")).unwrap();
        std::fs::create_dir(room.join("other")).unwrap();
        std::fs::write(room.join("other/key"), "").unwrap();
        symlink(room.join("other"), room.join("notes/out")).unwrap();
        symlink(room.join("other/new"), room.join("notes/later")).unwrap();
        symlink(room.join("notes/round"), room.join("notes/round")).unwrap();
        let leads = |path: &str| real(&room.join(path)).map(|it| it.strip_prefix(&room).unwrap().to_owned());
        let is = |path: &str| Some(PathBuf::from(path));
        assert_eq!(leads("notes/deep"), is("notes/deep"));
        assert_eq!(leads("notes/new/a"), is("notes/new/a"));
        assert_eq!(leads("notes/out/key"), is("other/key"));
        assert_eq!(leads("notes/out/new/a"), is("other/new/a"));
        assert_eq!(
            leads("notes/later"),
            None,
            "written through it, it would be elsewhere"
        );
        assert_eq!(leads("notes/later/a"), None);
        assert_eq!(leads("notes/round"), None);
        assert_eq!(leads("other/key/a"), None, "below a file there is nothing");
        let written = real(&room.join("notes/out")).unwrap().into_os_string();
        assert_eq!(written, room.join("other").into_os_string(), "as it is shown");
    }
}

#[cfg(test)]
#[cfg(windows)]
mod tests {
    use super::real;
    use std::path::Path;

    // Proves S-38.
    #[test]
    fn a_path_on_another_computer_is_in_doubt_and_not_looked_at() {
        let begun = std::time::Instant::now();
        assert_eq!(real(Path::new(r"\\192.0.2.1\share\notes.txt")), None);
        assert_eq!(real(Path::new("//192.0.2.1/share/notes.txt")), None);
        assert!(begun.elapsed() < std::time::Duration::from_secs(2));
    }

    #[test]
    fn a_path_has_no_prefix_that_a_person_would_not_write() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path().to_owned(), folder.path().join("new")] {
            let real = real(&path).unwrap();
            assert!(!real.to_string_lossy().starts_with('\\'), "{real:?}");
        }
    }
}
