import { useEffect, useId, useRef, useState } from "react";
import type { Answer, Foreign, Narrowing, Request, Scope } from "../bindings/host";
import { ForeignText } from "../elements/ForeignText";
import { DownIcon } from "../elements/icons";
import { RadioOption } from "../elements/inputs/RadioOption";
import { Popover } from "../elements/Popover";
import { Listed, Say, say } from "../l10n";
import css from "./gate.module.css";
import { type Asked, useRequest } from "./request";
import { GUARD_MS } from "./useGuard";
import { useTrial } from "./useTrial";

/** Yes for longer: which calls, and for how long. What is marked stays marked until one of the ends is chosen. */
export function AllowMenu(props: {
  request: Request;
  asked: Asked<"tool">;
  active: boolean;
  onAnswer: (answer: Answer) => void;
}) {
  const { active } = props;
  const { guard } = useRequest();
  const [open, setOpen] = useState(false);
  const [only, setOnly] = useState<number[]>([]);
  const [early, setEarly] = useState<{ left: number } | null>(null);
  const since = useRef(0);
  const { scopes, narrowings, no_always } = props.asked;
  const trial = useTrial(props.request, only);
  // A guard that begins again closes it permanently: it must not come back automatically under the pointer (S-33).
  useEffect(() => {
    if (!active) {
      setOpen(false);
    }
  }, [active]);
  useEffect(() => {
    if (early) {
      const timer = setTimeout(() => setEarly(null), early.left);
      return () => clearTimeout(timer);
    }
  }, [early]);
  const show = (now: boolean) => {
    since.current = performance.now();
    setEarly(null);
    setOpen(now && active);
  };
  // The press that opened it must not choose from it as well.
  const choose = (scope: Scope) => {
    const left = GUARD_MS - (performance.now() - since.current);
    setEarly(left > 0 ? { left } : null);
    if (left <= 0) {
      props.onAnswer(only.length > 0 ? { kind: "allow_while", scope, only } : { kind: "allow", scope });
      setOpen(false);
    }
  };
  return (
    <Popover
      opened={open && active}
      onChange={show}
      label={say("gate-allow-menu")}
      position="top-end"
      width={360}
      target={
        <button
          type="button"
          className={css.allow}
          aria-disabled={active ? undefined : true}
          aria-label={say("gate-allow")}
          onClick={() => {
            guard.tried();
            show(!open);
          }}
        >
          {say("gate-allow")} <DownIcon />
        </button>
      }
    >
      {/* It takes the focus, and no button does: a key that is still held down must not answer (S-33). */}
      <div className={css.menu} tabIndex={-1} data-autofocus>
        {/* Over the menu: nothing in it moves when it says something. */}
        <p className={css.moment} role="status">
          {early ? say("gate-moment") : null}
        </p>
        {scopes.length > 0 && narrowings.length > 0 ? (
          <div className={css.limits}>
            <p className={css.menuLabel}>{say("gate-allow-only-if")}</p>
            {perArgument(narrowings).map(({ argument, places }) => (
              <Limits
                key={argument.text}
                argument={argument}
                narrowings={narrowings}
                places={places}
                chosen={places.find((it) => only.includes(it)) ?? null}
                onChoose={(place) =>
                  setOnly([...only.filter((it) => !places.includes(it)), ...(place === null ? [] : [place])])
                }
              />
            ))}
            {only.length > 0 ? <Free asked={props.asked} only={only} /> : null}
            <p className={css.menuLabel} role="status">
              {trial}
            </p>
          </div>
        ) : null}
        {scopes.map((offer) => (
          <button key={offer.scope} type="button" className={css.scope} onClick={() => choose(offer.scope)}>
            <span className={css.scopeName}>{say(`gate-allow-${offer.scope}`)}</span>{" "}
            {/* A narrowed permission means other calls than the host's sentence about any arguments. */}
            <span className={`small dim ${css.sentence}`}>
              {only.length > 0 ? say(`gate-allow-${offer.scope}-if`) : offer.sentence}
            </span>
          </button>
        ))}
        {no_always ? <p className={`${css.menuLabel} ${css.noAlways}`}>{no_always}</p> : null}
        {scopes.length === 0 && !no_always ? (
          <p className={css.menuLabel}>{say("gate-allow-once-only")}</p>
        ) : null}
      </div>
    </Popover>
  );
}

/** The limits of one argument. One of them is enough: the others are wider, or say the same. */
function Limits(props: {
  argument: Foreign;
  narrowings: Narrowing[];
  /** Where its limits are among all. */
  places: number[];
  chosen: number | null;
  onChoose: (place: number | null) => void;
}) {
  const { argument, chosen, onChoose } = props;
  const name = useId();
  return (
    <fieldset className={css.limitsOf}>
      <legend className="visually-hidden">
        <ForeignText value={argument} />
      </legend>
      <RadioOption
        name={name}
        checked={chosen === null}
        onChange={() => onChoose(null)}
        label={
          <span className={css.narrowing}>
            <Say id="gate-allow-if-any" args={{ argument: <ForeignText value={argument} /> }} />
          </span>
        }
      />
      {props.places.map((place) => {
        const narrowing = props.narrowings[place];
        return narrowing === undefined ? null : (
          <RadioOption
            key={place}
            name={name}
            checked={chosen === place}
            onChange={() => onChoose(place)}
            label={
              <span className={css.narrowing}>
                <Condition narrowing={narrowing} />
              </span>
            }
          />
        );
      })}
    </fieldset>
  );
}

/** `path is under /home/ada (as written, links are not checked)`. */
function Condition({ narrowing }: { narrowing: Narrowing }) {
  const { argument, test, value, links } = narrowing;
  const condition = (
    <Say
      id={`gate-allow-if-${test}`}
      args={{ argument: <ForeignText value={argument} />, value: <ForeignText value={value} mono /> }}
    />
  );
  return links === null ? (
    condition
  ) : (
    <Say
      id="gate-allow-if-links"
      args={{ condition, links }}
      tags={{ note: (it) => <span className="dim">{it}</span> }}
    />
  );
}

/** Which arguments a narrowed permission leaves free: they are part of what is said yes to. */
function Free(props: { asked: Asked<"tool">; only: number[] }) {
  const { declared, narrowings } = props.asked;
  const limited = props.only.map((place) => narrowings[place]?.argument.text);
  const free = declared.filter((name) => !limited.includes(name.text));
  return (
    <p className={css.menuLabel}>
      {free.length === 0 ? (
        say("gate-allow-free-none")
      ) : (
        <Say
          id="gate-allow-free"
          args={{
            arguments: <Listed items={free.map((name) => <ForeignText key={name.text} value={name} />)} />,
          }}
        />
      )}
    </p>
  );
}

/** The places of the limits of each argument, in the order in which they are offered. */
function perArgument(narrowings: Narrowing[]): { argument: Foreign; places: number[] }[] {
  const all = new Map<string, { argument: Foreign; places: number[] }>();
  narrowings.forEach(({ argument }, place) => {
    const of = all.get(argument.text) ?? { argument, places: [] };
    of.places.push(place);
    all.set(argument.text, of);
  });
  return [...all.values()];
}
