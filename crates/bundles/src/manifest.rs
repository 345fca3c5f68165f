//! `manifest.json`, versions 0.1 to 0.4 (modelcontextprotocol/mcpb, MANIFEST.md). Fields that Portcullis does not use may be
//! anything; those that decide what runs are strict, and a name that occurs twice is refused.

use crate::{bad, limits};
use portcullis_core::{Result, causes};
use portcullis_l10n::say;
use serde::de::{DeserializeOwned, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::marker::PhantomData;

/// What a bundle says of itself. All of it is a claim of its publisher.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Manifest {
    /// `0.1` to `0.4`.
    #[serde(default)]
    pub manifest_version: String,
    /// What it was called before; a bundle for hosts of both ages has either.
    dxt_version: Option<String>,
    /// For machines.
    pub name: String,
    /// For people.
    pub display_name: Option<String>,
    /// Of the bundle.
    pub version: String,
    /// One line.
    #[serde(default)]
    pub description: String,
    /// Who made it.
    pub author: Author,
    /// SPDX.
    pub license: Option<String>,
    /// What runs.
    pub server: BundledServer,
    /// What it was made for.
    #[serde(default)]
    pub compatibility: Compatibility,
    /// What a person is asked for, in the order of the manifest.
    #[serde(default)]
    pub user_config: Ordered<BundleSetting>,
    /// The tools that it lists. It needs no list, and one that is something else is none.
    #[serde(default, deserialize_with = "claimed")]
    pub tools: Vec<ClaimedTool>,
    /// Whether it makes more of them while it runs.
    #[serde(default, deserialize_with = "claimed")]
    pub tools_generated: bool,
}

/// A tool, as a bundle describes it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ClaimedTool {
    /// Its name.
    pub name: String,
    /// What it is for.
    #[serde(default)]
    pub description: String,
}

/// Who made a bundle.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Author {
    /// A person or a company.
    pub name: String,
}

/// The server in a bundle.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct BundledServer {
    /// How it is run.
    #[serde(rename = "type")]
    pub kind: BundleKind,
    /// Its first file, from the root of the bundle.
    pub entry_point: String,
    /// The command; only a bundle of `uv` may leave it out.
    pub mcp_config: Option<ManifestCommand>,
}

/// How a bundled server is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BundleKind {
    /// By Node.js.
    Node,
    /// By Python.
    Python,
    /// By itself.
    Binary,
    /// By uv, which fetches what it needs.
    Uv,
}

/// A command with variables.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ManifestCommand {
    /// The program.
    pub command: String,
    /// Its arguments.
    #[serde(default)]
    pub args: Vec<String>,
    /// Its environment.
    #[serde(default)]
    pub env: Ordered<String>,
    /// For `win32`, `darwin` and `linux`: each part that is there replaces the one above as a whole.
    #[serde(default)]
    pub platform_overrides: Ordered<CommandOverride>,
}

impl ManifestCommand {
    /// How many arguments or variables it has at most, on any system.
    fn longest(&self) -> usize {
        let own = self.platform_overrides.0.iter().flat_map(|(_, own)| {
            let arguments = own.args.as_ref().map_or(0, Vec::len);
            [arguments, own.env.as_ref().map_or(0, |env| env.0.len())]
        });
        let common = [self.args.len(), self.env.0.len()];
        common.into_iter().chain(own).max().unwrap_or_default()
    }
}

/// What is different on one system.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct CommandOverride {
    /// The program.
    pub command: Option<String>,
    /// All arguments.
    pub args: Option<Vec<String>>,
    /// All of the environment.
    pub env: Option<Ordered<String>>,
}

/// What a bundle was made for.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct Compatibility {
    /// `win32`, `darwin`, `linux`; none means all.
    #[serde(default)]
    pub platforms: Vec<String>,
    /// Ranges of versions of `node` and `python`.
    #[serde(default)]
    pub runtimes: Ordered<String>,
}

