use super::{check, ended, is};
use crate::FailureCause as Cause;
use crate::{DraftChange, Evidence, ProgramState, RuntimeVersion, diagnose};
use portcullis_core::Code;
use portcullis_domain::Endpoint;
use portcullis_programs::{InstallCommand, PathSystem, System};

fn not_started(command: &str, code: Code, program: ProgramState) -> Evidence {
    Evidence {
        code: Some(code),
        exit_code: None,
        program,
        searched: vec!["/usr/bin".to_owned(), "/bin".to_owned()],
        ..ended(command, "")
    }
}

#[test]
fn a_missing_runtime_is_named_with_the_command_that_installs_it() {
    use System::{Arch, Debian, Fedora, Homebrew, Suse, Ubuntu, Windows};
    for (command, name, system, install) in [
        ("npx -y notes", "Node.js", Debian, "sudo apt install nodejs npm"),
        ("uvx notes", "uv", Homebrew, "brew install uv"),
        ("python3 -m notes", "Python", Fedora, "sudo dnf install python3"),
        (
            "docker run -i notes",
            "Docker",
            Windows,
            "winget install Docker.DockerDesktop",
        ),
        ("podman run -i notes", "Podman", Arch, "sudo pacman -S podman"),
        ("deno run notes.ts", "Deno", Suse, "sudo zypper install deno"),
        (
            "bunx notes",
            "Bun",
            Ubuntu,
            "curl -fsSL https://bun.com/install | bash",
        ),
        (
            "dnx Notes --yes",
            ".NET",
            Ubuntu,
            "sudo apt install dotnet-sdk-10.0",
        ),
    ] {
        let mut evidence = not_started(command, Code::LaunchNotFound, ProgramState::Missing);
        evidence.system = system;
        let diagnosis = diagnose(&evidence);
        is(&diagnosis, Cause::ProgramNotFound, name, command);
        assert_eq!(diagnosis.install, Some(InstallCommand::Run(install)));
        evidence.system = System::MacOs;
        assert!(matches!(
            diagnose(&evidence).install,
            Some(InstallCommand::Page(_))
        ));
    }
}

#[test]
fn why_a_program_is_not_started_is_told_apart() {
    let missing = || ProgramState::Missing;
    let found = || ProgramState::Found("/opt/notes".to_owned());
    for (command, code, program, cause, words) in [
        (
            "notes",
            Code::LaunchNotFound,
            missing(),
            Cause::ProgramNotFound,
            "was not found in the 2 folders",
        ),
        (
            "/opt/notes",
            Code::LaunchNotFound,
            missing(),
            Cause::ProgramNotFound,
            "There is no program at",
        ),
        (
            "npx -y x",
            Code::LaunchNotFound,
            found(),
            Cause::ProgramNotFound,
            "is at “/opt/notes” now",
        ),
        (
            "/opt/notes",
            Code::LaunchNotExecutable,
            ProgramState::NotExecutable,
            Cause::ProgramNotExecutable,
            "cannot run",
        ),
        (
            "/opt/notes",
            Code::LaunchNotExecutable,
            found(),
            Cause::InterpreterNotFound,
            "first line",
        ),
        (
            "/opt/notes",
            Code::LaunchChanged,
            found(),
            Cause::NeedsReview,
            "approved",
        ),
        (
            "/opt/notes",
            Code::LaunchHiddenHook,
            found(),
            Cause::NotAllowed,
            "",
        ),
        (
            "/opt/notes",
            Code::VaultLocked,
            found(),
            Cause::KeychainUnavailable,
            "",
        ),
        ("/opt/notes", Code::StoreFull, found(), Cause::DiskFull, "disk"),
    ] {
        is(
            &diagnose(&not_started(command, code, program)),
            cause,
            words,
            command,
        );
    }
    let mut evidence = not_started("python -m x", Code::LaunchNotFound, missing());
    evidence.alternative = Some("python3".to_owned());
    is(
        &diagnose(&evidence),
        Cause::ProgramNotFound,
        "but “python3” was",
        "python",
    );
    let mut evidence = not_started("/opt/notes", Code::LaunchFailed, found());
    evidence.folder_missing = true;
    is(
        &diagnose(&evidence),
        Cause::FolderMissing,
        "working folder",
        "folder",
    );
    // A shell reads a program that the system does not know as a script.
    let mut evidence = ended("/opt/notes", "/opt/notes: 1: Syntax error: \"(\" unexpected");
    evidence.built_for = Some("Linux (aarch64)".to_owned());
    is(
        &diagnose(&evidence),
        Cause::WrongArchitecture,
        "Linux (aarch64)",
        "another processor",
    );
    let mut evidence = ended("/opt/notes", "");
    evidence.code = None;
    is(&diagnose(&evidence), Cause::Nothing, "Nothing failed", "ready");
    // It printed a line too many, and is connected all the same.
    evidence.is_connected = true;
    evidence.exit_code = None;
    evidence.stdout = vec!["Welcome to Notes 2.1!".to_owned()];
    is(
        &diagnose(&evidence),
        Cause::Nothing,
        "Nothing failed",
        "connected",
    );
    evidence.code = Some(Code::ProtocolBroken);
    evidence.sentence = Some("The list of tools could not be read.".to_owned());
    is(&diagnose(&evidence), Cause::Unknown, "list of tools", "no list");
}

