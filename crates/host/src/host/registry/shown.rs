//! What a person sees of servers of the registry. All of it but the registry's own status and times is a claim of a publisher.

use crate::host::Host;
use portcullis_api::{
    InstallSetting, PostInstall, RegistryMatch, RegistryOption, RegistryOptionHeader, RegistrySearch,
    RegistryServer, RegistryStatus, RegistryVersion,
};
use portcullis_core::text::escape_line;
use portcullis_domain::{ReviewRow, ReviewValue, Warning};
use portcullis_l10n::say;
use portcullis_registry::{
    AfterInstall, EntryHeader, EntryOption, FoundEntries, OptionSetting, RegistryEntry, icons,
};
use url::Url;

pub(super) fn search(words: &str, found: &FoundEntries) -> RegistrySearch {
    RegistrySearch {
        words: words.to_owned(),
        found: found.entries.iter().map(found_entry).collect(),
        count: found.count,
    }
}

fn found_entry(entry: &RegistryEntry) -> RegistryMatch {
    RegistryMatch {
        name: entry.name.clone(),
        title: escape_line(&entry.title),
        description: escape_line(&entry.description),
        version: escape_line(&entry.version),
        status: entry.status,
        local: entry.local,
        remote: entry.remote,
        icon: has_icon(entry),
    }
}

/// Of what was withdrawn nothing is fetched.
pub(super) fn has_icon(entry: &RegistryEntry) -> bool {
    entry.status != RegistryStatus::Deleted && !icons(&entry.document, false).is_empty()
}

pub(super) fn server(
    entry: &RegistryEntry,
    options: &[EntryOption],
    label: String,
    installed: Vec<String>,
) -> RegistryServer {
    RegistryServer {
        name: entry.name.clone(),
        title: escape_line(&entry.title),
        description: escape_line(&entry.description),
        version: escape_line(&entry.version),
        status: entry.status,
        status_message: entry.status_message.as_deref().map(escape_line),
        published_at: entry.published_at,
        website: entry.website.as_deref().map(escape_line),
        repository: entry.repository.as_deref().map(escape_line),
        label,
        icon: has_icon(entry),
        installed,
        options: options.iter().map(option).collect(),
    }
}

pub(super) fn version(entry: &RegistryEntry) -> RegistryVersion {
    RegistryVersion {
        version: escape_line(&entry.version),
        raw: entry.version.clone(),
        status: entry.status,
        published_at: entry.published_at,
    }
}

fn option(option: &EntryOption) -> RegistryOption {
    let words = option.runs();
    RegistryOption {
        at: option.at,
        kind: option.kind,
        identifier: escape_line(&option.identifier),
        version: option.version.as_deref().map(escape_line),
        runs: words.iter().map(|word| escape_line(word)).collect(),
        headers: option.headers().iter().map(header).collect(),
        sha256: option.sha256.clone(),
        fetchable: is_fetchable(&words),
        settings: option.settings.iter().map(setting).collect(),
        proposed_hosts: portcullis_install::proposed_hosts(option.fixed_texts().iter().map(String::as_str)),
        post_install: option.post_install.iter().map(step).collect(),
        problem: option.problem.clone(),
    }
}

fn is_fetchable(words: &[String]) -> bool {
    words
        .split_first()
        .is_some_and(|(program, arguments)| Host::is_fetchable(program, arguments))
}

fn header(header: &EntryHeader) -> RegistryOptionHeader {
    RegistryOptionHeader {
        name: escape_line(&header.name),
        value: escape_line(&header.value),
        secret: header.secret,
    }
}

fn step(step: &AfterInstall) -> PostInstall {
    PostInstall {
        description: escape_line(&step.description),
        command: step.command.as_deref().map(escape_line),
        optional: step.optional,
    }
}

fn setting(setting: &OptionSetting) -> InstallSetting {
    InstallSetting {
        key: setting.key.clone(),
        title: escape_line(&setting.title),
        description: escape_line(&setting.description),
        kind: setting.kind,
        required: setting.required,
        secret: setting.secret,
        multiple: setting.multiple,
        default: setting.default.iter().cloned().collect(),
        choices: setting.choices.clone(),
    }
}

/// What a review says of where a server was found.
pub(super) fn rows(address: &Url, entry: &RegistryEntry, sha256: Option<&str>) -> Vec<ReviewRow> {
    let named = format!("{} {}", entry.name, entry.version);
    let mut rows = vec![
        row(say!("registry-row"), address.as_str(), None),
        row(
            say!("registry-row-entry"),
            &named,
            Some(say!("registry-row-claim")),
        ),
    ];
    if entry.status == RegistryStatus::Deprecated
        && let Some(said) = &entry.status_message
    {
        rows.push(row(
            say!("registry-row-deprecated"),
            said,
            Some(say!("registry-row-claim")),
        ));
    }
    rows.extend(sha256.map(|hash| row(say!("registry-row-hash"), hash, Some(say!("registry-row-same")))));
    rows
}

/// What the publisher wants done afterwards, as a row of the review. It is shown and no more.
pub(super) fn after_install(option: &EntryOption) -> Option<ReviewRow> {
    let steps = option.post_install.iter().map(|step| {
        let command = step.command.iter().map(String::as_str);
        let lines: Vec<&str> = std::iter::once(step.description.as_str())
            .chain(command)
            .collect();
        let note = match step.optional {
            true => say!("registry-row-step-optional"),
            false => say!("registry-row-step"),
        };
        ReviewValue::lines(&lines.join("\n"), Some(note))
    });
    let steps: Vec<_> = steps.collect();
    (!steps.is_empty()).then(|| ReviewRow::new(say!("registry-row-after"), steps))
}

pub(super) fn warnings(entry: &RegistryEntry) -> Vec<Warning> {
    let is_deprecated = entry.status == RegistryStatus::Deprecated;
    let warning = is_deprecated.then(|| Warning::new("registry.deprecated", say!("registry-deprecated")));
    warning.into_iter().collect()
}

fn row(field: String, text: &str, note: Option<String>) -> ReviewRow {
    ReviewRow::new(field, vec![ReviewValue::line(text, note)])
}
