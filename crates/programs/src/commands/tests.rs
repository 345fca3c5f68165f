use super::{CommandPlace, commands, inline_words, is_fetcher, is_interpreter, known_name};
use crate::limits::COMMANDS_DEEP;

/// Words by spaces; `_` is a space inside a word.
fn found(line: &str) -> Vec<(CommandPlace, String)> {
    let mut words = line.split(' ').map(|word| word.replace('_', " "));
    let program = words.next().unwrap();
    commands(&program, None, &words.collect::<Vec<_>>())
        .into_iter()
        .skip(1)
        .map(|command| {
            let words = std::iter::once(command.program).chain(command.arguments);
            (command.place, words.collect::<Vec<_>>().join(" "))
        })
        .collect()
}

#[test]
fn commands_inside_others_are_found() {
    use CommandPlace::{Behind, Code, Within};
    for (line, expected) in [
        ("node server.js -- x", vec![]),
        ("env A=1 node s.js", vec![(Behind, "node s.js")]),
        ("env -i -u X A=1 B=2 node s.js", vec![(Behind, "node s.js")]),
        ("env -S node_s.js", vec![(Behind, "node s.js")]),
        ("env -iSnode_s.js x", vec![(Behind, "node s.js x")]),
        ("env --split-string=node_s.js", vec![(Behind, "node s.js")]),
        (
            "/usr/bin/env timeout 10 nice -n 5 python3 s.py",
            vec![
                (Behind, "timeout 10 nice -n 5 python3 s.py"),
                (Behind, "nice -n 5 python3 s.py"),
                (Behind, "python3 s.py"),
            ],
        ),
        (
            "bash -lc cd_/x_&&_exec_node_s.js",
            vec![(Code, "cd /x"), (Code, "exec node s.js"), (Behind, "node s.js")],
        ),
        ("sh -ec A=1_'./my_server'", vec![(Code, "./my server")]),
        ("cmd.exe /d /s /c npx -y x", vec![(Code, "npx -y x")]),
        ("uv --directory /x run --with mcp s.py", vec![(Within, "s.py")]),
        ("op run --env-file=x -- node s.js", vec![(Within, "node s.js")]),
    ] {
        let expected: Vec<_> = expected
            .into_iter()
            .map(|(place, line)| (place, line.to_owned()))
            .collect();
        assert_eq!(found(line), expected, "{line}");
    }
}

#[test]
fn a_line_that_nests_without_end_is_cut() {
    let words = vec!["env".to_owned(); 1_000];
    assert!(commands("env", None, &words).len() <= crate::limits::COMMANDS);
    let code = "true;".repeat(100_000);
    assert!(commands("sh", None, &["-c".to_owned(), code]).len() <= crate::limits::COMMANDS);
}

#[test]
fn a_program_is_known_without_its_version() {
    for (program, name) in [
        ("/usr/bin/python3.11", "python"),
        ("NODE.EXE", "node"),
        ("C:\\tools\\npx.cmd", "npx"),
        ("perl5.36.0", "perl"),
        ("7", "7"),
    ] {
        assert_eq!(known_name(program), name);
    }
    let line = commands("/x/frob", Some("/usr/bin/python3".as_ref()), &[]);
    assert_eq!(line[0].name, "python", "a link to an interpreter is one");
}

/// The code that a line holds, and whether it is for a shell.
fn inline(line: &str) -> Option<(String, bool)> {
    let mut words = line.split(' ').map(|word| word.replace('_', " "));
    let program = words.next().unwrap();
    let line = commands(&program, None, &words.collect::<Vec<_>>());
    line[0].inline_code().map(|code| (code.text, code.shell))
}

