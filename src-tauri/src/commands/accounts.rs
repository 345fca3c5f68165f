//! Signing in at servers.

use crate::gate::GateWindow;
use crate::press::Press;
use portcullis_api::*;
use portcullis_core::Result;
use portcullis_host::Host;
use tauri::{AppHandle, Manager};

/// Who is signed in at a server, and how a sign-in goes. Its changes are events `account`.
pub(super) async fn account(host: Host, server: String) -> Result<ServerAccount> {
    host.account(&server)
}

/// Asks to sign in at a server: finds out what that takes and puts it to the person, in front. No browser opens and nothing is
/// registered before the answer.
pub(super) async fn sign_in(app: AppHandle, _: Press, server: String) -> Result<WaitingRequest> {
    let request = super::host(&app)?.sign_in(&server).await?;
    app.state::<GateWindow>().open(&request.id);
    Ok(request.into())
}

/// Gives up a sign-in that is under way, or takes its question back.
pub(super) async fn cancel_sign_in(host: Host, server: String) -> Result<ServerAccount> {
    host.cancel_sign_in(&server)
}

/// Says that what the server wants beyond what was granted stays ungranted; it is not brought up again automatically.
pub(super) async fn decline_more(host: Host, server: String) -> Result<ServerAccount> {
    host.decline_more(&server).await
}

/// Deletes tokens and registration of a server, and takes them back at the authorization server where that is offered.
pub(super) async fn sign_out(host: Host, _: Press, server: String) -> Result<ServerAccount> {
    host.sign_out(&server).await
}

/// Keeps a client of the person's own for a server; its secret or key goes to the keychain.
pub(super) async fn set_own_client(
    host: Host,
    _: Press,
    server: String,
    client: OwnClientDraft,
) -> Result<ServerAccount> {
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
pub(super) async fn set_client_document(
    host: Host,
    _: Press,
    address: Option<String>,
) -> Result<ClientDocument> {
    host.set_client_document(address.as_deref()).await
}
