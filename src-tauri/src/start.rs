//! What a start of the program was given: nothing, or one install link. Any program on this computer can start this one, and a
//! second start hands what it was given to the first, so anything else is refused (S-06, S-07).

use crate::{host_or_again, window};
use portcullis_host::formats::InstallLink;
use std::ffi::OsString;
use tauri::{AppHandle, Manager};
use tokio::sync::mpsc;

/// Links that wait for the host to open. More are dropped: the host keeps one.
const LINKS: usize = 8;

/// What a start asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Invocation {
    /// The window.
    Window,
    /// The window, with an install link for the person to decide about.
    Link(InstallLink),
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
        let text = first
            .into_string()
            .map_err(|_| "an argument is no valid Unicode")?;
        let link = InstallLink::parse(&text)
            .ok_or("the argument is no link to install a server, or it is too long")?;
        Ok(Self::Link(link))
    }
}

/// Where links wait for the host.
pub(crate) struct Links(mpsc::Sender<InstallLink>);

/// Hands links to the host from now on, as soon as it is open.
pub(crate) fn follow(app: &AppHandle) {
    let (links, mut waiting) = mpsc::channel::<InstallLink>(LINKS);
    app.manage(Links(links));
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        while let Some(link) = waiting.recv().await {
            match host_or_again(&app).await {
                Ok(host) => host.offer_install_link(&link),
                Err(error) => tracing::error!(%error, "an install link was dropped"),
            }
        }
    });
}

/// Does what a start asks for.
pub(crate) fn carry_out(app: &AppHandle, start: Invocation) {
    if let Err(error) = window::show(app) {
        tracing::error!(%error, "the window did not open");
    }
    if let Invocation::Link(link) = start
        && let Err(error) = app.state::<Links>().0.try_send(link)
    {
        tracing::warn!(%error, "an install link was dropped");
    }
}

/// Does what another start was given. The system carries it here, and any program can ask it to.
pub(crate) fn from_outside(app: &AppHandle, arguments: impl IntoIterator<Item = String>) {
    match Invocation::read(arguments.into_iter().map(OsString::from)) {
        Ok(start) => carry_out(app, start),
        Err(error) => tracing::warn!(error, "another start was refused"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: &[&str]) -> Result<Invocation, &'static str> {
        Invocation::read(arguments.iter().map(OsString::from))
    }

    // Proves S-06, S-07.
    #[test]
    fn a_start_takes_one_install_link_and_nothing_else() {
        let link = "portcullis://install?name=notes&config=e30";
        assert_eq!(read(&[]), Ok(Invocation::Window));
        let Ok(Invocation::Link(taken)) = read(&[link]) else {
            panic!("a link is taken")
        };
        assert_eq!(taken.as_str(), link);
        let long = format!("{link}&more={}", "a".repeat(1 << 20));
        for refused in [
            &[link, "--flag"][..],
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
        ] {
            assert!(read(refused).is_err(), "{refused:?}");
        }
    }

    #[test]
    fn packages_register_the_links_and_their_desktop_entry_hands_one_over() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let read = |name: &str| std::fs::read_to_string(root.join(name)).expect("it is there");
        let config: serde_json::Value = serde_json::from_str(&read("tauri.conf.json")).expect("it is JSON");
        assert_eq!(
            config["plugins"]["deep-link"]["desktop"]["schemes"],
            serde_json::json!(["portcullis"])
        );
        for package in ["deb", "rpm"] {
            let template = config["bundle"]["linux"][package]["desktopTemplate"].as_str();
            let entry = read(template.expect("it has an entry of its own"));
            assert!(
                entry.contains("Exec={{exec}} %u\n") && entry.contains("MimeType={{mime_type}}\n"),
                "{package}"
            );
        }
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
