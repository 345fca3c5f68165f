/** Says that another program opened a link that adds a server. Nothing is done with it before the person reviews it. */
import { Button } from "@mantine/core";
import { say } from "../l10n";
import { LINK, to, useRoute } from "../route";
import { useHostCommand, useHostQuery } from "../store";
import css from "./app.module.css";

export function LinkOffer() {
  const offered = useHostQuery("install_link", {}).data ?? null;
  const drop = useHostCommand("drop_install_link");
  const { room, path } = useRoute();
  // The page says it itself.
  const isHere = room === "servers" && path[0] === LINK;
  if (offered === null || isHere) return null;
  return (
    <section className={css.banner} aria-label={say("app-link")}>
      <div className={css.link} role="status">
        <p>{say("app-link-offer")}</p>
        {offered.dropped > 0 ? (
          <p className="dim">{say("app-link-dropped", { count: offered.dropped })}</p>
        ) : null}
        <Button component="a" size="xs" variant="filled" href={to("servers", LINK)}>
          {say("app-link-review")}
        </Button>
        <Button size="xs" variant="subtle" loading={drop.isPending} onClick={() => drop.mutate({})}>
          {say("app-link-discard")}
        </Button>
      </div>
    </section>
  );
}
