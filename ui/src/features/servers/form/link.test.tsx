import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ServerDraft } from "../../../bindings/host";
import { expectAxeClean } from "../../../test/axe";
import { showApp } from "../../../test/show";
import { foundServer } from "../import/testing";
import { EMPTY, toDraft } from "./draft";

const DRAFT: ServerDraft = {
  ...toDraft(EMPTY),
  label: "Time",
  endpoint: { kind: "command", program: "uvx", arguments: ["mcp-server-time"], folder: null },
};
const TEXT = "portcullis://install?name=time&config=e30";

/** A window in which a link arrives. */
async function withLink(dropped: number) {
  const shown = await showApp("#/chat", {
    answers: { read_servers: [foundServer({ label: "Time", draft: DRAFT })] },
  });
  const source = { kind: "link", text: TEXT } as const;
  shown.fake.put("offered_install", { source, dropped }, { kind: "offered_install" });
  return { ...shown, notice: await screen.findByRole("region", { name: "Install link" }) };
}

describe("an install link of another program", () => {
  it("is one notice in every room, which does nothing before it is reviewed", async () => {
    const { user, fake, notice } = await withLink(49);
    expect(notice).toHaveTextContent("A link asks to add a server.");
    expect(notice).toHaveTextContent("49 more links or bundles were ignored.");
    expect(fake.sent("read_servers")).toEqual([]);
    await expectAxeClean();
    await user.click(within(notice).getByRole("link", { name: "Review link" }));
    const from = await screen.findByText("These settings come from a link.");
    expect(from).toBeVisible();
    expect(screen.getByRole("textbox", { name: /^Paste a command/ })).toHaveValue(TEXT);
    expect(await screen.findByText(/^Filled in below/)).toBeVisible();
    expect(screen.queryByText("A link asks to add a server.")).toBeNull();
    await expectAxeClean();
  });

  it("is forgotten when it is discarded", async () => {
    const { user, fake, notice } = await withLink(0);
    await user.click(within(notice).getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Install link" })).toBeNull());
    expect(fake.world.offered_install).toBeNull();
    window.location.hash = "#/servers/link";
    expect(await screen.findByText("No link to review")).toBeVisible();
  });

  it("stays until its page is left after the review was asked for", async () => {
    const { user, fake } = await withLink(0);
    window.location.hash = "#/servers/link";
    await screen.findByText(/^Filled in below/);
    window.location.hash = "#/chat";
    await user.click(await screen.findByRole("link", { name: "Review link" }));
    await screen.findByText(/^Filled in below/);
    await user.click(screen.getByRole("button", { name: "Review" }));
    await waitFor(() => expect(fake.sent("propose_fetch")).toHaveLength(1));
    expect(fake.world.offered_install).not.toBeNull();
    window.location.hash = "#/chat";
    await waitFor(() => expect(fake.world.offered_install).toBeNull());
  });
});
