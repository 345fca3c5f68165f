use super::{check, ended, is};
use crate::FailureCause as Cause;
use crate::{DraftChange, Evidence, diagnose};

const NPM_REFUSED: &str = "npm error code ECONNREFUSED
npm error syscall connect
npm error errno ECONNREFUSED
npm error FetchError: request to http://127.0.0.1:9/some-pkg-aa failed, reason: connect ECONNREFUSED 127.0.0.1:9
npm error     at ClientRequest.<anonymous> (/usr/lib/node_modules/npm/node_modules/minipass-fetch/lib/index.js:130:14)
npm error If you are behind a proxy, please make sure that the 'proxy' config is set properly.  See: 'npm help config'";

#[test]
fn what_a_registry_does_not_have_is_told_apart() {
    check(&[
        // `npx -y @modelcontextprotocol/server-nope-xyz-123`
        (
            "npx -y @modelcontextprotocol/server-nope-xyz-123",
            "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/@modelcontextprotocol%2fserver-nope-xyz-123\nnpm error 404\nnpm error 404  The requested resource '@modelcontextprotocol/server-nope-xyz-123@*' could not be found or you do not have permission to access it.\nnpm error 404",
            Cause::PackageNotFound,
            "“@modelcontextprotocol/server-nope-xyz-123”",
        ),
        // npm 10
        (
            "npx -y nope-xyz",
            "npm ERR! code E404\nnpm ERR! 404 Not Found - GET https://registry.npmjs.org/nope-xyz - Not found\nnpm ERR! 404\nnpm ERR! 404  'nope-xyz@*' is not in this registry.",
            Cause::PackageNotFound,
            "“nope-xyz”",
        ),
        // `npx -y @modelcontextprotocol/server-everything@99.99.99`
        (
            "npx -y @modelcontextprotocol/server-everything@99.99.99",
            "npm error code ETARGET\nnpm error notarget No matching version found for @modelcontextprotocol/server-everything@99.99.99.\nnpm error notarget In most cases you or one of your dependencies are requesting a package version that doesn't exist.",
            Cause::VersionNotFound,
            "“@modelcontextprotocol/server-everything@99.99.99”",
        ),
        // From npm/cli#9765: npm 12 with `min-release-age` in its configuration.
        (
            "npx -y @acme/notes@1.2.3",
            "npm error code ETARGET\nnpm error notarget No matching version found for @acme/notes@1.2.3 with a date before 7/20/2026, 12:49:57 AM.\nnpm error notarget In most cases you or one of your dependencies are requesting\nnpm error notarget a package version that doesn't exist.",
            Cause::VersionNotFound,
            "“@acme/notes@1.2.3” is newer",
        ),
        // From taylorwilsdon/google_workspace_mcp#330.
        (
            "uvx workspace-mcp",
            "  × Failed to build `valkey-glide==2.2.3`\n  ├─▶ The build backend returned an error\n  ╰─▶ Call to `maturin.build_wheel` failed (exit code: 1)",
            Cause::PackageBroken,
            "built on this computer",
        ),
        // From WiseLibs/better-sqlite3#1213.
        (
            "npx -y notes",
            "npm error code 1\nnpm error path C:\\Users\\me\\node_modules\\better-sqlite3\nnpm error command failed\nnpm error prebuild-install warn install No prebuilt binaries found (target=24.0.0 runtime=node arch=x64 libc= platform=win32)\nnpm error gyp ERR! find VS You need to install the latest version of Visual Studio\nnpm error gyp ERR! not ok",
            Cause::PackageBroken,
            "built on this computer",
        ),
        // From npm/cli#9822.
        (
            "npx -y --nodedir=/x notes",
            "npm error code EUNKNOWNCONFIG\nnpm error Unknown cli flag:\nnpm error   - --nodedir",
            Cause::OptionUnknown,
            "“--nodedir=/x”",
        ),
        // From get-bb/bb#1057.
        (
            "npx -y notes",
            "Error: Could not locate the bindings file. Tried:\n → /home/me/.npm/_npx/614ebd23ff24de90/node_modules/better-sqlite3/build/better_sqlite3.node",
            Cause::PackageBroken,
            "install scripts",
        ),
        // `npx -y lodash`
        (
            "npx -y lodash",
            "npm error could not determine executable to run",
            Cause::PackageHasNoProgram,
            "“lodash”",
        ),
        // `uvx mcp-server-nope-xyz-123`
        (
            "uvx mcp-server-nope-xyz-123",
            "error: No solution found when resolving tool dependencies\n  cause: Because mcp-server-nope-xyz-123 was not found in the package registry and you require mcp-server-nope-xyz-123, we can conclude that your requirements are unsatisfiable.",
            Cause::PackageNotFound,
            "“mcp-server-nope-xyz-123”",
        ),
        // `uvx mcp-server-time@99.9.9`
        (
            "uvx mcp-server-time@99.9.9",
            "error: No solution found when resolving tool dependencies\n  cause: Because there is no version of mcp-server-time==99.9.9 and you require mcp-server-time==99.9.9, we can conclude that your requirements are unsatisfiable.",
            Cause::VersionNotFound,
            "“mcp-server-time@99.9.9”",
        ),
        // `uvx requests`
        (
            "uvx requests",
            "Package `requests` does not provide any executables.",
            Cause::PackageHasNoProgram,
            "“requests”",
        ),
        (
            "uvx --from mcp-server-time nope",
            "An executable named `nope` is not provided by package `mcp-server-time`.\nThe following executables are available:\n- mcp-server-time",
            Cause::PackageHasNoProgram,
            "",
        ),
        // `bunx some-nope-pkg-xyz-1`
        (
            "bunx some-nope-pkg-xyz-1",
            "Resolving dependencies\nResolved, downloaded and extracted [1]\nerror: GET https://registry.npmjs.org/some-nope-pkg-xyz-1 - 404",
            Cause::PackageNotFound,
            "“some-nope-pkg-xyz-1”",
        ),
        // `deno run -A npm:some-nope-pkg-xyz-1`
        (
            "deno run -A npm:some-nope-pkg-xyz-1",
            "\u{1b}[0m\u{1b}[32mDownload\u{1b}[0m https://registry.npmjs.org/some-nope-pkg-xyz-1\n\u{1b}[0m\u{1b}[1m\u{1b}[31merror\u{1b}[0m: npm package 'some-nope-pkg-xyz-1' does not exist.",
            Cause::PackageNotFound,
            "",
        ),
        // From dotnet/core#2414, in English.
        (
            "dnx Nope.Xyz --yes",
            "error NU1101: Unable to find package Nope.Xyz. No packages exist with this id in source(s): nuget.org\nThe tool package could not be restored.",
            Cause::PackageNotFound,
            "“Nope.Xyz”",
        ),
        // `pip download mcp-zz`
        (
            "pipx run mcp-zz",
            "ERROR: Could not find a version that satisfies the requirement mcp-zz (from versions: none)\nERROR: No matching distribution found for mcp-zz",
            Cause::PackageNotFound,
            "“mcp-zz”",
        ),
    ]);
}

