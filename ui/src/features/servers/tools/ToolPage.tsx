/** One tool: what the server says about it, what changed, and a form to call it by hand. */
import { Button } from "@mantine/core";
import { memo } from "react";
import type { FieldDiff, ServerSummary, ToolDetail } from "../../../bindings/host";
import { DiffText, ForeignText, ProblemNote, SeenList, Tag, UntrustedBlock } from "../../../elements";
import { Changes } from "../../../elements/Changes";
import { RemarkTag } from "../../../elements/RemarkTag";
import { say } from "../../../l10n";
import { to } from "../../../route";
import { useHostCommand, useHostQuery, useProposal } from "../../../store";
import { claimWord, definitionTone, definitionWord } from "../../../words";
import page from "../catalog/catalog.module.css";
import { Head } from "../catalog/Head";
import { Picture } from "../catalog/Picture";
import { RunTool } from "./RunTool";
import css from "./tools.module.css";

export const ToolPage = memo(function ToolPage({ server, name }: { server: ServerSummary; name: string }) {
  const tool = useHostQuery("tool", { server: server.id, tool: name });
  return (
    <div className={`scrolls ${page.page}`}>
      {tool.error !== null ? <ProblemNote problem={tool.error} server={server.label} /> : null}
      {tool.data !== undefined ? <Tool server={server} tool={tool.data} /> : null}
    </div>
  );
});

function Tool({ server, tool }: { server: ServerSummary; tool: ToolDetail }) {
  const { entry } = tool;
  // What silence counts as is no claim of the server.
  const silent = entry.claims.includes("silent");
  return (
    <>
      <Head
        mark={entry.icon ? <Picture server={server.id} of={{ kind: "tool", name: entry.name }} has /> : null}
        title={entry.title}
        shown={entry.shown}
        server={server.label}
      >
        <Definition tool={tool} />
      </Head>
      {tool.description.text !== "" ? (
        <UntrustedBlock>
          <ForeignText value={tool.description} />
        </UntrustedBlock>
      ) : null}
      {entry.claims.length > 0 || tool.notes.length > 0 ? (
        <p className={page.tags}>
          {entry.claims.length > 0 ? (
            <span className="small dim">
              {silent
                ? say("servers-tools-claims-none", { counts: claimWord("silent") })
                : say("servers-tools-claims", { claims: entry.claims.map(claimWord).join(" · ") })}
            </span>
          ) : null}
          {tool.notes.map((note) => (
            <RemarkTag key={note.sentence} remark={note} />
          ))}
        </p>
      ) : null}
      {tool.seen.length > 0 ? <Seen tool={tool} /> : null}
      {entry.state.kind !== "changed" && entry.state.reviewed === null ? (
        <Review server={server} tool={tool} />
      ) : null}
      {entry.state.kind === "changed" ? <Changed server={server} tool={tool} /> : null}
      {tool.varying.length > 0 ? <Varying server={server} tool={tool} /> : null}
      {tool.schema_problem !== null ? (
        <ProblemNote
          tone="wait"
          problem={{
            sentence: say("servers-tools-schema"),
            remedy: tool.schema_problem,
          }}
        />
      ) : null}
      <RunTool
        key={tool.digest}
        server={server}
        tool={tool}
        whenAsked={
          <span className={`small dim ${css.whenAsked}`}>
            {tool.when_asked}{" "}
            <a className="underlined" href={to("permissions")}>
              {say("servers-page-tab-permissions")}
            </a>
          </span>
        }
      />
    </>
  );
}

function Definition({ tool }: { tool: ToolDetail }) {
  const { state } = tool.entry;
  return <Tag tone={definitionTone(state)}>{definitionWord(state)}</Tag>;
}

/** What its fence saw, and first of all where that is against its claims. */
function Seen({ tool }: { tool: ToolDetail }) {
  const { claims, against_claims: against } = tool.entry;
  const closed = claims.includes("closed_world") && tool.seen.some((it) => it.kind !== "wrote");
  return (
    <section
      className={css.seen}
      aria-label={say("servers-tools-seen")}
      data-against={against ? true : undefined}
    >
      <p>
        {say(
          against
            ? closed
              ? "servers-tools-seen-closed"
              : "servers-tools-seen-reads"
            : "servers-tools-seen-any",
        )}
      </p>
      <SeenList seen={tool.seen} dated />
      <p className="small dim">{say("servers-tools-seen-help")}</p>
    </section>
  );
}

/** Parts of the definition that are not compared, and the way back. */
function Varying({ server, tool }: { server: ServerSummary; tool: ToolDetail }) {
  const hold = useHostCommand("hold_all_parts");
  return (
    <section className={css.changed} aria-label={say("servers-tools-varying")}>
      <p>{say("servers-tools-varying-help", { count: tool.varying.length })}</p>
      {tool.varying.map((part) => (
        <div key={part.text}>
          <ForeignText value={part} mono />
        </div>
      ))}
      {hold.error !== null ? <ProblemNote problem={hold.error} server={server.label} live /> : null}
      <div>
        <Button
          loading={hold.isPending}
          onClick={() => hold.mutate({ server: server.id, tool: tool.entry.name })}
        >
          {say("servers-tools-varying-hold")}
        </Button>
      </div>
    </section>
  );
}

/** That the person read the definition changes what is said of it, and allows nothing. The gate asks, not this page. */
function Review({ server, tool }: { server: ServerSummary; tool: ToolDetail }) {
  const review = useProposal("propose_review");
  return (
    <>
      <div>
        <Button
          loading={review.isPending}
          onClick={() => review.ask({ server: server.id, tool: tool.entry.name, digest: tool.digest })}
        >
          {say("servers-tools-review")}
        </Button>
      </div>
      {review.error !== null ? <ProblemNote problem={review.error} server={server.label} live /> : null}
    </>
  );
}

function Changed({ server, tool }: { server: ServerSummary; tool: ToolDetail }) {
  const review = useProposal("review_tool");
  return (
    <section className={css.changed} aria-label={say("elements-changes")}>
      <p>{say("servers-tools-changes-help")}</p>
      <Changes changes={tool.changes} />
      {tool.diff.map((field) => (
        <ChangedPart key={field.field} field={field} />
      ))}
      {review.error !== null ? <ProblemNote problem={review.error} server={server.label} live /> : null}
      <div>
        <Button
          variant="filled"
          loading={review.isPending}
          onClick={() => review.ask({ server: server.id, tool: tool.entry.name })}
        >
          {say("servers-tools-changes-review")}
        </Button>
      </div>
    </section>
  );
}

/** Parts of a definition, as the host names them in some case. */
const PARTS = ["title", "description", "arguments", "result", "claims", "icons", "other"] as const;

function ChangedPart({ field }: { field: FieldDiff }) {
  const part = PARTS.find((it) => it === field.field.toLowerCase());
  return (
    <UntrustedBlock
      from={
        part === undefined
          ? say("servers-tools-part", { part: field.field })
          : say(`servers-tools-part-${part}`)
      }
    >
      <DiffText spans={field.spans} mono={part !== "title" && part !== "description"} />
    </UntrustedBlock>
  );
}
