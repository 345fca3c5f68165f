//! Turns a draft into what would be started or reached, resolved, with remarks, and with the digest that an
//! approval is bound to (S-13, S-14).

use super::{FetchedPackage, address, built_in, container, launchers, loaded, rows, variables};
use crate::limits;
use portcullis_approval::consent::{Address, Start, StartTarget};
use portcullis_core::{Code, Error, Result, bad_input, causes, text};
use portcullis_domain::{Endpoint, Foreign, NamedValue, ReviewRow, ServerDraft, Warning};
use portcullis_l10n::say;
use portcullis_programs::{Launch, LaunchFence, Loads, Resolved, SearchPath};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Where the built-in demo server is: our own program with one argument.
#[derive(Debug, Clone)]
pub struct DemoProgram {
    /// Absolute path.
    pub program: PathBuf,
    /// Arguments.
    pub arguments: Vec<String>,
}

/// A draft, looked at from all sides.
pub struct Review {
    /// What would be started or reached.
    pub start: Start,
    /// Every field in words.
    pub rows: Vec<ReviewRow>,
    /// Remarks.
    pub warnings: Vec<Warning>,
    /// Reasons why it cannot be added like this.
    pub refusals: Vec<Warning>,
    /// Names of the variables that a program gets from the person's environment, sorted.
    pub inherited: Vec<Foreign>,
    /// What it is, where it is the demo server of this copy of Portcullis.
    pub built_in: Option<String>,
    /// What of this computer a container sees that its engine holds in.
    pub container: Option<LaunchFence>,
}

impl Review {
    /// Compares it with what was approved: shows the files before, and says what changed, in words that follow
    /// “because”. `None` when nothing did that can be named.
    pub fn compare(&mut self, approved: &Value) -> Option<String> {
        let (before, launch) = (loaded::row_before(approved), self.start.canonical());
        let same = |row: &ReviewRow| approved.get("files") == launch.get("files") && !row.values.is_empty();
        let at = self.rows.iter().position(|row| row.kind == Some(loaded::FIELD));
        match at.and_then(|at| self.rows.get_mut(at)) {
            Some(row) if !same(row) => row.before = Some(before),
            None if !before.is_empty() => self.rows.push(ReviewRow {
                before: Some(before),
                ..super::rows::row(loaded::FIELD, Vec::new())
            }),
            _ => (),
        }
        loaded::changes(approved, launch)
    }
}

/// What a review is for.
#[derive(Debug, Clone, Copy)]
pub enum Purpose<'a> {
    /// A new server.
    Add,
    /// Another draft in the place of this one.
    Change(&'a ServerDraft),
    /// A start of what is saved.
    Start,
}

impl<'a> Purpose<'a> {
    fn before(self) -> Option<&'a ServerDraft> {
        match self {
            Self::Change(before) => Some(before),
            Self::Add | Self::Start => None,
        }
    }

    /// What was not done, before the reason for it.
    fn undone(self, label: &str, why: &str) -> String {
        match self {
            Self::Add => say!("not-added", server = label, why),
            Self::Change(_) => say!("not-changed", server = label, why),
            Self::Start => say!("not-started", server = label, why),
        }
    }
}

/// Looks at a draft. `package` is the one that it runs from, where it was fetched, and `bundle` the folder of the bundle that it
/// runs from.
///
/// # Errors
/// `input.bad`, `launch.not_found`, `launch.not_executable`: nothing can be shown until they are fixed.
pub fn review(
    draft: &ServerDraft,
    purpose: Purpose<'_>,
    search: &SearchPath,
    demo: Option<&DemoProgram>,
    package: Option<&FetchedPackage>,
    bundle: Option<&Path>,
) -> Result<Review> {
    // One from before there was this rule stays, and its server starts.
    match purpose {
        Purpose::Start => check_label(&draft.label)?,
        Purpose::Change(before) if before.label == draft.label => check_label(&draft.label)?,
        Purpose::Add | Purpose::Change(_) => check_new_label(&draft.label)?,
    }
    reviewed(draft, purpose.before(), search, demo, package, bundle)
        .map_err(|error| undone(&draft.label, purpose, error))
}

/// Puts what was not done before the reason. In here, and in `process`, errors are reasons only.
fn undone(label: &str, purpose: Purpose<'_>, error: Error) -> Error {
    if error.code == Code::Internal {
        return error;
    }
    Error {
        sentence: purpose.undone(label, &error.sentence),
        ..error
    }
}

