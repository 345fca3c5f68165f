use super::*;

fn parsed(line: &str) -> Result<Command, Failure> {
    parse(line.split_whitespace().map(OsString::from)).map(|line| line.command)
}

#[test]
fn everything_after_two_dashes_belongs_to_the_program() {
    let Ok(Command::Add(add)) = parsed("server add files --env A=b=c --yes -- npx -y --json --data-dir x")
    else {
        panic!("not an add");
    };
    let Endpoint::Command {
        program, arguments, ..
    } = add.endpoint
    else {
        panic!("not a program");
    };
    assert_eq!(program, "npx");
    assert_eq!(arguments, ["-y", "--json", "--data-dir", "x"]);
    assert_eq!(add.plain[0].value.as_deref(), Some("b=c"));
    assert!(add.yes && add.start);
}

#[test]
fn options_that_count_everywhere_may_stand_anywhere_before_that() {
    for line in [
        "--json --data-dir d server list",
        "server --json list --data-dir d",
        "server list --data-dir=d --json",
    ] {
        let line = parse(line.split_whitespace().map(OsString::from)).unwrap();
        assert!(line.json);
        assert_eq!(line.data_dir, Some("d".into()));
        assert_eq!(line.command, Command::Servers);
    }
}

#[test]
fn help_and_version_are_there_at_every_level() {
    for (line, topic) in [
        ("--help", Topic::All),
        ("server --help", Topic::Server),
        ("server add x --help", Topic::Server),
        ("call -h", Topic::Call),
        ("read x --help", Topic::Resources),
        ("prompt x y z=1 --help", Topic::Prompts),
        ("roots x add --help", Topic::Roots),
        ("account --help", Topic::Account),
        ("secrets --help", Topic::Secrets),
        ("account client x --help", Topic::Account),
        ("audit export --help", Topic::Audit),
        ("chat search --help", Topic::Chat),
        ("task show --help", Topic::Task),
        ("tokens x --help", Topic::Tokens),
        ("grants revoke --help", Topic::Grants),
        ("flows x --help", Topic::Flows),
    ] {
        assert_eq!(parsed(line).unwrap(), Command::Help(topic), "{line}");
    }
    for line in ["--version", "-V", "tools --version", "server list --version"] {
        assert_eq!(parsed(line).unwrap(), Command::Version, "{line}");
    }
}

#[test]
fn what_makes_no_sense_is_a_wrong_command_line() {
    for line in [
        "",
        "dance",
        "server",
        "server dance",
        "server add",
        "server sampling",
        "server sampling x",
        "server sampling x maybe",
        "flows x y z",
        "audit show",
        "audit show first",
        "grants revoke x --yes",
        "flows x private=maybe",
        "flows x nothing=yes",
        "flows x private=yes y",
        "server add x",
        "server add x --url http://a -- b",
        "server add x --",
        "server add x y -- z",
        "server add x --demo --env A=b",
        "server add x --url http://a --cwd /tmp",
        "server add x --header A=b -- z",
        "server add x --env A -- z",
        "call x",
        "call x y z",
        "call x y --timeout 0",
        "call x y --timeout soon",
        "resources",
        "read x",
        "read x y z",
        "prompts x y",
        "prompt x",
        "prompt x y z",
        "prompt x y =z",
        "prompt x y a=1 a=2",
        "prompt x y --yes",
        "roots",
        "roots x add",
        "roots x withhold y",
        "roots x dance",
        "task show",
        "task pause a",
        "account",
        "account dance",
        "account show",
        "account show x y",
        "account sign-in",
        "account sign-in x --secret",
        "account sign-out x --yes",
        "account client x",
        "account client x --id",
        "account client x --id y --forget",
        "account client x --id y --port 0",
        "account client x --id y --port 70000",
        "account client x --id y --unattended",
        "account document x",
        "secrets",
        "secrets elsewhere",
        "secrets file x",
        "account document --address x --forget",
        "account client x --id y --idp https://id.example",
        "account client x --idp https://id.example --idp-id z",
        "account client x --forget --token-file z",
        "account client x --id y --unattended --secret --port 1",
        "account client x --id y --secret --key z",
        "grants revoke",
        "grants revoke a b",
        "grants hold",
        "grants hold a",
        "grants hold a b c",
        "audit export",
        "audit export --format xml",
        "status",
        "status x --yes",
        "--data-dir",
    ] {
        assert_eq!(
            parsed(line).unwrap_err().exit,
            crate::failure::Exit::Usage,
            "{line}"
        );
    }
}

