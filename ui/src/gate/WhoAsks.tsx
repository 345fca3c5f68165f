import type { AskedBy, Cause, Request } from "../bindings/host";
import { ForeignText } from "../elements/ForeignText";
import { ServerMark } from "../elements/ServerMark";
import { whereWord } from "../words";

/** Where the server runs and what it asks within: `local program · notes · while “Summarise” runs` (UIC-04). */
export function WhoAsks(props: { request: Request; asked: { cause: Cause | null } }) {
  const { cause } = props.asked;
  return (
    <>
      <Whereabouts request={props.request} /> ·{" "}
      {cause === null ? "asked by the server, outside of any call" : <Within cause={cause} />}
    </>
  );
}

/** The mark of the server; one that is not added yet has none. */
export function MarkOfAsker({ request }: { request: Request }) {
  const { mark } = request.server;
  return mark === null ? null : <ServerMark mark={mark} large />;
}

/** `local program · notes`. */
export function Whereabouts(props: { request: Request }) {
  const { server } = props.request;
  return (
    <>
      {whereWord(server.whereabouts)} · <code>{server.origin}</code>
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
      {cause.asked_by !== null ? (
        <>
          , wanted by <ForeignText value={cause.asked_by} />
        </>
      ) : null}
    </>
  );
}

/** Who wants it, in words. */
export function askedBy(by: AskedBy): string {
  switch (by.kind) {
    case "person":
      return "asked by you";
    case "server":
      return "asked by the server";
    case "model":
      return `asked by ${by.model} in “${by.title}”`;
  }
}
