use super::{KEY_PLACES, SecretPlace, holds_secret_place, secret_place};

// Proves SEC-10.
#[test]
fn a_path_says_what_lies_there_by_its_names() {
    for (path, place) in [
        ("/home/ada/.ssh/id_ed25519", SecretPlace::PrivateKey),
        ("~/.ssh/config", SecretPlace::Ssh),
        ("/home/ada/.SSH/", SecretPlace::Ssh),
        ("/home/ada/.aws/credentials", SecretPlace::CloudKeys),
        (r"C:\Users\ada\.aws\credentials", SecretPlace::CloudKeys),
        ("/home/ada/work/.env", SecretPlace::Env),
        (".env.production", SecretPlace::Env),
        (
            "/home/ada/.config/google-chrome/Default/Cookies",
            SecretPlace::Browser,
        ),
        (
            "/Users/ada/Library/Keychains/login.keychain-db",
            SecretPlace::Keychain,
        ),
        (
            r"C:\Users\ada\AppData\Local\Google\Chrome\User Data",
            SecretPlace::Browser,
        ),
        ("/etc/shadow", SecretPlace::Passwords),
        ("/etc//./shadow", SecretPlace::Passwords),
        ("/etc/ssl/../shadow", SecretPlace::Passwords),
        ("~/.config//gcloud", SecretPlace::CloudKeys),
        ("/srv/tls/server.pem", SecretPlace::PrivateKey),
        ("/home/ada/id_rsa/old", SecretPlace::PrivateKey),
        ("/var/run/docker.sock", SecretPlace::DockerSocket),
        ("/home/ada/.colima/default", SecretPlace::DockerSocket),
        ("/home/ada/.lima", SecretPlace::DockerSocket),
        ("/home/ada/.orbstack/run", SecretPlace::DockerSocket),
        ("/home/ada/.rd", SecretPlace::DockerSocket),
        (
            "/home/ada/.local/share/kwalletd/kdewallet.kwl",
            SecretPlace::Keychain,
        ),
        ("/home/ada/.local/share/keyrings", SecretPlace::Keychain),
        ("/home/ada/.config/vivaldi/Default", SecretPlace::Browser),
        ("/home/ada/.config/opera", SecretPlace::Browser),
        ("/home/ada/.librewolf/x.default", SecretPlace::Browser),
        (
            "/home/ada/.var/app/com.brave.Browser/config/BraveSoftware",
            SecretPlace::Browser,
        ),
        ("/home/ada/.thunderbird/x.default", SecretPlace::Mail),
        ("/home/ada/.cargo/credentials.toml", SecretPlace::Passwords),
        ("/home/ada/.config/containers/auth.json", SecretPlace::Passwords),
        ("/home/ada/.config/rclone/rclone.conf", SecretPlace::Passwords),
        ("/home/ada/.config/op/config", SecretPlace::Passwords),
        (
            "/home/ada/.config/google-chrome-beta/Default/Cookies",
            SecretPlace::Browser,
        ),
        ("/home/ada/.local/share/epiphany", SecretPlace::Browser),
        (
            "/home/ada/.var/app/com.vivaldi.Vivaldi/config",
            SecretPlace::Browser,
        ),
        ("/home/ada/.vault-token", SecretPlace::Passwords),
        ("/home/ada/.Xauthority", SecretPlace::Passwords),
        (
            "/home/ada/.terraform.d/credentials.tfrc.json",
            SecretPlace::Passwords,
        ),
        ("/home/ada/.config/sops/age/keys.txt", SecretPlace::EncryptionKeys),
        ("/home/ada/.oci/config", SecretPlace::CloudKeys),
    ] {
        assert_eq!(secret_place(path), Some(place), "{path}");
    }
    for plain in [
        "/home/ada/notes/friday.md",
        "/home/ada/.ssh-notes/a",
        "/home/ada/.ssh.md",
        "/home/ada/work/.env.example",
        "environment",
        "/srv/chromium/src/a.cc",
        "a.pem",
        "/etc/ssl/certs/ca-certificates.pem",
        "/opt/python/cacert.pem",
        "/home/ada/.config/opencode/opencode.json",
        "/home/ada/.terraform.d/plugins",
        "/home/ada/.config/sops/settings.yaml",
        "/home/ada/.cargo/bin/server",
        "",
    ] {
        assert_eq!(secret_place(plain), None, "{plain}");
    }
}

// Proves S-68.
#[test]
fn a_folder_around_keys_is_told_by_its_names() {
    let home = "/home/ada";
    for around in [
        "/home/ada/.config",
        "/home/ada/.config/",
        "/home/Ada/.Config",
        "/home/ada/.config/containers",
        "/home/ada/.local",
        "/home/ada/.local/share",
        "/home/ada/.cargo",
        "/home/ada/snap",
        "/home/ada/.var/app",
        "/home/ada",
        "/home",
        "/etc",
        "/run",
        "/",
    ] {
        assert!(holds_secret_place(around, home), "{around}");
    }
    for other in [
        "/home/ada/.config/notes",
        "/home/ada/.conf",
        "/home/ada/.local/share/notes",
        "/home/ada/Documents",
        "/home/bob/.config",
        "/srv/.config",
        "/etc/notes",
        // Such a place itself is told by `secret_place`.
        "/home/ada/.ssh",
        "",
    ] {
        assert!(!holds_secret_place(other, home), "{other}");
    }
}

#[test]
fn what_is_never_granted_is_named() {
    let home = [
        ".ssh",
        ".gnupg",
        ".aws",
        ".kube",
        ".docker",
        ".netrc",
        ".password-store",
    ];
    assert_eq!(KEY_PLACES, home);
}
