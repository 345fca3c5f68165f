import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { AttachedFile, Message, Part } from "../../bindings/host";
import type { FakeHost } from "../../platform/fakeHost";
import { attachedFile, foreign, message, problem, saidBy } from "../../platform/fakeHost/make";
import { expectAxeClean } from "../../test/axe";
import { showApp } from "../../test/show";
import { pending } from "./Pending";

const file = (over: Partial<AttachedFile> = {}) =>
  attachedFile("picture-1a2b3c4d.png", { digest: "d-picture", ...over });

async function tells(fake: FakeHost, told: Message) {
  await screen.findByRole("log");
  act(() => fake.tellMessage("conv-flaky", told));
}

it("shows a picture that the model made, from checked bytes alone, and saves it", async () => {
  const { fake, user } = await showApp("#/chat/conv-flaky");
  await tells(fake, message([{ kind: "made", file: file() }]));
  const picture = await screen.findByRole("img", { name: /Image from the model/ });
  expect(picture.getAttribute("src")).toMatch(/^data:image\//);
  expect(fake.sent("media_url")[0]).toEqual({ conversation: "conv-flaky", digest: "d-picture" });
  await user.click(screen.getByRole("button", { name: "Save as…" }));
  expect(await screen.findByText(/Saved to .*picture-1a2b3c4d\.png/)).toBeVisible();
  await expectAxeClean(screen.getByRole("log"));
});

// Proves S-21.
it("says that a picture is broken where the window cannot draw it", async () => {
  const { fake } = await showApp("#/chat/conv-flaky");
  await tells(fake, message([{ kind: "made", file: file() }]));
  fireEvent.error(await screen.findByRole("img", { name: /Image from the model/ }));
  expect(await screen.findByText(/cannot be shown here/)).toBeVisible();
});

it("fetches a large picture only when it is wanted", async () => {
  const { fake, user } = await showApp("#/chat/conv-flaky");
  await tells(fake, message([{ kind: "made", file: file({ bytes: 9_000_000 }) }]));
  const show = await screen.findByRole("button", { name: /Show image/ });
  expect(fake.sent("media_url")).toEqual([]);
  await user.click(show);
  expect(await screen.findByRole("img", { name: /Image from the model/ })).toBeVisible();
});

it("plays a sound that the model made", async () => {
  const { fake } = await showApp("#/chat/conv-flaky");
  const sound = file({
    kind: "audio",
    mime: "audio/wav",
    digest: "sound",
    name: foreign("sound-1a2b3c4d.wav"),
  });
  await tells(fake, message([{ kind: "made", file: sound }]));
  const player = await screen.findByLabelText(/Audio from the model/);
  expect(player.tagName).toBe("AUDIO");
  expect(player).toHaveAttribute("controls");
});

// Proves S-79.
it("says what was left out and shows an address as text", async () => {
  const { fake } = await showApp("#/chat/conv-flaky");
  const sentence = "A picture that the model made is left out. Its provider sent an address instead.";
  const said = saidBy("provider", "https://evil.example/track.png");
  await tells(fake, message([{ kind: "trouble", problem: problem("model.media", { sentence, said }) }]));
  expect(await screen.findByText(sentence)).toBeVisible();
  const log = screen.getByRole("log");
  expect(within(log).getByText(/evil\.example/)).toBeVisible();
  expect(log.querySelector('[src*="evil"], [href*="evil"]')).toBeNull();
  // It is no end of a reply that could be tried again.
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

it("shows an attached picture small, larger at a click, and beside the composer", async () => {
  const { fake, user } = await showApp("#/chat/conv-flaky");
  const name = "a rather long name of a picture of a cat.png";
  const put = file({ name: foreign(name) });
  await tells(fake, message([{ kind: "file", file: put }], { speaker: "person" }));
  const larger = await screen.findByRole("button", { name: `Enlarge ${name}` });
  await user.click(larger);
  expect(await screen.findByRole("button", { name: `Shrink ${name}` })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  const waits = screen.getByRole("list", { name: "Sent with your next message" });
  expect(within(waits).getByText(name)).toBeVisible();
  expect(waits.querySelector("img")).not.toBeNull();
  await expectAxeClean(waits);
});

it("plays an attached sound, and saves an attached PDF", async () => {
  const { fake, user } = await showApp("#/chat/conv-flaky");
  const put = (seq: number, over: Partial<AttachedFile>) =>
    tells(fake, message([{ kind: "file", file: file(over) }], { speaker: "person", seq }));
  await put(90, { kind: "audio", mime: "audio/wav", digest: "sound", name: foreign("beep.wav") });
  const player = await screen.findByLabelText("Audio, beep.wav");
  expect(player.tagName).toBe("AUDIO");
  await expectAxeClean(screen.getByRole("log"));
  await put(91, { kind: "pdf", mime: "application/pdf", digest: "d-pdf", name: foreign("paper.pdf") });
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Save as…" })).toHaveLength(2));
  await user.click(screen.getAllByRole("button", { name: "Save as…" })[1] as HTMLElement);
  expect(await screen.findByText(/Saved to .*paper\.pdf/)).toBeVisible();
  expect(fake.sent("save_media")).toContainEqual({
    conversation: "conv-flaky",
    digest: "d-pdf",
    name: "paper.pdf",
  });
});

it("offers to try a stopped reply again also after a file was attached and removed", async () => {
  const { fake, user } = await showApp("#/chat/conv-flaky");
  await tells(fake, message([{ kind: "stopped" }], { seq: 90 }));
  await screen.findByRole("button", { name: "Try again" });
  await tells(fake, message([{ kind: "file", file: file() }], { speaker: "person", seq: 91 }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Try again" })).toBeNull());
  await user.click(screen.getByRole("button", { name: "Remove picture-1a2b3c4d.png" }));
  expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
  expect(screen.queryByText(/was not sent/)).toBeNull();
});

function quoted(shown: string, over: Partial<Extract<Part, { kind: "quoted" }>> = {}): Part {
  return {
    kind: "quoted",
    server: "srv-notes",
    server_label: "Notes",
    source: "resource",
    shown: foreign(shown),
    role: null,
    text: foreign("Buy bread."),
    left_out: null,
    ...over,
  };
}

it("takes out a waiting resource by key or button, and keeps the focus there", async () => {
  const { fake, user } = await showApp("#/chat/conv-flaky");
  await tells(fake, message([quoted("notes://today")], { speaker: "person", seq: 90 }));
  await tells(fake, message([quoted("notes://b"), quoted("notes://b")], { speaker: "person", seq: 91 }));
  const list = await screen.findByRole("list", { name: "Sent with your next message" });
  const [first, second] = within(list).getAllByRole("listitem");
  expect(first).toHaveTextContent(/notes:\/\/today.*resource.*Notes/i);
  expect(second).toHaveTextContent("notes://b");
  await expectAxeClean(list);
  within(list).getByRole("button", { name: "Remove notes://today" }).focus();
  await user.keyboard("{Delete}");
  await waitFor(() => expect(within(list).getAllByRole("listitem")).toHaveLength(1));
  expect(fake.sent("remove_attached")).toContainEqual({ conversation: "conv-flaky", seq: 90 });
  await waitFor(() => expect(within(list).getByRole("button", { name: "Remove notes://b" })).toHaveFocus());
  await user.click(within(list).getByRole("button", { name: "Remove notes://b" }));
  await waitFor(() => expect(screen.queryByRole("list", { name: "Sent with your next message" })).toBeNull());
  expect(screen.queryByText("Buy bread.")).toBeNull();
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus());
});

it("has files wait only for the words that they go with", () => {
  const put: Part = { kind: "file", file: file() };
  const words: Part = { kind: "words", text: "What is it?" };
  const of = (...all: [Message["speaker"], Part[]][]) =>
    pending(all.map(([speaker, parts], seq) => message(parts, { speaker, seq })));
  expect(of(["model", [words]], ["person", [put]], ["person", [put]])).toHaveLength(2);
  expect(of(["person", [quoted("a"), quoted("b")]], ["person", [put]])).toHaveLength(2);
  expect(of(["person", [put]], ["person", [words]])).toEqual([]);
  expect(of(["person", [put]], ["model", [words]])).toEqual([]);
  expect(of()).toEqual([]);
});