// Proves S-13.
#[test]
fn code_among_the_arguments_of_a_shell_is_found() {
    for (line, code) in [
        ("bash -c a b", "a"),
        ("bash -ec a", "a"),
        ("bash -ce a", "a"),
        ("bash -c -x a", "a"),
        ("bash -c -o x a", "a"),
        ("bash -o pipefail -c a", "a"),
        ("bash +O x -c a", "a"),
        ("bash -opipefail -c a", "a"),
        ("bash --init-file x -c a", "a"),
        ("bash --rcfile x -c a", "a"),
        ("bash --norc -c a", "a"),
        ("bash -c", ""),
        ("fish --command=a", "a"),
        ("fish -C a", "a"),
        ("su --command a", "a"),
        ("cmd /c dir x", "dir x"),
        ("cmd.exe /d /s/K dir", "dir"),
        ("cmd /r dir", "dir"),
        ("powershell -Command Get-Item x", "Get-Item x"),
        ("powershell Get-Item x", "Get-Item x"),
        ("powershell - x", "x"),
        ("powershell /co a", "a"),
        ("pwsh --c a", "a"),
        ("pwsh -CommandWithArgs a b", "a b"),
        ("pwsh -commandw a", "a"),
        ("pwsh -cwa a", "a"),
        ("pwsh -NoProfile -c a", "a"),
        ("pwsh -ExecutionPolicy Bypass -c a", "a"),
        ("pwsh -ep Bypass -c a", "a"),
        ("pwsh -wd /x -c a", "a"),
        ("pwsh -WorkingDirectory /x -c a", "a"),
        ("pwsh -InputFormat Text -c a", "a"),
        ("pwsh -of Text -c a", "a"),
        ("pwsh -i -SettingsFile x -CustomPipeName y -c a", "a"),
        ("powershell -ConfigurationName x -Command a", "a"),
        ("npx -c a_b", "a b"),
        ("npx --call=a", "a"),
        ("npx -p x --call a", "a"),
        ("npm exec -c a", "a"),
        ("npm -y x --call=a", "a"),
        ("just --command a b", "a b"),
        ("just -c sh -c a_b", "sh -c 'a b'"),
        ("just -f x -c a'b", "'a'\\''b'"),
        ("nix-shell -p x --run a", "a"),
        ("nix-shell --command a", "a"),
        ("flock -n -w 5 lock -c a_b", "a b"),
        ("flock lock --command=a", "a"),
        ("cross-env-shell A=1 a_b", "A=1 a b"),
    ] {
        assert_eq!(inline(line), Some((code.to_owned(), true)), "{line}");
    }
    for line in [
        "bash",
        "bash -x",
        "bash - -c a",
        "bash s.sh -c a",
        "bash -- -c a",
        "cmd dir",
        "cmd x/c dir",
        "pwsh s.ps1 x",
        "pwsh -File s.ps1 -c a",
        "pwsh -f s.ps1 -c a",
        "pwsh - x",
        "npx x -c a",
        "npx -p x y -c a",
        "npm run -c a",
        "frob -c a",
        "just build",
        "nix-shell x",
        "flock lock",
        "flock lock frob -c a",
        "cross-env-shell",
    ] {
        assert_eq!(inline(line), None, "{line}");
    }
}

// Proves S-13.
#[test]
fn code_among_the_arguments_of_an_interpreter_is_found() {
    for (line, code) in [
        ("pwsh -EncodedCommand QQ", "QQ"),
        ("pwsh -e QQ", "QQ"),
        ("pwsh -ec QQ", "QQ"),
        ("awk a f", "a"),
        ("gawk -F : a f", "a"),
        ("awk -v x=1 a f", "a"),
        ("deno eval a", "a"),
        ("deno -q eval -T a", "a"),
        ("erl -noshell -eval a", "a"),
        ("python3 -c a b", "a"),
        ("python3 -Ic a", "a"),
        ("python3 -cprint x", "print"),
        ("python3 -W ignore -c a", "a"),
        ("python3 -Wignore -c a", "a"),
        ("python3 -X dev -c a", "a"),
        ("python3 -I -u -c a", "a"),
        ("node -e a", "a"),
        ("node -pe a", "a"),
        ("node -ep a", "a"),
        ("node -ea x", "a"),
        ("node --eval=a", "a"),
        ("node --print a", "a"),
        ("node -r x -e a", "a"),
        ("node --require x -e a", "a"),
        ("node --import x -pe a", "a"),
        ("node -rx -e a", "a"),
        ("perl -ne a", "a"),
        ("perl -Mx -E a", "a"),
        ("perl -M x -e a", "a"),
        ("ruby -r json -e a", "a"),
        ("php -d x=1 -r a", "a"),
        ("php --run a", "a"),
        ("lua -l x -e a", "a"),
        ("Rscript -e a", "a"),
        ("groovy --execute a", "a"),
        ("julia -p 2 -E a", "a"),
        ("julia --eval=a", "a"),
        ("elixir -r x -e a", "a"),
        ("bb --eval a", "a"),
        ("sed -f x -e a", "a"),
        ("sed --expression=a f", "a"),
        ("make --eval=a", "a"),
        ("make -C x y --eval a", "a"),
        ("make -Ea x", "a"),
        ("expect -c a", "a"),
        ("expect -f x -c a", "a"),
        ("guile -c a", "a"),
        ("guile -L x -c a b", "a"),
    ] {
        assert_eq!(inline(line), Some((code.to_owned(), false)), "{line}");
    }
    for line in [
        "awk -f s.awk x",
        "deno run a",
        "deno eval",
        "python3 s.py -c a",
        "python3 -m x -c a",
        "python3 -mc a",
        "python3 -",
        "node s.js -e a",
        "sed s/a/b/ f",
        "make -e a",
        "expect s.exp -c a",
        "guile -s s.scm -c a",
        "frob -e a",
    ] {
        assert_eq!(inline(line), None, "{line}");
    }
}

