//! A C compiler and linker for macOS: Zig's, as it comes in a package of PyPI, behind scripts that Cargo takes for Apple's.

use super::cache::Cache;
use super::enter::CACHE;
use crate::{Done, tool};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// The package, in the version that was tried.
const PACKAGE: &str = "ziglang==0.17.1";

/// Apple's libraries and frameworks that are linked: only their names are here, so a linked program cannot be run.
const FRAMEWORKS: [&str; 3] = ["Security", "SystemConfiguration", "CoreFoundation"];
const LIBRARIES: [&str; 2] = ["libiconv", "libobjc"];

/// Drops what Zig does not take. A file of Objective-C, which needs Apple's headers, is compiled as an empty one.
const COMPILER: &str = r#"#!/bin/bash
words=()
for word in "$@"; do
  case $word in
    --target=*|-mmacosx-version-min=*|-mmacos-version-min=*|-arch|arm64) ;;
    *.m|*.mm) words+=(/foreign/zig/empty.c) ;;
    *) words+=("$word") ;;
  esac
done
exec /foreign/zig/ziglang/zig TOOL -target aarch64-macos "${words[@]}"
"#;

const ARCHIVER: &str = "#!/bin/sh\nexec /foreign/zig/ziglang/zig ar \"$@\"\n";

const LINKER: &str = r#"#!/bin/bash
words=()
for word in "$@"; do
  case $word in
    -arch|arm64|-mmacosx-version-min=*|-mmacos-version-min=*|-Wl,-dead_strip) ;;
    *) words+=("$word") ;;
  esac
done
exec /foreign/zig/ziglang/zig cc -target aarch64-macos "${words[@]}" -F/foreign/zig/sdk -L/foreign/zig/sdk -Wl,-undefined,dynamic_lookup
"#;

/// Fetches it once, and writes the scripts.
pub(super) fn ready(cache: &Cache) -> Done {
    let folder = cache.part("zig")?;
    if !folder.join("ziglang/zig").exists() {
        println!(
            "A C compiler for macOS is fetched into {}: about 0.4 GiB.",
            folder.display()
        );
        let mut command = tool::command("python3");
        command.args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"]);
        command.arg(&folder).arg(PACKAGE);
        tool::run(command).map_err(|error| {
            format!("{error}\nIt needs a network, and pip: sudo apt-get install python3-pip")
        })?;
    }
    let script = |name: &str, text: &str| write(&folder.join(name), text, 0o755);
    script("apple-cc", &COMPILER.replace("TOOL", "cc"))?;
    script("apple-cxx", &COMPILER.replace("TOOL", "c++"))?;
    script("apple-ar", ARCHIVER)?;
    script("apple-link", LINKER)?;
    // Cargo strips what it linked; nothing here is to be stripped. In a folder of its own, which is on the path.
    cache.part("zig/bin")?;
    script("bin/rust-objcopy", "#!/bin/sh\nexit 0\n")?;
    write(&folder.join("empty.c"), "", 0o644)?;
    let sdk = cache.part("zig/sdk")?;
    for name in FRAMEWORKS {
        let framework = cache.part(&format!("zig/sdk/{name}.framework"))?;
        write(&framework.join(format!("{name}.tbd")), &stub(name), 0o644)?;
    }
    for name in LIBRARIES {
        write(&sdk.join(format!("{name}.tbd")), &stub(name), 0o644)?;
    }
    Ok(())
}

/// What Cargo and its build scripts are told.
pub(super) fn variables() -> Vec<(&'static str, String)> {
    let of = |name: &str| format!("{CACHE}/zig/{name}");
    vec![
        ("CC_aarch64_apple_darwin", of("apple-cc")),
        ("CXX_aarch64_apple_darwin", of("apple-cxx")),
        ("AR_aarch64_apple_darwin", of("apple-ar")),
        ("CARGO_TARGET_AARCH64_APPLE_DARWIN_LINKER", of("apple-link")),
        ("SDKROOT", of("sdk")),
        ("ZIG_GLOBAL_CACHE_DIR", of("cache")),
        ("ZIG_LOCAL_CACHE_DIR", of("cache")),
        ("PATH", format!("{CACHE}/zig/bin:/usr/bin:/bin")),
    ]
}

/// A library of which only the name is known.
fn stub(name: &str) -> String {
    let place = match name.strip_prefix("lib") {
        Some(_) => format!("/usr/lib/{name}.dylib"),
        None => format!("/System/Library/Frameworks/{name}.framework/{name}"),
    };
    format!("--- !tapi-tbd\ntbd-version: 4\ntargets: [ arm64-macos ]\ninstall-name: '{place}'\n...\n")
}

fn write(path: &Path, text: &str, mode: u32) -> Done {
    let failed = |error: std::io::Error| format!("{}: {error}.", path.display());
    std::fs::write(path, text).map_err(failed)?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).map_err(failed)
}
