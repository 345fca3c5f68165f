use super::{KEY_PLACES, SecretPlace, holds_secret_place, secret_place};

// Proves SEC-10.
#[test]
fn a_path_says_what_lies_there_by_its_names() {
    use SecretPlace::{
        Browser, CloudKeys, DockerSocket, EncryptionKeys, Env, Keychain, Mail, Passwords, PrivateKey, Ssh,
    };
    for (path, place) in [
        ("/home/ada/.ssh/id_ed25519", PrivateKey),
        ("~/.ssh/config", Ssh),
        ("/home/ada/.SSH/", Ssh),
        ("/home/ada/.aws/credentials", CloudKeys),
        (r"C:\Users\ada\.aws\credentials", CloudKeys),
        ("/home/ada/work/.env", Env),
        (".env.production", Env),
        ("/home/ada/.config/google-chrome/Default/Cookies", Browser),
        ("/Users/ada/Library/Keychains/login.keychain-db", Keychain),
        (r"C:\Users\ada\AppData\Local\Google\Chrome\User Data", Browser),
        ("/etc/shadow", Passwords),
        ("/etc//./shadow", Passwords),
        ("/etc/ssl/../shadow", Passwords),
        ("~/.config//gcloud", CloudKeys),
        ("/srv/tls/server.pem", PrivateKey),
        ("/home/ada/id_rsa/old", PrivateKey),
        ("/var/run/docker.sock", DockerSocket),
        ("/home/ada/.colima/default", DockerSocket),
        ("/home/ada/.lima", DockerSocket),
        ("/home/ada/.orbstack/run", DockerSocket),
        ("/home/ada/.rd", DockerSocket),
        ("/home/ada/.local/share/kwalletd/kdewallet.kwl", Keychain),
        ("/home/ada/.local/share/keyrings", Keychain),
        ("/home/ada/.config/vivaldi/Default", Browser),
        ("/home/ada/.config/opera", Browser),
        ("/home/ada/.librewolf/x.default", Browser),
        (
            "/home/ada/.var/app/com.brave.Browser/config/BraveSoftware",
            Browser,
        ),
        ("/home/ada/.thunderbird/x.default", Mail),
        ("/home/ada/.cargo/credentials.toml", Passwords),
        ("/home/ada/.config/containers/auth.json", Passwords),
        ("/home/ada/.config/rclone/rclone.conf", Passwords),
        ("/home/ada/.config/op/config", Passwords),
        ("/home/ada/.config/google-chrome-beta/Default/Cookies", Browser),
        ("/home/ada/.local/share/epiphany", Browser),
        ("/home/ada/.var/app/com.vivaldi.Vivaldi/config", Browser),
        ("/home/ada/.vault-token", Passwords),
        ("/home/ada/.Xauthority", Passwords),
        ("/home/ada/.terraform.d/credentials.tfrc.json", Passwords),
        ("/home/ada/.config/sops/age/keys.txt", EncryptionKeys),
        ("/home/ada/.oci/config", CloudKeys),
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
