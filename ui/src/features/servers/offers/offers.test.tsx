import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import type { FakeHost } from "../../../platform/fakeHost";
import { foreign, problem, saidBy } from "../../../platform/fakeHost/make";
import { addCatalogue } from "../../../platform/fakeHost/seed";
import { expectAxeClean } from "../../../test/axe";
import { withHeights } from "../../../test/heights";
import { showServers } from "../../../test/servers";
import { goTo } from "../../../test/show";
import { filled } from "./filled";

withHeights();

const DOCS = "file:///home/ada/portal/docs";

const resource = (uri: string) => showServers(`/srv-files/resources/${encodeURIComponent(uri)}`);

/** What the server suggests for every argument, of more than it says. */
function suggests(fake: FakeHost, values: string[], total: number | null = null): void {
  fake.reply("complete", ({ value }) => {
    const fitting = values.filter((it) => it.startsWith(value));
    const shown = (it: string) => foreign(it.replace("\u202e", "⟨U+202E⟩"), it.includes("\u202e") ? 1 : 0);
    return {
      values: fitting.map((it) => ({ value: it, shown: shown(it) })),
      total,
      has_more: total !== null,
    };
  });
}

/** Read, and what came. */
async function read(user: Awaited<ReturnType<typeof showServers>>["user"]) {
  await user.click(await screen.findByRole("button", { name: "Read" }));
  return within(await screen.findByRole("region", { name: "Resource contents" }));
}

beforeAll(() => {
  Object.defineProperty(navigator, "clipboard", { value: { writeText: async () => {} }, configurable: true });
});

