/** Every permission in plain words. Ending one takes effect at once. */
import { memo, type ReactNode, useEffect, useRef } from "react";
import type { GrantView } from "../../bindings/host";
import {
  Bar,
  differs,
  EmptyRoom,
  focusRoom,
  Page,
  ProblemNote,
  RawText,
  ServerTitle,
  Tag,
  useLostFocus,
  useProgressiveCount,
  When,
} from "../../elements";
import { ConfirmButton } from "../../elements/ConfirmButton";
import { Say, say } from "../../l10n";
import { to } from "../../route";
import { useHostCommand, useHostQuery } from "../../store";
import { escapedText } from "../../words";
import css from "./permissions.module.css";

/** Permissions that are drawn at once, and with each frame after. */
const STEP = 15;

export function PermissionsRoom(_: { path: string[] }) {
  const grants = useHostQuery("grants", {});
  const all = useHostCommand("revoke_all");
  const list = grants.data ?? [];
  const drawn = useProgressiveCount(list.length, STEP);
  const before = useRef(0);
  useEffect(() => {
    // The last one is gone, and the button that had the focus with it.
    if (list.length === 0 && before.current > 0 && document.activeElement === document.body) focusRoom();
    before.current = list.length;
  }, [list.length]);
  return (
    <Page
      bar={
        <Bar
          title={say("app-room-permissions")}
          beside={list.length > 0 ? <Tag>{say("permissions-count", { count: list.length })}</Tag> : null}
          actions={
            list.length > 0 ? (
              <ConfirmButton
                label={say("permissions-revoke-all")}
                question={say("permissions-revoke-all-question", { count: list.length })}
                yes={say("permissions-revoke-all")}
                busy={all.isPending}
                onYes={() => all.mutate({})}
              />
            ) : null
          }
        />
      }
    >
      {grants.data?.length === 0 && all.error === null ? (
        <EmptyRoom title={say("permissions-none")}>{say("permissions-none-help")}</EmptyRoom>
      ) : (
        <Reading>
          {grants.error !== null ? <ProblemNote problem={grants.error} /> : null}
          {all.error !== null ? <ProblemNote problem={all.error} live /> : null}
          <Unused grants={list.filter((it) => it.unused_days !== null)} />
          {byServer(list, drawn).map(({ server, grants: mine, drawn: some }) => (
            <OfServer key={server} server={server} grants={mine} drawn={some} />
          ))}
        </Reading>
      )}
    </Page>
  );
}

