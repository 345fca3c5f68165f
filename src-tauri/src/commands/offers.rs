//! Resources, prompts and completion.

use crate::press::{Press, RecentPress};
use portcullis_api::*;
use portcullis_core::Result;
use portcullis_host::Host;
use std::collections::BTreeMap;

/// Resources and templates that match a search; all for an empty one. Reads the lists where they are not known yet.
pub(super) async fn resources(host: Host, server: String, query: String) -> Result<ResourceList> {
    host.resources(&server, &query).await
}

/// Reads the lists of resources, templates and prompts again, however long they were said to hold.
pub(super) async fn refresh_offers(host: Host, server: String) -> Result<()> {
    host.refresh_offers(&server)
}

/// The address that a template leads to with these values; nothing is read.
pub(super) async fn expand_template(host: Host, server: String, template: String, values: BTreeMap<String, String>) -> Result<ExpandedTemplate> {
    host.expand_template(&server, &template, &values)
}

/// A person's own reading of a resource. With `again` the server is asked whatever it said about how long its last answer holds.
pub(super) async fn read_resource(host: Host, _: Press, server: String, uri: String, again: bool) -> Result<ReadResource> {
    host.read_resource(&server, &uri, again).await
}

/// Stops what is being read or fetched from a server at the moment.
pub(super) async fn stop_reading(host: Host, server: String) -> Result<()> {
    host.stop_reading(&server)
}

/// Asks a server to say when a resource changes, or no longer to say so.
pub(super) async fn subscribe_resource(host: Host, _: Press, server: String, uri: String, on: bool) -> Result<()> {
    host.subscribe_resource(&server, &uri, on).await
}

/// Puts what was read into a conversation, marked as coming from its server. Takes the `id` of what was read.
pub(super) async fn attach_resource(host: Host, conversation: String, read: String) -> Result<()> {
    host.attach_resource(&conversation, &read).await
}

/// Prompts that match a search; all for an empty one. Reads the list where it is not known yet.
pub(super) async fn prompts(host: Host, server: String, query: String) -> Result<PromptList> {
    host.prompts(&server, &query).await
}

/// Fetches a prompt to look at. Without a required argument nothing is sent.
pub(super) async fn get_prompt(host: Host, _: Press, server: String, prompt: String, arguments: BTreeMap<String, String>) -> Result<FetchedPrompt> {
    host.get_prompt(&server, &prompt, arguments).await
}

/// Puts the messages that were looked at into a conversation, marked as coming from their server. Takes the `id` of what was fetched.
pub(super) async fn use_prompt(host: Host, conversation: String, fetched: String) -> Result<()> {
    host.use_prompt(&conversation, &fetched).await
}

/// Suggestions for a field while it is typed in; `context` has the other fields of the same form that are filled in. Wait for a pause in typing.
pub(super) async fn complete(host: Host, _: RecentPress, server: String, of: CompletionOf, argument: String, value: String, context: BTreeMap<String, String>) -> Result<Suggestions> {
    host
        .complete(&server, of, &argument, &value, context)
        .await
}
