//! Conversations.

use portcullis_l10n::say;
use super::dialogs;
use super::host;
use crate::saving;
use crate::drops::{FieldPlace, MessageField};
use crate::press::{MayOpenDialog, Press};
use portcullis_api::*;
use portcullis_core::{Code, Error, Result};
use portcullis_host::Host;
use portcullis_host::host::{ChatFormat, ConversationExport};
use tauri::{AppHandle, Manager};

/// Conversations, newest first.
pub(super) async fn conversations(host: Host) -> Result<Vec<ConversationSummary>> {
    host.conversations().await
}

/// A conversation.
pub(super) async fn conversation(host: Host, id: String) -> Result<Conversation> {
    host.conversation(&id).await
}

/// A new, empty conversation.
pub(super) async fn create_conversation(host: Host) -> Result<Conversation> {
    host.create_conversation().await
}

/// Renames a conversation.
pub(super) async fn rename_conversation(host: Host, id: String, title: String) -> Result<()> {
    host.rename_conversation(&id, &title).await
}

/// Pins a conversation, archives it, or lists it with the others.
pub(super) async fn set_conversation_section(host: Host, id: String, section: ConversationSection) -> Result<()> {
    host.set_conversation_section(&id, section).await
}

/// What the model of a conversation is told beforehand, and the presets.
pub(super) async fn instructions(host: Host, conversation: String) -> Result<ConversationInstructions> {
    host.instructions(&conversation).await
}

/// Gives a conversation other instructions, or none.
pub(super) async fn set_instructions(host: Host, _: Press, conversation: String, text: String) -> Result<()> {
    host.set_instructions(&conversation, &text).await
}

/// Keeps instructions by name.
pub(super) async fn save_instruction_preset(host: Host, _: Press, name: String, text: String) -> Result<()> {
    host.save_instruction_preset(&name, &text).await
}

/// Removes instructions that are kept by name.
pub(super) async fn remove_instruction_preset(host: Host, _: Press, name: String) -> Result<()> {
    host.remove_instruction_preset(&name).await
}

/// The folders of the list of conversations, by name.
pub(super) async fn conversation_folders(host: Host) -> Result<Vec<ConversationFolder>> {
    host.conversation_folders().await
}

/// Adds a folder, and puts a conversation into it where one is named.
pub(super) async fn create_folder(host: Host, name: String, conversation: Option<String>) -> Result<Vec<ConversationFolder>> {
    host.create_folder(&name, conversation).await
}

/// Renames a folder.
pub(super) async fn rename_folder(host: Host, folder: String, name: String) -> Result<Vec<ConversationFolder>> {
    host.rename_folder(&folder, &name).await
}

/// Shows the conversations of a folder, or does not.
pub(super) async fn collapse_folder(host: Host, folder: String, collapsed: bool) -> Result<Vec<ConversationFolder>> {
    host.collapse_folder(&folder, collapsed).await
}

/// Removes a folder. Its conversations stay, in no folder.
pub(super) async fn remove_folder(host: Host, folder: String) -> Result<Vec<ConversationFolder>> {
    host.remove_folder(&folder).await
}

/// Puts a conversation into a folder, or into none.
pub(super) async fn move_to_folder(host: Host, conversation: String, folder: Option<String>) -> Result<()> {
    host.move_to_folder(&conversation, folder).await
}

/// What a summary of the earlier messages would cover and take now. Nothing is sent.
pub(super) async fn compaction_preview(host: Host, conversation: String) -> Result<CompactionPreview> {
    host.compaction_preview(&conversation).await
}

/// Has the model of a conversation summarize its earlier messages, and comes back when that is done.
pub(super) async fn compact_conversation(host: Host, _: Press, conversation: String) -> Result<Conversation> {
    host.compact(&conversation).await
}

/// Takes a summary away: the model gets the messages before it again.
pub(super) async fn undo_compaction(host: Host, _: Press, conversation: String, after: u32) -> Result<Conversation> {
    host.undo_compaction(&conversation, after).await
}

/// From which share of the context on a conversation is summarized automatically, in percent; none for never.
pub(super) async fn set_compaction(host: Host, _: Press, conversation: String, at: Option<u32>) -> Result<Conversation> {
    host.set_compaction(&conversation, at).await
}

