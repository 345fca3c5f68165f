//! Standing permissions, and how data may flow.

use portcullis_api::*;
use portcullis_core::Result;
use portcullis_host::Host;

/// Standing permissions, newest first.
pub(super) async fn grants(host: Host) -> Result<Vec<GrantView>> {
    host.grants().await
}

/// Ends one.
pub(super) async fn revoke(host: Host, grant: String) -> Result<()> {
    host.revoke(&grant).await
}

/// Ends all of a server; the number ended.
pub(super) async fn revoke_server(host: Host, server: String) -> Result<u32> {
    host.revoke_server(&server).await
}

/// Ends these; the number ended. Those that had ended already are left out.
pub(super) async fn revoke_these(host: Host, grants: Vec<String>) -> Result<u32> {
    host.revoke_these(grants).await
}

/// Ends all; the number ended.
pub(super) async fn revoke_all(host: Host) -> Result<u32> {
    host.revoke_all().await
}

/// What a person says of what a server and its tools give and do.
pub(super) async fn flows(host: Host, server: String) -> Result<ServerFlows> {
    host.flows(&server)
}

/// Says it of a server, or of one of its tools. What is stricter counts at once; what is looser is asked at the gate, and comes back.
pub(super) async fn set_class(host: Host, server: String, tool: Option<String>, class: FlowClass) -> Result<Option<WaitingRequest>> {
    Ok(host.set_class(&server, tool, class).await?.map(WaitingRequest::from))
}

/// What a conversation has read and called, as far as it counts for what may leave with its next call.
pub(super) async fn conversation_flows(host: Host, conversation: String) -> Result<ConversationFlows> {
    host.conversation_flows(&conversation).await
}
