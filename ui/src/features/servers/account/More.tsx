/** A server wanted more than was granted. What wanted it has ended; more is granted at the gate alone (AUT-59). */
import { Button } from "@mantine/core";
import type { MoreWanted, ServerSummary } from "../../../bindings/host";
import { ForeignText, ProblemNote, When } from "../../../elements";
import { Scopes } from "../../../elements/Scopes";
import { toSignIn } from "../../../route";
import { useHostCommand } from "../../../store";
import css from "./account.module.css";

export function More({ server, more }: { server: ServerSummary; more: MoreWanted }) {
  const decline = useHostCommand("decline_more");
  return (
    <div className={more.settled ? css.settled : css.more} role="group" aria-label="More than was granted">
      <p>
        “{server.label}” wants more than you granted
        {more.tool !== null ? (
          <>
            {" "}
            for <ForeignText value={more.tool} mono />
          </>
        ) : null}
        . What it was doing ended at <When at={more.at} />; it is not done again by itself.
        {more.settled ? " It stays ungranted, and you are not asked again." : null}
      </p>
      {more.scopes.length > 0 ? (
        <Scopes
          label="More that it wants"
          scopes={more.scopes.map((scope) => ({ scope, granted: false, wide: false }))}
        />
      ) : null}
      <div className={css.buttons}>
        <Button component="a" href={toSignIn(server.id)} size="xs">
          Review…
        </Button>
        {!more.settled ? (
          <Button
            size="xs"
            variant="subtle"
            loading={decline.isPending}
            onClick={() => decline.mutate({ server: server.id })}
          >
            Leave it ungranted
          </Button>
        ) : null}
      </div>
      {decline.error !== null ? <ProblemNote problem={decline.error} server={server.label} live /> : null}
    </div>
  );
}
