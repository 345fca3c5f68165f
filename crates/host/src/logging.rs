//! The log of the program, on standard error. What is said to models and to servers is never in it, whatever `PORTCULLIS_LOG`
//! asks for: two libraries would write it down (S-44). A more specific name in that variable counts for more than a directive of
//! ours, so each line is filtered once more.

use tracing::{Level, Metadata};
use tracing_subscriber::filter::{EnvFilter, filter_fn};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Starts the log: with what `PORTCULLIS_LOG` asks for; with `usual` where that is unset, empty or cannot be read.
pub fn start(usual: &str) {
    let wanted = std::env::var("PORTCULLIS_LOG")
        .ok()
        .filter(|wanted| !wanted.is_empty());
    let filter =
        EnvFilter::try_new(wanted.as_deref().unwrap_or(usual)).unwrap_or_else(|_| EnvFilter::new(usual));
    // It fails only when another logger is installed.
    _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(false)
        .with_writer(std::io::stderr)
        .finish()
        .with(filter_fn(is_written))
        .try_init();
}

fn is_written(metadata: &Metadata<'_>) -> bool {
    is_allowed(metadata.target(), *metadata.level())
}

fn is_allowed(target: &str, level: Level) -> bool {
    match target.split("::").next() {
        // The library of providers' protocols. It writes requests and replies under a shorter name than its own.
        Some("rig" | "rig_core" | "rig_http") => false,
        // The protocol library. It writes messages of a server at every level below an error.
        Some("rmcp") => level <= Level::ERROR,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::is_allowed;
    use tracing::Level;

    #[test]
    fn no_library_writes_down_what_models_and_servers_are_told() {
        for (target, level, is) in [
            ("rig::completions", Level::TRACE, false),
            ("rig::streaming", Level::INFO, false),
            ("rig_core::driver", Level::ERROR, false),
            ("rmcp::service", Level::DEBUG, false),
            ("rmcp", Level::INFO, false),
            ("rmcp::service", Level::WARN, false),
            ("rmcp::service", Level::ERROR, true),
            ("portcullis::commands", Level::TRACE, true),
            ("rigging", Level::TRACE, true),
        ] {
            assert_eq!(is_allowed(target, level), is, "{target} {level}");
        }
    }
}
