/** What is known about a server: how it is reached, what it says about itself, how it speaks and how it is doing. */
import { Button } from "@mantine/core";
import type { Endpoint, ServerDetail, ServerHealth, ServerSummary } from "../../../bindings/host";
import {
  Description,
  DescriptionList,
  ForeignText,
  LongText,
  ProblemNote,
  RawText,
  Tag,
  UntrustedBlock,
  When,
} from "../../../elements";
import { Say, say } from "../../../l10n";
import { useProposal } from "../../../store";
import { bytes, count, duration, transportWord } from "../../../words";
import { AccountLine } from "../account/AccountLine";
import { Picture } from "../catalog/Picture";
import css from "./page.module.css";

export function Facts({ detail, server }: { detail: ServerDetail; server: ServerSummary }) {
  const { draft } = detail;
  return (
    <>
      {detail.note !== "" ? (
        <section className={css.section}>
          <h2>{say("servers-page-note")}</h2>
          <p className={css.note}>{detail.note}</p>
        </section>
      ) : null}
      <section className={css.section}>
        <h2>{say("servers-page-connection")}</h2>
        <DescriptionList>
          <Launch endpoint={draft.endpoint} />
          {detail.resolved !== null && detail.resolved !== written(draft.endpoint) ? (
            <Description
              name={say(draft.endpoint.kind === "address" ? "words-full-url" : "servers-page-program-file")}
            >
              <RawText text={detail.resolved} mono />
            </Description>
          ) : null}
          <Container detail={detail} />
          <Package detail={detail} />
          {draft.environment.length > 0 ? (
            <Names name={say("words-field-environment")} values={draft.environment} />
          ) : null}
          {draft.headers.length > 0 ? (
            <Names name={say("words-field-headers")} values={draft.headers} />
          ) : null}
          {server.whereabouts !== "local" ? <AccountLine server={server} /> : null}
          {detail.approved_at !== null ? (
            <Description name={say("servers-page-approved")}>
              <Say
                id="servers-page-approved-by"
                args={{ time: <When at={detail.approved_at} style="both" /> }}
              />
            </Description>
          ) : null}
          {detail.pid !== null ? (
            <Description name={say("servers-page-process")}>{detail.pid}</Description>
          ) : null}
        </DescriptionList>
      </section>
      <section className={css.section}>
        <h2>{say("servers-page-claims")}</h2>
        {detail.server_name === null && detail.instructions === null ? (
          <p className="dim">{say("servers-page-claims-none")}</p>
        ) : (
          <UntrustedBlock from={say("servers-page-claims-name")}>
            {detail.icon ? <Picture server={detail.summary.id} of={{ kind: "server" }} has /> : null}
            {detail.server_name !== null ? <ForeignText value={detail.server_name} /> : null}
            {detail.server_version !== null ? (
              <>
                {" "}
                <ForeignText value={detail.server_version} mono />
              </>
            ) : null}
          </UntrustedBlock>
        )}
        {detail.instructions !== null ? (
          <UntrustedBlock from={say("servers-page-claims-instructions")}>
            <LongText value={detail.instructions} />
          </UntrustedBlock>
        ) : null}
      </section>
      <section className={css.section}>
        <h2>{say("servers-page-protocol")}</h2>
        <DescriptionList>
          <Description name={say("words-field-protocol")}>
            {detail.revision ?? <span className="dim">{say("servers-page-version-unknown")}</span>}
          </Description>
          {detail.transport !== null ? (
            <Description name={say("words-field-transport")}>{transportWord(detail.transport)}</Description>
          ) : null}
          <Description name={say("servers-page-capabilities")}>
            {detail.capabilities.length === 0 ? (
              <span className="dim">{say("servers-page-capabilities-none")}</span>
            ) : (
              <span className={css.tags}>
                {detail.capabilities.map((name) => (
                  <Tag key={name}>
                    <RawText text={name} />
                  </Tag>
                ))}
              </span>
            )}
          </Description>
        </DescriptionList>
      </section>
      <section className={css.section}>
        <h2>{say("servers-page-health")}</h2>
        <Health
          health={detail.health}
          readyAfter={detail.ready_after}
          local={server.whereabouts === "local"}
        />
      </section>
    </>
  );
}

/** The container that it runs in, and what its engine does not hold. */
function Container({ detail }: { detail: ServerDetail }) {
  const { container } = detail;
  if (container === null) return null;
  return (
    <Description name={say("words-field-container")}>
      <Say
        id="servers-page-container-image"
        args={{ image: <ForeignText value={container.image} mono />, engine: container.engine }}
      />
      {container.pinned ? null : <p className="small dim">{say("servers-page-container-open")}</p>}
      {container.notes.map((note) => (
        <p key={note} className="small dim">
          <RawText text={note} />
        </p>
      ))}
    </Description>
  );
}

