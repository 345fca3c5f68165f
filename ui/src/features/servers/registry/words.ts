import { useSyncExternalStore } from "react";

/** The words of the search, so that the way back from an entry leads to the same results. */
let words = "";
const heard = new Set<() => void>();

function subscribe(changed: () => void): () => void {
  heard.add(changed);
  return () => heard.delete(changed);
}

export function setSearchWords(next: string): void {
  words = next;
  for (const changed of heard) changed();
}

export function useSearchWords(): [string, (words: string) => void] {
  return [useSyncExternalStore(subscribe, () => words), setSearchWords];
}
