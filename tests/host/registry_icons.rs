//! Icons of a registry: none before the person wants them, each fetched once, and whatever a publisher serves in place of one.

use std::io::Cursor;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::{DynamicImage, ImageFormat, RgbaImage};
use portcullis_api::{Answer, Hidden, RegistryHeader};
use portcullis_core::Code;
use portcullis_tests::{
    registry::{FIRST, TestRegistry, entry},
    sink::{self, Sink},
    test_user::TestUser,
};
use serde_json::{Value, json};

use crate::registry::{npm, turn_on, updated};

const NOTES: &str = "io.github.ada/notes";

fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let image = DynamicImage::from(RgbaImage::new(width, height));
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn with_icon(name: &str, url: &str) -> Value {
    let mut entry = entry(name, "1.0.0", ("active", FIRST), npm("ada-notes"));
    entry["server"]["icons"] = json!([{ "src": url }]);
    entry
}

/// Width and height of an icon as the window gets it.
fn size(address: &str) -> (u32, u32) {
    let data = address.strip_prefix("data:image/png;base64,").unwrap();
    let bytes = STANDARD.decode(data).unwrap();
    let image = image::load_from_memory_with_format(&bytes, ImageFormat::Png).unwrap();
    (image.width(), image.height())
}

fn fetches(registry: &TestRegistry) -> usize {
    let targets = registry.targets().into_iter();
    targets.filter(|target| target == "/icon").count()
}

// Proves S-62.
#[tokio::test]
async fn icons_are_fetched_only_when_they_are_wanted_once_and_without_the_header() {
    let registry = TestRegistry::with(Vec::new()).await;
    registry.put(with_icon(NOTES, &registry.url("/icon")));
    registry.serve("/icon", picture(640, 320, ImageFormat::Jpeg));
    let person = TestUser::new().await;
    let host = &person.host;
    for refused in [
        host.set_registry_icons(true).await.unwrap_err(),
        host.registry_icon(NOTES, false).await.unwrap_err(),
    ] {
        assert_eq!(refused.code, Code::NotFound, "no registry is on: {refused:?}");
    }
    let header = RegistryHeader {
        name: "Authorization".to_owned(),
        secret: Hidden("Bearer abc".to_owned()),
    };
    let request = host.propose_registry(&registry.address(), Some(header)).await;
    person.answers(&request.unwrap(), Answer::AllowOnce {}).await;
    updated(&person).await;
    let found = host.search_registry("notes").await.unwrap().found;
    assert!(found[0].icon && host.registry_server(NOTES, None).await.unwrap().icon);
    assert!(!host.registry().await.unwrap().icons);
    assert_eq!(host.registry_icon(NOTES, false).await.unwrap(), None);
    assert_eq!(fetches(&registry), 0);

    host.set_registry_icons(true).await.unwrap();
    person.sees_row("Registry icons turned on").await;
    let icon = host.registry_icon(NOTES, false).await.unwrap().unwrap();
    assert_eq!(size(&icon), (64, 32));
    assert_eq!(
        host.registry_icon(NOTES, true).await.unwrap().as_ref(),
        Some(&icon)
    );
    let sent = registry.headers("authorization");
    let bare = sent.iter().filter(|sent| sent.is_none()).count();
    assert_eq!((fetches(&registry), bare), (1, 1), "{sent:?}");
    for other in ["io.github.ada/other", "", "../icon"] {
        let refused = host.registry_icon(other, false).await.unwrap_err();
        assert_eq!(refused.code, Code::NotFound, "{other}");
    }

    // From the copy, without a network.
    let address = registry.address();
    drop(registry);
    let person = person.restarts_the_host().await;
    let host = &person.host;
    assert_eq!(host.registry().await.unwrap().address, Some(address));
    assert_eq!(
        host.registry_icon(NOTES, false).await.unwrap(),
        Some(icon),
        "it was kept"
    );
    host.set_registry_icons(false).await.unwrap();
    host.set_registry_icons(true).await.unwrap();
    assert_eq!(
        host.registry_icon(NOTES, false).await.unwrap(),
        None,
        "it was forgotten"
    );
    // Turning another registry on asks nothing about icons, so there are none.
    let other = TestRegistry::with(vec![with_icon(NOTES, "https://a.example/icon")]).await;
    turn_on(&person, &other.address()).await;
    assert!(!person.host.registry().await.unwrap().icons);
}

