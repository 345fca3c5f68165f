/** Another server like one that is there: the form with its settings, another name and no secrets. */
import { useState } from "react";
import type { ServerDraft } from "../../../bindings/host";
import { draftOf } from "../../../drafts";
import { Bar, ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { go } from "../../../route";
import { useHost, useHostQuery } from "../../../store";
import { duplicateOf } from "./draft";
import css from "./form.module.css";
import { ServerForm } from "./ServerForm";

export function DuplicatePage({ id }: { id: string }) {
  const detail = useHostQuery("server", { id });
  return (
    <>
      <Bar room={false} title={say("servers-form-duplicate-title")} />
      <div className={css.scroll}>
        <div className={css.reading}>
          {detail.error !== null ? <ProblemNote problem={detail.error} live /> : null}
          {detail.data !== undefined ? <Copied draft={detail.data.draft} id={id} /> : null}
        </div>
      </div>
    </>
  );
}

function Copied({ draft, id }: { draft: ServerDraft; id: string }) {
  const labels = useHost((host) => host.servers);
  const [start] = useState(() =>
    duplicateOf(
      draft,
      labels.map((it) => it.label),
    ),
  );
  return (
    <>
      <p className="dim">{say("servers-form-duplicate-help", { server: draft.label })}</p>
      <ServerForm
        start={start}
        kept={draftOf(id, "duplicate")}
        changes={null}
        submit={say("servers-form-review")}
        note={say("servers-form-review-note")}
        onCancel={() => go("servers", id)}
      />
    </>
  );
}
