//! The gate's window: which request is in front of the person, and when its window is there.
//!
//! Questions are shown and answered in a page of their own: another window, another process of the engine, another
//! capability. The main page can ask that a request is brought in front, and nothing else; it is told no nonce. One task
//! sends the page what it shows and moves the window, so that the two never differ for long.

mod drafts;
mod front;
mod schedule;
mod window;

use crate::slot::Slot;
use drafts::GateDrafts;
use front::{Front, Shown};
use portcullis_api::{
    Appearance, GateReply, GateView, HostEvent, Locale, Request, TaskState, TogetherRequest,
};
use portcullis_core::{Code, Error, Result, locked};
use portcullis_host::Host;
use portcullis_l10n::say;
use schedule::{GateStatus, Times, WindowStep};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};
use tauri::ipc::Channel;
use tauri::{AppHandle, Manager};
use tokio::sync::Notify;
use tokio::time::Instant;
pub(crate) use window::say_again;

/// The label of its window and of the page in it.
pub(crate) const GATE: &str = "gate";

/// The gate of the application.
#[derive(Default)]
pub(crate) struct GateWindow {
    state: Mutex<GateWindowState>,
    changed: Notify,
}

#[derive(Default)]
struct GateWindowState {
    front: Front,
    drafts: GateDrafts,
    /// What is in front, as it was when it was last asked for.
    requests: Vec<Request>,
    /// Of the page, once it is there.
    channel: Option<Channel<GateView>>,
    /// The request that the page has drawn, and how high it is.
    drawn: Option<Drawn>,
    sent: Option<Sent>,
    /// No page is loaded, and a sign that one may be needed is to load it.
    is_cold: bool,
    /// The last such sign that was not looked at yet.
    may_ask_soon: Option<Instant>,
}

/// What the page has drawn.
struct Drawn {
    request: String,
    /// What it takes to show all of it, in logical pixels. The page of a window that was never shown cannot tell.
    height: Option<f64>,
}

/// What a page was told last, as far as it can change: what is in front, with its nonce.
#[derive(PartialEq)]
struct Sent {
    shown: Vec<(Shown, String)>,
    alike: u32,
    waiting: Vec<String>,
    appearance: Appearance,
    language: Locale,
}

