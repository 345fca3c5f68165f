import { go } from "../route";
import { isOpen, useShortcut } from "../shortcuts";
import { useNewConversation } from "./useNewConversation";

/** The keys that lead somewhere from every room. */
export function RoomKeys() {
  const start = useNewConversation();
  useShortcut("conversation", () => {
    if (!isCovered()) void start();
  });
  useShortcut("settings", () => {
    if (!isCovered()) go("settings");
  });
  return null;
}

/** What lies over the room keeps its focus. */
function isCovered(): boolean {
  return isOpen("palette") || document.querySelector("[role=dialog][aria-modal=true]") !== null;
}
