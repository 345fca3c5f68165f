import { Button } from "@mantine/core";
import type { WaitingRequest } from "../../bindings/host";
import {
  Bar,
  Dot,
  EmptyRoom,
  ForeignText,
  Page,
  Tag,
  TruncateMiddle,
  useProgressiveCount,
  When,
} from "../../elements";
import { Countdown } from "../../elements/Countdown";
import { ServerMark } from "../../elements/ServerMark";
import { code, Say, say } from "../../l10n";
import { toSignIn } from "../../route";
import { type SignInWaiting, useHost, useShowRequest, useSignIns } from "../../store";
import { whereWord } from "../../words";
import css from "./waiting.module.css";

/** Lines that come with each frame: a crowd of servers may ask hundreds of things. */
const STEP = 25;

/** The inbox: everything that needs a decision. Each opens in the gate. */
export function WaitingRoom(_props: { path: string[] }) {
  const waiting = useHost((host) => host.waiting);
  const signIns = useSignIns();
  const showRequest = useShowRequest();
  const first = waiting[0];
  const drawn = useProgressiveCount(waiting.length, STEP);
  return (
    <Page
      bar={
        <Bar
          title={say("app-room-waiting")}
          beside={
            <>
              {waiting.length > 0 ? (
                <Tag tone="wait">{say("waiting-requests", { count: waiting.length })}</Tag>
              ) : null}
              {signIns.length > 0 ? (
                <Tag tone="wait">{say("waiting-sign-ins", { count: signIns.length })}</Tag>
              ) : null}
            </>
          }
          actions={
            // One alone has its own button.
            first && waiting.length > 1 ? (
              <Button onClick={() => showRequest(first.id)}>{say("waiting-in-order")}</Button>
            ) : null
          }
        />
      }
    >
      {first || signIns.length > 0 ? (
        <ul className={css.list}>
          {waiting.slice(0, drawn).map((request) => (
            <Line
              key={request.id}
              request={request}
              alike={firstOf(request, waiting)}
              onShow={(together) => showRequest(request.id, together)}
            />
          ))}
          {signIns.map((it) => (
            <SignIn key={it.server.id} waiting={it} />
          ))}
        </ul>
      ) : (
        <EmptyRoom title={say("waiting-empty")}>{say("waiting-empty-help")}</EmptyRoom>
      )}
    </Page>
  );
}

/** It has no end: the server waits for as long as it takes. Its review is on the server's page. */
function SignIn({ waiting }: { waiting: SignInWaiting }) {
  const { server, more } = waiting;
  const kind = more === null ? "sign-in" : "more";
  return (
    <li className={css.line}>
      <Dot shape="frame" />
      <ServerMark mark={server.mark} />
      <div className={css.words}>
        <div className={css.question}>
          <bdi>{say(`waiting-${kind}-needed`, { server: server.label })}</bdi>
        </div>
        <div className="dim small">
          <Say
            id="waiting-sign-in-line"
            args={{ where: whereWord(server.whereabouts), origin: server.origin }}
            tags={{ code }}
          />
        </div>
        {more?.tool != null ? (
          <div className="faint small">
            <Say id="waiting-more-tool" args={{ tool: <ForeignText value={more.tool} mono /> }} />
          </div>
        ) : null}
      </div>
      <Button
        component="a"
        href={toSignIn(server.id)}
        aria-label={say(`waiting-${kind}-name`, { server: server.label })}
      >
        {say(`waiting-${kind}`)}
      </Button>
    </li>
  );
}

/** As many as are answered together; more may wait. */
const TOGETHER = 8;

/** How many can be answered together, for the first of them; 0 for all others. */
function firstOf(request: WaitingRequest, waiting: WaitingRequest[]): number {
  if (request.alike === null) return 0;
  const alike = waiting.filter((it) => it.alike === request.alike);
  return alike[0] === request && alike.length > 1 ? Math.min(alike.length, TOGETHER) : 0;
}

function Line(props: { request: WaitingRequest; alike: number; onShow: (together: boolean) => void }) {
  const { request, alike, onShow } = props;
  const { server, asked_by } = request;
  const who =
    asked_by.kind === "model" ? <ForeignText value={asked_by.model} /> : say(`waiting-who-${asked_by.kind}`);
  return (
    <li className={css.line}>
      <Dot shape="diamond" />
      {server.mark === null ? null : <ServerMark mark={server.mark} />}
      <div className={css.words}>
        <div className={css.question}>
          <bdi>{request.question}</bdi>
        </div>
        {request.arguments !== null && request.arguments.text !== "" ? (
          <div className="dim">
            <TruncateMiddle value={request.arguments} />
          </div>
        ) : null}
        <div className="dim small">
          <Say
            id="waiting-line"
            args={{
              where: whereWord(server.whereabouts),
              origin: server.origin,
              who,
              time: <When at={request.asked_at} />,
              kind: say(`waiting-kind-${request.kind}`),
            }}
            tags={{ code }}
          />
        </div>
        <Countdown kind={request.kind} at={request.expires_at} />
      </div>
      {alike > 0 ? (
        <Button
          variant="subtle"
          onClick={() => onShow(true)}
          aria-label={say("waiting-together-name", { count: alike, question: request.question })}
        >
          {say("waiting-together", { count: alike })}
        </Button>
      ) : null}
      <Button
        onClick={() => onShow(false)}
        aria-label={say("waiting-open-name", { question: request.question })}
      >
        {say("waiting-open")}
      </Button>
    </li>
  );
}
