//! Protected resource metadata (RFC 9728): which authorization servers a server trusts, and the resource identifier of
//! its tokens (AUT-04 to AUT-09, AUT-42).

use super::challenge::Challenge;
use super::http::{GuardedHttp, description, host};
use crate::limits;
use http::{HeaderMap, Response};
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, Result, TextSource};
use portcullis_l10n::say;
use serde::Deserialize;
use url::Url;

/// The checked metadata of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProtectedResource {
    /// What its tokens are for, letter for letter.
    pub id: String,
    /// The authorization servers, by their identifiers; never none.
    pub issuers: Vec<String>,
    /// Every permission that it knows.
    pub scopes: Option<Vec<String>>,
    /// Signatures that it takes with bound tokens, where it says that it takes any (RFC 9728 §2).
    pub binds: Option<Vec<String>>,
    /// It takes no others.
    pub bound_only: bool,
}

#[derive(Deserialize)]
struct ResourceMetadata {
    resource: Option<String>,
    #[serde(default)]
    authorization_servers: Vec<String>,
    scopes_supported: Option<Vec<String>>,
    dpop_signing_alg_values_supported: Option<Vec<String>>,
    #[serde(default)]
    dpop_bound_access_tokens_required: bool,
}

impl ResourceMetadata {
    /// Anything else in JSON says something else.
    fn is_one(&self) -> bool {
        self.resource.is_some() || !self.authorization_servers.is_empty()
    }
}

/// Looks for the description where the challenge says, else in its well-known places. `None` when there is none.
///
/// # Errors
/// `auth.bad_metadata` for one that is of no use, `auth.bad_endpoint`, `network.*`.
pub(super) async fn find(
    web: &GuardedHttp,
    address: &Url,
    challenge: Option<&Challenge>,
) -> Result<Option<ProtectedResource>> {
    let named = challenge.and_then(|challenge| challenge.resource_metadata.as_deref());
    // Behind a gateway a server may take its own address for one that is not encrypted. Its well-known places are right.
    let (named, refused) = match named.map(|named| web.allowed(named)) {
        Some(Ok(named)) => (Some(named), None),
        Some(Err(refused)) => (None, Some(refused)),
        None => (None, None),
    };
    let mut unread = refused;
    for place in named.into_iter().chain(places(address)) {
        let visited = match visit(web, &place, &HeaderMap::new(), &mut unread).await {
            // The place that a server names may be on another host, such as one within its own network. The well-known places are
            // on its own.
            Err(error) if place.origin() != address.origin() => {
                unread.get_or_insert(error);
                None
            }
            visited => visited?,
        };
        if let Some(answer) = visited
            && let Some(found) = description::<ResourceMetadata>(answer.body())
            && found.is_one()
        {
            return fitting(address, found).map(Some);
        }
    }
    unread.map_or(Ok(None), Err)
}

