//! One opening of one address, exactly as it was shown (ELI-18, S-16).

use crate::consent::proposal::{GateAnswer, Sealed, denied};
use crate::consent::{Permit, Proposal};
use portcullis_catalog::links::Link;
use portcullis_core::Result;
use portcullis_domain::{Answer, Asked};
use portcullis_l10n::say;
use serde_json::{Value, json};

/// An address that a server wants opened.
#[derive(Debug)]
pub struct ProposedLink {
    /// Server.
    pub server: String,
    /// The address.
    pub link: Link,
}

/// An address that the system's browser opens.
#[derive(Debug)]
pub struct OpenUrl(pub String);

impl Sealed for ProposedLink {}

impl Proposal for ProposedLink {
    type Effect = OpenUrl;

    fn covers(&self) -> Value {
        json!({ "server": self.server, "url": self.link.as_str() })
    }

    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        matches!(asked, Asked::Link { url, .. } if *url == self.link.shown()) && server == self.server
    }

    fn reach(&self, _: &Asked) -> String {
        say!("covers-link")
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<OpenUrl>> {
        match answer.get() {
            Answer::Open {} => Ok(Permit::for_page(&self.link)),
            _ => Err(denied(say!("denied-link"))),
        }
    }
}

impl Permit<OpenUrl> {
    /// For a page that a person read about and said yes to.
    pub(in crate::consent) fn for_page(link: &Link) -> Self {
        Self::new(OpenUrl(link.as_str().to_owned()))
    }
}
