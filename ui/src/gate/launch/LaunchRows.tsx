import { type ReactNode, useState } from "react";
import type { Foreign, ReviewRow, ReviewValue } from "../../bindings/host";
import { Description, DescriptionList } from "../../elements/DescriptionList";
import { ForeignText } from "../../elements/ForeignText";
import { LinkButton } from "../../elements/LinkButton";
import { many } from "../../words";
import gate from "../gate.module.css";
import { Row, shortened, type Token, Tokens } from "../ReviewRows";
import type { Asked } from "../request";
import type { Expanded } from "../useExpanded";
import css from "./launch.module.css";

interface Placed {
  row: ReviewRow;
  /** In the request: by it a value that is shortened is known. */
  index: number;
}

/** Which rows say what a server gets. */
const GETS = ["Folder", "Environment", "Headers"];
/** Which rows say how Portcullis speaks with it. */
const SPEAKS = ["Label", "Protocol", "Transport", "Limits"];

/**
 * Every field, the most important first: what runs, where it is from, what it gets, then warnings. What is as for every
 * server may be folded away, but is never left out (S-08).
 */
export function LaunchRows(props: {
  asked: Asked<"launch">;
  /** The label once more, which the question names already. */
  isHeading: (row: ReviewRow) => boolean;
  opened: Expanded;
  onFold: () => void;
  /** What stands before the usual: warnings. */
  children: ReactNode;
}) {
  const { asked, opened, onFold } = props;
  const [unfolded, setUnfolded] = useState(false);
  const [named, setNamed] = useState(false);
  const said = asked.rows.map((row, index) => ({ row, index })).filter(({ row }) => !props.isHeading(row));
  const usual = said.filter(({ row, index }) => row.usual && shortened(row, index).length === 0);
  const shown = said.filter((it) => !usual.includes(it));
  const gets = shown.filter(({ row }) => GETS.includes(row.field));
  const speaks = shown.filter(({ row }) => SPEAKS.includes(row.field));
  const runs = shown.filter((it) => !gets.includes(it) && !speaks.includes(it));
  const rows = (some: Placed[]) =>
    some.map(({ row, index }) => <Row key={`${index}`} row={row} id={`${index}`} opened={opened} />);
  const reached = runs.some(({ row }) => row.field === "Address" && row.values.length > 0);
  return (
    <>
      <Part title={reached ? "Where it connects" : "What runs"}>
        <Command rows={runs} opened={opened} />
      </Part>
      {gets.length > 0 || asked.inherited.length > 0 ? (
        <Part
          title="What it gets"
          fold={
            asked.inherited.length > 0 ? (
              <LinkButton
                className={css.fold}
                aria-expanded={named}
                onClick={() => {
                  setNamed(!named);
                  onFold();
                }}
              >
                Inherited: {many(asked.inherited.length, "variable")}
              </LinkButton>
            ) : null
          }
        >
          {gets.length > 0 || named ? (
            <>
              {rows(gets)}
              {named ? <Inherited names={asked.inherited} /> : null}
            </>
          ) : null}
        </Part>
      ) : null}
      {speaks.length > 0 ? <Part title="How Portcullis uses it">{rows(speaks)}</Part> : null}
      {props.children}
      {usual.length > 0 ? (
        <div>
          {unfolded ? <DescriptionList label="As usual">{rows(usual)}</DescriptionList> : null}
          <LinkButton
            className={css.fold}
            aria-expanded={unfolded}
            onClick={() => {
              setUnfolded(!unfolded);
              onFold();
            }}
          >
            {inWords(usual.map(({ row }) => row.field))}: as usual
          </LinkButton>
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
  const program = rows.find(({ row }) => row.field === "Program");
  const line = rows.find(({ row }) => row.field === "Arguments");
  const row = ({ row, index }: Placed) => <Row key={`${index}`} row={row} id={`${index}`} opened={opened} />;
  // One that is gone has no line: what was there is said field by field.
  if (program === undefined || program.row.values.length === 0) {
    return rows.map(row);
  }
  const parts = line === undefined ? [program] : [program, line];
  const changed = parts.some((it) => it.row.before !== null);
  const from = program.row.values.flatMap((it) => it.note ?? []);
  return (
    <>
      <Description name={program.row.values.some((it) => it.literal) ? "Command" : "Program"}>
        <Tokens tokens={parts.flatMap((it) => now(it))} opened={opened} />
        {changed ? (
          <div className={gate.before}>
            <span className="dim small">before</span>
            <Tokens tokens={parts.flatMap((it) => (it.row.before ? before(it) : now(it)))} opened={opened} />
          </div>
        ) : null}
      </Description>
      {from.length > 0 ? <Description name="From">{from.join(" · ")}</Description> : null}
      {rows.filter((it) => !parts.includes(it)).map(row)}
    </>
  );
}

/** Where the program was found stands in a row of its own. */
function now({ row, index }: Placed): Token[] {
  return row.values.map((it, at) =>
    token(row.field === "Program" ? { ...it, note: null } : it, row.field, `${index}.${at}`),
  );
}

function before({ row, index }: Placed): Token[] {
  return (row.before ?? []).map((it, at) => token(it, `${row.field} before`, `${index}-before.${at}`));
}

function token(value: ReviewValue, field: string, id: string): Token {
  return { value, field, id };
}

/** What a program gets from the person's environment, by name. It is the same for every program, so it is folded at first. */
function Inherited({ names }: { names: Foreign[] }) {
  return (
    <Description name="Inherited">
      <p className="dim small">From your environment, with the values that they have there.</p>
      <ul className={css.names} aria-label="Inherited variables">
        {names.map((name, index) => (
          <li key={`${index}`}>
            <ForeignText value={name} mono />
          </li>
        ))}
      </ul>
    </Description>
  );
}

/** `Protocol and limits`. */
function inWords(fields: string[]): string {
  const words = fields.map((field, index) => (index === 0 ? field : field.toLowerCase()));
  const last = words.pop() ?? "";
  return words.length === 0 ? last : `${words.join(", ")} and ${last}`;
}
