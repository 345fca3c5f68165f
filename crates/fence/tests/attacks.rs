//! Attempts to get out of a fence. Each gets through without one on this machine, which shows that it is one.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test may stop at the first surprise, and says what it skips"
)]

mod common;

use common::{Place, fenced, place, runtime, unfenced};
use portcullis_fence::{Fence, HostGrant, Reach};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::path::Path;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, UdpSocket};

/// An attempt: its name in `attacks.py`, its arguments, and whether it needs a system that lets it through without a fence.
type Attack = (&'static str, Vec<String>);

async fn attempt(
    place: &Place,
    fence: Option<&Fence>,
    python: &Path,
    script: &Path,
    attack: &Attack,
) -> String {
    let script = script.display().to_string();
    let mut arguments = vec!["-I", &script, attack.0];
    arguments.extend(attack.1.iter().map(String::as_str));
    let run = match fence {
        Some(fence) => fenced(place, fence, python, &arguments).await,
        None => unfenced(place, python, &arguments),
    };
    let ended = run.end().await;
    assert!(!ended.out.is_empty(), "{attack:?}: {ended:?}");
    ended.out
}

/// Services of this computer that are not the server's business. They answer “outside”.
struct Outside {
    tcp: u16,
    udp: u16,
    _sockets: (UnixListener, UnixListener, UnixDatagram, UnixDatagram),
}

impl Outside {
    async fn open(place: &Place, name: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let tcp = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut hello = [0; 5];
                stream.read_exact(&mut hello).await.ok();
                stream.write_all(b"outside").await.ok();
            }
        });
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let udp = socket.local_addr().unwrap().port();
        tokio::spawn(async move {
            let mut said = [0; 16];
            while let Ok((_, from)) = socket.recv_from(&mut said).await {
                socket.send_to(b"outside", from).await.ok();
            }
        });
        let by_path = UnixListener::bind(place.home.join("socket")).unwrap();
        let abstract_name = SocketAddr::from_abstract_name(name).unwrap();
        let by_name = UnixListener::bind_addr(&abstract_name).unwrap();
        let datagrams = UnixDatagram::bind(place.home.join("datagrams")).unwrap();
        let abstract_name = SocketAddr::from_abstract_name(format!("{name}-datagrams")).unwrap();
        let datagrams_by_name = UnixDatagram::bind_addr(&abstract_name).unwrap();
        Self {
            tcp,
            udp,
            _sockets: (by_path, by_name, datagrams, datagrams_by_name),
        }
    }
}

/// Attempts that this system stops without a fence too, for the account that runs this, so that they prove nothing here.
const STOPPED_ANYWAY: [&str; 24] = [
    "environment_of_first_process",
    "memory_of_first_process",
    "home_by_root_of_init",
    "packet_socket",
    "vsock",
    "io_uring",
    "setuid",
    "capabilities",
    "write_system",
    "write_settings_of_kernel",
    "mount",
    "copy_of_mounts",
    "terminal",
    "debug_device",
    // Not on every kernel, and for an ordinary user only.
    "namespace",
    "map_another_user",
    // By a setting of the system, or for an ordinary user.
    "core_image",
    "processes_without_end",
    "page_faults",
    "programs_in_the_kernel",
    "counters",
    "file_by_its_number",
    "clock",
    // A kernel need not know the 32-bit calls, and not every processor has any.
    "call_of_another_architecture",
];