impl GateWindow {
    fn state(&self) -> MutexGuard<'_, GateWindowState> {
        locked(&self.state)
    }

    /// Takes the channel of a page, which is told all that changes from now on, and says how it is now.
    pub(crate) fn attach(&self, channel: Channel<GateView>, host: &Host) -> GateView {
        let mut state = self.state();
        let sent = state.look(host);
        let view = state.view(&sent);
        state.channel = Some(channel);
        state.sent = Some(sent);
        drop(state);
        self.changed.notify_one();
        view
    }

    /// Brings a request in front, or the first that waits.
    pub(crate) fn open(&self, request: &str) {
        self.state().front.open(vec![request.to_owned()]);
        self.changed.notify_one();
    }

    /// Whether this request is in front without being chosen: it is there, or will be as the first that waits.
    pub(crate) fn comes_automatically(&self, request: &str) -> bool {
        self.state().front.comes_automatically(request)
    }

    /// Brings all requests in front that can be shown together with this one, or it alone.
    pub(crate) fn open_together(&self, request: &str, host: &Host) {
        let mut alike = host.alike(request);
        if alike.is_empty() {
            alike.push(request.to_owned());
        }
        let mut state = self.state();
        state.front.open(alike);
        // Together they take another height than the first of them.
        state.drawn = None;
        drop(state);
        self.changed.notify_one();
    }

    /// Takes note that the page has drawn a request: its window is shown now, as high as that takes.
    pub(crate) fn drawn(&self, request: String, height: Option<f64>) {
        self.state().drawn = Some(Drawn { request, height });
        self.changed.notify_one();
    }

    /// Keeps what was begun at a request that waits, for a page that is loaded again.
    pub(crate) fn keep_draft(&self, request: String, draft: String) {
        let mut state = self.state();
        if state.front.waiting().contains(&request) {
            state.drafts.keep(request, draft);
        }
    }

    /// What is kept, by request.
    pub(crate) fn kept_drafts(&self) -> BTreeMap<String, String> {
        self.state().drafts.all()
    }

    /// Leaves all that waits now, and hides the window.
    pub(crate) fn leave(&self) {
        self.state().front.leave();
        self.changed.notify_one();
    }

    /// Leaves what ended, for what waits next.
    pub(crate) fn next(&self) {
        self.state().front.next();
        self.changed.notify_one();
    }

    /// Shows those that are shown together one by one.
    pub(crate) fn apart(&self) {
        self.state().front.apart();
        self.changed.notify_one();
    }

    /// Takes note that a request may come soon: the person presses something in the main window or comes to it, or something is at
    /// work. A page that was given back is loaded meanwhile, and one that is there is kept for longer.
    pub(crate) fn may_ask_soon(&self) {
        let mut state = self.state();
        state.may_ask_soon = Some(Instant::now());
        if state.is_cold {
            drop(state);
            self.changed.notify_one();
        }
    }

    /// Says whether a page has to be loaded at the next sign. One that came in the moment in which the page was given back counts.
    fn set_cold(&self, is_cold: bool) {
        let mut state = self.state();
        state.is_cold = is_cold;
        if is_cold && state.may_ask_soon.is_some() {
            drop(state);
            self.changed.notify_one();
        }
    }

    /// When the last sign came that was not looked at yet.
    fn take_may_ask_soon(&self) -> Option<Instant> {
        self.state().may_ask_soon.take()
    }

    /// Whether something is in front of the person, in its window.
    pub(crate) fn asks(&self) -> bool {
        !self.state().front.shown().is_empty()
    }

    /// Brings a request in front if it still waits: Windows keeps a notification whose request ended, and a press of that one
    /// must not bring back what was left for later.
    #[cfg(not(target_os = "macos"))]
    fn open_waiting(&self, request: &str) {
        let mut state = self.state();
        if state.front.waiting().iter().any(|waiting| waiting == request) {
            state.front.open(vec![request.to_owned()]);
            drop(state);
            self.changed.notify_one();
        }
    }

    /// Whether this is the request that is in front of the person.
    ///
    /// # Errors
    /// `consent.stale` when it is not: what is not shown cannot be answered.
    pub(crate) fn check_in_front(&self, request: &str) -> Result<()> {
        if self.state().front.asks(request) {
            return Ok(());
        }
        Err(not_in_front())
    }

    /// Whether these replies are about all requests that are in front, and about nothing else.
    ///
    /// # Errors
    /// `consent.stale` when they are not: they are answered together as they were shown, or not at all.
    pub(crate) fn check_all_in_front(&self, replies: &[GateReply]) -> Result<()> {
        let state = self.state();
        let shown = state.front.shown();
        let all = replies.iter().all(|reply| state.front.asks(&reply.request))
            && shown
                .iter()
                .all(|it| replies.iter().any(|reply| reply.request == it.id));
        if all && replies.len() == shown.len() {
            return Ok(());
        }
        Err(Error::new(Code::ConsentStale, say!("together-stale")).remedy(say!("together-stale-remedy")))
    }

    /// Tells the page what changed since it was told last.
    fn tell(&self, host: &Host) -> GateStatus {
        let mut state = self.state();
        let sent = state.look(host);
        let (in_front, any) = (!sent.shown.is_empty(), !sent.waiting.is_empty());
        if let Some(channel) = &state.channel
            && state.sent.as_ref() != Some(&sent)
        {
            if let Err(error) = channel.send(state.view(&sent)) {
                tracing::debug!(%error, "the page of the gate did not hear");
            }
            state.sent = Some(sent);
        }
        let drawn = state.drawn.as_ref().filter(|drawn| {
            let first = state.front.shown().first();
            first.is_some_and(|it| it.id == drawn.request)
        });
        GateStatus {
            in_front,
            any,
            drawn: drawn.map(|drawn| drawn.height),
        }
    }

    fn forget_page(&self) {
        let mut state = self.state();
        state.channel = None;
        state.sent = None;
        state.drawn = None;
    }
}