/// What stands at one of several places. Gateways answer a path that they do not know with a fault or send it elsewhere, so the
/// others are looked at then; `unread` keeps the first reason, should none of them say anything.
///
/// # Errors
/// `network.*` where no other place would answer either, `auth.bad_metadata`, `auth.bad_endpoint`.
pub(super) async fn visit(
    web: &GuardedHttp,
    place: &Url,
    headers: &HeaderMap,
    unread: &mut Option<Error>,
) -> Result<Option<Response<Vec<u8>>>> {
    match web.read(place, headers).await {
        Ok(answer) if answer.status().is_server_error() => {
            unread.get_or_insert_with(|| unwell(place, answer.status()));
            Ok(None)
        }
        Ok(answer) => Ok(Some(answer).filter(|answer| answer.status().is_success())),
        Err(error) if error.code == Code::NetworkRedirect => {
            unread.get_or_insert(error);
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// The well-known places of an address: with its path, then without.
fn places(address: &Url) -> Vec<Url> {
    let path = address.path().trim_end_matches('/');
    let at = |path: &str| {
        let mut place = address.clone();
        place.set_path(path);
        place.set_fragment(None);
        place.set_query(None);
        place
    };
    let root = "/.well-known/oauth-protected-resource";
    let mut all = vec![at(&format!("{root}{path}")), at(root)];
    all.dedup();
    all
}

fn fitting(address: &Url, found: ResourceMetadata) -> Result<ProtectedResource> {
    let bad = |sentence: String| Error::new(Code::AuthBadMetadata, sentence).remedy(say!("resource-remedy"));
    let id = found.resource.unwrap_or_default();
    if !covers(&id, address) {
        return Err(
            bad(say!("resource-other", host = host(address))).said(TextSource::Server, &ForeignText::new(id))
        );
    }
    let mut issuers: Vec<String> = Vec::new();
    for issuer in found.authorization_servers {
        let is_known = issuers.iter().any(|known| super::issuer::is_same(known, &issuer));
        if !is_known && issuers.len() < limits::ISSUERS {
            issuers.push(issuer);
        }
    }
    if issuers.is_empty() {
        return Err(bad(say!("resource-no-issuer", host = host(address))));
    }
    let scopes = found.scopes_supported.map(|all| {
        let mut scopes = Vec::new();
        super::scopes::add(&mut scopes, all);
        scopes
    });
    Ok(ProtectedResource {
        id,
        issuers,
        scopes,
        binds: found.dpop_signing_alg_values_supported,
        bound_only: found.dpop_bound_access_tokens_required,
    })
}

/// Whether what tokens are for is this address, or a part of its origin that it lies in (AUT-07).
pub(super) fn covers(resource: &str, address: &Url) -> bool {
    let Ok(url) = Url::parse(resource) else {
        return false;
    };
    let (wide, narrow) = (url.path().trim_end_matches('/'), address.path());
    let within = narrow
        .strip_prefix(wide)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    url.origin() == address.origin()
        && within
        && url.fragment().is_none()
        && url.username().is_empty()
        && (url.query().is_none() || url.query() == address.query())
}

/// The address itself as what tokens are for: absolute, without a fragment and without a slash at its end (AUT-42).
pub(super) fn canonical(address: &Url) -> String {
    let mut url = address.clone();
    url.set_fragment(None);
    let slashed = url.query().is_none() && url.path().ends_with('/');
    let text = String::from(url);
    match slashed {
        true => text.trim_end_matches('/').to_owned(),
        false => text,
    }
}

fn unwell(place: &Url, status: http::StatusCode) -> Error {
    Error::new(
        Code::NetworkUnreachable,
        say!("metadata-http", host = host(place), status = status.to_string()),
    )
    .remedy(say!("try-later"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_server::answering;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    // Proves AUT-42.
    #[test]
    fn an_address_is_written_in_one_way() {
        for (given, written) in [
            ("https://MCP.example.com/mcp/", "https://mcp.example.com/mcp"),
            ("HTTPS://mcp.example.com", "https://mcp.example.com"),
            (
                "https://mcp.example.com:443/a?b=/#c",
                "https://mcp.example.com/a?b=/",
            ),
        ] {
            assert_eq!(canonical(&url(given)), written);
        }
    }

    // Proves AUT-07.
    #[test]
    fn tokens_are_for_the_address_or_for_what_it_lies_in() {
        let address = url("https://a.example/x/mcp");
        for fits in [
            "https://a.example/x/mcp",
            "https://a.example/x/mcp/",
            "https://a.example/x",
            "https://a.example",
            "https://A.example:443/",
        ] {
            assert!(covers(fits, &address), "{fits}");
        }
        for other in [
            "https://a.example/x/mc",
            "https://a.example/x/mcp/y",
            "https://b.example/x/mcp",
            "http://a.example/x/mcp",
            "https://a.example:8443/",
            "https://u@a.example/",
            "https://a.example/#f",
            "",
            "x",
        ] {
            assert!(!covers(other, &address), "{other}");
        }
    }

    /// The well-known places are asked although this one is named, and without an answer of theirs the sign-in fails for this one.
    async fn leaves_the_well_known_places(named: &str, without: Code) {
        let challenge = Challenge {
            resource_metadata: Some(named.to_owned()),
            ..Challenge::default()
        };
        for (status, said, code) in [
            (
                "200 OK",
                r#"{"resource":"https://b.example"}"#,
                Code::AuthBadMetadata,
            ),
            ("404 Not Found", "{}", without),
        ] {
            let address = url(&format!("{}/mcp", answering(move |_| (status, said)).await));
            let web = GuardedHttp::for_server(&address, TextSource::Server);
            let refused = find(&web, &address, Some(&challenge)).await.unwrap_err();
            assert_eq!(refused.code, code, "{status}");
        }
    }

    // Proves AUT-05, AUT-06, AUT-16.
    #[tokio::test]
    async fn an_address_that_may_not_be_asked_leaves_the_well_known_places() {
        leaves_the_well_known_places("http://a.example/about", Code::AuthBadEndpoint).await;
    }

    // Proves AUT-05, AUT-06.
    #[tokio::test]
    async fn a_named_place_on_a_host_that_is_gone_leaves_the_well_known_places() {
        // Its port is taken, and nothing listens there.
        let held = tokio::net::TcpSocket::new_v4().unwrap();
        held.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let gone = held.local_addr().unwrap();
        leaves_the_well_known_places(&format!("http://{gone}/about"), Code::NetworkUnreachable).await;
    }

    // Proves AUT-06, AUT-17.
    #[tokio::test]
    async fn a_gateway_that_knows_one_place_alone_does_not_end_the_search() {
        for (first, alone) in [
            ("502 Bad Gateway", Code::NetworkUnreachable),
            (
                "302 Found\r\nLocation: http://127.0.0.1:9/login",
                Code::NetworkRedirect,
            ),
        ] {
            let found_after = |then: (&'static str, &'static str)| async move {
                let turn = AtomicUsize::new(0);
                let answer = move |_: &str| match turn.fetch_add(1, Ordering::SeqCst) {
                    0 => (first, "{}"),
                    _ => then,
                };
                let address = url(&format!("{}/mcp", answering(answer).await));
                let web = GuardedHttp::for_server(&address, TextSource::Server);
                find(&web, &address, None).await.unwrap_err().code
            };
            // The place without the path is read, though this one speaks for another server.
            let other = ("200 OK", r#"{"resource":"https://b.example"}"#);
            assert_eq!(found_after(other).await, Code::AuthBadMetadata, "{first}");
            // Where there is nothing either, the fault is told and no authorization server is assumed.
            assert_eq!(found_after(("404 Not Found", "{}")).await, alone, "{first}");
        }
    }

    // Proves AUT-04, AUT-06.
    #[test]
    fn members_without_a_value_and_other_json_are_passed_over() {
        let read = |text: &str| description::<ResourceMetadata>(text.as_bytes()).unwrap();
        let found = read(
            r#"{"resource":"https://a.example/mcp","authorization_servers":["https://b.example"],"scopes_supported":null,"dpop_signing_alg_values_supported":null,"dpop_bound_access_tokens_required":null}"#,
        );
        let found = fitting(&url("https://a.example/mcp"), found).unwrap();
        assert_eq!(found.issuers, ["https://b.example"]);
        assert!(found.scopes.is_none() && found.binds.is_none() && !found.bound_only);
        assert!(!read(r#"{"detail":"Not Found"}"#).is_one());
        // What lacks its servers is one all the same, and no other is looked for.
        assert!(read(r#"{"resource":"https://a.example/mcp","authorization_servers":null}"#).is_one());
    }

    #[test]
    fn an_authorization_server_that_is_named_twice_is_one() {
        let found = ResourceMetadata {
            resource: Some("https://a.example/mcp".to_owned()),
            authorization_servers: ["https://b.example", "https://c.example", "https://b.example/"]
                .map(str::to_owned)
                .to_vec(),
            scopes_supported: None,
            dpop_signing_alg_values_supported: None,
            dpop_bound_access_tokens_required: false,
        };
        let found = fitting(&url("https://a.example/mcp"), found).unwrap();
        assert_eq!(found.issuers, ["https://b.example", "https://c.example"]);
    }

    // Proves AUT-06.
    #[test]
    fn the_place_with_the_path_comes_before_the_one_without() {
        let all: Vec<String> = places(&url("https://a.example/x/mcp?q"))
            .into_iter()
            .map(String::from)
            .collect();
        assert_eq!(
            all,
            [
                "https://a.example/.well-known/oauth-protected-resource/x/mcp",
                "https://a.example/.well-known/oauth-protected-resource",
            ]
        );
        assert_eq!(places(&url("https://a.example/")).len(), 1);
    }
}
