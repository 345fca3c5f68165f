//! Signing in at servers.

use crate::press::Press;
use portcullis_api::*;
use portcullis_host::{Host, Result};

/// Who is signed in at a server, and how a sign-in goes. Its changes are events `account`.
pub(super) async fn account(host: Host, server: String) -> Result<ServerAccount> {
    host.account(&server)
}

/// Finds out what a sign-in at a server takes, for the person to read. No browser opens and nothing is registered.
pub(super) async fn sign_in_review(host: Host, _: Press, server: String) -> Result<SignInReview> {
    host.sign_in_review(&server).await
}

/// Signs in as it was reviewed, at one of the authorization servers of the review. Not within 500 ms after it.
pub(super) async fn sign_in(host: Host, _: Press, server: String, nonce: String, issuer: String) -> Result<ServerAccount> {
    host.sign_in(&server, &nonce, &issuer).await
}

/// Gives up a sign-in that is under way.
pub(super) async fn cancel_sign_in(host: Host, server: String) -> Result<ServerAccount> {
    host.cancel_sign_in(&server)
}

/// Says that what the server wants beyond what was granted stays ungranted; it is not brought up again by itself.
pub(super) async fn decline_more(host: Host, server: String) -> Result<ServerAccount> {
    host.decline_more(&server).await
}

/// Deletes tokens and registration of a server, and takes them back at the authorization server where that is offered.
pub(super) async fn sign_out(host: Host, _: Press, server: String) -> Result<ServerAccount> {
    host.sign_out(&server).await
}

/// Keeps a client of the person's own for a server; its secret or key goes to the keychain.
pub(super) async fn set_own_client(host: Host, _: Press, server: String, client: OwnClientDraft) -> Result<ServerAccount> {
    host.set_own_client(&server, client).await
}

/// Forgets it, with its secret or key. A sign-in made with it ends.
pub(super) async fn forget_own_client(host: Host, _: Press, server: String) -> Result<ServerAccount> {
    host.forget_own_client(&server).await
}

/// The document by which authorization servers know who Portcullis is, and what has to be in one.
pub(super) async fn client_document(host: Host) -> Result<ClientDocument> {
    Ok(host.client_document())
}

/// Keeps the address of such a document once it was read and says what it must; none forgets it.
pub(super) async fn set_client_document(host: Host, _: Press, address: Option<String>) -> Result<ClientDocument> {
    host.set_client_document(address.as_deref()).await
}
