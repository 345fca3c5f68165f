//! What people see of a sign-in. Only what may be seen is in here (S-56).

use super::authority::{Authority, AuthorityState};
use super::callback::FIXED;
use super::resource::covers;
use crate::limits;
use portcullis_core::text::{ForeignText, escape_line};
use portcullis_core::{Code, Error};
use portcullis_domain::stored::{AccountRow, OwnClientRow};
use portcullis_domain::{Account, Foreign, InsufficientScope, OwnClient, ServerAccount, SignInWhy};
use portcullis_l10n::say;
use url::Url;

/// The extensions by which a client signs in in another way than by a page of the authorization server.
const UNATTENDED: &str = "io.modelcontextprotocol/oauth-client-credentials";
const ORGANISATION: &str = "io.modelcontextprotocol/enterprise-managed-authorization";
const WORKLOAD: &str = "io.modelcontextprotocol/auth/wif";

impl Authority {
    /// As it is now.
    pub fn view(&self, applies: bool) -> ServerAccount {
        let state = self.state();
        ServerAccount {
            server: self.server.0.clone(),
            applies,
            account: state.account.as_ref().map(account),
            own_client: state.own.as_ref().map(own_client),
            state: state.sign_in.clone(),
            more: more(&state),
        }
    }

    /// Why a sign-in would be made now.
    pub fn why(&self) -> SignInWhy {
        let state = self.state();
        match (&state.account, &state.more) {
            (None, _) => SignInWhy::First {},
            (Some(account), _) if account.ended.is_some() => SignInWhy::Ended {},
            (Some(_), Some(more)) => SignInWhy::More {
                tool: more.tool.as_deref().map(tool),
            },
            (Some(_), None) => SignInWhy::Again {},
        }
    }

    /// The authorization server of the sign-in before, and what was granted there for this address.
    pub fn before(&self, address: &Url) -> Option<(String, Vec<String>)> {
        let state = self.state();
        let account = state.account.as_ref()?;
        let granted = match covers(&account.resource, address) {
            true => account.granted.clone(),
            false => Vec::new(),
        };
        Some((account.issuer.clone(), granted))
    }

    /// The extension of the protocol by which the user signs in here, for the server to know.
    pub fn extension(&self) -> Option<&'static str> {
        let state = self.state();
        let own = state.own.as_ref()?;
        match (&own.organisation, &own.token_file) {
            (Some(_), _) => Some(ORGANISATION),
            (None, Some(_)) => Some(WORKLOAD),
            (None, None) => own.unattended.then_some(UNATTENDED),
        }
    }
}

fn tool(name: &str) -> Foreign {
    ForeignText::new(name).first_line(limits::TOOL_NAME)
}

fn more(state: &AuthorityState) -> Option<InsufficientScope> {
    let more = state.more.as_ref()?;
    Some(InsufficientScope {
        tool: more.tool.as_deref().map(tool),
        scopes: more.scopes.iter().map(|scope| escape_line(scope)).collect(),
        at: more.at,
        settled: more.settled,
    })
}

fn account(row: &AccountRow) -> Account {
    let host = Url::parse(&row.issuer).ok();
    Account {
        resource: escape_line(&row.resource).text,
        issuer: escape_line(&row.issuer),
        issuer_host: host.as_ref().map(super::http::host).unwrap_or_default(),
        client_id: escape_line(&row.client_id),
        registration: row.registration,
        scopes: row.granted.iter().map(|scope| escape_line(scope)).collect(),
        signed_in_at: row.signed_in_at,
        until: row.until,
        renews: row.renews,
        unattended: row.unattended,
        bound: row.bound,
        ended: row.ended.as_ref().map(|sentence| {
            let error = Error::new(Code::AuthEnded, sentence.clone());
            error.remedy(say!("sign-in-again")).into()
        }),
    }
}

fn own_client(row: &OwnClientRow) -> OwnClient {
    OwnClient {
        client_id: row.client_id.clone(),
        proof: row.proof,
        issuer: row.issuer.as_deref().map(escape_line),
        unattended: row.unattended,
        port: row.port,
        redirect: match row.port {
            Some(port) => format!("http://127.0.0.1:{port}{FIXED}"),
            None => format!("http://127.0.0.1{FIXED}"),
        },
        organisation: row.organisation.clone(),
        token_file: row.token_file.clone(),
    }
}
