import type { AskedBy, Cause, Request } from "../bindings/host";
import { ForeignText } from "../elements/ForeignText";
import { ServerMark } from "../elements/ServerMark";
import { Say, say } from "../l10n";
import { whereWord } from "../words";

/** Where the server runs and what it asks within: `local program · notes · while “Summarise” runs` (UIC-04). */
export function WhoAsks(props: { request: Request; asked: { cause: Cause | null } }) {
  const { cause } = props.asked;
  return (
    <>
      <AskerLocation request={props.request} /> ·{" "}
      {cause === null ? say("gate-asked-outside") : <Within cause={cause} />}
    </>
  );
}

/** The mark of the server; one that is not added yet has none. */
export function MarkOfAsker({ request }: { request: Request }) {
  const { mark } = request.server;
  return mark === null ? null : <ServerMark mark={mark} large />;
}

/** `local program · notes`. */
export function AskerLocation(props: { request: Request }) {
  const { server } = props.request;
  return (
    <>
      {whereWord(server.whereabouts)} · <code>{server.origin}</code>
    </>
  );
}

function Within({ cause }: { cause: Cause }) {
  if (cause.tool === null) return say("gate-asked-within", { entry: String(cause.record) });
  const tool = <ForeignText value={cause.tool} />;
  return cause.asked_by === null ? (
    <Say id="gate-asked-while" args={{ tool }} />
  ) : (
    <Say id="gate-asked-while-for" args={{ tool, who: <ForeignText value={cause.asked_by} /> }} />
  );
}

/** Who wants it, in words. The names of a model and of a conversation may be others' texts. */
export function AskedByWords({ by }: { by: AskedBy }) {
  switch (by.kind) {
    case "person":
    case "server":
      return say(`gate-asked-${by.kind}`);
    case "main_page":
      return say("gate-asked-main-page");
    case "model": {
      const model = <ForeignText value={by.model} />;
      return <Say id="gate-asked-model" args={{ model, title: <ForeignText value={by.title} /> }} />;
    }
  }
}