fn reviewed(
    draft: &ServerDraft,
    before: Option<&ServerDraft>,
    search: &SearchPath,
    demo: Option<&DemoProgram>,
    package: Option<&FetchedPackage>,
    bundle: Option<&Path>,
) -> Result<Review> {
    check_limits(draft)?;
    check_length(draft)?;
    let mut warnings = Vec::new();
    let mut refusals = Vec::new();
    check_names(draft, &mut refusals)?;
    warnings.extend(mixed_label(&draft.label));
    warnings.extend(super::plain_secrets::remarks(draft));
    // What the arguments set in front of a program has another value, and is judged by its name alone.
    let bundled = variables::bundled(draft, bundle);
    let mut names: Vec<&str> = draft
        .environment
        .iter()
        .map(|variable| variable.name.as_str())
        .filter(|name| !bundled.contains(name))
        .collect();
    let line;
    let mut loads = Loads::default();
    let mut contained = None;
    let mut is_own = matches!(draft.endpoint, Endpoint::Demo {});
    if draft.fence.is_some() && !matches!(draft.endpoint, Endpoint::Command { .. }) {
        return Err(bad_input(say!("fence-not-program")));
    }
    let (built, resolved) = match &draft.endpoint {
        Endpoint::Command {
            program,
            arguments,
            folder,
        } => {
            if address::is_url(program) {
                return Err(not_a_program(&draft.label, program.trim()));
            }
            let resolved = portcullis_programs::resolve(program.trim(), search)?;
            let (folder, real_folder) = working_folder(folder.as_deref())?;
            if let Some(bad) = arguments.iter().find(|argument| argument.contains('\0')) {
                return Err(bad_input(say!(
                    "argument-nul",
                    argument = text::escape_line(bad).text
                )));
            }
            let file = &resolved.fingerprint;
            is_own = built_in::is_own(file, arguments, demo);
            line = portcullis_programs::commands(program, Some(&file.target), arguments);
            names.extend(
                line.iter()
                    .flat_map(|command| &command.variables)
                    .map(String::as_str),
            );
            let works_in = real_folder.as_deref().unwrap_or(&folder);
            // Behind an image are paths in it.
            let of_engine = container::is_read(&draft.endpoint)
                .then(|| portcullis_programs::commands(program, Some(&file.target), &[]));
            let loading = of_engine.as_ref().unwrap_or(&line);
            loads = portcullis_programs::loads(&resolved.path, file, loading, works_in, search)?;
            warnings.extend(resolved.warnings.iter().cloned());
            warnings.extend(launchers::remarks(&line));
            // Of a package that was fetched every file is compared.
            let remarks = loaded::remarks(&loads).into_iter();
            warnings.extend(remarks.filter(|remark| package.is_none() || remark.code != loaded::LOADS_MORE));
            warnings.extend(super::risky::remarks(program, arguments));
            warnings.extend(super::on_windows::remarks(&file.target, arguments));
            contained = container::contain(draft, &resolved.path, &file.target).transpose()?;
            warnings.extend(container::remarks(
                program,
                arguments,
                works_in,
                contained.as_ref(),
            ));
            let fence = match &contained {
                Some(container) => Some(container.sees.clone()),
                None => super::fence::resolve(
                    draft.fence.as_ref(),
                    &resolved.path,
                    &file.target,
                    &loads,
                    real_folder.as_deref(),
                )?,
            };
            if contained.is_none() {
                super::fence::check_shown(fence.as_ref())?;
            }
            let fence_before = before.and_then(|before| before.fence.as_ref());
            // What a container may do is said of it; what is ours is said to be.
            let is_open = !is_own && container::container(draft).is_none();
            warnings.extend(super::fence::remarks(fence_before, fence.as_ref(), is_open));
            // Its engine holds a container; the engine's client is not fenced in.
            let (arguments, fence, container_hosts) = match &contained {
                Some(container) => (&container.run.arguments, None, container.container_hosts()),
                None => (arguments, fence, None),
            };
            let launch = Launch {
                fence: fence.map(Box::new),
                container_hosts,
                package: package.map(|package| Box::new(package.tree.clone())),
                bundle: bundle.filter(|_| !bundled.is_empty()).map(Path::to_path_buf),
                file: Some(file.clone()),
                real_folder,
                loads: loads.files.clone(),
                ..launch(draft, resolved.path.clone(), arguments.clone(), folder)
            };
            (StartTarget::Command(launch), Some(resolved))
        }
        Endpoint::Address { url } => {
            let url = address::read(url)?;
            warnings.extend(address::remarks(&url));
            let plain = draft.headers.iter().filter(|header| !header.secret);
            let headers = plain
                .map(|header| (header.name.clone(), header.value.clone().unwrap_or_default()))
                .collect();
            let secret_names = secret_names(&draft.headers);
            (
                StartTarget::Address(Address {
                    url,
                    headers,
                    secret_names,
                }),
                None,
            )
        }
        Endpoint::Demo {} => {
            let demo = demo.ok_or_else(|| Error::new(Code::NotFound, say!("no-demo")))?;
            let launch = launch(
                draft,
                demo.program.clone(),
                demo.arguments.clone(),
                working_folder(None)?.0,
            );
            (StartTarget::Command(launch), None)
        }
    };
    warnings.extend(bundled.iter().map(|name| variables::own_modules(name)));
    variables::judge(&names, bundle.is_some(), &mut warnings, &mut refusals);
    let found = rows::Found {
        program: resolved
            .as_ref()
            .map(|resolved: &Resolved| resolved.path.as_path()),
        folder: match &built {
            StartTarget::Command(launch) => launch.real_folder.as_deref(),
            StartTarget::Address(_) => None,
        },
        fence: match &built {
            StartTarget::Command(launch) => contained
                .as_ref()
                .map(|container| &container.sees)
                .or(launch.fence.as_deref()),
            StartTarget::Address(_) => None,
        },
    };
    let mut rows = rows::rows(draft, before, found);
    rows.extend(container::row(&draft.endpoint, contained.as_ref()));
    rows.extend(package.map(super::package::row));
    rows.extend(loaded::row(&loads));
    let inherited = match &built {
        StartTarget::Command(_) => variables::inherited(draft, search),
        StartTarget::Address(_) => Vec::new(),
    };
    Ok(Review {
        inherited,
        built_in: built_in::said(draft, is_own),
        start: Start::new(built)?,
        rows,
        warnings,
        refusals,
        container: contained.map(|container| container.sees),
    })
}

