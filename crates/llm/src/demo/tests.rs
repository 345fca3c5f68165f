use super::*;

fn tool(name: &str, schema: Value) -> ToolDefinition {
    ToolDefinition {
        name: format!("demo__{name}"),
        server: "Demo".to_owned(),
        tool: name.to_owned(),
        description: String::new(),
        input_schema: schema,
    }
}

#[test]
fn a_sampling_request_names_it_as_conversations_do() {
    assert_eq!(DemoModel.for_sampling().name, DemoModel.name());
    assert_eq!(DemoModel.name(), "Demo model");
}

#[test]
fn plain_words_become_a_call_and_its_result_is_told() {
    let tools = [tool("add", json!({}))];
    let mut said = vec![DemoLine::Person("Add 4 and 5".to_owned())];
    let Move::Say(words) = next(&said, &tools) else {
        panic!("words first")
    };
    said.push(DemoLine::Model(words));
    let Move::Call { name, arguments, .. } = next(&said, &tools) else {
        panic!("then a call")
    };
    assert_eq!((name.as_str(), arguments), ("demo__add", json!({"a": 4, "b": 5})));
    said.push(DemoLine::Result {
        ok: true,
        text: "9".to_owned(),
    });
    assert_eq!(next(&said, &tools), Move::Say("It answered:\n\n> 9".to_owned()));
    said.push(DemoLine::Model(String::new()));
    assert_eq!(next(&said, &tools), Move::End);
}

#[test]
fn any_tool_can_be_named() {
    let schema = json!({"properties": {"message": {"type": "string"}}, "required": ["message"]});
    let tools = [tool("echo", schema)];
    for (text, message) in [
        (r#"use echo {"message":"hi"}"#, "hi"),
        ("echo hello there", "hello there"),
    ] {
        let said = [DemoLine::Person(text.to_owned()), DemoLine::Model(String::new())];
        let Move::Call { arguments, .. } = next(&said, &tools) else {
            panic!("a call")
        };
        assert_eq!(arguments, json!({"message": message}));
    }
}

#[test]
fn a_no_ends_the_turn() {
    let tools = [tool("draw", json!({}))];
    let mut said = vec![
        DemoLine::Person("draw".to_owned()),
        DemoLine::Model(String::new()),
    ];
    said.push(DemoLine::Result {
        ok: false,
        text: "You denied this.".to_owned(),
    });
    assert!(matches!(next(&said, &tools), Move::Say(words) if words.contains("did not work")));
}

#[test]
fn a_user_who_denies_the_first_is_asked_about_the_second() {
    let tools = ["add", "write_note", "draw"].map(|name| tool(name, json!({})));
    let mut said = vec![
        DemoLine::Person("Show me what you can do".to_owned()),
        DemoLine::Model(String::new()),
    ];
    for (wanted, ok) in [("add", false), ("write_note", true), ("draw", true)] {
        let Move::Call { name, .. } = next(&said, &tools) else {
            panic!("{wanted} is asked for")
        };
        assert_eq!(name, format!("demo__{wanted}"));
        let text = String::new();
        said.push(DemoLine::Result { ok, text });
    }
    assert_eq!(next(&said, &tools), Move::Say(say!("demo-some-denied")));
    said.push(DemoLine::Model(say!("demo-some-denied")));
    assert_eq!(next(&said, &tools), Move::End);
}

#[test]
fn suggestions_lead_to_tools_that_are_there() {
    let schema = json!({"properties": {"message": {"type": "string"}}, "required": ["message"]});
    let tools = [tool("echo", schema), tool("nothing_known", json!({}))];
    assert_eq!(
        DemoModel.suggestions(&mut tools.into_iter()),
        [r#"use echo {"message":"hello"}"#]
    );
    assert_eq!(
        DemoModel.suggestions(&mut std::iter::once(tool("add", json!({})))),
        ["What is 19 plus 23?"]
    );
}
