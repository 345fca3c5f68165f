//! Authorization server metadata (RFC 8414, OpenID Connect Discovery): well-known URLs are tried in order, and `issuer`
//! must match but for a slash after the host (AUT-10 to AUT-17, AUT-31).

use super::http::{GuardedHttp, description, host};
use super::resource::visit;
use crate::limits;
use http::{HeaderMap, HeaderValue};
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, Result, TextSource};
use portcullis_l10n::say;
use serde::Deserialize;
use url::Url;

/// An authorization server with its addresses checked.
#[derive(Debug, Clone)]
pub(super) struct Issuer {
    /// Its identifier, letter for letter as it writes it itself.
    pub id: String,
    /// The page that people sign in on.
    pub authorize: Option<Url>,
    /// Where tokens come from.
    pub token: Url,
    /// Where a client registers itself.
    pub register: Option<Url>,
    /// Where tokens are taken back.
    pub revoke: Option<Url>,
    /// Permissions that it knows.
    pub scopes: Option<Vec<String>>,
    /// How a client may prove itself; `None` when that is not said.
    pub methods: Option<Vec<String>>,
    /// Takes the address of a document in place of a client id.
    pub documents: bool,
    /// Says that its answers name it (RFC 9207).
    pub names_itself: bool,
    /// Signatures with which it binds tokens to a key (RFC 9449).
    pub binds: Vec<String>,
    /// What it takes for tokens; `None` when that is not said.
    pub grants: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct IssuerMetadata {
    issuer: Option<String>,
    authorization_endpoint: Option<String>,
    token_endpoint: Option<String>,
    registration_endpoint: Option<String>,
    revocation_endpoint: Option<String>,
    scopes_supported: Option<Vec<String>>,
    code_challenge_methods_supported: Option<Vec<String>>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
    #[serde(default)]
    client_id_metadata_document_supported: bool,
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
    #[serde(default)]
    dpop_signing_alg_values_supported: Vec<String>,
    grant_types_supported: Option<Vec<String>>,
}

impl IssuerMetadata {
    /// Anything else in JSON says something else.
    fn is_one(&self) -> bool {
        self.issuer.is_some() || self.authorization_endpoint.is_some() || self.token_endpoint.is_some()
    }
}

/// The authorization server with this identifier.
///
/// # Errors
/// `auth.bad_metadata`, `auth.bad_endpoint`, `network.*`.
pub(super) async fn find(web: &GuardedHttp, id: &str) -> Result<Issuer> {
    let (url, found) = said(web, id).await?;
    checked(web, &url, found, |name| is_same(name, id))
}

/// The authorization server with this identifier, of which no page is opened: what its page lacks is no matter.
///
/// # Errors
/// As [`find`].
pub(super) async fn find_without_page(web: &GuardedHttp, id: &str) -> Result<Issuer> {
    let (url, found) = said(web, id).await?;
    let found = IssuerMetadata {
        authorization_endpoint: None,
        ..found
    };
    checked(web, &url, found, |name| is_same(name, id))
}

async fn said(web: &GuardedHttp, id: &str) -> Result<(Url, IssuerMetadata)> {
    let url = web.allowed(id)?;
    if url.query().is_some() {
        return Err(bad(&url, &say!("issuer-identifier")).said(TextSource::Server, &ForeignText::new(id)));
    }
    match look(web, &places(&url), &HeaderMap::new()).await? {
        Some(found) => Ok((url, found)),
        None => Err(bad(&url, &say!("issuer-silent"))),
    }
}

/// In the revision 2025-03-26 a server is its own authorization server, at its address without the path. Where it says
/// nothing of itself, its addresses are the usual ones (AUT-10 to AUT-12).
///
/// # Errors
/// `auth.bad_metadata`, `auth.bad_endpoint`, `network.*`.
pub(super) async fn of_server(web: &GuardedHttp, address: &Url) -> Result<Issuer> {
    let base = at(address, "/");
    let id = base.as_str().trim_end_matches('/').to_owned();
    web.allowed(&id)?;
    let mut headers = HeaderMap::new();
    headers.insert("mcp-protocol-version", HeaderValue::from_static("2025-03-26"));
    let place = at(&base, "/.well-known/oauth-authorization-server");
    if let Some(found) = look(web, &[place], &headers).await? {
        // The name was made by us, so a slash at its end is no other server.
        return checked(web, &base, found, |name| name.trim_end_matches('/') == id);
    }
    Ok(Issuer {
        authorize: Some(at(&base, "/authorize")),
        token: at(&base, "/token"),
        register: Some(at(&base, "/register")),
        revoke: None,
        scopes: None,
        methods: None,
        documents: false,
        names_itself: false,
        binds: Vec::new(),
        grants: None,
        id,
    })
}

/// Whether two identifiers are one URL: that of a host is the same with and without a slash at its end (RFC 3986 §6.2.3), and many
/// servers, those of Google among them, and their authorization servers differ in it. No other normal form is looked for.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let of_host = |id: &str| {
        Url::parse(id).is_ok_and(|url| url.path() == "/" && url.query().is_none() && url.fragment().is_none())
    };
    let only_a_slash = |short: &str, long: &str| long.strip_suffix('/') == Some(short) && of_host(long);
    one == other || only_a_slash(one, other) || only_a_slash(other, one)
}

