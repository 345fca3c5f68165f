import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { ariaKeysOf, isOpen, keysOf, type ShortcutId, useLayer, useShortcut } from "../shortcuts";
import css from "./DecisionDialog.module.css";
import { Mark } from "./icons";
import { LinkButton } from "./LinkButton";
import { Keys } from "./small";
import { useOverflow } from "./useOverflow";
import { useTabCycle } from "./useTabCycle";

/** A button at the foot of the dialog; with a shortcut, a key as well. */
export interface Action {
  label: ReactNode;
  /** It can be reached but does nothing otherwise. */
  active: boolean;
  run: () => void;
  shortcut?: "allow" | "deny" | "cancel";
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

/** What lies over a room while something is asked. */
export function Overlay(props: { children: ReactNode }) {
  return <div className={css.veil}>{props.children}</div>;
}

/**
 * The dialog that a person decides in, the whole of the gate's window or a sheet over a room: its heading takes the focus,
 * never a button (S-33); the question in our words; who asks; what it is about; the answers, as buttons and as keys.
 */
export function DecisionDialog(props: {
  layer: "gate" | "sheet";
  /** Whether what is shown has settled. */
  ready: boolean;
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
  /** When it ends by itself. With it the line above the answers is always there, and nothing moves when it says something. */
  ends?: ReactNode;
  /** An answer that is not active was pressed before what is shown has settled. */
  onEarly?: () => void;
  /** Told how high a window has to be for all of it; `null` as long as the window has no size, which one that was never shown has not. */
  onDrawn?: (height: number | null) => void;
  children: ReactNode;
}) {
  const { layer, actions, onLater } = props;
  const heading = useId();
  const box = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const below = useOverflow();
  const press = (action: Action) => {
    if (action.active) {
      action.run();
    } else if (!props.ready) {
      props.onEarly?.();
    }
  };
  const byKey = (shortcut: ShortcutId) => {
    const action = [...actions.no, ...actions.yes].find((it) => it.shortcut === shortcut);
    return action && (() => press(action));
  };
  const [unkeyed, setUnkeyed] = useState(false);
  const allow = byKey("allow");
  useLayer(layer);
  useTabCycle(box);
  useShortcut("allow", allow ?? (layer === "gate" ? () => setUnkeyed(true) : undefined), box);
  useShortcut("deny", byKey("deny"), box);
  useShortcut("cancel", byKey("cancel"), box);
  useShortcut("later", onLater, box);
  const onDrawn = useRef(props.onDrawn);
  useEffect(() => {
    const measure = () => {
      const height = window.innerWidth < NO_WINDOW ? null : heightOf(below.box.current);
      onDrawn.current?.(height);
      return height !== null;
    };
    if (measure()) {
      return;
    }
    window.addEventListener("resize", measure, { once: true });
    return () => window.removeEventListener("resize", measure);
  }, [below.box]);
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
      className={layer === "gate" ? css.page : css.sheet}
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
        <span role="status">{props.hold ?? (unkeyed && !allow ? noKey(actions) : null)}</span>
        {below.more ? (
          <LinkButton look="link" small onClick={below.down}>
            More below
          </LinkButton>
        ) : null}
        {props.ends}
      </div>
      <div className={css.foot}>
        <Buttons actions={actions.no} onPress={press} />
        <span className={css.grow} />
        {actions.menu}
        <Buttons actions={actions.yes} onPress={press} />
      </div>
    </div>
  );
}

/** Visibly not active until an answer would be accepted, but always reachable. */
function Buttons(props: { actions: Action[]; onPress: (action: Action) => void }) {
  return props.actions.map((action, index) => {
    const { shortcut } = action;
    return (
      <Button
        key={`${index}`}
        variant={action.variant ?? "default"}
        aria-disabled={action.active ? undefined : true}
        data-waiting={action.active ? undefined : true}
        aria-keyshortcuts={shortcut && ariaKeysOf(shortcut)}
        loading={action.pending ?? false}
        onClick={() => props.onPress(action)}
        rightSection={shortcut ? <Key of={shortcut} /> : undefined}
      >
        {action.label}
      </Button>
    );
  });
}

/** Why the key of a yes did nothing. */
function noKey(actions: Actions): string {
  return actions.yes.length > 0
    ? "No key goes on from here. It needs its button."
    : "There is nothing here that could be allowed.";
}

function Key(props: { of: ShortcutId }): ReactNode {
  return (
    <span aria-hidden="true">
      <Keys>{keysOf(props.of).join(" ")}</Keys>
    </span>
  );
}

/** Pixels. No window of ours is narrower. */
const NO_WINDOW = 400;

/** What a window needs to show all that is in this box. The height that scrolls is never less than the box has; the last part's end is. */
function heightOf(body: HTMLElement | null): number | null {
  const last = body?.lastElementChild;
  if (!body || !last) {
    return null;
  }
  const end = last.getBoundingClientRect().bottom - body.getBoundingClientRect().top + body.scrollTop;
  const padding = Number.parseFloat(getComputedStyle(body).paddingBottom) || 0;
  return Math.ceil(window.innerHeight - body.clientHeight + end + padding);
}
