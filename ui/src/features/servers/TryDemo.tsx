/** One click to the review of the built-in demo server. */
import { Button } from "@mantine/core";
import { ProblemNote } from "../../elements";
import { say } from "../../l10n";
import { useHost, useProposal, useShowRequest } from "../../store";
import { EMPTY, toDraft } from "./form/draft";
import { useAwaitArrival } from "./useArrival";

/** Asks about it once: a review that waits already is opened, not made again. */
export function TryDemo({ filled = false }: { filled?: boolean }) {
  const propose = useProposal("propose_server");
  const showRequest = useShowRequest();
  const awaitArrival = useAwaitArrival();
  const labels = useHost((host) => host.servers);
  const taken = new Set(labels.map((server) => server.label));
  let label = say("servers-demo-label");
  for (let number = 2; taken.has(label); number += 1) label = say("servers-demo-label-next", { number });
  const reviewed = useHost((host) => host.waiting.find(({ adds, server }) => adds && server.label === label));
  return (
    <>
      <Button
        variant={filled ? "filled" : "default"}
        loading={propose.isPending}
        onClick={() => {
          if (reviewed !== undefined) {
            showRequest(reviewed.id);
            return;
          }
          propose.ask({ draft: toDraft({ ...EMPTY, by: "demo", label }), changes: null }, ({ id }) =>
            awaitArrival(id, label),
          );
        }}
      >
        {say("servers-demo-try")}
      </Button>
      {propose.error !== null ? <ProblemNote problem={propose.error} live /> : null}
    </>
  );
}
