import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import type { ConversationServer, Foreign, Problem, PromptList, ResourceList } from "../../bindings/host";
import { asProblem } from "../../platform";
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

export interface Offers {
  offered: Offered[];
  /** There are more than are listed; more letters find them. */
  more: boolean;
  /** Of whom nothing is known yet. */
  asking: ConversationServer[];
  failed: { server: ConversationServer; problem: Problem }[];
}

/** As many are seen without scrolling. */
const LISTED = 8;

/** What the servers of a conversation offer for what is being typed, the best of each first. */
export function useOffered(servers: ConversationServer[], token: Token | null): Offers {
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
    return { offered: [], more: false, asking: [], failed: [] };
  }
  const replies: UseQueryResult<PromptList | ResourceList>[] = token.kind === "prompt" ? prompts : resources;
  const found = taking.map((server, index) =>
    token.kind === "prompt"
      ? (prompts[index]?.data?.prompts ?? [])
          .slice(0, LISTED)
          .map(({ name, title, shown }) => ({ server, is: name, name: title ?? shown, shown }))
      : (resources[index]?.data?.resources ?? [])
          .slice(0, LISTED)
          .map(({ uri, title, name, shown }) => ({ server, is: uri, name: title ?? name, shown })),
  );
  const offered = Array.from({ length: LISTED }, (_, rank) => found.flatMap((of) => of[rank] ?? []))
    .flat()
    .slice(0, LISTED)
    .map((it) => ({ ...it, key: `${it.server.id} ${it.is}` }));
  const matching = replies.reduce((sum, { data }) => sum + (data?.found ?? 0), 0);
  return {
    offered,
    more: matching > offered.length,
    asking: taking.filter((_, index) => replies[index]?.isPending),
    failed: taking.flatMap((server, index) => {
      const thrown = replies[index]?.error ?? null;
      return thrown === null ? [] : [{ server, problem: asProblem(thrown) }];
    }),
  };
}
