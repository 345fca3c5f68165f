//! Servers of the registry: looked at, and added through the same review as every other. A bundle is downloaded, its hash compared,
//! and opened like a file that the person chose.

use super::super::importing::free_label;
use super::super::launches::DraftOrigin;
use super::super::{Host, Inner, locked};
use super::shown;
use crate::host::blocking;
use portcullis_api::{BundleView, InstallChoices, InstallValue, RegistryServer, RegistryVersion};
use portcullis_bundles::limits::FILE;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Endpoint, RegistryStatus, Request, ServerDraft};
use portcullis_l10n::say;
use portcullis_registry::{EntryOption, RegistryClient, RegistryEntry, options};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

impl Host {
    /// A server of the registry: its latest version from the copy, another one from the registry.
    ///
    /// # Errors
    /// `not_found`, also where no registry is on; `network.*`, `store.*`.
    pub async fn registry_server(&self, name: &str, version: Option<String>) -> Result<RegistryServer> {
        let inner = &self.0;
        let entry = inner.registry_entry(name, version.as_deref()).await?;
        let options = options(&entry.document);
        let host = Arc::clone(inner);
        // Of fetched packages, records are read.
        let (options, installed) = blocking(move || {
            let installed = host.installed_from(&options);
            (options, installed)
        })
        .await?;
        let label = free_label(inner, &entry.title);
        Ok(shown::server(&entry, &options, label, installed))
    }

    /// All versions of a server, as the registry says now.
    ///
    /// # Errors
    /// `not_found`, also where no registry is on; `network.*`.
    pub async fn registry_versions(&self, name: &str) -> Result<Vec<RegistryVersion>> {
        self.0.registry_entry(name, None).await?;
        let versions = self.0.registry_client().await?.versions(name).await?;
        Ok(versions.iter().map(shown::version).collect())
    }

    /// Asks to add a server in one of its ways, with these values and choices: first to fetch its package, where that was chosen. The
    /// review is the one of every server, and says where it was found.
    ///
    /// # Errors
    /// `not_found`; `input.bad` where it cannot be added in this way, or a value does not fit; what [`Host::propose_server`] and
    /// [`Host::propose_fetch`] say.
    pub async fn propose_registry_server(
        &self,
        name: &str,
        version: &str,
        at: u32,
        label: String,
        values: Vec<InstallValue>,
        choices: InstallChoices,
    ) -> Result<Request> {
        let inner = &self.0;
        let (entry, option) = inner.registry_option(name, version, at).await?;
        let given = values.into_iter().map(|value| (value.key, value.values));
        let plan = option.plan(&given.collect())?;
        let draft = ServerDraft {
            environment: plan.environment,
            headers: plan.headers,
            transport: plan.transport,
            start: choices.start,
            ..ServerDraft::unfenced(label, plan.endpoint)
        };
        let fetches = choices.fetch && is_fetchable(&draft.endpoint);
        let draft = inner
            .fenced_with(
                draft,
                InstallChoices {
                    fetch: fetches,
                    ..choices
                },
            )
            .await;
        let mut origin = inner.origin_of(&entry, None)?;
        origin.rows.extend(shown::after_install(&option));
        match fetches {
            true => inner.propose_fetch(draft, None, origin).await,
            false => inner.propose(draft, None, None, origin).await,
        }
    }

    /// Downloads a bundle that the registry names, and opens it if it has the SHA-256 that the registry says. Nothing of it is unpacked
    /// or started.
    ///
    /// # Errors
    /// `not_found`; `network.*`; `input.bad` for another hash, or where it is no bundle.
    pub async fn open_registry_bundle(&self, name: &str, version: &str, at: u32) -> Result<BundleView> {
        let inner = &self.0;
        let (entry, option) = inner.registry_option(name, version, at).await?;
        let (url, sha256) = option
            .bundle()
            .ok_or_else(|| Error::new(Code::BadInput, say!("registry-no-bundle")))?;
        let mut origin = inner.origin_of(&entry, Some(sha256))?;
        origin.rows.extend(shown::after_install(&option));
        let client = inner.registry_client().await?;
        let (id, place) = inner.bundle_place()?;
        let cancelled = inner.begin_download();
        let downloaded = tokio::select! {
            biased;
            () = cancelled.cancelled() => {
                Err(Error::new(Code::ConsentDenied, say!("registry-download-cancelled")))
            }
            downloaded = client.download(url, sha256, &place, FILE) => downloaded,
        };
        if !cancelled.is_cancelled() {
            locked(&inner.registry.used).downloading = None;
        }
        let opened = match downloaded {
            Ok(()) => inner.open_bundle_of(place, origin).await,
            Err(error) => Err(error),
        };
        // What was opened is a copy without a name.
        inner.forget_bundle(&id).await;
        opened
    }

