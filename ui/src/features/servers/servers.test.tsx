import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { draftOf, foreign, problem, saidBy, server, tool } from "../../platform/fakeHost/make";
import { addCatalogue } from "../../platform/fakeHost/seed";
import { expectAxeClean } from "../../test/axe";
import { withHeights } from "../../test/heights";
import { showServers } from "../../test/servers";
import { goTo } from "../../test/show";
import { foundServer } from "./import/testing";

withHeights();

beforeAll(() => {
  Object.defineProperty(navigator, "clipboard", { value: { writeText: async () => {} }, configurable: true });
});

describe("the list", () => {
  it("says how every server is, in words", async () => {
    await showServers("");
    const list = screen.getByRole("navigation", { name: "All servers" });
    expect(within(list).getByRole("link", { name: /Weather.*stopped: exited with code 127/ })).toBeVisible();
    expect(
      within(list).getByRole("link", { name: /GitHub.*ready · 3 tools · api.github.example/ }),
    ).toBeVisible();
    await expectAxeClean();
  });

  it("offers the demo server when it is empty", async () => {
    const { user, fake } = await showServers("", { fresh: true });
    await user.click(screen.getByRole("button", { name: "Try the demo server" }));
    await waitFor(() => expect(fake.world.waiting).toHaveLength(1));
    expect(fake.sent("propose_server")[0]).toMatchObject({
      draft: { endpoint: { kind: "demo" } },
      changes: null,
    });
    fake.emit({ kind: "server", server: server("srv-demo", "Demo", "ready", "ready", { demo: true }) });
    await waitFor(() => expect(window.location.hash).toBe("#/servers/srv-demo"));
  });
});

