/** What an operation was asked with: arguments of a model or a person, or, apart from them, what a server asked for. */
import type { Foreign, Outcome } from "../../bindings/host";
import { Description, DescriptionList, ForeignText, RawText, Tag } from "../../elements";
import { type Json, parseJson, writeJson } from "../../json";
import { many } from "../../words";
import css from "./activity.module.css";

/** What the arguments of a call are called. Only what came back is known to have been sent. */
export function sentTitle(outcome: Outcome): string {
  return outcome === "done" || outcome === "tool_error" ? "What was sent" : "What was asked for";
}

export function AskedFor({ value, call = true }: { value: Foreign; call?: boolean }) {
  const pairs = pairsOf(value.text);
  return (
    <div className={css.sent}>
      {pairs === null ? (
        <ForeignText value={value} mono />
      ) : pairs.length === 0 ? (
        <p className="dim">{call ? "No arguments." : "Nothing."}</p>
      ) : (
        <>
          <DescriptionList label={call ? "Arguments" : "What it holds"}>
            {pairs.map(([name, text]) => (
              <Description key={name} name={<RawText text={name} />}>
                {text === "" ? <span className="dim">empty text</span> : <RawText text={text} mono lines />}
              </Description>
            ))}
          </DescriptionList>
          <p className="small faint">
            Secrets are masked.{" "}
            {value.hidden > 0 ? <Tag tone="wait">{many(value.hidden, "hidden character")}</Tag> : null}
          </p>
        </>
      )}
    </div>
  );
}

/** Text as it is, everything else as JSON; `null` for what is no object or was cut. */
function pairsOf(json: string): [string, string][] | null {
  let value: Json;
  try {
    value = parseJson(json);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return Object.entries(value).map(([name, it]) => [name, typeof it === "string" ? it : writeJson(it)]);
}
