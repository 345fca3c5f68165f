//! Variables that change which code runs, whatever the program is (S-12).
//!
//! A configuration that needs one of these hides a second program behind the one that the person reviews, so
//! it is refused, not warned about. Values do not matter: an empty `LD_PRELOAD` has no honest use either.

const LOADER: &str = "makes the system's loader put other code into the program";
const NODE: &str = "makes Node.js run other code or look for it elsewhere";
const PYTHON: &str = "makes Python run other code or look for it elsewhere";
const RUBY: &str = "makes Ruby run other code or look for it elsewhere";
const PERL: &str = "makes Perl run other code or look for it elsewhere";
const JAVA: &str = "makes Java run other code or look for it elsewhere";
const DOTNET: &str = "makes .NET run other code or look for it elsewhere";
const INTERPRETER: &str = "makes an interpreter run other code or look for it elsewhere";
const SHELL: &str = "makes every shell run other code first";
const GIT: &str = "makes Git run another program";
const PACKAGES: &str = "changes where packages come from or what runs when they are fetched";
const SEARCH: &str = "changes which programs are found; Portcullis sets it itself";
const LIBRARY: &str = "makes a system library load other code";
const OWN: &str = "is used by Portcullis itself";

/// Whole names and why they are refused.
const NAMES: &[(&str, &str)] = &[
    ("GCONV_PATH", LOADER),
    ("LIBPATH", LOADER),
    ("SHLIB_PATH", LOADER),
    ("NODE_OPTIONS", NODE),
    ("NODE_PATH", NODE),
    ("NODE_REPL_EXTERNAL_MODULE", NODE),
    ("ELECTRON_RUN_AS_NODE", NODE),
    ("BUN_OPTIONS", NODE),
    ("PYTHONSTARTUP", PYTHON),
    ("PYTHONPATH", PYTHON),
    ("PYTHONHOME", PYTHON),
    ("PYTHONUSERBASE", PYTHON),
    ("PYTHONPLATLIBDIR", PYTHON),
    ("PYTHONPYCACHEPREFIX", PYTHON),
    ("PYTHONEXECUTABLE", PYTHON),
    ("PYTHONINSPECT", PYTHON),
    ("PYTHONBREAKPOINT", PYTHON),
    ("PYTHONWARNINGS", PYTHON),
    ("RUBYOPT", RUBY),
    ("RUBYLIB", RUBY),
    ("BUNDLE_GEMFILE", RUBY),
    ("GEM_HOME", RUBY),
    ("GEM_PATH", RUBY),
    ("PERL5OPT", PERL),
    ("PERL5LIB", PERL),
    ("PERLLIB", PERL),
    ("PERL5DB", PERL),
    ("JAVA_TOOL_OPTIONS", JAVA),
    ("_JAVA_OPTIONS", JAVA),
    ("JDK_JAVA_OPTIONS", JAVA),
    ("CLASSPATH", JAVA),
    ("DOTNET_STARTUP_HOOKS", DOTNET),
    ("DOTNET_ADDITIONAL_DEPS", DOTNET),
    ("DOTNET_SHARED_STORE", DOTNET),
    ("PHPRC", INTERPRETER),
    ("PHP_INI_SCAN_DIR", INTERPRETER),
    ("R_PROFILE", INTERPRETER),
    ("R_PROFILE_USER", INTERPRETER),
    ("R_ENVIRON", INTERPRETER),
    ("R_ENVIRON_USER", INTERPRETER),
    ("JULIA_LOAD_PATH", INTERPRETER),
    ("BASH_ENV", SHELL),
    ("ENV", SHELL),
    ("SHELLOPTS", SHELL),
    ("BASHOPTS", SHELL),
    ("PROMPT_COMMAND", SHELL),
    ("PS4", SHELL),
    ("ZDOTDIR", SHELL),
    ("GIT_SSH", GIT),
    ("GIT_SSH_COMMAND", GIT),
    ("GIT_EXEC_PATH", GIT),
    ("GIT_ASKPASS", GIT),
    ("SSH_ASKPASS", GIT),
    ("GIT_EDITOR", GIT),
    ("GIT_SEQUENCE_EDITOR", GIT),
    ("GIT_PAGER", GIT),
    ("GIT_EXTERNAL_DIFF", GIT),
    ("GIT_PROXY_COMMAND", GIT),
    ("GIT_TEMPLATE_DIR", GIT),
    ("PIP_INDEX_URL", PACKAGES),
    ("PIP_EXTRA_INDEX_URL", PACKAGES),
    ("PIP_FIND_LINKS", PACKAGES),
    ("PIP_CONFIG_FILE", PACKAGES),
    ("UV_INDEX", PACKAGES),
    ("UV_DEFAULT_INDEX", PACKAGES),
    ("UV_INDEX_URL", PACKAGES),
    ("UV_EXTRA_INDEX_URL", PACKAGES),
    ("UV_FIND_LINKS", PACKAGES),
    ("UV_CONFIG_FILE", PACKAGES),
    ("UV_PYTHON", PACKAGES),
    ("PATH", SEARCH),
    ("PATHEXT", SEARCH),
    ("COMSPEC", SEARCH),
    ("OPENSSL_CONF", LIBRARY),
    ("OPENSSL_ENGINES", LIBRARY),
    ("OPENSSL_MODULES", LIBRARY),
    ("GTK_MODULES", LIBRARY),
    ("GIO_EXTRA_MODULES", LIBRARY),
    ("QT_PLUGIN_PATH", LIBRARY),
];

