import type { Conversation, ServerWeight, ToolBudget } from "../../bindings/host";
import { count, many } from "../../words";
import css from "./Budget.module.css";

/** What the tools of this conversation take of each request: the whole, each server, and on a second look each tool. */
export function Budget(props: { conversation: Conversation }) {
  const { budget, summary } = props.conversation;
  if (budget.servers.length === 0) {
    return null;
  }
  return (
    <section className={css.budget} aria-label="What the tools take">
      <h2>What the tools take</h2>
      <p>
        <strong>≈ {about(budget.tokens)} tokens</strong> with every request
        {budget.context === null ? null : (
          <>
            : {part(budget.tokens, budget.context)} of what <bdi>{summary.model}</bdi> reads
          </>
        )}
        .
      </p>
      {budget.context === null ? null : <Meter budget={budget} context={budget.context} />}
      <p className="dim small">
        {budget.searching
          ? `All of them would take about ${about(budget.all)}. So the model looks for tools itself, and those that it found stay in this conversation.`
          : budget.most === null
            ? null
            : `From about ${count(budget.most)} on, the model looks for tools itself instead of getting all.`}{" "}
        These are estimates; each provider counts a little otherwise.
      </p>
      <ul className={css.servers}>
        {budget.servers.map((server) => (
          <Server key={server.id} server={server} />
        ))}
        {budget.searching ? (
          <li className={css.row}>
            <span>Looking for tools</span>
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

/** `0.4%`, `12%`: nobody decides by a tenth of a percent above ten. */
export function part(tokens: number, context: number): string {
  const share = (tokens * 100) / Math.max(1, context);
  return share > 0 && share < 0.1
    ? "less than 0.1%"
    : `${share < 10 ? share.toFixed(1) : Math.round(share)}%`;
}

function Meter(props: { budget: ToolBudget; context: number }) {
  const share = Math.min(100, (props.budget.tokens * 100) / Math.max(1, props.context));
  return (
    <div
      className={css.meter}
      role="meter"
      aria-label="Part of what the model reads"
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
      ? many(server.count, "tool")
      : `${count(server.given)} of ${many(server.count, "tool")}`;
  return (
    <li>
      <details>
        <summary className={css.row}>
          <span>
            <bdi>{server.label}</bdi> <span className="dim small">{given}</span>
          </span>
          <span className={css.number}>{about(server.tokens)}</span>
        </summary>
        <ul className={css.tools}>
          {server.tools.map((tool, index) => (
            <li key={`${index}`} className={css.row}>
              <span className={tool.given ? css.name : `${css.name} dim`}>
                <bdi>{tool.tool}</bdi>
                {tool.given ? null : " (not sent)"}
              </span>
              <span className={css.number}>{about(tool.tokens)}</span>
            </li>
          ))}
          {server.more > 0 ? <li className="dim small">and {many(server.more, "more tool")}</li> : null}
        </ul>
      </details>
    </li>
  );
}
