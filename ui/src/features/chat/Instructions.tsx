import { Button, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import type { ConversationInstructions } from "../../bindings/host";
import { AutosizeTextarea, LinkButton, ProblemNote, SelectField } from "../../elements";
import { ConfirmButton } from "../../elements/ConfirmButton";
import { useComposing } from "../../elements/useComposing";
import { say } from "../../l10n";
import { useHostCommand, useHostQuery } from "../../store";
import { useInstructionsDraft } from "./drafts";
import css from "./Instructions.module.css";

/** Longest instructions, and longest name of a preset, in characters. */
const LONGEST = 8_000;
const LONGEST_NAME = 60;

/** Chosen while the text is that of no preset. No preset has it for a name: that is never blank. */
const OWN = " ";

/** What the model of a conversation is told beforehand: written here, or taken from a preset. */
export function Instructions(props: { conversation: string; onDone: () => void }) {
  const kept = useHostQuery("instructions", { conversation: props.conversation });
  if (kept.error !== null) return <ProblemNote problem={kept.error} live />;
  return kept.data === undefined ? null : <Editor {...props} kept={kept.data} />;
}

function Editor(props: { conversation: string; onDone: () => void; kept: ConversationInstructions }) {
  const { kept } = props;
  const { draft, write } = useInstructionsDraft(props.conversation);
  const text = draft ?? kept.text;
  const setText = (next: string) => write(next === kept.text ? undefined : next);
  const done = () => {
    write(undefined);
    props.onDone();
  };
  const [name, setName] = useState<string | null>(null);
  const set = useHostCommand("set_instructions");
  const keep = useHostCommand("save_instruction_preset");
  const remove = useHostCommand("remove_instruction_preset");
  const field = useRef<HTMLTextAreaElement>(null);
  const composing = useComposing();
  const toText = () => field.current?.focus();
  const taken = kept.presets.find((it) => it.name.toLowerCase() === name?.trim().toLowerCase());
  const keeps = !keep.isPending && name !== null && name.trim() !== "" && text.trim() !== "";
  const keepPreset = () => {
    if (!keeps) return;
    const onSuccess = () => {
      setName(null);
      setChosen(name.trim());
      toText();
    };
    keep.mutate({ name, text }, { onSuccess });
  };
  // Several may have the same text.
  const [chosen, setChosen] = useState<string | null>(null);
  const same = kept.presets.filter((it) => it.text === text.trim());
  const used = same.find((it) => it.name === chosen) ?? same[0];
  const own = used === undefined && text.trim() !== "";
  const [before, setBefore] = useState<string | null>(null);
  /** Puts a text in the place of this one, which comes back if it is nowhere else. */
  const replace = (next: string) => {
    if (own) setBefore(text);
    setText(next);
  };
  const problem = set.error ?? keep.error ?? remove.error;
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate({ conversation: props.conversation, text }, { onSuccess: done });
      }}
    >
      <AutosizeTextarea
        label={say("chat-instructions")}
        description={say("chat-instructions-help")}
        ref={field}
        autoFocus
        value={text}
        minRows={3}
        maxRows={10}
        maxLength={LONGEST}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {kept.presets.length > 0 ? (
        <SelectField
          label={say("chat-instructions-preset")}
          value={used?.name ?? (own ? OWN : "")}
          data={[
            { value: "", label: say("chat-instructions-preset-none") },
            ...(own ? [{ value: OWN, label: say("chat-instructions-preset-own") }] : []),
            ...kept.presets.map((it) => ({ value: it.name, label: it.name })),
          ]}
          onChange={(value) => {
            const preset = kept.presets.find((it) => it.name === value);
            setChosen(preset?.name ?? null);
            replace(preset?.text ?? "");
          }}
        />
      ) : null}
      {name === null ? null : (
        <div className={css.naming}>
          <TextInput
            aria-label={say("chat-instructions-name")}
            placeholder={say("chat-instructions-name")}
            description={taken && say("chat-instructions-name-taken", { name: taken.name })}
            value={name}
            maxLength={LONGEST_NAME}
            autoFocus
            onChange={(event) => setName(event.currentTarget.value)}
            onCompositionEnd={composing.onCompositionEnd}
            onKeyDown={(event) => {
              if (composing.isComposing(event) || event.key !== "Enter") return;
              // The form is that of the text.
              event.preventDefault();
              keepPreset();
            }}
          />
          <Button
            size="xs"
            loading={keep.isPending}
            disabled={name.trim() === "" || text.trim() === ""}
            onClick={keepPreset}
          >
            {say(taken ? "chat-instructions-replace" : "chat-instructions-keep")}
          </Button>
        </div>
      )}
      {problem !== null ? <ProblemNote problem={problem} live /> : null}
      <div className="buttons">
        {before !== null ? (
          <LinkButton
            key="back"
            onClick={() => {
              setText(before);
              setBefore(own ? text : null);
              toText();
            }}
          >
            {say("chat-instructions-back")}
          </LinkButton>
        ) : null}
        {used !== undefined ? (
          <ConfirmButton
            key={`remove ${used.name}`}
            label={say("chat-instructions-remove")}
            question={say("chat-instructions-remove-question", { name: used.name })}
            yes={say("chat-instructions-remove")}
            busy={remove.isPending}
            onYes={() => remove.mutate({ name: used.name }, { onSuccess: toText })}
          />
        ) : name === null && own ? (
          <LinkButton key="save" onClick={() => setName("")}>
            {say("chat-instructions-save-as")}
          </LinkButton>
        ) : null}
        <span className="grow" />
        <Button size="xs" onClick={done}>
          {say("words-cancel")}
        </Button>
        <Button size="xs" type="submit" loading={set.isPending}>
          {say("chat-instructions-set")}
        </Button>
      </div>
    </form>
  );
}