fn launch(draft: &ServerDraft, program: PathBuf, arguments: Vec<String>, folder: PathBuf) -> Launch {
    let plain = draft.environment.iter().filter(|variable| !variable.secret);
    let environment = plain
        .map(|variable| (variable.name.clone(), variable.value.clone().unwrap_or_default()))
        .collect();
    Launch {
        program,
        arguments,
        folder,
        environment,
        secret_names: secret_names(&draft.environment),
        file: None,
        real_folder: None,
        loads: Vec::new(),
        package: None,
        bundle: None,
        fence: None,
        container_hosts: None,
    }
}

/// The pages of remote servers give an address alone, and it is tried as a command.
fn not_a_program(label: &str, url: &str) -> Error {
    let url = text::escape_line(url).text;
    let remedy = say!(
        "program-is-url-remedy",
        label = text::shell_word(label),
        url = text::shell_word(&url)
    );
    bad_input(say!("program-is-url", url)).remedy(remedy)
}

fn secret_names(values: &[NamedValue]) -> Vec<String> {
    values
        .iter()
        .filter(|value| value.secret)
        .map(|value| value.name.clone())
        .collect()
}

/// What is wrong with a draft whatever program or address it names: label, lengths and names. A review looks at this and at more.
///
/// # Errors
/// `input.bad`.
pub fn check_shape(draft: &ServerDraft) -> Result<()> {
    check_new_label(&draft.label)?;
    check_limits(draft)?;
    check_length(draft)?;
    let mut refusals = Vec::new();
    check_names(draft, &mut refusals)?;
    match refusals.into_iter().next() {
        None => Ok(()),
        Some(refusal) => Err(bad_input(refusal.sentence)),
    }
}

/// Whole sentences: without a label there is no name to put before a reason.
fn check_label(label: &str) -> Result<()> {
    let shown = text::escape_line(label);
    let length = label.trim().chars().count();
    if length == 0 || length > 64 {
        return Err(bad_input(say!("label-length")));
    }
    if shown.hidden > 0 || label.trim() != label {
        return Err(Error::new(
            Code::BadInput,
            say!("label-hidden", label = shown.text),
        ));
    }
    Ok(())
}

/// Questions put it between quotation marks, and what follows one in it would read as ours (S-34).
fn check_new_label(label: &str) -> Result<()> {
    check_label(label)?;
    if label.contains(text::is_quotation_mark) {
        return Err(bad_input(say!("label-quotation")));
    }
    Ok(())
}

/// A label that may read like another name. It stands in every question about the server.
fn mixed_label(label: &str) -> Option<Warning> {
    let word = text::escape_line(text::mixed_word(label)?);
    Some(Warning::new("label.mixed", say!("label-mixed", word = word.text)))
}

fn check_limits(draft: &ServerDraft) -> Result<()> {
    let limits = draft.limits;
    let (_, idle_least, idle_most) = limits::CALL_IDLE_SECONDS;
    let (_, total_least, total_most) = limits::CALL_TOTAL_SECONDS;
    let (message_least, message_most) = limits::MESSAGE_MIB_RANGE;
    let (start_least, start_most) = limits::START_SECONDS;
    let within = (idle_least..=idle_most).contains(&limits.idle_seconds)
        && (total_least..=total_most).contains(&limits.total_seconds)
        && (message_least..=message_most).contains(&limits.message_mib)
        && limits
            .start_seconds
            .is_none_or(|seconds| (start_least..=start_most).contains(&seconds));
    if within {
        return Ok(());
    }
    Err(bad_input(say!(
        "limits-invalid",
        idle_least,
        idle_most,
        total_least,
        total_most,
        message_least,
        message_most,
        start_least,
        start_most
    )))
}

