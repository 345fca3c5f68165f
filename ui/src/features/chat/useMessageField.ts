import { type RefObject, useEffect, useRef } from "react";
import { useHostCommand, useHostQuery } from "../../store";

/** Parts of the page in which its places are given. */
const PARTS = 10_000;

/**
 * Tells the host where the message field is: what the person drops there is attached. Paths of files never come to the page.
 * Gives whether files are held over it.
 */
export function useMessageField(conversation: string, field: RefObject<HTMLElement | null>): boolean {
  const { mutate: place } = useHostCommand("place_message_field");
  const over = useHostQuery("dropped", {}).data?.over ?? null;
  const held = over !== null;
  const told = useRef("");

  // Once more when files come: what is above it may have moved it since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is measured again when files come
  useEffect(() => {
    const it = field.current;
    if (it === null) return;
    const tell = () => {
      const { left, top, right, bottom } = it.getBoundingClientRect();
      const across = (at: number) => part(at, window.innerWidth);
      const down = (at: number) => part(at, window.innerHeight);
      const now = { left: across(left), top: down(top), right: across(right), bottom: down(bottom) };
      const key = right > left ? JSON.stringify(now) : "";
      if (key !== told.current) {
        told.current = key;
        place({ conversation, ...(key === "" ? NOWHERE : now) });
      }
    };
    tell();
    const sizes = new ResizeObserver(tell);
    sizes.observe(it);
    window.addEventListener("resize", tell);
    return () => {
      sizes.disconnect();
      window.removeEventListener("resize", tell);
    };
  }, [conversation, held, place, field]);

  useEffect(
    () => () => {
      if (told.current !== "") {
        told.current = "";
        place({ conversation, ...NOWHERE });
      }
    },
    [conversation, place],
  );

  return over?.onto === conversation;
}

const NOWHERE = { left: 0, top: 0, right: 0, bottom: 0 };

function part(at: number, whole: number): number {
  return Math.min(PARTS, Math.max(0, Math.round((at / Math.max(1, whole)) * PARTS)));
}
