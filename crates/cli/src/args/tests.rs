use super::*;
use crate::args::values::SecretSource;
use crate::commands::account::AccountCommand;
use crate::commands::chat::Chat;
use crate::commands::flows::Word;
use crate::commands::grants::Grants;
use crate::commands::models::Models;
use crate::commands::server::Server;
use portcullis_api::{FlowMark, Tristate};
use portcullis_host::host::ChatFormat;

fn parsed(line: &str) -> Result<Command, clap::Error> {
    parse(line.split_whitespace().map(OsString::from)).map(|line| line.command)
}

/// What a person sees of a line that makes no sense.
fn refused(words: &[&str]) -> String {
    let error = parse(words.iter().map(OsString::from)).expect_err("it makes no sense");
    assert_eq!(error.exit_code(), 2, "{words:?}");
    wrong::in_words(&visible(error))
}

#[test]
fn the_definition_of_the_command_line_is_sound() {
    Cli::command().debug_assert();
}

// Proves S-44.
#[test]
fn typed_control_characters_are_made_visible_in_errors() {
    let typed = "x\u{1b}[2J\u{202e}\nerror: all is well";
    for words in [
        &[typed][..],
        &["server", typed],
        &["resources", "x", typed],
        &["audit", "export", "--format", typed],
        &["audit", "show", typed],
        &["call", "x", "y", &format!("--{typed}")],
        &["chat", "search", "x", "--limit", typed],
        &["flows", "x", "private=yes", typed],
        &["flows", "x", &format!("{typed}=yes")],
        &["prompt", "x", "y", &format!("{typed}=1"), &format!("{typed}=2")],
        &["server", "sampling", "x", typed],
    ] {
        let shown = refused(words);
        assert!(shown.contains("⟨U+001B⟩"), "{shown:?}");
        assert!(
            !shown.contains(['\u{1b}', '\u{202e}']) && !shown.contains("\nerror: all"),
            "{shown:?}"
        );
    }
}

#[test]
fn everything_after_two_dashes_belongs_to_the_program() {
    let Ok(Command::Server(Server::Add(add))) =
        parsed("server add files --env A=b=c --yes -- npx -y --json --data-dir x")
    else {
        panic!("not an add");
    };
    assert_eq!(add.program, ["npx", "-y", "--json", "--data-dir", "x"]);
    assert_eq!(add.env[0].value.as_deref(), Some("b=c"));
    assert!(add.yes && !add.no_start);
}

#[test]
fn global_options_may_stand_anywhere_before_that() {
    for line in [
        "--json --data-dir d server list",
        "server --json list --data-dir d",
        "server list --data-dir=d --json --json",
    ] {
        let line = parse(line.split_whitespace().map(OsString::from)).unwrap();
        assert!(line.json);
        assert_eq!(line.data_dir, Some("d".into()));
        assert!(matches!(line.command, Command::Server(Server::List)));
    }
}

