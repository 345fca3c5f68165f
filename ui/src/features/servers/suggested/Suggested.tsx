/** Well-known servers to begin with. Each leads to its form, filled in; nothing is done before that is reviewed. */
import { memo } from "react";
import type { SuggestedServer } from "../../../bindings/host";
import { ProblemNote } from "../../../elements";
import { list, say } from "../../../l10n";
import { to } from "../../../route";
import { useHostQuery } from "../../../store";
import css from "./suggested.module.css";

/** Behind it in the address is the id of one. */
export const SUGGESTED = "suggested";

export const Suggested = memo(function Suggested() {
  const suggested = useHostQuery("suggested_servers", {});
  if (suggested.error !== null) return <ProblemNote problem={suggested.error} />;
  return (
    <ul className={`unmarked ${css.list}`} aria-label={say("servers-suggested")}>
      {(suggested.data ?? []).map((it) => (
        <li key={it.id}>
          <a className={css.one} href={to("servers", SUGGESTED, it.id)}>
            <span className={css.name}>{it.name}</span>
            <span>{it.purpose}</span>
            <span className="small dim">{say("servers-suggested-needs", { needs: needs(it) })}</span>
          </a>
        </li>
      ))}
    </ul>
  );
});

/** All that it needs, in short, the program that runs it first. */
export function needs({ runtime, needs: more }: SuggestedServer): string {
  return list([
    runtime,
    ...more.map((need) => {
      if (need.kind === "program") return need.name;
      return say(need.kind === "folder" ? "servers-suggested-folder-need" : "servers-suggested-key-need");
    }),
  ]);
}