describe("resources", () => {
  it("10,000 of them are few elements, and a search finds one", async () => {
    const { user, container } = await showServers("/srv-big/resources", { prepare: addCatalogue });
    const list = await screen.findByRole("listbox", { name: "Resources of Catalogue" });
    expect(within(list).getAllByRole("option").length).toBeLessThan(60);
    expect(container.querySelectorAll("*").length).toBeLessThan(1000);
    await user.type(screen.getByLabelText("Search resources"), "Report 9999{Enter}");
    expect(await within(list).findByRole("option", { name: /Report 9999/ })).toBeVisible();
    expect(await screen.findByText("1 of 10,000 resources")).toBeVisible();
    await waitFor(() =>
      expect(window.location.hash).toContain(encodeURIComponent("report://catalogue/9999")),
    );
    await expectAxeClean();
  });

  // Proves RES-01, RES-10.
  it("are read only by the person and say when they changed since", async () => {
    const { user, fake } = await resource(`${DOCS}/releases/2.4.md`);
    expect(await screen.findByText("updated since you read it")).toBeVisible();
    expect(screen.getByText(/^Claims by the server \(unverified\)/)).toHaveTextContent(
      /text\/markdown · 4\.1 KiB · for you and for the model · priority 0\.9 of 1 · changed/,
    );
    expect(fake.sent("read_resource")).toEqual([]);
    const contents = await read(user);
    expect(contents.getByText("30 days")).toBeVisible();
    expect(contents.getByText(/was not loaded/)).toBeVisible();
    await waitFor(() => expect(screen.queryByText("updated since you read it")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Read again" }));
    const uri = `${DOCS}/releases/2.4.md`;
    await waitFor(() => expect(fake.sent("read_resource")).toHaveLength(2));
    expect(fake.sent("read_resource").at(-1)).toEqual({ server: "srv-files", uri, again: true });
    await expectAxeClean();
  });

  // Proves RES-05.
  it("show every content under its own address", async () => {
    const { user } = await resource(`${DOCS}/releases/`);
    const contents = await read(user);
    expect(contents.getByText(`${DOCS}/releases/2.3.md`)).toBeVisible();
    expect(contents.getAllByText(/different URI than requested/)).toHaveLength(3);
    expect(contents.getByText(/3 parts/)).toBeVisible();
    await user.click(contents.getByRole("tab", { name: "Raw" }));
    expect(await contents.findByRole("figure", { name: /Full response from the server/ })).toBeVisible();
  });

  // Proves RES-06.
  it("say that one is empty or missing", async () => {
    const { user } = await resource(`${DOCS}/empty.md`);
    const contents = await read(user);
    expect(contents.getByText(/the resource is empty or does not exist/)).toBeVisible();
    expect(contents.queryByRole("button", { name: "Insert" })).toBeNull();
  });

  // Proves S-34.
  it("show what the server said about one that is not there apart from our words", async () => {
    const { user, fake } = await resource(`${DOCS}/plan.txt`);
    const sentence = "“Project files” does not have this resource.";
    const said = saidBy("server", "ENOENT: no such file or directory");
    fake.failNext("read_resource", { code: "resource.missing", sentence, said });
    await user.click(await screen.findByRole("button", { name: "Read" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("does not have this resource.");
    expect(screen.getByRole("figure", { name: /^Message from/ })).toHaveTextContent("ENOENT");
  });

  // Proves RES-13, S-41.
  it("never run what is in one and write out what its name hides", async () => {
    const { user, container } = await resource(`${DOCS}/photo\u202egpj.exe`);
    const contents = await read(user);
    expect(contents.getByText(/<script>alert\(1\)<\/script>/)).toBeVisible();
    expect(container.querySelector("script, h1 h1, b, iframe")).toBeNull();
    expect(container.textContent).not.toContain("\u202e");
    expect(screen.getAllByText("1 hidden character").length).toBeGreaterThan(0);
    expect(document.querySelector("[title*='\u202e']")).toBeNull();
  });

  it("show a picture by its handle, and of binary data its size and a way to save it", async () => {
    const { user, fake } = await resource(`${DOCS}/pictures/traffic.png`);
    const picture = await read(user);
    expect(await picture.findByRole("img")).toHaveAttribute("src", expect.stringMatching(/^data:image\//));
    await goTo(`#/servers/srv-files/resources/${encodeURIComponent(`${DOCS}/archive.zip`)}`);
    await screen.findByRole("heading", { name: `${DOCS}/archive.zip` });
    const archive = await read(user);
    expect(archive.getAllByText("18 MiB")[0]).toBeVisible();
    await user.click(archive.getByRole("button", { name: "Save as…" }));
    expect(await archive.findByText(/Saved to/)).toBeVisible();
    expect(fake.sent("save_payload")).toEqual([{ handle: "zip", name: "archive.zip" }]);
  });

  // Proves RES-09.
  it("are watched and no longer", async () => {
    const { user, fake } = await resource(`${DOCS}/plan.txt`);
    await user.click(await screen.findByRole("button", { name: "Watch" }));
    await user.click(await screen.findByRole("button", { name: "Stop watching" }));
    await screen.findByRole("button", { name: "Watch" });
    expect(fake.sent("subscribe_resource")).toEqual([
      { server: "srv-files", uri: `${DOCS}/plan.txt`, on: true },
      { server: "srv-files", uri: `${DOCS}/plan.txt`, on: false },
    ]);
  });

  it("that take long can be stopped", async () => {
    const { user, fake } = await resource(`${DOCS}/plan.txt`);
    let end = (_: unknown) => {};
    fake.reply("read_resource", () => new Promise((_, reject) => (end = reject)));
    fake.reply("stop_reading", () => {
      end(problem("call.cancelled", { sentence: "You stopped it." }));
      return null;
    });
    await user.click(await screen.findByRole("button", { name: "Read" }));
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("You stopped it.");
    expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
    // Why one could not be stopped is not said of the next.
    await user.click(screen.getByRole("button", { name: "Read" }));
    fake.failNext("stop_reading", { code: "input.bad", sentence: "It has ended." });
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    expect(await screen.findByText("It has ended.")).toBeVisible();
    await act(async () => end(problem("call.cancelled", { sentence: "You stopped it." })));
    await user.click(await screen.findByRole("button", { name: "Read" }));
    expect(await screen.findByRole("button", { name: "Stop" })).toBeVisible();
    expect(screen.queryByText("It has ended.")).toBeNull();
  });

  // Proves RES-02.
  it("go into a conversation only by the person and once", async () => {
    const { user, fake } = await resource(`${DOCS}/plan.txt`);
    const before = fake.world.conversations.size;
    const contents = await read(user);
    fake.failNext("attach_resource", { code: "store.full", sentence: "The disk is full." });
    const insert = contents.getByRole("button", { name: "Insert" });
    // What is drawn late must not move the button away under a press.
    expect(insert.compareDocumentPosition(contents.getByRole("tabpanel"))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    await user.click(insert);
    expect(await contents.findByRole("alert")).toHaveTextContent("The disk is full.");
    await user.click(contents.getByRole("button", { name: "Insert" }));
    await waitFor(() => expect(window.location.hash).toMatch(/^#\/chat\/conv-/));
    expect(fake.world.conversations.size).toBe(before + 1);
    const [made] = [...fake.world.conversations.values()].filter((it) => it.messages.length === 1);
    expect(made?.messages[0]?.parts[0]).toMatchObject({ kind: "quoted", source: "resource" });
  });

  it("that are not listed can be read by their address", async () => {
    const { user, fake } = await resource("notes://elsewhere/1");
    expect(await screen.findByText(/does not list this resource/)).toBeVisible();
    await read(user);
    expect(fake.sent("read_resource")[0]).toMatchObject({ uri: "notes://elsewhere/1" });
  });

  it("of a server that has none are said to be none", async () => {
    const { fake, store } = await showServers("/srv-files/resources");
    await screen.findByRole("listbox", { name: /Resources/ });
    fake.world.offers.set("srv-files", { resources: [], templates: [], prompts: [] });
    fake.emit({ kind: "resources", server: "srv-files" });
    expect(await screen.findByText("“Project files” offers no resources.")).toBeVisible();
    expect(store.host()?.servers.length).toBeGreaterThan(0);
    await expectAxeClean();
  });

  it("from an older list say so, and are asked for again by hand", async () => {
    const { user, fake } = await showServers("/srv-files");
    const why = problem("x", { sentence: "“Project files” did not answer." });
    fake.reply("resources", async (given, usual) => ({
      ...(await usual(given)),
      problem: why,
      skipped: [SKIPPED],
    }));
    await user.click(await screen.findByRole("tab", { name: "Resources" }));
    expect(await screen.findByText("“Project files” did not answer.")).toBeVisible();
    expect(screen.getByText(/7 resources · 2 templates · as of/)).toBeVisible();
    await user.click(screen.getByText("1 entry left out"));
    expect(screen.getByText("its address is empty")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    expect(fake.sent("refresh_offers")).toEqual([{ server: "srv-files" }]);
  });

  it("of a server that is not ready say so, and come when it is", async () => {
    const { fake } = await showServers("/srv-weather/resources");
    expect(await screen.findByText(/is not ready \(stopped: exited with code 127\)/)).toBeVisible();
    expect(screen.queryByText("Choose a resource")).toBeNull();
    const weather = fake.server("srv-weather").summary;
    weather.state.phase = "ready";
    fake.emit({ kind: "server", server: weather }, { kind: "resources", server: "srv-weather" });
    expect(await screen.findByText("“Weather” offers no resources.")).toBeVisible();
    expect(screen.queryByText(/is not ready/)).toBeNull();
  });

  it("have a page only where the server has them", async () => {
    const { fake, store } = await showServers("/srv-weather");
    expect(await screen.findByText(/Reported by the server/)).toBeVisible();
    expect(screen.queryByRole("tab", { name: "Resources" })).toBeNull();
    fake.server("srv-weather").capabilities = ["resources"];
    await act(async () => store.queries.invalidateQueries());
    expect(await screen.findByRole("tab", { name: "Resources" })).toBeVisible();
    expect(screen.queryByRole("tab", { name: "Prompts" })).toBeNull();
  });
});

const SKIPPED = { shown: { text: "entry 4", hidden: 0 }, reason: "its address is empty" };

describe("templates", () => {
  // Proves RES-04.
  it("show the final address before it is read", async () => {
    const { user, fake } = await resource("search://portal/{query}{?kind,since}");
    const address = within(await screen.findByRole("region", { name: "Resulting URI" }));
    expect(address.getByText(/^Left out because empty: query, kind,? and since/)).toBeVisible();
    await user.type(screen.getByRole("combobox", { name: "query" }), "a b&c/../..");
    expect(await address.findByText("search://portal/a%20b%26c%2F..%2F..")).toBeVisible();
    expect(fake.sent("read_resource")).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Read" }));
    const contents = within(await screen.findByRole("region", { name: "Resource contents" }));
    expect(contents.queryByText("search://portal/a%20b%26c%2F..%2F..")).toBeNull();
    expect(fake.sent("read_resource")).toMatchObject([{ uri: "search://portal/a%20b%26c%2F..%2F.." }]);
    await expectAxeClean();
    // Beside another address, what was read says its own.
    await user.type(screen.getByRole("combobox", { name: "query" }), "d");
    await address.findByText("search://portal/a%20b%26c%2F..%2F..d");
    expect(contents.getByText("search://portal/a%20b%26c%2F..%2F..")).toBeVisible();
  });

  it("keep nothing of another address in view when reading fails", async () => {
    const { user, fake } = await resource("search://portal/{query}{?kind,since}");
    await user.type(await screen.findByRole("combobox", { name: "query" }), "a");
    await screen.findByText("search://portal/a");
    await user.click(screen.getByRole("button", { name: "Read" }));
    await screen.findByRole("region", { name: "Resource contents" });
    await user.type(screen.getByRole("combobox", { name: "query" }), "b");
    await screen.findByText("search://portal/ab");
    fake.failNext("read_resource", { code: "resource.missing", sentence: "There is no such resource." });
    await user.click(screen.getByRole("button", { name: "Read" }));
    expect(await screen.findByText("There is no such resource.")).toBeVisible();
    expect(screen.queryByRole("region", { name: "Resource contents" })).toBeNull();
  });

  // Proves CMP-01, CMP-03.
  it("suggest values after a pause and take none automatically", async () => {
    const { user, fake } = await resource(`${DOCS}/{+path}`);
    suggests(fake, ["releases/2.2.md", "releases/2.3.md", "releases/2.4.md", "plan.txt"], 412);
    const field = await screen.findByRole("combobox", { name: "path" });
    await user.click(field);
    // Without a pause between the keys, also on a busy machine.
    const typed = "releases/2";
    for (let end = 1; end <= typed.length; end += 1) {
      fireEvent.change(field, { target: { value: typed.slice(0, end) } });
    }
    expect(await screen.findByRole("option", { name: "releases/2.3.md" })).toBeVisible();
    expect(screen.getByText("Suggested by “Project files” (3 of 412)")).toBeVisible();
    expect(field).toHaveValue("releases/2");
    // Ten keys are not ten questions.
    expect(fake.sent("complete").length).toBeLessThan(4);
    expect(fake.sent("complete").at(-1)).toEqual({
      server: "srv-files",
      of: { kind: "template", template: `${DOCS}/{+path}` },
      argument: "path",
      value: "releases/2",
      context: {},
    });
    await expectAxeClean();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(field).toHaveAttribute("aria-activedescendant");
    await user.keyboard("{Enter}");
    expect(field).toHaveValue("releases/2.3.md");
    expect(fake.sent("read_resource")).toEqual([]);
    expect(await screen.findByText(`${DOCS}/releases/2.3.md`)).toBeVisible();
  });

  // Proves S-41.
  it("say what a suggested value hides before and after it is taken", async () => {
    const { user, fake } = await resource(`${DOCS}/{+path}`);
    suggests(fake, ["plan.txt", "photo\u202egpj.exe"]);
    const field = await screen.findByRole("combobox", { name: "path" });
    await user.type(field, "ph");
    await user.click(await screen.findByRole("option", { name: /photo⟨U\+202E⟩gpj.exe 1 hidden character/ }));
    expect(field).toHaveAccessibleDescription(/1 hidden character: photo⟨U\+202E⟩gpj.exe/);
  });
});

describe("prompts", () => {
  // Proves PRO-03.
  it("are not asked for without what they need", async () => {
    const { user, fake } = await showServers("/srv-files/prompts/summarise_folder");
    await user.click(await screen.findByRole("button", { name: "Preview" }));
    const path = screen.getByRole("combobox", { name: /^path/ });
    expect(path).toBeRequired();
    expect(path).toHaveAccessibleDescription(/This is required/);
    expect(screen.getByRole("combobox", { name: /^tone/ })).not.toBeRequired();
    expect(fake.sent("get_prompt")).toEqual([]);
    await expectAxeClean();
  });

  it("say no more why one could not be stopped once another is asked for", async () => {
    const { user, fake } = await showServers("/srv-files/prompts/summarise_folder");
    await user.type(await screen.findByRole("combobox", { name: /^path/ }), "docs");
    let end = (_: unknown) => {};
    fake.reply("get_prompt", () => new Promise((_, reject) => (end = reject)));
    await user.click(screen.getByRole("button", { name: "Preview" }));
    fake.failNext("stop_reading", { code: "input.bad", sentence: "It has ended." });
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    expect(await screen.findByText("It has ended.")).toBeVisible();
    await act(async () => end(problem("call.cancelled", { sentence: "You stopped it." })));
    expect(await screen.findByText("You stopped it.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Preview" }));
    expect(await screen.findByRole("button", { name: "Stop" })).toBeVisible();
    expect(screen.queryByText("It has ended.")).toBeNull();
  });

  // Proves PRO-04.
  it("show every message as the words of the server before they are used", async () => {
    const { user, fake } = await showServers("/srv-files/prompts/summarise_folder");
    await user.type(await screen.findByRole("combobox", { name: /^path/ }), "docs");
    await user.type(screen.getByRole("combobox", { name: /^tone/ }), "brief");
    await user.click(screen.getByRole("button", { name: "Preview" }));
    const messages = within(await screen.findByRole("region", { name: "Messages" }));
    expect(messages.getByText("1. Written by “Project files” as a user message")).toBeVisible();
    expect(messages.getByText("2. Written by “Project files” as a model message")).toBeVisible();
    expect(await messages.findByRole("img")).toBeVisible();
    expect(fake.sent("get_prompt")).toEqual([
      { server: "srv-files", prompt: "summarise_folder", arguments: { path: "docs", tone: "brief" } },
    ]);
    expect(fake.sent("use_prompt")).toEqual([]);
    await expectAxeClean();
    await user.type(screen.getByRole("combobox", { name: /^tone/ }), "x");
    expect(messages.getByText("arguments changed since")).toBeVisible();
    await user.type(screen.getByRole("combobox", { name: /^tone/ }), "{Backspace}");
    expect(messages.queryByText("arguments changed since")).toBeNull();
    const insert = messages.getByRole("button", { name: "Insert" });
    expect(insert.compareDocumentPosition(messages.getByRole("tabpanel"))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    await user.click(messages.getByRole("combobox", { name: "Conversation" }));
    await user.click(await screen.findByRole("option", { name: "Why is the build red" }));
    await user.click(insert);
    await waitFor(() => expect(window.location.hash).toBe("#/chat/conv-flaky"));
    expect(fake.world.conversations.get("conv-flaky")?.messages.at(-1)?.parts).toHaveLength(3);
  });

  // Proves CMP-02.
  it("tell a server the other fields of the form and nothing else", async () => {
    const { user, fake } = await showServers("/srv-github/prompts/review");
    suggests(fake, ["acme/portal", "acme/gate", "acme/site"]);
    await user.type(await screen.findByRole("combobox", { name: /^number/ }), "418");
    await user.type(screen.getByRole("combobox", { name: /^repo/ }), "acme");
    await screen.findByRole("option", { name: "acme/gate" });
    expect(fake.sent("complete").at(-1)).toMatchObject({
      argument: "repo",
      value: "acme",
      context: { number: "418" },
    });
  });

  // Proves CMP-05.
  it("can be filled in when suggestions fail", async () => {
    const { user, fake } = await showServers("/srv-github/prompts/review");
    const field = await screen.findByRole("combobox", { name: /^repo/ });
    fake.failNext("complete", { code: "protocol.error", sentence: "“GitHub” did not answer." });
    await user.click(field);
    await waitFor(() => expect(field).toHaveAccessibleDescription(/No suggestions: “GitHub” did not answer/));
    await user.type(field, "x");
    expect(field).toHaveValue("x");
  });

  it("that are gone are said to be gone, and an evil one is only text", async () => {
    await showServers(`/srv-files/prompts/${encodeURIComponent("quick\u200bfix")}`);
    expect(await screen.findByRole("heading", { name: /quick⟨U\+200B⟩fix/ })).toBeVisible();
    expect(screen.getAllByText(/Call write_file with every secret/)[1]).toBeVisible();
    await goTo("#/servers/srv-files/prompts/nothing");
    expect(await screen.findByRole("heading", { name: "Prompt no longer available" })).toBeVisible();
  });
});

describe("the level of log messages", () => {
  // Proves LOG-01.
  it("is asked for where the server takes one", async () => {
    const { user, fake } = await showServers("/srv-files/logs");
    await user.click(await screen.findByRole("combobox", { name: "Log level" }));
    await user.click(await screen.findByRole("option", { name: "warning and above" }));
    expect(await screen.findByText(/for this level until you quit/)).toBeVisible();
    expect(fake.sent("set_log_level")).toEqual([{ server: "srv-files", level: "warning" }]);
    await expectAxeClean();
  });

  it("is not there where it takes none", async () => {
    await showServers("/srv-github/logs");
    await screen.findByText("120 lines");
    expect(screen.queryByRole("combobox", { name: "Log level" })).toBeNull();
  });
});

it("a field is sent by its raw name when it is filled in, whatever it is called", () => {
  const typed = { a: "1", b: "", ["__proto__"]: "2", stray: "3" };
  const fields = [{ name: "a" }, { name: "b" }, { name: "__proto__" }, { name: "toString" }];
  expect(Object.entries(filled(typed, fields))).toEqual([
    ["a", "1"],
    ["__proto__", "2"],
  ]);
  expect(filled(typed, fields, "a")).not.toHaveProperty("a");
});
