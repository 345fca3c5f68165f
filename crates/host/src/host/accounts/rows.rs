//! The sign-in of one server in the database.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use portcullis_core::Result;
use portcullis_core::ids::ServerId;
use portcullis_domain::stored::{AccountRow, OwnClientRow};
use portcullis_oauth::AccountStore;
use portcullis_storage::store::{Store, accounts};

/// The rows of this server.
pub(in crate::host) struct AccountRows {
    pub server: ServerId,
    pub store: Store,
}

impl AccountStore for AccountRows {
    fn load(&self) -> BoxFuture<'_, Result<(Option<AccountRow>, Option<OwnClientRow>)>> {
        let server = self.server.clone();
        self.store
            .read(move |db| {
                let account = accounts::account(db, &server)?;
                Ok((account, accounts::own_client(db, &server)?))
            })
            .boxed()
    }

    fn save_account(&self, account: Option<AccountRow>) -> BoxFuture<'_, Result<()>> {
        let server = self.server.clone();
        self.store
            .write(move |db| accounts::set_account(db, &server, account.as_ref()))
            .boxed()
    }

    fn save_own_client(&self, own: Option<OwnClientRow>) -> BoxFuture<'_, Result<()>> {
        let server = self.server.clone();
        self.store
            .write(move |db| accounts::set_own_client(db, &server, own.as_ref()))
            .boxed()
    }
}
