//! Browsers draw a page in a fence: without a sandbox of their own where the fence lets none be built, and with it where it does.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test may stop at the first surprise, and says what it skips"
)]

mod common;

use common::{place, run_fenced, unfenced};
use portcullis_fence::Fence;
use std::path::{Path, PathBuf};

const PAGE: &str = "data:text/html,<p id=x></p><script>x.textContent='drawn by '+'a browser'</script>";
const DRAWN: &str = "drawn by a browser";

/// Chromium, as servers that drive it start it.
fn browser() -> Option<PathBuf> {
    let names = ["chromium", "google-chrome"].into_iter();
    let found = names
        .map(|name| Path::new("/usr/bin").join(name))
        .find(|path| path.exists());
    if found.is_none() {
        common::skipped("there is no Chromium");
    }
    found
}

fn drawing<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let all = ["--headless", "--disable-gpu"].iter().chain(more);
    all.copied().chain(["--dump-dom", PAGE]).collect()
}

fn nested(write: &[&Path]) -> Fence {
    Fence {
        nested: true,
        write: write.iter().map(|path| path.to_path_buf()).collect(),
        ..Fence::default()
    }
}

/// A browser refuses its own sandbox to root, whatever it is in.
fn is_root() -> bool {
    // SAFETY: a call without memory.
    #[allow(unsafe_code, reason = "the standard library does not say who we are")]
    let root = unsafe { libc::geteuid() } == 0;
    if root {
        println!("SKIPPED: a browser has no sandbox for root; run this as another user");
    }
    root
}

// Proves S-68.
#[tokio::test]
async fn a_browser_without_its_own_sandbox_draws_a_page_without_grants() {
    let Some(browser) = browser() else { return };
    let Some(place) = place().await else { return };
    let arguments = drawing(&["--no-sandbox"]);
    let without = unfenced(&place, &browser, &arguments).end().await;
    assert!(without.out.contains(DRAWN), "the control: {without:?}");
    let ended = run_fenced(&place, &Fence::default(), &browser, &arguments).await;
    assert!(ended.out.contains(DRAWN), "{ended:?}");
}

// Proves S-68.
#[tokio::test]
async fn a_browser_with_its_own_sandbox_draws_a_page_where_it_is_granted() {
    let Some(browser) = browser() else { return };
    let Some(place) = place().await else { return };
    if is_root() {
        return;
    }
    let arguments = drawing(&[]);
    let without = unfenced(&place, &browser, &arguments).end().await;
    assert!(without.out.contains(DRAWN), "the control: {without:?}");
    let ended = run_fenced(&place, &Fence::default(), &browser, &arguments).await;
    assert!(
        ended.err.contains("No usable sandbox"),
        "without the grant: {ended:?}"
    );
    for fence in [nested(&[]), nested(&[&place.folder("granted")])] {
        let ended = run_fenced(&place, &fence, &browser, &arguments).await;
        assert!(ended.out.contains(DRAWN), "{ended:?}");
    }
}

/// The calls of Chromium's sandbox, one after the other, so that they are proven as root and without a browser as well.
const SANDBOX: &str = r#"
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
def must(result, what):
    if result < 0:
        sys.exit(what + ": " + os.strerror(ctypes.get_errno()))
    return result
NEWUSER, NEWPID, NEWNET, FS, SIGCHLD = 0x10000000, 0x20000000, 0x40000000, 0x200, 17
clone = 56 if os.uname().machine == "x86_64" else 220
user, group = os.getuid(), os.getgid()
# The zygote: users, processes and network of its own, by one clone as of a fork.
pid = must(libc.syscall(clone, NEWUSER | NEWPID | NEWNET | SIGCHLD, 0, 0, 0, 0), "zygote")
if pid == 0:
    for name, text in [("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")]:
        # Only who may set rights of files may map user 0, which a fenced root may not.
        if user != 0:
            with open("/proc/self/" + name, "w") as file:
                file.write(text)
    assert os.getpid() == 1
    # A page: another namespace of processes, in which it is the first.
    page = must(libc.syscall(clone, NEWPID | SIGCHLD, 0, 0, 0, 0), "page")
    if page == 0:
        assert os.getpid() == 1
        # No files: a root without anything in it.
        must(libc.chroot(b"/proc/self/fdinfo/"), "root")
        os.chdir("/")
        os._exit(1 if os.path.exists("/usr") else 0)
    os._exit(os.waitstatus_to_exitcode(os.waitpid(page, 0)[1]))
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
print("built" if status == 0 else status)
"#;

// Proves S-68.
#[tokio::test]
async fn the_sandbox_of_a_browser_is_built_where_it_is_granted() {
    let Some(python) = common::runtime("python3") else {
        return;
    };
    let Some(place) = place().await else { return };
    let arguments = ["-I", "-c", SANDBOX];
    let without = unfenced(&place, &python, &arguments).end().await;
    assert_eq!(without.out, "built", "the control: {without:?}");
    let refused = run_fenced(&place, &Fence::default(), &python, &arguments).await;
    assert_eq!(refused.err, "zygote: Operation not permitted", "{refused:?}");
    let ended = run_fenced(&place, &nested(&[]), &python, &arguments).await;
    assert_eq!(ended.out, "built", "{ended:?}");
}
