//! How long the page goes without a frame while something happens. What happens is done and waited for by script in
//! the page: a driver that looks for an element by role reads the whole page, and holds up the frames it would measure.

use serde_json::Value;

use super::App;

/// What is there to be used by the script of a measurement.
const WORDS: &str = r"
    const done = arguments[arguments.length - 1];
    const invoke = window.__TAURI_INTERNALS__.invoke;
    const frame = () => new Promise((go) => requestAnimationFrame(go));
    const sleep = (ms) => new Promise((go) => setTimeout(go, ms));
    const until = async (look, most = 25_000) => {
      for (const end = performance.now() + most; performance.now() < end; await sleep(15)) {
        const seen = await look();
        if (seen) return seen;
      }
      throw new Error(`waited in vain for ${look}`);
    };
    const button = (words) => [...document.querySelectorAll('main button')].find((it) => it.textContent.startsWith(words));
    const type = (field, text) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text);
      field.dispatchEvent(new InputEvent('input', {bubbles: true}));
    };
    // Up and down, by steps and by leaps, as a person does who looks for something.
    const scroll = async (box, turns) => {
      for (let turn = 0; turn < turns; turn += 1) {
        const most = box.scrollHeight - box.clientHeight;
        box.scrollTop = turn % 20 === 19 ? most * ((turn * 7919) % 1000) / 1000 : box.scrollTop + 240 * (turn % 40 < 30 ? 1 : -1);
        await frame();
      }
    };
    let last = null;
    let over = false;
    // What goes on, so that the longest gap can say when it was.
    let goes = '';
    const step = (name) => { goes = name; };
    let worst = {gap: 0, during: goes};
    const gaps = [];
    const look = (now) => {
      if (last !== null) {
        gaps.push(now - last);
        if (now - last > worst.gap) worst = {gap: now - last, during: goes};
      }
      last = now;
      if (!over) requestAnimationFrame(look);
    };";

/// The frames of a while.
#[derive(Debug, Clone, Default)]
pub struct Frames {
    /// What the script gave.
    pub value: Value,
    /// The longest time without one, in milliseconds.
    pub longest: f64,
    /// The step of the script that it was in, where the script names any.
    pub during: String,
    /// How often that was longer than 50 ms.
    pub late: u64,
    /// How many there were.
    pub count: u64,
}

impl std::fmt::Display for Frames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            longest,
            during,
            late,
            count,
            ..
        } = self;
        let when = if during.is_empty() {
            String::new()
        } else {
            format!(" while {during}")
        };
        write!(
            f,
            "{count} frames, the longest gap {longest:.0} ms{when}, {late} over 50 ms"
        )
    }
}

impl App {
    /// Runs a script, the body of an async function, and says how the frames came meanwhile.
    pub async fn frames_while(&self, script: &str) -> Frames {
        let whole = format!(
            "{WORDS} requestAnimationFrame(look);
             (async () => {{ await frame(); await frame(); {script} }})().then(async (value) => {{
               await frame(); await frame(); over = true;
               done({{value, longest: Math.max(...gaps.slice(0, 100_000)), late: gaps.filter((it) => it > 50).length, count: gaps.length, during: worst.during}});
             }}, (error) => done({{error: String(error)}}))"
        );
        let seen = self.run_async(&whole, vec![]).await;
        assert!(
            seen["error"].is_null(),
            "{}; the window reads: {}",
            seen["error"],
            self.text().await
        );
        Frames {
            value: seen["value"].clone(),
            longest: seen["longest"].as_f64().unwrap_or(f64::INFINITY),
            during: seen["during"].as_str().unwrap_or_default().to_owned(),
            late: seen["late"].as_u64().unwrap_or(u64::MAX),
            count: seen["count"].as_u64().unwrap_or_default(),
        }
    }

    /// The best of a few: a page that stands still by its own work does so every time, one that the machine held up
    /// does not.
    pub async fn best_frames(
        &self,
        what: &str,
        enough: f64,
        mut once: impl AsyncFnMut() -> Frames,
    ) -> Frames {
        let mut best = Frames {
            longest: f64::INFINITY,
            ..Frames::default()
        };
        for _ in 0..4 {
            let frames = once().await;
            println!("{what}: {frames}");
            if frames.longest < best.longest {
                best = frames;
            }
            if best.longest < enough {
                break;
            }
        }
        best
    }
}
