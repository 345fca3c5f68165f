import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { expectAxeClean } from "../../test/axe";
import { show } from "../../test/show";
import { SettingsRoom } from "./SettingsRoom";

const room = (
  <main>
    <SettingsRoom path={[]} />
  </main>
);

it("adds, renames, uses and removes profiles, with the keyboard alone", async () => {
  const { user, fake } = await show(room);
  const list = await screen.findByRole("list", { name: "Profiles" });
  expect(await within(list).findByText("Default")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add profile" }));
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveFocus();
  const sentence = "A profile named “Default” already exists.";
  fake.failNext("create_profile", { code: "input.bad", sentence });
  await user.keyboard("Default{Enter}");
  expect(await screen.findByText(sentence)).toBeVisible();
  // What was refused is not said of the next name.
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "Add profile" }));
  expect(screen.queryByText(sentence)).toBeNull();
  await user.keyboard("Work{Enter}");
  expect(await within(list).findByText("Work")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "Add profile" })).toHaveFocus());
  await user.click(screen.getByRole("button", { name: "Rename Work" }));
  await user.keyboard("{Control>}a{/Control}Office{Enter}");
  expect(await within(list).findByText("Office")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "Rename Office" })).toHaveFocus());
  await expectAxeClean();
  await user.click(screen.getByRole("button", { name: "Switch to Office" }));
  expect(await screen.findByRole("button", { name: "Switch to Default" })).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "Rename Office" })).toHaveFocus());
  expect(screen.queryByRole("button", { name: "Remove Office" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Remove Default" }));
  expect(screen.getByText("Remove the profile “Default”?")).toBeVisible();
  expect(screen.getByRole("button", { name: "Keep" })).toHaveFocus();
  await user.click(
    within(screen.getByRole("group", { name: /Remove the profile/ })).getByRole("button", { name: "Remove" }),
  );
  await waitFor(() => expect(fake.world.profiles.map((it) => it.name)).toEqual(["Office"]));
});

it("leaves Escape to an input method while a profile is named", async () => {
  const { user } = await show(room);
  await user.click(await screen.findByRole("button", { name: "Add profile" }));
  const name = screen.getByRole("textbox", { name: "Name" });
  await user.type(name, "Work");
  fireEvent.keyDown(name, { key: "Escape", isComposing: true });
  expect(name).toHaveValue("Work");
  // As WebKit tells it: the composition is over, and its key is still called taken.
  fireEvent.compositionEnd(name);
  fireEvent.keyDown(name, { key: "Escape", keyCode: 229 });
  expect(name).toBeVisible();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("textbox", { name: "Name" })).toBeNull();
});
