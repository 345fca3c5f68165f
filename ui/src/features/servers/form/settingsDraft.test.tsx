import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Drafts } from "../../../drafts";
import type { FakeHost } from "../../../platform/fakeHost";
import { expectAxeClean } from "../../../test/axe";
import { withHeights } from "../../../test/heights";
import { showServers } from "../../../test/servers";

withHeights();

const tab = (name: string) => screen.findByRole("tab", { name });

/** The review of a change of this server ends with a yes. */
const approve = (fake: FakeHost, id: string) =>
  act(async () => {
    const server = fake.server(id);
    const proposed = fake.sent("propose_server").at(-1)?.draft ?? server.draft;
    // What is a secret is stored and never shown again.
    const headers = proposed.headers.map((it) => (it.secret ? { ...it, value: null } : it));
    Object.assign(server, { approved_at: Date.now(), draft: { ...proposed, headers } });
    fake.emit({ kind: "server", server: server.summary });
  });

it("keeps changed settings over tabs, and their tab says so", async () => {
  const { user } = await showServers("/srv-github/settings");
  const address = await screen.findByLabelText<HTMLInputElement>("URL");
  const typed = `${address.value}/v2`;
  expect(await tab("Settings")).toBeVisible();
  await user.type(address, "/v2");
  expect(await tab("Settings unsaved")).toBeVisible();
  await user.click(await tab("Logs"));
  await waitFor(() => expect(screen.queryByLabelText("URL")).toBeNull());
  await expectAxeClean();
  await user.click(await tab("Settings unsaved"));
  expect(await screen.findByLabelText("URL")).toHaveValue(typed);
  await user.click(screen.getByRole("button", { name: "Discard changes" }));
  expect(await tab("Settings")).toBeVisible();
  await user.click(await tab("Logs"));
  await user.click(await tab("Settings"));
  expect(await screen.findByLabelText("URL")).toHaveValue(typed.replace(/\/v2$/, ""));
});

it("forgets changed settings once they are approved, a token too", async () => {
  const { user, fake } = await showServers("/srv-github/settings");
  await user.type(await screen.findByLabelText("Token"), "ghp-new");
  await user.type(screen.getByLabelText("URL"), "/v2");
  await user.click(screen.getByRole("button", { name: "Review changes" }));
  await waitFor(() => expect(fake.sent("show_request")).toHaveLength(1));
  await user.click(await tab("Logs"));
  // The review may still end with a no.
  expect(await tab("Settings unsaved")).toBeVisible();
  await approve(fake, "srv-github");
  await user.click(await tab("Settings"));
  expect(await screen.findByLabelText("Token")).toHaveValue("");
  expect(screen.getByText("No changes to review yet.")).toBeVisible();
});

it("forgets approved changes also where the tab was left before the reply", async () => {
  const written = vi.spyOn(Drafts.prototype, "write");
  const { user, fake } = await showServers("/srv-github/settings");
  const arrive = fake.hold("propose_server");
  await user.type(await screen.findByLabelText("URL"), "/v2");
  await user.click(screen.getByRole("button", { name: "Review changes" }));
  await waitFor(() => expect(fake.sent("propose_server")).toHaveLength(1));
  await user.click(await tab("Logs"));
  expect(await tab("Settings unsaved")).toBeVisible();
  await act(async () => arrive());
  await waitFor(() => expect(written.mock.lastCall?.[1]).toMatchObject({ proposed: true }));
  await approve(fake, "srv-github");
  expect(await tab("Settings")).toBeVisible();
});

it("keeps the name of a secret and not its value once the form is left", async () => {
  const written = vi.spyOn(Drafts.prototype, "write");
  const { user } = await showServers("/srv-files/settings/API_KEY");
  const value = () => screen.findByLabelText("Value of API_KEY");
  expect(await value()).toHaveValue("");
  // The row is there because a diagnosis named it: nothing was typed yet.
  expect(await tab("Settings")).toBeVisible();
  await user.type(await value(), "sk-typed");
  expect(await tab("Settings unsaved")).toBeVisible();
  // The form begins again where another setting is changed, and is not left by that.
  const choice = screen.getByRole("radiogroup", { name: "Start this server" });
  await user.click(within(choice).getByRole("radio", { name: "When it is needed" }));
  await waitFor(() => expect(within(choice).getByRole("radio", { name: "When it is needed" })).toBeChecked());
  expect(await value()).toHaveValue("sk-typed");
  await user.click(await tab("Logs"));
  await user.click(await tab("Settings unsaved"));
  expect(await value()).toHaveValue("");
  expect(await value()).toHaveAttribute("placeholder", "Value");
  const kept = JSON.stringify(written.mock.calls);
  expect(kept).toContain("API_KEY");
  expect(kept).not.toContain("sk-typed");
});

