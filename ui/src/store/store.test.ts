import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Conversation, EventBatch, HostEvent } from "../bindings/host";
import { type Platform, startAttach } from "../platform";
import { FakeHost } from "../platform/fakeHost";
import { found, inWords, message } from "../platform/fakeHost/make";
import { makeQueries } from "./hooks";
import { HostStore } from "./host";
import { applyToQueries } from "./invalidate";
import { keyOf } from "./queries";

let fake: FakeHost;
let store: HostStore;

beforeEach(async () => {
  fake = new FakeHost({ waiting: [] });
  store = new HostStore(fake, makeQueries());
  await store.start();
});

/** As patient as the tests in a page are (`test/page.ts`). */
const holds = (is: () => void) => vi.waitFor(is, { timeout: 15_000 });
const attaches = () => fake.sent("attach").length;
const host = () => {
  const it = store.host();
  if (!it) {
    throw new Error("no snapshot");
  }
  return it;
};

describe("the picture of the host", () => {
  it("starts with a snapshot", () => {
    expect(host().servers.map((it) => it.label)).toContain("Project files");
    expect(attaches()).toBe(1);
  });

  it("follows events in order", () => {
    const settings = { ...host().settings, appearance: "dark" as const };
    fake.emit({ kind: "settings", settings });
    expect(host().settings.appearance).toBe("dark");
    fake.emit({ kind: "server_removed", id: "srv-files" });
    expect(host().servers.map((it) => it.id)).not.toContain("srv-files");
    expect(attaches()).toBe(1);
  });

  it("knows whose reply ended while another conversation was open", async () => {
    const conversation = (id: string, busy: boolean) => {
      const known = host().conversations.map((it) => (it.id === id ? { ...it, busy } : it));
      fake.emit({ kind: "conversations", conversations: known });
    };
    const reply = (id: string, streaming: boolean) => {
      fake.tellMessage(id, message([inWords("Done.")], { seq: 99, streaming }));
    };
    const [one, other] = host().conversations.map((it) => it.id);
    if (one === undefined || other === undefined) throw new Error("too few conversations");
    store.lookAt(one);
    for (const id of [one, other]) {
      conversation(id, true);
      // A summary of the messages ends the same way, without one.
      conversation(id, false);
      expect([...host().unread]).toEqual([]);
      conversation(id, true);
      reply(id, true);
      expect([...host().unread]).toEqual([]);
    }
    reply(one, false);
    conversation(one, false);
    expect([...host().unread]).toEqual([]);
    reply(other, false);
    conversation(other, true);
    conversation(other, false);
    expect([...host().unread]).toEqual([other]);
    // Also what was missed, and what a new snapshot does not know.
    fake.lose(1);
    fake.emit({ kind: "grants" });
    await settled();
    expect([...host().unread]).toEqual([other]);
    const { unread } = host();
    fake.tellConversations();
    expect(host().unread).toBe(unread);
    store.lookAt(other);
    expect([...host().unread]).toEqual([]);
    store.lookAt(null);
    reply(other, false);
    expect([...host().unread]).toEqual([other]);
    // Its model is asked again, elsewhere.
    conversation(other, false);
    conversation(other, true);
    expect([...host().unread]).toEqual([]);
    // What became of it is not known.
    fake.lose(1);
    fake.emit({ kind: "grants" });
    await settled();
    expect([...host().unread]).toContain(other);
    fake.emit({ kind: "conversations", conversations: host().conversations.filter((it) => it.id !== other) });
    expect([...host().unread]).toEqual([]);
  });

  it("keeps conversations the same objects while they say the same in another order", () => {
    const before = host().conversations;
    const turned = before.toReversed().map((it) => it.id);
    fake.emit({ kind: "conversations", conversations: structuredClone(before.toReversed()) });
    expect(turned.length).toBeGreaterThan(1);
    expect(host().conversations.map((it) => it.id)).toEqual(turned);
    for (const it of host().conversations) {
      expect(before.includes(it)).toBe(true);
    }
    const now = host().conversations;
    fake.emit({ kind: "conversations", conversations: structuredClone(now) });
    expect(host().conversations).toBe(now);
    const titled = now.map((it, at) => (at === 0 ? { ...it, title: "Another title" } : it));
    fake.emit({ kind: "conversations", conversations: structuredClone(titled) });
    expect(host().conversations).toEqual(titled);
  });

  it("attaches again when something was missed", async () => {
    fake.world.settings = { ...fake.world.settings, appearance: "light" };
    fake.lose(1);
    fake.emit({ kind: "grants" });
    await settled();
    expect(attaches()).toBe(2);
    expect(host().settings.appearance).toBe("light");
  });

  it("attaches again when the host says that it lagged, and forgets what it was told", async () => {
    let asked = 0;
    const key = keyOf("grants", {});
    await store.queries.fetchQuery({
      queryKey: key,
      queryFn: () => {
        asked += 1;
        return [];
      },
    });
    fake.emit({ kind: "lagged" });
    await settled();
    expect(attaches()).toBe(2);
    expect(store.queries.getQueryState(key)?.isInvalidated).toBe(true);
    expect(asked).toBe(1);
  });

  it("skips what it already contains", async () => {
    const heard: ((batch: EventBatch) => void)[] = [];
    const platform: Platform = {
      call: (name, args) => fake.call(name, args),
      attach: (hear) => {
        heard.push(hear);
        return fake.attach(() => {});
      },
    };
    const other = new HostStore(platform, makeQueries());
    await other.start();
    const before = other.host()?.sequence ?? 0;
    const removed = (id: string): HostEvent => ({ kind: "server_removed", id });
    const ids = () => other.host()?.servers.map((it) => it.id);
    heard[0]?.({ sequence: before, events: [removed("srv-files")] });
    expect(ids()).toContain("srv-files");
    // One event is old, the other is new.
    heard[0]?.({ sequence: before + 1, events: [removed("srv-files"), removed("srv-github")] });
    expect(ids()).toContain("srv-files");
    expect(ids()).not.toContain("srv-github");
    expect(attaches()).toBe(2);
  });

  // Proves F-18.
  it("leaves the window as a whole alone while a model writes", async () => {
    const other = new HostStore(fake, makeQueries());
    await other.start();
    const before = other.read();
    const words = {
      kind: "words",
      conversation: "conv-flaky",
      seq: 1,
      part: 0,
      from: 0,
      text: "more ",
    } as const;
    for (let time = 0; time < 3; time += 1) {
      fake.emit(words);
    }
    expect(other.read()).toBe(before);
    const settings = { ...fake.world.settings, appearance: "dark" } as const;
    fake.emit({ kind: "settings", settings });
    expect(other.read()).toEqual({ kind: "ready", settings, language: "en" });
  });

  // Proves F-18.
  it("leaves the window as a whole alone while calls go on", async () => {
    const other = new HostStore(fake, makeQueries());
    await other.start();
    const before = other.read();
    fake.emit({ kind: "server_removed", id: "srv-files" });
    fake.emit({ kind: "grants" });
    expect(other.host()?.servers.map((it) => it.id)).not.toContain("srv-files");
    expect(other.read()).toBe(before);
  });

  it("forgets what the host said in another language", async () => {
    const key = keyOf("suggested_servers", {});
    store.queries.setQueryData(key, [{ purpose: "Reads files." }]);
    const stale = () => store.queries.getQueryState(key)?.isInvalidated;
    fake.emit({ kind: "settings", settings: { ...host().settings, appearance: "dark" } });
    expect(stale()).toBe(false);
    fake.emit({ kind: "settings", settings: { ...host().settings, language: "zh-CN" } });
    expect(stale()).toBe(true);
  });

  it("forgets what it was told also when the attach after a gap failed first", async () => {
    const key = keyOf("grants", {});
    store.queries.setQueryData(key, []);
    fake.failNext("attach", { code: "internal", sentence: "No." });
    fake.emit({ kind: "lagged" });
    await settled();
    expect(store.read().kind).toBe("failed");
    await store.start();
    expect(store.read().kind).toBe("ready");
    expect(store.queries.getQueryState(key)?.isInvalidated).toBe(true);
  });

  it("keeps events that arrive while it attaches", async () => {
    const late = new LateFakeHost();
    const other = new HostStore(late.platform, makeQueries());
    const started = other.start();
    await settled();
    late.fake.emit({ kind: "server_removed", id: "srv-files" });
    late.answer();
    await started;
    expect(other.host()?.servers.map((it) => it.id)).not.toContain("srv-files");
  });

  it("goes on with a query that began before, and loses nothing heard meanwhile", async () => {
    const begun = startAttach(fake);
    await begun.snapshot;
    fake.emit({ kind: "server_removed", id: "srv-files" });
    const other = new HostStore(fake, makeQueries());
    const before = attaches();
    await other.start(begun);
    expect(attaches()).toBe(before);
    expect(other.host()?.servers.map((it) => it.id)).not.toContain("srv-files");
  });

  it("says when there is no host, and can try again", async () => {
    const failing = new FakeHost({ waiting: [] });
    failing.failNext("attach", { code: "internal", sentence: "The host did not answer." });
    const other = new HostStore(failing, makeQueries());
    await other.start();
    expect(other.read()).toMatchObject({ kind: "failed", problem: { sentence: "The host did not answer." } });
    await other.start();
    expect(other.read().kind).toBe("ready");
  });
});

