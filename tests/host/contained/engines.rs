//! A real engine, with an image of a test server and, where a test wants it, with its service.

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
};

use portcullis_api::{Endpoint, FenceGrants, NamedValue, ServerDraft};
use portcullis_tests::{
    hostile::Hostile,
    packages,
    test_user::{TestUser, command},
    wait,
};
use serde_json::{Value, json};
use tokio::sync::{Mutex, MutexGuard};

/// Names an engine's settings that this machine needs, where it is a container itself.
const SETTINGS: &str = "CONTAINERS_CONF";
const PYTHON: &str = "/usr/bin/python3";

pub fn podman(arguments: &[&str]) -> Result<String, String> {
    let done = Command::new("podman")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    match done.status.success() {
        true => Ok(String::from_utf8_lossy(&done.stdout).trim().to_owned()),
        false => Err(String::from_utf8_lossy(&done.stderr).trim().to_owned()),
    }
}

/// Set where there has to be an engine, as in the workflow: it comes with the system, and no step of ours installs one.
const REQUIRED: &str = "PORTCULLIS_CONTAINERS_REQUIRED";

/// Said where it is seen.
pub fn skipped(why: &str) {
    assert!(
        std::env::var_os(REQUIRED).is_none(),
        "no container engine works here: {why}"
    );
    eprintln!("SKIPPED: the tests of containers did not run, no container engine works here: {why}");
}

/// The libraries of a program, each at its own place.
fn copy_libraries(program: &Path, root: &Path) {
    let libraries = Command::new("ldd").arg(program).output().unwrap();
    let libraries = String::from_utf8_lossy(&libraries.stdout).into_owned();
    let named = libraries.split_whitespace().filter(|word| word.starts_with('/'));
    for file in named {
        let target = root.join(file.trim_start_matches('/'));
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(file, target).unwrap();
    }
}

/// Python, and the server of `attempts.py`.
fn copy_python(root: &Path) {
    let python = Path::new(PYTHON).canonicalize().unwrap();
    let library = Path::new("/usr/lib").join(python.file_name().unwrap());
    let of_calls = fs::read_dir(library.join("lib-dynload")).unwrap();
    copy_libraries(&python, root);
    of_calls.for_each(|file| copy_libraries(&file.unwrap().path(), root));
    fs::create_dir_all(root.join("usr/bin")).unwrap();
    fs::copy(python, root.join("usr/bin/python3")).unwrap();
    let copied = Command::new("cp")
        .arg("-r")
        .arg("--parents")
        .arg(library)
        .arg(root)
        .status();
    assert!(copied.unwrap().success());
    fs::copy(
        packages::home().join("packages/attempts.py"),
        root.join("attempts.py"),
    )
    .unwrap();
}

/// One test at a time looks at what an engine runs.
static TURN: Mutex<()> = Mutex::const_new(());

/// What the engine knows of each running container of these tests.
pub fn running() -> Vec<Value> {
    let ids = podman(&["ps", "--quiet", "--no-trunc"]).unwrap();
    // One that ends meanwhile is not known any more.
    let said = ids.lines().filter_map(|id| podman(&["inspect", id]).ok());
    said.filter(|said| said.contains("portcullis-test-"))
        .map(|said| serde_json::from_str::<Value>(&said).unwrap()[0].take())
        .collect()
}

/// Those that run a server, and no gateway.
pub fn servers() -> Vec<Value> {
    let mut all = running();
    all.retain(|own| !own["Path"].to_string().contains("/gateway"));
    all
}

/// An image of the hostile server; removed in the end.
pub struct Image {
    pub name: String,
    _turn: MutexGuard<'static, ()>,
}

impl Image {
    pub async fn made(person: &TestUser) -> Option<Self> {
        Self::with(person, |_| ()).await
    }

    /// With Python, and the server that does what it is told to.
    pub async fn with_python(person: &TestUser) -> Option<Self> {
        Self::with(person, copy_python).await
    }

