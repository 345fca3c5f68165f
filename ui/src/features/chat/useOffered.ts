import type { ConversationServer, Foreign, Problem } from "../../bindings/host";
import { useHostQueries } from "../../store";
import type { TypedToken } from "./token";

/** A prompt or a resource of a server that takes part. */
export interface Offered {
  key: string;
  server: ConversationServer;
  /** The raw name or address. */
  is: string;
  /** The raw name or address as a person may see it. */
  shown: Foreign;
  /** What its server calls it. */
  title: Foreign | null;
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
export function useOffered(servers: ConversationServer[], token: TypedToken | null): Offers {
  const taking = servers.filter((it) => it.enabled && it.ready);
  const query = token?.query ?? "";
  const each = taking.map(({ id }) => ({ server: id, query }));
  // Most keys ask for no list: then nothing is looked at for each server.
  const prompts = useHostQueries("prompts", token?.kind === "prompt" ? each : []);
  const resources = useHostQueries("resources", token?.kind === "resource" ? each : []);
  if (token === null) return { offered: [], more: false, asking: [], failed: [] };
  const replies = token.kind === "prompt" ? prompts : resources;
  const found = taking.map((server, index) =>
    token.kind === "prompt"
      ? (prompts[index]?.data?.prompts ?? [])
          .slice(0, LISTED)
          .map(({ name, title, shown }) => ({ server, is: name, shown, title }))
      : (resources[index]?.data?.resources ?? [])
          .slice(0, LISTED)
          .map(({ uri, title, name, shown }) => ({ server, is: uri, shown, title: title ?? name })),
  );
  const offered = Array.from({ length: LISTED }, (_, rank) => found.flatMap((of) => of[rank] ?? []))
    .flat()
    .slice(0, LISTED)
    .map((it) => ({ ...it, key: `${it.server.id} ${it.is}` }));
  const matching = [...replies].reduce((sum, { data }) => sum + (data?.found ?? 0), 0);
  return {
    offered,
    more: matching > offered.length,
    asking: taking.filter((_, index) => replies[index]?.isPending),
    failed: taking.flatMap((server, index) => {
      const problem = replies[index]?.error ?? null;
      return problem === null ? [] : [{ server, problem }];
    }),
  };
}
