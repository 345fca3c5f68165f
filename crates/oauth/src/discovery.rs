//! Discovery (RFC 9728, RFC 8414): what a sign-in at a server takes, found out before a person is asked (AUT-03 to AUT-19): nothing is registered and
//! no page is opened here.

use super::authority::Authority;
use super::challenge::Challenge;
use super::client::registration;
use super::dpop;
use super::federation;
use super::http::{GuardedHttp, host, plain};
use super::issuer::{self, Issuer};
use super::resource::{self, ProtectedResource, canonical, covers};
use super::scopes::ScopeRequest;
use super::tokens::VOUCHER;
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Method, StatusCode};
use portcullis_core::{Code, Error, Result, TextSource};
use portcullis_domain::Registration;
use portcullis_domain::stored::OwnClientRow;
use portcullis_l10n::say;
use url::Url;

/// Result of discovery.
pub struct Discovery {
    /// The address that the tokens will be for.
    pub resource: String,
    /// In the server's order; never none.
    pub offers: Vec<AuthorizationServerOffer>,
    /// The server said nothing of itself, so it is taken for its own authorization server.
    pub assumed: bool,
    /// The host of the organisation that vouches for the person.
    pub organisation: Option<String>,
    /// A token from a file vouches for this computer.
    pub workload: bool,
    /// The person's own client, as it was then.
    pub(super) own: Option<OwnClientRow>,
}

/// An authorization server that a person may choose.
pub struct AuthorizationServerOffer {
    /// Its identifier.
    pub id: String,
    /// How Portcullis will be known there.
    pub registration: Option<Registration>,
    /// What is asked for.
    pub scopes: Vec<String>,
    /// What it says of itself, or why it cannot be used.
    pub(super) issuer: Result<Issuer>,
    /// The organisation that vouches for the person there: its page opens.
    pub(super) organisation: Option<Issuer>,
    /// With which signatures tokens are bound to a key; `None` where one of both sides does not know how.
    pub(super) binding: Option<&'static str>,
    /// The server takes no others.
    pub(super) bound_only: bool,
}

impl AuthorizationServerOffer {
    /// The page that opens there.
    pub fn page(&self) -> Option<&Url> {
        let issuer = self.issuer.as_ref().ok()?;
        self.organisation.as_ref().unwrap_or(issuer).authorize.as_ref()
    }

    /// Why it cannot be chosen.
    pub fn problem(&self) -> Option<&Error> {
        self.issuer.as_ref().err()
    }
}

impl Authority {
    /// Asks the server and the authorization servers that it names what they are.
    ///
    /// # Errors
    /// `auth.bad_metadata`, `auth.bad_endpoint`, `network.*`.
    pub async fn find_out(&self, address: &Url, document: Option<&Url>) -> Result<Discovery> {
        let web = GuardedHttp::for_server(address, TextSource::Server);
        // What is sent in the clear is read by others on the way: no token is for such an address.
        web.allowed(canonical(address).as_str())?;
        let (challenge, more, account, own, rejected) = {
            let state = self.state();
            let is_here = state.challenged_at.as_ref() == Some(address);
            // What a person declined is asked for only where the server asks for it again.
            let more = state.more.as_ref().filter(|more| is_here && !more.settled);
            let more = more.map(|more| more.scopes.clone());
            (
                state.challenge.clone().filter(|_| is_here),
                more.unwrap_or_default(),
                state.account.clone(),
                state.own.clone(),
                state.rejected.clone(),
            )
        };
        let challenge = match challenge {
            None => self.challenge_of(&web, address).await?,
            known => known,
        };
        let described = resource::find(&web, address, challenge.as_ref()).await?;
        let vouched = own.as_ref().is_some_and(OwnClientRow::is_federated);
        let organisation = match own
            .as_ref()
            .and_then(|own| own.organisation.as_ref().map(|its| (own, its)))
        {
            Some((own, organisation)) => Some(federation::find(own, organisation).await),
            None => None,
        };
        let resource = described
            .as_ref()
            .map_or_else(|| canonical(address), |found| found.id.clone());
        let looked_at = match described.as_ref().map(|found| found.issuers.clone()) {
            Some(ids) => {
                let web = &web;
                let all = ids.into_iter().map(|id| async move {
                    let issuer = match vouched {
                        true => issuer::find_without_page(web, &id).await,
                        false => issuer::find(web, &id).await,
                    };
                    // As it writes its name itself, so it is known from now on.
                    (issuer.as_ref().map_or(id, |issuer| issuer.id.clone()), issuer)
                });
                futures::future::join_all(all).await
            }
            None => {
                let issuer = issuer::of_server(&web, address).await?;
                vec![(issuer.id.clone(), Ok(issuer))]
            }
        };
        let offers = looked_at.into_iter().map(|(id, issuer)| {
            let unattended = own.as_ref().is_some_and(|own| own.unattended);
            let (issuer, organisation) = match issuer.and_then(|issuer| fits(issuer, own.as_ref())) {
                Ok(issuer) => match organisation.clone().transpose() {
                    Ok(organisation) => (Ok(issuer), organisation),
                    Err(error) => (Err(error), None),
                },
                Err(error) => (Err(error), None),
            };
            // What was asked for another address is of no meaning at this one.
            let before = account.as_ref().filter(|account| account.issuer == id);
            let before = before.filter(|account| covers(&account.resource, address));
            let rejected: Vec<_> = rejected
                .iter()
                .filter(|(issuer, _)| *issuer == id)
                .map(|(_, scopes)| scopes.clone())
                .collect();
            let wanted = ScopeRequest {
                challenged: challenge
                    .as_ref()
                    .and_then(|challenge| challenge.scopes.as_deref()),
                refused: &more,
                supported: described.as_ref().and_then(|found| found.scopes.as_deref()),
                before: before.map_or(&[], |account| account.asked.as_slice()),
                known_there: issuer.as_ref().ok().and_then(|issuer| issuer.scopes.as_deref()),
                unattended: unattended || vouched,
                rejected: &rejected,
            };
            let scopes = wanted.all();
            let bound_only = described.as_ref().is_some_and(|found| found.bound_only);
            let was_bound = before.is_some_and(|account| account.bound);
            let binding = issuer
                .as_ref()
                .ok()
                .and_then(|issuer| binding(issuer, challenge.as_ref(), described.as_ref(), was_bound));
            let issuer = issuer.and_then(|issuer| match bound_only && binding.is_none() {
                true => Err(unbound(&issuer)),
                false => Ok(issuer),
            });
            AuthorizationServerOffer {
                organisation,
                binding,
                bound_only,
                registration: issuer
                    .as_ref()
                    .ok()
                    .and_then(|issuer| registration(issuer, own.is_some(), document.is_some())),
                scopes,
                id,
                issuer,
            }
        });
        Ok(Discovery {
            resource,
            offers: offers.collect(),
            assumed: described.is_none(),
            organisation: own
                .as_ref()
                .and_then(|own| Url::parse(&own.organisation.as_ref()?.issuer).ok())
                .map(|url| host(&url)),
            workload: own.as_ref().is_some_and(|own| own.token_file.is_some()),
            own,
        })
    }