#[test]
fn shims_loaders_and_missing_commands_are_told_apart() {
    check(&[
        // A shim of pyenv: `python3.7 -V`, without a global version 3.7
        (
            "python3.7 -m notes",
            "pyenv: python3.7: command not found\n\nThe `python3.7' command exists in these Python versions:\n  3.7.16\n\nNote: See 'pyenv help global' for tips on allowing multiple\n      Python versions to be found at the same time.",
            Cause::ShimNeedsShell,
            "pyenv",
        ),
        // From asdf-vm/asdf#517.
        (
            "npx -y notes",
            "asdf: No version set for command npx\nyou might want to add one of the following in your .tool-versions file:\n\nnodejs 20.1.0",
            Cause::ShimNeedsShell,
            "asdf",
        ),
        (
            "npx -y notes",
            "No version is set for command npx\nConsider adding one of the following versions in your config file at /home/ada/.tool-versions\nnodejs 22.3.0",
            Cause::ShimNeedsShell,
            "asdf",
        ),
        (
            "npx -y notes",
            "mise ERROR No version is set for shim: npx",
            Cause::ShimNeedsShell,
            "mise",
        ),
        (
            "npx -y notes",
            "Volta error: Node is not available.\n\nTo run any Node command, first set a default version using `volta install node`",
            Cause::ShimNeedsShell,
            "Volta",
        ),
        // `bash -c nosuch-cmd`
        (
            "bash /opt/start.sh",
            "bash: line 1: nosuch-cmd: command not found",
            Cause::CommandNotFound,
            "nosuch-cmd",
        ),
        // `sh -c uv`
        (
            "/opt/start.sh",
            "sh: 1: uv: not found",
            Cause::CommandNotFound,
            "uv",
        ),
        // A script whose first line is `#!/usr/bin/env node`.
        (
            "/opt/notes",
            "/usr/bin/env: ‘node’: No such file or directory",
            Cause::CommandNotFound,
            "node",
        ),
        (
            "/opt/notes",
            "env: node: No such file or directory",
            Cause::CommandNotFound,
            "node",
        ),
        (
            "cmd /c notes",
            "'notes' is not recognized as an internal or external command,\noperable program or batch file.",
            Cause::CommandNotFound,
            "notes",
        ),
        (
            "/opt/notes",
            "/opt/notes: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found (required by /opt/notes)",
            Cause::LibraryMissing,
            "GLIBC_2.38",
        ),
        (
            "/opt/notes",
            "/opt/notes: error while loading shared libraries: libssl.so.1.1: cannot open shared object file: No such file or directory",
            Cause::LibraryMissing,
            "libssl.so.1.1",
        ),
        (
            "/opt/start.sh",
            "/opt/start.sh: line 2: ./notes: cannot execute binary file: Exec format error",
            Cause::WrongArchitecture,
            "",
        ),
    ]);
    let diagnosis = diagnose(&ended("/opt/notes", "env: node: No such file or directory"));
    assert_eq!(
        diagnosis.install,
        Some(InstallCommand::Run("sudo apt install nodejs npm"))
    );
}

