//! What the variables of a server do to what runs (S-12).

use portcullis_core::{Code, text};
use portcullis_domain::{Foreign, ServerDraft, Warning};
use portcullis_l10n::{list, say};
use portcullis_programs::{
    HookEffect, SearchPath, base_environment, effect, hook_words, loads_own_modules, names_module_folders,
    variable_key,
};
use std::path::Path;

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

/// The names of the plain variables that load modules of the bundle alone that a server runs from. Blocking: looks where links lead.
pub(super) fn bundled<'d>(draft: &'d ServerDraft, bundle: Option<&Path>) -> Vec<&'d str> {
    let Some(bundle) = bundle else { return Vec::new() };
    let plain = draft.environment.iter().filter(|variable| !variable.secret);
    let own = plain.filter(|variable| {
        let value = variable.value.as_deref().unwrap_or_default();
        loads_own_modules(&variable.name, value, bundle)
    });
    own.map(|variable| variable.name.as_str()).collect()
}

/// What is said of one of [`bundled`].
pub(super) fn own_modules(name: &str) -> Warning {
    let shown = format!("“{}”", text::escape_line(name).text);
    Warning::new("launch.variable", say!("variable-bundled", name = shown))
}

/// Refuses what loads other code, says what else is known, and names in one sentence what is not known.
pub(super) fn judge(
    names: &[&str],
    from_bundle: bool,
    warnings: &mut Vec<Warning>,
    refusals: &mut Vec<Warning>,
) {
    let mut unknown: Vec<String> = Vec::new();
    for (at, name) in names.iter().enumerate() {
        if names.iter().take(at).any(|other| other == name) {
            continue;
        }
        let shown = format!("“{}”", text::escape_line(name).text);
        match effect(name) {
            HookEffect::Refused(why) => {
                let sentence = match from_bundle && names_module_folders(name) {
                    true => say!("variable-refused-bundle", name = shown),
                    false => say!("variable-refused", name = shown, why = hook_words(why)),
                };
                refusals.push(Warning::new(Code::LaunchHiddenHook.as_str(), sentence));
            }
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
