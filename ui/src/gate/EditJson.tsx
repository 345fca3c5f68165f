import { Button } from "@mantine/core";
import { useState } from "react";
import type { Request } from "../bindings/host";
import { AutosizeTextarea } from "../elements/AutosizeTextarea";
import { ProblemNote } from "../elements/ProblemNote";
import { Inexact, parseJson } from "../json";
import { say } from "../l10n";
import css from "./gate.module.css";
import { leaveField } from "./leaveField";
import { useAmend } from "./useAmend";
import { useDraft } from "./useDraft";

/** What is asked for as JSON, to be changed. The host makes a changed request of it; nothing is allowed by this. */
export function EditJson(props: {
  request: Request;
  json: string;
  label: string;
  /** The word on the button. */
  use: string;
  /** The drafts that show these fields, for what is typed while a change is sent. */
  carried: readonly string[];
  onDone: () => void;
}) {
  const [text, setText, drop] = useDraft(props.request, props.label, props.json);
  const [wrong, setWrong] = useState<string | null>(null);
  const amend = useAmend(props.request, props.onDone);
  const leave = () => {
    drop();
    props.onDone();
  };
  const use = () => {
    try {
      parseJson(text);
    } catch (thrown) {
      setWrong(thrown instanceof Inexact ? thrown.message : say("gate-not-json"));
      return;
    }
    setWrong(null);
    amend.send(text);
  };
  return (
    <div className={css.edit}>
      <AutosizeTextarea
        label={props.label}
        value={text}
        onChange={(event) => {
          amend.type([...props.carried, props.label]);
          setText(event.currentTarget.value);
        }}
        onKeyDown={leaveField}
        error={wrong}
        spellCheck={false}
        autoFocus
        minRows={5}
        maxRows={14}
        classNames={{ input: css.json }}
      />
      {amend.problem ? (
        <ProblemNote problem={amend.problem} server={props.request.server.label} live />
      ) : null}
      <div className={css.editButtons}>
        <Button onClick={leave}>{say("words-discard")}</Button>
        <Button loading={amend.pending} onClick={use}>
          {props.use}
        </Button>
      </div>
    </div>
  );
}
