#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use super::{Place, commands, known_name};

/// Words by spaces; `_` is a space inside a word.
fn found(line: &str) -> Vec<(Place, String)> {
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
    use Place::{Behind, Code, Within};
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
