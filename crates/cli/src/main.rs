//! Portcullis on the terminal: a driver of the same host as the window, without any window library. It decides
//! nothing itself: what the host asks, it puts to the person, and what the host says, it prints.

mod account;
mod asking;
mod backups;
mod call;
mod chats;
mod command;
mod failure;
mod filling;
mod flows;
mod help;
mod logs;
mod models;
mod output;
mod pages;
mod reading;
mod records;
mod review;
mod roots;
mod sampling;
mod secrets;
mod servers;
mod session;
mod setting;
mod tasks;
mod terminal;
mod tokens;

use command::{Command, CommandLine};
use failure::{Exit, Failure};
use output::Output;
use portcullis_host::clock::SystemClock;
use portcullis_host::install::DemoProgram;
use portcullis_host::models::DemoModel;
use portcullis_host::opener::SystemOpener;
use portcullis_host::vault::Keychain;
use portcullis_host::{Config, Error, Host, places};
use session::Session;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::watch;

fn main() {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let demo = portcullis_demo::is_demo_start(&arguments);
    if !demo {
        portcullis_host::dumps::forbid();
        portcullis_host::process::prepare();
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            output::remark(&format!("Portcullis could not start: {error}."));
            std::process::exit(Exit::Failed as i32);
        }
    };
    let exit = runtime.block_on(async {
        if demo {
            return match portcullis_demo::serve_stdio().await {
                Ok(()) => Exit::Done,
                Err(_) => Exit::Failed,
            };
        }
        Box::pin(run(arguments)).await
    });
    // A thread that still waits for the terminal would keep the process: everything of ours is closed by now.
    std::process::exit(exit as i32);
}

async fn run(arguments: Vec<OsString>) -> Exit {
    // Also when the rest of the line makes no sense, a script that asked for JSON gets it.
    let json = arguments
        .iter()
        .take_while(|argument| *argument != "--")
        .any(|argument| argument == "--json");
    let output = Output { json };
    let done = match command::parse(arguments) {
        Ok(CommandLine {
            command: Command::Help(topic),
            ..
        }) => {
            output::print(help::about(topic));
            Ok(())
        }
        Ok(CommandLine {
            command: Command::Version,
            ..
        }) => {
            output::print(concat!("portcullis-cli ", env!("CARGO_PKG_VERSION")));
            Ok(())
        }
        Ok(line) => open_and_run(line).await,
        Err(failure) => Err(failure),
    };
    match done {
        Ok(()) => Exit::Done,
        Err(failure) => {
            if !failure.told {
                output.problem(&failure.problem);
            }
            failure.exit
        }
    }
}

async fn open_and_run(line: CommandLine) -> Result<(), Failure> {
    log();
    let stop = signals().map_err(Error::internal)?;
    let mut asked_to_stop = stop.clone();
    let host = tokio::select! {
        host = Host::open(config(line.data_dir)?) => host?,
        // Nothing runs yet that would have to be stopped.
        _ = asked_to_stop.wait_for(|stop| *stop) => return Err(Failure::interrupted()),
    };
    for about in host.remarks() {
        output::remark(&format!(
            "{} {}",
            about.sentence,
            about.remedy.unwrap_or_default()
        ));
    }
    let session = Session {
        host: host.clone(),
        output: Output { json: line.json },
        stop,
    };
    secrets::open(&host).await?;
    // After it the folder is another's: it was opened anew, and closed.
    let restores = matches!(line.command, Command::Restore(_));
    // A call is stopped by itself, down to the server; everything else ends where it is.
    let work = async {
        match line.command {
            Command::Call(wanted) => Box::pin(call::call(&session, *wanted)).await,
            // To stop it is how following ends.
            Command::Logs(label, true) => Box::pin(logs::follow(&session, &label)).await,
            command => tokio::select! {
                done = Box::pin(act(&session, command)) => done,
                () = session.stopped() => Err(Failure::interrupted()),
            },
        }
    };
    let done = tokio::select! {
        done = work => done,
        () = Box::pin(asking::attend(&session)) => Err(Failure::interrupted()),
    };
    // A day without a window is no day without a backup.
    if !restores && let Err(error) = host.back_up_when_due().await {
        output::remark(&format!("No backup was made: {}", error.sentence));
    }
    host.close().await;
    done
}