/** The package that was fetched, or that could be: without that, each start may run another version. */
function Package({ detail }: { detail: ServerDetail }) {
  const fetch = useProposal("propose_fetch");
  if (detail.package === null && !detail.fetchable) return null;
  const again = detail.package !== null;
  return (
    <Description name={say("words-field-package")}>
      {detail.package !== null ? (
        <Say
          id="servers-page-package-fetched"
          args={{
            package: <ForeignText value={detail.package.name} mono />,
            version: <ForeignText value={detail.package.version} mono />,
            registry: detail.package.registry,
            time: <When at={detail.package.at} />,
          }}
        />
      ) : (
        <span className="dim">
          {say(detail.names_version ? "servers-page-package-exact" : "servers-form-fetch-off-help")}
        </span>
      )}{" "}
      <Button
        size="xs"
        loading={fetch.isPending}
        onClick={() => fetch.ask({ draft: detail.draft, changes: detail.summary.id })}
      >
        {say(again ? "servers-page-package-update" : "servers-page-package-fetch")}
      </Button>
      {fetch.error !== null ? <ProblemNote problem={fetch.error} server={detail.summary.label} live /> : null}
    </Description>
  );
}

/** The program or address as a person wrote it: shown already. */
function written(endpoint: Endpoint): string | null {
  switch (endpoint.kind) {
    case "command":
      return endpoint.program;
    case "address":
      return endpoint.url;
    case "demo":
      return null;
  }
}

function Launch({ endpoint }: { endpoint: Endpoint }) {
  switch (endpoint.kind) {
    case "command":
      return (
        <>
          <Description name={say("servers-command")}>
            <span className={css.tokens}>
              {[endpoint.program, ...endpoint.arguments].map((token, index) => (
                <span key={index} className={css.token}>
                  {token === "" ? (
                    <span className="faint">{say("servers-empty")}</span>
                  ) : (
                    <RawText text={token} mono />
                  )}
                </span>
              ))}
            </span>
          </Description>
          <Description name={say("words-field-folder")}>
            {endpoint.folder === null ? (
              <span className="dim">{say("servers-page-folder-home")}</span>
            ) : (
              <RawText text={endpoint.folder} mono />
            )}
          </Description>
        </>
      );
    case "address":
      return (
        <Description name={say("words-field-address")}>
          <RawText text={endpoint.url} mono />
        </Description>
      );
    case "demo":
      return <Description name={say("words-field-program")}>{say("servers-page-program-demo")}</Description>;
  }
}

function Names({ name, values }: { name: string; values: ServerDetail["draft"]["environment"] }) {
  return (
    <Description name={name}>
      {values.map((value) => (
        <div key={value.name}>
          <RawText text={value.name} mono />{" "}
          {value.secret ? (
            <Tag>{say("servers-page-secret")}</Tag>
          ) : (
            <RawText text={`= ${value.value ?? ""}`} mono />
          )}
        </div>
      ))}
    </Description>
  );
}

function Health({
  health,
  readyAfter,
  local,
}: {
  health: ServerHealth;
  readyAfter: number | null;
  local: boolean;
}) {
  const calls =
    health.failed === 0
      ? count(health.calls)
      : say("servers-page-calls-failed", { calls: health.calls, failed: health.failed });
  const counters: [string, number, (value: number) => string][] = [
    [say("servers-page-restarts"), health.restarts, count],
    ...(local
      ? ([
          [say("servers-page-junk"), health.junk_lines, count],
          [say("servers-page-stderr-size"), health.stderr_bytes, bytes],
        ] as [string, number, (value: number) => string][])
      : []),
    [say("servers-page-replies"), health.stray_replies, count],
    [say("servers-page-notifications"), health.coalesced, count],
  ];
  const said = (those: typeof counters) =>
    those.map(([name, value, inWords]): [string, string] => [name, inWords(value)]);
  const zero = counters.filter(([, value]) => value === 0);
  return (
    <>
      <Numbers
        numbers={[
          [say("servers-page-calls"), calls],
          ...(readyAfter === null
            ? []
            : [[say("servers-page-startup"), duration(readyAfter)] as [string, string]]),
          ...said(counters.filter(([, value]) => value !== 0)),
        ]}
      />
      {zero.length > 0 ? (
        <details className={css.more}>
          <summary>{say("words-more")}</summary>
          <Numbers numbers={said(zero)} />
        </details>
      ) : null}
    </>
  );
}

function Numbers({ numbers }: { numbers: [string, string][] }) {
  return (
    <dl className={css.numbers}>
      {numbers.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
