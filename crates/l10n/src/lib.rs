//! Which language is spoken, and the messages of each crate in it.
//!
//! Every sentence for a person comes from a catalogue: `l10n/en.ftl` and `l10n/zh-CN.ftl` beside the `src` of its crate, written in
//! [Fluent](https://projectfluent.org/fluent/guide/). A crate names its catalogue once, with [`catalogue!`] in its `lib.rs`, and
//! says a message by [`say!`]. What goes to a model or a server stays in English and in the code.
//!
//! The language belongs to the process: it is set when the program starts and when the setting changes. A sentence is made in
//! the language of its moment; one that is already in the audit log stays as it was written.
//!
//! So does the place: in a terminal a message is said as its attribute `.terminal`, where it has one.
//!
//! Nothing here knows a message of its own. Every crate with sentences uses it.

mod argument;
mod catalogue;
pub mod check;
#[cfg(test)]
mod guides;
mod list;
mod locale;
mod size;
mod surface;
#[cfg(test)]
mod wording;

pub use argument::IntoArgument;
pub use catalogue::Catalogue;
pub use fluent_bundle::FluentValue as Argument;
pub use list::list;
pub use locale::{Language, Locale};
pub use size::size;
pub use surface::Surface;

/// Names the catalogue of this crate, and tests it: both languages have the same messages with the same arguments, and every
/// [`say!`] names one of them.
#[macro_export]
macro_rules! catalogue {
    () => {
        $crate::catalogue!("");
    };
    // Where the sources are in a folder of the package: `"src-tauri/"`.
    ($folder:literal) => {
        static CATALOGUE: $crate::Catalogue = $crate::Catalogue::new(
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/",
                $folder,
                "l10n/en.ftl"
            )),
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/",
                $folder,
                "l10n/zh-CN.ftl"
            )),
        );

        #[cfg(test)]
        mod catalogue_tests {
            #[test]
            fn both_languages_have_every_message_that_is_said() {
                let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "src");
                assert_eq!(
                    $crate::check::faults(&super::CATALOGUE, std::path::Path::new(sources)).unwrap(),
                    Vec::<String>::new()
                );
            }
        }
    };
}

/// A message of this crate whose id ends with a name of the code: `say_by!("code-", name)`. It has no arguments.
#[macro_export]
#[allow(
    clippy::crate_in_macro_def,
    reason = "each crate says what is in its own catalogue"
)]
macro_rules! say_by {
    ($prefix:literal, $name:expr) => {
        crate::CATALOGUE.say(&format!(concat!($prefix, "{}"), $name), Vec::new())
    };
}

/// A message of this crate in the language that is spoken: `say!("id")`, `say!("id", name = value)`, or `say!("id", name)` where
/// the value is a variable of this name.
#[macro_export]
#[allow(
    clippy::crate_in_macro_def,
    reason = "each crate says what is in its own catalogue"
)]
macro_rules! say {
    ($id:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        crate::CATALOGUE.say(
            $id,
            vec![$((
                stringify!($name),
                $crate::IntoArgument::argument(&$crate::say!(@value $name $(, $value)?)),
            )),*],
        )
    };
    (@value $name:ident) => { $name };
    (@value $name:ident, $value:expr) => { $value };
}
