//! One function per command: find the host, ask it. Nothing is decided here (S-26).

use super::dialogs;
use crate::events::{self, Pump};
use crate::slot::Slot;
use portcullis_host::audit::Format;
use portcullis_host::catalog::exact;
use portcullis_host::host::{CallRequest, Caller, ChatFormat};
use portcullis_host::view::*;
use portcullis_host::{Code, Error, Host, Result};
use std::collections::BTreeMap;
use tauri::{AppHandle, Manager};

fn host(app: &AppHandle) -> Result<Host> {
    app.state::<Slot>().host()
}

pub(super) async fn attach(app: AppHandle, channel: String) -> Result<Snapshot> {
    let channel = events::channel(&app, &channel)?;
    let host = crate::host_or_again(&app).await?;
    app.state::<Pump>().attach(channel, &host).await
}

pub(super) async fn quit(app: AppHandle) -> Result<()> {
    app.exit(0);
    Ok(())
}

pub(super) async fn servers(app: AppHandle) -> Result<Vec<ServerSummary>> {
    Ok(host(&app)?.servers())
}

pub(super) async fn server(app: AppHandle, id: String) -> Result<ServerDetail> {
    host(&app)?.server(&id)
}

pub(super) async fn propose_server(
    app: AppHandle,
    draft: ServerDraft,
    changes: Option<String>,
) -> Result<Request> {
    host(&app)?.propose_server(draft, changes).await
}

pub(super) async fn propose_start(app: AppHandle, id: String) -> Result<Request> {
    host(&app)?.propose_start(&id).await
}

pub(super) async fn set_enabled(app: AppHandle, id: String, enabled: bool) -> Result<()> {
    host(&app)?.set_enabled(&id, enabled).await
}

pub(super) async fn set_sampling(app: AppHandle, server: String, allowed: bool) -> Result<()> {
    host(&app)?.set_sampling(&server, allowed).await
}

pub(super) async fn restart_server(app: AppHandle, id: String) -> Result<()> {
    host(&app)?.restart_server(&id).await
}

pub(super) async fn remove_server(app: AppHandle, id: String) -> Result<()> {
    host(&app)?.remove_server(&id).await
}

pub(super) async fn tools(app: AppHandle, server: String, query: String) -> Result<ToolList> {
    host(&app)?.tools(&server, &query)
}

pub(super) async fn tool(app: AppHandle, server: String, tool: String) -> Result<ToolDetail> {
    host(&app)?.tool(&server, &tool).await
}

pub(super) async fn review_tool(app: AppHandle, server: String, tool: String) -> Result<Request> {
    host(&app)?.review_tool(&server, &tool).await
}

pub(super) async fn hold_all_parts(app: AppHandle, server: String, tool: String) -> Result<u32> {
    host(&app)?.hold_all_parts(&server, &tool).await
}

pub(super) async fn check_arguments(
    app: AppHandle,
    server: String,
    tool: String,
    arguments: String,
) -> Result<Vec<ArgumentIssue>> {
    match exact::parse(&arguments) {
        Ok(arguments) => host(&app)?.check_arguments(&server, &tool, arguments).await,
        Err(fault) => Ok(vec![ArgumentIssue {
            path: String::new(),
            message: format!("This cannot be sent: {fault}."),
        }]),
    }
}

pub(super) async fn start_call(
    app: AppHandle,
    server: String,
    tool: String,
    arguments: String,
    definition: String,
) -> Result<CallView> {
    let arguments = exact::parse(&arguments).map_err(|fault| {
        Error::new(
            Code::CallBadArguments,
            format!("These arguments cannot be sent: {fault}. Nothing was called."),
        )
    })?;
    // Whatever the window sends, a call from it is the person's own: it cannot speak for a model.
    host(&app)?
        .start_call(CallRequest {
            server,
            tool,
            arguments,
            by: Caller::Person,
            idle: None,
            seen: Some(definition),
        })
        .await
}

