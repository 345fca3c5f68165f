//! The languages, and which of them the system's settings ask for.

use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU8, Ordering};

/// A language with a catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum Locale {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Simplified Chinese.
    #[serde(rename = "zh-CN")]
    Chinese,
}

/// What a person chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum Language {
    /// As the system's settings say, and English where they name none of ours.
    #[default]
    #[serde(rename = "system")]
    System,
    /// English.
    #[serde(rename = "en")]
    English,
    /// Simplified Chinese.
    #[serde(rename = "zh-CN")]
    Chinese,
}
static CURRENT: AtomicU8 = AtomicU8::new(0);

impl Language {
    /// The language that is meant.
    #[must_use]
    pub fn locale(self) -> Locale {
        match self {
            Self::System => Locale::of_system(),
            Self::English => Locale::English,
            Self::Chinese => Locale::Chinese,
        }
    }
}

impl Locale {
    /// The first of the system's languages that has a catalogue; English where none has.
    #[must_use]
    pub fn of_system() -> Self {
        Self::first_of(sys_locale::get_locales())
    }

    fn first_of(tags: impl IntoIterator<Item = String>) -> Self {
        tags.into_iter()
            .find_map(|tag| Self::of_tag(&tag))
            .unwrap_or_default()
    }

    /// Traditional Chinese is another script and has no catalogue.
    fn of_tag(tag: &str) -> Option<Self> {
        let tag = tag.to_ascii_lowercase().replace('_', "-");
        let mut parts = tag.split(['-', '.', '@']);
        match parts.next()? {
            "en" => Some(Self::English),
            "zh" if !parts.any(|part| ["hant", "tw", "hk", "mo"].contains(&part)) => Some(Self::Chinese),
            _ => None,
        }
    }

    /// The language that this process speaks; English until another is set.
    #[must_use]
    pub fn current() -> Self {
        match CURRENT.load(Ordering::Relaxed) {
            1 => Self::Chinese,
            _ => Self::English,
        }
    }

    /// Speaks this language from now on.
    pub fn speak(self) {
        CURRENT.store(u8::from(self == Self::Chinese), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::Locale;

    #[test]
    fn the_first_language_of_the_system_that_has_a_catalogue_is_spoken() {
        let cases = [
            (&["de-DE", "zh-CN", "en-US"][..], Locale::Chinese),
            (&["en_GB.UTF-8", "zh-CN"], Locale::English),
            (&["zh-Hans-SG"], Locale::Chinese),
            (&["zh_CN.UTF-8"], Locale::Chinese),
            (&["zh"], Locale::Chinese),
            (&["zh-Hant-TW"], Locale::English),
            (&["zh-HK", "zh-CN"], Locale::Chinese),
            (&["C", "POSIX", ""], Locale::English),
            (&[], Locale::English),
        ];
        for (tags, wanted) in cases {
            let found = Locale::first_of(tags.iter().map(ToString::to_string));
            assert_eq!(found, wanted, "{tags:?}");
        }
    }
}
