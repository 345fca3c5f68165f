import { Button } from "@mantine/core";
import type { RootRow } from "../../bindings/host";
import { ForeignText, ProblemNote, Tag } from "../../elements";
import { useAct } from "../../store";
import { Endings } from "./elicitation/Endings";
import type { RequestProps } from "./Gate";
import { AnswerButton, GateFrame } from "./GateFrame";
import css from "./gate.module.css";
import { NoAnswers } from "./NoAnswers";
import { useAnswer } from "./useAnswer";
import { useGuard } from "./useGuard";
import { WhoAsks } from "./WhoAsks";

/** A server wants to know which folders it may work in: exactly what it would be told (ROO-03). */
export function RootsRequest(props: RequestProps<"roots">) {
  const { request, asked } = props;
  const { label, id } = request.server;
  const guard = useGuard(request);
  const answering = useAnswer(request, guard);
  const add = useAct("add_root");
  const told = asked.folders.filter((it) => it.there);
  const mayAnswer = answering.may && !add.isPending;
  const decline = answering.by({ kind: "decline" }, mayAnswer);
  const share = () => {
    if (mayAnswer && told.length > 0) {
      answering.answer({ kind: "share" });
    }
  };
  return (
    <GateFrame
      request={request}
      place={props.place}
      of={props.of}
      guard={guard}
      answering={answering}
      hold={told.length > 0 ? null : "There is no folder to share yet."}
      onA={share}
      onD={decline}
      under={<WhoAsks request={request} cause={asked.cause} />}
      foot={
        <>
          <NoAnswers active={mayAnswer} decline={decline} answering={answering} />
          <AnswerButton active={mayAnswer && told.length > 0} onClick={share} shortcut="A">
            Share {told.length === 1 ? "this folder" : "these folders"}
          </AnswerButton>
        </>
      }
    >
      {asked.folders.length === 0 ? null : (
        <ul className={css.folders} aria-label="What it would be told">
          {asked.folders.map((it) => (
            <Folder key={it.path} folder={it} />
          ))}
        </ul>
      )}
      {asked.notes.map((note) => (
        <p key={note} className="small">
          {note}
        </p>
      ))}
      <div>
        <Button size="xs" loading={add.isPending} onClick={() => add.mutate({ server: id })}>
          Add folder…
        </Button>
      </div>
      {add.error ? <ProblemNote problem={add.error} server={label} live /> : null}
      <p className="dim small">
        Sharing holds until you change it on the page of “{label}”: when the folders change, it is told.
      </p>
      <Endings request={request} guard={guard} answering={answering} />
    </GateFrame>
  );
}

function Folder(props: { folder: RootRow }) {
  const { folder } = props;
  return (
    <li>
      <ForeignText value={folder.shown} mono />
      {folder.there ? null : <Tag tone="wait">not there now, so it is not told</Tag>}
      {folder.warnings.map((it) => (
        <p key={it} className={css.warning}>
          {it}
        </p>
      ))}
    </li>
  );
}
