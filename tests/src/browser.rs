//! As much of a browser as a sign-in needs: it opens a page, goes wherever it is sent, and forgets everything.

use std::io;

use crate::http1::Request;
use portcullis_approval::consent::{OpenUrl, Permit};
use portcullis_core::Error;
use portcullis_host::opener::Opener;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

/// More redirects than any page has.
const REDIRECTS: usize = 10;

/// What a page answered.
#[derive(Debug, Clone)]
pub struct Page {
    /// Where it is.
    pub url: String,
    /// For example 200.
    pub status: u16,
    /// Where it sends the browser.
    pub location: Option<String>,
    /// Everything that came, head and all.
    pub text: String,
}

/// Opens one page; the address begins with `http://`.
pub async fn get(url: &str) -> io::Result<Page> {
    let rest = url
        .strip_prefix("http://")
        .ok_or_else(|| io::Error::other("not http"))?;
    let at = rest.find(['/', '?']).unwrap_or(rest.len());
    let (host, target) = rest.split_at(at);
    let request = format!(
        "GET {target} HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Mode: navigate\r\nConnection: close\r\n\r\n"
    );
    let (status, text) = exchange(host, request.as_bytes()).await?;
    let location = text
        .lines()
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("location"))
        .map(|(_, to)| match to.trim() {
            to if to.starts_with('/') => format!("http://{host}{to}"),
            to => to.to_owned(),
        });
    Ok(Page {
        url: url.to_owned(),
        status,
        location,
        text,
    })
}

/// Opens a page and goes where it is sent; every page on the way.
pub async fn follow(url: &str) -> io::Result<Vec<Page>> {
    let mut pages = vec![get(url).await?];
    while let Some(next) = pages.last().and_then(|page| page.location.clone()) {
        if pages.len() > REDIRECTS {
            return Err(io::Error::other("sent around in circles"));
        }
        pages.push(get(&next).await?);
    }
    Ok(pages)
}

/// Sends a request once more, letter for letter, as an eavesdropper would.
pub async fn replay(url: &str, request: &Request) -> io::Result<Page> {
    let rest = url
        .strip_prefix("http://")
        .ok_or_else(|| io::Error::other("not http"))?;
    let host = rest.split('/').next().unwrap_or_default();
    let mut text = format!("{} {} HTTP/1.1\r\n", request.method, request.target);
    for (name, value) in &request.headers {
        if name != "connection" {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
    }
    text.push_str("connection: close\r\n\r\n");
    let (status, text) = exchange(host, &[text.as_bytes(), &request.body].concat()).await?;
    Ok(Page {
        url: url.to_owned(),
        status,
        location: None,
        text,
    })
}

/// Sends a request and reads the status and the whole of the answer.
async fn exchange(host: &str, request: &[u8]) -> io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(host).await?;
    stream.write_all(request).await?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let status = text.split_whitespace().nth(1);
    let status = status.and_then(|status| status.parse().ok());
    Ok((status.ok_or_else(|| io::Error::other("no status"))?, text))
}

/// A person who agrees to whatever page opens.
#[derive(Debug, Default)]
pub struct Agreeing;

impl Opener for Agreeing {
    fn open(&self, permit: Permit<OpenUrl>) -> Result<(), Error> {
        let url = permit.spend().0;
        // The host opens pages off its own threads, within its runtime.
        tokio::runtime::Handle::current().spawn(async move {
            if let Err(error) = follow(&url).await {
                eprintln!("the browser went nowhere: {error}");
            }
        });
        Ok(())
    }
}
