import { Button } from "@mantine/core";
import { ProblemNote } from "../../elements";
import { say } from "../../l10n";
import { mergeConversation, useHostQuery } from "../../store";
import { Compact } from "./Compact";
import inPlace from "./InPlace.module.css";

/** Summarizes the earlier messages of a conversation from its row in the list. */
export function CompactInPlace(props: { id: string; onDone: () => void }) {
  const { id, onDone } = props;
  const asked = useHostQuery("conversation", { id }, { join: mergeConversation });
  return (
    <form
      className={inPlace.box}
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          onDone();
        }
      }}
    >
      {asked.error ? <ProblemNote problem={asked.error} live /> : null}
      {asked.data ? <Compact conversation={asked.data} onDone={onDone} /> : null}
      <div className={`row ${inPlace.buttons}`}>
        <Button size="xs" type="submit" autoFocus>
          {say("words-close")}
        </Button>
      </div>
    </form>
  );
}
