//! Questions of the terminal itself: what would happen is shown, and happens only after a yes.

use crate::failure::CliFailure;
use crate::output::remark;
use crate::terminal::Terminal;
use portcullis_l10n::say;

/// What would happen, and what is said around the question about it.
pub struct Confirmation {
    /// Everything to read before the answer.
    pub sheet: String,
    pub question: String,
    /// What was not done where there is no terminal, and what helps then.
    pub no_terminal: String,
    pub remedy: String,
    /// What was not done after a no.
    pub denied: String,
}

impl Confirmation {
    /// Shows it and asks.
    ///
    /// # Errors
    /// Without a yes: then nothing may be done.
    pub async fn ask(self) -> Result<(), CliFailure> {
        let Some(mut terminal) = Terminal::find().await else {
            remark(&self.sheet);
            return Err(CliFailure::no_terminal(self.no_terminal, self.remedy));
        };
        terminal.show(&self.sheet)?;
        match terminal.yes(&self.question).await? {
            true => Ok(()),
            false => Err(CliFailure::denied(self.denied)),
        }
    }

    /// The question before something is removed.
    pub fn removal(sheet: String) -> Self {
        Self {
            sheet,
            question: say!("ask-remove"),
            no_terminal: say!("no-terminal-remove"),
            remedy: say!("run-on-terminal-yes"),
            denied: say!("remove-denied"),
        }
    }

    /// The question before something is changed that was there.
    pub fn change(sheet: String, question: String) -> Self {
        Self {
            sheet,
            question,
            no_terminal: say!("no-terminal"),
            remedy: say!("run-on-terminal-yes"),
            denied: say!("said-no"),
        }
    }

    /// Asks, unless `yes` was given on the command line.
    ///
    /// # Errors
    /// Those of [`Self::ask`].
    pub async fn unless(self, yes: bool) -> Result<(), CliFailure> {
        match yes {
            true => Ok(()),
            false => self.ask().await,
        }
    }
}
