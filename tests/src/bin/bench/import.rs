//! The files of other hosts: 25 of them with 200 servers are read, and all servers are saved after a yes.

use crate::Anything;
use crate::recorded::{looked_at, open_beside};
use crate::times::{median, within_ms};
use portcullis_api::{Answer, ImportPick};
use portcullis_formats::{HostFolders, config_files};
use serde_json::{Map, json};
use std::time::{Duration, Instant};

const FILES: usize = 25;
const SERVERS: usize = 200;
const ROUNDS: usize = 5;

/// Measures and prints.
pub(crate) async fn measure() -> Anything<()> {
    let (mut read, mut saved) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let home = tempfile::tempdir()?;
        let folders = HostFolders {
            home: home.path().join("home"),
            config: home.path().join("config"),
            local: home.path().join("local"),
            named: Vec::new(),
        };
        fill(&folders)?;
        // Other hosts wrote their files long ago: one that was just written is given a moment.
        tokio::time::sleep(portcullis_host::limits::IMPORT_SETTLED.0).await;
        let data = tempfile::tempdir_in(std::env::current_exe()?.parent().ok_or("no folder")?)?;
        let host = open_beside(data.path(), Some(folders)).await?;
        let began = Instant::now();
        let found = host.configurations().await?;
        let picks: Vec<ImportPick> = found
            .iter()
            .flat_map(|file| {
                file.servers.iter().map(|server| ImportPick {
                    path: Some(file.path.clone()),
                    at: server.at,
                    label: server.label.clone(),
                })
            })
            .collect();
        if (found.len(), picks.len()) != (FILES, SERVERS) {
            return Err(format!("{} servers in {} files", picks.len(), found.len()).into());
        }
        let request = host.propose_import(None, picks).await?;
        read.push(began.elapsed().as_secs_f64() * 1e3);
        let reply = looked_at(&host, &request, Answer::AllowOnce {}).await?;
        let began = Instant::now();
        host.answer(&reply).await?;
        while host.servers().len() < SERVERS {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        saved.push(began.elapsed().as_secs_f64() * 1e3);
        host.close().await;
    }
    let (read, saved) = (median(read), median(saved));
    println!(
        "{FILES} files with {SERVERS} servers: read and asked about in {read:.0} ms, saved in {saved:.0} ms"
    );
    within_ms("an import of 200 servers from 25 files", read + saved, 300.0);
    Ok(())
}

/// Eight servers in each of the first files that are written in JSON.
fn fill(folders: &HostFolders) -> Anything<()> {
    let files = config_files(folders, |_| Vec::new()).into_iter();
    let plain = files.filter(|file| {
        let ending = file.path.extension().and_then(|ending| ending.to_str());
        // Zed and others have another name for the same map.
        ending == Some("json") && !file.path.ends_with("settings.json")
    });
    for (number, file) in plain.take(FILES).enumerate() {
        let servers: Map<_, _> = (0..SERVERS / FILES)
            .map(|at| {
                let server = json!({
                    "command": "npx",
                    "args": ["-y", format!("@example/server-{number}-{at}"), "/home/ada/notes"],
                    "env": { "API_KEY": format!("canary-{number}-{at}"), "LEVEL": "2" },
                });
                (format!("server-{number}-{at}"), server)
            })
            .collect();
        std::fs::create_dir_all(file.path.parent().ok_or("no folder")?)?;
        std::fs::write(&file.path, json!({ "mcpServers": servers }).to_string())?;
    }
    Ok(())
}
