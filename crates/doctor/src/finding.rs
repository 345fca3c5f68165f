//! What a rule found.

use crate::case::Case;
use crate::change::DraftChange;
use crate::diagnosis::{Diagnosis, FailureCause, RepairAction};
use crate::looked_at;
use portcullis_core::limits::SAID;
use portcullis_core::text::ForeignText;
use portcullis_programs::Runtime;

/// A cause and its remedy.
pub(super) struct Finding {
    cause: FailureCause,
    sentence: String,
    remedy: String,
    runtime: Option<Runtime>,
    action: Option<RepairAction>,
    change: Option<DraftChange>,
    variables: Vec<String>,
    line: Option<String>,
}

impl Finding {
    pub(super) fn new(cause: FailureCause, sentence: String, remedy: String) -> Self {
        Self {
            cause,
            sentence,
            remedy,
            runtime: None,
            action: None,
            change: None,
            variables: Vec::new(),
            line: None,
        }
    }

    /// What is to be installed.
    pub(super) fn install(mut self, runtime: Runtime) -> Self {
        self.runtime = Some(runtime);
        self
    }

    /// What a button can do.
    pub(super) fn action(mut self, action: RepairAction) -> Self {
        self.action = Some(action);
        self
    }

    /// What the action changes in the settings.
    pub(super) fn change(mut self, change: DraftChange) -> Self {
        self.change = Some(change);
        self
    }

    /// Environment variables to be set: the action is to edit them.
    pub(super) fn variables(mut self, names: Vec<String>) -> Self {
        self.variables = names;
        self.action(RepairAction::EditVariables)
    }

    /// The line that tells it.
    pub(super) fn line(mut self, line: &str) -> Self {
        self.line = Some(line.to_owned());
        self
    }

    pub(super) fn diagnosis(self, case: &Case<'_>) -> Diagnosis {
        Diagnosis {
            cause: self.cause,
            sentence: self.sentence,
            remedy: self.remedy,
            install: self.runtime.map(|runtime| runtime.install(case.evidence.system)),
            action: self.action,
            change: self.change,
            variables: self.variables,
            said: self.line.map(|line| ForeignText::new(line).first_line(SAID)),
            looked_at: looked_at::all(case),
        }
    }
}
