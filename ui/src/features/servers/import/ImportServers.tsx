/** Servers that a text or other applications describe: which of them are saved is asked at the gate, and all arrive turned off. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import type { FoundServer, Problem } from "../../../bindings/host";
import { ProblemNote, RawText, Tag } from "../../../elements";
import { Check } from "../../../elements/inputs/Check";
import { list, say } from "../../../l10n";
import { go } from "../../../route";
import { useProposal } from "../../../store";
import form from "../form/form.module.css";
import page from "../page/page.module.css";
import { useAwaitArrival } from "../useArrival";
import css from "./import.module.css";

export interface Group {
  /** The file; `null` for a text that was pasted. */
  path: string | null;
  /** The application. */
  name: string | null;
  servers: FoundServer[];
  problem: Problem | null;
}

interface Props {
  groups: Group[];
  /** The text that was pasted. */
  text: string | null;
  onProposed?: (() => void) | undefined;
  onCancel?: (() => void) | undefined;
}

export function ImportServers({ groups, text, onProposed, onCancel = () => go("servers") }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(suggested(groups)));
  const propose = useProposal("propose_import");
  const awaitArrival = useAwaitArrival();
  const picks = groups.flatMap(({ path, servers }) =>
    servers.filter((server) => chosen.has(keyOf(path, server))).map(({ at, label }) => ({ path, at, label })),
  );

  function toggle(key: string) {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
    if (propose.error !== null) propose.reset();
  }

  function review() {
    propose.ask({ text, picks }, ({ id }) => {
      onProposed?.();
      const [first] = picks;
      if (first !== undefined) awaitArrival(id, first.label);
    });
  }

  return (
    <div className={css.import}>
      {groups.map((group) => (
        <Application key={group.path ?? ""} group={group} chosen={chosen} onToggle={toggle} />
      ))}
      {propose.error !== null ? <ProblemNote problem={propose.error} live /> : null}
      <div className={`row ${form.foot}`}>
        <Button variant="filled" disabled={picks.length === 0} loading={propose.isPending} onClick={review}>
          {say("servers-import-review", { count: picks.length })}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {say("words-cancel")}
        </Button>
        <p className="small dim">{say("servers-import-note")}</p>
      </div>
    </div>
  );
}

/** Those that are new, can be imported, and are not turned off there. */
function suggested(groups: Group[]): string[] {
  return groups.flatMap(({ path, servers }) =>
    servers
      .filter((server) => server.problem === null && server.known === null && !server.off)
      .map((server) => keyOf(path, server)),
  );
}

function keyOf(path: string | null, server: FoundServer): string {
  return `${path ?? ""}\n${server.at}`;
}

function Application(props: { group: Group; chosen: ReadonlySet<string>; onToggle: (key: string) => void }) {
  const { group } = props;
  const id = useId();
  return (
    <section className={css.application} aria-labelledby={group.name === null ? undefined : id}>
      {group.name !== null ? (
        <div className={`small dim ${css.head}`}>
          <h2 id={id}>{group.name}</h2>
          {group.path !== null ? <RawText text={group.path} mono /> : null}
        </div>
      ) : null}
      {group.problem !== null ? <ProblemNote problem={group.problem} tone="wait" /> : null}
      <ul className={`unmarked card ${css.servers}`}>
        {group.servers.map((server) => {
          const key = keyOf(group.path, server);
          return (
            <li key={key}>
              <Server server={server} chosen={props.chosen.has(key)} onToggle={() => props.onToggle(key)} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Server(props: { server: FoundServer; chosen: boolean; onToggle: () => void }) {
  const { server } = props;
  const id = useId();
  return (
    <div className={css.server} data-off={server.problem !== null || undefined}>
      <Check
        checked={props.chosen}
        disabled={server.problem !== null}
        onChange={props.onToggle}
        aria-label={server.label}
        aria-describedby={id}
      />
      <div className={css.words} id={id}>
        <div className={`row ${css.name}`}>
          <bdi>{server.label}</bdi>
          {server.known !== null ? <Tag>{say("servers-import-known", { server: server.known })}</Tag> : null}
          {server.off ? <Tag>{say("servers-import-off")}</Tag> : null}
        </div>
        <div className={`small dim ${css.runs}`}>
          {server.runs.map((word, at) => (
            <span key={`${at}`} className={server.runs.length > 1 ? page.token : undefined}>
              <RawText text={word.text} mono />
            </span>
          ))}
        </div>
        <Values server={server} />
        {server.problem !== null ? <p className={css.problem}>{server.problem}</p> : null}
        {server.remarks.map((remark) => (
          <p key={remark} className="small dim">
            {remark}
          </p>
        ))}
      </div>
    </div>
  );
}

function Values({ server }: { server: FoundServer }) {
  const names = (values: FoundServer["open"]) => list(values.map((value) => value.text));
  return (
    <>
      {server.open.length > 0 ? (
        <p className="small dim">{say("servers-import-open", { names: names(server.open) })}</p>
      ) : null}
      {server.secrets.length > 0 ? (
        <p className="small dim">
          {say("servers-import-secrets", { count: server.secrets.length, names: names(server.secrets) })}
        </p>
      ) : null}
    </>
  );
}
