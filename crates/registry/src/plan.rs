//! From an option and the values of a person to what would be saved of a server.

use crate::commands::{ArgumentValue, NamedTemplate, PackageArgument};
use crate::inputs::OptionSetting;
use crate::options::{EntryOption, Recipe};
use crate::template::ValueTemplate;
use crate::{bad, limits, remotes};
use portcullis_core::text::escape_line;
use portcullis_core::{Error, Result};
use portcullis_domain::{Endpoint, InstallSettingKind, NamedValue, TransportChoice};
use portcullis_l10n::say;
use std::collections::BTreeMap;
use url::Url;

/// Values by the key of their setting.
pub type GivenValues = BTreeMap<String, Vec<String>>;

/// A header that an address wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryHeader {
    /// Its name.
    pub name: String,
    /// Its value, with `{…}` for what is asked for.
    pub value: String,
    /// A secret stands in it.
    pub secret: bool,
}

/// What an option becomes with its values.
#[derive(Debug, Clone, PartialEq)]
pub struct OptionPlan {
    /// What runs, or is reached.
    pub endpoint: Endpoint,
    /// Variables.
    pub environment: Vec<NamedValue>,
    /// Headers.
    pub headers: Vec<NamedValue>,
    /// Transport.
    pub transport: TransportChoice,
}

impl EntryOption {
    /// Where the bundle is that it downloads, and the SHA-256 that it must have.
    #[must_use]
    pub fn bundle(&self) -> Option<(&Url, &str)> {
        match &self.recipe {
            Recipe::Bundle(url) if self.problem.is_none() => Some((url, self.sha256.as_deref()?)),
            _ => None,
        }
    }

    /// What would run, word by word, or be reached; `{…}` stands for what is asked for.
    #[must_use]
    pub fn runs(&self) -> Vec<String> {
        match &self.recipe {
            Recipe::Nothing => Vec::new(),
            Recipe::Bundle(url) => vec![url.to_string()],
            Recipe::Address { url, .. } => vec![url.shown()],
            Recipe::Command {
                program, arguments, ..
            } => {
                let mut line = vec![(*program).to_owned()];
                for argument in arguments {
                    line.extend(argument.before.clone());
                    line.extend(match &argument.value {
                        ArgumentValue::Filled(template) => Some(template.shown()),
                        ArgumentValue::Each(key) => Some(ValueTemplate::value(key).shown()),
                        ArgumentValue::Passed(name) => Some(name.clone()),
                        ArgumentValue::Nothing | ArgumentValue::Flag(_) => None,
                    });
                }
                line
            }
        }
    }

    /// Headers that go along with each request to its address, with `{…}` for what is asked for.
    #[must_use]
    pub fn headers(&self) -> Vec<EntryHeader> {
        let Recipe::Address { headers, .. } = &self.recipe else {
            return Vec::new();
        };
        let headers = headers.iter().map(|header| EntryHeader {
            name: header.name.clone(),
            value: header.template.shown(),
            secret: header.secret,
        });
        headers.collect()
    }

    /// The texts of its command that its publisher fixed: words, values of variables and defaults.
    #[must_use]
    pub fn fixed_texts(&self) -> Vec<String> {
        let Recipe::Command { environment, .. } = &self.recipe else {
            return Vec::new();
        };
        let variables = environment.iter().map(|variable| variable.template.shown());
        let defaults = self.settings.iter().filter_map(|setting| setting.default.clone());
        self.runs().into_iter().chain(variables).chain(defaults).collect()
    }

    /// Whether a server that is here runs the same package, in whatever version, or is at the same address.
    #[must_use]
    pub fn is_same(&self, endpoint: &Endpoint) -> bool {
        match (&self.recipe, endpoint) {
            (
                Recipe::Command { program, package, .. },
                Endpoint::Command {
                    program: own,
                    arguments,
                    ..
                },
            ) => {
                let (word, stem) = package;
                let is_package = |argument: &String| {
                    let rest = argument.strip_prefix(stem.as_str()).unwrap_or("-");
                    argument == word
                        || !stem.is_empty() && (rest.is_empty() || rest.starts_with(['@', ':', '=']))
                };
                own.trim() == *program && arguments.iter().any(is_package)
            }
            (Recipe::Address { url, .. }, Endpoint::Address { url: own }) => {
                let same = |filled: &str| {
                    let both = Url::parse(filled).ok().zip(Url::parse(own).ok());
                    both.is_some_and(|(one, other)| one == other)
                };
                remotes::filled(url, &GivenValues::new()).is_some_and(|filled| same(&filled))
            }
            _ => false,
        }
    }

