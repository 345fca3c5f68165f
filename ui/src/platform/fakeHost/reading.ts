import type { Block, FetchedPrompt, Foreign, PromptRole, ReadResource } from "../../bindings/host";
import { contentsOf } from "./contents";
import type { FakeHost, Handlers } from "./fakeHost";
import { foreign, found, freshId, one, problem, textBlock } from "./make";

/** Resources and prompts: lists, readings, and what goes into a conversation. Nothing is suggested. */
export function readings(fake: FakeHost) {
  const read = new Map<string, ReadResource>();
  const fetched = new Map<string, FetchedPrompt>();
  const label = (id: string) => fake.server(id).summary.label;
  const offers = (server: string) => fake.world.offers.get(server);
  const resource = (server: string, uri: string) => offers(server)?.resources.find((it) => it.uri === uri);

  /** A list of a server that is ready. */
  function listed<Item extends { shown: Foreign; title: Foreign | null }>(
    server: string,
    query: string,
    all: Item[] | undefined,
    more: (item: Item) => string,
  ) {
    const { summary } = fake.server(server);
    if (summary.state.phase !== "ready" && summary.state.phase !== "asleep") {
      throw problem("server.not_ready", {
        sentence: `“${summary.label}” is not ready (${summary.state.words}). `,
        remedy: "Open its page to see what to do.",
      });
    }
    const words = (it: Item) => `${it.title?.text ?? ""} ${it.shown.text} ${more(it)}`.toLowerCase();
    const items = (all ?? []).filter((it) => words(it).includes(query.toLowerCase()));
    const list = { offered: all !== undefined, total: all?.length ?? 0, found: items.length };
    return {
      items,
      list: { ...list, skipped: [], beyond_limit: 0, completes: true, listed_at: Date.now(), problem: null },
    };
  }

  function quote(
    conversation: string,
    source: "prompt" | "resource",
    { server, server_label, shown }: ReadResource | FetchedPrompt,
    blocks: { role?: PromptRole; block: Block }[],
  ): void {
    const parts = blocks.map(({ role = null, block: it }) => {
      const text = it.kind === "text" ? it.text : foreign("");
      return { kind: "quoted", server, server_label, source, shown, role, text, left_out: null } as const;
    });
    fake.putIn(conversation, parts);
  }

  return {
    resources: ({ server, query }) => {
      const all = offers(server);
      const { items: resources, list } = listed(server, query, all?.resources, (it) => it.name.text);
      const { items: templates } = listed(server, query, all?.templates, (it) => it.name.text);
      const counts = { templates_total: all?.templates.length ?? 0, templates_found: templates.length };
      return { ...list, resources, templates, ...counts, can_subscribe: server === "srv-files" };
    },
    refresh_offers: ({ server }) => fake.emit({ kind: "resources", server }, { kind: "prompts", server }),
    expand_template: ({ server, template, values }) => {
      const { variables } = one(offers(server)?.templates, (it) => it.template === template, "template");
      const uri = template.replace(/\{(\W?)([^}]+)\}/g, (_, operator: string, name: string) => {
        const value = values[name] ?? "";
        return operator === "+" ? encodeURI(value) : encodeURIComponent(value);
      });
      return { uri, shown: foreign(uri), missing: variables.filter((it) => values[it.name] === undefined) };
    },
    read_resource: ({ server, uri, again }) => {
      const entry = resource(server, uri);
      if (entry?.updated) {
        entry.updated = false;
        fake.emit({ kind: "resources", server });
      }
      const contents = contentsOf(uri);
      const none = `“${label(server)}” returned no content: the resource is empty or does not exist.`;
      const made: ReadResource = {
        id: freshId("read"),
        server,
        server_label: label(server),
        uri,
        shown: entry?.shown ?? foreign(uri),
        read_at: Date.now(),
        contents,
        more_contents: 0,
        nothing: contents.length === 0 ? none : null,
        remembered: !again && [...read.values()].some((it) => it.uri === uri),
        raw: { handle: "raw-read", bytes: 812 },
        record: 1,
      };
      read.set(made.id, made);
      return made;
    },
    subscribe_resource: ({ server, uri, on }) => {
      found(resource(server, uri), "resource").subscribed = on;
      fake.emit({ kind: "resources", server });
    },
    attach_resource: ({ conversation, read: id }) => {
      const it = found(read.get(id), "resource");
      quote(conversation, "resource", it, it.contents);
    },
    prompts: ({ server, query }) => {
      const { items: prompts, list } = listed(
        server,
        query,
        offers(server)?.prompts,
        (it) => it.description.text,
      );
      return { ...list, prompts };
    },
    get_prompt: ({ server, prompt: name, arguments: given }) => {
      const entry = one(offers(server)?.prompts, (it) => it.name === name, "prompt");
      const said = Object.entries(given).map(([key, value]) => `${key}: ${value}`);
      const image: Block = { kind: "image", mime: "image/png", data: { handle: "chart", bytes: 1_204 } };
      const made: FetchedPrompt = {
        id: freshId("fetched"),
        server,
        server_label: label(server),
        name,
        shown: entry.title ?? entry.shown,
        description: null,
        messages: [
          { role: "user", block: textBlock([entry.description.text, ...said].join("\n")) },
          { role: "assistant", block: textBlock("I read the files and then answer in **three** sentences.") },
          { role: "user", block: image },
        ],
        more_messages: 0,
        fetched_at: Date.now(),
        raw: { handle: "raw-prompt", bytes: 612 },
        record: 1,
      };
      fetched.set(made.id, made);
      return made;
    },
    use_prompt: ({ conversation, fetched: id }) => {
      const it = found(fetched.get(id), "prompt");
      quote(conversation, "prompt", it, it.messages);
    },
  } satisfies Partial<Handlers>;
}
