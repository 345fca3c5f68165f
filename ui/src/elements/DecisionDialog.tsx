import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { ariaKeysOf, isOpen, keysOf, type ShortcutId, useLayer, useShortcut } from "../shortcuts";
import css from "./DecisionDialog.module.css";
import { Mark } from "./icons";
import { LinkButton } from "./LinkButton";
import { Keys } from "./small";
import { useOverflow } from "./useOverflow";

/** A button at the foot of the dialog; with a shortcut, a key as well. */
export interface Action {
  label: ReactNode;
  /** It can be reached but does nothing otherwise. */
  active: boolean;
  run: () => void;
  shortcut?: "allow" | "deny" | "cancel";
  /** The key works, and the button does not name it. */
  unnamed?: boolean;
  variant?: "default" | "subtle" | "filled";
  /** It is being done. */
  pending?: boolean;
}

export interface Actions {
  /** On the left: ways to say no. */
  no: Action[];
  /** On the right: ways to go on. */
  yes: Action[];
  /** Before them, what is no single button. */
  menu?: ReactNode;
}

/** What lies over a room while something is asked; that of the gate lies over all others. */
export function Overlay(props: { layer: "gate" | "sheet"; children: ReactNode }) {
  return (
    <div className={css.veil} data-layer={props.layer}>
      {props.children}
    </div>
  );
}

/**
 * The dialog that a person decides in, at the gate or below it: its heading takes the focus, never a button (S-33); the
 * question in our words; who asks; what it is about; the answers, as buttons and as keys.
 */
export function DecisionDialog(props: {
  layer: "gate" | "sheet";
  /** Whether what is shown has settled. */
  ready: boolean;
  width?: "wide" | undefined;
  request?: string;
  question: string;
  under: ReactNode;
  /** Decides later; what lies at the gate alone can be left so. */
  onLater?: () => void;
  /** Before the way to decide later. */
  corner?: ReactNode;
  /** Accessible name of what scrolls, where nothing in it may take the focus. */
  label?: string;
  actions: Actions;
  /** Why a yes waits or is not possible, in words. */
  hold: string | null;
  children: ReactNode;
}) {
  const { layer, actions, onLater } = props;
  const heading = useId();
  const box = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const below = useOverflow();
  const press = (shortcut: ShortcutId) => {
    const action = [...actions.no, ...actions.yes].find((it) => it.shortcut === shortcut);
    return action && (() => (action.active ? action.run() : undefined));
  };
  useLayer(layer);
  useShortcut("allow", press("allow"), box);
  useShortcut("deny", press("deny"), box);
  useShortcut("cancel", press("cancel"), box);
  useShortcut("later", onLater, box);
  useEffect(() => {
    if (!isOpen("palette")) {
      title.current?.focus();
    }
  }, []);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have a name
    <div
      ref={box}
      role={layer === "gate" ? "alertdialog" : "dialog"}
      aria-labelledby={heading}
      data-ready={props.ready}
      className={css.sheet}
      data-width={props.width}
      data-request={props.request}
    >
      <div className={css.top}>
        <Mark size={34} />
        <div className={css.who}>
          <h1 id={heading} ref={title} tabIndex={-1} className={css.question}>
            <bdi>{props.question}</bdi>
          </h1>
          <p className={css.under}>{props.under}</p>
        </div>
        {onLater ? (
          <div className={css.corner}>
            {props.corner}
            <Button
              variant="subtle"
              size="xs"
              onClick={onLater}
              aria-keyshortcuts={ariaKeysOf("later")}
              rightSection={<Key of="later" />}
            >
              Decide later
            </Button>
          </div>
        ) : null}
      </div>
      <div
        className={css.body}
        ref={below.box}
        onScroll={below.look}
        {...(props.label === undefined ? {} : { tabIndex: 0, role: "group", "aria-label": props.label })}
      >
        {props.children}
      </div>
      <div className={css.hold}>
        <span role="status">{props.hold}</span>
        {below.more ? (
          <LinkButton look="link" small onClick={below.down}>
            More below
          </LinkButton>
        ) : null}
      </div>
      <div className={css.foot}>
        <Buttons actions={actions.no} />
        <span className={css.grow} />
        {actions.menu}
        <Buttons actions={actions.yes} />
      </div>
    </div>
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
        aria-keyshortcuts={shortcut && ariaKeysOf(shortcut)}
        loading={action.pending ?? false}
        onClick={() => {
          if (action.active) {
            action.run();
          }
        }}
        rightSection={shortcut ? <Key of={shortcut} /> : undefined}
      >
        {action.label}
      </Button>
    );
  });
}

function Key(props: { of: ShortcutId }): ReactNode {
  return (
    <span aria-hidden="true">
      <Keys>{keysOf(props.of).join(" ")}</Keys>
    </span>
  );
}