    async fn with(person: &TestUser, fill: impl FnOnce(&Path)) -> Option<Self> {
        let turn = TURN.lock().await;
        let root = person.path("root");
        fs::create_dir_all(&root).unwrap();
        copy_libraries(&Hostile::program(), &root);
        fs::copy(Hostile::program(), root.join("server")).unwrap();
        fill(&root);
        let archive = person.path("root.tar");
        let packed = Command::new("tar")
            .arg("-C")
            .arg(&root)
            .arg("-cf")
            .arg(&archive)
            .arg(".")
            .status();
        assert!(packed.unwrap().success());
        let name = format!("localhost/portcullis-test-{}:1", std::process::id());
        if let Err(why) = podman(&["import", archive.to_str().unwrap(), &name]) {
            skipped(&why);
            return None;
        }
        let made = Self { name, _turn: turn };
        match podman(&[
            "run",
            "--rm",
            "--network=none",
            "--cap-drop=ALL",
            "--memory=1g",
            &made.name,
            "/server",
            "--help",
        ]) {
            Ok(_) => Some(made),
            // The program refuses its argument, in a container.
            Err(why) if why.contains("usage: hostile") => Some(made),
            Err(why) => {
                drop(made);
                skipped(&why);
                None
            }
        }
    }

    pub fn draft(&self, label: &str, fence: Option<FenceGrants>) -> ServerDraft {
        self.scripted(label, fence, json!({"era": "both", "tools": ["look"]}))
    }

    pub fn scripted(
        &self,
        label: &str,
        fence: Option<FenceGrants>,
        script: serde_json::Value,
    ) -> ServerDraft {
        let words = Hostile::new(script).arguments();
        self.running(label, fence, "/server", words)
    }

    /// A server of Python.
    pub fn attempts(&self, label: &str, fence: Option<FenceGrants>) -> ServerDraft {
        self.running(label, fence, PYTHON, vec!["/attempts.py".to_owned()])
    }

    fn running(
        &self,
        label: &str,
        fence: Option<FenceGrants>,
        program: &str,
        words: Vec<String>,
    ) -> ServerDraft {
        let mut arguments: Vec<String> = ["run", "-i", "--rm", "--entrypoint", program, &self.name]
            .map(str::to_owned)
            .to_vec();
        arguments.extend(words);
        let settings = std::env::var(SETTINGS).ok().map(|value| NamedValue {
            name: SETTINGS.to_owned(),
            value: Some(value),
            secret: false,
        });
        ServerDraft {
            environment: settings.into_iter().collect(),
            fence,
            ..command(label, "podman", arguments)
        }
    }
}

impl Drop for Image {
    fn drop(&mut self) {
        // A host that is dropped ends its own processes, and no container. One whose network another joined goes after that.
        for own in running() {
            let id = own["Id"].as_str().unwrap_or_default();
            if let Err(why) = podman(&["rm", "--force", "--depend", id])
                && !why.contains("no such container")
            {
                eprintln!("the container {id} stayed: {why}");
            }
        }
        if let Err(why) = podman(&["image", "rm", "--force", &self.name]) {
            eprintln!("the image {} stayed: {why}", self.name);
        }
    }
}

/// The service of an engine: what it runs is no descendant of its client.
pub struct Service {
    child: Child,
    address: String,
}

impl Service {
    pub async fn new(person: &TestUser) -> Self {
        let socket = person.path("engine.sock");
        let address = format!("unix://{}", socket.display());
        let child = Command::new("podman")
            .args(["system", "service", "--time=0", &address])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait::holds("the service", || socket.exists()).await;
        Self { child, address }
    }

    /// A server whose container this service runs.
    pub fn runs(&self, draft: ServerDraft, client: &str) -> ServerDraft {
        let variable = match client {
            "docker" => "DOCKER_HOST",
            _ => "CONTAINER_HOST",
        };
        let_assert!(draft.endpoint => Endpoint::Command { arguments, folder, .. });
        let own = NamedValue {
            name: variable.to_owned(),
            value: Some(self.address.clone()),
            secret: false,
        };
        ServerDraft {
            endpoint: Endpoint::Command {
                program: client.to_owned(),
                arguments,
                folder,
            },
            environment: draft.environment.into_iter().chain([own]).collect(),
            ..draft
        }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.child.kill().and_then(|()| self.child.wait()).ok();
    }
}
