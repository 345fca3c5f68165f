//! Servers that are suggested: the list of `portcullis-install`, with what this computer lacks for each. Nothing is started or
//! reached for it, and nothing is done with it: what the person makes of a suggestion is reviewed like any other draft.

use super::Host;
use super::doctor::install;
use crate::host::blocking;
use portcullis_api::SuggestedServer;
use portcullis_core::Result;
use portcullis_domain::SuggestionNeed;
use portcullis_install::SuggestedEntry;
use portcullis_programs::{Runtime, SearchPath, System, locate};

impl Host {
    /// Well-known servers, for a person who has none yet.
    ///
    /// # Errors
    /// `internal`.
    pub async fn suggested_servers(&self) -> Result<Vec<SuggestedServer>> {
        let search = self.0.search_path().await;
        blocking(move || {
            let list = portcullis_install::suggested()?.into_iter();
            Ok(list.filter_map(|one| seen(one, &search)).collect())
        })
        .await?
    }
}

/// `None` for a launcher that comes with no runtime that is known, which no entry of the list has.
fn seen(one: SuggestedEntry, search: &SearchPath) -> Option<SuggestedServer> {
    let launcher = one.registry.launcher();
    let runtime = Runtime::of(launcher)?;
    let wants_folder = one.needs.contains(&SuggestionNeed::Folder {});
    Some(SuggestedServer {
        purpose: one.purpose(),
        folder_use: wants_folder.then(|| one.folder_use()),
        draft: one.draft(),
        runtime: runtime.name().to_owned(),
        installed: locate(launcher, search).is_ok(),
        install: install(runtime.install(System::here())),
        registry: one.registry.called().to_owned(),
        id: one.id,
        name: one.name,
        publisher: one.publisher,
        source: one.source,
        package: one.package,
        version: one.version,
        needs: one.needs,
    })
}
