import { useState } from "react";
import type { Problem } from "../../bindings/host";
import { useHostCommand } from "../../store";
import type { Offered } from "./useOffered";

/** Reads a resource that the person chose and puts it into the conversation, where it is seen before the model sees it. */
export function useAttach(conversation: string): {
  reading: Offered | null;
  problem: Problem | null;
  put: (offered: Offered) => void;
  stop: () => void;
  /** Puts away why the last one did not come. */
  dismiss: () => void;
} {
  const [reading, setReading] = useState<Offered | null>(null);
  const read = useHostCommand("read_resource");
  const attach = useHostCommand("attach_resource");
  const stop = useHostCommand("stop_reading");

  async function put(offered: Offered) {
    setReading(offered);
    attach.reset();
    stop.reset();
    try {
      const got = await read.mutateAsync({ server: offered.server.id, uri: offered.is, again: false });
      await attach.mutateAsync({ conversation, read: got.id });
    } catch {
      // The commands keep why.
    } finally {
      setReading(null);
    }
  }

  return {
    reading,
    problem: read.error ?? attach.error ?? stop.error,
    put: (offered) => void put(offered),
    stop: () => reading !== null && stop.mutate({ server: reading.server.id }),
    dismiss: () => {
      for (const it of [read, attach, stop]) {
        if (it.error !== null) it.reset();
      }
    },
  };
}
