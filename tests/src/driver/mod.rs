//! The real window, driven as a person would drive it.
//!
//! [`Window::open`] starts a private bus, a keychain and WebKit's driver and lets it start the
//! program. Elements are found by role and name, because that is what a person and a screen reader
//! go by. What is known about this driver is built in here: labels of some components have an empty
//! WebDriver text, so [`Found::text`] reads `textContent`; `clear()` and a chord sent together with
//! text lose letters, so [`Found::fill`] selects by a script and then types; a new session may
//! never be answered, so everything has a time limit.

mod compositor;
mod hand;
mod process;
mod processes;

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use fantoccini::{
    Client, ClientBuilder,
    elements::{Element, ElementRef},
    error::CmdError,
    wd::{Capabilities, WindowHandle},
};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use crate::display::Seat;
use compositor::Compositor;
use hand::Hand;
use process::Driver;
pub use process::Home;
pub use processes::{called, processes_in, program, window_among};

/// A script that pastes its argument into whatever has the focus.
pub const PASTE: &str = include_str!("paste.js");
/// Finds elements by role and name. The function stays in the page, so that the engine compiles it once.
const ROLES: &str = concat!(
    "window.__roles ??= (...arguments) => {",
    include_str!("roles.js"),
    "}; return window.__roles(...arguments)"
);
/// A script that waits until its argument stands still and nothing lies over it.
const STILL: &str = include_str!("still.js");

/// How long something may take to appear in the window. Only a failing test waits so long; a slow
/// machine that is shared should not make one fail.
pub const APPEARS: Duration = Duration::from_secs(30);
/// How long the driver may take to start a window: a debug build on a busy machine needs seconds.
const OPENS: Duration = Duration::from_secs(60);

/// How many bytes of a line are typed key by key.
const TYPED: usize = 8;

/// The member by which WebDriver marks a reference to an element (WebDriver, section 12).
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// What to open.
#[derive(Debug, Clone)]
pub struct Launch {
    /// An absolute path.
    pub program: PathBuf,
    /// What comes after it.
    pub arguments: Vec<String>,
    /// Variables beside those of the home.
    pub environment: Vec<(String, String)>,
    /// Whether it is shown on Wayland. Else on X11.
    pub wayland: bool,
}

impl Launch {
    /// A program without arguments.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            environment: Vec::new(),
            wayland: false,
        }
    }

    /// Adds an argument.
    pub fn argument(mut self, argument: impl Into<String>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Adds a variable.
    pub fn variable(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }
}

/// A page of the program, each in a window of its own. One of them is looked at at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// The one that is there from the start.
    Main,
    /// The gate's, which is there a while later.
    Gate,
}

/// An open window. Everything that belongs to it is killed when it is dropped. The end of a session would do so as well, but the
/// driver first asks each page to close itself, again and again, and no page of Portcullis does.
#[derive(Debug)]
pub struct Window {
    client: Client,
    main: WindowHandle,
    page: std::sync::Mutex<Page>,
    hand: Hand,
    // Dropped in this order: the driver first, then the seat.
    driver: Driver,
    _compositor: Option<Compositor>,
    seat: Seat,
}

/// An element that was found by what it is called.
#[derive(Debug, Clone)]
pub struct Found {
    element: Element,
    called: String,
    /// What is pressed before it is used, on the main page.
    hand: Option<Hand>,
}

