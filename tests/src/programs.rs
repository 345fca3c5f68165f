//! Where the programs of the workspace are.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// A program built into the same folder as the running test.
///
/// Cargo tells only the integration tests of a package where its programs are, and only for that
/// package; the rig is a library and also starts programs of other packages.
pub fn beside(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a running program has a path");
    let folder = test.parent().expect("a program is in a folder");
    let folder = if folder.ends_with("deps") {
        folder.parent().unwrap_or(folder)
    } else {
        folder
    };
    let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(
        program.exists(),
        "{} is not built; run `cargo build --bin {name}` first",
        program.display()
    );
    program
}

/// Writes a program that can be run, such as a script.
pub fn write(path: &Path, program: impl AsRef<[u8]>) {
    fs::write(path, program).expect("a program can be written");
    fs::set_permissions(path, Permissions::from_mode(0o755)).expect("it is ours");
}
