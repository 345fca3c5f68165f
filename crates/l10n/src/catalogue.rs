//! The messages of one crate, in both languages.

use crate::{Argument, Locale, Surface};
use fluent_bundle::{FluentArgs, FluentResource, concurrent::FluentBundle};
use fluent_syntax::ast::Entry;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use unic_langid::LanguageIdentifier;

/// The attribute of a message with the words for a terminal.
pub(crate) const TERMINAL: &str = "terminal";

/// The messages of one crate.
pub struct Catalogue {
    english: Messages,
    chinese: Messages,
    by_english: OnceLock<BTreeMap<String, String>>,
}

/// Those in one language, parsed when the first is said.
struct Messages {
    source: &'static str,
    bundle: OnceLock<FluentBundle<FluentResource>>,
}

impl Catalogue {
    /// Of the text of both files.
    #[must_use]
    pub const fn new(english: &'static str, chinese: &'static str) -> Self {
        Self {
            english: Messages::new(english),
            chinese: Messages::new(chinese),
            by_english: OnceLock::new(),
        }
    }

    /// The message in the language that this process speaks. One that is missing there is said in English; its id is what is left
    /// where it is missing there too, which the test of [`catalogue!`](crate::catalogue) does not let happen.
    #[must_use]
    pub fn say(&'static self, id: &str, arguments: Vec<(&'static str, Argument<'_>)>) -> String {
        let arguments: FluentArgs = arguments.into_iter().collect();
        let locale = Locale::current();
        self.of(locale)
            .format(locale, id, &arguments)
            .or_else(|| self.english.format(Locale::English, id, &arguments))
            .unwrap_or_else(|| id.to_owned())
    }

    /// The message without arguments whose English is this, in the language that this process speaks: for sentences that are
    /// written in the code, because a library or the compiler reads them there.
    #[must_use]
    pub fn say_english(&'static self, english: &str) -> Option<String> {
        let id = self.by_english().get(english)?;
        Some(self.say(id, Vec::new()))
    }

    /// The message without arguments that was said as this, in whichever language, in the one that this process speaks now; of
    /// those whose id begins so. For what is said once and shown for long.
    #[must_use]
    pub fn retranslate(&'static self, prefix: &str, said: &str) -> Option<String> {
        let none = FluentArgs::new();
        let of_prefix = self.by_english().iter().filter(|(_, id)| id.starts_with(prefix));
        let mut was = of_prefix.filter(|(english, id)| {
            *english == said || self.chinese.format(Locale::Chinese, id, &none).as_deref() == Some(said)
        });
        let (_, id) = was.next()?;
        Some(self.say(id, Vec::new()))
    }

    /// The English of each message without arguments, with its id.
    pub fn by_english(&self) -> &BTreeMap<String, String> {
        self.by_english.get_or_init(|| {
            let (Ok(resource) | Err((resource, _))) = fluent_syntax::parser::parse(self.english.source);
            let ids = resource.body.iter().filter_map(|entry| match entry {
                Entry::Message(message) => Some(message.id.name),
                _ => None,
            });
            ids.filter_map(|id| {
                let english = self.english.format(Locale::English, id, &FluentArgs::new())?;
                Some((english, id.to_owned()))
            })
            .collect()
        })
    }

    /// The text of the file.
    pub(crate) fn source(&self, locale: Locale) -> &'static str {
        self.of(locale).source
    }

    fn of(&self, locale: Locale) -> &Messages {
        match locale {
            Locale::English => &self.english,
            Locale::Chinese => &self.chinese,
        }
    }
}

impl Messages {
    const fn new(source: &'static str) -> Self {
        Self {
            source,
            bundle: OnceLock::new(),
        }
    }

    fn format(&self, locale: Locale, id: &str, arguments: &FluentArgs) -> Option<String> {
        self.format_on(Surface::current(), locale, id, arguments)
    }

    fn format_on(
        &self,
        surface: Surface,
        locale: Locale,
        id: &str,
        arguments: &FluentArgs,
    ) -> Option<String> {
        let bundle = self.bundle.get_or_init(|| self.open(locale));
        let message = bundle.get_message(id)?;
        let of_terminal = match surface {
            Surface::Terminal => message.get_attribute(TERMINAL),
            Surface::Window => None,
        };
        let pattern = match of_terminal {
            Some(attribute) => attribute.value(),
            None => message.value()?,
        };
        let mut errors = Vec::new();
        let said = bundle.format_pattern(pattern, Some(arguments), &mut errors);
        errors.is_empty().then(|| said.into_owned())
    }

    fn open(&self, locale: Locale) -> FluentBundle<FluentResource> {
        let language: Result<LanguageIdentifier, _> = match locale {
            Locale::English => "en".parse(),
            Locale::Chinese => "zh-CN".parse(),
        };
        let mut bundle = FluentBundle::new_concurrent(language.into_iter().collect());
        // Marks around an argument are invisible characters, and those are counted and written out (S-41).
        bundle.set_use_isolating(false);
        let (Ok(resource) | Err((resource, _))) = FluentResource::try_new(self.source.to_owned());
        // Nothing is written twice, as the test of the catalogue says.
        bundle.add_resource_overriding(resource);
        bundle
    }
}

#[cfg(test)]
mod tests {
    use super::Messages;
    use crate::{Locale, Surface};
    use fluent_bundle::FluentArgs;

    #[test]
    fn a_terminal_is_told_a_command_in_place_of_a_page() {
        let messages =
            Messages::new("page = Sign in on its page.\n    .terminal = Run “sign-in”.\nboth = Try again.\n");
        let said = |surface, id| messages.format_on(surface, Locale::English, id, &FluentArgs::new());
        assert_eq!(
            said(Surface::Window, "page").as_deref(),
            Some("Sign in on its page.")
        );
        assert_eq!(said(Surface::Terminal, "page").as_deref(), Some("Run “sign-in”."));
        assert_eq!(said(Surface::Terminal, "both").as_deref(), Some("Try again."));
    }
}
