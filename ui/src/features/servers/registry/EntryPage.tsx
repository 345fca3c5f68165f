/** One server of the registry: what its publisher says, its versions, and the ways to add it. */
import { useEffect, useRef, useState } from "react";
import type { RegistryServer } from "../../../bindings/host";
import {
  Address,
  Copy,
  Description,
  DescriptionList,
  ForeignText,
  LongText,
  ProblemNote,
  RawText,
  UntrustedBlock,
  When,
} from "../../../elements";
import { Listed, say } from "../../../l10n";
import { REGISTRY, to } from "../../../route";
import { useHostQuery } from "../../../store";
import form from "../form/form.module.css";
import { EntryIcon } from "./EntryIcon";
import { EntryOptions } from "./EntryOptions";
import css from "./registry.module.css";
import { StatusTag } from "./StatusTag";
import { VersionSelect } from "./VersionSelect";

/** `icons`: they are shown. */
export function EntryPage({ name, icons }: { name: string; icons: boolean }) {
  // `null`: the latest, which is in the copy.
  const [version, setVersion] = useState<string | null>(null);
  const latest = useHostQuery("registry_server", { name, version: null });
  const chosen = useHostQuery(
    "registry_server",
    { name, version: version ?? "" },
    { when: version !== null, fleeting: true },
  );
  const { data: server, error } = version === null ? latest : chosen;
  // Until another version is there, the page stays as it is.
  const claimed = server ?? (error === null ? latest.data : undefined);
  const back = useRef<HTMLAnchorElement>(null);
  // What led here is gone.
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) back.current?.focus();
  }, []);
  return (
    <div className={form.scroll}>
      <div className={form.reading}>
        <a href={to("servers", REGISTRY)} className={`link ${css.back}`} ref={back}>
          ‹ {say("servers-registry-results")}
        </a>
        {error !== null && server === undefined ? <ProblemNote problem={error} live /> : null}
        {claimed !== undefined ? <Claims server={claimed} icons={icons} /> : null}
        {latest.data !== undefined ? (
          <DescriptionList label={say("servers-registry-entry")}>
            <Description name={say("words-name")}>
              <span className={css.entryName}>
                <RawText text={latest.data.name} mono />
                <Copy text={latest.data.name} />
              </span>
            </Description>
            <Description name={say("servers-registry-version")}>
              <VersionSelect
                name={name}
                latest={latest.data.version}
                chosen={version}
                onChoose={setVersion}
              />
            </Description>
            {server !== undefined ? <Facts server={server} /> : null}
          </DescriptionList>
        ) : null}
        {server === undefined && error === null ? (
          <p className="dim" role="status">
            {say("servers-registry-loading")}
          </p>
        ) : null}
        {server !== undefined ? (
          <>
            <Status server={server} />
            {server.status === "deleted" ? null : (
              <EntryOptions
                key={version ?? server.version.text}
                server={server}
                version={version ?? server.version.text}
              />
            )}
          </>
        ) : null}
      </div>
    </div>
  );
}

function Claims({ server, icons }: { server: RegistryServer; icons: boolean }) {
  return (
    <UntrustedBlock from={say("servers-registry-claims")}>
      <div className={css.claims}>
        <div className={css.titled}>
          {icons ? <EntryIcon name={server.name} title={server.title} has={server.icon} /> : null}
          <h2>
            <ForeignText value={server.title} />
          </h2>
        </div>
        {server.description.text !== "" ? <LongText value={server.description} /> : null}
        {server.website !== null || server.repository !== null ? (
          <dl className={css.places}>
            {server.website !== null ? (
              <div>
                <dt>{say("servers-registry-website")}</dt>
                <dd>
                  <Address uri={server.website} copy={say("elements-copy-url")} />
                </dd>
              </div>
            ) : null}
            {server.repository !== null ? (
              <div>
                <dt>{say("servers-source")}</dt>
                <dd>
                  <Address uri={server.repository} copy={say("elements-copy-url")} />
                </dd>
              </div>
            ) : null}
          </dl>
        ) : null}
      </div>
    </UntrustedBlock>
  );
}

function Facts({ server }: { server: RegistryServer }) {
  return (
    <>
      {server.published_at !== null ? (
        <Description name={say("servers-registry-published")}>
          <When at={server.published_at} style="day" />
        </Description>
      ) : null}
      {server.installed.length > 0 ? (
        <Description name={say("servers-registry-installed")}>
          <Listed items={server.installed.map((label) => <bdi key={label}>{label}</bdi>)} and={false} />
        </Description>
      ) : null}
    </>
  );
}

/** What the registry says against it, and why. */
function Status({ server }: { server: RegistryServer }) {
  const { status, status_message } = server;
  if (status === "active") return null;
  return (
    <div className={css.status}>
      <p>
        <StatusTag status={status} /> {say(`servers-registry-${status}-help`)}
      </p>
      {status_message !== null ? (
        <UntrustedBlock from={say("servers-registry-reason")}>
          <LongText value={status_message} />
        </UntrustedBlock>
      ) : null}
    </div>
  );
}