#[test]
fn help_and_version_are_there_at_every_level() {
    for (line, usage) in [
        ("--help", ""),
        ("help", ""),
        ("server --help", " server"),
        ("help server add", " server add"),
        ("help server add --json", " server add"),
        ("server help add --json", " server add"),
        ("server add x --help", " server add"),
        ("call -h", " call"),
        ("read x --help", " read"),
        ("prompt x y z=1 --help", " prompt"),
        ("roots x add --help", " roots <LABEL> add"),
        ("account --help", " account"),
        ("account client x --help", " account client"),
        ("audit export --help", " audit export"),
        ("chat search --help", " chat search"),
        ("task show --help", " task show"),
        ("tokens x --help", " tokens"),
        ("permissions revoke --help", " permissions revoke"),
        // The name of earlier versions.
        ("grants revoke --help", " permissions revoke"),
        ("flows x --help", " flows"),
    ] {
        let help = parsed(line).unwrap_err();
        assert_eq!(help.kind(), ErrorKind::DisplayHelp, "{line}");
        let help = help.to_string();
        assert!(help.contains(&format!("Usage: portcullis-cli{usage}")), "{help}");
    }
    for line in ["--version", "-V", "tools --version", "server list --version"] {
        let version = parsed(line).unwrap_err();
        assert_eq!(version.kind(), ErrorKind::DisplayVersion, "{line}");
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
        "audit verify --head --accept",
        "permissions revoke x --yes",
        "flows x private=maybe",
        "flows x nothing=yes",
        "flows x private=yes y",
        "server add x",
        "server add x --url http://a -- b",
        "server add x --",
        "server add x y -- z",
        "server add x --demo --env A=b",
        "server add x --demo --secret A",
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
        "account client x --id=",
        "account client x --id y --forget",
        "account client x --id y --port 0",
        "account client x --id y --port 70000",
        "account client x --id y --unattended",
        "account document x",
        "secrets",
        "secrets elsewhere",
        "secrets file x",
        "account document --url x --forget",
        "account client x --id y --idp https://id.example",
        "account client x --id y --idp-id z",
        "account client x --idp https://id.example --idp-id z",
        "account client x --idp https://id.example --idp-id z --token-file f",
        "account client x --token-file f --secret",
        "account client x --forget --token-file z",
        "account client x --forget --secret",
        "account client x --id y --unattended --secret --port 1",
        "account client x --id y --secret --key z",
        "permissions revoke",
        "permissions revoke a b",
        "permissions revoke a --all",
        "permissions pin",
        "permissions pin a",
        "permissions pin a b c",
        "audit export",
        "audit export --format xml",
        "chat",
        "chat search",
        "chat export 4f",
        "chat export 4f --format pdf",
        "chat search a --limit many",
        "chat import",
        "chat import a b",
        "chat talk",
        "completions abacus",
        "models add abacus",
        "status",
        "status x --yes",
        "tokens --price",
        "--data-dir",
    ] {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert!(!refused(&words).is_empty());
    }
}

#[test]
fn a_script_is_told_in_one_line_what_is_wrong_and_what_helps() {
    for (words, sentence) in [
        (&["server", "lst"][..], "There is no command “lst”."),
        (&["server"], "A command is missing."),
        (&["call", "x"], "Missing: <TOOL>."),
        (
            &["server", "add", "x", "https://a.example/mcp"],
            "There is one argument too many. A program follows “--”, a URL follows --url",
        ),
        (&["tools"], "Missing: <LABEL>."),
        (&["tools", "x", "y", "z"], "“z” is not expected here."),
        (&["tools", "x", "--serch", "y"], "“--serch” is not expected here."),
        (&["chat", "search", "x", "--limit"], "--limit <N> needs a value."),
        (
            &["chat", "search", "x", "--limit", "many"],
            "“many” is not accepted for --limit <N>: it is not a whole number of 0 or more.",
        ),
        (
            &["call", "x", "y", "--timeout", "0"],
            "“0” is not accepted for --timeout <S>: it is not a whole number from 1 to",
        ),
        (
            &["audit", "export", "--format", "xml"],
            "“xml” is not accepted for --format <FORMAT>. Accepted: jsonl and csv.",
        ),
    ] {
        let error = parse(words.iter().map(OsString::from)).unwrap_err();
        let (told, remedy) = wrong::explain(&error);
        assert!(told.starts_with(sentence), "{told}");
        assert!(!told.contains('\n') && remedy.contains("--help"), "{remedy}");
    }
}

#[test]
fn the_nearest_name_is_suggested_and_the_help_of_the_command_at_hand() {
    for (line, remedy) in [
        ("servers", "Did you mean “server”? Try “portcullis-cli --help”."),
        ("list", "Did you mean “server list”? Try “portcullis-cli --help”."),
        (
            "verify --head",
            "Did you mean “audit verify”? Try “portcullis-cli --help”.",
        ),
        ("flows x private=maybe", "Try “portcullis-cli flows --help”."),
        ("flows x a b", "Try “portcullis-cli flows --help”."),
        (
            "server lst",
            "Did you mean “list”? Try “portcullis-cli server --help”.",
        ),
        ("server add", "Try “portcullis-cli server add --help”."),
        ("tools x --search", "Try “portcullis-cli tools --help”."),
        ("audit show many", "Try “portcullis-cli audit show --help”."),
        ("server --json", "Try “portcullis-cli server --help”."),
        (
            "models add openai hunter2",
            "Try “portcullis-cli models add --help”.",
        ),
        ("prompt x y a=1 a=2", "Try “portcullis-cli prompt --help”."),
    ] {
        let error = parsed(line).expect_err("it makes no sense");
        assert_eq!(wrong::explain(&error).1, remedy, "{line}");
    }
}

