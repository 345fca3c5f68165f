import { act, fireEvent, screen, within } from "@testing-library/react";
import { vi } from "vitest";
import type { Request } from "../bindings/host";
import type { FakeHost } from "../platform/fakeHost";
import { showApp } from "./show";

/** What tests of the gate do alike. They run with fake timers. */

export async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

/** The window with these requests, past the guard unless told otherwise. */
export async function openGate(
  waiting: Request[],
  options: { guarded?: boolean; at?: string } = {},
): Promise<FakeHost> {
  const { fake } = await showApp(options.at ?? "#/tasks", { waiting });
  await pass(0);
  if (!options.guarded) {
    await pass(500);
  }
  return fake;
}

export const gate = () => screen.getByRole("alertdialog");
/** What *Allow…* opens, and a button in it. */
export const allowMenu = () => screen.getByRole("dialog", { name: "Allow for longer" });
export const inMenu = (name: RegExp) => within(allowMenu()).getByRole("button", { name });
export const noGate = () => screen.queryByRole("alertdialog");
export const button = (name: string | RegExp) => within(gate()).getByRole("button", { name });
const press = (key: string, over: Partial<KeyboardEventInit> = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...over });
export const answers = (fake: FakeHost) => fake.sent("answer").map((it) => it.reply);
export const attends = (fake: FakeHost) => fake.sent("attend");

export async function click(element: HTMLElement): Promise<void> {
  fireEvent.click(element);
  await pass(0);
}

export async function key(name: string, over: Partial<KeyboardEventInit> = {}): Promise<void> {
  press(name, over);
  await pass(0);
}
