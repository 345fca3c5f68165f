/**
 * A form for the arguments of a tool, from its JSON Schema. It checks nothing: `issues` come from the host. Only what
 * the person set, what the schema presets and what it requires is in the value.
 */

import { type ReactNode, useCallback, useEffect, useId, useMemo, useState } from "react";
import type { ArgumentIssue } from "../../bindings/host";
import type { Json } from "../../json";
import { Say, say } from "../../l10n";
import { escapedText } from "../inputs/escape";
import { LinkButton } from "../LinkButton";
import { type FormContext, FormProvider } from "./context";
import { Field } from "./Field";
import { Properties } from "./ObjectField";
import { isObject, steps } from "./pointer";
import { RawField } from "./RawField";
import styles from "./SchemaForm.module.css";
import { read } from "./schema";

interface Props {
  schema: Json;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
  issues: ArgumentIssue[];
  /** Says everything that is wrong, also about untouched fields. */
  insist: boolean;
  /** The whole as one JSON field. */
  raw: boolean;
  /** What is said where the schema names nothing to fill in. */
  none?: string;
  /** A raw field holds something that is not JSON. */
  onBroken?: (broken: boolean) => void;
  /** Keeps what is not JSON yet for a form that is shown again. */
  typed?: Map<string, string>;
}

export function SchemaForm({ schema, value, onChange, issues, insist, raw, none, onBroken, typed }: Props) {
  const id = useId();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [broken, setBrokenSet] = useState<ReadonlySet<string>>(new Set());
  const reading = useMemo(() => read(schema, schema), [schema]);

  const touch = useCallback(
    (pointer: string) =>
      setTouched((before) => (before.has(pointer) ? before : new Set(before).add(pointer))),
    [],
  );
  const setBroken = useCallback((pointer: string, isBroken: boolean) => {
    setBrokenSet((before) => {
      if (before.has(pointer) === isBroken) return before;
      const next = new Set(before);
      if (isBroken) next.add(pointer);
      else next.delete(pointer);
      return next;
    });
  }, []);
  const anyBroken = broken.size > 0;
  useEffect(() => onBroken?.(anyBroken), [anyBroken, onBroken]);

  const context = useMemo((): FormContext => {
    const byPointer = new Map<string, string[]>();
    for (const issue of issues)
      byPointer.set(issue.path, [...(byPointer.get(issue.path) ?? []), issue.message]);
    return {
      root: schema,
      errorAt: (pointer) =>
        insist || touched.has(pointer) ? (byPointer.get(pointer)?.join(" ") ?? null) : null,
      touch,
      setBroken,
      typed,
      idOf: (pointer) => idOf(id, pointer),
    };
  }, [schema, issues, insist, touched, touch, setBroken, typed, id]);

  const whole = {
    pointer: "",
    schema,
    value,
    onChange,
    label: say("words-arguments"),
    required: true,
    reading: { ...reading, title: null, description: null },
  };
  return (
    <FormProvider value={context}>
      <div className={styles.form}>
        {raw ? (
          <RawField {...whole} reason={null} rows={6} />
        ) : reading.input.kind === "object" ? (
          <Properties
            object={reading.input}
            value={isObject(value) ? value : {}}
            onChange={onChange}
            pointer=""
            none={none}
          />
        ) : (
          <Field {...whole} />
        )}
        {insist && issues.length > 0 ? (
          <Summary issues={issues} idOf={(pointer) => idOf(id, pointer)} />
        ) : null}
      </div>
    </FormProvider>
  );
}

/** Without spaces or quotes: Mantine builds lists of ids from it. */
function idOf(form: string, pointer: string): string {
  return `${form}${encodeURIComponent(pointer).replaceAll("'", "%27")}`;
}

function Summary({ issues, idOf }: { issues: ArgumentIssue[]; idOf: (pointer: string) => string }) {
  const shown = issues.slice(0, 20);
  return (
    <div className={styles.summary} role="status">
      <p>{say("elements-form-problems", { count: issues.length })}</p>
      <ul>
        {shown.map((issue, index) => (
          <li key={index}>
            <Problem issue={issue} onPlace={() => focusNearest(issue.path, idOf)} />
          </li>
        ))}
      </ul>
      {issues.length > shown.length ? (
        <p>{say("elements-and-more", { count: issues.length - shown.length })}</p>
      ) : null}
    </div>
  );
}

function Problem({ issue, onPlace }: { issue: ArgumentIssue; onPlace: () => void }) {
  const path = steps(issue.path)
    .map((step) => escapedText(step))
    .join(" › ");
  const message = escapedText(issue.message);
  const tags = {
    place: (place: ReactNode) => (
      <LinkButton look="link" onClick={onPlace}>
        {place}
      </LinkButton>
    ),
  };
  return path === "" ? (
    <Say id="elements-form-problem-whole" args={{ message }} tags={tags} />
  ) : (
    <Say id="elements-form-problem" args={{ path, message }} tags={tags} />
  );
}

/** The field itself, or the nearest part around it that is in view. */
function focusNearest(pointer: string, idOf: (pointer: string) => string) {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    const element = document.getElementById(idOf(at));
    if (element !== null) {
      element.focus();
      element.scrollIntoView?.({ block: "nearest" });
      return;
    }
    if (at === "") return;
  }
}
