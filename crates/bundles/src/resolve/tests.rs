use super::*;
use serde_json::{Value, json};

fn folders() -> BundleFolders {
    BundleFolders {
        bundle: "/data/bundles/1".into(),
        home: "/home/ada".into(),
        desktop: "/home/ada/Desktop".into(),
        documents: "/home/ada/Documents".into(),
        downloads: "/home/ada/Downloads".into(),
    }
}

fn resolved(config: &Value, settings: &Value, given: &[(&str, &[&str])]) -> Result<BundledCommand> {
    let manifest = json!({
        "manifest_version": "0.3", "name": "n", "version": "1", "author": { "name": "a" },
        "server": { "type": "node", "entry_point": "i.js", "mcp_config": config },
        "user_config": settings,
    });
    let manifest = Manifest::parse(manifest.to_string().as_bytes())?;
    let given = given.iter().map(|(name, values)| {
        let values = values.iter().map(|value| (*value).to_owned()).collect();
        ((*name).to_owned(), values)
    });
    resolve(
        &manifest,
        &given.collect(),
        &BundleSecrets::default(),
        &folders(),
        "linux",
    )
}

#[test]
fn variables_are_replaced_once_and_lists_become_arguments() {
    let config = json!({
        "command": "node",
        "args": ["${__dirname}${/}i.js", "--level=${user_config.level}", "${user_config.folders}", "--x=${user_config.none}", "${OTHER}"],
        "env": { "KEY": "k-${user_config.key}", "NONE": "${user_config.none}", "ON": "${user_config.on}" },
    });
    let settings = json!({
        "level": { "type": "number", "title": "Level", "default": 2, "min": 1, "max": 3 },
        "folders": { "type": "directory", "title": "Folders", "multiple": true, "default": ["${HOME}/notes"] },
        "key": { "type": "string", "title": "Key", "sensitive": true, "required": true },
        "none": { "type": "string", "title": "None" },
        "on": { "type": "boolean", "title": "On", "default": true },
    });
    let done = resolved(&config, &settings, &[("key", &["${user_config.level}$&"])]).unwrap();
    assert_eq!(done.program, "node");
    let script = format!("/data/bundles/1{}i.js", std::path::MAIN_SEPARATOR);
    assert_eq!(
        done.arguments,
        [script.as_str(), "--level=2", "/home/ada/notes", "${OTHER}"]
    );
    let named: Vec<_> = done
        .environment
        .iter()
        .map(|it| (it.name.as_str(), it.value.as_deref().unwrap(), it.secret))
        .collect();
    assert_eq!(
        named,
        [("KEY", "k-${user_config.level}$&", true), ("ON", "true", false)]
    );
    let folders: &[&str] = &["/a b", "${HOME}"];
    let done = resolved(&config, &settings, &[("key", &["k"]), ("folders", folders)]).unwrap();
    assert_eq!(
        done.arguments[2..4],
        ["/a b", "${HOME}"],
        "a value of the person is no template"
    );
}

#[test]
fn a_stored_secret_is_kept_where_its_variable_is_made_as_before() {
    let parsed = |env: Value| {
        let manifest = json!({
            "manifest_version": "0.3", "name": "n", "version": "1", "author": { "name": "a" },
            "server": { "type": "node", "entry_point": "i.js", "mcp_config": { "command": "node", "env": env } },
            "user_config": {
                "key": { "type": "string", "title": "Key", "sensitive": true, "required": true },
                "user": { "type": "string", "title": "User", "default": "ada" },
            },
        });
        Manifest::parse(manifest.to_string().as_bytes()).unwrap()
    };
    let given = |name: &str, texts: &[&str]| {
        let texts = texts.iter().map(|text| (*text).to_owned()).collect();
        SettingValues::from([(name.to_owned(), texts)])
    };
    let first = parsed(json!({ "KEY": "Bearer ${user_config.key}", "USER": "${user_config.user}" }));
    let run = |manifest: &Manifest, given: &SettingValues, stored: &BundleSecrets| {
        resolve(manifest, given, stored, &folders(), "linux")
    };
    let done = run(&first, &given("key", &["k"]), &BundleSecrets::default()).unwrap();
    let kept = run(&first, &given("user", &[]), &done.secrets).unwrap();
    assert_eq!(kept.secrets, done.secrets);
    let [key] = kept.environment.as_slice() else {
        panic!("a default that was taken away stays away: {kept:?}")
    };
    assert_eq!(
        (key.name.as_str(), key.value.as_deref(), key.secret),
        ("KEY", None, true)
    );
    let again = run(&first, &given("key", &["new"]), &done.secrets).unwrap();
    assert_eq!(again.environment[0].value.as_deref(), Some("Bearer new"));
    let mixed = parsed(json!({ "KEY": "${user_config.user}:${user_config.key}" }));
    let both = run(&mixed, &given("key", &["k"]), &BundleSecrets::default()).unwrap();
    assert_eq!(both.environment[0].value.as_deref(), Some("ada:k"));
    let kept = run(&mixed, &SettingValues::new(), &both.secrets).unwrap();
    assert_eq!(kept.environment[0].value, None);
    assert!(run(&mixed, &given("user", &["bob"]), &both.secrets).is_err());
    for env in [
        json!({ "KEY": "Token ${user_config.key}" }),
        json!({ "OTHER": "Bearer ${user_config.key}" }),
        json!({ "KEY": "Bearer ${user_config.key}", "KEY_AND_USER": "${user_config.key}${user_config.user}" }),
    ] {
        let refused = run(&parsed(env.clone()), &SettingValues::new(), &done.secrets);
        assert!(refused.is_err(), "{env}: {refused:?}");
    }
}

#[test]
fn what_is_missing_wrong_or_would_show_a_secret_is_refused() {
    let config = |argument: &str| json!({ "command": "node", "args": [argument] });
    let one = |setting: Value| json!({ "x": setting });
    let key = one(json!({ "type": "string", "title": "Key", "sensitive": true }));
    for (config, settings, given) in [
        (
            config("a"),
            one(json!({ "type": "string", "title": "T", "required": true })),
            vec![],
        ),
        (
            config("a"),
            one(json!({ "type": "number", "title": "T", "min": 1 })),
            vec!["0"],
        ),
        (
            config("a"),
            one(json!({ "type": "number", "title": "T", "max": 1 })),
            vec!["2"],
        ),
        (
            config("a"),
            one(json!({ "type": "number", "title": "T" })),
            vec!["NaN"],
        ),
        (
            config("a"),
            one(json!({ "type": "boolean", "title": "T" })),
            vec!["yes"],
        ),
        (
            config("a"),
            one(json!({ "type": "string", "title": "T" })),
            vec!["a", "b"],
        ),
        (
            config("a"),
            one(json!({ "type": "file", "title": "T" })),
            vec!["a\0b"],
        ),
        (
            config("-p=${user_config.x}"),
            one(json!({ "type": "string", "title": "T", "multiple": true })),
            vec!["a"],
        ),
        (config("${user_config.x}"), key.clone(), vec!["k"]),
        (config("--key=${user_config.x}"), key.clone(), vec!["k"]),
        (json!({ "command": "${user_config.x}" }), key, vec!["k"]),
    ] {
        let refused = resolved(&config, &settings, &[("x", &given)]);
        assert!(refused.is_err(), "{config} {settings} {given:?}: {refused:?}");
    }
    assert!(
        resolved(&config("a"), &json!({}), &[("y", &["1"])]).is_err(),
        "a value for nothing"
    );
}
