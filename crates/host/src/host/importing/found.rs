//! A server that was read, as it is shown and as it would be saved.

use super::super::{Entry, Inner, count, views};
use portcullis_api::FoundServer;
use portcullis_core::redact::{HIDDEN, is_secret_value};
use portcullis_core::secret_arguments::replace_secrets;
use portcullis_core::text::{escape_line, is_quotation_mark, look_alike};
use portcullis_domain::{Endpoint, Foreign, NamedValue, ServerDraft, ServerLocation};
use portcullis_formats::{BEARER, FoundEntry};
use portcullis_l10n::say;
use portcullis_packages::PackageRequest;
use portcullis_programs::PathSystem;
use portcullis_storage::store::servers::label_key;

/// The servers that are here, and the labels that were given out since.
pub(super) struct Known {
    servers: Vec<(String, Endpoint)>,
    /// Those that run from a fetched package: what was asked for, and the working folder.
    fetched: Vec<(String, PackageRequest, Option<String>)>,
    labels: Vec<String>,
    /// The kind of paths that this computer has.
    paths: PathSystem,
}

impl Known {
    /// Blocking: reads the records of fetched packages.
    pub(super) fn of(inner: &Inner) -> Self {
        let entries = inner.entries();
        let fetched = entries.iter().filter_map(|entry| {
            let draft = entry.row().draft;
            let (_, request) = inner.fetched_of(&draft)?;
            let Endpoint::Command { folder, .. } = draft.endpoint else {
                return None;
            };
            Some((draft.label, request.newest(), folder))
        });
        Self {
            fetched: fetched.collect(),
            ..Self::by_label(inner)
        }
    }

    /// For a free label alone, which needs no file.
    pub(super) fn by_label(inner: &Inner) -> Self {
        let entries = inner.entries();
        let row = |entry: &std::sync::Arc<Entry>| {
            let draft = entry.row().draft;
            (draft.label, draft.endpoint)
        };
        let servers: Vec<_> = entries.iter().map(row).collect();
        Self {
            fetched: Vec::new(),
            labels: servers.iter().map(|(label, _)| label.clone()).collect(),
            servers,
            paths: PathSystem::here(),
        }
    }

    fn same(&self, endpoint: &Endpoint) -> Option<String> {
        let mut servers = self.servers.iter();
        let same = servers
            .find(|(_, known)| known == endpoint)
            .map(|(label, _)| label.clone());
        same.or_else(|| self.fetched_from(endpoint))
    }

    /// The server that runs the package that a launcher would fetch, in whatever version, with the same arguments.
    fn fetched_from(&self, endpoint: &Endpoint) -> Option<String> {
        let Endpoint::Command {
            program,
            arguments,
            folder,
        } = endpoint
        else {
            return None;
        };
        let wanted = PackageRequest::of(program, arguments)?.newest();
        let mut fetched = self.fetched.iter();
        fetched
            .find(|(_, request, of)| *request == wanted && of == folder)
            .map(|(label, ..)| label.clone())
    }

    /// A label that is free: the name, or the name with a number.
    pub(super) fn label(&self, name: &str) -> String {
        // Without what no label may have.
        let name = escape_line(name).text.replace(is_quotation_mark, "'");
        let name: String = name.trim().chars().take(60).collect();
        let name = match name.trim() {
            "" => "Server".to_owned(),
            name => name.to_owned(),
        };
        let numbered = (2_u32..).map(|number| format!("{name} {number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|label| {
            let key = label_key(label);
            !self
                .labels
                .iter()
                .any(|known| label_key(known) == key || look_alike(known, label))
        });
        free.unwrap_or(name)
    }
}

/// A server as it is shown. With its values only where the person gave the text.
pub(super) fn described(at: usize, found: &FoundEntry, with_values: bool, known: &mut Known) -> FoundServer {
    let same = found.endpoint.as_ref().and_then(|endpoint| known.same(endpoint));
    let label = match &same {
        // It is hardly imported again, so it takes no number from a new server of its name.
        Some(_) => known.label(&say!("import-copy-label", name = found.name)),
        None => known.label(&found.name),
    };
    let draft = draft(&label, found);
    let named = |secret: bool| {
        let values = found.environment.iter().chain(&found.headers);
        let names = values.filter(|value| value.secret == secret);
        names.map(|value| escape_line(&value.name)).collect()
    };
    let problem = found.problem.clone().or_else(|| {
        let parsed = portcullis_install::as_parsed(draft.clone()?);
        portcullis_install::check_shape(&parsed)
            .err()
            .map(|error| error.sentence)
    });
    // What cannot be imported takes no label from what can.
    if problem.is_none() {
        known.labels.push(label.clone());
    }
    FoundServer {
        at: count(at),
        runs: draft
            .iter()
            .flat_map(|draft| shown(words(draft), with_values))
            .collect(),
        whereabouts: draft.as_ref().map_or(ServerLocation::Local, views::whereabouts),
        open: named(false),
        secrets: named(true),
        off: found.off,
        known: same,
        remarks: found
            .remarks
            .iter()
            .cloned()
            .chain(other_paths(found, known.paths))
            .collect(),
        problem,
        draft: draft
            .filter(|_| with_values && found.problem.is_none())
            .map(|draft| for_form(draft, found.bearer)),
        label,
    }
}

