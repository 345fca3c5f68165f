/** The fence around a server's program: what it lets through, and what it kept out, with an offer to let it. */
import type { FenceDenial, FenceGrants, ServerDraft, ServerSummary } from "../../../bindings/host";
import { FenceOffers } from "../../../calls/FenceOffers";
import { Description, DescriptionList, ForeignText, ProblemNote, RawText, When } from "../../../elements";
import { Say, say } from "../../../l10n";
import { useHostQuery } from "../../../store";
import { hostAddress } from "../../../words";
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
            : grants.hosts.map((host) => {
                const shown = <RawText text={hostAddress(host)} mono />;
                return (
                  <div key={hostAddress(host)}>
                    {host.local_network === true ? (
                      <Say id="servers-page-fence-local" args={{ host: shown }} />
                    ) : (
                      shown
                    )}
                  </div>
                );
              })}
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
  return (
    <div className={css.denials}>
      <h3>{say("servers-page-fence-denied")}</h3>
      <ul className="unmarked">
        {denials.map((denial) => (
          <li key={denial.what.text}>
            <span>
              <ForeignText value={denial.what} mono />{" "}
              <span className="small dim">
                <When at={denial.at} />
                {denial.tool !== null ? (
                  <>
                    {" · "}
                    <span>
                      <Say
                        id="servers-page-fence-during"
                        args={{ tool: <ForeignText key="tool" value={denial.tool} mono /> }}
                      />
                    </span>
                  </>
                ) : null}
                {denial.count > 1 ? <> · {say("servers-page-fence-times", { count: denial.count })}</> : null}
              </span>
            </span>
            <FenceOffers server={server.id} label={server.label} draft={draft} denial={denial} />
          </li>
        ))}
      </ul>
    </div>
  );
}
