//! The hosts whose configurations are read, and where on this computer they keep them. Sources: their documentation, and the
//! lists of the MCP Inspector, ToolHive and Docker's MCP toolkit (2026-11).

use std::path::{Path, PathBuf};

/// The folders of a person, as the system names them.
#[derive(Debug, Clone)]
pub struct HostFolders {
    /// The home folder.
    pub home: PathBuf,
    /// Where applications keep settings: `~/.config`, `~/Library/Application Support`, `%APPDATA%`.
    pub config: PathBuf,
    /// `%LOCALAPPDATA%` on Windows; `~/.local/share` or the same as `config` elsewhere.
    pub local: PathBuf,
    /// What those of [`FOLDER_VARIABLES`] that are set name.
    pub named: Vec<(&'static str, PathBuf)>,
}

/// Variables by which a person tells a host to keep its file in another folder.
pub const FOLDER_VARIABLES: [&str; 3] = ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME"];
/// The hosts of these variables, and their files in that folder.
const NAMED_FILES: [(&str, &str); 3] = [
    ("claude-code", ".claude.json"),
    ("codex", "config.toml"),
    ("copilot-cli", "mcp-config.json"),
];

/// A host, by a name for the terminal and one for people. Both are fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HostKind {
    /// For `--from`: lower case, with hyphens.
    pub id: &'static str,
    /// Its own name.
    pub name: &'static str,
}

/// A file in which a host may keep servers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigFile {
    /// Whose it is.
    pub host: HostKind,
    /// Where it would be. Whether it is there is for the caller to see.
    pub path: PathBuf,
}

/// Where a path begins.
#[derive(Clone, Copy)]
enum Base {
    Home,
    Config,
    Local,
    /// As `Config`, but `~/.config` on macOS too.
    Xdg,
    /// As `Xdg`, and `~/.config` on Windows as well.
    DotConfig,
}

const VSCODE: [&str; 3] = ["Code", "Code - Insiders", "VSCodium"];

/// A host's id and name, and the files in which it keeps servers.
type HostFiles = (&'static str, &'static str, &'static [(Base, &'static str)]);

/// All of them, in the order in which they are listed.
const HOSTS: &[HostFiles] = &[
    (
        "claude-desktop",
        "Claude Desktop",
        &[
            (Base::Config, "Claude/claude_desktop_config.json"),
            (Base::Xdg, "claude/claude_desktop_config.json"),
        ],
    ),
    ("claude-code", "Claude Code", &[(Base::Home, ".claude.json")]),
    ("cursor", "Cursor", &[(Base::Home, ".cursor/mcp.json")]),
    ("vscode", "VS Code", &[]),
    // Of its command line, its newer versions for editors, and its older ones below.
    (
        "cline",
        "Cline",
        &[(Base::Home, ".cline/data/settings/cline_mcp_settings.json")],
    ),
    ("roo-code", "Roo Code", &[]),
    (
        "windsurf",
        "Windsurf",
        &[
            (Base::Home, ".codeium/windsurf/mcp_config.json"),
            (Base::Home, ".codeium/mcp_config.json"),
        ],
    ),
    (
        "antigravity",
        "Antigravity",
        &[
            (Base::Home, ".gemini/config/mcp_config.json"),
            (Base::Home, ".gemini/antigravity/mcp_config.json"),
        ],
    ),
    (
        "gemini-cli",
        "Gemini CLI",
        &[(Base::Home, ".gemini/settings.json")],
    ),
    (
        "lm-studio",
        "LM Studio",
        &[
            (Base::Home, ".lmstudio/mcp.json"),
            (Base::Home, ".cache/lm-studio/mcp.json"),
        ],
    ),
    ("kiro", "Kiro", &[(Base::Home, ".kiro/settings/mcp.json")]),
    ("zed", "Zed", &[(Base::Xdg, "zed/settings.json")]),
    (
        "goose",
        "Goose",
        &[
            (Base::Xdg, "goose/config.yaml"),
            (Base::Config, "Block/goose/config/config.yaml"),
        ],
    ),
    (
        "continue",
        "Continue",
        &[
            (Base::Home, ".continue/config.yaml"),
            (Base::Home, ".continue/config.json"),
        ],
    ),
    ("codex", "Codex", &[(Base::Home, ".codex/config.toml")]),
    (
        "opencode",
        "OpenCode",
        &[
            (Base::DotConfig, "opencode/opencode.json"),
            (Base::DotConfig, "opencode/opencode.jsonc"),
        ],
    ),
    (
        "crush",
        "Crush",
        &[(Base::Xdg, "crush/crush.json"), (Base::Local, "crush/crush.json")],
    ),
    ("amp", "Amp", &[(Base::Xdg, "amp/settings.json")]),
    ("trae", "Trae", &[(Base::Config, "Trae/User/mcp.json")]),
    (
        "copilot-cli",
        "Copilot CLI",
        &[(Base::Home, ".copilot/mcp-config.json")],
    ),
    ("junie", "Junie", &[(Base::Home, ".junie/mcp/mcp.json")]),
    ("factory", "Factory", &[(Base::Home, ".factory/mcp.json")]),
    ("kimi", "Kimi", &[(Base::Home, ".kimi/mcp.json")]),
    (
        "qoder",
        "Qoder",
        &[
            (Base::Home, ".qoder/mcp.json"),
            (Base::Config, "Qoder/SharedClientCache/mcp.json"),
        ],
    ),
    (
        "mistral-vibe",
        "Mistral Vibe",
        &[(Base::Home, ".vibe/config.toml")],
    ),
    (
        "sema4",
        "Sema4 Studio",
        &[
            (Base::Home, ".sema4ai/sema4ai-studio/mcp_servers.json"),
            (Base::Local, "sema4ai/sema4ai-studio/mcp_servers.json"),
        ],
    ),
    (
        "inspector",
        "MCP Inspector",
        &[(Base::Home, ".mcp-inspector/mcp.json")],
    ),
    ("jan", "Jan", &[(Base::Config, "Jan/data/mcp_config.json")]),
    ("dive", "Dive", &[(Base::Home, ".dive/config/mcp_config.json")]),
];

