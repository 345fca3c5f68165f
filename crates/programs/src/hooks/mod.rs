//! Variables that change which code runs, whatever the program is (S-12).
//!
//! Three kinds. Those that load code and have no honest use in the configuration of a server are refused: they would hide
//! a second program behind the one that the person reviews. Those that may lead to other code and are also set for
//! good reasons are warned about, with what they are known to do. A few are known to change nothing of what runs. No list
//! of such names is ever complete, so all others are named as what they are: not known.
//!
//! Values do not matter: an empty `LD_PRELOAD` has no honest use either. Two variables are an exception where a server runs from a
//! bundle ([`loads_own_modules`]).

use portcullis_l10n::say_by;

mod bundled;
mod harmless;
mod refused;
mod warned;

pub use bundled::{loads_own_modules, names_module_folders, names_own_folders};

/// What a variable does to the code that a server runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HookEffect {
    /// It may not be configured: the id for [`hook_words`].
    Refused(&'static str),
    /// It may lead to other code: the id for [`hook_words`].
    Warned(&'static str),
    /// It is known to change nothing of what runs.
    Harmless,
    /// It may change what runs: nothing is known of it.
    Unknown,
}

/// One line of a table: what names do, whole ones and beginnings of others, marked with `*`.
type HookRow = (&'static str, &'static [&'static str]);

/// What the variable `name` does.
///
/// Names count as the system counts them: exactly on Unix, whatever the case on Windows. Those of npm count in any case
/// everywhere, because npm itself does not care.
#[must_use]
pub fn effect(name: &str) -> HookEffect {
    if let Some(setting) = npm_setting(name) {
        return match harmless::NPM.contains(&setting.as_str()) {
            true => HookEffect::Harmless,
            false => HookEffect::Refused(refused::PACKAGES),
        };
    }
    // Whole names first, so that one name of a family can be told apart.
    for whole in [true, false] {
        if let Some(why) = find(refused::TABLE, name, whole) {
            return HookEffect::Refused(why);
        }
        if !whole && harmless::ENDINGS.iter().any(|ending| ends(name, ending)) {
            return HookEffect::Harmless;
        }
        if let Some(what) = find(warned::TABLE, name, whole) {
            return HookEffect::Warned(what);
        }
        if find(harmless::TABLE, name, whole).is_some() {
            return HookEffect::Harmless;
        }
    }
    HookEffect::Unknown
}

/// What a variable does, in words that finish “`NAME` …”.
#[must_use]
pub fn hook_words(id: &str) -> String {
    say_by!("hook-", id)
}

/// Why a variable may not be configured for a server, in words that finish “`NAME` …”; `None` when it may.
#[must_use]
pub fn hook_refusal(name: &str) -> Option<String> {
    match effect(name) {
        HookEffect::Refused(why) => Some(hook_words(why)),
        _ => None,
    }
}

fn find(table: &[HookRow], name: &str, whole: bool) -> Option<&'static str> {
    let fits = |listed: &str| match listed.strip_suffix('*') {
        Some(start) => !whole && begins(name, start),
        None => whole && same(name, listed),
    };
    let line = table
        .iter()
        .find(|(_, names)| names.iter().any(|listed| fits(listed)));
    line.map(|(what, _)| *what)
}

/// The setting in `npm_config_…`, as npm reads it.
fn npm_setting(name: &str) -> Option<String> {
    let prefix = "npm_config_";
    let setting = name
        .get(prefix.len()..)
        .filter(|_| starts_with_any_case(name, prefix))?;
    Some(setting.to_ascii_lowercase().replace('-', "_"))
}

fn same(name: &str, listed: &str) -> bool {
    if cfg!(windows) {
        return name.eq_ignore_ascii_case(listed);
    }
    name == listed
}

fn begins(name: &str, prefix: &str) -> bool {
    if cfg!(windows) {
        return starts_with_any_case(name, prefix);
    }
    name.starts_with(prefix)
}

fn ends(name: &str, ending: &str) -> bool {
    let name = name.to_ascii_uppercase();
    name == ending.trim_start_matches('_') || name.ends_with(ending)
}

fn starts_with_any_case(name: &str, prefix: &str) -> bool {
    name.as_bytes()
        .get(..prefix.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(prefix.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::{HookEffect, effect, hook_refusal, hook_words};

    // Proves S-12.
    #[test]
    fn an_interpreter_or_loader_hook_is_refused() {
        for name in [
            "LD_PRELOAD",
            "LD_LIBRARY_PATH",
            "LD_AUDIT",
            "DYLD_INSERT_LIBRARIES",
            "DYLD_LIBRARY_PATH",
            "NODE_OPTIONS",
            "NODE_PATH",
            "PYTHONSTARTUP",
            "PYTHONPATH",
            "PYTHONHOME",
            "RUBYOPT",
            "PERL5OPT",
            "BASH_ENV",
            "ENV",
            "GIT_SSH_COMMAND",
            "GIT_CONFIG_COUNT",
            "JAVA_TOOL_OPTIONS",
            "DOTNET_STARTUP_HOOKS",
            "PATH",
            "npm_config_registry",
            "NPM_CONFIG_REGISTRY",
            "Npm_Config_script_shell",
            "BASH_FUNC_ls%%",
            "BASH_FUNC_API_TOKEN",
            "PORTCULLIS_CHILD",
            "GIT_DIR",
            "MAKEFLAGS",
            "ERL_AFLAGS",
            "PSModulePath",
            "PIP_REQUIREMENT",
            "UV_PYTHON_INSTALL_MIRROR",
            "npm_config_script-shell",
            "BUN_CONFIG_REGISTRY",
            "CARGO_BUILD_RUSTC_WRAPPER",
            "GOFLAGS",
            "YARN_RC_FILENAME",
            "SSH_SK_PROVIDER",
            "MPLBACKEND",
        ] {
            assert!(hook_refusal(name).is_some(), "{name} is let through");
        }
    }

    // Proves S-12.
    #[test]
    fn ordinary_variables_are_not_hooks() {
        for name in [
            "API_KEY",
            "GITHUB_TOKEN",
            "HTTP_PROXY",
            "LANG",
            "HOME",
            "NODE_ENV",
            "NODE_EXTRA_CA_CERTS",
            "PYTHONUNBUFFERED",
            "ENVIRONMENT",
            "MY_PATH",
            "npm_configuration",
            "é",
            "",
        ] {
            assert_eq!(hook_refusal(name), None, "{name} is refused");
        }
    }

    // Proves S-12.
    #[test]
    fn what_is_also_set_for_good_reasons_is_warned_about() {
        for (name, word) in [
            ("HOME", "settings"),
            ("XDG_CONFIG_HOME", "settings"),
            ("PREFIX", "npm"),
            ("DOCKER_HOST", "containers"),
            ("CONTAINER_CONNECTION", "containers"),
            ("KUBECONFIG", "programs"),
            ("PIP_PRE", "pip"),
            ("UV_CACHE_DIR", "uv"),
            ("HTTPS_PROXY", "through"),
            ("https_proxy", "through"),
            ("NODE_EXTRA_CA_CERTS", "trust"),
            ("GIT_WORK_TREE", "Git"),
            ("VIRTUAL_ENV", "Python"),
            ("PUPPETEER_EXECUTABLE_PATH", "program"),
            ("DOCKER_ANYTHING", "containers"),
        ] {
            let HookEffect::Warned(what) = effect(name) else {
                panic!("{name}: {:?}", effect(name))
            };
            let what = hook_words(what);
            assert!(!what.starts_with("hook-") && what.contains(word), "{name} {what}");
        }
    }

    // Proves S-12.
    #[test]
    fn ordinary_settings_are_not_remarked_on_and_all_others_are_unknown() {
        for name in [
            "GITHUB_TOKEN",
            "API_KEY",
            "OPENAI_API_KEY",
            "DB_PASSWORD",
            "PORT",
            "LOG_LEVEL",
            "TZ",
            "LANG",
            "LC_ALL",
            "NODE_ENV",
            "PYTHONUNBUFFERED",
            "UV_HTTP_TIMEOUT",
            "PIP_DEFAULT_TIMEOUT",
            "NPM_CONFIG_LOGLEVEL",
            "npm_config_fetch-timeout",
            "GIT_AUTHOR_NAME",
            "AWS_REGION",
            "RUST_LOG",
            "DOCKER_HUB_TOKEN",
            "GOOGLE_APPLICATION_CREDENTIALS",
        ] {
            assert_eq!(effect(name), HookEffect::Harmless, "{name}");
        }
        for name in [
            "ALLOWED_DIR",
            "A",
            "SOME_HOST",
            "SOME_URL",
            "EXTRA_ARGS",
            "MY_PATH",
            "npm_configuration",
            "é",
            "",
        ] {
            assert_eq!(effect(name), HookEffect::Unknown, "{name}");
        }
    }

    /// A name in two tables would mean what the order says, and it would not be noticed.
    // Proves S-12.
    #[test]
    fn each_name_is_in_one_table() {
        let tables = [
            super::refused::TABLE,
            super::warned::TABLE,
            super::harmless::TABLE,
        ];
        let names = tables
            .iter()
            .flat_map(|table| table.iter())
            .flat_map(|(_, names)| names.iter());
        let mut seen = std::collections::HashSet::new();
        for name in names {
            assert!(seen.insert(name), "{name} is there twice");
        }
    }

    // Proves S-12.
    #[test]
    fn case_counts_as_the_system_counts_it() {
        assert_eq!(hook_refusal("node_options").is_some(), cfg!(windows));
        assert_eq!(hook_refusal("Ld_Preload").is_some(), cfg!(windows));
    }
}
