//! Servers: adding, starting and stopping them, their logs and frames.

use super::dialogs;
use super::host;
use crate::saving;
use crate::press::{MayOpenDialog, Press};
use portcullis_api::*;
use portcullis_core::{Error, Result};
use portcullis_host::Host;
use tauri::AppHandle;

/// Servers in the person's order.
pub(super) async fn servers(host: Host) -> Result<Vec<ServerSummary>> {
    Ok(host.servers())
}

/// Everything about one server.
pub(super) async fn server(host: Host, id: String) -> Result<ServerDetail> {
    // The record of a package is read for it, which waits for the disk.
    tokio::task::spawn_blocking(move || host.server(&id))
        .await
        .map_err(Error::internal)?
}

/// The fence of a server: what it lets through and what it kept out.
pub(super) async fn fence(host: Host, id: String) -> Result<FenceView> {
    host.fence(&id).await
}

/// The fence that this program gets if it is new and the user does not set one. `fetched`: its package is fetched once. Nothing is saved.
pub(super) async fn suggest_fence(host: Host, draft: ServerDraft, fetched: bool) -> Result<FenceSuggestion> {
    Ok(host.suggest_fence(draft, fetched).await)
}

/// Asks to add a server, or to change the one named in `changes`. Nothing is saved or started before the answer.
pub(super) async fn propose_server(host: Host, draft: ServerDraft, changes: Option<String>) -> Result<WaitingRequest> {
    host.propose_server(draft, changes).await.map(WaitingRequest::from)
}

/// Asks to fetch the package of a draft's launcher, and then to add or change its server; asks about the server at once where there is
/// no package to be fetched.
pub(super) async fn propose_fetch(host: Host, draft: ServerDraft, changes: Option<String>) -> Result<WaitingRequest> {
    let is_fetchable = match (&draft.endpoint, &changes) {
        // One that runs from a package already is fetched again.
        (_, Some(_)) => true,
        (Endpoint::Command { program, arguments, .. }, None) => Host::is_fetchable(program, arguments),
        _ => false,
    };
    let asked = match is_fetchable {
        true => host.propose_fetch(draft, changes).await,
        false => host.propose_server(draft, changes).await,
    };
    asked.map(WaitingRequest::from)
}

/// Packages that are fetched now.
pub(super) async fn fetches(host: Host) -> Result<Vec<FetchView>> {
    Ok(host.fetches())
}

/// Stops a fetch. Nothing of it stays.
pub(super) async fn cancel_fetch(host: Host, id: String) -> Result<()> {
    host.cancel_fetch(&id)
}

/// Asks to start a server whose program or definition is no longer what was approved.
pub(super) async fn propose_start(host: Host, id: String) -> Result<WaitingRequest> {
    host.propose_start(&id).await.map(WaitingRequest::from)
}

/// Asks to do what the diagnosis of a server proposes: a change of its settings, or its start as it is now.
pub(super) async fn propose_repair(host: Host, id: String) -> Result<WaitingRequest> {
    host.propose_repair(&id).await.map(WaitingRequest::from)
}

/// Why a server does not start or connect: one cause, one remedy, and what was looked at. Nothing is started for it.
pub(super) async fn diagnose(host: Host, id: String) -> Result<DiagnosisView> {
    host.diagnose(&id).await
}

/// Reads what a person pasted: a command line, a URL, an install link, a configuration. Nothing is done with it.
pub(super) async fn read_servers(host: Host, text: String) -> Result<Vec<FoundServer>> {
    host.read_servers(&text).await
}

/// Well-known servers that a person may begin with. Nothing is done with them.
pub(super) async fn suggested_servers(host: Host) -> Result<Vec<SuggestedServer>> {
    host.suggested_servers().await
}

/// The servers in the configurations of other hosts on this computer. Nothing is done with them.
pub(super) async fn configurations(host: Host) -> Result<Vec<FoundConfiguration>> {
    host.configurations().await
}

/// The servers in the configurations of a project, whose folder the person chooses in the system's folder picker; nothing when
/// cancelled. Nothing is done with them.
pub(super) async fn choose_project(app: AppHandle, _: MayOpenDialog) -> Result<Option<ProjectConfigurations>> {
    let host = host(&app)?;
    match dialogs::pick_folder(&app).await? {
        None => Ok(None),
        Some(folder) => host.project_configurations(folder.into(), None).await.map(Some),
    }
}

