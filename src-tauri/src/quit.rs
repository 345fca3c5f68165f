//! The end: every server is stopped and every outcome written before the process goes (F-39).

use crate::gate::{GATE, GateWindow};
use crate::slot::Slot;
use crate::start::BACKGROUND;
use crate::window::MAIN;
use portcullis_core::locked;
use portcullis_host::Host;
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::Duration;
use tauri::{AppHandle, Manager, RunEvent, WindowEvent};

/// Whether there is a tray to hide in.
struct Tray(bool);
/// Whether the end has begun, and whether it is done.
static ENDING: AtomicBool = AtomicBool::new(false);
static ENDED: AtomicBool = AtomicBool::new(false);
/// The arguments of the start that asked for the most while the application was ending.
static NEXT_START: Mutex<Option<Vec<OsString>>> = Mutex::new(None);
/// How long the end may take where the system waits for it: Windows ends a program that takes longer.
const SYSTEM_WAITS: Duration = Duration::from_secs(5);

pub(crate) fn remember_tray(app: &AppHandle, there: bool) {
    app.manage(Tray(there));
}

/// A polite signal ends the application like its own menu does.
pub(crate) fn follow_signals(app: AppHandle) {
    tauri::async_runtime::spawn(async move {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let (Ok(mut term), Ok(mut int)) =
                (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
            else {
                tracing::warn!("signals are not heard");
                return;
            };
            tokio::select! {
                _ = term.recv() => {}
                _ = int.recv() => {}
            }
        }
        #[cfg(not(unix))]
        if tokio::signal::ctrl_c().await.is_err() {
            return;
        }
        app.exit(0);
    });
}

pub(crate) fn on_event(app: &AppHandle, event: RunEvent) {
    match event {
        RunEvent::WindowEvent {
            label,
            event: WindowEvent::CloseRequested { api, .. },
            ..
        } if label == MAIN => {
            api.prevent_close();
            if stays_in_tray(app) {
                hide(app);
            } else {
                // The window of the gate may be there, hidden: the end does not wait for it.
                app.exit(0);
            }
        }
        RunEvent::WindowEvent {
            label,
            event: WindowEvent::CloseRequested { api, .. },
            ..
        } if label == GATE => {
            api.prevent_close();
            app.state::<GateWindow>().leave();
        }
        RunEvent::ExitRequested { api, code, .. } if !ENDED.load(Ordering::SeqCst) => {
            api.prevent_exit();
            if !ENDING.swap(true, Ordering::SeqCst) {
                end(app.clone(), code.unwrap_or(0));
            }
        }
        // Without a request before it: Quit in the Dock's menu and a log-off on macOS (tauri-apps/tauri#9198), a log-off on Windows.
        RunEvent::Exit if !ENDED.load(Ordering::SeqCst) => {
            let app = app.clone();
            if !done_within(SYSTEM_WAITS, async move { close(&app).await }) {
                tracing::warn!("the system ended the application before everything was closed");
            }
        }
        RunEvent::Exit => start_next(app),
        _ => {}
    }
}

/// Keeps what another start was given, where the application is ending: a window that opened now would close with it. Says whether
/// it was kept.
pub(crate) fn keep_for_next_start(arguments: &[OsString]) -> bool {
    let is_ending = ENDING.load(Ordering::SeqCst);
    if is_ending {
        keep_most(&mut locked(&NEXT_START), arguments);
    }
    is_ending
}

/// A person who opens a link, and then the program because no window appears, still wants what the link offers.
fn keep_most(next: &mut Option<Vec<OsString>>, arguments: &[OsString]) {
    if next.as_deref().map(asks_for) < Some(asks_for(arguments)) {
        *next = Some(arguments.to_vec());
    }
}

/// How much a start asks for: no window, the window, or an install link or a bundle in it. Of several links the first is kept, as
/// by the host.
fn asks_for(arguments: &[OsString]) -> u8 {
    match arguments {
        [only] if only == BACKGROUND => 0,
        [] => 1,
        _ => 2,
    }
}

/// Starts the program again where another start came while it was ending: that one handed over what it was given and is gone.
fn start_next(app: &AppHandle) {
    // No later start hands anything over to this process, and the next one can become the single instance.
    app.cleanup_before_exit();
    let Some(arguments) = locked(&NEXT_START).take() else {
        return;
    };
    let mut environment = app.env();
    environment.args_os.truncate(1);
    environment.args_os.extend(arguments);
    tauri::process::restart(&environment);
}

fn stays_in_tray(app: &AppHandle) -> bool {
    let wanted = app
        .state::<Slot>()
        .host()
        .is_ok_and(|host| host.settings().keep_in_tray);
    wanted && app.state::<Tray>().0
}

fn hide(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(MAIN)
        && let Err(error) = window.hide()
    {
        tracing::warn!(%error, "the window did not hide");
    }
}

fn hide_all(app: &AppHandle) {
    for (label, window) in app.webview_windows() {
        if let Err(error) = window.hide() {
            tracing::warn!(%error, label, "the window did not hide");
        }
    }
}

fn end(app: AppHandle, code: i32) {
    hide_all(&app);
    tauri::async_runtime::spawn(async move {
        close(&app).await;
        ENDED.store(true, Ordering::SeqCst);
        app.exit(code);
    });
}

async fn close(app: &AppHandle) {
    let slot = app.state::<Slot>();
    slot.end(|host: Host| async move { host.close().await }).await;
}

/// Waits on this thread until the work is done; whether it was in time. The thread is none of those that do it.
fn done_within(limit: Duration, work: impl Future<Output = ()> + Send + 'static) -> bool {
    let (done, waiting) = mpsc::sync_channel(1);
    tauri::async_runtime::spawn(async move {
        work.await;
        // Where it was too late, nothing receives it.
        _ = done.send(());
    });
    waiting.recv_timeout(limit).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{BACKGROUND, done_within, keep_most};
    use std::ffi::OsString;
    use std::future::pending;
    use std::time::Duration;

    // Proves F-39.
    #[test]
    fn an_end_that_the_system_waits_for_is_waited_for_and_not_for_ever() {
        let (closed, heard) = std::sync::mpsc::sync_channel(1);
        let close = async move {
            tokio::time::sleep(Duration::from_millis(50)).await;
            closed.send(()).expect("the test listens");
        };
        assert!(done_within(Duration::from_secs(60), close));
        heard.try_recv().expect("it was closed before the thread went on");
        assert!(!done_within(Duration::from_millis(50), pending()));
    }

    // Proves F-39.
    #[test]
    fn the_next_start_is_given_what_asked_for_the_most_while_the_application_ended() {
        let start = |argument: &str| vec![OsString::from(argument)];
        let (hidden, window) = (start(BACKGROUND), Vec::new());
        let link = start("portcullis://install?name=notes&config=e30");
        let later = start("portcullis://install?name=other&config=e30");
        let mut next = None;
        for (given, kept) in [
            (&hidden, &hidden),
            (&window, &window),
            (&hidden, &window),
            (&link, &link),
            (&window, &link),
            (&later, &link),
        ] {
            keep_most(&mut next, given);
            assert_eq!(next.as_ref(), Some(kept));
        }
    }
}
