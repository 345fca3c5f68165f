import { ServerMark } from "../elements/ServerMark";
import { useHost } from "../store";

/** The mark of a server by its id; nothing for one that is gone. */
export function MarkOf(props: { server: string | null }) {
  const mark = useHost((host) => host.servers.find((it) => it.id === props.server)?.mark);
  return mark === undefined ? null : <ServerMark mark={mark} />;
}
