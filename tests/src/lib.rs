//! The rig: what the tests of the host and of the window stand on.
//!
//! [`hostile`] is a server that does whatever a script says; the program `echo_server` is one that
//! does as little as possible. [`canary`], [`sink`] and [`packages`] are what a test plants, listens
//! with and compares against; [`fault_proxy`] is what lies between the host and a server; [`test_user`] is
//! a user of a real host. [`keychain_session`] is a home with a keyring, [`signing_in`] what a person does
//! there. [`display`] and [`driver`] open the real window, [`desktop`] is the desktop around it. Nothing
//! here is part of the product, and nothing here replaces a part of the product by an imitation.
//!
//! [`kills`] ends a host that works, [`alone`] is one without a user; [`ui_fuzz`] is a user of the window who
//! wants to break it; [`kept`] looks at what a host left on disk.
//!
//! The tests are in `host/` (no window system needed) and `window/`, one module per promise. Beside
//! them come `conformance/` (the client the conformance suite drives) and `bench/` (the measures),
//! each with its program in `src/bin/`.

/// Asserts that a text has each of these parts.
#[macro_export]
macro_rules! assert_has {
    ($text:expr, $($part:expr),+) => {{
        let text: &str = &$text;
        $(
            let part: &str = &$part;
            assert!(text.contains(part), "no “{part}” in: {text}");
        )+
    }};
}

/// Asserts that a text has none of these parts.
#[macro_export]
macro_rules! assert_lacks {
    ($text:expr, $($part:expr),+) => {{
        let text: &str = &$text;
        $(
            let part: &str = &$part;
            assert!(!text.contains(part), "“{part}” in: {text}");
        )+
    }};
}

/// What a test needs and may be left out on some machines. Where there is none, the test ends.
#[macro_export]
macro_rules! or_skip {
    ($needed:expr) => {{
        let Some(needed) = $needed else {
            return;
        };
        needed
    }};
}

/// Takes a value apart that must have this form, or shows the value that has another.
#[macro_export]
macro_rules! let_assert {
    ($value:expr => $pattern:pat) => {
        let $pattern = $value else {
            panic!("another form: {:?}", $value)
        };
    };
}

pub mod alone;
pub mod browser;
pub mod canary;
pub mod certified;
pub mod desktop;
pub mod display;
pub mod dpop_check;
pub mod driver;
pub mod fake_npm;
pub mod fake_provider;
pub mod fake_uv;
pub mod fault_proxy;
pub mod fickle_keystore;
pub mod hostile;
pub mod http1;
pub mod kept;
pub mod keychain_session;
pub mod kills;
pub mod listening;
pub mod moved_clock;
pub mod organisation;
pub mod packages;
pub mod pictures;
pub mod programs;
pub mod provider;
pub mod proxy;
pub mod random;
pub mod registry;
pub mod signing_in;
pub mod sink;
pub mod test_host;
pub mod test_user;
pub mod ui_fuzz;
pub mod wait;
