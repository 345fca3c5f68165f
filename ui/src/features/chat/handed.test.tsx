import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { DropView } from "../../bindings/host";
import type { FakeHost } from "../../platform/fakeHost";
import { problem } from "../../platform/fakeHost/make";
import { expectAxeClean } from "../../test/axe";
import { show, showApp } from "../../test/show";
import { ChatRoom } from "./ChatRoom";
import { PASTED_FILE, PASTED_FILES } from "./usePastedFiles";

const ID = "conv-flaky";
const field = () => screen.findByRole("textbox", { name: "Message" });
const waiting = () => screen.queryByRole("list", { name: "Sent with your next message" });

/** Pastes files, and the words that come with them. */
async function paste(files: File[], words = "") {
  const to = await field();
  await act(async () => {
    fireEvent.paste(to, { clipboardData: { files, getData: () => words } });
  });
}

const drops = (fake: FakeHost, over: Partial<DropView>) => act(async () => fake.drop(over));

function png(name: string, size = 4): File {
  const file = new File(["\x89PNG"], name, { type: "image/png" });
  Object.defineProperty(file, "size", { value: size });
  return file;
}

describe("a file that is pasted", () => {
  it("waits with its name and size, and is taken out with a key or its button", async () => {
    const { user, fake } = await show(<ChatRoom path={[ID]} />);
    await paste([png("one.png"), png("two.png")]);
    await waitFor(() => expect(within(waiting() as HTMLElement).getAllByRole("listitem")).toHaveLength(2));
    // One command for both: it takes one press.
    const data = btoa("\xc2\x89PNG");
    const files = ["one.png", "two.png"].map((name) => ({ name, data }));
    expect(fake.sent("attach_pasted")).toEqual([{ conversation: ID, files }]);
    expect(within(waiting() as HTMLElement).getAllByText(/ B$/)).toHaveLength(2);
    await expectAxeClean(waiting() as HTMLElement);
    screen.getByRole("button", { name: "Remove one.png" }).focus();
    await user.keyboard("{Delete}");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Remove one.png" })).toBeNull());
    // The focus goes on to the next one, and then to the words.
    await waitFor(() => expect(screen.getByRole("button", { name: "Remove two.png" })).toHaveFocus());
    await user.click(screen.getByRole("button", { name: "Remove two.png" }));
    await waitFor(() => expect(waiting()).toBeNull());
    await waitFor(async () => expect(await field()).toHaveFocus());
    expect(screen.queryByText("one.png")).toBeNull();
  });

  it("is there before the words that it goes with are sent", async () => {
    const { user, fake } = await show(<ChatRoom path={[ID]} />);
    const answer = fake.hold("attach_pasted");
    await user.type(await field(), "What is this?");
    await paste([png("one.png")]);
    await user.type(await field(), "{Enter}");
    expect(screen.getByRole("button", { name: "Send" })).toHaveAttribute("aria-disabled", "true");
    expect(fake.sent("say")).toEqual([]);
    await waitFor(() => expect(fake.sent("attach_pasted")).toHaveLength(1));
    await act(async () => answer());
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Send" })).not.toHaveAttribute("aria-disabled"),
    );
    await user.type(await field(), "{Enter}");
    await waitFor(() => expect(fake.sent("say")).toEqual([{ conversation: ID, text: "What is this?" }]));
  });

  it("is sent without words, once for each press that was taken", async () => {
    const { user, fake } = await show(<ChatRoom path={[ID]} />);
    await user.type(await field(), "{Enter}");
    const send = screen.getByRole("button", { name: "Send" });
    expect(send).toHaveAttribute("aria-disabled", "true");
    expect(fake.sent("go_on")).toEqual([]);
    await paste([png("one.png")]);
    await waitFor(() => expect(send).not.toHaveAttribute("aria-disabled"));
    fake.failNext("go_on", problem("model.unknown", { sentence: "The model is gone." }));
    await user.click(send);
    expect(await screen.findByText("The model is gone.")).toBeVisible();
    expect(waiting()).toBeVisible();
    await user.type(await field(), "{Enter}{Enter}");
    await waitFor(() => expect(screen.queryByText("The model is gone.")).toBeNull());
    expect(fake.sent("go_on")).toEqual([{ conversation: ID }, { conversation: ID }]);
    expect(fake.sent("say")).toEqual([]);
    expect(await field()).toHaveFocus();
  });

  it("is known again by the first line of its text", async () => {
    const { user } = await show(<ChatRoom path={[ID]} />);
    await user.click(await screen.findByRole("button", { name: "Attach file" }));
    const item = await waitFor(() => within(waiting() as HTMLElement).getByRole("listitem"));
    expect(item).toHaveTextContent(/^notes\.md# Notes/);
  });

  it("is left to its words where both were copied", async () => {
    const { fake } = await show(<ChatRoom path={[ID]} />);
    await paste([png("table.png")], "a table");
    expect(fake.sent("attach_pasted")).toEqual([]);
  });

  it("is not read where it is too large, or one of too many", async () => {
    const { fake } = await show(<ChatRoom path={[ID]} />);
    await paste([png("large.png", PASTED_FILE + 1)]);
    expect(await screen.findByText("A pasted file is larger than 10 MiB.")).toBeVisible();
    await paste(Array.from({ length: PASTED_FILES.count + 1 }, () => png("a.png")));
    expect(await screen.findByText("Up to 32 files can be pasted at once.")).toBeVisible();
    await paste(Array.from({ length: 4 }, () => png("a.png", PASTED_FILE)));
    expect(await screen.findByText("Together, the pasted files are larger than 32 MiB.")).toBeVisible();
    expect(fake.sent("attach_pasted")).toEqual([]);
  });

  it("says why the host did not take it", async () => {
    const { fake } = await show(<ChatRoom path={[ID]} />);
    fake.failNext("attach_pasted", problem("input.bad", { sentence: "“m-1” does not accept images." }));
    await paste([png("a.png")]);
    expect(await screen.findByText("“m-1” does not accept images.")).toBeVisible();
  });
});

