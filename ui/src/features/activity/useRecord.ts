/** Pages of the record, newest first. A new row makes them old; they are read again from the top. */
import { keepPreviousData, type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import type { Problem, RecordFilter, RecordPage } from "../../bindings/host";
import { asProblem } from "../../platform";
import { useStore } from "../../store";

export interface Pages {
  pages: RecordPage[];
}

export function useRecord(filter: RecordFilter): UseInfiniteQueryResult<Pages, Problem> {
  const { platform } = useStore();
  return useInfiniteQuery<RecordPage, Problem, Pages, readonly unknown[], number | null>({
    queryKey: ["record", { filter }],
    queryFn: ({ pageParam }) =>
      platform
        .call("record", { filter, before: pageParam })
        .catch((thrown) => Promise.reject(asProblem(thrown))),
    initialPageParam: null,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}
