//! What a person sees of a bundle, before it is unpacked and in the review of its server.

use super::super::packages::changed_text;
use super::installed::BundleRecord;
use super::platform;
use crate::limits::{UPDATE_TEXTS, UPDATE_TOOLS};
use portcullis_api::{BundleView, InstallSetting, InstallSettingKind, InstalledBundle};
use portcullis_bundles::{
    Bundle, BundleFolders, BundleKind, BundleSetting, BundledCommand, Manifest, SettingKind, defaults,
    fixed_variables,
};
use portcullis_core::text::escape_line;
use portcullis_core::{Result, ids};
use portcullis_domain::{FenceHost, ReviewRow, ReviewValue};
use portcullis_l10n::say;
use portcullis_programs::{hook_refusal, names_module_folders, names_own_folders};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn called(manifest: &Manifest) -> &str {
    manifest.display_name.as_deref().unwrap_or(&manifest.name)
}

pub(super) fn viewed(
    bundle: &Bundle,
    label: String,
    folders: &BundleFolders,
    installed: Vec<InstalledBundle>,
) -> Result<BundleView> {
    let manifest = &bundle.manifest;
    let mut remarks = Vec::new();
    let platforms = &manifest.compatibility.platforms;
    if !platforms.is_empty() && !platforms.iter().any(|name| name == platform()) {
        let names = escape_line(&platforms.join(", ")).text;
        remarks.push(say!("bundle-other-system", systems = names));
    }
    for (runtime, range) in &manifest.compatibility.runtimes.0 {
        remarks.push(needs(runtime, range));
    }
    if manifest.server.kind == BundleKind::Uv {
        remarks.push(say!("bundle-fetches"));
    }
    // The review refuses them, after a form that was filled in for nothing.
    for (name, value) in fixed_variables(manifest, folders, platform())? {
        // A value that a setting decides is known to the review alone.
        let may_be_own = names_module_folders(&name)
            && value.is_none_or(|value| names_own_folders(&name, &value, &folders.bundle));
        if let Some(why) = hook_refusal(&name).filter(|_| !may_be_own) {
            let name = escape_line(&name).text;
            remarks.push(say!("bundle-variable-refused", name, why));
        }
    }
    let fields = manifest
        .user_config
        .0
        .iter()
        .map(|(key, setting)| field(key, setting, folders));
    Ok(BundleView {
        id: ids::random(),
        name: escape_line(called(manifest)),
        version: escape_line(&manifest.version),
        author: escape_line(&manifest.author.name),
        description: escape_line(&manifest.description),
        license: manifest.license.as_deref().map(escape_line),
        sha256: bundle.sha256.clone(),
        bytes: bundle.size,
        unpacked: bundle.unpacked,
        signed: bundle.is_signed,
        label,
        settings: fields.collect::<Result<_>>()?,
        proposed_hosts: proposed_hosts(manifest),
        remarks,
        installed,
    })
}

/// Hosts of addresses that the command names, or that stand in a setting by default.
fn proposed_hosts(manifest: &Manifest) -> Vec<FenceHost> {
    let texts = manifest.fixed_texts(platform());
    let defaults = manifest
        .user_config
        .0
        .iter()
        .filter_map(|(_, setting)| match &setting.default {
            Some(serde_json::Value::String(text)) => Some(text.as_str()),
            _ => None,
        });
    portcullis_install::proposed_hosts(texts.iter().map(String::as_str).chain(defaults))
}

fn field(key: &str, setting: &BundleSetting, folders: &BundleFolders) -> Result<InstallSetting> {
    Ok(InstallSetting {
        key: key.to_owned(),
        title: escape_line(&setting.title),
        description: escape_line(&setting.description),
        kind: match setting.kind {
            SettingKind::String => InstallSettingKind::Text,
            SettingKind::Number => InstallSettingKind::Number,
            SettingKind::Boolean => InstallSettingKind::Switch,
            SettingKind::Directory => InstallSettingKind::Folder,
            SettingKind::File => InstallSettingKind::File,
        },
        required: setting.required,
        secret: setting.sensitive,
        multiple: setting.multiple,
        default: defaults(setting, folders)?,
        choices: Vec::new(),
    })
}

/// What a review says of the file, beside the version before where there was one. All but the hash is a claim.
pub(super) fn rows(bundle: &Bundle, before: Option<&BundleRecord>) -> Vec<ReviewRow> {
    let manifest = &bundle.manifest;
    let version = |version: &str| format!("{} {version}", called(manifest));
    let named = ReviewValue::line(&version(&manifest.version), Some(say!("bundle-row-claim")));
    let was = before.map(|before| vec![ReviewValue::line(&version(&before.version), None)]);
    let signature = match bundle.is_signed {
        true => say!("bundle-row-signed"),
        false => say!("bundle-row-unsigned"),
    };
    let author = ReviewValue::line(&manifest.author.name, Some(say!("bundle-row-claim")));
    vec![
        ReviewRow {
            before: was,
            ..ReviewRow::new(say!("bundle-row"), vec![named])
        },
        ReviewRow::new(say!("bundle-row-author"), vec![author]),
        ReviewRow::new(
            say!("bundle-row-hash"),
            vec![ReviewValue::line(&bundle.sha256, Some(signature))],
        ),
    ]
}

