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
fn variables_are_known_before_a_form_unless_a_setting_stands_in_them() {
    let manifest = json!({
        "manifest_version": "0.3", "name": "n", "version": "1", "author": { "name": "a" },
        "server": { "type": "python", "entry_point": "m.py", "mcp_config": {
            "command": "python",
            "env": { "PYTHONPATH": "${__dirname}/server/lib", "MORE": "${__dirname}/${user_config.more}", "OTHER": "${OTHER}" },
            "platform_overrides": { "win32": { "env": { "ONLY": "1" } } },
        } },
    });
    let manifest = Manifest::parse(manifest.to_string().as_bytes()).unwrap();
    let on = |platform| fixed_variables(&manifest, &folders(), platform).unwrap();
    let known = |name: &str, value: &str| (name.to_owned(), Some(value.to_owned()));
    assert_eq!(
        on("linux"),
        [
            known("PYTHONPATH", "/data/bundles/1/server/lib"),
            ("MORE".to_owned(), None),
            known("OTHER", "${OTHER}"),
        ]
    );
    assert_eq!(on("win32"), [known("ONLY", "1")]);
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
fn an_argument_without_a_value_is_left_out_with_its_option() {
    let config = json!({
        "command": "node",
        "args": [
            "i.js", "--token", "${user_config.token}", "-m", "${user_config.mode}", "--", "${user_config.folders}",
            "--name=${user_config.name}", "x", "${user_config.name}", "--level", "${user_config.level}",
        ],
    });
    let optional = |kind: &str| json!({ "type": kind, "title": "T" });
    let settings = json!({
        "token": optional("string"),
        "mode": { "type": "string", "title": "T", "default": "fast" },
        "folders": { "type": "directory", "title": "T", "multiple": true },
        "name": optional("string"),
        "level": optional("number"),
    });
    let done = resolved(&config, &settings, &[]).unwrap();
    assert_eq!(done.arguments, ["i.js", "-m", "fast", "--", "x"]);
    assert_eq!(
        done.left_out,
        [
            "--token ${user_config.token}",
            "${user_config.folders}",
            "--name=${user_config.name}",
            "${user_config.name}",
            "--level ${user_config.level}",
        ]
    );
    let given: &[(&str, &[&str])] = &[
        ("token", &["t"]),
        ("folders", &["/a"]),
        ("name", &["n"]),
        ("level", &["1"]),
    ];
    let done = resolved(&config, &settings, given).unwrap();
    assert_eq!(
        done.arguments,
        [
            "i.js", "--token", "t", "-m", "fast", "--", "/a", "--name=n", "x", "n", "--level", "1"
        ]
    );
    assert!(done.left_out.is_empty(), "{:?}", done.left_out);
}

#[test]
fn a_path_to_the_program_counts_from_the_root_of_the_bundle() {
    let inside = folders().bundle.join("server").join("run");
    let inside = inside.to_str().unwrap();
    for (command, program) in [
        ("server/run", inside),
        ("./server/run", inside),
        ("node", "node"),
        ("../run", "../run"),
        ("server/../../run", "server/../../run"),
    ] {
        let done = resolved(&json!({ "command": command }), &json!({}), &[]).unwrap();
        assert_eq!(done.program, program, "{command}");
    }
}

#[test]
fn a_setting_in_the_name_of_the_program_is_required() {
    let config = json!({ "command": "${user_config.python}", "args": ["m.py"] });
    let settings = json!({ "python": { "type": "file", "title": "Interpreter" } });
    let refused = resolved(&config, &settings, &[]).unwrap_err();
    assert!(refused.sentence.contains("Interpreter"), "{refused}");
    let done = resolved(&config, &settings, &[("python", &["/usr/bin/python3"])]).unwrap();
    assert_eq!(done.program, "/usr/bin/python3");
}

#[test]
fn an_empty_default_is_a_value_that_an_empty_field_does_not_take_away() {
    let config = json!({
        "command": "uvx",
        "args": ["docs${user_config.extras}==1", "--key", "${user_config.key}"],
        "env": { "KEY": "${user_config.key}", "WAIT": "${user_config.wait}", "MOST": "${user_config.most}" },
    });
    let settings = json!({
        "extras": { "type": "string", "title": "Extras", "default": "" },
        "key": { "type": "string", "title": "Key", "default": "", "sensitive": true },
        "wait": { "type": "number", "title": "Wait", "default": 60.0 },
        "most": { "type": "number", "title": "Most", "default": "" },
    });
    let emptied: &[(&str, &[&str])] = &[("extras", &[]), ("key", &[])];
    let untouched: &[(&str, &[&str])] = &[];
    for given in [emptied, untouched] {
        let done = resolved(&config, &settings, given).unwrap();
        assert_eq!(done.arguments, ["docs==1", "--key", ""], "{given:?}");
        let [key, wait] = done.environment.as_slice() else {
            panic!("{:?}", done.environment)
        };
        assert_eq!((key.value.as_deref(), key.secret), (Some(""), false), "{given:?}");
        assert_eq!(wait.value.as_deref(), Some("60"));
        assert_eq!(done.secrets, BundleSecrets::default());
    }
    let refused = resolved(&config, &settings, &[("key", &["k"])]);
    assert!(refused.is_err(), "{refused:?}");
}

#[test]
fn a_stored_secret_stays_where_its_setting_is_empty_by_default() {
    let manifest = json!({
        "manifest_version": "0.3", "name": "n", "version": "1", "author": { "name": "a" },
        "server": { "type": "node", "entry_point": "i.js", "mcp_config": { "command": "node", "env": { "KEY": "${user_config.key}" } } },
        "user_config": { "key": { "type": "string", "title": "Key", "sensitive": true, "default": "" } },
    });
    let manifest = Manifest::parse(manifest.to_string().as_bytes()).unwrap();
    let run = |given: &SettingValues, stored: &BundleSecrets| {
        resolve(&manifest, given, stored, &folders(), "linux").unwrap()
    };
    let given = SettingValues::from([("key".to_owned(), vec!["k".to_owned()])]);
    let first = run(&given, &BundleSecrets::default());
    let kept = run(&SettingValues::new(), &first.secrets);
    assert_eq!(kept.secrets, first.secrets);
    assert_eq!(
        (kept.environment[0].value.as_deref(), kept.environment[0].secret),
        (None, true)
    );
}

#[test]
fn a_list_of_one_value_stands_where_one_value_fits() {
    let config = json!({ "command": "node", "env": { "FOLDERS": "${user_config.folders}" } });
    let settings = json!({ "folders": { "type": "directory", "title": "T", "multiple": true } });
    let done = resolved(&config, &settings, &[("folders", &["/a b"])]).unwrap();
    assert_eq!(done.environment[0].value.as_deref(), Some("/a b"));
    assert!(resolved(&config, &settings, &[("folders", &["/a", "/b"])]).is_err());
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
            vec!["a", "b"],
        ),
        (
            config("a"),
            one(json!({ "type": "string", "title": "T", "required": true, "default": "" })),
            vec![],
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