impl GateWindowState {
    /// Looks at what waits, and asks for what is in front where it is another than before.
    fn look(&mut self, host: &Host) -> Sent {
        let nonces = host.waiting_ids();
        self.front
            .hear(nonces.iter().map(|(id, _)| id.clone()).collect(), |request| {
                host.ended_request(request)
            });
        self.drafts.retain(self.front.waiting());
        let mut known = std::mem::take(&mut self.requests);
        for Shown { id, ended } in self.front.shown() {
            let now = nonces.iter().find(|(waiting, _)| waiting == id);
            let before = known.iter().position(|request| {
                request.id == *id
                    && (ended.is_some() || now.is_some_and(|(_, nonce)| *nonce == request.nonce))
            });
            let request = match (before, now) {
                (Some(place), _) => Some(known.swap_remove(place)),
                // One that has gone in this moment is told of with the next look.
                (None, Some((_, nonce))) => host.waiting_request(id, nonce).ok(),
                (None, None) => None,
            };
            self.requests.extend(request);
        }
        let first = self.requests.first();
        let settings = host.settings();
        let alike = first.map_or(0, |request| host.alike(&request.id).len());
        Sent {
            shown: self
                .with_ends()
                .map(|(request, it)| (it.clone(), request.nonce.clone()))
                .collect(),
            alike: u32::try_from(alike).unwrap_or(u32::MAX),
            waiting: self.front.waiting().to_vec(),
            appearance: settings.appearance,
            language: settings.language.locale(),
        }
    }

    /// What is in front and was there to be asked for, with how it ended.
    fn with_ends(&self) -> impl Iterator<Item = (&Request, &Shown)> {
        let shown = |id: &str| self.front.shown().iter().find(|it| it.id == id);
        self.requests
            .iter()
            .filter_map(move |request| Some((request, shown(&request.id)?)))
    }

    /// All that the page shows, of the last look.
    fn view(&self, sent: &Sent) -> GateView {
        let mut all = self.with_ends();
        let (request, ended) = all
            .next()
            .map(|(request, it)| (request.clone(), it.ended))
            .unzip();
        let together = all.map(|(request, it)| TogetherRequest {
            request: request.clone(),
            ended: it.ended,
        });
        GateView {
            request,
            ended: ended.flatten(),
            together: together.collect(),
            alike: sent.alike,
            waiting: sent.waiting.clone(),
            appearance: sent.appearance,
            language: sent.language,
        }
    }
}

fn not_in_front() -> Error {
    Error::new(Code::ConsentStale, say!("not-shown")).remedy(say!("not-shown-remedy"))
}

/// Brings a request in front for a person who asks for it outside the windows, by a notification.
#[cfg(not(target_os = "macos"))]
pub(crate) fn review(app: &AppHandle, request: &str) -> tauri::Result<()> {
    app.state::<GateWindow>().open_waiting(request);
    window::focus(app)
}

/// Brings its window to the front, where it is shown, for a person who asks for a request in the main window: on macOS that one
/// may lie above it.
pub(crate) fn raise(app: &AppHandle) {
    if cfg!(target_os = "macos")
        && let Err(error) = window::focus(app)
    {
        tracing::debug!(%error, "the window of the gate did not come to the front");
    }
}