/** Where one that had the focus is gone, the next one has it: several can be revoked in a row. */
function Reading({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const rows = () => [...(box.current?.querySelectorAll<HTMLElement>("[data-grant]") ?? [])];
  useLostFocus(
    box,
    (at) => rows().findIndex((row) => row.contains(at)),
    (was) => {
      const left = rows();
      return left[Math.max(0, Math.min(was, left.length - 1))]?.querySelector<HTMLElement>("button");
    },
  );
  return (
    <div ref={box} className={css.reading}>
      {children}
    </div>
  );
}

/** Those that were not used recently: the list, and one answer for all of it. */
function Unused({ grants }: { grants: GrantView[] }) {
  const revoke = useHostCommand("revoke_these");
  if (grants.length === 0 && revoke.error === null) return null;
  const count = grants.length;
  return (
    <section className={`card ${css.unused}`} aria-label={say("permissions-unused")}>
      <h2>{say("permissions-unused-title", { count })}</h2>
      <ul className={css.unusedList}>
        {grants.map((it) => (
          <li key={it.id}>
            {it.sentence}{" "}
            <span className="small dim">
              {say("permissions-unused-days", { count: it.unused_days ?? 0 })}
            </span>
          </li>
        ))}
      </ul>
      {revoke.error !== null ? <ProblemNote problem={revoke.error} live /> : null}
      <div>
        <ConfirmButton
          framed
          label={say("permissions-unused-revoke", { count })}
          name={say("permissions-unused-revoke-name", { count })}
          question={say("permissions-unused-question", { count })}
          yes={say("permissions-unused-revoke", { count })}
          busy={revoke.isPending}
          onYes={() => revoke.mutate({ grants: grants.map((it) => it.id) })}
        />
      </div>
    </section>
  );
}

/** By their servers, and how many of each are drawn by now. */
function byServer(grants: GrantView[], drawn: number) {
  const groups = new Map<string, GrantView[]>();
  for (const grant of grants) {
    const group = groups.get(grant.server);
    if (group === undefined) groups.set(grant.server, [grant]);
    else group.push(grant);
  }
  const parts: { server: string; grants: GrantView[]; drawn: number }[] = [];
  let left = drawn;
  for (const [server, all] of groups) {
    if (left <= 0) break;
    parts.push({ server, grants: all, drawn: Math.min(left, all.length) });
    left -= all.length;
  }
  return parts;
}

function OfServer({ server, grants, drawn }: { server: string; grants: GrantView[]; drawn: number }) {
  const revoke = useHostCommand("revoke_server");
  const label = grants[0]?.server_label ?? "";
  return (
    <section className={css.group} aria-label={label}>
      <header className={`row ${css.groupHead}`}>
        <h2>
          <a className={css.serverLink} href={to("servers", server)}>
            <RawText text={label} />
          </a>
        </h2>
        {grants.length > 1 ? (
          <ConfirmButton
            label={say("permissions-server-revoke")}
            name={say("permissions-server-revoke-name", { server: label })}
            question={say("permissions-server-revoke-question", { count: grants.length, server: label })}
            yes={say("permissions-server-revoke")}
            busy={revoke.isPending}
            onYes={() => revoke.mutate({ server })}
          />
        ) : null}
      </header>
      {revoke.error !== null ? <ProblemNote problem={revoke.error} live /> : null}
      <ul className="unmarked card">
        {grants.slice(0, drawn).map((grant) => (
          <Grant key={grant.id} grant={grant} />
        ))}
      </ul>
    </section>
  );
}

/** Drawn again only when it changed: with each step there are more of them. */
const Grant = memo(function Grant({ grant }: { grant: GrantView }) {
  const revoke = useHostCommand("revoke");
  return (
    <li className={`row ${css.grant}`} data-grant={grant.id}>
      <div className={css.words}>
        <p className={css.sentence}>
          {grant.sentence}
          {grant.on_hold ? (
            <>
              {" "}
              <Tag tone="wait">{say("permissions-on-hold")}</Tag>
            </>
          ) : null}
        </p>
        <p className="small dim">
          {/* The sentence above has the name. */}
          {differs(escapedText(grant.tool), grant.tool_shown) ? (
            <>
              <ServerTitle title={grant.tool_shown} server={grant.server_label} beside /> ·{" "}
            </>
          ) : null}
          <Say id="permissions-given" args={{ time: <When at={grant.made_at} style="both" /> }} /> ·{" "}
          <Used grant={grant} /> · <Ends grant={grant} />
          {grant.on_hold ? (
            <>
              {" · "}
              <a className="link" href={to("servers", grant.server, "tools", grant.tool)}>
                {say("permissions-changes")}
              </a>
            </>
          ) : null}
        </p>
        {revoke.error !== null ? <ProblemNote problem={revoke.error} live /> : null}
      </div>
      <ConfirmButton
        label={say("permissions-revoke")}
        name={say("permissions-revoke-name", {
          tool: escapedText(grant.tool),
          server: grant.server_label,
        })}
        question={say("permissions-revoke-question")}
        yes={say("permissions-revoke")}
        busy={revoke.isPending}
        onYes={() => revoke.mutate({ grant: grant.id })}
      />
    </li>
  );
});

function Used({ grant }: { grant: GrantView }) {
  const { uses: count, last_used_at: last } = grant;
  if (count === 0) return say("permissions-used-never");
  return last === null ? (
    say("permissions-used", { count })
  ) : (
    <Say id="permissions-used-last" args={{ count, time: <When at={last} style="both" /> }} />
  );
}

function Ends({ grant }: { grant: GrantView }) {
  if (grant.ends_at !== null) {
    return <Say id="permissions-ends" args={{ time: <When at={grant.ends_at} style="both" /> }} />;
  }
  if (grant.conversation !== null) {
    const { id, title } = grant.conversation;
    const link = (
      <a className="link" href={to("chat", id)}>
        <RawText text={title} />
      </a>
    );
    return <Say id="permissions-ends-conversation-named" args={{ conversation: link }} />;
  }
  return grant.scope === "conversation" || grant.scope === "session"
    ? say(`permissions-ends-${grant.scope}`)
    : say("permissions-ends-revoked");
}
