import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { mark } from "../../../platform/fakeHost/contents";
import { expectAxeClean } from "../../../test/axe";
import { withHeights } from "../../../test/heights";
import { showServers } from "../../../test/servers";

withHeights();

async function tools() {
  const shown = await showServers("/srv-files/tools");
  const list = await screen.findByRole("listbox", { name: "Tools of Project files" });
  await waitFor(() => expect(list.querySelector("img")).not.toBeNull());
  return { ...shown, list };
}

// Proves ICO-05.
it("shows what the host checked and nothing of an address, else a neutral mark", async () => {
  const { list, fake } = await tools();
  const pictures = [...list.querySelectorAll("img")];
  expect(pictures.map((it) => it.getAttribute("src"))).toEqual([mark]);
  expect(list.querySelectorAll("[data-none=true]").length).toBe(
    within(list).getAllByRole("option").length - 1,
  );
  // Only what has one is asked for, for the theme in view.
  expect(fake.sent("icon")).toEqual([
    { server: "srv-files", of: { kind: "tool", name: "write_file" }, dark: false },
  ]);
  await expectAxeClean();
});

// Proves ICO-07.
it("a picture has no name of its own: it says nothing about who a server is", async () => {
  const { list } = await tools();
  expect(within(list).queryByRole("img")).toBeNull();
  expect(within(list).getByRole("option", { name: /^write_file/ })).toBeVisible();
});

it("falls back to the neutral mark when a picture cannot be drawn", async () => {
  const { list } = await tools();
  fireEvent.error(list.querySelector("img") as HTMLImageElement);
  await waitFor(() => expect(list.querySelector("img")).toBeNull());
});
