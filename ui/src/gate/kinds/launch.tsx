import { useState } from "react";
import type { Request, ReviewRow, Whereabouts } from "../../bindings/host";
import type { Action } from "../../elements/DecisionDialog";
import { ProblemNote } from "../../elements/ProblemNote";
import { Carried, confirmed } from "../Carried";
import { LaunchRows } from "../launch/LaunchRows";
import { Warnings } from "../Remarks";
import { shortened } from "../ReviewRows";
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
    const unread = opened.hold();
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
        {asked.built_in ? <p>{asked.built_in}</p> : null}
        <LaunchRows
          asked={asked}
          isHeading={(row) => isHeading(row, request)}
          opened={opened}
          onFold={guard.again}
        >
          <Warnings warnings={asked.warnings} />
        </LaunchRows>
        {asked.refusals.length > 0 ? null : <Carried carried={asked.carried} keep={keep} onKeep={setKeep} />}
        {asked.built_in ? null : <p className="dim small">{reach[request.server.whereabouts]}</p>}
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
