/** What an operation was asked with: arguments of a model or a person, or, apart from them, what a server asked for. */
import type { Foreign, Outcome, RecordRow } from "../../bindings/host";
import { Description, DescriptionList, ForeignText, RawText, Tag } from "../../elements";
import { type Json, parseJson, writeJson } from "../../json";
import { say } from "../../l10n";
import { escapedText } from "../../words";
import css from "./activity.module.css";

/** What the arguments of a call are called. Only of a call with a result is it known that they were sent. */
export function sentTitle(outcome: Outcome): string {
  return outcome === "done" || outcome === "tool_error" ? say("activity-sent") : say("activity-requested");
}

/** What the two versions of something are called. */
export function versionTitles(row: Pick<RecordRow, "kind" | "outcome">): [before: string, after: string] {
  if (row.kind !== "call" && row.kind !== "sampling") {
    return [say("activity-requested"), say("activity-answered")];
  }
  const came = row.outcome === "done" || row.outcome === "tool_error";
  return [say("activity-requested"), say(came ? "activity-sent-changed" : "activity-changed")];
}

export function AskedFor(props: {
  value: Foreign;
  call?: boolean;
  /** Names of what a person changed. */
  edited?: Foreign[];
}) {
  const { value, call = true, edited = [] } = props;
  const pairs = pairsOf(value.text);
  const changed = new Set(edited.map((name) => name.text));
  return (
    <div className={css.sent}>
      {pairs === null ? (
        <ForeignText value={value} mono />
      ) : pairs.length === 0 ? (
        <p className="dim">{say(call ? "activity-arguments-none" : "activity-contents-none")}</p>
      ) : (
        <>
          <DescriptionList label={say(call ? "words-arguments" : "activity-contents")}>
            {pairs.map(([name, text]) => (
              <Description
                key={name}
                name={
                  <>
                    <RawText text={name} />
                    {changed.has(escapedText(name)) ? (
                      <>
                        {" "}
                        <Tag tone="wait">{say("activity-edited-tag")}</Tag>
                      </>
                    ) : null}
                  </>
                }
              >
                {text === "" ? (
                  <span className="dim">{say("words-empty-text")}</span>
                ) : (
                  <RawText text={text} mono lines />
                )}
              </Description>
            ))}
          </DescriptionList>
          {value.hidden > 0 ? (
            <p>
              <Tag tone="wait">{say("elements-hidden", { count: value.hidden })}</Tag>
            </p>
          ) : null}
        </>
      )}
    </div>
  );
}

/** Said once, below all versions that are shown. */
export function Masked({ values }: { values: readonly Foreign[] }) {
  return values.some((it) => pairsOf(it.text)?.length) ? (
    <p className={`small faint ${css.masked}`}>{say("activity-masked")}</p>
  ) : null;
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