describe("files that are dragged to the message field", () => {
  it("are invited there, and not to a review of servers", async () => {
    const { fake } = await showApp(`#/chat/${ID}`);
    await field();
    await drops(fake, { over: { fit: 0, unfit: 1, onto: null } });
    expect(await screen.findByText(/drop them on the message field/)).toBeVisible();
    await drops(fake, { over: { fit: 0, unfit: 1, onto: ID } });
    expect(await screen.findByText("Drop to attach")).toBeVisible();
    expect(screen.queryByText("Portcullis cannot read these files")).toBeNull();
    await drops(fake, {});
    await waitFor(() => expect(screen.queryByText("Drop to attach")).toBeNull());
  });

  it("are told of where they were not attached, until that is put away", async () => {
    const { user, fake } = await showApp(`#/chat/${ID}`);
    await field();
    const problems = [
      problem("input.bad", { sentence: "“photos” is not a file.", remedy: "Choose a file." }),
      problem("input.bad", { sentence: "“film.mkv” is larger than 10 MiB." }),
    ];
    await drops(fake, { attached: { id: "d-1", conversation: ID, problems } });
    expect(await screen.findByText(/“photos” is not a file/)).toBeVisible();
    expect(screen.getByText("“film.mkv” is larger than 10 MiB.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText(/“photos” is not a file/)).toBeNull();
    await drops(fake, { attached: { id: "d-2", conversation: "conv-notes", problems } });
    expect(screen.queryByText(/“photos” is not a file/)).toBeNull();
  });

  it("are expected where the field is, and no longer when it is gone", async () => {
    const rect = vi
      .spyOn(HTMLFormElement.prototype, "getBoundingClientRect")
      .mockReturnValue(new DOMRect(window.innerWidth / 2, window.innerHeight * 0.9, 100_000, 10));
    const { fake, unmount } = await show(<ChatRoom path={[ID]} />);
    await field();
    const placed = () => fake.sent("place_message_field");
    await waitFor(() => expect(placed()).toHaveLength(1));
    expect(placed()[0]).toMatchObject({ conversation: ID, left: 5_000, top: 9_000, right: 10_000 });
    unmount();
    const nowhere = { conversation: ID, left: 0, top: 0, right: 0, bottom: 0 };
    await waitFor(() => expect(placed().at(-1)).toEqual(nowhere));
    rect.mockRestore();
  });
});
