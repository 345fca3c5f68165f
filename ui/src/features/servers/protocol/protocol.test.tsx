import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { expectAxeClean } from "../../../test/axe";
import { withHeights } from "../../../test/heights";
import { showServers } from "../../../test/servers";

withHeights();

const list = () => screen.findByRole("listbox", { name: "Messages of Project files" });
const rows = async () => within(await list()).getAllByRole("option");

/** The messages with these words, in so many operations. */
async function searched(words: string, count: number) {
  const shown = await showServers("/srv-files/protocol");
  await shown.user.type(await screen.findByLabelText("Search messages"), words);
  await screen.findByText(new RegExp(`^${count} of 9 operations`));
  return shown;
}

it("puts rounds, progress and questions of a call under one head that says its end", async () => {
  await searched("tools/call", 4);
  const said = (await rows()).map((it) => it.textContent ?? "");
  expect(said[0]).toContain("Connection 1 · protocol version 2025-11-25");
  expect(said[0]).toMatch(/tools\/call search_files · 1 nested request · progress ×3.*tool error/);
  expect(said[1]).toMatch(/read_file.*cancelled/);
  expect(said[2]).toContain("Connection 2 · protocol version 2026-07-28");
  expect(said[2]).toMatch(/edit_file · 2 rounds.*answered/);
  expect(said[3]).toMatch(/read_file.*no response yet/);
  await expectAxeClean();
});

it("calls the probe that was not known no error", async () => {
  const { user } = await searched("discover", 2);
  expect((await rows()).map((it) => it.querySelector(".kind")?.textContent)).toEqual([
    "not supported",
    "answered",
  ]);
  await user.click(screen.getByRole("button", { name: "Grouped" }));
  await screen.findByText(/^4 of 24 messages/);
  const kinds = (await rows()).map((it) => it.querySelector(".kind")?.textContent);
  expect(kinds).toEqual(["version check 1", "check unsupported 1", "version check 1", "check answered 1"]);
});

it("leaves only what went wrong", async () => {
  const { user } = await showServers("/srv-files/protocol");
  await user.click(await screen.findByRole("button", { name: "Errors only" }));
  await screen.findByText(/^2 of 9 operations/);
  expect(screen.getByRole("button", { name: "Errors only" })).toHaveAttribute("aria-pressed", "true");
});

it("shows the frames of an operation and each of them whole", async () => {
  const { user } = await searched("edit_file", 1);
  await user.click((await rows())[0] as HTMLElement);
  const detail = await screen.findByRole("region", { name: "Operation" });
  expect(detail).toHaveTextContent(/4 messages · protocol version 2026-07-28/);
  const steps = within(await within(detail).findByRole("listbox")).getAllByRole("option");
  expect(steps.map((it) => it.textContent)).toHaveLength(4);
  expect(steps[1]).toHaveTextContent("input requested");
  expect(await within(detail).findByText(/"token": "•••"/)).toBeVisible();
  await user.click(steps[1] as HTMLElement);
  expect(await within(detail).findByText(/"resultType": "input_required"/)).toBeVisible();
  expect(within(detail).getByRole("button", { name: "Copy message" })).toBeVisible();
  await expectAxeClean();
  await user.click(within(detail).getByRole("button", { name: "Close operation" }));
  expect(screen.queryByRole("region", { name: "Operation" })).toBeNull();
  const all = await list();
  await waitFor(() => expect(all).toHaveFocus());
});

it("asks the host for text deeper in a frame than it knows, and for new frames only", async () => {
  const { fake } = await searched("edited", 1);
  // Not one for its first letters, which an earlier look may have asked for.
  await waitFor(() =>
    expect(fake.sent("find_frames")).toContainEqual(expect.objectContaining({ words: "edited" })),
  );
  const last = fake.world.frames.get("srv-files")?.at(-1);
  if (last === undefined) throw new Error("no frames");
  fake.world.frames.get("srv-files")?.push({ ...last, seq: 25, operation: 99 });
  act(() => fake.emit({ kind: "frames", server: "srv-files" }));
  await screen.findByText(/^1 of 10 operations/);
  await waitFor(() =>
    expect(fake.sent("find_frames").at(-1)).toEqual({
      server: "srv-files",
      words: "edited",
      after: 24,
    }),
  );
});

it("fills the form of a tool with a call that is to be sent again, and sends nothing", async () => {
  const { user, fake } = await searched("edit_file", 1);
  await user.click((await rows())[0] as HTMLElement);
  await user.click(await screen.findByRole("button", { name: "Send again…" }));
  expect(await screen.findByText(/Choose Run to send it\. Secrets were left out/)).toBeVisible();
  expect(window.location.hash).toBe("#/servers/srv-files/tools/edit_file");
  expect(await screen.findByDisplayValue("docs/releases/2.4.md")).toBeVisible();
  expect(fake.sent("start_call")).toEqual([]);
  await expectAxeClean();
});

it("opens a form filled by a call once, not when it is opened again", async () => {
  const { user } = await searched("edit_file", 1);
  await user.click((await rows())[0] as HTMLElement);
  await user.click(await screen.findByRole("button", { name: "Send again…" }));
  await screen.findByText(/Choose Run to send it/);
  await user.click(screen.getByRole("tab", { name: "Overview" }));
  window.location.hash = "#/servers/srv-files/tools/edit_file";
  await screen.findByRole("button", { name: "Run" });
  expect(screen.queryByText(/Choose Run to send it/)).toBeNull();
});

it("says where the frames were saved", async () => {
  const { user } = await showServers("/srv-files/protocol");
  await list();
  await user.click(screen.getByRole("button", { name: "Export…" }));
  expect(await screen.findByText(/^Message log saved to/)).toHaveTextContent("Secrets are masked");
});
