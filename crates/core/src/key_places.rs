//! Where keys, passwords and sessions lie, on every system, and what lies there. The same list says what a fence never offers,
//! what a folder of a server is warned of, and which values of a call are marked.

use crate::paths::normalized;
use portcullis_l10n::say;
use std::sync::LazyLock;

/// What lies at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretPlace {
    /// A private key.
    PrivateKey,
    /// Keys and settings of SSH.
    Ssh,
    /// Keys of GnuPG.
    EncryptionKeys,
    /// Access keys of a cloud account.
    CloudKeys,
    /// Access to a cluster.
    Cluster,
    /// Sign-ins of Docker.
    Docker,
    /// The socket that commands Docker.
    DockerSocket,
    /// Passwords or tokens in a file.
    Passwords,
    /// A keychain.
    Keychain,
    /// A profile of a browser.
    Browser,
    /// Mail or messages.
    Mail,
    /// Settings with secrets, `.env`.
    Env,
}

impl SecretPlace {
    /// What a path that leads there looks like, one sentence.
    #[must_use]
    pub fn in_words(self) -> String {
        match self {
            Self::PrivateKey => say!("secret-place-private-key"),
            Self::Ssh => say!("secret-place-ssh"),
            Self::EncryptionKeys => say!("secret-place-encryption-keys"),
            Self::CloudKeys => say!("secret-place-cloud-keys"),
            Self::Cluster => say!("secret-place-cluster"),
            Self::Docker => say!("secret-place-docker"),
            Self::DockerSocket => say!("secret-place-docker-socket"),
            Self::Passwords => say!("secret-place-passwords"),
            Self::Keychain => say!("secret-place-keychain"),
            Self::Browser => say!("secret-place-browser"),
            Self::Mail => say!("secret-place-mail"),
            Self::Env => say!("secret-place-env"),
        }
    }
}

/// Names of folders and files in a home folder. Nothing in them is ever granted.
const HOME: [(&str, SecretPlace); 7] = [
    (".ssh", SecretPlace::Ssh),
    (".gnupg", SecretPlace::EncryptionKeys),
    (".aws", SecretPlace::CloudKeys),
    (".kube", SecretPlace::Cluster),
    (".docker", SecretPlace::Docker),
    (".netrc", SecretPlace::Passwords),
    (".password-store", SecretPlace::Passwords),
];

/// The same, by name alone.
pub const KEY_PLACES: [&str; HOME.len()] = names(&HOME);

/// Below the home folder on macOS.
const ON_MACOS: [(&str, SecretPlace); 11] = [
    ("Library/Keychains", SecretPlace::Keychain),
    ("Library/Cookies", SecretPlace::Browser),
    ("Library/Safari", SecretPlace::Browser),
    ("Library/Containers/com.apple.Safari", SecretPlace::Browser),
    ("Library/Mail", SecretPlace::Mail),
    ("Library/Messages", SecretPlace::Mail),
    ("Library/Application Support/Google/Chrome", SecretPlace::Browser),
    ("Library/Application Support/Chromium", SecretPlace::Browser),
    ("Library/Application Support/BraveSoftware", SecretPlace::Browser),
    ("Library/Application Support/Microsoft Edge", SecretPlace::Browser),
    ("Library/Application Support/Firefox", SecretPlace::Browser),
];

/// The same, by name alone.
pub const MACOS: [&str; ON_MACOS.len()] = names(&ON_MACOS);

/// Below the home folder on Windows.
const ON_WINDOWS: [(&str, SecretPlace); 11] = [
    (r"AppData\Roaming\Microsoft\Credentials", SecretPlace::Keychain),
    (r"AppData\Roaming\Microsoft\Protect", SecretPlace::Keychain),
    (r"AppData\Roaming\Microsoft\Crypto", SecretPlace::Keychain),
    (r"AppData\Roaming\Microsoft\Vault", SecretPlace::Keychain),
    (r"AppData\Local\Microsoft\Credentials", SecretPlace::Keychain),
    (r"AppData\Local\Microsoft\Vault", SecretPlace::Keychain),
    (r"AppData\Roaming\Mozilla", SecretPlace::Browser),
    (r"AppData\Local\Google\Chrome", SecretPlace::Browser),
    (r"AppData\Local\Chromium", SecretPlace::Browser),
    (r"AppData\Local\BraveSoftware", SecretPlace::Browser),
    (r"AppData\Local\Microsoft\Edge", SecretPlace::Browser),
];

