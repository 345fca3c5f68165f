/** One server: its header, and a tab for each way to look at it. */
import { Button, Menu, Tabs } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import type { Phase, ServerDetail, ServerSummary } from "../../../bindings/host";
import { useUnsaved } from "../../../drafts";
import { Bar, MoreIcon, ProblemNote, StateDot, Tag, useLostFocus } from "../../../elements";
import { Confirm } from "../../../elements/ConfirmButton";
import { say } from "../../../l10n";
import { ACCOUNT, DUPLICATE, EXPORT, go, isAt, to } from "../../../route";
import { useHost, useHostCommand, useHostQuery } from "../../../store";
import { whereWord } from "../../../words";
import { AccountTab } from "../account/AccountTab";
import { PermissionsTab } from "../allowed/PermissionsTab";
import { SettingsTab } from "../form/SettingsTab";
import { useForgetSaved } from "../form/settingsDraft";
import { LogsTab } from "../logs/LogsTab";
import { movedBy } from "../order";
import { PromptsTab } from "../prompts/PromptsTab";
import { ProtocolTab } from "../protocol/ProtocolTab";
import { ResourcesTab } from "../resources/ResourcesTab";
import { ToolsTab } from "../tools/ToolsTab";
import { Overview } from "./Overview";
import css from "./page.module.css";

interface Tab {
  id:
    | "overview"
    | "tools"
    | "resources"
    | "prompts"
    | typeof ACCOUNT
    | "logs"
    | "protocol"
    | "permissions"
    | "settings";
  view: (props: { server: ServerSummary; item: string | null }) => ReactNode;
  /** The capability without which it is not there. */
  needs?: string;
  /** Only of servers that are reached by an address. */
  remote?: true;
}

/** In the order in which they stand. A new way to look at a server is a new line here. */
const tabs: readonly Tab[] = [
  { id: "overview", view: Overview },
  { id: "tools", view: ToolsTab },
  { id: "resources", view: ResourcesTab, needs: "resources" },
  { id: "prompts", view: PromptsTab, needs: "prompts" },
  { id: ACCOUNT, view: AccountTab, remote: true },
  { id: "logs", view: LogsTab },
  { id: "protocol", view: ProtocolTab },
  { id: "permissions", view: PermissionsTab },
  { id: "settings", view: SettingsTab },
];

const tabIds = tabs.map((it) => it.id);

function titleOf(tab: Tab, { tools, state }: ServerSummary): string {
  // No number before the first list was read.
  return tab.id !== "tools" || (tools === 0 && state.phase !== "ready")
    ? say(`servers-page-tab-${tab.id}`)
    : say("servers-page-tab-tools-count", { count: tools });
}

/** What the server offers; while it is connected again, what it offered before. */
function useOffered(detail: ServerDetail | undefined): readonly string[] {
  const [known, setKnown] = useState<readonly string[]>([]);
  // Without a revision it has said nothing yet.
  const now = detail === undefined || detail.revision === null ? known : detail.capabilities;
  if (now !== known) setKnown(now);
  return now;
}

/** Where the overview offers another way to start it. */
const elsewhere: readonly Phase[] = ["off", "asleep", "failing", "stopped", "needs_review"];

/** Where there is a diagnosis. */
const failed: readonly Phase[] = ["failing", "stopped"];

/** On each tab: that the server failed, and the way to its cause and fix. */
function Failed({ server }: { server: ServerSummary }) {
  const { problem, words } = server.state;
  return (
    <div className={css.strip}>
      <ProblemNote
        problem={
          problem ?? {
            sentence: say("servers-page-state-of", { server: server.label, state: words }),
            remedy: null,
          }
        }
        server={server.label}
        action={
          <Button component="a" size="xs" href={to("servers", server.id)}>
            {say("servers-page-doctor-show")}
          </Button>
        }
      />
    </div>
  );
}

