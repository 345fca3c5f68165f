import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { expectAxeClean } from "../../test/axe";
import { show } from "../../test/show";
import { ChatRoom } from "./ChatRoom";

const open = async (user: UserEvent) => {
  await user.click(await screen.findByRole("button", { name: /^Model: / }));
  await user.click(await screen.findByRole("button", { name: "Instructions…" }));
  return screen.findByRole("textbox", { name: "Instructions" });
};

const choose = async (user: UserEvent, preset: string) => {
  await user.click(screen.getByRole("combobox", { name: "Preset" }));
  await user.click(await screen.findByRole("option", { name: preset }));
};

it("gives a conversation instructions, from a preset too, and keeps them as one", async () => {
  const { user, fake } = await show(<ChatRoom path={["conv-flaky"]} />);
  let field = await open(user);
  expect(field).toHaveFocus();
  await choose(user, "Brief");
  expect(field).toHaveValue("Answer in one sentence.");
  await expectAxeClean(screen.getByRole("dialog"));
  await user.type(field, " In verse.");
  await user.click(screen.getByRole("button", { name: "Save as preset…" }));
  await user.type(screen.getByRole("textbox", { name: "Name of the preset" }), "Verse");
  await user.click(screen.getByRole("button", { name: "Save preset" }));
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Preset" })).toHaveValue("Verse"));
  await user.click(screen.getByRole("button", { name: "Save instructions" }));
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "Instructions" })).toBeNull());
  expect(fake.sent("set_instructions").at(-1)).toEqual({
    conversation: "conv-flaky",
    text: "Answer in one sentence. In verse.",
  });
  field = await open(user);
  expect(field).toHaveValue("Answer in one sentence. In verse.");
  await user.click(screen.getByRole("button", { name: "Remove preset" }));
  await user.click(screen.getByRole("button", { name: "Keep" }));
  expect(screen.getByRole("button", { name: "Remove preset" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Remove preset" }));
  expect(screen.getByText(/^Remove the preset “Verse”/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Remove preset" }));
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Preset" })).toHaveValue("Custom"));
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveValue("Answer in one sentence. In verse.");
});

it("saves a preset with Enter in its name, and says which one it replaces", async () => {
  const { user, fake } = await show(<ChatRoom path={["conv-flaky"]} />);
  const field = await open(user);
  await user.type(field, "In verse.");
  await user.click(screen.getByRole("button", { name: "Save as preset…" }));
  const name = screen.getByRole("textbox", { name: "Name of the preset" });
  expect(screen.getByRole("button", { name: "Save preset" })).toBeDisabled();
  await user.type(name, "{Enter}");
  expect(name).toBeInTheDocument();
  await user.type(name, "brief");
  expect(name).toHaveAccessibleDescription("The preset “Brief” is replaced.");
  expect(screen.getByRole("button", { name: "Replace preset" })).toBeEnabled();
  await user.type(name, "{Enter}");
  await waitFor(() => expect(field).toHaveFocus());
  expect(name).not.toBeInTheDocument();
  const asked = fake.asked.map((it) => it.name);
  expect(asked.filter((it) => it === "save_instruction_preset")).toHaveLength(1);
  expect(asked).not.toContain("set_instructions");
});

it("empties the text with no preset, and gives back what a preset replaced", async () => {
  const { user, fake } = await show(<ChatRoom path={["conv-flaky"]} />);
  await fake.call("save_instruction_preset", { name: "Short", text: "Answer in one sentence." });
  await fake.call("set_instructions", { conversation: "conv-flaky", text: "In verse." });
  const field = await open(user);
  const presets = screen.getByRole("combobox", { name: "Preset" });
  expect(presets).toHaveDisplayValue("Custom");
  await user.type(field, " Or in prose.");
  // Of two with the same text the one that was chosen is shown.
  for (const name of ["Brief", "Short"]) {
    await choose(user, name);
    expect(presets).toHaveDisplayValue(name);
    expect(field).toHaveValue("Answer in one sentence.");
  }
  await choose(user, "None");
  expect(presets).toHaveDisplayValue("None");
  expect(field).toHaveValue("");
  await user.click(screen.getByRole("button", { name: "Restore custom text" }));
  expect(field).toHaveValue("In verse. Or in prose.");
  expect(field).toHaveFocus();
  expect(screen.queryByRole("button", { name: "Restore custom text" })).toBeNull();
});

it("closes the list of presets with Escape, and nothing else", async () => {
  const { user } = await show(<ChatRoom path={["conv-flaky"]} />);
  await open(user);
  await user.click(screen.getByRole("combobox", { name: "Preset" }));
  await screen.findByRole("option", { name: "Brief" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("option", { name: "Brief" })).toBeNull());
  expect(screen.getByRole("combobox", { name: "Preset" })).toHaveFocus();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("keeps unsaved instructions after a click beside them", async () => {
  const { user, fake } = await show(<ChatRoom path={["conv-flaky"]} />);
  const model = () => screen.findByRole("button", { name: /^Model: / });
  const shown = () => screen.findByRole("textbox", { name: "Instructions" });
  const gone = () =>
    waitFor(() => expect(screen.queryByRole("textbox", { name: "Instructions" })).toBeNull());
  await user.type(await open(user), "In verse.");
  await user.click(screen.getByTestId("messages"));
  await gone();
  await user.click(await model());
  expect(await shown()).toHaveValue("In verse.");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await gone();
  expect(await open(user)).toHaveValue("");
  await user.type(await shown(), "In prose.");
  await user.click(screen.getByRole("button", { name: "Save instructions" }));
  await gone();
  expect(fake.sent("set_instructions")).toHaveLength(1);
  await user.click(await model());
  expect(await screen.findByText("In prose.")).toBeInTheDocument();
  expect(screen.queryByRole("textbox", { name: "Instructions" })).toBeNull();
});

it("stay open for the Escape of an input method, which takes a word back", async () => {
  const { user } = await show(<ChatRoom path={["conv-flaky"]} />);
  const field = await open(user);
  await user.type(field, "用诗");
  fireEvent.keyDown(field, { key: "Escape", isComposing: true });
  expect(screen.getByRole("dialog")).toContainElement(field);
  fireEvent.keyDown(field, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
