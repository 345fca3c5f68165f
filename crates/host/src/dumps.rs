//! Keeps what this process has in memory out of crash dumps, and away from other programs of the same person.

/// Forbids dumps of this process. To be called before it holds a secret.
///
/// What it starts can still be dumped when it asks for it: a server may raise its own limit again. On Linux no other
/// program without special rights can read the memory of this process either, or attach a debugger to it.
pub fn forbid() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let maximum = getrlimit(Resource::Core).maximum;
        let none = Rlimit {
            current: Some(0),
            maximum,
        };
        // Lowering a limit of one's own is always allowed.
        setrlimit(Resource::Core, none).ok();
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        set_dumpable_behavior(DumpableBehavior::NotDumpable).ok();
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "a test starts what it needs")]

    use super::forbid;
    use rustix::process::{
        DumpableBehavior, Resource, Rlimit, dumpable_behavior, getrlimit, set_dumpable_behavior, setrlimit,
    };

    /// Runs only inside the test below: its process stays as it leaves it.
    #[test]
    #[ignore = "is the process of another test"]
    fn forbids() {
        if std::env::var_os("FORBIDS_DUMPS").is_none() {
            return;
        }
        let maximum = getrlimit(Resource::Core).maximum;
        let all = Rlimit {
            current: maximum,
            maximum,
        };
        setrlimit(Resource::Core, all).unwrap();
        set_dumpable_behavior(DumpableBehavior::Dumpable).unwrap();
        forbid();
        assert_eq!(
            getrlimit(Resource::Core),
            Rlimit {
                current: Some(0),
                maximum
            }
        );
        assert_eq!(dumpable_behavior().unwrap(), DumpableBehavior::NotDumpable);
        // What the tests of the window and the programs in it need goes on as before.
        assert!(std::fs::read_dir("/proc/self/fd").unwrap().count() > 2);
        assert!(std::env::current_exe().unwrap().is_file());
    }

    // Proves S-88.
    #[test]
    fn a_process_that_holds_secrets_cannot_be_dumped() {
        let mut process = std::process::Command::new(std::env::current_exe().unwrap());
        process.args(["--exact", "dumps::tests::forbids", "--ignored", "--nocapture"]);
        let output = process.env("FORBIDS_DUMPS", "1").output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && printed.contains("1 passed"),
            "{printed}{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}
