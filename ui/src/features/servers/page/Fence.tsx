/** The fence around a server's program: what it lets through, and what it kept out, with an offer to let it. */
import { Button } from "@mantine/core";
import type { FenceDenial, FenceGrants, FenceHost, ServerDraft, ServerSummary } from "../../../bindings/host";
import { Description, DescriptionList, ForeignText, ProblemNote, RawText, When } from "../../../elements";
import { Say, say } from "../../../l10n";
import { useHostCommand, useHostQuery, useShowRequest } from "../../../store";
import { NO_GRANTS } from "../form/fence";
import css from "./page.module.css";

export function Fence(props: { server: ServerSummary; draft: ServerDraft; container: boolean }) {
  const { server, draft, container } = props;
  const fence = useHostQuery("fence", { id: server.id });
  const grants = fence.data?.grants ?? draft.fence;
  return (
    <section className={css.section} aria-labelledby="server-fence">
      <h2 id="server-fence">{say("servers-page-fence")}</h2>
      {fence.error !== null ? <ProblemNote problem={fence.error} server={server.label} /> : null}
      {fence.data?.unavailable ? (
        <p className="dim">{say("servers-page-fence-unavailable", { why: fence.data.unavailable })}</p>
      ) : null}
      {grants === null ? (
        <p className="dim">{say(container ? "servers-page-container-typed" : "servers-page-fence-none")}</p>
      ) : (
        <Grants grants={grants} container={container} />
      )}
      {fence.data !== undefined && fence.data.denials.length > 0 ? (
        <Denials server={server} draft={draft} denials={fence.data.denials} />
      ) : null}
    </section>
  );
}

function Grants({ grants, container }: { grants: FenceGrants; container: boolean }) {
  const paths = (name: string, values: string[]) =>
    values.length > 0 ? (
      <Description name={name}>
        {values.map((path) => (
          <div key={path}>
            <RawText text={path} mono />
          </div>
        ))}
      </Description>
    ) : null;
  return (
    <DescriptionList>
      <Description name={say("servers-page-fence-reads")}>
        {say(container ? "servers-page-container-own" : "servers-page-fence-own")}
      </Description>
      {paths(say("servers-page-fence-also"), grants.read)}
      {paths(say("servers-page-fence-changes"), grants.write)}
      <Description name={say("servers-page-fence-reaches")}>
        {grants.any_host
          ? say("servers-page-fence-any")
          : grants.hosts.length === 0
            ? say("servers-page-fence-nothing")
            : grants.hosts.map((host) => (
                <div key={address(host)}>
                  <RawText text={address(host)} mono />
                </div>
              ))}
      </Description>
      {grants.nested ? (
        <Description name={say("servers-page-fence-nested")}>
          {say("servers-page-fence-nested-value")}
        </Description>
      ) : null}
    </DescriptionList>
  );
}

function Denials(props: { server: ServerSummary; draft: ServerDraft; denials: FenceDenial[] }) {
  const { server, draft, denials } = props;
  const propose = useHostCommand("propose_server");
  const showRequest = useShowRequest();
  const now = draft.fence ?? NO_GRANTS;
  const allow = (more: Partial<FenceGrants>) =>
    propose.mutate(
      { draft: { ...draft, fence: { ...now, ...more } }, changes: server.id },
      { onSuccess: (request) => showRequest(request.id) },
    );
  const granted = (host: FenceHost) =>
    draft.fence?.hosts.some((it) => address(it) === address(host)) ?? false;
  return (
    <div className={css.denials}>
      <h3>{say("servers-page-fence-denied")}</h3>
      <ul>
        {denials.map(({ what, host, path, nested, at, tool, count }) => (
          <li key={what.text}>
            <span>
              <ForeignText value={what} mono />{" "}
              <span className="small dim">
                <When at={at} />
                {tool !== null ? (
                  <>
                    {" · "}
                    <span>
                      <Say
                        id="servers-page-fence-during"
                        args={{ tool: <ForeignText key="tool" value={tool} mono /> }}
                      />
                    </span>
                  </>
                ) : null}
                {count > 1 ? <> · {say("servers-page-fence-times", { count })}</> : null}
              </span>
            </span>
            {host !== null && !granted(host) ? (
              <Button
                size="xs"
                loading={propose.isPending}
                aria-label={say("servers-page-fence-allow-host", { host: address(host) })}
                onClick={() => allow({ hosts: [...now.hosts, host] })}
              >
                {say("servers-page-fence-allow")}
              </Button>
            ) : null}
            {nested && !now.nested ? (
              <Button
                size="xs"
                loading={propose.isPending}
                aria-label={say("servers-page-fence-allow-nested", { what: what.text })}
                onClick={() => allow({ nested: true })}
              >
                {say("servers-page-fence-allow")}
              </Button>
            ) : null}
            {path !== null && ![...now.read, ...now.write].includes(path) ? (
              <span className={css.offers}>
                <Button
                  size="xs"
                  loading={propose.isPending}
                  aria-label={say("servers-page-fence-allow-read-path", { path })}
                  onClick={() => allow({ read: [...now.read, path] })}
                >
                  {say("servers-page-fence-allow-read")}
                </Button>
                <Button
                  size="xs"
                  loading={propose.isPending}
                  aria-label={say("servers-page-fence-allow-write-path", { path })}
                  onClick={() => allow({ write: [...now.write, path] })}
                >
                  {say("servers-page-fence-allow-write")}
                </Button>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {propose.error !== null ? <ProblemNote problem={propose.error} server={server.label} live /> : null}
    </div>
  );
}

const address = ({ name, port }: FenceHost) => `${name}:${port}`;
