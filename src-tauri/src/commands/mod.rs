//! What the window may ask. The handler is made from the table; what each command does is in `api`, which only
//! calls the host. A panic in one of them ends as an error in words, and nowhere else (F-38).

mod api;
mod dialogs;
mod once;
mod table;

pub(crate) use table::with_commands;

use futures::FutureExt;
use portcullis_host::Error;
use portcullis_host::view::*;
use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;

macro_rules! commands {
    ($($(#[doc = $doc:literal])* $name:ident($($arg:ident: $ty:ty),*) -> $ret:ty;)*) => {
        $(
            $(#[doc = $doc])*
            #[tauri::command(rename_all = "snake_case")]
            async fn $name(app: tauri::AppHandle, $($arg: $ty),*) -> Result<$ret, Problem> {
                // By name alone: what it was asked with may be secret (S-88).
                tracing::debug!(target: "portcullis::commands", "{}", stringify!($name));
                guarded(api::$name(app, $($arg),*)).await
            }
        )*

        /// The names of all commands; the permission file lists the same (S-25).
        pub const NAMES: &[&str] = &[$(stringify!($name)),*];

        /// Answers the window.
        pub(crate) fn handler() -> impl Fn(tauri::ipc::Invoke<tauri::Wry>) -> bool + Send + Sync + 'static {
            once::handled_once(tauri::generate_handler![$($name),*])
        }
    };
}
with_commands!(commands);

async fn guarded<T>(work: impl Future<Output = portcullis_host::Result<T>>) -> Result<T, Problem> {
    match AssertUnwindSafe(Box::pin(work)).catch_unwind().await {
        Ok(done) => done.map_err(Problem::from),
        Err(_) => Err(Error::internal("a command ended in a panic").into()),
    }
}
