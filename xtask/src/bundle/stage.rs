//! What the packages for Linux hold beside the window's program: laid out as it will be installed, and listed for the bundler.

use super::make;
use crate::{Done, place, tool};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files of the project, and where they are installed.
const FILES: &[(&str, &str)] = &[
    (
        "packaging/dev.portcullis.Portcullis.metainfo.xml",
        "usr/share/metainfo/dev.portcullis.Portcullis.metainfo.xml",
    ),
    (
        "packaging/portcullis-mime.xml",
        "usr/share/mime/packages/dev.portcullis.Portcullis.xml",
    ),
    (
        "icons/source/app.svg",
        "usr/share/icons/hicolor/scalable/apps/portcullis.svg",
    ),
    ("packaging/apparmor/portcullis-fence", APPARMOR),
    ("packaging/copyright", "usr/share/doc/portcullis/copyright"),
];
/// Where the script after an installation finds the profile: whether a system can use it is known there alone.
pub(super) const APPARMOR: &str = "usr/share/portcullis/apparmor/portcullis-fence";
/// What both packages run after their files are there, and before they go.
pub(super) const POST_INSTALL: &str = "packaging/scripts/post-install.sh";
pub(super) const PRE_REMOVE: &str = "packaging/scripts/pre-remove.sh";
/// What is stored compressed, as Debian asks for.
const COMPRESSED: &[(&str, &str)] = &[
    ("packaging/portcullis.1", "usr/share/man/man1/portcullis.1"),
    ("CHANGELOG.md", "usr/share/doc/portcullis/CHANGELOG.md"),
];
/// A shell, and where it looks for completions. Debian and Fedora do not agree about zsh.
const COMPLETIONS: &[(&str, &str)] = &[
    ("bash", "usr/share/bash-completion/completions/portcullis-cli"),
    ("fish", "usr/share/fish/vendor_completions.d/portcullis-cli.fish"),
];
const ZSH_DEBIAN: &str = "usr/share/zsh/vendor-completions/_portcullis-cli";
const ZSH_FEDORA: &str = "usr/share/zsh/site-functions/_portcullis-cli";
/// Fedora has licenses in a folder of their own, and no texts that packages could refer to.
const FEDORA_LICENSES: &[&str] = &["LICENSE-MIT", "LICENSE-APACHE"];

/// Lays out the files of both packages; returns the configuration that tells the bundler of them.
pub(super) fn files(licenses: &Path) -> Done<PathBuf> {
    let stage = place::scratch("bundle")?.join("stage");
    if stage.exists() {
        std::fs::remove_dir_all(&stage).map_err(|error| format!("{}: {error}.", stage.display()))?;
    }
    let (deb, rpm) = (stage.join("deb"), stage.join("rpm"));
    for root in [&deb, &rpm] {
        both(root, licenses)?;
    }
    completions("zsh", &deb.join(ZSH_DEBIAN))?;
    completions("zsh", &rpm.join(ZSH_FEDORA))?;
    for license in FEDORA_LICENSES {
        let installed = rpm.join("usr/share/licenses/portcullis").join(license);
        copy(&place::root().join(license), &installed, 0o644)?;
    }
    let libc = newest_libc(&both_programs()?)?;
    let scripts = format!(
        r#""postInstallScript":{},"preRemoveScript":{}"#,
        quoted(&place::root().join(POST_INSTALL)),
        quoted(&place::root().join(PRE_REMOVE))
    );
    let config = format!(
        r#"{{"bundle":{{"linux":{{
"deb":{{"depends":["libc6 (>= {libc})","libgcc-s1","libdbus-1-3"],{scripts},"files":{}}},
"rpm":{{"depends":["libc.so.6(GLIBC_{libc})(64bit)","libdbus-1.so.3()(64bit)"],{scripts},"files":{}}}}}}}}}"#,
        file_map(&deb)?,
        file_map(&rpm)?
    );
    let path = stage.join("tauri.json");
    std::fs::write(&path, config).map_err(|error| format!("{}: {error}.", path.display()))?;
    Ok(path)
}

fn both(root: &Path, licenses: &Path) -> Done {
    copy(&cli(), &root.join("usr/bin/portcullis-cli"), 0o755)?;
    // Both look for it beside themselves.
    let fence = place::built("release", "portcullis-fence");
    copy(&fence, &root.join("usr/bin/portcullis-fence"), 0o755)?;
    for (source, installed) in FILES {
        copy(&place::root().join(source), &root.join(installed), 0o644)?;
    }
    for (shell, installed) in COMPLETIONS {
        completions(shell, &root.join(installed))?;
    }
    let manual = root.join("usr/share/man/man1");
    make(&manual)?;
    let mut pages = tool::command(&cli().to_string_lossy());
    pages.args(["manual", "--to"]).arg(&manual);
    quietly(pages)?;
    for (source, installed) in COMPRESSED {
        copy(&place::root().join(source), &root.join(installed), 0o644)?;
        compress(&root.join(installed))?;
    }
    for page in super::tree::files(&manual)? {
        let page = manual.join(page);
        if page.extension().is_some_and(|ending| ending != "gz") {
            compress(&page)?;
        }
    }
    let texts = root.join("usr/share/doc/portcullis/third-party-licenses");
    copy(licenses, &texts, 0o644)?;
    compress(&texts)
}

