//! What an unpacked package would install, by the programs that will read it.

use super::Inspection;
use crate::bundle::stage::{APPARMOR, POST_INSTALL, PRE_REMOVE};
use crate::bundle::tree;
use crate::place;
use std::path::Path;

/// The one page of the manual for each program, and as many for commands of the terminal's.
const LEAST_PAGES: usize = 30;
/// Sizes of the icon, in pixels.
const ICONS: [u32; 8] = [16, 24, 32, 48, 64, 128, 256, 512];
const ENTRY: &str = "usr/share/applications/Portcullis.desktop";
const METAINFO: &str = "usr/share/metainfo/dev.portcullis.Portcullis.metainfo.xml";
/// What opens with the window.
const TYPES: [&str; 2] = ["application/x-mcpb", "x-scheme-handler/portcullis"];
/// The endings of bundles.
const ENDINGS: [&str; 2] = ["*.mcpb", "*.dxt"];

/// Looks at the files below `root`, which a package of this kind installs.
pub(super) fn installs(root: &Path, kind: &'static str, inspection: &mut Inspection) {
    programs(root, kind, inspection);
    manual(root, kind, inspection);
    completions(root, kind, inspection);
    desktop(root, kind, inspection);
    types(root, kind, inspection);
    icons(root, kind, inspection);
    copyright(root, kind, inspection);
    profile(root, kind, inspection);
}

fn programs(root: &Path, kind: &str, inspection: &mut Inspection) {
    for program in ["portcullis", "portcullis-cli", "portcullis-fence"] {
        let bytes = std::fs::read(root.join("usr/bin").join(program)).unwrap_or_default();
        inspection.expect(
            bytes.starts_with(b"\x7fELF"),
            format!("The .{kind} has no program /usr/bin/{program}."),
        );
        // A build goes on without it where the system has no static C library.
        inspection.expect(
            program == "portcullis-fence" || holds_program(&bytes),
            format!("{program} of the .{kind} was built without the gateway of containers."),
        );
    }
    let cli = root.join("usr/bin/portcullis-cli");
    let version = crate::tool::says(&cli.to_string_lossy(), &["--version"]).unwrap_or_default();
    inspection.expect(
        version == concat!("portcullis-cli ", env!("CARGO_PKG_VERSION")),
        format!("portcullis-cli of the .{kind} says it is “{version}”."),
    );
}

/// Whether a program for the same computers is inside this one. Their heads begin alike, and have the same number of the processor.
fn holds_program(program: &[u8]) -> bool {
    let mut heads = program.windows(20).skip(1);
    heads.any(|head| head[..7] == program[..7] && head[18..] == program[18..20])
}

/// Each manual page can be read: it has a name, and the formatter has nothing to say.
fn manual(root: &Path, kind: &str, inspection: &mut Inspection) {
    let folder = root.join("usr/share/man/man1");
    let pages = tree::files(&folder).unwrap_or_default();
    inspection.expect(
        pages.len() >= LEAST_PAGES,
        format!("The .{kind} has {} pages of the manual.", pages.len()),
    );
    for named in ["portcullis.1.gz", "portcullis-cli.1.gz"] {
        inspection.expect(
            pages.iter().any(|page| page == Path::new(named)),
            format!("The .{kind} has no page {named}."),
        );
    }
    for page in pages {
        let shown = inspection.runs("man", |it| {
            it.args(["--local-file", "--warnings=w"])
                .arg(folder.join(&page))
                .env("MANWIDTH", "100")
                .env("MANPAGER", "cat");
        });
        if let Some(shown) = shown {
            inspection.expect(
                shown.contains("NAME") && shown.contains("SYNOPSIS"),
                format!("The page {} of the .{kind} shows no name.", page.display()),
            );
        }
    }
}

fn completions(root: &Path, kind: &'static str, inspection: &mut Inspection) {
    let zsh = match kind {
        "deb" => "usr/share/zsh/vendor-completions/_portcullis-cli",
        _ => "usr/share/zsh/site-functions/_portcullis-cli",
    };
    for (shell, file) in [
        ("bash", "usr/share/bash-completion/completions/portcullis-cli"),
        ("zsh", zsh),
        ("fish", "usr/share/fish/vendor_completions.d/portcullis-cli.fish"),
    ] {
        let script = root.join(file);
        inspection.expect(
            std::fs::read_to_string(&script).is_ok_and(|text| text.contains("portcullis-cli")),
            format!("The .{kind} has no completions in /{file}."),
        );
        // Reads it without running it.
        inspection.runs(shell, |it| {
            it.arg("-n").arg(&script);
        });
    }
}

fn desktop(root: &Path, kind: &str, inspection: &mut Inspection) {
    inspection.runs("desktop-file-validate", |it| {
        it.arg(root.join(ENTRY));
    });
    let text = std::fs::read_to_string(root.join(ENTRY)).unwrap_or_default();
    let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key));
    inspection.expect(
        value("Exec=") == Some("portcullis %u"),
        format!("The desktop entry of the .{kind} does not hand over what is opened."),
    );
    for mime_type in TYPES {
        let has = value("MimeType=").is_some_and(|all| all.split(';').any(|one| one == mime_type));
        inspection.expect(
            has,
            format!("The desktop entry of the .{kind} does not open {mime_type}."),
        );
    }
    inspection.runs("appstreamcli", |it| {
        it.args(["validate", "--no-net"]).arg(root.join(METAINFO));
    });
}

