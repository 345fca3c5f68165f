import { type RefObject, useRef } from "react";
import { textFrom } from "../../elements/Attribution";
import { ForeignText } from "../../elements/ForeignText";
import { LinkButton } from "../../elements/LinkButton";
import { Tag } from "../../elements/Tag";
import { UntrustedBlock } from "../../elements/UntrustedBlock";
import { say } from "../../l10n";
import { definitionTone, definitionWord } from "../../words";
import { AllowMenu } from "../AllowMenu";
import { allow, deny } from "../actions";
import { ArgumentRows, EditArguments, LeftOut, shortenedRows } from "../arguments";
import { Claims } from "../Claims";
import { Described } from "../Described";
import { Flow } from "../Flow";
import css from "../gate.module.css";
import { LastRow } from "../LastRow";
import { type ReadThrough, ReadToEnd, useReadThrough } from "../ReadToEnd";
import { Loud, Notes } from "../Remarks";
import type { RequestKind } from "../request";
import { useDraft } from "../useDraft";
import { type Expanded, useExpanded } from "../useExpanded";
import { AskedByWords, AskerLocation } from "../WhoAsks";

interface State {
  opened: Expanded;
  /** All arguments. */
  read: ReadThrough;
  /** The arguments are being changed. */
  editing: boolean;
  setEditing: (editing: boolean) => void;
  /** What began the change, for the focus afterwards. */
  editor: RefObject<HTMLButtonElement | null>;
}

/** A request to run a tool. */
export const tool: RequestKind<"tool", State> = {
  useSheet({ request, asked, guard }) {
    const [editing, setEditing] = useDraft(request, "editing", false);
    const editor = useRef<HTMLButtonElement>(null);
    const opened = useExpanded(shortenedRows(asked.arguments), guard.again);
    return { opened, read: useReadThrough(), editing, setEditing, editor };
  },

  Under({ request, asked }) {
    return (
      <>
        {/* The question names the tool as it is called; a question that does not is completed here. */}
        {request.question.includes(`“${asked.shown.text}”`) ? null : (
          <>
            <ForeignText value={asked.shown} mono /> ·{" "}
          </>
        )}
        <AskerLocation request={request} /> · <AskedByWords by={request.asked_by} />
      </>
    );
  },

  actions({ request, asked, answering, opened, read, editing }) {
    const { may: active, answer } = answering;
    const once = allow(answering, say("gate-kinds-allow-once"), !editing && opened.all && read.all);
    return {
      no: [
        deny(answering, say("gate-kinds-deny")),
        {
          label: say("gate-deny-all"),
          variant: "subtle",
          active,
          run: () => answer({ kind: "deny_all_from_server" }),
        },
      ],
      menu: <AllowMenu request={request} asked={asked} active={once.active} onAnswer={answer} />,
      yes: [once],
    };
  },

  hold({ editing, opened, read }) {
    if (editing) return say("gate-kinds-tool-hold");
    return opened.hold() ?? read.hold();
  },

  Body({ request, asked, guard, opened, read, editing, setEditing, editor }) {
    return (
      <>
        <Loud values={asked.arguments} remarks={asked.notes} />
        {asked.flow ? <Flow flow={asked.flow} /> : null}
        {asked.title && asked.title.text !== asked.shown.text ? (
          <UntrustedBlock from={say("gate-kinds-part-title", { from: textFrom(request.server.label) })} short>
            <ForeignText value={asked.title} />
          </UntrustedBlock>
        ) : null}
        {editing ? (
          <EditArguments
            request={request}
            asked={asked}
            onDone={() => {
              setEditing(false);
              guard.again();
              requestAnimationFrame(() => editor.current?.focus());
            }}
          />
        ) : (
          <ReadToEnd onEnd={read.ended}>
            <ArgumentRows rows={asked.arguments} label={say("words-arguments")} opened={opened} />
            <LeftOut names={asked.left_out} />
          </ReadToEnd>
        )}
        <div className={css.pair}>
          {/* A person who runs a tool is told no reason of their own. */}
          {request.asked_by.kind === "model" ? (
            <section>
              <h2 className={css.label}>{say("gate-kinds-tool-why")}</h2>
              {asked.why ? (
                <p>
                  “<ForeignText value={asked.why} />”
                </p>
              ) : (
                <p className="dim">{say("gate-together-no-why")}</p>
              )}
            </section>
          ) : null}
          <Claims claims={asked.claims} />
        </div>
        <Described request={request} asked={asked} guard={guard} />
        <Notes notes={asked.notes} />
        <LastRow
          actions={
            editing ? null : (
              <LinkButton ref={editor} onClick={() => setEditing(true)}>
                {say("gate-arguments-edit")}
              </LinkButton>
            )
          }
        >
          <Tag tone={definitionTone(asked.definition)}>{definitionWord(asked.definition)}</Tag>
        </LastRow>
      </>
    );
  },
};
