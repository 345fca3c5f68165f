//! The language of the system, as a person in China has it.

use crate::harness::{RunOutput, TestHome, ran};

/// Runs it where the system is in Chinese.
fn in_chinese(home: &TestHome, arguments: &[&str]) -> RunOutput {
    let mut command = home.command(arguments);
    command.env_remove("LC_ALL").env("LANG", "zh_CN.UTF-8");
    ran(command.output().unwrap())
}

#[test]
fn results_and_failures_are_in_the_language_of_the_system() {
    let home = TestHome::new();
    let list = in_chinese(&home, &["server", "list"]).ends(0);
    assert_eq!(list.out, "还没有服务器。可用“portcullis-cli server add”添加。\n");
    let unknown = in_chinese(&home, &["tools", "nothing"]).ends(2);
    assert!(
        unknown
            .err
            .starts_with("没有名为“nothing”的服务器。“portcullis-cli server list”"),
        "there is no space between Chinese sentences: {unknown:?}"
    );
    let code = in_chinese(&home, &["--json", "tools", "nothing"]).ends(2).json();
    assert_eq!(code["problem"]["code"], "not_found");
    let help = in_chinese(&home, &["server", "add", "--help"]).ends(0).out;
    for line in [
        "添加服务器\n",
        "\n用法： portcullis-cli server add [OPTIONS] <LABEL> -- <PROGRAM>",
        "\n参数：\n  <LABEL>",
        "\n选项：\n",
        "[可用的值：auto、streamable-http和sse]",
        "\n示例：\n  portcullis-cli server add files -- npx",
    ] {
        assert!(help.contains(line), "{line}: {help}");
    }
    let above = in_chinese(&home, &["help"]).ends(0).out;
    assert!(
        above.contains("\n命令：\n") && above.contains("\n退出代码：\n"),
        "{above}"
    );
    for english in ["Usage", "Options", "Print", "possible values", "Examples"] {
        assert!(
            !help.contains(english) && !above.contains(english),
            "{help}{above}"
        );
    }
    let wrong = in_chinese(&home, &["server", "lst"]).ends(2);
    let told = "没有命令“lst”。你是指“list”吗？请查看“portcullis-cli server --help”。\n";
    assert!(wrong.err.starts_with(told), "{wrong:?}");
    wrong.prints_error("\n用法： portcullis-cli server");
    let english = home.run(&["server", "list"]).ends(0);
    assert!(english.out.starts_with("No servers yet."), "{english:?}");
}

#[test]
fn a_conversation_without_a_name_is_found_by_what_the_language_calls_it() {
    let home = TestHome::new();
    let file = home.path().join("conversations.json");
    let chats = r#"[{"name": "New conversation", "created_at": "2024-05-01T12:34:56Z", "updated_at": "2024-05-01T12:34:56Z",
        "chat_messages": [{"sender": "human", "text": "请问海象住在哪里？", "content": []}]}]"#;
    std::fs::write(&file, chats).unwrap();
    in_chinese(&home, &["chat", "import", file.to_str().unwrap()]).ends(0);
    let search = |words| {
        in_chinese(&home, &["--json", "chat", "search", words])
            .ends(0)
            .json()
    };
    assert_eq!(search("海象")["messages"][0]["title"], "新对话");
    assert_eq!(search("新对话")["titles"][0]["title"]["text"]["text"], "新对话");
}

#[test]
fn a_reason_inside_a_sentence_brings_no_stop_of_its_own() {
    let home = TestHome::with_demo();
    let bad = ["call", "demo", "add", "--args", r#"{"a": "two", "b": 2}"#];
    let told = in_chinese(&home, &bad).ends(1);
    told.prints_error("须为数字。未调用工具。");
}
