import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { ServerSummary } from "../../bindings/host";
import { CheckIcon, Mark, ProblemNote, TITLE } from "../../elements";
import { TryDemo } from "../../features/servers/TryDemo";
import { Say, say } from "../../l10n";
import { go, to } from "../../route";
import { useHost, useHostCommand } from "../../store";
import { useWelcomed } from "./useWelcomed";
import css from "./welcome.module.css";

/** The three steps of the first minute. `onAsked` is told when the demo model was asked. */
export function Steps(props: { onAsked: (at: number) => void }) {
  const demos = useHost((host) => host.servers).filter((it) => it.demo);
  const demo = demos.find((it) => it.state.phase === "ready") ?? demos[0];
  const ready = demo?.state.phase === "ready";
  const create = useHostCommand("create_conversation");
  const send = useHostCommand("say");
  const skip = useWelcomed();
  const ask = async () => {
    const { summary, suggestions } = await create.mutateAsync({});
    props.onAsked(Date.now());
    go("chat", summary.id);
    // A script understands what it suggests, in whatever language the page is.
    const [text = say("app-welcome-model-text")] = suggestions;
    await send.mutateAsync({ conversation: summary.id, text });
  };
  const problem = create.error ?? send.error ?? skip.error;
  return (
    <div className={css.page}>
      <div className={css.inner}>
        <Mark size={44} />
        <h1 id={TITLE} tabIndex={-1} className={css.title}>
          {say("app-welcome")}
        </h1>
        <p className="dim">{say("app-welcome-help")}</p>
        <ol className={`unmarked ${css.steps}`}>
          <Step number={1} done={ready} title={say("app-welcome-server")}>
            <p>{say("app-welcome-server-help")}</p>
            {demo === undefined ? <TryDemo filled /> : ready ? null : <Added demo={demo} />}
          </Step>
          <Step number={2} done={false} title={say("app-welcome-model")}>
            <p>{say("app-welcome-model-help")}</p>
            <Button
              variant={ready ? "filled" : "default"}
              disabled={!ready}
              loading={create.isPending || send.isPending}
              onClick={() => void ask().catch(() => {})}
            >
              {say("app-welcome-model-ask")}
            </Button>
          </Step>
          <Step number={3} done={false} title={say("app-welcome-decide")}>
            <p>
              <Say id="app-welcome-decide-help" tags={{ link: (it) => <a href={to("activity")}>{it}</a> }} />
            </p>
          </Step>
        </ol>
        {problem ? <ProblemNote problem={problem} live /> : null}
        <Button variant="subtle" loading={skip.isPending} onClick={skip.done}>
          {say("app-welcome-skip")}
        </Button>
      </div>
    </div>
  );
}

/** The demo server is there and not ready: what it is doing, or what can be done about it. */
function Added({ demo }: { demo: ServerSummary }) {
  const turn = useHostCommand("set_enabled");
  if (demo.state.phase === "starting") return <p role="status">{say("app-welcome-server-starting")}</p>;
  if (demo.state.phase !== "off") {
    return (
      <p>
        <Say
          id="app-welcome-server-state"
          args={{ state: demo.state.words, server: demo.label }}
          tags={{ link: (it) => <a href={to("servers", demo.id)}>{it}</a> }}
        />
      </p>
    );
  }
  return (
    <>
      <p>{say("app-welcome-server-off")}</p>
      <Button
        variant="filled"
        loading={turn.isPending}
        onClick={() => turn.mutate({ id: demo.id, enabled: true })}
      >
        {say("app-welcome-server-on")}
      </Button>
      {turn.error ? <ProblemNote problem={turn.error} server={demo.label} live /> : null}
    </>
  );
}

function Step(props: { number: number; done: boolean; title: string; children: ReactNode }) {
  return (
    <li className={`card ${css.step}`} data-done={props.done}>
      <span className={`small dim ${css.number}`} aria-hidden="true">
        {props.done ? <CheckIcon /> : props.number}
      </span>
      <div className={css.words}>
        <h2>
          {props.title}
          {props.done ? <span className="visually-hidden"> {say("app-welcome-done")}</span> : null}
        </h2>
        {props.children}
      </div>
    </li>
  );
}