fn attacks(place: &Place, outside: &Outside, name: &str) -> Vec<Attack> {
    let home = place.home.display().to_string();
    let pid = std::process::id().to_string();
    let (tcp, udp) = (outside.tcp.to_string(), outside.udp.to_string());
    let of_home = [
        "read_home",
        "list_home",
        "write_home",
        "stat_home",
        "chmod_home",
        "touch_home",
        "home_by_root_of_init",
    ];
    let of_pid = [
        "signal",
        "environment_of_others",
        "command_lines_of_others",
        "descriptors_of_others",
        "handle_of_another",
    ];
    let alone = [
        "signal_group_of_parent",
        "environment_of_first_process",
        "memory_of_first_process",
        "packet_socket",
        "vsock",
        "io_uring",
        "call_of_another_architecture",
        "user_namespace",
        "user_namespace_by_clone3",
        "keyring",
        "keyring_of_the_person",
        "setuid",
        "setuid_program",
        "capabilities",
        "write_system",
        "write_settings_of_kernel",
        "mount",
        "copy_of_mounts",
        "terminal",
        "terminal_call",
        "ptrace",
        "debug_device",
        "map_another_user",
        "pair_of_another_family",
        "rare_protocol",
        "snapshot",
        "lease",
        "hard_link",
        "setuid_file",
        "touch_device",
        "processes_without_end",
        "core_image",
        "descriptor_of_another",
        "comparison_with_another",
        "memory_of_another",
        "page_faults",
        "programs_in_the_kernel",
        "counters",
        "file_by_its_number",
        "watch_of_file_systems",
        "clock",
    ];
    let mut all: Vec<Attack> = of_home.map(|attack| (attack, vec![home.clone()])).into();
    all.extend(of_pid.map(|attack| (attack, vec![pid.clone()])));
    all.extend(alone.map(|attack| (attack, Vec::new())));
    for kind in ["mounts", "ipc", "names", "cgroups", "time"] {
        all.push(("namespace", vec![kind.to_owned()]));
    }
    all.push(("home_by_root_of_host", vec![pid, home.clone()]));
    all.push(("unix_socket", vec![format!("{home}/socket")]));
    all.push(("abstract_socket", vec![name.to_owned()]));
    all.push(("datagram_by_path", vec![format!("{home}/datagrams")]));
    all.push(("datagram_by_name", vec![format!("{name}-datagrams")]));
    all.push(("datagram_of_a_connected_one", vec![format!("{home}/datagrams")]));
    all.push(("tcp", vec!["127.0.0.1".to_owned(), tcp]));
    all.push(("udp", vec!["127.0.0.1".to_owned(), udp]));
    all
}

/// What needs a user namespace of its own first, with every right in it.
fn attacks_of_a_sandbox(place: &Place, outside: &Outside) -> Vec<Attack> {
    let alone = [
        "mount_in_own_namespace",
        "enter_a_namespace",
        "netlink_in_own_network",
        "packet_filter_in_own_network",
        "old_packet_filter_in_own_network",
        "raw_socket_in_own_network",
        "user_namespaces_without_end",
    ];
    let mut all: Vec<Attack> = alone.map(|attack| (attack, Vec::new())).into();
    let home = place.home.display().to_string();
    all.push(("home_after_another_root", vec![home]));
    let tcp = vec!["127.0.0.1".to_owned(), outside.tcp.to_string()];
    all.push(("tcp_of_the_network_of_first_process", tcp));
    all
}

/// The same attempt by a process that first became root of a user namespace of its own.
fn as_root_of_own_namespace((name, arguments): &Attack) -> Attack {
    let arguments = std::iter::once("--as-root-of-own-namespace".to_owned()).chain(arguments.iter().cloned());
    (name, arguments.collect())
}

/// Each attempt without a fence, then in this one: none may get through, and those that prove nothing here are told. Where a sandbox
/// inside is granted, each is made once more with every right that such a sandbox has.
async fn none_gets_through(fence: &Fence, but: &[&str]) {
    let Some(python) = runtime("python3").filter(|_| cfg!(target_os = "linux")) else {
        return;
    };
    let Some(place) = place().await else { return };
    let name = format!("portcullis-fence-{:p}-{}", fence, std::process::id());
    let outside = Outside::open(&place, &name).await;
    let script = place.script("script", "attacks.py");
    let fence = Fence {
        read: [fence.read.clone(), vec![script.clone()]].concat(),
        ..fence.clone()
    };
    let run = async |fence, attack: &Attack| attempt(&place, fence, &python, &script, attack).await;
    let mut got_through = Vec::new();
    let of_a_sandbox = attacks_of_a_sandbox(&place, &outside);
    let with_rights = of_a_sandbox.iter().map(as_root_of_own_namespace);
    for attack in attacks(&place, &outside, &name).into_iter().chain(with_rights) {
        let mut without = run(None, &attack).await;
        let again = (fence.nested && !attack.1.iter().any(|it| it.starts_with("--")))
            .then(|| as_root_of_own_namespace(&attack));
        if let Some(again) = again.as_ref().filter(|_| without != "through") {
            without = run(None, again).await;
        }
        if without != "through" {
            assert!(
                STOPPED_ANYWAY.contains(&attack.0),
                "{attack:?} is no attack: {without}"
            );
            skipped_here(attack.0, &without);
        }
        for attack in std::iter::once(attack).chain(again) {
            let with = run(Some(&fence), &attack).await;
            println!("{} {:?}: {with}", attack.0, attack.1);
            if with == "through" && !but.contains(&attack.0) {
                got_through.push(attack);
            }
        }
    }
    assert!(got_through.is_empty(), "{got_through:?}");
}

