import { escapedText } from "../words";

/** As much of a node of the parsed text as is needed here. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
  properties?: Record<string, unknown>;
}

/**
 * Writes out hidden characters once more, after Markdown was read: `&#x202e;` is plain ASCII to the code that escaped the
 * text, and becomes a character only here (S-41).
 */
export function writeOut() {
  return (tree: Node): void => {
    const stack = [tree];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (typeof node.value === "string") {
        node.value = escapedText(node.value, { lines: true });
      }
      const properties = node.properties ?? {};
      for (const [name, value] of Object.entries(properties)) {
        if (typeof value === "string") {
          properties[name] = escapedText(value);
        }
      }
      stack.push(...(node.children ?? []));
    }
  };
}
