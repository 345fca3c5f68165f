/** How an account is said. */
import type { ClientProof } from "../../../bindings/host";
import { say } from "../../../l10n";

export const proofWord = (proof: ClientProof): string => say(`servers-account-own-proof-${proof}`);

/** Minutes and seconds that are left: `4 min 12 s`. */
export function left(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return seconds < 60
    ? say("words-seconds", { value: seconds })
    : say("words-minutes-seconds", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}
