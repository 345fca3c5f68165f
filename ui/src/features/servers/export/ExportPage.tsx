/** Writes servers into the file of another application. What is written is asked at the gate, which shows every line of it. */
import { Button, Select } from "@mantine/core";
import { useId, useState } from "react";
import type { ExportDraft, ExportTarget } from "../../../bindings/host";
import { Bar, ProblemNote, RawText } from "../../../elements";
import { Check } from "../../../elements/inputs/Check";
import { say } from "../../../l10n";
import { go } from "../../../route";
import { useHost, useHostCommand, useHostQuery, useProposal, useShowRequest } from "../../../store";
import form from "../form/form.module.css";
import { ExportEnd } from "./ExportEnd";
import css from "./export.module.css";
import { Kubernetes } from "./Kubernetes";
import { Preview } from "./Preview";
import { ALL, groupsOf, idsOf, startOf } from "./what";

export function ExportPage({ server }: { server: string | null }) {
  const targets = useHostQuery("export_targets", {}, { fleeting: true });
  return (
    <>
      <Bar room={false} title={say("servers-export-title")} />
      <div className={`scrolls ${css.scroll}`}>
        <div className={css.reading}>
          <p className="dim">{say("servers-export-help")}</p>
          {targets.error !== null ? <ProblemNote problem={targets.error} live /> : null}
          {targets.data !== undefined ? <ExportForm server={server} targets={targets.data} /> : null}
        </div>
      </div>
    </>
  );
}

interface ExportChoice {
  /** The servers. */
  what: string;
  /** The file of an application. */
  at: string | null;
  /** Another file of its kind. */
  file: string | null;
  replace: boolean;
}

function ExportForm({ server, targets }: { server: string | null; targets: ExportTarget[] }) {
  const servers = useHost((host) => host.servers);
  const profiles = useHostQuery("profiles", {});
  const [chosen, setChosen] = useState<ExportChoice>(() => ({
    what: startOf(server),
    at: targets.some((it) => it.found) ? firstFound(targets) : null,
    file: null,
    replace: false,
  }));
  const { what, at, file, replace } = chosen;
  const [request, setRequest] = useState<string | null>(null);
  const choose = useHostCommand("choose_export_file");
  const propose = useProposal("propose_export");
  const showRequest = useShowRequest();
  const target = at === null ? undefined : targets.find((it) => it.path === at);
  const ids = idsOf(what, servers, profiles.data ?? []);
  const draft: ExportDraft = {
    host: target?.host ?? "",
    path: file ?? target?.path ?? "",
    servers: ids,
    replace,
  };
  const ready = target !== undefined && ids.length > 0;
  const preview = useHostQuery("preview_export", { draft }, { when: ready, fleeting: true });
  const changes =
    ready && preview.error === null && preview.data !== undefined
      ? preview.data.added.length + preview.data.replaced.length
      : 0;

  function set(change: Partial<ExportChoice>) {
    setChosen((before) => ({ ...before, ...change }));
    setRequest(null);
    propose.reset();
  }

  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (changes > 0) propose.ask({ draft }, (waiting) => setRequest(waiting.id));
      }}
    >
      <Select
        label={say("servers-export-servers")}
        data={groupsOf(servers, profiles.data ?? [])}
        value={what}
        onChange={(what) => set({ what: what ?? ALL })}
        allowDeselect={false}
        searchable={servers.length > 8}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      <Select
        label={say("servers-export-application")}
        placeholder={say("servers-export-choose")}
        data={applications(targets)}
        value={at}
        onChange={(at) => set({ at, file: null })}
        allowDeselect={false}
        searchable
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      {target !== undefined ? (
        <FileOf
          path={draft.path}
          own={file === null}
          choosing={choose.isPending}
          onChoose={() => choose.mutate({}, { onSuccess: (file) => file !== null && set({ file }) })}
          onOwn={() => set({ file: null })}
        />
      ) : null}
      {choose.error !== null ? <ProblemNote problem={choose.error} live /> : null}
      <Check
        label={say("servers-export-replace")}
        description={say("servers-export-replace-help")}
        checked={replace}
        onChange={(event) => set({ replace: event.currentTarget.checked })}
      />
      {ready ? <Preview preview={preview.data} problem={preview.error} pending={preview.isPending} /> : null}
      {ids[0] !== undefined && what.endsWith(ids[0]) ? <Kubernetes key={ids[0]} id={ids[0]} /> : null}
      {propose.error !== null ? <ProblemNote problem={propose.error} live /> : null}
      {request !== null ? (
        <ExportEnd key={request} request={request} onShow={() => showRequest(request)} />
      ) : null}
      <div className={`row ${form.foot}`}>
        <Button
          type="submit"
          variant="filled"
          aria-disabled={changes === 0 || undefined}
          loading={propose.isPending}
        >
          {say("servers-export-review")}
        </Button>
        <Button variant="subtle" onClick={() => go("servers")}>
          {say("words-cancel")}
        </Button>
        <p className="small dim">{say("servers-export-note")}</p>
      </div>
    </form>
  );
}

function firstFound(targets: ExportTarget[]): string | null {
  return (targets.find((it) => it.exists) ?? targets.find((it) => it.found))?.path ?? null;
}

/** Those that are here come first. One that has several files is named with each. */
function applications(targets: ExportTarget[]) {
  const items = (found: boolean) =>
    targets
      .filter((it) => it.found === found)
      .map(({ host, name, path }) => ({
        value: path,
        label:
          targets.filter((it) => it.host === host).length > 1
            ? say("servers-export-target", { name, path })
            : name,
      }));
  return [
    { group: say("servers-export-found"), items: items(true) },
    { group: say("servers-export-others"), items: items(false) },
  ].filter((group) => group.items.length > 0);
}

function FileOf(props: {
  path: string;
  own: boolean;
  choosing: boolean;
  onChoose: () => void;
  onOwn: () => void;
}) {
  const id = useId();
  return (
    <section className={css.file} aria-labelledby={id}>
      <h2 id={id}>{say("servers-export-file")}</h2>
      <RawText text={props.path} mono />
      <div className={css.ways}>
        <Button size="xs" loading={props.choosing} onClick={props.onChoose}>
          {say("servers-export-other-file")}
        </Button>
        {props.own ? null : (
          <Button size="xs" variant="subtle" onClick={props.onOwn}>
            {say("servers-export-own-file")}
          </Button>
        )}
      </div>
    </section>
  );
}
