import { Menu } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { Answer, Narrowing, NarrowingTest, Request, Scope } from "../../bindings/host";
import { ForeignText } from "../../elements/ForeignText";
import { DownIcon } from "../../elements/icons";
import css from "./gate.module.css";
import type { Asked } from "./request";
import { GUARD_MS } from "./useGuard";
import { useTrial } from "./useTrial";

const scopeName: Record<Scope, string> = {
  conversation: "In this conversation",
  hour: "For an hour",
  always: "Always this tool",
};

/** What a narrowed permission means, in place of the host's sentence about any arguments. */
const narrowed: Record<Scope, string> = {
  conversation: "Calls like these may run in this conversation without asking. Others are asked about.",
  hour: "Calls like these may run for an hour without asking. Others are asked about.",
  always: "Calls like these may run without asking, until you revoke it or the tool changes.",
};

const how: Record<NarrowingTest, string> = { is: "is", under: "is under", site: "is at" };

/** Yes for longer: which calls, and for how long. What is marked stays in the menu until one of the ends is chosen. */
export function AllowMenu(props: {
  request: Request;
  asked: Asked<"tool">;
  active: boolean;
  onAnswer: (answer: Answer) => void;
}) {
  const [open, setOpen] = useState(false);
  const [only, setOnly] = useState<number[]>([]);
  const since = useRef(0);
  const { scopes, narrowings, no_always } = props.asked;
  const trial = useTrial(props.request, only);
  // A guard that begins anew closes the menu for good: it must not come back by itself under the pointer (S-33).
  const { active } = props;
  useEffect(() => {
    if (!active) {
      setOpen(false);
    }
  }, [active]);
  const show = (now: boolean) => {
    since.current = performance.now();
    setOpen(now);
  };
  // The key that opened the menu, still held, must not choose from it.
  const choose = (scope: Scope) => {
    if (performance.now() - since.current >= GUARD_MS) {
      props.onAnswer(only.length > 0 ? { kind: "allow_while", scope, only } : { kind: "allow", scope });
      setOpen(false);
    }
  };
  const mark = (place: number) =>
    setOnly((before) =>
      before.includes(place)
        ? before.filter((it) => it !== place)
        : [...apart(before, place, narrowings), place],
    );
  return (
    <>
      {/* A menu holds items alone, so what is said while it is open is said beside it. */}
      <span className="heard" role="status">
        {open && active ? trial : null}
      </span>
      <Menu
        opened={open && props.active}
        onChange={(now) => show(now && props.active)}
        position="top-end"
        zIndex={450}
        width={360}
        closeOnItemClick={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <button
            type="button"
            className={css.allow}
            aria-disabled={props.active ? undefined : true}
            aria-label="Allow…"
          >
            Allow… <DownIcon />
          </button>
        </Menu.Target>
        <Menu.Dropdown className={css.menu}>
          {scopes.length > 0 && narrowings.length > 0 ? (
            <>
              <Menu.Label>Only while …</Menu.Label>
              {narrowings.map((narrowing, place) => (
                <Menu.CheckboxItem
                  key={`${place}`}
                  checked={only.includes(place)}
                  onChange={() => mark(place)}
                >
                  <span className={css.narrowing}>
                    <ForeignText value={narrowing.argument} /> {how[narrowing.test]}{" "}
                    <ForeignText value={narrowing.value} mono />
                    {narrowing.links === null ? null : <span className="dim"> ({narrowing.links})</span>}
                  </span>
                </Menu.CheckboxItem>
              ))}
              {only.length > 0 ? <Free asked={props.asked} only={only} /> : null}
              {trial === null ? null : <Menu.Label className={css.trial}>{trial}</Menu.Label>}
              <Menu.Divider />
            </>
          ) : null}
          {scopes.map((offer) => (
            <Menu.Item key={offer.scope} onClick={() => choose(offer.scope)}>
              <span className={css.scope}>{scopeName[offer.scope]}</span>
              <span className={css.sentence}>{only.length > 0 ? narrowed[offer.scope] : offer.sentence}</span>
            </Menu.Item>
          ))}
          {no_always ? <Menu.Label className={css.noAlways}>{no_always}</Menu.Label> : null}
          {scopes.length === 0 && !no_always ? <Menu.Label>This can only be allowed once.</Menu.Label> : null}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** Which arguments a narrowed permission leaves free: they are part of what is said yes to. */
function Free(props: { asked: Asked<"tool">; only: number[] }) {
  const { declared, narrowings } = props.asked;
  const limited = props.only.map((place) => narrowings[place]?.argument.text);
  const free = declared.filter((name) => !limited.includes(name.text));
  return (
    <Menu.Label className={css.trial}>
      {free.map((name, index) => (
        <span key={name.text}>
          {index === 0 ? null : index === free.length - 1 ? " and " : ", "}
          <ForeignText value={name} />
        </span>
      ))}
      {free.length > 0 ? " may be anything. " : null}A call with any other argument is asked about.
    </Menu.Label>
  );
}

/** Of one argument one limit is enough: the others are wider, or say the same. */
function apart(before: number[], place: number, narrowings: Narrowing[]): number[] {
  const argument = narrowings[place]?.argument.text;
  return before.filter((it) => narrowings[it]?.argument.text !== argument);
}