/// A person reads all of it before anything starts, and no system starts a program with more.
fn check_length(draft: &ServerDraft) -> Result<()> {
    let (most, named) = (limits::ARGUMENTS, limits::VARIABLES);
    let (arguments, mut bytes) = match &draft.endpoint {
        Endpoint::Command {
            program, arguments, ..
        } => (
            arguments.len(),
            program.len() + arguments.iter().map(String::len).sum::<usize>(),
        ),
        Endpoint::Address { url } => (0, url.len()),
        Endpoint::Demo {} => (0, 0),
    };
    let values = draft.environment.iter().chain(&draft.headers);
    bytes += values
        .map(|named| named.name.len() + named.value.as_ref().map_or(0, String::len))
        .sum::<usize>();
    if arguments > most {
        return Err(bad_input(say!("too-many-arguments-draft", arguments, most)));
    }
    if draft.environment.len().max(draft.headers.len()) > named {
        return Err(bad_input(say!("too-many-names", most = named)));
    }
    if bytes > limits::DRAFT_BYTES {
        return Err(bad_input(say!(
            "draft-too-large",
            most = limits::DRAFT_BYTES >> 10
        )));
    }
    Ok(())
}

fn check_names(draft: &ServerDraft, refusals: &mut Vec<Warning>) -> Result<()> {
    let mut seen = std::collections::HashSet::new();
    for variable in &draft.environment {
        let name = &variable.name;
        let fits = !name.is_empty()
            && name.len() <= 256
            && !name.contains(['=', '\0'])
            && text::escape_line(name).hidden == 0;
        if !fits || variable.value.as_ref().is_some_and(|value| value.contains('\0')) {
            return Err(bad_input(say!(
                "variable-invalid",
                name = text::escape_line(name).text
            )));
        }
        // Windows takes `Zoo` and `ZOO` for one, and would run with one of the two values that are shown.
        if !seen.insert(portcullis_programs::variable_key(name)) {
            return Err(bad_input(say!("variable-twice", name)));
        }
    }
    for header in &draft.headers {
        let name = http::HeaderName::try_from(header.name.as_str()).map_err(|_| {
            bad_input(say!(
                "header-invalid",
                name = text::escape_line(&header.name).text
            ))
        })?;
        let value = header.value.as_deref().unwrap_or_default();
        if http::HeaderValue::try_from(value).is_err() {
            return Err(bad_input(say!("header-value", name = name.as_str())));
        }
        if reserved(name.as_str()) {
            refusals.push(Warning::new(
                Code::BadInput.as_str(),
                say!("header-reserved", name = name.as_str()),
            ));
        }
    }
    Ok(())
}

fn reserved(name: &str) -> bool {
    name.starts_with("mcp-")
        || matches!(
            name,
            "host"
                | "content-length"
                | "content-type"
                | "accept"
                | "connection"
                | "transfer-encoding"
                | "last-event-id"
        )
}

/// The working folder, and where it really is when a person chose one. Their home is where it is: a program that could lead
/// it elsewhere has the rights of an administrator.
fn working_folder(folder: Option<&str>) -> Result<(PathBuf, Option<PathBuf>)> {
    let chosen = folder.is_some_and(|folder| !folder.trim().is_empty());
    let folder = match folder.map(str::trim).filter(|folder| !folder.is_empty()) {
        Some(folder) => PathBuf::from(folder),
        None => std::env::home_dir().unwrap_or_else(std::env::temp_dir),
    };
    let shown = folder.to_string_lossy();
    if portcullis_programs::on_network(&shown) {
        return Err(bad_input(say!(
            "folder-on-network",
            folder = text::escape_line(&shown).text
        )));
    }
    if !folder.is_absolute() {
        return Err(bad_input(say!(
            "folder-not-absolute",
            folder = text::escape_line(&shown).text
        )));
    }
    if !folder.is_dir() {
        return Err(bad_input(say!(
            "folder-missing",
            folder = text::escape_line(&shown).text
        )));
    }
    let real = chosen
        .then(|| portcullis_programs::real_path(&folder))
        .transpose();
    let real = real.map_err(|error| {
        bad_input(say!(
            "folder-denied",
            folder = text::escape_line(&shown).text,
            why = causes::io(&error)
        ))
    })?;
    Ok((folder, real))
}

#[cfg(test)]
#[cfg(unix)]
#[path = "review_tests.rs"]
mod tests;
#[cfg(test)]
#[cfg(windows)]
#[path = "review_windows_tests.rs"]
mod tests;

#[cfg(all(test, unix))]
#[path = "review_checks_tests.rs"]
mod checks_tests;
