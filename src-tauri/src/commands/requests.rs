//! Requests that wait for an answer, as the main page knows them: it can bring one in front, and answer none.

use crate::gate::{self, GateWindow};
use crate::press;
use portcullis_api::*;
use portcullis_core::Result;
use portcullis_host::Host;
use tauri::{AppHandle, Manager};

/// Requests that wait, in the order in which they should be answered.
pub(super) async fn waiting(host: Host) -> Result<Vec<WaitingRequest>> {
    Ok(host.waiting().iter().map(WaitingRequest::from).collect())
}

/// Brings the window of the gate up with this request in front, or with the first that waits when it is gone; `together`, with all
/// that can be answered together with it. Over what the person reads, and after they left it for later, only where they ask for it.
pub(super) async fn show_request(app: AppHandle, request: String, together: bool) -> Result<()> {
    let gate = app.state::<GateWindow>();
    match press::at_main_window(&app) {
        Ok(_) => {
            if together {
                gate.open_together(&request, &super::host(&app)?);
            } else {
                gate.open(&request);
            }
            gate::raise(&app);
        }
        Err(_) if gate.comes_automatically(&request) => {}
        Err(none) => return Err(none),
    }
    Ok(())
}
