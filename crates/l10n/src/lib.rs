//! Which language is spoken, and the messages of each crate in it.
//!
//! Every sentence for a person comes from a catalogue: `l10n/en.ftl` and `l10n/zh-CN.ftl` beside the `src` of its crate, written in
//! [Fluent](https://projectfluent.org/fluent/guide/). A crate names its catalogue once, with [`catalogue!`] in its `lib.rs`, and
//! says a message by [`say!`]. What goes to a model or a server stays in English and in the code.
//!
//! The language belongs to the process: it is set when the program starts and when the setting changes. A sentence is made in
//! the language of its moment; one that is already in the audit log stays as it was written.
//!
//! Nothing here knows a message of its own.

mod catalogue;
pub mod check;
mod locale;

pub use catalogue::Catalogue;
pub use fluent_bundle::FluentValue as Argument;
pub use locale::{Language, Locale};

/// Names the catalogue of this crate, and tests it: both languages have the same messages with the same arguments, and every
/// [`say!`] names one of them.
#[macro_export]
macro_rules! catalogue {
    () => {
        static CATALOGUE: $crate::Catalogue = $crate::Catalogue::new(
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/l10n/en.ftl")),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/l10n/zh-CN.ftl")),
        );

        #[cfg(test)]
        mod catalogue_tests {
            #[test]
            fn both_languages_have_every_message_that_is_said() {
                let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
                assert_eq!(
                    $crate::check::faults(&super::CATALOGUE, &root.join("src")).unwrap(),
                    Vec::<String>::new()
                );
            }
        }
    };
}

/// A message of this crate in the language that is spoken: `say!("id")`, `say!("id", name = value)`.
#[macro_export]
macro_rules! say {
    ($id:literal $(, $name:ident = $value:expr)* $(,)?) => {
        crate::CATALOGUE.say($id, vec![$((stringify!($name), $crate::Argument::from($value))),*])
    };
}
