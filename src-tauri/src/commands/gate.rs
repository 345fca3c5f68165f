//! Requests that wait for an answer.

use portcullis_api::*;
use portcullis_host::{Host, Result};

/// Requests that wait.
pub(super) async fn waiting(host: Host) -> Result<Vec<Request>> {
    Ok(host.waiting())
}

/// Says that a request is now in front of the person: starts the 500 ms in which nothing can be answered.
pub(super) async fn attend(host: Host, request: String, nonce: String) -> Result<()> {
    host.attend(&request, &nonce)
}

/// Changes the arguments of a waiting call, a request to a model or its answer: it comes back with a new digest and nonce.
pub(super) async fn amend(host: Host, request: String, nonce: String, arguments: String) -> Result<Request> {
    host.amend(&request, &nonce, &arguments).await
}

/// Checks what is filled into a waiting form; empty when it could be sent. Decides nothing.
pub(super) async fn check_form(host: Host, request: String, nonce: String, content: Filled) -> Result<Vec<ArgumentIssue>> {
    host.check_form(&request, &nonce, &content)
}

/// Tries limits that a waiting request offers on the last calls of its tool. Decides nothing.
pub(super) async fn try_limits(host: Host, request: String, only: Vec<u32>) -> Result<GrantPreview> {
    host.try_limits(&request, &only).await
}

/// What was filled into a waiting form when it was last checked, for a page that was reloaded.
pub(super) async fn filled_form(host: Host, request: String, nonce: String) -> Result<Option<Filled>> {
    host.filled_form(&request, &nonce)
}

/// Answers a request.
pub(super) async fn answer(host: Host, reply: GateReply) -> Result<()> {
    host.answer(&reply).await
}