/// What a review says of a command that is not as the manifest writes it: what was left out, and `other`, which runs in the place
/// of a program that is not here.
pub(super) fn command_rows(command: &BundledCommand, other: Option<&str>) -> Vec<ReviewRow> {
    let mut rows = Vec::new();
    if let Some(other) = other {
        let note = say!("bundle-row-program-other", program = other);
        let named = ReviewValue::line(&command.program, Some(note));
        rows.push(ReviewRow::new(say!("bundle-row-program"), vec![named]));
    }
    if !command.left_out.is_empty() {
        let left_out = command.left_out.iter();
        let values = left_out.map(|text| ReviewValue::line(text, Some(say!("bundle-row-no-value"))));
        rows.push(ReviewRow::new(say!("bundle-row-left-out"), values.collect()));
    }
    rows
}

/// A lowest version such as `>=18` in words, any other range as the bundle says it.
fn needs(runtime: &str, range: &str) -> String {
    let name = match runtime {
        "node" => "Node.js".to_owned(),
        "python" => "Python".to_owned(),
        other => escape_line(other).text,
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let lowest = range.trim().strip_prefix(">=").map(str::trim_start);
    match lowest.filter(|version| version.split('.').all(is_number)) {
        Some(version) => say!("bundle-runtime-lowest", runtime = name, version),
        None => say!("bundle-runtime", runtime = name, range = escape_line(range).text),
    }
}

/// The tools that a bundle lists, with their descriptions.
pub(super) fn claimed_tools(manifest: &Manifest) -> BTreeMap<String, String> {
    let tools = manifest.tools.iter();
    tools
        .map(|tool| (tool.name.clone(), tool.description.clone()))
        .collect()
}

/// What an update changes of the tools, by the list in its manifest: nothing of a bundle is started before its review. `offered` are
/// those of the server, where some are known.
pub(super) fn tool_rows(
    manifest: &Manifest,
    before: &BundleRecord,
    offered: BTreeSet<String>,
) -> Vec<ReviewRow> {
    let listed = claimed_tools(manifest);
    let words = |words: String| ReviewRow::new(say!("update-tools"), vec![ReviewValue::words(&words)]);
    if listed.is_empty() {
        return vec![words(say!("bundle-tools-unlisted"))];
    }
    let offered = match offered.is_empty() {
        true => before.tools.keys().cloned().collect(),
        false => offered,
    };
    if offered.is_empty() {
        return vec![words(say!("update-tools-unknown"))];
    }
    let row = |field: String, names: Vec<&String>| {
        let more = names.len().saturating_sub(UPDATE_TOOLS);
        let shown = names.into_iter().take(UPDATE_TOOLS);
        let mut values: Vec<_> = shown
            .map(|name| ReviewValue::lines(name, Some(say!("bundle-row-claim"))))
            .collect();
        if more > 0 {
            values.push(ReviewValue::words(&say!("update-more", count = more)));
        }
        ReviewRow::new(field, values)
    };
    let new = listed.keys().filter(|name| !offered.contains(*name)).collect();
    let gone = match manifest.tools_generated {
        true => Vec::new(),
        false => offered
            .iter()
            .filter(|name| !listed.contains_key(*name))
            .collect(),
    };
    let texts = listed.iter().filter_map(|(name, description)| {
        let field = say!("bundle-description");
        changed_text(field, Some(name), before.tools.get(name)?, description)
    });
    let mut rows = vec![row(say!("update-tools-new"), new)];
    rows.extend(texts.take(UPDATE_TEXTS));
    rows.push(row(say!("update-tools-gone"), gone));
    rows.retain(|row| !row.values.is_empty());
    if manifest.tools_generated {
        rows.push(words(say!("bundle-tools-generated")));
    } else if rows.is_empty() {
        rows.push(words(say!("bundle-tools-same")));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::{command_rows, needs};
    use portcullis_bundles::{BundleSecrets, BundledCommand};

    #[test]
    fn what_runs_otherwise_than_the_bundle_says_has_a_row() {
        let command = BundledCommand {
            program: "python".to_owned(),
            arguments: Vec::new(),
            left_out: vec!["--token ${user_config.token}".to_owned()],
            environment: Vec::new(),
            secrets: BundleSecrets::default(),
        };
        let shown = |command: &BundledCommand, other: Option<&str>| {
            let rows = command_rows(command, other).into_iter();
            let texts = rows.map(|row| {
                let [value] = row.values.as_slice() else {
                    panic!("{row:?}")
                };
                let note = value.note.clone().unwrap_or_default();
                format!("{}: {} ({note})", row.field, value.text.text)
            });
            texts.collect::<Vec<_>>()
        };
        assert_eq!(
            shown(&command, Some("python3")),
            [
                "Program in the bundle: python (not found; python3 runs instead)",
                "Left out: --token ${user_config.token} (no value)",
            ]
        );
        let as_written = BundledCommand {
            left_out: Vec::new(),
            ..command
        };
        assert!(shown(&as_written, None).is_empty());
    }

    #[test]
    fn a_lowest_version_is_said_in_words_and_any_other_range_is_quoted() {
        for (runtime, range, words) in [
            ("node", ">=18", "Needs Node.js 18 or later."),
            ("python", ">= 3.11.0", "Needs Python 3.11.0 or later."),
            ("node", ">=18 <20", "Needs Node.js “>=18 <20”."),
            ("node", ">=", "Needs Node.js “>=”."),
            ("deno", "^2", "Needs deno “^2”."),
        ] {
            assert_eq!(needs(runtime, range), words);
        }
    }
}
