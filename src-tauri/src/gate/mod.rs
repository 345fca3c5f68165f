//! The gate's window: which request is in front of the person, and when its window is there.
//!
//! Questions are shown and answered in a page of their own: another window, another process of the engine, another
//! capability. The main page can ask that a request is brought in front, and nothing else; it is told no nonce. One task
//! sends the page what it shows and moves the window, so that the two never differ for long.

mod drafts;
mod front;
mod window;

use crate::slot::Slot;
use drafts::GateDrafts;
use front::{Front, Shown};
use portcullis_api::{Appearance, GateReply, GateView, HostEvent, Locale, Request, TogetherRequest};
use portcullis_core::{Code, Error, Result};
use portcullis_host::Host;
use portcullis_l10n::say;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tauri::ipc::Channel;
use tauri::{AppHandle, Manager};
use tokio::sync::Notify;
use tokio::time::Instant;

/// The label of its window and of the page in it.
pub(crate) const GATE: &str = "gate";

/// How long the window is kept, hidden, when nothing waits any more. Then its page and the memory for it are given back.
const KEPT: Duration = Duration::from_mins(10);

/// After the start its page is loaded, hidden, so that the first question need not wait for it. Not before the main page is
/// there.
const LOADED_AFTER: Duration = Duration::from_secs(2);

/// How long a window waits to be shown until its page has drawn the request. One that does not is shown all the same: the
/// person sees that something waits.
const PAGE_COMES: Duration = Duration::from_secs(2);

/// How long an answered window stays: the next question of a row takes its place, and no window goes and comes for it.
const STAYS: Duration = Duration::from_millis(150);

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

    /// Keeps what was begun at a request that waits, for a page that is loaded anew.
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

    /// Hears of a press in the main window, which may begin something that is asked about: a page that was given back is loaded
    /// meanwhile.
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

/// What follows from what waits.
struct GateStatus {
    in_front: bool,
    any: bool,
    /// Whether what is in front is drawn, and how high it is.
    drawn: Option<Option<f64>>,
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
                heard = until_it_matters(&mut events, !times.is_there) => {
                    if heard == Heard::MayAskSoon {
                        times.load_at = Some(Instant::now());
                    }
                }
                () = gate.changed.notified() => {}
                () = until(times.next(now)) => {}
                // It may be opened again, and this one is to be let go of.
                () = host.closed() => break,
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
            HostEvent::Message { .. } | HostEvent::Call { .. } if is_cold => return Heard::MayAskSoon,
            _ => {}
        }
    }
    std::future::pending().await
}

async fn until(when: Option<Instant>) {
    match when {
        Some(when) => tokio::time::sleep_until(when).await,
        None => std::future::pending().await,
    }
}

/// What is to be done with the window.
#[derive(Debug, PartialEq)]
enum WindowStep {
    /// It is as it should be.
    Nothing,
    /// Load the page and leave it hidden.
    Load,
    /// So high, where that is known.
    Show(Option<f64>),
    /// What is in it needs more than it was shown with.
    Fit(f64),
    Hide,
    /// Give it back.
    End,
}

impl WindowStep {
    fn take(&self, app: &AppHandle) -> tauri::Result<()> {
        match self {
            Self::Nothing => Ok(()),
            Self::Load => window::made(app).map(drop),
            Self::Show(height) => window::show(app, *height),
            Self::Fit(height) => window::fit(app, *height),
            Self::Hide => window::hide(app),
            Self::End => window::end(app),
        }
    }
}

/// How the window is, and since when.
struct Times {
    /// When its page is loaded though nothing waits.
    load_at: Option<Instant>,
    is_there: bool,
    is_shown: bool,
    /// The height that it was made to fit since it was shown. What needs more makes it higher: content that arrives later, those
    /// that are shown together, the next question of a row. Nothing makes it lower under the pointer.
    fits: f64,
    /// When it was to be shown and its page was not there yet.
    wanted_since: Option<Instant>,
    /// When nothing was in front any more, while the window is still shown.
    gone_since: Option<Instant>,
    idle_since: Option<Instant>,
}

impl Times {
    fn new(start: Instant) -> Self {
        Self {
            load_at: Some(start + LOADED_AFTER),
            is_there: false,
            is_shown: false,
            fits: 0.0,
            wanted_since: None,
            gone_since: None,
            idle_since: None,
        }
    }