#[test]
fn a_runtime_that_is_too_old_is_told_with_its_version() {
    check(&[
        // Node.js 16.20.2: `node esm.cjs`, which requires an ES module.
        (
            "node /opt/esm.cjs",
            "node:internal/modules/cjs/loader:1074\n    throw new ERR_REQUIRE_ESM(filename, true);\n    ^\n\nError [ERR_REQUIRE_ESM]: require() of ES Module /opt/m.mjs not supported.\nInstead change the require of /opt/m.mjs to a dynamic import() which is available in all CommonJS modules.",
            Cause::RuntimeTooOld,
            "22.12",
        ),
        // Node.js 16.20.2: `node w.mjs`
        (
            "node /opt/w.mjs",
            "file:///opt/w.mjs:1\nimport fs from \"fs\" with {type:\"json\"};\n                    ^^^^\n\nSyntaxError: Unexpected token 'with'\n    at ESMLoader.moduleStrategy (node:internal/modules/esm/translators:119:18)",
            Cause::RuntimeTooOld,
            "18.20",
        ),
        // Node.js 16.20.2: `node re.js`
        (
            "node /opt/re.js",
            "/opt/re.js:1\nclass A { static { const r = /[\\p{L}--a]/v } }\n\nSyntaxError: Invalid regular expression flags\n    at Object.compileFunction (node:vm:360:18)",
            Cause::RuntimeTooOld,
            "20",
        ),
        // Node.js 16.20.2: `node f.js`
        (
            "npx -y notes",
            "/opt/f.js:1\nfetch(\"http://x\")\n^\n\nReferenceError: fetch is not defined\n    at Object.<anonymous> (/opt/f.js:1:1)",
            Cause::RuntimeTooOld,
            "18",
        ),
        // `npx -y --engine-strict ./newer`
        (
            "npx -y --engine-strict ./newer",
            "npm error code EBADENGINE\nnpm error engine Unsupported engine\nnpm error engine Not compatible with your version of node/npm: notes-mcp@1.0.0\nnpm error notsup Not compatible with your version of node/npm: notes-mcp@1.0.0\nnpm error notsup Required: {\"node\":\">=99\"}\nnpm error notsup Actual:   {\"node\":\"v20.20.2\",\"npm\":\"11.19.1\"}",
            Cause::RuntimeTooOld,
            "99",
        ),
        (
            "python3 -m notes",
            "Traceback (most recent call last):\n  File \"/opt/notes/__main__.py\", line 1, in <module>\n    import tomllib\nModuleNotFoundError: No module named 'tomllib'",
            Cause::RuntimeTooOld,
            "Python 3.11",
        ),
        (
            "uvx notes",
            "  × No solution found when resolving tool dependencies:\n  ╰─▶ Because the current Python version (3.9.6) does not satisfy Python>=3.10 and notes depends on Python>=3.10, we can conclude that your requirements are unsatisfiable.",
            Cause::RuntimeTooOld,
            "3.10",
        ),
        (
            "pipx run notes",
            "ERROR: Package 'notes' requires a different Python: 3.8.10 not in '>=3.10'",
            Cause::RuntimeTooOld,
            "3.10",
        ),
    ]);
    let mut evidence = ended("node /opt/f.js", "ReferenceError: fetch is not defined");
    let version = |version: &str| RuntimeVersion {
        runtime: "Node.js".to_owned(),
        version: version.to_owned(),
    };
    evidence.versions = vec![version("16.20.2")];
    is(
        &diagnose(&evidence),
        Cause::RuntimeTooOld,
        "16.20.2",
        "Node.js 16",
    );
    // The version knows it, so the reason is another one.
    evidence.versions = vec![version("22.1.0")];
    is(&diagnose(&evidence), Cause::Unknown, "", "Node.js 22");
}

