import { useCallback } from "react";
import type { Conversation, Problem } from "../../bindings/host";
import {
  mergeConversation,
  seqIndex,
  useHostCommand,
  useHostQuery,
  useWriteReply,
  withEarlier,
} from "../../store";

/** A conversation: its newest messages, those before them as far as they were asked for, and the way to others. */
export function useConversation(id: string): {
  conversation: Conversation | undefined;
  pending: boolean;
  problem: Problem | null;
  /** Asks for what was said before; `null` where there is nothing, or a request is under way. */
  more: (() => void) | null;
  /** Shows the branch of a message. */
  show: (seq: number) => void;
  /** Shows the branch of a message and has everything back to it. */
  reach: (seq: number) => Promise<void>;
} {
  const write = useWriteReply("conversation");
  const asked = useHostQuery("conversation", { id }, { join: mergeConversation });
  const earlier = useHostCommand("messages");
  const branch = useHostCommand("show_branch");
  const conversation = asked.data;
  const first = conversation?.messages[0]?.seq;

  const { mutate: ask, mutateAsync: askFor } = earlier;
  const { mutate: show, mutateAsync: showFirst } = branch;
  const put = useCallback(
    (page: Parameters<typeof withEarlier>[1]) =>
      write({ id }, (kept) => (kept ? withEarlier(kept, page) : kept)),
    [write, id],
  );
  const reach = useCallback(
    async (seq: number) => {
      const shown = await showFirst({ conversation: id, seq });
      const now = write({ id }, shown) ?? shown;
      const before = now.messages[0]?.seq;
      if (before !== undefined && now.earlier && seqIndex(now.messages, seq) < 0) {
        put(await askFor({ id, before, to: seq }));
      }
    },
    [id, write, showFirst, askFor, put],
  );

  return {
    conversation,
    pending: asked.isPending,
    problem: asked.error ?? branch.error ?? earlier.error,
    more:
      conversation?.earlier && first !== undefined && !earlier.isPending
        ? () => ask({ id, before: first, to: null }, { onSuccess: put })
        : null,
    show: useCallback(
      (seq: number) => show({ conversation: id, seq }, { onSuccess: (now) => write({ id }, now) }),
      [id, write, show],
    ),
    reach,
  };
}
