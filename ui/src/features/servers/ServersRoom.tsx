/** The servers a person chose: the list, and beside it one server or the form that adds one. */
import { Button } from "@mantine/core";
import { Bar, Columns, EmptyRoom } from "../../elements";
import { go, to } from "../../route";
import { useHost } from "../../store";
import { AddPage } from "./form/AddPage";
import { ServerPage } from "./page/ServerPage";
import { ServerList } from "./ServerList";
import { TryDemo } from "./TryDemo";
import { Awaited, useArrival } from "./useArrival";

/** Where the form is that adds a server; ids of servers are random and never this. */
const ADD = "add";

export function ServersRoom({ path }: { path: string[] }) {
  const servers = useHost((host) => host.servers);
  const awaitArrival = useArrival();
  const [id, tab, item] = path;
  const server = servers.find((it) => it.id === id);
  const add = (
    <Button component="a" href={to("servers", ADD)} variant="filled">
      Add
    </Button>
  );
  return (
    <Awaited value={awaitArrival}>
      <Columns
        shape="start"
        open={id !== undefined}
        onBack={() => go("servers")}
        backTo="Servers"
        list={
          <>
            <Bar title="Servers" actions={add} />
            {servers.length === 0 ? (
              <NoServers adding={id === ADD} />
            ) : (
              <ServerList servers={servers} chosen={id ?? null} />
            )}
          </>
        }
        detail={
          id === ADD ? (
            <AddPage />
          ) : server !== undefined ? (
            <ServerPage key={server.id} server={server} tab={tab ?? null} item={item ?? null} />
          ) : id !== undefined ? (
            <EmptyRoom
              title="This server is not here"
              action={<Button onClick={() => go("servers")}>All servers</Button>}
            >
              It was removed. What it did stays in Activity.
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
    <EmptyRoom title="No servers yet" action={adding ? null : <TryDemo />}>
      A server brings tools that you or a model can use. Nothing runs before you have reviewed it.
    </EmptyRoom>
  );
}

function NothingChosen({ none }: { none: boolean }) {
  if (!none)
    return (
      <EmptyRoom title="Choose a server">Its tools, its log and every message are on its page.</EmptyRoom>
    );
  return (
    <EmptyRoom
      title="Add your first server"
      action={
        <Button component="a" href={to("servers", ADD)}>
          Add a server
        </Button>
      }
    >
      Give a command such as <code>npx -y @modelcontextprotocol/server-everything</code> or the address of a
      remote server. To look around first, try the demo server: it is built in and needs no network.
    </EmptyRoom>
  );
}
