import { useRef, useState } from "react";
import type { Conversation, ModelChoice } from "../../bindings/host";
import { ForeignText, LinkButton, ProblemNote } from "../../elements";
import { RadioOption } from "../../elements/inputs/RadioOption";
import { Say, say } from "../../l10n";
import { go } from "../../route";
import { useHostQuery } from "../../store";
import { BarPopover } from "./BarPopover";
import css from "./ChooseModel.module.css";
import { useConversationCommand } from "./commands";
import { useInstructionsDraft } from "./drafts";
import { Instructions } from "./Instructions";

/** The model of this conversation, and which tools it does not get. */
export function ChooseModel(props: { conversation: Conversation }) {
  const { conversation } = props;
  const { summary, models, left_out } = conversation;
  const set = useConversationCommand("set_conversation_model");
  // Not disabled while one is on its way: the focus would be lost.
  const byArrow = useRef(false);
  const choose = (model: ModelChoice, close: () => void) => {
    if (set.isPending) return;
    // An arrow key chooses each model on the way to the one that is meant.
    const goesOn = byArrow.current;
    set.mutate(
      { conversation: summary.id, model: model.id },
      { onSuccess: () => (goesOn ? undefined : close()) },
    );
  };
  const providers = [...new Set(models.map((it) => it.provider))];
  const known = models.some((it) => it.id === summary.model_id);
  const model = <bdi>{summary.model}</bdi>;
  return (
    <BarPopover
      label={say("chat-model")}
      position="bottom-end"
      width={320}
      name={say(known ? "chat-model-name" : "chat-model-gone-name", { model: summary.model })}
      className={css.opener}
      opener={<span className="cut">{known ? model : <Say id="chat-model-gone" args={{ model }} />}</span>}
    >
      {(close) => (
        <div className={css.choosing}>
          {providers.map((provider) => (
            <fieldset key={provider} disabled={summary.busy}>
              <legend>{provider}</legend>
              {models
                .filter((it) => it.provider === provider)
                .map((it) => (
                  <RadioOption
                    key={it.id}
                    name="model"
                    checked={it.id === summary.model_id}
                    onKeyDown={(event) => {
                      byArrow.current = /^Arrow/.test(event.key);
                    }}
                    onKeyUp={() => {
                      byArrow.current = false;
                    }}
                    onChange={() => choose(it, close)}
                    label={
                      <>
                        <bdi>{it.name}</bdi>
                        {it.tools ? null : <span className="dim small">{say("chat-model-no-tools")}</span>}
                      </>
                    }
                  />
                ))}
            </fieldset>
          ))}
          {summary.busy ? <p className="dim small">{say("chat-model-busy")}</p> : null}
          {set.error ? <ProblemNote problem={set.error} live /> : null}
          {left_out.length > 0 ? (
            <details>
              <summary>{say("chat-model-left-out", { count: left_out.length })}</summary>
              <ul>
                {left_out.map((it, index) => (
                  <li key={`${index}`}>
                    <Say
                      id="chat-model-left-out-tool"
                      args={{
                        tool: <ForeignText value={it.tool} mono />,
                        server: it.server,
                        reason: it.reason,
                      }}
                    />
                  </li>
                ))}
              </ul>
            </details>
          ) : null}
          <InstructionsOf conversation={summary.id} close={close} />
          <LinkButton onClick={() => go("settings")}>
            {say(models.length === 1 ? "chat-model-add" : "chat-model-settings")}
          </LinkButton>
        </div>
      )}
    </BarPopover>
  );
}

/** Whether the model is told something beforehand, and the way to change that. */
function InstructionsOf(props: { conversation: string; close: () => void }) {
  const kept = useHostQuery("instructions", { conversation: props.conversation }).data;
  const { draft } = useInstructionsDraft(props.conversation);
  // Who left them unsaved finds them where they were written.
  const [open, setOpen] = useState(draft !== undefined);
  if (open) return <Instructions conversation={props.conversation} onDone={props.close} />;
  return (
    <>
      {kept === undefined || kept.text === "" ? null : <p className={`small dim ${css.told}`}>{kept.text}</p>}
      <LinkButton onClick={() => setOpen(true)}>{say("chat-instructions-open")}</LinkButton>
    </>
  );
}
