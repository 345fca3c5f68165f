/** What is known about a server: how it is reached, what it says about itself, how it speaks and how it is doing. */
import type { Endpoint, ServerDetail, ServerHealth, ServerSummary } from "../../../bindings/host";
import {
  Description,
  DescriptionList,
  ForeignText,
  LongText,
  RawText,
  Tag,
  UntrustedBlock,
  When,
} from "../../../elements";
import { bytes, count, duration, transportWord } from "../../../words";
import { AccountLine } from "../account/AccountLine";
import { Picture } from "../catalog/Picture";
import css from "./page.module.css";

export function Facts({ detail, server }: { detail: ServerDetail; server: ServerSummary }) {
  const { draft } = detail;
  return (
    <>
      <section className={css.section}>
        <h2>How it is reached</h2>
        <DescriptionList>
          <Launch endpoint={draft.endpoint} />
          {detail.resolved !== null && detail.resolved !== written(draft.endpoint) ? (
            <Description name={draft.endpoint.kind === "address" ? "Whole address" : "Program file"}>
              <RawText text={detail.resolved} mono />
            </Description>
          ) : null}
          {draft.environment.length > 0 ? <Names name="Environment" values={draft.environment} /> : null}
          {draft.headers.length > 0 ? <Names name="Headers" values={draft.headers} /> : null}
          {server.whereabouts !== "local" ? <AccountLine server={server} /> : null}
          {detail.approved_at !== null ? (
            <Description name="Approved">
              by you, <When at={detail.approved_at} style="both" />
            </Description>
          ) : null}
          {detail.pid !== null ? <Description name="Process">{detail.pid}</Description> : null}
        </DescriptionList>
      </section>
      <section className={css.section}>
        <h2>What it says about itself</h2>
        {detail.server_name === null && detail.instructions === null ? (
          <p className="dim">Nothing yet. A server introduces itself when it starts.</p>
        ) : (
          <UntrustedBlock from="Name and version from the server">
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
          <UntrustedBlock from="Instructions from the server">
            <LongText value={detail.instructions} />
          </UntrustedBlock>
        ) : null}
      </section>
      <section className={css.section}>
        <h2>How it speaks</h2>
        <DescriptionList>
          <Description name="Protocol">
            {detail.revision === null ? (
              <span className="dim">not found out yet</span>
            ) : (
              `${detail.revision}${detail.era === null || detail.era === "auto" ? "" : `, ${detail.era} era`}`
            )}
          </Description>
          {detail.transport !== null ? (
            <Description name="Transport">{transportWord(detail.transport)}</Description>
          ) : null}
          <Description name="Offers">
            {detail.capabilities.length === 0 ? (
              <span className="dim">nothing yet</span>
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
        <h2>How it is doing</h2>
        <Health
          health={detail.health}
          readyAfter={detail.ready_after}
          local={server.whereabouts === "local"}
        />
      </section>
    </>
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
          <Description name="Command">
            <span className={css.tokens}>
              {[endpoint.program, ...endpoint.arguments].map((token, index) => (
                <span key={index} className={css.token}>
                  {token === "" ? <span className="faint">empty</span> : <RawText text={token} mono />}
                </span>
              ))}
            </span>
          </Description>
          <Description name="Folder">
            {endpoint.folder === null ? (
              <span className="dim">your home folder</span>
            ) : (
              <RawText text={endpoint.folder} mono />
            )}
          </Description>
        </>
      );
    case "address":
      return (
        <Description name="Address">
          <RawText text={endpoint.url} mono />
        </Description>
      );
    case "demo":
      return (
        <Description name="Program">
          built into Portcullis; it needs no network and reads no files of yours
        </Description>
      );
  }
}

function Names({ name, values }: { name: string; values: ServerDetail["draft"]["environment"] }) {
  return (
    <Description name={name}>
      {values.map((value) => (
        <div key={value.name}>
          <RawText text={value.name} mono />{" "}
          {value.secret ? <Tag>stored as a secret</Tag> : <RawText text={`= ${value.value ?? ""}`} mono />}
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
    health.failed === 0 ? count(health.calls) : `${count(health.calls)}, ${count(health.failed)} failed`;
  const counters: [string, number, (value: number) => string][] = [
    ["Restarts by itself", health.restarts, count],
    ...(local
      ? ([
          ["Lines of stray output", health.junk_lines, count],
          ["Standard error", health.stderr_bytes, bytes],
        ] as [string, number, (value: number) => string][])
      : []),
    ["Replies nobody waited for", health.stray_replies, count],
    ["Notifications merged or dropped", health.coalesced, count],
  ];
  const said = (those: typeof counters) =>
    those.map(([name, value, inWords]): [string, string] => [name, inWords(value)]);
  const zero = counters.filter(([, value]) => value === 0);
  return (
    <>
      <Numbers
        numbers={[
          ["Calls", calls],
          ...(readyAfter === null ? [] : [["Ready after", duration(readyAfter)] as [string, string]]),
          ...said(counters.filter(([, value]) => value !== 0)),
        ]}
      />
      {zero.length > 0 ? (
        <details className={css.more}>
          <summary>More</summary>
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
