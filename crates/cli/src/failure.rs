//! What did not work, and the exit code that says so to a script.

use crate::output;
use portcullis_api::Problem;
use portcullis_core::near::nearest;
use portcullis_core::{Code, Error};
use portcullis_l10n::say;

/// How the program ends. The numbers are a promise to scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitCode {
    /// What was asked for is done.
    Done = 0,
    /// The call failed, the tool reported an error, or something of ours did not work.
    Failed = 1,
    /// The command line makes no sense, or names what is not there.
    Usage = 2,
    /// Refused, or there was no terminal to ask in.
    Refused = 3,
    /// The server could not be reached.
    Unreached = 4,
}

/// An end before what was asked for was done.
#[derive(Debug)]
pub struct CliFailure {
    /// In words.
    pub problem: Problem,
    /// For scripts.
    pub exit: ExitCode,
    /// The person and the script have been told.
    pub reported: bool,
    /// What is printed below the problem.
    pub tail: Option<Box<LastLines>>,
}

/// What comes below a problem.
#[derive(Debug, Default)]
pub struct LastLines {
    /// What the server wrote last: the cause may be far above in it.
    pub written: Vec<String>,
    /// What went wrong beside it, a sentence each.
    pub beside: Vec<String>,
}

impl CliFailure {
    /// A command line that makes no sense.
    pub fn usage(sentence: impl Into<String>) -> Self {
        Self::missing(sentence, crate::args::help_hint())
    }

    /// Something has to be named first.
    pub fn missing(sentence: impl Into<String>, remedy: String) -> Self {
        Error::new(Code::BadInput, sentence).remedy(remedy).into()
    }

    /// What was named is not there.
    pub fn not_found(sentence: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            exit: ExitCode::Usage,
            ..Error::new(Code::NotFound, sentence).remedy(remedy).into()
        }
    }

    /// No object has the name that was typed: it may be one that is nearly the same, else `list` is the command that lists all.
    pub fn no_such_name<'a>(
        sentence: impl Into<String>,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
        list: &str,
    ) -> Self {
        let remedy = match nearest(name, known) {
            Some(near) => say!("did-you-mean", near),
            None => say!("ids-listed", command = list),
        };
        Self::not_found(sentence, remedy)
    }

    /// What went wrong with an object that was named. `list` is the command that lists what there is instead of one that is not.
    pub fn of_named(error: Error, list: &str) -> Self {
        match error.code {
            Code::NotFound => Self::not_found(error.sentence, say!("ids-listed", command = list)),
            _ => error.into(),
        }
    }

    /// The same; where nothing better is known to do, the command that lists what there is.
    pub fn or_listed(self, list: &str) -> Self {
        self.or_remedy(|| say!("ids-listed", command = list))
    }

    /// The same; where nothing better is known to do, this.
    pub fn or_remedy(mut self, remedy: impl FnOnce() -> String) -> Self {
        self.problem.remedy.get_or_insert_with(remedy);
        self
    }

    /// The same, with what it means for what was asked for: the cause alone does not say that.
    pub fn with_effect(mut self, effect: &str) -> Self {
        self.problem.sentence = output::sentences(&self.problem.sentence, effect);
        self
    }

    /// The same; where a secret could not be stored or deleted, with what it means.
    pub fn or_unstored(self, effect: impl FnOnce() -> String) -> Self {
        match self.problem.code.starts_with("vault.") {
            true => self.with_effect(&effect()),
            false => self,
        }
    }

    /// A person has to answer, and none is there.
    pub fn no_terminal(sentence: impl Into<String>, remedy: impl Into<String>) -> Self {
        Error::new(Code::ConsentNobody, sentence).remedy(remedy).into()
    }

    /// A person said no.
    pub fn denied(sentence: impl Into<String>) -> Self {
        Error::new(Code::ConsentDenied, sentence).into()
    }

    /// An end that was explained already.
    pub fn silent(exit: ExitCode) -> Self {
        Self {
            exit,
            reported: true,
            ..Self::interrupted()
        }
    }

    /// The same, explained already.
    pub fn already_reported(self) -> Self {
        Self {
            reported: true,
            ..self
        }
    }

    /// Says on standard error what went wrong, and below it what the server wrote last and what else went wrong.
    pub fn remark(&self) {
        output::remark(&output::sentence(&self.problem));
        let Some(tail) = &self.tail else { return };
        for line in &tail.written {
            output::remark(&format!("  | {line}"));
        }
        for sentence in &tail.beside {
            output::remark(sentence);
        }
    }

    /// A signal ended it.
    pub fn interrupted() -> Self {
        Error::new(Code::CallCancelled, say!("stopped")).into()
    }

    /// What a view says went wrong while a server was being reached.
    pub fn unreached(problem: Problem) -> Self {
        let refused = [Code::LaunchChanged, Code::LaunchHiddenHook];
        let is_ours = ["store.", "vault."]
            .iter()
            .any(|start| problem.code.starts_with(start));
        let exit = match refused.iter().any(|code| code.as_str() == problem.code) {
            true => ExitCode::Refused,
            // It says nothing of the server.
            false if is_ours => ExitCode::Failed,
            false => ExitCode::Unreached,
        };
        Self {
            exit,
            ..Self::of(problem)
        }
    }

    /// What a view says went wrong otherwise, when the code alone decides.
    pub fn of(problem: Problem) -> Self {
        let exit = exit_of(&problem.code);
        Self {
            problem,
            exit,
            reported: false,
            tail: None,
        }
    }
}

impl From<Error> for CliFailure {
    fn from(error: Error) -> Self {
        Self::of(error.into())
    }
}

fn exit_of(code: &str) -> ExitCode {
    let is = |known: &[Code]| known.iter().any(|known| known.as_str() == code);
    // Something was named that does not exist.
    let unknown = [Code::ToolUnknown, Code::ResourceMissing, Code::PromptUnknown];
    if is(&[Code::BadInput]) || is(&unknown) {
        return ExitCode::Usage;
    }
    if is(&[
        Code::LaunchChanged,
        Code::LaunchHiddenHook,
        Code::LaunchBadArgument,
        Code::ToolChanged,
        Code::PolicyDenied,
    ]) || code.starts_with("consent.")
    {
        return ExitCode::Refused;
    }
    let far = ["launch.", "server.", "network.", "auth."];
    if far.iter().any(|start| code.starts_with(start)) && !is(&[Code::LabelTaken, Code::NotOffered]) {
        return ExitCode::Unreached;
    }
    ExitCode::Failed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_that_fails_for_our_own_reasons_does_not_say_that_no_server_was_reached() {
        let exit = |code| CliFailure::unreached(Error::new(code, "").into()).exit;
        for code in [Code::StoreFull, Code::StoreReadOnly, Code::VaultLocked] {
            assert_eq!(exit(code), ExitCode::Failed, "{code:?}");
        }
        for code in [Code::ProtocolError, Code::ServerExited, Code::LaunchFailed] {
            assert_eq!(exit(code), ExitCode::Unreached, "{code:?}");
        }
        assert_eq!(exit(Code::LaunchChanged), ExitCode::Refused);
    }
}
