//! Where authorization servers can read who Portcullis is (AUT-19 to AUT-21): a document at an address that stays the
//! same for as long as anybody is signed in with it. There is none of the project; an organisation that publishes one for
//! its people enters its address here, and from then on nothing has to be registered where documents are taken.
//!
//! The document is read before the address is kept: one that names another client, or another way back, would end every
//! sign-in with an error of the authorization server that does not say why.

use crate::host::{Host, locked, views};
use crate::limits;
use http::header::ACCEPT;
use http::{HeaderMap, HeaderValue};
use portcullis_api::ClientDocument;
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, Result, TextSource};
use portcullis_domain::{Outcome, RecordKind};
use portcullis_l10n::say;
use portcullis_net::guarded_client;
use portcullis_oauth::REDIRECT;
use portcullis_oauth::host;
use portcullis_storage::audit::Intended;
use portcullis_storage::store::settings;
use rusqlite::Connection;
use serde::Deserialize;
use serde_json::json;
use url::Url;

const KEY: &str = "client_document";

/// As it was saved.
pub(in crate::host) fn load(db: &Connection) -> portcullis_storage::store::Result<Option<Url>> {
    // One that cannot be read any more is as good as none: Portcullis registers itself, as without one.
    let saved: Option<String> = settings::get(db, KEY).ok().flatten().flatten();
    Ok(saved.and_then(|address| checked(&address).ok()))
}

impl Host {
    /// The document that says who Portcullis is, and what has to be in one.
    #[must_use]
    pub fn client_document(&self) -> ClientDocument {
        let address = locked(&self.0.document).clone();
        let shown = address.as_ref().map_or("https://…", Url::as_str);
        ClientDocument {
            content: serde_json::to_string_pretty(&content(shown)).unwrap_or_default(),
            address: address.map(String::from),
        }
    }

    /// Keeps the address of a document that says who Portcullis is, once it was read; `None` forgets it. Sign-ins that
    /// were made with it stay as they are.
    ///
    /// # Errors
    /// `input.bad` for what is no `https` address with a path, `auth.bad_metadata` for a document that says something
    /// else, `network.*`, `store.*`. Nothing was saved then.
    pub async fn set_client_document(&self, address: Option<&str>) -> Result<ClientDocument> {
        let url = match address {
            Some(address) => {
                let url = checked(address)?;
                read(&url).await?;
                Some(url)
            }
            None => None,
        };
        let saved = url.clone().map(String::from);
        self.0
            .store
            .write(move |db| settings::set(db, KEY, &saved))
            .await?;
        *locked(&self.0.document) = url.clone();
        // What waits was read of another document.
        for entry in self.0.entries() {
            entry.withdraw_sign_in();
        }
        let row = Intended {
            kind: RecordKind::SignIn,
            what: match url {
                Some(_) => say!("account-document-entered"),
                None => say!("account-document-forgotten"),
            },
            asked_by: say!("asked-by-you"),
            sent: url.map(|url| json!({ "address": url.as_str() })),
            outcome: Some((Outcome::Done, say!("outcome-saved"))),
            ..views::blank_row()
        };
        self.0.audit.once(row).await?;
        Ok(self.client_document())
    }

    /// The same without looking at the document and without keeping it: for a suite whose document is nowhere.
    ///
    /// # Errors
    /// `input.bad` for what is no `https` address with a path.
    pub fn known_by(&self, document: &str) -> Result<()> {
        let url = checked(document)?;
        *locked(&self.0.document) = Some(url);
        Ok(())
    }
}

/// What has to be at the address.
fn content(address: &str) -> serde_json::Value {
    json!({
        "client_id": address,
        "client_name": "Portcullis",
        "redirect_uris": [REDIRECT],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
        "application_type": "native",
    })
}