/// Files that are held over the window, and those that were dropped on it last. Nothing was done with them.
pub(super) async fn dropped(host: Host) -> Result<DropView> {
    Ok(host.dropped())
}

/// Reads one of the bundles that were dropped. Nothing of it is unpacked or started.
pub(super) async fn open_dropped_bundle(host: Host, at: u32) -> Result<BundleView> {
    host.open_dropped_bundle(at).await
}

/// Forgets the files that were dropped.
pub(super) async fn forget_dropped(host: Host) -> Result<()> {
    host.forget_dropped();
    Ok(())
}

/// The install link or bundle that another program opened and that waits. Nothing was done with it.
pub(super) async fn offered_install(host: Host) -> Result<Option<OfferedInstall>> {
    Ok(host.offered_install())
}

/// Forgets the install link or bundle that waits.
pub(super) async fn drop_offered_install(host: Host) -> Result<()> {
    host.drop_offered_install();
    Ok(())
}

/// Reads the bundle that another program opened, or one from the system's file picker; nothing when cancelled. Nothing of it is unpacked or started.
pub(super) async fn open_bundle(app: AppHandle, _: MayOpenDialog, offered: bool) -> Result<Option<BundleView>> {
    let host = host(&app)?;
    if offered {
        return host.open_offered_bundle().await.map(Some);
    }
    match dialogs::pick_bundle(&app).await? {
        None => Ok(None),
        Some(file) => host.open_bundle(file).await.map(Some),
    }
}

/// The bundle that is open.
pub(super) async fn bundle(host: Host) -> Result<Option<BundleView>> {
    Ok(host.bundle())
}

/// Forgets the bundle that is open.
pub(super) async fn close_bundle(host: Host) -> Result<()> {
    host.close_bundle();
    Ok(())
}

/// Asks to add the server of the bundle that is open, or to change the one named in `updates`. What is unpacked for it is deleted unless the answer is yes.
pub(super) async fn propose_bundle(host: Host, bundle: String, label: String, values: Vec<InstallValue>, updates: Option<String>, choices: InstallChoices) -> Result<WaitingRequest> {
    host.propose_bundle(&bundle, label, values, updates, Some(choices)).await.map(WaitingRequest::from)
}

/// Asks to save servers of a text, or of the files that `configurations` lists, turned off.
pub(super) async fn propose_import(host: Host, text: Option<String>, picks: Vec<ImportPick>) -> Result<WaitingRequest> {
    host.propose_import(text, picks).await.map(WaitingRequest::from)
}

/// Files of other hosts into which servers can be written. Nothing is done with them.
pub(super) async fn export_targets(host: Host) -> Result<Vec<ExportTarget>> {
    host.export_targets().await
}

/// What an export would change in a file that `export_targets` lists or the person chose. Nothing is written.
pub(super) async fn preview_export(host: Host, draft: ExportDraft) -> Result<ExportPreview> {
    host.preview_export(draft).await
}

/// A file for an export, by the save dialog of the system; nothing when cancelled. Nothing is written.
pub(super) async fn choose_export_file(app: AppHandle, _: MayOpenDialog) -> Result<Option<String>> {
    let host = host(&app)?;
    match dialogs::save_as(&app, "mcp.json").await? {
        None => Ok(None),
        Some(file) => host.choose_export_file(&file).map(Some),
    }
}

/// Asks to write servers into such a file.
pub(super) async fn propose_export(host: Host, draft: ExportDraft) -> Result<WaitingRequest> {
    host.propose_export(draft).await.map(WaitingRequest::from)
}

/// The manifest that runs a server in Kubernetes, without values of secrets. Nothing is written.
pub(super) async fn kubernetes_manifest(host: Host, id: String) -> Result<KubernetesManifest> {
    host.kubernetes_manifest(&id).await
}

/// Saves that manifest through the save dialog; the path, or nothing when cancelled.
pub(super) async fn export_kubernetes(app: AppHandle, _: MayOpenDialog, id: String) -> Result<Option<String>> {
    let manifest = host(&app)?.kubernetes_manifest(&id).await?;
    dialogs::save(&app, &format!("{}.yaml", manifest.name), manifest.text).await
}

