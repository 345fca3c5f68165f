import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { InstallSetting, RegistryOption, RegistryServer } from "../../../bindings/host";
import type { FakeHost } from "../../../platform/fakeHost";
import { foreign, problem } from "../../../platform/fakeHost/make";
import { expectAxeClean } from "../../../test/axe";
import { showApp } from "../../../test/show";
import { setSearchWords } from "./words";

beforeEach(() => setSearchWords(""));

function setting(key: string, own: Partial<InstallSetting>): InstallSetting {
  return {
    key,
    title: foreign(key),
    description: foreign(""),
    kind: "text",
    required: false,
    secret: false,
    multiple: false,
    default: [],
    choices: [],
    ...own,
  };
}

function option(own: Partial<RegistryOption>): RegistryOption {
  return {
    at: 0,
    kind: "npm",
    identifier: foreign("@notes/server"),
    version: foreign("1.2.0"),
    runs: ["npx", "-y", "@notes/server@1.2.0"].map((word) => foreign(word)),
    sha256: null,
    settings: [],
    post_install: [],
    problem: null,
    ...own,
  };
}

function entry(own: Partial<RegistryServer>): RegistryServer {
  return {
    name: "io.github.ada/notes",
    title: foreign("Field notes"),
    description: foreign("Reads notes"),
    version: foreign("1.2.0"),
    status: "active",
    status_message: null,
    published_at: 1_700_000_000_000,
    website: null,
    repository: foreign("https://example.org/notes"),
    label: "Field notes",
    installed: [],
    options: [option({})],
    ...own,
  };
}

const asked = (fake: FakeHost, name: string) => fake.asked.filter((call) => call.name === name);

/** The page with a registry that is on. */
async function withRegistry(servers: RegistryServer[], hash = "#/servers/registry") {
  return showApp(hash, {
    prepare: (world) => {
      const on = { address: world.registry.public, servers: servers.length, updated_at: Date.now() };
      world.registry = { ...world.registry, ...on };
      world.registryServers = servers;
    },
  });
}

const path = (name: string) => `#/servers/registry/${encodeURIComponent(name)}`;

describe("a registry that is off", () => {
  it("is turned on only by a request, the public one or another", async () => {
    const { user, fake } = await showApp("#/servers/registry");
    expect(await screen.findByText("https://registry.modelcontextprotocol.io/")).toBeVisible();
    await expectAxeClean();
    await user.click(screen.getByRole("button", { name: "Turn on…" }));
    await user.click(screen.getByRole("button", { name: "Use another registry" }));
    await user.type(screen.getByRole("textbox", { name: "Registry URL" }), "https://mcp.example.org");
    await user.click(screen.getByRole("button", { name: "Turn on…" }));
    expect(asked(fake, "propose_registry").map((it) => it.args)).toEqual([
      { address: "https://registry.modelcontextprotocol.io/" },
      { address: "https://mcp.example.org" },
    ]);
    expect(asked(fake, "search_registry")).toEqual([]);
  });
});

describe("the search", () => {
  it("shows the newest first, then what fits as one types, and says when nothing does", async () => {
    const mail = entry({ name: "org.mail/mail", title: foreign("Mail"), status: "deprecated" });
    const { user } = await withRegistry([entry({}), mail]);
    const results = await screen.findByRole("list", { name: "Servers found" });
    expect(within(results).getAllByRole("link")).toHaveLength(2);
    expect(within(results).getByRole("link", { name: /Mail/ })).toHaveTextContent("deprecated");
    expect(screen.getByText("2 servers")).toBeVisible();
    await expectAxeClean();
    const field = screen.getByRole("searchbox", { name: "Search servers" });
    expect(field).toHaveFocus();
    await user.type(field, "notes");
    await waitFor(() => expect(within(results).getAllByRole("link")).toHaveLength(1));
    await user.keyboard("{ArrowDown}");
    expect(within(results).getByRole("link", { name: /Field notes/ })).toHaveFocus();
    await user.type(field, "xyz");
    expect(await screen.findByText("No server matches “notesxyz”")).toBeVisible();
  });

  it("goes on in the copy when an update failed, and says so", async () => {
    const { fake } = await withRegistry([entry({})]);
    const sentence = "The registry was not reached.";
    fake.world.registry = { ...fake.world.registry, problem: problem("network.unreachable", { sentence }) };
    fake.emit({ kind: "registry" });
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(await screen.findByRole("link", { name: /Field notes/ })).toBeVisible();
  });

  it("says how far the first copy is", async () => {
    const { fake } = await withRegistry([]);
    expect(await screen.findByText("The list is empty")).toBeVisible();
    fake.world.registry = { ...fake.world.registry, updating: true };
    fake.emit({ kind: "registry" });
    expect(await screen.findByText("You can search as soon as the first servers are here.")).toBeVisible();
  });
});

