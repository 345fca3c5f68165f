/** A question in the place of the button that asked it. Keeping things as they are has the focus. */
import { Button } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { say } from "../l10n";
import css from "./ConfirmButton.module.css";
import { useReturnFocus } from "./useReturnFocus";

interface Props {
  /** What would happen, one sentence. */
  question: ReactNode;
  /** The word on the button that does it. */
  yes: string;
  /** The word on the button that leaves things as they are; “Keep” without one. */
  no?: string | undefined;
  onYes: () => void;
  onNo: () => void;
  busy?: boolean;
}

export function Confirm({ question, yes, no, onYes, onNo, busy = false }: Props) {
  const id = useId();
  useReturnFocus();
  return (
    <div
      className={`row ${css.confirm}`}
      role="group"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onNo();
      }}
    >
      <p id={id}>{question}</p>
      <div className={css.buttons}>
        <Button size="xs" autoFocus onClick={onNo}>
          {no ?? say("elements-confirm-keep")}
        </Button>
        <Button size="xs" loading={busy} onClick={onYes}>
          {yes}
        </Button>
      </div>
    </div>
  );
}

/** A button that asks first. */
export function ConfirmButton(props: {
  label: string;
  name?: string;
  question: ReactNode;
  yes: string;
  no?: string;
  onYes: () => void;
  busy?: boolean;
  /** It is what a panel is for, and looks like it. */
  framed?: boolean;
}) {
  // Once it has asked, the button, which was not there meanwhile, takes the focus back itself.
  const [asking, setAsking] = useState<boolean | null>(null);
  if (asking) {
    return (
      <Confirm
        question={props.question}
        yes={props.yes}
        no={props.no}
        busy={props.busy ?? false}
        onNo={() => setAsking(false)}
        onYes={() => {
          setAsking(false);
          props.onYes();
        }}
      />
    );
  }
  return (
    <Button
      size="xs"
      variant={props.framed ? "default" : "subtle"}
      aria-label={props.name}
      autoFocus={asking === false}
      onClick={() => setAsking(true)}
    >
      {props.label}
    </Button>
  );
}
