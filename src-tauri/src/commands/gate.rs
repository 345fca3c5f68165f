//! The gate: what its page shows, and the answers. No other page has these commands.

use crate::events;
use crate::gate::{GATE, GateWindow};
use portcullis_api::*;
use portcullis_core::Result;
use portcullis_host::Host;
use std::collections::BTreeMap;
use tauri::{AppHandle, Manager};

/// What is in front now, and from then on every change of it into a channel of the page, which takes the place of the one before.
pub(super) async fn attach_gate(app: AppHandle, channel: String) -> Result<GateView> {
    let channel = events::channel(&app, GATE, &channel)?;
    let host = crate::host_or_again(&app).await?;
    Ok(app.state::<GateWindow>().attach(channel, &host))
}

/// Says that a request is drawn, and how high it is in CSS pixels, where the page can tell: the window is shown now.
pub(super) async fn drawn(app: AppHandle, request: String, height: Option<u32>) -> Result<()> {
    app.state::<GateWindow>().drawn(request, height.map(f64::from));
    Ok(())
}

/// Leaves all that waits now for later, and hides the window.
pub(super) async fn decide_later(app: AppHandle) -> Result<()> {
    app.state::<GateWindow>().leave();
    Ok(())
}

/// Leaves what ended in front of the person: what else waits of those that were shown together comes in front, or the next that
/// waits.
pub(super) async fn next_request(app: AppHandle) -> Result<()> {
    app.state::<GateWindow>().next();
    Ok(())
}

/// Shows this request and those that can be answered together with it.
pub(super) async fn show_together(app: AppHandle, request: String) -> Result<()> {
    app.state::<GateWindow>().open_together(&request, &super::host(&app)?);
    Ok(())
}

/// Shows requests one by one that were shown together.
pub(super) async fn show_apart(app: AppHandle) -> Result<()> {
    app.state::<GateWindow>().apart();
    Ok(())
}

/// Says that a request is now in front of the person: starts the 500 ms in which nothing can be answered.
pub(super) async fn attend(app: AppHandle, request: String, nonce: String) -> Result<()> {
    app.state::<GateWindow>().check_in_front(&request)?;
    super::host(&app)?.attend(&request, &nonce)
}

/// Changes the arguments of a waiting call, a request to a model or its answer: it comes back with a new digest and nonce.
pub(super) async fn amend(host: Host, request: String, nonce: String, arguments: String) -> Result<Request> {
    host.amend(&request, &nonce, &arguments).await
}

/// Checks what is filled into a waiting form; empty when it could be sent. Decides nothing.
pub(super) async fn check_form(host: Host, request: String, nonce: String, content: Filled) -> Result<Vec<ArgumentIssue>> {
    host.check_form(&request, &nonce, &content)
}

/// Checks arguments, as JSON text, that a waiting call would be changed to; empty when they could be used. Decides nothing.
pub(super) async fn check_amended(host: Host, request: String, nonce: String, arguments: String) -> Result<Vec<ArgumentIssue>> {
    host.check_amended(&request, &nonce, arguments).await
}

/// Tries limits that a waiting request offers on the last calls of its tool. Decides nothing.
pub(super) async fn try_limits(host: Host, request: String, only: Vec<u32>) -> Result<GrantPreview> {
    host.try_limits(&request, &only).await
}

/// What was filled into a waiting form when it was last checked, for a page that was reloaded.
pub(super) async fn filled_form(host: Host, request: String, nonce: String) -> Result<Option<Filled>> {
    host.filled_form(&request, &nonce)
}

/// Keeps what was begun at a waiting request, as the page wrote it down: in memory, for as long as the request waits. Decides nothing.
pub(super) async fn keep_draft(app: AppHandle, request: String, draft: String) -> Result<()> {
    app.state::<GateWindow>().keep_draft(request, draft);
    Ok(())
}

/// What was begun at waiting requests, by request, for a page that was reloaded.
pub(super) async fn kept_drafts(app: AppHandle) -> Result<BTreeMap<String, String>> {
    Ok(app.state::<GateWindow>().kept_drafts())
}

/// An image of a request, decoded and encoded again, as a `data:` address. Nothing else: a sound is named and not played.
pub(super) async fn redrawn_payload_url(host: Host, handle: String) -> Result<String> {
    host.redrawn_payload_url(&handle).await
}

/// Answers a request. One that was not attended was not shown, and is not answered.
pub(super) async fn answer(host: Host, reply: GateReply) -> Result<()> {
    host.answer(&reply).await
}

/// Answers calls that are shown together, each with its own nonce: all that are in front, and all of them or none.
pub(super) async fn answer_together(app: AppHandle, replies: Vec<GateReply>) -> Result<()> {
    app.state::<GateWindow>().check_all_in_front(&replies)?;
    super::host(&app)?.answer_together(&replies).await
}
