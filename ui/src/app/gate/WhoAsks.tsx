import type { Cause, Request } from "../../bindings/host";
import { ForeignText } from "../../elements";
import { whereWord } from "../../words";

/** Where the server runs and what it asks within: `local program · notes · while “Summarise” runs` (UIC-04). */
export function WhoAsks(props: { request: Request; cause: Cause | null }) {
  const { server } = props.request;
  return (
    <>
      {whereWord[server.whereabouts]} · <code>{server.origin}</code> ·{" "}
      {props.cause === null ? "asked by the server, outside of any call" : <Within cause={props.cause} />}
    </>
  );
}

function Within({ cause }: { cause: Cause }) {
  if (cause.tool === null) {
    return <>within row {cause.record} of the record</>;
  }
  return (
    <>
      while “<ForeignText value={cause.tool} />” runs
      {cause.asked_by !== null && (
        <>
          , wanted by <ForeignText value={cause.asked_by} />
        </>
      )}
    </>
  );
}
