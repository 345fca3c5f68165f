import type { Conversation, ConversationFolder } from "../../bindings/host";
import type { Command, ReplyOf } from "../../platform";
import { useHostCommand, useWriteReply } from "../../store";

type Replying<T> = { [K in Command]: ReplyOf<K> extends T ? K : never }[Command];

/** A command that replies with the conversation as it is then, which is shown at once. */
export function useConversationCommand<K extends Replying<Conversation>>(name: K) {
  const write = useWriteReply("conversation");
  return useHostCommand(name, (now: Conversation) => write({ id: now.summary.id }, now));
}

/** The same of one that replies with all folders. */
export function useFolderCommand<K extends Replying<ConversationFolder[]>>(name: K) {
  const write = useWriteReply("conversation_folders");
  return useHostCommand(name, (now: ConversationFolder[]) => write({}, now));
}