    /// Stops the download of a bundle, if there is one. Nothing of it stays.
    pub fn cancel_registry_download(&self) {
        if let Some(downloading) = locked(&self.0.registry.used).downloading.take() {
            downloading.cancel();
        }
    }
}

/// Whether its package or image can be fetched once.
fn is_fetchable(endpoint: &Endpoint) -> bool {
    matches!(endpoint, Endpoint::Command { program, arguments, .. } if Host::is_fetchable(program, arguments))
}

impl Inner {
    /// Labels of the servers that one of these options would add. Blocking.
    fn installed_from(&self, options: &[EntryOption]) -> Vec<String> {
        let drafts = self.entries().into_iter().map(|server| server.row().draft);
        let same = drafts.filter(|draft| {
            let of_launcher = self.launcher_endpoint(draft);
            let endpoint = of_launcher.as_ref().unwrap_or(&draft.endpoint);
            options.iter().any(|option| option.is_same(endpoint))
        });
        same.map(|draft| draft.label).collect()
    }

    /// One at a time: another download takes the place of the one before.
    fn begin_download(&self) -> CancellationToken {
        let begun = self.closing.child_token();
        let before = locked(&self.registry.used).downloading.replace(begun.clone());
        if let Some(before) = before {
            before.cancel();
        }
        begun
    }

    pub(super) async fn registry_entry(&self, name: &str, version: Option<&str>) -> Result<RegistryEntry> {
        let asked = name.to_owned();
        // Only a name of the copy is sent: no page can hand the registry anything else in its place.
        let kept = self.in_copy(move |copy| copy.entry(&asked)).await?;
        let kept = kept.ok_or_else(|| {
            Error::new(Code::NotFound, say!("registry-no-server")).remedy(say!("registry-no-server-remedy"))
        })?;
        match version {
            Some(version) if kept.version != version => {
                let versions = self.registry_client().await?.versions(name).await?.into_iter();
                let mut versions = versions.filter(|entry| entry.version == version);
                let found = versions.next();
                found.ok_or_else(|| Error::new(Code::NotFound, say!("registry-no-version")))
            }
            _ => Ok(kept),
        }
    }

    async fn registry_client(&self) -> Result<RegistryClient> {
        let address = self.registry_address()?;
        self.registry_client_of(&address).await
    }

    /// A way to add a server, where there is one that works.
    async fn registry_option(
        &self,
        name: &str,
        version: &str,
        at: u32,
    ) -> Result<(RegistryEntry, EntryOption)> {
        let entry = self.registry_entry(name, Some(version)).await?;
        if entry.status == RegistryStatus::Deleted {
            return Err(Error::new(Code::BadInput, say!("registry-deleted")));
        }
        let option = options(&entry.document)
            .into_iter()
            .find(|option| option.at == at);
        let option = option.ok_or_else(|| Error::new(Code::NotFound, say!("registry-no-option")))?;
        match option.problem {
            Some(problem) => Err(Error::new(Code::BadInput, problem)),
            None => Ok((entry, option)),
        }
    }

    /// What a review says of where a server was found.
    fn origin_of(&self, entry: &RegistryEntry, sha256: Option<&str>) -> Result<DraftOrigin> {
        Ok(DraftOrigin {
            bundle: None,
            package: None,
            rows: shown::rows(&self.registry_address()?, entry, sha256),
            warnings: shown::warnings(entry),
        })
    }
}