// Proves S-13.
#[test]
fn programs_behind_programs_are_found() {
    use CommandPlace::{Behind, Code, Within};
    for (line, expected) in [
        ("sudo -u me node s.js", (Behind, "node s.js")),
        ("timeout -s KILL 10 node s.js", (Behind, "node s.js")),
        ("taskset 0x1 node s.js", (Behind, "node s.js")),
        ("busybox nohup node s.js", (Behind, "nohup node s.js")),
        ("nice -- node s.js", (Behind, "node s.js")),
        ("cross-env A=1 node s.js", (Behind, "node s.js")),
        ("flock -w 5 lock node s.js", (Behind, "node s.js")),
        ("xvfb-run -a -s -screen_0 node s.js", (Behind, "node s.js")),
        (
            "dbus-run-session --config-file=x -- node s.js",
            (Behind, "node s.js"),
        ),
        (
            "systemd-run --user --scope -p Nice=5 node s.js",
            (Behind, "node s.js"),
        ),
        ("just -c sh -c node_s.js", (Code, "sh -c node s.js")),
        ("env 1X=2 node s.js", (Behind, "node s.js")),
        ("env -i -S node_s.js x", (Behind, "node s.js x")),
        ("env -v -0S_node s.js", (Behind, "node s.js")),
        ("sh -c 1X=2_node", (Code, "1X=2 node")),
        ("conda run -n x node s.js", (Within, "node s.js")),
        ("pnpm --dir x exec node s.js", (Within, "node s.js")),
        ("uv pip -- node s.js", (Within, "node s.js")),
        ("uv run -- node s.js", (Within, "node s.js")),
    ] {
        let first = found(line).into_iter().next();
        assert_eq!(first, Some((expected.0, expected.1.to_owned())), "{line}");
    }
    for line in [
        "timeout 10",
        "uv pip install x",
        "env -xSnode",
        "env A=1",
        "frob x",
    ] {
        assert!(found(line).is_empty(), "{line}");
    }
}

