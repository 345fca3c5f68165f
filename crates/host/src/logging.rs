//! What is never written to standard error, whatever `PORTCULLIS_LOG` asks for: what is said to models and to servers, which two
//! libraries would write down. A more specific name in that variable counts for more than a directive of ours, so this is asked
//! for each line beside it.

use tracing::{Level, Metadata};

/// Whether the log may have this.
#[must_use]
pub fn is_written(metadata: &Metadata<'_>) -> bool {
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