/// Not a failure on CI: the attempt is made in the fence all the same.
fn skipped_here(name: &str, why: &str) {
    println!("CONTROL SKIPPED: {name} is stopped without a fence too: {why}");
}

// Proves S-68, S-92.
#[tokio::test]
async fn no_attack_gets_out_of_a_fence_without_grants() {
    none_gets_through(&Fence::default(), &[]).await;
}

// Proves S-68, S-92.
#[tokio::test]
async fn no_attack_gets_out_of_a_fence_with_hosts() {
    let hosts = vec![HostGrant {
        name: "example.com".to_owned(),
        port: 443,
        private: false,
    }];
    let fence = Fence {
        reach: Reach::Hosts(hosts),
        ..Fence::default()
    };
    none_gets_through(&fence, &[]).await;
}

// Proves S-68.
#[tokio::test]
async fn the_whole_network_opens_the_network_alone() {
    let fence = Fence {
        reach: Reach::Anything,
        ..Fence::default()
    };
    none_gets_through(&fence, &["tcp", "udp"]).await;
}

// Proves S-68, S-92.
#[tokio::test]
async fn a_sandbox_inside_opens_user_namespaces_alone() {
    let fence = Fence {
        nested: true,
        ..Fence::default()
    };
    // Its rights end at its own namespace.
    none_gets_through(&fence, &["user_namespace", "capabilities"]).await;
}

// Proves S-68, S-92.
#[tokio::test]
async fn a_sandbox_inside_of_a_program_with_hosts_reaches_nothing_else() {
    let hosts = vec![HostGrant {
        name: "example.com".to_owned(),
        port: 443,
        private: false,
    }];
    let fence = Fence {
        nested: true,
        reach: Reach::Hosts(hosts),
        ..Fence::default()
    };
    none_gets_through(&fence, &["user_namespace", "capabilities"]).await;
}

// Proves S-68.
#[tokio::test]
async fn a_program_does_not_use_up_what_watches_files_for_others() {
    let Some(python) = runtime("python3") else { return };
    let Some(place) = place().await else { return };
    let script = place.script("script", "attacks.py");
    let attack: Attack = ("watchers_without_end", Vec::new());
    let without = attempt(&place, None, &python, &script, &attack).await;
    if without != "through" {
        skipped_here(attack.0, &without);
    }
    for nested in [false, true] {
        let fence = Fence {
            read: vec![script.clone()],
            nested,
            ..Fence::default()
        };
        let with_rights = nested.then(|| as_root_of_own_namespace(&attack));
        for attack in std::iter::once(attack.clone()).chain(with_rights) {
            let found = attempt(&place, Some(&fence), &python, &script, &attack).await;
            assert_eq!(found, "stopped: EMFILE", "{attack:?}");
        }
    }
}

// Proves S-68.
#[tokio::test]
async fn a_granted_socket_is_reached_and_another_is_not() {
    let Some(python) = runtime("python3") else { return };
    let Some(place) = place().await else { return };
    let folder = place.folder("sockets");
    let _one = UnixListener::bind(folder.join("one")).unwrap();
    let _other = UnixListener::bind(folder.join("other")).unwrap();
    let script = place.script("script", "attacks.py");
    let fence = Fence {
        read: vec![script.clone()],
        sockets: vec![folder.join("one")],
        ..Fence::default()
    };
    for (name, wanted) in [("one", "through"), ("other", "stopped: ENOENT")] {
        let attack = ("unix_socket", vec![folder.join(name).display().to_string()]);
        assert_eq!(
            attempt(&place, Some(&fence), &python, &script, &attack).await,
            wanted,
            "{name}"
        );
    }
}