    fn step(&mut self, told: &GateStatus, now: Instant) -> WindowStep {
        self.idle_since = (!told.any).then(|| self.idle_since.unwrap_or(now));
        if told.in_front {
            let since = *self.wanted_since.get_or_insert(now);
            self.load_at = None;
            self.gone_since = None;
            if !self.is_there {
                self.is_there = true;
                return WindowStep::Load;
            }
            if !self.is_shown && (told.drawn.is_some() || now >= since + PAGE_COMES) {
                let height = told.drawn.flatten();
                self.is_shown = true;
                self.fits = height.unwrap_or_default();
                return WindowStep::Show(height);
            }
            if let Some(Some(height)) = told.drawn.filter(|_| self.is_shown)
                && height > self.fits
            {
                self.fits = height;
                return WindowStep::Fit(height);
            }
            return WindowStep::Nothing;
        }
        self.wanted_since = None;
        if self.is_shown {
            if now < *self.gone_since.get_or_insert(now) + STAYS {
                return WindowStep::Nothing;
            }
            self.gone_since = None;
            self.is_shown = false;
            return WindowStep::Hide;
        }
        if self.load_at.is_some_and(|at| now >= at) {
            self.load_at = None;
            self.idle_since = Some(now);
            self.is_there = true;
            return WindowStep::Load;
        }
        if self.is_there && self.idle_since.is_some_and(|since| now >= since + KEPT) {
            self.is_there = false;
            return WindowStep::End;
        }
        WindowStep::Nothing
    }

