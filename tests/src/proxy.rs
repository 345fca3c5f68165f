//! nginx, as it stands before most remote servers: it ends TLS, speaks the newer HTTP, keeps answers in its own memory, and
//! answers itself where the server does not.

use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use tempfile::TempDir;

use crate::{fault_proxy::Authority, packages, wait::PATIENCE};

/// A running nginx. Killed when dropped.
#[derive(Debug)]
pub struct Proxy {
    folder: TempDir,
    port: u16,
    child: Child,
}

impl Proxy {
    /// Before the server at this address, under a certificate for `localhost`, with these lines in its configuration.
    pub async fn before(server: &str, authority: &Authority, lines: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let (certificate, key) = authority.papers("localhost");
        let free = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        let port = free.expect("there is a free port").port();
        let host = server.split("://").last().and_then(|rest| rest.split('/').next());
        let written = configuration(folder.path(), port, host.unwrap_or_default(), lines);
        for (name, text) in [
            ("nginx.conf", &written),
            ("certificate.pem", &certificate),
            ("key.pem", &key),
        ] {
            std::fs::write(folder.path().join(name), text).expect("a file can be written");
        }
        let mut command = Command::new(program());
        command
            .arg("-p")
            .arg(folder.path())
            .arg("-c")
            .arg(folder.path().join("nginx.conf"))
            .args(["-e", "stderr"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(folder.path().join("log")).expect("a file can be made"));
        let child = command.spawn().expect("nginx can be started");
        let mut proxy = Self { folder, port, child };
        let until = std::time::Instant::now() + PATIENCE;
        while tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            let ended = proxy.child.try_wait().ok().flatten();
            assert!(
                ended.is_none() && std::time::Instant::now() < until,
                "nginx did not start: {}",
                proxy.log()
            );
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        proxy
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("https://localhost:{}/mcp", self.port)
    }

    /// A file of this name makes it say that the server is not available, where its configuration looks for one.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What it wrote about what went wrong.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// The one beside the tests, else the one of the system, which is not on everybody's path.
fn program() -> PathBuf {
    let ours = packages::home().join(".cache/nginx/usr/sbin/nginx");
    let places = [ours, PathBuf::from("/usr/sbin/nginx")];
    let found = places.into_iter().find(|place| place.exists());
    found.unwrap_or_else(|| PathBuf::from("nginx"))
}

fn configuration(folder: &Path, port: u16, server: &str, lines: &str) -> String {
    let folder = folder.display();
    let kept: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|name| format!("{name}_temp_path {folder}/{name};\n"))
        .concat();
    format!(
        "daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log stderr warn;
events {{ worker_connections 256; }}
http {{
access_log off;
{kept}
server {{
listen 127.0.0.1:{port} ssl http2;
ssl_certificate {folder}/certificate.pem;
ssl_certificate_key {folder}/key.pem;
client_max_body_size 32m;
location / {{
proxy_pass http://{server};
proxy_http_version 1.1;
proxy_set_header Connection \"\";
proxy_set_header Host $host;
{lines}
}}
}}
}}
"
    )
}
