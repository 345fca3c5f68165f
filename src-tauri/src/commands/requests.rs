//! Requests that wait for an answer, as the main page knows them: it can bring one in front, and answer none.

use crate::gate::GateWindow;
use portcullis_api::*;
use portcullis_core::Result;
use portcullis_host::Host;
use tauri::{AppHandle, Manager};

/// Requests that wait, in the order in which they should be answered.
pub(super) async fn waiting(host: Host) -> Result<Vec<WaitingRequest>> {
    Ok(host.waiting().iter().map(WaitingRequest::from).collect())
}

/// Brings the window of the gate up with this request and those that can be answered together with it.
pub(super) async fn show_together(app: AppHandle, request: String) -> Result<()> {
    app.state::<GateWindow>()
        .open_together(&request, &super::host(&app)?);
    Ok(())
}

/// Brings the window of the gate up with this request in front, or with the first that waits when it is gone.
pub(super) async fn show_request(app: AppHandle, request: String) -> Result<()> {
    app.state::<GateWindow>().open(&request);
    Ok(())
}