describe("an entry", () => {
  it("is found from its result, filled in and proposed with its values", async () => {
    const settings = [
      setting("API key", { secret: true, required: true }),
      setting("Level", { choices: ["low", "high"], default: ["low"] }),
    ];
    const after = [
      { description: foreign("Sign in once"), command: foreign("notes login"), optional: false },
    ];
    const { user, fake } = await withRegistry([
      entry({ options: [option({ settings, post_install: after })] }),
    ]);
    await user.click(await screen.findByRole("link", { name: /Field notes/ }));
    expect(await screen.findByText("@notes/server@1.2.0")).toBeVisible();
    expect(
      screen.getByText("The publisher asks for these steps. Portcullis does not run them."),
    ).toBeVisible();
    await expectAxeClean();
    await user.click(screen.getByRole("button", { name: "Review" }));
    expect(screen.getByText("Required")).toBeVisible();
    expect(asked(fake, "propose_registry_server")).toEqual([]);
    await user.type(screen.getByLabelText(/^API key/), "k-1");
    await user.selectOptions(screen.getByRole("combobox", { name: /^Level/ }), "high");
    await user.click(screen.getByRole("button", { name: "Review" }));
    await waitFor(() =>
      expect(asked(fake, "propose_registry_server").map((it) => it.args)).toEqual([
        {
          name: "io.github.ada/notes",
          version: "1.2.0",
          at: 0,
          label: "Field notes",
          values: [
            { key: "API key", values: ["k-1"] },
            { key: "Level", values: ["high"] },
          ],
        },
      ]),
    );
  });

  it("says which of its ways cannot be taken, and begins with one that can", async () => {
    const cargo = option({ at: 0, kind: "cargo", problem: "Nothing here runs Rust crates." });
    const url = "https://notes.example.org/mcp";
    const remote = option({ at: 1, kind: "remote", identifier: foreign(url), runs: [foreign(url)] });
    await withRegistry([entry({ options: [cargo, remote] })], path("io.github.ada/notes"));
    expect(await screen.findByRole("radio", { name: /Remote server/ })).toBeChecked();
    expect(screen.getByText("Nothing here runs Rust crates.")).toBeVisible();
    expect(screen.getByText("Connects to")).toBeVisible();
    await expectAxeClean();
  });

  it("that was deleted cannot be added", async () => {
    await withRegistry([entry({ status: "deleted" })], path("io.github.ada/notes"));
    expect(await screen.findByText(/It cannot be added\./)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Review" })).toBeNull();
  });

  it("that is a bundle is downloaded and opened on the page of bundles", async () => {
    const bundle = option({ kind: "bundle", sha256: "a".repeat(64), runs: [] });
    const { user, fake } = await withRegistry([entry({ options: [bundle] })], path("io.github.ada/notes"));
    await user.click(await screen.findByRole("button", { name: "Download and open" }));
    expect(asked(fake, "open_registry_bundle").map((it) => it.args)).toEqual([
      { name: "io.github.ada/notes", version: "1.2.0", at: 0 },
    ]);
  });

  it("shows other versions when they are asked for", async () => {
    const older = entry({ version: foreign("1.1.0"), options: [option({ version: foreign("1.1.0") })] });
    const { user, fake } = await withRegistry([entry({}), older], path("io.github.ada/notes"));
    fake.world.registryVersions = ["1.2.0", "1.1.0"].map((version) => ({
      version: foreign(version),
      raw: version,
      status: version === "1.1.0" ? ("deprecated" as const) : ("active" as const),
      published_at: null,
    }));
    await user.click(await screen.findByRole("button", { name: "Other versions" }));
    await screen.findByRole("option", { name: "1.1.0 (deprecated)" });
    await user.selectOptions(screen.getByRole("combobox", { name: "Version" }), "1.1.0");
    await waitFor(() =>
      expect(asked(fake, "registry_server").at(-1)?.args).toEqual({
        name: "io.github.ada/notes",
        version: "1.1.0",
      }),
    );
  });
});
