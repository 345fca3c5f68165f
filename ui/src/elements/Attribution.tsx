import type { Foreign } from "../bindings/host";
import { ForeignText } from "./ForeignText";
import { UntrustedBlock } from "./UntrustedBlock";

/** Whose words stand in a slot: of the server by the person's label for it, where one is at hand (S-34). */
export function textFrom(server: string | undefined): string {
  return server === undefined ? "text from the server" : `text from “${server}”`;
}

/** What a server said about a problem, beside our own sentence and never part of it. */
export function Attribution(props: {
  value: Foreign;
  server?: string | undefined;
  /** Who said it, where it was no server. */
  whose?: string | undefined;
}) {
  const from = props.whose === undefined ? textFrom(props.server) : `text from ${props.whose}`;
  return (
    <UntrustedBlock from={`What it said · ${from}`}>
      <ForeignText value={props.value} />
    </UntrustedBlock>
  );
}
