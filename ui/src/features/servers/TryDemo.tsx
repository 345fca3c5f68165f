/** One click to the review of the built-in demo server. */
import { Button } from "@mantine/core";
import { ProblemNote } from "../../elements";
import { useAct, useGateway, useHost } from "../../store";
import { LIMITS } from "./form/draft";
import { useAwaitArrival } from "./useArrival";

export function TryDemo() {
  const propose = useAct("propose_server");
  const gateway = useGateway();
  const awaitArrival = useAwaitArrival();
  const labels = useHost((host) => host.servers);
  const taken = new Set(labels.map((server) => server.label));
  let label = "Demo";
  for (let number = 2; taken.has(label); number += 1) label = `Demo ${number}`;
  return (
    <>
      <Button
        loading={propose.isPending}
        onClick={() =>
          propose.mutate(
            {
              draft: {
                label,
                endpoint: { kind: "demo" },
                environment: [],
                headers: [],
                era: "auto",
                limits: LIMITS,
              },
              changes: null,
            },
            {
              onSuccess: (request) => {
                awaitArrival(label);
                gateway.open(request.id);
              },
            },
          )
        }
      >
        Try the demo server
      </Button>
      {propose.error !== null && <ProblemNote problem={propose.error} live />}
    </>
  );
}
