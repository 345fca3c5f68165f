import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FenceDenial, FenceGrants } from "../../../bindings/host";
import { command, foreign } from "../../../platform/fakeHost/make";
import { expectAxeClean } from "../../../test/axe";
import { showApp } from "../../../test/show";

const GRANTS: FenceGrants = {
  read: ["/home/ada/notes"],
  write: [],
  hosts: [],
  any_host: false,
  nested: false,
};
const DENIED: FenceDenial = {
  what: foreign("api.example.com:443"),
  host: { name: "api.example.com", port: 443 },
  path: null,
  nested: false,
  at: Date.now() - 60_000,
  tool: foreign("find_notes"),
  count: 3,
};

async function show(route: string, fence: FenceGrants | null, denials: FenceDenial[] = []) {
  return showApp(route, {
    prepare: (world) => {
      world.denials.set("srv-files", denials);
      Object.assign(world.server("srv-files").draft, { fence, endpoint: command("notes") });
    },
  });
}

describe("the fence of a server", () => {
  it("says plainly that there is none", async () => {
    await show("#/servers/srv-files", null);
    const fence = await screen.findByRole("region", { name: "Fence" });
    expect(fence).toHaveTextContent("The program can read and change everything that you can");
    await expectAxeClean();
  });

  it("shows each grant, and offers the host that was kept out", async () => {
    const { user, fake } = await show("#/servers/srv-files", GRANTS, [DENIED]);
    const fence = await screen.findByRole("region", { name: "Fence" });
    expect(within(fence).getByText("/home/ada/notes")).toBeVisible();
    expect(await within(fence).findByText(/3 times/)).toBeVisible();
    expect(within(fence).getByText(/during a call of/)).toHaveTextContent("during a call of find_notes");
    await user.click(within(fence).getByRole("button", { name: /api\.example\.com/ }));
    const proposed = fake.sent("propose_server").at(-1);
    expect(proposed).toMatchObject({
      changes: "srv-files",
      draft: { fence: { ...GRANTS, hosts: [{ name: "api.example.com", port: 443 }] } },
    });
    await expectAxeClean();
  });

  it("shows a host in the local network, and offers one in its place there", async () => {
    const what = foreign("nas.local:5000 (192.168.1.20)");
    const host = { name: "nas.local", port: 5000, local_network: true };
    const hosts = [
      { name: "nas.local", port: 5000 },
      { name: "192.168.1.20", port: 5432, local_network: true },
    ];
    const { user, fake } = await show("#/servers/srv-files", { ...GRANTS, hosts }, [
      { ...DENIED, what, host },
    ]);
    const fence = await screen.findByRole("region", { name: "Fence" });
    expect(within(fence).getByText("in your local network")).toHaveTextContent(
      "192.168.1.20:5432 in your local network",
    );
    const offer = await within(fence).findByRole("button", {
      name: "Allow in your local network… nas.local:5000",
    });
    await user.click(offer);
    const proposed = fake.sent("propose_server").at(-1);
    expect(proposed?.draft.fence?.hosts).toEqual([hosts[1], host]);
    await expectAxeClean();
  });

  it("offers no host in the local network that is allowed there", async () => {
    const host = { name: "nas.local", port: 5000, local_network: true };
    const denials = [
      { ...DENIED, host },
      { ...DENIED, what: foreign("b.example:443") },
    ];
    await show("#/servers/srv-files", { ...GRANTS, hosts: [host] }, denials);
    const fence = await screen.findByRole("region", { name: "Fence" });
    expect(await within(fence).findByText("b.example:443")).toBeVisible();
    expect(within(fence).getAllByRole("button")).toHaveLength(1);
  });

  it("takes hosts in the local network by name, and an address only there", async () => {
    const { user, fake } = await show("#/servers/srv-files/settings", {
      ...GRANTS,
      hosts: [{ name: "nas.local", port: 443, local_network: true }],
    });
    const hosts = await screen.findByRole("textbox", { name: "May connect to" });
    const local = screen.getByRole("textbox", { name: "May connect to devices in your local network" });
    expect(hosts).toHaveValue("");
    expect(local).toHaveValue("nas.local");
    await user.type(local, "\nhttp://nas.local");
    await user.click(screen.getByRole("button", { name: /^Review/ }));
    await waitFor(() => expect(local).toHaveFocus());
    expect(local).toBeInvalid();
    await user.clear(local);
    await user.type(local, "nas.local\nDB.corp.example:5432");
    await user.type(hosts, "api.example.com\nnas.local\n192.168.1.20:5432\n[[fd12::1]:80");
    await user.click(screen.getByRole("button", { name: /^Review/ }));
    const proposed = () => fake.sent("propose_server").at(-1);
    await waitFor(() =>
      expect(proposed()?.draft.fence?.hosts).toEqual([
        { name: "api.example.com", port: 443 },
        { name: "192.168.1.20", port: 5432, local_network: true },
        { name: "fd12::1", port: 80, local_network: true },
        { name: "nas.local", port: 443, local_network: true },
        { name: "db.corp.example", port: 5432, local_network: true },
      ]),
    );
  });

  it("offers a path that a call named, and never one without a grant", async () => {
    const path = "/home/ada/letters/2026.txt";
    const named: FenceDenial = { ...DENIED, what: foreign(path), host: null, path, count: 1 };
    const keys: FenceDenial = { ...named, what: foreign("/home/ada/.ssh/id"), path: null };
    const { user, fake } = await show("#/servers/srv-files", GRANTS, [named, keys]);
    const fence = await screen.findByRole("region", { name: "Fence" });
    expect(await within(fence).findByText("/home/ada/.ssh/id")).toBeVisible();
    expect(within(fence).getAllByRole("button")).toHaveLength(2);
    await user.click(within(fence).getByRole("button", { name: `Allow changing… ${path}` }));
    const proposed = fake.sent("propose_server").at(-1);
    expect(proposed).toMatchObject({ draft: { fence: { ...GRANTS, write: [path] } } });
    await expectAxeClean();
  });

  it("offers the sandbox that a browser could not build and shows it once allowed", async () => {
    const what = "its own sandbox (user namespaces)";
    const sandbox: FenceDenial = { ...DENIED, what: foreign(what), host: null, nested: true, count: 1 };
    const { user, fake } = await show("#/servers/srv-files", GRANTS, [sandbox]);
    const fence = await screen.findByRole("region", { name: "Fence" });
    expect(within(fence).queryByText("Own sandbox")).toBeNull();
    await user.click(await within(fence).findByRole("button", { name: `Allow… ${what}` }));
    const proposed = fake.sent("propose_server").at(-1);
    expect(proposed).toMatchObject({ draft: { fence: { ...GRANTS, nested: true } } });
  });

  it("shows a sandbox that is allowed, and does not offer it again", async () => {
    const sandbox: FenceDenial = { ...DENIED, host: null, nested: true };
    await show("#/servers/srv-files", { ...GRANTS, nested: true }, [sandbox]);
    const fence = await screen.findByRole("region", { name: "Fence" });
    expect(await within(fence).findByText("Own sandbox")).toBeVisible();
    expect(within(fence).queryByRole("button")).toBeNull();
    await expectAxeClean();
  });

  it("offers nothing for a server whose fence was turned off", async () => {
    const letter = "/home/ada/letters/2026.txt";
    const named: FenceDenial = { ...DENIED, what: foreign(letter), host: null, path: letter };
    await show("#/servers/srv-files", null, [DENIED, named]);
    const fence = await screen.findByRole("region", { name: "Fence" });
    expect(await within(fence).findByText(letter)).toBeVisible();
    expect(within(fence).queryByRole("button")).toBeNull();
  });

  it("offers no host where any is allowed, and no path below a granted folder", async () => {
    const path = (text: string): FenceDenial => ({ ...DENIED, what: foreign(text), host: null, path: text });
    const beside = "/home/ada/notes-old/a.txt";
    const denials = [DENIED, path("/home/ada/notes/a.txt"), path("/srv/b.txt"), path(beside)];
    await show("#/servers/srv-files", { ...GRANTS, write: ["/srv/"], any_host: true }, denials);
    const fence = await screen.findByRole("region", { name: "Fence" });
    expect(await within(fence).findByText(beside)).toBeVisible();
    const offered = within(fence).getAllByRole("button");
    expect(offered.map((it) => it.getAttribute("aria-label"))).toEqual([
      `Allow reading… ${beside}`,
      `Allow changing… ${beside}`,
    ]);
  });

  it("lets a program build its own sandbox only where that is switched on", async () => {
    const { user, fake } = await show("#/servers/srv-files/settings", GRANTS);
    const nested = await screen.findByRole("switch", { name: "May build its own sandbox" });
    expect(nested).not.toBeChecked();
    await user.click(nested);
    await user.click(screen.getByRole("button", { name: /^Review/ }));
    const asked = () => fake.sent("propose_server").at(-1);
    await waitFor(() => expect(asked()).toMatchObject({ draft: { fence: { ...GRANTS, nested: true } } }));
  });

  it("is on in the form of a new program, with the folders that its command names", async () => {
    const { user, fake } = await show("#/servers/add", null);
    await user.type(await screen.findByRole("textbox", { name: "Label" }), "Notes");
    await user.type(screen.getByRole("textbox", { name: "Command" }), "notes");
    await user.type(screen.getByRole("textbox", { name: "Arguments" }), "/home/ada/notes");
    expect(screen.getByRole("switch", { name: "Fence this program in" })).toBeChecked();
    await waitFor(() =>
      expect(screen.getByRole("textbox", { name: "May read and change" })).toHaveValue("/home/ada/notes"),
    );
    await user.click(screen.getByRole("button", { name: /^Review/ }));
    const asked = () => fake.sent("propose_server").at(-1);
    await waitFor(() =>
      expect(asked()).toMatchObject({
        draft: { fence: { read: [], write: ["/home/ada/notes"], hosts: [], any_host: false, nested: false } },
      }),
    );
  });

  it("stays as it was set, whatever is typed afterwards", async () => {
    const { user, fake } = await show("#/servers/add", null);
    await user.type(await screen.findByRole("textbox", { name: "Label" }), "Notes");
    await user.click(screen.getByRole("switch", { name: "Fence this program in" }));
    await user.type(screen.getByRole("textbox", { name: "Command" }), "notes");
    await user.click(screen.getByRole("button", { name: /^Review/ }));
    const asked = () => fake.sent("propose_server").at(-1);
    await waitFor(() => expect(asked()).toMatchObject({ draft: { fence: null } }));
  });

  it("has its lines again when it is turned off and on", async () => {
    const { user } = await show("#/servers/srv-files/settings", GRANTS);
    const fenced = await screen.findByRole("switch", { name: "Fence this program in" });
    await user.click(fenced);
    expect(screen.queryByRole("textbox", { name: "May read" })).toBeNull();
    await user.click(fenced);
    expect(screen.getByRole("textbox", { name: "May read" })).toHaveValue("/home/ada/notes");
    expect(screen.getByText("No changes to review yet.")).toBeVisible();
  });

  it("does not have the lines of another command when it is turned on again", async () => {
    const { user } = await show("#/servers/add", null);
    const command = await screen.findByRole("textbox", { name: "Command" });
    await user.type(command, "notes");
    await user.type(screen.getByRole("textbox", { name: "Arguments" }), "/home/ada/notes");
    const lines = () => screen.getByRole("textbox", { name: "May read and change" });
    await waitFor(() => expect(lines()).toHaveValue("/home/ada/notes"));
    const fenced = screen.getByRole("switch", { name: "Fence this program in" });
    await user.click(fenced);
    await user.click(fenced);
    expect(lines()).toHaveValue("/home/ada/notes");
    await user.click(fenced);
    await user.clear(command);
    await user.type(command, "other");
    await user.click(fenced);
    expect(lines()).toHaveValue("");
  });

  it("has its wrong host by the field, unless every one is allowed", async () => {
    const { user, fake } = await show("#/servers/srv-files/settings", null);
    await user.click(await screen.findByRole("switch", { name: "Fence this program in" }));
    const hosts = await screen.findByRole("textbox", { name: "May connect to" });
    await user.type(hosts, "https://example.com");
    await user.click(screen.getByRole("button", { name: /^Review/ }));
    await waitFor(() => expect(hosts).toHaveFocus());
    expect(hosts).toBeInvalid();
    await user.click(screen.getByRole("switch", { name: "May connect to any address" }));
    await user.click(screen.getByRole("button", { name: /^Review/ }));
    const asked = () => fake.sent("propose_server").at(-1);
    await waitFor(() => expect(asked()).toMatchObject({ draft: { fence: { hosts: [], any_host: true } } }));
  });

  it("says what is wrong with a line where that is the only change", async () => {
    const { user, fake } = await show("#/servers/srv-files/settings", GRANTS);
    const hosts = await screen.findByRole("textbox", { name: "May connect to" });
    expect(screen.getByRole("button", { name: /^Review/ })).toBeDisabled();
    expect(screen.getByText("No changes to review yet.")).toBeVisible();
    await user.type(hosts, "https://example.com");
    await user.click(screen.getByRole("button", { name: /^Review/ }));
    await waitFor(() => expect(hosts).toHaveFocus());
    expect(hosts).toBeInvalid();
    expect(fake.asked.some((it) => it.name === "propose_server")).toBe(false);
  });

  it("is set in the form, a path or host per line, and refuses what is neither", async () => {
    const { user, fake } = await show("#/servers/srv-files/settings", null);
    await user.click(await screen.findByRole("switch", { name: "Fence this program in" }));
    await user.type(screen.getByRole("textbox", { name: "May read" }), "notes");
    await user.type(
      screen.getByRole("textbox", { name: "May connect to" }),
      "API.example.com\nlocalhost:8080",
    );
    await user.click(screen.getByRole("button", { name: /^Review/ }));
    const read = screen.getByRole("textbox", { name: "May read" });
    await waitFor(() => expect(read).toHaveFocus());
    expect(read).toBeInvalid();
    expect(read).toHaveAccessibleDescription(/“notes” is not a full path\./);
    expect(screen.getByRole("textbox", { name: "May connect to" })).toBeValid();
    expect(fake.sent("propose_server")).toEqual([]);
    await user.clear(read);
    await user.click(screen.getByRole("button", { name: /^Review/ }));
    const proposed = fake.sent("propose_server").at(-1);
    expect(proposed).toMatchObject({
      draft: {
        fence: {
          read: [],
          write: [],
          hosts: [
            { name: "api.example.com", port: 443 },
            { name: "localhost", port: 8080 },
          ],
          any_host: false,
          nested: false,
        },
      },
    });
  });
});
