import type { Cause, Request, SamplingCause } from "../../bindings/host";
import { ForeignText } from "../../elements";
import { whereWord } from "../../words";

/** Where the server runs and what it asks within: `local program · notes · while “Summarise” runs` (UIC-04). */
export function WhoAsks(props: { request: Request; cause: Cause | SamplingCause | null }) {
  const { server } = props.request;
  return (
    <>
      {whereWord[server.whereabouts]} · <code>{server.origin}</code> ·{" "}
      {props.cause === null ? "asked by the server, outside of any call" : <Within cause={props.cause} />}
    </>
  );
}

function Within(props: { cause: Cause | SamplingCause }) {
  const { cause } = props;
  if ("what" in cause) {
    return (
      <>
        while “<ForeignText value={cause.what} />” runs, wanted by <ForeignText value={cause.asked_by} />
      </>
    );
  }
  return cause.tool === null ? (
    <>within row {cause.record} of the record</>
  ) : (
    <>
      while “<ForeignText value={cause.tool} />” runs
    </>
  );
}
