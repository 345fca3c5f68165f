//! Where sign-ins are stored. The code that makes an [`Authority`](crate::Authority) brings this along, so that signing in knows no
//! database.

use futures::future::BoxFuture;
use portcullis_core::Result;
use portcullis_domain::stored::{AccountRow, OwnClientRow};

/// The rows of one server. What was written is there after a crash as soon as the future is done.
pub trait AccountStore: Send + Sync {
    /// What an earlier run left: the sign-in, and the person's own client.
    ///
    /// # Errors
    /// `store.*`.
    fn load(&self) -> BoxFuture<'_, Result<(Option<AccountRow>, Option<OwnClientRow>)>>;

    /// Saves the sign-in, or forgets it.
    ///
    /// # Errors
    /// `store.*`; then nothing was changed.
    fn save_account(&self, account: Option<AccountRow>) -> BoxFuture<'_, Result<()>>;

    /// Saves the person's own client, or forgets it.
    ///
    /// # Errors
    /// `store.*`; then nothing was changed.
    fn save_own_client(&self, own: Option<OwnClientRow>) -> BoxFuture<'_, Result<()>>;
}
