use super::words::names;
use super::{Loads, What, loads};
use crate::limits::{FILES_LOOKED, LOADED_BYTES, LOADED_FILES, SCRIPTS_DEEP};
use crate::{Resolved, SearchPath, commands, resolve};
use portcullis_core::{Code, Result};
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder to work in, and beside it one with programs to be found.
struct Room(TempDir);

impl Room {
    fn new() -> Self {
        let room = Self(tempfile::tempdir().unwrap());
        for program in ["python3", "node", "bun", "bash", "env", "npx", "frob", "timeout"] {
            room.bin(program, "\x7fELF");
        }
        fs::create_dir(room.work()).unwrap();
        room
    }

    fn path(&self) -> PathBuf {
        self.0.path().canonicalize().unwrap()
    }

    fn work(&self) -> PathBuf {
        self.path().join("work")
    }

    fn bin(&self, name: &str, text: &str) -> PathBuf {
        let file = self.path().join("bin").join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o755)).unwrap();
        file
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let file = self.work().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        file
    }

    fn found(&self, line: &str) -> Result<Loads> {
        let words = line.split(' ').map(|word| word.replace('_', " "));
        self.found_in(words)
    }

    fn found_in(&self, mut words: impl Iterator<Item = String>) -> Result<Loads> {
        let search = SearchPath::from_value(self.path().join("bin").to_str().unwrap());
        let program = words.next().unwrap();
        let Resolved {
            path, fingerprint, ..
        } = resolve(&program, &search)?;
        let line = commands(&program, Some(&fingerprint.target), &words.collect::<Vec<_>>());
        loads(&path, &fingerprint, &line, &self.work(), &search)
    }

    /// The files that a line loads, relative to the room.
    fn loads(&self, line: &str) -> Vec<String> {
        self.relative(
            self.found(line)
                .unwrap()
                .files
                .into_iter()
                .map(|loaded| loaded.path),
        )
    }

    fn data(&self, line: &str) -> Vec<String> {
        self.relative(self.found(line).unwrap().data.into_iter())
    }

    fn relative(&self, paths: impl Iterator<Item = PathBuf>) -> Vec<String> {
        let shown = |path: PathBuf| path.strip_prefix(self.path()).map(Path::to_owned).unwrap_or(path);
        paths
            .map(|path| shown(path).to_string_lossy().into_owned())
            .collect()
    }
}

// Proves S-13.
#[test]
fn the_script_of_an_interpreter_counts_whatever_its_name() {
    let room = Room::new();
    for name in [
        "s.py",
        "run",
        "hook.js",
        "app/index.js",
        "app/package.json",
        "lib.rb",
        "x.jar",
        "y.jar",
        "typed.mts",
    ] {
        room.file(name, "{}");
    }
    for (line, expected) in [
        ("python3 s.py", vec!["work/s.py"]),
        ("python3 -I -W ignore ./s.py", vec!["work/s.py"]),
        ("bash run", vec!["work/run"]),
        ("bash -x run s.py", vec!["work/run", "work/s.py"]),
        ("node --require ./hook.js run", vec!["work/hook.js", "work/run"]),
        ("node --import=./hook.js run", vec!["work/hook.js", "work/run"]),
        ("node -r./hook.js run", vec!["work/hook.js", "work/run"]),
        ("node app", vec!["work/app/package.json", "work/app/index.js"]),
        ("node app/index", vec!["work/app/index.js"]),
        ("node hook", vec!["work/hook.js"]),
        ("bun typed", vec!["work/typed.mts"]),
        ("frob x.jar:y.jar Main", vec!["work/x.jar", "work/y.jar"]),
        ("frob s.py:mcp", vec!["work/s.py"]),
        ("frob --script=s.py", vec!["work/s.py"]),
        ("frob run", vec![]),
    ] {
        assert_eq!(room.loads(line), expected, "{line}");
    }
}

// Proves S-13.
#[test]
fn a_script_that_is_named_by_its_url_counts() {
    let room = Room::new();
    room.file("my hook.mjs", "{}");
    room.file("run", "{}");
    let url = format!("file://{}/my%20hook.mjs", room.work().display());
    for option in [
        vec!["--import".to_owned(), url.clone()],
        vec![format!("--import={url}")],
    ] {
        let words = std::iter::once("node".to_owned())
            .chain(option)
            .chain(["run".to_owned()]);
        let files = room.found_in(words).unwrap().files;
        let paths = room.relative(files.into_iter().map(|loaded| loaded.path));
        assert_eq!(paths, ["work/my hook.mjs", "work/run"]);
    }
}

