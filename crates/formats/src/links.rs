//! Addresses, and the install links of other hosts. A link fills in a review, and nothing more (S-01).

use crate::tree::{self, Tree};
use crate::{FoundEntry, Variables, bad, entry, limits, shapes, unreadable};
use base64::Engine as _;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;
use portcullis_core::Result;
use portcullis_l10n::say;
use url::Url;

/// The scheme and the host of our own links: `portcullis://install?name=NAME&config=BASE64`.
const SCHEME: &str = "portcullis";
const INSTALL: &str = "install";

/// A link to install servers, as the system hands it over. Anybody can make one, and any program can start this one with it:
/// nothing else is taken from outside (S-06, S-07).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstallLink(String);

impl InstallLink {
    /// Takes the text of a link; nothing where it is another link, or longer than [`limits::LINK`].
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() > limits::LINK || text.chars().any(|c| c.is_control() || c.is_whitespace()) {
            return None;
        }
        let url = Url::parse(text).ok()?;
        let ours =
            url.scheme() == SCHEME && url.host_str() == Some(INSTALL) && matches!(url.path(), "" | "/");
        (ours && url.username().is_empty() && url.port().is_none()).then(|| Self(text.to_owned()))
    }

    /// The link, for [`crate::read_pasted`].
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Reads one address or link; `None` where the text is something else.
///
/// # Errors
/// `input.bad` for a link that is understood and is wrong.
pub fn read(text: &str, variables: &Variables<'_>) -> Result<Option<Vec<FoundEntry>>> {
    one(text, variables, false)
}

/// `handed_on`: by a page of VS Code. That is no such page again: thousands of them fit into one text, one in the other.
fn one(text: &str, variables: &Variables<'_>, handed_on: bool) -> Result<Option<Vec<FoundEntry>>> {
    if text.contains(char::is_whitespace) || !text.contains(':') {
        return Ok(None);
    }
    let Ok(url) = Url::parse(text) else {
        return Ok(None);
    };
    let query = |name: &str| {
        url.query_pairs()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.into_owned())
    };
    match url.scheme() {
        "http" | "https" => Ok(Some(match wrapped(&url) {
            Some(_) if handed_on => return Err(bad(say!("link-incomplete"))),
            Some(link) => one(&link, variables, true)?.unwrap_or_default(),
            None if url.host_str() == Some("vs-open.link") && url.path() == "/mcp-install" => {
                let json = url.query().ok_or_else(|| bad(say!("link-incomplete")))?;
                whole("", &percent_decode_str(json).decode_utf8_lossy(), variables)?
            }
            None => match (is_install_page(&url), query("name"), query("config")) {
                (true, Some(name), Some(config)) => {
                    let mut variables = variables.clone();
                    if let Some(inputs) = query("inputs").and_then(|inputs| tree::json(&inputs).ok()) {
                        shapes::listed_inputs(&inputs, &mut variables);
                    }
                    configured(&name, &config, &variables)?
                }
                _ => vec![remote(&url, variables)],
            },
        })),
        "vscode" | "vscode-insiders" | "vscodium" | "raycast" => {
            let place = format!("{}{}", url.host_str().unwrap_or_default(), url.path());
            let json = url.query().filter(|_| place.ends_with("mcp/install"));
            let json = json.ok_or_else(|| bad(say!("link-unknown", scheme = url.scheme())))?;
            let json = percent_decode_str(json).decode_utf8_lossy();
            Ok(Some(whole("", &json, variables)?))
        }
        "goose" if url.host_str() == Some("extension") => Ok(Some(vec![goose(&url, variables)])),
        "cursor" | "lmstudio" | "dive" | "portcullis" | "cherrystudio" | "deepchat" | "app.5ire" | "kiro"
        | "trae" | "trae-cn" | "qoder" => {
            let config = query("config")
                .or_else(|| query("servers"))
                .or_else(|| query("code"))
                .or_else(|| url.fragment().map(str::to_owned));
            let config = config.ok_or_else(|| bad(say!("link-incomplete")))?;
            let name = query("name").unwrap_or_default();
            Ok(Some(configured(&name, &config, variables)?))
        }
        // A path of Windows, `host:port`, or `sse:…`: no link of a host.
        scheme if scheme.len() == 1 || url.cannot_be_a_base() => Ok(None),
        scheme => Err(bad(say!("link-unknown", scheme))),
    }
}

