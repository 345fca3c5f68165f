use super::*;

fn secret(text: &str) -> Secret {
    Secret::from(text)
}

const PASSPHRASE: &str = "correct horse battery";

fn file() -> (tempfile::TempDir, SealedFile) {
    let folder = tempfile::tempdir().unwrap();
    let file = SealedFile::at(folder.path().join("secrets.sealed"));
    let secrets = BTreeMap::from([("first".to_owned(), secret("canary-of-the-first"))]);
    file.create(&secret(PASSPHRASE), secrets).unwrap();
    (folder, file)
}

// Proves F-35.
#[test]
fn a_sealed_file_opens_with_its_passphrase_alone_and_holds_nothing_that_can_be_read() {
    let (folder, file) = file();
    file.set("second", &secret("canary-of-the-second")).unwrap();
    file.remove("nothing").unwrap();
    let path = folder.path().join("secrets.sealed");
    let text = fs::read(&path).unwrap();
    assert!(
        !String::from_utf8_lossy(&text).contains("canary")
            && !String::from_utf8_lossy(&text).contains("first")
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
    // Another run: closed until the passphrase is there, and no guess opens it.
    let again = SealedFile::at(path);
    assert!(again.is_chosen() && !again.is_open());
    for refused in [
        again.get("first").map(drop),
        again.set("x", &secret("y")),
        again.remove("first"),
    ] {
        assert_eq!(refused.unwrap_err().code, Code::VaultLocked);
    }
    let wrong = again.unlock(&secret("Correct horse battery")).unwrap_err();
    assert_eq!(wrong.code, Code::VaultLocked);
    assert!(!again.is_open());
    again.unlock(&secret(PASSPHRASE)).unwrap();
    assert_eq!(
        again.get("second").unwrap().unwrap().expose(),
        "canary-of-the-second"
    );
    again.remove("second").unwrap();
    assert!(again.get("second").unwrap().is_none());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

// Proves F-35.
#[test]
fn another_passphrase_takes_the_place_of_the_old_one_and_never_a_short_one() {
    let (folder, file) = file();
    let short = file.change(&secret(PASSPHRASE), &secret("short")).unwrap_err();
    assert_eq!(short.code, Code::BadInput);
    let wrong = file.change(&secret("something else"), &secret("another passphrase"));
    assert_eq!(wrong.unwrap_err().code, Code::VaultLocked);
    file.change(&secret(PASSPHRASE), &secret("another passphrase"))
        .unwrap();
    let again = SealedFile::at(folder.path().join("secrets.sealed"));
    assert!(again.unlock(&secret(PASSPHRASE)).is_err());
    again.unlock(&secret("another passphrase")).unwrap();
    assert_eq!(
        again.get("first").unwrap().unwrap().expose(),
        "canary-of-the-first"
    );
}

// Proves F-35.
#[test]
fn changing_the_file_opens_nothing_and_stops_nothing() {
    let (folder, _) = file();
    let path = folder.path().join("secrets.sealed");
    let right: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    for (name, other) in [
        ("memory_kib", serde_json::json!(limits::SEALED_MEMORY_KIB / 2)),
        ("memory_kib", serde_json::json!(u32::MAX)),
        ("passes", serde_json::json!(u32::MAX)),
        ("portcullis_secrets", serde_json::json!(2)),
        ("kdf", serde_json::json!("none")),
        ("salt", serde_json::json!("no salt")),
        ("salt", serde_json::json!("AAAA")),
        ("nonce", serde_json::json!("AAAA")),
        ("nonce", serde_json::json!("AAAAAAAAAAAAAAAA")),
        ("sealed", serde_json::json!("")),
        ("more", serde_json::json!(1)),
    ] {
        let mut changed = right.clone();
        changed[name] = other;
        fs::write(&path, changed.to_string()).unwrap();
        let refused = SealedFile::at(path.clone())
            .unlock(&secret(PASSPHRASE))
            .unwrap_err();
        assert!(
            matches!(refused.code, Code::VaultLocked | Code::VaultMissing),
            "{name}: {refused}"
        );
    }
    fs::write(
        &path,
        vec![b' '; usize::try_from(limits::SEALED_FILE).unwrap() + 1],
    )
    .unwrap();
    let refused = SealedFile::at(path).unlock(&secret(PASSPHRASE)).unwrap_err();
    assert_eq!(refused.code, Code::VaultMissing);
}

// Proves F-35.
#[test]
fn a_file_that_would_be_too_large_to_read_is_not_written() {
    let (folder, file) = file();
    let large = "x".repeat(usize::try_from(limits::SEALED_FILE).unwrap() / 4 * 3);
    let refused = file.set("large", &secret(&large)).unwrap_err();
    assert_eq!(refused.code, Code::StoreFailed);
    assert!(file.get("large").unwrap().is_none());
    let again = SealedFile::at(folder.path().join("secrets.sealed"));
    again.unlock(&secret(PASSPHRASE)).unwrap();
    assert_eq!(
        again.get("first").unwrap().unwrap().expose(),
        "canary-of-the-first"
    );
}
