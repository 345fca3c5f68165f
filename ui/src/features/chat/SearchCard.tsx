import type { Part } from "../../bindings/host";
import { ForeignText } from "../../elements";
import { many } from "../../words";
import css from "./SearchCard.module.css";

/** The model looked for tools: what for, and which of them it has since. */
export function SearchCard(props: { part: Extract<Part, { kind: "search" }> }) {
  const { query, found, remark } = props.part;
  return (
    <div className={css.search} role="group" aria-label="Search for tools">
      <div>
        The model looked for tools: <ForeignText value={query} />
        {found.length > 0 ? <span className="dim"> · {many(found.length, "tool")} found</span> : null}
      </div>
      {found.length > 0 ? (
        <ul>
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
