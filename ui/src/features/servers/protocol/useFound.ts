/** Frames that hold some words anywhere, found by the host: the window has only the beginning of each. */
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Problem } from "../../../bindings/host";
import { ask, keyOf, useStore } from "../../../store";

interface Found {
  hits: ReadonlySet<number>;
  /** The last frame that was looked at. */
  through: number;
}

/** As many as the host gives at once; fewer are the last of them. */
const PAGE = 1_000;

/** Only what is new is searched when frames come. */
export function useFound(server: string, words: string): UseQueryResult<Found, Problem> {
  const { platform } = useStore();
  const queries = useQueryClient();
  const queryKey = keyOf("find_frames", { server, words });
  return useQuery<Found, Problem>({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = queries.getQueryData<Found>(queryKey);
      const hits = new Set(known?.hits);
      let through = known?.through ?? 0;
      for (;;) {
        const found = await ask(platform, "find_frames", { server, words, after: through });
        for (const seq of found.hits) hits.add(seq);
        through = found.through;
        const now = { hits: new Set(hits), through };
        // A chatty server makes the query stale again while it is searched: what was found is kept all the same.
        queries.setQueryData<Found>(queryKey, (kept) => ((kept?.through ?? 0) < through ? now : kept));
        if (found.hits.length < PAGE || signal.aborted) return now;
      }
    },
    enabled: words !== "",
    refetchOnMount: "always",
    structuralSharing: false,
    gcTime: 0,
  });
}