#[test]
fn a_registry_that_is_not_reached_is_told_from_a_package_that_is_not_there() {
    check(&[
        // `npx -y some-pkg-aa` with a registry that nothing listens at
        (
            "npx -y some-pkg-aa",
            NPM_REFUSED,
            Cause::RegistryUnreachable,
            "registry",
        ),
        // `npx -y some-pkg-bb` with a registry at a host that does not exist
        (
            "npx -y some-pkg-bb",
            "npm error code ENOTFOUND\nnpm error syscall getaddrinfo\nnpm error errno ENOTFOUND\nnpm error network request to http://nowhere.invalid/some-pkg-bb failed, reason: getaddrinfo ENOTFOUND nowhere.invalid",
            Cause::RegistryUnreachable,
            "",
        ),
        (
            "npx -y x",
            "npm error code EAI_AGAIN\nnpm error syscall getaddrinfo\nnpm error request to https://registry.npmjs.org/x failed",
            Cause::RegistryUnreachable,
            "",
        ),
        // `uvx --index-url http://nowhere.invalid/simple mcp-server-time`
        (
            "uvx mcp-server-time",
            "error: Failed to fetch: http://nowhere.invalid/simple/mcp-server-time/\n  cause: error sending request for url (http://nowhere.invalid/simple/mcp-server-time/)\n  cause: client error (Connect)\n  cause: dns error\n  cause: failed to lookup address information: Name or service not known",
            Cause::RegistryUnreachable,
            "",
        ),
        // `npx -y some-pkg-cc` with a registry whose certificate is self-signed
        (
            "npx -y some-pkg-cc",
            "npm error code DEPTH_ZERO_SELF_SIGNED_CERT\nnpm error errno DEPTH_ZERO_SELF_SIGNED_CERT\nnpm error request to https://localhost:18443/some-pkg-cc failed, reason: self-signed certificate",
            Cause::CertificateUnknown,
            "",
        ),
        (
            "npx -y x",
            "npm error code UNABLE_TO_VERIFY_LEAF_SIGNATURE\nnpm error request to https://registry.npmjs.org/x failed, reason: unable to verify the first certificate",
            Cause::CertificateUnknown,
            "",
        ),
        // `uvx --index-url https://localhost:18443/simple mcp-server-time9`
        (
            "uvx mcp-server-time9",
            "error: Failed to fetch: https://localhost:18443/simple/mcp-server-time9/\n  cause: error sending request for url (https://localhost:18443/simple/mcp-server-time9/)\n  cause: client error (Connect)\n  cause: invalid peer certificate: UnknownIssuer",
            Cause::CertificateUnknown,
            "",
        ),
        // `pip download --index-url https://localhost:18443/simple mcp-zz`: it names the package last.
        (
            "pipx run mcp-zz",
            "Could not fetch URL https://localhost:18443/simple/mcp-zz/: There was a problem confirming the ssl certificate: HTTPSConnectionPool(host='localhost', port=18443)\nERROR: Could not find a version that satisfies the requirement mcp-zz (from versions: none)\nERROR: No matching distribution found for mcp-zz",
            Cause::CertificateUnknown,
            "",
        ),
        // `npx -y some-pkg-dd` with a proxy that answers 407
        (
            "npx -y some-pkg-dd",
            "npm error code E407\nnpm error 407 Proxy Authentication Required - GET https://registry.npmjs.org/some-pkg-dd",
            Cause::ProxySignIn,
            "",
        ),
        // `uvx mcp-server-time8` with the same proxy
        (
            "uvx mcp-server-time8",
            "error: Failed to fetch: https://pypi.org/simple/mcp-server-time8/\n  cause: client error (Connect)\n  cause: tunnel error: proxy authorization required",
            Cause::ProxySignIn,
            "",
        ),
        // `bunx some-nope-zz` with the same proxy
        (
            "bunx some-nope-zz",
            "Resolving dependencies\nerror: ProxyConnectFailed (407) downloading package manifest some-nope-zz",
            Cause::ProxySignIn,
            "",
        ),
        (
            "npx -y x",
            "npm error code E401\nnpm error Incorrect or missing password.",
            Cause::RegistryDenied,
            "",
        ),
        // `npx -y semver` as an account that may not write to the cache
        (
            "npx -y semver",
            "npm error code EACCES\nnpm error syscall mkdir\nnpm error path /home/ada/.npm/_cacache/tmp\nnpm error errno EACCES",
            Cause::CacheUnusable,
            "",
        ),
        (
            "npx -y x",
            "npm error code EINTEGRITY\nnpm error sha512-abc integrity checksum failed",
            Cause::CacheUnusable,
            "damaged",
        ),
        (
            "npx -y x",
            "npm error code ENOSPC\nnpm error syscall write\nnpm error nospc ENOSPC: no space left on device, write",
            Cause::DiskFull,
            "",
        ),
    ]);
    let mut evidence = ended("npx -y some-pkg-aa", NPM_REFUSED);
    evidence.proxy = true;
    let diagnosis = diagnose(&evidence);
    assert!(diagnosis.remedy.contains("HTTPS_PROXY"), "{}", diagnosis.remedy);
    evidence.variables = vec!["HTTPS_PROXY".to_owned()];
    let diagnosis = diagnose(&evidence);
    is(&diagnosis, Cause::RegistryUnreachable, "", "with its proxy");
    assert!(!diagnosis.remedy.contains("HTTPS_PROXY"), "{}", diagnosis.remedy);
}

