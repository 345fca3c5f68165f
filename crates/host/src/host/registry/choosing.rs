//! Turning a registry on and off. Turning it on is a question at the gate, so that a window which was taken over cannot have one of
//! its choosing visited.

use super::super::{Host, Inner, locked, views};
use super::{ChosenRegistry, KEY, SavedHeader};
use crate::host::client_host::secrets::places_for_url;
use crate::limits;
use portcullis_api::{HostEvent, RegistryHeader};
use portcullis_approval::consent::{Ask, Permit, ProposedRegistry, Waiting};
use portcullis_catalog::links;
use portcullis_core::{Code, Error, Result, Secret, ids};
use portcullis_domain::{
    Asked, RecordKind, Request, ReviewRow, ReviewValue, ServerLocation, ServerRef, Warning,
};
use portcullis_l10n::say;
use portcullis_net::is_here;
use portcullis_registry::{PUBLIC, read_header};
use portcullis_storage::audit::Intended;
use portcullis_storage::store::settings;
use std::sync::Arc;
use url::Url;

impl Host {
    /// Asks to turn on the registry at an address, in the place of the one that is on, with a header that signs in to it where the
    /// person has one. Its value goes to the keychain after a yes.
    ///
    /// # Errors
    /// `input.bad`, `consent.busy`.
    pub async fn propose_registry(&self, address: &str, header: Option<RegistryHeader>) -> Result<Request> {
        let address = read_address(address)?;
        let header = header.map(read).transpose()?;
        let (name, value) = header.unzip();
        let ask = question(ProposedRegistry {
            address,
            header: name,
        });
        self.0.ask_then(ask, async move |host, waiting| {
            host.after_registry(waiting, value).await
        })
    }

    /// Turns the registry off and deletes its copy. Servers that were added from it stay.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn turn_off_registry(&self) -> Result<()> {
        let _turn = self.0.registry.turning.lock().await;
        self.0.save_registry(None, None, false).await?;
        self.0.stop_registry(None, None).await;
        self.0.note(RecordKind::Host, say!("registry-off-row")).await?;
        let deleted = self.0.delete_copy().await;
        self.0.emit(HostEvent::Registry {});
        deleted
    }
}

impl Inner {
    async fn after_registry(
        self: &Arc<Self>,
        mut waiting: Waiting<ProposedRegistry>,
        value: Option<Secret>,
    ) -> Result<()> {
        let shown = waiting.request.digest.clone();
        // Held until the rows are written.
        let (_answered, permit) = self.setting_decided(&mut waiting).await;
        let row = Intended {
            shown: Some(shown),
            outcome: None,
            ..views::row_by_you(RecordKind::Host, say!("registry-on-row"))
        };
        let words = (say!("registry-why"), say!("outcome-saved"));
        self.with_row(row, permit, words, |permit| self.turn_on(permit, value))
            .await
    }

    async fn turn_on(
        self: &Arc<Self>,
        permit: Permit<ProposedRegistry>,
        value: Option<Secret>,
    ) -> Result<()> {
        let ProposedRegistry { address, header } = permit.spend();
        let _turn = self.registry.turning.lock().await;
        let header = match header.zip(value) {
            Some((name, value)) => Some(self.keep_header(name, value, &address).await?),
            None => None,
        };
        let saved = self
            .save_registry(Some(address.to_string()), header.clone(), false)
            .await;
        if let Err(error) = saved {
            self.forget_header(header).await;
            return Err(error);
        }
        self.stop_registry(Some(address), header).await;
        self.start_update();
        Ok(())
    }

    /// Puts the value of a header into the keychain. One that is not taken does not stay.
    async fn keep_header(&self, name: String, value: Secret, address: &Url) -> Result<SavedHeader> {
        let place = format!("{}{}", places_for_url(KEY, address.as_str()), ids::random());
        self.redactor.learn(value.expose());
        self.vault.set(&place, value).await?;
        Ok(SavedHeader { name, place })
    }

    async fn forget_header(&self, header: Option<SavedHeader>) {
        if let Some(SavedHeader { name, place }) = header {
            self.forget_secrets(&name, std::iter::once(place)).await;
        }
    }

    pub(super) async fn save_registry(
        &self,
        address: Option<String>,
        header: Option<SavedHeader>,
        icons: bool,
    ) -> Result<()> {
        let chosen = ChosenRegistry {
            address,
            header,
            icons,
        };
        self.store.write(move |db| settings::set(db, KEY, &chosen)).await
    }

