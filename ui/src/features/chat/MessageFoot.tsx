import type { Branch, Message, ModelChoice } from "../../bindings/host";
import { ActionMenu, ChevronIcon, Copy, DownIcon, ProblemNote } from "../../elements";
import { Say, say } from "../../l10n";
import { useHostCommand } from "../../store";
import { isEditable } from "./editable";
import css from "./MessageFoot.module.css";
import { Took } from "./Took";

/** Below a message: what it took, which of several it is, and how to edit or regenerate it. */
export function MessageFoot(props: {
  conversation: string;
  message: Message;
  model: string;
  models: readonly ModelChoice[];
  busy: boolean;
  last: boolean;
  onEdit: () => void;
  onShow: (seq: number) => void;
}) {
  const { message, busy } = props;
  const again = useHostCommand("answer_again");
  if (message.streaming) {
    return message.branch ? (
      <div className={css.foot} data-last>
        <Branches branch={message.branch} busy onShow={props.onShow} />
      </div>
    ) : null;
  }
  const editable = isEditable(message);
  const answers = message.speaker === "model";
  const words = message.parts.flatMap((part) => (part.kind === "words" ? [part.text] : [])).join("\n\n");
  const make = (model: string | null) =>
    again.mutate({ conversation: props.conversation, seq: message.seq, model });
  return (
    <>
      <div className={css.foot} data-last={props.last || undefined} data-speaker={message.speaker}>
        {message.branch ? <Branches branch={message.branch} busy={busy} onShow={props.onShow} /> : null}
        {message.by !== null ? <Took by={message.by} /> : null}
        {words !== "" && message.speaker !== "host" ? (
          <Copy
            text={words}
            label={say(answers ? "chat-copy-model" : "chat-copy-person")}
            className={css.footAct}
          />
        ) : null}
        {editable && !busy ? (
          <button type="button" className={css.footAct} onClick={props.onEdit}>
            {say("chat-edit")}
          </button>
        ) : null}
        {answers && !busy ? (
          <ActionMenu
            position="top-start"
            width={240}
            target={
              <button type="button" className={css.footAct} disabled={again.isPending}>
                {say("chat-regenerate")} <DownIcon />
              </button>
            }
            actions={[
              {
                key: "same",
                words: <Say id="chat-regenerate-same" args={{ model: <bdi>{props.model}</bdi> }} />,
                onChoose: () => make(null),
              },
            ]}
            more={{
              heading: say("chat-regenerate-other"),
              actions: props.models
                .filter((it) => it.name !== props.model)
                // Those that can call tools first: an answer without them is another one.
                .toSorted((one, other) => Number(other.tools) - Number(one.tools))
                .map((it) => ({
                  key: it.id,
                  words: (
                    <>
                      <bdi>{it.name}</bdi>{" "}
                      <span className="dim small">
                        {it.tools ? it.provider : `${it.provider} · ${say("chat-model-no-tools")}`}
                      </span>
                    </>
                  ),
                  onChoose: () => make(it.id),
                })),
            }}
          />
        ) : null}
      </div>
      {again.error ? <ProblemNote problem={again.error} live /> : null}
    </>
  );
}

/** `‹ 2 of 3 ›`: what else was said in its place. */
function Branches(props: { branch: Branch; busy: boolean; onShow: (seq: number) => void }) {
  const { branch, busy } = props;
  const step = (to: number | null, name: string) => (
    <button
      type="button"
      className={css.footStep}
      aria-label={name}
      // Not `disabled`: a user who steps to the end keeps the focus.
      aria-disabled={busy || to === null || undefined}
      title={busy ? say("chat-version-busy") : undefined}
      onClick={() => {
        if (!busy && to !== null) {
          props.onShow(to);
        }
      }}
    >
      <span>
        <ChevronIcon />
      </span>
    </button>
  );
  return (
    <span className={css.branches} role="group" aria-label={say("chat-versions")}>
      {step(branch.before, say("chat-version-previous"))}
      <span aria-live="polite">{say("chat-version-place", { place: branch.place, count: branch.of })}</span>
      {step(branch.after, say("chat-version-next"))}
    </span>
  );
}
