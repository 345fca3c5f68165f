//! A package that was fetched: what is recorded of it, and its row in a review.

use portcullis_core::text::escape_line;
use portcullis_domain::{LaunchField, ReviewRow};
use portcullis_l10n::say;
use portcullis_packages::{Ecosystem, PackageRequest, PackageTree};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The row of a review.
const FIELD: LaunchField = LaunchField::Package;
/// Characters of a digest that a person is shown.
const SHOWN: usize = 16;

/// A package that was fetched once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FetchedPackage {
    /// What was asked for: fetching it again gives its newest version.
    pub request: PackageRequest,
    /// The launcher and its arguments, as they were typed.
    pub typed: Vec<String>,
    /// The version that was fetched.
    pub version: String,
    /// What the registry said the archive is, or the archives of its version.
    pub integrity: Option<String>,
    /// Packages in the tree.
    pub packages: u32,
    /// When it was fetched, in milliseconds since 1970.
    pub at: u64,
    /// Its files.
    pub tree: PackageTree,
}

impl FetchedPackage {
    /// `@scope/name 1.2.3`.
    #[must_use]
    pub fn in_words(&self) -> String {
        format!("{} {}", self.request.name, self.version)
    }

    /// A request for exactly the version that this is.
    #[must_use]
    pub fn as_it_was(&self) -> PackageRequest {
        let version = match self.request.ecosystem {
            Ecosystem::Npm => self.version.clone(),
            Ecosystem::PyPi => format!("=={}", self.version),
        };
        PackageRequest {
            version: Some(version),
            ..self.request.clone()
        }
    }

    /// What its server gives to its program, of the arguments of its command. A person may have changed them since the fetch. `None`
    /// where the command is another one by now.
    fn own_arguments<'a>(&self, arguments: &'a [String]) -> Option<&'a [String]> {
        let is_inside = |word: &String| Path::new(word).starts_with(&self.tree.folder);
        let script = arguments.iter().position(is_inside)?;
        arguments.get(script + 1..)
    }

    /// The launcher and its arguments as they were typed, with what its server gives to its program now.
    #[must_use]
    pub fn typed_now(&self, arguments: &[String]) -> Vec<String> {
        let kept = self.typed.len().saturating_sub(self.request.arguments.len());
        match self.own_arguments(arguments) {
            Some(own) => self.typed.iter().take(kept).chain(own).cloned().collect(),
            None => self.typed.clone(),
        }
    }

    /// What was asked for, with what its server gives to its program now.
    #[must_use]
    pub fn request_now(&self, arguments: &[String]) -> PackageRequest {
        let own = self.own_arguments(arguments).unwrap_or(&self.request.arguments);
        PackageRequest {
            arguments: own.to_vec(),
            ..self.request.clone()
        }
    }

    /// Whether another one has its version and is another archive: a registry gives each version once. On PyPI a version is several
    /// archives, to which others may be added.
    #[must_use]
    pub fn is_other_archive(&self, other: &Self) -> bool {
        let is_same = self.is_of_package(other) && self.version == other.version;
        let archives = self.integrity.as_deref().zip(other.integrity.as_deref());
        is_same
            && archives.is_some_and(|(one, other)| match self.request.ecosystem {
                Ecosystem::Npm => one != other,
                Ecosystem::PyPi => one.split(' ').all(|hash| other.split(' ').all(|it| it != hash)),
            })
    }

    /// Whether it is certainly a newer version than another one of its package. What is added to the numbers of a release is not
    /// compared.
    #[must_use]
    pub fn is_newer_than(&self, other: &Self) -> bool {
        let numbers = numbers(&self.version).zip(numbers(&other.version));
        self.is_of_package(other) && numbers.is_some_and(|(own, other)| own > other)
    }

    fn is_of_package(&self, other: &Self) -> bool {
        self.request.ecosystem == other.request.ecosystem && self.request.name == other.request.name
    }
}

/// The numbers of a release; `None` where there is more than numbers in it.
fn numbers(version: &str) -> Option<Vec<u64>> {
    let release = version.split(['-', '+']).next()?;
    let numbers: Option<Vec<u64>> = release.split('.').map(|number| number.parse().ok()).collect();
    let mut numbers = numbers?;
    // `1.2` and `1.2.0` are one release on PyPI.
    while numbers.last() == Some(&0) {
        numbers.pop();
    }
    Some(numbers)
}

