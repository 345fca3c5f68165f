//! JSON Schemas of servers: hostile input that we run (F-21, S-43, SCH-01 to SCH-07).
//!
//! A schema is used only when it can be used whole: it refers to nothing outside of itself (no request ever
//! leaves, SCH-03), its references end, its dialect is known, its patterns compile for a linear engine.
//! Otherwise there is a reason in words, and an unusable schema permits nothing (SCH-04). Compiling and
//! checking are metered: every subschema counts a step, and a run that takes too many or too long ends.
//!
//! A `pattern` runs on a linear engine or not at all; those that cannot run are counted and left to the server.
//! `format` is not asserted: the dialect we assume by default does not, and the server judges its own formats.

mod budget;
mod patterns;
mod positions;
mod presented;
mod survey;
mod words;

use crate::limits::{JSON_DEPTH, PATTERN_BYTES, SCHEMA_CHECK, SCHEMA_COMPILE, SCHEMA_ISSUES, SCHEMA_STACK};
use budget::StepCounter;
use jsonschema::{Draft, PatternOptions, ValidationOptions, Validator};
use portcullis_core::text::ForeignText;
use portcullis_domain::ArgumentIssue;
use portcullis_l10n::say;
use serde_json::Value;
use std::sync::Arc;

pub use positions::measure;
pub use presented::presented_schema;

/// A schema that can be used.
#[derive(Clone)]
pub struct Checker {
    validator: Arc<Validator>,
    unchecked_patterns: usize,
    /// Only references can make the machine's stack deeper than the limits of a definition do.
    refers: bool,
}

impl std::fmt::Debug for Checker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Checker")
            .field("refers", &self.refers)
            .finish_non_exhaustive()
    }
}

impl Checker {
    /// Prepares a schema. Blocks for at most [`SCHEMA_COMPILE`]; touches no network and no file.
    ///
    /// # Errors
    /// Why the schema cannot be used, as a sentence for a person.
    pub fn compile(schema: &Value) -> Result<Self, String> {
        if is_too_deep(schema) {
            return Err(say!("schema-deep"));
        }
        let draft = dialect(schema)?;
        let survey = survey::survey(schema, draft)?;
        let mut metered = schema.clone();
        for place in &survey.places {
            if let Some(Value::Object(keywords)) = metered.pointer_mut(place) {
                keywords.insert(budget::KEYWORD.to_owned(), Value::Bool(true));
            }
        }
        let built = on_stack(survey.refers, || build(&mut metered, draft, &survey.places));
        let built = built.unwrap_or_else(|| Err(say!("schema-no-thread")));
        let (validator, unchecked_patterns) = built?;
        Ok(Self {
            validator: Arc::new(validator),
            unchecked_patterns,
            refers: survey.refers,
        })
    }

    /// How many `pattern`s are left to the server, because no linear engine can run them: they look ahead or
    /// back, repeat what they found, or are too large. A text is never refused for one of them.
    #[must_use]
    pub fn unchecked_patterns(&self) -> usize {
        self.unchecked_patterns
    }

    /// Everything that does not fit, at most [`SCHEMA_ISSUES`]; empty when all fits. Blocks for at most twice
    /// [`SCHEMA_CHECK`]. A check that cannot be finished counts as not fitting.
    #[must_use]
    pub fn check(&self, value: &Value) -> Vec<ArgumentIssue> {
        let whole = |message: String| {
            vec![ArgumentIssue {
                path: String::new(),
                message,
            }]
        };
        if is_too_deep(value) {
            return whole(say!("check-deep"));
        }
        let (steps, time) = SCHEMA_CHECK;
        let checked = on_stack(self.refers, || {
            // Most values fit, and finding that out keeps nothing in memory.
            if budget::within(steps, time, || self.validator.is_valid(value))? {
                return Some(Vec::new());
            }
            let list = || {
                self.validator
                    .iter_errors(value)
                    .take(SCHEMA_ISSUES)
                    .map(|e| words::issue(&e))
                    .collect()
            };
            let issues = budget::within(steps / 20, time, list);
            Some(issues.unwrap_or_else(|| whole(say!("check-many"))))
        });
        match checked {
            Some(Some(issues)) => issues,
            Some(None) => whole(say!("check-slow")),
            None => whole(say!("check-no-thread")),
        }
    }
}

/// Compiles, and once more without the patterns that cannot be run when there are any.
fn build(schema: &mut Value, draft: Draft, places: &[String]) -> Result<(Validator, usize), String> {
    let too_long = || say!("schema-slow");
    let (steps, time) = SCHEMA_COMPILE;
    let first = budget::within(steps, time, || options(draft).build(schema)).ok_or_else(too_long)?;
    let error = match first {
        Ok(validator) => return Ok((validator, 0)),
        Err(error) => error,
    };
    let removed = patterns::remove_unusable(schema, draft, places);
    if removed == 0 {
        return Err(words::unusable(&error));
    }
    let second = budget::within(steps, time, || options(draft).build(schema)).ok_or_else(too_long)?;
    second
        .map(|validator| (validator, removed))
        .map_err(|error| words::unusable(&error))
}

/// No network, no files, a linear engine, and the meter.
fn options(draft: Draft) -> ValidationOptions<'static> {
    jsonschema::options()
        .offline()
        .with_draft(draft)
        .should_validate_formats(false)
        .with_pattern_options(
            PatternOptions::regex()
                .size_limit(PATTERN_BYTES)
                .dfa_size_limit(PATTERN_BYTES),
        )
        .with_keyword(budget::KEYWORD, |_, _, _| {
            budget::spend();
            Ok(Box::new(StepCounter))
        })
}

/// Runs in place, or on a stack that holds the deepest recursion the limits allow. `None` without a thread.
fn on_stack<T: Send>(deep: bool, run: impl FnOnce() -> T + Send) -> Option<T> {
    if !deep {
        return Some(run());
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("schema".to_owned())
            .stack_size(SCHEMA_STACK);
        thread.spawn_scoped(scope, run).ok()?.join().ok()
    })
}

/// The dialect a schema names, 2020-12 when it names none (SCH-01, SCH-02).
fn dialect(schema: &Value) -> Result<Draft, String> {
    let named = match schema.get("$schema") {
        None => return Ok(Draft::Draft202012),
        Some(Value::String(named)) => named,
        Some(_) => return Err(say!("schema-dialect-invalid")),
    };
    let bare = named.trim_end_matches('#');
    match bare
        .strip_prefix("https://")
        .or_else(|| bare.strip_prefix("http://"))
        .unwrap_or_default()
    {
        "json-schema.org/draft/2020-12/schema" => Ok(Draft::Draft202012),
        "json-schema.org/draft/2019-09/schema" => Ok(Draft::Draft201909),
        "json-schema.org/draft-07/schema" => Ok(Draft::Draft7),
        "json-schema.org/draft-06/schema" => Ok(Draft::Draft6),
        "json-schema.org/draft-04/schema" => Ok(Draft::Draft4),
        _ => {
            let named = ForeignText::new(named.as_str()).first_line(100).text;
            Err(say!("schema-dialect", name = named))
        }
    }
}

/// Without recursion, so that depth itself costs nothing.
fn is_too_deep(value: &Value) -> bool {
    let mut open = vec![(value, 0_usize)];
    while let Some((value, depth)) = open.pop() {
        if depth > JSON_DEPTH {
            return true;
        }
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(members) => open.extend(members.values().map(|member| (member, depth + 1))),
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests;
