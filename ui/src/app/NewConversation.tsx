import { isOpen, useShortcut } from "../shortcuts";
import { useNewConversation } from "./useNewConversation";

/** The keys that begin a conversation, in every room. */
export function NewConversation() {
  const start = useNewConversation();
  useShortcut("conversation", () => {
    // What lies over the room keeps its focus.
    if (!isOpen("palette")) void start();
  });
  return null;
}
