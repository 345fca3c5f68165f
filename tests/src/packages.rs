//! Real servers at pinned versions, for the tests of interoperation.
//!
//! What is to be installed stands in `tests/packages/`; `cargo xtask test packages` installs it, the
//! Node ones beside their lock file and the Python ones into `tests/.cache/`; neither is committed. Nothing here installs anything: a test that needs a
//! package says so when it is missing.

use std::path::{Path, PathBuf};

/// A program and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// An absolute path.
    pub path: PathBuf,
    /// What comes after it.
    pub arguments: Vec<String>,
}

impl Program {
    fn new(path: PathBuf, arguments: &[&str]) -> Self {
        assert!(
            path.exists(),
            "{} is missing; run `cargo xtask test packages` first",
            path.display()
        );
        Self {
            path,
            arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
        }
    }

    /// A command ready to be given pipes.
    pub fn command(&self) -> tokio::process::Command {
        let mut command = tokio::process::Command::new(&self.path);
        command.args(&self.arguments).kill_on_drop(true);
        command
    }
}

/// The folder of this package.
pub fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn modules() -> PathBuf {
    home().join("packages/node_modules")
}

/// A script with these arguments on the Node beside the tests.
fn node(script: &Path, arguments: &[&str]) -> Program {
    let script = script.to_str().expect("the folder has a plain name");
    Program::new(
        modules().join("node/bin/node"),
        &[&[script][..], arguments].concat(),
    )
}

/// One of our scripts on the Python packages of `requirements-ENVIRONMENT.txt`.
fn python(environment: &str, script: &str) -> Program {
    let script = home().join("packages").join(script);
    let script = script.to_str().expect("the folder has a plain name").to_owned();
    Program::new(
        home().join(".cache/python").join(environment).join("bin/python"),
        &[&script],
    )
}

/// The reference server with everything, on Node 22: legacy only, ignores the end of its input.
pub fn everything() -> Program {
    everything_over("stdio")
}

/// The official tool that makes and signs bundles, with these arguments.
pub fn bundle_tool(arguments: &[&str]) -> Program {
    node(&modules().join("@anthropic-ai/mcpb/dist/cli/cli.js"), arguments)
}

/// The reference server of today on a transport over HTTP: `streamableHttp` or `sse`. It listens at the port that
/// `PORT` names.
pub fn everything_over(transport: &str) -> Program {
    let script = modules().join("@modelcontextprotocol/server-everything/dist/index.js");
    node(&script, &[transport])
}

/// The reference server of March 2025 on the transport of 2024-11-05. It listens at the port that `PORT` names.
pub fn everything_of_2025() -> Program {
    further("everything-2025.3.19/dist/sse.js")
}

/// The reference server of the first days, over pipes.
pub fn everything_of_2024() -> Program {
    further("everything-0.6.2/dist/index.js")
}

/// The reference server for files, which is told of no folder but by the host.
pub fn filesystem() -> Program {
    further("@modelcontextprotocol/server-filesystem/dist/index.js")
}

/// A server that does not start without the environment variable `BRAVE_API_KEY`.
pub fn brave_search() -> Program {
    further("@modelcontextprotocol/server-brave-search/dist/index.js")
}

/// `mcp`, the command of the Python SDK 2.3.0, without the optional part that it needs.
pub fn mcp_command() -> Program {
    installed("modern", "mcp")
}

/// `fastmcp`, the command of fastmcp 4.
pub fn fastmcp_command() -> Program {
    installed("fastmcp-4.1.2", "fastmcp")
}

/// The folder of uv and uvx.
pub fn uv() -> PathBuf {
    let mut folder = installed("uv", "uvx").path;
    folder.pop();
    folder
}

/// A command that a Python package installed.
fn installed(environment: &str, name: &str) -> Program {
    let home = home().join(".cache/python").join(environment);
    Program::new(home.join("bin").join(name), &[])
}

/// A script of the further packages.
fn further(script: &str) -> Program {
    node(&home().join("packages/interop/node_modules").join(script), &[])
}

/// The tool `greet(name)` on the Python SDK 2.3.0, which speaks both eras.
pub fn greet_modern() -> Program {
    python("modern", "greet_modern.py")
}

/// The tool `greet(name)` on the Python SDK 1.2.0, which never speaks again after a method it
/// does not know. The process stays.
pub fn greet_legacy() -> Program {
    python("legacy", "greet_legacy.py")
}

/// Rounds of questions, pictures and changes of a resource on the Python SDK 2.3.0, in the newer era.
pub fn rounds() -> Program {
    python("modern", "rounds_modern.py")
}

/// Tasks of the newer era on fastmcp 4. The one that asks for a field goes on until the file is there.
pub fn tasks(done: &Path) -> Program {
    let mut program = python("fastmcp-4.1.2", "tasks_modern.py");
    program
        .arguments
        .push(done.to_str().expect("the folder has a plain name").to_owned());
    program
}

/// The tool `greet(name)` on the Python SDK 2.3.0 behind its own sign-in, which lets everybody in. It listens at the port
/// that `PORT` names.
pub fn greet_behind_a_sign_in() -> Program {
    python("modern", "sign_in/python_sdk.py")
}

/// A certified authorization server, and a door for its tokens before the server at an address.
pub fn certified(behind: &str) -> Program {
    assert!(
        modules().join("oidc-provider").exists(),
        "oidc-provider is missing; run `cargo xtask test packages` first"
    );
    sign_in("provider.mjs", &[behind])
}

/// A real browser that signs in there; the address is to be added. `CHROMIUM` in the environment names another than the
/// first that is found.
pub fn browser() -> Program {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = || {
        let folders = std::env::split_paths(&path);
        let mut places = folders.flat_map(|folder| BROWSERS.map(|name| folder.join(name)));
        places.find(|place| place.is_file())
    };
    let browser = named
        .or_else(found)
        .expect("Chromium or Chrome is installed; `cargo xtask test setup` sees to it");
    sign_in("browser.mjs", &[&browser.to_string_lossy()])
}

/// Any of these will do.
const BROWSERS: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

fn sign_in(script: &str, arguments: &[&str]) -> Program {
    node(&home().join("packages/sign_in").join(script), arguments)
}
