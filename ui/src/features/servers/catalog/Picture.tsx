/**
 * The picture that a server names for itself or for something it offers: small, beside a name, and no proof of
 * anything. The host has fetched and checked it. Where there is none stands a neutral mark, so that names line up.
 */
import { useComputedColorScheme } from "@mantine/core";
import { useState } from "react";
import type { IconOf } from "../../../bindings/host";
import { useHostQuery } from "../../../store";
import css from "./catalog.module.css";

export function Picture(props: { server: string; of: IconOf; has: boolean }) {
  const { server, of, has } = props;
  const dark = useComputedColorScheme("light", { getInitialValueInEffect: false }) === "dark";
  const icon = useHostQuery("icon", { server, of, dark }, { when: has, keepPrevious: true });
  const [broken, setBroken] = useState<string | null>(null);
  const url = has ? (icon.data ?? null) : null;
  return (
    <span className={css.picture} data-none={url === null || url === broken} aria-hidden="true">
      {url !== null && url !== broken ? (
        <img src={url} alt="" width={16} height={16} draggable={false} onError={() => setBroken(url)} />
      ) : null}
    </span>
  );
}
