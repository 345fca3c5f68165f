/** Calls a tool by hand: arguments, run, progress, stop, result. */
import { Button, Progress } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { CallState, CallView, ServerSummary, ToolDetail } from "../../../bindings/host";
import { ForeignText, Keys, ProblemNote, Tag, When } from "../../../elements";
import { ResultView } from "../../../elements/ResultView";
import { initial, SchemaForm } from "../../../elements/SchemaForm";
import { type Json, parseJson, writeJson } from "../../../json";
import { to } from "../../../route";
import { useAct, useAsk, useHost } from "../../../store";
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
  const [value, setValue] = useState<Json | undefined>(
    () => again?.arguments ?? initial(schema, schema) ?? {},
  );
  const [raw, setRaw] = useState(false);
  const [insist, setInsist] = useState(false);
  const [broken, setBroken] = useState(false);
  const [call, setCall] = useState<CallView | null>(null);
  const start = useAct("start_call");

  const whole = value ?? {};
  const [settled] = useDebouncedValue(whole, PAUSE);
  const check = useAsk(
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
        onSuccess: setCall,
        onSettled: () => {
          under.current = false;
        },
      },
    );
  }

  // Looking at the change comes first then; the host refuses the call until it was accepted.
  const blocked = tool.entry.state.kind === "changed";
  return (
    <>
      <form
        className={page.run}
        onSubmit={run}
        noValidate
        aria-label="Arguments"
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            // Also where it would press the button that has the focus.
            event.preventDefault();
            if (!event.repeat && !event.nativeEvent.isComposing) run();
          }
        }}
      >
        {again !== null && (
          <p className="small dim" role="status">
            Filled in with the arguments of the call of <When at={again.at} style="both" />. Nothing is sent
            before you choose Run.
            {again.hidden && " Secrets were left out and stand as •••: fill them in again."}
          </p>
        )}
        <SchemaForm
          schema={schema}
          value={value}
          onChange={setValue}
          issues={issues}
          insist={insist}
          raw={raw}
          none="This tool names no arguments."
          onBroken={setBroken}
        />
        <div className={page.actions}>
          <Button
            type="submit"
            variant={ready && !blocked ? "filled" : "default"}
            loading={start.isPending}
            disabled={!ready}
            rightSection={
              ready ? (
                <span aria-hidden="true">
                  <Keys>Ctrl ↵</Keys>
                </span>
              ) : undefined
            }
          >
            Run
          </Button>
          <Button variant="subtle" aria-pressed={raw} onClick={() => setRaw(!raw)}>
            {raw ? "As a form" : "As JSON"}
          </Button>
          {ready ? null : <span className="small dim">“{server.label}” has to be ready first.</span>}
          {whenAsked}
        </div>
        {insist && broken && (
          <p className={page.error} role="alert">
            One field is not JSON yet, so nothing was sent.
          </p>
        )}
        {start.error !== null && <ProblemNote problem={start.error} server={server.label} live />}
      </form>
      {call !== null && <Call key={call.id} started={call} />}
    </>
  );
}

function ended(state: CallState): boolean {
  return state !== "waiting" && state !== "running";
}

function Call({ started }: { started: CallView }) {
  const heard = useHost((host) => host.calls.get(started.id));
  const live = heard ?? started;
  const over = ended(live.state);
  const whole = useAsk("call", { call: started.id }, { when: over, keepPrevious: true });
  const cancel = useAct("cancel_call");
  if (over) {
    // The answer to `call` carries the result; until it is here, what the event said is shown.
    const shown = whole.data !== undefined && ended(whole.data.state) ? whole.data : live;
    return (
      <>
        <ResultView call={shown} />
        {whole.error !== null && <ProblemNote problem={whole.error} server={started.server_label} />}
      </>
    );
  }
  return (
    <section className={css.running} aria-label="Call">
      <div className={css.runningHead}>
        <span role="status">
          {live.state === "waiting" ? (
            <Tag tone="wait">waiting for you</Tag>
          ) : (
            <Tag>{live.task === null ? "running" : "running as a task"}</Tag>
          )}{" "}
          {live.state === "waiting" && <span className="dim">Answer the question at the gate.</span>}
          {live.task !== null && (
            <span className="dim">
              “{started.server_label}” goes on with it by itself.{" "}
              <a className="underlined" href={to("tasks", live.task)}>
                In Tasks
              </a>
            </span>
          )}
        </span>
        <Button size="xs" loading={cancel.isPending} onClick={() => cancel.mutate({ call: started.id })}>
          Stop
        </Button>
      </div>
      {live.state === "running" && <Ongoing call={live} />}
      {cancel.error !== null && <ProblemNote problem={cancel.error} server={started.server_label} live />}
    </section>
  );
}

function Ongoing({ call }: { call: CallView }) {
  const { progress } = call;
  if (progress === null) return null;
  const { value, total, message } = progress;
  const share = total !== null && total > 0 ? Math.min(100, Math.max(0, (value / total) * 100)) : null;
  return (
    <>
      {share !== null && <Progress value={share} size="sm" aria-label="Progress" />}
      <p className="small dim">
        {total === null ? `${value}` : `${value} of ${total}`}
        {message !== null && (
          <>
            {" · the server says: "}
            <ForeignText value={message} />
          </>
        )}
      </p>
    </>
  );
}