impl Window {
    /// Opens a program in a home.
    pub async fn open(launch: &Launch, home: &Home) -> Self {
        let opened = Self::try_open(launch, home).await;
        opened.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Opens a program in a home, or says why that did not work.
    pub async fn try_open(launch: &Launch, home: &Home) -> Result<Self, String> {
        let seat = Seat::take().await;
        let mut environment = launch.environment.clone();
        let mut compositor = None;
        if launch.wayland {
            let started = Compositor::start(home, seat.display()).await;
            compositor = Some(started.map_err(|error| format!("no compositor: {error}"))?);
            environment.extend(Compositor::variables());
        }
        let driver = Driver::start(home, &environment, seat.display())
            .await
            .map_err(|error| format!("the driver did not start: {error}"))?;
        let options = json!({"binary": launch.program, "args": launch.arguments});
        let capabilities = Capabilities::from_iter([("webkitgtk:browserOptions".to_owned(), options)]);
        let url = driver.url();
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let program = launch.program.display();
        let client = match tokio::time::timeout(OPENS, builder.capabilities(capabilities).connect(&url)).await
        {
            Ok(Ok(client)) => client,
            Ok(Err(error)) => return Err(format!("{program} cannot be driven: {error}")),
            Err(_) => return Err(format!("{program} was not driven within {OPENS:?}")),
        };
        let main = client
            .window()
            .await
            .map_err(|error| format!("{program} has no window: {error}"))?;
        let page = std::sync::Mutex::new(Page::Main);
        Ok(Self {
            client,
            main,
            page,
            hand: Hand::on(seat.display(), compositor.as_ref().map(|_| compositor::CLASS)).await,
            driver,
            _compositor: compositor,
            seat,
        })
    }

    /// The page that is looked at.
    pub fn page(&self) -> Page {
        *self.page.lock().expect("no test panicked with it")
    }

    /// Looks at a page from now on: what is found, pressed and run is there. Whether it is there.
    pub async fn look_at(&self, page: Page) -> bool {
        self.try_look_at(page)
            .await
            .unwrap_or_else(|error| panic!("the page {page:?} cannot be looked at: {error}"))
    }

    /// The same, or says why that did not work.
    pub async fn try_look_at(&self, page: Page) -> Result<bool, CmdError> {
        if self.page() == page {
            return Ok(true);
        }
        let handles = self.client.windows().await?;
        let wanted = handles
            .into_iter()
            .find(|handle| (*handle == self.main) == (page == Page::Main));
        let Some(handle) = wanted else { return Ok(false) };
        self.client.switch_to_window(handle).await?;
        *self.page.lock().expect("no test panicked with it") = page;
        Ok(true)
    }

    /// The client itself, for what has no word here.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The display that it is on, and no other window.
    pub fn display(&self) -> &'static str {
        self.seat.display()
    }

    /// The process group of everything that belongs to this window.
    pub fn group(&self) -> i32 {
        self.driver.group()
    }

    /// The element with this role and exactly this name, as soon as there is one.
    pub async fn find(&self, role: &str, name: &str) -> Found {
        self.appears(role, name, false).await
    }

    /// The first element with this role whose name contains these words.
    pub async fn find_part(&self, role: &str, part: &str) -> Found {
        self.appears(role, part, true).await
    }

    async fn appears(&self, role: &str, name: &str, part: bool) -> Found {
        let what = format!("{role} “{name}”");
        self.wait_until(&what, async || {
            self.look(role, name, part).await.into_iter().next()
        })
        .await
    }

    /// All elements with this role on the screen now; an empty name means any.
    pub async fn find_all(&self, role: &str, name: &str) -> Vec<Found> {
        self.look(role, name, false).await
    }

    /// All elements with this role whose name contains these words.
    pub async fn find_all_part(&self, role: &str, part: &str) -> Vec<Found> {
        self.look(role, part, true).await
    }

    async fn look(&self, role: &str, name: &str, part: bool) -> Vec<Found> {
        let arguments = vec![json!(role), json!(name), json!(part)];
        let looked = self.client.execute(ROLES, arguments);
        let looked = tokio::time::timeout(APPEARS, looked).await;
        let found = match looked.expect("the page answers") {
            Ok(Value::Array(found)) => found,
            // What was found was replaced before it could be named.
            Err(error) if is_replaced(&error.to_string()) => Vec::new(),
            other => panic!("the search for {role} “{name}” gave {other:?}"),
        };
        let called = format!("{role} “{name}”");
        let hand = (self.page() == Page::Main).then(|| self.hand.clone());
        found
            .into_iter()
            .map(|reference| {
                let reference = reference[ELEMENT]
                    .as_str()
                    .expect("the search gives elements")
                    .to_owned();
                let reference = ElementRef::from(reference);
                let element = Element::from_element_id(self.client.clone(), reference);
                Found {
                    element,
                    called: called.clone(),
                    hand: hand.clone(),
                }
            })
            .collect()
    }

    /// Clicks the element with this role and name.
    pub async fn click(&self, role: &str, name: &str) {
        self.clicks(role, name, false).await;
    }

    /// Clicks the first element with this role whose name contains these words.
    pub async fn click_part(&self, role: &str, part: &str) {
        self.clicks(role, part, true).await;
    }

    /// A page that is drawn again may replace an element before it is clicked; then the new one is meant. It is clicked once.
    async fn clicks(&self, role: &str, name: &str, part: bool) {
        self.wait_until(&format!("a click on {role} “{name}”"), async || {
            let found = self.look(role, name, part).await.into_iter().next()?;
            found.try_click().await.then_some(())
        })
        .await;
    }

    /// Replaces what stands in the text box with this name.
    pub async fn fill(&self, name: &str, text: &str) {
        self.find("textbox", name).await.fill(text).await;
    }

    /// Waits until these words stand anywhere on the screen.
    pub async fn see(&self, words: &str) {
        let what = format!("the words “{words}”");
        self.wait_until(&what, async || self.text().await.contains(words).then_some(()))
            .await;
    }

