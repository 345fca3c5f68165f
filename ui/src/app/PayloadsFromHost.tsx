import { type ReactNode, useMemo } from "react";
import { type PayloadSource, Payloads } from "../elements/payloads";
import { asProblem } from "../platform";
import { keyOf, useStore } from "../store";

/** Lets parts of results read, show and save what stays in the host. Addresses of pictures are kept with the replies. */
export function PayloadsFromHost(props: { children: ReactNode }) {
  const { platform, queries } = useStore();
  const source = useMemo((): PayloadSource => {
    const failed = (thrown: unknown) => Promise.reject(asProblem(thrown));
    return {
      read: (handle, offset) => platform.call("read_payload", { handle, offset }).catch(failed),
      url: (handle) =>
        queries
          .fetchQuery({
            queryKey: keyOf("payload_url", { handle }),
            queryFn: () => platform.call("payload_url", { handle }),
          })
          .catch(failed),
      save: (handle, name) => platform.call("save_payload", { handle, name }).catch(failed),
    };
  }, [platform, queries]);
  return <Payloads value={source}>{props.children}</Payloads>;
}
