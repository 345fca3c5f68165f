import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { inWords, message } from "../../platform/fakeHost/make";
import { show } from "../../test/show";
import { ChatRoom } from "./ChatRoom";

const ID = "conv-flaky";

/** The box that scrolls, 100 px high, with as much in it as it is told. */
function scrolls(height: () => number): HTMLElement {
  const box = screen.getByTestId("messages");
  Object.defineProperty(box, "scrollHeight", { get: height, configurable: true });
  Object.defineProperty(box, "clientHeight", { value: 100, configurable: true });
  return box;
}

async function scrollTo(box: HTMLElement, top: number): Promise<void> {
  await act(async () => {
    box.scrollTop = top;
    box.dispatchEvent(new Event("scroll", { bubbles: true }));
  });
}

describe("what is sent while something else is read", () => {
  it("comes into view, and what follows is followed from there", async () => {
    const { user, fake } = await show(<ChatRoom path={[ID]} />);
    await screen.findByText(/was not loaded/);
    let height = 2_000;
    const box = scrolls(() => height);
    await scrollTo(box, 700);
    expect(box.scrollTop).toBe(700);
    height = 2_400;
    await user.type(screen.getByRole("textbox", { name: "Message" }), "And now?{Enter}");
    expect(await screen.findByText("And now?")).toBeInTheDocument();
    await waitFor(() => expect(box.scrollTop).toBe(2_400));
    expect(screen.queryByRole("button", { name: "Jump to latest" })).toBeNull();
    // A user who reads above again keeps the place.
    await waitFor(() => expect(fake.world.waiting).toHaveLength(1));
    await scrollTo(box, 300);
    height = 3_000;
    await act(async () => void (await fake.call("stop_conversation", { id: ID })));
    await waitFor(() => expect(fake.world.conversations.get(ID)?.summary.busy).toBe(false));
    expect(box.scrollTop).toBe(300);
  });

  it("comes into view with the reply where files are sent without words", async () => {
    const { user, fake } = await show(<ChatRoom path={[ID]} />);
    await screen.findByText(/was not loaded/);
    await user.click(screen.getByRole("button", { name: "Attach file" }));
    await screen.findAllByText("notes.md");
    const box = scrolls(() => 2_000);
    await scrollTo(box, 700);
    await user.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(fake.sent("go_on")).toHaveLength(1));
    expect(box.scrollTop).toBe(700);
    act(() => fake.tellMessage(ID, message([inWords("Bread.")], { seq: 90, streaming: true })));
    expect(await screen.findByText("Bread.")).toBeInTheDocument();
    await waitFor(() => expect(box.scrollTop).toBe(2_000));
  });

  it("leaves the place as it is where the message was not taken", async () => {
    const { user, fake } = await show(<ChatRoom path={[ID]} />);
    await screen.findByText(/was not loaded/);
    const box = scrolls(() => 2_000);
    await scrollTo(box, 700);
    fake.failNext("say", { code: "model.unknown", sentence: "The model is gone." });
    await user.type(screen.getByRole("textbox", { name: "Message" }), "And now?{Enter}");
    expect(await screen.findByText("The model is gone.")).toBeVisible();
    expect(box.scrollTop).toBe(700);
    // Nor does a later reply that was not asked for by it move the place.
    act(() => fake.tellMessage(ID, message([inWords("Bread.")], { seq: 90, streaming: true })));
    expect(await screen.findByText("Bread.")).toBeInTheDocument();
    expect(box.scrollTop).toBe(700);
  });

  it("stays where a file was attached while something else was read", async () => {
    const { user } = await show(<ChatRoom path={[ID]} />);
    await screen.findByText(/was not loaded/);
    const box = scrolls(() => 2_000);
    await scrollTo(box, 700);
    await user.click(screen.getByRole("button", { name: "Attach file" }));
    expect((await screen.findAllByText("notes.md")).length).toBeGreaterThan(0);
    expect(box.scrollTop).toBe(700);
  });
});
