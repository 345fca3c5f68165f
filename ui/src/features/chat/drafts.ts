import { useCallback, useEffect, useSyncExternalStore } from "react";
import type { ConversationSummary } from "../../bindings/host";
import { draftOf, useDrafts } from "../../drafts";
import { useHost, useStore } from "../../store";

/** What is written in a conversation and not sent: it outlives the view, and comes back with it. */
export function useMessageDraft(conversation: string): {
  text: string;
  write: (text: string) => void;
  /** Puts what could not be sent back in front of what was written meanwhile. */
  putBack: (text: string) => void;
} {
  const drafts = useDrafts();
  const key = draftOf(conversation);
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.read<string>(key) ?? "");
  const write = useCallback(
    (next: string) => (next === "" ? drafts.drop(key) : drafts.write(key, next)),
    [drafts, key],
  );
  const putBack = useCallback(
    (sent: string) => {
      const since = drafts.read<string>(key);
      drafts.write(key, since === undefined ? sent : `${sent}\n${since}`);
    },
    [drafts, key],
  );
  return { text, write, putBack };
}

/** What is written over a text that is kept: it outlives the place where it is written. */
function useDraftOver(key: string): {
  draft: string | undefined;
  /** `undefined`: the text is as it was. */
  write: (text: string | undefined) => void;
} {
  const drafts = useDrafts();
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.read<string>(key));
  const write = useCallback(
    (next: string | undefined) => (next === undefined ? drafts.drop(key) : drafts.write(key, next)),
    [drafts, key],
  );
  return { draft, write };
}

/** Instructions of a conversation that are not saved. */
export function useInstructionsDraft(conversation: string) {
  return useDraftOver(draftOf(conversation, "instructions"));
}

/** What is typed over a sent message and not sent. */
export function useEditDraft(conversation: string, seq: number) {
  return useDraftOver(draftOf(conversation, "edit", String(seq)));
}

/** Which conversation was looked at last, by window. */
const seen = new WeakMap<object, string>();

/**
 * The conversation that is shown: the one that was asked for, else the one that was looked at last, else the newest that is
 * not archived. What
 * happens in another one does not change it.
 */
export function useShown(asked: string | undefined): ConversationSummary | undefined {
  const store = useStore();
  const conversations = useHost((host) => host.conversations);
  const by = (id: string | undefined) => conversations.find((it) => it.id === id);
  const shown =
    asked === undefined
      ? (by(seen.get(store)) ?? conversations.find((it) => it.section !== "archived"))
      : by(asked);
  const id = shown?.id;
  useEffect(() => {
    if (id !== undefined) {
      seen.set(store, id);
    }
  }, [store, id]);
  return shown;
}
