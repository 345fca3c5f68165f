import { createContext, useCallback, useContext, useLayoutEffect, useRef, useState } from "react";
import type { Chunk, Problem } from "../bindings/host";

/** Where content comes from that stays in the host until it is wanted. What fails is rejected with a `Problem`. */
export interface PayloadSource {
  read: (handle: string, offset: number) => Promise<Chunk>;
  /** Checked bytes as a `data:` address. */
  url: (handle: string) => Promise<string>;
  /** Asks where to; the path, or `null` when the person left it. `null` where nothing is saved. */
  save: ((handle: string, name: string) => Promise<string | null>) | null;
}

export const Payloads = createContext<PayloadSource | null>(null);

function usePayloads(): PayloadSource {
  const source = useContext(Payloads);
  if (!source) throw new Error("outside of Payloads");
  return source;
}

/** The address of a picture or a sound, once it is wanted. */
export function usePayloadUrl(handle: string, wanted: boolean): { url?: string; problem: Problem | null } {
  const source = usePayloads();
  const [found, setFound] = useState<{ handle: string; url?: string; problem: Problem | null }>();
  // Before the paint: what is known already is there with the first picture of the page.
  useLayoutEffect(() => {
    let live = true;
    const keep = (what: { url?: string; problem: Problem | null }) => {
      if (live) {
        setFound({ handle, ...what });
      }
    };
    if (wanted) {
      source.url(handle).then(
        (url) => keep({ url, problem: null }),
        (problem: Problem) => keep({ problem }),
      );
    }
    return () => {
      live = false;
    };
  }, [source, handle, wanted]);
  return found?.handle === handle ? found : { problem: null };
}

/** Whether content can be saved from here. */
export function useMaySave(): boolean {
  return usePayloads().save !== null;
}

/** Saves to a file of the person's choice. */
export function useSavePayload(): {
  save: (handle: string, name: string) => void;
  saving: boolean;
  path: string | null;
  problem: Problem | null;
} {
  const source = usePayloads();
  const [state, setState] = useState<{ saving: boolean; path: string | null; problem: Problem | null }>({
    saving: false,
    path: null,
    problem: null,
  });
  const save = (handle: string, name: string) => {
    setState({ saving: true, path: null, problem: null });
    source.save?.(handle, name).then(
      (path) => setState({ saving: false, path, problem: null }),
      (problem: Problem) => setState({ saving: false, path: null, problem }),
    );
  };
  return { save, ...state };
}

const NOTHING = { pages: [] as Chunk[], reading: false, problem: null as Problem | null };

/** The pieces of a payload that were read so far; the first is read at once. */
export function useChunks(handle: string): typeof NOTHING & { next: () => void } {
  const source = usePayloads();
  const [state, setState] = useState(NOTHING);
  const at = useRef({ generation: 0, busy: false, offset: 0 as number | null });
  const next = useCallback(() => {
    const now = at.current;
    const { generation, offset } = now;
    if (now.busy || offset === null) return;
    now.busy = true;
    setState((before) => ({ ...before, reading: true }));
    const done = (with_: (before: typeof NOTHING) => typeof NOTHING, following: number | null) => {
      if (generation === at.current.generation) {
        at.current = { generation, busy: false, offset: following };
        setState(with_);
      }
    };
    source.read(handle, offset).then(
      (page) =>
        done(({ pages }) => ({ pages: [...pages, page], reading: false, problem: null }), page.next ?? null),
      (problem: Problem) => done(({ pages }) => ({ pages, reading: false, problem }), offset),
    );
  }, [source, handle]);
  useLayoutEffect(() => {
    at.current = { generation: at.current.generation + 1, busy: false, offset: 0 };
    setState(NOTHING);
    next();
    return () => {
      at.current.generation += 1;
    };
  }, [next]);
  return { ...state, next };
}
