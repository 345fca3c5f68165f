//! A folder that a person chose, before it is a server's: what it really is, and what is unusual about it (ROO-04,
//! S-72). Every path in here is a real one: no link is left in it and no `..`.

use crate::limits::ROOT_PATH;
use portcullis_core::ids::ServerId;
use portcullis_core::key_places::{holds_secret_place, secret_place};
use portcullis_core::{Code, Error, Result, causes, text};
use portcullis_domain::Foreign;
use portcullis_l10n::say;
use std::path::{Path, PathBuf};

/// A folder that may be added: nothing about it is unusual, or the person confirmed what is.
#[derive(Debug)]
pub struct ChosenRoot {
    pub(super) server: ServerId,
    pub(super) path: String,
}

/// A folder that is more than most. It cannot be added as it is.
#[derive(Debug)]
pub struct WideRoot {
    chosen: ChosenRoot,
    warnings: Vec<String>,
}

/// A folder that was looked at.
#[derive(Debug)]
pub enum LookedAtRoot {
    /// Nothing about it is unusual.
    Plain(ChosenRoot),
    /// The person has to confirm it.
    Wide(WideRoot),
}

impl LookedAtRoot {
    /// Looks. Blocks.
    pub(super) fn look(server: ServerId, folder: &Path, data: &Path, home: Option<&Path>) -> Result<Self> {
        let shown = text::escape_line(&folder.to_string_lossy()).text;
        let bad = |sentence: String| Error::new(Code::BadInput, sentence);
        if !folder.is_absolute() {
            return Err(bad(say!("folder-not-absolute", folder = shown)));
        }
        let real = real(folder).map_err(|error| {
            bad(say!(
                "folder-unreadable",
                folder = shown,
                reason = causes::io(&error)
            ))
        })?;
        if !real.is_dir() {
            return Err(bad(say!("folder-not-folder", folder = shown)));
        }
        let path = real
            .to_str()
            .ok_or_else(|| bad(say!("folder-name", folder = shown)))?;
        if path.len() > ROOT_PATH || uri(path).is_none() {
            return Err(bad(say!("folder-uri", folder = shown)));
        }
        if inside(&real, data) {
            return Err(bad(say!("folder-own-data", folder = shown)));
        }
        let chosen = ChosenRoot {
            server,
            path: path.to_owned(),
        };
        let warnings = warnings(&real, data, home);
        Ok(match warnings.is_empty() {
            true => Self::Plain(chosen),
            false => Self::Wide(WideRoot { chosen, warnings }),
        })
    }

    /// The folder, and what is unusual about it.
    pub(super) fn parts(&self) -> (&ChosenRoot, &[String]) {
        match self {
            Self::Plain(chosen) => (chosen, &[]),
            Self::Wide(wide) => (&wide.chosen, &wide.warnings),
        }
    }
}

impl WideRoot {
    /// The folder as a person may see it.
    #[must_use]
    pub fn shown(&self) -> Foreign {
        self.chosen.shown()
    }

    /// What is unusual about it, at least one sentence.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The folder to add, after a person who read the warnings said yes, and nothing after a no (S-72).
    #[must_use]
    pub fn answered(self, yes: bool) -> Option<ChosenRoot> {
        yes.then_some(self.chosen)
    }
}

impl ChosenRoot {
    /// The same folder, if it still is what it was. Blocks.
    pub(super) fn still(self) -> Result<Self> {
        if is_still(&self.path) {
            return Ok(self);
        }
        Err(Error::new(
            Code::BadInput,
            say!("folders-changed", folder = self.shown().text),
        ))
    }

    /// The folder as a person may see it.
    #[must_use]
    pub fn shown(&self) -> Foreign {
        text::escape_line(&self.path)
    }
}