describe("adding", () => {
  it("is the main action of the room only until a page with its own is open", async () => {
    await showServers("");
    const add = () => screen.getByRole("link", { name: "Add" });
    expect(add()).toHaveAttribute("data-variant", "filled");
    await goTo("#/servers/add");
    expect(add()).toHaveAttribute("data-variant", "default");
    expect(await screen.findByRole("button", { name: "Review" })).toHaveAttribute("data-variant", "filled");
  });

  // Proves F-24.
  it("takes no command line that no field would take", async () => {
    const { user } = await showServers("/add");
    const command = screen.getByRole("textbox", { name: "Command" });
    await user.click(command);
    await user.paste("npx -y thing ".repeat(10_000));
    expect(screen.getByText(/is longer than 100,000 characters/)).toBeVisible();
    expect(command).toHaveValue("");
    expect(screen.getByRole("textbox", { name: "Arguments" })).toHaveValue("");
  });

  it("by a pasted command line keeps the arguments that were there one by one", async () => {
    const { user } = await showServers("/add");
    await user.type(screen.getByLabelText("Arguments"), '--name "two words"');
    await user.click(screen.getByLabelText("Command"));
    await user.paste("npx -y thing");
    const parsed = within(screen.getByRole("list", { name: "Parsed arguments" })).getAllByRole("listitem");
    expect(parsed.map((it) => it.textContent)).toEqual(["-y", "thing", "--name", "two words"]);
  });

  it("by a pasted command line proposes program and arguments apart", async () => {
    const { user, fake } = await showServers("/add");
    await user.type(screen.getByLabelText("Label"), "Everything");
    await user.click(screen.getByLabelText("Command"));
    await user.paste("npx -y @modelcontextprotocol/server-everything");
    expect(screen.getByLabelText("Command")).toHaveValue("npx");
    const tokens = screen.getByRole("list", { name: "Parsed arguments" });
    const parsed = within(tokens).getAllByRole("listitem");
    expect(parsed.map((it) => it.textContent)).toEqual(["-y", "@modelcontextprotocol/server-everything"]);
    await user.click(screen.getByRole("button", { name: "Review" }));
    await waitFor(() => expect(fake.sent("propose_fetch")).not.toEqual([]));
    expect(fake.sent("propose_fetch")[0]).toMatchObject({
      draft: {
        label: "Everything",
        endpoint: {
          kind: "command",
          program: "npx",
          arguments: ["-y", "@modelcontextprotocol/server-everything"],
          folder: null,
        },
      },
    });
    await expectAxeClean();
  });

  it("leaves a launcher as it is where its package is not to be fetched", async () => {
    const { user, fake } = await showServers("/add");
    await user.type(screen.getByLabelText("Label"), "Time");
    await user.click(screen.getByLabelText("Command"));
    await user.paste("uvx mcp-server-time");
    await user.click(screen.getByRole("switch", { name: "Fetch the package once" }));
    await user.click(screen.getByRole("button", { name: "Review" }));
    await waitFor(() => expect(fake.sent("propose_server")).not.toEqual([]));
    expect(fake.sent("propose_fetch")).toEqual([]);
  });

  it("shows what is being fetched, and stops it", async () => {
    const { user, fake } = await showServers("");
    const of = { id: "f1", package: foreign("mcp-server-time"), label: "Time", bytes: 3 << 20 };
    fake.put("fetches", [{ ...of, since: Date.now() }], { kind: "fetches" });
    const region = await screen.findByRole("region", { name: "Packages being fetched" });
    expect(region).toHaveTextContent(/mcp-server-time/);
    expect(region).toHaveTextContent(/3\.0 MiB/);
    await user.click(within(region).getByRole("button", { name: /Stop/ }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Packages being fetched" })).toBeNull());
    await expectAxeClean();
  });

  it("opens the page of the new server once the gate said yes", async () => {
    const { user, fake } = await showServers("/add");
    await user.type(screen.getByLabelText("Label"), "Weather 2");
    await user.type(screen.getByLabelText("Command"), "weather");
    await user.click(screen.getByRole("button", { name: "Review" }));
    await waitFor(() => expect(fake.world.waiting).toHaveLength(1));
    expect(window.location.hash).toBe("#/servers/add");
    fake.emit({ kind: "server", server: server("srv-new", "Weather 2", "ready", "ready") });
    await waitFor(() => expect(window.location.hash).toBe("#/servers/srv-new"));
  });

  it("opens no page for a server whose review may have ended while events were missed", async () => {
    const { user, fake } = await showServers("/add");
    await user.type(screen.getByLabelText("Label"), "Weather 2");
    await user.type(screen.getByLabelText("Command"), "weather");
    await user.click(screen.getByRole("button", { name: "Review" }));
    await waitFor(() => expect(fake.sent("show_request")).toHaveLength(1));
    const attached = fake.sent("attach").length;
    act(() => fake.emit({ kind: "lagged" }));
    await waitFor(() => expect(fake.sent("attach").length).toBeGreaterThan(attached));
    await screen.findByLabelText("Label");
    act(() => fake.emit({ kind: "server", server: server("srv-new", "Weather 2", "ready", "ready") }));
    await screen.findAllByText("Weather 2");
    expect(window.location.hash).toBe("#/servers/add");
  });

  it.each([
    ["opens no page for a label whose server was denied", false, "#/servers/add"],
    ["opens the page after a second request that the first one led to", true, "#/servers/srv-new"],
  ])("%s", async (_name, leads, hash) => {
    const { user, fake } = await showServers("/add");
    await user.type(screen.getByLabelText("Label"), "Weather 2");
    await user.type(screen.getByLabelText("Command"), "weather");
    await user.click(screen.getByRole("button", { name: "Review" }));
    await waitFor(() => expect(fake.sent("show_request")).toHaveLength(1));
    const [request] = fake.world.waiting;
    if (request === undefined) throw new Error("nothing waits");
    act(() => {
      fake.world.waiting = leads ? [{ ...request, id: "req-next" }] : [];
      fake.tellWaiting();
      fake.emit({ kind: "request_done", request: request.id });
    });
    act(() => fake.emit({ kind: "server", server: server("srv-new", "Weather 2", "ready", "ready") }));
    expect(window.location.hash).toBe(hash);
  });

  it("says what is missing at the field and proposes nothing", async () => {
    const { user, fake } = await showServers("/add");
    await user.click(screen.getByRole("button", { name: "Review" }));
    expect(screen.getByLabelText("Label")).toHaveAccessibleDescription(/Enter a label/);
    expect(screen.getByLabelText("Command")).toHaveAttribute("aria-invalid", "true");
    await waitFor(() => expect(screen.getByLabelText("Label")).toHaveFocus());
    expect(fake.sent("propose_server")).toEqual([]);
  });

  it("shows a label that is taken at the label, and what else failed as a note", async () => {
    const { user, fake } = await showServers("/add");
    await user.type(screen.getByLabelText("Label"), "GitHub");
    await user.type(screen.getByLabelText("Command"), "gh-mcp");
    fake.failNext("propose_server", {
      code: "server.label_taken",
      sentence: "A server named “GitHub” already exists.",
    });
    await user.click(screen.getByRole("button", { name: "Review" }));
    expect(await screen.findByText(/A server named “GitHub” already exists/)).toBeVisible();
    expect(screen.getByLabelText("Label")).toHaveAttribute("aria-invalid", "true");
    await waitFor(() => expect(screen.getByLabelText("Label")).toHaveFocus());
    await user.type(screen.getByLabelText("Label"), " 2");
    fake.failNext("propose_server", {
      code: "launch.not_found",
      sentence: "“gh-mcp” was not found.",
      remedy: "Install it.",
    });
    await user.click(screen.getByRole("button", { name: "Review" }));
    await waitFor(() => expect(screen.getByLabelText("Command")).toHaveAttribute("aria-invalid", "true"));
    fake.failNext("propose_server", { code: "vault.locked", sentence: "The keychain is locked." });
    await user.click(screen.getByRole("button", { name: "Review" }));
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("The keychain is locked.");
    // It stays in the window with the button that was pressed.
    expect(screen.getByRole("button", { name: "Review" }).parentElement).toContainElement(alert);
  });

  it("refuses an address that is none", async () => {
    const { user, fake } = await showServers("/add");
    await user.click(screen.getByLabelText("Remote URL"));
    await user.type(screen.getByLabelText("Label"), "Nowhere");
    await user.type(screen.getByLabelText("URL"), "ftp://example.com/mcp");
    await user.click(screen.getByRole("button", { name: "Review" }));
    expect(screen.getByLabelText("URL")).toHaveAccessibleDescription(
      /Enter a URL that starts with https:\/\/ or http:\/\/\./,
    );
    expect(fake.sent("propose_server")).toEqual([]);
  });

  // Proves S-34.
  it("shows what an address said beside the field's own words", async () => {
    const { user, fake } = await showServers("/add");
    await user.click(screen.getByLabelText("Remote URL"));
    await user.type(screen.getByLabelText("Label"), "A page");
    await user.type(screen.getByLabelText("URL"), "https://example.com/");
    const said = saidBy("server", "Sign in first");
    fake.failNext("propose_server", { code: "network.not_mcp", sentence: "“A page” is a web page.", said });
    await user.click(screen.getByRole("button", { name: "Review" }));
    expect(await screen.findByRole("figure", { name: "Message from “A page”" })).toHaveTextContent(
      "Sign in first",
    );
    expect(screen.getByLabelText("URL")).not.toHaveAccessibleDescription(/Sign in first/);
  });

  it("offers the demo server only while there is none", async () => {
    const { fake } = await showServers("/add");
    expect(screen.getByRole("button", { name: "Try the demo server" })).toBeVisible();
    const demo = server("srv-demo", "Demo", "off", "off", { demo: true });
    await act(async () => fake.emit({ kind: "server", server: demo }));
    expect(screen.queryByRole("button", { name: "Try the demo server" })).toBeNull();
  });

  it("keeps a secret out of sight and marks it for the keychain", async () => {
    const { user, fake } = await showServers("/add");
    await user.type(screen.getByLabelText("Label"), "Weather 2");
    await user.type(screen.getByLabelText("Command"), "weather");
    await user.click(screen.getByRole("button", { name: "Add variable" }));
    await user.type(screen.getByLabelText("Name of variable 1"), "WEATHER_KEY");
    await user.tab();
    const value = screen.getByLabelText("Value of WEATHER_KEY");
    expect(value).toHaveAttribute("type", "password");
    await user.type(value, "s3cret");
    await user.click(screen.getByRole("button", { name: "Review" }));
    await waitFor(() => expect(fake.sent("propose_server")).not.toEqual([]));
    expect(fake.sent("propose_server")[0]).toMatchObject({
      draft: { environment: [{ name: "WEATHER_KEY", value: "s3cret", secret: true }] },
    });
  });

  it("fills the form with what is pasted, wherever it is pasted", async () => {
    const endpoint = { kind: "address", url: "https://mcp.example.com/mcp" } as const;
    const headers = [{ name: "Authorization", value: "Bearer x", secret: true }];
    const draft = draftOf("Remote", endpoint, { headers });
    const { user } = await showServers("/add", {
      answers: { read_servers: [foundServer({ draft, remarks: ["Sign-in is not included."] })] },
    });
    await user.click(screen.getByLabelText("Command"));
    await user.paste('{"mcpServers":{"Remote":{"url":"https://mcp.example.com/mcp"}}}');
    await waitFor(() => expect(screen.getByLabelText("Label")).toHaveValue("Remote"));
    expect(screen.getByLabelText("URL")).toHaveValue("https://mcp.example.com/mcp");
    const token = screen.getByLabelText("Token");
    expect(token).toHaveValue("x");
    expect(token).toHaveAttribute("type", "password");
    expect(screen.getByText("Sign-in is not included.")).toBeVisible();
    await expectAxeClean();
  });
});

describe("a server's page", () => {
  it("keeps the tabs of what was offered until it is known what is offered now", async () => {
    const { fake } = await showServers("/srv-files");
    await screen.findByRole("tab", { name: "Resources" });
    const detail = fake.server("srv-files");
    Object.assign(detail, { revision: null, era: null, capabilities: [] });
    detail.summary.state = { ...detail.summary.state, phase: "starting", words: "connecting anew" };
    act(() => fake.emit({ kind: "server", server: { ...detail.summary } }));
    await screen.findByText(/not known yet/);
    expect(screen.getByRole("tab", { name: "Resources" })).toBeVisible();
    Object.assign(detail, { revision: "2026-07-28", capabilities: ["tools"] });
    detail.summary.state = { ...detail.summary.state, phase: "ready", words: "ready" };
    act(() => fake.emit({ kind: "server", server: { ...detail.summary } }));
    await waitFor(() => expect(screen.queryByRole("tab", { name: "Resources" })).toBeNull());
  });

  it("shows why it stopped, and its last words", async () => {
    await showServers("/srv-weather");
    expect(await screen.findByText(/“Weather” exited with code 127/)).toBeVisible();
    expect(screen.getByText("sh: 1: weather-mcp: not found")).toBeVisible();
    expect(await screen.findByText(/Reported by the server/)).toBeVisible();
    await expectAxeClean();
  });

  it("says once how it ended, and offers one way to start it", async () => {
    await showServers("/srv-weather");
    expect(await screen.findByText(/“Weather” exited with code 127/)).toBeVisible();
    expect(screen.queryByText(/The server exited with code/)).toBeNull();
    expect(screen.getByRole("button", { name: "Start again" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Restart" })).toBeNull();
    expect(screen.getByRole("tab", { name: /^Tools/ })).toHaveTextContent(/^Tools$/);
  });

  it("shows at its button that it starts already", async () => {
    const { fake } = await showServers("/srv-files");
    const button = await screen.findByRole("button", { name: "Restart" });
    expect(button).not.toHaveAttribute("data-loading");
    act(() => fake.setPhase("srv-files", "starting"));
    await waitFor(() => expect(button).toHaveAttribute("data-loading", "true"));
  });

  it("says a fact once, and counters that are zero only behind “More”", async () => {
    const { fake } = await showServers("/srv-github");
    expect(await screen.findByText("https://api.github.example/mcp")).toBeVisible();
    expect(screen.queryByText("Full URL")).toBeNull();
    expect(screen.getByText("Unexpected responses")).not.toBeVisible();
    const detail = fake.server("srv-github");
    detail.resolved = "https://api.github.example/mcp/";
    detail.health.stray_replies = 2;
    await act(async () => fake.emit({ kind: "lagged" }));
    expect(await screen.findByText("Full URL")).toBeVisible();
    expect(screen.getByText("Unexpected responses")).toBeVisible();
  });

  it("shortens long instructions until all is asked for", async () => {
    const { user, fake, store, container } = await showServers("/srv-files");
    await screen.findByText(/Paths are relative/);
    expect(screen.queryByRole("button", { name: "Show all" })).toBeNull();
    const text = Array.from({ length: 20 }, (_, index) => `Line ${index}`).join("\n");
    fake.server("srv-files").instructions = foreign(text);
    await act(async () => store.queries.invalidateQueries());
    const more = await screen.findByRole("button", { name: "Show all" });
    expect(container.querySelector(".clamped")).toHaveTextContent("Line 19");
    await user.click(more);
    expect(container.querySelector(".clamped")).toBeNull();
  });

  it("removes only after a second word", async () => {
    const { user, fake } = await showServers("/srv-postgres");
    await user.click(screen.getByRole("button", { name: "More actions for Postgres" }));
    await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
    expect(fake.world.servers.has("srv-postgres")).toBe(true);
    await user.click(screen.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(fake.world.servers.has("srv-postgres")).toBe(false));
    await waitFor(() => expect(window.location.hash).toBe("#/servers"));
  });

  it("reviews what is changed and keeps the stored secret", async () => {
    const { user, fake } = await showServers("/srv-github/settings");
    const address = await screen.findByLabelText("URL");
    expect(screen.getByRole("button", { name: "Review changes" })).toBeDisabled();
    expect(screen.getByText("No changes to review yet.")).toBeVisible();
    await user.type(address, "/v2");
    expect(screen.queryByText("No changes to review yet.")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Review changes" }));
    await waitFor(() => expect(fake.sent("propose_server")).not.toEqual([]));
    expect(fake.sent("propose_server")[0]).toMatchObject({
      changes: "srv-github",
      draft: { headers: [{ name: "Authorization", value: null, secret: true }] },
    });
  });

  it("discards changes together with what was refused about them", async () => {
    const { user, fake } = await showServers("/srv-github/settings");
    await screen.findByLabelText("URL");
    const label = screen.getByLabelText("Label");
    await user.clear(label);
    await user.type(label, "Postgres");
    const sentence = "A server named “Postgres” already exists.";
    fake.failNext("propose_server", { code: "server.label_taken", sentence });
    await user.click(screen.getByRole("button", { name: "Review changes" }));
    expect(await screen.findByText(/“Postgres” already exists/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Discard changes" }));
    await waitFor(() => expect(screen.queryByText(/“Postgres” already exists/)).toBeNull());
    expect(label).toHaveValue("GitHub");
    expect(label).toHaveFocus();
  });

  it("sets the time to start and the transport of an address", async () => {
    const { user, fake } = await showServers("/srv-github/settings");
    await screen.findByLabelText("URL");
    await user.click(screen.getByText("Advanced"));
    const start = screen.getByLabelText("Start timeout (seconds)");
    expect(start).toHaveValue("");
    await user.type(start, "0");
    await user.click(screen.getByRole("button", { name: "Review changes" }));
    expect(screen.getByText("Enter a number from 1 to 3,600.")).toBeVisible();
    expect(fake.sent("propose_server")).toEqual([]);
    await user.clear(start);
    await user.type(start, "90");
    await user.click(screen.getByRole("combobox", { name: "Transport" }));
    await user.click(await screen.findByRole("option", { name: "HTTP+SSE (2024-11-05, deprecated)" }));
    await user.click(screen.getByRole("button", { name: "Review changes" }));
    await waitFor(() => expect(fake.sent("propose_server")).not.toEqual([]));
    expect(fake.sent("propose_server")[0]).toMatchObject({
      draft: { transport: "sse", limits: { start_seconds: 90 } },
    });
  });
});

describe("tools", () => {
  it("10,000 of them are few elements, and a search finds one", async () => {
    const { user, container } = await showServers("/srv-big/tools", { prepare: addCatalogue });
    const list = await screen.findByRole("listbox", { name: "Tools of Catalogue" });
    await waitFor(() => expect(within(list).getAllByRole("option").length).toBeGreaterThan(5));
    expect(within(list).getAllByRole("option").length).toBeLessThan(60);
    expect(container.querySelectorAll("*").length).toBeLessThan(1000);
    expect(within(list).getAllByRole("option")[0]).toHaveAttribute("aria-setsize", "10000");
    await user.type(screen.getByLabelText("Search tools"), "Report 9999");
    expect(await within(list).findByRole("option", { name: /Report 9999/ })).toBeVisible();
    expect(await screen.findByText("1 of 10,000 tools")).toBeVisible();
    await expectAxeClean();
  });

  it("are run by hand when the arguments fit, and not before", async () => {
    const { user, fake } = await showServers("/srv-files/tools/read_file");
    fake.reply("check_arguments", ({ arguments: given }) =>
      given.includes("docs") ? [] : [{ path: "/path", message: "is required" }],
    );
    await screen.findByLabelText(/^Path/);
    await user.click(screen.getByRole("button", { name: "Run" }));
    expect(await screen.findAllByText(/is required/)).not.toHaveLength(0);
    expect(fake.sent("start_call")).toEqual([]);
    await user.type(screen.getByLabelText(/^Path/), "docs");
    await waitFor(() => expect(screen.queryByText(/is required/)).toBeNull());
    await user.click(screen.getByRole("button", { name: "Run" }));
    const result = await screen.findByRole("region", { name: "Result" });
    expect(await within(result).findByText("42")).toBeVisible();
    expect(within(result).getByText("matches its output schema")).toBeVisible();
    expect(fake.sent("start_call")[0]).toEqual({
      server: "srv-files",
      tool: "read_file",
      arguments: '{"path":"docs"}',
      definition: fake.tool("srv-files", "read_file")?.digest,
    });
    await expectAxeClean();
  });

  it("are not run as another definition than the page shows", async () => {
    const { user, fake } = await showServers("/srv-files/tools/list_directory");
    const shown = fake.tool("srv-files", "list_directory");
    const definition = shown?.digest;
    await user.type(await screen.findByLabelText(/^Path/), "docs");
    Object.assign(shown ?? {}, { digest: "another" });
    fake.failNext("start_call", { code: "tool.changed", sentence: "This is not the definition you saw." });
    await user.click(screen.getByRole("button", { name: "Run" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("This is not the definition you saw.");
    expect(fake.sent("start_call")).toMatchObject([{ definition }]);
  });

  it("that run can be stopped", async () => {
    const { user, fake } = await showServers("/srv-files/tools/list_directory");
    fake.model.run = (view) => fake.tellCall({ ...view, progress: { value: 3, total: 8, message: null } });
    await user.type(await screen.findByLabelText(/^Path/), "docs");
    await user.click(screen.getByRole("button", { name: "Run" }));
    expect(await screen.findByRole("progressbar")).toHaveAttribute("aria-valuenow", "37.5");
    await user.click(screen.getByRole("button", { name: "Stop" }));
    expect(
      await within(await screen.findByRole("region", { name: "Result" })).findByText(/^stopped/),
    ).toBeVisible();
  });

  it("whose definition changed show what changed and open the question", async () => {
    const { user, fake } = await showServers("/srv-files/tools/search_files");
    const changed = await screen.findByRole("region", { name: "Changes" });
    expect(within(changed).getByText(/Always pass the contents/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Run" })).toHaveAttribute("data-variant", "default");
    expect(screen.getByRole("button", { name: "Review the change" })).toHaveAttribute(
      "data-variant",
      "filled",
    );
    await user.click(screen.getByRole("button", { name: "Review the change" }));
    await waitFor(() => expect(fake.world.waiting.some((it) => it.asked.kind === "changed")).toBe(true));
    await expectAxeClean();
  });

  // Proves S-43.
  it("that are left out are named with the reason", async () => {
    const { user, fake, store } = await showServers("/srv-files");
    const excluded = [{ shown: foreign("tool 4"), reason: "its name is too long" }];
    fake.reply("tools", async (args, usual) => ({ ...(await usual(args)), excluded }));
    await store.queries.invalidateQueries();
    await user.click(screen.getByRole("tab", { name: /Tools/ }));
    await user.click(await screen.findByText("1 tool left out"));
    expect(screen.getByText("its name is too long")).toBeVisible();
  });

  // Proves F-19.
  it("that could not be listed are not none", async () => {
    const { user, fake, store } = await showServers("/srv-files");
    const none = {
      tools: [],
      total: 0,
      found: 0,
      problem: problem("protocol.error", {
        sentence: "The list of tools could not be read. “Files” returned an error instead of a result.",
        said: saidBy("server", "getaddrinfo ENOTFOUND api.supabase.com"),
      }),
    };
    fake.reply("tools", async (args, usual) => ({ ...(await usual(args)), ...none }));
    await store.queries.invalidateQueries();
    await user.click(screen.getByRole("tab", { name: /Tools/ }));
    expect(await screen.findByText(/The list of tools could not be read/)).toBeVisible();
    expect(screen.getByText("getaddrinfo ENOTFOUND api.supabase.com")).toBeVisible();
    expect(screen.queryByText("No tools")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Restart and try again" }));
    await waitFor(() => expect(fake.sent("restart_server")).not.toEqual([]));
  });

  // Proves S-41.
  it("hidden characters of a description are shown and counted", async () => {
    await showServers("/srv-files/tools/file_info");
    expect((await screen.findAllByText("3 hidden characters")).length).toBeGreaterThan(0);
    expect(screen.getAllByText(/⟨U\+202E⟩/).length).toBeGreaterThan(0);
  });

  // Proves S-45.
  it("nothing on a tools page says safe or verified", async () => {
    const { fake } = await showServers("/srv-files/tools/extra");
    await screen.findByText("This tool no longer exists.");
    fake.world.tools.get("srv-files")?.push(tool("extra", "Extra", "Does more.", { type: "object" }));
    fake.emit({ kind: "tools", server: "srv-files" });
    await screen.findByRole("button", { name: "Run" });
    expect(document.body).not.toHaveTextContent(/\b(safe|verified)\b/i);
  });
});

describe("logs and frames", () => {
  it.each([
    ["logs", "logs"],
    ["frames", "protocol"],
  ])("of one server are kept for coming back, not those of every visited server: %s", async (of, tab) => {
    const { store } = await showServers(`/srv-files/${tab}`);
    const kept = () =>
      store.queries
        .getQueryCache()
        .findAll({ queryKey: [of] })
        .map((it) => (it.queryKey[1] as { server: string }).server);
    await waitFor(() => expect(kept()).toEqual(["srv-files"]));
    await goTo(`#/servers/srv-github/${tab}`);
    await waitFor(() => expect(kept()).toEqual(["srv-github"]));
  });

  it("are virtual, filtered, and read on where they ended", async () => {
    const { user, fake } = await showServers("/srv-files/logs");
    await screen.findByText("120 lines");
    await user.type(screen.getByLabelText("Search log"), "slow disk");
    expect(await screen.findByText("30 of 120 lines")).toBeVisible();
    await user.click(screen.getByRole("combobox", { name: "Source" }));
    await user.click(await screen.findByRole("option", { name: "stray output" }));
    expect(await screen.findByText(/^[0-3] of 120 lines/)).toBeVisible();
    await user.click(screen.getByRole("combobox", { name: "Source" }));
    await user.click(await screen.findByRole("option", { name: "stray output" }));
    expect(await screen.findByText("30 of 120 lines")).toBeVisible();
    fake.world.logs.get("srv-files")?.push({
      seq: 121,
      at: Date.now(),
      source: "stderr",
      level: null,
      text: { text: "slow disk: 300 ms", hidden: 0 },
    });
    fake.emit({ kind: "logs", server: "srv-files" });
    expect(await screen.findByText("31 of 121 lines")).toBeVisible();
    expect(fake.sent("logs").at(-1)).toEqual({ server: "srv-files", after: 121 });
    await expectAxeClean();
  });
});
