//! Install links and bundles that another program opens. One waits until the person decides about it; what comes meanwhile is
//! counted and dropped, so that a page that opens fifty of them gets one notice (S-03).

use super::{Host, locked};
use portcullis_api::{HostEvent, OfferedInstall, OfferedSource};
use portcullis_core::text::escape_line;
use portcullis_formats::InstallLink;
use std::path::PathBuf;

/// What another program opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InstallOffer {
    /// A link.
    Link(InstallLink),
    /// The absolute path of an MCP bundle. It was not looked at.
    Bundle(PathBuf),
}

/// The one that waits, and how many were dropped since.
pub(super) struct WaitingOffer {
    offer: InstallOffer,
    dropped: u32,
}

impl Host {
    /// Offers a link or a bundle to the person. Nothing is read from it or done with it here.
    pub fn offer_install(&self, offer: InstallOffer) {
        let mut waiting = locked(&self.0.install_offer);
        match waiting.as_mut() {
            Some(first) if first.offer == offer => {}
            Some(first) => first.dropped = first.dropped.saturating_add(1),
            None => *waiting = Some(WaitingOffer { offer, dropped: 0 }),
        }
        drop(waiting);
        self.0.emit(HostEvent::OfferedInstall {});
    }

    /// The one that waits.
    #[must_use]
    pub fn offered_install(&self) -> Option<OfferedInstall> {
        let waiting = locked(&self.0.install_offer);
        let WaitingOffer { offer, dropped } = waiting.as_ref()?;
        let source = match offer {
            InstallOffer::Link(link) => OfferedSource::Link {
                text: link.as_str().to_owned(),
            },
            InstallOffer::Bundle(path) => OfferedSource::Bundle {
                file: escape_line(&path.file_name().unwrap_or_default().to_string_lossy()),
            },
        };
        Some(OfferedInstall {
            source,
            dropped: *dropped,
        })
    }

    /// The bundle that waits.
    pub(super) fn offered_bundle(&self) -> Option<PathBuf> {
        match &locked(&self.0.install_offer).as_ref()?.offer {
            InstallOffer::Bundle(path) => Some(path.clone()),
            InstallOffer::Link(_) => None,
        }
    }

    /// Forgets an offer, unless another one waits by now.
    pub(super) fn take_offered(&self, offer: &InstallOffer) {
        let taken = locked(&self.0.install_offer).take_if(|waiting| waiting.offer == *offer);
        if taken.is_some() {
            self.0.emit(HostEvent::OfferedInstall {});
        }
    }

    /// Forgets the one that waits.
    pub fn drop_offered_install(&self) {
        let taken = locked(&self.0.install_offer).take();
        if taken.is_some() {
            self.0.emit(HostEvent::OfferedInstall {});
        }
    }
}
