//! macOS: an agent of launchd for this person (`launchd.plist(5)`), which is loaded at each sign-in.

use crate::start::BACKGROUND;
use portcullis_host::places;
use std::path::{Path, PathBuf};

const LABEL: &str = "dev.portcullis.Portcullis";

pub(super) fn path() -> Option<PathBuf> {
    Some(
        places::home()?
            .join("Library/LaunchAgents")
            .join(format!("{LABEL}.plist")),
    )
}

/// Whether launchd starts this program by this agent: one that is not exactly ours may do anything.
pub(super) fn starts(text: &str, program: &Path) -> bool {
    entry(program).as_deref() == Some(text)
}

/// The agent; `None` for a path that no property list can hold.
pub(super) fn entry(program: &Path) -> Option<String> {
    let program = program.to_str()?;
    if program.chars().any(char::is_control) {
        return None;
    }
    let program = program
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    Some(format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n\
         <plist version=\"1.0\">\n<dict>\n\
         \t<key>Label</key>\n\t<string>{LABEL}</string>\n\
         \t<key>ProgramArguments</key>\n\t<array>\n\
         \t\t<string>{program}</string>\n\t\t<string>{BACKGROUND}</string>\n\t</array>\n\
         \t<key>RunAtLoad</key>\n\t<true/>\n\
         \t<key>ProcessType</key>\n\t<string>Interactive</string>\n\
         </dict>\n</plist>\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_names_one_program_whatever_its_path_says() {
        let agent = entry(Path::new("/Applications/A & B</string>/portcullis")).unwrap();
        assert!(
            agent.contains("<string>/Applications/A &amp; B&lt;/string&gt;/portcullis</string>"),
            "{agent}"
        );
        assert_eq!(agent.matches("<string>").count(), 4, "{agent}");
        assert!(starts(
            &agent,
            Path::new("/Applications/A & B</string>/portcullis")
        ));
        assert!(!starts(&agent, Path::new("/Applications/portcullis")));
        assert_eq!(super::entry(Path::new("/Applications/a\u{7}")), None);
    }
}
