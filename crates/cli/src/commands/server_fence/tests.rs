use super::*;
use portcullis_api::FenceDenial;

fn change(kind: GrantKind, value: &str) -> FenceChange {
    FenceChange {
        kind,
        value: value.to_owned(),
        consent: Consent { yes: false },
    }
}

#[test]
fn a_grant_is_added_once_and_taken_back() {
    let named = change(GrantKind::Host, "API.example.com");
    let fence = allowed(FenceGrants::default(), &named, false).expect("a host");
    let fence = allowed(fence, &named, false).expect("the same host");
    assert_eq!(fence.hosts, [FenceHost::new("api.example.com", 443)]);
    let other = change(GrantKind::Host, "api.example.com:8443");
    assert!(
        removed(fence.clone(), &other).is_err(),
        "another port was never granted"
    );
    assert_eq!(
        removed(fence, &named).expect("it was there"),
        FenceGrants::default()
    );
    assert!(host_fails("api.example.com:port"));
    let all = allowed(FenceGrants::default(), &change(GrantKind::Host, "any"), false).expect("all hosts");
    assert!(all.any_host && all.hosts.is_empty());
    let sandbox = change(GrantKind::Nested, "");
    assert!(
        removed(FenceGrants::default(), &sandbox).is_err(),
        "never granted"
    );
    let fence = allowed(FenceGrants::default(), &sandbox, false).expect("its own sandbox");
    assert!(fence.nested);
    assert_eq!(removed(fence, &sandbox).expect("granted"), FenceGrants::default());
    assert!(allowed(FenceGrants::default(), &change(GrantKind::Nested, "/x"), false).is_err());
}

// Proves S-13, S-68.
#[test]
fn a_host_in_the_local_network_is_said_to_be_there_or_typed_as_an_address() {
    let typed = |value: &str, local_network| {
        let fence = FenceGrants {
            hosts: vec![FenceHost::new("nas.local", 5000)],
            ..FenceGrants::default()
        };
        allowed(fence, &change(GrantKind::Host, value), local_network).map(|fence| fence.hosts)
    };
    let hosts = typed("nas.local:5000", true).expect("a host");
    let [nas] = <[FenceHost; 1]>::try_from(hosts).expect("in its place");
    assert!(nas.local_network);
    assert_eq!(host_grant(&nas), "host nas.local:5000 --local-network");
    assert_eq!(
        host_grant(&FenceHost::new("fd12::1", 80)),
        "host \"[fd12::1]:80\""
    );
    assert!(
        typed("nas.local:80", false)
            .expect("a host")
            .iter()
            .all(|host| !host.local_network)
    );
    for (value, address) in [
        ("192.168.1.20:5432", "192.168.1.20:5432"),
        ("192.168.1.20", "192.168.1.20:443"),
        ("fd12::1", "[fd12::1]:443"),
        ("[FD12::1]", "[fd12::1]:443"),
        ("[fd12::1]:80", "[fd12::1]:80"),
    ] {
        let hosts = typed(value, false).expect("an address");
        let host = hosts.last().expect("the new one");
        assert_eq!((host.address().as_str(), host.local_network), (address, true));
    }
    for wrong in ["[fd12::1]80", "[fd12::1]:", "nas.local:"] {
        assert!(host_fails(wrong), "{wrong}");
    }
    assert!(typed("any", true).is_err(), "one host at a time");
    let folder = change(GrantKind::Read, "/srv");
    assert!(allowed(FenceGrants::default(), &folder, true).is_err());
    let marked = FenceGrants {
        hosts: vec![nas],
        ..FenceGrants::default()
    };
    let named = change(GrantKind::Host, "nas.local:5000");
    assert_eq!(
        removed(marked, &named).expect("it was there"),
        FenceGrants::default()
    );
}

// Proves S-68.
#[test]
fn a_blocked_host_in_the_local_network_is_offered_until_it_is_allowed() {
    let host = FenceHost::local("nas.local", 5000);
    let offers = |grants: Option<FenceGrants>| {
        let denial = FenceDenial {
            what: escape_line("nas.local:5000 (192.168.1.20)"),
            host: Some(host.clone()),
            path: None,
            nested: false,
            at: 7,
            tool: None,
            count: 1,
        };
        let view = FenceView {
            grants,
            unavailable: None,
            denials: vec![denial],
        };
        described("Files", &view, None).contains(&host_grant(&host))
    };
    let of = |hosts: Vec<FenceHost>, any_host| FenceGrants {
        hosts,
        any_host,
        ..FenceGrants::default()
    };
    assert!(offers(Some(of(vec![FenceHost::new("nas.local", 5000)], false))));
    assert!(!offers(Some(of(vec![host.clone()], false))), "it is allowed");
    assert!(!offers(Some(of(Vec::new(), true))), "all hosts are");
    assert!(!offers(None), "there is no fence");
}

fn host_fails(typed: &str) -> bool {
    super::host(typed).is_err()
}

#[test]
fn a_path_with_the_folder_above_is_the_place_that_it_leads_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let real = folder.path().canonicalize().expect("it is there");
    for name in ["notes", "work"] {
        std::fs::create_dir(real.join(name)).expect("a folder in it");
    }
    let typed = real.join("work/../notes");
    let granted = path(typed.to_str().expect("a name that is text")).expect("a path");
    assert_eq!(Path::new(&granted), real.join("notes"));
}