    /// Fills in the values of a person.
    ///
    /// # Errors
    /// `input.bad`: the option cannot be used, a value is missing, or is not what its setting takes.
    pub fn plan(&self, given: &GivenValues) -> Result<OptionPlan> {
        if let Some(problem) = &self.problem {
            return Err(bad(problem.clone()));
        }
        let is_known = |key: &String| self.settings.iter().any(|setting| setting.key == *key);
        if let Some(unknown) = given.keys().find(|key| !is_known(key)) {
            return Err(bad(say!("value-unknown", name = escape_line(unknown).text)));
        }
        let mut values = GivenValues::new();
        for setting in &self.settings {
            let texts = value_of(setting, given.get(&setting.key))?;
            if !texts.is_empty() {
                values.insert(setting.key.clone(), texts);
            }
        }
        match &self.recipe {
            Recipe::Command {
                program,
                arguments,
                environment,
                ..
            } => {
                let environment = named(environment, &values);
                Ok(OptionPlan {
                    endpoint: Endpoint::Command {
                        program: (*program).to_owned(),
                        arguments: line(arguments, &values, &environment),
                        folder: None,
                    },
                    environment,
                    headers: Vec::new(),
                    transport: TransportChoice::Auto,
                })
            }
            Recipe::Address {
                url,
                headers,
                transport,
            } => Ok(OptionPlan {
                endpoint: Endpoint::Address {
                    url: remotes::filled(url, &values).ok_or_else(|| bad(say!("option-url")))?,
                },
                environment: Vec::new(),
                headers: named(headers, &values),
                transport: *transport,
            }),
            Recipe::Bundle(_) | Recipe::Nothing => {
                Err(Error::internal("this option is no command and no address"))
            }
        }
    }
}

/// The values of a setting, of the person or by default; none where it has none and needs none.
fn value_of(setting: &OptionSetting, given: Option<&Vec<String>>) -> Result<Vec<String>> {
    let title = || escape_line(&setting.title).text;
    // A list without anything in it is an answer as well: the default was taken away.
    let mut texts = match given {
        Some(texts) => texts.clone(),
        None => setting.default.iter().cloned().collect(),
    };
    texts.retain(|text| !text.is_empty());
    if texts.is_empty() && setting.required {
        return Err(bad(say!("value-missing", setting = title())));
    }
    if texts.len() > 1 && !setting.multiple || texts.len() > limits::INPUTS {
        return Err(bad(say!("value-one", setting = title())));
    }
    for text in &texts {
        let fits = match setting.kind {
            InstallSettingKind::Number => text.parse::<f64>().is_ok_and(f64::is_finite),
            InstallSettingKind::Switch => matches!(text.as_str(), "true" | "false"),
            InstallSettingKind::Text | InstallSettingKind::Folder | InstallSettingKind::File => {
                !text.contains('\0')
            }
        };
        let is_choice = setting.choices.is_empty() || setting.choices.contains(text);
        if !fits || !is_choice {
            return Err(bad(say!("value-wrong", setting = title())));
        }
    }
    Ok(texts)
}

fn named(templates: &[NamedTemplate], values: &GivenValues) -> Vec<NamedValue> {
    let filled = templates.iter().filter_map(|named| {
        Some(NamedValue {
            name: named.name.clone(),
            value: Some(named.template.fill(values)?),
            secret: named.secret,
        })
    });
    filled.collect()
}

/// The words of a command. An argument of which a value is missing stays away as a whole.
fn line(arguments: &[PackageArgument], values: &GivenValues, environment: &[NamedValue]) -> Vec<String> {
    let mut line = Vec::new();
    for argument in arguments {
        let before = argument.before.iter().cloned();
        match &argument.value {
            ArgumentValue::Nothing => line.extend(before),
            ArgumentValue::Filled(template) => {
                if let Some(word) = template.fill(values) {
                    line.extend(before);
                    line.push(word);
                }
            }
            ArgumentValue::Each(key) => {
                for value in values.get(key).into_iter().flatten() {
                    line.extend(before.clone());
                    line.push(value.clone());
                }
            }
            ArgumentValue::Flag(key) => {
                let is_on = values
                    .get(key)
                    .is_some_and(|texts| texts.iter().any(|text| text == "true"));
                line.extend(before.filter(|_| is_on));
            }
            ArgumentValue::Passed(name) => {
                if environment.iter().any(|variable| variable.name == *name) {
                    line.extend(before);
                    line.push(name.clone());
                }
            }
        }
    }
    line
}