/// An address that can be a client id: encrypted, with a path, the same however often it is written.
fn checked(address: &str) -> Result<Url> {
    let address = address.trim();
    let fits = |url: &Url| {
        url.scheme() == "https"
            && url.path() != "/"
            && url.fragment().is_none()
            && url.query().is_none()
            && url.username().is_empty()
            && url.password().is_none()
            && url.as_str() == address
            && address.len() <= limits::LINK_BYTES
    };
    Url::parse(address).ok().filter(fits).ok_or_else(|| {
        Error::new(Code::BadInput, say!("account-document-url")).remedy(say!("account-document-url-remedy"))
    })
}

async fn read(url: &Url) -> Result<()> {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    let fetched = guarded_client(&host(url), url, TextSource::ClientDocument)
        .get(url, headers)
        .await?;
    if !fetched.status.is_success() {
        return Err(wrong(
            say!(
                "account-document-missing",
                host = host(url),
                status = fetched.status.to_string()
            ),
            "",
        ));
    }
    judged(url, &fetched.body)
}

/// Whether a document says what it must for these sign-ins.
fn judged(url: &Url, body: &[u8]) -> Result<()> {
    #[derive(Deserialize)]
    struct Document {
        client_id: String,
        #[serde(default)]
        client_name: String,
        #[serde(default)]
        redirect_uris: Vec<String>,
        token_endpoint_auth_method: Option<String>,
    }
    let found: Document = serde_json::from_slice(body)
        .map_err(|_| wrong(say!("account-document-invalid", host = host(url)), ""))?;
    if found.client_id != url.as_str() {
        return Err(wrong(
            say!("account-document-other", host = host(url)),
            &found.client_id,
        ));
    }
    if found.client_name.is_empty() {
        return Err(wrong(say!("account-document-no-name", host = host(url)), ""));
    }
    if !found.redirect_uris.iter().any(|back| back == REDIRECT) {
        let known = found.redirect_uris.join(" ");
        return Err(wrong(say!("account-document-redirect", host = host(url)), &known));
    }
    match found.token_endpoint_auth_method.as_deref() {
        // Left out it means a secret, which Portcullis does not have.
        Some("none") => Ok(()),
        other => Err(wrong(
            say!("account-document-secret", host = host(url)),
            other.unwrap_or_default(),
        )),
    }
}

fn wrong(sentence: String, said: &str) -> Error {
    let error = Error::new(Code::AuthBadMetadata, sentence).remedy(say!("account-document-remedy"));
    match said {
        "" => error,
        said => error.said(TextSource::ClientDocument, &ForeignText::new(said)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves AUT-21.
    #[test]
    fn only_an_encrypted_address_with_a_path_is_one_of_a_document() {
        assert!(checked("https://x.example/portcullis.json").is_ok());
        for bad in [
            "http://x.example/a",
            "https://x.example",
            "https://x.example/",
            "https://x.example/a#b",
            "https://x.example/a?b",
            "https://u@x.example/a",
            "https://X.example/a",
            "https://x.example/a/../b",
            "portcullis",
            "",
        ] {
            assert_eq!(checked(bad).unwrap_err().code, Code::BadInput, "{bad}");
        }
    }

    // Proves AUT-21.
    #[test]
    fn what_is_shown_for_publishing_is_taken_and_anything_else_is_not() {
        let url = Url::parse("https://x.example/portcullis.json").unwrap();
        let right = content(url.as_str());
        assert!(judged(&url, right.to_string().as_bytes()).is_ok());
        for (name, other) in [
            ("client_id", json!("https://x.example/other.json")),
            ("client_name", json!("")),
            ("redirect_uris", json!(["https://x.example/callback"])),
            ("token_endpoint_auth_method", json!("client_secret_basic")),
            ("token_endpoint_auth_method", json!(null)),
        ] {
            let mut wrong = right.clone();
            wrong[name] = other;
            let error = judged(&url, wrong.to_string().as_bytes()).unwrap_err();
            assert_eq!(error.code, Code::AuthBadMetadata, "{wrong}");
        }
        assert!(judged(&url, b"<html>").is_err());
    }
}
