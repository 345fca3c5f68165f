import { Button } from "@mantine/core";
import type { AskedKind, WaitingRequest } from "../../bindings/host";
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
import { toSignIn } from "../../route";
import { type SignInWaiting, useHost, useShowRequest, useShowTogether, useSignIns } from "../../store";
import { many, whereWord } from "../../words";
import css from "./waiting.module.css";

/** Lines that come with each frame: a crowd of servers may ask hundreds of things. */
const STEP = 25;

const kindWord: Record<AskedKind, string> = {
  tool: "runs a tool",
  launch: "starts a program or reaches an address",
  changed: "a definition changed",
  setting: "a setting that makes something possible",
  sampling: "asks for words of a model",
  sampled_answer: "would get an answer of a model",
  form: "wants a form filled in",
  link: "wants an address opened",
  page: "waits for what you do on a page",
  roots: "wants to know its folders",
  sign_in: "a sign-in that you asked for",
};

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
          title="Waiting for you"
          beside={
            <>
              {waiting.length > 0 ? <Tag tone="wait">{many(waiting.length, "request")}</Tag> : null}
              {signIns.length > 0 ? <Tag tone="wait">{many(signIns.length, "sign-in")}</Tag> : null}
            </>
          }
          actions={first ? <Button onClick={() => showRequest(first.id)}>Answer in order</Button> : null}
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
              onOpen={() => showRequest(request.id)}
            />
          ))}
          {signIns.map((it) => (
            <SignIn key={it.server.id} waiting={it} />
          ))}
        </ul>
      ) : (
        <EmptyRoom title="Nothing waits for you">
          When a model or a server wants something that you have not allowed, it waits here and in front of
          you.
        </EmptyRoom>
      )}
    </Page>
  );
}

/** It has no end: the server waits for as long as it takes. Its review is on the server's page. */
function SignIn({ waiting }: { waiting: SignInWaiting }) {
  const { server, more } = waiting;
  const name = more === null ? `Sign in… to ${server.label}` : `Review… what ${server.label} wants`;
  return (
    <li className={css.line}>
      <Dot shape="frame" />
      <ServerMark mark={server.mark} />
      <div className={css.words}>
        <div className={css.question}>
          <bdi>
            {more === null
              ? `“${server.label}” needs you to sign in`
              : `“${server.label}” wants more than you granted`}
          </bdi>
        </div>
        <div className="dim small">
          {whereWord(server.whereabouts)} <code>{server.origin}</code> · nothing opens before you have read
          who asks for what
        </div>
        {more?.tool != null ? (
          <div className="faint small">
            It was wanted for <ForeignText value={more.tool} mono />
          </div>
        ) : null}
      </div>
      <Button component="a" href={toSignIn(server.id)} aria-label={name}>
        {more === null ? "Sign in…" : "Review…"}
      </Button>
    </li>
  );
}

/** As many as are answered together; more may wait. */
const TOGETHER = 8;

/** How many can be answered together, for the first of them; 0 for all others. */
function firstOf(request: WaitingRequest, waiting: WaitingRequest[]): number {
  if (request.alike === null) {
    return 0;
  }
  const alike = waiting.filter((it) => it.alike === request.alike);
  return alike[0] === request && alike.length > 1 ? Math.min(alike.length, TOGETHER) : 0;
}

function Line(props: { request: WaitingRequest; alike: number; onOpen: () => void }) {
  const { request, alike } = props;
  const together = useShowTogether();
  const { server, asked_by } = request;
  const by = asked_by.kind === "model" ? asked_by.model : asked_by.kind === "person" ? "you" : "the server";
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
          {whereWord(server.whereabouts)} <code>{server.origin}</code> · asked by {by} at{" "}
          <When at={request.asked_at} /> · {kindWord[request.kind]}
        </div>
        <Countdown kind={request.kind} at={request.expires_at} />
      </div>
      {alike > 0 ? (
        <Button
          variant="subtle"
          onClick={() => together(request.id)}
          aria-label={`Review these ${alike}: ${request.question}`}
        >
          Review these {alike}
        </Button>
      ) : null}
      <Button onClick={props.onOpen} aria-label={`Open: ${request.question}`}>
        Open
      </Button>
    </li>
  );
}