fn cli() -> PathBuf {
    place::built("release", "portcullis-cli")
}

/// The symbols that the programs need of libraries. The bundler knows those of the window alone.
fn both_programs() -> Done<String> {
    ["portcullis", "portcullis-cli"]
        .iter()
        .map(|name| {
            let program = place::built("release", name);
            tool::says("objdump", &["-T", &program.to_string_lossy()])
                .ok_or_else(|| format!("`objdump -T {}` failed.", program.display()))
        })
        .collect()
}

/// The version of the C library that is needed: the newest of which a symbol is used. It depends on where this is built.
fn newest_libc(symbols: &str) -> Done<String> {
    let newest = symbols
        .split_whitespace()
        .filter_map(|word| {
            let version = word.trim_matches(['(', ')']).strip_prefix("GLIBC_")?;
            let (major, minor) = version.split_once('.')?;
            // Some have a third number, which changed nothing since.
            let minor = minor.split('.').next()?;
            Some((major.parse::<u32>().ok()?, minor.parse::<u32>().ok()?))
        })
        .max();
    match newest {
        Some((major, minor)) => Ok(format!("{major}.{minor}")),
        None => Err("The programs use no C library that is known here.".into()),
    }
}

/// The completions of a shell, by the program that they complete.
fn completions(shell: &str, installed: &Path) -> Done {
    let script = tool::says(&cli().to_string_lossy(), &["completions", shell])
        .ok_or_else(|| format!("`portcullis-cli completions {shell}` failed."))?;
    if let Some(folder) = installed.parent() {
        make(folder)?;
    }
    std::fs::write(installed, format!("{script}\n"))
        .map_err(|error| format!("{}: {error}.", installed.display()))?;
    mode(installed, 0o644)
}

fn copy(source: &Path, installed: &Path, bits: u32) -> Done {
    if let Some(folder) = installed.parent() {
        make(folder)?;
    }
    std::fs::copy(source, installed)
        .map_err(|error| format!("{} could not be copied: {error}.", source.display()))?;
    mode(installed, bits)
}

/// Without name and time, so that it is the same each time.
fn compress(file: &Path) -> Done {
    mode(file, 0o644)?;
    let mut gzip = tool::command("gzip");
    gzip.args(["-9", "--no-name", "--force"]).arg(file);
    quietly(gzip)
}

/// Like [`tool::run`] for what there are dozens of.
fn quietly(mut command: Command) -> Done {
    let typed = tool::typed(&command);
    let status = command
        .status()
        .map_err(|error| format!("`{typed}` could not be started: {error}."))?;
    tool::ended_well(&typed, status.code())
}

/// Whatever the mask of the person who builds.
#[cfg(unix)]
fn mode(file: &Path, bits: u32) -> Done {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(bits))
        .map_err(|error| format!("{}: {error}.", file.display()))
}

#[cfg(not(unix))]
fn mode(_file: &Path, _bits: u32) -> Done {
    Ok(())
}

/// A JSON object of each installed path with its file.
fn file_map(root: &Path) -> Done<String> {
    let pairs = super::tree::files(root)?.into_iter().map(|file| {
        let installed = Path::new("/").join(&file);
        format!("{}:{}", quoted(&installed), quoted(&root.join(file)))
    });
    Ok(format!("{{{}}}", pairs.collect::<Vec<_>>().join(",")))
}

pub(super) fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn the_newest_version_of_the_c_library_counts() {
        let symbols = "0000 DF *UND* 0000 (GLIBC_2.2.5) free\n0000 DF *UND* 0000 (GLIBC_2.34) start\n\
            0000 DF *UND* 0000 (GLIBC_2.9) pipe2\n0000 DF *UND* 0000 (GCC_4.2.0) unwind";
        assert_eq!(super::newest_libc(symbols).as_deref(), Ok("2.34"));
        assert!(super::newest_libc("nothing").is_err());
    }

    #[test]
    fn a_path_is_quoted_as_json() {
        assert_eq!(super::quoted(Path::new(r#"/a "b"\c"#)), r#""/a \"b\"\\c""#);
    }
}