pub(super) async fn cancel_call(app: AppHandle, call: String) -> Result<()> {
    host(&app)?.cancel_call(&call)
}

pub(super) async fn call(app: AppHandle, call: String) -> Result<CallView> {
    host(&app)?.call(&call)
}

pub(super) async fn tasks(app: AppHandle) -> Result<Vec<TaskView>> {
    host(&app)?.tasks().await
}

pub(super) async fn stop_task(app: AppHandle, task: String) -> Result<()> {
    host(&app)?.stop_task(&task)
}

pub(super) async fn forget_tasks(app: AppHandle) -> Result<()> {
    host(&app)?.forget_tasks().await
}

pub(super) async fn read_payload(app: AppHandle, handle: String, offset: u64) -> Result<Chunk> {
    host(&app)?.read_payload(&handle, offset)
}

pub(super) async fn payload_url(app: AppHandle, handle: String) -> Result<String> {
    host(&app)?.payload_url(&handle)
}

pub(super) async fn save_payload(app: AppHandle, handle: String, name: String) -> Result<Option<String>> {
    let content = host(&app)?.payload(&handle)?;
    let Some(path) = dialogs::save_as(&app, &name).await? else {
        return Ok(None);
    };
    dialogs::write(path, move |file| std::io::Write::write_all(file, &content))
        .await
        .map(Some)
}

pub(super) async fn icon(app: AppHandle, server: String, of: IconOf, dark: bool) -> Result<Option<String>> {
    host(&app)?.icon(&server, &of, dark).await
}

pub(super) async fn resources(app: AppHandle, server: String, query: String) -> Result<ResourceList> {
    host(&app)?.resources(&server, &query).await
}

pub(super) async fn refresh_offers(app: AppHandle, server: String) -> Result<()> {
    host(&app)?.refresh_offers(&server)
}

pub(super) async fn expand_template(
    app: AppHandle,
    server: String,
    template: String,
    values: BTreeMap<String, String>,
) -> Result<ExpandedTemplate> {
    host(&app)?.expand_template(&server, &template, &values)
}

pub(super) async fn read_resource(
    app: AppHandle,
    server: String,
    uri: String,
    again: bool,
) -> Result<ReadResource> {
    host(&app)?.read_resource(&server, &uri, again).await
}

pub(super) async fn stop_reading(app: AppHandle, server: String) -> Result<()> {
    host(&app)?.stop_reading(&server)
}

pub(super) async fn subscribe_resource(app: AppHandle, server: String, uri: String, on: bool) -> Result<()> {
    host(&app)?.subscribe_resource(&server, &uri, on).await
}

pub(super) async fn attach_resource(app: AppHandle, conversation: String, read: String) -> Result<()> {
    host(&app)?.attach_resource(&conversation, &read).await
}

pub(super) async fn prompts(app: AppHandle, server: String, query: String) -> Result<PromptList> {
    host(&app)?.prompts(&server, &query).await
}

pub(super) async fn get_prompt(
    app: AppHandle,
    server: String,
    prompt: String,
    arguments: BTreeMap<String, String>,
) -> Result<FetchedPrompt> {
    host(&app)?.get_prompt(&server, &prompt, arguments).await
}

pub(super) async fn use_prompt(app: AppHandle, conversation: String, fetched: String) -> Result<()> {
    host(&app)?.use_prompt(&conversation, &fetched).await
}

pub(super) async fn complete(
    app: AppHandle,
    server: String,
    of: CompletionOf,
    argument: String,
    value: String,
    context: BTreeMap<String, String>,
) -> Result<Suggestions> {
    host(&app)?
        .complete(&server, of, &argument, &value, context)
        .await
}

pub(super) async fn set_log_level(app: AppHandle, server: String, level: Option<LogLevel>) -> Result<()> {
    host(&app)?.set_log_level(&server, level).await
}

