import { Button } from "@mantine/core";
import type { RootRow } from "../../bindings/host";
import { ForeignText } from "../../elements/ForeignText";
import { ProblemNote } from "../../elements/ProblemNote";
import { Tag } from "../../elements/Tag";
import { say } from "../../l10n";
import { allowLasting } from "../actions";
import { Endings, noAnswers } from "../elicitation/Endings";
import css from "../gate.module.css";
import { type ReadThrough, ReadToEnd, useReadThrough } from "../ReadToEnd";
import type { RequestKind } from "../request";
import { type GateCommand, useCommand } from "../session";
import { WhoAsks } from "../WhoAsks";

interface State {
  add: GateCommand<"add_root">;
  /** The folders that are there, which are the ones it is told of. */
  told: RootRow[];
  read: ReadThrough;
}

/** A server wants to know which folders it may work in: exactly what it would be told (ROO-03). */
export const roots: RequestKind<"roots", State> = {
  useSheet({ asked }) {
    const told = asked.folders.filter((it) => it.there);
    return { add: useCommand("add_root"), told, read: useReadThrough() };
  },

  Under: WhoAsks,

  actions(sheet) {
    const { answering, add, told, read } = sheet;
    const label = say("gate-kinds-roots-share", { count: told.length });
    const when = !add.pending && told.length > 0 && read.all;
    return { no: noAnswers(sheet), yes: [allowLasting(answering, label, when, { kind: "share" })] };
  },

  hold: ({ told, read }) => (told.length > 0 ? read.hold() : say("gate-kinds-roots-none")),

  covers: ({ request, told }) => (told.length > 0 ? request.covers : null),

  Body({ request, asked, add, read }) {
    const { label, id } = request.server;
    return (
      <>
        {asked.folders.length === 0 ? null : (
          <ReadToEnd onEnd={read.ended}>
            <ul className={`unmarked ${css.folders}`} aria-label={say("gate-kinds-roots-list")}>
              {asked.folders.map((it) => (
                <Folder key={it.path} folder={it} />
              ))}
            </ul>
          </ReadToEnd>
        )}
        {asked.notes.map((note) => (
          <p key={note} className="small">
            {note}
          </p>
        ))}
        <div>
          <Button size="xs" loading={add.pending} onClick={() => add.run({ server: id })}>
            {say("words-add-folder")}
          </Button>
        </div>
        {add.problem ? <ProblemNote problem={add.problem} server={label} live /> : null}
        <p className="dim small">{say("gate-kinds-roots-help", { server: label })}</p>
        <Endings />
      </>
    );
  },
};

function Folder(props: { folder: RootRow }) {
  const { folder } = props;
  return (
    <li>
      <ForeignText value={folder.shown} mono />
      {folder.there ? null : <Tag tone="wait">{say("words-folder-missing")}</Tag>}
      {folder.warnings.map((it) => (
        <p key={it} className={css.warning}>
          {it}
        </p>
      ))}
    </li>
  );
}
