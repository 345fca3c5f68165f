import { type RefObject, useEffect, useRef } from "react";
import { say } from "./l10n";

/**
 * What lies over what: a key is for the uppermost layer that is open. `everywhere` is in none of them. The page of the gate has
 * that layer alone, and the main page the others.
 */
const LAYERS = ["room", "gate", "palette"] as const;
export type Layer = (typeof LAYERS)[number];

interface Shortcut {
  /** `mod` is Ctrl, or on a Mac Command alone, since there Ctrl moves in a field. None: it is run from elsewhere. */
  keys: readonly [] | readonly ["mod", string] | readonly [string];
  where: Layer | "everywhere";
  /** Also while a field has the focus. */
  typing?: boolean;
  /** Not by who was writing just now. */
  quiet?: boolean;
}

/** Every shortcut of the window. What a widget does automatically, such as the arrows in a list, is not among them. */
export const shortcuts = {
  palette: { keys: ["mod", "k"], where: "everywhere", typing: true },
  conversation: { keys: ["mod", "n"], where: "everywhere", typing: true },
  settings: { keys: ["mod", ","], where: "everywhere", typing: true },
  larger: { keys: ["mod", "+"], where: "everywhere", typing: true },
  smaller: { keys: ["mod", "-"], where: "everywhere", typing: true },
  actual: { keys: ["mod", "0"], where: "everywhere", typing: true },
  allow: { keys: ["a"], where: "gate", quiet: true },
  deny: { keys: ["d"], where: "gate", quiet: true },
  later: { keys: ["Escape"], where: "gate" },
  next: { keys: ["Enter"], where: "gate" },
  run: { keys: ["mod", "Enter"], where: "room", typing: true },
  quit: { keys: ["mod", "q"], where: "everywhere", typing: true },
  stop: { keys: [], where: "everywhere" },
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof shortcuts;

const table: Record<ShortcutId, Shortcut> = shortcuts;

const mac = () => /Mac/.test(navigator.platform);

/** What is written on a key. */
function labelOf(key: string): string {
  switch (key) {
    case "mod":
      return mac() ? "⌘" : say("words-key-control");
    case "Escape":
      return say("words-key-escape");
    case "Enter":
      return "↵";
    default:
      return key.toUpperCase();
  }
}

/** What is written on the keys of a shortcut. */
export function keysOf(id: ShortcutId): string[] {
  return table[id].keys.map(labelOf);
}

/** Those with keys, and what they do. */
export function listedShortcuts(): { keys: string[]; words: string }[] {
  return (Object.keys(table) as ShortcutId[])
    .filter((id): id is Exclude<ShortcutId, "stop"> => table[id].keys.length > 0)
    .map((id) => ({ keys: keysOf(id), words: say(`words-shortcut-${id}`) }));
}

/** The same as `aria-keyshortcuts` has it. */
export function ariaKeysOf(id: ShortcutId): string {
  const mod = mac() ? "Meta" : "Control";
  return table[id].keys
    .map((key) => (key === "mod" ? mod : key.length === 1 ? key.toUpperCase() : key))
    .join("+");
}

/** Milliseconds without typing before a key counts as an answer: who was writing when the gate came up goes on writing. */
export const QUIET_MS = 500;

/** The same where what a key does goes on after it: who types with one finger types slower than the other. */
export const LASTING_QUIET_MS = 1_500;

interface Handler {
  run: () => void;
  /** The key was pressed by who was writing just now. */
  early: () => void;
  /** Milliseconds without typing before it. */
  quiet: () => number;
  within: RefObject<HTMLElement | null> | undefined;
}

const handlers = new Map<ShortcutId, Handler[]>();
const open: Layer[] = [];
let typed = Number.NEGATIVE_INFINITY;

/** Whether something is there to run. */
export function isHandled(id: ShortcutId): boolean {
  return (handlers.get(id)?.length ?? 0) > 0;
}

export function isOpen(layer: Layer): boolean {
  return open.includes(layer);
}

/** Does what the shortcut does, wherever it is asked. */
export function runShortcut(id: ShortcutId): void {
  handlers.get(id)?.at(-1)?.run();
}

/**
 * Runs at the keys of the shortcut; `undefined`: not now. In a layer the keys are for `within` alone, and above the room
 * also where nothing has the focus. `early` is told when a quiet key came too soon after another, within `quiet`.
 */
export function useShortcut(
  id: ShortcutId,
  run: (() => void) | undefined,
  within?: RefObject<HTMLElement | null>,
  early?: () => void,
  quiet = QUIET_MS,
): void {
  const latest = useRef({ run, early, quiet });
  latest.current = { run, early, quiet };
  const active = run !== undefined;
  useEffect(() => {
    if (!active) return;
    const handler: Handler = {
      run: () => latest.current.run?.(),
      early: () => latest.current.early?.(),
      quiet: () => latest.current.quiet,
      within,
    };
    if ([...handlers.values()].every((it) => it.length === 0)) {
      typed = Number.NEGATIVE_INFINITY;
      document.addEventListener("keydown", hear);
    }
    handlers.set(id, [...(handlers.get(id) ?? []), handler]);
    return () => {
      handlers.set(id, handlers.get(id)?.filter((it) => it !== handler) ?? []);
      if ([...handlers.values()].every((it) => it.length === 0)) {
        document.removeEventListener("keydown", hear);
      }
    };
  }, [id, active, within]);
}

/** While it is shown, keys are for it and for what lies over it. */
export function useLayer(layer: Layer): void {
  useEffect(() => {
    open.push(layer);
    return () => void open.splice(open.indexOf(layer), 1);
  }, [layer]);
}

function hear(event: KeyboardEvent): void {
  const pause = performance.now() - typed;
  if (event.key.length === 1 || event.key === "Backspace") {
    typed = performance.now();
  }
  if (event.defaultPrevented || event.isComposing) return;
  for (const id of Object.keys(table) as ShortcutId[]) {
    const handler = handlers.get(id)?.at(-1);
    const shortcut = table[id];
    if (!handler || !pressed(shortcut, event) || !meant(shortcut, handler, event)) continue;
    const held = event.repeat;
    const quiet = !shortcut.quiet || pause >= handler.quiet();
    const modified = shortcut.keys.length === 2;
    // Held down, it is neither done again nor left to what has the focus.
    if (modified || (!held && quiet)) {
      event.preventDefault();
    }
    if (!held && quiet) {
      handler.run();
    } else if (!held) {
      handler.early();
    }
    return;
  }
}

function pressed({ keys }: Shortcut, event: KeyboardEvent): boolean {
  const [first, second] = keys;
  const modified = event.ctrlKey || event.metaKey;
  const mod = mac() ? event.metaKey && !event.ctrlKey : modified;
  const key = second ?? first;
  return (
    key !== undefined &&
    (second === undefined ? !modified : mod) &&
    !event.altKey &&
    // A plus is above another sign on most keyboards: both are this key.
    (key === "+"
      ? event.key === "+" || event.key === "="
      : !event.shiftKey && (event.key === key || letterOf(event) === key || isDigit(event, key)))
  );
}

/**
 * Which letter a key is, if any: by what it types, also under CapsLock, and by its place on the keyboard where it types a
 * letter of another script.
 */
function letterOf(event: Pick<KeyboardEvent, "key" | "code">): string | null {
  const other = /^\p{Letter}$/u.test(event.key) && !/^\p{Script=Latin}$/u.test(event.key);
  const letter = other ? event.code.replace(/^Key/, "") : event.key;
  return /^[a-z]$/i.test(letter) ? letter.toLowerCase() : null;
}

/** Whether it is the key of this digit by its place, where another sign is typed there without Shift. */
function isDigit(event: Pick<KeyboardEvent, "code">, key: string): boolean {
  return /^\d$/.test(key) && event.code.replace(/^Digit/, "") === key;
}

/** What takes letters, and every field of a form. A box beside a decision is only ticked: the keys keep their meaning there. */
const FIELDS = [
  "input:not([type=checkbox]):not([type=radio])",
  "input:is(form *)",
  "textarea",
  "select",
  "[contenteditable]",
];

/** Whether it is one of these or within one. */
function isIn(at: Element | null, ...kinds: string[]): boolean {
  return kinds.some((kind) => at?.closest(kind));
}

/** Whether the key was pressed where the shortcut is, and nothing lies over that. */
function meant({ where, typing }: Shortcut, { within }: Handler, event: KeyboardEvent): boolean {
  const at = event.target instanceof Element ? event.target : null;
  if (!typing && isIn(at, ...FIELDS)) return false;
  // Enter presses what has the focus.
  if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && isIn(at, "button", "a[href]", "summary")) {
    return false;
  }
  if (where === "everywhere") return true;
  const above = LAYERS.slice(LAYERS.indexOf(where) + 1);
  const ours = (at !== null && within?.current?.contains(at)) || (at === document.body && where !== "room");
  return ours && !above.some(isOpen);
}