/// Beginnings of names and why they are refused.
const PREFIXES: &[(&str, &str)] = &[
    ("LD_", LOADER),
    ("DYLD_", LOADER),
    ("CORECLR_PROFILER", DOTNET),
    ("CORECLR_ENABLE_PROFILING", DOTNET),
    ("COR_PROFILER", DOTNET),
    ("COR_ENABLE_PROFILING", DOTNET),
    ("LUA_INIT", INTERPRETER),
    ("LUA_PATH", INTERPRETER),
    ("LUA_CPATH", INTERPRETER),
    ("BASH_FUNC_", SHELL),
    ("GIT_CONFIG", GIT),
    ("PORTCULLIS_", OWN),
];

/// Why a variable may not be configured for a server, in words that finish “`NAME` …”; `None` when it may.
///
/// Names count as the system counts them: exactly on Unix, whatever the case on Windows. `npm_config_*` is
/// refused in any case everywhere, because npm itself does not care.
#[must_use]
pub fn hook_refusal(name: &str) -> Option<&'static str> {
    if starts_with_any_case(name, "npm_config_") {
        return Some(PACKAGES);
    }
    let same = |listed: &str| {
        if cfg!(windows) {
            name.eq_ignore_ascii_case(listed)
        } else {
            name == listed
        }
    };
    let begins = |prefix: &str| {
        if cfg!(windows) {
            starts_with_any_case(name, prefix)
        } else {
            name.starts_with(prefix)
        }
    };
    let whole = NAMES.iter().find(|(listed, _)| same(listed));
    whole
        .or_else(|| PREFIXES.iter().find(|(prefix, _)| begins(prefix)))
        .map(|(_, why)| *why)
}

fn starts_with_any_case(name: &str, prefix: &str) -> bool {
    name.as_bytes()
        .get(..prefix.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(prefix.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::hook_refusal;

    #[test]
    fn s12_an_interpreter_or_loader_hook_is_refused() {
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
            "PORTCULLIS_CHILD",
        ] {
            assert!(hook_refusal(name).is_some(), "{name} is let through");
        }
    }

    #[test]
    fn s12_ordinary_variables_are_not_hooks() {
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

    #[test]
    fn s12_case_counts_as_the_system_counts_it() {
        assert_eq!(hook_refusal("node_options").is_some(), cfg!(windows));
        assert_eq!(hook_refusal("Ld_Preload").is_some(), cfg!(windows));
    }
}