    /// Stops the work with the current registry, and forgets its header; from then on it is this one.
    async fn stop_registry(&self, next: Option<Url>, header: Option<SavedHeader>) {
        let mut copy = self.registry.copy.lock().await;
        let (stopped, icons, old) = {
            let mut used = locked(&self.registry.used);
            let before = std::mem::replace(&mut used.address, next);
            used.problem = None;
            used.tried_at = None;
            let old = std::mem::replace(&mut used.header, header);
            let old = old.filter(|old| before.is_some_and(|before| old.is_for(&before)));
            (used.updating.take(), used.icons.take(), old)
        };
        for stopped in stopped.into_iter().chain(icons) {
            stopped.cancel();
        }
        self.registry.icons.forget();
        drop(copy.take());
        self.forget_header(old).await;
    }
}

/// A header as a person typed it: its name as it is sent, and its value.
fn read(header: RegistryHeader) -> Result<(String, Secret)> {
    let value = Secret::from(header.secret.0.trim().to_owned());
    let (name, _) = read_header(&header.name, &value)?;
    Ok((name.as_str().to_owned(), value))
}

/// The address of a registry as a person typed it: encrypted, or on this computer.
pub(super) fn read_address(typed: &str) -> Result<Url> {
    let typed = typed.trim();
    let bad = || {
        Error::new(Code::BadInput, say!("registry-address"))
            .remedy(say!("registry-address-remedy", example = PUBLIC))
    };
    if typed.len() > limits::REGISTRY_ADDRESS {
        return Err(bad());
    }
    let url = Url::parse(typed).map_err(|_| bad())?;
    let is_private = url.scheme() == "https" || url.scheme() == "http" && is_here(&url);
    let is_plain = url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    match is_private && is_plain && url.host().is_some() {
        true => Ok(url),
        false => Err(bad()),
    }
}

fn question(proposal: ProposedRegistry) -> Ask<ProposedRegistry> {
    let address = &proposal.address;
    let host = address.host_str().unwrap_or_default().to_owned();
    let mut warnings: Vec<Warning> = Vec::new();
    warnings.extend(links::remarks(address));
    let reads = links::reads(address).map(|reads| say!("registry-host-reads", text = reads.text));
    let header = proposal.header.as_ref().map(|name| {
        let value = ReviewValue::lines(name, Some(say!("registry-row-header-secret")));
        ReviewRow::new(say!("registry-row-header"), vec![value])
    });
    let value = ReviewValue::lines(address.as_str(), reads);
    let row = ReviewRow::new(say!("registry-row-address"), vec![value]);
    views::ask_by_you(
        say!("registry-question", host),
        ServerRef {
            label: host.clone(),
            whereabouts: ServerLocation::Registry,
            origin: host,
            ..ServerRef::default()
        },
        Asked::Setting {
            rows: std::iter::once(row).chain(header).collect(),
            notes: vec![
                say!("registry-note-copy"),
                say!("registry-note-words"),
                say!("registry-note-learns"),
                say!("registry-note-claims"),
            ],
            warnings,
        },
        proposal,
    )
}

#[cfg(test)]
mod tests {
    use super::read_address;
    use crate::host::registry::ChosenRegistry;

    // Proves F-33.
    #[test]
    fn a_registry_that_is_stored_is_read_by_later_versions() {
        let stored = r#"{"address":"https://registry.example/","header":{"name":"X-Key","place":"registry/1"},"icons":true}"#;
        let read: ChosenRegistry = serde_json::from_str(stored).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), stored);
        let first: ChosenRegistry = serde_json::from_str(r#"{"address":null}"#).unwrap();
        assert!(first.address.is_none() && first.header.is_none() && !first.icons);
    }

    #[test]
    fn a_registry_is_encrypted_or_on_this_computer() {
        for (typed, read) in [
            ("https://registry.example", Some("https://registry.example/")),
            (
                " https://registry.example/sub ",
                Some("https://registry.example/sub"),
            ),
            ("http://127.0.0.1:8080", Some("http://127.0.0.1:8080/")),
            ("http://registry.example", None),
            ("https://ada:key@registry.example", None),
            ("https://registry.example/?key=1", None),
            ("https://registry.example/#x", None),
            ("file:///etc", None),
            ("registry.example", None),
            ("", None),
        ] {
            let url = read_address(typed).ok();
            assert_eq!(url.as_ref().map(url::Url::as_str), read, "{typed}");
        }
    }
}
