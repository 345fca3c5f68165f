import { type ReactNode, useState } from "react";
import type { Foreign, ReviewValue } from "../../bindings/host";
import { Description, DescriptionList } from "../../elements/DescriptionList";
import { ForeignText } from "../../elements/ForeignText";
import { Listed, Say, say } from "../../l10n";
import { FoldButton } from "../FoldButton";
import gate from "../gate.module.css";
import { ReadToEnd } from "../ReadToEnd";
import { Row, shortened, type Token, Tokens } from "../ReviewRows";
import type { Expanded } from "../useExpanded";
import type { Guard } from "../useGuard";
import type { Placed } from "./fields";
import css from "./launch.module.css";

/** Which fields say what a server gets, and which say how Portcullis speaks with it. All others say what runs. */
const PARTS: { [Field in NonNullable<Placed["field"]>]?: "gets" | "speaks" } = {
  folder: "gets",
  environment: "gets",
  headers: "gets",
  label: "speaks",
  protocol: "speaks",
  transport: "speaks",
  limits: "speaks",
};

/**
 * Every field, the most important first: what runs, where it is from, what it gets, then warnings. What is as for every
 * server may be folded away, but is never left out (S-08).
 */
export function LaunchRows(props: {
  rows: Placed[];
  inherited: Foreign[];
  opened: Expanded;
  guard: Guard;
  /** The end of all that is not as usual was in view. */
  onEnd: () => void;
  /** What stands before the usual: warnings. */
  children: ReactNode;
}) {
  const { inherited, opened, guard } = props;
  const [unfolded, setUnfolded] = useState(false);
  const [named, setNamed] = useState(false);
  const usual = props.rows.filter(({ row, index }) => row.usual && shortened(row, index).length === 0);
  const shown = props.rows.filter((it) => !usual.includes(it));
  const part = (name: "gets" | "speaks" | undefined) =>
    shown.filter(({ field }) => (field === undefined ? undefined : PARTS[field]) === name);
  const gets = part("gets");
  const speaks = part("speaks");
  const runs = part(undefined);
  const rows = (some: Placed[]) =>
    some.map(({ row, index }) => <Row key={`${index}`} row={row} id={`${index}`} opened={opened} />);
  const reached = runs.some(({ row, field }) => field === "address" && row.values.length > 0);
  return (
    <>
      <ReadToEnd onEnd={props.onEnd}>
        <Part title={say(reached ? "gate-launch-connects" : "gate-launch-runs")}>
          <Command rows={runs} opened={opened} />
        </Part>
        {gets.length > 0 || inherited.length > 0 ? (
          <Part
            title={say("gate-launch-receives")}
            fold={
              inherited.length > 0 ? (
                <FoldButton className={css.fold} open={named} onFold={setNamed} guard={guard}>
                  {say("gate-launch-inherited", { count: inherited.length })}
                </FoldButton>
              ) : null
            }
          >
            {gets.length > 0 || named ? (
              <>
                {rows(gets)}
                {named ? <Inherited names={inherited} /> : null}
              </>
            ) : null}
          </Part>
        ) : null}
        {speaks.length > 0 ? <Part title={say("gate-launch-settings")}>{rows(speaks)}</Part> : null}
      </ReadToEnd>
      {props.children}
      {usual.length > 0 ? (
        <div>
          {unfolded ? (
            <DescriptionList label={say("gate-launch-defaults")}>{rows(usual)}</DescriptionList>
          ) : null}
          <FoldButton className={css.fold} open={unfolded} onFold={setUnfolded} guard={guard}>
            <Say
              id="gate-launch-defaults-show"
              args={{ fields: <Listed and={false} items={usual.map(({ row }) => row.field)} /> }}
            />
          </FoldButton>
        </div>
      ) : null}
    </>
  );
}

function Part(props: { title: string; children: ReactNode; fold?: ReactNode }) {
  return (
    <section>
      <h2 className={gate.label}>{props.title}</h2>
      {props.children ? <DescriptionList label={props.title}>{props.children}</DescriptionList> : null}
      {props.fold}
    </section>
  );
}

/** The program with its arguments on one line, as it is started; where it is from, and what else there is of it. */
function Command(props: { rows: Placed[]; opened: Expanded }) {
  const { rows, opened } = props;
  const program = rows.find(({ field }) => field === "program");
  const line = rows.find(({ field }) => field === "arguments");
  const row = ({ row, index }: Placed) => <Row key={`${index}`} row={row} id={`${index}`} opened={opened} />;
  // One that is gone has no line: what was there is said field by field.
  if (program === undefined || program.row.values.length === 0) return rows.map(row);
  const parts = line === undefined ? [program] : [program, line];
  const changed = parts.some((it) => it.row.before !== null);
  const from = program.row.values.flatMap((it) => it.note ?? []);
  return (
    <>
      <Description
        name={program.row.values.some((it) => it.literal) ? say("gate-launch-command") : program.row.field}
      >
        <Tokens tokens={parts.flatMap((it) => now(it))} opened={opened} />
        {changed ? (
          <div className={gate.before}>
            <span className="dim small">{say("gate-before")}</span>
            <Tokens tokens={parts.flatMap((it) => (it.row.before ? before(it) : now(it)))} opened={opened} />
          </div>
        ) : null}
      </Description>
      {from.length > 0 ? <Description name={say("gate-launch-from")}>{from.join(" · ")}</Description> : null}
      {rows.filter((it) => !parts.includes(it)).map(row)}
    </>
  );
}

/** Where the program was found stands in a row of its own. */
function now({ row, field, index }: Placed): Token[] {
  return row.values.map((it, at) =>
    token(field === "program" ? { ...it, note: null } : it, row.field, `${index}.${at}`),
  );
}

function before({ row, index }: Placed): Token[] {
  return (row.before ?? []).map((it, at) =>
    token(it, say("gate-before-of", { field: row.field }), `${index}-before.${at}`),
  );
}

function token(value: ReviewValue, field: string, id: string): Token {
  return { value, field, id };
}

/** What a program gets from the person's environment, by name. It is the same for every program, so it is folded at first. */
function Inherited({ names }: { names: Foreign[] }) {
  return (
    <Description name={say("gate-launch-inherited-name")}>
      <p className="dim small">{say("gate-launch-inherited-help")}</p>
      <ul className={`unmarked ${css.names}`} aria-label={say("gate-launch-inherited-list")}>
        {names.map((name, index) => (
          <li key={`${index}`}>
            <ForeignText value={name} mono />
          </li>
        ))}
      </ul>
    </Description>
  );
}
