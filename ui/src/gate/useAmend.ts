import { useRef } from "react";
import type { Request } from "../bindings/host";
import { useCommand, useSession } from "./session";

/**
 * Has the host make a changed request. What is typed meanwhile goes on in that one, whose editor stays open: `onDone` is called
 * where nothing was.
 */
export function useAmend(request: Request, onDone: () => void) {
  const { drafts } = useSession();
  const { pending, problem, run } = useCommand("amend");
  const typedOn = useRef(false);
  return {
    pending,
    problem,
    /** Something is typed, which is kept in these drafts. */
    type(parts: readonly string[]): void {
      if (!pending) return;
      typedOn.current = true;
      drafts.carry(request, parts);
    },
    send(text: string): void {
      typedOn.current = false;
      drafts.carry(request, []);
      run(
        { request: request.id, nonce: request.nonce, arguments: text },
        { onSuccess: () => (typedOn.current ? null : onDone()) },
      );
    },
  };
}
