use super::{first_fetched, is_git, remarks};
use portcullis_programs::{commands, is_fetcher};

/// The codes of the remarks on a line of words by spaces; `_` is a space inside a word.
fn sentences(line: &str) -> Vec<String> {
    remarks(&line_of(line))
        .into_iter()
        .map(|warning| warning.sentence)
        .collect()
}

fn line_of(line: &str) -> Vec<portcullis_programs::ParsedCommand> {
    let mut words = line.split(' ').map(|word| word.replace('_', " "));
    let program = words.next().unwrap();
    commands(&program, None, &words.collect::<Vec<_>>())
}

const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

// Proves S-14.
#[test]
fn whatever_is_newest_is_said_of_every_launcher() {
    for (line, package) in [
        ("npx -y @scope/server", "@scope/server"),
        ("npx -y server@latest", "server@latest"),
        ("npx server@next", "server@next"),
        ("npx server@^1.2.3", "server@^1.2.3"),
        ("npx server@1.x.0", "server@1.x.0"),
        ("npx server@1", "server@1"),
        ("npx server@1.2.3.4", "server@1.2.3.4"),
        ("npx server@1.2.3-", "server@1.2.3-"),
        ("bunx server@1a.2.3", "server@1a.2.3"),
        ("npx --package=a@latest b", "a@latest"),
        ("npx --yes --package a -- b --package c@1.0.0", "a"),
        ("npx.cmd -y server", "server"),
        ("npx github:ada/server", "github:ada/server"),
        ("npx --allow-git all -y github:ada/server", "github:ada/server"),
        ("npx --allow-scripts native@1.0.0 -y server", "server"),
        ("npx -y github:ada/server#main", "github:ada/server#main"),
        ("npm exec -y server", "server"),
        ("npm exec --package=server -- run", "server"),
        ("npm --silent x server@~1.2.0 --flag", "server@~1.2.0"),
        ("npm init thing", "create-thing"),
        ("npm init @ada/thing", "@ada/create-thing"),
        ("npm init ada/thing", "create-ada/thing"),
        ("pnpm dlx server", "server"),
        ("pnpx server", "server"),
        ("yarn dlx server", "server"),
        ("bunx server", "server"),
        ("bun x server", "server"),
        ("uvx server", "server"),
        ("uvx server@latest", "server@latest"),
        ("uvx server[extra]>=1.2", "server[extra]>=1.2"),
        ("uvx server==1.*", "server==1.*"),
        (
            "uvx --from git+https://a.example/x server",
            "git+https://a.example/x",
        ),
        (
            "uvx --from git+https://a.example/x@v1.2.3 server",
            "git+https://a.example/x@v1.2.3",
        ),
        ("uvx --with helper server==1.0.0", "helper"),
        ("uv tool run server", "server"),
        ("uv --directory /x tool run --from server run", "server"),
        ("uv run --with mcp server.py", "mcp"),
        ("pipx run server", "server"),
        ("pipx run --spec server run", "server"),
        (
            "go run example.com/x/server@latest",
            "example.com/x/server@latest",
        ),
        ("go run example.com/x@1.2.3", "example.com/x@1.2.3"),
        ("deno run -A npm:server", "server"),
        ("deno run --allow-net npm:@scope/server@1", "@scope/server@1"),
        ("deno run jsr:@scope/server", "@scope/server"),
        ("nix run github:ada/server", "github:ada/server"),
        ("dnx Server", "Server"),
        ("env A=1 npx server", "server"),
        ("sh -c exec_npx_-y_server", "server"),
        ("sh -c npx_-y_$PKG", "$PKG"),
        ("sh -c npx_-y_\"${PKG}\"", "${PKG}"),
        ("sh -c uvx_$HOMELY/server", "$HOMELY/server"),
        ("cmd /c npx -y server", "server"),
    ] {
        let said = sentences(line);
        let launcher_says = format!(" runs the newest version of “{package}” at each start.");
        assert!(
            said.iter().any(|sentence| sentence.contains(&launcher_says)),
            "{line}: {said:?}"
        );
        let fetches = line_of(line).iter().any(|command| is_fetcher(&command.name));
        assert!(fetches, "{line}: the review must say that it is not compared");
    }
    for (line, image) in [
        ("docker run image", "image"),
        ("docker run -i --rm -e TOKEN mcp/time:latest", "mcp/time:latest"),
        ("docker run -it -v /a:/b --network=none mcp/time", "mcp/time"),
        (
            "docker container run --rm localhost:5000/time",
            "localhost:5000/time",
        ),
        ("podman run --rm -i time:1", "time:1"),
        ("docker run --rm -- time", "time"),
    ] {
        let said = sentences(line);
        let expected = format!(" runs the newest image of “{image}” that it has or pulls.");
        assert!(
            said.iter().any(|sentence| sentence.contains(&expected)),
            "{line}: {said:?}"
        );
    }
    for (line, local) in [
        ("uvx --with-requirements req.txt server==1.2.3", "req.txt"),
        ("uvx --with-editable=./lib server==1.2.3", "./lib"),
        ("uv run --with-editable /x,/y server.py", "/y"),
    ] {
        let said = sentences(line);
        let expected = format!(" installs what “{local}” specifies at each start.");
        assert!(
            said.iter().any(|sentence| sentence.contains(&expected)),
            "{line}: {said:?}"
        );
    }
    let said = sentences("deno run https://a.example/server.ts");
    assert!(
        said[0].starts_with("deno runs the code at “https://a.example/server.ts”"),
        "{said:?}"
    );
}

