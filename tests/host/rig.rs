//! A planted secret is found wherever it lies: without that, a sweep that finds nothing would prove nothing.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use portcullis_tests::canary::{Canary, sweep, sweep_bytes};

// Proves S-88.
#[test]
fn planted_secrets_are_found_in_every_form_and_a_clean_folder_is_clean() {
    let folder = tempfile::tempdir().unwrap();
    let canaries = Canary::six();
    std::fs::write(
        folder.path().join("clean.log"),
        "canary-0123456789abcdef0123456789abcdef",
    )
    .unwrap();
    assert_eq!(sweep(folder.path(), &canaries), []);

    let deep = folder.path().join("a/b");
    std::fs::create_dir_all(&deep).unwrap();
    let [environment, header, token, answer, argument, address] = &canaries;
    std::fs::write(deep.join("plain"), format!("x{}y", environment.value)).unwrap();
    let wide: Vec<u8> = header.value.encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(deep.join("wide"), wide).unwrap();
    for shift in ["", "u", "us", "use"] {
        let encoded = BASE64_STANDARD.encode(format!("{shift}{}:and more", token.value));
        assert_eq!(
            sweep_bytes(encoded.as_bytes(), &canaries).len(),
            1,
            "shifted by {shift:?}"
        );
        std::fs::write(deep.join("base64"), encoded).unwrap();
    }
    let hex: String = answer.value.bytes().map(|byte| format!("{byte:02X}")).collect();
    std::fs::write(deep.join("hex"), hex).unwrap();
    std::fs::write(deep.join(&argument.value), "").unwrap();
    std::fs::write(
        deep.join("database"),
        [&[0; 5000], address.value.as_bytes(), &[255; 9]].concat(),
    )
    .unwrap();

    let mut finds: Vec<_> = sweep(folder.path(), &canaries)
        .into_iter()
        .map(|find| (find.label, find.form, find.at))
        .collect();
    finds.sort();
    let expected = [
        ("address", "plain", Some(5000)),
        ("answer", "hexadecimal", Some(0)),
        ("argument", "plain", None),
        ("environment", "plain", Some(1)),
        ("header", "UTF-16", Some(0)),
        ("token", "base64", Some(4)),
    ];
    assert_eq!(
        finds,
        expected.map(|(label, form, at)| (label.to_owned(), form, at))
    );
}