// Proves S-13.
#[test]
fn where_a_package_begins_counts() {
    let room = Room::new();
    room.file("app/package.json", r#"{"main": "lib/begin"}"#);
    room.file("app/lib/begin.js", "");
    room.file("app/index.js", "");
    let found = room.loads("node app");
    assert!(found.contains(&"work/app/package.json".to_owned()), "{found:?}");
    assert!(found.contains(&"work/app/lib/begin.js".to_owned()), "{found:?}");
}

// Proves S-13.
#[test]
fn a_module_in_the_working_folder_counts_and_another_is_told() {
    let room = Room::new();
    room.file("server/__init__.py", "");
    room.file("server/__main__.py", "");
    let expected = ["work/server/__init__.py", "work/server/__main__.py"];
    assert_eq!(room.loads("python3 -m server"), expected);
    assert_eq!(room.loads("python3 -u -mserver -x"), expected);
    assert_eq!(room.loads("python3 -Im server"), expected);
    assert_eq!(
        room.found("python3 -m mcp.server").unwrap().modules,
        ["mcp.server"]
    );
}

// Proves S-13.
#[test]
fn data_is_told_and_not_compared() {
    let room = Room::new();
    room.file("s.py", "");
    room.file("notes.db", "SQLite format 3\0");
    room.file("log", "");
    assert_eq!(room.loads("python3 s.py notes.db --log=log"), ["work/s.py"]);
    assert_eq!(
        room.data("python3 s.py notes.db --log=log"),
        ["work/notes.db", "work/log"]
    );
    assert_eq!(room.loads("frob notes.db"), Vec::<String>::new());
    let plain = room.found("frob --verbose").unwrap();
    assert_eq!(
        plain,
        Loads::default(),
        "a plain program loads nothing that is known"
    );
}

// Proves S-13.
#[test]
fn programs_and_scripts_behind_others_count() {
    let room = Room::new();
    room.file("s.js", "");
    room.file("deep/t.js", "");
    room.file("start", "#!/nowhere/interpreter\n");
    let found = |line| room.loads(line);
    assert_eq!(found("env A=1 node s.js"), ["bin/node", "work/s.js"]);
    assert_eq!(found("env -S node_s.js"), ["bin/node", "work/s.js"]);
    assert_eq!(
        found("timeout 10 env node s.js"),
        ["bin/env", "bin/node", "work/s.js"]
    );
    assert_eq!(found("bash -c exec_node_s.js"), ["bin/node", "work/s.js"]);
    assert_eq!(found("bash -lc cd_deep_&&_node_t"), ["work/deep/t.js"]);
    assert_eq!(found("frob run --directory deep t.js"), ["work/deep/t.js"]);
    assert_eq!(found("frob -- start"), ["work/start"], "it begins like a script");
}

// Proves S-13.
#[test]
fn the_interpreter_of_a_first_line_counts() {
    let room = Room::new();
    let bin = room.path().join("bin");
    let env = bin.join("env");
    room.bin("npx", &format!("#!{} node\n", env.display()));
    assert_eq!(room.loads("npx -y x"), ["bin/env", "bin/node"]);
    room.bin("tool", &format!("#!{} -S python3 -I\n", env.display()));
    assert_eq!(room.loads("tool"), ["bin/env", "bin/python3"]);
    // A script that is run by a script.
    room.bin("shim", &format!("#!{}\n", bin.join("bash").display()));
    room.bin("tool", &format!("#!{}\n", bin.join("shim").display()));
    let found = room.found("tool").unwrap();
    assert_eq!(room.loads("tool"), ["bin/shim", "bin/bash"]);
    assert!(found.files.iter().all(|loaded| loaded.what == What::Interpreter) && found.more);
    room.bin("tool", &format!("#!{}\n", bin.join("tool").display()));
    let error = room.found("tool").unwrap_err();
    assert_eq!(error.code, Code::LaunchNotExecutable, "it leads to itself");
}

// Proves S-13.
#[test]
fn a_link_to_an_interpreter_is_one() {
    let room = Room::new();
    room.file("run", "");
    symlink(room.path().join("bin/bash"), room.path().join("bin/friendly")).unwrap();
    assert_eq!(room.loads("friendly run"), ["work/run"]);
}

// Proves S-13.
#[test]
fn what_a_project_says_is_run_counts() {
    let room = Room::new();
    room.bin("npm", "\x7fELF");
    room.file("package.json", "{}");
    room.file(".npmrc", "");
    assert_eq!(room.loads("npm start"), ["work/package.json", "work/.npmrc"]);
    assert_eq!(room.loads("npm exec x"), ["work/.npmrc"]);
    assert_eq!(room.loads("npx x"), ["work/.npmrc"]);
}

// Proves S-13.
#[test]
fn files_that_are_laid_over_a_project_count() {
    for (line, file) in [
        ("docker compose run s", "compose.override.yaml"),
        ("docker-compose run s", "docker-compose.override.yml"),
        ("podman compose run s", ".env"),
        ("nerdctl compose run s", ".env"),
        ("podman-compose run s", ".env"),
        ("deno task s", "package.json"),
        ("hatch run s", "hatch.toml"),
        ("cargo run", ".cargo/config"),
        ("yarn start", ".yarnrc"),
        ("pnpm start", "pnpm-workspace.yaml"),
        ("pnpm start", ".pnpmfile.cjs"),
    ] {
        let room = Room::new();
        room.bin(line.split(' ').next().unwrap(), "\x7fELF");
        assert!(room.loads(line).is_empty(), "{line}");
        room.file(file, "");
        assert_eq!(room.loads(line), [format!("work/{file}")], "{line}");
    }
    let room = Room::new();
    room.bin("docker", "\x7fELF");
    room.file(".env", "");
    assert!(room.loads("docker run -i x").is_empty(), "the file is not read");
}

#[test]
fn more_files_than_can_be_compared_are_refused() {
    let room = Room::new();
    let line = |count: usize| {
        let names = (0..count).map(|number| format!("{number}.py"));
        format!("frob {}", names.collect::<Vec<_>>().join(" "))
    };
    for number in 0..=LOADED_FILES {
        room.file(&format!("{number}.py"), "");
    }
    assert_eq!(room.loads(&line(LOADED_FILES)).len(), LOADED_FILES);
    let refused = room.found(&line(LOADED_FILES + 1)).unwrap_err();
    assert_eq!(refused.code, Code::BadInput);
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_regular_file_is_not_opened() {
    use rustix::fs::{CWD, FileType, mknodat};
    let room = Room::new();
    let pipe = room.work().join("pipe.py");
    mknodat(CWD, pipe.as_path(), FileType::Fifo, 0o600.into(), 0).unwrap();
    assert_eq!(room.loads("python3 pipe.py"), Vec::<String>::new());
    assert!(
        crate::first_line::open_regular(&pipe).is_err(),
        "and the open does not block"
    );
}

// Proves S-13.
#[test]
fn what_follows_an_option_without_a_value_is_the_script() {
    let room = Room::new();
    room.file("run", "");
    room.file("notes.db", "");
    assert_eq!(room.loads("python3 -I -O run notes.db"), ["work/run"]);
    assert_eq!(room.loads("node run --eval notes.db"), ["work/run"]);
    room.bin("Rscript", "\x7fELF");
    assert_eq!(room.loads("Rscript run notes.db"), ["work/run"]);
}

// Proves S-13.
#[test]
fn what_an_option_takes_is_not_the_script() {
    let room = Room::new();
    room.file("hook", "");
    room.file("run", "");
    for (program, option) in [
        ("ruby", "-r"),
        ("perl", "-I"),
        ("php", "-c"),
        ("java", "-cp"),
        ("dotnet", "--depsfile"),
        ("make", "-o"),
        ("julia", "-L"),
        ("lua", "-l"),
        ("python3", "-X"),
        ("bash", "--rcfile"),
        ("node", "--import-map"),
    ] {
        room.bin(program, "\x7fELF");
        let line = format!("{program} {option} hook run");
        assert_eq!(room.loads(&line), ["work/hook", "work/run"], "{line}");
    }
}

// Proves S-13.
#[test]
fn options_before_code_count_and_what_follows_it_does_not() {
    let room = Room::new();
    for file in ["hook", "run", "more"] {
        room.file(file, "");
    }
    assert_eq!(room.loads("bash --rcfile hook -c true run"), ["work/hook"]);
    // `-m` is a module to Python alone.
    assert_eq!(room.loads("bash -m run more"), ["work/run"]);
}

// Proves S-13.
#[test]
fn a_program_by_its_path_and_one_by_its_name_are_told_apart() {
    let room = Room::new();
    let tool = room.file("tool", "\x7fELF");
    fs::set_permissions(tool, Permissions::from_mode(0o755)).unwrap();
    room.bin("to\\ol", "\x7fELF");
    assert_eq!(room.loads("env ./tool"), ["work/tool"]);
    assert_eq!(room.loads("env to\\ol"), ["bin/to\\ol"]);
    let found = room.found("env ./tool").unwrap();
    assert_eq!(found.files[0].what, What::Program);
}

// Proves S-13.
#[test]
fn the_first_line_of_a_script_counts_where_it_may_be_run() {
    let room = Room::new();
    let python = room.path().join("bin/python3");
    let script = room.file("run.sh", &format!("#!{}\n", python.display()));
    assert_eq!(room.loads("frob run.sh"), ["work/run.sh"]);
    fs::set_permissions(script, Permissions::from_mode(0o755)).unwrap();
    assert_eq!(room.loads("frob run.sh"), ["work/run.sh", "bin/python3"]);
}

#[test]
fn scripts_lead_through_so_many_scripts() {
    let room = Room::new();
    let mut next = room.path().join("bin/frob");
    for number in 0..SCRIPTS_DEEP + 2 {
        next = room.bin(&format!("script{number}"), &format!("#!{}\n", next.display()));
    }
    let leads = |scripts: usize| room.found(&format!("script{}", scripts - 1)).map(drop);
    assert!(leads(SCRIPTS_DEEP + 1).is_ok());
    let refused = leads(SCRIPTS_DEEP + 2).unwrap_err();
    assert_eq!(refused.code, Code::LaunchNotExecutable);
}

// Proves S-13.
#[test]
fn a_batch_file_may_run_more() {
    let room = Room::new();
    room.bin("tool.cmd", "\x7fELF");
    assert!(room.found("tool.cmd").unwrap().more);
    assert!(!room.found("frob").unwrap().more);
}

// Proves S-13.
#[test]
fn a_launcher_of_packages_or_images_runs_more_whatever_is_pinned() {
    let room = Room::new();
    for (program, rest) in [
        ("uvx", "server==1.2.3"),
        ("bunx", "server@1.2.3"),
        ("pnpx", "server@1.2.3"),
        ("docker", "run -i --rm mcp/time:1.2.3"),
        ("podman", "run mcp/time:1.2.3"),
        ("nerdctl", "run mcp/time:1.2.3"),
        ("go", "run example.com/x@v1.2.3"),
        ("nix", "run github:ada/server"),
        ("dnx", "Server@1.2.3"),
    ] {
        room.bin(program, "\x7fELF");
        for line in [format!("{program} {rest}"), format!("env A=1 {program} {rest}")] {
            assert!(room.found(&line).unwrap().more, "{line}");
        }
    }
    assert!(!room.found("frob uvx").unwrap().more);
}

// Proves S-13.
#[test]
fn what_reads_a_file_besides_its_code_loads_that_file() {
    let room = Room::new();
    for program in ["make", "just", "expect"] {
        room.bin(program, "\x7fELF");
    }
    room.file("rules", "");
    assert_eq!(room.loads("make --eval=x -f rules"), ["work/rules"]);
    assert_eq!(room.loads("just -f rules -c x"), ["work/rules"]);
    assert_eq!(room.loads("expect -c x rules"), ["work/rules"]);
}

#[test]
fn what_is_told_is_told_once_and_up_to_a_limit() {
    let room = Room::new();
    let mut line = "frob".to_owned();
    for number in 0..=LOADED_FILES {
        room.file(&format!("{number}.db"), "");
        line.push_str(&format!(" {number}.db {number}.db"));
    }
    assert_eq!(room.data("frob 0.db 0.db"), ["work/0.db"]);
    assert_eq!(room.data(&line).len(), LOADED_FILES);
}

#[test]
fn what_was_not_looked_at_is_told() {
    let room = Room::new();
    let cut = |words: usize| room.found(&format!("frob{}", " a".repeat(words))).unwrap().cut;
    assert!(!cut(FILES_LOOKED));
    assert!(cut(FILES_LOOKED + 1));
}

#[test]
fn more_than_can_be_read_at_each_start_is_refused() {
    let room = Room::new();
    let file = fs::File::create(room.work().join("huge.py")).unwrap();
    file.set_len(LOADED_BYTES + 1).unwrap();
    let error = room.found("frob huge.py").unwrap_err();
    assert_eq!(error.code, Code::BadInput);
    assert!(error.sentence.contains("or 4 GiB"), "{error}");
}

#[test]
fn a_word_names_itself_and_what_it_may_hold() {
    assert_eq!(names("abc"), ["abc"]);
    assert_eq!(names("--dir"), ["--dir"]);
    assert_eq!(names("-Cfoo"), ["-Cfoo", "foo"]);
    assert_eq!(names("--dir=foo"), ["--dir=foo", "foo"]);
    let long = "a".repeat(4_096);
    assert_eq!(names(&long), [long.as_str()]);
    for none in [String::new(), long.clone() + "a", "a\0b".to_owned()] {
        assert_eq!(names(&none), Vec::<&str>::new());
    }
}
