//! Servers that are suggested: what each does and needs, and the command that adds it. Nothing is done here.

use crate::failure::CliFailure;
use crate::output::table;
use crate::session::CommandContext;
use clap::Args;
use portcullis_api::{InstallView, SuggestedServer, SuggestionNeed};
use portcullis_install::FOLDER;
use portcullis_l10n::say;

/// `server suggested`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  portcullis-cli server suggested\n  portcullis-cli server suggested filesystem"
)]
pub struct Suggested {
    /// Show this one and the command that adds it
    name: Option<String>,
}

impl Suggested {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let list = session.host.suggested_servers().await?;
        let Some(name) = self.name else {
            session.output.result(&list, || overview(&list));
            return Ok(());
        };
        let is_meant =
            |it: &&SuggestedServer| it.id.eq_ignore_ascii_case(&name) || it.name.eq_ignore_ascii_case(&name);
        let Some(found) = list.iter().find(is_meant) else {
            let names = list.iter().map(|it| it.id.as_str());
            let sentence = say!("suggested-unknown", name);
            return Err(CliFailure::no_such_name(
                sentence,
                &name,
                names,
                "server suggested",
            ));
        };
        session.output.result(found, || described(found));
        Ok(())
    }
}

fn overview(list: &[SuggestedServer]) -> String {
    let rows: Vec<_> = list
        .iter()
        .map(|it| vec![it.id.clone(), needs(it), it.purpose.clone()])
        .collect();
    let headings = [
        say!("heading-name"),
        say!("heading-needs"),
        say!("heading-purpose"),
    ];
    format!("{}\n{}\n", table(&headings, &rows), say!("suggested-more"))
}

/// All that it needs, its runtime first.
fn needs(server: &SuggestedServer) -> String {
    let more = server.needs.iter().map(|need| match need {
        SuggestionNeed::Folder {} => say!("suggested-folder"),
        SuggestionNeed::Key { variable, .. } => variable.clone(),
        SuggestionNeed::Program { name } => name.clone(),
    });
    let all: Vec<_> = std::iter::once(server.runtime.clone()).chain(more).collect();
    all.join(", ")
}

fn described(server: &SuggestedServer) -> String {
    let mut words = format!("{}\n{}\n\n", server.name, server.purpose);
    let mut line = |said: String| {
        words.push_str(&said);
        words.push('\n');
    };
    line(say!("suggested-publisher", name = server.publisher));
    line(say!("suggested-source", url = server.source));
    line(say!(
        "suggested-package",
        package = server.package,
        version = server.version,
        registry = server.registry
    ));
    line(say!("suggested-needs", needs = needs(server)));
    if let Some(folder_use) = &server.folder_use {
        line(say!("suggested-folder-use", words = folder_use));
    }
    for need in &server.needs {
        if let SuggestionNeed::Key { variable, page } = need {
            line(say!("suggested-key", name = variable, url = page));
        }
    }
    if !server.installed {
        let how = match &server.install {
            InstallView::Command { command } => command,
            InstallView::Page { url } => url,
        };
        line(say!("suggested-missing", runtime = server.runtime, how));
    }
    line(String::new());
    line(say!("suggested-add"));
    line(format!("  {}", command(server)));
    words
}

/// The command that adds it. It shows everything and asks, as for any other server.
fn command(server: &SuggestedServer) -> String {
    let mut words = vec![format!("portcullis-cli server add {} --fetch", server.id)];
    for variable in &server.draft.environment {
        let value = variable.value.as_deref().unwrap_or_default();
        words.push(format!("--env {}={}", variable.name, placed(value)));
    }
    for need in &server.needs {
        if let SuggestionNeed::Key { variable, .. } = need {
            words.push(format!("--secret {variable}"));
        }
    }
    if let Some((program, arguments)) = server.draft.endpoint.command() {
        words.push(format!("-- {program}"));
        words.extend(arguments.iter().map(|argument| placed(argument)));
    }
    words.join(" ")
}

/// A folder is a word that the person replaces; as it is, the shell stops at it and nothing is added.
fn placed(text: &str) -> String {
    text.replace(FOLDER, "<FOLDER>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_install::suggested;

    fn server(id: &str) -> SuggestedServer {
        let one = suggested().unwrap().into_iter().find(|it| it.id == id).unwrap();
        SuggestedServer {
            purpose: one.purpose(),
            folder_use: Some(one.folder_use()),
            draft: one.draft(),
            runtime: "Node.js".to_owned(),
            installed: false,
            install: InstallView::Page {
                url: "https://nodejs.org/en/download".to_owned(),
            },
            registry: one.registry.called().to_owned(),
            id: one.id,
            name: one.name,
            publisher: one.publisher,
            source: one.source,
            package: one.package,
            version: one.version,
            needs: one.needs,
        }
    }

    #[test]
    fn the_command_names_the_version_the_folder_and_the_key() {
        let line = command(&server("filesystem"));
        assert!(line.starts_with(
            "portcullis-cli server add filesystem --fetch -- npx -y @modelcontextprotocol/server-filesystem@"
        ));
        assert!(line.ends_with(" <FOLDER>"), "{line}");
        assert!(command(&server("memory")).contains("--env MEMORY_FILE_PATH=<FOLDER>/memory.jsonl"));
        assert!(command(&server("brave-search")).contains("--secret BRAVE_API_KEY -- npx"));
    }

    #[test]
    fn a_runtime_that_is_missing_is_said_with_how_it_is_installed() {
        let words = described(&server("filesystem"));
        assert!(words.contains("https://nodejs.org/en/download"), "{words}");
        assert!(words.contains("Model Context Protocol"), "{words}");
    }
}
