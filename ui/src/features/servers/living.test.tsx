/** What helps to live with many servers: profiles, order, notes. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { expectAxeClean } from "../../test/axe";
import { withHeights } from "../../test/heights";
import { showServers } from "../../test/servers";
import { showApp } from "../../test/show";

withHeights();

const order = () =>
  [...document.querySelectorAll("a[data-server]")].map((it) => it.getAttribute("data-server"));

it("shows the profile in use where there are several, and switches", async () => {
  const { user, fake } = await showServers("");
  expect(screen.queryByRole("button", { name: /^Profile .*, in use$/ })).toBeNull();
  const work = { id: "work", name: "Work", current: false, servers: [], permissions: 0 };
  fake.put("profiles", [...fake.world.profiles, work], { kind: "profiles" });
  const current = await screen.findByRole("button", { name: "Profile Default, in use" });
  await expectAxeClean();
  await user.click(current);
  expect(await screen.findByRole("menuitem", { name: "Default, in use" })).toBeVisible();
  await user.click(screen.getByRole("menuitem", { name: "Work" }));
  expect(await screen.findByRole("button", { name: "Profile Work, in use" })).toBeVisible();
  expect(fake.sent("use_profile")).toEqual([{ profile: "work" }]);
});

it("moves a server in the list by the keyboard and by its menu", async () => {
  const { user } = await showServers("/srv-files");
  const before = order();
  screen.getByRole("link", { name: /Project files/ }).focus();
  const from = before.indexOf("srv-files");
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await waitFor(() => expect(order().indexOf("srv-files")).toBe(from + 1));
  expect(screen.getByRole("link", { name: /Project files/ })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: /Project files.*more|More.*Project files/i }));
  await user.click(await screen.findByRole("menuitem", { name: "Move up" }));
  await waitFor(() => expect(order()).toEqual(before));
});

it("says why a server was not moved in the list", async () => {
  const { user, fake } = await showApp("#/servers/srv-files");
  await waitFor(() => expect(order()).toContain("srv-files"));
  const before = order();
  fake.failNext("order_servers", { code: "store.full", sentence: "The disk is full." });
  document.querySelector<HTMLElement>('a[data-server="srv-files"]')?.focus();
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(await screen.findByText("The disk is full.")).toBeVisible();
  expect(order()).toEqual(before);
});

it("keeps a note about a server and shows it on its page", async () => {
  const { user } = await showServers("/srv-files/settings");
  const form = await screen.findByRole("form", { name: "Note" });
  await user.type(within(form).getByRole("textbox"), "Ask Ada first.");
  await user.click(within(form).getByRole("button", { name: "Save note" }));
  await user.click(screen.getByRole("tab", { name: "Overview" }));
  expect(await screen.findByRole("heading", { name: "Your note" })).toBeVisible();
  expect(screen.getByText("Ask Ada first.")).toBeVisible();
});

it("sets when a server starts, and shows one that is asleep", async () => {
  const { user, fake } = await showServers("/srv-files/settings");
  const choice = await screen.findByRole("radiogroup", { name: "Start this server" });
  expect(within(choice).getByRole("radio", { name: "When Portcullis starts" })).toBeChecked();
  expect(choice).toHaveAccessibleDescription(/stops after 10 minutes without use\. Until it starts/);
  await user.click(within(choice).getByRole("radio", { name: "When it is needed" }));
  await waitFor(() => expect(within(choice).getByRole("radio", { name: "When it is needed" })).toBeChecked());
  expect(fake.sent("set_start")[0]).toEqual({
    server: "srv-files",
    start: "needed",
  });
  await expectAxeClean();
  fake.setPhase("srv-files", "asleep", "asleep, starts when needed");
  expect(
    await screen.findByRole("link", { name: /Project files.*asleep, starts when needed/ }),
  ).toBeVisible();
  await user.click(screen.getByRole("tab", { name: "Overview" }));
  expect(await screen.findByText("Asleep, starts when needed")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Restart" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Start now" }));
  await waitFor(() => expect(fake.server("srv-files").summary.state.phase).toBe("starting"));
});

it("duplicates a server with another name and without its secrets", async () => {
  const { user, fake } = await showServers("/srv-files");
  const { draft, summary } = fake.server("srv-files");
  draft.environment = [{ name: "API_KEY", value: null, secret: true }];
  draft.start = "needed";
  fake.emit({ kind: "server", server: summary });
  await user.click(screen.getByRole("button", { name: /Project files.*more|More.*Project files/i }));
  await user.click(await screen.findByRole("menuitem", { name: "Duplicate…" }));
  const label = await screen.findByRole("textbox", { name: "Label" });
  expect(label).toHaveValue("Project files 2");
  await user.type(screen.getByLabelText("Value of API_KEY"), "k-2");
  await user.click(screen.getByRole("button", { name: "Review" }));
  await waitFor(() =>
    expect(fake.sent("propose_server")[0]).toMatchObject({
      draft: {
        label: "Project files 2",
        start: "needed",
        environment: [{ name: "API_KEY", value: "k-2", secret: true }],
      },
      changes: null,
    }),
  );
});
