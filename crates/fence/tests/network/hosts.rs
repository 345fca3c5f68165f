//! Hosts outside: on every address of the network that the tests are in.

use std::hash::{DefaultHasher, Hasher as _};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UdpSocket};

/// Speaks first.
pub const WELCOME: u16 = 2525;
/// The same, for the loopback.
pub const LOCAL: u16 = 2526;
/// Takes no connection: one that is opened to it is still being made for a while.
pub const SLOW: u16 = 2527;
/// Sends and takes large amounts.
pub const BULK: u16 = 5555;

/// About 1 Gbit/s.
const MEGABYTE_EVERY: Duration = Duration::from_millis(8);

pub async fn serve() {
    listen(80, page).await;
    listen(443, any).await;
    listen(WELCOME, welcome).await;
    listen(LOCAL, welcome).await;
    listen(BULK, bulk).await;
    full(SLOW).await;
    datagrams(443).await;
}

/// Answers each datagram.
async fn datagrams(port: u16) {
    let socket = UdpSocket::bind(("::", port)).await.unwrap();
    tokio::spawn(async move {
        let mut said = [0; 16];
        while let Ok((_, from)) = socket.recv_from(&mut said).await {
            socket.send_to(b"outside", from).await.ok();
        }
    });
}

/// Listens, and lets so many connections wait that the system answers no other.
async fn full(port: u16) {
    let socket = tokio::net::TcpSocket::new_v6().unwrap();
    socket
        .bind((std::net::Ipv6Addr::UNSPECIFIED, port).into())
        .unwrap();
    let listener = socket.listen(0).unwrap();
    let first = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    // As long as the tests run.
    std::mem::forget((listener, first));
}

async fn listen<F: Future<Output = std::io::Result<()>> + Send + 'static>(
    port: u16,
    answer: fn(TcpStream) -> F,
) {
    let listener = TcpListener::bind(("::", port)).await.unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            // A client that is gone is not answered.
            tokio::spawn(answer(stream));
        }
    });
}

/// Answers a request with the host that it means.
async fn page(mut stream: TcpStream) -> std::io::Result<()> {
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        request.push(stream.read_u8().await?);
    }
    let request = String::from_utf8_lossy(&request).to_ascii_lowercase();
    let host = request
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .unwrap_or("none")
        .to_owned();
    let length = host.len();
    let page = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{host}");
    stream.write_all(page.as_bytes()).await
}

async fn any(mut stream: TcpStream) -> std::io::Result<()> {
    stream.read_u8().await?;
    stream.write_all(b"x").await
}

async fn welcome(mut stream: TcpStream) -> std::io::Result<()> {
    stream.write_all(b"welcome").await?;
    stream.read_u8().await.map(drop)
}

async fn bulk(mut stream: TcpStream) -> std::io::Result<()> {
    match stream.read_u8().await? {
        5 => {
            stream.write_all(&[5]).await?;
            stream.read_u8().await.map(drop)
        }
        // At the pace of a fast line.
        b'p' => {
            let mut size = String::new();
            stream.read_to_string(&mut size).await?;
            let size: usize = size.parse().map_err(std::io::Error::other)?;
            let block = vec![7; 1 << 20];
            let mut next = tokio::time::Instant::now();
            for _ in 0..size / block.len() {
                stream.write_all(&block).await?;
                next += MEGABYTE_EVERY;
                tokio::time::sleep_until(next).await;
            }
            Ok(())
        }
        b'd' => {
            // The end of what the client says is passed on, or this would wait forever.
            let mut size = String::new();
            stream.read_to_string(&mut size).await?;
            let mut left: usize = size.parse().map_err(std::io::Error::other)?;
            let block: Vec<u8> = (0..1 << 20).map(|at| (at % 251) as u8).collect();
            while left > 0 {
                let length = left.min(block.len());
                stream.write_all(&block[..length]).await?;
                left -= length;
            }
            Ok(())
        }
        _ => {
            let (mut total, mut digest) = (0, DefaultHasher::new());
            let mut block = vec![0; 1 << 16];
            loop {
                let length = stream.read(&mut block).await?;
                if length == 0 {
                    break;
                }
                total += length;
                // Byte by byte: pieces come in other sizes.
                block[..length].iter().for_each(|byte| digest.write_u8(*byte));
            }
            let answer = format!("{total} {:x}", digest.finish());
            stream.write_all(answer.as_bytes()).await
        }
    }
}
