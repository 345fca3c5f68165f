/** By which letters and colour a server is recognised. A change is kept at once: it reconnects nothing. */
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import type { MarkColor, ServerSummary } from "../../../bindings/host";
import { ProblemNote } from "../../../elements";
import { ServerMark } from "../../../elements/ServerMark";
import { useHostCommand } from "../../../store";
import css from "./MarkPicker.module.css";

const colors: readonly MarkColor[] = ["blue", "teal", "green", "yellow", "orange", "red", "pink", "violet"];

export function MarkPicker({ server, chosen }: { server: ServerSummary; chosen: boolean }) {
  const { letters, color } = server.mark;
  // A mark that was changed elsewhere is shown as it is now.
  return <Picker key={`${letters} ${color}`} server={server} chosen={chosen} />;
}

function Picker({ server, chosen }: { server: ServerSummary; chosen: boolean }) {
  const [mark, setMark] = useState(server.mark);
  const set = useHostCommand("set_mark");
  const same = mark.letters === server.mark.letters && mark.color === server.mark.color;
  return (
    <form
      aria-label="Mark"
      className={css.picker}
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate({ server: server.id, mark });
      }}
    >
      <h2>Mark</h2>
      <p className="dim">It stands beside this server’s label, at the gate and everywhere else.</p>
      <div className={css.row}>
        <ServerMark mark={mark} large />
        <TextInput
          label="Letters"
          description="One or two letters or digits"
          value={mark.letters}
          maxLength={4}
          className={css.letters ?? ""}
          onChange={(event) => setMark({ ...mark, letters: event.currentTarget.value })}
        />
      </div>
      <fieldset className={css.swatches}>
        <legend>Colour</legend>
        {colors.map((color) => (
          <label key={color} className={css.swatch}>
            <input
              type="radio"
              name={`mark-${server.id}`}
              value={color}
              checked={mark.color === color}
              onChange={() => setMark({ ...mark, color })}
            />
            <ServerMark mark={{ letters: mark.letters, color }} />
            {color}
          </label>
        ))}
      </fieldset>
      {set.error !== null ? <ProblemNote problem={set.error} server={server.label} live /> : null}
      <div className={css.row}>
        <Button type="submit" disabled={same} loading={set.isPending}>
          Save mark
        </Button>
        {chosen ? (
          <Button variant="subtle" onClick={() => set.mutate({ server: server.id, mark: null })}>
            Use the usual mark
          </Button>
        ) : null}
      </div>
    </form>
  );
}
