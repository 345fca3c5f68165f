import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useId, useRef } from "react";
import type { Request } from "../../bindings/host";
import { DialogHeader, sheet } from "../../elements/Dialog";
import { LinkButton } from "../../elements/LinkButton";
import { ProblemNote } from "../../elements/ProblemNote";
import { Keys } from "../../elements/small";
import { Tag } from "../../elements/Tag";
import { useOverflow } from "../../elements/useOverflow";
import css from "./gate.module.css";
import { type Action, type Asked, type Kind, RequestContext, type RequestKind } from "./request";
import { useGateway, useHost } from "./session";
import { useAnswer } from "./useAnswer";
import { useGuard } from "./useGuard";
import { covered, useKeys } from "./useKeys";

export interface GateDialogProps<K extends Kind> {
  request: Request;
  asked: Asked<K>;
  /** Where it stands among those that wait, from 1. */
  place: number;
  of: number;
}

/**
 * The dialog that every kind of request is shown in: an `alertdialog` whose heading takes the focus, never a button
 * (S-33); the question in our words; who asks; a way to decide later; the answers, as buttons and as keys.
 */
export function GateDialog<K extends Kind, State extends object>(
  props: GateDialogProps<K> & { kind: RequestKind<K, State> },
) {
  const { request, asked, kind } = props;
  const guard = useGuard(request);
  const answering = useAnswer(request, guard);
  const context = { request, asked, guard, answering };
  const state = { ...context, ...kind.useSheet(context) };
  const actions = kind.actions(state);
  const waiting = useHost((host) => host.waiting);
  const gateway = useGateway();
  const heading = useId();
  const gate = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const leave = () => gateway.leave(waiting);
  const press = (shortcut: "A" | "D") => {
    const action = [...actions.no, ...actions.yes].find((it) => it.shortcut === shortcut);
    return action && (() => action.active && action.run());
  };
  useKeys(gate, { a: press("A"), d: press("D"), escape: leave });
  useEffect(() => {
    if (!covered()) {
      title.current?.focus();
    }
  }, []);
  const below = useOverflow();
  const problem = answering.problem ?? guard.problem;
  const { Under, Body } = kind;
  return (
    <div
      ref={gate}
      role="alertdialog"
      aria-labelledby={heading}
      data-ready={guard.ready}
      className={sheet.frame}
      data-width={kind.width}
      data-request={request.id}
    >
      <RequestContext value={context}>
        <DialogHeader
          heading={heading}
          title={title}
          question={request.question}
          under={<Under {...context} />}
        >
          <div className={css.place}>
            {props.of > 1 ? (
              <Tag>
                {props.place} of {props.of}
              </Tag>
            ) : null}
            <DecideLater onClick={leave} />
          </div>
        </DialogHeader>
        <div className={sheet.body} ref={below.box} onScroll={below.look}>
          <Body {...state} />
          {problem ? <ProblemNote problem={problem} server={request.server.label} live /> : null}
        </div>
        <div className={css.say}>
          <span role="status">
            {answering.tooSoon ? "Wait a moment, then answer again." : kind.hold(state)}
          </span>
          {below.more ? (
            <LinkButton look="link" small onClick={below.down}>
              More below
            </LinkButton>
          ) : null}
        </div>
        <div className={sheet.foot}>
          <Buttons actions={actions.no} />
          <span className={css.grow} />
          {actions.menu}
          <Buttons actions={actions.yes} />
        </div>
      </RequestContext>
    </div>
  );
}

function DecideLater(props: { onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      size="xs"
      onClick={props.onClick}
      aria-keyshortcuts="Escape"
      rightSection={<Key name="Esc" />}
    >
      Decide later
    </Button>
  );
}

/** Visibly not active until an answer would be accepted, but always reachable. */
function Buttons(props: { actions: Action[] }) {
  return props.actions.map((action, index) => {
    const shortcut = action.unnamed ? undefined : action.shortcut;
    return (
      <Button
        key={`${index}`}
        variant={action.variant ?? "default"}
        aria-disabled={action.active ? undefined : true}
        data-waiting={action.active ? undefined : true}
        aria-keyshortcuts={shortcut}
        onClick={() => {
          if (action.active) {
            action.run();
          }
        }}
        rightSection={shortcut ? <Key name={shortcut} /> : undefined}
      >
        {action.label}
      </Button>
    );
  });
}

function Key(props: { name: string }): ReactNode {
  return (
    <span aria-hidden="true">
      <Keys>{props.name}</Keys>
    </span>
  );
}
