//! The variables that load code and that a bundle may set all the same: the template of the format sets them, for folders of the
//! bundle itself, which the person reviews with it (S-12).

use super::same;
use crate::real_path;
use std::path::{Component, Path};

/// Where Python and Node.js look for modules. Nothing else that is refused can be held to a folder.
const MODULE_FOLDERS: [&str; 2] = ["PYTHONPATH", "NODE_PATH"];
/// Between two folders. Neither of the two programs knows quotation marks around one.
const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// Whether a bundle may set the variable `name` for its own folders.
#[must_use]
pub fn names_module_folders(name: &str) -> bool {
    MODULE_FOLDERS.iter().any(|listed| same(name, listed))
}

/// Whether a variable names folders of `bundle` and nothing else, by the text of its value.
#[must_use]
pub fn names_own_folders(name: &str, value: &str, bundle: &Path) -> bool {
    names_module_folders(name) && folders(value).all(|folder| is_inside(folder, bundle))
}

/// The same on the disk too: no link leads out of the folder of `bundle`, as it is now. Blocking.
#[must_use]
pub fn loads_own_modules(name: &str, value: &str, bundle: &Path) -> bool {
    let is_folder = bundle.symlink_metadata().is_ok_and(|found| found.is_dir());
    is_folder
        && names_own_folders(name, value, bundle)
        && real_path(bundle).is_ok_and(|real| folders(value).all(|folder| leads_inside(folder, &real)))
}

fn folders(value: &str) -> impl Iterator<Item = &Path> {
    value.split(SEPARATOR).map(Path::new)
}

/// An empty entry or a relative one counts from the working folder, so it is not inside.
fn is_inside(folder: &Path, bundle: &Path) -> bool {
    folder.is_absolute()
        && folder.strip_prefix(bundle).is_ok_and(|rest| {
            let mut parts = rest.components();
            parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
        })
}

/// What is not there yet may be made while the server runs, in the folder that is there.
fn leads_inside(folder: &Path, real_bundle: &Path) -> bool {
    let there = folder.ancestors().find(|path| path.symlink_metadata().is_ok());
    there.is_some_and(|path| real_path(path).is_ok_and(|real| real.starts_with(real_bundle)))
}

#[cfg(test)]
mod tests {
    use super::{SEPARATOR, names_own_folders};
    use std::path::Path;

    // Proves S-12.
    #[test]
    fn folders_of_a_bundle_are_told_by_their_text() {
        let root = if cfg!(windows) { "C:/" } else { "/" };
        let bundle = format!("{root}data/a");
        let is_own = |name: &str, value: &str| names_own_folders(name, value, Path::new(&bundle));
        let lib = format!("{bundle}/lib");
        for name in ["PYTHONPATH", "NODE_PATH"] {
            for own in [
                lib.clone(),
                bundle.clone(),
                format!("{bundle}/./server//lib/"),
                format!("{lib}{SEPARATOR}{bundle}/more"),
            ] {
                assert!(is_own(name, &own), "{own}");
            }
            for other in [
                String::new(),
                "lib".to_owned(),
                "./lib".to_owned(),
                format!("{root}data"),
                format!("{root}data/ab/lib"),
                format!("{root}data/b/lib"),
                format!("{bundle}/../b/lib"),
                format!("{bundle}/lib/.."),
                format!("{lib}{SEPARATOR}"),
                format!("{SEPARATOR}{lib}"),
                format!("{lib}{SEPARATOR}{SEPARATOR}{lib}"),
                format!("{lib}{SEPARATOR}{root}data/b"),
                format!("\"{lib}\""),
            ] {
                assert!(!is_own(name, &other), "{other}");
            }
        }
        for name in ["PYTHONHOME", "NODE_OPTIONS", "LD_LIBRARY_PATH", "PATH", ""] {
            assert!(!is_own(name, &lib), "{name}");
        }
    }

    // Proves S-12.
    #[cfg(unix)]
    #[test]
    fn a_link_out_of_a_bundle_is_followed_also_where_it_leads_to_nothing() {
        use std::os::unix::fs::symlink;

        let room = tempfile::tempdir().unwrap();
        let [bundle, other] = ["bundle", "other"].map(|name| room.path().join(name));
        for folder in [&bundle, &other] {
            std::fs::create_dir_all(folder.join("lib")).unwrap();
        }
        symlink(&other, bundle.join("out")).unwrap();
        symlink(bundle.join("lib"), bundle.join("in")).unwrap();
        symlink(room.path().join("nothing"), bundle.join("broken")).unwrap();
        let loads = |folder: &str, bundle: &Path| {
            let value = bundle.join(folder).to_string_lossy().into_owned();
            super::loads_own_modules("PYTHONPATH", &value, bundle)
        };
        for own in ["lib", "in", "in/deeper", "not/there/yet"] {
            assert!(loads(own, &bundle), "{own}");
        }
        for out in ["out", "out/lib", "out/not/there/yet", "broken", "broken/lib"] {
            assert!(!loads(out, &bundle), "{out}");
        }
        let link = room.path().join("link");
        symlink(&bundle, &link).unwrap();
        assert!(!loads("lib", &link), "the folder itself is a link");
        assert!(!loads("lib", &room.path().join("gone")));
    }
}
