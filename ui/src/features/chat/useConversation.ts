import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Conversation, Problem } from "../../bindings/host";
import { keyOf, mergeConversation, seqIndex, useHostCommand, useHostQuery, withEarlier } from "../../store";

/** A conversation: its newest messages, those before them as far as they were asked for, and the way to others. */
export function useConversation(id: string): {
  conversation: Conversation | undefined;
  pending: boolean;
  problem: Problem | null;
  /** Asks for what was said before; `null` where there is nothing, or somebody asks already. */
  more: (() => void) | null;
  /** Shows the branch of a message. */
  show: (seq: number) => void;
  showing: boolean;
  /** Shows the branch of a message and has everything back to it. */
  reach: (seq: number) => Promise<void>;
} {
  const queries = useQueryClient();
  const asked = useHostQuery("conversation", { id }, { join: mergeConversation });
  const earlier = useHostCommand("messages");
  const branch = useHostCommand("show_branch");
  const conversation = asked.data;
  const first = conversation?.messages[0]?.seq;

  const { mutate: ask, mutateAsync: askFor } = earlier;
  const { mutate: show, mutateAsync: showFirst } = branch;
  const put = useCallback(
    (page: Parameters<typeof withEarlier>[1]) =>
      queries.setQueryData<Conversation>(keyOf("conversation", { id }), (kept) =>
        kept ? withEarlier(kept, page) : kept,
      ),
    [queries, id],
  );
  const reach = useCallback(
    async (seq: number) => {
      const key = keyOf("conversation", { id });
      const shown = await showFirst({ conversation: id, seq });
      const now = queries.setQueryData<Conversation>(key, shown) ?? shown;
      const before = now.messages[0]?.seq;
      if (before !== undefined && now.earlier && seqIndex(now.messages, seq) < 0) {
        put(await askFor({ id, before, to: seq }));
      }
    },
    [id, queries, showFirst, askFor, put],
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
      (seq: number) =>
        show(
          { conversation: id, seq },
          { onSuccess: (now) => queries.setQueryData(keyOf("conversation", { id }), now) },
        ),
      [id, queries, show],
    ),
    showing: branch.isPending,
    reach,
  };
}
