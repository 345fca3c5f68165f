//! When the window of the gate is loaded, shown, hidden and given back.

use super::window;
use std::time::Duration;
use tauri::AppHandle;
use tokio::time::Instant;

/// How long the window is kept, hidden, when nothing waits any more and nothing is at work that may ask. Then its page and the
/// memory for it are given back.
const KEPT: Duration = Duration::from_mins(10);

/// After the start its page is loaded, hidden, so that the first question need not wait for it. Not before the main page is
/// there.
const LOADED_AFTER: Duration = Duration::from_secs(2);

/// How long a window waits to be shown until its page has drawn the request. One that does not is shown all the same: the
/// person sees that something waits.
const PAGE_COMES: Duration = Duration::from_secs(2);

/// How long an answered window stays: the next question of a row takes its place, and no window goes and comes for it.
const STAYS: Duration = Duration::from_millis(150);

/// What follows from what waits.
pub(super) struct GateStatus {
    pub(super) in_front: bool,
    pub(super) any: bool,
    /// Whether what is in front is drawn, and how high it is.
    pub(super) drawn: Option<Option<f64>>,
}

/// What is to be done with the window.
#[derive(Debug, PartialEq)]
pub(super) enum WindowStep {
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
    pub(super) fn take(&self, app: &AppHandle) -> tauri::Result<()> {
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
pub(super) struct Times {
    /// When its page is loaded though nothing waits.
    load_at: Option<Instant>,
    pub(super) is_there: bool,
    is_shown: bool,
    /// The height that it was made to fit since it was shown. What needs more makes it higher: content that arrives later, those
    /// that are shown together, the next question of a row. Nothing makes it lower under the pointer.
    fits: f64,
    /// When it was to be shown and its page was not there yet.
    wanted_since: Option<Instant>,
    /// When nothing was in front any more, while the window is still shown.
    gone_since: Option<Instant>,
    /// Since when nothing waits, or the last sign after that that something may.
    idle_since: Option<Instant>,
}

impl Times {
    pub(super) fn new(start: Instant) -> Self {
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

    /// Hears that a request may come, as of then: the page is loaded, or kept for longer.
    pub(super) fn may_be_needed(&mut self, at: Instant) {
        if self.is_there {
            self.idle_since = self.idle_since.map(|since| since.max(at));
        } else {
            self.load_at = Some(at);
        }
    }

    pub(super) fn step(&mut self, told: &GateStatus, now: Instant) -> WindowStep {
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
    pub(super) fn next(&self, now: Instant) -> Option<Instant> {
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
    fn a_page_that_was_given_back_is_loaded_at_a_sign_of_work_and_given_back_again() {
        let start = Instant::now();
        let mut times = Times::new(start);
        let nothing = told(false, false, false);
        assert_eq!(times.step(&nothing, start + LOADED_AFTER), WindowStep::Load);
        let given_back = start + LOADED_AFTER + KEPT;
        assert_eq!(times.step(&nothing, given_back), WindowStep::End);
        assert_eq!(times.next(given_back), None);
        let pressed = given_back + KEPT;
        times.may_be_needed(pressed);
        assert_eq!(times.step(&nothing, pressed), WindowStep::Load);
        assert_eq!(times.step(&nothing, pressed + KEPT / 2), WindowStep::Nothing);
        assert_eq!(times.step(&nothing, pressed + KEPT), WindowStep::End);
    }

    #[test]
    fn the_page_is_loaded_before_it_is_needed_and_given_back_when_nothing_waits() {
        let start = Instant::now();
        let mut times = Times::new(start);
        let (nothing, undrawn) = (told(false, false, false), told(true, true, false));
        let (drawn, done, left) = (
            told(true, true, true),
            told(false, false, true),
            told(false, true, true),
        );
        assert_eq!(times.step(&nothing, start), WindowStep::Nothing);
        let loaded = times.next(start).expect("it is loaded some time");
        assert_eq!(loaded, start + LOADED_AFTER);
        assert_eq!(times.step(&nothing, loaded), WindowStep::Load);
        assert_eq!(times.next(loaded), Some(loaded + KEPT));
        // A request comes, is answered, and the time begins again.
        let later = loaded + KEPT / 2;
        assert_eq!(times.step(&drawn, later), WindowStep::Show(Some(300.0)));
        assert_eq!(times.step(&drawn, later + KEPT), WindowStep::Nothing);
        let answered = later + KEPT;
        assert_eq!(times.step(&done, answered), WindowStep::Nothing);
        assert_eq!(times.next(answered), Some(answered + STAYS));
        assert_eq!(times.step(&done, answered + STAYS), WindowStep::Hide);
        assert_eq!(times.step(&done, answered + KEPT / 2), WindowStep::Nothing);
        assert_eq!(times.next(answered), Some(answered + KEPT));
        assert_eq!(times.step(&done, answered + KEPT), WindowStep::End);
        assert_eq!(times.next(answered + KEPT), None);
        // What was left for later keeps it.
        let again = answered + 2 * KEPT;
        assert_eq!(times.step(&undrawn, again), WindowStep::Load);
        assert_eq!(times.step(&drawn, again), WindowStep::Show(Some(300.0)));
        assert_eq!(times.step(&left, again), WindowStep::Nothing);
        assert_eq!(
            times.step(&drawn, again + STAYS / 2),
            WindowStep::Nothing,
            "the next one"
        );
        assert_eq!(times.step(&left, again + STAYS), WindowStep::Nothing);
        assert_eq!(times.step(&left, again + 2 * STAYS), WindowStep::Hide);
        assert_eq!(times.step(&left, again + 2 * KEPT), WindowStep::Nothing);
    }

    #[test]
    fn a_page_is_kept_for_ten_minutes_after_the_last_sign_of_work() {
        let start = Instant::now();
        let mut times = Times::new(start);
        let loaded = start + LOADED_AFTER;
        let nothing = told(false, false, false);
        assert_eq!(times.step(&nothing, loaded), WindowStep::Load);
        // Given back after ten minutes without a request, it would be missing at the next one of this turn.
        let at_work = loaded + KEPT / 2;
        times.may_be_needed(at_work);
        assert_eq!(times.step(&nothing, loaded + KEPT), WindowStep::Nothing);
        assert_eq!(times.next(loaded + KEPT), Some(at_work + KEPT));
        times.may_be_needed(start);
        assert_eq!(
            times.step(&nothing, at_work + KEPT),
            WindowStep::End,
            "an older sign"
        );
    }

    #[test]
    fn a_window_waits_for_its_page_and_not_for_ever() {
        let start = Instant::now();
        let mut times = Times::new(start);
        let undrawn = told(true, true, false);
        assert_eq!(times.step(&undrawn, start), WindowStep::Load);
        assert_eq!(times.step(&undrawn, start), WindowStep::Nothing);
        assert_eq!(times.next(start), Some(start + PAGE_COMES));
        assert_eq!(times.step(&undrawn, start + PAGE_COMES), WindowStep::Show(None));
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
        let done = told(false, false, true);
        // Answered, hidden, and shown for another.
        assert_eq!(times.step(&done, start), WindowStep::Nothing);
        assert_eq!(times.step(&done, start + STAYS), WindowStep::Hide);
        assert_eq!(
            times.step(&high(300.0), start + STAYS),
            WindowStep::Show(Some(300.0))
        );
    }
}
