/** The folders that a server may be told about: chosen in the picker of the system, and nowhere else. */
import { Button } from "@mantine/core";
import { useId } from "react";
import type { RootList, RootRow, RootsAccess, ServerSummary } from "../../../bindings/host";
import { ForeignText, ProblemNote, Tag, When } from "../../../elements";
import { ConfirmButton } from "../../../elements/ConfirmButton";
import { Say, say } from "../../../l10n";
import { useHostCommand, useHostQuery } from "../../../store";
import sections from "../sections.module.css";
import css from "./allowed.module.css";

export function Folders({ server }: { server: ServerSummary }) {
  const list = useHostQuery("roots", { server: server.id });
  const add = useHostCommand("add_root");
  const id = useId();
  const problem = list.error ?? add.error;
  return (
    <section className={sections.section} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{say("servers-allowed-folders")}</h2>
        <Button size="xs" loading={add.isPending} onClick={() => add.mutate({ server: server.id })}>
          {say("words-add-folder")}
        </Button>
      </div>
      {problem !== null ? <ProblemNote problem={problem} server={server.label} live /> : null}
      {list.data !== undefined ? <Chosen server={server} list={list.data} /> : null}
    </section>
  );
}

function Chosen({ server, list }: { server: ServerSummary; list: RootList }) {
  const remove = useHostCommand("remove_root");
  return (
    <>
      {list.folders.length === 0 ? (
        <p className={sections.none}>{say("servers-allowed-folders-none")}</p>
      ) : (
        <ul
          className="unmarked card"
          aria-label={say("servers-allowed-folders-of", { server: server.label })}
        >
          {list.folders.map((folder) => (
            <Folder
              key={folder.path}
              folder={folder}
              label={server.label}
              busy={remove.isPending}
              onRemove={() => remove.mutate({ server: server.id, path: folder.path })}
            />
          ))}
        </ul>
      )}
      {remove.error !== null ? <ProblemNote problem={remove.error} server={server.label} live /> : null}
      <Access server={server} access={list.access} />
      <p className="small dim">{list.note}</p>
    </>
  );
}

function Folder(props: { folder: RootRow; label: string; busy: boolean; onRemove: () => void }) {
  const { folder } = props;
  return (
    <li className={`row ${css.folder}`}>
      <div className={css.path}>
        <ForeignText value={folder.shown} mono />
        <div className="small dim">
          <Say id="servers-allowed-folder-added" args={{ time: <When at={folder.added_at} style="day" /> }} />
          {folder.there ? null : (
            <>
              {" · "}
              <Tag tone="wait">{say("words-folder-missing")}</Tag>
            </>
          )}
        </div>
        {folder.warnings.map((it) => (
          <div key={it} className={css.warning}>
            {it}
          </div>
        ))}
      </div>
      <ConfirmButton
        label={say("words-remove")}
        name={say("servers-allowed-folder-remove-name", { folder: folder.shown.text })}
        question={say("servers-allowed-folder-remove-question", { server: props.label })}
        yes={say("words-remove")}
        busy={props.busy}
        onYes={props.onRemove}
      />
    </li>
  );
}

/** Whether it may know them. A yes is given at the gate alone; here it is taken back. */
function Access({ server, access }: { server: ServerSummary; access: RootsAccess }) {
  const withhold = useHostCommand("withhold_roots");
  const set = (withheld: boolean) => withhold.mutate({ server: server.id, withheld });
  return (
    <div className={`row ${css.access}`}>
      <p role="status">{say(`servers-allowed-access-${access}`, { server: server.label })}</p>
      <div className={css.buttons}>
        {access === "ask" ? null : (
          <Button size="xs" loading={withhold.isPending} onClick={() => set(false)}>
            {say("servers-allowed-access-ask-again")}
          </Button>
        )}
        {access === "withheld" ? null : (
          <Button size="xs" loading={withhold.isPending} onClick={() => set(true)}>
            {say("servers-allowed-access-withhold")}
          </Button>
        )}
      </div>
      {withhold.error !== null ? <ProblemNote problem={withhold.error} server={server.label} live /> : null}
    </div>
  );
}