/// What is a path of another system: of Windows in WSL, or the reverse.
fn other_paths(found: &FoundEntry, paths: PathSystem) -> Vec<String> {
    let Some(Endpoint::Command {
        program,
        arguments,
        folder,
    }) = &found.endpoint
    else {
        return Vec::new();
    };
    let words = std::iter::once(program).chain(arguments).chain(folder);
    let others = words.filter_map(|word| paths.path_of_other(word));
    let told = others.map(|other| {
        let path = escape_line(&other.path).text;
        match other.here {
            Some(here) => say!(
                "import-other-path-here",
                path,
                system = other.system,
                here = escape_line(&here).text
            ),
            None => say!("import-other-path", path, system = other.system),
        }
    });
    told.collect()
}

/// The page gets no secret from a file that it did not bring itself; the question before the import shows all of it.
fn shown(words: Vec<String>, with_values: bool) -> Vec<Foreign> {
    if with_values {
        return words.iter().map(|word| escape_line(word)).collect();
    }
    let words = replace_secrets(&words, |_| HIDDEN.to_owned());
    let masked = |word: &String| {
        let value = word.split_once('=').map_or(word.as_str(), |(_, value)| value);
        // The password of an address is masked in it.
        match !value.contains(HIDDEN) && is_secret_value(value) {
            true => escape_line(&word.replace(value, HIDDEN)),
            false => escape_line(word),
        }
    };
    words.iter().map(masked).collect()
}

/// What would be saved. `None` where it is not known how the server is reached.
pub(super) fn draft(label: &str, found: &FoundEntry) -> Option<ServerDraft> {
    Some(ServerDraft {
        environment: found.environment.clone(),
        headers: found.headers.clone(),
        transport: found.transport,
        ..ServerDraft::unfenced(label, found.endpoint.clone()?)
    })
}

/// In a form, a secret without a value would be one that is stored already. Of the header of a `bearer` token its beginning is known.
fn for_form(draft: ServerDraft, bearer: bool) -> ServerDraft {
    let given = |value: NamedValue, begins: &str| NamedValue {
        value: Some(value.value.unwrap_or_else(|| begins.to_owned())),
        ..value
    };
    let headers = draft.headers.into_iter().map(|header| {
        let begins = match bearer && header.name.eq_ignore_ascii_case("authorization") {
            true => BEARER,
            false => "",
        };
        given(header, begins)
    });
    let environment = draft.environment.into_iter().map(|value| given(value, ""));
    ServerDraft {
        environment: environment.collect(),
        headers: headers.collect(),
        ..draft
    }
}

/// Program and arguments, or the address.
pub(super) fn words(draft: &ServerDraft) -> Vec<String> {
    match &draft.endpoint {
        Endpoint::Command {
            program, arguments, ..
        } => std::iter::once(program).chain(arguments).cloned().collect(),
        Endpoint::Address { url } => vec![url.clone()],
        Endpoint::Demo {} => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::for_form;
    use portcullis_domain::{Endpoint, NamedValue, ServerDraft};

    #[test]
    fn a_form_gets_the_beginning_of_a_header_whose_token_is_missing() {
        let missing = |name: &str| NamedValue {
            name: name.to_owned(),
            value: None,
            secret: true,
        };
        let url = "https://example.com/mcp".to_owned();
        let draft = ServerDraft {
            headers: vec![missing("authorization"), missing("X-Api-Key")],
            ..ServerDraft::unfenced("x", Endpoint::Address { url })
        };
        for (bearer, expected) in [(true, "Bearer "), (false, "")] {
            let headers = for_form(draft.clone(), bearer).headers;
            let values: Vec<_> = headers.iter().map(|header| header.value.as_deref()).collect();
            assert_eq!(values, [Some(expected), Some("")]);
        }
    }
}
