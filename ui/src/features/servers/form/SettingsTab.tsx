/** The same form for a server that exists. What changes is reviewed like something new. */
import { useEffect, useMemo, useState } from "react";
import type { ServerDraft, ServerSummary } from "../../../bindings/host";
import { ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { goInstead } from "../../../route";
import { useHostQuery } from "../../../store";
import { fromDraft } from "./draft";
import css from "./form.module.css";
import { MarkPicker } from "./MarkPicker";
import { NoteForm } from "./NoteForm";
import { ServerForm } from "./ServerForm";
import { StartChoice } from "./StartChoice";

export function SettingsTab({ server, item }: { server: ServerSummary; item: string | null }) {
  const detail = useHostQuery("server", { id: server.id });
  // What a diagnosis asks for is put into the form once, and does not stay in the address.
  const [wanted, setWanted] = useState(() => item?.split(",").filter((name) => name !== "") ?? []);
  useEffect(() => {
    if (item !== null) goInstead("servers", server.id, "settings");
  }, [item, server.id]);
  return (
    <div className={css.scroll}>
      <div className={css.reading}>
        {detail.error !== null ? <ProblemNote problem={detail.error} server={server.label} /> : null}
        {detail.data !== undefined ? <MarkPicker server={server} chosen={detail.data.mark_chosen} /> : null}
        {detail.data !== undefined ? <NoteForm server={server} note={detail.data.note} /> : null}
        {detail.data !== undefined ? <StartChoice server={server} start={detail.data.draft.start} /> : null}
        {detail.data !== undefined ? (
          <Prefilled
            id={server.id}
            draft={detail.data.draft}
            wanted={wanted}
            onProposed={() => setWanted([])}
          />
        ) : null}
      </div>
    </div>
  );
}

function Prefilled({
  id,
  draft,
  wanted,
  onProposed,
}: {
  id: string;
  draft: ServerDraft;
  wanted: string[];
  onProposed: () => void;
}) {
  // The same words give the same form: other news about the server must not empty what is being typed.
  const key = JSON.stringify(draft);
  const start = useMemo(() => fromDraft(JSON.parse(key) as ServerDraft), [key]);
  return (
    <ServerForm
      key={key}
      start={start}
      changes={id}
      wanted={wanted}
      onProposed={onProposed}
      submit={say("servers-form-review-changes")}
      note={say("servers-form-review-changes-note")}
    />
  );
}
