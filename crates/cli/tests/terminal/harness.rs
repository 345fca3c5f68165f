//! Starts the program over a folder of its own.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// The program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_portcullis-cli");

/// Before the next page of what does not fit the screen.
pub const READ_ON: &[u8] = b"Press Enter for more. ";

/// A data folder and a place for scripts.
pub struct TestHome {
    folder: TempDir,
}

/// What a run left behind.
#[derive(Debug)]
pub struct RunOutput {
    /// Exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl RunOutput {
    /// The one document on standard output.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The same, if it ended like this.
    #[track_caller]
    pub fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:?}");
        self
    }

    /// This is on standard output.
    #[track_caller]
    pub fn prints(&self, part: &str) {
        assert!(self.out.contains(part), "no “{part}” in: {self:?}");
    }

    /// This is on standard error.
    #[track_caller]
    pub fn prints_error(&self, part: &str) {
        assert!(self.err.contains(part), "no “{part}” in: {self:?}");
    }
}

impl TestHome {
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// One with the demo server in it.
    pub fn with_demo() -> Self {
        let home = Self::new();
        home.run(&["server", "add", "Demo", "--demo", "--yes"]).ends(0);
        home
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The data folder.
    pub fn data(&self) -> PathBuf {
        self.path().join("data")
    }

    /// Puts a program there.
    pub fn script(&self, name: &str, text: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt as _;
        let path = self.path().join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// The command, without a terminal.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("setsid");
        command.args(["--wait", PROGRAM]).args(arguments);
        self.isolate(&mut command);
        command
    }

    /// Gives a command this home and no keychain.
    pub fn isolate(&self, command: &mut Command) {
        command
            .env("PORTCULLIS_DATA_DIR", self.data())
            .env("SHELL", "/bin/sh")
            .envs([("LANG", "C"), ("LC_ALL", "C"), ("LANGUAGE", "")])
            .env_remove("LC_MESSAGES")
            .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus")
            .stdin(Stdio::null());
    }

    pub fn run(&self, arguments: &[&str]) -> RunOutput {
        ran(self.command(arguments).output().unwrap())
    }

    /// The servers, as a script lists them.
    pub fn servers(&self) -> Value {
        self.run(&["--json", "server", "list"]).ends(0).json()
    }

    /// On a terminal on which `typed` is typed once `after` can be read there.
    pub fn on_terminal(&self, arguments: &[&str], after: &str, typed: &str) -> RunOutput {
        self.in_turn(arguments, &[(after, typed)])
    }

    /// The same for several questions, one after the other.
    pub fn in_turn(&self, arguments: &[&str], turns: &[(&str, &str)]) -> RunOutput {
        self.typed_ahead("", arguments, turns)
    }

    /// The same on a terminal where this was typed before the program began.
    pub fn typed_ahead(&self, ahead: &str, arguments: &[&str], turns: &[(&str, &str)]) -> RunOutput {
        use std::io::{Read as _, Write as _};
        let quoted: Vec<String> = std::iter::once(&PROGRAM)
            .chain(arguments)
            .map(|word| format!("'{word}'"))
            .collect();
        let mut command = Command::new("script");
        // The first line is read when all of it is there, and what is ahead with it.
        let waiting = format!("read begin; exec {}", quoted.join(" "));
        command.args(["-q", "-e", "-c", &waiting, "/dev/null"]);
        self.isolate(&mut command);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        input.write_all(format!("begin\n{ahead}").as_bytes()).unwrap();
        let (mut seen, mut piece) = (Vec::new(), [0; 4096]);
        let mut turns = turns.iter();
        let mut next = turns.next();
        // A question may be asked twice: what was answered is not looked at again, or the second answer comes before its question.
        let mut answered = 0;
        loop {
            let count = output.read(&mut piece).unwrap();
            if count == 0 {
                break;
            }
            seen.extend_from_slice(&piece[..count]);
            if seen.ends_with(READ_ON) {
                input.write_all(b"\n").unwrap();
            }
            if let Some((after, typed)) = next
                && String::from_utf8_lossy(&seen[answered..]).contains(after)
            {
                answered = seen.len();
                input.write_all(typed.as_bytes()).unwrap();
                next = turns.next();
            }
        }
        let code = child.wait().unwrap().code().unwrap();
        RunOutput {
            code,
            out: String::from_utf8(seen).unwrap(),
            err: String::new(),
        }
    }
}

/// Presses Ctrl+C at a program.
pub fn interrupt(child: &Child) {
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(sent.success());
}

/// Begins a command whose output is read by the test.
pub fn begin(command: &mut Command) -> Child {
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    piped.spawn().unwrap()
}

/// Runs a command with this on standard input.
pub fn feed(command: &mut Command, input: &str) -> RunOutput {
    use std::io::Write as _;
    let mut child = begin(command.stdin(Stdio::piped()));
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    ran(child.wait_with_output().unwrap())
}

pub fn ran(output: std::process::Output) -> RunOutput {
    RunOutput {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// `server add` for a program with all rights of the person, where a test needs what it leaves behind, and then these words.
pub fn add_unfenced<'a>(label: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let add = ["server", "add", label, "--fence", "off", "--unfenced"];
    [&add[..], more].concat()
}

/// A script that does something before it is the server of a script.
pub fn tiny_server_after(first: &str) -> String {
    let server = tiny_server("Looks.", "seen");
    server.replacen("#!/bin/sh\n", &format!("#!/bin/sh\n{first}\n"), 1)
}

/// A server in a few lines of shell: `initialize`, one tool with this description, and every call answered with
/// this text. Both are the inside of a JSON string.
pub fn tiny_server(description: &str, answer: &str) -> String {
    let description = description.replace('\\', "\\\\");
    let answer = answer.replace('\\', "\\\\");
    format!(
        r#"#!/bin/sh
while IFS= read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
  case "$line" in
    *'"server/discover"'*) printf '{{"jsonrpc":"2.0","id":%s,"error":{{"code":-32601,"message":"no"}}}}\n' "$id" ;;
    *'"initialize"'*) printf '{{"jsonrpc":"2.0","id":%s,"result":{{"protocolVersion":"2025-06-18","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"tiny","version":"1"}}}}}}\n' "$id" ;;
    *'"tools/list"'*) printf '{{"jsonrpc":"2.0","id":%s,"result":{{"tools":[{{"name":"look","description":"{description}","inputSchema":{{"type":"object"}}}}]}}}}\n' "$id" ;;
    *'"tools/call"'*) printf '{{"jsonrpc":"2.0","id":%s,"result":{{"content":[{{"type":"text","text":"{answer}"}}]}}}}\n' "$id" ;;
  esac
done
"#
    )
}