/// The same, by name alone.
pub const WINDOWS: [&str; ON_WINDOWS.len()] = names(&ON_WINDOWS);

/// Anywhere else: one name, or names that follow each other.
const ELSEWHERE: [(&str, SecretPlace); 72] = [
    (".azure", SecretPlace::CloudKeys),
    (".config/gcloud", SecretPlace::CloudKeys),
    (".config/gh", SecretPlace::Passwords),
    (".config/git/credentials", SecretPlace::Passwords),
    (".git-credentials", SecretPlace::Passwords),
    (".npmrc", SecretPlace::Passwords),
    (".pypirc", SecretPlace::Passwords),
    (".cargo/credentials", SecretPlace::Passwords),
    (".cargo/credentials.toml", SecretPlace::Passwords),
    (".config/containers/auth.json", SecretPlace::Passwords),
    (".config/rclone", SecretPlace::Passwords),
    (".config/op", SecretPlace::Passwords),
    (".config/1password", SecretPlace::Passwords),
    (".config/bitwarden", SecretPlace::Passwords),
    (".pgpass", SecretPlace::Passwords),
    (".config/doctl", SecretPlace::CloudKeys),
    (".config/hcloud", SecretPlace::CloudKeys),
    (".oci", SecretPlace::CloudKeys),
    (".config/glab-cli", SecretPlace::Passwords),
    (".config/hub", SecretPlace::Passwords),
    (".terraform.d/credentials.tfrc.json", SecretPlace::Passwords),
    (".vault-token", SecretPlace::Passwords),
    (".xauthority", SecretPlace::Passwords),
    (".config/sops/age", SecretPlace::EncryptionKeys),
    ("_netrc", SecretPlace::Passwords),
    ("/etc/shadow", SecretPlace::Passwords),
    ("docker.sock", SecretPlace::DockerSocket),
    ("/run/docker.sock", SecretPlace::DockerSocket),
    (".colima", SecretPlace::DockerSocket),
    (".lima", SecretPlace::DockerSocket),
    (".orbstack", SecretPlace::DockerSocket),
    (".rd", SecretPlace::DockerSocket),
    ("keychains", SecretPlace::Keychain),
    ("keyrings", SecretPlace::Keychain),
    (".local/share/keyrings", SecretPlace::Keychain),
    (".local/share/kwalletd", SecretPlace::Keychain),
    (".mozilla", SecretPlace::Browser),
    (".config/google-chrome", SecretPlace::Browser),
    (".config/chromium", SecretPlace::Browser),
    (".config/microsoft-edge", SecretPlace::Browser),
    (".config/bravesoftware", SecretPlace::Browser),
    (".config/vivaldi", SecretPlace::Browser),
    (".config/opera", SecretPlace::Browser),
    (".config/google-chrome-beta", SecretPlace::Browser),
    (".config/google-chrome-unstable", SecretPlace::Browser),
    (".config/microsoft-edge-beta", SecretPlace::Browser),
    (".config/microsoft-edge-dev", SecretPlace::Browser),
    (".config/yandex-browser", SecretPlace::Browser),
    (".local/share/epiphany", SecretPlace::Browser),
    (".local/share/qutebrowser", SecretPlace::Browser),
    (".waterfox", SecretPlace::Browser),
    (".zen", SecretPlace::Browser),
    (".librewolf", SecretPlace::Browser),
    ("snap/firefox", SecretPlace::Browser),
    ("snap/chromium", SecretPlace::Browser),
    ("snap/brave", SecretPlace::Browser),
    ("snap/opera", SecretPlace::Browser),
    (".var/app/org.mozilla.firefox", SecretPlace::Browser),
    (".var/app/io.gitlab.librewolf-community", SecretPlace::Browser),
    (".var/app/org.chromium.chromium", SecretPlace::Browser),
    (".var/app/com.google.chrome", SecretPlace::Browser),
    (".var/app/com.microsoft.edge", SecretPlace::Browser),
    (".var/app/com.brave.browser", SecretPlace::Browser),
    (".var/app/app.zen_browser.zen", SecretPlace::Browser),
    (".var/app/com.opera.opera", SecretPlace::Browser),
    (".var/app/com.vivaldi.vivaldi", SecretPlace::Browser),
    (".var/app/org.gnome.epiphany", SecretPlace::Browser),
    (".thunderbird", SecretPlace::Mail),
    ("snap/thunderbird", SecretPlace::Mail),
    (".var/app/org.mozilla.thunderbird", SecretPlace::Mail),
    (".env", SecretPlace::Env),
    (".envrc", SecretPlace::Env),
];

