//! `cargo xtask bench`: what the host costs, beside clients that do nothing else.
//!
//! Everything runs in one process against the same echo server, interleaved, so that what the computer does
//! meanwhile weighs on all alike. Absolute times mean nothing on a shared machine; the ratios do.

mod bare;
mod calls;
mod catalog;
mod chats;
mod fenced;
mod flight;
mod import;
mod large;
mod memory;
mod pasted;
mod recorded;
mod records;
mod registry;
mod rows;
mod servers;
mod times;
mod turns;

const ROUNDS: usize = 7;

/// What is measured, in this order, unless some are named.
const ALL: [&str; 12] = [
    "calls", "flight", "large", "tools", "servers", "records", "registry", "import", "paste", "chats",
    "turns", "fence",
];

type Anything<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// On a thread of the runtime, as everything in the application is: the main thread would have to be woken by
/// one of those for every answer, in each of the clients.
#[tokio::main]
async fn main() -> Anything<()> {
    let named: Vec<String> = std::env::args().skip(1).collect();
    if let [word, servers] = named.as_slice()
        && word == servers::HOLD
    {
        return tokio::spawn(servers::hold(servers.parse()?)).await?;
    }
    if let [word, servers] = named.as_slice()
        && word == fenced::HOLD
    {
        return tokio::spawn(fenced::hold(servers.parse()?)).await?;
    }
    if let Some(unknown) = named.iter().find(|name| !ALL.contains(&name.as_str())) {
        return Err(format!("There is no measure “{unknown}”. There are: {}.", ALL.join(", ")).into());
    }
    for name in ALL {
        if named.is_empty() || named.iter().any(|it| it == name) {
            println!("\n## {name}\n");
            tokio::spawn(measure(name)).await??;
        }
    }
    Ok(())
}

async fn measure(name: &'static str) -> Anything<()> {
    match name {
        "calls" => calls::measure().await,
        "flight" => flight::measure().await,
        "large" => large::measure().await,
        "tools" => catalog::measure().await,
        "servers" => servers::measure().await,
        "chats" => chats::measure().await,
        "records" => records::measure().await,
        "import" => import::measure().await,
        "paste" => pasted::measure().await,
        "registry" => registry::measure().await,
        "fence" => fenced::measure().await,
        _ => turns::measure().await,
    }
}
