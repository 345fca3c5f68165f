import { useCallback, useEffect, useSyncExternalStore } from "react";
import type { ConversationSummary } from "../../bindings/host";
import { useHost, useStore } from "../../store";

/** What is written and not sent, by conversation, and which conversation was looked at. In this window alone. */
class Desk {
  readonly #drafts = new Map<string, string>();
  readonly #heard = new Set<() => void>();
  seen: string | null = null;

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#heard.add(changed);
    return () => this.#heard.delete(changed);
  };

  draft(conversation: string): string {
    return this.#drafts.get(conversation) ?? "";
  }

  write(conversation: string, text: string): void {
    if (text === "") {
      this.#drafts.delete(conversation);
    } else {
      this.#drafts.set(conversation, text);
    }
    for (const changed of this.#heard) {
      changed();
    }
  }

  /** Forgets what was written in conversations that are gone. */
  clear(there: readonly ConversationSummary[]): void {
    const ids = new Set(there.map((it) => it.id));
    for (const id of [...this.#drafts.keys()]) {
      if (!ids.has(id)) {
        this.#drafts.delete(id);
      }
    }
  }
}

const desks = new WeakMap<object, Desk>();

function useDesk(): Desk {
  const store = useStore();
  const desk = desks.get(store) ?? new Desk();
  desks.set(store, desk);
  return desk;
}

/** What is written in a conversation and not sent: it outlives the view, and comes back with it. */
export function useDraft(conversation: string): {
  text: string;
  write: (text: string) => void;
  /** Puts what could not be sent back in front of what was written meanwhile. */
  putBack: (text: string) => void;
} {
  const desk = useDesk();
  const text = useSyncExternalStore(desk.subscribe, () => desk.draft(conversation));
  const write = useCallback((next: string) => desk.write(conversation, next), [desk, conversation]);
  const putBack = useCallback(
    (sent: string) => {
      const since = desk.draft(conversation);
      desk.write(conversation, since === "" ? sent : `${sent}\n${since}`);
    },
    [desk, conversation],
  );
  return { text, write, putBack };
}

/**
 * The conversation that is shown: the one that was asked for, else the one that was looked at last, else the newest. What
 * happens in another one does not change it.
 */
export function useShown(asked: string | undefined): ConversationSummary | undefined {
  const desk = useDesk();
  const conversations = useHost((host) => host.conversations);
  const by = (id: string | null | undefined) => conversations.find((it) => it.id === id);
  const shown = asked === undefined ? (by(desk.seen) ?? conversations[0]) : by(asked);
  const id = shown?.id;
  useEffect(() => {
    desk.seen = id ?? desk.seen;
  }, [desk, id]);
  useEffect(() => desk.clear(conversations), [desk, conversations]);
  return shown;
}
