//! The folders that one server may be told (ROO-*).

use crate::consent::proposal::{GateAnswer, Sealed, denied};
use crate::consent::{Permit, Proposal};
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Answer, Asked, RootRow, RootsAccess};
use portcullis_l10n::say;
use serde_json::{Value, json};

/// Folders that a server wants to know.
#[derive(Debug)]
pub struct ProposedRoots {
    /// Server.
    pub server: String,
    /// All of them.
    pub folders: Vec<RootRow>,
}

/// Folders that a server is told.
#[derive(Debug)]
pub struct SharedRoots(pub Vec<RootRow>);

impl Sealed for ProposedRoots {}

impl Proposal for ProposedRoots {
    type Effect = SharedRoots;

    fn covers(&self) -> Value {
        json!({ "server": self.server, "folders": self.folders })
    }

    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        matches!(asked, Asked::Roots { folders, .. } if *folders == self.folders) && server == self.server
    }

    fn reach(&self, _: &Asked) -> String {
        say!("covers-roots")
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<SharedRoots>> {
        match answer.get() {
            Answer::Share {} => Ok(Permit::new(SharedRoots(self.folders))),
            _ => Err(denied(say!("denied-roots"))),
        }
    }
}

impl Permit<SharedRoots> {
    /// By what a person answered before and has not taken back.
    ///
    /// # Errors
    /// `consent.nobody` when there is no answer yet, `consent.denied` when the answer was no.
    pub fn by_standing(folders: Vec<RootRow>, access: RootsAccess) -> Result<Self> {
        match access {
            RootsAccess::Told => Ok(Self::new(SharedRoots(folders))),
            RootsAccess::Ask => Err(Error::new(Code::ConsentNobody, say!("roots-not-asked"))),
            RootsAccess::Withheld => Err(denied(say!("roots-withheld"))),
        }
    }
}