pub(super) async fn logs(app: AppHandle, server: String, after: u64) -> Result<LogPage> {
    host(&app)?.logs(&server, after)
}

pub(super) async fn frames(app: AppHandle, server: String, after: u64) -> Result<FramePage> {
    host(&app)?.frames(&server, after)
}

pub(super) async fn frame_text(app: AppHandle, server: String, seq: u64) -> Result<Foreign> {
    host(&app)?.frame_text(&server, seq)
}

pub(super) async fn find_frames(
    app: AppHandle,
    server: String,
    words: String,
    after: u64,
) -> Result<FramesFound> {
    let host = host(&app)?;
    // All that is kept may be read, which takes a moment.
    tokio::task::spawn_blocking(move || host.find_frames(&server, &words, after))
        .await
        .map_err(Error::internal)?
}

pub(super) async fn frame_call(app: AppHandle, server: String, seq: u64) -> Result<SentCall> {
    host(&app)?.frame_call(&server, seq)
}

pub(super) async fn export_frames(app: AppHandle, server: String) -> Result<Option<String>> {
    let host = host(&app)?;
    // A server that is not there is said before a person is asked for a place.
    host.server(&server)?;
    let Some(path) = dialogs::save_as(&app, "portcullis-frames.jsonl").await? else {
        return Ok(None);
    };
    let bytes = tokio::task::spawn_blocking(move || host.export_frames(&server, Vec::new()))
        .await
        .map_err(Error::internal)??
        .0;
    dialogs::write(path, move |file| std::io::Write::write_all(file, &bytes))
        .await
        .map(Some)
}

pub(super) async fn waiting(app: AppHandle) -> Result<Vec<Request>> {
    Ok(host(&app)?.waiting())
}

pub(super) async fn attend(app: AppHandle, request: String, nonce: String) -> Result<()> {
    host(&app)?.attend(&request, &nonce)
}

pub(super) async fn amend(
    app: AppHandle,
    request: String,
    nonce: String,
    arguments: String,
) -> Result<Request> {
    host(&app)?.amend(&request, &nonce, &arguments).await
}

pub(super) async fn check_form(
    app: AppHandle,
    request: String,
    nonce: String,
    content: Filled,
) -> Result<Vec<ArgumentIssue>> {
    host(&app)?.check_form(&request, &nonce, &content)
}

pub(super) async fn try_limits(app: AppHandle, request: String, only: Vec<u32>) -> Result<RuleTrial> {
    host(&app)?.try_limits(&request, &only).await
}

pub(super) async fn filled_form(app: AppHandle, request: String, nonce: String) -> Result<Option<Filled>> {
    host(&app)?.filled_form(&request, &nonce)
}

pub(super) async fn answer(app: AppHandle, reply: Reply) -> Result<()> {
    host(&app)?.answer(&reply).await
}

pub(super) async fn stop_everything(app: AppHandle) -> Result<()> {
    host(&app)?.stop_everything().await
}

pub(super) async fn revoke_these(app: AppHandle, grants: Vec<String>) -> Result<u32> {
    host(&app)?.revoke_these(grants).await
}

pub(super) async fn flows(app: AppHandle, server: String) -> Result<ServerFlows> {
    host(&app)?.flows(&server)
}

pub(super) async fn set_class(
    app: AppHandle,
    server: String,
    tool: Option<String>,
    class: FlowClass,
) -> Result<Option<Request>> {
    host(&app)?.set_class(&server, tool, class).await
}

pub(super) async fn conversation_flows(app: AppHandle, conversation: String) -> Result<ConversationFlows> {
    host(&app)?.conversation_flows(&conversation).await
}

pub(super) async fn grants(app: AppHandle) -> Result<Vec<GrantView>> {
    host(&app)?.grants().await
}

pub(super) async fn revoke(app: AppHandle, grant: String) -> Result<()> {
    host(&app)?.revoke(&grant).await
}

