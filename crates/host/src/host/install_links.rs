//! Install links that another program opens. One waits until the person decides about it; what comes meanwhile is counted and
//! dropped, so that a page that opens fifty of them gets one notice (S-03).

use super::{Host, locked};
use portcullis_api::{HostEvent, OfferedLink};
use portcullis_formats::InstallLink;

impl Host {
    /// Offers a link to the person. Nothing is read from it or done with it here.
    pub fn offer_install_link(&self, link: &InstallLink) {
        let mut offered = locked(&self.0.install_link);
        match offered.as_mut() {
            Some(first) if first.text == link.as_str() => {}
            Some(first) => first.dropped = first.dropped.saturating_add(1),
            None => {
                *offered = Some(OfferedLink {
                    text: link.as_str().to_owned(),
                    dropped: 0,
                });
            }
        }
        drop(offered);
        self.0.emit(HostEvent::InstallLink {});
    }

    /// The link that waits.
    #[must_use]
    pub fn install_link(&self) -> Option<OfferedLink> {
        locked(&self.0.install_link).clone()
    }

    /// Forgets the link that waits.
    pub fn drop_install_link(&self) {
        let was_there = locked(&self.0.install_link).take().is_some();
        if was_there {
            self.0.emit(HostEvent::InstallLink {});
        }
    }
}
