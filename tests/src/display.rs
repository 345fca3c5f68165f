//! Virtual displays for windows.
//!
//! Each window under test has an X server of its own: `xdotool` types into whatever has the focus of its server, so on
//! a shared one the keys of one test could reach the window of another. A server is started when it is first needed,
//! on whatever number is free, and ends with the test process however that ends.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    os::unix::net::UnixStream,
    process::{Child, Command, Stdio},
    sync::{Mutex, OnceLock, PoisonError},
};

use tokio::sync::{Semaphore, SemaphorePermit};

/// Set this to leave the window tests out; nothing else does.
pub const SKIP: &str = "PORTCULLIS_SKIP_WINDOW";

/// Whether window tests are to run. When not, says so on standard error, even though the test
/// harness keeps back what tests print.
#[must_use]
pub fn is_wanted() -> bool {
    let skipped = std::env::var_os(SKIP).is_some();
    if skipped {
        let note = format!("skipped: a window test, because {SKIP} is set\n");
        std::io::stderr().write_all(note.as_bytes()).ok();
    }
    !skipped
}

/// Windows at the same time: each is four processes, and a starved one only looks slow.
const SEATS: usize = 2;

static FREE: Mutex<[bool; SEATS]> = Mutex::new([true; SEATS]);
static PERMITS: Semaphore = Semaphore::const_new(SEATS);

/// The place for one window: a display that no other window has until this is dropped.
#[derive(Debug)]
pub struct Seat {
    number: usize,
    _permit: SemaphorePermit<'static>,
}

impl Seat {
    /// Waits until a display is free.
    pub async fn take() -> Self {
        let permit = PERMITS.acquire().await.expect("the seats are never taken away");
        let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        let number = free
            .iter()
            .position(|free| *free)
            .expect("a permit is a free seat");
        free[number] = false;
        Self {
            number,
            _permit: permit,
        }
    }

    /// The value for `DISPLAY`.
    pub fn display(&self) -> &'static str {
        display(self.number)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        // Before the permit, which is dropped after this.
        FREE.lock().unwrap_or_else(PoisonError::into_inner)[self.number] = true;
    }
}

/// The display of the first seat, for a process that opens one window at a time.
pub fn name() -> &'static str {
    display(0)
}

fn display(seat: usize) -> &'static str {
    static STARTED: [OnceLock<(String, Child)>; SEATS] = [const { OnceLock::new() }; SEATS];
    &STARTED[seat].get_or_init(start).0
}

fn start() -> (String, Child) {
    // `cat` ends when our end of its pipe closes, which happens even when this process is killed. A key repeats after a minute in
    // place of 660 ms: on a busy machine there may be as much between its press and its release, and a letter would come twice.
    let server = "Xvfb -displayfd 1 -screen 0 1280x800x24 -nolisten tcp -ardelay 60000 2>/dev/null & \
                  cat >/dev/null; kill $!";
    let mut child = Command::new("sh")
        .args(["-c", server])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell can be started");
    let mut number = String::new();
    let stdout = child.stdout.take().expect("standard output is a pipe");
    BufReader::new(stdout)
        .read_line(&mut number)
        .expect("the X server tells its number");
    let number = number.trim();
    assert!(!number.is_empty(), "Xvfb did not start; is it installed?");
    (format!(":{number}"), child)
}

/// The number that the protocol gives to the name `WM_TRANSIENT_FOR`.
const WM_TRANSIENT_FOR: u32 = 68;

/// The window that this one belongs to, as a window manager is told. Asked in the protocol itself: no program that the tests need
/// anyway reads properties of windows.
pub fn owner_of(display: &str, window: u32) -> Option<u32> {
    let socket = format!("/tmp/.X11-unix/X{}", display.trim_start_matches(':'));
    let mut server = UnixStream::connect(socket).expect("the X server takes connections");
    // Little-endian, version 11, without a key: our servers have none.
    let hello = [b'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    server.write_all(&hello).expect("the X server reads");
    let mut begun = [0_u8; 8];
    server.read_exact(&mut begun).expect("the X server answers");
    assert_eq!(begun[0], 1, "the X server takes this client");
    let mut about = vec![0_u8; 4 * usize::from(u16::from_le_bytes([begun[6], begun[7]]))];
    server
        .read_exact(&mut about)
        .expect("the X server says what it has");
    // GetProperty, six words long: of any type, the first word of it.
    let mut asked = vec![20, 0, 6, 0];
    for word in [window, WM_TRANSIENT_FOR, 0, 0, 1] {
        asked.extend(word.to_le_bytes());
    }
    server.write_all(&asked).expect("the X server reads");
    let mut reply = [0_u8; 32];
    server.read_exact(&mut reply).expect("the X server answers");
    assert_eq!(reply[0], 1, "the window is there");
    let words = u32::from_le_bytes([reply[16], reply[17], reply[18], reply[19]]);
    (words == 1).then(|| {
        let mut owner = [0_u8; 4];
        server.read_exact(&mut owner).expect("the value follows");
        u32::from_le_bytes(owner)
    })
}
