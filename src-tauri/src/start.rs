//! What a start of the program was given: nothing, one install link, one MCP bundle, or the word of the system that it starts
//! when the person signs in. Any program on this computer can start
//! this one, and a second start hands what it was given to the first, so anything else is refused (S-06, S-07).

use crate::{host_or_again, quit, window};
use portcullis_core::locked;
use portcullis_formats::InstallLink;
use portcullis_host::host::{BUNDLE_EXTENSIONS, InstallOffer};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tauri::{AppHandle, Manager};
use tokio::sync::mpsc;
use url::Url;

/// Links and bundles that wait for the application to be set up, and for the host to open. More are dropped: the host keeps one.
const WAITING: usize = 8;
/// Bytes of the path of a bundle; no system takes a longer one without being asked to.
const PATH_BYTES: usize = 4096;
/// The argument of a start without a window.
pub(crate) const BACKGROUND: &str = "--background";

/// What a start asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Invocation {
    /// The window.
    Window,
    /// No window, where an icon in the tray leads to it: the person signed in to the system.
    Background,
    /// The window, with an install link or a bundle for the person to decide about.
    Install(InstallOffer),
}

impl Invocation {
    /// Reads the arguments after the name of the program.
    ///
    /// # Errors
    /// Why they are refused, for the log. They are not repeated there.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, &'static str> {
        let mut arguments = arguments.into_iter();
        let (first, second) = (arguments.next(), arguments.next());
        let Some(first) = first else {
            return Ok(Self::Window);
        };
        if second.is_some() {
            return Err("there is more than one argument");
        }
        if first == BACKGROUND {
            return Ok(Self::Background);
        }
        let text = first
            .into_string()
            .map_err(|_| "an argument is no valid Unicode")?;
        let offer = InstallLink::parse(&text)
            .map(InstallOffer::Link)
            .or_else(|| bundle(&text).map(InstallOffer::Bundle))
            .ok_or("the argument is no install link and no path of a bundle, or it is too long")?;
        Ok(Self::Install(offer))
    }
}

/// The absolute path of a bundle, or its `file:` address, by its name. The file is not looked at.
fn bundle(text: &str) -> Option<PathBuf> {
    if text.len() > PATH_BYTES || text.chars().any(char::is_control) {
        return None;
    }
    let path = match Url::parse(text) {
        // A host in it would be another computer.
        Ok(url) if url.scheme() == "file" && url.host().is_none() => url.to_file_path().ok()?,
        _ => PathBuf::from(text),
    };
    let is_bundle = |path: &Path| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| {
            BUNDLE_EXTENSIONS
                .iter()
                .any(|known| ending.eq_ignore_ascii_case(known))
        })
    };
    // Any program can name one, and Windows would sign in wherever it is.
    let is_here = !portcullis_programs::on_network(&path.to_string_lossy());
    (path.is_absolute() && is_here && is_bundle(&path)).then_some(path)
}

/// Where links and bundles wait for the host.
pub(crate) struct OfferQueue(mpsc::Sender<InstallOffer>);

/// Hands links and bundles to the host from now on, as soon as it is open.
pub(crate) fn follow(app: &AppHandle) {
    let (offers, mut waiting) = mpsc::channel::<InstallOffer>(WAITING);
    app.manage(OfferQueue(offers));
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        while let Some(offer) = waiting.recv().await {
            match host_or_again(&app).await {
                Ok(host) => host.offer_install(offer),
                Err(error) => tracing::error!(%error, "an install link or a bundle was dropped"),
            }
        }
    });
}

/// Does what a start asks for.
pub(crate) fn carry_out(app: &AppHandle, start: Invocation) {
    if start == Invocation::Background {
        return;
    }
    if let Err(error) = window::show(app) {
        tracing::error!(%error, "the window did not open");
    }
    if let Invocation::Install(offer) = start
        && app.state::<OfferQueue>().0.try_send(offer).is_err()
    {
        tracing::warn!("an install link or a bundle was dropped");
    }
}

/// Does what another start was given. The system carries it here, and any program can ask it to.
pub(crate) fn from_outside(app: &AppHandle, arguments: impl IntoIterator<Item = String>) {
    let arguments: Vec<OsString> = arguments.into_iter().map(OsString::from).collect();
    match Invocation::read(arguments.iter().cloned()) {
        Ok(start) => {
            if !quit::keep_for_next_start(&arguments)
                && let Some(start) = app.state::<EarlyStarts>().keep(start)
            {
                carry_out(app, start);
            }
        }
        Err(error) => tracing::warn!(error, "another start was refused"),
    }
}

