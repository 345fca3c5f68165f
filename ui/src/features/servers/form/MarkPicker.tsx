/** By which letters and colour a server is recognised. A change is kept at once: it reconnects nothing. */
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import type { ServerMark as Chosen, MarkColor, ServerSummary } from "../../../bindings/host";
import { draftOf, useDrafts, useKeepDraft } from "../../../drafts";
import { ProblemNote } from "../../../elements";
import { RadioOption } from "../../../elements/inputs/RadioOption";
import { ServerMark } from "../../../elements/ServerMark";
import { say } from "../../../l10n";
import { useHostCommand } from "../../../store";
import css from "./MarkPicker.module.css";

const colors: readonly MarkColor[] = ["blue", "teal", "green", "yellow", "orange", "red", "pink", "violet"];

export function MarkPicker({ server, chosen }: { server: ServerSummary; chosen: boolean }) {
  const draft = draftOf(server.id, "settings", "mark");
  const drafts = useDrafts();
  const [mark, setMark] = useState(() => drafts.read<Chosen>(draft) ?? server.mark);
  const [kept, setKept] = useState(server.mark);
  // One that was changed elsewhere is shown as it is now. The form stays, and the focus in it.
  if (!isSame(kept, server.mark)) {
    setKept(server.mark);
    setMark(server.mark);
  }
  const isSaved = isSame(mark, server.mark);
  useKeepDraft(draft, mark, isSaved);
  const set = useHostCommand("set_mark");
  return (
    <form
      aria-label={say("servers-form-mark")}
      className={css.picker}
      onSubmit={(event) => {
        event.preventDefault();
        // Also where another tab is shown by the reply. A refusal is in `set.error`.
        set.mutateAsync({ server: server.id, mark }).then(
          () => {
            if (drafts.read(draft) === mark) drafts.drop(draft);
          },
          () => {},
        );
      }}
    >
      <h2>{say("servers-form-mark")}</h2>
      <p className="dim">{say("servers-form-mark-help")}</p>
      <div className={`row ${css.row}`}>
        <ServerMark mark={mark} large />
        <TextInput
          label={say("servers-form-mark-letters")}
          description={say("servers-form-mark-letters-help")}
          value={mark.letters}
          maxLength={4}
          className={css.letters ?? ""}
          onChange={(event) => setMark({ ...mark, letters: event.currentTarget.value })}
        />
      </div>
      <fieldset className={css.swatches}>
        <legend>{say("servers-form-mark-color")}</legend>
        {colors.map((color) => (
          <RadioOption
            key={color}
            name={`mark-${server.id}`}
            value={color}
            checked={mark.color === color}
            onChange={() => setMark({ ...mark, color })}
            label={
              <span className={css.swatch}>
                <ServerMark mark={{ letters: mark.letters, color }} />
                {say(`servers-form-mark-${color}`)}
              </span>
            }
          />
        ))}
      </fieldset>
      {set.error !== null ? <ProblemNote problem={set.error} server={server.label} live /> : null}
      <div className={`row ${css.row}`}>
        <Button type="submit" disabled={isSaved} loading={set.isPending}>
          {say("servers-form-mark-save")}
        </Button>
        {chosen ? (
          <Button variant="subtle" onClick={() => set.mutate({ server: server.id, mark: null })}>
            {say("servers-form-mark-reset")}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function isSame(one: ServerSummary["mark"], other: ServerSummary["mark"]): boolean {
  return one.letters === other.letters && one.color === other.color;
}
