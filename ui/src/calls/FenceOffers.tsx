import { Button } from "@mantine/core";
import type { CallView, FenceDenial, FenceGrants, FenceHost, Foreign, ServerDraft } from "../bindings/host";
import { KeptOut, ProblemNote } from "../elements";
import { say } from "../l10n";
import { useHostCommand, useHostQuery, useShowRequest } from "../store";
import css from "./calls.module.css";

const NOTHING: FenceGrants = { read: [], write: [], hosts: [], any_host: false, nested: false };

/** What lets a blocked attempt through: each button opens the review of the server with that one grant more. */
export function FenceOffers(props: {
  server: string;
  label: string;
  draft: ServerDraft;
  denial: FenceDenial;
}) {
  const { server, label, draft } = props;
  const { what, host, path, nested } = props.denial;
  const propose = useHostCommand("propose_server");
  const showRequest = useShowRequest();
  const now = draft.fence ?? NOTHING;
  const offer = (words: string, name: string, more: Partial<FenceGrants>) => (
    <Button
      key={name}
      size="xs"
      loading={propose.isPending}
      aria-label={name}
      onClick={() =>
        propose.mutate(
          { draft: { ...draft, fence: { ...now, ...more } }, changes: server },
          { onSuccess: (request) => showRequest(request.id) },
        )
      }
    >
      {words}
    </Button>
  );
  const offers = [];
  if (host !== null && !now.hosts.some((it) => address(it) === address(host))) {
    const name = say("servers-page-fence-allow-host", { host: address(host) });
    offers.push(offer(say("servers-page-fence-allow"), name, { hosts: [...now.hosts, host] }));
  }
  if (nested && !now.nested) {
    const name = say("servers-page-fence-allow-nested", { what: what.text });
    offers.push(offer(say("servers-page-fence-allow"), name, { nested: true }));
  }
  if (path !== null && ![...now.read, ...now.write].includes(path)) {
    const read = say("servers-page-fence-allow-read-path", { path });
    const write = say("servers-page-fence-allow-write-path", { path });
    offers.push(offer(say("servers-page-fence-allow-read"), read, { read: [...now.read, path] }));
    offers.push(offer(say("servers-page-fence-allow-write"), write, { write: [...now.write, path] }));
  }
  return (
    <>
      {offers.length > 0 ? <span className={css.offers}>{offers}</span> : null}
      {propose.error !== null ? <ProblemNote problem={propose.error} server={label} live /> : null}
    </>
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

const address = ({ name, port }: FenceHost) => `${name}:${port}`;
