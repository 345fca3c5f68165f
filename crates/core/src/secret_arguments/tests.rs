use super::{replace_secrets, secret_arguments};
use proptest::prelude::*;

fn arguments(line: &[&str]) -> Vec<String> {
    line.iter().map(|word| (*word).to_owned()).collect()
}

// Proves S-67.
#[test]
fn secrets_in_arguments_are_found_and_shown_without_their_values() {
    let token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    let variable = format!("GITHUB_TOKEN={token}");
    for (line, at, value, name, shown) in [
        (
            vec!["run", "-i", "-e", variable.as_str(), "image"],
            3,
            token,
            "GITHUB_TOKEN",
            "-e GITHUB_TOKEN=…",
        ),
        (vec!["run", "-e", "API_KEY=x"], 2, "x", "API_KEY", "-e API_KEY=…"),
        (
            vec!["run", "-eDB_PASS=hunter2"],
            1,
            "hunter2",
            "DB_PASS",
            "-eDB_PASS=…",
        ),
        (vec!["-ePAT=abcdef12"], 0, "abcdef12", "PAT", "-ePAT=…"),
        (vec!["-itePAT=abcdef12"], 0, "abcdef12", "PAT", "-itePAT=…"),
        (vec!["--env=API_KEY=x"], 0, "x", "API_KEY", "--env=API_KEY=…"),
        (vec!["--api-key", "sk-1"], 1, "sk-1", "API_KEY", "--api-key …"),
        (vec!["--token=s3cr3t"], 0, "s3cr3t", "TOKEN", "--token=…"),
        (
            vec!["--db-pass", "hunter2"],
            1,
            "hunter2",
            "DB_PASS",
            "--db-pass …",
        ),
        (
            vec!["--header", "Authorization: Bearer abc"],
            1,
            "abc",
            "AUTHORIZATION",
            "--header Authorization: Bearer …",
        ),
        (
            vec!["-H", "X-Api-Key:abc"],
            1,
            "abc",
            "X_API_KEY",
            "-H X-Api-Key:…",
        ),
        (
            vec!["postgres://user:p%40ss@host/db"],
            0,
            "p%40ss",
            "PASSWORD",
            "postgres://user:…@host/db",
        ),
        (
            vec!["--db=postgres://user:pass@host/db"],
            0,
            "pass",
            "PASSWORD",
            "--db=postgres://user:…@host/db",
        ),
        (
            vec!["-y", "https://host/sse?a=1&api_key=k-1&b=2"],
            1,
            "k-1",
            "API_KEY",
            "https://host/sse?a=1&api_key=…&b=2",
        ),
        (vec!["-y", token], 1, token, "ARGUMENT_2", "ghp_…"),
        (
            vec!["-c", "cd x; DB_PASSWORD='hunter2' npx server"],
            1,
            "hunter2",
            "DB_PASSWORD",
            "DB_PASSWORD='…",
        ),
        (
            vec!["-c", "exec npx \"server\" --token s3cr3t"],
            1,
            "s3cr3t",
            "TOKEN",
            "--token …",
        ),
    ] {
        let words = arguments(&line);
        let found = secret_arguments(&words);
        let [found] = found.as_slice() else {
            panic!("{line:?}: {found:?}");
        };
        let given = &words[found.at][found.value.clone()];
        assert_eq!((found.at, given), (at, value), "{line:?}");
        assert_eq!(
            (found.variable().as_str(), found.shown.as_str()),
            (name, shown),
            "{line:?}"
        );
    }
}

// Proves S-67.
#[test]
fn arguments_without_a_secret_are_left_alone() {
    for line in [
        &["-y", "@modelcontextprotocol/server-filesystem", "/home/ada/work"][..],
        &["--token-file", "/run/token", "--api-key-env", "API_KEY"],
        &["--token", "--verbose"],
        &[
            "--token=${TOKEN}",
            "--api-key",
            "$API_KEY",
            "--password",
            "<your password>",
        ],
        &[
            "--key",
            "/etc/ssl/key.pem",
            "--key=server.key",
            "--key",
            "C:\\key",
        ],
        &["--auth", "oauth", "--key", "name", "--auth=none"],
        &[
            "--key",
            "my-project-2024",
            "--key=team_notes_1999",
            "-e",
            "SORT_BY_KEY=sales-2025",
        ],
        &[
            "--max-tokens",
            "4096",
            "--token-limit=100",
            "--token-budget",
            "8000",
        ],
        &[
            "--no-password",
            "mydb",
            "--no-auth",
            "server-2024",
            "--use-token-cache=1",
        ],
        &[
            "--header",
            "Authorization: Bearer ${AUTH_TOKEN}",
            "-e",
            "AUTHORIZATION=Bearer $TOKEN",
        ],
        &["--cookies-from-browser", "chrome"],
        &[
            "--cache-key",
            "build-2024",
            "--secret-manager=gcp",
            "--max-token",
            "4096",
        ],
        &["-e", "TOKENS_PER_MINUTE=1000", "-e", "KEY_PREFIX=app2024x"],
        &[
            "git+https://github.com/a/b@v1",
            "git@github.com:a/b.git",
            "--from",
            "server==1.2.3",
        ],
        &["-e", "API_KEY", "-e", "npm_config_registry", "-e", "API_KEY="],
        &["https://user@host/a?page=2", "http://127.0.0.1:8080", "key:value"],
        &["-m", "auth.server", "--header", "X-Team: a"],
        &["-c", "echo a token of the day"],
    ] {
        assert_eq!(secret_arguments(&arguments(line)), [], "{line:?}");
    }
}

// Proves S-67.
#[test]
fn a_name_is_no_secret_under_an_uncertain_option_and_what_was_generated_is() {
    for line in [
        ["--api-key", "my-project-2024"],
        ["--token", "my-project-2024"],
        ["--password", "summer-2024"],
        ["--auth", "summer-2024"],
        ["--master-key", "my-project-2024"],
        ["--encryption-key", "my-project-2024"],
        ["--key", "my-pr0ject-2024"],
        ["--key", "my-project-8f3a91c2"],
        ["--key", "my-project-2024-2025"],
        ["--key", "kqzv-wmpt-2024"],
        ["--key", "My-Project-2024"],
        ["--key", "myproject2024"],
        ["--key", "my-project-9024"],
        ["--key", "wojenakirotupavemo-2024"],
    ] {
        let found = secret_arguments(&arguments(&line));
        assert_eq!(found.len(), 1, "{line:?}");
    }
}

proptest! {
    // Proves S-67.
    #[test]
    fn no_argument_makes_the_search_fall_over(line in prop::collection::vec("[-a-zé=: @/?&$'\"]{0,4}(token|://|key)?[-a-zé=: @/?&1]{0,9}", 0..5)) {
        let words = arguments(&line.iter().map(String::as_str).collect::<Vec<_>>());
        let replaced = replace_secrets(&words, |_| "•".to_owned());
        prop_assert_eq!(replaced.len(), words.len());
        for found in secret_arguments(&words) {
            prop_assert!(!words[found.at][found.value].is_empty());
        }
    }
}
