/** Says that another program opened a link or a bundle that adds a server. Nothing is done with it before the person reviews it. */
import { Button } from "@mantine/core";
import type { OfferedSource } from "../bindings/host";
import { ForeignText, ProblemNote } from "../elements";
import { say } from "../l10n";
import { BUNDLE, go, LINK, to, useRoute } from "../route";
import { useHostCommand, useHostQuery } from "../store";
import css from "./app.module.css";

export function InstallOffer() {
  const offered = useHostQuery("offered_install", {}).data ?? null;
  const drop = useHostCommand("drop_offered_install");
  const open = useHostCommand("open_bundle");
  const { room, path } = useRoute();
  // The page says it itself.
  const isHere = offered?.source.kind === "link" && room === "servers" && path[0] === LINK;
  if (offered === null || isHere) return null;
  const { source, dropped } = offered;
  return (
    <section className={css.banner} aria-label={say(`app-offer-${source.kind}`)}>
      <div className={`row ${css.offer}`} role="status">
        <What source={source} />
        {dropped > 0 ? <p className="dim">{say("app-offer-dropped", { count: dropped })}</p> : null}
        {source.kind === "link" ? (
          <Button component="a" size="xs" variant="filled" href={to("servers", LINK)}>
            {say("app-offer-link-review")}
          </Button>
        ) : (
          <Button
            size="xs"
            variant={open.error === null ? "filled" : "default"}
            loading={open.isPending}
            onClick={() => open.mutate({ offered: true }, { onSuccess: () => go("servers", BUNDLE) })}
          >
            {say(open.error === null ? "app-offer-bundle-review" : "elements-try-again")}
          </Button>
        )}
        <Button
          size="xs"
          variant="subtle"
          loading={drop.isPending}
          onClick={() => drop.mutate({}, { onSuccess: () => open.reset() })}
        >
          {say("app-offer-discard")}
        </Button>
        {open.error !== null ? <ProblemNote problem={open.error} live /> : null}
      </div>
    </section>
  );
}

function What({ source }: { source: OfferedSource }) {
  if (source.kind === "link") return <p>{say("app-offer-link-wants")}</p>;
  return (
    <p>
      {say("app-offer-bundle-wants")} <ForeignText value={source.file} />
    </p>
  );
}
