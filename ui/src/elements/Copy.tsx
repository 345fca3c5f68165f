/** Puts a text on the clipboard and says that it did. Copying is the person's act; nothing is read back. */

import { useEffect, useState } from "react";
import { say } from "../l10n";
import { LinkButton } from "./LinkButton";

export function Copy(props: {
  text: string | (() => string);
  label?: string;
  tabIndex?: number;
  className?: string | undefined;
}) {
  const { text, label = say("elements-copy"), tabIndex, className } = props;
  const [said, setSaid] = useState<"copied" | "not-copied" | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), 1600);
    return () => clearTimeout(timer);
  }, [said]);
  async function copy() {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : text());
      setSaid("copied");
    } catch {
      setSaid("not-copied");
    }
  }
  return (
    <LinkButton tabIndex={tabIndex} className={className} onClick={() => void copy()}>
      <span aria-live="polite">{said === null ? label : say(`elements-${said}`)}</span>
    </LinkButton>
  );
}