/// The database that desktops make of the type knows the endings.
fn types(root: &Path, kind: &str, inspection: &mut Inspection) {
    // Beside what was unpacked: it writes its files there.
    let data = root.with_extension("data");
    let copy = data.join("mime");
    let source = root.join("usr/share/mime/packages/dev.portcullis.Portcullis.xml");
    let placed = super::empty(&copy.join("packages"))
        .is_ok_and(|packages| std::fs::copy(&source, packages.join("portcullis.xml")).is_ok());
    inspection.expect(placed, format!("The .{kind} has no type of bundles."));
    let made = inspection.runs("update-mime-database", |it| {
        it.arg(&copy).env("XDG_DATA_DIRS", &data);
    });
    if made.is_some() {
        let globs = std::fs::read_to_string(copy.join("globs2")).unwrap_or_default();
        for ending in ENDINGS {
            inspection.expect(
                globs
                    .lines()
                    .any(|line| line.ends_with(&format!("application/x-mcpb:{ending}"))),
                format!("The type of the .{kind} does not know {ending}."),
            );
        }
    }
}

/// Each icon is as large as its folder says.
fn icons(root: &Path, kind: &str, inspection: &mut Inspection) {
    let theme = root.join("usr/share/icons/hicolor");
    for size in ICONS {
        let icon = theme.join(format!("{size}x{size}/apps/portcullis.png"));
        let bytes = std::fs::read(&icon).unwrap_or_default();
        inspection.expect(
            pixels(&bytes) == Some((size, size)),
            format!("The .{kind} has no icon of {size} pixels."),
        );
    }
    inspection.expect(
        theme.join("scalable/apps/portcullis.svg").is_file(),
        format!("The .{kind} has no icon that scales."),
    );
    let found = tree::files(&theme).unwrap_or_default().len();
    inspection.expect(
        found == ICONS.len() + 1,
        format!("The .{kind} has {found} icons."),
    );
}

/// Width and height in the head of a PNG.
fn pixels(png: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from_be_bytes(png.get(at..at + 4)?.try_into().ok()?));
    png.starts_with(b"\x89PNG\r\n\x1a\n")
        .then(|| Some((number(16)?, number(20)?)))?
}

fn copyright(root: &Path, kind: &str, inspection: &mut Inspection) {
    let folder = root.join("usr/share/doc/portcullis");
    let text = std::fs::read_to_string(folder.join("copyright")).unwrap_or_default();
    inspection.expect(
        text.starts_with("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"),
        format!("The .{kind} has no copyright file that programs can read."),
    );
    inspection.expect(
        folder.join("third-party-licenses.gz").is_file(),
        format!("The .{kind} has no licenses of its components."),
    );
}

/// The profile lets one program of the package make user namespaces, and is no file that AppArmor finds automatically: an older one
/// would not start with it.
fn profile(root: &Path, kind: &str, inspection: &mut Inspection) {
    let text = std::fs::read_to_string(root.join(APPARMOR)).unwrap_or_default();
    inspection.expect(
        grants_namespaces(&text, "/usr/bin/portcullis-fence"),
        format!("The .{kind} has no AppArmor profile for portcullis-fence in /{APPARMOR}."),
    );
}

fn grants_namespaces(profile: &str, program: &str) -> bool {
    let mut rules = profile
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with('#'));
    rules.any(|line| line.ends_with(&format!(" {program} flags=(unconfined) {{")))
        && rules.any(|line| line == "userns,")
}

/// What dpkg runs is what the project has, and can be read by a shell.
pub(super) fn scripts_of_deb(folder: &Path, inspection: &mut Inspection) {
    for (script, source) in [("postinst", POST_INSTALL), ("prerm", PRE_REMOVE)] {
        let script = folder.join(script);
        let (found, ours) = (std::fs::read(&script), std::fs::read(place::root().join(source)));
        inspection.expect(
            found.is_ok_and(|found| ours.is_ok_and(|ours| found == ours)),
            format!("The .deb does not run {source} as {}.", script.display()),
        );
        inspection.runs("sh", |it| {
            it.arg("-n").arg(&script);
        });
    }
}

pub(super) fn scripts_of_rpm(scripts: &str, inspection: &mut Inspection) {
    for source in [POST_INSTALL, PRE_REMOVE] {
        let ours = std::fs::read_to_string(place::root().join(source)).unwrap_or_default();
        inspection.expect(
            !ours.is_empty() && scripts.contains(ours.trim_end()),
            format!("The .rpm does not run {source}."),
        );
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_profile_grants_namespaces_to_the_program_that_builds_fences() {
        let profile =
            std::fs::read_to_string(crate::place::root().join("packaging/apparmor/portcullis-fence"));
        let profile = profile.unwrap();
        let grants = |text: &str| super::grants_namespaces(text, "/usr/bin/portcullis-fence");
        assert!(grants(&profile));
        assert!(!grants(&profile.replace("  userns,", "  # userns,")));
        assert!(!grants(
            &profile.replace("/usr/bin/portcullis-fence", "/usr/bin/*")
        ));
    }

    #[test]
    fn a_program_inside_another_is_found_by_its_head() {
        let program = |processor: u8| [&b"\x7fELF\x02\x01\x01"[..], &[0; 11], &[processor, 0, 1, 0]].concat();
        let with = |inside: Vec<u8>| [program(62), b"words \x7fELF".to_vec(), inside, vec![0; 9]].concat();
        assert!(super::holds_program(&with(program(62))));
        for bytes in [with(program(183)), with(Vec::new()), program(62), Vec::new()] {
            assert!(!super::holds_program(&bytes), "{bytes:?}");
        }
    }

    #[test]
    fn the_size_of_a_picture_is_in_its_head() {
        let icon = crate::place::root().join("icons/48x48.png");
        assert_eq!(super::pixels(&std::fs::read(icon).unwrap()), Some((48, 48)));
        assert_eq!(super::pixels(b"no picture"), None);
    }
}