pub(super) fn row(package: &FetchedPackage) -> ReviewRow {
    let digest = escape_line(package.tree.sha256.get(..SHOWN).unwrap_or_default()).text;
    let note = say!(
        "package-note",
        registry = package.request.ecosystem.called(),
        count = package.packages,
        digest
    );
    super::rows::row(FIELD, vec![super::rows::value(&package.in_words(), Some(note))])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(version: &str) -> FetchedPackage {
        FetchedPackage {
            request: PackageRequest {
                ecosystem: Ecosystem::Npm,
                name: "pack".to_owned(),
                version: None,
                program: None,
                arguments: Vec::new(),
            },
            typed: Vec::new(),
            version: version.to_owned(),
            integrity: None,
            packages: 1,
            at: 0,
            tree: PackageTree {
                folder: "/tree".into(),
                sha256: String::new(),
                files: 0,
                bytes: 0,
                stamp: String::new(),
            },
        }
    }

    #[test]
    fn a_version_is_newer_only_where_its_numbers_say_so() {
        for (one, other, newer) in [
            ("1.10.0", "1.9.9", true),
            ("2.0.0", "1.9.9-rc.1", true),
            ("2025.1.1", "2024.12.31", true),
            ("1.2.1", "1.2", true),
            ("1.9.9", "1.10.0", false),
            ("1.2.0", "1.2", false),
            ("1.2.3", "1.2.3-rc.1", false),
            ("1!1.0", "2.0", false),
            ("1.0rc1", "0.9", false),
        ] {
            assert_eq!(
                package(one).is_newer_than(&package(other)),
                newer,
                "{one} {other}"
            );
        }
        let mut another = package("1.0.0");
        another.request.name = "other".to_owned();
        assert!(!package("2.0.0").is_newer_than(&another), "of another package");
    }

    #[test]
    fn an_archive_is_another_one_only_for_the_same_version_of_the_same_package() {
        let with = |version: &str, integrity: Option<&str>| FetchedPackage {
            integrity: integrity.map(str::to_owned),
            ..package(version)
        };
        let one = with("1.0.0", Some("sha512-a"));
        assert!(one.is_other_archive(&with("1.0.0", Some("sha512-b"))));
        assert!(!one.is_other_archive(&with("1.0.0", Some("sha512-a"))));
        assert!(!one.is_other_archive(&with("1.0.0", None)), "not known");
        assert!(!one.is_other_archive(&with("1.0.1", Some("sha512-b"))));
        let mut another = with("1.0.0", Some("sha512-b"));
        another.request.name = "other".to_owned();
        assert!(!one.is_other_archive(&another), "of another package");

        let of_pypi = |hashes: &str| {
            let mut package = with("1.0.0", Some(hashes));
            package.request.ecosystem = Ecosystem::PyPi;
            package
        };
        let two = of_pypi("sha256:a sha256:b");
        assert!(two.is_other_archive(&of_pypi("sha256:c sha256:d")));
        for more in ["sha256:a sha256:b sha256:c", "sha256:b"] {
            assert!(!two.is_other_archive(&of_pypi(more)), "{more}");
        }
    }

    #[test]
    fn what_was_fetched_can_be_asked_for_again_with_the_arguments_of_now() {
        let mut fetched = package("1.2.3");
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        fetched.request.arguments = words(&["/old"]);
        fetched.typed = words(&["npx", "-y", "pack", "/old"]);
        assert_eq!(fetched.in_words(), "pack 1.2.3");
        assert_eq!(fetched.as_it_was().version.as_deref(), Some("1.2.3"));
        assert_eq!(fetched.request_now(&[]).version, None);
        fetched.request.ecosystem = Ecosystem::PyPi;
        assert_eq!(fetched.as_it_was().version.as_deref(), Some("==1.2.3"));

        let now = words(&["--flag", "/tree/pack/index.js", "/new", "--deep"]);
        assert_eq!(
            fetched.typed_now(&now),
            words(&["npx", "-y", "pack", "/new", "--deep"])
        );
        assert_eq!(fetched.request_now(&now).arguments, words(&["/new", "--deep"]));
        // Another command by now.
        let other = words(&["server.js"]);
        assert_eq!(fetched.typed_now(&other), fetched.typed);
        assert_eq!(fetched.request_now(&other).arguments, words(&["/old"]));
    }
}
