//! What the variables of a server do to what runs (S-12).

use portcullis_core::{Code, text};
use portcullis_domain::{Foreign, ServerDraft, Warning};
use portcullis_programs::{HookEffect, SearchPath, base_environment, effect};

/// Names of what a program gets from the person's environment. Not their values, which may say much about the person.
pub(super) fn inherited(draft: &ServerDraft, search: &SearchPath) -> Vec<Foreign> {
    let own = |name: &str| draft.environment.iter().any(|variable| variable.name == name);
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
            HookEffect::Refused(why) => refusals.push(Warning {
                code: Code::LaunchHiddenHook.as_str().to_owned(),
                sentence: format!("The variable {shown} is not allowed: it {why}."),
            }),
            HookEffect::Warned(what) => warnings.push(Warning {
                code: "launch.variable".to_owned(),
                sentence: format!("The variable {shown} {what}."),
            }),
            HookEffect::Unknown => unknown.push(shown),
            HookEffect::Harmless => (),
        }
    }
    let Some(last) = unknown.pop() else { return };
    let sentence = match unknown.is_empty() {
        true => format!("The variable {last} may change what runs."),
        false => format!(
            "The variables {} and {last} may change what runs.",
            unknown.join(", ")
        ),
    };
    warnings.push(Warning {
        code: "launch.unknown_variables".to_owned(),
        sentence,
    });
}