/// Where a description may be, in order. With a path the root belongs to another issuer (AUT-14).
fn places(id: &Url) -> Vec<Url> {
    let (oauth, openid) = (
        "/.well-known/oauth-authorization-server",
        "/.well-known/openid-configuration",
    );
    match id.path().trim_end_matches('/') {
        "" => vec![at(id, oauth), at(id, openid)],
        path => vec![
            at(id, &format!("{oauth}{path}")),
            at(id, &format!("{openid}{path}")),
            at(id, &format!("{path}{openid}")),
        ],
    }
}

fn at(url: &Url, path: &str) -> Url {
    let mut place = url.clone();
    place.set_path(path);
    place.set_query(None);
    place.set_fragment(None);
    place
}

/// The first description there is. Where there is none the next place is asked.
async fn look(web: &GuardedHttp, places: &[Url], headers: &HeaderMap) -> Result<Option<IssuerMetadata>> {
    let mut unread = None;
    for place in places {
        if let Some(answer) = visit(web, place, headers, &mut unread).await?
            && let Some(found) = description::<IssuerMetadata>(answer.body())
            && found.is_one()
        {
            return Ok(Some(found));
        }
    }
    unread.map_or(Ok(None), Err)
}

fn checked(web: &GuardedHttp, at: &Url, found: IssuerMetadata, own: impl Fn(&str) -> bool) -> Result<Issuer> {
    let web = web.named_by_issuer();
    let id = found.issuer.unwrap_or_default();
    if !own(&id) {
        let error = bad(at, &say!("issuer-name"));
        return Err(match id.as_str() {
            "" => error,
            id => error.said(TextSource::AuthorizationServer, &ForeignText::new(id)),
        });
    }
    let authorize = found
        .authorization_endpoint
        .map(|named| web.allowed(&named))
        .transpose()?;
    let s256 = found
        .code_challenge_methods_supported
        .is_some_and(|methods| methods.iter().any(|method| method == "S256"));
    if authorize.is_some() && !s256 {
        return Err(bad(at, &say!("issuer-pkce")));
    }
    let Some(token) = found.token_endpoint else {
        return Err(bad(at, &say!("issuer-token")));
    };
    let some = |named: Option<String>| named.map(|named| web.allowed(&named)).transpose();
    Ok(Issuer {
        token: web.allowed(&token)?,
        register: some(found.registration_endpoint)?,
        revoke: some(found.revocation_endpoint)?,
        scopes: found.scopes_supported.map(|mut all| {
            all.truncate(limits::SCOPES_KNOWN);
            all
        }),
        methods: found.token_endpoint_auth_methods_supported,
        documents: found.client_id_metadata_document_supported,
        names_itself: found.authorization_response_iss_parameter_supported,
        binds: found.dpop_signing_alg_values_supported,
        grants: found.grant_types_supported,
        authorize,
        id,
    })
}

