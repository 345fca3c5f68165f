import type { Problem } from "../bindings/host";
import { go } from "../route";
import { useHostCommand, useStore } from "../store";

/** Begins a conversation and goes there. Who asked may be gone before the reply is. */
export function useNewConversation(): () => Promise<void> {
  const store = useStore();
  const create = useHostCommand("create_conversation");
  return async () => {
    // A second press, before the first is answered, means the same conversation. Of one that came in the same moment this was
    // not drawn anew yet.
    if (store.queries.isMutating({ mutationKey: ["create_conversation"] }) > 0) return;
    await create.mutateAsync({}).then(
      (made) => go("chat", made.summary.id),
      (problem: Problem) => store.tell(problem),
    );
  };
}
