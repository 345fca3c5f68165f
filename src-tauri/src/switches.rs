//! Switches of the page's engine that let another program steer or read the page. They are for the tests, which drive a
//! debug build. A release build takes them out of its own environment.

/// Tauri's for automation, and the engines' own for their inspectors and debuggers.
const SWITCHES: [&str; 6] = [
    "TAURI_WEBVIEW_AUTOMATION",
    "WEBKIT_INSPECTOR_SERVER",
    "WEBKIT_INSPECTOR_HTTP_SERVER",
    "WEBVIEW2_ADDITIONAL_BROWSER_ARGUMENTS",
    "WEBVIEW2_PIPE_FOR_SCRIPT_DEBUGGER",
    "WEBVIEW2_WAIT_FOR_SCRIPT_DEBUGGER",
];

/// Turns them off.
///
/// # Safety
/// The process has no other thread yet.
#[allow(
    unsafe_code,
    clippy::disallowed_methods,
    reason = "the only thread changes its own environment, before anything reads it"
)]
pub(crate) unsafe fn turn_off() {
    for name in SWITCHES {
        // SAFETY: as the caller promises, no thread reads the environment meanwhile.
        unsafe { std::env::remove_var(name) };
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "a test starts what it needs")]

    use super::SWITCHES;
    use crate::prepare_for;

    /// Runs only inside the test below, in a process of its own.
    #[test]
    #[ignore = "is the process of another test"]
    fn prepared() {
        let Some(release) = std::env::var_os("BUILT_FOR_RELEASE") else {
            return;
        };
        let release = release == "yes";
        #[cfg(target_os = "linux")]
        let limit = {
            use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
            let maximum = getrlimit(Resource::Core).maximum;
            let current = maximum;
            setrlimit(Resource::Core, Rlimit { current, maximum }).unwrap();
            maximum
        };
        #[allow(unsafe_code, reason = "the function under test")]
        // SAFETY: this process runs one test, and no other thread of it reads the environment.
        let _prepared = unsafe { prepare_for(release) };
        for name in SWITCHES {
            assert_eq!(std::env::var_os(name).is_none(), release, "{name}");
        }
        assert!(std::env::var_os("HOME").is_some(), "the rest stays");
        #[cfg(target_os = "linux")]
        {
            use rustix::process::{DumpableBehavior, Resource, dumpable_behavior, getrlimit};
            let dumpable = dumpable_behavior().unwrap() == DumpableBehavior::Dumpable;
            assert_eq!(dumpable, !release);
            let expected = if release { Some(0) } else { limit };
            assert_eq!(getrlimit(Resource::Core).current, expected);
        }
    }

    // Proves S-40, S-88.
    #[test]
    fn a_release_build_has_no_switch_for_automation_and_leaves_no_dump() {
        for release in ["yes", "no"] {
            let mut process = std::process::Command::new(std::env::current_exe().unwrap());
            process.args(["--exact", "switches::tests::prepared", "--ignored", "--nocapture"]);
            process.env("BUILT_FOR_RELEASE", release).env("HOME", "/");
            let output = process
                .envs(SWITCHES.map(|name| (name, "true")))
                .output()
                .unwrap();
            let printed = String::from_utf8_lossy(&output.stdout);
            assert!(
                output.status.success() && printed.contains("1 passed"),
                "{printed}{}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
    }
}
