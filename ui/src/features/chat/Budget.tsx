import type { Conversation, ServerWeight, ToolBudget } from "../../bindings/host";
import { Say, say, strong } from "../../l10n";
import { count } from "../../words";
import css from "./Budget.module.css";

/** What the tools of this conversation take of each request: the whole, each server, and on a second look each tool. */
export function Budget(props: { conversation: Conversation }) {
  const { budget, summary } = props.conversation;
  if (budget.servers.length === 0) return null;
  return (
    <section className={css.budget} aria-label={say("chat-budget")}>
      <h2>{say("chat-budget")}</h2>
      <p>
        {budget.context === null ? (
          <Say id="chat-budget-tokens" args={{ tokens: about(budget.tokens) }} tags={{ strong }} />
        ) : (
          <Say
            id="chat-budget-part"
            args={{
              tokens: about(budget.tokens),
              part: part(budget.tokens, budget.context),
              model: <bdi>{summary.model}</bdi>,
            }}
            tags={{ strong }}
          />
        )}
      </p>
      {budget.context === null ? null : <Meter budget={budget} context={budget.context} />}
      <p className="dim small">
        {budget.searching
          ? say("chat-budget-searching", { tokens: about(budget.all) })
          : budget.most === null
            ? null
            : say("chat-budget-limit", { tokens: count(budget.most) })}{" "}
        {say("chat-budget-estimates")}
      </p>
      <ul className={`unmarked ${css.servers}`}>
        {budget.servers.map((server) => (
          <Server key={server.id} server={server} />
        ))}
        {budget.searching ? (
          <li className={css.row}>
            <span>{say("chat-tool-search")}</span>
            <span className={css.number}>{about(budget.search)}</span>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

/** An estimate as one: two figures mean something, more do not. */
export function about(tokens: number): string {
  const step = tokens < 1_000 ? 10 : 10 ** (Math.floor(Math.log10(tokens)) - 1);
  return count(Math.round(tokens / step) * step);
}

/** `0.4%`, `12%`: a tenth of a percent above ten decides nothing. */
export function part(tokens: number, context: number): string {
  const share = (tokens * 100) / Math.max(1, context);
  return share > 0 && share < 0.1
    ? say("chat-budget-tiny")
    : `${share < 10 ? share.toFixed(1) : Math.round(share)}%`;
}

function Meter(props: { budget: ToolBudget; context: number }) {
  const share = Math.min(100, (props.budget.tokens * 100) / Math.max(1, props.context));
  return (
    <div
      className={css.meter}
      role="meter"
      aria-label={say("chat-budget")}
      aria-valuemin={0}
      aria-valuemax={props.context}
      aria-valuenow={Math.min(props.budget.tokens, props.context)}
      aria-valuetext={part(props.budget.tokens, props.context)}
    >
      <div style={{ width: `${share}%` }} />
    </div>
  );
}

function Server(props: { server: ServerWeight }) {
  const { server } = props;
  const given =
    server.given === server.count
      ? say("chat-tools", { count: server.count })
      : say("chat-budget-given", { given: server.given, count: server.count });
  return (
    <li>
      <details>
        <summary className={css.row}>
          <span>
            <bdi>{server.label}</bdi> <span className="dim small">{given}</span>
          </span>
          <span className={css.number}>{about(server.tokens)}</span>
        </summary>
        <ul className={`unmarked ${css.tools}`}>
          {server.tools.map((tool, index) => (
            <li key={`${index}`} className={css.row}>
              <span className={tool.given ? css.name : `${css.name} dim`}>
                {tool.given ? (
                  <bdi>{tool.tool}</bdi>
                ) : (
                  <Say id="chat-budget-not-sent" args={{ tool: <bdi>{tool.tool}</bdi> }} />
                )}
              </span>
              <span className={css.number}>{about(tool.tokens)}</span>
            </li>
          ))}
          {server.more > 0 ? (
            <li className="dim small">{say("chat-budget-more", { count: server.more })}</li>
          ) : null}
        </ul>
      </details>
    </li>
  );
}
