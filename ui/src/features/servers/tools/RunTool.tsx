/** Calls a tool by hand: arguments, run, progress, stop, result. */
import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { CallView, ServerSummary, ToolDetail } from "../../../bindings/host";
import { TaskLink } from "../../../calls/CallHead";
import { CallResult } from "../../../calls/CallResult";
import { ended, useCall } from "../../../calls/useCall";
import { draftOf, useDrafts } from "../../../drafts";
import { CallTag, Keys, ProblemNote, When } from "../../../elements";
import { initial, SchemaForm } from "../../../elements/SchemaForm";
import { type Json, parseJson, writeJson } from "../../../json";
import { Say, say } from "../../../l10n";
import { keysOf, useShortcut } from "../../../shortcuts";
import { useHostCommand, useHostQuery } from "../../../store";
import { againFor, filledAgain } from "../again";
import page from "../catalog/catalog.module.css";
import css from "./tools.module.css";

/** After the last change, before the host is asked whether the arguments fit. */
const PAUSE = 250;

/** Milliseconds after a call was started before another one is: a second press of the same hand is not a second wish. */
export const ONCE_MS = 600;

interface Props {
  server: ServerSummary;
  tool: ToolDetail;
  /** What happens when a model asks. */
  whenAsked: ReactNode;
}

export function RunTool({ server, tool, whenAsked }: Props) {
  const name = tool.entry.name;
  const schema = useMemo(() => parseJson(tool.input_schema), [tool.input_schema]);
  // A call that is to be made again is filled in once; after that the form is the person's.
  const [again] = useState(() => againFor(server.id, name));
  useEffect(filledAgain, []);
  // What was typed for this definition and not called with yet is there again for who comes back.
  const drafts = useDrafts();
  const draft = draftOf(server.id, "tool", name, tool.digest);
  const [value, setValue] = useState<Json | undefined>(
    () => again?.arguments ?? drafts.read<Json>(draft) ?? initial(schema, schema) ?? {},
  );
  const change = (next: Json | undefined) => {
    setValue(next);
    drafts.write(draft, next);
  };
  const [raw, setRaw] = useState(false);
  const [insist, setInsist] = useState(false);
  const [broken, setBroken] = useState(false);
  const [call, setCall] = useState<CallView | null>(null);
  const start = useHostCommand("start_call");

  const whole = value ?? {};
  const [settled] = useDebouncedValue(whole, PAUSE);
  const check = useHostQuery(
    "check_arguments",
    { server: server.id, tool: name, arguments: writeJson(settled) },
    { when: tool.schema_problem === null, keepPrevious: true, fleeting: true },
  );
  const issues = check.data ?? [];
  const current =
    settled === whole && !check.isPlaceholderData && !check.isFetching && check.data !== undefined;
  const ready = server.state.phase === "ready";
  const under = useRef(false);
  const last = useRef(Number.NEGATIVE_INFINITY);

  function run(event?: FormEvent) {
    event?.preventDefault();
    // Neither the mutation nor the button knows of a press that comes before the next paint.
    if (!ready || under.current || performance.now() - last.current < ONCE_MS) return;
    setInsist(true);
    // What is known not to fit is not sent; the host checks again in any case.
    if (broken || (current && issues.length > 0)) return;
    under.current = true;
    last.current = performance.now();
    start.mutate(
      { server: server.id, tool: name, arguments: writeJson(whole), definition: tool.digest },
      {
        onSuccess: (started) => {
          drafts.drop(draft);
          setCall(started);
        },
        onSettled: () => {
          under.current = false;
        },
      },
    );
  }

  const form = useRef<HTMLFormElement>(null);
  useShortcut("run", () => run(), form);

  // Looking at the change comes first then; the host refuses the call until it was accepted.
  const blocked = tool.entry.state.kind === "changed";
  return (
    <>
      <form ref={form} className={page.run} onSubmit={run} noValidate aria-label={say("words-arguments")}>
        {again !== null ? (
          <p className="small dim" role="status">
            <Say id="servers-tools-again" args={{ time: <When at={again.at} style="both" /> }} />
            {again.hidden ? ` ${say("servers-tools-again-hidden")}` : null}
          </p>
        ) : null}
        <SchemaForm
          schema={schema}
          value={value}
          onChange={change}
          issues={issues}
          insist={insist}
          raw={raw}
          none={say("servers-tools-arguments-none")}
          onBroken={setBroken}
        />
        <div className="buttons">
          <Button
            type="submit"
            variant={ready && !blocked ? "filled" : "default"}
            loading={start.isPending}
            disabled={!ready}
            rightSection={
              ready ? (
                <span aria-hidden="true">
                  <Keys>{keysOf("run").join(" ")}</Keys>
                </span>
              ) : undefined
            }
          >
            {say("servers-tools-run")}
          </Button>
          <Button variant="subtle" aria-pressed={raw} onClick={() => setRaw(!raw)}>
            {say(raw ? "servers-tools-as-form" : "servers-tools-as-json")}
          </Button>
          {ready ? null : (
            <span className="small dim">{say("servers-offers-not-ready", { server: server.label })}</span>
          )}
          {whenAsked}
        </div>
        {insist && broken ? (
          <p className={page.error} role="alert">
            {say("servers-tools-not-json")}
          </p>
        ) : null}
        {start.error !== null ? <ProblemNote problem={start.error} server={server.label} live /> : null}
      </form>
      {call !== null ? <Call key={call.id} started={call} /> : null}
    </>
  );
}

function Call({ started }: { started: CallView }) {
  const live = useCall(started);
  const cancel = useHostCommand("cancel_call");
  if (ended(live.state)) return <CallResult call={live} atOnce />;
  return (
    <section className={`card ${css.running}`} aria-label={say("servers-tools-call")}>
      <div className={css.runningHead}>
        <span role="status">
          <CallTag call={live} />{" "}
          {live.state === "waiting" ? <span className="dim">{say("servers-tools-answer")}</span> : null}
          {live.task !== null ? (
            <span className="dim">
              <Say
                id="servers-tools-task"
                args={{ server: started.server_label, task: <TaskLink task={live.task} /> }}
              />
            </span>
          ) : null}
        </span>
        <Button size="xs" loading={cancel.isPending} onClick={() => cancel.mutate({ call: started.id })}>
          {say("words-stop")}
        </Button>
      </div>
      <CallResult call={live} />
      {cancel.error !== null ? (
        <ProblemNote problem={cancel.error} server={started.server_label} live />
      ) : null}
    </section>
  );
}
