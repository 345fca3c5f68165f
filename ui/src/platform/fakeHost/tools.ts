import type { JsonValue, ToolDetail } from "../../bindings/host";
import { DAY, foreign, HOUR, tool } from "./make";
import { changed } from "./requests";

const text = (title: string, description?: string): JsonValue =>
  description ? { type: "string", title, description } : { type: "string", title };

const object = (properties: Record<string, JsonValue>, ...required: string[]): JsonValue => ({
  type: "object",
  properties,
  required,
});

export function fileTools(): ToolDetail[] {
  const path = text("Path", "where it is");
  const line = { type: "integer", minimum: 1 };
  const edit = object({ before: text("Before"), after: text("After") }, "before", "after");
  const search = { path: text("Path", "where to start"), pattern: text("Pattern"), hint: text("Hint") };
  const edited = {
    path,
    edits: { type: "array", title: "Edits", items: edit },
    dry_run: { type: "boolean", title: "Only show what would change", default: false },
  };
  const hidden = "Size, times and rights of a file.⟨U+200B⟩⟨U+200B⟩⟨U+202E⟩";
  return [
    tool("read_file", "Read file", "Reads one file.", object({ path, from: line, to: line }, "path")),
    tool(
      "search_files",
      "Search files",
      "Finds files whose name matches a pattern, below a starting folder.",
      object(search, "path", "pattern"),
      {
        ...changed,
        entry: { state: { kind: "changed", since: Date.now() - 2 * HOUR } },
      },
    ),
    tool(
      "write_file",
      "Write file",
      "Creates a file or replaces what is in it.",
      object({ path, content: text("Content", "the whole text") }, "path", "content"),
      { entry: { claims: ["destructive", "repeatable"], icon: true } },
    ),
    tool("edit_file", "Edit file", "Replaces stretches of a file.", object(edited, "path", "edits"), {
      entry: { claims: ["destructive"], state: { kind: "new", since: Date.now() - DAY, reviewed: null } },
    }),
    tool("list_directory", "List folder", "What is in a folder.", object({ path }, "path")),
    tool("file_info", null, "Size, times and rights of a file.", object({ path }, "path"), {
      description: foreign(hidden, 3),
      notes: [
        {
          code: "note.hidden",
          severity: "high",
          sentence: "3 characters in it would be invisible and are shown as escapes",
          quote: foreign("Size, times"),
        },
      ],
      entry: { claims: ["silent"] },
    }),
  ];
}

export function gitTools(): ToolDetail[] {
  const repo = text("Repository", "owner/name");
  const claims: Parameters<typeof tool>[4] = { entry: { claims: ["read_only", "open_world"] } };
  const query = object({ query: text("Query") }, "query");
  return [
    tool("list_pull_requests", "List pull requests", "Of a repository.", object({ repo }), claims),
    tool("create_issue", "Create issue", "Opens an issue.", object({ repo, title: text("Title") }, "repo"), {
      entry: { claims: ["additive", "open_world"] },
    }),
    tool("search_issues", "Search issues", "Searches issues.", query, claims),
  ];
}

export function demoTools(): ToolDetail[] {
  const number = { type: "number" };
  return [tool("add", "Add two numbers", "Adds two numbers.", object({ a: number, b: number }, "a", "b"))];
}

/** A catalogue as large as they come, for lists that must not stutter. */
export function manyTools(count: number): ToolDetail[] {
  return Array.from({ length: count }, (_, index) =>
    tool(`report_${index}`, `Report ${index}`, `Makes report number ${index} of the catalogue.`, object({})),
  );
}
