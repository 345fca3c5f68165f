import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { preloadAll } from "../elements/lazyComponent";
import { FakeHost } from "../platform/fakeHost";
import { launchRequest, newToolRequest, writeRequest } from "../platform/fakeHost/requests";
import { startGate } from "./attach";
import { GateApp } from "./GateApp";
import { GateSession } from "./session";

/** The page of the gate alone. */
async function opened(fake: FakeHost): Promise<void> {
  await preloadAll();
  const session = new GateSession(fake.gate);
  await session.start();
  await act(async () => render(<GateApp session={session} still />));
}

const gate = () => screen.getByRole("alertdialog");

it("shows what the host has in front, and where it stands among those that wait", async () => {
  const fake = new FakeHost({ waiting: [newToolRequest(), launchRequest()] });
  await opened(fake);
  expect(gate()).toHaveAccessibleName(newToolRequest().question);
  expect(gate()).toHaveTextContent("1 of 2");
  await act(async () => void (await fake.call("show_request", { request: "req-launch", together: false })));
  expect(gate()).toHaveAccessibleName(launchRequest().question);
  expect(gate()).toHaveTextContent("2 of 2");
});

it("answers, and shows what the host has in front then", async () => {
  vi.useFakeTimers();
  try {
    const fake = new FakeHost({ waiting: [newToolRequest(), launchRequest()] });
    await opened(fake);
    await act(async () => void (await vi.advanceTimersByTimeAsync(500)));
    await act(async () => void fireEvent.click(within(gate()).getByRole("button", { name: /^Deny$/ })));
    expect(fake.world.waiting.map((it) => it.id)).toEqual(["req-launch"]);
    expect(gate()).toHaveAccessibleName(launchRequest().question);
    expect(gate()).not.toHaveTextContent("of 1");
  } finally {
    vi.useRealTimers();
  }
});

it("leaves what waits to the host, and shows nothing until there is something new", async () => {
  const fake = new FakeHost({ waiting: [newToolRequest()] });
  await opened(fake);
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Decide later" })));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(fake.world.waiting).toHaveLength(1);
  await act(async () => fake.ask(writeRequest("call-write")));
  expect(gate()).toHaveAccessibleName(writeRequest("call-write").question);
  expect(gate()).toHaveTextContent("2 of 2");
});

it("says when the window could not be left", async () => {
  const fake = new FakeHost({ waiting: [newToolRequest()] });
  await opened(fake);
  fake.failNext("decide_later", { code: "internal", sentence: "The window did not close." });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Decide later" })));
  expect(within(gate()).getByRole("alert")).toHaveTextContent("The window did not close.");
});