export function ServerPage({
  server,
  tab,
  item,
}: {
  server: ServerSummary;
  tab: string | null;
  item: string | null;
}) {
  const detail = useHostQuery("server", { id: server.id });
  const restart = useHostCommand("restart_server");
  const turn = useHostCommand("set_enabled");
  const remove = useHostCommand("remove_server");
  const order = useHostCommand("order_servers");
  const servers = useHost((host) => host.servers);
  const at = servers.findIndex((it) => it.id === server.id);
  const [removing, setRemoving] = useState(false);
  const own = tabs.filter((it) => it.remote === undefined || server.whereabouts !== "local");
  const open = own.find((it) => it.id === tab) ?? own[0];
  const offered = useOffered(detail.data);
  const unsaved = useUnsaved(server.id, tabIds);
  useForgetSaved(server.id, detail.data?.approved_at ?? null);
  // One that was open stays, also while the server is not running and has said nothing.
  const shown = own.filter((it) => it.needs === undefined || it === open || offered.includes(it.needs));
  const problem = restart.error ?? turn.error ?? remove.error ?? order.error;
  const page = useRef<HTMLDivElement>(null);
  // A start has ended, and the button that ends one is gone: what is beside it has the focus.
  useLostFocus(
    page,
    (at) => at.hasAttribute("data-ends-start"),
    (was) => (was ? page.current?.querySelector<HTMLElement>("[data-more]") : null),
  );
  return (
    <div ref={page} className={`column ${css.page}`}>
      <Bar
        room={false}
        title={
          <span className={css.title}>
            <StateDot phase={server.state.phase} />
            <bdi className={css.name}>{server.label}</bdi>
          </span>
        }
        beside={
          <span className={css.beside}>
            {detail.data?.revision != null ? <Tag>{detail.data.revision}</Tag> : null}
            <Tag>
              {server.demo
                ? say("servers-page-demo")
                : server.whereabouts === "local"
                  ? whereWord("local")
                  : server.origin}
            </Tag>
          </span>
        }
        actions={
          <>
            {/* A start may hang. *Restart* keeps its place: a second press must not end what the first began. */}
            {server.enabled && server.state.phase === "starting" ? (
              <Button
                data-ends-start
                loading={turn.isPending}
                onClick={() => turn.mutate({ id: server.id, enabled: false })}
              >
                {say("servers-page-turn-off")}
              </Button>
            ) : null}
            {elsewhere.includes(server.state.phase) ? null : (
              <Button
                disabled={!server.enabled}
                loading={restart.isPending || server.state.phase === "starting"}
                onClick={() => restart.mutate({ id: server.id })}
              >
                {say("servers-page-restart")}
              </Button>
            )}
            {/* The question that an item asks has the focus. */}
            <Menu position="bottom-end" returnFocus={!removing}>
              <Menu.Target>
                <Button
                  data-more
                  variant="subtle"
                  aria-label={say("servers-page-more", { server: server.label })}
                  px={8}
                >
                  <MoreIcon />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => turn.mutate({ id: server.id, enabled: !server.enabled })}>
                  {say(server.enabled ? "servers-page-turn-off" : "servers-page-turn-on")}
                </Menu.Item>
                {server.demo ? null : (
                  <Menu.Item component="a" href={to("servers", DUPLICATE, server.id)}>
                    {say("servers-page-duplicate")}
                  </Menu.Item>
                )}
                {server.demo ? null : (
                  <Menu.Item component="a" href={to("servers", EXPORT, server.id)}>
                    {say("words-export")}
                  </Menu.Item>
                )}
                {([-1, 1] as const).map((step) => {
                  const ids = movedBy(servers, at, step);
                  return (
                    <Menu.Item
                      key={step}
                      disabled={ids === null}
                      onClick={() => {
                        if (ids !== null) order.mutate({ ids });
                      }}
                    >
                      {say(step < 0 ? "servers-page-move-up" : "servers-page-move-down")}
                    </Menu.Item>
                  );
                })}
                <Menu.Item onClick={() => setRemoving(true)}>{say("words-remove-menu")}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        }
      />
      {removing ? (
        <div className={css.strip}>
          <Confirm
            question={say("servers-page-remove-question", { server: server.label })}
            yes={say("words-remove")}
            busy={remove.isPending}
            onNo={() => setRemoving(false)}
            onYes={() => {
              // This page is gone before the reply is; a refusal is shown by `remove.error`. Who went elsewhere stays there.
              remove.mutateAsync({ id: server.id }).then(
                () => isAt("servers", server.id) && go("servers"),
                () => {},
              );
            }}
          />
        </div>
      ) : null}
      {open?.id !== "overview" && failed.includes(server.state.phase) ? <Failed server={server} /> : null}
      {problem !== null ? (
        <div className={css.strip}>
          <ProblemNote problem={problem} server={server.label} live />
        </div>
      ) : null}
      <Tabs
        className={`column ${css.tabs}`}
        classNames={{ list: css.tabList, panel: css.panel, tab: css.tab }}
        keepMounted={false}
        value={open?.id ?? null}
        onChange={(next) => go("servers", server.id, ...(next === null || next === "overview" ? [] : [next]))}
      >
        <Tabs.List aria-label={server.label}>
          {shown.map((it) => (
            <Tabs.Tab key={it.id} value={it.id} ref={it === open ? intoView : null}>
              {titleOf(it, server)}
              {unsaved.includes(it.id) ? (
                <>
                  {" "}
                  <Tag tone="wait">{say("servers-page-tab-unsaved")}</Tag>
                </>
              ) : null}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map((it) => (
          <Tabs.Panel key={it.id} value={it.id}>
            {it.id === open?.id ? <it.view server={server} item={item} /> : null}
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}

/** The tabs scroll where they do not fit on their line. */
function intoView(tab: HTMLElement | null) {
  tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
