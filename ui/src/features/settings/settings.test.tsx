import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import "../../elements/VirtualListLayout";
import { expectAxeClean } from "../../test/axe";
import { show } from "../../test/show";
import { SettingsRoom } from "./SettingsRoom";

const room = (
  <main>
    <SettingsRoom path={[]} />
  </main>
);

it("saves what is set at once", async () => {
  const { user, twin } = await show(room);
  await user.click(screen.getByRole("switch", { name: /Notify me when something waits/ }));
  await waitFor(() => expect(twin.world.settings.notify).toBe(false));
  await user.click(screen.getByLabelText("Dark"));
  await waitFor(() => expect(twin.world.settings.appearance).toBe("dark"));
  await expectAxeClean();
});

it("says that the keychain is locked, what to do, and tries again", async () => {
  const { user, twin } = await show(room, { locked: true });
  expect(await screen.findByText(/The keychain of this computer is locked/)).toBeVisible();
  twin.world.about.keychain = null;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("works")).toBeVisible();
  expect(screen.getByRole("button", { name: "Check again" })).toBeVisible();
});
