/** One operation: why, the request, the result, and the hashes that hold it in its place. */
import { memo, type ReactNode } from "react";
import type { RecordDetail as Detail, Foreign, RecordKind } from "../../bindings/host";
import {
  AllowedBy,
  ForeignText,
  ProblemNote,
  RawText,
  Tag,
  textHeading,
  UntrustedBlock,
  When,
} from "../../elements";
import { Copy } from "../../elements/Copy";
import { Say, say } from "../../l10n";
import { to } from "../../route";
import { useHostQuery } from "../../store";
import { duration, outcomeTone } from "../../words";
import { titleOf, toolOf } from "./About";
import { AskedFor, Masked, sentTitle, versionTitles } from "./AskedFor";
import css from "./activity.module.css";

/** What holds words of a server: the message of a form, what a model would be sent (S-34). */
const ofServer: readonly RecordKind[] = ["elicitation", "sampling"];
/** What a person may change at the gate before it is sent. */
const changeable: readonly RecordKind[] = ["call", "sampling"];

export const RecordDetail = memo(function RecordDetail({ seq }: { seq: number }) {
  const detail = useHostQuery("record_detail", { seq });
  const data = detail.data;
  const title = data === undefined ? null : titleOf(data.row);
  const tool = data === undefined ? null : toolOf(data.row);
  return (
    <div className={`scrolls ${css.detail}`}>
      {detail.error !== null ? <ProblemNote problem={detail.error} /> : null}
      {data !== undefined ? (
        <>
          <header>
            <h2>
              {data.row.kind === "call" && data.row.tool !== null ? (
                <ForeignText value={data.row.tool} mono />
              ) : (
                <ForeignText value={data.row.what} />
              )}
            </h2>
            <p className="small dim">
              {data.row.server_label !== null ? (
                <>
                  <RawText text={data.row.server_label} /> ·{" "}
                </>
              ) : null}
              <When at={data.row.at} style="both" />
              {data.row.duration !== null ? ` · ${duration(data.row.duration)}` : null} ·{" "}
              <Say id="activity-requested-by" args={{ who: <RawText text={data.row.asked_by} /> }} />
            </p>
          </header>
          {title !== null ? (
            <UntrustedBlock from={titleFrom(data.row.server_label)} short>
              <ForeignText value={title} />
            </UntrustedBlock>
          ) : null}
          {tool !== null ? (
            <Part title={say("activity-tool")}>
              <ForeignText value={tool} mono />
            </Part>
          ) : null}
          <div>
            <Tag tone={outcomeTone[data.row.outcome]}>{data.row.outcome_words}</Tag>
          </div>
          <Part title={say("activity-reason")}>
            {data.why}
            {data.allowed_by !== null ? (
              <AllowedBy allowed={data.allowed_by} row={to("activity", `${data.allowed_by.row}`)} />
            ) : null}
          </Part>
          <Versions detail={data} />
          {data.came_back !== null ? <Part title={say("elements-result")}>{data.came_back}</Part> : null}
          {data.definition !== null ? (
            <Part title={say("activity-definition")}>
              <Digest value={data.definition} name={say("activity-definition-copy")} />
            </Part>
          ) : null}
          {data.shown !== null ? (
            <Part title={say("activity-shown")}>
              <Digest value={data.shown} name={say("activity-shown-copy")} />
            </Part>
          ) : null}
          <Part title={say("activity-entry", { number: `${data.row.seq}` })}>
            <Digest value={data.hash} name={say("activity-entry-copy")} />
          </Part>
          {data.outcome_hash !== null ? (
            <Part title={say("activity-entry-outcome")}>
              <Digest value={data.outcome_hash} name={say("activity-entry-outcome-copy")} />
            </Part>
          ) : null}
        </>
      ) : null}
    </div>
  );
});

/** What was asked for; beside it what was sent in its place, where a person changed it or answered it. */
function Versions({ detail }: { detail: Detail }) {
  const { row, sent, asked_for, edited } = detail;
  if (sent === null || row.kind === "grant") return null;
  const whole = (value: Foreign, foreign: boolean) =>
    foreign ? (
      <UntrustedBlock from={textHeading(row.server_label ?? undefined)}>
        <AskedFor value={value} call={false} edited={edited} />
      </UntrustedBlock>
    ) : (
      <AskedFor value={value} call={row.kind !== "sampling"} edited={edited} />
    );
  const foreign = ofServer.includes(row.kind);
  if (asked_for === null) {
    return (
      <Part title={sentTitle(row.outcome)}>
        {whole(sent, foreign)}
        <Masked values={[sent]} />
      </Part>
    );
  }
  const [before, after] = versionTitles(row);
  return (
    <>
      {changeable.includes(row.kind) ? (
        <Part title={say("activity-edited")}>
          {edited.length === 0
            ? say("activity-edited-unknown")
            : edited.map((name, index) => (
                <span key={name.text}>
                  {index > 0 ? ", " : null}
                  <ForeignText value={name} mono />
                </span>
              ))}
        </Part>
      ) : null}
      <div>
        <div className={css.versions}>
          <Part title={before}>{whole(asked_for, foreign)}</Part>
          <Part title={after}>{whole(sent, foreign && changeable.includes(row.kind))}</Part>
        </div>
        <Masked values={[asked_for, sent]} />
      </div>
    </>
  );
}

function titleFrom(server: string | null): string {
  return server === null ? say("activity-tool-title-unnamed") : say("activity-tool-title", { server });
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={css.part}>{title}</h3>
      <div className={css.body}>{children}</div>
    </section>
  );
}

/** Its ends are enough to compare by eye; the whole is copied. */
function Digest({ value, name }: { value: string; name: string }) {
  return (
    <span className={css.digest}>
      <code title={value}>{`sha256 ${value.slice(0, 8)}…${value.slice(-8)}`}</code>
      <Copy text={value} label={say("elements-copy")} />
      <span className="visually-hidden">{name}</span>
    </span>
  );
}
