import { useState } from "react";
import type { Problem, ReadResource, ServerSummary } from "../../../bindings/host";
import { useHostCommand } from "../../../store";

export interface ResourceReading {
  /** What was read last; it stays in view while it is read again. */
  got: ReadResource | null;
  busy: boolean;
  problem: Problem | null;
  read: (uri: string, again: boolean) => void;
  stop: () => void;
}

/** Reads a resource for the person who looks at it. */
export function useReading(server: ServerSummary): ResourceReading {
  const read = useHostCommand("read_resource");
  const stop = useHostCommand("stop_reading");
  const [got, setGot] = useState<ReadResource | null>(null);
  return {
    got,
    busy: read.isPending,
    problem: read.error ?? stop.error,
    read: (uri, again) => {
      stop.reset();
      read.mutate(
        { server: server.id, uri, again },
        {
          onSuccess: setGot,
          // What was read at another address is not the answer to this one.
          onError: () => setGot((before) => (before?.uri === uri ? before : null)),
        },
      );
    },
    stop: () => stop.mutate({ server: server.id }),
  };
}
