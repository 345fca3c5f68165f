//! The window: builds the host, registers commands, sends its events to the page, and has what belongs to the desktop: tray,
//! notifications, file pickers, one instance. The only Rust that knows Tauri.
//!
//! It decides nothing and stores nothing: a command asks the host. It must not read the database, reach the network or speak to a
//! server, and what it gives to the page is in shapes of `portcullis-api`. The program of the window, and `cargo xtask bindings`,
//! use it.

#[cfg(windows)]
mod app_id;
// Its items are decided without the system, and tested everywhere.
#[cfg(any(target_os = "macos", test))]
mod app_menu;
mod autostart;
pub mod bindings;
pub mod commands;
mod drawing;
mod drops;
mod events;
mod gate;
mod notification;
mod page;
mod press;
mod quit;
mod reviving;
mod saving;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod second_start;
mod slot;
mod start;
mod start_failure;
mod switches;
mod theme;
mod tray;
mod waiting;
mod window;
mod zoom;

#[cfg(test)]
mod security_tests;

portcullis_l10n::catalogue!("src-tauri/");

use portcullis_core::clock::SystemClock;
use portcullis_host::opener::SystemOpener;
use portcullis_host::{Config, Host, places};
use portcullis_install::DemoProgram;
use portcullis_l10n::say;
use portcullis_llm::DemoModel;
use portcullis_secrets::Keychain;
use slot::Slot;
pub use start::Invocation;
pub use start_failure::StartFailure;
use std::sync::Arc;
use tauri::Manager;

/// The argument with which this program is the built-in demo server instead of a window.
pub const DEMO_SERVER: &str = "--demo-server";

/// Whether this is built for people. A debug build is there for debuggers, and for the tests, which look into it.
const RELEASE: bool = cfg!(not(debug_assertions));

/// The exit code where there was no window.
const FAILED: i32 = 1;

/// That a process was prepared, which [`run`] takes: no window opens without.
#[derive(Debug)]
#[must_use]
pub struct Prepared(());

/// What must be done before anything else in a process that will open the window.
///
/// # Safety
/// The process has no other thread yet.
#[allow(unsafe_code, reason = "a part of it changes the environment")]
pub unsafe fn prepare() -> Prepared {
    // SAFETY: as the caller promises.
    unsafe { prepare_for(RELEASE) }
}

#[allow(unsafe_code, reason = "a part of it changes the environment")]
unsafe fn prepare_for(release: bool) -> Prepared {
    if release {
        // SAFETY: as the caller promises.
        unsafe { switches::turn_off() };
        portcullis_host::dumps::forbid();
    }
    #[cfg(target_os = "linux")]
    // SAFETY: as the caller promises.
    unsafe {
        drawing::prepare();
    }
    portcullis_process::prepare();
    Prepared(())
}

/// Opens the window, with what this start asks for, and returns when the application has ended and every server with it.
///
/// # Errors
/// Why there is no window; it was not told yet.
pub fn run(_: Prepared, asked: Invocation) -> Result<(), StartFailure> {
    // Until the settings are read.
    portcullis_api::Locale::of_system().speak();
    if let Some(failure) = StartFailure::seen() {
        return Err(failure);
    }
    let context: tauri::Context = tauri::generate_context!();
    // Windows knows the name by the shortcut of an installation.
    #[cfg(windows)]
    if !tauri::is_dev() {
        app_id::set(&context.config().identifier);
    }
    let builder = tauri::Builder::default();
    #[cfg(target_os = "macos")]
    let builder = builder
        .menu(app_menu::build)
        .on_menu_event(|app, event| app_menu::on_event(app, &event))
        .on_web_content_process_terminate(reviving::again);
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    second_start::building();
    let app = builder
        .plugin(tauri_plugin_single_instance::init(|app, arguments, _| {
            // The first is the program itself.
            start::from_outside(app, arguments.into_iter().skip(1));
        }))
        .plugin(tauri_plugin_dialog::init())
        .manage(events::Pump::default())
        .manage(gate::GateWindow::default())
        .manage(press::Presses::default())
        .manage(drops::MessageField::default())
        .manage(start::EarlyStarts::default())
        .invoke_handler(commands::handler())
        .manage(<Slot>::default())
        .setup(move |app| {
            // The window takes its time as well: both begin at once, and the page waits for the host.
            let handle = app.handle().clone();
            tauri::async_runtime::spawn(async move { host_or_again(&handle).await.map(drop) });
            quit::follow_signals(app.handle().clone());
            start::follow(app.handle());
            let tray = tray::put_up(app.handle()).is_some();
            quit::remember_tray(app.handle(), tray);
            // Without an icon in the tray nothing would lead to a hidden window.
            let visible = asked != Invocation::Background || !tray;
            if let Err(error) = window::make(app.handle(), visible) {
                // Left to the caller it would be a panic, with the host open behind it.
                StartFailure::of(&error).tell();
                app.handle().exit(FAILED);
                return Ok(());
            }
            start::carry_out(app.handle(), asked);
            start::carry_out_early(app.handle());
            Ok(())
        })
        .build(context)
        .map_err(|error| StartFailure::of(&error))?;
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    second_start::built();
    app.run(|app, event| {
        // macOS gives a link or a file to the program in this way, also the one that starts it, and several files at once.
        #[cfg(target_os = "macos")]
        if let tauri::RunEvent::Opened { urls } = &event {
            for url in urls {
                start::from_outside(app, [url.to_string()]);
            }
        }
        drops::on_event(app, &event);
        #[cfg(windows)]
        tray::on_event(app, &event);
        // From the Dock, where a window that was closed is still the program's.
        #[cfg(target_os = "macos")]
        if let tauri::RunEvent::Reopen { .. } = &event
            && !quit::keep_for_next_start(&[])
            && let Err(error) = window::show(app)
        {
            tracing::error!(%error, "the window did not open");
        }
        quit::on_event(app, event);
    });
    Ok(())
}

/// The host; one that is not open yet, or did not start, is started, because the person may have fixed what stood in
/// the way. Why it did not start is kept in the slot.
async fn host_or_again(app: &tauri::AppHandle) -> portcullis_core::Result<Host> {
    let slot = app.state::<Slot>();
    if let Ok(host) = slot.host() {
        return Ok(host);
    }
    let (host, is_new) = slot.open(started()).await?;
    if is_new {
        waiting::follow(app.clone());
        gate::follow(app.clone());
    }
    Ok(host)
}

/// Closes the host and opens it again on the same data.
async fn reopen_host(app: &tauri::AppHandle) -> portcullis_core::Result<()> {
    let slot = app.state::<Slot>();
    let close = |host: Host| async move { host.close().await };
    slot.reopen(close, started()).await?;
    waiting::follow(app.clone());
    gate::follow(app.clone());
    Ok(())
}

async fn started() -> portcullis_core::Result<Host> {
    let host = Host::start(config()?).await?;
    host.settings().language.locale().speak();
    Ok(host)
}

fn config() -> portcullis_core::Result<Config> {
    let nowhere = || portcullis_core::Error::internal(say!("no-home"));
    Ok(Config {
        data_dir: places::default_data_dir().ok_or_else(nowhere)?,
        keystore: Arc::new(Keychain::default()),
        clock: Arc::new(SystemClock),
        demo: Some(DemoProgram {
            program: std::env::current_exe().map_err(portcullis_core::Error::internal)?,
            arguments: vec![DEMO_SERVER.to_owned()],
        }),
        search: None,
        model: Arc::new(DemoModel),
        opener: Arc::new(SystemOpener),
        fence: portcullis_host::places::fence_program(),
        other_hosts: None,
    })
}
