/** The servers a person chose: the list, and beside it one server or the form that adds one. */
import { Button } from "@mantine/core";
import { Bar, Columns, EmptyRoom } from "../../elements";
import { code, Say, say } from "../../l10n";
import { BUNDLE, DROPPED, DUPLICATE, EXPORT, go, LINK, REGISTRY, to } from "../../route";
import { useHost } from "../../store";
import { BundlePage } from "./bundle/BundlePage";
import { ExportPage } from "./export/ExportPage";
import { Fetches } from "./Fetches";
import { AddPage } from "./form/AddPage";
import { DuplicatePage } from "./form/DuplicatePage";
import { LinkPage } from "./form/LinkPage";
import { DroppedPage } from "./import/DroppedPage";
import { ImportPage } from "./import/ImportPage";
import { ServerPage } from "./page/ServerPage";
import { ProfileSwitch } from "./profiles/ProfileSwitch";
import { RegistryPage } from "./registry/RegistryPage";
import { ServerList } from "./ServerList";
import css from "./servers.module.css";
import { SUGGESTED, Suggested } from "./suggested/Suggested";
import { SuggestedPage } from "./suggested/SuggestedPage";
import { TryDemo } from "./TryDemo";
import { Awaited, useArrival } from "./useArrival";

/** Where the form is that adds a server; ids of servers are random and never this. */
const ADD = "add";
const IMPORT = "import";

export function ServersRoom({ path }: { path: string[] }) {
  const servers = useHost((host) => host.servers);
  const awaitArrival = useArrival();
  const [id, tab, item] = path;
  const server = servers.find((it) => it.id === id);
  const actions = (
    <>
      {servers.some((it) => !it.demo) ? (
        <Button component="a" href={to("servers", EXPORT)} variant="subtle">
          {say("words-export")}
        </Button>
      ) : null}
      <Button component="a" href={to("servers", ADD)} variant={id === undefined ? "filled" : "default"}>
        {say("servers-add")}
      </Button>
    </>
  );
  return (
    <Awaited value={awaitArrival}>
      <Columns
        shape="start"
        open={id !== undefined}
        onBack={() => go("servers")}
        backTo={say("app-room-servers")}
        list={
          <>
            <Bar title={say("app-room-servers")} actions={actions} />
            <ProfileSwitch />
            <Fetches />
            {servers.length === 0 ? (
              <NoServers
                adding={[ADD, SUGGESTED, IMPORT, DROPPED, LINK, BUNDLE, REGISTRY].includes(id ?? "")}
              />
            ) : (
              <ServerList servers={servers} chosen={id ?? null} />
            )}
          </>
        }
        detail={
          id === ADD ? (
            <AddPage />
          ) : id === SUGGESTED ? (
            <SuggestedPage key={tab} id={tab ?? null} />
          ) : id === IMPORT ? (
            <ImportPage />
          ) : id === DROPPED ? (
            <DroppedPage />
          ) : id === EXPORT ? (
            <ExportPage key={tab} server={tab ?? null} />
          ) : id === DUPLICATE && tab !== undefined ? (
            <DuplicatePage key={tab} id={tab} />
          ) : id === LINK ? (
            <LinkPage />
          ) : id === BUNDLE ? (
            <BundlePage />
          ) : id === REGISTRY ? (
            <RegistryPage name={tab ?? null} />
          ) : server !== undefined ? (
            <ServerPage key={server.id} server={server} tab={tab ?? null} item={item ?? null} />
          ) : id !== undefined ? (
            <EmptyRoom
              title={say("servers-unknown")}
              action={<Button onClick={() => go("servers")}>{say("servers-all")}</Button>}
            >
              {say("servers-unknown-help")}
            </EmptyRoom>
          ) : (
            <NothingChosen none={servers.length === 0} />
          )
        }
      />
    </Awaited>
  );
}

function NoServers({ adding }: { adding: boolean }) {
  return (
    <EmptyRoom title={say("servers-none")} action={adding ? null : <TryDemo />}>
      {say("servers-none-help")}
    </EmptyRoom>
  );
}

function NothingChosen({ none }: { none: boolean }) {
  if (!none) return <EmptyRoom title={say("servers-choose")}>{say("servers-choose-help")}</EmptyRoom>;
  return (
    <div className={`scrolls ${css.first}`}>
      <section className={css.part} aria-labelledby="servers-first">
        <h2 id="servers-first">{say("servers-first")}</h2>
        <p className="dim">
          <Say id="servers-first-help" tags={{ code }} />
        </p>
        <div className="buttons">
          <Button component="a" href={to("servers", ADD)}>
            {say("servers-add-title")}
          </Button>
          <Button component="a" href={to("servers", IMPORT)} variant="subtle">
            {say("servers-first-import")}
          </Button>
          <Button component="a" href={to("servers", REGISTRY)} variant="subtle">
            {say("servers-registry-browse")}
          </Button>
        </div>
      </section>
      <section className={css.part} aria-labelledby="servers-suggested">
        <h2 id="servers-suggested">{say("servers-suggested")}</h2>
        <p className="dim">{say("servers-suggested-help")}</p>
        <Suggested />
      </section>
    </div>
  );
}