fn bad(at: &Url, cause: &str) -> Error {
    Error::new(
        Code::AuthBadMetadata,
        say!("issuer-unusable", host = host(at), cause),
    )
    .remedy(say!("issuer-unusable-remedy"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_server::answering;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn of(id: &str) -> Vec<String> {
        places(&Url::parse(id).unwrap())
            .into_iter()
            .map(String::from)
            .collect()
    }

    // Proves AUT-14.
    #[test]
    fn places_come_in_order_and_a_path_never_falls_back_to_the_root() {
        assert_eq!(
            of("https://a.example"),
            [
                "https://a.example/.well-known/oauth-authorization-server",
                "https://a.example/.well-known/openid-configuration",
            ]
        );
        assert_eq!(
            of("https://a.example/p/q"),
            [
                "https://a.example/.well-known/oauth-authorization-server/p/q",
                "https://a.example/.well-known/openid-configuration/p/q",
                "https://a.example/p/q/.well-known/openid-configuration",
            ]
        );
    }

    fn metadata(text: &str) -> Result<Issuer> {
        let at = Url::parse("https://a.example").unwrap();
        let web = GuardedHttp::for_server(&at, TextSource::Server);
        checked(&web, &at, serde_json::from_str(text).unwrap(), |name| {
            is_same(name, "https://a.example")
        })
    }

    const GOOD: &str = r#"{"issuer":"https://a.example","authorization_endpoint":"https://a.example/a","token_endpoint":"https://t.example/t","code_challenge_methods_supported":["plain","S256"]}"#;

    // Proves AUT-13, AUT-17.
    #[test]
    fn members_without_a_value_say_nothing_and_other_json_is_no_description() {
        let empty = GOOD.replace(
            "{",
            r#"{"registration_endpoint":"","revocation_endpoint":"","scopes_supported":null,"dpop_signing_alg_values_supported":null,"client_id_metadata_document_supported":null,"authorization_response_iss_parameter_supported":null,"#,
        );
        let at = Url::parse("https://a.example").unwrap();
        let web = GuardedHttp::for_server(&at, TextSource::Server);
        let found: IssuerMetadata = description(empty.as_bytes()).unwrap();
        let found = checked(&web, &at, found, |name| is_same(name, "https://a.example")).unwrap();
        assert!(found.register.is_none() && found.revoke.is_none() && found.scopes.is_none());
        assert!(!found.documents && !found.names_itself && found.binds.is_empty());
        for other in [
            "{}",
            r#"{"detail":"Not Found"}"#,
            r#"{"issuer":"","token_endpoint":null}"#,
        ] {
            let other: IssuerMetadata = description(other.as_bytes()).unwrap();
            assert!(!other.is_one());
        }
        assert!(description::<IssuerMetadata>(GOOD.as_bytes()).unwrap().is_one());
    }

    // Proves AUT-14, AUT-17.
    #[tokio::test]
    async fn a_gateway_that_fails_at_one_place_leaves_the_others() {
        for (then, code) in [
            // It is read, though it has another name.
            (("200 OK", GOOD), Code::AuthBadMetadata),
            (("404 Not Found", "{}"), Code::NetworkUnreachable),
        ] {
            let turn = AtomicUsize::new(0);
            let answer = move |_: &str| match turn.fetch_add(1, Ordering::SeqCst) {
                0 => ("502 Bad Gateway", "{}"),
                _ => then,
            };
            let id = format!("{}/p", answering(answer).await);
            let web = GuardedHttp::for_server(&Url::parse(&id).unwrap(), TextSource::Server);
            assert_eq!(find(&web, &id).await.unwrap_err().code, code);
        }
    }

    // Proves AUT-15, S-54.
    #[test]
    fn another_name_is_refused_and_no_normal_form_is_looked_for() {
        assert!(metadata(GOOD).is_ok());
        for other in [
            "https://a.example//",
            "https://a.example/p/",
            "https://a.example/p",
            "https://A.example",
            "https://a.example:443",
            "https://b.example",
        ] {
            let refused = metadata(&GOOD.replace("https://a.example\",\"auth", &format!("{other}\",\"auth")))
                .unwrap_err();
            assert_eq!(refused.code, Code::AuthBadMetadata, "{other}");
        }
    }

    // Proves AUT-15, AUT-35.
    #[test]
    fn a_slash_after_the_host_is_no_other_issuer_and_its_own_spelling_counts() {
        for (named, own) in [
            ("https://a.example/", "https://a.example"),
            ("https://a.example", "https://a.example/"),
        ] {
            assert!(is_same(named, own));
            assert_eq!(of(named), of(own));
        }
        assert!(!is_same("https://a.example/p", "https://a.example/p/"));
        assert!(!is_same("https://a.example?p=", "https://a.example?p=/"));
        assert!(!is_same("https://a.example#", "https://a.example#/"));
        assert!(!is_same("", "/"));
        let slashed = metadata(&GOOD.replace("https://a.example\",\"auth", "https://a.example/\",\"auth"));
        assert_eq!(slashed.unwrap().id, "https://a.example/");
    }

    // Proves AUT-31, S-54.
    #[test]
    fn without_s256_nothing_is_opened() {
        for lacking in [r#"["plain"]"#, "[]", "null"] {
            let refused = metadata(&GOOD.replace(r#"["plain","S256"]"#, lacking)).unwrap_err();
            assert_eq!(refused.code, Code::AuthBadMetadata, "{lacking}");
        }
    }

    // Proves AUT-16, S-18.
    #[test]
    fn an_address_that_is_not_encrypted_or_none_is_refused() {
        for bad in [
            "javascript:alert(1)",
            "http://evil.example/a",
            "file:///etc/passwd",
            "https://u:p@a.example/",
            "http://127.0.0.1/a",
            "//a",
            "",
        ] {
            let refused = metadata(&GOOD.replace("https://a.example/a", bad)).unwrap_err();
            assert_eq!(refused.code, Code::AuthBadEndpoint, "{bad}");
            assert_eq!(refused.said.unwrap().by, TextSource::AuthorizationServer, "{bad}");
            let refused = metadata(&GOOD.replace("https://t.example/t", bad)).unwrap_err();
            assert_eq!(refused.code, Code::AuthBadEndpoint, "{bad}");
        }
    }
}
