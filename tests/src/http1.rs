//! As much of HTTP/1.1 as a test server needs, written out so that it can also be broken.

use std::{collections::BTreeMap, io};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader},
    net::tcp::OwnedReadHalf,
};

/// The largest request body a test server reads.
const BODY: u64 = 64 << 20;

/// The page of a captive portal.
pub const PORTAL: &[u8] = b"<!doctype html><title>Sign in</title><p>Please sign in to this network.";

/// A request as it came.
#[derive(Debug, Clone)]
pub struct Request {
    /// For example `POST`.
    pub method: String,
    /// Path and query.
    pub target: String,
    /// By name in lower case; the last of several.
    pub headers: BTreeMap<String, String>,
    /// Never more than 64 MiB.
    pub body: Vec<u8>,
}

impl Request {
    /// A header by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }
}

/// Reads one request; `None` when the connection ends before it.
pub async fn read(stream: &mut BufReader<OwnedReadHalf>) -> io::Result<Option<Request>> {
    let mut line = String::new();
    if stream.read_line(&mut line).await? == 0 {
        return Ok(None);
    }
    let mut words = line.split_whitespace();
    let (Some(method), Some(target)) = (words.next(), words.next()) else {
        return Err(io::Error::other(format!("not a request line: {line:?}")));
    };
    let (method, target) = (method.to_owned(), target.to_owned());
    let mut headers = BTreeMap::new();
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(None);
        }
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let length = headers
        .get("content-length")
        .and_then(|length| length.parse().ok())
        .unwrap_or(0);
    let mut body = Vec::new();
    if headers
        .get("transfer-encoding")
        .is_some_and(|encoding| encoding.eq_ignore_ascii_case("chunked"))
    {
        read_chunks(stream, &mut body).await?;
    } else {
        stream.take(BODY.min(length)).read_to_end(&mut body).await?;
    }
    Ok(Some(Request {
        method,
        target,
        headers,
        body,
    }))
}

async fn read_chunks(stream: &mut BufReader<OwnedReadHalf>, body: &mut Vec<u8>) -> io::Result<()> {
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await?;
        let size = u64::from_str_radix(line.trim(), 16).map_err(io::Error::other)?;
        stream.take(size.min(BODY)).read_to_end(body).await?;
        line.clear();
        stream.read_line(&mut line).await?;
        if size == 0 {
            return Ok(());
        }
    }
}

/// The head of a response, with `Connection: close` and the blank line.
pub fn head(status: u16, headers: &[(&str, &str)]) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {status} {}\r\nConnection: close\r\n", reason(status));
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    head.into_bytes()
}

/// A whole response.
pub fn response(status: u16, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let length = body.len().to_string();
    let headers = [headers, &[("Content-Length", length.as_str())]].concat();
    [head(status, &headers), body.to_vec()].concat()
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        202 => "Accepted",
        302 => "Found",
        307 => "Temporary Redirect",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        429 => "Too Many Requests",
        503 => "Service Unavailable",
        _ => "Answer",
    }
}
