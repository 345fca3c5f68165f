import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useId, useRef } from "react";
import type { Request } from "../../bindings/host";
import { Keys, ProblemNote, SheetTop, sheet, Tag } from "../../elements";
import { useBelow } from "../../elements/useBelow";
import { useGateway, useHost } from "../../store";
import css from "./gate.module.css";
import type { Answering } from "./useAnswer";
import type { Guard } from "./useGuard";
import { covered, useKeys } from "./useKeys";

/**
 * The sheet that every request stands on: an `alertdialog` whose heading takes the focus, never a button
 * (S-33); the question in our words; who asks; a way to decide later.
 */
export function GateFrame(props: {
  request: Request;
  place: number;
  of: number;
  width?: "wide";
  under: ReactNode;
  children: ReactNode;
  foot: ReactNode;
  guard: Guard;
  answering: Answering;
  /** Why there is no yes yet, when there is not. */
  hold?: string | null;
  onA?: () => void;
  onD: () => void;
}) {
  const { request, guard, answering } = props;
  const waiting = useHost((host) => host.waiting);
  const gateway = useGateway();
  const heading = useId();
  const gate = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const leave = () => gateway.leave(waiting);
  useKeys(gate, { ...(props.onA ? { a: props.onA } : {}), d: props.onD, escape: leave });
  useEffect(() => {
    if (!covered()) {
      title.current?.focus();
    }
  }, []);
  const below = useBelow();
  const problem = answering.problem ?? guard.problem;
  return (
    <div
      ref={gate}
      role="alertdialog"
      aria-labelledby={heading}
      data-ready={guard.ready}
      className={sheet.frame}
      data-width={props.width}
      data-request={request.id}
    >
      <SheetTop heading={heading} title={title} question={request.question} under={props.under}>
        <div className={css.place}>
          {props.of > 1 ? (
            <Tag>
              {props.place} of {props.of}
            </Tag>
          ) : null}
          <Later onClick={leave} />
        </div>
      </SheetTop>
      <div className={sheet.body} ref={below.box} onScroll={below.look}>
        {props.children}
        {problem ? <ProblemNote problem={problem} server={request.server.label} live /> : null}
      </div>
      <div className={css.say}>
        <span role="status">
          {answering.tooSoon ? "Wait a moment, then answer again." : (props.hold ?? null)}
        </span>
        {below.more ? (
          <button type="button" className="link small" onClick={below.down}>
            More below
          </button>
        ) : null}
      </div>
      <div className={sheet.foot}>{props.foot}</div>
    </div>
  );
}

function Later(props: { onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      size="xs"
      onClick={props.onClick}
      aria-keyshortcuts="Escape"
      rightSection={
        <span aria-hidden="true">
          <Keys>Esc</Keys>
        </span>
      }
    >
      Decide later
    </Button>
  );
}

/** A button of the gate: visibly not active until an answer would be accepted, but always reachable. */
export function AnswerButton(props: {
  children: ReactNode;
  active: boolean;
  onClick: () => void;
  variant?: "default" | "subtle" | "filled";
  shortcut?: "A" | "D";
}) {
  return (
    <Button
      variant={props.variant ?? "default"}
      aria-disabled={props.active ? undefined : true}
      data-waiting={props.active ? undefined : true}
      aria-keyshortcuts={props.shortcut}
      onClick={() => {
        if (props.active) {
          props.onClick();
        }
      }}
      rightSection={
        props.shortcut ? (
          <span aria-hidden="true">
            <Keys>{props.shortcut}</Keys>
          </span>
        ) : undefined
      }
    >
      {props.children}
    </Button>
  );
}
