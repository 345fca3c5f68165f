import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Problem } from "../../bindings/host";
import { ProblemNote } from "../../elements";
import { useComposing } from "../../elements/useComposing";
import { say } from "../../l10n";
import inPlace from "./InPlace.module.css";

/** Asks in its place in the list for the name of something there. */
export function NameForm(props: {
  field: { label: string; maxLength: number } | { "aria-label": string; maxLength: number };
  name: string;
  words: string;
  pending: boolean;
  problem: Problem | null;
  onSave: (name: string) => void;
  onCancel: () => void;
}) {
  const [name, setName] = useState(props.name);
  const composing = useComposing();
  return (
    <form
      className={inPlace.box}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "") {
          props.onSave(name.trim());
        }
      }}
      onCompositionEnd={composing.onCompositionEnd}
      onKeyDown={(event) => {
        if (!composing.isComposing(event) && event.key === "Escape") {
          props.onCancel();
        }
      }}
    >
      <TextInput
        {...props.field}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        autoFocus
      />
      {props.problem ? <ProblemNote problem={props.problem} live /> : null}
      <div className={`row ${inPlace.buttons}`}>
        <Button size="xs" onClick={props.onCancel}>
          {say("words-cancel")}
        </Button>
        <Button size="xs" type="submit" loading={props.pending}>
          {props.words}
        </Button>
      </div>
    </form>
  );
}
