//! From a message of the page to the reply, without generics where none are needed: there are hundreds of commands, and what is
//! generic here is compiled for each.

use futures::FutureExt;
use futures::future::BoxFuture;
use portcullis_api::Problem;
use portcullis_core::Error;
use std::panic::AssertUnwindSafe;
use tauri::Wry;
use tauri::ipc::{
    CommandArg, CommandItem, Invoke, InvokeError, InvokeMessage, InvokeResponseBody, IpcResponse,
};

/// A command that was asked. One type for all, so that the tasks that answer are compiled once and not for each command.
pub(super) type CommandFuture = BoxFuture<'static, Result<InvokeResponseBody, InvokeError>>;

/// Answers in a task of its own, in which a panic ends as an error in words (F-38).
pub(super) fn answer(invoke: Invoke<Wry>, command: fn(InvokeMessage) -> CommandFuture) {
    let Invoke {
        message, resolver, ..
    } = invoke;
    let work = AssertUnwindSafe(command(message)).catch_unwind();
    resolver.respond_async_serialized(async move {
        work.await
            .unwrap_or_else(|_| encoded::<()>(Err(Error::internal("a command ended in a panic"))))
    });
}

/// An argument by its name.
pub(super) fn argument<'de, T: CommandArg<'de, Wry>>(
    message: &'de InvokeMessage,
    command: &'static str,
    name: &'static str,
) -> Result<T, InvokeError> {
    T::from_command(CommandItem {
        plugin: None,
        name: command,
        key: name,
        message,
        acl: &None,
    })
}

/// The reply as JSON, or the problem.
pub(super) fn encoded<T: IpcResponse>(
    reply: portcullis_core::Result<T>,
) -> Result<InvokeResponseBody, InvokeError> {
    Ok(reply.map_err(Problem::from)?.body()?)
}
