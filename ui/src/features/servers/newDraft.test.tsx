import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { ServerDraft } from "../../bindings/host";
import { Drafts } from "../../drafts";
import { withHeights } from "../../test/heights";
import { showServers } from "../../test/servers";
import { EMPTY, toDraft } from "./form/draft";
import { foundServer } from "./import/testing";

withHeights();

const DRAFT: ServerDraft = {
  ...toDraft(EMPTY),
  label: "Time",
  endpoint: { kind: "command", program: "uvx", arguments: ["mcp-server-time"], folder: null },
};

async function lookElsewhere(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole("link", { name: /Project files/ }));
  expect(await screen.findByRole("tab", { name: "Overview" })).toBeVisible();
}

const add = (user: UserEvent) => user.click(screen.getByRole("link", { name: "Add" }));

it("keeps a new server that is typed over pages, until it is cancelled", async () => {
  const { user } = await showServers("/add");
  await user.type(screen.getByLabelText("Label"), "Time");
  await user.type(screen.getByRole("textbox", { name: "Command" }), "uvx");
  await lookElsewhere(user);
  await add(user);
  expect(await screen.findByLabelText("Label")).toHaveValue("Time");
  expect(screen.getByRole("textbox", { name: "Command" })).toHaveValue("uvx");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await add(user);
  expect(await screen.findByLabelText("Label")).toHaveValue("");
});

const pasted = () => screen.findByRole("textbox", { name: /^Paste a command/ });

/** The page with this text pasted, in which there is this server. */
async function withPasted(text: string, draft: ServerDraft) {
  const shown = await showServers("/add", {
    answers: { read_servers: [foundServer({ label: "Time", draft })] },
  });
  await shown.user.click(await pasted());
  await shown.user.paste(text);
  await waitFor(() => expect(screen.getByLabelText("Label")).toHaveValue("Time"));
  return shown;
}

it("keeps what a pasted text filled in, without the text and without secrets", async () => {
  const written = vi.spyOn(Drafts.prototype, "write");
  const { user } = await withPasted("API_KEY=sk-pasted uvx mcp-server-time", {
    ...DRAFT,
    environment: [{ name: "API_KEY", value: "sk-pasted", secret: true }],
  });
  expect(screen.getByLabelText("Value of API_KEY")).toHaveValue("sk-pasted");
  await lookElsewhere(user);
  await add(user);
  expect(await pasted()).toHaveValue("");
  expect(screen.getByLabelText("Label")).toHaveValue("Time");
  expect(screen.getByLabelText("Value of API_KEY")).toHaveValue("");
  const kept = JSON.stringify(written.mock.calls);
  expect(kept).toContain("API_KEY");
  expect(kept).not.toContain("sk-pasted");
});

it("keeps nothing of a pasted text that was taken out again", async () => {
  const { user } = await withPasted("uvx mcp-server-time", DRAFT);
  await user.clear(await pasted());
  await waitFor(() => expect(screen.getByLabelText("Label")).toHaveValue(""));
  await lookElsewhere(user);
  await add(user);
  expect(await screen.findByLabelText("Label")).toHaveValue("");
});

it("keeps what a pasted text filled in with what was changed, until it was proposed", async () => {
  const { user, fake } = await withPasted("uvx mcp-server-time", DRAFT);
  await user.type(screen.getByLabelText("Label"), " UTC");
  await lookElsewhere(user);
  await add(user);
  expect(await screen.findByLabelText("Label")).toHaveValue("Time UTC");
  await user.click(screen.getByRole("button", { name: "Review" }));
  await waitFor(() => expect(fake.sent("show_request")).toHaveLength(1));
  await lookElsewhere(user);
  await add(user);
  expect(await pasted()).toHaveValue("");
  expect(screen.getByLabelText("Label")).toHaveValue("");
});
