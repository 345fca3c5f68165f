/** The account in one line, for the overview. */
import type { ServerSummary } from "../../../bindings/host";
import { Description } from "../../../elements";
import { ACCOUNT, to } from "../../../route";
import { useHostQuery } from "../../../store";

export function AccountLine({ server }: { server: ServerSummary }) {
  const { data } = useHostQuery("account", { server: server.id });
  if (data?.applies !== true) return null;
  const { account } = data;
  return (
    <Description name="Account">
      {account === null ? (
        <span className="dim">not signed in</span>
      ) : (
        <>
          {account.ended === null ? "signed in at " : "was signed in at "}
          <bdi>{account.issuer_host}</bdi>
        </>
      )}{" "}
      <a className="link" href={to("servers", server.id, ACCOUNT)}>
        details
      </a>
    </Description>
  );
}