/// Does what was asked for while the application was not set up yet.
pub(crate) fn carry_out_early(app: &AppHandle) {
    for start in app.state::<EarlyStarts>().end() {
        carry_out(app, start);
    }
}

/// What other starts ask for while the application is not set up: macOS tells of the link or file that starts the program before
/// that (tauri-apps/tao#1235), when there is neither a window nor a queue. Nothing is kept here afterwards.
#[derive(Debug)]
pub(crate) struct EarlyStarts(Mutex<Option<Vec<Invocation>>>);

impl Default for EarlyStarts {
    fn default() -> Self {
        Self(Mutex::new(Some(Vec::new())))
    }
}

impl EarlyStarts {
    /// Keeps a start for later, or gives it back once the application is set up.
    fn keep(&self, start: Invocation) -> Option<Invocation> {
        let mut early = locked(&self.0);
        let Some(kept) = early.as_mut() else {
            return Some(start);
        };
        if kept.len() < WAITING {
            kept.push(start);
        } else {
            tracing::warn!("an install link or a bundle was dropped");
        }
        None
    }

    /// What was kept.
    fn end(&self) -> Vec<Invocation> {
        let mut early = locked(&self.0);
        early.take().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path that is absolute on this system.
    fn absolute(name: &str) -> String {
        let root = if cfg!(windows) {
            r"C:\downloads\"
        } else {
            "/downloads/"
        };
        format!("{root}{name}")
    }

    fn read(arguments: &[&str]) -> Result<Invocation, &'static str> {
        Invocation::read(arguments.iter().map(OsString::from))
    }

    // Proves S-06, S-07.
    #[test]
    fn a_start_takes_one_install_link_or_bundle_and_nothing_else() {
        let link = "portcullis://install?name=notes&config=e30";
        assert_eq!(read(&[]), Ok(Invocation::Window));
        assert_eq!(read(&["--background"]), Ok(Invocation::Background));
        let Ok(Invocation::Install(InstallOffer::Link(taken))) = read(&[link]) else {
            panic!("a link is taken")
        };
        assert_eq!(taken.as_str(), link);
        let long = format!("{link}&more={}", "a".repeat(1 << 20));
        let long_path = absolute(&format!("{}.mcpb", "a".repeat(PATH_BYTES)));
        let elsewhere = absolute("notes.zip");
        for (given, path) in [
            (absolute("My notes.mcpb"), "My notes.mcpb"),
            (absolute("notes.DXT"), "notes.DXT"),
            (
                Url::from_file_path(absolute("My notes.mcpb")).unwrap().into(),
                "My notes.mcpb",
            ),
        ] {
            let bundle = InstallOffer::Bundle(PathBuf::from(absolute(path)));
            assert_eq!(read(&[&given]), Ok(Invocation::Install(bundle)), "{given}");
        }
        for refused in [
            &[link, "--flag"][..],
            &["--background", link],
            &["--background=1"],
            &[link, link],
            &["--flag"],
            &[""],
            &["/etc/passwd"],
            &["https://example.com/install"],
            &["portcullis://login?session=1"],
            &["portcullis://callback?code=1&state=2"],
            &["portcullis:install"],
            &["portcullis://install/../login?config=1"],
            &["portcullis://install.example.com/?config=1"],
            &["portcullis://user@install?config=1"],
            &["portcullis://install?config=1\n"],
            &["portcullis://install?config=a b"],
            &[&long],
            &[&long_path],
            &[&elsewhere],
            &["notes.mcpb"],
            &["../notes.mcpb"],
            &["--notes.mcpb"],
            &["file://files.example.com/notes.mcpb"],
            // Absolute on Windows.
            &[r"\\files.example.com\share\notes.mcpb"],
            &["https://example.com/notes.mcpb"],
        ] {
            assert!(read(refused).is_err(), "{refused:?}");
        }
    }

