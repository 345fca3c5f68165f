import { Button } from "@mantine/core";
import type { CallView, FenceDenial, FenceGrants, FenceHost, Foreign, ServerDraft } from "../bindings/host";
import { KeptOut, ProblemNote } from "../elements";
import { say } from "../l10n";
import { useHostQuery, useProposal } from "../store";
import { hostAddress } from "../words";
import css from "./calls.module.css";

/**
 * What lets a blocked attempt through: each button opens the review of the server with that one grant more. Nothing is offered
 * for a server without a fence, nor what its fence lets through by now.
 */
export function FenceOffers(props: {
  server: string;
  label: string;
  draft: ServerDraft;
  denial: FenceDenial;
}) {
  const { server, label, draft, denial } = props;
  const propose = useProposal("propose_server");
  const offers = draft.fence === null ? [] : offersOf(draft.fence, denial);
  const buttons = offers.map(({ words, name, fence }) => (
    <Button
      key={name}
      size="xs"
      loading={propose.isPending}
      aria-label={name}
      onClick={() => propose.ask({ draft: { ...draft, fence }, changes: server })}
    >
      {words}
    </Button>
  ));
  return (
    <>
      {buttons.length > 0 ? <span className={css.offers}>{buttons}</span> : null}
      {propose.error !== null ? <ProblemNote problem={propose.error} server={label} live /> : null}
    </>
  );
}

interface Offer {
  words: string;
  name: string;
  fence: FenceGrants;
}

function offersOf(now: FenceGrants, { what, host, path, nested }: FenceDenial): Offer[] {
  const offers: Offer[] = [];
  if (host !== null && !now.any_host && !now.hosts.some((it) => covers(it, host))) {
    const local = host.local_network === true;
    offers.push({
      words: say(local ? "servers-page-fence-allow-local" : "servers-page-fence-allow"),
      name: say(local ? "servers-page-fence-allow-local-host" : "servers-page-fence-allow-host", {
        host: hostAddress(host),
      }),
      // In place of the same host without the local network.
      fence: { ...now, hosts: [...now.hosts.filter((it) => hostAddress(it) !== hostAddress(host)), host] },
    });
  }
  if (nested && !now.nested) {
    offers.push({
      words: say("servers-page-fence-allow"),
      name: say("servers-page-fence-allow-nested", { what: what.text }),
      fence: { ...now, nested: true },
    });
  }
  if (path !== null && ![...now.read, ...now.write].some((it) => isWithin(path, it))) {
    offers.push(
      {
        words: say("servers-page-fence-allow-read"),
        name: say("servers-page-fence-allow-read-path", { path }),
        fence: { ...now, read: [...now.read, path] },
      },
      {
        words: say("servers-page-fence-allow-write"),
        name: say("servers-page-fence-allow-write-path", { path }),
        fence: { ...now, write: [...now.write, path] },
      },
    );
  }
  return offers;
}

/** Whether a path is a granted one or lies below it. */
function isWithin(path: string, granted: string): boolean {
  const folder = granted.replace(/[\\/]+$/, "");
  return (
    path === granted ||
    path === folder ||
    (path.startsWith(folder) && /[\\/]/.test(path.charAt(folder.length)))
  );
}

/** What the fence of a server kept a call from, each with the way to allow it. */
export function KeptOutOffers({ call }: { call: CallView }) {
  return call.kept_out.length > 0 ? <Offered call={call} /> : null;
}

function Offered({ call }: { call: CallView }) {
  const fence = useHostQuery("fence", { id: call.server });
  const server = useHostQuery("server", { id: call.server });
  const offer = (what: Foreign) => {
    const denial = fence.data?.denials.find((it) => it.what.text === what.text);
    return denial !== undefined && server.data !== undefined ? (
      <FenceOffers server={call.server} label={call.server_label} draft={server.data.draft} denial={denial} />
    ) : null;
  };
  return <KeptOut call={call} offer={offer} />;
}

/** Whether a granted host is this one, and in the local network if this one is. */
function covers(granted: FenceHost, host: FenceHost): boolean {
  return (
    hostAddress(granted) === hostAddress(host) &&
    (granted.local_network === true || host.local_network !== true)
  );
}
