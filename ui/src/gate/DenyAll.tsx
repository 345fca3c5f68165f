import { LinkButton } from "../elements/LinkButton";
import { say } from "../l10n";
import { useRequest } from "./request";

/** No to this and to everything that waits from the same server; as reachable as any answer, and as guarded. */
export function DenyAll(props: { dismiss?: boolean }) {
  const { answering } = useRequest();
  return (
    <LinkButton
      aria-disabled={answering.may ? undefined : true}
      onClick={() => answering.answer({ kind: "deny_all_from_server" })}
    >
      {say(props.dismiss ? "gate-dismiss-all" : "gate-deny-all")}
    </LinkButton>
  );
}
