/** A server of the registry: what its publisher says of it, and the ways to add it. */
import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { RegistryServer } from "../../../bindings/host";
import {
  Address,
  Bar,
  Description,
  DescriptionList,
  ForeignText,
  LinkButton,
  ProblemNote,
  When,
} from "../../../elements";
import { say } from "../../../l10n";
import { go, REGISTRY } from "../../../route";
import { useHostQuery } from "../../../store";
import form from "../form/form.module.css";
import { EntryForm } from "./EntryForm";
import css from "./registry.module.css";
import { Status } from "./SearchRegistry";

export function EntryPage({ name }: { name: string }) {
  const [version, setVersion] = useState<string | null>(null);
  const server = useHostQuery("registry_server", { name, version }, { keepPrevious: true });
  return (
    <>
      <Bar
        room={false}
        title={<bdi>{server.data?.title.text ?? name}</bdi>}
        beside={server.data === undefined ? null : <Status status={server.data.status} />}
      />
      <div className={form.scroll}>
        <div className={form.reading}>
          <p>
            <LinkButton look="link" onClick={() => go("servers", REGISTRY)}>
              ‹ {say("servers-registry-back")}
            </LinkButton>
          </p>
          {server.error !== null ? <ProblemNote problem={server.error} live /> : null}
          {server.data === undefined ? null : (
            <>
              <About server={server.data} onVersion={setVersion} />
              {server.data.status === "deleted" ? (
                <ProblemNote problem={{ sentence: say("servers-registry-deleted-help"), remedy: null }} />
              ) : (
                <EntryForm key={server.data.version.text} server={server.data} />
              )}
            </>
          )}
        </div>
      </div>
    </>
  );
}

function About({ server, onVersion }: { server: RegistryServer; onVersion: (version: string) => void }) {
  return (
    <section className={css.about} aria-label={say("servers-registry-entry")}>
      <code className={css.name}>{server.name}</code>
      <p>
        <ForeignText value={server.description} />
      </p>
      {server.status === "deprecated" ? (
        <ProblemNote
          tone="wait"
          problem={{ sentence: say("servers-registry-deprecated-help"), remedy: null }}
        />
      ) : null}
      {server.status_message !== null ? (
        <p>
          <ForeignText value={server.status_message} />{" "}
          <span className="dim">{say("servers-registry-claim")}</span>
        </p>
      ) : null}
      {server.installed.length > 0 ? (
        <p className={form.pasted}>
          {say("servers-registry-installed", { servers: server.installed.join(", ") })}
        </p>
      ) : null}
      <DescriptionList label={say("servers-registry-entry")}>
        <Description name={say("servers-registry-version")}>
          <Versions server={server} onVersion={onVersion} />
        </Description>
        {server.published_at !== null ? (
          <Description name={say("servers-registry-published")}>
            <When at={server.published_at} style="both" />
          </Description>
        ) : null}
        {server.website !== null ? (
          <Description name={say("servers-registry-website")}>
            <Address uri={server.website} />
          </Description>
        ) : null}
        {server.repository !== null ? (
          <Description name={say("servers-registry-repository")}>
            <Address uri={server.repository} />
          </Description>
        ) : null}
      </DescriptionList>
      <p className="dim small">{say("servers-registry-claims")}</p>
    </section>
  );
}

/** Other versions are asked for at the registry, and only when somebody wants to choose one. */
function Versions({ server, onVersion }: { server: RegistryServer; onVersion: (version: string) => void }) {
  const [wanted, setWanted] = useState(false);
  const versions = useHostQuery("registry_versions", { name: server.name }, { when: wanted });
  const shown = server.version.text;
  if (!wanted) {
    return (
      <span className={css.version}>
        <ForeignText value={server.version} />
        <LinkButton look="link" onClick={() => setWanted(true)}>
          {say("servers-registry-versions")}
        </LinkButton>
      </span>
    );
  }
  return (
    <>
      <NativeSelect
        aria-label={say("servers-registry-version")}
        size="xs"
        autoFocus
        value={versions.data?.find((it) => it.version.text === shown)?.raw ?? shown}
        data={
          versions.data?.map((it) => ({
            value: it.raw,
            label:
              it.status === "active"
                ? it.version.text
                : `${it.version.text} (${say(`servers-registry-${it.status}`)})`,
          })) ?? [{ value: shown, label: shown }]
        }
        onChange={(event) => onVersion(event.currentTarget.value)}
      />
      {versions.error !== null ? <ProblemNote problem={versions.error} live /> : null}
    </>
  );
}