#[test]
fn a_secret_is_not_taken_from_the_command_line() {
    let failure = parsed("server add x --secret KEY=hunter2 -- z").unwrap_err();
    assert!(!format!("{failure:?}").contains("hunter2"));
    let Ok(Command::Add(add)) = parsed("server add x --secret A --secret B=- -- z") else {
        panic!("not an add");
    };
    let from_input: Vec<_> = add.secrets.iter().map(|secret| secret.from_input).collect();
    assert_eq!(from_input, [false, true]);
}

#[test]
fn aut26_a_client_secret_is_not_taken_from_the_command_line_nor_said_again() {
    for line in [
        "account client x --id y --secret hunter2",
        "account client x --id y --secret=hunter2",
    ] {
        let failure = parsed(line).unwrap_err();
        assert_eq!(failure.exit, crate::failure::Exit::Usage);
        assert!(!format!("{failure:?}").contains("hunter2"), "{line}");
    }
    for (line, wanted) in [
        ("account client x --id y", Proof::None),
        ("account client x --secret --id y", Proof::Asked),
        ("account client --secret=- x --id y", Proof::Input),
        ("account client x --id y --key k.pem", Proof::Key("k.pem".into())),
        ("account client x --forget", Proof::None),
    ] {
        let Ok(Command::Client(client)) = parsed(line) else {
            panic!("not a client: {line}");
        };
        assert_eq!(client.proof, wanted, "{line}");
        assert_eq!(client.id.is_none(), line.ends_with("--forget"));
    }
}

#[test]
fn asking_a_model_is_turned_on_and_off() {
    for (word, allowed) in [("on", true), ("off", false)] {
        let line = format!("server sampling files {word}");
        assert_eq!(
            parsed(&line).unwrap(),
            Command::Sampling("files".to_owned(), allowed)
        );
    }
}

#[test]
fn pro03_arguments_of_a_prompt_are_pairs() {
    let Ok(Command::Prompt(label, name, arguments)) = parsed("prompt notes greet who=Ada tone= query=a=b")
    else {
        panic!("not a prompt");
    };
    assert_eq!((label.as_str(), name.as_str()), ("notes", "greet"));
    let found: Vec<_> = arguments
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    assert_eq!(found, [("query", "a=b"), ("tone", ""), ("who", "Ada")]);
}

#[test]
fn a_conversation_is_looked_for_and_exported_in_a_format_that_there_is() {
    assert_eq!(
        parsed("chat search walrus --limit 3").unwrap(),
        Command::FindChats("walrus".to_owned(), 3)
    );
    assert_eq!(
        parsed("chat export 4f --format markdown").unwrap(),
        Command::ExportChat("4f".to_owned(), ChatFormat::Markdown)
    );
    for wrong in [
        "chat",
        "chat search",
        "chat export 4f",
        "chat export 4f --format pdf",
        "chat search a --limit many",
        "chat talk",
    ] {
        assert!(parsed(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn s78_what_is_said_of_a_server_or_a_tool_is_read() {
    assert_eq!(parsed("flows").unwrap(), Command::Flows);
    assert_eq!(
        parsed("grants hold Issues search").unwrap(),
        Command::Hold("Issues".to_owned(), "search".to_owned())
    );
    let change = FlowsChange {
        tool: Some("look".to_owned()),
        says: vec![(FlowMark::Private, Say::Yes), (FlowMark::Sends, Say::No)],
        yes: true,
    };
    assert_eq!(
        parsed("flows Notes look private=yes --yes sends=no").unwrap(),
        Command::ServerFlows("Notes".to_owned(), change)
    );
}

#[test]
fn tokens_takes_any_number_of_servers_and_one_model() {
    for (line, labels, model) in [
        ("tokens", &[][..], None),
        ("tokens a b", &["a", "b"][..], None),
        ("tokens a --model Own/m-1", &["a"][..], Some("Own/m-1")),
    ] {
        let wanted = Command::Tokens(
            labels.iter().map(|&label| label.to_owned()).collect(),
            model.map(str::to_owned),
        );
        assert_eq!(parsed(line).unwrap(), wanted, "{line}");
    }
    assert!(parsed("tokens --price").is_err());
}
