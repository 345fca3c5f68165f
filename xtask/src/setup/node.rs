//! Node.js and npm, which build the UI.

use crate::{Done, tool};

/// What Vite 8 asks for.
const OLDEST: (u32, u32) = (20, 19);

/// Whether Node.js and npm are there and new enough.
pub(crate) fn ready() -> Done {
    let (major, minor) = OLDEST;
    let found = tool::says("node", &["--version"]);
    match found.as_deref().map(version) {
        Some(Some(version)) if version >= OLDEST => {}
        Some(_) => {
            return Err(format!(
                "Node.js {} is too old: {major}.{minor} or newer is needed to build the window.\n{}",
                found.unwrap_or_default().trim_start_matches('v'),
                how()
            ));
        }
        None => {
            return Err(format!(
                "Node.js is not there: {major}.{minor} or newer is needed to build the window.\n{}",
                how()
            ));
        }
    }
    match tool::says("npm", &["--version"]) {
        Some(_) => Ok(()),
        None => Err(format!("npm, which comes with Node.js, is not there.\n{}", how())),
    }
}

fn how() -> &'static str {
    if cfg!(target_os = "macos") {
        "Install it: brew install node"
    } else if cfg!(windows) {
        "Install it: winget install OpenJS.NodeJS.LTS"
    } else {
        "Install it from https://nodejs.org/en/download or with your package manager."
    }
}

/// Major and minor of "v20.19.2".
fn version(said: &str) -> Option<(u32, u32)> {
    let mut parts = said.trim_start_matches('v').split('.').map(str::parse);
    match (parts.next(), parts.next()) {
        (Some(Ok(major)), Some(Ok(minor))) => Some((major, minor)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_version_is_read_and_compared_by_number() {
        assert_eq!(super::version("v20.9.0"), Some((20, 9)));
        assert!(
            super::version("v20.9.0") < Some(super::OLDEST),
            "9 is older than 19"
        );
        assert!(super::version("v22.1.0") > Some(super::OLDEST));
        assert_eq!(super::version("nonsense"), None);
    }
}