/// A value that a person is asked for.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct BundleSetting {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: SettingKind,
    /// What it is called.
    pub title: String,
    /// What it is for.
    #[serde(default)]
    pub description: String,
    /// Nothing starts without it.
    #[serde(default)]
    pub required: bool,
    /// Taken where the person gives none.
    pub default: Option<serde_json::Value>,
    /// Several of them.
    #[serde(default)]
    pub multiple: bool,
    /// A secret.
    #[serde(default)]
    pub sensitive: bool,
    /// Bounds of a number.
    pub min: Option<f64>,
    /// Likewise.
    pub max: Option<f64>,
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SettingKind {
    /// A line.
    String,
    /// A number.
    Number,
    /// Yes or no.
    Boolean,
    /// A folder on this computer.
    Directory,
    /// A file on this computer.
    File,
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// `input.bad`: it is no manifest, of a version that is not known, or it asks for more than it may.
    pub fn parse(json: &[u8]) -> Result<Self> {
        let mut read: Self = serde_json::from_slice(json).map_err(|error| {
            let why = causes::json(&error);
            bad(say!("manifest-unreadable", why)).remedy(say!("manifest-unreadable-remedy"))
        })?;
        if read.manifest_version.is_empty() {
            read.manifest_version = read.dxt_version.take().unwrap_or_default();
        }
        if !matches!(read.manifest_version.as_str(), "0.1" | "0.2" | "0.3" | "0.4") {
            let version = portcullis_core::text::escape_line(&read.manifest_version).text;
            return Err(bad(say!("manifest-version", version)));
        }
        if read.server.mcp_config.is_none() && read.server.kind != BundleKind::Uv {
            return Err(bad(say!("manifest-no-command")));
        }
        let command = read.server.mcp_config.as_ref();
        if read.user_config.0.len() > limits::SETTINGS
            || command.is_some_and(|command| command.longest() > limits::VALUES)
        {
            return Err(bad(say!("manifest-too-many")));
        }
        Ok(read)
    }

    /// The texts that its command fixes on a system: arguments and values of variables.
    #[must_use]
    pub fn fixed_texts(&self, platform: &str) -> Vec<String> {
        let command = self.command_on(platform);
        let values = command.env.0.into_iter().map(|(_, value)| value);
        command.args.into_iter().chain(values).collect()
    }

    /// The command on a system, with what is different there.
    pub(crate) fn command_on(&self, platform: &str) -> ManifestCommand {
        let Some(common) = &self.server.mcp_config else {
            return ManifestCommand {
                command: "uv".to_owned(),
                args: [
                    "run",
                    "--directory",
                    "${__dirname}",
                    self.server.entry_point.as_str(),
                ]
                .map(str::to_owned)
                .to_vec(),
                env: Ordered::default(),
                platform_overrides: Ordered::default(),
            };
        };
        let mut command = common.clone();
        if let Some(own) = common.platform_overrides.get(platform) {
            command.command = own.command.clone().unwrap_or(command.command);
            command.args = own.args.clone().unwrap_or(command.args);
            command.env = own.env.clone().unwrap_or(command.env);
        }
        command
    }
}

/// What decides nothing may be anything.
fn claimed<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(
    from: D,
) -> std::result::Result<T, D::Error> {
    let value = serde_json::Value::deserialize(from)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// Names with values, in their order. A name that is there twice is an error.
#[derive(Debug, Clone, PartialEq)]
pub struct Ordered<T>(pub Vec<(String, T)>);

impl<T> Default for Ordered<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Ordered<T> {
    /// The value of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&T> {
        let found = self.0.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Ordered<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        struct OrderedVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for OrderedVisitor<T> {
            type Value = Ordered<T>;

            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("names with values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Self::Value, A::Error> {
                let mut entries: Vec<(String, T)> = Vec::new();
                while let Some((name, value)) = map.next_entry()? {
                    if entries.iter().any(|(other, _)| *other == name) {
                        return Err(A::Error::custom("a name is there twice"));
                    }
                    entries.push((name, value));
                }
                Ok(Ordered(entries))
            }
        }
        from.deserialize_map(OrderedVisitor(PhantomData))
    }
}

#[cfg(test)]
mod tests;
