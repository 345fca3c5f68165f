import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";

/** A part of the window in a file of its own. */
export interface Later<P> {
  /** Reads its file, once. After a failure it is read again. */
  read: () => Promise<ComponentType<P>>;
  /** The part, or `null` until it was read. */
  there: () => ComponentType<P> | null;
  /** Hears that it was read. Ends with what it gives back. */
  subscribe: (changed: () => void) => () => void;
}

const all: (() => Promise<unknown>)[] = [];

/** Reads everything that was put off, for who does not want to wait for a paint. */
export async function readAll(): Promise<void> {
  await Promise.all(all.map((read) => read()));
}

/** `file` imports the file and picks the part out of it. */
export function later<P>(file: () => Promise<ComponentType<P>>): Later<P> {
  let part: ComponentType<P> | null = null;
  let reading: Promise<ComponentType<P>> | null = null;
  const heard = new Set<() => void>();
  const read = async () => {
    try {
      part = await file();
    } catch (thrown) {
      reading = null;
      throw thrown;
    }
    for (const changed of heard) {
      changed();
    }
    return part;
  };
  const once = () => {
    reading ??= read();
    return reading;
  };
  all.push(once);
  return {
    read: once,
    there: () => part,
    subscribe: (changed) => {
      heard.add(changed);
      return () => heard.delete(changed);
    },
  };
}

/** Until the page has drawn what it shows now. */
export function drawn(): Promise<void> {
  return new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
}

/**
 * A part that is read once what is there already has been drawn; `null` until then. What cannot be read is thrown, for
 * the `Boundary` around it.
 */
export function useLater<P>(part: Later<P>): ComponentType<P> | null {
  const [failed, setFailed] = useState<{ thrown: unknown } | null>(null);
  const there = useSyncExternalStore(part.subscribe, part.there);
  useEffect(() => {
    if (!there) {
      drawn()
        .then(part.read)
        .catch((thrown: unknown) => setFailed({ thrown }));
    }
  }, [part, there]);
  if (failed) {
    throw failed.thrown;
  }
  return there;
}
