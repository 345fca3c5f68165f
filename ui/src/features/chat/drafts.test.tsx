import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { StoreProvider } from "../../store";
import { attached, show } from "../../test/show";
import { Theme } from "../../theme/Theme";
import { ChatRoom } from "./ChatRoom";
import { Thought } from "./Thought";

const field = () => screen.findByRole("textbox", { name: "Message" });
const write = async (text: string) => fireEvent.change(await field(), { target: { value: text } });

/** The room at different addresses, in one window. */
async function room() {
  const { fake, store } = await attached();
  const at = (...path: string[]) => (
    <StoreProvider store={store}>
      <Theme appearance="light" still>
        <ChatRoom path={path} />
      </Theme>
    </StoreProvider>
  );
  return { fake, at, store };
}

describe("a draft", () => {
  it("stays with its conversation while another is looked at", async () => {
    const { at } = await room();
    const { rerender, unmount } = render(at("conv-flaky"));
    await write("not sent yet");
    rerender(at("conv-notes"));
    expect(await field()).toHaveValue("");
    rerender(at("conv-flaky"));
    expect(await field()).toHaveValue("not sent yet");
    // The room is left, and entered again.
    unmount();
    render(at("conv-flaky"));
    expect(await field()).toHaveValue("not sent yet");
  });

  it("is not lost, and its conversation not swapped, when another one is touched", async () => {
    const { at, fake } = await room();
    render(at());
    await write("half a sentence");
    const shown = () => screen.getByRole("link", { current: "page" }).textContent;
    const before = shown();
    const other = [...fake.world.conversations.values()].sort(
      (a, b) => a.summary.updated_at - b.summary.updated_at,
    )[0];
    if (!other) throw new Error("no conversation");
    other.summary.updated_at = Date.now() + 60_000;
    await act(async () => fake.tellConversations());
    expect(shown()).toBe(before);
    expect(await field()).toHaveValue("half a sentence");
  });

  it("that is written while the last words are sent is kept", async () => {
    const { fake } = await show(<ChatRoom path={["conv-flaky"]} />);
    let sent = () => {};
    const call = fake.call.bind(fake);
    vi.spyOn(fake, "call").mockImplementation(async (name, args) => {
      if (name === "say") await new Promise<void>((done) => (sent = done));
      return call(name, args);
    });
    await write("first");
    fireEvent.keyDown(await field(), { key: "Enter" });
    await waitFor(async () => expect(await field()).toHaveValue(""));
    await write("second");
    await act(async () => sent());
    await waitFor(() =>
      expect(fake.sent("say")).toContainEqual({ conversation: "conv-flaky", text: "first" }),
    );
    expect(await field()).toHaveValue("second");
  });

  it("that could not be sent comes back in front of what was written since", async () => {
    const { fake } = await show(<ChatRoom path={["conv-flaky"]} />);
    let fail = () => {};
    vi.spyOn(fake, "call").mockImplementation(
      () => new Promise((_, no) => (fail = () => no({ code: "store.full", sentence: "The disk is full." }))),
    );
    await write("first");
    fireEvent.keyDown(await field(), { key: "Enter" });
    await waitFor(async () => expect(await field()).toHaveValue(""));
    await write("second");
    await act(async () => fail());
    await waitFor(async () => expect(await field()).toHaveValue("first\nsecond"));
  });
});

// Proves S-41.
it("writes out what is hidden in a thought, and keeps its direction to itself", async () => {
  const { user, container } = await show(<Thought text={"turn\u202earound"} going={false} />);
  await user.click(screen.getByRole("button"));
  expect(screen.getByText("⟨U+202E⟩").closest("bdi")).toHaveTextContent("turn⟨U+202E⟩around");
  expect(container.textContent).not.toContain("\u202e");
});
