use super::{Access, Needs, home_of};
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

fn targets(needs: Needs) -> Vec<PathBuf> {
    needs.finish().0.into_iter().map(|shown| shown.target).collect()
}

fn touch(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, "").unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

// Proves S-68.
#[test]
fn a_link_out_of_an_installation_shows_nothing_of_where_it_leads() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path().canonicalize().unwrap();
    let prefix = home.join("tools/node");
    touch(&prefix.join("bin/node"));
    touch(&prefix.join("lib/node_modules/npm/package.json"));
    touch(&home.join("keys/id"));
    symlink(home.join("keys"), prefix.join("include")).unwrap();
    let mut needs = Needs::default();
    needs.program(&prefix.join("bin/node")).unwrap();
    assert_eq!(targets(needs), [prefix.join("bin"), prefix.join("lib")]);
}

// Proves S-68.
#[test]
fn what_cannot_be_run_is_no_interpreter() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path().canonicalize().unwrap();
    touch(&home.join("keys/id"));
    fs::set_permissions(home.join("keys/id"), fs::Permissions::from_mode(0o600)).unwrap();
    touch(&home.join("bin/real"));
    symlink(home.join("keys/id"), home.join("bin/beside")).unwrap();
    let script = home.join("bin/script");
    touch(&script);
    for (line, shown) in [
        (format!("#!{}/keys/id", home.display()), false),
        ("#!/usr/bin/env beside".to_owned(), false),
        ("#!/usr/bin/env real".to_owned(), true),
    ] {
        fs::write(&script, format!("{line}\n")).unwrap();
        let mut needs = Needs::default();
        needs.program(&script).unwrap();
        let mut wanted = vec![script.clone()];
        wanted.splice(0..0, shown.then(|| home.join("bin/real")));
        assert_eq!(targets(needs), wanted, "{line}");
    }
}

// Proves S-68.
#[test]
fn a_runtime_under_a_home_is_shown_without_what_is_around_it() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path().canonicalize().unwrap();
    let prefix = home.join(".nvm/versions/node/v22");
    touch(&prefix.join("bin/node"));
    touch(&prefix.join("lib/node_modules/npm/package.json"));
    touch(&prefix.join("share/keys"));
    touch(&home.join(".nvm/secret"));
    let link = home.join(".local/bin/node");
    fs::create_dir_all(link.parent().unwrap()).unwrap();
    symlink(prefix.join("bin/node"), &link).unwrap();
    let mut needs = Needs::default();
    needs.program(&link).unwrap();
    let (shown, links) = needs.finish();
    let shown: Vec<_> = shown.into_iter().map(|shown| shown.target).collect();
    assert_eq!(shown, [prefix.join("bin"), prefix.join("lib")]);
    assert_eq!(links, [(link.into(), prefix.join("bin/node").into())]);
}

#[test]
fn a_virtual_environment_brings_the_runtime_that_it_was_made_with() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path().canonicalize().unwrap();
    let base = home.join("python/cpython-3.12.1");
    touch(&base.join("bin/python3.12"));
    touch(&base.join("lib/python3.12/os.py"));
    symlink("cpython-3.12.1", home.join("python/cpython-3.12")).unwrap();
    let tree = home.join("tree");
    touch(&tree.join("lib/python3.12/site-packages/x.py"));
    fs::write(
        tree.join("pyvenv.cfg"),
        format!("home = {}/python/cpython-3.12/bin\n", home.display()),
    )
    .unwrap();
    fs::create_dir_all(tree.join("bin")).unwrap();
    symlink(
        home.join("python/cpython-3.12/bin/python3.12"),
        tree.join("bin/python"),
    )
    .unwrap();
    fs::write(
        tree.join("bin/server"),
        format!("#!{}/bin/python\n", tree.display()),
    )
    .unwrap();
    let mut needs = Needs::default();
    needs.program(&tree.join("bin/server")).unwrap();
    let (shown, links) = needs.finish();
    let shown: Vec<_> = shown.into_iter().map(|shown| shown.target).collect();
    let wanted = [
        base.join("bin"),
        base.join("lib"),
        tree.join("bin"),
        tree.join("lib"),
        tree.join("pyvenv.cfg"),
    ];
    assert_eq!(shown, wanted);
    assert_eq!(
        links,
        [(home.join("python/cpython-3.12").into(), "cpython-3.12.1".into())]
    );
}