/// Deletes a conversation and its permissions.
pub(super) async fn delete_conversation(host: Host, _: Press, id: String) -> Result<()> {
    host.delete_conversation(&id).await
}

/// Says something; the model answers in events `message`.
pub(super) async fn say(host: Host, _: Press, conversation: String, text: String) -> Result<()> {
    host.say(&conversation, &text).await
}

/// Stops the model and its calls.
pub(super) async fn stop_conversation(host: Host, id: String) -> Result<()> {
    host.stop_conversation(&id)
}

/// Lets a server take part in a conversation, or not.
pub(super) async fn set_conversation_server(host: Host, _: Press, conversation: String, server: String, enabled: bool) -> Result<Conversation> {
    host
        .set_conversation_server(&conversation, &server, enabled)
        .await
}

/// Puts copies of files into a conversation, chosen in the system's file dialog: all of them, or none; false when cancelled. The page
/// never names one.
pub(super) async fn attach_file(app: AppHandle, _: MayOpenDialog, conversation: String) -> Result<bool> {
    let host = host(&app)?;
    // A conversation that is gone is said before a person chooses a file for it.
    host.conversation(&conversation).await?;
    let Some(paths) = dialogs::pick_files(&app).await? else {
        return Ok(false);
    };
    host.attach_files(&conversation, paths).await?;
    Ok(true)
}

/// Puts a text into a conversation as a file: one that was pasted and is too long to be written in.
pub(super) async fn attach_text(host: Host, _: Press, conversation: String, text: String) -> Result<()> {
    host.attach_text(&conversation, text).await
}

/// Puts files into a conversation that were pasted together: all of them, or none.
pub(super) async fn attach_pasted(host: Host, _: Press, conversation: String, files: Vec<PastedFile>) -> Result<()> {
    host.attach_pasted(&conversation, files).await
}

/// Takes out of a conversation what was attached since something was last said in it: a file, or what a server offers.
pub(super) async fn remove_attached(host: Host, conversation: String, seq: u32) -> Result<()> {
    host.remove_attached(&conversation, seq).await
}

/// Says where the message field of a conversation is, in ten-thousandths of the page: files that the person drops there are attached.
pub(super) async fn place_message_field(app: AppHandle, conversation: String, left: u32, top: u32, right: u32, bottom: u32) -> Result<()> {
    app.state::<MessageField>().put(FieldPlace { conversation, left, top, right, bottom });
    Ok(())
}

/// A picture or a sound of a conversation, by its digest, as a `data:` address of checked bytes.
pub(super) async fn media_url(host: Host, conversation: String, digest: String) -> Result<String> {
    host.media_url(&conversation, &digest).await
}

/// Saves a picture, a sound or a document of a conversation through the save dialog; the path, or nothing when cancelled.
pub(super) async fn save_media(app: AppHandle, _: MayOpenDialog, conversation: String, digest: String, name: String) -> Result<Option<String>> {
    let bytes = host(&app)?.media(&conversation, &digest).await?;
    dialogs::save(&app, &name, bytes).await
}

/// Has results of a conversation wait for the person before its model gets them, or no longer.
pub(super) async fn set_conversation_held(host: Host, _: Press, conversation: String, held: bool) -> Result<Conversation> {
    host.set_conversation_held(&conversation, held).await
}

/// Says what becomes of a result that waits. Not within 500 ms after it came.
pub(super) async fn answer_held(host: Host, _: Press, conversation: String, held: String, answer: HeldAnswer) -> Result<()> {
    host.answer_held(&conversation, &held, answer).await
}

/// Has another model go on in a conversation.
pub(super) async fn set_conversation_model(host: Host, _: Press, conversation: String, model: String) -> Result<Conversation> {
    host.set_conversation_model(&conversation, &model).await
}

/// Has the model go on where a reply failed or was stopped, or answer what was attached without words. Tools that ran are not run again.
pub(super) async fn go_on(host: Host, _: Press, conversation: String) -> Result<()> {
    host.go_on(&conversation).await
}

/// What was said before the message `before` of the branch that is shown; with `to`, all of it back to that message.
pub(super) async fn messages(host: Host, id: String, before: u32, to: Option<u32>) -> Result<MessagePage> {
    host.messages(&id, before, to).await
}

