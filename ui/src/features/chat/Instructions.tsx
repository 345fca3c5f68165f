import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import type { ConversationInstructions } from "../../bindings/host";
import { AutosizeTextarea, LinkButton, ProblemNote } from "../../elements";
import { say } from "../../l10n";
import { useHostCommand, useHostQuery } from "../../store";
import css from "./Instructions.module.css";

/** Longest instructions, and longest name of a preset, in characters. */
const LONGEST = 8_000;
const LONGEST_NAME = 60;

/** What the model of a conversation is told beforehand: written here, or taken from a preset. */
export function Instructions(props: { conversation: string; onDone: () => void }) {
  const kept = useHostQuery("instructions", { conversation: props.conversation });
  if (kept.error !== null) return <ProblemNote problem={kept.error} live />;
  return kept.data === undefined ? null : <Editor {...props} kept={kept.data} />;
}

function Editor(props: { conversation: string; onDone: () => void; kept: ConversationInstructions }) {
  const { kept } = props;
  const [text, setText] = useState(kept.text);
  const [name, setName] = useState<string | null>(null);
  const set = useHostCommand("set_instructions");
  const keep = useHostCommand("save_instruction_preset");
  const remove = useHostCommand("remove_instruction_preset");
  const field = useRef<HTMLTextAreaElement>(null);
  const toText = () => field.current?.focus();
  const taken = kept.presets.find((it) => it.name.toLowerCase() === name?.trim().toLowerCase());
  const keeps = !keep.isPending && name !== null && name.trim() !== "" && text.trim() !== "";
  const keepPreset = () => {
    if (!keeps) return;
    const onSuccess = () => {
      setName(null);
      toText();
    };
    keep.mutate({ name, text }, { onSuccess });
  };
  const used = kept.presets.find((it) => it.text === text.trim());
  const problem = set.error ?? keep.error ?? remove.error;
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate({ conversation: props.conversation, text }, { onSuccess: props.onDone });
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
        <NativeSelect
          label={say("chat-instructions-preset")}
          value={used?.name ?? ""}
          data={[
            { value: "", label: say("chat-instructions-preset-none") },
            ...kept.presets.map((it) => ({ value: it.name, label: it.name })),
          ]}
          onChange={(event) => {
            const chosen = kept.presets.find((it) => it.name === event.currentTarget.value);
            setText(chosen?.text ?? kept.text);
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
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
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
      <div className={css.foot}>
        {used !== undefined ? (
          <LinkButton onClick={() => remove.mutate({ name: used.name })}>
            {say("chat-instructions-remove")}
          </LinkButton>
        ) : name === null && text.trim() !== "" ? (
          <LinkButton onClick={() => setName("")}>{say("chat-instructions-save-as")}</LinkButton>
        ) : null}
        <span className={css.grow} />
        <Button size="xs" onClick={props.onDone}>
          {say("chat-cancel")}
        </Button>
        <Button size="xs" type="submit" loading={set.isPending}>
          {say("chat-instructions-set")}
        </Button>
      </div>
    </form>
  );
}