/// Follows what waits for as long as this host is open.
pub(crate) fn follow(app: AppHandle) {
    let Ok(host) = app.state::<Slot>().host() else {
        return;
    };
    tauri::async_runtime::spawn(async move {
        let gate = app.state::<GateWindow>();
        let mut events = host.events();
        let mut times = Times::new(Instant::now());
        // The main window gets the focus while it is made, and its page is loaded before that of the gate.
        gate.take_may_ask_soon();
        loop {
            let told = gate.tell(&host);
            let now = Instant::now();
            if let Some(at) = gate.take_may_ask_soon() {
                times.may_be_needed(at);
            }
            let step = times.step(&told, now);
            gate.set_cold(!times.is_there);
            if let Err(error) = step.take(&app) {
                tracing::error!(%error, "the window of the gate did not do as it should");
            }
            if matches!(step, WindowStep::End) {
                gate.forget_page();
            }
            tokio::select! {
                // Its end denies what waits. Moved then, the window would be asked on its thread, which may be waiting for the end.
                biased;
                // It may be opened again, and this one is to be let go of.
                () = host.closed() => break,
                () = until_it_matters(&mut events, &gate) => {}
                () = gate.changed.notified() => {}
                () = until(times.next(now)) => {}
            }
        }
        // What was in front was asked by a host that is gone.
        if let Err(error) = window::hide(&app) {
            tracing::error!(%error, "the window of the gate did not hide");
        }
    });
}

/// The next event after which the gate may show something else. Signs of work are noted on the way.
async fn until_it_matters(events: &mut portcullis_host::host::Events, gate: &GateWindow) {
    while let Some((_, event)) = events.next().await {
        match event {
            HostEvent::Waiting { .. } | HostEvent::Settings { .. } | HostEvent::Lagged {} => return,
            _ if is_work(&event) => gate.may_ask_soon(),
            _ => {}
        }
    }
    std::future::pending().await
}

/// Whether something is at work that often ends in a question. A task that only goes on is none, because its server tells of it
/// again and again. Nor is the start of a server: one that fails is started again without end.
fn is_work(event: &HostEvent) -> bool {
    match event {
        HostEvent::Message { .. } | HostEvent::Words { .. } | HostEvent::Call { .. } => true,
        HostEvent::Task { task } => matches!(task.state, TaskState::NeedsInput),
        _ => false,
    }
}

async fn until(when: Option<Instant>) {
    match when {
        Some(when) => tokio::time::sleep_until(when).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::{GateWindow, HostEvent, is_work};
    use futures::FutureExt as _;

    #[test]
    fn a_press_loads_a_page_that_is_not_there_and_is_only_noted_where_it_is() {
        let gate = GateWindow::default();
        let wakes = || gate.changed.notified().now_or_never().is_some();
        gate.may_ask_soon();
        assert!(!wakes(), "the page is there");
        assert!(gate.take_may_ask_soon().is_some());
        assert!(gate.take_may_ask_soon().is_none(), "it is looked at once");
        gate.set_cold(true);
        assert!(!wakes(), "nothing was pressed since");
        gate.may_ask_soon();
        assert!(wakes());
        assert!(gate.take_may_ask_soon().is_some());
        gate.set_cold(false);
        gate.may_ask_soon();
        gate.set_cold(true);
        assert!(wakes(), "pressed while the page was given back");
    }

    #[test]
    fn words_of_a_model_are_work_and_lists_of_a_server_are_none() {
        let words = HostEvent::Words {
            conversation: "a".to_owned(),
            seq: 1,
            part: 0,
            from: 0,
            text: "Hello".to_owned(),
        };
        assert!(is_work(&words));
        let lists = HostEvent::Tools {
            server: "a".to_owned(),
        };
        assert!(!is_work(&lists));
    }

    #[cfg(not(target_os = "macos"))]
    #[test]
    fn a_notification_of_a_request_that_ended_brings_back_no_other() {
        let gate = GateWindow::default();
        gate.state().front.hear(vec!["a".to_owned()], |_| None);
        gate.leave();
        gate.open_waiting("ended");
        assert!(!gate.asks(), "what waits was left for later");
        gate.open_waiting("a");
        assert!(gate.asks());
    }
}
