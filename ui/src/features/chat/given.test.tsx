import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { HeldAnswer, HeldResult, Part } from "../../bindings/host";
import type { FakeHost } from "../../platform/fakeHost";
import { call, foreign, message, problem, saidBy } from "../../platform/fakeHost/make";
import { go } from "../../route";
import { expectAxeClean } from "../../test/axe";
import { showApp } from "../../test/show";
import { about, part } from "./Budget";

async function tells(fake: FakeHost, parts: Part[]) {
  await screen.findByRole("log");
  act(() => fake.tellMessage("conv-flaky", message(parts, { seq: 90, streaming: true })));
}

const waits: HeldResult = {
  id: "held-1",
  call: "call-held",
  state: "waiting",
  text: "The code is 4711.",
  reason: null,
};

function heldParts(over: Partial<HeldResult> = {}): Part[] {
  return [
    {
      kind: "call",
      call: call({
        id: "call-held",
        server: "srv-notes",
        tool: "read",
        state: "done",
        server_label: "Notes",
      }),
    },
    { kind: "held", held: { ...waits, ...over } },
  ];
}

/** The person answered so, and the host says how the result is now. */
function answered(fake: FakeHost, answer: HeldAnswer, over: Partial<HeldResult>): void {
  expect(fake.sent("answer_held")).toEqual([{ conversation: "conv-flaky", held: "held-1", answer }]);
  const told = message(heldParts({ text: "", ...over }), { seq: 90, streaming: true });
  act(() => fake.emit({ kind: "message", conversation: "conv-flaky", message: told }));
}

it("says what the tools take, the largest server first, each tool on a second look", async () => {
  const { user } = await showApp("#/chat/conv-flaky");
  await user.click(await screen.findByRole("button", { name: /≈ .* tokens/ }));
  const box = await screen.findByRole("region", { name: "Context used by tools" });
  expect(within(box).getByRole("meter")).toHaveAttribute("aria-valuemax", "200000");
  expect(within(box).getByText(/These are estimates/)).toBeVisible();
  const numbers = [...box.querySelectorAll("summary")].map((it) =>
    Number((it.lastElementChild?.textContent ?? "").replace(/\D/g, "")),
  );
  expect(numbers.length).toBeGreaterThan(1);
  expect([...numbers].sort((one, other) => other - one)).toEqual(numbers);
  await expectAxeClean(box);
});

it("says that the model looks for tools itself where they are too many", async () => {
  const { user, fake } = await showApp("#/chat/conv-flaky");
  const { budget } = fake.conversation("conv-flaky");
  Object.assign(budget, { searching: true, tokens: 300, all: 90_000, search: 150 });
  act(() => fake.tellConversations());
  await user.click(await screen.findByRole("button", { name: /tokens/ }));
  expect(await screen.findByText(/so the model searches for tools\. Tools it finds/)).toBeVisible();
  expect(screen.getByText("Tool search")).toBeVisible();
});

it("gives the part of what a model reads in words that mean something", () => {
  expect(part(10, 200_000)).toBe("less than 0.1%");
  expect(part(900, 200_000)).toBe("0.5%");
  expect(part(42_000, 200_000)).toBe("21%");
  expect(part(10, 0)).toBe("1000%");
  expect([0, 184, 1_763, 20_480].map(about)).toEqual(["0", "180", "1,800", "20,000"]);
});

it("shows what a model looked for and what it found", async () => {
  const { fake } = await showApp("#/chat/conv-flaky");
  await tells(fake, [
    {
      kind: "search",
      query: foreign("send an invoice"),
      found: [{ server: "Big", tool: foreign("send_invoice") }],
      remark: null,
    },
  ]);
  const card = await screen.findByRole("group", { name: "Tool search" });
  expect(card).toHaveTextContent("The model searched for tools: send an invoice · 1 tool found");
  expect(within(card).getByText("send_invoice")).toBeVisible();
});

