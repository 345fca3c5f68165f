import { useState } from "react";
import type { Request, ReviewRow, ReviewValue, Whereabouts } from "../../bindings/host";
import { Pair, Pairs, ProblemNote, Tag } from "../../elements";
import { bytes } from "../../words";
import { Carried, confirmed } from "./Carried";
import { clamp } from "./clamp";
import type { RequestProps } from "./Gate";
import { AnswerButton, GateFrame } from "./GateFrame";
import css from "./gate.module.css";
import { askedBy } from "./ToolRequest";
import { useAnswer } from "./useAnswer";
import { useGuard } from "./useGuard";
import { type Opened, useOpened } from "./useOpened";
import { Value } from "./Value";

/** A server is about to be added, changed or started again: every field of what will run (S-08 to S-12). */
export function LaunchRequest(props: RequestProps<"launch">) {
  const { request, asked } = props;
  const guard = useGuard(request);
  const answering = useAnswer(request, guard);
  const opened = useOpened(asked.rows.flatMap(shortened), guard.again);
  const [keep, setKeep] = useState<number[]>([]);
  const refused = asked.refusals.length > 0;
  const sure = confirmed(asked.carried, keep);
  const mayAnswer = answering.may;
  const mayAdd = mayAnswer && opened.all && sure && !refused;
  const add = (start: boolean) => () =>
    answering.answer(
      keep.length > 0
        ? { kind: "add_keeping", start, keep: keep.toSorted((a, b) => a - b) }
        : { kind: start ? "add_and_start" : "add" },
    );
  const cancel = answering.by({ kind: "deny" });
  const word = asked.changes === null ? "Add" : "Save";
  return (
    <GateFrame
      request={request}
      place={props.place}
      of={props.of}
      width="wide"
      guard={guard}
      answering={answering}
      hold={refused ? null : hold(opened.all, sure)}
      onD={cancel}
      under={
        <>
          {asked.because ? `${asked.because} · ` : `${askedBy(request.asked_by)} · `}
          {asked.because ? "nothing has been started" : "nothing has been started or saved"}
        </>
      }
      foot={
        <>
          <AnswerButton active={mayAnswer} onClick={cancel} shortcut="D">
            Cancel
          </AnswerButton>
          <span className={css.grow} />
          {refused ? null : asked.because ? (
            <AnswerButton active={mayAdd} onClick={add(true)}>
              Start
            </AnswerButton>
          ) : (
            <>
              <AnswerButton variant="subtle" active={mayAdd} onClick={add(false)}>
                {word}, do not start
              </AnswerButton>
              <AnswerButton active={mayAdd} onClick={add(true)}>
                {word} and start
              </AnswerButton>
            </>
          )}
        </>
      }
    >
      {asked.refusals.map((refusal) => (
        <ProblemNote
          key={refusal.code + refusal.sentence}
          problem={{ sentence: refusal.sentence, remedy: null }}
        />
      ))}
      <Rows request={request} rows={asked.rows} opened={opened} onFold={guard.again} />
      {asked.warnings.length > 0 ? (
        <ul className={css.notes} aria-label="Remarks">
          {asked.warnings.map((warning) => (
            <li key={warning.code + warning.sentence}>
              <Tag tone="wait">{warning.sentence}</Tag>
            </li>
          ))}
        </ul>
      ) : null}
      {refused ? null : <Carried carried={asked.carried} keep={keep} onKeep={setKeep} />}
      <p className="dim small">{reach[request.server.whereabouts]}</p>
    </GateFrame>
  );
}

/** Why it cannot be answered with yes yet. */
function hold(opened: boolean, sure: boolean): string | null {
  if (!opened) {
    return "Open what is shortened, then you can go on.";
  }
  return sure ? null : "Confirm where each secret would go, then you can go on.";
}

/** What a yes means, by where the server runs. */
const reach: Record<Whereabouts, string> = {
  local:
    "A program like this can do what you can do on this computer. Go on only if you know where it comes from.",
  loopback:
    "This address is on this computer: a program that runs here answers at it. Go on only if you know which one.",
  remote: "What you send to this address leaves your computer. Go on only if you know who runs it.",
};

/** One field: what it would be, and what it was. */
export function Row(props: { row: ReviewRow; id: string; opened: Opened }) {
  const { row, id, opened } = props;
  return (
    <Pair name={row.field}>
      <Values values={row.values} id={id} field={row.field} opened={opened} />
      {row.before ? (
        <div className={css.before}>
          <span className="dim small">before</span>
          <Values values={row.before} id={`${id}-before`} field={`${row.field} before`} opened={opened} />
        </div>
      ) : null}
    </Pair>
  );
}

/** Every field; what is as for every server may be folded away, but is never left out (S-08). */
function Rows(props: { request: Request; rows: ReviewRow[]; opened: Opened; onFold: () => void }) {
  const { request, rows, opened } = props;
  const [unfolded, setUnfolded] = useState(false);
  const said = rows.map((row, index) => ({ row, index })).filter(({ row }) => !isHeading(row, request));
  const usual = said.filter(({ row, index }) => row.usual && shortened(row, index).length === 0);
  const shown = unfolded ? said : said.filter((it) => !usual.includes(it));
  return (
    <div>
      <Pairs label="What will run">
        {shown.map(({ row, index }) => (
          <Row key={`${index}`} row={row} id={`${index}`} opened={opened} />
        ))}
      </Pairs>
      {usual.length > 0 ? (
        <button
          type="button"
          className={`underlined ${css.usual}`}
          aria-expanded={unfolded}
          onClick={() => {
            setUnfolded(!unfolded);
            props.onFold();
          }}
        >
          {inWords(usual.map(({ row }) => row.field))}: as usual
        </button>
      ) : null}
    </div>
  );
}

/** The label once more, which the question above names already. */
function isHeading(row: ReviewRow, request: Request): boolean {
  const [only, ...more] = row.values;
  return (
    row.field === "Label" &&
    row.before === null &&
    more.length === 0 &&
    only?.note === null &&
    only.text.text === request.server.label &&
    request.question.includes(`“${request.server.label}”`)
  );
}

/** `Protocol and limits`. */
function inWords(fields: string[]): string {
  const words = fields.map((field, index) => (index === 0 ? field : field.toLowerCase()));
  const last = words.pop() ?? "";
  return words.length === 0 ? last : `${words.join(", ")} and ${last}`;
}

/** What of a row has to be opened first. */
export function shortened(row: ReviewRow, index: number): string[] {
  const of = (values: ReviewValue[] | null, prefix: string) =>
    (values ?? []).flatMap((it, at) => (clamp(it.text.text, it.bytes) ? [`${prefix}.${at}`] : []));
  return [...of(row.values, `${index}`), ...of(row.before, `${index}-before`)];
}

/** Each value is one token; a space inside it cannot be taken for the space between two. Words of ours are plain. */
export function Values(props: { values: ReviewValue[]; id: string; field: string; opened: Opened }) {
  if (props.values.length === 0) {
    return <span className="dim">none</span>;
  }
  return (
    <ul className={css.tokens}>
      {props.values.map((value, index) => (
        <li key={`${index}`}>
          <span className={css.taken} data-literal={value.literal}>
            <Value
              id={`${props.id}.${index}`}
              name={props.field}
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
