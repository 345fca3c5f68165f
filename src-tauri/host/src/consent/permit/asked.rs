//! Permits for what servers ask: what was filled in, an address to open, folders to be told, words of a model.

use super::another;
use crate::catalog::forms;
use crate::catalog::links::Link;
use crate::consent::gate::Decision;
use crate::view::{Answer, Asked, FormField, RootRow, RootsAccess};
use crate::{Code, Error, Result};
use serde_json::Value;

/// What one person filled in, for one server. Not to be printed (ELI-17).
pub struct FormPermit {
    content: Value,
}

impl FormPermit {
    /// By a person's answer to exactly these fields.
    ///
    /// # Errors
    /// `consent.denied` for every answer that is not a form, `consent.stale` for another form, `form.unfit` for one that
    /// does not fit.
    pub fn by_answer(fields: &[FormField], decision: &Decision) -> Result<Self> {
        let Answer::Submit { content } = decision.answer() else {
            return Err(Error::new(
                Code::ConsentDenied,
                "You did not send the form. The server got nothing of it.",
            ));
        };
        match decision.about() {
            (_, Some(Asked::Form { fields: shown, .. })) if shown.as_slice() == fields => {}
            _ => return Err(another()),
        }
        if !forms::check(fields, &content.0).is_empty() {
            return Err(Error::new(
                Code::FormUnfit,
                "The form is not filled in as it must be. Nothing was sent.",
            ));
        }
        Ok(Self {
            content: forms::fill(fields, &content.0),
        })
    }

    /// Spends the permit.
    #[must_use]
    pub fn into_content(self) -> Value {
        self.content
    }
}

/// One opening of one address, exactly as it was shown.
#[derive(Debug)]
pub struct OpenPermit {
    url: String,
}

impl OpenPermit {
    /// By a person's answer.
    ///
    /// # Errors
    /// `consent.denied` for every answer that is not a yes to opening one, `consent.stale` for a yes to another.
    pub fn by_answer(link: &Link, decision: &Decision) -> Result<Self> {
        match decision.answer() {
            Answer::Open {} => match decision.about() {
                (_, Some(Asked::Link { url, .. })) if *url == link.shown() => Ok(Self {
                    url: link.as_str().to_owned(),
                }),
                _ => Err(another()),
            },
            _ => Err(Error::new(
                Code::ConsentDenied,
                "You said no. The address was not opened.",
            )),
        }
    }

    /// By a person's yes to a sign-in: the page that was reviewed, with what belongs to the attempt.
    pub(in crate::consent) fn for_sign_in(link: &Link) -> Self {
        Self {
            url: link.as_str().to_owned(),
        }
    }

    /// Spends the permit.
    #[must_use]
    pub fn into_url(self) -> String {
        self.url
    }
}

/// One server may be told these folders.
#[derive(Debug)]
pub struct RootsPermit {
    folders: Vec<RootRow>,
}

impl RootsPermit {
    /// By a person's answer to the folders that were shown.
    ///
    /// # Errors
    /// `consent.denied` for every answer that is not a yes to sharing folders, `consent.stale` for a yes to others.
    pub fn by_answer(folders: Vec<RootRow>, decision: &Decision) -> Result<Self> {
        match decision.answer() {
            Answer::Share {} => match decision.about() {
                (_, Some(Asked::Roots { folders: shown, .. })) if *shown == folders => Ok(Self { folders }),
                _ => Err(another()),
            },
            _ => Err(Error::new(
                Code::ConsentDenied,
                "You said no. The server was told that there are no folders.",
            )),
        }
    }

    /// By what a person answered before and has not taken back.
    ///
    /// # Errors
    /// `consent.nobody` when nobody answered yet, `consent.denied` when the answer was no.
    pub fn by_standing(folders: Vec<RootRow>, access: RootsAccess) -> Result<Self> {
        match access {
            RootsAccess::Told => Ok(Self { folders }),
            RootsAccess::Ask => Err(Error::new(
                Code::ConsentNobody,
                "Nobody was asked. The server was told nothing.",
            )),
            RootsAccess::Withheld => Err(Error::new(
                Code::ConsentDenied,
                "You keep its folders from it. The server was told that there are none.",
            )),
        }
    }

    /// Spends the permit.
    #[must_use]
    pub fn into_folders(self) -> Vec<RootRow> {
        self.folders
    }
}

/// One request to one model, exactly as it was shown (SAM-01, SAM-02).
#[derive(Debug)]
pub struct SamplingPermit {
    request: Value,
}

impl SamplingPermit {
    /// By a person's answer, with the request as it stood on the screen.
    ///
    /// # Errors
    /// `consent.denied` for every answer that does not send it, `consent.stale` for a yes to something else.
    pub fn by_answer(request: Value, decision: &Decision) -> Result<Self> {
        match decision.answer() {
            Answer::AllowOnce {} => match decision.about() {
                (_, Some(Asked::Sampling { .. })) => Ok(Self {
                    request: decision.arguments().cloned().unwrap_or(request),
                }),
                _ => Err(another()),
            },
            _ => Err(Error::new(
                Code::ConsentDenied,
                "You said no. No model was asked.",
            )),
        }
    }

    /// Spends the permit.
    #[must_use]
    pub fn into_request(self) -> Value {
        self.request
    }
}

/// One answer to one server that asked for words, exactly as it was shown (SAM-03).
#[derive(Debug)]
pub struct HandOverPermit {
    parts: Value,
}

impl HandOverPermit {
    /// By a person's answer, with the parts as they stood on the screen.
    ///
    /// # Errors
    /// `consent.denied` for every answer that does not hand them over, `consent.stale` for a yes to something else.
    pub fn by_answer(parts: Value, decision: &Decision) -> Result<Self> {
        match decision.answer() {
            Answer::AllowOnce {} => match decision.about() {
                (_, Some(Asked::SampledAnswer { .. })) => Ok(Self {
                    parts: decision.arguments().cloned().unwrap_or(parts),
                }),
                _ => Err(another()),
            },
            _ => Err(Error::new(
                Code::ConsentDenied,
                "You said no. The server did not get the answer.",
            )),
        }
    }

    /// By the person's own words: who wrote them has read them.
    ///
    /// # Errors
    /// `consent.denied` for every answer that is not one in their own words.
    pub fn by_hand(decision: &Decision) -> Result<Self> {
        match decision.answer() {
            Answer::Write { text } => Ok(Self {
                parts: serde_json::json!([{"type": "text", "text": text}]),
            }),
            _ => Err(Error::new(
                Code::ConsentDenied,
                "Nothing was written. The server did not get an answer.",
            )),
        }
    }

    /// Spends the permit.
    #[must_use]
    pub fn into_parts(self) -> Value {
        self.parts
    }
}