#[test]
fn each_argument_that_is_missing_is_named_and_so_is_a_choice_between_options() {
    for (line, sentence) in [
        ("call", "Missing: <LABEL> and <TOOL>."),
        ("server sampling x", "Missing: <ON|OFF>."),
        ("server order", "Missing: <LABELS>."),
        (
            "server add",
            "Missing: <LABEL>. One of these is missing: --url <URL>, --demo and PROGRAM.",
        ),
        (
            "permissions revoke",
            "One of these is missing: ID, --server <LABEL>, --unused and --all.",
        ),
    ] {
        let error = parsed(line).expect_err("it makes no sense");
        assert_eq!(wrong::explain(&error).0, sentence, "{line}");
    }
}

#[test]
fn options_that_exclude_each_other_are_both_named() {
    assert!(refused(&["tools", "x", "y", "--search", "z"]).contains(" cannot be combined with "));
    let program = refused(&["server", "add", "x", "--demo", "--", "y"]);
    assert!(
        program.contains("cannot be combined with [PROGRAM]. Try "),
        "{program}"
    );
    let told = refused(&["audit", "verify", "--head", "--accept"]);
    let first = told.lines().next().unwrap_or_default();
    assert!(first.contains(" cannot be combined with "), "{told}");
    assert!(first.contains("--head") && first.contains("--accept"), "{told}");
}

// Proves AUT-26.
#[test]
fn no_secret_is_taken_from_the_command_line_or_repeated() {
    for line in [
        "server add x --secret KEY=hunter2 -- z",
        "server add x --secret KEY hunter2 -- z",
        "server add x --url http://a --header Authorization:hunter2",
        "server add x --env =hunter2 -- z",
        "server add x --token=hunter2 -- z",
        "account client x --id y --secret hunter2",
        "account client x --id y --secret=hunter2",
        "account client x --id y --secert=hunter2",
        "models add openai --key hunter2",
        "models add openai --key=hunter2",
        "models key x hunter2",
        "models key x --key=hunter2",
        "registry use https://a --header Authorization=hunter2",
    ] {
        let shown = refused(&line.split(' ').collect::<Vec<_>>());
        assert!(!shown.contains("hunter2"), "{line}: {shown}");
    }
    let Ok(Command::Server(Server::Add(add))) = parsed("server add x --secret A --secret B=- -- z") else {
        panic!("not an add");
    };
    let sources: Vec<_> = add.secret.iter().map(|secret| secret.source).collect();
    assert_eq!(sources, [SecretSource::Prompt, SecretSource::Stdin]);
    for (line, source, key) in [
        ("account client x --id y", None, None),
        (
            "account client x --secret --id y",
            Some(SecretSource::Prompt),
            None,
        ),
        (
            "account client --secret=- x --id y",
            Some(SecretSource::Stdin),
            None,
        ),
        ("account client x --id y --key k.pem", None, Some("k.pem")),
        ("account client x --id -y --key -", None, Some("-")),
        ("account client x --token-file f", None, None),
        ("account client x --forget", None, None),
    ] {
        let Ok(Command::Account(AccountCommand::Client(client))) = parsed(line) else {
            panic!("not a client: {line}");
        };
        assert_eq!(client.secret, source, "{line}");
        assert_eq!(client.key, key.map(PathBuf::from), "{line}");
        assert_eq!(client.id.is_some(), line.contains("--id"), "{line}");
    }
}

