//! Asking before something is removed that cannot be brought back.

use crate::failure::CliFailure;
use crate::output::remark;
use crate::terminal::Terminal;
use portcullis_l10n::say;

/// Shows what would be removed, and asks. With `yes` it was approved on the command line.
///
/// # Errors
/// Without that yes: then nothing may be removed.
pub async fn approved(what: &str, yes: bool) -> Result<(), CliFailure> {
    if yes {
        return Ok(());
    }
    let Some(mut terminal) = Terminal::find().await else {
        remark(what);
        return Err(CliFailure::no_terminal(
            say!("no-terminal-remove"),
            say!("run-on-terminal-yes"),
        ));
    };
    terminal.show(what)?;
    match terminal.yes(&say!("ask-remove")).await? {
        true => Ok(()),
        false => Err(CliFailure::denied(say!("remove-denied"))),
    }
}
