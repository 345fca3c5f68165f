import { lazy, type ReactNode, useState } from "react";
import { useRoute } from "../../route";
import { useHost } from "../../store";
import { FirstCall } from "./FirstCall";

/** Read only by who was not welcomed yet. */
const Steps = lazy(async () => ({ default: (await import("./Steps")).Steps }));

/**
 * The first minute: add the demo server, let the demo model ask for a tool, decide. Stands where the chat would
 * stand until it was seen or skipped; every other room stays reachable.
 */
export function Welcome(props: { children: ReactNode }) {
  const welcomed = useHost((host) => host.settings.welcomed);
  const [since, setSince] = useState<number | null>(null);
  const { room, path } = useRoute();
  if (welcomed) return props.children;
  if (since !== null) {
    return (
      <>
        <FirstCall since={since} />
        {props.children}
      </>
    );
  }
  return room === "chat" && path.length === 0 ? <Steps onAsked={setSince} /> : props.children;
}
