//! Install links of other hosts, and pages that hand one on.

use super::*;

#[test]
fn install_links_of_other_hosts_are_read() {
    let json = r#"{"command":"npx","args":["-y","thing"]}"#;
    let b64 = base64::engine::general_purpose::STANDARD.encode(json);
    let named =
        base64::engine::general_purpose::STANDARD.encode(format!("{{\"mcpServers\":{{\"t\":{json}}}}}"));
    let encode = |text: &str| {
        percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
    };
    let with_name = json.replacen('{', "{\"name\":\"t\",", 1);
    for link in [
        format!(
            "cursor://anysphere.cursor-deeplink/mcp/install?name=t&config={}",
            encode(&b64)
        ),
        format!("cursor://anysphere.cursor-deeplink/mcp/install?name=t&config={b64}"),
        format!("https://cursor.com/install-mcp?name=t&config={}", encode(&b64)),
        format!("https://cursor.com/en/install-mcp?name=t&config={}", encode(&b64)),
        format!("vscode:mcp/install?{}", encode(&with_name)),
        format!("vscode-insiders:mcp/install?{}", encode(&with_name)),
        format!("raycast://mcp/install?{}", encode(&with_name)),
        format!(
            "trae-cn://trae.ai-ide/mcp-import?type=stdio&name=t&config={}",
            encode(&b64)
        ),
        format!(
            "qoder://aicoding.aicoding-deeplink/mcp/add?name=t&config={}",
            encode(&base64::engine::general_purpose::STANDARD.encode(encode(json)))
        ),
        format!(
            "https://insiders.vscode.dev/redirect/mcp/install?name=t&config={}",
            encode(json)
        ),
        format!(
            "https://vscode.dev/redirect?url={}",
            encode(&format!("vscode:mcp/install?{}", encode(&with_name)))
        ),
        format!("lmstudio://add_mcp?name=t&config={}", encode(&b64)),
        format!("https://kiro.dev/launch/mcp/add?name=t&config={}", encode(json)),
        format!("https://vs-open.link/mcp-install?{}", encode(&with_name)),
        format!("cherrystudio://mcp/install?servers={}", encode(&named)),
        format!("app.5ire://install-tool#{named}"),
        "goose://extension?cmd=npx&arg=-y&arg=thing&id=t&name=t".to_owned(),
        format!("portcullis://install?name=t&config={}", encode(&b64)),
    ] {
        let found = one(&link);
        assert_eq!(
            (found.name.as_str(), runs(&found)),
            ("t", vec!["npx".into(), "-y".into(), "thing".into()]),
            "{link}"
        );
    }
    let found = one(
        "goose://extension?url=https%3A%2F%2Fe.com%2Fmcp&type=streamable_http&name=E&env=E_KEY%3DYour%20key",
    );
    assert_eq!(runs(&found), ["https://e.com/mcp"]);
    let found = one("goose://extension?url=https%3A%2F%2Fe.com%2Fmcp&name=E&header=X-Team%3Da%2520b");
    assert_eq!(values(&found.headers), ["X-Team=a b"]);
    assert!(refused("cursor://x/mcp/install?name=t").contains("no configuration"));
    assert!(refused("cursor://x/mcp/install?name=t&config=%21%21").contains("cannot be read"));
    assert!(refused("other://x/mcp/install").contains("“other:”"));
}

// Proves S-67.
#[test]
fn what_a_link_for_vs_code_asks_for_unseen_is_a_secret() {
    let encode = |text: &str| {
        percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
    };
    let inputs = r#"[{"id":"db","type":"promptString","password":true},{"id":"org","type":"promptString"}]"#;
    let config = r#"{"command":"npx","args":["thing"],"env":{"PERSON":"${input:db}","ORG":"${input:org}"}}"#;
    let whole = config.replacen('{', &format!("{{\"name\":\"t\",\"inputs\":{inputs},"), 1);
    for link in [
        format!(
            "https://insiders.vscode.dev/redirect/mcp/install?name=t&inputs={}&config={}&quality=insiders",
            encode(inputs),
            encode(config)
        ),
        format!("vscode:mcp/install?{}", encode(&whole)),
    ] {
        let found = one(&link);
        assert_eq!(values(&found.environment), ["PERSON (missing)", "ORG="], "{link}");
        assert_eq!(found.missing, ["PERSON", "ORG"]);
    }
}

// Proves S-09.
#[test]
fn a_page_that_hands_on_a_link_is_followed_once() {
    let page = "https://vscode.dev/redirect?url=";
    let link = "vscode:mcp/install?%7B%22name%22%3A%22t%22%2C%22command%22%3A%22npx%22%7D";
    let home = Path::new(HOME);
    assert_eq!(read_pasted(&format!("{page}{link}"), home).unwrap().len(), 1);
    for many in [7_000, 3, 2] {
        let refused = read_pasted(&format!("{}{link}", page.repeat(many)), home).unwrap_err();
        assert_eq!(
            refused.sentence, "This install link has no configuration in it.",
            "{many}"
        );
    }
    // A link of a megabyte is not looked at.
    let refused = read_pasted(
        &format!("portcullis://install?config={}", "A".repeat(1 << 20)),
        home,
    )
    .unwrap_err();
    assert!(refused.sentence.contains("256 KiB"), "{refused}");
    assert_eq!(
        crate::InstallLink::parse(&format!("portcullis://install?config={}", "A".repeat(1 << 20))),
        None
    );
}