/// One message of a conversation, whichever branch it is on.
pub(super) async fn message(host: Host, id: String, seq: u32) -> Result<Message> {
    host.message(&id, seq).await
}

/// Says something else in the place of a message of the person's, on a branch of its own.
pub(super) async fn say_instead(host: Host, _: Press, conversation: String, seq: u32, text: String) -> Result<()> {
    host.say_instead(&conversation, seq, &text).await
}

/// Has an answer made again, on a branch of its own: by this model, or by that of the conversation.
pub(super) async fn answer_again(host: Host, _: Press, conversation: String, seq: u32, model: Option<String>) -> Result<()> {
    host.answer_again(&conversation, seq, model).await
}

/// Shows the branch that a message is on.
pub(super) async fn show_branch(host: Host, conversation: String, seq: u32) -> Result<Conversation> {
    host.show_branch(&conversation, seq).await
}

/// Conversations and messages with all these words; `before` is the `next` of the page before.
pub(super) async fn find_chats(host: Host, words: String, before: Option<u64>) -> Result<ChatHits> {
    host.find_chats(&words, before).await
}

/// Reads a file of conversations from the system's file picker; nothing when cancelled. Nothing of it is kept.
pub(super) async fn open_chats(app: AppHandle, _: MayOpenDialog) -> Result<Option<ChatImport>> {
    let host = host(&app)?;
    match dialogs::pick_chats(&app).await? {
        None => Ok(None),
        Some(file) => host.open_chats(file).await.map(Some),
    }
}

/// Reads one of the files of conversations that were dropped. Nothing of it is kept.
pub(super) async fn open_dropped_chats(host: Host, at: u32) -> Result<ChatImport> {
    host.open_dropped_chats(at).await
}

/// Forgets a file of conversations that was read.
pub(super) async fn close_chats(host: Host, import: String) -> Result<()> {
    host.close_chats(&import);
    Ok(())
}

/// Keeps these conversations of a file that was read: all of them or none.
pub(super) async fn import_chats(host: Host, _: Press, import: String, chosen: Vec<u32>) -> Result<ImportedChats> {
    host.import_chats(&import, chosen).await
}

/// What this month has cost, its limit, and what a conversation has cost.
pub(super) async fn spending(host: Host, conversation: Option<String>) -> Result<Spending> {
    host.spending(conversation).await
}

/// Sets the limit of a month in US dollars, or takes it away.
pub(super) async fn set_spending_limit(host: Host, _: Press, limit: Option<f64>) -> Result<Spending> {
    host.set_spending_limit(limit).await
}

/// Exports a conversation (`markdown` with its pictures in a folder beside the file, or `json`), secrets masked, through the save dialog; nothing when cancelled.
pub(super) async fn export_conversation(app: AppHandle, _: MayOpenDialog, id: String, format: String) -> Result<Option<ExportedConversation>> {
    let Some((kind, ending)) = ChatFormat::of(&format) else {
        return Err(Error::new(
            Code::BadInput,
            say!("export-conversation-format"),
        ));
    };
    let host = host(&app)?;
    // One that is not there is said before a person is asked for a place.
    host.conversation(&id).await?;
    let Some(path) = dialogs::save_as(&app, &format!("portcullis-conversation.{ending}")).await? else {
        return Ok(None);
    };
    let folder = saving::folder_beside(&path)?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let export = match kind {
        ChatFormat::Markdown => host.export_with_pictures(&id, &name).await?,
        ChatFormat::Json => ConversationExport {
            text: host.export_conversation(&id, kind).await?,
            pictures: Vec::new(),
        },
    };
    let pictures = u32::try_from(export.pictures.len()).unwrap_or(u32::MAX);
    let sent = serde_json::json!({"file": path.to_string_lossy(), "format": format, "images": pictures});
    let files = export.pictures.into_iter().map(|it| (it.name, it.bytes)).collect();
    let text = export.text;
    let path = host
        .exporting(&id, sent, async move {
            saving::with_folder(path, folder, files, move |file| {
                std::io::Write::write_all(file, text.as_bytes())
            })
            .await
        })
        .await?;
    Ok(Some(ExportedConversation {
        path,
        folder: (pictures > 0).then_some(name),
        pictures,
    }))
}
