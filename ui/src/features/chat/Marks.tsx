import { useState } from "react";
import type { FlowMark, FlowSource } from "../../bindings/host";
import { ForeignText, Popover, When } from "../../elements";
import { useHostQuery } from "../../store";
import { flowWord } from "../../words";
import bar from "./ConversationBar.module.css";
import css from "./Marks.module.css";

const marks: FlowMark[] = ["private", "strangers", "sends"];

/** What this conversation has read and called, in one line; opened, where each mark came from and when (S-78). */
export function Marks(props: { conversation: string }) {
  const [open, setOpen] = useState(false);
  const flows = useHostQuery("conversation_flows", { conversation: props.conversation });
  const sources = flows.data?.sources ?? [];
  if (sources.length === 0) {
    return null;
  }
  const of = (mark: FlowMark) => sources.filter((it) => it.mark === mark);
  const line = marks
    .filter((mark) => of(mark).length > 0)
    .map((mark) => `${flowWord(mark)}: ${names(of(mark))}`);
  return (
    <div className={css.marks}>
      <Popover
        opened={open}
        onChange={setOpen}
        label="What this conversation has met"
        position="top-start"
        width={420}
        target={
          <button type="button" onClick={() => setOpen(!open)} className={css.line}>
            Met here · {line.join(" · ")}
          </button>
        }
      >
        <div className={bar.list}>
          {marks.map((mark) => (
            <section key={mark} aria-label={flowWord(mark)}>
              <h2>{heading[mark]}</h2>
              {of(mark).length === 0 ? <p className="dim small">Nothing.</p> : null}
              <ul className={css.sources}>
                {of(mark).map((it) => (
                  <li key={`${it.server} ${it.what.text}`}>
                    {it.server === null ? "You" : `“${it.label}”`} · <ForeignText value={it.what} mono />
                    {it.at === null ? null : (
                      <>
                        {" · "}
                        <When at={it.at} style="both" />
                      </>
                    )}
                    {it.known ? null : <span className="dim"> · nobody has said that it is not so</span>}
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <p className="small dim">
            Where all three meet in a call, you are asked whatever you allowed. A new conversation begins with
            none of them.
          </p>
        </div>
      </Popover>
    </div>
  );
}

const heading: Record<FlowMark, string> = {
  private: "Private data that it has read",
  strangers: "Text that strangers may have written",
  sends: "What can send out",
};

/** Whose it is, each once; with a question mark where nobody has said so. */
function names(sources: FlowSource[]): string {
  const known = new Map<string, boolean>();
  for (const it of sources) {
    const name = it.server === null ? "you" : it.label;
    known.set(name, (known.get(name) ?? false) || it.known);
  }
  return [...known].map(([name, sure]) => (sure ? name : `${name}?`)).join(", ");
}
