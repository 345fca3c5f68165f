import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { expectAxeClean } from "../../test/axe";
import { show } from "../../test/show";
import { ChatRoom } from "./ChatRoom";

it("gives a conversation instructions, from a preset too, and keeps them as one", async () => {
  const { user, fake } = await show(<ChatRoom path={["conv-flaky"]} />);
  const open = async () => {
    await user.click(await screen.findByRole("button", { name: /^Model: / }));
    await user.click(await screen.findByRole("button", { name: "Instructions…" }));
    return screen.findByRole("textbox", { name: "Instructions" });
  };
  let field = await open();
  expect(field).toHaveFocus();
  await user.selectOptions(screen.getByRole("combobox", { name: "Preset" }), "Brief");
  expect(field).toHaveValue("Answer in one sentence.");
  await expectAxeClean(screen.getByRole("dialog"));
  await user.type(field, " In verse.");
  await user.click(screen.getByRole("button", { name: "Save as preset…" }));
  await user.type(screen.getByRole("textbox", { name: "Name of the preset" }), "Verse");
  await user.click(screen.getByRole("button", { name: "Save preset" }));
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Preset" })).toHaveValue("Verse"));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "Instructions" })).toBeNull());
  expect(fake.asked.findLast((it) => it.name === "set_instructions")?.args).toEqual({
    conversation: "conv-flaky",
    text: "Answer in one sentence. In verse.",
  });
  field = await open();
  expect(field).toHaveValue("Answer in one sentence. In verse.");
  await user.click(screen.getByRole("button", { name: "Remove preset" }));
  await waitFor(() => expect(screen.queryByRole("option", { name: "Verse" })).toBeNull());
  expect(field).toHaveValue("Answer in one sentence. In verse.");
});
