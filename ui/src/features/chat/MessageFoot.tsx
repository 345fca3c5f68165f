import type { RefObject } from "react";
import type { Branch, Message, ModelChoice } from "../../bindings/host";
import { ActionMenu, ChevronIcon, Copy, DownIcon, ProblemNote } from "../../elements";
import { Say, say } from "../../l10n";
import { useHostCommand } from "../../store";
import { isEditable } from "./editable";
import css from "./MessageFoot.module.css";
import { ReplyUsage } from "./ReplyUsage";

/** What opens and closes the version beside a reply, which is in the element with this id. */
interface Comparison {
  open: boolean;
  id: string;
  opener: RefObject<HTMLButtonElement | null>;
  onToggle: () => void;
}

/** Below a message: what it took, which of several it is, and how to edit or regenerate it. */
export function MessageFoot(props: {
  conversation: string;
  message: Message;
  model: string;
  models: readonly ModelChoice[];
  busy: boolean;
  last: boolean;
  /** It broke off, and “Try again” is below it: that keeps what its tools did, which another version would not. */
  brokeOff: boolean;
  comparison: Comparison;
  onEdit: () => void;
  /** A reply in its place is asked for, of another model or not; and could not be. */
  onAgain: (withOther: boolean) => void;
  onAgainFails: () => void;
  onShow: (seq: number) => void;
}) {
  const { message, busy } = props;
  const again = useHostCommand("answer_again");
  const answers = message.speaker === "model";
  const versions = message.branch ? (
    <Branches
      branch={message.branch}
      busy={busy || message.streaming}
      onShow={props.onShow}
      {...(answers ? { comparison: props.comparison } : {})}
    />
  ) : null;
  if (message.streaming) {
    return versions ? (
      <div className={`row ${css.foot}`} data-last>
        {versions}
      </div>
    ) : null;
  }
  const editable = isEditable(message);
  const words = message.parts.flatMap((part) => (part.kind === "words" ? [part.text] : [])).join("\n\n");
  if (!answers && versions === null && (words === "" || message.speaker === "host")) {
    // Nothing can be done with it, such as a file that goes with the message after it.
    return null;
  }
  const make = (model: string | null) => {
    props.onAgain(model !== null);
    again.mutate(
      { conversation: props.conversation, seq: message.seq, model },
      { onError: props.onAgainFails },
    );
  };
  return (
    <>
      <div className={`row ${css.foot}`} data-last={props.last || undefined} data-speaker={message.speaker}>
        {versions}
        {/* Beside another version it is above the reply. */}
        {message.by !== null && !props.comparison.open ? <ReplyUsage by={message.by} /> : null}
        {words !== "" && message.speaker !== "host" ? (
          <Copy
            text={words}
            label={say(answers ? "chat-copy-model" : "words-copy-message")}
            className={css.footAct}
          />
        ) : null}
        {editable && !busy ? (
          <button type="button" className={css.footAct} onClick={props.onEdit}>
            {say("words-edit")}
          </button>
        ) : null}
        {answers && !busy && !props.brokeOff ? (
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
export function Branches(props: {
  branch: Branch;
  busy: boolean;
  /** It is of the version beside the one that is shown. */
  beside?: boolean;
  comparison?: Comparison;
  onShow: (seq: number) => void;
}) {
  const { branch, busy, beside = false, comparison } = props;
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
      {step(branch.before, say(beside ? "chat-compare-previous" : "chat-version-previous"))}
      <span aria-live="polite">{say("chat-version-place", { place: branch.place, count: branch.of })}</span>
      {step(branch.after, say(beside ? "chat-compare-next" : "chat-version-next"))}
      {comparison ? (
        <button
          ref={comparison.opener}
          type="button"
          className={css.footStep}
          aria-expanded={comparison.open}
          aria-controls={comparison.open ? comparison.id : undefined}
          onClick={comparison.onToggle}
        >
          {say("chat-compare")}
        </button>
      ) : null}
    </span>
  );
}