// Proves S-34.
it("shows a call that was rejected, with what the model wrote when it is asked for", async () => {
  const { user, fake } = await showApp("#/chat/conv-flaky");
  await tells(fake, [
    {
      kind: "trouble",
      problem: problem("call.bad_arguments", {
        sentence: "The arguments are not a JSON object, so the tool was not called.",
      }),
      call: { tool: foreign("notes__first"), arguments: foreign('{"a": [1, ⟨U+202E⟩2', 1) },
    },
    { kind: "words", text: "I try something else." },
  ]);
  const card = await screen.findByRole("group", { name: "notes__first" });
  expect(card).toHaveTextContent("did not run");
  expect(card).toHaveTextContent("are not a JSON object");
  expect(card).toHaveTextContent("This call did not run. The model was told why.");
  expect(card).not.toHaveTextContent("U+202E");
  await user.click(within(card).getByRole("button", { name: "Show arguments" }));
  expect(within(card).getByRole("figure", { name: "Arguments from the model" })).toHaveTextContent("U+202E");
  expect(within(card).getByRole("button", { name: "Hide arguments" })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  await expectAxeClean(card);
});

it("has nothing to show of a rejected call without arguments", async () => {
  const { fake } = await showApp("#/chat/conv-flaky");
  await tells(fake, [
    {
      kind: "trouble",
      problem: problem("tool.unknown", { sentence: "There is no tool named “x”." }),
      call: { tool: foreign("x"), arguments: foreign("{}") },
    },
  ]);
  const card = await screen.findByRole("group", { name: "x" });
  expect(within(card).queryByRole("button")).toBeNull();
});

// Proves S-34.
it("says that a provider said what a provider said", async () => {
  const { fake } = await showApp("#/chat/conv-flaky");
  await tells(fake, [
    {
      kind: "trouble",
      problem: problem("model.refused", {
        sentence: "“m-1” did not answer this.",
        said: saidBy("provider", "nonsense"),
      }),
    },
  ]);
  expect(await screen.findByText("Message from the model provider")).toBeVisible();
  expect(screen.queryByText("Message from the server")).toBeNull();
});

it("gives a held result as it came", async () => {
  const { user, fake } = await showApp("#/chat/conv-flaky");
  await tells(fake, heldParts());
  const card = await screen.findByRole("region", { name: "Review result" });
  expect(within(card).getByText("Result for the model · text from “Notes”")).toBeVisible();
  expect(within(card).getByText("The code is 4711.")).toBeVisible();
  await expectAxeClean(card);
  await user.click(within(card).getByRole("button", { name: "Send to model" }));
  answered(fake, { kind: "give" }, { state: "given" });
  expect(await screen.findByText(/sent it unchanged/)).toBeVisible();
});

it("gives a held result changed, and keeps what was given", async () => {
  const { user, fake } = await showApp("#/chat/conv-flaky");
  await tells(fake, heldParts());
  await user.click(await screen.findByRole("button", { name: "Edit first…" }));
  const field = screen.getByRole("textbox", { name: "Text for the model" });
  await user.clear(field);
  await user.type(field, "A code.");
  await user.click(screen.getByRole("button", { name: "Send edited result" }));
  answered(fake, { kind: "change", text: "A code." }, { state: "changed", text: "A code." });
  expect(await screen.findByText("You edited the result before the model received it.")).toBeVisible();
  await user.click(screen.getByText("Text sent to the model"));
  expect(screen.getByText("A code.")).toBeVisible();
});

it("keeps an edited result while another conversation is looked at", async () => {
  const { user, fake } = await showApp("#/chat/conv-flaky");
  await tells(fake, heldParts());
  await user.click(await screen.findByRole("button", { name: "Edit first…" }));
  const field = screen.getByRole("textbox", { name: "Text for the model" });
  expect(field).toHaveFocus();
  await user.clear(field);
  await user.type(field, "A code.");
  act(() => go("chat", "conv-notes"));
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "Text for the model" })).toBeNull());
  act(() => go("chat", "conv-flaky"));
  expect(await screen.findByRole("textbox", { name: "Text for the model" })).toHaveValue("A code.");
});

it("withholds a held result only with a reason", async () => {
  const { user, fake } = await showApp("#/chat/conv-flaky");
  await tells(fake, heldParts());
  await user.click(await screen.findByRole("button", { name: "Withhold…" }));
  const withhold = screen.getByRole("button", { name: "Withhold result" });
  expect(withhold).toBeDisabled();
  await user.type(screen.getByRole("textbox", { name: "Reason, sent to the model" }), "It names a code.");
  await user.click(withhold);
  const reason = "It names a code.";
  answered(fake, { kind: "withhold", reason }, { state: "withheld", reason });
  expect(await screen.findByText("Your reason: It names a code.")).toBeVisible();
  expect(screen.queryByText("The code is 4711.")).toBeNull();
});

it("puts a file in that the system's dialog chose", async () => {
  const { user } = await showApp("#/chat/conv-flaky");
  await user.click(await screen.findByRole("button", { name: "Attach file" }));
  const log = await screen.findByRole("log");
  expect(await within(log).findByText("notes.md")).toBeVisible();
  expect(screen.getByText("text · 2.1 KiB")).toBeVisible();
});

it("has results wait for the person, or no longer", async () => {
  const { user, fake } = await showApp("#/chat/conv-flaky");
  await user.click(await screen.findByRole("button", { name: /tokens/ }));
  await user.click(await screen.findByRole("switch", { name: "Review results before the model reads them" }));
  expect(fake.world.conversations.get("conv-flaky")?.held).toBe(true);
});
