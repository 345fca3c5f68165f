/** Frames that hold some words anywhere, found by the host: the window has only the beginning of each. */
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Problem } from "../../../bindings/host";
import { asProblem } from "../../../platform";
import { useStore } from "../../../store";

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
  const queryKey = ["find_frames", { server, words }];
  return useQuery<Found, Problem>({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = queries.getQueryData<Found>(queryKey);
      const hits = new Set(known?.hits);
      let through = known?.through ?? 0;
      for (;;) {
        const found = await platform
          .call("find_frames", { server, words, after: through })
          .catch((thrown) => Promise.reject(asProblem(thrown)));
        for (const seq of found.hits) hits.add(seq);
        through = found.through;
        if (found.hits.length < PAGE || signal.aborted) return { hits, through };
      }
    },
    enabled: words !== "",
    refetchOnMount: "always",
    structuralSharing: false,
    gcTime: 0,
  });
}
