import { type RefObject, useRef, useState } from "react";
import { RawText } from "../../elements/ForeignText";
import { LinkButton } from "../../elements/LinkButton";
import { Tag } from "../../elements/Tag";
import { UntrustedBlock } from "../../elements/UntrustedBlock";
import { writeJson } from "../../json";
import { say } from "../../l10n";
import { allow, deny } from "../actions";
import { DenyAll } from "../DenyAll";
import { FoldButton } from "../FoldButton";
import { LastRow } from "../LastRow";
import { type ReadThrough, ReadToEnd, useReadThrough } from "../ReadToEnd";
import { Loud, Notes, Warnings } from "../Remarks";
import type { RequestKind } from "../request";
import { Steps } from "../Steps";
import { EditTexts } from "../sampling/EditTexts";
import { Give } from "../sampling/Give";
import { Parts } from "../sampling/Parts";
import { shortenedInParts } from "../sampling/parts";
import css from "../sampling/sampling.module.css";
import { read, textsOfAnswer } from "../sampling/texts";
import { useDraft } from "../useDraft";
import { type Expanded, useExpanded } from "../useExpanded";
import { WhoAsks } from "../WhoAsks";

interface State {
  opened: Expanded;
  /** The whole answer. */
  read: ReadThrough;
  /** The answer is being changed. */
  editing: boolean;
  turn: (editing: boolean) => void;
  editor: RefObject<HTMLButtonElement | null>;
}

/** Second of two: the answer, before the server gets it (SAM-03). */
export const sampledAnswer: RequestKind<"sampled_answer", State> = {
  useSheet({ request, asked, guard }) {
    const [editing, setEditing] = useDraft(request, "editing", false);
    const editor = useRef<HTMLButtonElement>(null);
    const opened = useExpanded(shortenedInParts(asked.parts, "answer", "answer"), guard.again);
    const turn = (next: boolean) => {
      setEditing(next);
      guard.again();
    };
    return { opened, read: useReadThrough(), editing, turn, editor };
  },

  Under: WhoAsks,

  actions({ request, answering, opened, read, editing }) {
    const give = <Give to={request.server.label} />;
    return {
      no: [deny(answering, say("gate-kinds-deny"))],
      yes: [allow(answering, give, !editing && opened.all && read.all)],
    };
  },

  hold({ editing, opened, read }) {
    if (editing) return say("gate-kinds-answer-hold");
    return opened.hold() ?? read.hold();
  },

  Body({ request, asked, guard, opened, read, editing, turn, editor }) {
    const { label } = request.server;
    const [back, setBack] = useState(false);
    const byPerson = asked.model === "person";
    return (
      <>
        <Steps
          label={say("gate-kinds-sampling-steps")}
          now={1}
          steps={[
            say("gate-kinds-sampling-step-request"),
            say("gate-kinds-sampling-step-answer", { server: label }),
          ]}
        />
        <Loud warnings={asked.warnings} />
        <Warnings warnings={asked.warnings} />
        {editing ? (
          <EditTexts
            request={request}
            json={asked.answer_json}
            texts={textsOfAnswer(asked.answer_json)}
            what="answer"
            onDone={() => {
              turn(false);
              requestAnimationFrame(() => editor.current?.focus());
            }}
          />
        ) : (
          <UntrustedBlock
            from={
              byPerson ? say("gate-kinds-answer-own") : say("gate-kinds-answer-from", { model: asked.model })
            }
          >
            <ReadToEnd onEnd={read.ended}>
              <Parts parts={asked.parts} id="answer" name="answer" opened={opened} />
            </ReadToEnd>
          </UntrustedBlock>
        )}
        <Notes notes={asked.notes} />
        {editing ? null : (
          <LastRow
            actions={
              <>
                <DenyAll />
                <LinkButton ref={editor} onClick={() => turn(true)}>
                  {say("gate-kinds-answer-edit")}
                </LinkButton>
                <FoldButton open={back} onFold={setBack} guard={guard}>
                  {say("gate-kinds-answer-sent")}
                </FoldButton>
              </>
            }
          >
            <span className="dim small">{ended(asked.stop_reason, byPerson)}</span>
            {asked.edited ? <Tag tone="wait">{say("gate-changed-by-you")}</Tag> : null}
          </LastRow>
        )}
        {back ? <LookBack json={asked.request_json} /> : null}
      </>
    );
  },
};

/** Why the answer ends where it ends. */
function ended(reason: string, byPerson: boolean): string {
  if (byPerson) return say("gate-kinds-answer-end-person");
  switch (reason) {
    case "endTurn":
      return say("gate-kinds-answer-end-turn");
    case "stopSequence":
      return say("gate-kinds-answer-end-sequence");
    case "maxTokens":
      return say("gate-kinds-answer-end-tokens");
    case "toolUse":
      return say("gate-kinds-answer-end-tool");
    case "contentFilter":
      return say("gate-kinds-answer-end-filter");
    default:
      return "";
  }
}

/** The request as JSON, to be read only. */
function LookBack(props: { json: string }) {
  const value = read(props.json);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard
    <section className={css.back} aria-label={say("gate-kinds-answer-sent")} tabIndex={0}>
      {value === undefined ? (
        <p className="dim">{say("gate-kinds-answer-sent-unshown")}</p>
      ) : (
        <RawText text={writeJson(value, 2)} mono lines />
      )}
    </section>
  );
}
