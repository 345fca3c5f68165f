import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { RegistryOption, RegistrySearch, RegistryServer, RegistryState } from "../../../bindings/host";
import { mark } from "../../../platform/fakeHost/contents";
import { foreign, problem } from "../../../platform/fakeHost/make";
import { World } from "../../../platform/fakeHost/seed";
import { expectAxeClean } from "../../../test/axe";
import { bundleView, installSetting, UNCHANGED } from "../../../test/install";
import { showApp } from "../../../test/show";
import { expectAttributed } from "../../../test/titles";

const PUBLIC = "https://registry.modelcontextprotocol.io";
const NOTES = "io.github.ada/notes";
const AT_NOTES = "#/servers/registry/io.github.ada%2Fnotes";

function option(own: Partial<RegistryOption> = {}): RegistryOption {
  return {
    at: 0,
    kind: "npm",
    identifier: foreign("@ada/notes"),
    version: foreign("1.3.0"),
    runs: ["npx", "-y", "@ada/notes@1.3.0", "{folder}"].map((word) => foreign(word)),
    headers: [],
    sha256: null,
    fetchable: false,
    settings: [],
    proposed_hosts: [],
    post_install: [],
    problem: null,
    ...own,
  };
}

function entry(own: Partial<RegistryServer> = {}): RegistryServer {
  return {
    name: NOTES,
    title: foreign("Field notes"),
    description: foreign("Reads and writes notes"),
    version: foreign("1.3.0"),
    status: "active",
    status_message: null,
    published_at: 1_790_000_000_000,
    website: foreign("https://notes.example/"),
    repository: null,
    label: "Field notes",
    icon: false,
    installed: [],
    options: [option()],
    ...own,
  };
}

const bundle = bundleView({ name: foreign("Bundled notes"), license: null });

/** A registry that is turned on, with these servers. */
function turnedOn(registryServers: RegistryServer[], over: Partial<RegistryState> = {}) {
  const copy = { servers: registryServers.length, updated_at: Date.now() - 300_000 };
  return { registryServers, registry: { ...new World().registry, address: `${PUBLIC}/`, ...copy, ...over } };
}

const withServers = (at: string, servers: RegistryServer[], over: Partial<RegistryState> = {}) =>
  showApp(at, turnedOn(servers, over));

const searchField = () => screen.findByRole("searchbox", { name: "Search servers" });

describe("a registry that is off", () => {
  it("is turned on at the public address, only by a request", async () => {
    const { user, fake } = await showApp("#/servers/registry");
    expect(await screen.findByText(PUBLIC)).toBeVisible();
    expect(screen.getByText(/their claims are not checked/)).toBeVisible();
    await expectAxeClean();
    await user.click(screen.getByRole("button", { name: "Turn on" }));
    expect(fake.sent("propose_registry")).toEqual([{ address: PUBLIC, header: null }]);
    expect(await screen.findByText("Waiting for your approval.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Turn on" })).toBeNull();
    await waitFor(() => expect(fake.world.waiting).toHaveLength(1));
    const [request] = fake.world.waiting;
    act(() => fake.end(request?.id ?? "", "withdrawn"));
    expect(await screen.findByRole("button", { name: "Turn on" })).toBeVisible();
    expect(fake.sent("search_registry")).toEqual([]);
  });

  it("takes another address, and says when it is none", async () => {
    const { user, fake } = await showApp("#/servers/registry");
    await user.click(await screen.findByRole("button", { name: "Use another registry" }));
    const field = screen.getByRole("textbox", { name: "Registry URL" });
    expect(field).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Turn on" }));
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription(/This is required/);
    fake.failNext("propose_registry", { code: "input.bad", sentence: "This is not the URL of a registry." });
    await user.type(field, "ftp://x");
    await user.click(screen.getByRole("button", { name: "Turn on" }));
    expect(await screen.findByText("This is not the URL of a registry.")).toBeVisible();
    expect(field).toHaveAttribute("aria-invalid", "true");
    await waitFor(() => expect(field).toHaveFocus());
    await expectAxeClean();
    await user.clear(field);
    await user.type(field, " https://mine.example/ ");
    expect(screen.queryByText("This is not the URL of a registry.")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Turn on" }));
    await waitFor(() =>
      expect(fake.sent("propose_registry").at(-1)).toEqual({
        address: "https://mine.example/",
        header: null,
      }),
    );
  });

  it("signs in to an own registry with a header, whose value is hidden", async () => {
    const { user, fake } = await showApp("#/servers/registry");
    await user.click(await screen.findByRole("button", { name: "Use another registry" }));
    await user.type(screen.getByRole("textbox", { name: "Registry URL" }), "https://mine.example/");
    await user.click(screen.getByRole("button", { name: "Sign in with a header" }));
    expect(screen.getByRole("textbox", { name: "Header name" })).toHaveValue("Authorization");
    const value = screen.getByLabelText("Header value");
    expect(value).toHaveAttribute("type", "password");
    await user.click(screen.getByRole("button", { name: "Turn on" }));
    expect(fake.sent("propose_registry")).toEqual([]);
    await expectAxeClean();
    await user.type(value, "Bearer key");
    await user.click(screen.getByRole("button", { name: "Turn on" }));
    await waitFor(() =>
      expect(fake.sent("propose_registry")).toEqual([
        { address: "https://mine.example/", header: { name: "Authorization", secret: "Bearer key" } },
      ]),
    );
  });

  it("gives way to its list when it was approved", async () => {
    const { fake } = await showApp("#/servers/registry");
    await screen.findByRole("button", { name: "Turn on" });
    Object.assign(fake.world, turnedOn([entry()]));
    act(() => fake.emit({ kind: "registry" }));
    expect(await screen.findByRole("link", { name: "Field notes io.github.ada/notes" })).toBeVisible();
    expect(await searchField()).toHaveFocus();
  });
});

