/** What is known about a server: how it is reached, what it says about itself, how it speaks and how it is doing. */
import type { ReactNode } from "react";
import type { Endpoint, ServerDetail, ServerHealth, ServerSummary } from "../../../bindings/host";
import { ForeignText, RawText, Slot, Tag, When } from "../../../elements";
import { bytes, count, duration } from "../../../words";
import css from "./page.module.css";

export function Facts({ detail, server }: { detail: ServerDetail; server: ServerSummary }) {
  const { draft } = detail;
  return (
    <>
      <section className={css.section}>
        <h2>How it is reached</h2>
        <dl className={css.facts}>
          <Launch endpoint={draft.endpoint} />
          {detail.resolved !== null && (
            <Fact name={draft.endpoint.kind === "address" ? "Whole address" : "Program file"}>
              <RawText text={detail.resolved} mono />
            </Fact>
          )}
          {draft.environment.length > 0 && <Names name="Environment" values={draft.environment} />}
          {draft.headers.length > 0 && <Names name="Headers" values={draft.headers} />}
          {detail.approved_at !== null && (
            <Fact name="Approved">
              by you, <When at={detail.approved_at} style="both" />
            </Fact>
          )}
          {detail.pid !== null && <Fact name="Process">{detail.pid}</Fact>}
        </dl>
      </section>
      <section className={css.section}>
        <h2>What it says about itself</h2>
        {detail.server_name === null && detail.instructions === null ? (
          <p className="dim">Nothing yet. A server introduces itself when it starts.</p>
        ) : (
          <Slot from="Name and version from the server">
            {detail.server_name !== null && <ForeignText value={detail.server_name} />}
            {detail.server_version !== null && (
              <>
                {" "}
                <ForeignText value={detail.server_version} mono />
              </>
            )}
          </Slot>
        )}
        {detail.instructions !== null && (
          <Slot from="Instructions from the server">
            <ForeignText value={detail.instructions} />
          </Slot>
        )}
      </section>
      <section className={css.section}>
        <h2>How it speaks</h2>
        <dl className={css.facts}>
          <Fact name="Protocol">
            {detail.revision === null ? (
              <span className="dim">not found out yet</span>
            ) : (
              `${detail.revision}${detail.era === null || detail.era === "auto" ? "" : `, ${detail.era} era`}`
            )}
          </Fact>
          <Fact name="Offers">
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
          </Fact>
        </dl>
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

function Launch({ endpoint }: { endpoint: Endpoint }) {
  switch (endpoint.kind) {
    case "command":
      return (
        <>
          <Fact name="Command">
            <span className={css.tokens}>
              {[endpoint.program, ...endpoint.arguments].map((token, index) => (
                <span key={index} className={css.token}>
                  {token === "" ? <span className="faint">empty</span> : <RawText text={token} mono />}
                </span>
              ))}
            </span>
          </Fact>
          <Fact name="Folder">
            {endpoint.folder === null ? (
              <span className="dim">your home folder</span>
            ) : (
              <RawText text={endpoint.folder} mono />
            )}
          </Fact>
        </>
      );
    case "address":
      return (
        <Fact name="Address">
          <RawText text={endpoint.url} mono />
        </Fact>
      );
    case "demo":
      return (
        <Fact name="Program">built into Portcullis; it needs no network and reads no files of yours</Fact>
      );
  }
}

function Names({ name, values }: { name: string; values: ServerDetail["draft"]["environment"] }) {
  return (
    <Fact name={name}>
      {values.map((value) => (
        <div key={value.name}>
          <RawText text={value.name} mono />{" "}
          {value.secret ? (
            <Tag>secret, in your keychain</Tag>
          ) : (
            <RawText text={`= ${value.value ?? ""}`} mono />
          )}
        </div>
      ))}
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
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
  const numbers: [string, string][] = [
    [
      "Calls",
      health.failed === 0 ? count(health.calls) : `${count(health.calls)}, ${count(health.failed)} failed`,
    ],
    ...(readyAfter === null ? [] : ([["Ready after", duration(readyAfter)]] as [string, string][])),
    ["Restarts by itself", count(health.restarts)],
    ...(local
      ? ([
          ["Lines that were not protocol", count(health.junk_lines)],
          ["Standard error", bytes(health.stderr_bytes)],
        ] as [string, string][])
      : []),
    ["Replies nobody waited for", count(health.stray_replies)],
    ["Notifications merged or dropped", count(health.coalesced)],
  ];
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
