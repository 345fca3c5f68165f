//! What a sign-in at a server takes, found out before a person is asked (AUT-03 to AUT-19): nothing is registered and
//! nobody's page is opened here.

use super::authority::Authority;
use super::client::registration;
use super::http::Web;
use super::issuer::{self, Issuer};
use super::resource::{self, canonical};
use super::scopes::Wanted;
use crate::store::accounts::OwnClientRow;
use crate::view::Registration;
use crate::{Code, Error, Result};
use url::Url;

/// What was found out.
pub(crate) struct Found {
    /// The address that the tokens will be for.
    pub resource: String,
    /// In the server's order; never none.
    pub offers: Vec<Offer>,
    /// The server said nothing of itself, so it is taken for its own authorization server.
    pub assumed: bool,
}

/// One authorization server.
pub(crate) struct Offer {
    /// Its identifier.
    pub id: String,
    /// How Portcullis will be known there.
    pub registration: Option<Registration>,
    /// What is asked for.
    pub scopes: Vec<String>,
    /// What it says of itself, or why it cannot be used.
    pub(super) issuer: Result<Issuer>,
}

impl Offer {
    /// The page that opens there.
    pub(crate) fn page(&self) -> Option<&Url> {
        self.issuer.as_ref().ok()?.authorize.as_ref()
    }

    /// Why it cannot be chosen.
    pub(crate) fn problem(&self) -> Option<&Error> {
        self.issuer.as_ref().err()
    }
}

impl Authority {
    /// Asks the server and the authorization servers that it names what they are.
    ///
    /// # Errors
    /// `auth.bad_metadata`, `auth.bad_endpoint`, `network.*`.
    pub(crate) async fn find_out(&self, address: &Url, document: Option<&Url>) -> Result<Found> {
        let web = Web::for_server(address);
        // What is sent in the clear is read by others on the way: no token is for such an address.
        web.allowed(canonical(address).as_str())?;
        let (challenge, account, own) = {
            let state = self.state();
            (state.challenge.clone(), state.account.clone(), state.own.clone())
        };
        let described = resource::find(&web, address, challenge.as_ref()).await?;
        let (resource, ids, supported) = match described {
            Some(found) => (found.id, Some(found.issuers), found.scopes),
            None => (canonical(address), None, None),
        };
        let assumed = ids.is_none();
        let looked_at = match ids {
            Some(ids) => {
                let web = &web;
                let all = ids.into_iter().map(|id| async move {
                    let issuer = issuer::find(web, &id).await;
                    (id, issuer)
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
            let issuer = issuer.and_then(|issuer| fits(issuer, own.as_ref()));
            let before = account.as_ref().filter(|account| account.issuer == id);
            let wanted = Wanted {
                challenged: challenge
                    .as_ref()
                    .and_then(|challenge| challenge.scopes.as_deref()),
                supported: supported.as_deref(),
                before: before.map_or(&[], |account| account.asked.as_slice()),
                known_there: issuer.as_ref().ok().and_then(|issuer| issuer.scopes.as_deref()),
                unattended,
            };
            Offer {
                registration: issuer
                    .as_ref()
                    .ok()
                    .and_then(|issuer| registration(issuer, own.is_some(), document.is_some())),
                scopes: wanted.all(),
                id,
                issuer,
            }
        });
        Ok(Found {
            resource,
            offers: offers.collect(),
            assumed,
        })
    }
}

/// The person's own client is for one authorization server and is shown to no other (AUT-28, AUT-29).
fn fits(issuer: Issuer, own: Option<&OwnClientRow>) -> Result<Issuer> {
    if let Some(own) = own
        && let Some(bound) = own.issuer.as_ref().filter(|bound| **bound != issuer.id)
    {
        let (bound, id) = (
            crate::text::escape_line(bound).text,
            crate::text::escape_line(&issuer.id).text,
        );
        return Err(Error::new(
            Code::AuthNoClient,
            format!("Your client id is for “{bound}”. It was not shown to “{id}”."),
        )
        .remedy("Enter one for the new authorization server, or forget yours."));
    }
    let unattended = own.is_some_and(|own| own.unattended);
    if issuer.authorize.is_none() && !unattended {
        let id = crate::text::escape_line(&issuer.id).text;
        return Err(Error::new(
            Code::AuthBadMetadata,
            format!("“{id}” has no page to sign in on. Nothing was opened."),
        )
        .remedy(
            "If it is for programs alone, enter a client id of your own that signs in without a browser.",
        ));
    }
    Ok(issuer)
}
