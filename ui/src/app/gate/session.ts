import { useEffect, useState } from "react";
import type { Problem } from "../../bindings/host";
import { type Args, asProblem, type Command, type ReplyOf } from "../../platform/platform";
import { useStore } from "../../store";

/** What the gate takes from the window around it; no other file of the gate imports the store. */
export { useHost, useRequestQueue, useStore } from "../../store";

/** A command of the gate. What it was given is not kept: an answer may hold a secret. */
export interface GateCommand<K extends Command> {
  run: (
    args: Args<K>,
    then?: { onSuccess?: (reply: ReplyOf<K>) => void; onError?: (problem: Problem) => void },
  ) => void;
  pending: boolean;
  problem: Problem | null;
}

export function useCommand<K extends Command>(name: K): GateCommand<K> {
  const { platform } = useStore();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run: GateCommand<K>["run"] = (args, then = {}) => {
    setPending(true);
    setProblem(null);
    platform.call(name, args).then(
      (reply) => {
        setPending(false);
        then.onSuccess?.(reply);
      },
      (thrown: unknown) => {
        const failure = asProblem(thrown);
        setPending(false);
        setProblem(failure);
        then.onError?.(failure);
      },
    );
  };
  return { run, pending, problem };
}

/** The host's reply to a question about the request, asked anew when `args` change. */
export function useReply<K extends Command>(
  name: K,
  args: Args<K>,
  when: boolean,
): { data: ReplyOf<K> | null; problem: Problem | null } {
  const { platform } = useStore();
  const asked = JSON.stringify(args);
  const [reply, setReply] = useState<{ asked: string; data: ReplyOf<K> | null; problem: Problem | null }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the arguments are compared as JSON
  useEffect(() => {
    let live = true;
    const keep = (data: ReplyOf<K> | null, problem: Problem | null) => {
      if (live) {
        setReply({ asked, data, problem });
      }
    };
    if (when) {
      platform.call(name, args).then(
        (data) => keep(data, null),
        (thrown: unknown) => keep(null, asProblem(thrown)),
      );
    }
    return () => {
      live = false;
    };
  }, [platform, name, asked, when]);
  return reply?.asked === asked ? reply : { data: null, problem: null };
}
