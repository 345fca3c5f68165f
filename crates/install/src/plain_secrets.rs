//! Values that look like secrets, and that are about to be saved with everything else: where secrets are kept is the better
//! place. A remark and an offer; the person decides.

use portcullis_containers::ContainerRun;
use portcullis_core::redact::looks_secret;
use portcullis_core::secret_arguments::{SecretArgument, secret_arguments};
use portcullis_core::text;
use portcullis_domain::{Endpoint, ServerDraft, Warning};
use portcullis_l10n::say;

/// A remark for each such value that would not be stored as a secret.
pub(super) fn remarks(draft: &ServerDraft) -> Vec<Warning> {
    let values = draft.environment.iter().chain(&draft.headers);
    let open = values.filter(|value| {
        let given = value.value.as_ref().is_some_and(|value| !value.is_empty());
        !value.secret && given && looks_secret(&value.name)
    });
    let named = open.map(|value| {
        Warning::new(
            "draft.plain_secret",
            say!("plain-secret", name = text::escape_line(&value.name).text),
        )
    });
    named.chain(in_arguments(&draft.endpoint)).collect()
}

/// The same for each argument.
fn in_arguments(endpoint: &Endpoint) -> Vec<Warning> {
    let Some((program, arguments)) = endpoint.command() else {
        return Vec::new();
    };
    let mut found = secret_arguments(arguments);
    found.dedup_by_key(|secret| secret.at);
    let run = ContainerRun::of(program, arguments).and_then(|run| run.ok());
    let of_container = |secret: &SecretArgument| {
        let mut variables = run.iter().flat_map(|run| &run.variables);
        let name = secret.name.clone()?;
        variables
            .any(|(variable, value)| *variable == name && value.is_some())
            .then_some(name)
    };
    let remark = |secret: &SecretArgument| {
        let (number, argument) = (secret.at + 1, &secret.shown);
        let sentence = match of_container(secret) {
            Some(name) => say!(
                "secret-variable-argument",
                number,
                argument,
                name = text::escape_line(&name).text
            ),
            None => say!("secret-argument", number, argument),
        };
        Warning::new("draft.secret_argument", sentence)
    };
    found.iter().map(remark).collect()
}

#[cfg(test)]
mod tests {
    use super::remarks;
    use portcullis_domain::{Endpoint, NamedValue, ServerDraft};

    fn sentences(line: &[&str]) -> Vec<String> {
        let draft = ServerDraft::unfenced(
            "x",
            Endpoint::Command {
                program: line[0].to_owned(),
                arguments: line[1..].iter().map(|word| (*word).to_owned()).collect(),
                folder: None,
            },
        );
        remarks(&draft)
            .into_iter()
            .map(|remark| remark.sentence)
            .collect()
    }

    // Proves S-67.
    #[test]
    fn a_secret_in_an_argument_is_remarked_upon_without_its_value() {
        let token = "GITHUB_TOKEN=ghp_16C7e42F292c6912E7710c838347Ae178B4a";
        let found = sentences(&[
            "docker",
            "run",
            "-i",
            "-e",
            token,
            "image",
            "--api-key",
            "sk-4711",
        ]);
        let [variable, option] = found.as_slice() else {
            panic!("{found:?}");
        };
        assert!(
            variable.contains("Argument 4") && variable.contains("“-e GITHUB_TOKEN=…”"),
            "{variable}"
        );
        assert!(variable.contains("“-e GITHUB_TOKEN”"), "{variable}");
        assert!(
            option.contains("Argument 7") && option.contains("“--api-key …”"),
            "{option}"
        );
        assert!(
            option.ends_with("Move it to a secret environment variable."),
            "it is no variable of the container: {option}"
        );
        assert!(
            found
                .iter()
                .all(|remark| !remark.contains("ghp_") && !remark.contains("4711")),
            "{found:?}"
        );
        for line in [
            &["npx", "server", "postgres://user:hunter2@host/db"][..],
            &[
                "npx",
                "mcp-remote",
                "https://x.example",
                "--header",
                "Authorization: Bearer abc",
            ],
            &["sh", "-c", "npx server --token=hunter2"],
        ] {
            let found = sentences(line);
            assert_eq!(found.len(), 1, "{line:?}");
            assert!(
                !found[0].contains("hunter2") && !found[0].contains("abc"),
                "{found:?}"
            );
        }
        assert_eq!(
            sentences(&["npx", "-y", "server", "/home/ada"]),
            Vec::<String>::new()
        );
    }

    // Proves S-67.
    #[test]
    fn a_variable_or_header_that_looks_like_a_secret_and_is_none_is_remarked_upon() {
        let said = |name: &str, value: Option<&str>, secret: bool| {
            let named = NamedValue {
                name: name.to_owned(),
                value: value.map(str::to_owned),
                secret,
            };
            let mut draft = ServerDraft::unfenced("x", Endpoint::Demo {});
            draft.environment = vec![named.clone()];
            draft.headers = vec![named];
            let sentences = remarks(&draft).into_iter().map(|remark| remark.sentence);
            sentences.collect::<Vec<_>>()
        };
        let remark = "“API_KEY” looks like a secret and would be saved unencrypted. \
                      Mark it as a secret to store it with your other secrets.";
        assert_eq!(said("API_KEY", Some("x"), false), [remark, remark]);
        let none: [&str; 0] = [];
        assert_eq!(said("API_KEY", Some("x"), true), none);
        assert_eq!(said("API_KEY", None, true), none);
        assert_eq!(said("API_KEY", Some(""), false), none, "nothing is given");
        assert_eq!(said("MODE", Some("x"), false), none);
    }
}
