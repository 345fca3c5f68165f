import type { FlowMark, FlowSource } from "../../bindings/host";
import { ForeignText, When } from "../../elements";
import { formats, Say, say } from "../../l10n";
import { useHostQuery } from "../../store";
import { flowWord } from "../../words";
import { BarPopover } from "./BarPopover";
import css from "./Marks.module.css";

const marks: FlowMark[] = ["private", "strangers", "sends"];

/** What this conversation has read and called, in one line; opened, where each mark came from and when (S-78). */
export function Marks(props: { conversation: string }) {
  const flows = useHostQuery("conversation_flows", { conversation: props.conversation });
  const sources = flows.data?.sources ?? [];
  if (sources.length === 0) return null;
  const of = (mark: FlowMark) => sources.filter((it) => it.mark === mark);
  return (
    <div className={css.marks}>
      <BarPopover
        label={say("chat-risk")}
        position="top-start"
        width={420}
        line
        opener={say("chat-risk-line", { facts: facts(sources).join(" · ") })}
      >
        {() => (
          <>
            {marks.map((mark) => (
              <section key={mark} aria-label={flowWord(mark)}>
                <h2>{say(`chat-risk-${mark}`)}</h2>
                {of(mark).length === 0 ? <p className="dim small">{say("chat-risk-nothing")}</p> : null}
                <ul className={`unmarked ${css.sources}`}>
                  {of(mark).map((it) => (
                    <li key={`${it.server} ${it.what.text}`}>
                      <Source source={it} />
                      {it.at === null ? null : (
                        <>
                          {" · "}
                          <When at={it.at} style="both" />
                        </>
                      )}
                      {it.known ? null : <span className="dim"> · {say("chat-risk-unsure")}</span>}
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            <p className="small dim">{say("chat-risk-note")}</p>
          </>
        )}
      </BarPopover>
    </div>
  );
}

function Source({ source }: { source: FlowSource }) {
  const what = <ForeignText value={source.what} mono />;
  return source.server === null ? (
    <Say id="chat-risk-source-you" args={{ what }} />
  ) : (
    <Say id="chat-risk-source" args={{ server: source.label, what }} />
  );
}

/** Who it comes from, each once: those of which that is known, or those of which nothing is known. */
function names(sources: FlowSource[], known: boolean): string[] {
  const of = sources.filter((it) => it.known === known);
  return [...new Set(of.map((it) => (it.server === null ? say("chat-risk-you") : `“${it.label}”`)))];
}

/** What is known of each mark, and whose data flow is not set. */
function facts(sources: FlowSource[]): string[] {
  const list = (all: string[]) => new Intl.ListFormat(formats()).format(all);
  const said = marks.flatMap((mark) => {
    const known = names(
      sources.filter((it) => it.mark === mark),
      true,
    );
    return known.length === 0 ? [] : say(`chat-risk-known-${mark}`, { names: list(known) });
  });
  // What the user attached has no data flow to set.
  const [mine, theirs] = [true, false].map((own) => sources.filter((it) => (it.server === null) === own));
  if (mine?.some((it) => !it.known)) {
    said.push(say("chat-risk-attached"));
  }
  const unsure = names(theirs ?? [], false);
  if (unsure.length > 0) {
    const partly = names(sources, true).some((it) => unsure.includes(it));
    said.push(say(partly ? "chat-risk-partly" : "chat-risk-unknown", { names: list(unsure) }));
  }
  return said;
}
