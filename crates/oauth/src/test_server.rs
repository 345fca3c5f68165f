//! A server for the tests of this crate, on this computer: it reads a request to its end and answers as it is told.

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

/// Where every request gets the status and the JSON that there are for its body. It goes with the runtime of its test.
pub(crate) async fn answering(
    answer: impl Fn(&str) -> (&'static str, &'static str) + Send + 'static,
) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let (mut asked, mut piece) = (Vec::<u8>::new(), [0; 4096]);
            let sent = loop {
                if let Some(sent) = body(&asked) {
                    break sent;
                }
                match stream.read(&mut piece).await {
                    Ok(read) if read > 0 => asked.extend_from_slice(&piece[..read]),
                    _ => break String::new(),
                }
            };
            let (status, said) = answer(&sent);
            let length = said.len();
            let head = format!(
                "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
            );
            stream.write_all(head.as_bytes()).await.unwrap();
            stream.write_all(said.as_bytes()).await.unwrap();
            stream.shutdown().await.unwrap();
        }
    });
    base
}

/// The body of a request, once all of it came.
fn body(request: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(request);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let head = head.to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
    let length: usize = length.map_or(Some(0), |length| length.trim().parse().ok())?;
    (body.len() >= length).then(|| body.to_owned())
}
