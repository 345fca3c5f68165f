//! Switches of the page's engine that let another program steer or read the page. They are for the tests, which drive a
//! debug build, and for measures, which build with the feature `automation`. Any other build takes them out of its own
//! environment.

/// Tauri's for automation, and the engine's own for its inspector.
const SWITCHES: [&str; 4] = [
    "TAURI_WEBVIEW_AUTOMATION",
    "WEBKIT_INSPECTOR_SERVER",
    "WEBKIT_INSPECTOR_HTTP_SERVER",
    "WEBVIEW2_ADDITIONAL_BROWSER_ARGUMENTS",
];

/// Turns them off in a release build.
///
/// # Safety
/// The process has no other thread yet.
#[allow(
    unsafe_code,
    clippy::disallowed_methods,
    reason = "the only thread changes its own environment, before anything reads it"
)]
pub(crate) unsafe fn turn_off(release: bool) {
    if release {
        for name in SWITCHES {
            // SAFETY: as the caller promises, nobody reads the environment meanwhile.
            unsafe { std::env::remove_var(name) };
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        clippy::disallowed_methods,
        reason = "a test may stop at the first surprise, and starts what it needs"
    )]

    use super::{SWITCHES, turn_off};

    /// Runs only inside the test below, in a process of its own.
    #[test]
    #[ignore = "is the process of another test"]
    fn turned_off() {
        let Some(release) = std::env::var_os("BUILT_FOR_RELEASE") else {
            return;
        };
        let release = release == "yes";
        #[allow(unsafe_code, reason = "the function under test")]
        // SAFETY: this process runs one test, and no other thread of it reads the environment.
        unsafe {
            turn_off(release);
        }
        for name in SWITCHES {
            assert_eq!(std::env::var_os(name).is_none(), release, "{name}");
        }
        assert!(std::env::var_os("HOME").is_some(), "the rest stays");
    }

    // Proves S-40.
    #[test]
    fn a_release_build_has_no_switch_for_automation() {
        for release in ["yes", "no"] {
            let mut process = std::process::Command::new(std::env::current_exe().unwrap());
            process.args([
                "--exact",
                "switches::tests::turned_off",
                "--ignored",
                "--nocapture",
            ]);
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
