import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
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
  await user.click(screen.getByRole("button", { name: "Review changes" }));
  await waitFor(() => expect(fake.sent("show_request")).toHaveLength(1));
  await user.click(await tab("Logs"));
  // The review may still end with a no.
  expect(await tab("Settings unsaved")).toBeVisible();
  await approve(fake, "srv-github");
  await user.click(await tab("Settings"));
  expect(await screen.findByLabelText("Token")).toHaveValue("");
  expect(screen.getByText("There is no change to review yet.")).toBeVisible();
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
