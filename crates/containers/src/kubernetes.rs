//! The same server for Kubernetes: an `MCPServer` of the ToolHive operator (`toolhive.stacklok.dev/v1beta1`), and a network policy for
//! its pods. Values of secrets are never in it: it names the secret that a person makes in the cluster.

use crate::confine::is_variable;
use crate::mounts::MountSource;
use crate::words::shown;
use crate::{ContainerRun, bad, limits};
use portcullis_core::Result;
use portcullis_core::redact::is_secret_value;
use portcullis_core::secret_arguments::{is_named_secret, replace_secrets};
use portcullis_domain::{FenceHost, KubernetesManifest, ServerDraft};
use portcullis_l10n::say;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The port on which the operator's proxy speaks Streamable HTTP.
const PORT: u16 = 8080;
/// The account in the container where none is named: not the administrator.
const ACCOUNT: u64 = 1000;
/// Our label on the pods that the network policy is for.
const LABEL: &str = "portcullis.dev/server";
/// Networks that are no part of the internet: other pods, the cluster's own network, and what a cloud says of a machine.
const INWARD: [&str; 5] = [
    "10.0.0.0/8",
    "100.64.0.0/10",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.168.0.0/16",
];

/// The manifest of a server that comes as an image.
///
/// # Errors
/// `input.bad` as a reason: it is no container, or not one that a cluster can run.
pub fn kubernetes(draft: &ServerDraft) -> Result<KubernetesManifest> {
    let Some((program, arguments)) = draft.endpoint.command() else {
        return Err(bad(say!("kubernetes-no-image")));
    };
    let mut run = ContainerRun::of(program, arguments).ok_or_else(|| bad(say!("kubernetes-no-image")))??;
    if run.image.name().is_empty() {
        return Err(bad(say!("kubernetes-local-image")));
    }
    let name = name(&draft.label);
    let secret = format!("{name}-secrets");
    let mut notes = Vec::new();
    if run.image.digest().is_none() {
        notes.push(say!("kubernetes-not-pinned", image = run.image.to_string()));
    }
    let (plain, mut secrets) = variables(draft, &run)?;
    run.command = referring(&run.command, &plain, &mut secrets);
    if !secrets.is_empty() {
        let values: Vec<String> = secrets
            .iter()
            .map(|name| format!("--from-literal={name}=…"))
            .collect();
        notes.push(say!(
            "kubernetes-secret",
            command = format!("kubectl create secret generic {secret} {}", values.join(" "))
        ));
    }
    let fence = draft.fence.as_ref();
    let folders = run.paths().count() + fence.map_or(0, |fence| fence.read.len() + fence.write.len());
    if folders > 0 {
        notes.push(say!("kubernetes-folders", count = folders));
    }
    let held = fence.filter(|fence| !fence.any_host);
    let (local, public): (Vec<_>, Vec<_>) = held
        .into_iter()
        .flat_map(|fence| &fence.hosts)
        .partition(|host| host.local_network);
    if !public.is_empty() {
        notes.push(say!("kubernetes-hosts"));
    }
    if !local.is_empty() {
        let hosts: Vec<_> = local.into_iter().map(FenceHost::address).collect();
        notes.push(say!("kubernetes-local", hosts = hosts.join(", ")));
    }
    if fence.is_none() {
        notes.push(say!("kubernetes-no-fence"));
    }
    let server = server(&name, &run, &plain, &secrets, &secret)?;
    let documents = [server, policy(&name, draft)];
    let mut text = String::new();
    for (at, document) in documents.iter().enumerate() {
        if at > 0 {
            text.push_str("---\n");
        }
        write_map(&mut text, document, 0);
    }
    notes.push(say!("kubernetes-connect", name, port = PORT.to_string()));
    Ok(KubernetesManifest { text, name, notes })
}