pub(super) async fn revoke_server(app: AppHandle, server: String) -> Result<u32> {
    host(&app)?.revoke_server(&server).await
}

pub(super) async fn revoke_all(app: AppHandle) -> Result<u32> {
    host(&app)?.revoke_all().await
}

pub(super) async fn record(app: AppHandle, filter: RecordFilter, before: Option<u64>) -> Result<RecordPage> {
    host(&app)?.record(filter, before).await
}

pub(super) async fn record_detail(app: AppHandle, seq: u64) -> Result<RecordDetail> {
    host(&app)?.record_detail(seq).await
}

pub(super) async fn verify_record(app: AppHandle) -> Result<Verification> {
    host(&app)?.verify_record().await
}

pub(super) async fn export_record(app: AppHandle, format: String) -> Result<Option<String>> {
    let kind = match format.as_str() {
        "jsonl" => Format::JsonLines,
        "csv" => Format::Csv,
        _ => {
            return Err(Error::new(
                Code::BadInput,
                "The record is exported as jsonl or csv. Nothing was written.",
            ));
        }
    };
    let host = host(&app)?;
    let Some(path) = dialogs::save_as(&app, &format!("portcullis-record.{format}")).await? else {
        return Ok(None);
    };
    let (bytes, _) = host.export_record(kind, Vec::new()).await?;
    dialogs::write(path, move |file| std::io::Write::write_all(file, &bytes))
        .await
        .map(Some)
}

pub(super) async fn conversations(app: AppHandle) -> Result<Vec<ConversationSummary>> {
    host(&app)?.conversations().await
}

pub(super) async fn conversation(app: AppHandle, id: String) -> Result<Conversation> {
    host(&app)?.conversation(&id).await
}

pub(super) async fn create_conversation(app: AppHandle) -> Result<Conversation> {
    host(&app)?.create_conversation().await
}

pub(super) async fn rename_conversation(app: AppHandle, id: String, title: String) -> Result<()> {
    host(&app)?.rename_conversation(&id, &title).await
}

pub(super) async fn delete_conversation(app: AppHandle, id: String) -> Result<()> {
    host(&app)?.delete_conversation(&id).await
}

pub(super) async fn say(app: AppHandle, conversation: String, text: String) -> Result<()> {
    host(&app)?.say(&conversation, &text).await
}

pub(super) async fn stop_conversation(app: AppHandle, id: String) -> Result<()> {
    host(&app)?.stop_conversation(&id)
}

pub(super) async fn set_conversation_server(
    app: AppHandle,
    conversation: String,
    server: String,
    enabled: bool,
) -> Result<Conversation> {
    host(&app)?
        .set_conversation_server(&conversation, &server, enabled)
        .await
}

pub(super) async fn settings(app: AppHandle) -> Result<Settings> {
    Ok(host(&app)?.settings())
}

pub(super) async fn set_settings(app: AppHandle, settings: SettingsChange) -> Result<Settings> {
    host(&app)?.change_settings(settings).await
}

pub(super) async fn about(app: AppHandle) -> Result<About> {
    Ok(host(&app)?.about().await)
}

pub(super) async fn roots(app: AppHandle, server: String) -> Result<RootList> {
    host(&app)?.roots(&server).await
}

pub(super) async fn add_root(app: AppHandle, server: String) -> Result<Option<RootList>> {
    let host = host(&app)?;
    // A server that is gone is said before a person chooses a folder for it.
    let label = host.server(&server)?.summary.label;
    let Some(folder) = dialogs::pick_folder(&app).await? else {
        return Ok(None);
    };
    let chosen = host.look_at_root(&server, folder.into()).await?;
    if !chosen.warnings().is_empty() && !dialogs::confirm_root(&app, &label, &chosen).await? {
        return Ok(None);
    }
    host.add_root(chosen).await.map(Some)
}

pub(super) async fn remove_root(app: AppHandle, server: String, path: String) -> Result<RootList> {
    host(&app)?.remove_root(&server, &path).await
}