    /// Everything that can be read, with white space made plain.
    pub async fn text(&self) -> String {
        let script = "return document.body.innerText.replace(/\\s+/g, ' ')";
        self.run(script, vec![])
            .await
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// Waits until this element has the focus.
    pub async fn has_focus(&self, role: &str, name: &str) {
        self.wait_until(&format!("the focus on {role} “{name}”"), async || {
            let found = self.look(role, name, false).await.into_iter().next()?;
            let focused = "return arguments[0].isConnected && document.activeElement === arguments[0]";
            // One that was replaced meanwhile is looked for again.
            let is_it = self.client.execute(focused, vec![found.reference()]).await;
            is_it.is_ok_and(|it| it == true).then_some(())
        })
        .await;
    }

    /// Sends keys to whatever has the focus; special keys as in WebDriver (`"\u{E004}"` is Tab).
    pub async fn press(&self, keys: &str) {
        self.pressed().await;
        let focused = self
            .client
            .active_element()
            .await
            .expect("something has the focus");
        focused.send_keys(keys).await.expect("keys can be sent");
    }

    /// Has the toolkit see a press in the main window, where that is looked at.
    pub async fn pressed(&self) {
        if self.page() == Page::Main {
            self.hand.press(&self.client).await;
        }
    }

    /// Role-free access for what only a script can see. The script is a function body.
    pub async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        let ran = tokio::time::timeout(APPEARS, self.client.execute(script, arguments)).await;
        ran.expect("the page answers")
            .unwrap_or_else(|error| panic!("{error} in {script}"))
    }

    /// Like [`Window::run`] for a script that promises: its last argument is called with the answer.
    pub async fn run_async(&self, script: &str, arguments: Vec<Value>) -> Value {
        let ran = tokio::time::timeout(APPEARS, self.client.execute_async(script, arguments)).await;
        ran.expect("the page answers")
            .unwrap_or_else(|error| panic!("{error} in {script}"))
    }

    /// Waits until there is no such element any more.
    pub async fn gone(&self, role: &str, name: &str) {
        self.wait_until(&format!("the end of {role} “{name}”"), async || {
            self.look(role, name, false).await.is_empty().then_some(())
        })
        .await;
    }

    /// Clicks the label of a radio button or switch: the control itself often lies invisibly below it.
    pub async fn choose(&self, name: &str) {
        self.click("label", name).await;
    }

    /// Makes the window so large, in CSS pixels.
    pub async fn resize(&self, width: u32, height: u32) {
        self.client
            .set_window_size(width, height)
            .await
            .expect("the window can be sized");
    }

    /// Looks until there is something to see.
    pub async fn wait_until<T>(&self, what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
        let seen = async {
            loop {
                let began = Instant::now();
                if let Some(seen) = look().await {
                    return seen;
                }
                // Looking at a long page is work for the page: it gets as much time for its own.
                tokio::time::sleep(began.elapsed().max(Duration::from_millis(30))).await;
            }
        };
        match tokio::time::timeout(APPEARS, seen).await {
            Ok(seen) => seen,
            Err(_) => panic!(
                "timed out waiting for {what}; the window reads: {}",
                self.text().await
            ),
        }
    }

    /// Waits until a script returns this.
    pub async fn returns(&self, what: &str, script: &str, expected: impl Into<Value>) {
        let expected = expected.into();
        self.wait_until(what, async || {
            (self.run(script, vec![]).await == expected).then_some(())
        })
        .await;
    }

    /// Waits until what is on the screen is what the page is: whatever fades in has, and was painted.
    pub async fn settle(&self) {
        // What was only just put into the page begins to fade in with the next frame. What is folded away never ends: the
        // engine draws none of it.
        let painted = "const done = arguments[arguments.length - 1];
            const frames = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
            const still = () => Promise.allSettled(document.getAnimations()
              .filter((it) => Number.isFinite(it.effect.getComputedTiming().endTime))
              .filter((it) => it.effect.target?.checkVisibility()).map((it) => it.finished));
            frames().then(still).then(frames).then(still).then(frames).then(() => done(null))";
        self.run_async(painted, vec![]).await;
    }

    /// Keeps a picture as `tests/shots/<name>.png`.
    pub async fn shot(&self, name: &str) -> PathBuf {
        self.settle().await;
        let folder = crate::packages::home().join("shots");
        let path = folder.join(format!("{name}.png"));
        self.run(FRAMES, vec![]).await;
        let picture = self.client.screenshot().await.expect("a picture can be taken");
        self.run("window.__frames()", vec![]).await;
        std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(&path, picture))
            .expect("it can be kept");
        path
    }
}

