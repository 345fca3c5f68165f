//! Says that something waits when the window is not in front: a notification of the system, which is taken back when it no longer
//! waits, and the tray. It says the question in our words, with the person's own label of the server and the raw name of a tool,
//! and nothing else that a server wrote.

use crate::gate::{self, GATE, GateWindow};
use crate::notification::{self, News, NewsTopic, ShownNews};
use crate::slot::Slot;
use crate::window::MAIN;
use crate::{theme, tray, zoom};
use portcullis_api::{AskedKind, HostEvent, Locale, Phase, ServerSummary, WaitingRequest};
use portcullis_host::Host;
use portcullis_l10n::say;
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::time::{Duration, Instant};
use tauri::{AppHandle, Manager};

/// Sign-ins that are needed one after the other, as after an outage, are told of once in this time.
const SIGN_INS_TOLD_EVERY: Duration = Duration::from_secs(60);
/// Notifications at once; another takes the place of the oldest.
pub(crate) const SHOWN: usize = 8;

/// Follows what waits for as long as the application runs.
pub(crate) fn follow(app: AppHandle) {
    let Ok(host) = app.state::<Slot>().host() else {
        return;
    };
    tauri::async_runtime::spawn(async move {
        let mut events = host.events();
        let mut waits = Waits::default();
        let mut notifications: VecDeque<ShownNews> = VecDeque::new();
        speak(&host);
        in_language(&app);
        zoom::apply(&app, &host);
        theme::apply(&app, &host);
        // Something may have been asked before this listened.
        let mut news = look(&mut waits, &host);
        let mut shown = waits.count();
        tell(&app, shown);
        loop {
            if let Some(news) = news
                && !is_looked_at(&app)
                && host.settings().notify
            {
                if notifications.len() == SHOWN {
                    notifications.pop_front();
                }
                notifications.push_back(notification::show(&app, news));
            }
            let event = tokio::select! {
                // Its end denies what waits. Told to the tray then, that would wait for the thread of the windows, which may be
                // waiting for the end.
                biased;
                // It may be opened again, and this one is to be let go of.
                () = host.closed() => return,
                event = events.next() => event,
            };
            let Some((_, event)) = event else { return };
            let lagged = matches!(event, HostEvent::Lagged {});
            news = match lagged {
                true => look(&mut waits, &host),
                false => waits.hear(&event, Instant::now()),
            };
            notifications.retain(|it| waits.wait(&it.about));
            let is_settings = lagged || matches!(event, HostEvent::Settings { .. });
            if is_settings {
                zoom::apply(&app, &host);
                theme::apply(&app, &host);
            }
            let language = is_settings && speak(&host);
            if language {
                in_language(&app);
            }
            if waits.count() != shown || language {
                shown = waits.count();
                tell(&app, shown);
            }
        }
    });
}

/// Whether the person looks at a window of the application.
fn is_looked_at(app: &AppHandle) -> bool {
    let focused = |label: &str| {
        let window = app.get_webview_window(label);
        window.is_some_and(|window| window.is_focused().unwrap_or(false))
    };
    // A gate that was just answered is closing.
    focused(MAIN) || app.state::<GateWindow>().asks() && focused(GATE)
}

/// Looks at everything as it is now.
fn look(waits: &mut Waits, host: &Host) -> Option<News> {
    let waiting: Vec<_> = host.waiting().iter().map(WaitingRequest::from).collect();
    waits.look(&host.servers(), &waiting, Instant::now())
}

/// Speaks the language of the settings; whether it is another than before.
fn speak(host: &Host) -> bool {
    let wanted = host.settings().language.locale();
    let is_new = wanted != Locale::current();
    wanted.speak();
    is_new
}

/// Says again what stands outside the pages. The tray is told with what waits.
fn in_language(app: &AppHandle) {
    #[cfg(target_os = "macos")]
    crate::app_menu::say_again(app);
    if let Err(error) = gate::say_again(app) {
        tracing::debug!(%error, "the window of the gate keeps its title");
    }
}

fn tell(app: &AppHandle, waiting: usize) {
    if let Err(error) = tray::tell(app, waiting) {
        tracing::debug!(%error, "the tray was not told");
    }
}

/// What waits for a person: requests at the gate, and servers that need a sign-in.
#[derive(Default)]
struct Waits {
    requests: HashSet<String>,
    /// Servers about whose sign-in a request waits: they are not counted twice.
    asked_to_sign_in: HashSet<String>,
    /// By id, with the person's label.
    sign_ins: BTreeMap<String, String>,
    sign_in_told: Option<Instant>,
}

impl Waits {
    fn count(&self) -> usize {
        let needed = self.sign_ins.keys();
        self.requests.len() + needed.filter(|id| !self.asked_to_sign_in.contains(*id)).count()
    }

    /// What there is to say about it to a user who looks elsewhere.
    fn hear(&mut self, event: &HostEvent, now: Instant) -> Option<News> {
        match event {
            HostEvent::Waiting { waiting } => self.gate(waiting),
            HostEvent::Server { server } => self.server(server, now),
            HostEvent::ServerRemoved { id } => {
                self.sign_ins.remove(id);
                None
            }
            _ => None,
        }
    }

    /// What there is to say about how everything is now, where what happened before was not heard.
    fn look(&mut self, servers: &[ServerSummary], waiting: &[WaitingRequest], now: Instant) -> Option<News> {
        self.sign_ins
            .retain(|id, _| servers.iter().any(|server| server.id == *id));
        let mut sign_in = None;
        for server in servers {
            let news = self.server(server, now);
            sign_in = sign_in.or(news);
        }
        self.gate(waiting).or(sign_in)
    }