    // Proves S-07.
    #[test]
    fn a_link_that_comes_before_the_application_is_set_up_waits_for_it() {
        let bundle = |name: &str| Invocation::Install(InstallOffer::Bundle(PathBuf::from(absolute(name))));
        let early = EarlyStarts::default();
        assert_eq!(early.keep(bundle("a.mcpb")), None);
        assert_eq!(early.keep(bundle("b.mcpb")), None);
        assert_eq!(early.end(), [bundle("a.mcpb"), bundle("b.mcpb")]);
        // Set up, it does each at once.
        assert_eq!(early.keep(bundle("c.mcpb")), Some(bundle("c.mcpb")));
        assert!(early.end().is_empty());
        let early = EarlyStarts::default();
        for _ in 0..WAITING + 1 {
            assert_eq!(early.keep(Invocation::Window), None);
        }
        assert_eq!(early.end().len(), WAITING);
    }

    fn file(name: &str) -> String {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        std::fs::read_to_string(path).expect("it is there")
    }

    fn config() -> serde_json::Value {
        serde_json::from_str(&file("tauri.conf.json")).expect("it is JSON")
    }

    #[test]
    fn packages_register_links_and_bundles_and_their_desktop_entry_hands_one_over() {
        let config = config();
        assert_eq!(
            config["plugins"]["deep-link"]["desktop"]["schemes"],
            serde_json::json!(["portcullis"])
        );
        let associations = config["bundle"]["fileAssociations"]
            .as_array()
            .expect("there are some");
        let [bundles] = associations.as_slice() else {
            panic!("{associations:?}")
        };
        assert_eq!(bundles["ext"], serde_json::json!(BUNDLE_EXTENSIONS));
        let named = bundles["mimeType"].as_str().expect("it has a type");
        for package in ["deb", "rpm"] {
            let types = file("packaging/portcullis-mime.xml");
            assert!(types.contains(&format!("type=\"{named}\"")), "{package}");
            for extension in BUNDLE_EXTENSIONS {
                assert!(
                    types.contains(&format!("\"*.{extension}\"")),
                    "{package}: {extension}"
                );
            }
            let template = config["bundle"]["linux"][package]["desktopTemplate"].as_str();
            let entry = file(template.expect("it has an entry of its own"));
            assert!(
                entry.contains("Exec={{exec}} %u\n") && entry.contains("MimeType={{mime_type}}\n"),
                "{package}"
            );
        }
    }

    #[test]
    fn the_installer_of_windows_quotes_the_program_that_opens_a_bundle() {
        let config = config();
        let hooks = config["bundle"]["windows"]["nsis"]["installerHooks"].as_str();
        let hooks = file(hooks.expect("they are named"));
        let class = config["bundle"]["fileAssociations"][0]["name"].as_str();
        let class = class.expect("it has a name");
        // Windows takes no other class of files.
        assert!(
            class.starts_with("Portcullis.") && !class.contains(' '),
            "{class}"
        );
        let opened = format!(r#""Software\Classes\{class}\shell\open\command" "" "$\"$INSTDIR\"#);
        assert!(hooks.contains(&opened), "{opened}");
    }

    #[test]
    fn the_package_for_macos_has_words_for_what_its_servers_ask_the_system_for() {
        let config = config();
        let of_macos = |name: &str| config["bundle"]["macOS"][name].as_str().expect("it is named");
        let about = file(of_macos("infoPlist"));
        for key in ["NSAppleEvents", "NSDocumentsFolder", "NSLocalNetwork"] {
            assert!(
                about.contains(&format!("<key>{key}UsageDescription</key>")),
                "{key}"
            );
        }
        let files = &config["bundle"]["macOS"]["files"];
        let in_chinese = files["Resources/zh-Hans.lproj/InfoPlist.strings"].as_str();
        let in_chinese = file(in_chinese.expect("it is named"));
        let named = |line: &str| {
            let key = line.trim().strip_prefix("<key>")?.strip_suffix("</key>")?;
            key.ends_with("UsageDescription").then(|| key.to_owned())
        };
        for key in about.lines().filter_map(named) {
            assert!(in_chinese.contains(&format!("\n\"{key}\" = \"")), "{key}");
        }
        assert!(file(of_macos("entitlements")).contains("com.apple.security.automation.apple-events"));
        // The same as in `docs/systems.md`.
        let oldest = of_macos("minimumSystemVersion").trim_end_matches(".0");
        assert!(file("docs/systems.md").contains(&format!("On macOS {oldest} or newer")));
    }

    // Proves S-07.
    #[cfg(unix)]
    #[test]
    fn bytes_that_are_no_text_are_refused() {
        use std::os::unix::ffi::OsStringExt as _;
        let argument = OsString::from_vec(b"portcullis://install?name=\xff".to_vec());
        assert!(Invocation::read([argument]).is_err());
    }
}
