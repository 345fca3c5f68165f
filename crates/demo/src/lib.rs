//! The demo server that ships inside the application.
//!
//! It exists so that a newcomer sees every kind of decision within a minute, without a network, a
//! key or an installation: a reading tool, a writing one, a destructive one, one that takes its
//! time, one that fails, one that changes its own definition. The window and the command line call
//! [`serve_stdio`] when they are started with [`DEMO_ARGUMENT`] as their only argument; nothing
//! else uses it. The host treats this server like any other: it gets no permission for being ours.
//!
//! It must not touch the disk, the network or the environment: everything it knows lives in memory
//! and ends with the process.

#[cfg(test)]
mod client_tests;
mod form;
mod guide;
mod notes;
mod picture;
mod server;
mod sound;
mod suggestions;
mod tools;

pub use server::DemoServer;

use rmcp::{ServiceExt as _, service::ServerInitializeError, transport::stdio};

/// The hidden argument with which the window and the command line become the demo server.
///
/// It counts only when it is the single argument, so that no deep link and no configuration of
/// another program can slip it in among others (S-07).
pub const DEMO_ARGUMENT: &str = "--demo-server";

/// Whether the arguments after the program's own name ask for the demo server and nothing else.
pub fn is_demo_start<I>(arguments: I) -> bool
where
    I: IntoIterator,
    I::Item: AsRef<std::ffi::OsStr>,
{
    let mut arguments = arguments.into_iter();
    let first = arguments.next();
    let alone = arguments.next().is_none();
    alone && first.is_some_and(|argument| argument.as_ref() == DEMO_ARGUMENT)
}

/// Speaks MCP over stdin and stdout until stdin ends.
///
/// Both eras are answered: `initialize` for the revisions up to 2025-11-25 and `server/discover`
/// for 2026-07-28.
///
/// # Errors
///
/// Fails when the first message cannot be read as a handshake or when the serving task dies. A
/// stdin that ends before the handshake is an ordinary end.
pub async fn serve_stdio() -> std::io::Result<()> {
    let running = match DemoServer::new().serve(stdio()).await {
        Ok(running) => running,
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(std::io::Error::other(error)),
    };
    running.waiting().await.map_err(std::io::Error::other)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::is_demo_start;

    #[test]
    fn only_the_single_hidden_argument_starts_the_demo_server() {
        assert!(is_demo_start(["--demo-server"]));
        assert!(!is_demo_start(Vec::<String>::new()));
        assert!(!is_demo_start(["--demo-server", "portcullis://add"]));
        assert!(!is_demo_start(["add", "--demo-server"]));
    }
}