#[test]
fn a_package_that_does_not_fit_its_libraries_is_told_from_a_missing_module() {
    check(&[
        // `uvx mcp-server-sqlite` with a newer SDK than it was made for
        (
            "uvx mcp-server-sqlite",
            "Installed 37 packages in 70ms\nTraceback (most recent call last):\n  File \"/cache/uv/lib/python3.11/site-packages/mcp_server_sqlite/__init__.py\", line 14, in main\n    asyncio.run(server.main(args.db_path))\nAttributeError: 'Server' object has no attribute 'list_resources'",
            Cause::PackageBroken,
            "libraries",
        ),
        // `uvx mcp-server-sentry`
        (
            "uvx mcp-server-sentry",
            "Installed 29 packages in 46ms\nTraceback (most recent call last):\n  File \"/cache/uv/lib/python3.11/site-packages/mcp_server_sentry/server.py\", line 6, in <module>\n    import httpx\nModuleNotFoundError: No module named 'httpx'",
            Cause::PackageBroken,
            "",
        ),
        // `uvx mcp`
        (
            "uvx mcp",
            "Installed 28 packages in 56ms\nError: typer is required. Install with 'pip install mcp[cli]'",
            Cause::PackageBroken,
            "optional part",
        ),
        // `python3 -m mcp_server_nope`
        (
            "python3 -m mcp_server_nope",
            "/usr/bin/python3: No module named mcp_server_nope",
            Cause::ModuleNotFound,
            "mcp_server_nope",
        ),
        // `node index.js`, a copy of @modelcontextprotocol/server-filesystem without its packages
        (
            "node /opt/alone/index.js",
            "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@modelcontextprotocol/sdk' imported from /opt/alone/index.js\n    at packageResolve (node:internal/modules/esm/resolve:772:81)",
            Cause::ModuleNotFound,
            "“@modelcontextprotocol/sdk”",
        ),
        // `python -m mcp`
        (
            "python3 -m mcp",
            "/usr/bin/python3: No module named mcp.__main__; 'mcp' is a package and cannot be directly executed",
            Cause::PackageHasNoProgram,
            "“mcp”",
        ),
        // `python3 -c 'import mcp_nope'`
        (
            "python3 /opt/s.py",
            "Traceback (most recent call last):\n  File \"/opt/s.py\", line 1, in <module>\nModuleNotFoundError: No module named 'mcp_nope'",
            Cause::ModuleNotFound,
            "mcp_nope",
        ),
        // `node -e 'require("left-pad-x")'`
        (
            "node /opt/server.js",
            "node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: Cannot find module 'left-pad-x'\nRequire stack:\n- /opt/lib.js\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)\n\nNode.js v20.20.2",
            Cause::ModuleNotFound,
            "left-pad-x",
        ),
        // `node plain2.mjs`
        (
            "node /opt/server.mjs",
            "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'y' imported from /opt/lib.mjs\n    at packageResolve (node:internal/modules/esm/resolve:873:9)",
            Cause::ModuleNotFound,
            "“y”",
        ),
    ]);
}