    /// When to look again, if nothing happens before.
    fn next(&self, now: Instant) -> Option<Instant> {
        let shown = self
            .wanted_since
            .filter(|_| !self.is_shown)
            .map(|since| since + PAGE_COMES);
        let ended = self
            .idle_since
            .filter(|_| self.is_there && !self.is_shown)
            .map(|since| since + KEPT);
        let hidden = self.gone_since.map(|since| since + STAYS);
        // A step may have been one of two: then the other is due at once.
        [self.load_at, shown, hidden, ended]
            .into_iter()
            .flatten()
            .min()
            .map(|when| when.max(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(in_front: bool, any: bool, drawn: bool) -> GateStatus {
        GateStatus {
            in_front,
            any,
            drawn: drawn.then_some(Some(300.0)),
        }
    }

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

    #[test]
    fn a_page_that_was_given_back_and_is_loaded_for_a_press_is_given_back_again() {
        let start = Instant::now();
        let mut times = Times::new(start);
        let nothing = told(false, false, false);
        assert_eq!(times.step(&nothing, start + LOADED_AFTER), WindowStep::Load);
        let given_back = start + LOADED_AFTER + KEPT;
        assert_eq!(times.step(&nothing, given_back), WindowStep::End);
        assert_eq!(times.next(given_back), None);
        let pressed = given_back + KEPT;
        times.load_at = Some(pressed);
        assert_eq!(times.step(&nothing, pressed), WindowStep::Load);
        assert_eq!(times.step(&nothing, pressed + KEPT / 2), WindowStep::Nothing);
        assert_eq!(times.step(&nothing, pressed + KEPT), WindowStep::End);
    }

    #[test]
    fn the_page_is_loaded_before_it_is_needed_and_given_back_when_nothing_waits() {
        let start = Instant::now();
        let mut times = Times::new(start);
        assert_eq!(times.step(&told(false, false, false), start), WindowStep::Nothing);
        let loaded = times.next(start).expect("it is loaded some time");
        assert_eq!(loaded, start + LOADED_AFTER);
        assert_eq!(times.step(&told(false, false, false), loaded), WindowStep::Load);
        assert_eq!(times.next(loaded), Some(loaded + KEPT));
        // A request comes, is answered, and the time begins again.
        let later = loaded + KEPT / 2;
        assert_eq!(
            times.step(&told(true, true, true), later),
            WindowStep::Show(Some(300.0))
        );
        assert_eq!(
            times.step(&told(true, true, true), later + KEPT),
            WindowStep::Nothing
        );
        let answered = later + KEPT;
        assert_eq!(
            times.step(&told(false, false, true), answered),
            WindowStep::Nothing
        );
        assert_eq!(times.next(answered), Some(answered + STAYS));
        assert_eq!(
            times.step(&told(false, false, true), answered + STAYS),
            WindowStep::Hide
        );
        assert_eq!(
            times.step(&told(false, false, true), answered + KEPT / 2),
            WindowStep::Nothing
        );
        assert_eq!(times.next(answered), Some(answered + KEPT));
        assert_eq!(
            times.step(&told(false, false, true), answered + KEPT),
            WindowStep::End
        );
        assert_eq!(times.next(answered + KEPT), None);
        // What was left for later keeps it.
        let again = answered + 2 * KEPT;
        assert_eq!(times.step(&told(true, true, false), again), WindowStep::Load);
        assert_eq!(
            times.step(&told(true, true, true), again),
            WindowStep::Show(Some(300.0))
        );
        assert_eq!(times.step(&told(false, true, true), again), WindowStep::Nothing);
        assert_eq!(
            times.step(&told(true, true, true), again + STAYS / 2),
            WindowStep::Nothing,
            "the next one"
        );
        assert_eq!(
            times.step(&told(false, true, true), again + STAYS),
            WindowStep::Nothing
        );
        assert_eq!(
            times.step(&told(false, true, true), again + 2 * STAYS),
            WindowStep::Hide
        );
        assert_eq!(
            times.step(&told(false, true, true), again + 2 * KEPT),
            WindowStep::Nothing
        );
    }

    #[test]
    fn a_page_that_was_given_back_is_loaded_again_as_soon_as_something_is_at_work() {
        let start = Instant::now();
        let mut times = Times::new(start);
        let loaded = start + LOADED_AFTER;
        let nothing = told(false, false, false);
        assert_eq!(times.step(&nothing, loaded), WindowStep::Load);
        assert_eq!(times.step(&nothing, loaded + KEPT), WindowStep::End);
        let at_work = loaded + 2 * KEPT;
        times.load_at = Some(at_work);
        assert_eq!(times.step(&nothing, at_work), WindowStep::Load);
        assert_eq!(times.step(&nothing, at_work), WindowStep::Nothing);
        assert_eq!(times.next(at_work), Some(at_work + KEPT), "and given back again");
    }

    #[test]
    fn a_window_waits_for_its_page_and_not_for_ever() {
        let start = Instant::now();
        let mut times = Times::new(start);
        assert_eq!(times.step(&told(true, true, false), start), WindowStep::Load);
        assert_eq!(times.step(&told(true, true, false), start), WindowStep::Nothing);
        assert_eq!(times.next(start), Some(start + PAGE_COMES));
        assert_eq!(
            times.step(&told(true, true, false), start + PAGE_COMES),
            WindowStep::Show(None)
        );
        assert_eq!(times.next(start + PAGE_COMES), None);
    }

    #[test]
    fn a_window_that_was_shown_before_its_height_was_known_is_made_to_fit_once() {
        let start = Instant::now();
        let mut times = Times::new(start);
        let unknown = GateStatus {
            drawn: Some(None),
            ..told(true, true, false)
        };
        assert_eq!(times.step(&unknown, start), WindowStep::Load);
        assert_eq!(times.step(&unknown, start), WindowStep::Show(None));
        assert_eq!(times.step(&unknown, start), WindowStep::Nothing);
        assert_eq!(times.step(&told(true, true, true), start), WindowStep::Fit(300.0));
        assert_eq!(times.step(&told(true, true, true), start), WindowStep::Nothing);
    }

    #[test]
    fn a_window_grows_with_what_is_in_it_and_never_shrinks_while_it_is_shown() {
        let start = Instant::now();
        let mut times = Times::new(start);
        let high = |height| GateStatus {
            drawn: Some(Some(height)),
            ..told(true, true, true)
        };
        assert_eq!(times.step(&high(300.0), start), WindowStep::Load);
        assert_eq!(times.step(&high(300.0), start), WindowStep::Show(Some(300.0)));
        assert_eq!(times.step(&high(300.0), start), WindowStep::Nothing);
        assert_eq!(times.step(&high(520.0), start), WindowStep::Fit(520.0));
        assert_eq!(times.step(&high(520.0), start), WindowStep::Nothing);
        assert_eq!(times.step(&high(300.0), start), WindowStep::Nothing);
        // Answered, hidden, and shown for another.
        assert_eq!(times.step(&told(false, false, true), start), WindowStep::Nothing);
        assert_eq!(
            times.step(&told(false, false, true), start + STAYS),
            WindowStep::Hide
        );
        assert_eq!(
            times.step(&high(300.0), start + STAYS),
            WindowStep::Show(Some(300.0))
        );
    }
}