it("keeps nothing where a secret alone was typed, and says what is stored", async () => {
  const written = vi.spyOn(Drafts.prototype, "write");
  const { user } = await showServers("/srv-github/settings");
  await user.type(await screen.findByLabelText("Token"), "ghp-new");
  expect(await tab("Settings unsaved")).toBeVisible();
  await user.click(await tab("Logs"));
  await user.click(await tab("Settings"));
  expect(await screen.findByLabelText("Token")).toHaveValue("");
  expect(screen.getByLabelText("Token")).toHaveAttribute("placeholder", "Stored; type to replace");
  expect(screen.getByText("No changes to review yet.")).toBeVisible();
  expect(JSON.stringify(written.mock.calls)).not.toContain("ghp-new");
});

it("keeps what was typed after a review was asked for", async () => {
  const { user, fake } = await showServers("/srv-github/settings");
  const address = await screen.findByLabelText<HTMLInputElement>("URL");
  const typed = `${address.value}/v2`;
  await user.type(address, "/v2");
  await user.click(screen.getByRole("button", { name: "Review changes" }));
  await waitFor(() => expect(fake.sent("show_request")).toHaveLength(1));
  await user.type(screen.getByLabelText("Label"), " two");
  await approve(fake, "srv-github");
  await waitFor(() => expect(address).not.toBeInTheDocument());
  expect(screen.getByLabelText("Label")).toHaveValue("GitHub two");
  await user.click(screen.getByRole("button", { name: "Discard changes" }));
  expect(screen.getByLabelText("URL")).toHaveValue(typed);
  expect(screen.getByLabelText("Label")).toHaveValue("GitHub");
});

it("keeps what is typed where another setting is changed meanwhile", async () => {
  const { user, fake } = await showServers("/srv-files/settings");
  await user.type(await screen.findByLabelText("Label"), " two");
  const choice = screen.getByRole("radiogroup", { name: "Start this server" });
  await user.click(within(choice).getByRole("radio", { name: "When it is needed" }));
  await waitFor(() => expect(within(choice).getByRole("radio", { name: "When it is needed" })).toBeChecked());
  expect(screen.getByLabelText("Label")).toHaveValue("Project files two");
  await user.click(screen.getByRole("button", { name: "Review changes" }));
  await waitFor(() => expect(fake.sent("propose_server")).not.toEqual([]));
  expect(fake.sent("propose_server")[0]).toMatchObject({
    draft: { label: "Project files two", start: "needed" },
  });
});

it("does not call a note unsaved that was saved after the tab was left", async () => {
  const { user, fake } = await showServers("/srv-files/settings");
  const arrive = fake.hold("set_note");
  const note = within(await screen.findByRole("form", { name: "Note" }));
  await user.type(note.getByRole("textbox"), "Ask Ada first.");
  await user.click(note.getByRole("button", { name: "Save note" }));
  await waitFor(() => expect(fake.sent("set_note")).toHaveLength(1));
  await user.click(await tab("Logs"));
  expect(await tab("Settings unsaved")).toBeVisible();
  await act(async () => arrive());
  expect(await tab("Settings")).toBeVisible();
});

it("keeps a note and a mark that are not saved over tabs", async () => {
  const { user, fake } = await showServers("/srv-files/settings");
  const note = within(await screen.findByRole("form", { name: "Note" }));
  await user.type(note.getByRole("textbox"), "Ask Ada first.");
  await user.click(screen.getByRole("radio", { name: "pink" }));
  await user.click(await tab("Overview"));
  await user.click(await tab("Settings unsaved"));
  const again = within(await screen.findByRole("form", { name: "Note" }));
  expect(again.getByRole("textbox")).toHaveValue("Ask Ada first.");
  expect(screen.getByRole("radio", { name: "pink" })).toBeChecked();
  await user.click(again.getByRole("button", { name: "Save note" }));
  await waitFor(() => expect(fake.server("srv-files").note).toBe("Ask Ada first."));
  await user.click(screen.getByRole("button", { name: "Save mark" }));
  expect(await tab("Settings")).toBeVisible();
});