/// The driver takes a picture after the next frame, and waits forever where nothing is drawn again and no card composes the
/// page: an invisible pixel changes meanwhile.
const FRAMES: &str = "const pixel = document.createElement('i');
    for (const [name, value] of [['position', 'fixed'], ['right', '0'], ['bottom', '0'], ['width', '1px'], ['height', '1px'],
      ['pointer-events', 'none'], ['z-index', '9999']]) pixel.style.setProperty(name, value);
    document.body.append(pixel);
    let on = false;
    const changes = setInterval(() => { on = !on; pixel.style.setProperty('background', on ? 'rgba(0,0,0,0.01)' : 'transparent'); }, 30);
    window.__frames = () => { clearInterval(changes); pixel.remove(); };";

/// With white space made plain.
fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether the driver says that an element is no longer in the page.
fn is_replaced(error: &str) -> bool {
    error.contains("Stale element") || error.contains("was not found")
}

impl Found {
    /// The element itself.
    pub fn element(&self) -> &Element {
        &self.element
    }

    /// What a script takes for it.
    pub fn reference(&self) -> Value {
        json!({ELEMENT: self.element.element_id().to_string()})
    }

    async fn pressed(&self) {
        if let Some(hand) = &self.hand {
            hand.press(&self.element.clone().client()).await;
        }
    }

    /// Clicks it, once, as soon as it stands still and nothing lies over it.
    pub async fn click(&self) {
        assert!(
            self.try_click().await,
            "{} was replaced before it was clicked",
            self.called
        );
    }

    /// The same; whether it was still there. The next look finds what took its place.
    pub async fn try_click(&self) -> bool {
        let client = self.element.clone().client();
        let looked = client.execute_async(STILL, vec![self.reference()]);
        let looked = tokio::time::timeout(APPEARS, looked).await;
        match looked.expect("the page says where an element is") {
            Ok(state) if state == "still" => {}
            Ok(state) if state == "gone" => return false,
            Ok(state) => panic!("cannot click {}: {state}", self.called),
            Err(error) if is_replaced(&error.to_string()) => return false,
            Err(error) => panic!("cannot click {}: {error}", self.called),
        }
        self.pressed().await;
        match self.element.click().await {
            Ok(()) => true,
            Err(error) if is_replaced(&error.to_string()) => false,
            Err(error) => panic!("cannot click {}: {error}", self.called),
        }
    }

    /// Replaces its text; the end of a line is the Enter key. Of a long line all but the last letter is inserted at once, as by a
    /// paste: the driver takes 30 ms for each key.
    pub async fn fill(&self, text: &str) {
        // Selected by a script: a chord that is lost on a busy machine would leave the old text in front of the new.
        let select = "arguments[0].focus(); arguments[0].select()";
        let client = self.element.clone().client();
        let selected = client.execute(select, vec![self.reference()]).await;
        selected.unwrap_or_else(|error| panic!("cannot select the text of {}: {error}", self.called));
        self.pressed().await;
        if text.is_empty() {
            return self.keys("\u{E003}").await;
        }
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.keys("\u{E007}").await;
            }
            let last = line.char_indices().next_back().map_or(0, |(at, _)| at);
            let (inserted, typed) = line.split_at(if last > TYPED { last } else { 0 });
            if !inserted.is_empty() {
                let insert = "return document.execCommand('insertText', false, arguments[0])";
                let put = client.execute(insert, vec![json!(inserted)]).await;
                let put =
                    put.unwrap_or_else(|error| panic!("cannot insert the text of {}: {error}", self.called));
                assert_eq!(put, true, "nothing was inserted into {}", self.called);
            }
            if !typed.is_empty() {
                self.keys(typed).await;
            }
        }
    }

    async fn keys(&self, keys: &str) {
        let sent = self.element.send_keys(keys).await;
        sent.unwrap_or_else(|error| panic!("cannot type into {}: {error}", self.called));
    }

    /// Everything written in it, shown or not, with white space made plain.
    pub async fn text(&self) -> String {
        on_one_line(&self.property("textContent").await)
    }

    /// The same for a list that may be drawn again meanwhile; `None` when it was replaced since it was found.
    pub async fn text_if_there(&self) -> Option<String> {
        match self.element.prop("textContent").await {
            Ok(text) => Some(on_one_line(&text.unwrap_or_default())),
            Err(error) if is_replaced(&error.to_string()) => None,
            Err(error) => panic!("{}: {error}", self.called),
        }
    }

    /// What stands in it, for a field.
    pub async fn value(&self) -> String {
        self.property("value").await
    }

    /// Whether it can be used.
    pub async fn is_enabled(&self) -> bool {
        self.element
            .is_enabled()
            .await
            .unwrap_or_else(|error| panic!("{}: {error}", self.called))
    }

    async fn property(&self, name: &str) -> String {
        let property = self.element.prop(name).await;
        property
            .unwrap_or_else(|error| panic!("{}: {error}", self.called))
            .unwrap_or_default()
    }
}
