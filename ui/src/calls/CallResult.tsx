import { Suspense, useEffect, useRef } from "react";
import type { CallView } from "../bindings/host";
import { CallProgress, lazyComponent, ProblemNote } from "../elements";
import { say } from "../l10n";
import { useHostQuery } from "../store";
import { KeptOutOffers } from "./FenceOffers";
import { ended } from "./useCall";

/** It brings trees and virtual lists along, and only a call that ended shows one. */
const ResultView = lazyComponent(async () => (await import("../elements/ResultView")).ResultView);

/**
 * What became of a call, wherever it is shown: while it runs how far it is, and afterwards its result, which the host is
 * asked for then.
 */
export function CallResult(props: {
  /** As it was last heard of. It carries no result. */
  call: CallView;
  /** What an event said is shown until the result is here. */
  atOnce?: boolean;
  /** Scrolls to the result. */
  reveal?: boolean;
  /** It is opened in a card that says how the call ended, and what came of it. */
  inCard?: boolean;
}) {
  const { call, atOnce = false, reveal = false, inCard = false } = props;
  const over = ended(call.state);
  const whole = useHostQuery("call", { call: call.id }, { when: over, keepPrevious: true });
  const fetched = whole.data !== undefined && ended(whole.data.state) ? whole.data : null;
  const shown = fetched ?? (atOnce ? call : null);
  const box = useRef<HTMLDivElement>(null);
  const there = fetched !== null;
  useEffect(() => {
    if (reveal && there) {
      box.current?.scrollIntoView({ block: "nearest" });
    }
  }, [reveal, there]);
  if (!over) return <CallProgress progress={call.progress} />;
  return (
    <div ref={box} style={{ minWidth: 0 }}>
      {shown ? (
        <Suspense>
          <ResultView call={shown} inCard={inCard} blocked={<KeptOutOffers call={shown} />} />
        </Suspense>
      ) : whole.error === null ? (
        <p className="dim small">{say("calls-loading")}</p>
      ) : null}
      {whole.error !== null ? <ProblemNote problem={whole.error} server={call.server_label} live /> : null}
    </div>
  );
}
