/** The record, newest first, as far down as it was asked for. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Problem, RecordFilter, RecordPage, RecordRow } from "../../bindings/host";
import { ask, keyOf, sameEach, useStore } from "../../store";

interface Loaded {
  rows: RecordRow[];
  /** From where on there are more. */
  next: number | null;
}

const seqOf = (row: RecordRow) => row.seq;

/** A page in the place of the rows that it covers. Older ones stay where it reaches them. */
function withPage(loaded: Loaded | undefined, page: RecordPage, before: number | null): Loaded {
  const { next } = page;
  const known = loaded?.rows ?? [];
  const newer = before === null ? [] : known.filter((it) => it.seq >= before);
  const reached = next !== null && (before !== null || (known[0]?.seq ?? 0) >= next);
  const older = reached ? known.filter((it) => it.seq < next) : [];
  return {
    rows: sameEach(known, [...newer, ...page.rows, ...older], seqOf),
    next: older.length > 0 ? (loaded?.next ?? null) : next,
  };
}

/** The next row that may be another now: one that had not ended, and any when only some ends are shown. */
function changeable({ rows }: Loaded, filter: RecordFilter, below: number): RecordRow | undefined {
  return rows.find((it) => it.seq < below && (filter.outcome !== null || it.outcome === "waiting"));
}

export function useRecord(filter: RecordFilter) {
  const { platform } = useStore();
  const client = useQueryClient();
  const queryKey = keyOf("record", { filter });
  const read = async (before: number | null) => {
    const page = await ask(platform, "record", { filter, before });
    return { page, loaded: withPage(client.getQueryData<Loaded>(queryKey), page, before) };
  };
  const record = useQuery<Loaded, Problem>({
    queryKey,
    // A new row changes the first page. Of the others only those are read again in which something has not ended.
    queryFn: async () => {
      let { page, loaded } = await read(null);
      for (;;) {
        const open = page.next === null ? undefined : changeable(loaded, filter, page.next);
        if (open === undefined) return loaded;
        client.setQueryData<Loaded>(queryKey, loaded);
        ({ page, loaded } = await read(open.seq + 1));
      }
    },
    placeholderData: keepPreviousData,
    // Its rows are the same objects already, and there may be tens of thousands.
    structuralSharing: false,
  });
  const older = useMutation<void, Problem, number>({
    mutationFn: async (before) => {
      client.setQueryData<Loaded>(queryKey, (await read(before)).loaded);
    },
  });
  const next = record.isPlaceholderData ? null : (record.data?.next ?? null);
  const { isFetching } = record;
  const { isPending: reading, mutate } = older;
  // The end stays in view, and would ask again without end. A newer first page is a reason to try once more.
  const failed = older.isError && older.variables === next && older.submittedAt >= record.dataUpdatedAt;
  const more = useCallback(() => {
    if (next !== null && !failed && !isFetching && !reading) mutate(next);
  }, [next, failed, isFetching, reading, mutate]);
  return {
    /** `undefined` before the first page. */
    rows: record.data?.rows,
    problem: record.error ?? older.error,
    reading,
    hasMore: next !== null,
    more,
  };
}
