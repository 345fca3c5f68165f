import { type ClipboardEvent, useState } from "react";
import type { Problem } from "../../bindings/host";
import { say } from "../../l10n";
import { useHostCommand } from "../../store";
import { bytes } from "../../words";

/** Largest file in bytes that is read from the clipboard; the host has the same limit (`ATTACHED`). */
export const PASTED_FILE = 10 << 20;

/** How many files are read at once, and their bytes in all; the host has the same limit (`FILES_TOGETHER`). */
export const PASTED_FILES = { count: 32, bytes: 32 << 20 };

/** Pictures and other files that are pasted are attached, all or none; their bytes come with the event, and no path. */
export function usePastedFiles(conversation: string): {
  problem: Problem | null;
  /** Some are on their way into the conversation. */
  pending: boolean;
  /** Takes the event if it brings files and no words. */
  take: (event: ClipboardEvent) => boolean;
  reset: () => void;
} {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [under, setUnder] = useState(0);
  const attach = useHostCommand("attach_pasted");
  const refuse = (sentence: string) => {
    setProblem({ code: "input.bad", sentence, remedy: null, said: null });
  };

  async function put(pasted: File[]) {
    setUnder((count) => count + 1);
    const reading = pasted.map(async (it) => ({ name: it.name, data: await inBase64(it) }));
    const files = await Promise.all(reading).catch(() => null);
    if (files === null) {
      refuse(say("chat-paste-unreadable"));
    } else {
      await attach.mutateAsync({ conversation, files }).catch(() => {
        // The command keeps why.
      });
    }
    setUnder((count) => count - 1);
  }

  return {
    problem: problem ?? attach.error,
    pending: under > 0,
    take: (event) => {
      const files = [...(event.clipboardData.files ?? [])];
      // A table or a page is copied as words and as a picture of them: the words are meant.
      if (files.length === 0 || event.clipboardData.getData("text/plain") !== "") return false;
      event.preventDefault();
      attach.reset();
      setProblem(null);
      const all = files.reduce((sum, file) => sum + file.size, 0);
      if (files.length > PASTED_FILES.count) {
        refuse(say("chat-paste-too-many", { limit: PASTED_FILES.count }));
      } else if (files.some((file) => file.size > PASTED_FILE)) {
        refuse(say("chat-paste-too-large", { size: bytes(PASTED_FILE) }));
      } else if (all > PASTED_FILES.bytes) {
        refuse(say("chat-paste-too-large-together", { size: bytes(PASTED_FILES.bytes) }));
      } else {
        void put(files);
      }
      return true;
    },
    reset: () => {
      setProblem(null);
      attach.reset();
    },
  };
}

async function inBase64(file: File): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(",") + 1);
}
