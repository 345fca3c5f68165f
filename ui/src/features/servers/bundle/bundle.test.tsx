import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { BundleView } from "../../../bindings/host";
import { Drafts } from "../../../drafts";
import type { FakeHost } from "../../../platform/fakeHost";
import { foreign } from "../../../platform/fakeHost/make";
import { expectAxeClean } from "../../../test/axe";
import { bundleView, installSetting, UNCHANGED } from "../../../test/install";
import { goTo, showApp } from "../../../test/show";
import { missing, startValues, toValues } from "../install/values";

const SETTINGS = [
  installSetting("Folders", { kind: "folder", multiple: true, required: true }),
  installSetting("Level", { kind: "number", default: ["2"] }),
  installSetting("Quiet", { kind: "switch", default: ["true"] }),
  installSetting("API key", { secret: true, required: true }),
];

const view = (own: Partial<BundleView> = {}) =>
  bundleView({ settings: SETTINGS, remarks: ["Needs Node.js 18 or later."], ...own });

/** The page of a bundle that is open. */
async function withBundle(bundle: BundleView) {
  const shown = await showApp("#/servers/bundle", { bundle });
  await screen.findByRole("heading", { name: "Field notes" });
  return shown;
}

describe("the page of a bundle", () => {
  it("says what is a claim, and asks for what is missing before anything is proposed", async () => {
    const { user, fake } = await withBundle(view());
    const file = screen.getByText("Author").closest("dl");
    expect(file).toHaveTextContent("Ada (according to the bundle)");
    expect(file).toHaveTextContent("2.0 KiB, 4.0 KiB on disk");
    expect(file).toHaveTextContent("Not signed");
    expect(screen.getByText("Needs Node.js 18 or later.")).toBeVisible();
    await expectAxeClean();
    await user.click(screen.getByRole("button", { name: "Review" }));
    expect(screen.getAllByText("This is required.")).toHaveLength(2);
    expect(screen.getByRole("textbox", { name: /^Folders/ })).toHaveFocus();
    expect(fake.sent("propose_bundle")).toEqual([]);
    await expectAxeClean();
  });

  it("keeps what is typed while another page is shown, but no secret", async () => {
    const written = vi.spyOn(Drafts.prototype, "write");
    const { user } = await withBundle(view());
    await user.type(screen.getByRole("textbox", { name: /^Folders/ }), "/a");
    await user.type(screen.getByLabelText(/^API key/), "sk-typed");
    await goTo("#/servers/srv-files");
    expect(await screen.findByRole("tab", { name: "Overview" })).toBeVisible();
    await goTo("#/servers/bundle");
    expect(await screen.findByRole("textbox", { name: /^Folders/ })).toHaveValue("/a");
    expect(screen.getByLabelText(/^API key/)).toHaveValue("");
    expect(JSON.stringify(written.mock.calls)).not.toContain("sk-typed");
  });

  it("says a refusal where Review stands, and takes the focus to a wrong path", async () => {
    const { user, fake } = await withBundle(view());
    await user.type(screen.getByRole("textbox", { name: /^Folders/ }), "/a");
    await user.type(screen.getByLabelText(/^API key/), "k");
    const reads = screen.getByRole("textbox", { name: "May read" });
    await user.type(reads, "notes");
    const review = screen.getByRole("button", { name: "Review" });
    await user.click(review);
    expect(reads).toHaveFocus();
    expect(reads).toBeInvalid();
    await user.clear(reads);
    fake.failNext("propose_bundle", { code: "vault.locked", sentence: "The keychain is locked." });
    await user.click(review);
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("The keychain is locked.");
    expect(review.parentElement).toContainElement(alert);
  });

  it("proposes the values that stand in its fields", async () => {
    const { user, fake } = await withBundle(view());
    await user.type(screen.getByRole("textbox", { name: /^Folders/ }), "/a b\n/c");
    await user.clear(screen.getByRole("textbox", { name: /^Level/ }));
    await user.click(screen.getByRole("switch", { name: "Quiet" }));
    await user.type(screen.getByLabelText(/^API key/), " k ");
    await user.click(screen.getByRole("button", { name: "Review" }));
    await waitFor(() => expect(fake.sent("propose_bundle")).toHaveLength(1));
    expect(fake.sent("propose_bundle")[0]).toEqual({
      bundle: "b-1",
      label: "Field notes",
      updates: null,
      choices: UNCHANGED,
      values: [
        { key: "Folders", values: ["/a b", "/c"] },
        { key: "Level", values: [] },
        { key: "Quiet", values: ["false"] },
        { key: "API key", values: [" k "] },
      ],
    });
  });

  it("updates a server with what it was given, and keeps its secret", async () => {
    const installed = {
      server: "srv-files",
      label: "Project files",
      version: foreign("1.2.0"),
      values: [{ key: "Folders", values: ["/notes"] }],
      stored: ["API key"],
      choices: {
        fence: { read: ["/notes"], write: [], hosts: [], any_host: false, nested: false },
        fence_named: false,
        fetch: false,
        start: "needed" as const,
      },
    };
    const { user, fake } = await withBundle(view({ installed: [installed] }));
    expect(screen.getByRole("radio", { name: "Update “Project files” (1.2.0)" })).toBeChecked();
    expect(screen.getByRole("textbox", { name: /^Folders/ })).toHaveValue("/notes");
    expect(screen.getByPlaceholderText("Stored; leave empty to keep it")).toHaveValue("");
    await user.click(screen.getByRole("button", { name: "Review" }));
    await waitFor(() => expect(fake.sent("propose_bundle")).toHaveLength(1));
    expect(fake.sent("propose_bundle")[0]).toMatchObject({
      label: "Project files",
      updates: "srv-files",
      choices: { fence: { read: ["/notes"] }, start: "needed" },
      values: [{ key: "Folders" }, { key: "Level" }, { key: "Quiet" }],
    });
  });

  it("can add another server beside the one that is there", async () => {
    const installed = {
      server: "srv-files",
      label: "Project files",
      version: foreign("1"),
      values: [],
      stored: [],
      choices: UNCHANGED,
    };
    const { user } = await withBundle(view({ installed: [installed] }));
    await user.click(screen.getByRole("radio", { name: "Add another server" }));
    expect(screen.getByRole("textbox", { name: "Label" })).toHaveValue("Field notes");
  });

  it("proposes grants of a fence, and none is given before it is ticked", async () => {
    const settings = [
      installSetting("Folders", { kind: "folder", multiple: true, default: ["/notes", "relative"] }),
      installSetting("Server", { default: ["https://sync.example.com:8443/v1"] }),
      installSetting("API key", { secret: true, default: ["https://secret.example.com"] }),
    ];
    const { user, fake } = await withBundle(
      view({ settings, proposed_hosts: [{ name: "api.example.com", port: 443 }] }),
    );
    expect(screen.getByRole("switch", { name: "Fence this program in" })).toBeChecked();
    const proposed = screen.getByRole("region", { name: /^Proposed by the bundle/ });
    // Right below the field in which they were chosen.
    const places = screen.getByRole("region", { name: "Blocked by the fence until you select it: Folders" });
    expect(screen.getByRole("textbox", { name: "Folders" }).compareDocumentPosition(places)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    const boxes = [places, proposed].flatMap((part) => within(part).getAllByRole("checkbox"));
    expect(boxes.map((box) => box.getAttribute("aria-label"))).toEqual([
      "Read /notes",
      "Read and change /notes",
      "Connect api.example.com",
      "Connect sync.example.com:8443",
    ]);
    for (const box of boxes) expect(box).not.toBeChecked();
    await expectAxeClean();
    await user.click(within(places).getByRole("checkbox", { name: "Read /notes" }));
    await user.click(within(proposed).getByRole("checkbox", { name: "Connect sync.example.com:8443" }));
    await user.click(within(proposed).getByRole("checkbox", { name: "Connect api.example.com" }));
    await user.click(within(proposed).getByRole("checkbox", { name: "Connect api.example.com" }));
    expect(screen.getByRole("textbox", { name: "May read" })).toHaveValue("/notes");
    await user.click(screen.getByText("Advanced"));
    await user.click(screen.getByRole("radio", { name: "When it is needed" }));
    await user.click(screen.getByRole("button", { name: "Review" }));
    await waitFor(() => expect(fake.sent("propose_bundle")).toHaveLength(1));
    expect(fake.sent("propose_bundle")[0]).toMatchObject({
      choices: {
        fence: {
          read: ["/notes"],
          write: [],
          hosts: [{ name: "sync.example.com", port: 8443 }],
          any_host: false,
          nested: false,
        },
        start: "needed",
      },
    });
  });

  it("says our own words beside those of the publisher, and not as a part of them", async () => {
    await withBundle(view({ settings: [installSetting("Note", { description: foreign("A line") })] }));
    const field = screen.getByRole("textbox", { name: "Note" });
    expect(field).toHaveAccessibleDescription("A line Optional.");
  });

  it("closes the bundle when it is cancelled", async () => {
    const { user, fake } = await withBundle(view());
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(fake.world.bundle).toBeNull());
    window.location.hash = "#/servers/bundle";
    expect(await screen.findByText("No bundle open")).toBeVisible();
    await expectAxeClean();
  });
});

