//! Files that the person drags to the main window. Their paths come from the toolkit: the page hears their names only and can drop
//! nothing, so a drop is an act of the person. It leads to the same reviews as the dialogs of the system. Over the message field
//! of a conversation files are attached to it, as with its button; where that field is, the page says.

use crate::slot::Slot;
use crate::{host_or_again, window};
use portcullis_core::locked;
use std::path::PathBuf;
use std::sync::Mutex;
use tauri::{AppHandle, DragDropEvent, Manager, PhysicalPosition, RunEvent, WindowEvent};

/// Where the message field of a conversation is, as the page said last.
#[derive(Debug, Default)]
pub(crate) struct MessageField(Mutex<Option<FieldPlace>>);

/// A place in ten-thousandths of the page, which knows nothing of zoom and scale.
#[derive(Debug)]
pub(crate) struct FieldPlace {
    pub conversation: String,
    pub left: u32,
    pub top: u32,
    pub right: u32,
    pub bottom: u32,
}

/// Parts of a page in which places are given.
const PARTS: f64 = 10_000.0;

impl MessageField {
    /// Keeps where it is. One without an extent is not there any more, and takes no other one away: another conversation may
    /// be shown by now.
    pub(crate) fn put(&self, place: FieldPlace) {
        let is_there = place.left < place.right && place.top < place.bottom;
        let mut kept = locked(&self.0);
        let is_own = kept
            .as_ref()
            .is_none_or(|kept| kept.conversation == place.conversation);
        if is_there || is_own {
            *kept = is_there.then_some(place);
        }
    }

    /// The conversation whose field is at this part of the page.
    fn at(&self, across: f64, down: f64) -> Option<String> {
        let place = locked(&self.0);
        let within =
            |part: f64, from: u32, to: u32| (f64::from(from)..f64::from(to)).contains(&(part * PARTS));
        place
            .as_ref()
            .filter(|it| within(across, it.left, it.right) && within(down, it.top, it.bottom))
            .map(|it| it.conversation.clone())
    }
}

/// Hears of files over the main window.
pub(crate) fn on_event(app: &AppHandle, event: &RunEvent) {
    let RunEvent::WindowEvent {
        label,
        event: WindowEvent::DragDrop(event),
        ..
    } = event
    else {
        return;
    };
    if label != window::MAIN {
        return;
    }
    let host = app.state::<Slot>().host();
    match (event, host) {
        // Words that are dragged have no path, and belong to the page.
        (DragDropEvent::Enter { paths, position }, Ok(host)) if !paths.is_empty() => {
            host.drag_over(paths);
            host.drag_onto(onto(app, position));
        }
        (DragDropEvent::Over { position }, Ok(host)) => host.drag_onto(onto(app, position)),
        (DragDropEvent::Leave, Ok(host)) => host.drag_ended(),
        (DragDropEvent::Drop { paths, position }, _) if !paths.is_empty() => {
            dropped(app, paths.clone(), onto(app, position));
        }
        _ => {}
    }
}

/// The conversation whose message field is below the pointer.
fn onto(app: &AppHandle, position: &PhysicalPosition<f64>) -> Option<String> {
    let window = app.get_webview_window(window::MAIN)?;
    let size = window.inner_size().ok()?;
    // Only Windows tells of pixels of the screen, whatever the type says (tauri-apps/tauri#10744).
    let scale = match cfg!(windows) {
        true => 1.0,
        false => window.scale_factor().ok()?,
    };
    let part = |at: f64, whole: u32| at * scale / f64::from(whole.max(1));
    app.state::<MessageField>()
        .at(part(position.x, size.width), part(position.y, size.height))
}

fn dropped(app: &AppHandle, paths: Vec<PathBuf>, onto: Option<String>) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let read = match (host_or_again(&app).await, onto) {
            (Ok(host), Some(conversation)) => {
                host.attach_dropped(&conversation, paths).await;
                Ok(())
            }
            (Ok(host), None) => host.drop_files(paths).await,
            (Err(error), _) => Err(error),
        };
        if let Err(error) = read {
            tracing::error!(%error, "files that were dropped were not read");
        }
    });
}

#[cfg(test)]
mod tests {
    use super::{FieldPlace, MessageField};

    #[test]
    fn files_are_over_the_field_only_where_the_page_has_it() {
        let field = MessageField::default();
        assert_eq!(field.at(0.5, 0.9), None);
        let place = |right: u32| FieldPlace {
            conversation: "a".to_owned(),
            left: 3_000,
            top: 8_000,
            right,
            bottom: 10_000,
        };
        field.put(place(9_000));
        assert_eq!(field.at(0.5, 0.9).unwrap(), "a");
        for (across, down) in [(0.2, 0.9), (0.95, 0.9), (0.5, 0.7), (0.5, 1.1), (f64::NAN, 0.9)] {
            assert_eq!(field.at(across, down), None, "{across} {down}");
        }
        field.put(FieldPlace {
            conversation: "b".to_owned(),
            ..place(3_000)
        });
        assert_eq!(field.at(0.5, 0.9).unwrap(), "a");
        field.put(place(3_000));
        assert_eq!(field.at(0.5, 0.9), None, "it is gone");
    }
}
