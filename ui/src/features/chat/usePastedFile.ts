import { type ClipboardEvent, useState } from "react";
import type { Problem } from "../../bindings/host";
import { say } from "../../l10n";
import { useHostCommand } from "../../store";
import { bytes } from "../../words";

/** Largest file in bytes that is read from the clipboard; the host has the same limit (`ATTACHED`). */
export const PASTED_FILE = 10 << 20;

/** A picture or another file that is pasted is attached; its bytes come with the event, and no path. */
export function usePastedFile(conversation: string): {
  problem: Problem | null;
  pasting: boolean;
  /** Takes the event if it brings a file and no words. */
  take: (event: ClipboardEvent) => boolean;
  reset: () => void;
} {
  const [problem, setProblem] = useState<Problem | null>(null);
  const attach = useHostCommand("attach_pasted");
  const refuse = (sentence: string) => {
    setProblem({ code: "input.bad", sentence, remedy: null, said: null });
  };

  async function put(file: File) {
    try {
      const data = await inBase64(file);
      await attach.mutateAsync({ conversation, name: file.name, data }).catch(() => {
        // The command keeps why.
      });
    } catch {
      refuse(say("chat-paste-unreadable"));
    }
  }

  return {
    problem: problem ?? attach.error,
    pasting: attach.isPending,
    take: (event) => {
      const { files } = event.clipboardData;
      const [file, ...others] = files ? [...files] : [];
      // A table or a page is copied as words and as a picture of them: the words are meant.
      if (file === undefined || event.clipboardData.getData("text/plain") !== "") {
        return false;
      }
      event.preventDefault();
      attach.reset();
      setProblem(null);
      if (others.length > 0) {
        refuse(say("chat-paste-one"));
      } else if (file.size > PASTED_FILE) {
        refuse(say("chat-paste-too-large", { size: bytes(PASTED_FILE) }));
      } else {
        void put(file);
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
