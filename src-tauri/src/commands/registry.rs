//! The registry of servers: turning one on, searching its copy, and adding from it.

use crate::press::Press;
use portcullis_api::*;
use portcullis_core::Result;
use portcullis_host::Host;

/// The registry that is on, and how its copy is.
pub(super) async fn registry(host: Host) -> Result<RegistryState> {
    host.registry().await
}

/// Asks to turn on the registry at an address, with a header that signs in to it. It is not visited before the answer.
pub(super) async fn propose_registry(host: Host, address: String, header: Option<RegistryHeader>) -> Result<WaitingRequest> {
    host.propose_registry(&address, header).await.map(WaitingRequest::from)
}

/// Turns the registry off and deletes its copy. Servers that were added from it stay.
pub(super) async fn turn_off_registry(host: Host) -> Result<()> {
    host.turn_off_registry().await
}

/// Brings the copy up to date, in the background.
pub(super) async fn update_registry(host: Host, _: Press) -> Result<()> {
    host.update_registry().await
}

/// Shows icons of entries from now on, or no longer. They are fetched from where their publishers keep them.
pub(super) async fn set_registry_icons(host: Host, _: Press, shown: bool) -> Result<()> {
    host.set_registry_icons(shown).await
}

/// The icon of an entry of the copy, as a `data:` address; nothing where icons are not shown, or there is none that can be.
pub(super) async fn registry_icon(host: Host, name: String, dark: bool) -> Result<Option<String>> {
    host.registry_icon(&name, dark).await
}

/// Searches the copy. The words stay on this computer.
pub(super) async fn search_registry(host: Host, words: String) -> Result<RegistrySearch> {
    host.search_registry(&words).await
}

/// A server of the registry: its latest version from the copy, another one from the registry.
pub(super) async fn registry_server(host: Host, name: String, version: Option<String>) -> Result<RegistryServer> {
    host.registry_server(&name, version).await
}

/// All versions of a server of the registry.
pub(super) async fn registry_versions(host: Host, name: String) -> Result<Vec<RegistryVersion>> {
    host.registry_versions(&name).await
}

/// Asks to add a server of the registry. Nothing is saved or started before the answer.
pub(super) async fn propose_registry_server(host: Host, name: String, version: String, at: u32, label: String, values: Vec<InstallValue>, choices: InstallChoices) -> Result<WaitingRequest> {
    host.propose_registry_server(&name, &version, at, label, values, choices).await.map(WaitingRequest::from)
}

/// Downloads a bundle that the registry names, and opens it if its SHA-256 is the one in the registry. Nothing of it is unpacked or started.
pub(super) async fn open_registry_bundle(host: Host, _: Press, name: String, version: String, at: u32) -> Result<BundleView> {
    host.open_registry_bundle(&name, &version, at).await
}

/// Stops the download of a bundle. Nothing of it stays.
pub(super) async fn cancel_registry_download(host: Host) -> Result<()> {
    host.cancel_registry_download();
    Ok(())
}
