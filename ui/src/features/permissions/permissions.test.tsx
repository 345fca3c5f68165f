import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { expectAxeClean } from "../../test/axe";
import { show } from "../../test/show";
import { PermissionsRoom } from "./PermissionsRoom";

const room = (
  <main>
    <PermissionsRoom path={[]} />
  </main>
);

it("says every permission as a sentence, with its use and its end", async () => {
  await show(room);
  expect(await screen.findByText(/“read_file” of “Project files” always runs without asking/)).toBeVisible();
  expect(screen.getByText(/used 41 times/)).toHaveTextContent(
    /^Title · from “Project files” Read file · given/,
  );
  expect(screen.getByText(/never used/)).toBeVisible();
  expect(screen.getByText(/on hold/)).toBeVisible();
  await expectAxeClean();
});

it("names the conversation of a permission and leaves out a title that is the name", async () => {
  const { fake } = await show(room);
  const [first, ...others] = fake.world.grants;
  if (first === undefined) throw new Error("no permission");
  const conversation = { id: "conv-1", title: "Notes of Friday" };
  const plain = {
    ...first,
    scope: "conversation" as const,
    tool_shown: { ...first.tool_shown, text: first.tool },
  };
  fake.put("grants", [{ ...plain, conversation }, ...others], { kind: "grants" });
  const link = await screen.findByRole("link", { name: "Notes of Friday" });
  expect(link).toHaveAttribute("href", "#/chat/conv-1");
  expect(link.parentElement).toHaveTextContent(/^given .* · ends with the conversation “Notes of Friday”$/);
});

it("ends one after a second word, and keeps it on Keep", async () => {
  const { user, fake } = await show(room);
  const revoke = await screen.findByRole("button", { name: "Revoke read_file of Project files" });
  await user.click(revoke);
  expect(screen.getByRole("button", { name: "Keep" })).toHaveFocus();
  await user.keyboard("{Escape}");
  expect(fake.world.grants).toHaveLength(3);
  await user.click(await screen.findByRole("button", { name: "Revoke read_file of Project files" }));
  await user.click(screen.getByRole("button", { name: "Revoke" }));
  await waitFor(() => expect(fake.world.grants).toHaveLength(2));
  await waitFor(() => expect(screen.queryByText(/“read_file” of/)).toBeNull());
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Revoke search_files of Project files" })).toHaveFocus(),
  );
});

it("ends a server's, and all", async () => {
  const { user, fake } = await show(room);
  await user.click(await screen.findByRole("button", { name: "Revoke these: Project files" }));
  await user.click(screen.getByRole("button", { name: "Revoke these" }));
  await waitFor(() => expect(fake.world.grants).toHaveLength(1));
  await user.click(screen.getByRole("button", { name: "Revoke all" }));
  await user.click(screen.getByRole("button", { name: "Revoke all" }));
  expect(await screen.findByText("No permissions yet")).toBeVisible();
  await expectAxeClean();
});

it("names what was not used for long and ends exactly that", async () => {
  const { user, fake } = await show(room);
  const unused = within(await screen.findByRole("region", { name: "Unused permissions" }));
  expect(unused.getAllByRole("listitem").map((it) => it.textContent)).toEqual([
    "“search_files” of “Project files” always runs without asking. unused for 43 days",
  ]);
  await expectAxeClean();
  await user.click(unused.getByRole("button", { name: "Revoke it: unused permission" }));
  await user.click(unused.getByRole("button", { name: "Revoke it" }));
  await waitFor(() => expect(fake.world.grants).toHaveLength(2));
  expect(fake.sent("revoke_these")[0]).toEqual({ grants: ["grant-search"] });
});
