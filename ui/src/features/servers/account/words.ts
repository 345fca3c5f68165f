/** How an account is said. */
import type { ClientProof } from "../../../bindings/host";

export const proofWord: Record<ClientProof, string> = {
  none: "nothing but its ID",
  secret: "a secret, kept with your other secrets",
  key: "a private key, kept with your other secrets",
};

/** Minutes and seconds that are left: `4 min 12 s`. */
export function left(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
