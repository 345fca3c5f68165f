/** Every standing permission in plain words. Ending one takes effect at once. */
import type { GrantView } from "../../bindings/host";
import { Bar, EmptyRoom, Page, ProblemNote, RawText, Tag, ToolName, When } from "../../elements";
import { ConfirmButton } from "../../elements/ConfirmButton";
import { to } from "../../route";
import { useHostCommand, useHostQuery } from "../../store";
import { count, escapedText, many } from "../../words";
import css from "./permissions.module.css";

export function PermissionsRoom(_: { path: string[] }) {
  const grants = useHostQuery("grants", {});
  const all = useHostCommand("revoke_all");
  const list = grants.data ?? [];
  return (
    <Page
      bar={
        <Bar
          title="Permissions"
          beside={list.length > 0 ? <Tag>{many(list.length, "standing permission")}</Tag> : null}
          actions={
            list.length > 0 ? (
              <ConfirmButton
                label="Revoke all"
                question={`End all ${many(list.length, "permission")}? Every tool asks again.`}
                yes="Revoke all"
                busy={all.isPending}
                onYes={() => all.mutate({})}
              />
            ) : null
          }
        />
      }
    >
      {grants.data?.length === 0 && all.error === null ? (
        <EmptyRoom title="Nothing is allowed in advance">
          When the gate asks, you can allow a tool for a conversation, for an hour, or always. What you
          allowed stands here.
        </EmptyRoom>
      ) : (
        <div className={css.reading}>
          {grants.error !== null ? <ProblemNote problem={grants.error} /> : null}
          {all.error !== null ? <ProblemNote problem={all.error} live /> : null}
          <Unused grants={list.filter((it) => it.unused_days !== null)} />
          {byServer(list).map(([server, mine]) => (
            <OfServer key={server} server={server} grants={mine} />
          ))}
        </div>
      )}
    </Page>
  );
}

/** Those that nobody missed for long: the list, and one answer for all of it. */
function Unused({ grants }: { grants: GrantView[] }) {
  const revoke = useHostCommand("revoke_these");
  if (grants.length === 0 && revoke.error === null) return null;
  return (
    <section className={css.unused} aria-label="Not used for long">
      <h2>{many(grants.length, "permission was", "permissions were")} not used for long</h2>
      <ul className={css.unusedList}>
        {grants.map((it) => (
          <li key={it.id}>
            {it.sentence} <span className="small dim">{many(it.unused_days ?? 0, "day")}</span>
          </li>
        ))}
      </ul>
      {revoke.error !== null ? <ProblemNote problem={revoke.error} live /> : null}
      <div>
        <ConfirmButton
          framed
          label={grants.length === 1 ? "Revoke it" : "Revoke these"}
          name={`${grants.length === 1 ? "Revoke it" : "Revoke these"}: not used for long`}
          question={`End ${many(grants.length, "permission")} as listed above? You are asked when a tool is wanted again.`}
          yes={grants.length === 1 ? "Revoke it" : "Revoke these"}
          busy={revoke.isPending}
          onYes={() => revoke.mutate({ grants: grants.map((it) => it.id) })}
        />
      </div>
    </section>
  );
}

function byServer(grants: GrantView[]): [string, GrantView[]][] {
  const groups = new Map<string, GrantView[]>();
  for (const grant of grants) groups.set(grant.server, [...(groups.get(grant.server) ?? []), grant]);
  return [...groups];
}

function OfServer({ server, grants }: { server: string; grants: GrantView[] }) {
  const revoke = useHostCommand("revoke_server");
  const label = grants[0]?.server_label ?? "";
  return (
    <section className={css.group} aria-label={label}>
      <header className={css.groupHead}>
        <h2>
          <a className={css.serverLink} href={to("servers", server)}>
            <RawText text={label} />
          </a>
        </h2>
        {grants.length > 1 ? (
          <ConfirmButton
            label="Revoke all of these"
            name={`Revoke all of these: ${label}`}
            question={`End all ${many(grants.length, "permission")} of “${label}”? Its tools ask again.`}
            yes="Revoke these"
            busy={revoke.isPending}
            onYes={() => revoke.mutate({ server })}
          />
        ) : null}
      </header>
      {revoke.error !== null ? <ProblemNote problem={revoke.error} live /> : null}
      <ul className={css.grants}>
        {grants.map((grant) => (
          <Grant key={grant.id} grant={grant} />
        ))}
      </ul>
    </section>
  );
}

function Grant({ grant }: { grant: GrantView }) {
  const revoke = useHostCommand("revoke");
  return (
    <li className={css.grant}>
      <div className={css.words}>
        <p className={css.sentence}>
          {grant.sentence}
          {grant.on_hold ? (
            <>
              {" "}
              <Tag tone="wait">on hold: its definition changed</Tag>
            </>
          ) : null}
        </p>
        <p className="small dim">
          <ToolName name={grant.tool} title={grant.tool_shown} server={grant.server_label} /> · given{" "}
          <When at={grant.made_at} style="both" /> · {used(grant)}
          {grant.last_used_at !== null ? (
            <>
              , last <When at={grant.last_used_at} style="both" />
            </>
          ) : null}{" "}
          · <Ends grant={grant} />
          {grant.on_hold ? (
            <>
              {" · "}
              <a className="link" href={to("servers", grant.server, "tools", grant.tool)}>
                see what changed
              </a>
            </>
          ) : null}
        </p>
        {revoke.error !== null ? <ProblemNote problem={revoke.error} live /> : null}
      </div>
      <ConfirmButton
        label="Revoke"
        name={`Revoke ${escapedText(grant.tool)} of ${grant.server_label}`}
        question="It asks again from the next call."
        yes="Revoke"
        busy={revoke.isPending}
        onYes={() => revoke.mutate({ grant: grant.id })}
      />
    </li>
  );
}

function used(grant: GrantView): string {
  if (grant.uses === 0) return "never used";
  return grant.uses === 1 ? "used once" : `used ${count(grant.uses)} times`;
}

function Ends({ grant }: { grant: GrantView }) {
  if (grant.ends_at !== null) {
    return (
      <>
        ends <When at={grant.ends_at} style="both" />
      </>
    );
  }
  return grant.scope === "conversation" ? "ends with its conversation" : "ends only when you revoke it";
}
