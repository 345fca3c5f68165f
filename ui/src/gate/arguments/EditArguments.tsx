import { Button } from "@mantine/core";
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import type { ArgumentIssue, Request } from "../../bindings/host";
import { AutosizeTextarea } from "../../elements/AutosizeTextarea";
import { RawText } from "../../elements/ForeignText";
import { ProblemNote } from "../../elements/ProblemNote";
import { SchemaForm } from "../../elements/SchemaForm";
import { Inexact, type Json, parseJson, writeJson } from "../../json";
import { say } from "../../l10n";
import gate from "../gate.module.css";
import { focusFirst, leaveField } from "../leaveField";
import type { Asked } from "../request";
import { useSession } from "../session";
import { useAmend } from "../useAmend";
import { useDraft } from "../useDraft";
import { useHostCheck } from "../useHostCheck";
import css from "./arguments.module.css";

type Way = "form" | "json";

/** Which way they are edited, and the arguments as JSON text: both ways write the same text. */
interface Draft {
  way: Way;
  text: string;
  /** The ways were changed: after JSON the form shows everything that does not fit. */
  insist: boolean;
  /** What was typed into fields of the form and is not JSON yet. */
  fields: Map<string, string>;
}

/** The arguments of a call that waits, to be changed. The host makes a changed request of it; nothing is allowed by this. */
export function EditArguments(props: { request: Request; asked: Asked<"tool">; onDone: () => void }) {
  const { request, asked, onDone } = props;
  const { platform } = useSession();
  const schema = useMemo(() => schemaOf(asked.schema), [asked.schema]);
  const [draft, setDraft, drop] = useDraft<Draft>(request, "arguments", {
    way: schema !== null && "value" in read(asked.arguments_json) ? "form" : "json",
    text: asked.arguments_json,
    insist: false,
    fields: new Map(),
  });
  const { way, text, insist } = draft;
  const typed = useMemo(() => read(text), [text]);
  const [broken, setBroken] = useState(false);
  const latest = useRef({ draft, broken });
  latest.current = { draft, broken };
  const discarded = useRef(false);
  const [stuck, setStuck] = useState<string | null>(null);
  const [using, setUsing] = useState(false);
  const amend = useAmend(request, onDone);
  const form = useRef<HTMLFormElement>(null);
  const check = useHostCheck(text, () =>
    "error" in typed
      ? Promise.resolve([])
      : platform.call("check_amended", { request: request.id, nonce: request.nonce, arguments: text }),
  );
  // What is typed first is the first field, in either way.
  useEffect(() => focusFirst(form.current), []);

  const typeOn = () => amend.type(["editing", "arguments"]);
  const change = (next: Partial<Draft>) => {
    typeOn();
    setStuck(null);
    setDraft({ ...draft, ...next });
  };
  // What is typed in one way and cannot be shown in the other stays where it is.
  const turn = (next: Way) => {
    if (next === "json" && broken) {
      setStuck(say("gate-arguments-fix-form"));
    } else if (next === "form" && "error" in typed) {
      setStuck(say("gate-arguments-fix-json", { problem: typed.error }));
    } else {
      change({ way: next, insist: insist || next === "form" });
    }
  };
  const leave = () => {
    discarded.current = true;
    drop();
    onDone();
  };
  const refuse = () => {
    setDraft({ ...latest.current.draft, insist: true });
    requestAnimationFrame(() => focusFirst(form.current, "[aria-invalid=true]"));
  };
  const use = async () => {
    if (using || "error" in typed || broken) {
      refuse();
      return;
    }
    setUsing(true);
    const fits = await check.now();
    setUsing(false);
    // What was typed meanwhile was not checked, and must be lost neither way.
    const { draft: now, broken: wrong } = latest.current;
    if (discarded.current || wrong || now.text !== text) return;
    if (!fits) {
      refuse();
      return;
    }
    amend.send(text);
  };
  const problem = amend.problem ?? check.problem;
  return (
    <form
      ref={form}
      className={gate.edit}
      noValidate
      aria-label={say("gate-arguments-edit")}
      onKeyDown={leaveField}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void use();
      }}
    >
      {schema === null ? (
        <p className="dim small">{say("gate-arguments-no-form")}</p>
      ) : (
        <div role="group" aria-label={say("gate-arguments-edit-as")} className={css.ways}>
          {(["form", "json"] as const).map((it) => (
            <button
              key={it}
              type="button"
              className={css.way}
              aria-pressed={way === it}
              onClick={() => (way === it ? null : turn(it))}
            >
              {say(it === "form" ? "gate-form" : "gate-arguments-json-way")}
            </button>
          ))}
        </div>
      )}
      {stuck ? (
        <p className={css.stuck} role="alert">
          {stuck}
        </p>
      ) : null}
      {way === "form" && schema !== null && "value" in typed ? (
        <SchemaForm
          schema={schema}
          value={typed.value}
          onChange={(value) => change({ text: writeJson(value ?? {}, 2) })}
          issues={check.issues}
          insist={insist}
          raw={false}
          none={say("gate-arguments-none")}
          onBroken={(it) => {
            if (it) typeOn();
            setBroken(it);
          }}
          typed={draft.fields}
        />
      ) : (
        <>
          <AutosizeTextarea
            label={say("gate-arguments-json")}
            value={text}
            onChange={(event) => change({ text: event.currentTarget.value })}
            error={insist && "error" in typed ? typed.error : null}
            spellCheck={false}
            minRows={5}
            maxRows={14}
            classNames={{ input: gate.json }}
          />
          {"error" in typed ? null : <Issues issues={check.issues} />}
        </>
      )}
      {problem ? <ProblemNote problem={problem} server={request.server.label} live /> : null}
      <div className={gate.editButtons}>
        <Button onClick={leave}>{say("words-discard")}</Button>
        <Button type="submit" loading={using || amend.pending}>
          {say("gate-arguments-use")}
        </Button>
      </div>
    </form>
  );
}

/** What the host finds wrong, each with its place. */
function Issues({ issues }: { issues: ArgumentIssue[] }) {
  if (issues.length === 0) return null;
  return (
    <ul className={css.issues} aria-label={say("gate-arguments-problems")} role="status">
      {issues.map(({ path, message }, index) => (
        <li key={`${index}`}>
          {path === "" ? null : (
            <>
              <RawText text={path} mono />{" "}
            </>
          )}
          <RawText text={message} />
        </li>
      ))}
    </ul>
  );
}

function schemaOf(text: string | null): Json | null {
  try {
    return text === null ? null : parseJson(text);
  } catch {
    // A number in it that the engine would round: no form says what it asks for.
    return null;
  }
}

function read(text: string): { value: Json } | { error: string } {
  try {
    const value = parseJson(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? { value }
      : { error: say("gate-arguments-not-object") };
  } catch (thrown) {
    return { error: thrown instanceof Inexact ? thrown.message : say("gate-not-json") };
  }
}
