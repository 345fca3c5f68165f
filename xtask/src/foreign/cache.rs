//! Where the foreign systems' tools are kept: outside the checkout, since they are larger than all of it.

use crate::{Done, place, tool};
use std::path::{Path, PathBuf};

/// The variable that names another folder.
const VARIABLE: &str = "PORTCULLIS_FOREIGN_CACHE";

/// Free space that is needed in all, in GiB: with programs and tests of both systems, and only to check.
const FULL_GIB: u64 = 28;
const CHECK_GIB: u64 = 16;

/// The folder.
pub(super) struct Cache(PathBuf);

impl Cache {
    /// The folder that the variable names, else one among the person's caches. Made where it is not there.
    pub(super) fn open() -> Done<Self> {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let folder = variable(VARIABLE)
            .map(PathBuf::from)
            .or_else(|| Some(PathBuf::from(variable("XDG_CACHE_HOME")?).join("portcullis-foreign")))
            .or_else(|| Some(std::env::home_dir()?.join(".cache/portcullis-foreign")))
            .ok_or_else(|| format!("There is no home folder. Name a folder in {VARIABLE}."))?;
        std::fs::create_dir_all(&folder)
            .and_then(|()| folder.canonicalize())
            .map_err(|error| format!("The folder {} could not be made: {error}.", folder.display()))
            .and_then(|folder| match folder.starts_with(place::root()) {
                true => Err(format!(
                    "{} is in the checkout. Name a folder outside of it in {VARIABLE}.",
                    folder.display()
                )),
                false => Ok(Self(folder)),
            })
    }

    pub(super) fn folder(&self) -> &Path {
        &self.0
    }

    /// The Debian that everything runs in.
    pub(super) fn root(&self) -> PathBuf {
        self.0.join("root")
    }

    /// A folder of it, made where it is not there.
    pub(super) fn part(&self, name: &str) -> Done<PathBuf> {
        let folder = self.0.join(name);
        std::fs::create_dir_all(&folder)
            .map_err(|error| format!("The folder {} could not be made: {error}.", folder.display()))?;
        Ok(folder)
    }

    /// How large it is, in words.
    pub(super) fn size(&self) -> String {
        match self.kib() {
            Some(kib) => format!("{:.1} GiB", kib as f64 / f64::from(1 << 20)),
            None => "an unknown amount".into(),
        }
    }

    fn kib(&self) -> Option<u64> {
        // It ends with 1 where it may not look at a part, and says the rest all the same.
        let output = tool::command("du").args(["-skx"]).arg(&self.0).output().ok()?;
        first_number(&String::from_utf8_lossy(&output.stdout))
    }

    /// Whether the disk has room for what is still to come.
    pub(super) fn has_room(&self, check: bool) -> Done {
        let folder = self.0.to_string_lossy();
        let free = tool::says("df", &["-Pk", "--output=avail", &folder]).and_then(|said| {
            let last = said.lines().last()?;
            first_number(last)
        });
        let (Some(free), Some(used)) = (free, self.kib()) else {
            // Whether there is room is found out by running out of it.
            return Ok(());
        };
        let needed = if check { CHECK_GIB } else { FULL_GIB } << 20;
        if free + used < needed {
            return Err(format!(
                "{folder} needs {} GiB in all, and its disk has {} GiB left. Name a folder on another disk in {VARIABLE}.",
                needed >> 20,
                free >> 20
            ));
        }
        Ok(())
    }
}

fn first_number(text: &str) -> Option<u64> {
    text.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::first_number;

    #[test]
    fn the_size_is_the_first_word() {
        assert_eq!(first_number("4916304\t/cache\n"), Some(4_916_304));
        assert_eq!(first_number("Avail"), None);
    }
}
