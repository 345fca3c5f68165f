import { type ReactNode, useMemo } from "react";
import { type PayloadSource, Payloads } from "../elements/payloads";
import { asProblem } from "../platform/problem";
import { useSession } from "./session";

/** Lets parts of a request read what stays in the host. Nothing is saved from here. */
export function PayloadsAtGate(props: { children: ReactNode }) {
  const { platform } = useSession();
  const source = useMemo((): PayloadSource => {
    const failed = (thrown: unknown) => Promise.reject(asProblem(thrown));
    return {
      read: (handle, offset) => platform.call("read_payload", { handle, offset }).catch(failed),
      url: (handle) => platform.call("redrawn_payload_url", { handle }).catch(failed),
      save: null,
    };
  }, [platform]);
  return <Payloads value={source}>{props.children}</Payloads>;
}
