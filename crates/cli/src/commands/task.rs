//! The commands about tasks. Listing starts nothing; to say how one is, its server
//! is started and asked.

use crate::content;
use crate::failure::{CliFailure, ExitCode};
use crate::ids;
use crate::output::{self, remark, table};
use crate::requests::sampling;
use crate::session::CommandContext;
use clap::Subcommand;
use portcullis_api::{CallState, CallView, HostEvent, TaskState, TaskView};
use portcullis_core::{Code, Error};
use portcullis_l10n::say;

/// `task`.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Show the last known state of each task; starts no server
    List,
    /// Start the server and ask for the state of a task
    #[command(after_help = "Examples:\n  portcullis-cli task show 4f1c --wait")]
    Show {
        /// The ID of the task, or its beginning
        id: String,
        /// Wait until the task ends and print its result, as “call” does
        #[arg(long)]
        wait: bool,
    },
    /// Ask the server to stop a task; the server may ignore it
    Cancel {
        /// The ID of the task, or its beginning
        id: String,
    },
}

impl Task {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        match self {
            Self::List => list(session).await,
            Self::Show { id, wait } => show(session, &id, wait).await,
            Self::Cancel { id } => cancel(session, &id).await,
        }
    }
}

async fn list(session: &CommandContext) -> Result<(), CliFailure> {
    let tasks = session.host.tasks().await?;
    session.output.result(&tasks, || {
        if tasks.is_empty() {
            return say!("tasks-none");
        }
        let row = |task: &TaskView| {
            vec![
                ids::short(&task.id),
                state(task),
                task.call.server_label.clone(),
                called(task),
                output::time(task.began_at),
            ]
        };
        let rows: Vec<_> = tasks.iter().map(row).collect();
        table(
            &[
                say!("heading-id"),
                say!("heading-state"),
                say!("heading-server"),
                say!("heading-tool"),
                say!("heading-since"),
            ],
            &rows,
        )
    });
    Ok(())
}

/// As it is now, or with `wait` what it brings.
async fn show(session: &CommandContext, id: &str, wait: bool) -> Result<(), CliFailure> {
    let task = find(session, id).await?;
    if task.state == TaskState::Ended {
        return ended(session, &task);
    }
    let server = session.connect(&task.call.server).await?;
    let before = task.seen_at;
    let fresh = |task: &TaskView| task.state != TaskState::Away && task.seen_at > before;
    let mut answering = Box::pin(sampling::answer_all(session, &server.id));
    let task = tokio::select! {
        biased;
        never = &mut answering => match never {},
        task = until(session, &task.id, |task| task.state == TaskState::Ended || (!wait && fresh(task))) => task?,
    };
    match task.state {
        TaskState::Ended => ended(session, &task),
        _ => {
            session.output.result(&task, || words(&task));
            Ok(())
        }
    }
}

/// Asks its server to stop it and waits for what comes of that.
async fn cancel(session: &CommandContext, id: &str) -> Result<(), CliFailure> {
    let task = find(session, id).await?;
    if task.state == TaskState::Ended {
        let sentence = say!("task-ended");
        return Err(CliFailure {
            exit: ExitCode::Usage,
            ..Error::new(Code::NotFound, sentence).into()
        });
    }
    session.host.stop_task(&task.id)?;
    session.connect(&task.call.server).await?;
    let task = until(session, &task.id, |task| task.state == TaskState::Ended).await?;
    session.output.result(&task, || format!("{}\n", task.words));
    Ok(())
}

/// How a call that became a task is found again.
pub fn found_again(call: &CallView) -> String {
    let id = ids::short(&call.id);
    say!("task-found-again", server = call.server_label, id)
}

async fn find(session: &CommandContext, start: &str) -> Result<TaskView, CliFailure> {
    let tasks = session.host.tasks().await?;
    ids::find(
        start,
        tasks,
        |task| &task.id,
        || say!("id-no-task", start),
        "task list",
    )
}

/// Waits for a task of which this is true, and says meanwhile what changes.
async fn until(
    session: &CommandContext,
    id: &str,
    is: impl Fn(&TaskView) -> bool,
) -> Result<TaskView, CliFailure> {
    let mut events = session.host.events();
    let mut said = String::new();
    loop {
        let task = session.host.task(id).await?;
        if is(&task) {
            return Ok(task);
        }
        if task.words != said && task.state != TaskState::Away {
            remark(&task.words);
            said = task.words;
        }
        loop {
            match events.next().await {
                Some((_, HostEvent::Task { task })) if task.id == id => break,
                Some((_, HostEvent::Lagged {})) => break,
                Some(_) => {}
                None => return Err(CliFailure::interrupted()),
            }
        }
    }
}

fn ended(session: &CommandContext, task: &TaskView) -> Result<(), CliFailure> {
    match session.host.call(&task.id) {
        Ok(call) if call.result.is_some() => content::show_call(session, &call),
        _ => {
            session.output.result(task, || words(task));
            match task.call.state {
                CallState::Done => Ok(()),
                _ => Err(CliFailure::silent(ExitCode::Failed)),
            }
        }
    }
}

fn called(task: &TaskView) -> String {
    let call = &task.call;
    output::named(&call.tool, &call.tool_shown.text, Some(&call.server_label))
}

fn words(task: &TaskView) -> String {
    let mut out = format!(
        "{}  {} · {}\n{}\n",
        ids::short(&task.id),
        task.call.server_label,
        called(task),
        task.words
    );
    if let Some(said) = &task.said {
        out.push_str(&format!("  | {}\n", said.text));
    }
    out.push_str(&format!(
        "{}\n",
        say!("task-asked", by = task.asked_by, at = output::time(task.began_at))
    ));
    if let Some(until) = task.kept_until {
        out.push_str(&format!("{}\n", say!("task-kept", until = output::time(until))));
    }
    if task.state == TaskState::Ended && task.call.state == CallState::Done {
        out.push_str(&format!("{}\n", say!("task-result-gone")));
    }
    out
}

fn state(task: &TaskView) -> String {
    match (task.state, task.call.state) {
        (TaskState::Working, _) => say!("task-running"),
        (TaskState::NeedsInput, _) => say!("task-needs-answer"),
        (TaskState::Stopping, _) => say!("task-stopping"),
        (TaskState::Away, _) => say!("task-away"),
        (TaskState::Ended, CallState::Done) => say!("task-done"),
        (TaskState::Ended, CallState::Cancelled) => say!("task-stopped"),
        (TaskState::Ended, _) => say!("task-failed"),
    }
}