    /// What the server wants, where it did not say so since Portcullis began: some name the place of their description, and the
    /// scopes that are needed, nowhere else. Whether it answers at all is found out where it is described.
    async fn challenge_of(&self, web: &GuardedHttp, address: &Url) -> Result<Option<Challenge>> {
        let mut request = plain(Method::POST, address, b"{}".to_vec())?;
        request
            .headers_mut()
            .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let answer = match web.ask(request).await {
            Ok(answer) => answer,
            Err(error) => {
                tracing::debug!(
                    code = error.code.as_str(),
                    "a server did not say which sign-in it wants"
                );
                return Ok(None);
            }
        };
        let refuses = matches!(answer.status(), StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
        let challenge = Challenge::of(answer.headers()).filter(|_| refuses);
        if let Some(challenge) = &challenge {
            self.record_challenge(challenge.clone(), address);
        }
        Ok(challenge)
    }
}

/// How tokens can be bound to a key there: where the authorization server does it and the server knows what it is. Many
/// authorization servers offer it to everybody, also for servers that would refuse such a token.
fn binding(
    issuer: &Issuer,
    challenge: Option<&Challenge>,
    described: Option<&ProtectedResource>,
    before: bool,
) -> Option<&'static str> {
    let asked = challenge.and_then(|challenge| challenge.bound.as_ref());
    let listed = described.and_then(|found| found.binds.as_deref());
    let known =
        before || asked.is_some() || listed.is_some() || described.is_some_and(|found| found.bound_only);
    let asked = asked.and_then(|asked| asked.as_deref());
    let offered = [Some(issuer.binds.as_slice()), asked, listed];
    known
        .then(|| dpop::choose(offered.into_iter().flatten()))
        .flatten()
}

fn unbound(issuer: &Issuer) -> Error {
    let id = portcullis_core::text::escape_line(&issuer.id).text;
    Error::new(Code::AuthBadMetadata, say!("unbound", issuer = id)).remedy(say!("tell-operator"))
}

/// The person's own client is for one authorization server and is shown to no other (AUT-28, AUT-29).
fn fits(issuer: Issuer, own: Option<&OwnClientRow>) -> Result<Issuer> {
    if let Some(own) = own
        && let Some(bound) = own
            .issuer
            .as_ref()
            .filter(|bound| !issuer::is_same(bound, &issuer.id))
    {
        let (bound, id) = (
            portcullis_core::text::escape_line(bound).text,
            portcullis_core::text::escape_line(&issuer.id).text,
        );
        return Err(Error::new(
            Code::AuthNoClient,
            say!("client-other-issuer", bound, issuer = id),
        )
        .remedy(say!("client-other-issuer-remedy")));
    }
    let vouched = own.is_some_and(OwnClientRow::is_federated);
    let takes = issuer.grants.as_ref();
    if vouched && takes.is_some_and(|takes| !takes.iter().any(|grant| grant == VOUCHER)) {
        let id = portcullis_core::text::escape_line(&issuer.id).text;
        return Err(
            Error::new(Code::AuthBadMetadata, say!("no-assertions", issuer = id))
                .remedy(say!("no-assertions-remedy")),
        );
    }
    let unattended = own.is_some_and(|own| own.unattended);
    if issuer.authorize.is_none() && !unattended && !vouched {
        let id = portcullis_core::text::escape_line(&issuer.id).text;
        return Err(
            Error::new(Code::AuthBadMetadata, say!("no-page", issuer = id)).remedy(say!("no-page-remedy"))
        );
    }
    Ok(issuer)
}
