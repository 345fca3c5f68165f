import { useState } from "react";
import type { Request, ReviewRow, Whereabouts } from "../../bindings/host";
import type { Action } from "../../elements/DecisionDialog";
import { DescriptionList } from "../../elements/DescriptionList";
import { LinkButton } from "../../elements/LinkButton";
import { ProblemNote } from "../../elements/ProblemNote";
import { Tag } from "../../elements/Tag";
import { Carried, confirmed } from "../Carried";
import css from "../gate.module.css";
import { Row, shortened } from "../ReviewRows";
import type { RequestKind } from "../request";
import { type Expanded, useExpanded } from "../useExpanded";
import { askedBy } from "../WhoAsks";

interface State {
  opened: Expanded;
  /** Places of what is carried over. */
  keep: number[];
  setKeep: (keep: number[]) => void;
}

/** A server is about to be added, changed or started again: every field of what will run (S-08 to S-12). */
export const launch: RequestKind<"launch", State> = {
  useSheet({ asked, guard }) {
    const opened = useExpanded(asked.rows.flatMap(shortened), guard.again);
    const [keep, setKeep] = useState<number[]>([]);
    return { opened, keep, setKeep };
  },

  Under({ request, asked }) {
    return asked.because
      ? `${asked.because} · nothing has been started`
      : `${askedBy(request.asked_by)} · nothing has been started or saved`;
  },

  actions({ asked, answering, opened, keep }) {
    const active = answering.may && opened.all && confirmed(asked.carried, keep);
    const word = asked.changes === null ? "Add" : "Save";
    const add = (label: string, start: boolean): Action => ({
      label,
      active,
      run: () =>
        answering.answer(
          keep.length > 0
            ? { kind: "add_keeping", start, keep: keep.toSorted((a, b) => a - b) }
            : { kind: start ? "add_and_start" : "add" },
        ),
    });
    return {
      no: [
        {
          label: "Cancel",
          shortcut: "deny",
          active: answering.may,
          run: () => answering.answer({ kind: "deny" }),
        },
      ],
      yes:
        asked.refusals.length > 0
          ? []
          : asked.because
            ? [add("Start", true)]
            : [{ ...add(`${word}, do not start`, false), variant: "subtle" }, add(`${word} and start`, true)],
    };
  },

  hold({ asked, opened, keep }) {
    if (asked.refusals.length > 0) {
      return null;
    }
    const unread = opened.hold("go on");
    if (unread !== null) {
      return unread;
    }
    return confirmed(asked.carried, keep) ? null : "Confirm where each secret would go, then you can go on.";
  },

  Body({ request, asked, guard, opened, keep, setKeep }) {
    return (
      <>
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
        {asked.refusals.length > 0 ? null : <Carried carried={asked.carried} keep={keep} onKeep={setKeep} />}
        <p className="dim small">{reach[request.server.whereabouts]}</p>
      </>
    );
  },
};

/** What a yes means, by where the server runs. */
const reach: Record<Whereabouts, string> = {
  local:
    "A program like this can do what you can do on this computer. Go on only if you know where it comes from.",
  loopback:
    "This address is on this computer: a program that runs here answers at it. Go on only if you know which one.",
  remote: "What you send to this address leaves your computer. Go on only if you know who runs it.",
};

/** Every field; what is as for every server may be folded away, but is never left out (S-08). */
function Rows(props: { request: Request; rows: ReviewRow[]; opened: Expanded; onFold: () => void }) {
  const { request, rows, opened } = props;
  const [unfolded, setUnfolded] = useState(false);
  const said = rows.map((row, index) => ({ row, index })).filter(({ row }) => !isHeading(row, request));
  const usual = said.filter(({ row, index }) => row.usual && shortened(row, index).length === 0);
  const shown = unfolded ? said : said.filter((it) => !usual.includes(it));
  return (
    <div>
      <DescriptionList label="What will run">
        {shown.map(({ row, index }) => (
          <Row key={`${index}`} row={row} id={`${index}`} opened={opened} />
        ))}
      </DescriptionList>
      {usual.length > 0 ? (
        <LinkButton
          className={css.usual}
          aria-expanded={unfolded}
          onClick={() => {
            setUnfolded(!unfolded);
            props.onFold();
          }}
        >
          {inWords(usual.map(({ row }) => row.field))}: as usual
        </LinkButton>
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