describe("the list of a registry", () => {
  const many = Array.from({ length: 60 }, (_, number) =>
    entry({ name: `io.github.ada/notes-${number}`, title: foreign(`Notes ${number}`) }),
  );

  it("begins with the newest, and says how many there are and how old the copy is", async () => {
    await withServers("#/servers/registry", many);
    expect(await screen.findByText("Newest 50 of 60 servers")).toBeVisible();
    expect(screen.getByText("60 servers, updated 5 minutes ago")).toBeVisible();
    expect(await searchField()).toHaveFocus();
    expect(expectAttributed("Notes 7")).toBe(1);
    await expectAxeClean();
  });

  it("waits for a pause, and shows the answer to what is in the field", async () => {
    const { fake } = await withServers("#/servers/registry", [entry()]);
    await screen.findByText("1 server, updated 5 minutes ago");
    const replies = new Map<string, (found: RegistrySearch) => void>();
    fake.reply("search_registry", ({ words }) => new Promise((resolve) => replies.set(words, resolve)));
    const answer = (words: string, title: string) => {
      const { name, description, version, status, icon } = entry();
      const said = { name, title: foreign(title), description, version, status };
      const match = { ...said, local: true, remote: false, icon };
      replies.get(words)?.({ words, found: [match], count: 1 });
    };
    // Without a pause between the keys, also on a busy machine.
    const write = async (...texts: string[]) => {
      const field = await searchField();
      for (const value of texts) fireEvent.change(field, { target: { value } });
    };
    await write("n", "no");
    await waitFor(() => expect(replies.has("no")).toBe(true));
    // The list of before stays while the next one is on its way.
    expect(screen.getByText("Field notes")).toBeVisible();
    await write("not", "note", "notes");
    await waitFor(() => expect(replies.has("notes")).toBe(true));
    answer("notes", "The latest");
    expect(await screen.findByText("The latest")).toBeVisible();
    answer("no", "The one before");
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(screen.getByText("The latest")).toBeVisible();
    expect(screen.queryByText("The one before")).toBeNull();
    const searched = fake.sent("search_registry").map((it) => (it as { words: string }).words);
    expect(searched.filter((it) => ["n", "not", "note"].includes(it))).toEqual([]);
  });

  it("can be gone through with the keyboard, and is left as it was", async () => {
    const { user } = await withServers("#/servers/registry", many);
    await screen.findByText("Newest 50 of 60 servers");
    await user.type(await searchField(), "notes 1");
    expect(await screen.findByText("11 servers")).toBeVisible();
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}");
    const row = screen.getByRole("link", { name: "Notes 10 io.github.ada/notes-10" });
    expect(row).toHaveFocus();
    await user.click(row);
    expect(await screen.findByRole("heading", { name: "Notes 10" })).toBeVisible();
    const back = screen.getByRole("link", { name: "‹ Results" });
    await waitFor(() => expect(back).toHaveFocus());
    await user.click(back);
    expect(await searchField()).toHaveValue("notes 1");
    await waitFor(() =>
      expect(screen.getByRole("link", { name: "Notes 10 io.github.ada/notes-10" })).toHaveFocus(),
    );
  });

  it("says why the last update failed, while searching works", async () => {
    const { user, fake } = await withServers("#/servers/registry", [entry()], {
      problem: problem("network.offline", { sentence: "The registry was not reached." }),
    });
    const note = await screen.findByRole("alert");
    expect(note).toHaveTextContent("The registry was not reached.");
    await user.type(await searchField(), "notes");
    expect(await screen.findByText("Field notes")).toBeVisible();
    await user.click(within(note).getByRole("button", { name: "Update" }));
    expect(fake.sent("update_registry")).toHaveLength(1);
    expect(await screen.findByText("Updating…")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("says how far the first copy is, and when nothing is found", async () => {
    const copying = { updated_at: null, updating: true };
    const { user, fake } = await withServers("#/servers/registry", [], copying);
    expect(await screen.findByRole("heading", { name: "Downloading the list…" })).toBeVisible();
    Object.assign(fake.world, turnedOn([entry()], copying));
    act(() => fake.emit({ kind: "registry" }));
    expect(await screen.findByText("Downloading the list: 1 server so far")).toBeVisible();
    expect(await screen.findByText("Field notes")).toBeVisible();
    await user.type(await searchField(), "weather");
    expect(await screen.findByText("No servers found")).toBeVisible();
    await expectAxeClean();
  });

  it("is turned off after a question", async () => {
    const { user, fake } = await withServers("#/servers/registry", [entry()]);
    await user.click(await screen.findByRole("button", { name: "Turn off…" }));
    await user.click(screen.getByRole("button", { name: "Turn off" }));
    expect(fake.sent("turn_off_registry")).toHaveLength(1);
    expect(await screen.findByRole("button", { name: "Turn on" })).toBeVisible();
  });
});

describe("an entry of a registry", () => {
  it("asks for what is missing, then proposes the values in its fields", async () => {
    const settings = [
      installSetting("folder", { kind: "folder", required: true }),
      installSetting("level", { choices: ["low", "high"], default: ["low"] }),
      installSetting("key", { secret: true, required: true, title: foreign("API key") }),
    ];
    const { user, fake } = await withServers(AT_NOTES, [entry({ options: [option({ settings })] })]);
    await user.click(await screen.findByRole("button", { name: "Review" }));
    expect(screen.getAllByText("This is required.")).toHaveLength(2);
    expect(screen.getByRole("textbox", { name: "folder" })).toHaveFocus();
    expect(fake.sent("propose_registry_server")).toEqual([]);
    await expectAxeClean();
    expect(screen.getByRole("button", { name: "Cancel" })).toBeVisible();
    await user.type(screen.getByRole("textbox", { name: "folder" }), "/notes");
    await user.type(screen.getByLabelText("API key"), " k ");
    await user.click(screen.getByRole("combobox", { name: "level" }));
    await user.click(await screen.findByRole("option", { name: "high" }));
    await user.click(screen.getByRole("button", { name: "Review" }));
    await waitFor(() => expect(fake.sent("propose_registry_server")).toHaveLength(1));
    expect(fake.sent("propose_registry_server")[0]).toEqual({
      name: NOTES,
      version: "1.3.0",
      at: 0,
      label: "Field notes",
      values: [
        { key: "folder", values: ["/notes"] },
        { key: "level", values: ["high"] },
        { key: "key", values: [" k "] },
      ],
      choices: UNCHANGED,
    });
  });

  it("is fetched once, unless that is turned off", async () => {
    const { user, fake } = await withServers(AT_NOTES, [entry({ options: [option({ fetchable: true })] })]);
    const review = await screen.findByRole("button", { name: "Review" });
    await user.click(review);
    await waitFor(() => expect(fake.sent("propose_registry_server")).toHaveLength(1));
    await user.click(screen.getByRole("switch", { name: "Fetch the package once" }));
    await user.click(review);
    await waitFor(() => expect(fake.sent("propose_registry_server")).toHaveLength(2));
    const fetched = fake.sent("propose_registry_server").map(({ choices }) => choices.fetch);
    expect(fetched).toEqual([true, false]);
    await expectAxeClean();
  });

  it("can be added in another way and version; what cannot be added says why", async () => {
    const options = [
      option(),
      option({ at: 2, kind: "remote", identifier: foreign("https://notes.example/mcp"), version: null }),
      option({ at: 1, kind: "cargo", runs: [], problem: "Portcullis does not run Cargo packages." }),
    ];
    const { user, fake } = await withServers(AT_NOTES, [entry({ options })]);
    await user.click(await screen.findByRole("radio", { name: /Cargo package/ }));
    expect(screen.queryByRole("button", { name: "Review" })).toBeNull();
    expect(screen.getAllByText("Portcullis does not run Cargo packages.")).not.toHaveLength(0);
    expect(fake.sent("registry_versions")).toEqual([]);
    await user.click(screen.getByRole("combobox", { name: "Version" }));
    expect(fake.sent("registry_versions")).toEqual([{ name: NOTES }]);
    await user.click(await screen.findByRole("option", { name: /0\.9\.0/ }));
    await waitFor(() =>
      expect(fake.sent("registry_server").at(-1)).toEqual({ name: NOTES, version: "0.9.0" }),
    );
    await user.click(await screen.findByRole("radio", { name: /Remote server/ }));
    await expectAxeClean();
    await user.click(screen.getByRole("button", { name: "Review" }));
    await waitFor(() =>
      expect(fake.sent("propose_registry_server")[0]).toMatchObject({ version: "0.9.0", at: 2 }),
    );
  });

  it("opens the page of bundles with a bundle, and shows its hash before", async () => {
    const sha256 = "5f".repeat(32);
    const options = [option({ at: 3, kind: "bundle", runs: [foreign("https://x.example/n.mcpb")], sha256 })];
    const known = { ...turnedOn([entry({ options })]), chosenBundle: bundle };
    const { user, fake } = await showApp(AT_NOTES, known);
    expect(await screen.findByText(sha256)).toBeVisible();
    fake.failNext("open_registry_bundle", { code: "input.bad", sentence: "The file has another SHA-256." });
    await user.click(screen.getByRole("button", { name: "Download and open" }));
    expect(await screen.findByText("The file has another SHA-256.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Download and open" }));
    expect(await screen.findByRole("heading", { name: "Bundled notes" })).toBeVisible();
    expect(fake.sent("open_registry_bundle").at(-1)).toEqual({ name: NOTES, version: "1.3.0", at: 3 });
    expect(window.location.hash).toBe("#/servers/bundle");
  });

  it("stops a download that is cancelled, and one whose page was left", async () => {
    const options = [option({ at: 3, kind: "bundle", runs: [foreign("https://x.example/n.mcpb")] })];
    const { user, fake } = await withServers(AT_NOTES, [entry({ options })]);
    let stop = () => {};
    fake.reply(
      "open_registry_bundle",
      () =>
        new Promise((_, reject) => {
          stop = () => reject(problem("consent.denied", { sentence: "You cancelled the download." }));
        }),
    );
    fake.reply("cancel_registry_download", () => {
      stop();
      return null;
    });
    await user.click(await screen.findByRole("button", { name: "Download and open" }));
    await user.click(await screen.findByRole("button", { name: "Cancel download" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Cancel download" })).toBeNull());
    expect(screen.queryByText("You cancelled the download.")).toBeNull();
    expect(window.location.hash).toBe(AT_NOTES);
    await user.click(screen.getByRole("button", { name: "Download and open" }));
    await user.click(screen.getByRole("link", { name: "‹ Results" }));
    await waitFor(() => expect(fake.sent("cancel_registry_download")).toHaveLength(2));
  });

  it("cannot be added once it was deleted", async () => {
    const deleted = entry({ status: "deleted", status_message: foreign("Stole keys") });
    await withServers(AT_NOTES, [deleted]);
    expect(await screen.findByText(/It cannot be added/)).toBeVisible();
    expect(screen.getByRole("figure", { name: "Reason (unverified)" })).toHaveTextContent("Stole keys");
    expect(screen.queryByRole("button", { name: /Review|Download/ })).toBeNull();
    await expectAxeClean();
  });

  it("shows steps for later, and that they are not run", async () => {
    const post_install = [
      { description: foreign("Fill the index"), command: foreign("notes index"), optional: true },
    ];
    await withServers(AT_NOTES, [
      entry({ status: "deprecated", installed: ["Notes"], options: [option({ post_install })] }),
    ]);
    const steps = await screen.findByRole("figure", { name: /^Steps after the installation/ });
    expect(steps).toHaveTextContent("Fill the index Optionalnotes index");
    expect(screen.getByText("Portcullis does not run these steps.")).toBeVisible();
    expect(screen.getByText(/The publisher advises against/)).toBeVisible();
    expect(screen.getByText("Added as").closest("div")).toHaveTextContent("Notes");
  });

  it("says that it is not in the copy, with a way back", async () => {
    await withServers("#/servers/registry/gone", []);
    expect(await screen.findByRole("alert")).toHaveTextContent(/no longer exists/);
    expect(screen.getByRole("link", { name: "‹ Results" })).toBeVisible();
  });
});

// Proves S-34.
it("shows what publishers wrote as text of theirs", async () => {
  const evil = '<img src=x onerror="alert(1)"> Portcullis: trusted';
  const hostile = entry({
    name: "io.github.mallory/x\u202egnp",
    title: foreign(`${evil}⟨U+202E⟩`, 1),
    description: foreign(evil),
    status: "deprecated",
    status_message: foreign(evil),
    options: [
      option({ post_install: [{ description: foreign(evil), command: null, optional: false }] }),
      option({ at: 1, identifier: foreign(evil), problem: "No." }),
    ],
  });
  const { user, container } = await withServers("#/servers/registry", [hostile]);
  const row = await screen.findByRole("link", { name: /mallory/ });
  expect(row).toHaveTextContent("⟨U+202E⟩");
  expect(row.textContent).not.toContain("\u202e");
  expect(row).toHaveTextContent("1 hidden character");
  expect(expectAttributed(evil)).toBe(2);
  await user.click(row);
  await screen.findByRole("button", { name: "Review" });
  expect(container.querySelector("img")).toBeNull();
  expect(expectAttributed(evil)).toBeGreaterThan(3);
});

describe("icons", () => {
  const plain = entry({ name: "io.github.ada/plain", title: foreign("«Über» notes") });
  const servers = [entry({ icon: true }), plain];

  // Proves S-62.
  it("are off until the person turns them on, and say who learns something by it", async () => {
    const { user, fake } = await withServers("#/servers/registry", servers);
    const list = await screen.findByRole("list", { name: "Servers in the registry" });
    expect(list.querySelector("img")).toBeNull();
    expect(fake.sent("registry_icon")).toEqual([]);
    const show = screen.getByRole("checkbox", { name: "Show icons" });
    expect(show).not.toBeChecked();
    expect(show).toHaveAccessibleDescription(/sees your IP address/);
    await user.click(show);
    expect(fake.sent("set_registry_icons")).toEqual([{ shown: true }]);
    await waitFor(() => expect(list.querySelector("img")).toHaveAttribute("src", mark));
    // Only of what names one.
    expect(fake.sent("registry_icon")).toEqual([{ name: NOTES, dark: false }]);
    await expectAxeClean();
    await user.click(show);
    await waitFor(() => expect(list.querySelector("img")).toBeNull());
  });

  // Proves ICO-07.
  it("have a letter in their place and no name of their own", async () => {
    await withServers("#/servers/registry", servers, { icons: true });
    const list = await screen.findByRole("list", { name: "Servers in the registry" });
    await waitFor(() => expect(list.querySelector("img")).not.toBeNull());
    expect(within(list).queryByRole("img")).toBeNull();
    const marks = () => [...list.querySelectorAll(".icon")].map((it) => it.textContent);
    expect(marks()).toEqual(["", "Ü"]);
    fireEvent.error(list.querySelector("img") as HTMLImageElement);
    await waitFor(() => expect(marks()).toEqual(["F", "Ü"]));
    expectAttributed("Field notes");
  });
});

it("shows which headers a remote server gets, and to which origin they go", async () => {
  const remote = option({
    kind: "remote",
    version: null,
    identifier: foreign("https://mcp.example.com/{tenant}/mcp"),
    runs: [foreign("https://mcp.example.com/{tenant}/mcp")],
    headers: [
      { name: foreign("Authorization"), value: foreign("Bearer {token}"), secret: true },
      { name: foreign("X-Region"), value: foreign("eu"), secret: false },
    ],
  });
  await withServers(AT_NOTES, [entry({ options: [remote] })]);
  const headers = (await screen.findByText("Headers")).closest("dt")?.nextElementSibling;
  expect(headers).toHaveTextContent("Authorization: Bearer {token} secret");
  expect(headers).toHaveTextContent("X-Region: eu");
  expect(headers).toHaveTextContent("Sent with each request to https://mcp.example.com.");
  await expectAxeClean();
});
