//! Profiles.

use crate::press::Press;
use portcullis_api::*;
use portcullis_core::Result;
use portcullis_host::Host;

/// All profiles, oldest first.
pub(super) async fn profiles(host: Host) -> Result<Vec<ProfileView>> {
    host.profiles().await
}

/// Adds a profile with the servers that are on now, and without permissions.
pub(super) async fn create_profile(host: Host, _: Press, name: String) -> Result<ProfileView> {
    host.create_profile(&name).await
}

/// Gives a profile another name.
pub(super) async fn rename_profile(host: Host, _: Press, profile: String, name: String) -> Result<()> {
    host.rename_profile(&profile, &name).await
}

/// Removes a profile that is not in use, and ends its permissions.
pub(super) async fn remove_profile(host: Host, _: Press, profile: String) -> Result<()> {
    host.remove_profile(&profile).await
}

/// Puts a profile into use: its servers are turned on, all others off, and its permissions count.
pub(super) async fn use_profile(host: Host, _: Press, profile: String) -> Result<()> {
    host.use_profile(&profile, true).await
}
