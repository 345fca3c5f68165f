import type { Part } from "../../bindings/host";
import { ForeignText } from "../../elements";
import { Say, say } from "../../l10n";
import css from "./SearchCard.module.css";

/** The model searched for tools: what for, and which of them it has since. */
export function SearchCard(props: { part: Extract<Part, { kind: "search" }> }) {
  const { query, found, remark } = props.part;
  return (
    <div className={css.search} role="group" aria-label={say("chat-tool-search")}>
      <div>
        <Say id="chat-tool-search-query" args={{ query: <ForeignText value={query} /> }} />
        {found.length > 0 ? (
          <span className="dim"> · {say("chat-tool-search-found", { count: found.length })}</span>
        ) : null}
      </div>
      {found.length > 0 ? (
        <ul className="unmarked">
          {found.map((it, index) => (
            <li key={`${index}`}>
              <ForeignText value={it.tool} mono /> <span className="dim">{it.server}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {remark !== null ? <div className="dim">{remark}</div> : null}
    </div>
  );
}