#[test]
fn the_remark_says_how_to_pin_a_version() {
    for (line, how) in [
        ("npx -y server", "Choose “Pin this version”"),
        ("uvx server", "Choose “Pin this version”"),
        ("docker run -i server", "a digest"),
        ("npx -y github:ada/server", "a full commit ID"),
        ("sh -c npx_-y_server", "such as “server@1.2.3”"),
        (
            "npx --registry https://a.example @a/server@latest",
            "such as “@a/server@1.2.3”",
        ),
        ("go run example.com/x@1.2.3", "such as “example.com/x@v1.2.3”"),
        ("uvx --with other server>=1", "such as “server==1.2.3”"),
        (
            "uvx --with-requirements all.txt server==1.2.3",
            "no version is pinned",
        ),
    ] {
        let said = sentences(line);
        assert!(
            said.iter().any(|sentence| sentence.contains(how)),
            "{line}: {said:?}"
        );
    }
}

// Proves S-14.
#[test]
fn one_version_is_not_remarked_on() {
    let digest = "a".repeat(64);
    for line in [
        "npx -y @scope/server@1.2.3",
        "npx -y server@1.2.3-beta.1 latest",
        "npx server@v1.2.3",
        "npx -y --package=a@1.2.3 b",
        "npx ./server",
        "npm exec -- server@1.2.3",
        "npm run start",
        "pnpm dlx server@1.2.3",
        "uvx server==1.2.3",
        "uvx server@1.2.3",
        "uvx server[extra]==1.0",
        "uv run server.py --with x",
        "uv tool install x",
        "pipx run server==2024.1.2",
        &format!("uvx --from git+https://a.example/x@{COMMIT} server"),
        &format!("npx github:ada/server#{COMMIT}"),
        &format!("docker run -i time@sha256:{digest}"),
        "docker run -i --rm mcp/time:1.2.3",
        "docker ps",
        "deno run npm:server@1.2.3/cli",
        "deno run server.ts",
        "go run ./cmd/server",
        "go run example.com/x@v1.2.3",
        "dnx Server@1.2.3",
        "dnx Server@1.2.3.4",
        "node server.js npx",
    ] {
        assert_eq!(sentences(line), Vec::<String>::new(), "{line}");
    }
}

// Proves S-14.
#[test]
fn what_is_in_the_home_folder_is_not_fetched() {
    for line in [
        "sh -c npx_$HOME/server",
        "sh -c npx_\"${HOME}/server\"",
        "sh -c npx_~/server",
    ] {
        let said = sentences(line);
        assert!(
            !said.iter().any(|sentence| sentence.contains("newest")),
            "{line}: {said:?}"
        );
    }
}

