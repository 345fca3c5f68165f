import type { Answering } from "./useAnswer";

/** No to this and to everything that waits from the same server; as reachable as any answer, and as guarded. */
export function DenyAll(props: { active: boolean; answering: Answering; word?: "Deny" | "Dismiss" }) {
  return (
    <button
      type="button"
      className="underlined"
      aria-disabled={props.active ? undefined : true}
      onClick={() => {
        if (props.active) {
          props.answering.answer({ kind: "deny_all_from_server" });
        }
      }}
    >
      {props.word ?? "Deny"} all from this server
    </button>
  );
}
