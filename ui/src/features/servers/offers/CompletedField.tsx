/**
 * A text field for which a server may have suggestions. They come after a pause in typing, stand beneath the field as
 * the server's text, and go into it only when one is chosen (CMP-03, CMP-05).
 */
import { Autocomplete } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import type { CompletionOf, Foreign, ServerSummary, Suggestions } from "../../../bindings/host";
import { ForeignText, ToolName } from "../../../elements";
import { say } from "../../../l10n";
import { useHostQuery } from "../../../store";
import { escapeInvisible } from "../../../words";

/** After the last key, before the server is asked. */
const PAUSE = 250;

interface Props {
  server: ServerSummary;
  of: CompletionOf;
  /** The raw name of the argument. */
  name: string;
  label: Foreign;
  /** What the server calls it. */
  title?: Foreign | null;
  description: Foreign;
  required: boolean;
  error: string | null;
  /** The server can suggest values. */
  completes: boolean;
  value: string;
  /** The other fields that are filled in. */
  context: Record<string, string>;
  onChange: (value: string) => void;
}

export function CompletedField(props: Props) {
  const { server, value } = props;
  const [here, setHere] = useState(false);
  const [settled] = useDebouncedValue(value, PAUSE);
  const found = useHostQuery(
    "complete",
    { server: server.id, of: props.of, argument: props.name, value: settled, context: props.context },
    { when: props.completes && here },
  );
  // What belongs to an earlier text would change beneath the finger when the answer comes.
  const fresh = settled === value ? found.data : undefined;
  const values = new Map(fresh?.values.map((it) => [it.value, it.shown]));
  values.delete(value);
  const { hidden, text } = escapeInvisible(value);
  const remarks = [
    props.description.text === "" ? null : <ForeignText key="description" value={props.description} />,
    hidden > 0 ? say("servers-offers-hidden", { count: hidden, text }) : null,
    here && found.error !== null
      ? say("servers-offers-no-suggestions", { problem: found.error.sentence })
      : null,
  ].filter((it) => it !== null);
  return (
    <Autocomplete
      label={<ToolName name={props.label} title={props.title} server={server.label} />}
      description={remarks.length === 0 ? undefined : remarks.map((it, index) => [index > 0 && " · ", it])}
      withAsterisk={props.required}
      aria-required={props.required}
      error={props.error}
      value={value}
      onChange={props.onChange}
      onFocus={() => setHere(true)}
      onBlur={() => setHere(false)}
      data={
        fresh === undefined || values.size === 0
          ? []
          : [{ group: origin(server, fresh), items: [...values.keys()] }]
      }
      // The server chose them; what it found fits as it sees it.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <ForeignText value={values.get(option.value) ?? { text: "", hidden: 0 }} />
      )}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}

function origin(server: ServerSummary, { values, total, has_more }: Suggestions): string {
  if (total !== null && total > values.length) {
    return say("servers-offers-suggested-of", { server: server.label, shown: values.length, total });
  }
  return say(has_more ? "servers-offers-suggested-more" : "servers-offers-suggested", {
    server: server.label,
  });
}
