/** The account in one line, for the overview. */
import type { ServerSummary } from "../../../bindings/host";
import { Description } from "../../../elements";
import { Say, say } from "../../../l10n";
import { ACCOUNT, to } from "../../../route";
import { useHostQuery } from "../../../store";

export function AccountLine({ server }: { server: ServerSummary }) {
  const { data } = useHostQuery("account", { server: server.id });
  if (data?.applies !== true) return null;
  const { account } = data;
  return (
    <Description name={say("servers-page-tab-account")}>
      {account === null ? (
        <span className="dim">{say("servers-account-line-none")}</span>
      ) : (
        <Say
          id={account.ended === null ? "servers-account-line" : "servers-account-line-ended"}
          args={{ issuer: <bdi>{account.issuer_host}</bdi> }}
        />
      )}
      {" · "}
      <a className="link" href={to("servers", server.id, ACCOUNT)}>
        {say("servers-account-line-details")}
      </a>
    </Description>
  );
}
