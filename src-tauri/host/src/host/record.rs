//! The room Activity.

use super::Host;
use crate::Result;
use crate::audit::Format;
use crate::view::{RecordDetail, RecordFilter, RecordPage, Verification};
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
        self.0.audit.detail(seq).await
    }

    /// Checks the chain.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn verify_record(&self) -> Result<Verification> {
        self.0.audit.verify().await
    }

    /// Writes every row to where a person chose; the writer and the number of rows come back.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn export_record<W: Write + Send + 'static>(&self, format: Format, to: W) -> Result<(W, u64)> {
        self.0.audit.export(format, to).await
    }
}
