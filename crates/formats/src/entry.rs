//! One server of a configuration: the names that the hosts use for the same fields, what of it is taken over, and what is not.

use crate::placeholders::{Expansion, KnownFolders, fill_argument, fill_value};
use crate::tree::Tree;
use crate::{BEARER, FoundEntry, Variables, command_line, limits};
use portcullis_core::redact::is_secret_value;
use portcullis_core::text;
use portcullis_domain::{Endpoint, NamedValue, TransportChoice};
use portcullis_install::looks_secret;
use portcullis_l10n::{list, say};
use std::path::Path;

/// Names whose presence says that a map is a server.
const REACHED_BY: [&str; 8] = [
    "command",
    "cmd",
    "url",
    "serverurl",
    "httpurl",
    "baseurl",
    "uri",
    "endpoint",
];

/// A name as all hosts may spell it: `bearerTokenEnvVar`, `bearer_token_env_var`, `bearer-token-env-var`.
pub fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| !matches!(c, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Whether this map is one server and not a map of servers.
pub fn is_server(tree: &Tree) -> bool {
    let reached = |value: &Tree, name: &str| match value {
        Tree::Text(_) => true,
        Tree::List(words) => {
            name != "url" && !words.is_empty() && words.iter().all(|word| word.text().is_some())
        }
        // Of an early Zed: `"command": {"path": …, "args": […]}`.
        Tree::Map(_) => name == "command" && value.get("path").is_some(),
        _ => false,
    };
    let entries = tree.entries().unwrap_or_default();
    entries.iter().any(|(name, value)| {
        let name = plain(name);
        REACHED_BY.contains(&name.as_str()) && reached(value, &name)
    })
}

/// What is collected while the fields are gone through.
#[derive(Default)]
struct Draft {
    program: Option<String>,
    arguments: Vec<String>,
    folder: Option<String>,
    url: Option<String>,
    kind: Option<String>,
    streamable: bool,
    environment: Vec<NamedValue>,
    headers: Vec<NamedValue>,
    off: bool,
    missing: Vec<String>,
    bearer: bool,
    open: Vec<String>,
    permissions: bool,
    sign_in: bool,
    unused: Vec<String>,
    /// Variables of a remote server.
    no_variables: Vec<String>,
    /// Headers of a program.
    no_headers: Vec<String>,
    env_file: Option<String>,
    problem: Option<String>,
    /// The program and the folder as they are written, where they are relative to the folder of a project.
    relative: Vec<String>,
}

/// Reads one server. What cannot be taken over as it is becomes its `problem`; what is left out, a remark.
pub fn server(name: &str, tree: &Tree, variables: &Variables<'_>) -> FoundEntry {
    let mut draft = Draft::default();
    match tree.entries() {
        None => draft.problem = Some(say!("entry-not-a-server")),
        Some(entries) => draft.read(entries, variables),
    }
    if let Some(project) = variables.folders.project {
        draft.place_in(project);
    }
    draft.found(name, variables.folders)
}

impl Draft {
    fn read(&mut self, entries: &[(String, Tree)], variables: &Variables<'_>) {
        for (name, value) in entries {
            self.field(name, value, variables);
        }
    }

    fn field(&mut self, written: &str, value: &Tree, variables: &Variables<'_>) {
        let name = plain(written);
        if matches!(value, Tree::Null) {
            return;
        }
        match name.as_str() {
            "command" | "cmd" => self.command(written, value, variables),
            "args" | "arguments" => match strings(value) {
                Some(words) => self.words(&words, variables),
                None => self.wrong(say!("entry-wrong-list", field = written)),
            },
            "env" | "environment" | "envs" | "environmentvariables" => match named(value) {
                Some(pairs) => self.variables(pairs, variables),
                None => self.wrong(say!("entry-wrong-map", field = written)),
            },
            // Names of variables whose values are elsewhere: in the keyring of Goose, in the environment of Codex.
            "envkeys" | "envvars" => match names(value) {
                Some(names) => {
                    for name in names {
                        self.secret(Where::Environment, name);
                    }
                }
                None => self.wrong(say!("entry-wrong-list", field = written)),
            },
            "cwd" | "workingdirectory" | "workingdir" | "workdir" => match value.text() {
                Some(folder) => self.folder = Some(fill_argument(folder, variables.folders, &mut self.open)),
                None => self.wrong(say!("entry-wrong-text", field = written)),
            },
            "url" | "serverurl" | "uri" | "endpoint" | "httpurl" | "baseurl" => match value.text() {
                // Forms of other hosts write the one that was not filled in as well.
                Some("") => {}
                Some(url) => {
                    self.streamable |= name == "httpurl";
                    self.url = Some(fill_argument(url, variables.folders, &mut self.open));
                }
                None => self.wrong(say!("entry-wrong-text", field = written)),
            },
            "headers" | "httpheaders" => match named(value) {
                Some(pairs) => self.http_headers(pairs, variables),
                None => self.wrong(say!("entry-wrong-map", field = written)),
            },
            "requestinit" | "requestoptions" => match value.get("headers").and_then(named) {
                Some(pairs) => self.http_headers(pairs, variables),
                None => self.unused.push(written.to_owned()),
            },
            // Codex: a header whose value is in a variable of the environment.
            "envhttpheaders" => match named(value) {
                Some(pairs) => {
                    for (name, _) in pairs {
                        self.secret(Where::Headers, name);
                    }
                }
                None => self.wrong(say!("entry-wrong-map", field = written)),
            },
            "bearertokenenvvar" | "apikeyenvvar" => {
                self.bearer = true;
                self.secret(Where::Headers, "Authorization".to_owned());
            }
            "bearertoken" => match value.text() {
                Some(token) => {
                    let pair = ("Authorization".to_owned(), Some(format!("Bearer {token}")));
                    self.http_headers(vec![pair], variables);
                }
                None => self.wrong(say!("entry-wrong-text", field = written)),
            },
            "type" | "transport" | "transporttype" => match value {
                Tree::Text(kind) => self.kind = Some(kind.clone()),
                Tree::Map(entries) => self.read(entries, variables),
                _ => self.wrong(say!("entry-wrong-text", field = written)),
            },
            "disabled" => self.off |= *value == Tree::Bool(true),
            "enabled" | "active" | "isactive" => self.off |= *value == Tree::Bool(false),
            // About the server and not about how it is reached.
            "name" | "title" | "displayname" | "label" | "id" | "description" | "icon" | "icons"
            | "logourl" | "version" | "gallery" | "source" | "provider" | "providerurl" | "tags"
            | "reference" | "author" | "bundled" | "availabletools" | "registryurl" | "installsource"
            | "inputs" => {}
            "alwaysallow"
            | "autoapprove"
            | "autoapprovetools"
            | "disabledautoapprovetools"
            | "trust"
            | "includetools"
            | "excludetools"
            | "enabledtools"
            | "disabledtools"
            | "allowedtools"
            | "tools"
            | "permissions"
            | "defaulttoolsapprovalmode"
            | "toolsettings" => self.permissions = true,
            "oauth" | "auth" | "authprovidertype" | "oauthresource" | "scopes" => self.sign_in = true,
            "envfile" => self.env_file = Some(value.scalar().unwrap_or_default()),
            _ => self.unused.push(written.to_owned()),
        }
    }

    /// Makes what is relative to the folder of a project absolute: other hosts start the servers of a project there.
    fn place_in(&mut self, project: &Path) {
        let is_open = |text: &str| text.contains("${") || text.contains("{env:");
        let mut place = |text: &mut String| {
            let is_absolute = Path::new(text.as_str()).is_absolute() || is_windows_path(text);
            if is_open(text) || is_absolute || text.starts_with('~') {
                return;
            }
            let placed = joined(project, text);
            self.relative.push(std::mem::replace(text, placed));
        };
        if let Some(program) = &mut self.program {
            // A plain name is looked for where programs are; a whole command line is taken apart later.
            let is_path = program.contains(['/', '\\']) && !program.contains(' ');
            if is_path {
                place(program);
            }
        }
        match &mut self.folder {
            Some(folder) => place(folder),
            None => self.folder = Some(project.to_string_lossy().into_owned()),
        }
    }

    fn wrong(&mut self, sentence: String) {
        self.problem.get_or_insert(sentence);
    }

    fn command(&mut self, written: &str, value: &Tree, variables: &Variables<'_>) {
        match value {
            Tree::Text(program) if program.is_empty() => {}
            Tree::Text(program) => {
                self.program = Some(fill_argument(program, variables.folders, &mut self.open))
            }
            Tree::List(_) => match strings(value).as_deref().map(<[String]>::split_first) {
                Some(Some((program, words))) => {
                    self.program = Some(fill_argument(program, variables.folders, &mut self.open));
                    self.arguments.clear();
                    self.words(words, variables);
                }
                _ => self.wrong(say!("entry-wrong-list", field = written)),
            },
            Tree::Map(entries) => {
                for (name, value) in entries {
                    let name = if name == "path" { "command" } else { name };
                    self.field(name, value, variables);
                }
            }
            _ => self.wrong(say!("entry-wrong-text", field = written)),
        }
    }

    fn words(&mut self, words: &[String], variables: &Variables<'_>) {
        for word in words {
            let word = match variables.proposed(word) {
                Some(proposed) => proposed.to_owned(),
                None => fill_argument(word, variables.folders, &mut self.open),
            };
            self.arguments.push(word);
        }
    }

    fn variables(&mut self, pairs: Vec<(String, Option<String>)>, variables: &Variables<'_>) {
        for (name, value) in pairs {
            let value = self.value(name, value, variables);
            self.environment.push(value);
        }
    }

    fn http_headers(&mut self, pairs: Vec<(String, Option<String>)>, variables: &Variables<'_>) {
        for (name, value) in pairs {
            let is_bearer = name.eq_ignore_ascii_case("authorization")
                && value
                    .as_deref()
                    .is_some_and(|value| value.trim_start().starts_with(BEARER));
            let value = self.value(name, value, variables);
            self.bearer |= is_bearer && value.value.is_none();
            self.headers.push(value);
        }
    }

    /// A value is a secret when its name or its beginning says so, or when another host asks for it unseen.
    fn value(&mut self, name: String, value: Option<String>, variables: &Variables<'_>) -> NamedValue {
        let input = value.as_deref().and_then(|value| variables.input(value));
        let proposed = value.as_deref().and_then(|value| variables.proposed(value));
        let filled = match value.as_deref().map(|value| fill_value(value, variables.folders)) {
            Some(Expansion::Value(value)) => Some(value),
            Some(Expansion::Missing) | None => proposed.map(str::to_owned),
        };
        let hidden = input.is_some_and(|input| input.hidden) || looks_secret(&name);
        let secret = hidden || filled.as_deref().is_some_and(is_secret_value);
        let value = match filled {
            Some(value) if value.is_empty() && secret => None,
            filled => filled,
        };
        if value.is_none() {
            self.missing.push(name.clone());
        }
        NamedValue {
            name,
            value: value.or_else(|| (!secret).then(String::new)),
            secret,
        }
    }

    /// A secret whose value is somewhere else.
    fn secret(&mut self, place: Where, name: String) {
        self.missing.push(name.clone());
        let value = NamedValue {
            name,
            value: None,
            secret: true,
        };
        match place {
            Where::Environment => self.environment.push(value),
            Where::Headers => self.headers.push(value),
        }
    }

    fn found(mut self, name: &str, folders: KnownFolders<'_>) -> FoundEntry {
        let transport = self.transport();
        let endpoint = self.endpoint(folders);
        self.leave_out(endpoint.as_ref());
        let remarks = self.remarks();
        let arguments = match &endpoint {
            Some(Endpoint::Command { arguments, .. }) => arguments.len(),
            _ => self.arguments.len(),
        };
        let counts = [arguments, self.environment.len(), self.headers.len()];
        let mut problem = self.problem.take();
        if problem.is_none() && counts.into_iter().any(|count| count > limits::VALUES) {
            problem = Some(say!("entry-too-much", limit = limits::VALUES));
        }
        FoundEntry {
            name: name.to_owned(),
            endpoint,
            environment: self.environment,
            headers: self.headers,
            transport,
            off: self.off,
            missing: self.missing,
            bearer: self.bearer,
            open: self.open,
            remarks,
            problem,
        }
    }

    /// What cannot be passed on: variables to a remote server, headers to a program.
    fn leave_out(&mut self, endpoint: Option<&Endpoint>) {
        let (values, left_out) = match endpoint {
            Some(Endpoint::Address { .. }) => {
                if !self.arguments.is_empty() {
                    self.unused.push("args".to_owned());
                }
                (&mut self.environment, &mut self.no_variables)
            }
            Some(_) => (&mut self.headers, &mut self.no_headers),
            None => return,
        };
        for value in values.drain(..) {
            // A variable and a header may have one name.
            if let Some(at) = self.missing.iter().position(|name| *name == value.name) {
                self.missing.remove(at);
            }
            left_out.push(value.name);
        }
    }

    fn transport(&mut self) -> TransportChoice {
        let kind = self.kind.as_deref().map(plain).unwrap_or_default();
        match kind.as_str() {
            "sse" => TransportChoice::Sse,
            "streamablehttp" | "streamable" => TransportChoice::StreamableHttp,
            "" | "http" | "https" | "remote" | "stdio" | "local" => match self.streamable {
                true => TransportChoice::StreamableHttp,
                false => TransportChoice::Auto,
            },
            "builtin" | "platform" | "frontend" | "inlinepython" => {
                self.wrong(say!("entry-built-in"));
                TransportChoice::Auto
            }
            _ => {
                let kind = text::escape_line(self.kind.as_deref().unwrap_or_default()).text;
                self.wrong(say!("entry-transport", transport = kind));
                TransportChoice::Auto
            }
        }
    }

    fn endpoint(&mut self, folders: KnownFolders<'_>) -> Option<Endpoint> {
        match (self.program.take(), self.url.take()) {
            (Some(_), Some(_)) => {
                self.wrong(say!("entry-command-and-url"));
                None
            }
            (None, None) => {
                self.wrong(say!("entry-no-command-or-url"));
                None
            }
            (None, Some(url)) if url.starts_with("unix:") || url.starts_with("pipe:") => {
                self.wrong(say!("entry-no-socket"));
                None
            }
            (None, Some(url)) => Some(Endpoint::Address { url }),
            (Some(program), None) => {
                // A whole command line in the field for the program.
                if self.arguments.is_empty()
                    && program.contains(' ')
                    && !Path::new(&program).is_absolute()
                    && let Some((first, rest)) = command_line::words(&program)
                        .as_deref()
                        .and_then(<[String]>::split_first)
                {
                    self.arguments = rest.to_vec();
                    return Some(self.local(first.clone(), folders));
                }
                Some(self.local(program, folders))
            }
        }
    }

    fn local(&mut self, program: String, folders: KnownFolders<'_>) -> Endpoint {
        let hidden = command_line::take_docker_secrets(&program, &mut self.arguments);
        for (_, name, value) in hidden {
            let written = format!("{name}={value}");
            self.open.retain(|word| !word.ends_with(&written));
            if self.environment.iter().any(|known| known.name == name) {
                continue;
            }
            // What is known of it was filled in with its argument.
            let is_missing = value.is_empty() || fill_value(&value, folders) == Expansion::Missing;
            if is_missing {
                self.missing.push(name.clone());
            }
            self.environment.push(NamedValue {
                name,
                value: (!is_missing).then_some(value),
                secret: true,
            });
        }
        if fills_in(&program, &self.arguments) {
            let environment = &self.environment;
            self.open.retain(|word| !is_made_of(word, environment));
        }
        Endpoint::Command {
            program,
            arguments: std::mem::take(&mut self.arguments),
            folder: self.folder.take(),
        }
    }

    fn remarks(&self) -> Vec<String> {
        let shown = |names: &[String]| {
            let names: Vec<String> = names
                .iter()
                .map(|name| format!("“{}”", text::escape_line(name).text))
                .collect();
            list(&names)
        };
        let mut remarks = Vec::new();
        if !self.missing.is_empty() {
            remarks.push(say!(
                "entry-missing",
                names = shown(&self.missing),
                count = self.missing.len()
            ));
        }
        if !self.open.is_empty() {
            remarks.push(say!(
                "entry-open",
                values = shown(&self.open),
                count = self.open.len()
            ));
        }
        if !self.relative.is_empty() {
            remarks.push(say!(
                "entry-relative",
                paths = shown(&self.relative),
                count = self.relative.len()
            ));
        }
        if !self.no_variables.is_empty() {
            remarks.push(say!("entry-no-variables", names = shown(&self.no_variables)));
        }
        if !self.no_headers.is_empty() {
            remarks.push(say!("entry-no-headers", names = shown(&self.no_headers)));
        }
        if let Some(file) = &self.env_file {
            remarks.push(say!("entry-env-file", file = text::escape_line(file).text));
        }
        if self.sign_in {
            remarks.push(say!("entry-sign-in"));
        }
        if self.permissions {
            remarks.push(say!("entry-permissions"));
        }
        if !self.unused.is_empty() {
            remarks.push(say!(
                "entry-unused",
                names = shown(&self.unused),
                count = self.unused.len()
            ));
        }
        remarks
    }
}

/// Whether what runs replaces `${NAME}` in its arguments with its own variables, as `mcp-remote` and a shell do.
fn fills_in(program: &str, arguments: &[String]) -> bool {
    let file = program.rsplit(['/', '\\']).next().unwrap_or(program);
    matches!(file, "sh" | "bash" | "zsh")
        || arguments
            .iter()
            .any(|word| word == "mcp-remote" || word.starts_with("mcp-remote@"))
}

/// Whether each variable in a word is one that the server is given.
fn is_made_of(word: &str, environment: &[NamedValue]) -> bool {
    let mut variables = word.split("${").skip(1).peekable();
    let is_own = |rest: &str| {
        let name = rest.split_once('}').map(|(name, _)| name);
        name.is_some_and(|name| environment.iter().any(|value| value.name == name))
    };
    variables.peek().is_some() && variables.all(is_own)
}

/// `C:\notes`, `C:/notes` or `\\server\share`.
fn is_windows_path(text: &str) -> bool {
    let bytes = text.as_bytes();
    let has_drive = bytes.len() > 2
        && bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.get(1) == Some(&b':')
        && matches!(bytes.get(2), Some(b'/' | b'\\'));
    has_drive || text.starts_with("\\\\")
}

/// A relative path below a folder, without `.` and with `..` carried out as written: links are not followed.
fn joined(folder: &Path, relative: &str) -> String {
    let mut path = folder.to_path_buf();
    for part in relative.split(['/', std::path::MAIN_SEPARATOR]) {
        match part {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            part => path.push(part),
        }
    }
    path.to_string_lossy().into_owned()
}

#[derive(Clone, Copy)]
enum Where {
    Environment,
    Headers,
}

/// A list of texts; one text is a list of one.
fn strings(value: &Tree) -> Option<Vec<String>> {
    match value {
        Tree::List(values) => values.iter().map(Tree::scalar).collect(),
        Tree::Text(text) => Some(vec![text.clone()]),
        _ => None,
    }
}

/// A list of names; Codex also writes `{name, source}`.
fn names(value: &Tree) -> Option<Vec<String>> {
    let name = |value: &Tree| value.get("name").unwrap_or(value).scalar();
    match value {
        Tree::List(values) => values.iter().map(name).collect(),
        _ => strings(value),
    }
}

/// Names with values: a map, a list of `NAME=VALUE`, or a list of `{name, value}`. A value that is `null` is missing.
fn named(value: &Tree) -> Option<Vec<(String, Option<String>)>> {
    match value {
        Tree::Map(entries) => entries
            .iter()
            .map(|(name, value)| match value {
                Tree::Null => Some((name.clone(), None)),
                value => Some((name.clone(), Some(value.scalar()?))),
            })
            .collect(),
        Tree::List(values) => values
            .iter()
            .map(|value| match value {
                Tree::Text(pair) => match pair.split_once('=') {
                    Some((name, value)) => Some((name.to_owned(), Some(value.to_owned()))),
                    None => Some((pair.clone(), None)),
                },
                _ => {
                    let name = value.get("name").or_else(|| value.get("key"))?.text()?;
                    Some((name.to_owned(), value.get("value").and_then(Tree::scalar)))
                }
            })
            .collect(),
        _ => None,
    }
}