describe("a reply that is on its way", () => {
  it("is asked for once more when it is here, however much happened meanwhile", async () => {
    const queries = makeQueries();
    const answers: ((words: string) => void)[] = [];
    const observer = new QueryObserver(queries, {
      queryKey: ["tools", { server: "a" }],
      queryFn: () => new Promise<string>((answer) => answers.push(answer)),
    });
    const stop = observer.subscribe(() => {});
    answers[0]?.("first");
    await holds(() => expect(observer.getCurrentResult().data).toBe("first"));
    for (let times = 0; times < 5; times += 1) {
      applyToQueries(queries, [{ kind: "tools", server: "a" }]);
    }
    expect(answers).toHaveLength(2);
    answers[1]?.("second");
    await holds(() => expect(answers).toHaveLength(3));
    answers[2]?.("third");
    await holds(() => expect(observer.getCurrentResult().data).toBe("third"));
    expect(answers).toHaveLength(3);
    stop();
  });
});

describe("kept replies", () => {
  const stale = (key: readonly unknown[]) => store.queries.getQueryState(key)?.isInvalidated;

  const cases: [string, HostEvent, readonly unknown[], boolean][] = [
    ["its tools", { kind: "tools", server: "a" }, keyOf("tools", { server: "a", query: "" }), true],
    [
      "not another's tools",
      { kind: "tools", server: "a" },
      keyOf("tools", { server: "b", query: "" }),
      false,
    ],
    [
      "its resources",
      { kind: "resources", server: "a" },
      keyOf("resources", { server: "a", query: "" }),
      true,
    ],
    [
      "not another's prompts",
      { kind: "prompts", server: "a" },
      keyOf("prompts", { server: "b", query: "" }),
      false,
    ],
    [
      "what it suggested",
      { kind: "prompts", server: "a" },
      keyOf("complete", {
        server: "a",
        of: { kind: "prompt", name: "p" },
        argument: "x",
        value: "",
        context: {},
      }),
      true,
    ],
    ["its logs", { kind: "logs", server: "a" }, keyOf("logs", { server: "a", after: 0 }), true],
    ["its frames", { kind: "frames", server: "a" }, keyOf("frames", { server: "a", after: 0 }), true],
    ["the grants", { kind: "grants" }, keyOf("grants", {}), true],
    ["its roots", { kind: "roots", server: "a" }, keyOf("roots", { server: "a" }), true],
    ["not another's roots", { kind: "roots", server: "a" }, keyOf("roots", { server: "b" }), false],
    [
      "the icon of its tool",
      { kind: "tools", server: "a" },
      keyOf("icon", { server: "a", of: { kind: "tool", name: "t" }, dark: false }),
      true,
    ],
    [
      "not the icon of another's tool",
      { kind: "resources", server: "a" },
      keyOf("icon", { server: "b", of: { kind: "tool", name: "t" }, dark: false }),
      false,
    ],
    ["its data flows", { kind: "flows" }, keyOf("flows", { server: "a" }), true],
    ["the data flows of its tools", { kind: "tools", server: "a" }, keyOf("flows", { server: "a" }), true],
    [
      "not the data flows of another's tools",
      { kind: "tools", server: "a" },
      keyOf("flows", { server: "b" }),
      false,
    ],
    [
      "the data flows of a conversation",
      { kind: "flows" },
      keyOf("conversation_flows", { conversation: "c" }),
      true,
    ],
    [
      "what was found in conversations",
      { kind: "conversations", conversations: [] },
      keyOf("find_chats", { words: "w", before: null }),
      true,
    ],
    ["the providers found here", { kind: "models", providers: [] }, keyOf("find_providers", {}), true],
    ["pages cached as one", { kind: "logs", server: "a" }, keyOf("logs", { server: "a" }), true],
    ["not another's pages", { kind: "logs", server: "a" }, keyOf("logs", { server: "b" }), false],
    [
      "the record",
      { kind: "record", last: 3 },
      keyOf("record", { filter: { text: null, server: null, kind: null, outcome: null }, before: null }),
      true,
    ],
  ];
  it.each(cases)("an event makes old %s", (_name, event, key, expected) => {
    store.queries.setQueryData(key, "kept");
    fake.emit(event);
    expect(stale(key)).toBe(expected);
  });

  it.each([
    ["an event", { kind: "tools", server: "a" } as HostEvent],
    ["a gap", { kind: "lagged" } as HostEvent],
  ])("%s during the first fetch makes its reply old", async (_name, event) => {
    const key = keyOf("tools", { server: "a", query: "" });
    const { replies, end } = watch(key);
    fake.emit(event);
    await settled();
    expect(replies).toHaveLength(1);
    replies[0]?.("before the event");
    await settled();
    expect(replies).toHaveLength(2);
    replies[1]?.("after the event");
    await settled();
    expect(store.queries.getQueryData(key)).toBe("after the event");
    expect(stale(key)).toBe(false);
    expect(replies).toHaveLength(2);
    end();
  });

  it("a message during the first fetch of its conversation is not lost", async () => {
    const key = keyOf("conversation", { id: "conv-notes" });
    const conversation = await fake.call("conversation", { id: "conv-notes" });
    const { replies, end } = watch(key);
    const message = { ...conversation.messages[1], seq: 9 } as Conversation["messages"][number];
    fake.emit({ kind: "message", conversation: "conv-notes", message });
    replies[0]?.(conversation);
    await settled();
    expect(replies).toHaveLength(2);
    end();
  });

  /** Looks at a reply as a room does; each fetch waits until it is answered. */
  function watch(queryKey: readonly unknown[]) {
    const replies: ((reply: unknown) => void)[] = [];
    const queryFn = () => new Promise<unknown>((resolve) => replies.push(resolve));
    const end = new QueryObserver(store.queries, { queryKey, queryFn }).subscribe(() => {});
    return { replies, end };
  }

  it("a message arrives in an open conversation without asking again", async () => {
    const key = keyOf("conversation", { id: "conv-notes" });
    const first = await fake.call("conversation", { id: "conv-notes" });
    store.queries.setQueryData(key, first);
    const message = { ...first.messages[1], seq: 9 } as Conversation["messages"][number];
    fake.emit({ kind: "message", conversation: "conv-notes", message });
    expect(store.queries.getQueryData<Conversation>(key)?.messages.at(-1)?.seq).toBe(9);
  });

  it("a call is in the picture of the host alone, and no conversation is copied for it", async () => {
    const key = keyOf("conversation", { id: "conv-notes" });
    const cached = await fake.call("conversation", { id: "conv-notes" });
    store.queries.setQueryData(key, cached);
    const updates = () => store.queries.getQueryState(key)?.dataUpdateCount;
    const before = updates();
    const call = found(fake.world.calls.get("call-write"), "call");
    fake.emit({ kind: "call", call: { ...call, state: "running" } });
    expect(host().calls.get("call-write")?.state).toBe("running");
    expect(store.queries.getQueryData(key)).toBe(cached);
    expect(updates()).toBe(before);
  });

  it("a message does not make a conversation fresh that was stale", async () => {
    const key = keyOf("conversation", { id: "conv-notes" });
    const cached = await fake.call("conversation", { id: "conv-notes" });
    store.queries.setQueryData(key, cached);
    fake.emit({ kind: "models", providers: [] });
    const message = { ...cached.messages[1], seq: 9 } as Conversation["messages"][number];
    fake.emit({ kind: "message", conversation: "conv-notes", message });
    expect(store.queries.getQueryData<Conversation>(key)?.messages.at(-1)?.seq).toBe(9);
    expect(stale(key)).toBe(true);
  });

  it("what grows fast is fetched at most every 300 ms", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      const key = keyOf("logs", { server: "a", after: 0 });
      store.queries.setQueryData(key, "kept");
      fake.emit({ kind: "logs", server: "a" });
      expect(stale(key)).toBe(true);
      store.queries.setQueryData(key, "kept");
      for (let times = 0; times < 5; times += 1) {
        fake.emit({ kind: "logs", server: "a" });
      }
      expect(stale(key)).toBe(false);
      vi.advanceTimersByTime(300);
      expect(stale(key)).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});

/** A fake host whose `attach` waits until it is told to answer. */
class LateFakeHost {
  readonly fake = new FakeHost({ waiting: [] });
  answer: () => void = () => {};
  readonly platform: Platform = {
    call: (name, args) => this.fake.call(name, args),
    attach: async (hear) => {
      const reply = await this.fake.attach(hear);
      await new Promise<void>((resolve) => {
        this.answer = resolve;
      });
      return reply;
    },
  };
}

/** Queries tell of their state in a task of its own. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve));
  }
}
