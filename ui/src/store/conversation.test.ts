import { expect, it } from "vitest";
import type { Conversation, Message } from "../bindings/host";
import { FakeHost } from "../platform/fakeHost";
import { inWords } from "../platform/fakeHost/make";
import { mergeConversation, withEarlier } from "./conversation";

const said = (seq: number): Message => ({
  seq,
  speaker: "person",
  at: seq,
  parts: [inWords(`Words ${seq}`)],
  streaming: false,
  by: null,
  ...(seq > 1 ? { parent: seq - 1 } : {}),
});

async function conversation(messages: Message[]): Promise<Conversation> {
  const fake = new FakeHost({ waiting: [] });
  return { ...(await fake.call("conversation", { id: "conv-notes" })), messages, earlier: true };
}

it("leaves messages the same objects when earlier ones come before them", async () => {
  const kept = await conversation([3, 4, 5].map(said));
  const now = mergeConversation(kept, withEarlier(kept, { messages: [1, 2].map(said), earlier: false }));
  expect(now.messages.map((it) => it.seq)).toEqual([1, 2, 3, 4, 5]);
  expect(now.earlier).toBe(false);
  for (const [index, message] of kept.messages.entries()) {
    expect(now.messages[index + 2]).toBe(message);
  }
});

it("takes what changed in a message that earlier ones come before", async () => {
  const kept = await conversation([3, 4].map(said));
  const changed = { ...said(4), parts: [inWords("Other words")] };
  const now = mergeConversation(kept, { ...kept, messages: [said(1), said(2), said(3), changed] });
  expect(now.messages.map((it) => it.seq)).toEqual([1, 2, 3, 4]);
  expect(now.messages[2]).toBe(kept.messages[0]);
  expect(now.messages[3]).toEqual(changed);
});