/// How an export ended; nothing while it waits.
pub(super) async fn export_result(host: Host, request: String) -> Result<Option<ExportResult>> {
    Ok(host.export_result(&request))
}

/// Turns a server on or off.
pub(super) async fn set_enabled(host: Host, _: Press, id: String, enabled: bool) -> Result<()> {
    host.set_enabled(&id, enabled).await
}

/// Lets a server make sampling requests, or not. What it may ask is said when a connection is made, so it is connected again: calls that run end.
pub(super) async fn set_sampling(host: Host, _: Press, server: String, allowed: bool) -> Result<()> {
    host.set_sampling(&server, allowed).await
}

/// Gives a server a mark of the person's choosing; nothing goes back to the usual one. It is not connected again.
pub(super) async fn set_mark(host: Host, _: Press, server: String, mark: Option<ServerMark>) -> Result<()> {
    host.set_mark(&server, mark).await
}

/// Keeps what the person notes about a server.
pub(super) async fn set_note(host: Host, _: Press, server: String, note: String) -> Result<()> {
    host.set_note(&server, &note).await
}

/// Sets when a server that is on is started. It is not connected again.
pub(super) async fn set_start(host: Host, _: Press, server: String, start: StartMode) -> Result<()> {
    host.set_start(&server, start).await
}

/// Puts the servers into this order.
pub(super) async fn order_servers(host: Host, _: Press, ids: Vec<String>) -> Result<()> {
    host.order_servers(ids).await
}

/// Stops and starts a server.
pub(super) async fn restart_server(host: Host, _: Press, id: String) -> Result<()> {
    host.restart_server(&id).await
}

/// Stops and forgets a server, its secrets and its permissions. The record stays.
pub(super) async fn remove_server(host: Host, _: Press, id: String) -> Result<()> {
    host.remove_server(&id).await
}

/// How much a server says in its log messages; nothing leaves it to the server. Kept until Portcullis ends.
pub(super) async fn set_log_level(host: Host, _: Press, server: String, level: Option<LogLevel>) -> Result<()> {
    host.set_log_level(&server, level).await
}

/// Log lines after a sequence number (0 for all that are kept), at most 2,000.
pub(super) async fn logs(host: Host, server: String, after: u64) -> Result<LogPage> {
    host.logs(&server, after)
}

/// Frames after a sequence number (0 for all that are kept), at most 1,000.
pub(super) async fn frames(host: Host, server: String, after: u64) -> Result<FramePage> {
    host.frames(&server, after)
}

/// A frame as indented text, secrets masked, at most 256 KiB.
pub(super) async fn frame_text(host: Host, server: String, seq: u64) -> Result<Foreign> {
    host.frame_text(&server, seq)
}

/// Frames after a sequence number that hold some words, secrets masked: at most 1,000, and how far was looked.
pub(super) async fn find_frames(host: Host, server: String, words: String, after: u64) -> Result<FramesFound> {
    // All that is kept may be read, which takes a moment.
    tokio::task::spawn_blocking(move || host.find_frames(&server, &words, after))
        .await
        .map_err(Error::internal)?
}

/// A call of a tool as it was sent, secrets masked, for its form. Nothing is called.
pub(super) async fn frame_call(host: Host, server: String, seq: u64) -> Result<SentCall> {
    host.frame_call(&server, seq)
}

/// Exports the frames that are kept as JSON lines, secrets masked, through the save dialog; the path, or nothing when cancelled.
pub(super) async fn export_frames(app: AppHandle, _: MayOpenDialog, server: String) -> Result<Option<String>> {
    let host = host(&app)?;
    // A server that is not there is said before a person is asked for a place.
    self::server(host.clone(), server.clone()).await?;
    let Some(path) = dialogs::save_as(&app, "portcullis-frames.jsonl").await? else {
        return Ok(None);
    };
    let bytes = tokio::task::spawn_blocking(move || host.export_frames(&server, Vec::<u8>::new()))
        .await
        .map_err(Error::internal)??
        .0;
    saving::write(path, bytes).await.map(Some)
}

/// The picture that a server names for itself or for something it offers, as a `data:` address of checked bytes; nothing where none is shown.
pub(super) async fn icon(host: Host, server: String, of: IconOf, dark: bool) -> Result<Option<String>> {
    host.icon(&server, &of, dark).await
}