/// Every file that may hold servers, in the order of the hosts. `profiles` lists a folder: VS Code has a file for each of its
/// profiles, and Claude Desktop's Windows package has a folder whose name is not known before.
pub fn config_files(places: &HostFolders, list: impl Fn(&Path) -> Vec<PathBuf>) -> Vec<ConfigFile> {
    let mut files = Vec::new();
    for &(id, name, paths) in HOSTS {
        let host = HostKind { id, name };
        let mut add = |path: PathBuf| {
            let file = ConfigFile { host, path };
            if !files.contains(&file) {
                files.push(file);
            }
        };
        // Where it is set, the host reads no other one.
        let named = FOLDER_VARIABLES.iter().zip(NAMED_FILES);
        for (variable, (_, file)) in named.filter(|(_, (of, _))| *of == id) {
            let folder = places.named.iter().find(|(name, _)| name == variable);
            folder.into_iter().for_each(|(_, folder)| add(folder.join(file)));
        }
        for (base, path) in paths {
            add(places.base(*base).join(path));
        }
        match id {
            "vscode" => {
                for product in VSCODE {
                    let user = places.config.join(product).join("User");
                    add(user.join("mcp.json"));
                    add(user.join("settings.json"));
                    for profile in list(&user.join("profiles")) {
                        add(profile.join("mcp.json"));
                    }
                }
                add(places.home.join(".vscode-server/data/User/mcp.json"));
            }
            "cline" | "roo-code" => {
                let file = match id {
                    "cline" => "saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
                    _ => "rooveterinaryinc.roo-cline/settings/mcp_settings.json",
                };
                for product in VSCODE.iter().chain(&["Cursor"]) {
                    add(places.config.join(product).join("User/globalStorage").join(file));
                }
            }
            "claude-desktop" => {
                for package in list(&places.local.join("Packages")) {
                    let own = package.file_name().and_then(|name| name.to_str());
                    if own.is_some_and(|name| name.starts_with("Claude_")) {
                        add(package.join("LocalCache/Roaming/Claude/claude_desktop_config.json"));
                    }
                }
            }
            _ => {}
        }
    }
    files
}

/// The files in which hosts keep the servers of one project, by the id of the host.
const PROJECT_FILES: &[(&str, &[&str])] = &[
    ("claude-code", &[".mcp.json"]),
    ("cursor", &[".cursor/mcp.json"]),
    ("vscode", &[".vscode/mcp.json"]),
    ("roo-code", &[".roo/mcp.json"]),
    ("gemini-cli", &[".gemini/settings.json"]),
    ("kiro", &[".kiro/settings/mcp.json"]),
    ("zed", &[".zed/settings.json"]),
    ("codex", &[".codex/config.toml"]),
    (
        "opencode",
        &["opencode.json", "opencode.jsonc", ".opencode/opencode.json"],
    ),
    ("crush", &[".crush.json", "crush.json"]),
    ("amp", &[".amp/settings.json"]),
    ("trae", &[".trae/mcp.json"]),
    ("junie", &[".junie/mcp/mcp.json"]),
    ("factory", &[".factory/mcp.json"]),
    ("mistral-vibe", &[".vibe/config.toml"]),
];

/// Every file of a project's folder that may hold servers, in the order of the hosts. `list` lists a folder: Continue has a file
/// for each server.
pub fn project_files(folder: &Path, list: impl Fn(&Path) -> Vec<PathBuf>) -> Vec<ConfigFile> {
    let mut files = Vec::new();
    for &(id, name, _) in HOSTS {
        let host = HostKind { id, name };
        let own = PROJECT_FILES.iter().find(|(of, _)| *of == id);
        let own = own.map(|(_, paths)| *paths).unwrap_or_default();
        files.extend(own.iter().map(|path| ConfigFile {
            host,
            path: folder.join(path),
        }));
        if id == "continue" {
            let is_config = |path: &PathBuf| {
                let ending = path.extension().and_then(|ending| ending.to_str());
                matches!(ending, Some("yaml" | "yml" | "json"))
            };
            let listed = list(&folder.join(".continue/mcpServers"));
            files.extend(
                listed
                    .into_iter()
                    .filter(is_config)
                    .map(|path| ConfigFile { host, path }),
            );
        }
    }
    files
}

impl HostFolders {
    fn base(&self, base: Base) -> PathBuf {
        match base {
            Base::Home => self.home.clone(),
            Base::Config => self.config.clone(),
            Base::Local => self.local.clone(),
            Base::Xdg if cfg!(target_os = "macos") => self.home.join(".config"),
            Base::DotConfig if cfg!(any(target_os = "macos", windows)) => self.home.join(".config"),
            Base::Xdg | Base::DotConfig => self.config.clone(),
        }
    }
}
