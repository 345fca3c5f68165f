import type { ReviewRow, ReviewValue } from "../bindings/host";
import { Description } from "../elements/DescriptionList";
import { say } from "../l10n";
import { bytes } from "../words";
import { clamp } from "./clamp";
import css from "./gate.module.css";
import type { Expanded, Shortened } from "./useExpanded";
import { Value } from "./Value";

/** One field: what it would be, and what it was. */
export function Row(props: { row: ReviewRow; id: string; opened: Expanded }) {
  const { row, id, opened } = props;
  return (
    <Description name={row.field}>
      <Values values={row.values} id={id} field={row.field} opened={opened} />
      {row.before ? (
        <div className={css.before}>
          <span className="dim small">{say("gate-before")}</span>
          <Values values={row.before} id={`${id}-before`} field={before(row.field)} opened={opened} />
        </div>
      ) : null}
    </Description>
  );
}

/** What of a row has to be opened first. */
export function shortened(row: ReviewRow, index: number): Shortened[] {
  const of = (values: ReviewValue[] | null, prefix: string, name: string) =>
    (values ?? []).flatMap((it, at) =>
      clamp(it.text.text, it.bytes) ? [{ key: `${prefix}.${at}`, name }] : [],
    );
  return [...of(row.values, `${index}`, row.field), ...of(row.before, `${index}-before`, before(row.field))];
}

/** The name of what a field was. */
function before(field: string): string {
  return say("gate-before-of", { field });
}

function Values(props: { values: ReviewValue[]; id: string; field: string; opened: Expanded }) {
  const tokens = props.values.map((value, at) => ({ value, field: props.field, id: `${props.id}.${at}` }));
  return <Tokens tokens={tokens} opened={props.opened} />;
}

/** A value with the field that it is of, and the key that it is opened by. */
export interface Token {
  value: ReviewValue;
  field: string;
  id: string;
}

/** Each value is one token; a space inside it cannot be taken for the space between two. Words of ours are plain. */
export function Tokens(props: { tokens: Token[]; opened: Expanded }) {
  if (props.tokens.length === 0) return <span className="dim">{say("gate-none")}</span>;
  return (
    <ul
      className={`unmarked ${css.tokens}`}
      data-noted={props.tokens.some(({ value }) => value.note !== null)}
    >
      {props.tokens.map(({ value, field, id }) => (
        <li key={id} data-alone={value.note !== null || !value.literal}>
          <span className={css.taken} data-literal={value.literal}>
            <Value
              id={id}
              name={field}
              value={value.text}
              bytes={value.bytes}
              words={!value.literal}
              opened={props.opened}
            />
          </span>
          {value.note ? <span className="dim small">{value.note}</span> : null}
          {value.bytes > 200 ? <span className="dim small">{bytes(value.bytes)}</span> : null}
        </li>
      ))}
    </ul>
  );
}
