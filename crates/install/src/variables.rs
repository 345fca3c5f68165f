//! What the variables of a server do to what runs (S-12).

use portcullis_core::{Code, text};
use portcullis_domain::{Foreign, ServerDraft, Warning};
use portcullis_l10n::{list, say};
use portcullis_programs::{HookEffect, SearchPath, base_environment, effect, hook_words, variable_key};

/// Names of what a program gets from the person's environment. Not their values, which may say much about the person.
pub(super) fn inherited(draft: &ServerDraft, search: &SearchPath) -> Vec<Foreign> {
    let set = draft
        .environment
        .iter()
        .map(|variable| variable_key(&variable.name));
    let set: std::collections::HashSet<String> = set.collect();
    let own = |name: &str| set.contains(&variable_key(name));
    let all = base_environment(search).into_iter();
    all.filter(|(name, _)| !own(name))
        .map(|(name, _)| text::escape_line(&name))
        .collect()
}

/// Refuses what loads other code, says what else is known, and names in one sentence what is not known.
pub(super) fn judge(names: &[&str], warnings: &mut Vec<Warning>, refusals: &mut Vec<Warning>) {
    let mut unknown: Vec<String> = Vec::new();
    for (at, name) in names.iter().enumerate() {
        if names.iter().take(at).any(|other| other == name) {
            continue;
        }
        let shown = format!("“{}”", text::escape_line(name).text);
        match effect(name) {
            HookEffect::Refused(why) => refusals.push(Warning::new(
                Code::LaunchHiddenHook.as_str(),
                say!("variable-refused", name = shown, why = hook_words(why)),
            )),
            HookEffect::Warned(what) => warnings.push(Warning::new(
                "launch.variable",
                say!("variable-effect", name = shown, what = hook_words(what)),
            )),
            HookEffect::Unknown => unknown.push(shown),
            HookEffect::Harmless => (),
        }
    }
    if unknown.is_empty() {
        return;
    }
    let sentence = say!("variables-unknown", names = list(&unknown), count = unknown.len());
    warnings.push(Warning::new("launch.unknown_variables", sentence));
}
