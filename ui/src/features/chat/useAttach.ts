import { useState } from "react";
import type { Problem } from "../../bindings/host";
import { asProblem } from "../../platform";
import { useHostCommand } from "../../store";
import type { Offered } from "./useOffered";

/** Reads resources that the person chose and puts each into the conversation, where it is seen before the model sees it. */
export function useAttach(conversation: string): {
  /** The one that was chosen last of those that are not there yet. */
  reading: Offered | null;
  problem: Problem | null;
  put: (offered: Offered) => void;
  stop: () => void;
  /** Puts away why the last one did not come. */
  dismiss: () => void;
} {
  const [under, setUnder] = useState<readonly Offered[]>([]);
  // The commands keep only how the last one of them ended.
  const [problem, setProblem] = useState<Problem | null>(null);
  const read = useHostCommand("read_resource");
  const attach = useHostCommand("attach_resource");
  const stop = useHostCommand("stop_reading");
  const reading = under.at(-1) ?? null;

  async function put(offered: Offered) {
    setUnder((now) => [...now, offered]);
    setProblem(null);
    stop.reset();
    try {
      const got = await read.mutateAsync({ server: offered.server.id, uri: offered.is, again: false });
      await attach.mutateAsync({ conversation, read: got.id });
    } catch (thrown) {
      setProblem(asProblem(thrown));
    } finally {
      setUnder((now) => now.filter((it) => it !== offered));
    }
  }

  return {
    reading,
    problem: problem ?? stop.error,
    put: (offered) => void put({ ...offered }),
    stop: () => reading !== null && stop.mutate({ server: reading.server.id }),
    dismiss: () => {
      setProblem(null);
      if (stop.error !== null) stop.reset();
    },
  };
}