fn is_install_page(url: &Url) -> bool {
    let pages = [
        ("cursor.com", "/install-mcp"),
        ("www.cursor.com", "/install-mcp"),
        ("lmstudio.ai", "/install-mcp"),
        ("kiro.dev", "/launch/mcp/add"),
        ("vscode.dev", "/redirect/mcp/install"),
        ("insiders.vscode.dev", "/redirect/mcp/install"),
    ];
    let here = |(host, path): &(&str, &str)| url.host_str() == Some(host) && url.path().ends_with(path);
    pages.iter().any(here)
}

/// The link that a page of VS Code hands on.
fn wrapped(url: &Url) -> Option<String> {
    let page = matches!(url.host_str()?, "vscode.dev" | "insiders.vscode.dev");
    let mut pairs = url.query_pairs();
    let inner = pairs
        .find(|(key, _)| key == "url")
        .map(|(_, value)| value.into_owned());
    inner.filter(|_| page && url.path().starts_with("/redirect"))
}

fn remote(url: &Url, variables: &Variables<'_>) -> FoundEntry {
    let tree = Tree::Map(vec![("url".into(), Tree::Text(url.as_str().to_owned()))]);
    entry::server(&name_of(url), &tree, variables)
}

/// `https://mcp.example.com/sse` is called `example`.
fn name_of(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    if host.parse::<std::net::IpAddr>().is_ok() || host.starts_with('[') {
        return host.to_owned();
    }
    let mut labels: Vec<&str> = host.split('.').collect();
    if labels.len() > 1 {
        labels.pop();
    }
    let telling = labels
        .iter()
        .rev()
        .find(|label| !matches!(**label, "mcp" | "www" | "api" | "co" | "com"));
    telling
        .or(labels.last())
        .map_or_else(String::new, |label| (*label).to_owned())
}

fn goose(url: &Url, variables: &Variables<'_>) -> FoundEntry {
    let all = |name: &str| -> Vec<String> {
        let pairs = url.query_pairs().filter(|(key, _)| key == name);
        pairs.map(|(_, value)| value.into_owned()).collect()
    };
    let one = |name: &str| all(name).into_iter().next();
    let mut fields = vec![(
        "args".to_owned(),
        Tree::List(all("arg").into_iter().map(Tree::Text).collect()),
    )];
    for field in ["cmd", "url", "type"] {
        fields.extend(one(field).map(|value| (field.to_owned(), Tree::Text(value))));
    }
    // `env=NAME=what it is for`: a name to be asked for.
    let names = all("env")
        .into_iter()
        .map(|pair| Tree::Text(pair.split('=').next().unwrap_or_default().to_owned()));
    fields.push(("env_keys".to_owned(), Tree::List(names.collect())));
    // `header=NAME=value`, with a value that is encoded once more.
    let headers = all("header").into_iter().filter_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        let value = percent_decode_str(value).decode_utf8_lossy().into_owned();
        Some((name.to_owned(), Tree::Text(value)))
    });
    fields.push(("headers".to_owned(), Tree::Map(headers.collect())));
    let name = one("name").or_else(|| one("id")).unwrap_or_default();
    entry::server(&name, &Tree::Map(fields), variables)
}

/// A configuration in Base64 of either alphabet, or as it is.
fn configured(name: &str, config: &str, variables: &Variables<'_>) -> Result<Vec<FoundEntry>> {
    let config = config.trim();
    if config.starts_with(['{', '[']) {
        return whole(name, config, variables);
    }
    let lenient = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    // A plus sign of Base64 is a space in a query.
    let config = config.replace(' ', "+");
    let decoded = [STANDARD, URL_SAFE]
        .iter()
        .find_map(|alphabet| GeneralPurpose::new(alphabet, lenient).decode(&config).ok())
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .ok_or_else(|| bad(say!("link-not-base64")))?;
    // Some hosts encode the JSON for an address first.
    let text = match decoded.trim_start().starts_with('%') {
        true => percent_decode_str(&decoded).decode_utf8_lossy().into_owned(),
        false => decoded,
    };
    whole(name, &text, variables)
}

/// One server, `{name, config}`, or a whole configuration.
fn whole(name: &str, text: &str, variables: &Variables<'_>) -> Result<Vec<FoundEntry>> {
    let tree = tree::json(text).map_err(|why| unreadable(&why))?;
    let mut variables = variables.clone();
    shapes::inputs(&tree, &mut variables);
    if let Some(config) = tree.get("config").filter(|config| config.entries().is_some()) {
        let own = tree.get("name").and_then(Tree::text).unwrap_or(name);
        return Ok(vec![entry::server(own, config, &variables)]);
    }
    if entry::is_server(&tree) && !name.is_empty() {
        return Ok(vec![entry::server(name, &tree, &variables)]);
    }
    Ok(shapes::servers(&tree, variables)?)
}