// Proves S-21, S-62, S-63.
#[tokio::test]
async fn whatever_a_publisher_serves_in_place_of_an_icon_leaves_a_letter() {
    let inside = Sink::answering(sink::Answer::Text("secret".to_owned())).await;
    let elsewhere = inside.url("/inside");
    let png = picture(8, 8, ImageFormat::Png);
    let mut bomb = png.clone();
    // 20,000 × 20,000 pixels, as its header says.
    bomb[16..24].copy_from_slice(&[0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20]);
    let mut large = png.clone();
    large.resize(1 << 20, 0);
    let ok = |bytes: Vec<u8>| sink::Answer::Status(200, Vec::new(), bytes);
    let answers = vec![
        ok(b"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>".to_vec()),
        sink::Answer::Html,
        ok(Vec::new()),
        ok(png[..20].to_vec()),
        ok(picture(8, 8, ImageFormat::Gif)),
        ok(bomb),
        ok(large),
        sink::Answer::Status(404, Vec::new(), png.clone()),
        sink::Answer::Redirect("http://10.0.0.1/icon".to_owned()),
        sink::Answer::Redirect("file:///etc/passwd".to_owned()),
        sink::Answer::Redirect(elsewhere.clone()),
        sink::Answer::Redirect("/0".to_owned()),
        sink::Answer::Slow(Duration::from_secs(2), png.clone()),
        sink::Answer::Silence,
    ];
    let count = answers.len();
    let answers = move |at: &str| answers.get(at.parse::<usize>().ok()?).cloned();
    let publisher = Sink::scripted(move |request, _| {
        let at = request.target.trim_start_matches('/');
        answers(at).unwrap_or(sink::Answer::Close)
    })
    .await;
    // Of a registry on this computer, publishers may be here as well.
    let registry = TestRegistry::with(Vec::new()).await;
    for at in 0..count {
        registry.put(with_icon(
            &format!("io.github.ada/n{at}"),
            &publisher.url(&format!("/{at}")),
        ));
    }
    for (name, url) in [
        ("inward", "https://10.0.0.1/icon"),
        ("metadata", "https://169.254.169.254/icon"),
        ("plain", "http://icons.example/icon"),
    ] {
        registry.put(with_icon(&format!("io.github.ada/{name}"), url));
    }
    registry.put(with_icon(NOTES, &registry.url("/icon")));
    registry.serve("/icon", png);
    let person = TestUser::new().await;
    let host = &person.host;
    turn_on(&person, &registry.address()).await;
    host.set_registry_icons(true).await.unwrap();
    // At once, as a list of them would be.
    let names: Vec<String> = (0..count)
        .map(|at| format!("io.github.ada/n{at}"))
        .chain(["inward", "metadata", "plain"].map(|name| format!("io.github.ada/{name}")))
        .collect();
    for _ in 0..2 {
        let icons = names.iter().map(|name| host.registry_icon(name, false));
        for (name, icon) in names.iter().zip(futures::future::join_all(icons).await) {
            assert_eq!(icon.unwrap(), None, "{name}");
        }
    }
    let hits = publisher.hits();
    let again = (0..count).find(|at| {
        let target = format!("/{at}");
        // The first is where one of the redirects leads.
        hits.iter().filter(|hit| hit.target == target).count() > 1 + usize::from(*at == 0)
    });
    assert_eq!(again, None, "none is fetched again at each look");
    inside.assert_untouched();
    let icon = host.registry_icon(NOTES, false).await.unwrap().unwrap();
    assert_eq!(size(&icon), (8, 8), "the others go on");
}