// Proves S-68.
#[test]
#[allow(clippy::disallowed_methods, reason = "a test makes a pipe")]
fn a_virtual_environment_that_names_itself_ends_nothing() {
    let home = tempfile::tempdir().unwrap();
    let tree = home.path().canonicalize().unwrap().join("tree");
    touch(&tree.join("bin/server"));
    let settings = tree.join("pyvenv.cfg");
    let itself = format!("home = {}/bin\n", tree.display());
    fs::write(&settings, &itself).unwrap();
    let mut needs = Needs::default();
    needs.program(&tree.join("bin/server")).unwrap();
    assert_eq!(targets(needs), [tree.join("bin"), settings.clone()]);
    // Nor is more of it read than such a file has.
    assert_eq!(home_of(&settings), Some(tree.join("bin")));
    fs::write(&settings, format!("{}{itself}", "\n".repeat(64 << 10))).unwrap();
    assert_eq!(home_of(&settings), None);
    // What became a pipe since the look at it is not waited for.
    fs::remove_file(&settings).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&settings).status();
    assert!(made.unwrap().success());
    assert_eq!(home_of(&settings), None);
}

// Proves S-68.
#[test]
fn a_program_in_a_folder_of_programs_is_shown_alone() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path().canonicalize().unwrap();
    touch(&home.join(".local/bin/server"));
    touch(&home.join(".local/bin/other"));
    touch(&home.join(".local/lib/python3.12/site-packages/x.py"));
    let mut needs = Needs::default();
    needs.program(&home.join(".local/bin/server")).unwrap();
    assert_eq!(targets(needs), [home.join(".local/bin/server")]);
}

#[test]
fn what_a_parent_shows_in_the_same_way_is_not_mounted_again() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    touch(&folder.join("a/b/c"));
    let mut needs = Needs::default();
    needs.grant(&folder.join("a/b/c"), Access::Read).unwrap();
    needs.grant(&folder.join("a/b"), Access::Write).unwrap();
    needs.grant(&folder.join("a"), Access::Read).unwrap();
    assert_eq!(targets(needs), [folder.join("a"), folder.join("a/b")]);
}

// Proves S-68.
#[test]
fn another_name_of_what_is_granted_is_made_and_shows_nothing_more() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    touch(&folder.join("real/inside"));
    touch(&folder.join("keys/id"));
    symlink("real", folder.join("link")).unwrap();
    symlink(folder.join("keys"), folder.join("secret")).unwrap();
    // The program could make such a link, and would learn by the next start where the other one leads.
    symlink(folder.join("secret/../real"), folder.join("real/own")).unwrap();
    let led = |name: &str| {
        let mut needs = Needs::default();
        needs.grant(&folder.join("real"), Access::Write).unwrap();
        needs.keep_links(&folder.join(name));
        needs.finish()
    };
    let made = (folder.join("link").into_os_string(), OsString::from("real"));
    for name in ["link", "link/inside"] {
        let (shown, links) = led(name);
        assert_eq!(shown.len(), 1, "{name}");
        assert_eq!(links, std::slice::from_ref(&made), "{name}");
    }
    for name in ["secret", "secret/id", "real/own/inside", "real/inside", "nothing"] {
        let (shown, links) = led(name);
        assert!(shown.len() == 1 && links.is_empty(), "{name}: {links:?}");
    }
}

// Proves S-68.
#[test]
fn a_name_by_links_of_the_kernel_makes_none_of_them() {
    let mut needs = Needs::default();
    let folder = std::env::current_dir().unwrap();
    needs.grant(&folder, Access::Read).unwrap();
    needs.keep_links(Path::new("/proc/self/cwd"));
    let links = needs.finish().1;
    assert!(links.is_empty(), "no start could make them: {links:?}");
}

#[test]
fn the_root_the_system_and_what_is_not_there_cannot_be_granted() {
    let mut needs = Needs::default();
    for path in ["/", "/proc", "/proc/1", "/sys", "/dev", "usr", "/nowhere/at/all"] {
        assert!(needs.grant(Path::new(path), Access::Read).is_err(), "{path}");
    }
    assert!(needs.grant(Path::new("/usr"), Access::Use).is_err());
}

#[test]
fn links_that_go_in_a_circle_end() {
    let folder = tempfile::tempdir().unwrap();
    symlink("b", folder.path().join("a")).unwrap();
    symlink("a", folder.path().join("b")).unwrap();
    assert!(Needs::default().walk(&folder.path().join("a")).is_err());
    assert!(Needs::default().program(&folder.path().join("a")).is_err());
}
