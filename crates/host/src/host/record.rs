//! The room Activity.

mod confirming;

pub(crate) use confirming::Confirming;

use super::Host;
use portcullis_approval::policy::Condition;
use portcullis_core::Result;
use portcullis_core::text::ForeignText;
use portcullis_domain::{AllowedBy, MetCondition, RecordDetail, RecordFilter, RecordPage, Verification};
use portcullis_storage::audit::{Format, GrantOrigin, Head};
use serde_json::Value;
use std::io::Write;

impl Host {
    /// A page of the record, newest first.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn record(&self, filter: RecordFilter, before: Option<u64>) -> Result<RecordPage> {
        self.0.audit.page(filter, before).await
    }

    /// One operation.
    ///
    /// # Errors
    /// `not_found`, `store.*`.
    pub async fn record_detail(&self, seq: u64) -> Result<RecordDetail> {
        let detail = self.0.audit.detail(seq).await?;
        let allowed_by = self
            .0
            .audit
            .given(seq)
            .await?
            .map(|given| allowed_by(given, &detail));
        Ok(RecordDetail { allowed_by, ..detail })
    }

    /// Checks the chain, and compares the record with what the keychain knows of it. A keychain that is locked or missing is
    /// said; the user is not asked to open it.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn verify_record(&self) -> Result<Verification> {
        let keychain = self.0.keychain_on_record().await;
        self.0.audit.verify(keychain, None).await
    }

    /// The same, and whether this row is in it, which a person kept elsewhere.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn verify_record_against(&self, head: Head) -> Result<Verification> {
        let keychain = self.0.keychain_on_record().await;
        self.0.audit.verify(keychain, Some(head)).await
    }

    /// Writes every row to where a person chose; the writer and the number of rows come back.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn export_record<W: Write + Send + 'static>(&self, format: Format, to: W) -> Result<(W, u64)> {
        self.0.audit.export(format, to).await
    }
}

/// A permission with what in the call satisfied it.
fn allowed_by(given: GrantOrigin, detail: &RecordDetail) -> AllowedBy {
    let kept: Option<Value> = given
        .conditions
        .as_deref()
        .and_then(|kept| serde_json::from_str(kept).ok());
    let conditions: Vec<Condition> = kept
        .and_then(|mut kept| serde_json::from_value(kept.get_mut("only")?.take()).ok())
        .unwrap_or_default();
    let sent: Option<Value> = detail
        .sent
        .as_ref()
        .and_then(|sent| serde_json::from_str(&sent.text).ok());
    let met = conditions.iter().map(|condition| MetCondition {
        words: condition.in_words(),
        was: sent
            .as_ref()
            .and_then(|sent| sent.get(&condition.argument))
            .map(|was| {
                let text = was.as_str().map_or_else(|| was.to_string(), str::to_owned);
                ForeignText::new(text).first_line(256)
            }),
    });
    AllowedBy {
        conditions: met.collect(),
        permission: given.permission,
        sentence: given.sentence,
        by: given.by,
        given_at: given.at,
        row: given.row,
        revoked_at: given.revoked_at,
    }
}
