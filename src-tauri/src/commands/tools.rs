//! Tools, calls of them, tasks and what they return.

use portcullis_l10n::say;
use super::dialogs;
use super::host;
use crate::press::{MayOpenDialog, Press};
use portcullis_api::*;
use portcullis_catalog::exact;
use portcullis_host::host::{CallRequest, Caller};
use portcullis_core::{Code, Error, Result};
use portcullis_host::Host;
use tauri::AppHandle;

/// Tools that match a search; all for an empty one.
pub(super) async fn tools(host: Host, server: String, query: String) -> Result<ToolList> {
    host.tools(&server, &query)
}

/// Everything about one tool.
pub(super) async fn tool(host: Host, server: String, tool: String) -> Result<ToolDetail> {
    host.tool(&server, &tool).await
}

/// Opens the question about a tool whose definition changed.
pub(super) async fn review_tool(host: Host, server: String, tool: String) -> Result<WaitingRequest> {
    host.review_tool(&server, &tool).await.map(WaitingRequest::from)
}

/// Asks whether the definition with this digest counts as reviewed. It would change what is said of the tool, and allow nothing.
pub(super) async fn propose_review(host: Host, server: String, tool: String, digest: String) -> Result<WaitingRequest> {
    host.propose_review(&server, &tool, &digest).await.map(WaitingRequest::from)
}

/// Holds a tool to all parts of its definition again; how many might vary.
pub(super) async fn hold_all_parts(host: Host, server: String, tool: String) -> Result<u32> {
    host.hold_all_parts(&server, &tool).await
}

/// Checks arguments, as JSON text, against a tool's schema; empty when they fit.
pub(super) async fn check_arguments(host: Host, server: String, tool: String, arguments: String) -> Result<Vec<ArgumentIssue>> {
    match exact::parse(&arguments) {
        Ok(arguments) => host.check_arguments(&server, &tool, arguments).await,
        Err(fault) => Ok(vec![ArgumentIssue {
            path: String::new(),
            message: say!("arguments-not-json", problem = fault.to_string()),
        }]),
    }
}

/// A person's own call of the definition with this digest, with arguments as JSON text. Ends in events `call`; `call` brings the result.
pub(super) async fn start_call(host: Host, _: Press, server: String, tool: String, arguments: String, definition: String) -> Result<CallView> {
    let arguments = exact::parse(&arguments).map_err(|fault| {
        Error::new(
            Code::CallBadArguments,
            say!("arguments-not-json-call", problem = fault.to_string()),
        )
    })?;
    // Whatever the page sends, a call from it is the person's own: it cannot speak for a model.
    host
        .start_call(CallRequest {
            server,
            tool,
            arguments,
            by: Caller::Window,
            idle: None,
            seen: Some(definition),
        })
        .await
}

/// Stops a call, down to the server.
pub(super) async fn cancel_call(host: Host, call: String) -> Result<()> {
    host.cancel_call(&call)
}

/// A call with its result.
pub(super) async fn call(host: Host, call: String) -> Result<CallView> {
    host.call(&call)
}

/// Calls that servers go on with as tasks: those that go on, oldest first, and those that ended, newest first.
pub(super) async fn tasks(host: Host) -> Result<Vec<TaskView>> {
    host.tasks().await
}

/// Asks the server to stop a task, which it need not do; a second time, the host stops waiting for it.
pub(super) async fn stop_task(host: Host, task: String) -> Result<()> {
    host.stop_task(&task)
}

/// Takes all tasks that ended off the list. The record keeps their rows.
pub(super) async fn forget_tasks(host: Host, _: Press) -> Result<()> {
    host.forget_tasks().await
}

/// A piece of content by handle, at most 256 KiB, from an offset in bytes.
pub(super) async fn read_payload(host: Host, handle: String, offset: u64) -> Result<Chunk> {
    host.read_payload(&handle, offset)
}

/// An image or sound by handle, as a `data:` address.
pub(super) async fn payload_url(host: Host, handle: String) -> Result<String> {
    host.payload_url(&handle)
}

/// Saves content by handle through the system's save dialog; the path, or nothing when cancelled.
pub(super) async fn save_payload(app: AppHandle, _: MayOpenDialog, handle: String, name: String) -> Result<Option<String>> {
    let content = host(&app)?.payload(&handle)?;
    dialogs::save(&app, &name, content).await
}