// Proves S-12.
#[test]
fn variables_that_are_set_in_front_of_a_command_are_found() {
    for (line, expected) in [
        ("sh -c A=1_B=_node_C=3", vec!["A", "B"]),
        ("sh -c export_A=1_B", vec!["A"]),
        ("sh -c declare_A=1", vec!["A"]),
        ("sh -c set_A=1", vec!["A"]),
        ("sh -c node_A=1", vec![]),
        ("sh -c _A1=1_node", vec!["A1"]),
        ("env A=1 a.b=2 3=4 node X=1", vec!["A", "a.b", "3"]),
        ("env =1 node", vec![]),
        ("cross-env A=1 B=2 node C=3", vec!["A", "B"]),
        (
            "systemd-run --setenv=A=1 -E B=2 --setenv C -p D=4 node E=5",
            vec!["A", "B"],
        ),
        ("powershell -Command $env:A='x';_node", vec!["A"]),
        ("powershell $Env:A = x", vec!["A"]),
        ("pwsh -c $env:A+=';x'", vec!["A"]),
        ("pwsh -c ${env:A}='x'", vec!["A"]),
        ("pwsh -c ${env:A}_=_'x'", vec!["A"]),
        ("pwsh -c ${env:A}??='x'", vec!["A"]),
        ("pwsh -c $env:A_??=_'x'", vec!["A"]),
        ("pwsh -c Set-Item_env:A_x", vec!["A"]),
        ("pwsh -c si_-Value_x_-Path_Env:\\A", vec!["A"]),
        (
            "pwsh -c [Environment]::SetEnvironmentVariable('A','x')",
            vec!["A"],
        ),
        ("pwsh -c $env:A", vec![]),
        ("pwsh -c ${env:A}", vec![]),
        ("pwsh -c $env:A_??_'x'", vec![]),
        ("pwsh -c Get-Item_env:A", vec![]),
        ("pwsh -c $other:A=1", vec![]),
        ("nice $env:A=1 node", vec!["$env:A"]),
    ] {
        let mut words = line.split(' ').map(|word| word.replace('_', " "));
        let program = words.next().unwrap();
        let line_of = commands(&program, None, &words.collect::<Vec<_>>());
        let found: Vec<_> = line_of[1..]
            .iter()
            .flat_map(|command| &command.variables)
            .collect();
        assert_eq!(found, expected, "{line}");
    }
}

#[test]
fn code_for_a_shell_is_read_as_its_words() {
    for (code, expected) in [
        ("a b;c&d|e\nf", vec!["a b", "c", "d", "e", "f"]),
        ("(a){b}`c`<d>e", vec!["a", "b", "c", "d", "e"]),
        ("a\t'b c' \"d e\"", vec!["a|b c|d e"]),
        ("a b\\ c \"d\\\"e\" 'f\\'", vec!["a|b c|d\"e|f\\"]),
        ("'a;b' \"c'd\" ''", vec!["a;b|c'd|"]),
        (";;", vec![]),
    ] {
        let words = commands("sh", None, &["-c".to_owned(), code.to_owned()]);
        let read: Vec<_> = words[1..]
            .iter()
            .map(|command| {
                let words = std::iter::once(command.program.as_str());
                let words: Vec<_> = words
                    .chain(command.arguments.iter().map(String::as_str))
                    .collect();
                words.join("|")
            })
            .collect();
        let expected: Vec<_> = expected
            .into_iter()
            .map(|line| {
                if line.contains('|') {
                    line.to_owned()
                } else {
                    line.replace(' ', "|")
                }
            })
            .collect();
        assert_eq!(read, expected, "{code}");
    }
}

#[test]
fn a_link_counts_only_where_the_name_says_nothing() {
    let name = |program: &str, target: &str| commands(program, Some(target.as_ref()), &[])[0].name.clone();
    assert_eq!(name("/x/node", "/usr/bin/python3"), "node");
    assert_eq!(name("/x/env", "/usr/bin/coreutils"), "env");
    assert_eq!(name("/x/uv", "/usr/bin/python3"), "uv");
    assert_eq!(name("/x/frob", "/usr/bin/other"), "frob");
    assert_eq!(name("/x/frob", "/usr/bin/env"), "env");
    assert_eq!(name("/x/frob", "/usr/bin/uv"), "uv");
}

#[test]
fn all_words_of_code_are_found_whatever_commands_they_are_in() {
    assert_eq!(inline_words("a 'b c';d|e"), ["a", "b c", "d", "e"]);
}

#[test]
fn what_runs_code_is_known() {
    for name in [
        "bash",
        "cmd",
        "powershell",
        "pwsh",
        "node",
        "python",
        "ruby",
        "make",
    ] {
        assert!(is_interpreter(name), "{name}");
    }
    assert!(!is_interpreter("frob") && !is_interpreter("env"));
    assert!(is_fetcher("dnx") && !is_fetcher("node"));
}

#[test]
fn commands_within_commands_are_looked_at_to_a_depth() {
    let line = |deep: usize| format!("{}frob", "env ".repeat(deep));
    for deep in [1, COMMANDS_DEEP, COMMANDS_DEEP + 1, COMMANDS_DEEP + 5] {
        assert_eq!(found(&line(deep)).len(), deep.min(COMMANDS_DEEP), "{deep}");
    }
}
