//! Compiles the gateway of containers, which runs in any image: without libraries of the system, as no other program of ours is.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    reason = "it runs the compiler, when Portcullis is built, and a build that cannot write has failed"
)]

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=gateway");
    println!("cargo:rerun-if-env-changed=RUSTC_LINKER");
    let variable = |name: &str| std::env::var_os(name).unwrap_or_default();
    let program = PathBuf::from(variable("OUT_DIR")).join("gateway");
    let is_made =
        variable("CARGO_CFG_TARGET_OS") == "linux" && variable("CARGO_CFG_TARGET_POINTER_WIDTH") == "64";
    let mut compiler = Command::new(variable("RUSTC"));
    compiler.arg("--target").arg(variable("TARGET"));
    compiler.args(["--edition=2024", "--crate-name=gateway", "--crate-type=bin"]);
    compiler.args([
        "-Ctarget-feature=+crt-static",
        "-Copt-level=s",
        "-Cpanic=abort",
        "-Cstrip=symbols",
    ]);
    if let Some(linker) = std::env::var_os("RUSTC_LINKER") {
        let mut option = OsString::from("-Clinker=");
        option.push(linker);
        compiler.arg(option);
    }
    compiler.arg("-o").arg(&program).arg("gateway/main.rs");
    if !is_made || !compiler.status().is_ok_and(|status| status.success()) {
        // A build all the same: fenced containers are refused by it, and its tests fail.
        if is_made {
            println!(
                "cargo:warning=the gateway of containers needs a static C library (Debian: libc6-dev, Fedora: glibc-static)"
            );
            // Never there, so the next build looks again.
            println!(
                "cargo:rerun-if-changed={}",
                program.with_extension("missing").display()
            );
        }
        std::fs::write(&program, []).expect("the folder for what is built can be written");
    }
}
