//! What a person read before a sign-in, and the one answer to it (AUT-03). A browser opens only where the answer names what
//! was read, and only on the page that was read.

use super::{OpenUrl, Permit};
use crate::limits;
use portcullis_catalog::links::Link;
use portcullis_core::{Code, Error, Result, ids};
use tokio::time::Instant;

/// A reviewed sign-in that waits for approval.
pub struct PendingSignIn {
    nonce: String,
    at: Instant,
    /// The identifiers that can be chosen, with the page of each.
    choices: Vec<(String, Option<String>)>,
}

/// Permit for one sign-in.
#[derive(Debug)]
pub struct SignInPermit {
    issuer: String,
    page: Option<String>,
}

impl PendingSignIn {
    /// What is about to be shown: the authorization servers that can be chosen, and the page of each, if one opens.
    #[must_use]
    pub fn new(choices: Vec<(String, Option<String>)>) -> Self {
        Self {
            nonce: ids::random(),
            at: Instant::now(),
            choices,
        }
    }

    /// Goes with the answer.
    #[must_use]
    pub fn nonce(&self) -> &str {
        &self.nonce
    }

    /// Whether an answer can be taken; nothing is spent yet, so that one that came too soon can come again.
    ///
    /// # Errors
    /// `consent.stale`, `consent.too_soon`.
    pub fn check(&self, nonce: &str, issuer: &str) -> Result<()> {
        let known = self.choices.iter().any(|(id, _)| id == issuer);
        if nonce != self.nonce || !known || self.at.elapsed() > limits::SIGN_IN_REVIEW {
            return Err(stale());
        }
        if self.at.elapsed() < limits::GUARD {
            return Err(Error::new(
                Code::ConsentTooSoon,
                "That came before anybody could have read it. Nothing was opened.",
            )
            .remedy("Read it, and answer again."));
        }
        Ok(())
    }

    /// Spends the review.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub fn answer(self, nonce: &str, issuer: &str) -> Result<SignInPermit> {
        self.check(nonce, issuer)?;
        let chosen = self.choices.into_iter().find(|(id, _)| id == issuer);
        chosen
            .map(|(issuer, page)| SignInPermit { issuer, page })
            .ok_or_else(stale)
    }
}

impl SignInPermit {
    /// The authorization server that was chosen.
    #[must_use]
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// Spends the permit on one opening.
    ///
    /// # Errors
    /// `internal` when this is not the page that was read.
    pub fn open(self, link: &Link) -> Result<Permit<OpenUrl>> {
        let same = self.page.as_ref().is_some_and(|page| {
            let rest = link.as_str().strip_prefix(page.as_str());
            rest.is_some_and(|rest| rest.starts_with(['?', '&']))
        });
        match same {
            true => Ok(Permit::for_page(link)),
            false => Err(Error::internal(
                "another page than the one that was read was about to open",
            )),
        }
    }
}

fn stale() -> Error {
    Error::new(
        Code::ConsentStale,
        "This sign-in was reviewed too long ago, or changed meanwhile. Nothing was opened.",
    )
    .remedy("Look at it again.")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;
    use std::time::Duration;

    fn reviewed() -> PendingSignIn {
        PendingSignIn::new(vec![("https://a".to_owned(), Some("https://a/page".to_owned()))])
    }

    // Proves AUT-03.
    #[tokio::test(start_paused = true)]
    async fn an_answer_names_what_was_read_and_does_not_come_too_soon_or_too_late() {
        let review = reviewed();
        let nonce = review.nonce().to_owned();
        assert_eq!(
            review.check(&nonce, "https://a").unwrap_err().code,
            Code::ConsentTooSoon
        );
        tokio::time::advance(limits::GUARD).await;
        assert_eq!(
            review.check("x", "https://a").unwrap_err().code,
            Code::ConsentStale
        );
        assert_eq!(
            review.check(&nonce, "https://b").unwrap_err().code,
            Code::ConsentStale
        );
        // The last moment counts.
        tokio::time::advance(limits::SIGN_IN_REVIEW - limits::GUARD).await;
        assert!(review.check(&nonce, "https://a").is_ok());
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!(
            review.answer(&nonce, "https://a").unwrap_err().code,
            Code::ConsentStale
        );
    }

    // Proves S-16.
    #[tokio::test(start_paused = true)]
    async fn only_the_page_that_was_read_opens() {
        for (url, opens) in [
            ("https://a/page?state=1", true),
            ("https://a/pageant?state=1", false),
            ("https://b/page?state=1", false),
        ] {
            let review = reviewed();
            tokio::time::advance(limits::GUARD).await;
            let nonce = review.nonce().to_owned();
            let permit = review.answer(&nonce, "https://a").unwrap();
            assert_eq!(permit.issuer(), "https://a");
            assert_eq!(permit.open(&Link::read(url).unwrap()).is_ok(), opens, "{url}");
        }
    }
}
