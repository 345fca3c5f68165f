import { useMantineEnv } from "@mantine/core";
import { type ReactNode, startTransition, useEffect, useState } from "react";
import { afterPaint } from "./lazyComponent";

/**
 * The lower part of a page: it is drawn once what is above can be seen, in steps that a click may interrupt. `room` stands in its
 * place until then, where something below it would move. Where transitions are taken away (tests) it is drawn at once.
 */
export function AfterPaint(props: { children: ReactNode; room?: ReactNode }) {
  const still = useMantineEnv() === "test";
  const [ready, setReady] = useState(still);
  useEffect(() => {
    let gone = false;
    void afterPaint().then(() => {
      if (!gone) startTransition(() => setReady(true));
    });
    return () => {
      gone = true;
    };
  }, []);
  return ready ? props.children : props.room;
}
