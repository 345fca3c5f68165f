import type { EndedRequest, Request } from "../bindings/host";
import { Countdown } from "../elements/Countdown";
import { DecisionDialog } from "../elements/DecisionDialog";
import { LinkButton } from "../elements/LinkButton";
import { ProblemNote } from "../elements/ProblemNote";
import { Tag } from "../elements/Tag";
import { say } from "../l10n";
import { count } from "../words";
import { endedSentence, useEndedActions } from "./Ended";
import { type Asked, type Kind, RequestContext, type RequestKind } from "./request";
import { useCommand } from "./session";
import { useAnswer } from "./useAnswer";
import { useGuard } from "./useGuard";
import { MarkOfAsker } from "./WhoAsks";

export interface GateDialogProps<K extends Kind> {
  request: Request;
  asked: Asked<K>;
  /** How it ended, when it no longer waits. */
  ended: EndedRequest | null;
  /** How many could be shown together, itself counted. */
  alike: number;
  /** Where it stands among those that wait, from 1. */
  place: number;
  of: number;
}

/** The dialog that every kind of request is shown in. */
export function GateDialog<K extends Kind, State extends object>(
  props: GateDialogProps<K> & { kind: RequestKind<K, State> },
) {
  const { request, asked, kind, ended } = props;
  const guard = useGuard(ended ? [] : [request]);
  const answering = useAnswer(request, guard);
  const context = { request, asked, guard, answering };
  const state = { ...context, ...kind.useSheet(context) };
  const later = useCommand("decide_later");
  const drawn = useCommand("drawn");
  const together = useCommand("show_together");
  const leave = useEndedActions(ended !== null, say("gate-next", { count: count(props.of) }), props.of);
  const problem = answering.problem ?? guard.problem ?? later.problem ?? together.problem;
  const moment = guard.early ? say("gate-moment") : null;
  const { Under, Body } = kind;
  return (
    <RequestContext value={context}>
      <DecisionDialog
        ready={guard.ready}
        request={request.id}
        ends={<Countdown kind={asked.kind} at={request.expires_at} />}
        // What went wrong is said instead.
        onEarly={answering.problem ? () => {} : guard.tried}
        onDrawn={(height) => drawn.run({ request: request.id, height })}
        question={kind.question ? kind.question(state) : request.question}
        mark={<MarkOfAsker request={request} />}
        covers={kind.covers ? kind.covers(state) : request.covers}
        under={<Under {...context} />}
        {...(ended ? { ended: endedSentence(request, ended), label: say("gate-ended-request") } : {})}
        beside={
          props.alike > 1 && !ended ? (
            <LinkButton look="link" small onClick={() => together.run({ request: request.id })}>
              {togetherWord(props.alike)}
            </LinkButton>
          ) : null
        }
        onLater={() => later.run({})}
        corner={
          props.of > 1 && !ended ? (
            <Tag>{say("gate-place", { place: count(props.place), of: count(props.of) })}</Tag>
          ) : null
        }
        actions={ended ? { no: [], yes: leave } : kind.actions(state)}
        hold={ended ? (leave.some((it) => it.active) ? null : moment) : (moment ?? kind.hold(state))}
      >
        <Body {...state} />
        {problem ? <ProblemNote problem={problem} server={request.server.label} live /> : null}
      </DecisionDialog>
    </RequestContext>
  );
}

/** As many as the host lets be answered together; more may wait. */
const TOGETHER = 8;

function togetherWord(alike: number): string {
  return say(alike < TOGETHER ? "gate-together-show-all" : "gate-together-show", { count: count(alike) });
}
