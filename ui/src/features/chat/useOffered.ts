import { useQueries } from "@tanstack/react-query";
import type { ConversationServer, Foreign } from "../../bindings/host";
import { keyOf, useStore } from "../../store";
import type { Token } from "./token";

/** A prompt or a resource of a server that takes part. */
export interface Offered {
  key: string;
  server: ConversationServer;
  /** The raw name or address. */
  is: string;
  name: Foreign;
  /** The raw name or address as a person may see it. */
  shown: Foreign;
}

/** As many of each server; more letters find the rest. */
const EACH = 12;

/** What the servers of a conversation offer for what is being typed. A server without any is not asked. */
export function useOffered(servers: ConversationServer[], token: Token | null): Offered[] {
  const { platform } = useStore();
  const taking = servers.filter((it) => it.enabled && it.ready);
  const query = token?.query ?? "";
  const prompts = useQueries({
    queries: taking.map(({ id }) => ({
      queryKey: keyOf("prompts", { server: id, query }),
      queryFn: () => platform.call("prompts", { server: id, query }),
      enabled: token?.kind === "prompt",
    })),
  });
  const resources = useQueries({
    queries: taking.map(({ id }) => ({
      queryKey: keyOf("resources", { server: id, query }),
      queryFn: () => platform.call("resources", { server: id, query }),
      enabled: token?.kind === "resource",
    })),
  });
  if (token === null) {
    return [];
  }
  return taking.flatMap((server, index) =>
    token.kind === "prompt"
      ? (prompts[index]?.data?.prompts ?? []).slice(0, EACH).map(({ name, title, shown }) => ({
          key: `${server.id} ${name}`,
          server,
          is: name,
          name: title ?? shown,
          shown,
        }))
      : (resources[index]?.data?.resources ?? []).slice(0, EACH).map(({ uri, title, name, shown }) => ({
          key: `${server.id} ${uri}`,
          server,
          is: uri,
          name: title ?? name,
          shown,
        })),
  );
}