async fn act(session: &Session, command: Command) -> Result<(), Failure> {
    match command {
        Command::Add(add) => servers::add(session, *add).await,
        Command::Servers => {
            servers::list(session);
            Ok(())
        }
        Command::Show(label) => servers::show(session, &label),
        Command::Enable(label, on) => servers::enable(session, &label, on).await,
        Command::Sampling(label, allowed) => servers::sampling(session, &label, allowed).await,
        Command::Remove(label) => servers::remove(session, &label).await,
        Command::Status(label) => servers::status(session, &label).await,
        Command::Logs(label, _) => logs::show(session, &label).await,
        Command::Tools(label, search) => call::tools(session, &label, &search).await,
        Command::Resources(label, search) => reading::resources(session, &label, &search).await,
        Command::Read(label, uri) => reading::read(session, &label, &uri).await,
        Command::Prompts(label, search) => reading::prompts(session, &label, &search).await,
        Command::Prompt(label, name, arguments) => reading::prompt(session, &label, &name, arguments).await,
        Command::Roots(label, change) => roots::roots(session, &label, change).await,
        Command::Tasks => tasks::list(session).await,
        Command::ShowTask(id, wait) => tasks::show(session, &id, wait).await,
        Command::CancelTask(id) => tasks::cancel(session, &id).await,
        Command::Account(label) => account::show(session, &label),
        Command::SignIn(wanted) => account::sign_in(session, *wanted).await,
        Command::DeclineMore(label) => account::decline(session, &label).await,
        Command::SignOut(label) => account::sign_out(session, &label).await,
        Command::Client(wanted) => account::client(session, *wanted).await,
        Command::Secrets(wanted) => secrets::secrets(session, wanted).await,
        Command::Document(wanted) => account::document(session, wanted).await,
        Command::Models => models::list(session),
        Command::AddProvider(wanted) => models::add(session, *wanted).await,
        Command::CheckProvider(label) => models::check(session, &label).await,
        Command::ProviderKey(label, from_input, yes) => models::key(session, &label, from_input, yes).await,
        Command::RemoveProvider(label) => models::remove(session, &label).await,
        Command::UseModel(label, model, used) => models::choose(session, &label, &model, used).await,
        Command::Flows => flows::of_conversations(session).await,
        Command::ServerFlows(label, change) => flows::of_server(session, &label, change).await,
        Command::Tokens(labels, model) => tokens::show(session, &labels, model.as_deref()).await,
        Command::Grants => records::grants(session).await,
        Command::Revoke(which) => records::revoke(session, &which).await,
        Command::Hold(label, tool) => records::hold(session, &label, &tool).await,
        Command::Audit(wanted) => records::list(session, &wanted).await,
        Command::ShowRow(seq) => records::show(session, seq).await,
        Command::Verify(wanted) => records::verify(session, wanted).await,
        Command::Export(format) => records::export(session, format).await,
        Command::Chats => chats::list(session).await,
        Command::FindChats(words, limit) => chats::find(session, &words, limit).await,
        Command::ExportChat(id, format) => chats::export(session, &id, format).await,
        Command::Backups => backups::list(session).await,
        Command::BackUp => backups::now(session).await,
        Command::Restore(which) => backups::restore(session, &which).await,
        // These need no host and were dealt with before there was one.
        Command::Call(_) | Command::Help(_) | Command::Version => Ok(()),
    }
}

fn config(data_dir: Option<PathBuf>) -> Result<Config, Failure> {
    let data_dir = match data_dir {
        Some(named) => std::path::absolute(named).ok(),
        None => places::default_data_dir(),
    };
    let data_dir = data_dir.ok_or_else(|| {
        Failure::usage("There is no home folder to keep data in. Name a folder with --data-dir.")
    })?;
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
    })
}

/// What goes wrong inside, on standard error; more of it when `PORTCULLIS_LOG` says so.
fn log() {
    // The library of providers' protocols would write down what providers and models say (S-44).
    let wanted = std::env::var("PORTCULLIS_LOG").unwrap_or_else(|_| "off".to_owned());
    let filter = tracing_subscriber::EnvFilter::try_new(format!("{wanted},rig_core=off"))
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("off"));
    // It fails only when somebody else logs already.
    _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(false)
        .with_writer(std::io::stderr)
        .try_init();
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
    #[cfg(not(unix))]
    tokio::spawn(async move {
        while tokio::signal::ctrl_c().await.is_ok() {
            tell.send_replace(true);
        }
    });
    Ok(told)
}
