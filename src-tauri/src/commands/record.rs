//! The audit log.

use portcullis_l10n::say;
use super::dialogs;
use crate::press::MayOpenDialog;
use crate::saving;
use super::host;
use portcullis_api::*;
use portcullis_storage::audit::Format;
use portcullis_core::{Code, Error, Result};
use portcullis_host::Host;
use tauri::AppHandle;

/// A page of the record, newest first; `before` is the `next` of the page before.
pub(super) async fn record(host: Host, filter: RecordFilter, before: Option<u64>) -> Result<RecordPage> {
    host.record(filter, before).await
}

/// One operation of the record.
pub(super) async fn record_detail(host: Host, seq: u64) -> Result<RecordDetail> {
    host.record_detail(seq).await
}

/// Checks the chain of the record.
pub(super) async fn verify_record(host: Host) -> Result<Verification> {
    host.verify_record().await
}

/// Exports the record (`jsonl` or `csv`) through the save dialog; the path, or nothing when cancelled.
pub(super) async fn export_record(app: AppHandle, _: MayOpenDialog, format: String) -> Result<Option<String>> {
    let kind = match format.as_str() {
        "jsonl" => Format::JsonLines,
        "csv" => Format::Csv,
        _ => {
            return Err(Error::new(
                Code::BadInput,
                say!("export-log-format"),
            ));
        }
    };
    let host = host(&app)?;
    let Some(path) = dialogs::save_as(&app, &format!("portcullis-record.{format}")).await? else {
        return Ok(None);
    };
    let (bytes, _) = host.export_record(kind, Vec::<u8>::new()).await?;
    saving::write(path, bytes).await.map(Some)
}
