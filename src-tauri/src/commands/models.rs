//! Providers of models.

use crate::press::Press;
use portcullis_api::*;
use portcullis_core::Result;
use portcullis_host::Host;

/// Providers of models, oldest first.
pub(super) async fn models(host: Host) -> Result<Vec<ProviderView>> {
    Ok(host.models())
}

/// Adds a provider, lists its models and uses the first few. Its key goes to the keychain. It is kept also where the list does not come, with the problem in it.
pub(super) async fn add_provider(host: Host, _: Press, draft: ProviderDraft) -> Result<ProviderView> {
    host.add_provider(draft).await
}

/// Puts another key in the place of a provider's, or takes it away, and lists its models again.
pub(super) async fn set_provider_key(host: Host, _: Press, provider: String, key: Option<Hidden>) -> Result<ProviderView> {
    host.set_provider_key(&provider, key).await
}

/// Lists a provider's models again and has one of them say a word, which costs as much as a word does. What is wrong is in the view.
pub(super) async fn check_provider(host: Host, _: Press, provider: String) -> Result<ProviderView> {
    host.check_provider(&provider).await
}

/// Forgets a provider and its key.
pub(super) async fn remove_provider(host: Host, _: Press, provider: String) -> Result<()> {
    host.remove_provider(&provider).await
}

/// Uses a model or does not, and says what is known of it; a name that the provider does not list is added. Without facts they stay as they are.
pub(super) async fn set_model(host: Host, _: Press, provider: String, model: String, used: bool, facts: Option<ModelFacts>) -> Result<ProviderView> {
    host.set_model(&provider, &model, used, facts).await
}

/// Providers that run on this computer and are not added. Nothing is sent but the question for their models.
pub(super) async fn find_providers(host: Host) -> Result<Vec<FoundProvider>> {
    Ok(host.find_providers().await)
}