// Proves S-68.
#[tokio::test]
async fn a_socket_in_a_granted_folder_is_not_reached() {
    let Some(python) = runtime("python3") else { return };
    let Some(place) = place().await else { return };
    let folder = place.folder("granted");
    let _socket = UnixListener::bind(folder.join("socket")).unwrap();
    let script = place.script("script", "attacks.py");
    let fence = Fence {
        read: vec![script.clone()],
        write: vec![folder.clone()],
        ..Fence::default()
    };
    let _datagrams = UnixDatagram::bind(folder.join("datagrams")).unwrap();
    for (attack, name) in [
        ("unix_socket", "socket"),
        ("datagram_by_path", "datagrams"),
        ("datagram_of_a_connected_one", "datagrams"),
    ] {
        let attack = (attack, vec![folder.join(name).display().to_string()]);
        assert_eq!(attempt(&place, None, &python, &script, &attack).await, "through");
        assert_eq!(
            attempt(&place, Some(&fence), &python, &script, &attack).await,
            "stopped: EPERM",
            "{attack:?}"
        );
    }
}

#[tokio::test]
async fn calls_that_programs_need_work_beside_those_that_are_denied() {
    let Some(python) = runtime("python3") else { return };
    let Some(place) = place().await else { return };
    let script = place.script("script", "attacks.py");
    for nested in [false, true] {
        let fence = Fence {
            read: vec![script.clone()],
            nested,
            ..Fence::default()
        };
        let needed = ("needed_calls", Vec::new());
        assert_eq!(
            attempt(&place, Some(&fence), &python, &script, &needed).await,
            "through"
        );
    }
}

// Proves S-68.
#[tokio::test]
async fn a_program_has_sockets_of_its_own_where_no_others_can_be() {
    let Some(python) = runtime("python3") else { return };
    let Some(place) = place().await else { return };
    let (ours, theirs) = (place.folder("ours"), place.folder("theirs"));
    let script = place.script("ours/tree", "attacks.py");
    let tree = ours.join("tree");
    let _socket = UnixListener::bind(theirs.join("socket")).unwrap();
    std::os::unix::fs::symlink(&theirs, ours.join("link")).unwrap();
    let own = ("own_socket", vec![String::new()]);
    let other = ("unix_socket", vec![theirs.join("socket").display().to_string()]);
    let fence = |read: &[&Path], write: &[&Path], quiet: &[&Path]| Fence {
        read: read.iter().map(|path| path.to_path_buf()).collect(),
        write: write.iter().map(|path| path.to_path_buf()).collect(),
        quiet: quiet.iter().map(|path| path.to_path_buf()).collect(),
        ..Fence::default()
    };
    assert_eq!(attempt(&place, None, &python, &script, &other).await, "through");
    let file = ours.join("inside");
    for (fence, wanted) in [
        (fence(&[&script], &[&file], &[]), "through"),
        (fence(&[&tree], &[], &[&ours]), "through"),
        (fence(&[&tree], &[], &[]), "stopped: EPERM"),
        (fence(&[&tree, &theirs], &[], &[&ours]), "stopped: EPERM"),
        (fence(&[&tree], &[&theirs], &[&ours]), "stopped: EPERM"),
        // A link in a folder of ours leads to one that is not.
        (
            fence(&[&tree, &ours.join("link")], &[], &[&ours]),
            "stopped: EPERM",
        ),
        // A name that only begins in the same way.
        (fence(&[&tree], &[], &[&place.path("our")]), "stopped: EPERM"),
    ] {
        let found = attempt(&place, Some(&fence), &python, &script, &own).await;
        assert_eq!(found, wanted, "{fence:?}");
        let found = attempt(&place, Some(&fence), &python, &script, &other).await;
        assert!(found.starts_with("stopped"), "{fence:?}: {found}");
    }
}

// Proves S-64.
#[tokio::test]
async fn no_descriptor_of_ours_is_handed_on() {
    let Some(python) = runtime("python3") else { return };
    let Some(place) = place().await else { return };
    let script = place.script("script", "attacks.py");
    let fence = Fence {
        read: vec![script.clone()],
        ..Fence::default()
    };
    let attack = ("descriptors", Vec::new());
    let found = attempt(&place, Some(&fence), &python, &script, &attack).await;
    assert!(found.starts_with("stopped"), "{found}");
}