pub(super) async fn withhold_roots(app: AppHandle, server: String, withheld: bool) -> Result<RootList> {
    host(&app)?.withhold_roots(&server, withheld).await
}

pub(super) async fn account(app: AppHandle, server: String) -> Result<ServerAccount> {
    host(&app)?.account(&server)
}

pub(super) async fn sign_in_review(app: AppHandle, server: String) -> Result<SignInReview> {
    host(&app)?.sign_in_review(&server).await
}

pub(super) async fn sign_in(
    app: AppHandle,
    server: String,
    nonce: String,
    issuer: String,
) -> Result<ServerAccount> {
    host(&app)?.sign_in(&server, &nonce, &issuer).await
}

pub(super) async fn cancel_sign_in(app: AppHandle, server: String) -> Result<ServerAccount> {
    host(&app)?.cancel_sign_in(&server)
}

pub(super) async fn decline_more(app: AppHandle, server: String) -> Result<ServerAccount> {
    host(&app)?.decline_more(&server).await
}

pub(super) async fn sign_out(app: AppHandle, server: String) -> Result<ServerAccount> {
    host(&app)?.sign_out(&server).await
}

pub(super) async fn set_own_client(
    app: AppHandle,
    server: String,
    client: OwnClientDraft,
) -> Result<ServerAccount> {
    host(&app)?.set_own_client(&server, client).await
}

pub(super) async fn keep_secrets_in_file(app: AppHandle, passphrase: Hidden) -> Result<About> {
    host(&app)?.keep_secrets_in_file(passphrase).await
}

pub(super) async fn unlock_secrets(app: AppHandle, passphrase: Hidden) -> Result<About> {
    host(&app)?.unlock_secrets(passphrase).await
}

pub(super) async fn change_passphrase(app: AppHandle, before: Hidden, passphrase: Hidden) -> Result<About> {
    host(&app)?.change_passphrase(before, passphrase).await
}

pub(super) async fn keep_secrets_in_keychain(app: AppHandle) -> Result<About> {
    host(&app)?.keep_secrets_in_keychain().await
}

pub(super) async fn client_document(app: AppHandle) -> Result<ClientDocument> {
    Ok(host(&app)?.client_document())
}

pub(super) async fn set_client_document(app: AppHandle, address: Option<String>) -> Result<ClientDocument> {
    host(&app)?.set_client_document(address.as_deref()).await
}

pub(super) async fn forget_own_client(app: AppHandle, server: String) -> Result<ServerAccount> {
    host(&app)?.forget_own_client(&server).await
}

pub(super) async fn restore_backup(app: AppHandle, backup: String) -> Result<()> {
    host(&app)?.prepare_restore_after_damage(&backup).await?;
    crate::open_anew(&app).await
}

pub(super) async fn pick_folder(app: AppHandle) -> Result<Option<String>> {
    dialogs::pick_folder(&app).await
}

pub(super) async fn models(app: AppHandle) -> Result<Vec<ProviderView>> {
    Ok(host(&app)?.models())
}

pub(super) async fn add_provider(app: AppHandle, draft: ProviderDraft) -> Result<ProviderView> {
    host(&app)?.add_provider(draft).await
}

pub(super) async fn set_provider_key(
    app: AppHandle,
    provider: String,
    key: Option<Hidden>,
) -> Result<ProviderView> {
    host(&app)?.set_provider_key(&provider, key).await
}

pub(super) async fn check_provider(app: AppHandle, provider: String) -> Result<ProviderView> {
    host(&app)?.check_provider(&provider).await
}

pub(super) async fn remove_provider(app: AppHandle, provider: String) -> Result<()> {
    host(&app)?.remove_provider(&provider).await
}

pub(super) async fn set_model(
    app: AppHandle,
    provider: String,
    model: String,
    used: bool,
    facts: Option<ModelFacts>,
) -> Result<ProviderView> {
    host(&app)?.set_model(&provider, &model, used, facts).await
}

