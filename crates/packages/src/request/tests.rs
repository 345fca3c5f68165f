use super::*;

fn request(line: &str) -> Option<PackageRequest> {
    let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let (program, arguments) = words.split_first().expect("a line has a word");
    PackageRequest::of(program, arguments)
}

// Proves S-14.
#[test]
fn a_launcher_of_one_package_is_understood_whole() {
    for (line, name, version, program, arguments) in [
        ("npx -y @scope/files /tmp", "@scope/files", None, None, "/tmp"),
        (
            "npx @scope/files@1.2.3 -v",
            "@scope/files",
            Some("1.2.3"),
            None,
            "-v",
        ),
        ("npx files@latest", "files", None, None, ""),
        (
            "npx -y -p files@^1.2 serve --x",
            "files",
            Some("^1.2"),
            Some("serve"),
            "--x",
        ),
        ("npx --package=files -- serve", "files", None, Some("serve"), ""),
        ("/opt/node/bin/npx files", "files", None, None, ""),
        ("npm exec -y -- files /a", "files", None, None, "/a"),
        ("npm exec -y -- files -- -v", "files", None, None, "-- -v"),
        ("npm exec -y files -- -v /b", "files", None, None, "-v /b"),
        ("npm exec files /a", "files", None, None, "/a"),
        ("npx -y files -- -v", "files", None, None, "-- -v"),
        ("pnpm dlx files", "files", None, None, ""),
        ("bunx files", "files", None, None, ""),
        (
            "uvx mcp-server-git --repository /a",
            "mcp-server-git",
            None,
            None,
            "--repository /a",
        ),
        (
            "uvx mcp-server-git@2.1",
            "mcp-server-git",
            Some("==2.1"),
            None,
            "",
        ),
        (
            "uvx mcp-server-git==2.1",
            "mcp-server-git",
            Some("==2.1"),
            None,
            "",
        ),
        (
            "uvx --from mcp[cli]>=1.2,<2 mcp",
            "mcp[cli]",
            Some(">=1.2,<2"),
            Some("mcp"),
            "",
        ),
        ("uv tool run mcp-server-time", "mcp-server-time", None, None, ""),
        ("pipx run --spec a==1 b", "a", Some("==1"), Some("b"), ""),
    ] {
        let found = request(line).unwrap_or_else(|| panic!("{line}"));
        let joined = found.arguments.join(" ");
        assert_eq!(
            (
                found.name.as_str(),
                found.version.as_deref(),
                found.program.as_deref(),
                joined.as_str()
            ),
            (name, version, program, arguments),
            "{line}"
        );
    }
}

#[test]
fn the_line_of_a_launcher_is_understood_as_it_was_meant() {
    for line in [
        "npx -y @scope/files /tmp -v",
        "bunx files@^1",
        "npx -y -p files@1.0.0 serve --x",
        "uvx mcp-server-git --repository /a",
        "pipx run --spec mcp[cli]>=1.2,<2 mcp -y",
    ] {
        let meant = request(line).unwrap_or_else(|| panic!("{line}"));
        let written = meant.launcher_line("1.2.3");
        let read = request(&written.join(" ")).unwrap_or_else(|| panic!("{written:?}"));
        assert_eq!(read.exact_version(), Some("1.2.3"), "{written:?}");
        assert_eq!(read.newest(), meant.newest(), "{written:?}");
    }
}

#[test]
fn one_version_is_told_from_a_range_and_a_tag() {
    for (line, version) in [
        ("npx files@1.2.3", Some("1.2.3")),
        ("npx files@=1.2.3-rc.1+b", Some("1.2.3-rc.1+b")),
        ("npx files@v1.2.3", Some("1.2.3")),
        ("npx files@1.2", None),
        ("npx files@^1.2.3", None),
        ("npx files@1.2.x", None),
        ("npx files@1.2.3-1.9.0||2.0.0", None),
        ("npx files@1.2.3-", None),
        ("npx files@1.2.3.4", None),
        ("npx files@next", None),
        ("npx files@latest", None),
        ("npx files", None),
        ("uvx files@2.1", Some("2.1")),
        ("uvx files==2.1", Some("2.1")),
        ("uvx files===2.1", Some("2.1")),
        ("uvx files==2.*", None),
        ("uvx files==2.1,!=2.1.1", None),
        ("uvx files>=2.1", None),
        ("uvx files", None),
    ] {
        let found = request(line).unwrap_or_else(|| panic!("{line}"));
        assert_eq!(found.exact_version(), version, "{line}");
        assert_eq!(found.newest().version, None, "{line}");
    }
}

// Proves S-14.
#[test]
fn what_is_not_understood_whole_stays_with_its_launcher() {
    for line in [
        "npx",
        "npx -y",
        "npx -c code",
        "npx --registry x files",
        "npx -p a -p b run",
        "npx ./local",
        "npx github:a/b",
        "npx git+https://x/y",
        "npx files@https://x/y",
        "npx files@npm:other",
        "npx @scope",
        "npx -p",
        "uvx --from git+https://x/y run",
        "uvx --with other files",
        "uvx ./local",
        "uvx files@git+https://x",
        "uvx --python 3.12 files",
        "uv run server.py",
        "node server.js",
        "docker run files",
        "npm install files",
        "npm exec files --registry https://x",
        "npm x -y files /a -v",
        "npm exec files /a -- -v",
    ] {
        assert_eq!(request(line), None, "{line}");
    }
}
