import { type ComponentType, lazy, useState } from "react";

/** A component in a file of its own, for `React.lazy`, that can be loaded before it is shown. */
type LazyComponent<P> = ComponentType<P> & { preload: () => Promise<unknown> };

const all: (() => Promise<unknown>)[] = [];

/** Loads everything that was put off, for who does not want to wait for a paint. */
export async function preloadAll(): Promise<void> {
  await Promise.all(all.map((preload) => preload()));
}

const failed = new Set<() => void>();

/** Lets what could not be loaded be loaded again, when it is wanted again: React alone would try without end. */
export function retryFailed(): void {
  for (const forget of failed) {
    forget();
  }
  failed.clear();
}

/** Until the page has drawn what it shows now. */
export function afterPaint(): Promise<void> {
  return new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
}

/**
 * `file` imports the file and picks the component out of it; where it is shown before it was loaded, what is there already is
 * painted first. What was loaded is shown without suspending. A failure is thrown for the `Boundary` around it, whose button
 * calls `retryFailed`.
 */
export function lazyComponent<P extends object>(
  file: () => Promise<ComponentType<P>>,
  wait: () => Promise<void> = afterPaint,
): LazyComponent<P> {
  let loaded: ComponentType<P> | null = null;
  let loading: Promise<ComponentType<P>> | null = null;
  let suspending: ComponentType<P> | null = null;
  const read = async () => {
    try {
      loaded = await file();
      return loaded;
    } catch (thrown) {
      loading = null;
      failed.add(() => {
        suspending = null;
      });
      throw thrown;
    }
  };
  const preload = () => {
    loading ??= read();
    return loading;
  };
  const component = () => {
    suspending ??= lazy(async () => {
      await wait();
      return { default: await preload() };
    }) as ComponentType<P>;
    return loaded ?? suspending;
  };
  all.push(preload);
  function Lazy(props: P) {
    // It stays: another component in its place would forget what is in it.
    const [Part] = useState(component);
    return <Part {...props} />;
  }
  return Object.assign(Lazy, { preload });
}