describe("a bundle that another program opened", () => {
  async function offered(prepare?: (fake: FakeHost) => void) {
    const shown = await showApp("#/chat", { chosenBundle: view() });
    prepare?.(shown.fake);
    const source = { kind: "bundle", file: foreign("notes.mcpb") } as const;
    shown.fake.put("offered_install", { source, dropped: 1 }, { kind: "offered_install" });
    const notice = await screen.findByRole("region", { name: "Bundle" });
    return { ...shown, notice };
  }

  it("is read only when the person wants to review it", async () => {
    const { user, fake, notice } = await offered();
    expect(notice).toHaveTextContent("A bundle was opened: notes.mcpb");
    expect(notice).toHaveTextContent("1 more link or bundle was ignored.");
    expect(fake.sent("open_bundle")).toEqual([]);
    await user.click(within(notice).getByRole("button", { name: "Review bundle" }));
    expect(await screen.findByRole("heading", { name: "Field notes" })).toBeVisible();
    expect(screen.queryByRole("region", { name: "Bundle" })).toBeNull();
  });

  it("says what is wrong with it, and can be discarded", async () => {
    const { user, notice } = await offered((fake) => {
      fake.failNext("open_bundle", { code: "input.bad", sentence: "This file is not a bundle." });
    });
    await user.click(within(notice).getByRole("button", { name: "Review bundle" }));
    expect(await within(notice).findByText("This file is not a bundle.")).toBeVisible();
    await expectAxeClean();
    await user.click(within(notice).getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Bundle" })).toBeNull());
  });
});

describe("values of a bundle", () => {
  it("start with the version before, then the default, and never with a secret", () => {
    const before = [
      { key: "Level", values: [] },
      { key: "API key", values: ["k"] },
    ];
    expect(startValues(SETTINGS, undefined)).toEqual({
      Folders: "",
      Level: "2",
      Quiet: "true",
      "API key": "",
    });
    expect(startValues(SETTINGS, before)).toEqual({
      Folders: "",
      Level: "",
      Quiet: "true",
      "API key": "",
    });
  });

  it("leave out an optional switch without a default until it is used", () => {
    const settings = [
      installSetting("Check", { kind: "switch" }),
      installSetting("Agree", { kind: "switch", required: true }),
    ];
    const typed = startValues(settings, undefined);
    expect([...missing(settings, typed, new Set())]).toEqual([]);
    expect(toValues(settings, typed, new Set())).toEqual([
      { key: "Check", values: [] },
      { key: "Agree", values: ["false"] },
    ]);
    expect(toValues(settings, { ...typed, Check: "false" }, new Set())[0]).toEqual({
      key: "Check",
      values: ["false"],
    });
  });

  it("are missing where they are required, and a stored secret is not", () => {
    const typed = { Folders: " \n ", "API key": "" };
    expect([...missing(SETTINGS, typed, new Set())]).toEqual(["Folders", "API key"]);
    expect([...missing(SETTINGS, typed, new Set(["API key"]))]).toEqual(["Folders"]);
    expect(toValues(SETTINGS, typed, new Set(["API key"])).map((it) => it.key)).toEqual([
      "Folders",
      "Level",
      "Quiet",
    ]);
  });
});
