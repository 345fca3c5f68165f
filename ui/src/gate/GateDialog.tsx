import type { Request } from "../bindings/host";
import { Countdown } from "../elements/Countdown";
import { DecisionDialog } from "../elements/DecisionDialog";
import { ProblemNote } from "../elements/ProblemNote";
import { Tag } from "../elements/Tag";
import { type Asked, type Kind, RequestContext, type RequestKind } from "./request";
import { useCommand } from "./session";
import { useAnswer } from "./useAnswer";
import { useGuard } from "./useGuard";

export interface GateDialogProps<K extends Kind> {
  request: Request;
  asked: Asked<K>;
  /** Where it stands among those that wait, from 1. */
  place: number;
  of: number;
}

/** The dialog that every kind of request is shown in. */
export function GateDialog<K extends Kind, State extends object>(
  props: GateDialogProps<K> & { kind: RequestKind<K, State> },
) {
  const { request, asked, kind } = props;
  const guard = useGuard(request);
  const answering = useAnswer(request, guard);
  const context = { request, asked, guard, answering };
  const state = { ...context, ...kind.useSheet(context) };
  const later = useCommand("decide_later");
  const drawn = useCommand("drawn");
  const problem = answering.problem ?? guard.problem ?? later.problem;
  const { Under, Body } = kind;
  return (
    <RequestContext value={context}>
      <DecisionDialog
        layer="gate"
        ready={guard.ready}
        request={request.id}
        ends={<Countdown kind={asked.kind} at={request.expires_at} />}
        onEarly={guard.tried}
        onDrawn={(height) => drawn.run({ request: request.id, height })}
        question={request.question}
        under={<Under {...context} />}
        onLater={() => later.run({})}
        corner={
          props.of > 1 ? (
            <Tag>
              {props.place} of {props.of}
            </Tag>
          ) : null
        }
        actions={kind.actions(state)}
        hold={guard.early ? "One moment…" : kind.hold(state)}
      >
        <Body {...state} />
        {problem ? <ProblemNote problem={problem} server={request.server.label} live /> : null}
      </DecisionDialog>
    </RequestContext>
  );
}
