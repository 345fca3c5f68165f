//! What a rule found.

use crate::case::Case;
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
            said: self.line.map(|line| ForeignText::new(line).first_line(SAID)),
            looked_at: looked_at::all(case),
        }
    }
}
