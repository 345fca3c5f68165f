/** What a server offers to be read: resources, templates of their addresses, and one of them. */
import { memo, useCallback } from "react";
import type { ResourceEntry, ResourceList, ServerSummary, TemplateEntry } from "../../../bindings/host";
import { EmptyRoom, ServerTitle, Tag } from "../../../elements";
import { say } from "../../../l10n";
import { go } from "../../../route";
import { useHostQuery } from "../../../store";
import { Catalog, Empty, Line, Lines, useSearch } from "../catalog/Catalog";
import page from "../catalog/catalog.module.css";
import { LeftOut } from "../catalog/LeftOut";
import { Listed } from "../catalog/Listed";
import { Picture } from "../catalog/Picture";
import css from "../offers/offers.module.css";
import { ResourcePage } from "./ResourcePage";
import { TemplatePage } from "./TemplatePage";

const uriOf = (resource: ResourceEntry) => resource.uri;
const templateOf = (template: TemplateEntry) => template.template;

export function ResourcesTab({ server, item }: { server: ServerSummary; item: string | null }) {
  const search = useSearch();
  const resources = useHostQuery(
    "resources",
    { server: server.id, query: search.query },
    { keepPrevious: true, large: true },
  );
  const choose = useCallback(
    (address: string) => go("servers", server.id, "resources", address),
    [server.id],
  );
  const list = resources.data;
  const best = list?.resources[0]?.uri ?? list?.templates[0]?.template;
  return (
    <Catalog
      server={server}
      of="resources"
      search={search}
      onEnter={() => best !== undefined && choose(best)}
      problem={resources.error}
      list={list !== undefined ? <Found list={list} server={server} item={item} choose={choose} /> : null}
      open={item !== null}
      detail={
        item !== null ? (
          <Chosen key={item} server={server} address={item} />
        ) : list === undefined || list.total + list.templates_total === 0 ? null : (
          <EmptyRoom title={say("servers-resources-choose")}>
            {say("servers-resources-choose-help")}
          </EmptyRoom>
        )
      }
    />
  );
}

/** What is chosen stays, whatever is searched for. */
const Chosen = memo(function Chosen({ server, address }: { server: ServerSummary; address: string }) {
  const all = useHostQuery("resources", { server: server.id, query: "" });
  const list = all.data;
  if (list === undefined && all.error === null) return null;
  const entry = list?.resources.find((it) => it.uri === address);
  const template = list?.templates.find((it) => it.template === address);
  return entry === undefined && template !== undefined ? (
    <TemplatePage server={server} template={template} completes={list?.completes ?? false} />
  ) : (
    <ResourcePage server={server} uri={address} entry={entry} canWatch={list?.can_subscribe ?? false} />
  );
});

const Found = memo(function Found(props: {
  list: ResourceList;
  server: ServerSummary;
  item: string | null;
  choose: (address: string) => void;
}) {
  const { list, server, item, choose } = props;
  const { resources, templates } = list;
  const chosen = resources.findIndex((it) => it.uri === item);
  const resourcePictures = resources.some((it) => it.icon);
  const templatePictures = templates.some((it) => it.icon);
  return (
    <>
      <Listed
        server={server}
        kinds={[
          { one: "resource", total: list.total, found: list.found, listed: resources.length },
          {
            one: "template",
            total: list.templates_total,
            found: list.templates_found,
            listed: templates.length,
          },
        ]}
        problem={list.problem}
        at={list.listed_at}
      />
      {resources.length + templates.length === 0 ? (
        <Empty server={server} of="resources" total={list.total + list.templates_total} />
      ) : (
        <div className={page.parts}>
          {resources.length > 0 ? (
            <div className={`column ${page.part}`}>
              <Lines
                label={say("servers-resources-list", { server: server.label })}
                items={resources}
                keyOf={uriOf}
                chosen={chosen}
                choose={(it) => choose(it.uri)}
                row={(it, here) => (
                  <Line
                    chosen={here}
                    mark={
                      resourcePictures ? (
                        <Picture server={server.id} of={{ kind: "resource", uri: it.uri }} has={it.icon} />
                      ) : null
                    }
                    name={it.shown}
                    address
                    beside={<Called entry={it} server={server} />}
                    marks={<Marks entry={it} />}
                  />
                )}
              />
            </div>
          ) : null}
          {templates.length > 0 ? (
            <section className={`column ${page.part}`} aria-label={say("servers-resources-templates")}>
              <h2 className={`small dim ${page.partTitle}`}>
                {say("servers-resources-templates-count", { count: list.templates_found })}
              </h2>
              <Lines
                label={say("servers-resources-templates-list", { server: server.label })}
                items={templates}
                keyOf={templateOf}
                chosen={chosen < 0 ? templates.findIndex((it) => it.template === item) : -1}
                choose={(it) => choose(it.template)}
                row={(it, here) => (
                  <Line
                    chosen={here}
                    mark={
                      templatePictures ? (
                        <Picture
                          server={server.id}
                          of={{ kind: "template", template: it.template }}
                          has={it.icon}
                        />
                      ) : null
                    }
                    name={it.shown}
                    address
                    beside={<Called entry={it} server={server} />}
                  />
                )}
              />
            </section>
          ) : null}
        </div>
      )}
      <LeftOut one="entry" entries={list.skipped} beyond={list.beyond_limit} />
    </>
  );
});

/** What its server calls it. */
function Called(props: { entry: ResourceEntry | TemplateEntry; server: ServerSummary }) {
  const { entry, server } = props;
  return (
    <span className={css.address}>
      <ServerTitle
        title={entry.title ?? entry.name}
        of={entry.title === null ? "name" : "title"}
        server={server.label}
        beside
        badge={false}
      />
    </span>
  );
}

function Marks({ entry }: { entry: ResourceEntry }) {
  if (!entry.updated && !entry.subscribed) return null;
  return (
    <span className={css.marks}>
      {entry.updated ? <Tag tone="wait">{say("servers-resources-updated")}</Tag> : null}
      {entry.subscribed ? <Tag>{say("servers-resources-watched")}</Tag> : null}
    </span>
  );
}
