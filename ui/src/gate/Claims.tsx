import type { Claim } from "../bindings/host";
import { say } from "../l10n";
import { claimWord } from "../words";
import css from "./gate.module.css";

/** What a server says of its tool, unverified; where it says nothing, what that counts as, which is no claim of the server. */
export function Claims({ claims }: { claims: Claim[] }) {
  return (
    <section>
      <h2 className={css.label}>{say("gate-claims")}</h2>
      {claims.includes("silent") ? (
        <p>{claimWord("silent")}</p>
      ) : (
        <p>
          {claims.map((claim) => `${claimWord(claim)} · `).join("")}
          <span className="dim">{say("gate-claims-unchecked")}</span>
        </p>
      )}
    </section>
  );
}
