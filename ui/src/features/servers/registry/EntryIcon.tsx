/**
 * The icon that a publisher names for an entry, or the first letter of its title. It decorates and is no proof of anything: it looks
 * like no mark of a server that the person added. The host fetches, checks and draws it again, after it has been in view for a moment.
 */
import { useComputedColorScheme } from "@mantine/core";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Foreign } from "../../../bindings/host";
import { useHostQuery } from "../../../store";
import css from "./registry.module.css";

/** Milliseconds in view until an icon is asked for: not of what a search only passes by. */
const LOOK = 300;

export function EntryIcon(props: { name: string; title: Foreign; has: boolean }) {
  const { name, title, has } = props;
  const place = useRef<HTMLSpanElement>(null);
  const seen = useSeen(place);
  const dark = useComputedColorScheme("light", { getInitialValueInEffect: false }) === "dark";
  const icon = useHostQuery("registry_icon", { name, dark }, { when: has && seen, fleeting: true });
  const [broken, setBroken] = useState<string | null>(null);
  const url = icon.data ?? null;
  return (
    <span className={`small dim ${css.icon}`} aria-hidden="true" ref={place}>
      {url !== null && url !== broken ? (
        <img src={url} alt="" width={24} height={24} draggable={false} onError={() => setBroken(url)} />
      ) : (
        letter(title.text)
      )}
    </span>
  );
}

function letter(title: string): string {
  return (title.match(/[\p{L}\p{N}]/u)?.[0] ?? "").toLocaleUpperCase();
}

function useSeen(place: RefObject<HTMLElement | null>): boolean {
  const observed = typeof IntersectionObserver !== "undefined";
  const [seen, setSeen] = useState(!observed);
  useEffect(() => {
    if (seen || place.current === null) return;
    let wait: number | undefined;
    const watch = new IntersectionObserver((entries) => {
      window.clearTimeout(wait);
      if (entries.at(-1)?.isIntersecting) wait = window.setTimeout(() => setSeen(true), LOOK);
    });
    watch.observe(place.current);
    return () => {
      window.clearTimeout(wait);
      watch.disconnect();
    };
  }, [seen, place]);
  return seen;
}
