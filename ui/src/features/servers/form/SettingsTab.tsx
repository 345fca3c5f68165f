/** The same form for a server that exists. What changes is reviewed like something new. */
import { useEffect, useState } from "react";
import type { ServerDetail, ServerSummary } from "../../../bindings/host";
import { ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { goInstead } from "../../../route";
import { useHostQuery } from "../../../store";
import css from "./form.module.css";
import { MarkPicker } from "./MarkPicker";
import { NoteForm } from "./NoteForm";
import { ServerForm } from "./ServerForm";
import { StartChoice } from "./StartChoice";
import { useSettingsDraft } from "./settingsDraft";

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
          <Prefilled detail={detail.data} wanted={wanted} onProposed={() => setWanted([])} />
        ) : null}
      </div>
    </div>
  );
}

function Prefilled(props: { detail: ServerDetail; wanted: string[]; onProposed: () => void }) {
  const { key, start, first, keep, propose } = useSettingsDraft(props.detail);
  return (
    <ServerForm
      key={key}
      start={start}
      first={first}
      changes={props.detail.summary.id}
      wanted={props.wanted}
      onTyped={keep}
      onProposed={(form) => {
        propose(form);
        props.onProposed();
      }}
      submit={say("servers-form-review-changes")}
      note={say("servers-form-review-changes-note")}
    />
  );
}