#[test]
fn a_path_of_another_system_is_told_with_its_name_here() {
    let at = |program: &str, folder: Option<&str>, paths: PathSystem| Evidence {
        code: Some(Code::LaunchNotFound),
        program: ProgramState::Missing,
        folder_missing: folder.is_some(),
        paths,
        ..Evidence::of(
            Endpoint::Command {
                program: program.to_owned(),
                arguments: Vec::new(),
                folder: folder.map(str::to_owned),
            },
            System::Debian,
        )
    };
    let here = diagnose(&at(r"C:\tools\notes.exe", None, PathSystem::Wsl));
    is(&here, Cause::ProgramNotFound, "is a Windows path", "in WSL");
    assert!(here.remedy.contains("/mnt/c/tools/notes.exe"), "{}", here.remedy);
    assert_eq!(
        here.change,
        Some(DraftChange::Program("/mnt/c/tools/notes.exe".to_owned()))
    );
    let plain = diagnose(&at(r"C:\tools\notes.exe", None, PathSystem::Other));
    is(&plain, Cause::ProgramNotFound, "is a Windows path", "on Linux");
    assert_eq!(plain.change, None);
    let linux = diagnose(&at("/home/me/notes", None, PathSystem::Windows));
    is(&linux, Cause::ProgramNotFound, "is a Linux path", "on Windows");
    let folder = diagnose(&at("notes", Some(r"D:\work"), PathSystem::Wsl));
    is(&folder, Cause::FolderMissing, "is a Windows path", "a folder");
    assert!(folder.remedy.contains("/mnt/d/work"), "{}", folder.remedy);
    let own = diagnose(&at("/opt/notes", None, PathSystem::Wsl));
    is(
        &own,
        Cause::ProgramNotFound,
        "There is no program at",
        "a path of its own",
    );
}

#[test]
fn an_argument_of_another_system_is_told_with_its_name_here() {
    let said = "Warning: Cannot access directory /home/me/C:\\Users\\me\\notes, skipping\nError: None of the specified directories are accessible";
    let at = |paths: PathSystem| Evidence {
        paths,
        ..ended(
            r"npx -y @modelcontextprotocol/server-filesystem C:\Users\me\notes",
            said,
        )
    };
    let here = diagnose(&at(PathSystem::Wsl));
    is(&here, Cause::FileNotFound, "is a Windows path", "in WSL");
    assert!(here.remedy.contains("/mnt/c/Users/me/notes"), "{}", here.remedy);
    let words = [
        "-y",
        "@modelcontextprotocol/server-filesystem",
        "/mnt/c/Users/me/notes",
    ];
    assert_eq!(
        here.change,
        Some(DraftChange::Arguments(words.map(str::to_owned).to_vec()))
    );
    let plain = diagnose(&at(PathSystem::Other));
    is(&plain, Cause::FileNotFound, "is a Windows path", "on Linux");
    assert_eq!(plain.change, None);
    let said = "Error: ENOENT: no such file or directory, stat '/mnt/d/notes'";
    let windows = diagnose(&Evidence {
        paths: PathSystem::Windows,
        ..ended("notes /mnt/d/notes", said)
    });
    is(&windows, Cause::FileNotFound, "is a Linux path", "on Windows");
    assert_eq!(
        windows.change,
        Some(DraftChange::Arguments(vec![r"D:\notes".to_owned()]))
    );
}

#[test]
fn a_launcher_of_windows_does_not_serve_in_wsl() {
    let unc = "'\\\\wsl.localhost\\Ubuntu\\home\\me'\nCMD.EXE was started with the above path as the current directory.\nUNC paths are not supported.  Defaulting to Windows directory.\nnpm error Missing script";
    let beside = "/mnt/c/Program Files/nodejs/npx: 43: exec: node: not found";
    for said in [unc, beside] {
        let at = |path: &str, paths: PathSystem| Evidence {
            program: ProgramState::Found(path.to_owned()),
            paths,
            ..ended("npx -y notes", said)
        };
        let drive = "/mnt/c/Program Files/nodejs/npx";
        let told = diagnose(&at(drive, PathSystem::Wsl));
        is(&told, Cause::WrongArchitecture, drive, said);
        assert!(told.remedy.contains("Node.js in WSL"), "{}", told.remedy);
        for other in [at("/usr/bin/npx", PathSystem::Wsl), at(drive, PathSystem::Other)] {
            assert_ne!(diagnose(&other).cause, Cause::WrongArchitecture, "{other:?}");
        }
    }
}
