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
use portcullis_core::{Code, Error, Result};
use portcullis_host::Host;
use portcullis_l10n::say;
use schedule::{GateStatus, Times, WindowStep};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
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
    /// No page is loaded, and a press of the person is to load it.
    is_cold: bool,
    /// The person pressed something since then.
    may_ask_soon: bool,
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
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Hears that the person presses something in the main window or comes to it, which may begin something that is asked about: a
    /// page that was given back is loaded meanwhile.
    pub(crate) fn may_ask_soon(&self) {
        let mut state = self.state();
        if state.is_cold && !std::mem::replace(&mut state.may_ask_soon, true) {
            drop(state);
            self.changed.notify_one();
        }
    }

    /// Says whether presses are to be heard of from now on.
    fn set_cold(&self, is_cold: bool) {
        let mut state = self.state();
        state.is_cold = is_cold;
        state.may_ask_soon &= is_cold;
    }

    /// Whether a press was heard of while there was no page.
    fn take_may_ask_soon(&self) -> bool {
        std::mem::take(&mut self.state().may_ask_soon)
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
        loop {
            let told = gate.tell(&host);
            let now = Instant::now();
            if gate.take_may_ask_soon() {
                times.load_at = Some(now);
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
                heard = until_it_matters(&mut events, !times.is_there) => {
                    if heard == Heard::MayAskSoon {
                        times.load_at = Some(Instant::now());
                    }
                }
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

/// What an event means for the gate.
#[derive(PartialEq)]
enum Heard {
    /// It may show something else now.
    Changed,
    /// A model or a person is at work, and may be asked something in a moment.
    MayAskSoon,
}

/// The next event that matters. That something is at work does only where the page is not there (`is_cold`): it is loaded then,
/// so that the question which follows need not wait for a process of the engine.
async fn until_it_matters(events: &mut portcullis_host::host::Events, is_cold: bool) -> Heard {
    while let Some((_, event)) = events.next().await {
        match event {
            HostEvent::Waiting { .. } | HostEvent::Settings { .. } | HostEvent::Lagged {} => {
                return Heard::Changed;
            }
            _ if is_cold && is_work(&event) => return Heard::MayAskSoon,
            _ => {}
        }
    }
    std::future::pending().await
}

/// Whether something is at work that often ends in a question. A task that only goes on is none, because its server tells of it
/// again and again.
fn is_work(event: &HostEvent) -> bool {
    match event {
        HostEvent::Message { .. } | HostEvent::Call { .. } => true,
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
    use super::GateWindow;

    #[test]
    fn a_press_is_heard_of_once_and_only_while_there_is_no_page() {
        let gate = GateWindow::default();
        gate.may_ask_soon();
        assert!(!gate.take_may_ask_soon(), "the page is there");
        gate.set_cold(true);
        gate.may_ask_soon();
        gate.may_ask_soon();
        assert!(gate.take_may_ask_soon());
        assert!(!gate.take_may_ask_soon());
        gate.may_ask_soon();
        gate.set_cold(false);
        assert!(!gate.take_may_ask_soon(), "it was loaded meanwhile");
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
