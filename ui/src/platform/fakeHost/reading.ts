import type {
  Block,
  FetchedPrompt,
  Foreign,
  Message,
  Part,
  PromptRole,
  ReadResource,
} from "../../bindings/host";
import { block, contentsOf } from "./contents";
import type { FakeHost, Handlers } from "./fakeHost";
import { foreign, freshId, problem } from "./make";
import type { Offers } from "./offers";

/** What the fake host suggests, by the name of an argument. */
const suggested: Record<string, string[]> = {
  path: ["releases/2.2.md", "releases/2.3.md", "releases/2.4.md", "plan.txt", "photo\u202egpj.exe"],
  tone: ["plain", "brief", "friendly"],
  repo: ["acme/portal", "acme/gate", "acme/site"],
  kind: ["heading", "text"],
};

/** Resources and prompts of the fake host: lists, readings, suggestions, and what goes into a conversation. */
export function readings(
  fake: FakeHost,
): Pick<
  Handlers,
  | "resources"
  | "refresh_offers"
  | "expand_template"
  | "read_resource"
  | "stop_reading"
  | "subscribe_resource"
  | "attach_resource"
  | "prompts"
  | "get_prompt"
  | "use_prompt"
  | "complete"
  | "set_log_level"
> {
  const read = new Map<string, ReadResource>();
  const fetched = new Map<string, FetchedPrompt>();
  const offered = (id: string): Offers | undefined => fake.world.offers.get(id);
  const ready = (id: string) => {
    const summary = fake.world.servers.get(id)?.summary;
    if (summary?.state.phase !== "ready") {
      throw problem("server.not_ready", {
        sentence: `“${summary?.label}” is not ready (${summary?.state.words}). Nothing was asked of it.`,
        remedy: "Its page says what to do.",
      });
    }
  };
  const label = (id: string) => fake.world.servers.get(id)?.summary.label ?? id;
  const matching = <Item>(items: Item[], query: string, words: (item: Item) => string): Item[] =>
    items.filter((it) => words(it).toLowerCase().includes(query.toLowerCase()));

  function quote(
    conversation: string,
    from: { server: string; server_label: string; shown: Foreign },
    source: "prompt" | "resource",
    blocks: { role: PromptRole | null; block: Block }[],
  ): void {
    const found = fake.world.conversations.get(conversation);
    if (!found) {
      throw problem("not_found", {
        sentence: "This conversation does not exist any more. Nothing was put in.",
      });
    }
    const message: Message = {
      seq: found.messages.length + 1,
      speaker: "person",
      at: Date.now(),
      streaming: false,
      by: null,
      parts: blocks.map(
        ({ role, block: it }): Part => ({
          kind: "quoted",
          server: from.server,
          server_label: from.server_label,
          source,
          shown: from.shown,
          role,
          text: it.kind === "text" ? it.text : foreign(""),
          left_out: it.kind === "text" ? null : it.kind === "image" ? "An image." : "Bytes that are no text.",
        }),
      ),
    };
    found.messages.push(message);
    fake.emit({ kind: "message", conversation, message });
  }

  return {
    resources: ({ server, query }) => {
      ready(server);
      const all = offered(server);
      const resources = matching(
        all?.resources ?? [],
        query,
        (it) => `${it.title?.text ?? ""} ${it.name.text} ${it.shown.text}`,
      );
      const templates = matching(
        all?.templates ?? [],
        query,
        (it) => `${it.title?.text ?? ""} ${it.name.text} ${it.shown.text}`,
      );
      return {
        offered: all !== undefined,
        total: all?.resources.length ?? 0,
        found: resources.length,
        resources,
        templates_total: all?.templates.length ?? 0,
        templates_found: templates.length,
        templates,
        skipped: [],
        beyond_limit: 0,
        can_subscribe: server === "srv-files",
        completes: true,
        listed_at: Date.now(),
        problem: null,
      };
    },
    refresh_offers: ({ server }) => {
      fake.emit({ kind: "resources", server }, { kind: "prompts", server });
      return null;
    },
    expand_template: ({ server, template, values }) => {
      const found = offered(server)?.templates.find((it) => it.template === template);
      const uri = template.replace(/\{([+#./;?&]?)([^}]+)\}/g, (_, operator: string, names: string) => {
        const parts = names.split(",").flatMap((name) => {
          const value = values[name];
          if (value === undefined) return [];
          const written = operator === "+" ? encodeURI(value) : encodeURIComponent(value);
          return [operator === "?" || operator === "&" ? `${name}=${written}` : written];
        });
        if (parts.length === 0) return "";
        return `${operator === "+" ? "" : operator}${parts.join(operator === "?" ? "&" : ",")}`;
      });
      return {
        uri,
        shown: foreign(uri),
        missing: (found?.variables ?? []).filter((it) => values[it.name] === undefined),
      };
    },
    read_resource: ({ server, uri, again }) => {
      const entry = offered(server)?.resources.find((it) => it.uri === uri);
      if (uri.endsWith("gone.md")) {
        throw problem("resource.missing", {
          sentence: `“${label(server)}” says that it has no such resource. Nothing was read.`,
          remedy: "The list may be out of date: read it again.",
          said: foreign("ENOENT: no such file or directory, open 'docs/gone.md'"),
        });
      }
      if (entry?.updated) {
        entry.updated = false;
        fake.emit({ kind: "resources", server });
      }
      const contents = contentsOf(uri);
      const made: ReadResource = {
        id: freshId("read"),
        server,
        server_label: label(server),
        uri,
        shown: entry?.shown ?? foreign(uri),
        read_at: Date.now(),
        contents,
        more_contents: 0,
        nothing:
          contents.length === 0
            ? `“${label(server)}” answered with nothing: this resource is empty, or it is not there.`
            : null,
        remembered: !again && [...read.values()].some((it) => it.uri === uri),
        raw: { handle: "raw-read", bytes: 812 },
        record: fake.world.record[0]?.row.seq ?? 1,
      };
      read.set(made.id, made);
      return made;
    },
    stop_reading: () => null,
    subscribe_resource: ({ server, uri, on }) => {
      const entry = offered(server)?.resources.find((it) => it.uri === uri);
      if (entry) entry.subscribed = on;
      fake.emit({ kind: "resources", server });
      return null;
    },
    attach_resource: ({ conversation, read: id }) => {
      const found = read.get(id);
      if (!found) {
        throw problem("not_found", {
          sentence: "This is no longer kept. Nothing was put in.",
          remedy: "Read it again.",
        });
      }
      quote(
        conversation,
        found,
        "resource",
        found.contents.map((it) => ({ role: null, block: it.block })),
      );
      return null;
    },
    prompts: ({ server, query }) => {
      ready(server);
      const all = offered(server);
      const prompts = matching(
        all?.prompts ?? [],
        query,
        (it) => `${it.title?.text ?? ""} ${it.shown.text} ${it.description.text}`,
      );
      return {
        offered: all !== undefined,
        total: all?.prompts.length ?? 0,
        found: prompts.length,
        prompts,
        skipped: [],
        beyond_limit: 0,
        completes: true,
        listed_at: Date.now(),
        problem: null,
      };
    },
    get_prompt: ({ server, prompt: name, arguments: given }) => {
      const entry = offered(server)?.prompts.find((it) => it.name === name);
      const missing = entry?.arguments.find((it) => it.required && !given[it.name]);
      if (!entry || missing) {
        throw problem("call.bad_arguments", {
          sentence: `The arguments do not fit what “${label(server)}” asks for: “${missing?.name ?? name}” is missing. Nothing was sent.`,
        });
      }
      const made: FetchedPrompt = {
        id: freshId("fetched"),
        server,
        server_label: label(server),
        name,
        shown: entry.title ?? entry.shown,
        description: null,
        messages: [
          {
            role: "user",
            block: block(
              [
                entry.description.text,
                ...Object.entries(given).map(([key, value]) => `${key}: ${value}`),
              ].join("\n"),
            ),
          },
          {
            role: "assistant",
            block: block("I read the files first and then answer in **three** sentences."),
          },
          {
            role: "user",
            block: { kind: "image", mime: "image/png", data: { handle: "chart", bytes: 1_204 } },
          },
        ],
        more_messages: 0,
        fetched_at: Date.now(),
        raw: { handle: "raw-prompt", bytes: 612 },
        record: fake.world.record[0]?.row.seq ?? 1,
      };
      fetched.set(made.id, made);
      return made;
    },
    use_prompt: ({ conversation, fetched: id }) => {
      const found = fetched.get(id);
      if (!found) {
        throw problem("not_found", {
          sentence: "This is no longer kept. Nothing was put in.",
          remedy: "Look at it again.",
        });
      }
      quote(conversation, found, "prompt", found.messages);
      return null;
    },
    complete: ({ argument, value }) => {
      const values = (suggested[argument] ?? []).filter((it) => it.startsWith(value));
      return {
        values: values.map((it) => ({
          value: it,
          shown: foreign(it.replaceAll("\u202e", "⟨U+202E⟩"), it.includes("\u202e") ? 1 : 0),
        })),
        total: argument === "path" ? 412 : null,
        has_more: argument === "path",
      };
    },
    set_log_level: ({ server, level }) => {
      const found = fake.world.servers.get(server);
      if (found) {
        found.log_level = level;
        fake.emit({ kind: "server", server: found.summary });
      }
      return null;
    },
  };
}
