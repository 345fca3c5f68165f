/** A JSON value as a tree. Of a large one only the rows in view exist; names and texts are shown, never drawn. */

import { useCallback, useMemo, useState } from "react";
import type { Json } from "../json";
import { say } from "../l10n";
import { escapedText } from "../words";
import { Copy } from "./Copy";
import { whole } from "./chunkText";
import { Escaped } from "./ForeignText";
import { ChevronIcon } from "./icons";
import css from "./JsonTree.module.css";
import { JsonTreeList } from "./JsonTreeList";
import { type JsonRow, jsonRows } from "./JsonTreeRows";
import { LinkButton } from "./LinkButton";

/** Longer texts are shown as their beginning until they are opened. */
const TEXT = 300;
/** Opened at first: the whole and its children, as long as they are few. */
const OPEN_LEVELS = 2;
const OPEN_CHILDREN = 100;

export function JsonTree(props: { value: Json; label: string }) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [everything, setEverything] = useState<boolean | null>(null);
  const rows = useMemo(
    () =>
      jsonRows(props.value, (path, level, children) => {
        const atFirst = everything ?? (level === 1 || (level <= OPEN_LEVELS && children <= OPEN_CHILDREN));
        return atFirst !== turned.has(path);
      }),
    [props.value, turned, everything],
  );
  const turn = useCallback((path: string) => {
    setTurned((before) => {
      const next = new Set(before);
      if (!next.delete(path)) next.add(path);
      return next;
    });
  }, []);
  const all = (open: boolean) => {
    setTurned(new Set());
    setEverything(open);
  };
  return (
    <div className={css.tree}>
      {rows.some((row) => row.level > 1 && (row.children ?? 0) > 0) ? (
        <div className={css.tools}>
          <LinkButton onClick={() => all(true)}>{say("elements-tree-expand-all")}</LinkButton>
          <LinkButton onClick={() => all(false)}>{say("elements-tree-collapse-all")}</LinkButton>
        </div>
      ) : null}
      <JsonTreeList
        label={props.label}
        rows={rows}
        turn={turn}
        row={(row) => <Row row={row} turn={turn} />}
      />
    </div>
  );
}

function Row({ row, turn }: { row: JsonRow; turn: (path: string) => void }) {
  const indent = { paddingInlineStart: Math.min(row.level - 1, 40) * 14 };
  return (
    <div className={css.row} style={indent}>
      {row.children !== null && row.children > 0 ? (
        // The keys of the tree do the same.
        <button
          type="button"
          tabIndex={-1}
          className={css.turn}
          aria-label={say(row.open ? "elements-tree-collapse" : "elements-tree-expand")}
          onClick={() => turn(row.path)}
        >
          <ChevronIcon open={row.open} />
        </button>
      ) : (
        <span className={css.turn} />
      )}
      {row.level > 41 ? (
        <span className="faint">{say("elements-tree-level", { level: row.level })}</span>
      ) : null}
      {row.name !== null ? <bdi className={css.name}>{escapedText(row.name)}</bdi> : null}
      <Value value={row.value} count={row.children} />
      {/* The pointer to the whole is empty, and "/" is that of a member without a name. */}
      {row.path !== "" ? (
        <span className={css.copy}>
          <Copy text={row.path} label={say("elements-copy-path")} tabIndex={-1} />
        </span>
      ) : null}
    </div>
  );
}

function Value({ value, count }: { value: Json; count: number | null }) {
  if (count !== null) {
    const empty = Array.isArray(value) ? "[ ]" : "{ }";
    return (
      <span className="faint">
        {count === 0
          ? empty
          : say(Array.isArray(value) ? "elements-tree-items" : "elements-tree-keys", { count })}
      </span>
    );
  }
  if (typeof value === "string") return <Text text={value} />;
  return <span className={css.plain}>{String(value)}</span>;
}

function Text({ text }: { text: string }) {
  const [all, setAll] = useState(false);
  const end = all || text.length <= TEXT ? text.length : whole(text, TEXT);
  const cut = end < text.length;
  return (
    <bdi className={css.text}>
      <Escaped text={escapedText(JSON.stringify(text.slice(0, end)))} />
      {cut ? (
        <LinkButton look="link" tabIndex={-1} onClick={() => setAll(true)}>
          {` … ${say("elements-tree-more", { count: text.length - end })}`}
        </LinkButton>
      ) : null}
    </bdi>
  );
}
