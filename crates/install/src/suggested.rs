//! Servers that are suggested to a person who has none: a list in the repository, `suggested.json`, with the source, the package and
//! the exact version of each. A suggestion is a draft that the form is filled with; it is reviewed like any other, and an entry
//! here allows nothing.

use portcullis_core::{Error, Result};
use portcullis_domain::{Endpoint, NamedValue, ServerDraft, SuggestionNeed};
use portcullis_l10n::say_by;
use portcullis_packages::Ecosystem;
use serde::Deserialize;
use std::collections::BTreeMap;

const LIST: &str = include_str!("../suggested.json");

/// Stands in an argument or a variable for the folder that the person chooses.
pub const FOLDER: &str = "{folder}";

/// A server of the list.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuggestedEntry {
    /// Stable, in kebab case.
    pub id: String,
    /// What its makers call it.
    pub name: String,
    /// Who makes it.
    pub publisher: String,
    /// Its repository.
    pub source: String,
    /// Where the package is.
    pub registry: Ecosystem,
    /// The package.
    pub package: String,
    /// The exact version.
    pub version: String,
    /// It starts a browser, which builds a sandbox of its own: what its fence is proposed to allow.
    #[serde(default)]
    pub own_sandbox: bool,
    #[serde(default)]
    arguments: Vec<String>,
    /// Environment variables that are no secrets.
    #[serde(default)]
    variables: BTreeMap<String, String>,
    /// Besides the program that runs it.
    #[serde(default)]
    pub needs: Vec<SuggestionNeed>,
}

impl SuggestedEntry {
    /// In one sentence, what a model can do with it.
    #[must_use]
    pub fn purpose(&self) -> String {
        say_by!("suggested-", self.id)
    }

    /// What the folder is for that it needs.
    #[must_use]
    pub fn folder_use(&self) -> String {
        say_by!("suggested-folder-", self.id)
    }

    /// What the form is filled with. [`FOLDER`] stands where the folder goes, and keys are missing.
    #[must_use]
    pub fn draft(&self) -> ServerDraft {
        let mut arguments = match self.registry {
            Ecosystem::Npm => vec!["-y".to_owned(), format!("{}@{}", self.package, self.version)],
            Ecosystem::PyPi => vec![format!("{}=={}", self.package, self.version)],
        };
        arguments.extend(self.arguments.iter().cloned());
        let variables = self.variables.iter().map(|(name, value)| NamedValue {
            name: name.clone(),
            value: Some(value.clone()),
            secret: false,
        });
        let endpoint = Endpoint::Command {
            program: self.registry.launcher().to_owned(),
            arguments,
            folder: None,
        };
        ServerDraft {
            environment: variables.collect(),
            ..ServerDraft::unfenced(self.name.clone(), endpoint)
        }
    }
}

/// The list, in the order in which it is shown.
///
/// # Errors
/// `internal` where this copy was built with a list that cannot be read.
pub fn suggested() -> Result<Vec<SuggestedEntry>> {
    serde_json::from_str(LIST).map_err(Error::internal)
}

/// Whether a package is of a server of the list that starts a browser. In any version: which one runs is approved apart from it.
pub(crate) fn has_own_sandbox(registry: Ecosystem, package: &str) -> bool {
    // A list that cannot be read is told where it is shown.
    suggested().is_ok_and(|list| {
        list.iter()
            .any(|one| one.own_sandbox && one.registry == registry && one.package == package)
    })
}

#[cfg(test)]
#[path = "suggested_tests.rs"]
mod tests;
