import { LinkButton } from "../elements/LinkButton";
import { useRequest } from "./request";

/** No to this and to everything that waits from the same server; as reachable as any answer, and as guarded. */
export function DenyAll(props: { word?: "Deny" | "Dismiss" }) {
  const { answering } = useRequest();
  return (
    <LinkButton
      aria-disabled={answering.may ? undefined : true}
      onClick={() => answering.answer({ kind: "deny_all_from_server" })}
    >
      {props.word ?? "Deny"} all from this server
    </LinkButton>
  );
}