/// A name that a cluster takes: of a label of DNS.
fn name(label: &str) -> String {
    const LONGEST: usize = 40;
    let mut name = String::new();
    for character in label.chars() {
        let fits = character.is_ascii_alphanumeric();
        if fits {
            name.push(character.to_ascii_lowercase());
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
        if name.len() >= LONGEST {
            break;
        }
    }
    let name = name.trim_matches('-');
    match name.starts_with(|first: char| first.is_ascii_lowercase()) {
        true => name.to_owned(),
        false => format!("mcp-{name}").trim_end_matches('-').to_owned(),
    }
}

type NamedTexts = Vec<(String, String)>;

/// The arguments with a reference to a secret for each value that looks like one: a cluster puts the variable `NAME` where an
/// argument has `$(NAME)`.
fn referring(command: &[String], plain: &NamedTexts, secrets: &mut Vec<String>) -> Vec<String> {
    replace_secrets(command, |secret| {
        let name = secret.free_variable(|name| {
            let mut names = plain.iter().map(|(other, _)| other).chain(secrets.iter());
            names.any(|other| other == name)
        });
        let reference = format!("$({name})");
        secrets.push(name);
        reference
    })
}

/// Plain variables with their values, and the names of secret ones. One that looks like a secret is one: a manifest is shown around.
fn variables(draft: &ServerDraft, run: &ContainerRun) -> Result<(NamedTexts, Vec<String>)> {
    let (mut plain, mut secrets) = (NamedTexts::new(), Vec::new());
    for (name, value) in &run.variables {
        match value {
            Some(value) if is_named_secret(name, value) || is_secret_value(value) => {
                secrets.push(name.clone());
            }
            Some(value) => plain.push((name.clone(), value.clone())),
            None => (),
        }
    }
    for variable in &draft.environment {
        match (variable.secret, &variable.value) {
            (true, _) => secrets.push(variable.name.clone()),
            (false, Some(value)) if is_secret_value(value) => secrets.push(variable.name.clone()),
            (false, Some(value)) => plain.push((variable.name.clone(), value.clone())),
            (false, None) => (),
        }
    }
    let mut names: Vec<&String> = plain.iter().map(|(name, _)| name).chain(&secrets).collect();
    if let Some(name) = names.iter().find(|name| !is_variable(name)) {
        return Err(bad(say!("value-unfit", value = shown(name))));
    }
    names.sort();
    if let Some([name, _]) = names.array_windows().find(|[one, other]| one == other) {
        return Err(bad(say!("variable-twice", name = shown(name))));
    }
    Ok((plain, secrets))
}

fn server(
    name: &str,
    run: &ContainerRun,
    plain: &NamedTexts,
    secrets: &[String],
    secret: &str,
) -> Result<Value> {
    if run.entrypoint.is_some() {
        return Err(bad(say!("kubernetes-entrypoint")));
    }
    let mut volumes = vec![
        json!({ "name": "tmp", "emptyDir": { "medium": "Memory", "sizeLimit": quantity(limits::TEMPORARY) } }),
    ];
    let mut mounts = vec![json!({ "name": "tmp", "mountPath": "/tmp" })];
    let memory = |mount: &&crate::Mount| mount.source == MountSource::Memory && mount.target != "/tmp";
    for (at, mount) in run.mounts.iter().filter(memory).enumerate() {
        mount.flag()?;
        volumes.push(json!({ "name": format!("tmp-{}", at + 1), "emptyDir": { "medium": "Memory", "sizeLimit": quantity(limits::TEMPORARY) } }));
        mounts.push(json!({ "name": format!("tmp-{}", at + 1), "mountPath": mount.target }));
    }
    let account = run
        .user
        .as_deref()
        .and_then(|user| user.split(':').next()?.parse().ok());
    let account = account.filter(|account| *account != 0).unwrap_or(ACCOUNT);
    let mut container = json!({
        "name": "mcp",
        "securityContext": {
            "allowPrivilegeEscalation": false,
            "capabilities": { "drop": ["ALL"] },
            "privileged": false,
            "readOnlyRootFilesystem": true,
            "runAsNonRoot": true,
            "runAsUser": account,
        },
        "volumeMounts": mounts,
    });
    if let Some(folder) = &run.folder {
        container["workingDir"] = folder.as_str().into();
    }
    let mut env: Vec<Value> = plain
        .iter()
        .map(|(name, value)| json!({ "name": name, "value": value }))
        .collect();
    if !plain.iter().any(|(name, _)| name == "HOME") {
        env.insert(0, json!({ "name": "HOME", "value": "/tmp" }));
    }
    let mut spec = json!({
        "image": run.image.exact().to_string(),
        "transport": "stdio",
        "proxyMode": "streamable-http",
        "proxyPort": PORT,
        "args": run.command,
        "env": env,
        "secrets": secrets.iter().map(|key| json!({ "name": secret, "key": key, "targetEnvName": key })).collect::<Vec<_>>(),
        "resources": { "limits": { "memory": quantity(run.memory.as_deref().unwrap_or(limits::MEMORY)) } },
        "podTemplateSpec": {
            "metadata": { "labels": { LABEL: name } },
            "spec": {
                "automountServiceAccountToken": false,
                "securityContext": { "runAsNonRoot": true, "seccompProfile": { "type": "RuntimeDefault" } },
                "volumes": volumes,
                "containers": [container],
            },
        },
    });
    if let Some(spec) = spec.as_object_mut() {
        spec.retain(|_, value| value.as_array().is_none_or(|list| !list.is_empty()));
    }
    Ok(json!({
        "apiVersion": "toolhive.stacklok.dev/v1beta1",
        "kind": "MCPServer",
        "metadata": { "name": name },
        "spec": spec,
    }))
}

/// Nothing comes in: the operator's proxy attaches to the program's input and output. What goes out is what the fence says, as far as
/// a policy can: ports and addresses, not names.
fn policy(name: &str, draft: &ServerDraft) -> Value {
    let fence = draft.fence.as_ref();
    let (any, ports) = match fence {
        None => (true, Vec::new()),
        Some(fence) => {
            // In a cluster there is nothing of this computer and its network.
            let is_outside = |host: &&FenceHost| host.name != "localhost" && !host.local_network;
            let outside = fence.hosts.iter().filter(is_outside);
            let mut ports: Vec<u16> = outside.map(|host| host.port).collect();
            ports.sort_unstable();
            ports.dedup();
            (fence.any_host, ports)
        }
    };
    let mut egress = Vec::new();
    if any || !ports.is_empty() {
        egress
            .push(json!({ "ports": [{ "protocol": "UDP", "port": 53 }, { "protocol": "TCP", "port": 53 }] }));
        let to = json!([{ "ipBlock": { "cidr": "0.0.0.0/0", "except": INWARD } }]);
        egress.push(match any {
            true => json!({ "to": to }),
            false => {
                let ports: Vec<Value> = ports
                    .iter()
                    .map(|port| json!({ "protocol": "TCP", "port": port }))
                    .collect();
                json!({ "to": to, "ports": ports })
            }
        });
    }
    json!({
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": { "name": name },
        "spec": {
            "podSelector": { "matchLabels": { LABEL: name } },
            "policyTypes": ["Ingress", "Egress"],
            "ingress": [],
            "egress": egress,
        },
    })
}

/// `512m` of an engine is `512Mi` of a cluster.
fn quantity(amount: &str) -> String {
    let digits: String = amount.chars().take_while(char::is_ascii_digit).collect();
    let unit = match amount.chars().next_back().map(|unit| unit.to_ascii_lowercase()) {
        Some('k') => "Ki",
        Some('m') => "Mi",
        Some('g') => "Gi",
        _ => "",
    };
    format!("{digits}{unit}")
}

fn write_map(out: &mut String, value: &Value, depth: usize) {
    let Some(map) = value.as_object() else { return };
    for (name, value) in map {
        out.push_str(&" ".repeat(depth));
        write_member(out, name, value, depth);
    }
}

fn write_member(out: &mut String, name: &str, value: &Value, depth: usize) {
    let plain = !name.is_empty()
        && name
            .chars()
            .all(|it| it.is_ascii_alphanumeric() || "./-".contains(it));
    let name = if plain { name.to_owned() } else { quoted(name) };
    out.push_str(&name);
    out.push(':');
    match value {
        Value::Object(map) if !map.is_empty() => {
            out.push('\n');
            write_map(out, value, depth + 2);
        }
        Value::Array(items) if !items.is_empty() => {
            out.push('\n');
            for item in items {
                out.push_str(&" ".repeat(depth + 2));
                out.push_str("- ");
                write_item(out, item, depth + 4);
            }
        }
        _ => {
            out.push(' ');
            out.push_str(&scalar(value));
            out.push('\n');
        }
    }
}

/// The first member stands behind the dash.
fn write_item(out: &mut String, item: &Value, depth: usize) {
    match item.as_object().filter(|map| !map.is_empty()) {
        Some(map) => {
            for (at, (name, value)) in map.iter().enumerate() {
                if at > 0 {
                    out.push_str(&" ".repeat(depth));
                }
                write_member(out, name, value, depth);
            }
        }
        None => {
            out.push_str(&scalar(item));
            out.push('\n');
        }
    }
}

fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Object(_) => "{}".to_owned(),
        Value::Array(_) => "[]".to_owned(),
        other => other.to_string(),
    }
}

/// In quotes, with everything that is not plain ASCII written out: nothing in it can end it, and nothing reads as a number or a date.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                out.push('\\');
                out.push(character);
            }
            ' '..='~' => out.push(character),
            _ => {
                let code = u32::from(character);
                // Writing to a string does not fail.
                let written = match code {
                    0..=0xFFFF => write!(out, "\\u{code:04X}"),
                    _ => write!(out, "\\U{code:08X}"),
                };
                debug_assert!(written.is_ok());
            }
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
#[path = "kubernetes_tests.rs"]
mod tests;