    /// Whether it still waits.
    fn wait(&self, about: &NewsTopic) -> bool {
        match about {
            NewsTopic::Request(id) => self.requests.contains(id),
            NewsTopic::SignIn(id) => self.sign_ins.contains_key(id),
        }
    }

    fn gate(&mut self, waiting: &[WaitingRequest]) -> Option<News> {
        let fresh = waiting
            .iter()
            .find(|request| !self.requests.contains(&request.id));
        let news = fresh.map(|request| News {
            about: NewsTopic::Request(request.id.clone()),
            body: request.question.clone(),
        });
        self.requests = waiting.iter().map(|request| request.id.clone()).collect();
        let sign_ins = waiting.iter().filter(|request| request.kind == AskedKind::SignIn);
        self.asked_to_sign_in = sign_ins.map(|request| request.server.id.clone()).collect();
        news
    }

    fn server(&mut self, server: &ServerSummary, now: Instant) -> Option<News> {
        if server.state.phase != Phase::NeedsSignIn {
            self.sign_ins.remove(&server.id);
            return None;
        }
        let before = self.sign_ins.insert(server.id.clone(), server.label.clone());
        let told = self.sign_in_told;
        if before.is_some() || told.is_some_and(|told| now.duration_since(told) < SIGN_INS_TOLD_EVERY) {
            return None;
        }
        self.sign_in_told = Some(now);
        Some(News {
            about: NewsTopic::SignIn(server.id.clone()),
            body: say!("notify-sign-in", server = server.label.as_str()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_api::{AskedBy, MarkColor, ServerLocation, ServerMark, ServerRef, ServerState};

    fn server(id: &str, phase: Phase) -> HostEvent {
        HostEvent::Server {
            server: summary(id, phase),
        }
    }

    fn summary(id: &str, phase: Phase) -> ServerSummary {
        let state = ServerState {
            phase,
            since: 0,
            words: String::new(),
            problem: None,
            exit_code: None,
            exit_signal: None,
            stderr_tail: Vec::new(),
            retry_at: None,
        };
        ServerSummary {
            id: id.to_owned(),
            label: format!("Label {id}"),
            whereabouts: ServerLocation::Remote,
            origin: String::new(),
            mark: ServerMark {
                letters: "La".to_owned(),
                color: MarkColor::Blue,
            },
            enabled: true,
            demo: false,
            state,
            tools: 0,
            changed_tools: 0,
            waiting: 0,
            sampling: false,
        }
    }

    fn request(id: &str) -> WaitingRequest {
        WaitingRequest {
            id: id.to_owned(),
            kind: AskedKind::Form,
            question: format!("Question {id}"),
            server: ServerRef {
                id: "a".to_owned(),
                label: "Label a".to_owned(),
                whereabouts: ServerLocation::Remote,
                origin: String::new(),
                mark: None,
            },
            asked_by: AskedBy::Server {},
            asked_at: 0,
            expires_at: 0,
            arguments: None,
            alike: None,
            cause: None,
            adds: false,
        }
    }

    #[test]
    fn what_was_not_heard_of_is_looked_for() {
        let (mut waits, now) = (Waits::default(), Instant::now());
        waits.hear(
            &HostEvent::Waiting {
                waiting: vec![request("1")],
            },
            now,
        );
        waits.hear(&server("a", Phase::NeedsSignIn), now);
        waits.hear(&server("b", Phase::NeedsSignIn), now);
        // Meanwhile the first was answered, another was asked, one server is signed in to and the other is gone.
        let news = waits.look(&[summary("a", Phase::Ready)], &[request("2")], now);
        let about = NewsTopic::Request("2".to_owned());
        assert_eq!(news.map(|news| news.about), Some(about));
        assert_eq!(waits.count(), 1);
        assert!(!waits.wait(&NewsTopic::Request("1".to_owned())));
        assert_eq!(
            waits.look(&[summary("a", Phase::Ready)], &[request("2")], now),
            None,
            "it was told"
        );
        assert_eq!(waits.look(&[], &[], now), None);
        assert_eq!(waits.count(), 0);
    }

    #[test]
    fn a_sign_in_that_is_needed_counts_until_it_is_not_and_is_told_once() {
        let (mut waits, now) = (Waits::default(), Instant::now());
        let news = waits.hear(&server("a", Phase::NeedsSignIn), now);
        let about = NewsTopic::SignIn("a".to_owned());
        let told = News {
            about: about.clone(),
            body: "“Label a” needs you to sign in.".to_owned(),
        };
        assert_eq!(news, Some(told));
        assert!(waits.wait(&about));
        assert_eq!(waits.hear(&server("a", Phase::NeedsSignIn), now), None);
        assert_eq!(waits.count(), 1);
        waits.hear(&server("a", Phase::Ready), now);
        assert_eq!(waits.count(), 0);
        assert!(!waits.wait(&about), "its notification is taken back");
        // Twenty at once are twenty in the count and one notification.
        for n in 0..20 {
            assert_eq!(waits.hear(&server(&n.to_string(), Phase::NeedsSignIn), now), None);
        }
        assert_eq!(waits.count(), 20);
        waits.hear(&HostEvent::ServerRemoved { id: "7".to_owned() }, now);
        assert_eq!(waits.count(), 19);
        let later = now + SIGN_INS_TOLD_EVERY;
        assert!(waits.hear(&server("a", Phase::NeedsSignIn), later).is_some());
    }
}