/// The path without links. On Windows without the prefix that hardly any program reads.
fn real(path: &Path) -> std::io::Result<PathBuf> {
    let real = path.canonicalize()?;
    let plain = cfg!(windows)
        .then(|| real.to_str()?.strip_prefix(r"\\?\").map(PathBuf::from))
        .flatten();
    Ok(plain.filter(|plain| plain.is_absolute()).unwrap_or(real))
}

/// Whether a path is still the folder that was chosen, and not a link to another by now. Blocks.
pub(super) fn is_still(path: &str) -> bool {
    let path = Path::new(path);
    path.is_dir() && real(path).is_ok_and(|real| real == path)
}

/// The address of a folder (ROO-02).
pub(super) fn uri(path: &str) -> Option<String> {
    url::Url::from_file_path(path).ok().map(Into::into)
}

/// `path` is `folder` or below it.
fn inside(path: &Path, folder: &Path) -> bool {
    real(folder).is_ok_and(|folder| path.starts_with(folder))
}

/// What is unusual about a folder, each a sentence. Blocks.
pub(super) fn warnings(path: &Path, data: &Path, home: Option<&Path>) -> Vec<String> {
    let home = home.and_then(|home| real(home).ok());
    let mut found = Vec::new();
    if path.parent().is_none() {
        found.push(say!("folder-warning-computer"));
    } else if home.as_ref().is_some_and(|home| home == path) {
        found.push(say!("folder-warning-home"));
    } else if home.as_ref().is_some_and(|home| home.starts_with(path)) {
        found.push(say!("folder-warning-around-home"));
    }
    if real(data).is_ok_and(|data| data.starts_with(path)) {
        found.push(say!("folder-warning-data"));
    }
    if let Some(place) = secret_place(&path.to_string_lossy()) {
        let what = place.in_words();
        found.push(say!("folder-warning-keys", what));
    } else if let Some(home) = home.filter(|home| !home.starts_with(path))
        && holds_secret_place(&path.to_string_lossy(), &home.to_string_lossy())
    {
        found.push(say!("folder-warning-around-keys"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves ROO-02.
    #[test]
    #[cfg(unix)]
    fn every_address_is_a_file_and_correctly_escaped() {
        let cases = [
            ("/home/ada", "file:///home/ada"),
            ("/Müller & Co", "file:///M%C3%BCller%20&%20Co"),
            ("/a#b?c%d", "file:///a%23b%3Fc%25d"),
            ("/a\"<>`{}", "file:///a%22%3C%3E%60%7B%7D"),
            ("/a\\b", "file:///a%5Cb"),
            ("/a\nb", "file:///a%0Ab"),
            ("/", "file:///"),
        ];
        for (path, expected) in cases {
            assert_eq!(uri(path).unwrap(), expected);
            let back = url::Url::parse(expected).unwrap().to_file_path().unwrap();
            assert_eq!(back, Path::new(path), "and back");
        }
        assert_eq!(uri("relative"), None);
    }

    // Proves S-72.
    #[test]
    fn what_is_more_than_a_project_is_said() {
        let home = tempfile::tempdir().unwrap();
        let home = real(home.path()).unwrap();
        let data = home.join(".local/share/portcullis");
        for folder in [&data, &home.join(".ssh/keys"), &home.join("project")] {
            std::fs::create_dir_all(folder).unwrap();
        }
        let said = |path: &Path| warnings(path, &data, Some(&home)).len();
        assert_eq!(said(&home.join("project")), 0);
        assert_eq!(said(&home.join(".ssh")), 1);
        assert_eq!(said(&home.join(".ssh/keys")), 1);
        assert_eq!(said(&home.join(".local")), 2, "our data is in it, and keychains");
        assert_eq!(said(&home.join(".config")), 1, "settings of browsers are in it");
        assert_eq!(said(&home.join(".config/notes")), 0);
        assert_eq!(said(&home), 2);
        assert_eq!(said(home.parent().unwrap()), 2);
        let whole = home.ancestors().last().unwrap();
        assert_eq!(said(whole), 2);
    }

    // Proves S-72.
    #[test]
    fn a_wide_folder_is_added_after_a_yes_alone() {
        let (home, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let project = home.path().join("project");
        std::fs::create_dir(&project).unwrap();
        let look = |folder: &Path| {
            let server = ServerId("notes".to_owned());
            LookedAtRoot::look(server, folder, data.path(), Some(home.path())).unwrap()
        };
        let wide = |folder: &Path| match look(folder) {
            LookedAtRoot::Wide(wide) => wide,
            LookedAtRoot::Plain(plain) => panic!("not asked about: {plain:?}"),
        };
        let whole = home.path().ancestors().last().unwrap();
        for folder in [home.path(), home.path().parent().unwrap(), whole] {
            assert!(!wide(folder).warnings().is_empty());
            assert!(wide(folder).answered(false).is_none(), "{}", folder.display());
            let chosen = wide(folder).answered(true).unwrap();
            assert_eq!(Path::new(&chosen.path), real(folder).unwrap());
        }
        assert!(matches!(look(&project), LookedAtRoot::Plain(_)));
    }
}