it("says in words that there is no host, and can try again", async () => {
  const fake = new FakeHost({ waiting: [newToolRequest()] });
  fake.failNext("attach_gate", { code: "internal", sentence: "The host did not answer." });
  await opened(fake);
  expect(screen.getByRole("alert")).toHaveTextContent("The host did not answer.");
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Try again" })));
  expect(gate()).toHaveAccessibleName(newToolRequest().question);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("takes what was heard before the reply for newer than it", async () => {
  const fake = new FakeHost({ waiting: [newToolRequest()] });
  const early = fake.gateView();
  fake.world.waiting = [launchRequest()];
  fake.reply("attach_gate", () => {
    fake.tellGate();
    return early;
  });
  const session = new GateSession(fake.gate);
  await session.start();
  expect(session.read()).toMatchObject({ view: { request: { id: "req-launch" } } });
});

it("goes on with an attach that is under way, and with what was heard meanwhile", async () => {
  const fake = new FakeHost({ waiting: [newToolRequest()] });
  const first = startGate(fake.gate);
  await first.view;
  fake.world.waiting = [launchRequest()];
  fake.tellGate();
  const asked: string[] = [];
  const session = new GateSession({
    call: (name, args) => {
      asked.push(name);
      return fake.gate.call(name, args);
    },
    attach: (hear) => {
      asked.push("attach_gate");
      return fake.gate.attach(hear);
    },
  });
  await session.start(first);
  expect(session.read()).toMatchObject({ view: { request: { id: "req-launch" } } });
  fake.world.waiting = [newToolRequest()];
  fake.tellGate();
  expect(session.read()).toMatchObject({ view: { request: { id: "req-issue" } } });
  expect(asked).toEqual([]);
});

it("hears nothing of an attach before the last", async () => {
  const fake = new FakeHost({ waiting: [newToolRequest()] });
  const heard: ((view: ReturnType<FakeHost["gateView"]>) => void)[] = [];
  const session = new GateSession({
    ...fake.gate,
    attach: (hear) => {
      heard.push(hear);
      return fake.gate.attach(hear);
    },
  });
  await session.start();
  await session.start();
  heard[0]?.({ ...fake.gateView(), request: null });
  expect(session.read()).toMatchObject({ view: { request: { id: "req-issue" } } });
});

it("keeps what was begun for as long as its request waits unchanged", async () => {
  const fake = new FakeHost({ waiting: [newToolRequest(), launchRequest()] });
  const session = new GateSession(fake.gate);
  await session.start();
  const [first, second] = fake.world.waiting;
  if (first === undefined || second === undefined) throw new Error("nothing waits");
  const draft = session.drafts.of(first);
  draft.set("what", "typed");
  const other = session.drafts.of(second);
  await fake.gate.call("decide_later", {});
  expect(session.drafts.of(first)).toBe(draft);
  await fake.call("show_request", { request: first.id, together: false });
  first.nonce = "renewed";
  fake.tellGate();
  expect(session.drafts.of(first)).not.toBe(draft);
  fake.world.waiting = [first];
  fake.tellGate();
  expect(session.drafts.of(second)).not.toBe(other);
});

// Proves F-26.
it("has what was begun before it was loaded, where the request is unchanged", async () => {
  const fake = new FakeHost({ waiting: [newToolRequest(), launchRequest()] });
  const [first, second] = fake.world.waiting;
  if (first === undefined || second === undefined) throw new Error("nothing waits");
  vi.useFakeTimers();
  try {
    const before = new GateSession(fake.gate);
    await before.start();
    before.drafts.of(first).set("arguments", { text: "{}", fields: new Map([["path", "half"]]) });
    before.drafts.of(second).set("editing", true);
    await vi.advanceTimersByTimeAsync(500);
    second.nonce = "renewed";
    fake.tellGate();
    const after = new GateSession(fake.gate);
    await after.start();
    expect(after.drafts.of(first).get("arguments")).toEqual({
      text: "{}",
      fields: new Map([["path", "half"]]),
    });
    expect(after.drafts.of(second).has("editing")).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

// Proves F-26: the application runs commands side by side.
it("keeps the newest draft also where keeping the one before takes long", async () => {
  const fake = new FakeHost({ waiting: [newToolRequest()] });
  const [request] = fake.world.waiting;
  if (request === undefined) throw new Error("nothing waits");
  const slow = { left: 1 };
  const session = new GateSession({
    call: async (name, args) => {
      if (name === "keep_draft" && slow.left > 0) {
        slow.left -= 1;
        await new Promise((go) => setTimeout(go, 1000));
      }
      return fake.gate.call(name, args);
    },
    attach: (hear) => fake.gate.attach(hear),
  });
  vi.useFakeTimers();
  try {
    await session.start();
    session.drafts.of(request).set("arguments", "older");
    await vi.advanceTimersByTimeAsync(300);
    session.drafts.of(request).set("arguments", "newer");
    await vi.advanceTimersByTimeAsync(3000);
    const after = new GateSession(fake.gate);
    await after.start();
    expect(after.drafts.of(request).get("arguments")).toBe("newer");
  } finally {
    vi.useRealTimers();
  }
});

it("takes what it cannot read for nothing", async () => {
  const fake = new FakeHost({ waiting: [newToolRequest()] });
  fake.reply("kept_drafts", () => ({ "req-issue": "{", other: "null", more: '{"nonce": 1}' }));
  await opened(fake);
  expect(gate()).toHaveAccessibleName(newToolRequest().question);
});

it("asks for what waits without waiting for what was begun, and shows it with both", async () => {
  const fake = new FakeHost({ waiting: [newToolRequest()] });
  const asked: string[] = [];
  let give = () => {};
  const session = new GateSession({
    call: async (name, args) => {
      asked.push(name);
      const begun = fake.gate.call(name, args);
      await new Promise<void>((go) => {
        give = go;
      });
      return begun;
    },
    attach: (hear) => {
      asked.push("attach_gate");
      return fake.gate.attach(hear);
    },
  });
  const started = session.start();
  expect(asked).toEqual(["kept_drafts", "attach_gate"]);
  await act(async () => fake.ask(writeRequest("call-write")));
  expect(session.read().kind).toBe("attaching");
  give();
  await started;
  const state = session.read();
  expect(state.kind === "ready" && state.view.waiting).toHaveLength(2);
});

it("asks the browser for nothing that the main page can write", async () => {
  const read = vi.spyOn(Storage.prototype, "getItem");
  await opened(new FakeHost({ waiting: [newToolRequest()], appearance: "dark" }));
  expect(document.documentElement).toHaveAttribute("data-mantine-color-scheme", "dark");
  expect(read).not.toHaveBeenCalled();
});
