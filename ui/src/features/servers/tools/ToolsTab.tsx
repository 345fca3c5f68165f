/** The tools of a server: found by words, of any number, and one of them with its form. */
import { Button } from "@mantine/core";
import { memo, useCallback, useState } from "react";
import type { Problem, ServerSummary, ToolEntry, ToolList } from "../../../bindings/host";
import { EmptyRoom, LinkButton, ProblemNote, Tag, When } from "../../../elements";
import { Say, say } from "../../../l10n";
import { go } from "../../../route";
import { useHostCommand, useHostQuery } from "../../../store";
import { Beneath, Catalog, Empty, Line, Lines, useSearch } from "../catalog/Catalog";
import css from "../catalog/catalog.module.css";
import { LeftOut } from "../catalog/LeftOut";
import { Picture } from "../catalog/Picture";
import { ToolPage } from "./ToolPage";

export function ToolsTab({ server, item }: { server: ServerSummary; item: string | null }) {
  const search = useSearch();
  const tools = useHostQuery(
    "tools",
    { server: server.id, query: search.query },
    { keepPrevious: true, large: true },
  );
  const choose = useCallback((tool: ToolEntry) => go("servers", server.id, "tools", tool.name), [server.id]);
  const list = tools.data;
  const [remarkedOnly, setRemarkedOnly] = useState(false);
  const remarked = list?.tools.filter((it) => it.remarks > 0) ?? [];
  const only = remarkedOnly && remarked.length > 0;
  const [first] = only ? remarked : (list?.tools ?? []);
  return (
    <Catalog
      server={server}
      of="tools"
      search={search}
      onEnter={() => first && choose(first)}
      problem={tools.error}
      list={
        list !== undefined ? (
          <Found
            list={list}
            query={search.query}
            server={server}
            item={item}
            choose={choose}
            only={only}
            setOnly={setRemarkedOnly}
          />
        ) : null
      }
      open={item !== null}
      detail={
        item !== null ? (
          <ToolPage key={item} server={server} name={item} />
        ) : list?.total === 0 ? null : (
          <EmptyRoom title={say("servers-tools-choose")}>{say("servers-tools-choose-help")}</EmptyRoom>
        )
      }
    />
  );
}

/** A list that could not be read is not an empty one. It is tried again automatically; a restart does it at once. */
function Unlisted({ server, problem }: { server: ServerSummary; problem: Problem }) {
  const again = useHostCommand("restart_server");
  return (
    <div className={css.problem}>
      <ProblemNote
        problem={problem}
        server={server.label}
        action={
          <Button loading={again.isPending} onClick={() => again.mutate({ id: server.id })}>
            {say("servers-tools-restart")}
          </Button>
        }
      />
      {server.state.retry_at !== null ? (
        <p className="dim">
          <Say id="servers-tools-retry" args={{ time: <When at={server.state.retry_at} /> }} />
        </p>
      ) : null}
      {again.error !== null ? <ProblemNote problem={again.error} server={server.label} live /> : null}
    </div>
  );
}

const nameOf = (tool: ToolEntry) => tool.name;

const Found = memo(function Found(props: {
  list: ToolList;
  query: string;
  server: ServerSummary;
  item: string | null;
  choose: (tool: ToolEntry) => void;
  /** Those with warnings alone. */
  only: boolean;
  setOnly: (only: boolean) => void;
}) {
  const { list, query, server, item, choose, only, setOnly } = props;
  const remarked = list.tools.filter((it) => it.remarks > 0);
  const tools = only ? remarked : list.tools;
  const pictures = tools.some((it) => it.icon);
  return (
    <>
      {query !== "" ? (
        <p className={`small dim ${css.note}`} role="status">
          {list.found > list.tools.length
            ? say("servers-tools-found-best", {
                found: list.found,
                total: list.total,
                listed: list.tools.length,
              })
            : say("servers-tools-found", { found: list.found, total: list.total })}
        </p>
      ) : null}
      {remarked.length > 0 ? (
        <p className={`small dim ${css.note}`}>
          {say("servers-tools-warned", { count: remarked.length })}{" "}
          <LinkButton aria-pressed={only} onClick={() => setOnly(!only)}>
            {say(only ? "servers-tools-warned-all" : "servers-tools-warned-only")}
          </LinkButton>
        </p>
      ) : null}
      {list.problem !== null ? <Unlisted server={server} problem={list.problem} /> : null}
      {list.tools.length === 0 && list.problem !== null ? null : list.tools.length === 0 ? (
        <Empty server={server} of="tools" total={list.total} />
      ) : (
        <Lines
          label={say("servers-tools-list", { server: server.label })}
          items={tools}
          keyOf={nameOf}
          chosen={tools.findIndex((tool) => tool.name === item)}
          choose={choose}
          row={(tool, chosen) => (
            <Line
              chosen={chosen}
              mark={
                pictures ? (
                  <Picture server={server.id} of={{ kind: "tool", name: tool.name }} has={tool.icon} />
                ) : null
              }
              name={tool.shown}
              beside={
                <Beneath title={tool.title} shown={tool.shown} summary={tool.summary} server={server} />
              }
              marks={
                tool.state.kind === "changed" || tool.against_claims || tool.remarks > 0 ? (
                  <>
                    {tool.state.kind === "changed" ? (
                      <Tag tone="wait">{say("servers-tools-changed")}</Tag>
                    ) : null}
                    {tool.against_claims ? <Tag tone="wait">{say("servers-tools-against")}</Tag> : null}
                    {tool.remarks > 0 ? (
                      <Tag tone="wait">{say("servers-tools-warnings", { count: tool.remarks })}</Tag>
                    ) : null}
                  </>
                ) : null
              }
            />
          )}
        />
      )}
      <LeftOut one="tool" entries={list.excluded} beyond={list.beyond_limit} />
    </>
  );
});