#[test]
fn what_npx_unpacked_is_deleted_where_cleaning_the_cache_would_leave_it() {
    // From ruvnet/ruflo#856.
    let left = ended(
        "npx -y notes",
        "npm error code ENOTEMPTY\nnpm error syscall rename\nnpm error path /home/me/.npm/_npx/7cfa166e65244432/node_modules/notes\nnpm error ENOTEMPTY: directory not empty, rename '/home/me/.npm/_npx/7cfa166e65244432/node_modules/notes'",
    );
    let native = "Error: The module '/home/me/.npm/_npx/7cfa/node_modules/better-sqlite3/build/Release/better_sqlite3.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 115. This version of Node.js requires\nNODE_MODULE_VERSION 137. Please try re-compiling or re-installing\nthe module (for instance, using `npm rebuild` or `npm install`).\n    at Module._extensions..node (node:internal/modules/cjs/loader:1167:18) {\n  code: 'ERR_DLOPEN_FAILED'\n}\n\nNode.js v24.11.0";
    for (evidence, cause) in [
        (left, Cause::CacheUnusable),
        (ended("npx -y notes", native), Cause::PackageBroken),
    ] {
        let diagnosis = diagnose(&evidence);
        is(&diagnosis, cause, "", "npx");
        assert!(diagnosis.remedy.contains("“_npx”"), "{}", diagnosis.remedy);
    }
    let own = diagnose(&ended(
        "node /srv/notes/index.js",
        &native.replace("/.npm/_npx/7cfa", ""),
    ));
    is(&own, Cause::PackageBroken, "native module", "node");
    assert!(own.remedy.contains("npm rebuild"), "{}", own.remedy);
}

