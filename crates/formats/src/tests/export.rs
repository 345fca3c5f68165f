//! What is written for another host, read again.

use super::*;

fn exported() -> Vec<ServerDraft> {
    let value = |name: &str, value: Option<&str>| NamedValue {
        name: name.into(),
        value: value.map(str::to_owned),
        secret: value.is_none(),
    };
    let draft = |label: &str, endpoint| ServerDraft::unfenced(label, endpoint);
    vec![
        ServerDraft {
            environment: vec![value("LEVEL", Some("info")), value("API_KEY", None)],
            ..draft(
                "Files \"mine\"",
                Endpoint::Command {
                    program: "npx".into(),
                    arguments: vec!["-y".into(), "a b".into()],
                    folder: Some("/work".into()),
                },
            )
        },
        ServerDraft {
            headers: vec![value("X-Team", Some("a")), value("X-Api-Key", None)],
            ..draft(
                "Remote",
                Endpoint::Address {
                    url: "https://e.com/mcp".into(),
                },
            )
        },
        draft("Demo", Endpoint::Demo {}),
    ]
}

#[test]
fn what_is_written_for_another_host_is_read_again_without_the_secrets() {
    for (name, format) in ExportFormat::ALL {
        let text = write(&exported(), format);
        let file = if format == ExportFormat::Codex {
            "config.toml"
        } else {
            "mcp.json"
        };
        let found = read_file(&text, Path::new(file), Path::new(HOME), None)
            .unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let [files, remote] = found.as_slice() else {
            panic!("{name}: {text}")
        };
        let called = match format {
            // It takes no other characters in a name.
            ExportFormat::Codex => "Files-mine",
            _ => "Files \"mine\"",
        };
        assert_eq!(files.name, called, "{name}");
        assert_eq!(runs(files), ["npx", "-y", "a b"], "{name}");
        let sorted = |list: &[NamedValue]| {
            let mut list = values(list);
            list.sort();
            list
        };
        let variables = sorted(&files.environment);
        let remote_values = sorted(&remote.headers);
        match format {
            // Its notation of a variable is its own: it stays as it is.
            ExportFormat::OpenCode => assert!(text.contains("{env:API_KEY}"), "{text}"),
            // It has none: the value is left out.
            ExportFormat::Zed => assert_eq!(variables, ["LEVEL=info"], "{text}"),
            _ => {
                assert_eq!(variables, ["API_KEY (missing)", "LEVEL=info"], "{name}: {text}");
                assert_eq!(
                    remote_values,
                    ["X-Api-Key (missing)", "X-Team=a"],
                    "{name}: {text}"
                );
            }
        }
        assert_eq!(runs(remote), ["https://e.com/mcp"], "{name}");
    }
}
