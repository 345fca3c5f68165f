/** A server wanted more than was granted. What wanted it has ended; more is granted at the gate alone (AUT-59). */
import { Button } from "@mantine/core";
import type { InsufficientScope, ServerSummary } from "../../../bindings/host";
import { ForeignText, ProblemNote, When } from "../../../elements";
import { Scopes } from "../../../elements/Scopes";
import { Say, say } from "../../../l10n";
import { toSignIn } from "../../../route";
import { useHostCommand } from "../../../store";
import css from "./account.module.css";

export function More({ server, more }: { server: ServerSummary; more: InsufficientScope }) {
  const decline = useHostCommand("decline_more");
  return (
    <div
      className={more.settled ? css.settled : css.more}
      role="group"
      aria-label={say("servers-account-more-name")}
    >
      <p>
        {more.tool === null ? (
          <Say id="servers-account-more" args={{ server: server.label, time: <When at={more.at} /> }} />
        ) : (
          <Say
            id="servers-account-more-tool"
            args={{
              server: server.label,
              tool: <ForeignText value={more.tool} mono />,
              time: <When at={more.at} />,
            }}
          />
        )}
      </p>
      {more.settled ? <p>{say("servers-account-more-declined")}</p> : null}
      {more.scopes.length > 0 ? (
        <Scopes
          label={say("servers-account-more-scopes")}
          scopes={more.scopes.map((scope) => ({ scope, granted: false, wide: false }))}
        />
      ) : null}
      <div className={`row ${css.buttons}`}>
        <Button component="a" href={toSignIn(server.id)} size="xs">
          {say("elements-sign-in-review")}
        </Button>
        {!more.settled ? (
          <Button
            size="xs"
            variant="subtle"
            loading={decline.isPending}
            onClick={() => decline.mutate({ server: server.id })}
          >
            {say("servers-account-more-decline")}
          </Button>
        ) : null}
      </div>
      {decline.error !== null ? <ProblemNote problem={decline.error} server={server.label} live /> : null}
    </div>
  );
}