#[test]
fn asking_a_model_is_turned_on_and_off() {
    for (word, wanted) in [("on", true), ("off", false)] {
        let line = format!("server sampling files {word}");
        let Ok(Command::Server(Server::Sampling { label, allowed })) = parsed(&line) else {
            panic!("not sampling");
        };
        assert_eq!((label.as_str(), allowed), ("files", wanted));
    }
}

// Proves PRO-03.
#[test]
fn arguments_of_a_prompt_are_pairs() {
    let Ok(Command::Prompt(prompt)) = parsed("prompt notes greet who=Ada tone= query=a=b") else {
        panic!("not a prompt");
    };
    assert_eq!((prompt.label.as_str(), prompt.name.as_str()), ("notes", "greet"));
    let found: Vec<_> = prompt
        .arguments
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    assert_eq!(found, [("who", "Ada"), ("tone", ""), ("query", "a=b")]);
}

#[test]
fn a_conversation_is_looked_for_and_exported_in_a_format_that_there_is() {
    let Ok(Command::Chat(Chat::Search { words, limit })) = parsed("chat search walrus zurich --limit 3")
    else {
        panic!("not a search");
    };
    assert_eq!((words.join(" ").as_str(), limit), ("walrus zurich", 3));
    let Ok(Command::Chat(Chat::Export { id, format })) = parsed("chat export 4f --format markdown") else {
        panic!("not an export");
    };
    assert_eq!((id.as_str(), format), ("4f", ChatFormat::Markdown));
}

// Proves S-78.
#[test]
fn what_is_said_of_a_server_or_a_tool_is_read() {
    let Ok(Command::Flows(none)) = parsed("flows") else {
        panic!("not flows");
    };
    assert!(none.label.is_none());
    let Ok(Command::Flows(flows)) = parsed("flows Notes look private=yes --yes sends=no") else {
        panic!("not flows");
    };
    assert_eq!(flows.label.as_deref(), Some("Notes"));
    let said = [
        Word::Tool("look".to_owned()),
        Word::Said(FlowMark::Private, Tristate::Yes),
        Word::Said(FlowMark::Sends, Tristate::No),
    ];
    assert_eq!((flows.words, flows.yes), (said.to_vec(), true));
    // Names and values of earlier versions are still read.
    for line in ["flows Notes untrusted=unset", "flows Notes strangers=unsaid"] {
        let Ok(Command::Flows(flows)) = parsed(line) else {
            panic!("not flows");
        };
        assert_eq!(flows.words, [Word::Said(FlowMark::Strangers, Tristate::Unsaid)]);
    }
    for line in ["permissions pin Issues search", "permissions hold Issues search"] {
        let Ok(Command::Grants(Grants::Pin { label, tool })) = parsed(line) else {
            panic!("not a pin");
        };
        assert_eq!((label.as_str(), tool.as_str()), ("Issues", "search"));
    }
}

#[test]
fn models_are_enabled_and_disabled_by_the_words_of_earlier_versions_too() {
    for line in ["models enable own large", "models use own large"] {
        let Ok(Command::Models(Models::Enable { label, model })) = parsed(line) else {
            panic!("not an enable: {line}");
        };
        assert_eq!((label.as_str(), model.as_str()), ("own", "large"));
    }
    for line in ["models disable own large", "models leave own large"] {
        let Ok(Command::Models(Models::Disable { label, model })) = parsed(line) else {
            panic!("not a disable: {line}");
        };
        assert_eq!((label.as_str(), model.as_str()), ("own", "large"));
    }
}

#[test]
fn tokens_takes_any_number_of_servers_and_one_model() {
    for (line, labels, model) in [
        ("tokens", &[][..], None),
        ("tokens a b", &["a", "b"][..], None),
        ("tokens a --model Own/m-1", &["a"][..], Some("Own/m-1")),
    ] {
        let Ok(Command::Tokens(tokens)) = parsed(line) else {
            panic!("not tokens");
        };
        assert_eq!(
            (tokens.labels, tokens.model.as_deref()),
            (labels.iter().map(|&label| label.to_owned()).collect(), model)
        );
    }
}
