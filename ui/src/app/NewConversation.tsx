import { isOpen, useShortcut } from "../shortcuts";
import { useNewConversation } from "./useNewConversation";

/** The keys that begin a conversation, in every room. */
export function NewConversation() {
  const start = useNewConversation();
  useShortcut("conversation", () => {
    // What lies over the room keeps its focus.
    const modal = document.querySelector("[role=dialog][aria-modal=true]");
    if (!isOpen("palette") && modal === null) void start();
  });
  return null;
}
