//! A document that says who Portcullis is, published by an organisation for its people (AUT-19 to AUT-21).

use super::*;
use crate::certificates::again;
use portcullis_tests::fault_proxy::{Authority, FaultProxy};
use std::env::var;

/// An authorization server that takes documents.
fn takes_documents() -> Rules {
    rules(|rules| rules.metadata = object(json!({ "client_id_metadata_document_supported": true })))
}

// Proves AUT-19, AUT-21.
#[tokio::test]
async fn a_published_document_is_read_before_it_is_kept_and_precedes_a_registration() {
    let said = Arc::new(Mutex::new(String::new()));
    let shown = Arc::clone(&said);
    let published = Sink::scripted(move |_, _| {
        Answer::json(&serde_json::from_str(&shown.lock().unwrap()).unwrap_or_default())
    })
    .await;
    let ours = Authority::default();
    let folder = tempfile::tempdir().unwrap();
    let trusted = folder.path().join("trusted.pem");
    std::fs::write(&trusted, ours.pem()).unwrap();
    let fault_proxy = FaultProxy::with_tls(&published.url("/mcp"), &ours.certifies("localhost", true)).await;
    let at = fault_proxy.url_at("localhost");
    // What Portcullis shows, published letter for letter.
    let person = TestUser::new().await;
    let shown = person.host.client_document();
    assert_eq!(shown.address, None);
    *said.lock().unwrap() = shown.content.replace("https://…", &at);
    let variables = [
        ("SSL_CERT_FILE", trusted.to_str().unwrap()),
        ("DOCUMENT", at.as_str()),
    ];
    again("sign_in::documents::inside::good", &variables).await;
    *said.lock().unwrap() = shown.content;
    again("sign_in::documents::inside::wrong", &variables).await;
}

mod inside {
    use super::*;

    #[tokio::test]
    #[ignore = "run by a test of the same name without it"]
    async fn good() {
        // A run of all ignored tests runs this one as well.
        let Ok(at) = var("DOCUMENT") else { return };
        let provider = Provider::new(takes_documents()).await;
        let (person, id) = unsigned(&provider).await;
        let kept = person.host.set_client_document(Some(&at)).await.unwrap();
        assert_eq!(kept.address.as_deref(), Some(at.as_str()));
        assert_eq!(
            review(&person, &id).await.issuers[0].registration,
            Some(Registration::Document)
        );
        let account = signs_in(&person, &id).await.account.unwrap();
        assert_eq!(account.client_id.text, at);
        let sent = &provider.grants("authorization_code")[0];
        assert_eq!(sent["client_id"], at);
        assert!(sent["redirect_uri"].ends_with("/callback") && provider.hits_at("/register").is_empty());
        // It stays over a restart; one's own goes before it; where documents are not taken it is not shown.
        let person = person.restarts_the_host().await;
        assert_eq!(
            person.host.client_document().address.as_deref(),
            Some(at.as_str())
        );
        assert_eq!(
            review(&person, &id).await.issuers[0].registration,
            Some(Registration::Document)
        );
        person.host.set_own_client(&id, own(None, false)).await.unwrap();
        assert_eq!(
            review(&person, &id).await.issuers[0].registration,
            Some(Registration::Own)
        );
        let other = Provider::new(Rules::default()).await;
        let plain = person.adds(address("Plain", &other.url())).await;
        person.sees(&plain, Phase::NeedsSignIn).await;
        assert_eq!(
            review(&person, &plain).await.issuers[0].registration,
            Some(Registration::Dynamic)
        );
        person.host.forget_own_client(&id).await.unwrap();
        person.host.set_client_document(None).await.unwrap();
        assert_eq!(
            review(&person, &id).await.issuers[0].registration,
            Some(Registration::Dynamic)
        );
    }

    #[tokio::test]
    #[ignore = "run by a test of the same name without it"]
    async fn wrong() {
        // A run of all ignored tests runs this one as well.
        let Ok(at) = var("DOCUMENT") else { return };
        let person = TestUser::new().await;
        let error = person.host.set_client_document(Some(&at)).await.unwrap_err();
        assert_eq!(error.code, Code::AuthBadMetadata);
        assert!(error.sentence.contains("another client"), "{error}");
        assert_eq!(person.host.client_document().address, None);
    }
}
