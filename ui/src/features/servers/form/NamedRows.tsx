/** Names with values, each of which may be a secret: then it is stored as one and is never shown again. */
import { Button, PasswordInput, Switch, TextInput } from "@mantine/core";
import { useCallbackRef } from "@mantine/hooks";
import { memo, type RefObject, useEffect, useRef, useState } from "react";
import { CloseButton } from "../../../elements";
import { say } from "../../../l10n";
import { newRow, type ValueRow } from "./draft";
import css from "./form.module.css";
import { secretName } from "./secrets";

/** What is no secret is always shown. */
const NO_TOGGLE = <span hidden />;

interface Props {
  title: string;
  one: "variable" | "header";
  rows: ValueRow[];
  problem: string | undefined;
  onChange: (rows: ValueRow[]) => void;
  suggestion: string;
  /** The row of this name gets the focus into its value when it is shown first. */
  focused?: string | null;
}

export const NamedRows = memo(function NamedRows(props: Props) {
  const { title, one, rows, problem, onChange, suggestion, focused = null } = props;
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  // The name of a row that was just added is what is typed next.
  const [added, setAdded] = useState<number | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  // The same functions each time: there may be hundreds of rows, and a key changes one.
  const change = useCallbackRef((key: number, part: Partial<ValueRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row))),
  );
  const remove = useCallbackRef((key: number) => {
    onChange(rows.filter((it) => it.key !== key));
    add.current?.focus();
  });
  return (
    <fieldset className={css.named}>
      <legend>{title}</legend>
      {rows.map((row, index) => (
        <Row
          key={row.key}
          row={row}
          number={index + 1}
          one={one}
          suggestion={suggestion}
          unnamed={problem !== undefined && row.name.trim() === ""}
          added={row.key === added}
          first={focused !== null && row.name === focused ? first : null}
          change={change}
          remove={remove}
        />
      ))}
      {problem !== undefined ? (
        <p className={css.error} role="alert">
          {problem}
        </p>
      ) : null}
      <div className={`row ${css.addRow}`}>
        <Button
          ref={add}
          size="xs"
          onClick={() => {
            const row = newRow();
            setAdded(row.key);
            onChange([...rows, row]);
          }}
        >
          {say(`servers-form-${one}-add`)}
        </Button>
        {rows.some((row) => row.secret) ? (
          <span className="small dim">{say("servers-form-secrets-note")}</span>
        ) : null}
      </div>
    </fieldset>
  );
});

const Row = memo(function Row(props: {
  row: ValueRow;
  /** Its place, from 1. */
  number: number;
  one: Props["one"];
  suggestion: string;
  /** Its name is missing. */
  unnamed: boolean;
  added: boolean;
  /** For the value that gets the focus. */
  first: RefObject<HTMLInputElement | null> | null;
  change: (key: number, part: Partial<ValueRow>) => void;
  remove: (key: number) => void;
}) {
  const { row, number, one, suggestion, unnamed, added, first, change, remove } = props;
  const name = row.name === "" ? say(`servers-form-${one}-unnamed`, { number }) : row.name;
  return (
    <div className={css.row}>
      <TextInput
        aria-label={say(`servers-form-${one}-name`, { number })}
        placeholder={suggestion}
        autoFocus={added}
        value={row.name}
        classNames={{ input: css.mono }}
        error={unnamed}
        onChange={(event) => change(row.key, { name: event.currentTarget.value })}
        onBlur={() => {
          if (!row.secret && row.value === "" && secretName(row.name)) change(row.key, { secret: true });
        }}
      />
      {/* The same field in both cases: turned into a secret while the focus enters it, it must stay. */}
      <PasswordInput
        aria-label={say("servers-form-value-of", { name })}
        placeholder={say(row.stored ? "servers-form-stored" : "words-value")}
        value={row.value}
        onChange={(event) => change(row.key, { value: event.currentTarget.value, stored: false })}
        {...(first === null ? {} : { ref: first })}
        {...(row.secret ? {} : { visible: true, rightSection: NO_TOGGLE, rightSectionWidth: 0 })}
        classNames={{ innerInput: css.mono }}
        visibilityToggleButtonProps={{ "aria-label": say("servers-form-value-show", { name }) }}
      />
      <Switch
        size="xs"
        label={say("servers-form-secret")}
        aria-label={say("servers-form-secret-of", { name })}
        checked={row.secret}
        onChange={(event) => {
          const secret = event.currentTarget.checked;
          // What is in the keychain does not come back into the form.
          change(row.key, row.stored && !secret ? { secret, stored: false, value: "" } : { secret });
        }}
      />
      <CloseButton name={say("words-remove-named", { name })} onClick={() => remove(row.key)} />
    </div>
  );
});