/// Files with a private key, as programs name them.
const KEY_FILES: [&str; 5] = ["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_xmss"];
/// How the names of files end that hold one.
const KEY_ENDS: [(&str, SecretPlace); 5] = [
    (".pem", SecretPlace::PrivateKey),
    (".ppk", SecretPlace::PrivateKey),
    (".p12", SecretPlace::PrivateKey),
    (".pfx", SecretPlace::PrivateKey),
    (".kdbx", SecretPlace::Passwords),
];
/// How the names of `.env` files end that only show which settings there are.
const ENV_SAMPLES: [&str; 4] = [".example", ".sample", ".template", ".dist"];

const fn names<const N: usize>(places: &[(&'static str, SecretPlace); N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut at = 0;
    while at < N {
        names[at] = places[at].0;
        at += 1;
    }
    names
}

/// What a path leads to by its names, where secrets lie there. Nothing is looked at; both separators are known, and case is not
/// told apart. The closest to the end counts: a key in `.ssh` is a key.
#[must_use]
pub fn secret_place(path: &str) -> Option<SecretPlace> {
    let path = plain_path(path);
    let name = path.rsplit('/').next().unwrap_or_default();
    if path.split('/').any(|part| KEY_FILES.contains(&part)) {
        return Some(SecretPlace::PrivateKey);
    }
    // A bare name is as likely a word as a file.
    if path.contains('/') && name.len() > 4 {
        let end = KEY_ENDS.iter().find(|(end, _)| name.ends_with(end));
        if let Some((_, place)) = end
            && !is_certificate(&path)
        {
            return Some(*place);
        }
    }
    let is_sample = ENV_SAMPLES.iter().any(|end| name.ends_with(end));
    if name.starts_with(".env.") && !is_sample {
        return Some(SecretPlace::Env);
    }
    let padded = format!("/{}/", path.trim_start_matches('/'));
    let found = PADDED.iter().find(|(place, _)| padded.contains(place.as_str()));
    found.map(|(_, place)| *place)
}

/// All places by their names, in lower case and between separators.
static PADDED: LazyLock<Vec<(String, SecretPlace)>> = LazyLock::new(|| {
    let all = [&HOME[..], &ON_MACOS, &ON_WINDOWS, &ELSEWHERE];
    let padded = |(name, place): &(&str, SecretPlace)| {
        (format!("/{}/", plain_path(name).trim_start_matches('/')), *place)
    };
    all.into_iter().flatten().map(padded).collect()
});

/// Whether a folder is around such a place and is none itself, as `~/.config` is around the settings of browsers. By names alone:
/// nothing is looked at, and what is not there yet may come.
#[must_use]
pub fn holds_secret_place(path: &str, home: &str) -> bool {
    let (path, home) = (plain_path(path), plain_path(home));
    let folder = path.trim_end_matches('/');
    let is_around = |place: &str| {
        let rest = place.strip_prefix(folder);
        rest.is_some_and(|rest| rest.starts_with('/'))
    };
    !path.is_empty()
        && PLACED.iter().any(|place| match place.starts_with('/') {
            true => is_around(place),
            false => is_around(&format!("{}/{place}", home.trim_end_matches('/'))),
        })
}

/// The places of this system that have one, below the home folder or, where they begin with a separator, anywhere. In lower case.
static PLACED: LazyLock<Vec<String>> = LazyLock::new(|| {
    let of_system: &[_] = match (cfg!(target_os = "macos"), cfg!(windows)) {
        (true, _) => &ON_MACOS,
        (_, true) => &ON_WINDOWS,
        _ => &[],
    };
    let all = [&HOME[..], of_system, &ELSEWHERE].into_iter().flatten();
    let names = all.map(|(name, _)| plain_path(name));
    names
        .filter(|name| name.starts_with('.') || name.contains('/'))
        .collect()
});

/// In lower case, with one kind of separator, and without parts that lead nowhere (`.`, `a/..`, nothing).
fn plain_path(path: &str) -> String {
    normalized(&path.replace('\\', "/").to_lowercase())
}

/// Certificates are in such files as well, under these names.
fn is_certificate(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let names = ["cert.pem", "chain.pem", "fullchain.pem"];
    path.contains("/certs/")
        || names.contains(&name)
        || ["cacert", "ca-bundle", "ca-certificates"]
            .iter()
            .any(|it| name.contains(it))
}

#[cfg(test)]
mod tests;
