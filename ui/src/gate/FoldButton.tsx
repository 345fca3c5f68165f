import type { ReactNode } from "react";
import { LinkButton } from "../elements/LinkButton";
import type { Guard } from "./useGuard";

/** Shows and hides a part of the sheet. What is on the sheet moves by it, so the guard starts again (S-33). */
export function FoldButton(props: {
  open: boolean;
  onFold: (open: boolean) => void;
  guard: Guard;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { open, onFold, guard, ...button } = props;
  const fold = () => {
    onFold(!open);
    guard.again();
  };
  return <LinkButton {...button} aria-expanded={open} onClick={fold} />;
}
