import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Message } from "../../bindings/host";
import type { FakeHost } from "../../platform/fakeHost";
import { inWords, message, problem } from "../../platform/fakeHost/make";
import { modelLine, provider } from "../../platform/fakeHost/models";
import { expectAxeClean } from "../../test/axe";
import { showApp } from "../../test/show";

const by = { model: "claude-large", tokens_in: 1200, tokens_out: 80, dollars: 0.0048 };

/** The model said this. */
const tells = (fake: FakeHost, parts: Message["parts"], over: Partial<Message> = {}) =>
  act(() => fake.tellMessage("conv-flaky", message(parts, { by, ...over })));

it("chooses the model of a conversation", async () => {
  const { user, fake } = await showApp("#/chat/conv-flaky", { models: [provider()] });
  await user.click(await screen.findByRole("button", { name: "Model: Demo model" }));
  await user.click(await screen.findByRole("radio", { name: "claude-large" }));
  expect(await screen.findByRole("button", { name: "Model: claude-large" })).toBeVisible();
  expect(fake.world.conversations.get("conv-flaky")?.summary.model_id).toBe("prov-1/claude-large");
});

it("goes through the models with the arrow keys, and closes with a click", async () => {
  const models = ["claude-large", "claude-small"].map((name) => modelLine("prov-1", name));
  const { user } = await showApp("#/chat/conv-flaky", { models: [provider({ models })] });
  await user.click(await screen.findByRole("button", { name: "Model: Demo model" }));
  const radio = (name: string) => screen.findByRole("radio", { name });
  // As an engine does it: the key moves the focus and chooses.
  const arrow = async (from: string, to: string) => {
    fireEvent.keyDown(await radio(from), { key: "ArrowDown" });
    fireEvent.click(await radio(to));
    fireEvent.keyUp(await radio(to), { key: "ArrowDown" });
    await waitFor(() => expect(screen.getByRole("radio", { name: to })).toBeChecked());
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve))));
  };
  await arrow("Demo model", "claude-large");
  await arrow("claude-large", "claude-small");
  await user.click(await radio("Demo model"));
  await waitFor(() => expect(screen.queryByRole("radio")).toBeNull());
});

it("says which tools the model does not get, and why", async () => {
  const { user, fake } = await showApp("#/chat/conv-flaky");
  const conversation = fake.world.conversations.get("conv-flaky");
  conversation?.left_out.push({
    server: "Notes",
    tool: { text: "write", hidden: 0, cut: false } as never,
    reason: "It cannot be offered to this model, because its argument has a name that it does not take.",
  });
  act(() => fake.tellConversations());
  await user.click(await screen.findByRole("button", { name: "Model: Demo model" }));
  await user.click(await screen.findByText("1 tool left out"));
  expect(screen.getByText(/because its argument has a name/)).toBeVisible();
});

it("adds words as they come, once each, and asks again where some are missing", async () => {
  const { fake } = await showApp("#/chat/conv-flaky");
  await screen.findByRole("log");
  const tell = (from: number, text: string) =>
    act(() => fake.emit({ kind: "words", conversation: "conv-flaky", seq: 9, part: 0, from, text }));
  tells(fake, [inWords("Grü")], { streaming: true });
  tell(3, "ße 👋");
  tell(3, "ße 👋 an");
  expect(await screen.findByText("Grüße 👋 an")).toBeVisible();
  const before = fake.sent("conversation").length;
  tell(40, "alle");
  await waitFor(() => expect(fake.sent("conversation").length).toBe(before + 1));
});

it("folds what a model thought, and says what a message took", async () => {
  const { user, fake } = await showApp("#/chat/conv-flaky");
  await screen.findByRole("log");
  tells(fake, [{ kind: "thought", text: "Let me see." }, inWords("It is red.")]);
  expect(
    await screen.findByText("claude-large · 1,200 input tokens · 80 output tokens · about $0.0048"),
  ).toBeVisible();
  expect(screen.queryByText("Let me see.")).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Reasoning/ }));
  expect(screen.getByText("Let me see.")).toBeVisible();
  await expectAxeClean();
});

it("says why a reply failed and tries again", async () => {
  const { user, fake } = await showApp("#/chat/conv-flaky");
  const log = await screen.findByRole("log");
  const busy = problem("model.busy", {
    sentence: "“Anthropic” has no time, or gets too many requests. Nothing was answered.",
    remedy: "Try again in a while.",
  });
  tells(fake, [{ kind: "trouble", problem: busy }]);
  expect(await within(log).findByText(/has no time/)).toBeVisible();
  // One way on: another version would run its tools again.
  const failed = within(log).getAllByRole("article", { name: "Model" }).at(-1) as HTMLElement;
  expect(within(failed).queryByRole("button", { name: "Regenerate" })).toBeNull();
  await user.click(within(log).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(fake.sent("go_on")).not.toEqual([]));
});

it("says of a last message without a reply that it was not sent, and sends it again", async () => {
  const { user, fake } = await showApp("#/chat/conv-flaky");
  const log = await screen.findByRole("log");
  tells(fake, [inWords("Tell me")], { speaker: "person", by: null });
  expect(await within(log).findByText(/^This message was not sent/)).toBeVisible();
  await user.click(within(log).getByRole("button", { name: "Send again" }));
  await waitFor(() => expect(fake.sent("go_on")).toContainEqual({ conversation: "conv-flaky" }));
  tells(fake, [inWords("It is red.")], { seq: 10 });
  await waitFor(() => expect(within(log).queryByText(/^This message was not sent/)).toBeNull());
});

it("marks where a reply was stopped, keeps what was said, and can go on", async () => {
  const { user, fake } = await showApp("#/chat/conv-flaky");
  const log = await screen.findByRole("log");
  tells(fake, [inWords("Once upon a"), { kind: "stopped" }]);
  expect(await within(log).findByText("Once upon a")).toBeVisible();
  expect(within(log).getByText("Stopped")).toBeVisible();
  const stopped = within(log).getAllByRole("article", { name: "Model" }).at(-1) as HTMLElement;
  expect(within(stopped).getByRole("button", { name: "Copy reply" })).toBeVisible();
  expect(within(stopped).queryByRole("button", { name: "Regenerate" })).toBeNull();
  await user.click(within(log).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(fake.sent("go_on")).not.toEqual([]));
});

it("regenerates a whole reply, and a broken off one once another follows", async () => {
  const { fake } = await showApp("#/chat/conv-flaky");
  const log = await screen.findByRole("log");
  tells(fake, [inWords("Once upon a"), { kind: "stopped" }]);
  await within(log).findByText("Once upon a");
  tells(fake, [inWords("time.")], { seq: 10 });
  await within(log).findByText("time.");
  const last = within(log).getAllByRole("article", { name: "Model" }).slice(-2);
  for (const reply of last) {
    expect(within(reply).getByRole("button", { name: "Regenerate" })).toBeInTheDocument();
  }
  expect(within(log).queryByRole("button", { name: "Try again" })).toBeNull();
});
