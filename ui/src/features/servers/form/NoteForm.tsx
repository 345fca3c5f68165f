/** What a person notes about a server, for themselves. A change is kept at once: it reconnects nothing. */
import { Button } from "@mantine/core";
import { useState } from "react";
import type { ServerSummary } from "../../../bindings/host";
import { draftOf, useDrafts, useKeepDraft } from "../../../drafts";
import { ProblemNote } from "../../../elements";
import { AutosizeTextarea } from "../../../elements/AutosizeTextarea";
import { say } from "../../../l10n";
import { useHostCommand } from "../../../store";
import css from "./MarkPicker.module.css";

export function NoteForm({ server, note }: { server: ServerSummary; note: string }) {
  const draft = draftOf(server.id, "settings", "note");
  const drafts = useDrafts();
  const [text, setText] = useState(() => drafts.read<string>(draft) ?? note);
  const [kept, setKept] = useState(note);
  // One that was changed elsewhere is shown as it is now. The form stays, and the focus in it.
  if (kept !== note) {
    setKept(note);
    setText(text.trim() === kept ? note : text);
  }
  const isSaved = text.trim() === note;
  useKeepDraft(draft, text, isSaved);
  const set = useHostCommand("set_note");
  return (
    <form
      aria-label={say("servers-form-note")}
      className={css.picker}
      onSubmit={(event) => {
        event.preventDefault();
        // Also where another tab is shown by the reply. A refusal is in `set.error`.
        set.mutateAsync({ server: server.id, note: text }).then(
          () => {
            if (drafts.read(draft) === text) drafts.drop(draft);
          },
          () => {},
        );
      }}
    >
      <h2>{say("servers-form-note")}</h2>
      <AutosizeTextarea
        aria-label={say("servers-form-note-label")}
        description={say("servers-form-note-help")}
        value={text}
        minRows={2}
        maxRows={8}
        w="100%"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {set.error !== null ? <ProblemNote problem={set.error} server={server.label} live /> : null}
      <div className={`row ${css.row}`}>
        <Button type="submit" disabled={isSaved} loading={set.isPending}>
          {say("servers-form-note-save")}
        </Button>
      </div>
    </form>
  );
}