#[test]
fn inline_code_is_seen_in_every_spelling() {
    for line in [
        "sh -c x",
        "sh -ec x",
        "bash -lc x",
        "bash -o pipefail -c x",
        "bash --norc -c x",
        "zsh -ic x",
        "fish --command=x",
        "node -e x",
        "node -p x",
        "node -pe x",
        "node --eval=x",
        "node --no-warnings --print x",
        "bun -e x",
        "deno eval x",
        "perl -E x",
        "perl -w -ne x",
        "python3 -c x",
        "python3 -Ic x",
        "python3 -cx",
        "python3 -W ignore -c x",
        "ruby -e x",
        "ruby -rjson -ne x",
        "php -r x",
        "lua -e x",
        "julia -e x",
        "Rscript -e x",
        "osascript -e x",
        "awk x",
        "env sh -c x",
        "env -S sh_-c_x",
        "sudo -u ada bash -c x",
        "busybox sh -c x",
        "timeout 10 sh -c x",
        "cmd /c x",
        "cmd.exe /d /s /C x",
        "powershell -Command x",
        "powershell -NoProfile -ExecutionPolicy Bypass -c x",
        "powershell x",
        "pwsh -enc eA==",
        "npx -c x",
        "npm exec -c x",
        "su -c x",
        "make --eval=x",
        "expect -c x",
        "guile -c x",
        "just --command x",
        "nix-shell -p y --run x",
        "flock lock -c x",
        "cross-env A=1 sh -c x",
        "xvfb-run -a sh -c x",
        "dbus-run-session -- sh -c x",
        "systemd-run --user sh -c x",
    ] {
        let said = sentences(line);
        let expected = "The arguments contain inline code. Read all of it before you approve.";
        assert!(
            said.iter().any(|sentence| sentence == expected),
            "{line}: {said:?}"
        );
    }
    for line in [
        "sh run.sh -c x",
        "bash -l run.sh -c",
        "python3 server.py -c x",
        "python3 -m server -c x",
        "node server.js -e x",
        "node -r ./e.js server.js",
        "perl -Ilib -MCode server.pl -e",
        "ruby -rjson server.rb",
        "pwsh -File x.ps1 -Command",
        "server -c config --eval",
        "env A=1 server -c x",
    ] {
        assert_eq!(sentences(line), Vec::<String>::new(), "{line}");
    }
}

// Proves S-14.
#[test]
fn another_source_of_packages_is_said() {
    for (line, option) in [
        ("npx --registry=https://a.example x@1.2.3", "--registry"),
        ("uvx --index-url https://a.example x==1.2.3", "--index-url"),
        ("uv run --find-links /x --with y==1.0 z", "--find-links"),
    ] {
        assert_eq!(
            sentences(line),
            [format!("“{option}” changes where packages come from.")],
            "{line}"
        );
    }
}

#[test]
fn a_badge_names_what_is_fetched_and_says_whether_it_is_an_image_or_local() {
    for (line, name, is_image, is_local) in [
        ("npx -y server@1.2.3", "server@1.2.3", false, false),
        ("npx -y ./server", "./server", false, true),
        ("npx -y /srv/server", "/srv/server", false, true),
        ("npx -y ~/server", "~/server", false, true),
        (
            "uv run --with-requirements all.txt server.py",
            "all.txt",
            false,
            true,
        ),
        ("docker run -i time", "time", true, false),
    ] {
        let first = line_of(line).iter().find_map(first_fetched).expect(line);
        assert_eq!(
            (first.name.as_str(), first.is_image, first.is_local),
            (name, is_image, is_local),
            "{line}"
        );
    }
    assert!(
        line_of("node server.js")
            .iter()
            .all(|command| first_fetched(command).is_none())
    );
}

#[test]
fn a_repository_is_told_from_a_package() {
    for name in [
        "git+ssh:x",
        "https://a.example/x.tgz",
        "github:ada/x",
        "ada/x#main",
    ] {
        assert!(is_git(name), "{name}");
    }
    for name in ["x", "@ada/x", "@ada/x#main", "ada/x@1#main", "x#main", "ada/x"] {
        assert!(!is_git(name), "{name}");
    }
}
