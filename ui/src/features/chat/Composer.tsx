import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { ProblemNote } from "../../elements";
import { useAct } from "../../store";
import css from "./chat.module.css";

/** Where the person writes. Enter sends, Shift+Enter makes a line; while the model is at work it can be stopped. */
export function Composer(props: { id: string; busy: boolean }) {
  const [text, setText] = useState("");
  const say = useAct("say");
  const stop = useAct("stop_conversation");
  const words = text.trim();
  const send = () => {
    if (words !== "" && !props.busy && !say.isPending) {
      say.mutate({ conversation: props.id, text: words }, { onSuccess: () => setText("") });
    }
  };
  const problem = say.error ?? stop.error;
  return (
    <form
      className={css.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {problem ? <ProblemNote problem={problem} live /> : null}
      <div className={css.box}>
        <Textarea
          className={css.write ?? ""}
          classNames={{ input: css.input ?? "" }}
          variant="unstyled"
          aria-label="Message"
          placeholder={props.busy ? "The model is at work" : "Ask something"}
          value={text}
          autosize
          minRows={1}
          maxRows={8}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
              event.preventDefault();
              send();
            }
          }}
        />
        {props.busy ? (
          <Button loading={stop.isPending} onClick={() => stop.mutate({ id: props.id })}>
            Stop
          </Button>
        ) : (
          <Button type="submit" aria-disabled={words === "" ? true : undefined}>
            Send
          </Button>
        )}
      </div>
    </form>
  );
}
