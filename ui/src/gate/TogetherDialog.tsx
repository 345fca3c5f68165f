import { useId, useState } from "react";
import type { Answer, Problem, TogetherRequest } from "../bindings/host";
import { textFrom } from "../elements/Attribution";
import { Countdown } from "../elements/Countdown";
import { DecisionDialog } from "../elements/DecisionDialog";
import { ForeignText } from "../elements/ForeignText";
import { LinkButton } from "../elements/LinkButton";
import { ProblemNote } from "../elements/ProblemNote";
import { Tag } from "../elements/Tag";
import { UntrustedBlock } from "../elements/UntrustedBlock";
import { Say, say } from "../l10n";
import { definitionTone, definitionWord, count as number } from "../words";
import { allow, deny } from "./actions";
import { ArgumentRows, shortenedRows } from "./arguments";
import { Claims } from "./Claims";
import { Described, REVIEWED } from "./Described";
import { endedSentence, useEndedActions } from "./Ended";
import css from "./gate.module.css";
import { ReadToEnd, useReadThrough } from "./ReadToEnd";
import { Loud, Notes } from "./Remarks";
import type { Asked } from "./request";
import { useCommand, useSession } from "./session";
import { type Expanded, useExpanded } from "./useExpanded";
import { useGuard } from "./useGuard";
import { AskedByWords, AskerLocation, MarkOfAsker } from "./WhoAsks";

/** A call among those that are shown together, which are all of tools. */
type Call = TogetherRequest & { asked: Asked<"tool"> };

/**
 * Calls of one tool that differ in their arguments alone: each is shown whole, and they are answered together, each with its
 * own nonce. What comes meanwhile is not among them, and one that ends stays to be read.
 */
export function TogetherDialog(props: { all: TogetherRequest[]; waiting: number }) {
  const calls = props.all.flatMap((it): Call[] =>
    it.request.asked.kind === "tool" ? [{ ...it, asked: it.request.asked }] : [],
  );
  const first = calls[0];
  return first ? <Calls calls={calls} first={first} waiting={props.waiting} /> : null;
}

function Calls({ calls, first, waiting }: { calls: Call[]; first: Call; waiting: number }) {
  const { request, asked } = first;
  const { drafts } = useSession();
  const count = calls.length;
  const open = calls.filter((it) => it.ended === null);
  const ended = open.length < count;
  const guard = useGuard(ended ? [] : calls.map((it) => it.request));
  const opened = useExpanded(
    calls.flatMap(({ request, asked }) => shortenedRows(asked.arguments, request.id)),
    guard.again,
  );
  const read = useReadThrough();
  const send = useCommand("answer_together");
  const later = useCommand("decide_later");
  const apart = useCommand("show_apart");
  const drawn = useCommand("drawn");
  const [problem, setProblem] = useState<Problem | null>(null);
  const next =
    open.length > 0
      ? say("gate-together-rest", { count: open.length })
      : say("gate-next", { count: number(waiting) });
  const leave = useEndedActions(ended, next, waiting);
  const may = guard.ready && !send.pending && problem?.code !== "consent.stale";
  const answer = (answer: Answer) => {
    setProblem(null);
    // They are of one tool and one definition: what was read on one question was read for all.
    const reviewed = drafts.of(request).get(REVIEWED) === true ? { reviewed: true } : {};
    const replies = calls.map(({ request: { id, nonce, digest } }) => ({
      request: id,
      nonce,
      digest,
      answer,
      ...reviewed,
    }));
    send.run(
      { replies },
      {
        onError: (failure) => (failure.code === "consent.too_soon" ? guard.refused() : setProblem(failure)),
      },
    );
  };
  const moment = guard.early ? say("gate-moment") : null;
  const shown = problem ?? guard.problem ?? later.problem ?? apart.problem;
  return (
    <DecisionDialog
      ready={guard.ready}
      request={request.id}
      question={request.question}
      mark={<MarkOfAsker request={request} />}
      covers={say("gate-together-covers", { count })}
      under={
        <>
          {say("gate-together-count", { count })} · <AskerLocation request={request} /> ·{" "}
          <AskedByWords by={request.asked_by} />
        </>
      }
      ends={<Countdown kind="tool" at={Math.min(...calls.map((it) => it.request.expires_at))} />}
      onEarly={problem ? () => {} : guard.tried}
      onDrawn={(height) => drawn.run({ request: request.id, height })}
      onLater={() => later.run({})}
      beside={
        <LinkButton look="link" small onClick={() => apart.run({})}>
          {say("gate-together-apart")}
        </LinkButton>
      }
      {...(ended ? { ended: <Ends calls={calls} />, label: say("gate-ended-request") } : {})}
      actions={
        ended
          ? { no: [], yes: leave }
          : {
              no: [deny({ may, answer }, say("gate-together-deny", { count }))],
              yes: [allow({ may, answer }, say("gate-together-allow", { count }), opened.all && read.all)],
            }
      }
      hold={
        ended ? (leave.some((it) => it.active) ? null : moment) : (moment ?? opened.hold() ?? read.hold())
      }
    >
      {asked.title && asked.title.text !== asked.shown.text ? (
        <UntrustedBlock from={say("gate-kinds-part-title", { from: textFrom(request.server.label) })} short>
          <ForeignText value={asked.title} />
        </UntrustedBlock>
      ) : null}
      <ReadToEnd onEnd={read.ended}>
        {calls.map((call, index) => (
          <OneCall key={call.request.id} call={call} place={index} of={count} opened={opened} />
        ))}
      </ReadToEnd>
      <Claims claims={asked.claims} />
      <Described request={request} asked={asked} guard={guard} />
      <div>
        <Tag tone={definitionTone(asked.definition)}>{definitionWord(asked.definition)}</Tag>
      </div>
      {shown ? <ProblemNote problem={shown} server={request.server.label} live /> : null}
    </DecisionDialog>
  );
}

/** How those ended that did, and that nothing became of the others by it. */
function Ends({ calls }: { calls: Call[] }) {
  const undecided = calls.filter((it) => it.ended === null).length;
  return (
    <>
      {calls.map(({ request, ended }, index) =>
        ended ? (
          <p key={request.id}>
            {say("gate-together-ended", { place: index + 1, sentence: endedSentence(request, ended) })}
          </p>
        ) : null,
      )}
      {undecided > 0 ? <p>{say("gate-together-undecided", { count: undecided })}</p> : null}
    </>
  );
}

/** Everything in which a call may differ from the others. */
function OneCall(props: { call: Call; place: number; of: number; opened: Expanded }) {
  const { call, opened } = props;
  const { request, asked, ended } = call;
  const heading = useId();
  return (
    <section className={css.call} aria-labelledby={heading}>
      <div className={css.callHead}>
        <h2 id={heading}>{say("gate-together-call", { place: props.place + 1, of: props.of })}</h2>
        {ended ? <Tag tone="wait">{say("gate-together-call-ended")}</Tag> : null}
        {asked.why ? (
          <span className="dim small">
            <Say id="gate-together-why" args={{ why: <ForeignText value={asked.why} /> }} />
          </span>
        ) : request.asked_by.kind === "model" ? (
          <span className="dim small">{say("gate-together-no-why")}</span>
        ) : null}
      </div>
      <Loud values={asked.arguments} remarks={asked.notes} />
      <ArgumentRows
        rows={asked.arguments}
        label={say("gate-together-arguments", { place: props.place + 1 })}
        call={request.id}
        opened={opened}
      />
      <Notes notes={asked.notes} />
    </section>
  );
}
