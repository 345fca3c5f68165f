/** The same form for a server that exists. What changes is reviewed like something new. */
import { useMemo } from "react";
import type { ServerDraft, ServerSummary } from "../../../bindings/host";
import { ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { useHostQuery } from "../../../store";
import { fromDraft } from "./draft";
import css from "./form.module.css";
import { MarkPicker } from "./MarkPicker";
import { NoteForm } from "./NoteForm";
import { ServerForm } from "./ServerForm";

export function SettingsTab({ server }: { server: ServerSummary }) {
  const detail = useHostQuery("server", { id: server.id });
  return (
    <div className={css.scroll}>
      <div className={css.reading}>
        {detail.error !== null ? <ProblemNote problem={detail.error} server={server.label} /> : null}
        {detail.data !== undefined ? <MarkPicker server={server} chosen={detail.data.mark_chosen} /> : null}
        {detail.data !== undefined ? (
          <NoteForm key={detail.data.note} server={server} note={detail.data.note} />
        ) : null}
        {detail.data !== undefined ? <Prefilled id={server.id} draft={detail.data.draft} /> : null}
      </div>
    </div>
  );
}

function Prefilled({ id, draft }: { id: string; draft: ServerDraft }) {
  // The same words give the same form: other news about the server must not empty what is being typed.
  const key = JSON.stringify(draft);
  const start = useMemo(() => fromDraft(JSON.parse(key) as ServerDraft), [key]);
  return (
    <ServerForm
      key={key}
      start={start}
      changes={id}
      submit={say("servers-form-review-changes")}
      note={say("servers-form-review-changes-note")}
    />
  );
}
