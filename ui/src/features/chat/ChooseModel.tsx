import { useState } from "react";
import type { Conversation, ModelChoice } from "../../bindings/host";
import { DownIcon, ForeignText, LinkButton, Popover, ProblemNote } from "../../elements";
import { go } from "../../route";
import { useHostCommand, useWriteReply } from "../../store";
import { many } from "../../words";
import css from "./ChooseModel.module.css";
import bar from "./ConversationBar.module.css";

/** Which model goes on in this conversation, and which tools it does not get. */
export function ChooseModel(props: { conversation: Conversation }) {
  const { conversation } = props;
  const { summary, models, left_out } = conversation;
  const [open, setOpen] = useState(false);
  const write = useWriteReply("conversation");
  const set = useHostCommand("set_conversation_model");
  const choose = (model: ModelChoice) =>
    set.mutate(
      { conversation: summary.id, model: model.id },
      {
        onSuccess: (now) => {
          write({ id: now.summary.id }, now);
          setOpen(false);
        },
      },
    );
  const providers = [...new Set(models.map((it) => it.provider))];
  const known = models.some((it) => it.id === summary.model_id);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      label="Model of this conversation"
      position="bottom-end"
      width={320}
      target={
        <button
          type="button"
          className={bar.opener}
          aria-label={`Model: ${summary.model}${known ? "" : ", not there any more"}`}
          onClick={() => setOpen(!open)}
        >
          <bdi>{summary.model}</bdi>
          {known ? null : " (gone)"} <DownIcon />
        </button>
      }
    >
      <div className={css.choosing}>
        {providers.map((provider) => (
          <fieldset key={provider} disabled={summary.busy || set.isPending}>
            <legend>{provider}</legend>
            {models
              .filter((it) => it.provider === provider)
              .map((it) => (
                <label key={it.id}>
                  <input
                    type="radio"
                    name="model"
                    checked={it.id === summary.model_id}
                    onChange={() => choose(it)}
                  />
                  <bdi>{it.name}</bdi>
                  {it.tools ? null : <span className="dim small">without tools</span>}
                </label>
              ))}
          </fieldset>
        ))}
        {summary.busy ? <p className="dim small">Stop the model before you choose another.</p> : null}
        {set.error ? <ProblemNote problem={set.error} live /> : null}
        {left_out.length > 0 ? (
          <details>
            <summary>{many(left_out.length, "tool")} left out</summary>
            <ul>
              {left_out.map((it, index) => (
                <li key={`${index}`}>
                  <ForeignText value={it.tool} mono /> of “{it.server}”: {it.reason}
                </li>
              ))}
            </ul>
          </details>
        ) : null}
        <LinkButton onClick={() => go("settings")}>
          {models.length === 1 ? "Add a model…" : "Models in Settings"}
        </LinkButton>
      </div>
    </Popover>
  );
}