#[test]
fn no_remedy_changes_the_files_of_a_package_that_was_fetched_once() {
    for (command, said, cause) in [
        (
            "node /data/packages/1/tree/node_modules/notes/index.js",
            "Error: The module was compiled against a different Node.js version using\nNODE_MODULE_VERSION 115.",
            Cause::PackageBroken,
        ),
        (
            "node /data/packages/1/tree/node_modules/notes/index.js",
            "Error: Could not locate the bindings file. Tried:",
            Cause::PackageBroken,
        ),
        (
            "node /data/packages/1/tree/node_modules/notes/index.js",
            "Error: Cannot find module 'express'",
            Cause::ModuleNotFound,
        ),
        (
            "/data/packages/1/tree/bin/python -I /data/packages/1/tree/bin/notes",
            "ModuleNotFoundError: No module named 'yaml'",
            Cause::ModuleNotFound,
        ),
    ] {
        let unfetched = ended(command, said);
        let fetched = Evidence {
            is_fetched: true,
            ..unfetched.clone()
        };
        let diagnosis = diagnose(&fetched);
        assert_eq!(diagnosis.cause, cause, "{said}");
        assert_ne!(diagnosis.remedy, diagnose(&unfetched).remedy, "{said}");
        for changing in ["npm install", "npm rebuild", "Install it"] {
            assert!(!diagnosis.remedy.contains(changing), "{}", diagnosis.remedy);
        }
    }
}

#[test]
fn what_npm_12_wants_to_be_allowed_is_added_before_the_package() {
    // From JuliusBrussee/caveman#698 and npm/cli#9189.
    let refused = "npm error code EALLOWGIT\nnpm error Fetching packages of type \"git\" have been disabled\nnpm error Refusing to fetch \"github:ada/notes\"";
    let depends = refused.replace("Fetching packages", "Fetching non-root packages");
    for (said, option) in [
        (refused, "--allow-git=root"),
        (depends.as_str(), "--allow-git=all"),
    ] {
        let diagnosis = diagnose(&ended("npx -y github:ada/notes", said));
        is(&diagnosis, Cause::RegistryDenied, "Git", said);
        let expected = [option, "-y", "github:ada/notes"].map(str::to_owned).to_vec();
        assert_eq!(diagnosis.change, Some(DraftChange::Arguments(expected)));
        assert!(diagnosis.remedy.contains(option), "{}", diagnosis.remedy);
    }
    // What is allowed already is not the person's to be asked for again.
    let given = diagnose(&ended("npx --allow-git=root -y github:ada/notes", &depends));
    is(&given, Cause::RegistryDenied, "Git", "given");
    assert_eq!(given.change, None);
}