pub(super) async fn find_providers(app: AppHandle) -> Result<Vec<FoundProvider>> {
    Ok(host(&app)?.find_providers().await)
}

pub(super) async fn set_conversation_model(
    app: AppHandle,
    conversation: String,
    model: String,
) -> Result<Conversation> {
    host(&app)?.set_conversation_model(&conversation, &model).await
}

pub(super) async fn attach_file(app: AppHandle, conversation: String) -> Result<bool> {
    let host = host(&app)?;
    // A conversation that is gone is said before a person chooses a file for it.
    host.conversation(&conversation).await?;
    let Some(path) = dialogs::pick_file(&app).await? else {
        return Ok(false);
    };
    host.attach_file(&conversation, path).await?;
    Ok(true)
}

pub(super) async fn attach_text(app: AppHandle, conversation: String, text: String) -> Result<()> {
    host(&app)?.attach_text(&conversation, text).await
}

pub(super) async fn media_url(app: AppHandle, conversation: String, digest: String) -> Result<String> {
    host(&app)?.media_url(&conversation, &digest).await
}

pub(super) async fn save_media(
    app: AppHandle,
    conversation: String,
    digest: String,
    name: String,
) -> Result<Option<String>> {
    let bytes = host(&app)?.media(&conversation, &digest).await?;
    let Some(path) = dialogs::save_as(&app, &name).await? else {
        return Ok(None);
    };
    dialogs::write(path, move |file| std::io::Write::write_all(file, &bytes))
        .await
        .map(Some)
}

pub(super) async fn set_conversation_held(
    app: AppHandle,
    conversation: String,
    held: bool,
) -> Result<Conversation> {
    host(&app)?.set_conversation_held(&conversation, held).await
}

pub(super) async fn answer_held(
    app: AppHandle,
    conversation: String,
    held: String,
    answer: HeldAnswer,
) -> Result<()> {
    host(&app)?.answer_held(&conversation, &held, answer).await
}

pub(super) async fn go_on(app: AppHandle, conversation: String) -> Result<()> {
    host(&app)?.go_on(&conversation).await
}

pub(super) async fn messages(
    app: AppHandle,
    id: String,
    before: u32,
    to: Option<u32>,
) -> Result<MessagePage> {
    host(&app)?.messages(&id, before, to).await
}

pub(super) async fn say_instead(app: AppHandle, conversation: String, seq: u32, text: String) -> Result<()> {
    host(&app)?.say_instead(&conversation, seq, &text).await
}

pub(super) async fn answer_again(
    app: AppHandle,
    conversation: String,
    seq: u32,
    model: Option<String>,
) -> Result<()> {
    host(&app)?.answer_again(&conversation, seq, model).await
}

pub(super) async fn show_branch(app: AppHandle, conversation: String, seq: u32) -> Result<Conversation> {
    host(&app)?.show_branch(&conversation, seq).await
}

pub(super) async fn find_chats(app: AppHandle, words: String, before: Option<u64>) -> Result<ChatHits> {
    host(&app)?.find_chats(&words, before).await
}

pub(super) async fn export_conversation(
    app: AppHandle,
    id: String,
    format: String,
) -> Result<Option<String>> {
    let Some((kind, ending)) = ChatFormat::of(&format) else {
        return Err(Error::new(
            Code::BadInput,
            "A conversation is exported as markdown or json. Nothing was written.",
        ));
    };
    let host = host(&app)?;
    // One that is not there is said before a person is asked for a place.
    let text = host.export_conversation(&id, kind).await?;
    let Some(path) = dialogs::save_as(&app, &format!("portcullis-conversation.{ending}")).await? else {
        return Ok(None);
    };
    dialogs::write(path, move |file| std::io::Write::write_all(file, text.as_bytes()))
        .await
        .map(Some)
}
