import { useState } from "react";
import type { Request, Warning } from "../../bindings/host";
import type { Action } from "../../elements/DecisionDialog";
import { ProblemNote } from "../../elements/ProblemNote";
import { Say, say } from "../../l10n";
import { deny } from "../actions";
import { Carried, confirmed } from "../Carried";
import { type Placed, placed } from "../launch/fields";
import { LaunchRows } from "../launch/LaunchRows";
import { type ReadThrough, useReadThrough } from "../ReadToEnd";
import { Loud, Warnings } from "../Remarks";
import { shortened } from "../ReviewRows";
import type { RequestKind } from "../request";
import { type Expanded, useExpanded } from "../useExpanded";
import { AskedByWords } from "../WhoAsks";

interface State {
  rows: Placed[];
  opened: Expanded;
  /** What runs, what it gets and how it is spoken with. */
  read: ReadThrough;
  /** Places of what is carried over. */
  keep: number[];
  setKeep: (keep: number[]) => void;
}

/** A server is about to be added, changed or started again: every field of what will run (S-08 to S-12). */
export const launch: RequestKind<"launch", State> = {
  useSheet({ asked, guard }) {
    const rows = placed(asked.rows);
    const opened = useExpanded(
      rows.flatMap(({ row, index }) => shortened(row, index)),
      guard.again,
    );
    const [keep, setKeep] = useState<number[]>([]);
    return { rows, opened, read: useReadThrough(), keep, setKeep };
  },

  Under({ request, asked }) {
    return asked.because ? (
      say("gate-kinds-launch-because", { because: asked.because })
    ) : (
      <Say id="gate-kinds-launch-asked" args={{ asked: <AskedByWords by={request.asked_by} /> }} />
    );
  },

  actions({ asked, answering, opened, read, keep }) {
    const active = answering.may && opened.all && read.all && confirmed(asked.carried, keep);
    const what = asked.changes === null ? "add" : "save";
    const add = (label: string, start: boolean): Action => ({
      label,
      // Of two, the key is the one beside the edge, as everywhere.
      ...(start ? { shortcut: "allow", lasts: true } : {}),
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
        deny(answering, say("words-cancel")),
        // Denies this start; the question about the fetch comes next.
        ...(asked.pinnable
          ? [
              {
                label: say("gate-kinds-launch-pin"),
                active: answering.may,
                run: () => answering.answer({ kind: "pin_version" }),
              },
            ]
          : []),
      ],
      yes:
        asked.refusals.length > 0
          ? []
          : asked.because
            ? [add(say("gate-kinds-launch-start"), true)]
            : [
                { ...add(say(`gate-kinds-launch-${what}`), false), variant: "subtle" },
                add(say(`gate-kinds-launch-${what}-start`), true),
              ],
    };
  },

  hold({ asked, opened, read, keep }) {
    if (asked.refusals.length > 0) return null;
    const unread = opened.hold() ?? read.hold();
    if (unread !== null) return unread;
    return confirmed(asked.carried, keep) ? null : say("gate-kinds-launch-hold");
  },

  covers: ({ request, asked }) => (asked.refusals.length > 0 ? null : request.covers),

  Body({ request, asked, guard, rows, opened, read, keep, setKeep }) {
    const { whereabouts } = request.server;
    // Nothing of a provider or of a registry is launched.
    const where = whereabouts === "local" || whereabouts === "loopback" ? whereabouts : "remote";
    return (
      <>
        {asked.refusals.map((refusal) => (
          <ProblemNote
            key={refusal.code + refusal.sentence}
            problem={{ sentence: refusal.sentence, remedy: null }}
          />
        ))}
        <Loud warnings={asked.warnings} />
        {asked.built_in ? <p>{asked.built_in}</p> : null}
        <LaunchRows
          rows={rows.filter((it) => !isHeading(it, request))}
          inherited={asked.inherited}
          opened={opened}
          guard={guard}
          onEnd={read.ended}
        >
          <Warnings warnings={asked.warnings} />
        </LaunchRows>
        {asked.refusals.length > 0 ? null : <Carried carried={asked.carried} keep={keep} onKeep={setKeep} />}
        {asked.built_in ? null : (
          // What a yes means, by where the server runs, and what no warning at the top says already.
          <p className="dim small">
            {say(`gate-kinds-launch-${isFenced(rows) || isWarned(asked) ? "fenced" : where}`)}
          </p>
        )}
      </>
    );
  },
};

/** Whether the program gets a fence: what it may use is listed in the place of one sentence that says that there is none. */
function isFenced(rows: Placed[]): boolean {
  return rows.some(({ row, field }) => field === "fence" && row.values.length > 1);
}

/** Whether a warning says first what a program without a fence can do. */
function isWarned({ warnings }: { warnings: Warning[] }): boolean {
  return warnings.some(({ code }) => code === "fence.none");
}

/** The label once more, which the question above names already. */
function isHeading({ row, field }: Placed, request: Request): boolean {
  const [only, ...more] = row.values;
  return (
    field === "label" &&
    row.before === null &&
    more.length === 0 &&
    only?.note === null &&
    only.text.text === request.server.label &&
    request.question.includes(`“${request.server.label}”`)
  );
}
