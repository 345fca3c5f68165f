//! Portcullis on the terminal: a driver of the same host as the window, without any window library. It decides
//! nothing itself: what the host asks, it puts to the person, and what the host says, it prints.

portcullis_l10n::catalogue!();

mod args;
mod commands;
#[cfg(windows)]
mod console;
mod content;
#[cfg(test)]
mod documented;
mod failure;
mod help;
mod ids;
mod output;
mod pager;
#[cfg(test)]
mod reference;
mod requests;
mod session;
mod terminal;

use args::Cli;
use failure::{CliFailure, ExitCode};
use output::Output;
use portcullis_core::Error;
use portcullis_core::clock::SystemClock;
use portcullis_host::opener::SystemOpener;
use portcullis_host::{Config, Host, logging, places};
use portcullis_install::DemoProgram;
use portcullis_l10n::{Locale, Surface, say};
use portcullis_llm::DemoModel;
use portcullis_secrets::Keychain;
use session::CommandContext;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::watch;

fn main() {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    // Until the settings can be read.
    Locale::of_system().speak();
    Surface::Terminal.speak();
    let demo = portcullis_demo::is_demo_start(&arguments);
    if !demo {
        portcullis_host::dumps::forbid();
        portcullis_process::prepare();
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            output::remark(&say!("start-failed", cause = portcullis_core::causes::io(&error)));
            std::process::exit(ExitCode::Failed as i32);
        }
    };
    let exit = runtime.block_on(async {
        if demo {
            return match portcullis_demo::serve_stdio().await {
                Ok(()) => ExitCode::Done,
                Err(_) => ExitCode::Failed,
            };
        }
        let exit = Box::pin(run(arguments)).await;
        match output::remark_unwritten() {
            true if exit == ExitCode::Done => ExitCode::Failed,
            _ => exit,
        }
    });
    // A thread that still waits for the terminal would keep the process: everything of ours is closed by now.
    std::process::exit(exit as i32);
}

async fn run(arguments: Vec<OsString>) -> ExitCode {
    // Also when the rest of the line makes no sense, a script that asked for JSON gets it.
    let json = arguments
        .iter()
        .take_while(|argument| *argument != "--")
        .any(|argument| argument == "--json");
    let output = Output { json };
    args::keep_running(&arguments);
    let cli = match args::parse(arguments) {
        Ok(cli) => cli,
        Err(error) => return args::report(error, output),
    };
    let done = match commands::offline(cli.command) {
        Ok(Some(command)) => open_and_run(Cli { command, ..cli }).await,
        Ok(None) => Ok(()),
        Err(failure) => Err(failure),
    };
    match done {
        Ok(()) => ExitCode::Done,
        Err(failure) => {
            if !failure.reported {
                output.problem_document(&failure.problem);
                failure.remark();
            }
            failure.exit
        }
    }
}

async fn open_and_run(cli: Cli) -> Result<(), CliFailure> {
    // What goes wrong inside is written where that is asked for.
    logging::start("off");
    let stop = signals().map_err(Error::internal)?;
    let mut asked_to_stop = stop.clone();
    let wanted = config(cli.data_dir)?;
    let folder = wanted.data_dir.clone();
    let host = tokio::select! {
        host = Host::open(wanted) => host.map_err(|error| unopened(error, &folder))?,
        // Nothing runs yet that would have to be stopped.
        _ = asked_to_stop.wait_for(|stop| *stop) => return Err(CliFailure::interrupted()),
    };
    host.settings().language.locale().speak();
    for about in host.remarks() {
        output::remark(&output::sentence(&about));
    }
    let session = CommandContext {
        host: host.clone(),
        output: Output { json: cli.json },
        stop,
    };
    if cli.command.needs_secrets() {
        let unlocked = tokio::select! {
            unlocked = Box::pin(commands::unlock(&host)) => unlocked,
            () = session.stopped() => Err(CliFailure::interrupted()),
        };
        if let Err(failure) = unlocked {
            host.close().await;
            return Err(failure);
        }
    }
    // After it the folder is another's: it was opened again, and closed.
    let restores = cli.command.restores();
    let done = tokio::select! {
        done = Box::pin(cli.command.run(&session)) => done,
        () = Box::pin(requests::elicitation::answer_all(&session)) => Err(CliFailure::interrupted()),
    };
    // A day without a window is no day without a backup.
    if !restores && let Err(error) = host.back_up_when_due().await {
        output::remark(&say!("no-backup-made", cause = error.sentence));
    }
    host.close().await;
    done
}

/// Why nothing was opened. Where there is no folder to open, that is what to say, and not what the database makes of it.
fn unopened(error: Error, folder: &Path) -> CliFailure {
    let path = folder.display().to_string();
    let sentence = match std::fs::metadata(folder) {
        Ok(found) if !found.is_dir() => say!("data-folder-none", path),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            say!("data-folder-unmade", path)
        }
        _ => return error.into(),
    };
    CliFailure::missing(sentence, say!("data-folder-other"))
}

fn config(data_dir: Option<PathBuf>) -> Result<Config, CliFailure> {
    let data_dir = match data_dir {
        Some(named) => std::path::absolute(named).ok(),
        None => places::default_data_dir(),
    };
    let data_dir = data_dir.ok_or_else(|| CliFailure::usage(say!("no-home")))?;
    let program = std::env::current_exe().map_err(Error::internal)?;
    Ok(Config {
        data_dir,
        keystore: Arc::new(Keychain::default()),
        clock: Arc::new(SystemClock),
        demo: Some(DemoProgram {
            program,
            arguments: vec![portcullis_demo::DEMO_ARGUMENT.to_owned()],
        }),
        search: None,
        model: Arc::new(DemoModel),
        opener: Arc::new(SystemOpener),
        fence: places::fence_program(),
        other_hosts: None,
    })
}

/// Becomes true when the person or the system wants an end.
fn signals() -> std::io::Result<watch::Receiver<bool>> {
    let (tell, told) = watch::channel(false);
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        for kind in [
            SignalKind::interrupt(),
            SignalKind::terminate(),
            SignalKind::hangup(),
        ] {
            let (mut signals, tell) = (signal(kind)?, tell.clone());
            tokio::spawn(async move {
                while signals.recv().await.is_some() {
                    tell.send_replace(true);
                }
            });
        }
    }
    // The system waits a few seconds for programs that hear that the console is closed or the person logs off.
    #[cfg(windows)]
    {
        use tokio::signal::windows;
        let (mut interrupt, mut brk) = (windows::ctrl_c()?, windows::ctrl_break()?);
        let (mut close, mut off) = (windows::ctrl_close()?, windows::ctrl_logoff()?);
        let mut shutdown = windows::ctrl_shutdown()?;
        tokio::spawn(async move {
            loop {
                let heard = tokio::select! {
                    heard = interrupt.recv() => heard,
                    heard = brk.recv() => heard,
                    heard = close.recv() => heard,
                    heard = off.recv() => heard,
                    heard = shutdown.recv() => heard,
                };
                if heard.is_none() {
                    return;
                }
                tell.send_replace(true);
            }
        });
    }
    Ok(told)
}
