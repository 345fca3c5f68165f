/** Messages that a server has ready: found by words, and one of them with its form. */
import { memo, useCallback } from "react";
import type { PromptEntry, PromptList, ServerSummary } from "../../../bindings/host";
import { EmptyRoom } from "../../../elements";
import { say } from "../../../l10n";
import { go } from "../../../route";
import { useHostQuery } from "../../../store";
import { Beneath, Catalog, Empty, Line, Lines, useSearch } from "../catalog/Catalog";
import { LeftOut } from "../catalog/LeftOut";
import { Listed } from "../catalog/Listed";
import { Picture } from "../catalog/Picture";
import { PromptPage } from "./PromptPage";

export function PromptsTab({ server, item }: { server: ServerSummary; item: string | null }) {
  const search = useSearch();
  const prompts = useHostQuery("prompts", { server: server.id, query: search.query }, { keepPrevious: true });
  const choose = useCallback(
    (prompt: PromptEntry) => go("servers", server.id, "prompts", prompt.name),
    [server.id],
  );
  const list = prompts.data;
  return (
    <Catalog
      server={server}
      of="prompts"
      search={search}
      onEnter={() => list?.prompts[0] && choose(list.prompts[0])}
      problem={prompts.error}
      list={list !== undefined ? <Found list={list} server={server} item={item} choose={choose} /> : null}
      open={item !== null}
      detail={
        item !== null ? (
          <Chosen key={item} server={server} name={item} />
        ) : list === undefined || list.total === 0 ? null : (
          <EmptyRoom title={say("servers-prompts-choose")}>{say("servers-prompts-choose-help")}</EmptyRoom>
        )
      }
    />
  );
}

/** What is chosen stays, whatever is searched for. */
const Chosen = memo(function Chosen({ server, name }: { server: ServerSummary; name: string }) {
  const all = useHostQuery("prompts", { server: server.id, query: "" });
  if (all.data === undefined) return null;
  const prompt = all.data.prompts.find((it) => it.name === name);
  if (prompt === undefined) {
    return (
      <EmptyRoom title={say("servers-prompts-gone")}>
        {say("servers-prompts-gone-help", { server: server.label })}
      </EmptyRoom>
    );
  }
  return <PromptPage server={server} prompt={prompt} completes={all.data.completes} />;
});

const nameOf = (prompt: PromptEntry) => prompt.name;

const Found = memo(function Found(props: {
  list: PromptList;
  server: ServerSummary;
  item: string | null;
  choose: (prompt: PromptEntry) => void;
}) {
  const { list, server, item, choose } = props;
  const { prompts } = list;
  const pictures = prompts.some((it) => it.icon);
  return (
    <>
      <Listed
        server={server}
        kinds={[{ one: "prompt", total: list.total, found: list.found, listed: prompts.length }]}
        problem={list.problem}
        at={list.listed_at}
      />
      {prompts.length === 0 ? (
        <Empty server={server} of="prompts" total={list.total} />
      ) : (
        <Lines
          label={say("servers-prompts-list", { server: server.label })}
          items={prompts}
          keyOf={nameOf}
          chosen={prompts.findIndex((it) => it.name === item)}
          choose={choose}
          row={(it, chosen) => (
            <Line
              chosen={chosen}
              mark={
                pictures ? (
                  <Picture server={server.id} of={{ kind: "prompt", name: it.name }} has={it.icon} />
                ) : null
              }
              name={it.shown}
              beside={<Beneath title={it.title} shown={it.shown} summary={it.description} server={server} />}
            />
          )}
        />
      )}
      <LeftOut one="prompt" entries={list.skipped} beyond={list.beyond_limit} />
    </>
  );
});
