//! What a publisher asks for: the inputs of a document, as settings with a key each.

use crate::entry::{pick, text, words};
use crate::limits;
use crate::template::ValueTemplate;
use portcullis_core::redact::sounds_secret;
use portcullis_domain::InstallSettingKind;
use portcullis_l10n::say;
use serde_json::Value;
use std::collections::BTreeMap;

/// A value that a person may give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionSetting {
    /// Its name, which no other one has.
    pub key: String,
    /// What it is called.
    pub title: String,
    /// What it is for.
    pub description: String,
    /// What it takes.
    pub kind: InstallSettingKind,
    /// Nothing starts without it.
    pub required: bool,
    /// A secret.
    pub secret: bool,
    /// Takes several values.
    pub multiple: bool,
    /// Its default.
    pub default: Option<String>,
    /// What it may be; none where everything is.
    pub choices: Vec<String>,
}

/// How an input is read, beside what it says itself.
#[derive(Clone, Copy, Default)]
pub(crate) struct InputRules {
    /// It is a secret by its name as well.
    pub(crate) by_name: bool,
    /// Nothing works without what stands in it.
    pub(crate) required: bool,
    /// A name in braces that is not described is asked for.
    pub(crate) undescribed: bool,
}

/// The settings of an option while it is read, and the first thing that is wrong with it.
#[derive(Default)]
pub(crate) struct SettingList {
    pub(crate) settings: Vec<OptionSetting>,
    pub(crate) problem: Option<String>,
}

impl SettingList {
    /// The option cannot be used. What was found first stays.
    pub(crate) fn fail(&mut self, sentence: String) {
        self.problem.get_or_insert(sentence);
    }

    pub(crate) fn get(&self, key: &str) -> Option<&OptionSetting> {
        self.settings.iter().find(|setting| setting.key == key)
    }

    /// The text of an input: the one that its publisher fixed, with its variables, or the value of a setting.
    pub(crate) fn template(&mut self, input: &Value, name: &str, rules: InputRules) -> ValueTemplate {
        match self.scalar(input, "value", "value") {
            Some(fixed) => self.fixed(&fixed, input, name, rules),
            None => ValueTemplate::value(&self.add(input, name, rules)),
        }
    }

    /// A text that its publisher fixed, with the variables that the input describes.
    pub(crate) fn fixed(
        &mut self,
        fixed: &str,
        input: &Value,
        name: &str,
        rules: InputRules,
    ) -> ValueTemplate {
        let variables = pick(input, "variables", "variables").and_then(Value::as_object);
        let mut keys: BTreeMap<String, String> = BTreeMap::new();
        let of_whole = InputRules {
            required: rules.required || flag(input, "isRequired", "is_required"),
            ..rules
        };
        let is_secret = flag(input, "isSecret", "is_secret") || rules.by_name && sounds_secret(name);
        // A text that everybody can read holds no secret: `Bearer {token}` asks for one, described or not.
        let asks_all = rules.undescribed || is_secret;
        let about = pick(input, "description", "description").cloned();
        let undescribed = Value::Object(
            about
                .map(|it| ("description".to_owned(), it))
                .into_iter()
                .collect(),
        );
        ValueTemplate::parse(fixed, |variable| {
            if let Some(key) = keys.get(variable) {
                return Some(key.clone());
            }
            let described = variables.and_then(|variables| variables.get(variable));
            let described = described.or_else(|| asks_all.then_some(&undescribed))?;
            let key = match self.scalar(described, "value", "value") {
                // A variable that is fixed itself is asked for all the same: it is shown with its value.
                Some(value) => self.add_with(described, variable, of_whole, Some(value)),
                None => self.add(described, variable, of_whole),
            };
            if is_secret && let Some(setting) = self.settings.iter_mut().find(|it| it.key == key) {
                setting.secret = true;
                setting.default = None;
            }
            keys.insert(variable.to_owned(), key.clone());
            Some(key)
        })
    }

    /// Adds a setting; its key.
    pub(crate) fn add(&mut self, input: &Value, name: &str, rules: InputRules) -> String {
        let default = self.scalar(input, "default", "default");
        self.add_with(input, name, rules, default)
    }

    /// The same of an argument that stands there once for each of its values. Everything else has one value.
    pub(crate) fn add_repeated(&mut self, input: &Value, name: &str) -> String {
        let key = self.add(input, name, InputRules::default());
        if let Some(setting) = self.settings.iter_mut().find(|it| it.key == key) {
            setting.multiple = true;
        }
        key
    }

    fn add_with(&mut self, input: &Value, name: &str, rules: InputRules, default: Option<String>) -> String {
        let key = self.free_key(name);
        let kind = match text(input, "format", "format", 64) {
            Some("number") => InstallSettingKind::Number,
            Some("boolean") => InstallSettingKind::Switch,
            Some("filepath") => InstallSettingKind::File,
            _ => InstallSettingKind::Text,
        };
        let choices = self.choices(input);
        let secret = flag(input, "isSecret", "is_secret") || rules.by_name && sounds_secret(name);
        let fits = |value: &String| !secret && (choices.is_empty() || choices.contains(value));
        if self.settings.len() >= limits::SETTINGS {
            self.fail(say!("option-too-many"));
            return key;
        }
        let title = name.trim_start_matches('-');
        self.settings.push(OptionSetting {
            key: key.clone(),
            title: title.chars().take(limits::TITLE).collect(),
            description: words(input, "description", "description", limits::DESCRIPTION).unwrap_or_default(),
            kind,
            required: rules.required || flag(input, "isRequired", "is_required"),
            secret,
            multiple: false,
            default: default.filter(fits),
            choices,
        });
        key
    }

    fn choices(&mut self, input: &Value) -> Vec<String> {
        let Some(list) = pick(input, "choices", "choices").and_then(Value::as_array) else {
            return Vec::new();
        };
        let choices: Vec<String> = list.iter().filter_map(plain).collect();
        let is_long = choices.iter().any(|choice| choice.len() > limits::VALUE);
        if is_long || choices.len() != list.len() || choices.len() > limits::CHOICES {
            self.fail(say!("option-value"));
            return Vec::new();
        }
        choices
    }

    /// A text, number or truth value as a text.
    pub(crate) fn scalar(&mut self, input: &Value, camel: &str, snake: &str) -> Option<String> {
        let value = plain(pick(input, camel, snake)?)?;
        if value.len() > limits::VALUE || value.contains('\0') {
            self.fail(say!("option-value"));
            return None;
        }
        Some(value)
    }

    /// A key made of a name: short, and easy to type.
    fn free_key(&self, name: &str) -> String {
        let fits = |it: &char| it.is_ascii_alphanumeric() || "_-.".contains(*it);
        let key: String = name
            .trim_start_matches('-')
            .chars()
            .filter(fits)
            .take(64)
            .collect();
        let key = if key.is_empty() { "value".to_owned() } else { key };
        let (mut free, mut number) = (key.clone(), 1_u32);
        while self.get(&free).is_some() {
            number += 1;
            free = format!("{key}-{number}");
        }
        free
    }
}

/// Whether a member is true.
pub(crate) fn flag(value: &Value, camel: &str, snake: &str) -> bool {
    pick(value, camel, snake).and_then(Value::as_bool) == Some(true)
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}
