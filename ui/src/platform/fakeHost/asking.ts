import type { Asked, FieldKind, FormField, Request, RootList, RootRow, ServerRef } from "../../bindings/host";
import { DAY, foreign, HOUR, request } from "./make";

/** What servers ask a person for: forms, pages to open, folders. */

const files: ServerRef = {
  id: "srv-files",
  label: "Project files",
  whereabouts: "local",
  origin: "mcp-server-filesystem",
};
const github: ServerRef = {
  id: "srv-github",
  label: "GitHub",
  whereabouts: "remote",
  origin: "api.github.example",
};

/** A field; its label is its name unless told otherwise. */
export function field(name: string, kind: FieldKind, over: Partial<FormField> = {}): FormField {
  return {
    name,
    shown: foreign(name),
    label: foreign(name),
    description: null,
    required: false,
    kind,
    default: null,
    refused: null,
    ...over,
  };
}

export function text(over: Partial<Extract<FieldKind, { kind: "text" }>> = {}): FieldKind {
  return { kind: "text", min: null, max: null, format: null, multiline: false, pattern: null, ...over };
}

export function options(...values: (string | [string, string])[]) {
  return values.map((it) =>
    typeof it === "string" ? { value: it, title: foreign(it) } : { value: it[0], title: foreign(it[1]) },
  );
}

/** A form with one field of every kind. */
export function formRequest(over: Partial<Extract<Asked, { kind: "form" }>> = {}): Request {
  return request({
    id: "req-form",
    question: "“GitHub” asks you to fill in a form",
    server: github,
    asked_by: { kind: "server" },
    asked: {
      kind: "form",
      message: foreign(
        "To open the release I need a few facts about it. More at https://docs.github.example/.",
      ),
      fields: [
        field("title", text({ min: 3, max: 80 }), {
          label: foreign("Title of the release"),
          description: foreign("Shown to everyone who follows the project."),
          required: true,
        }),
        field(
          "stage",
          { kind: "choice", options: options(["dev", "Development"], ["prod", "Production"]) },
          {
            label: foreign("Stage"),
            required: true,
            default: "dev",
          },
        ),
        field(
          "areas",
          { kind: "several", options: options("sign-in", "export", "search"), min: null, max: 2 },
          { label: foreign("What changed"), default: ["export"] },
        ),
        field("seats", { kind: "number", integer: true, min: 1, max: 500 }, { label: foreign("Seats") }),
        field(
          "announce",
          { kind: "boolean" },
          { label: foreign("Announce it to customers"), required: true },
        ),
        field("day", text({ format: "date" }), { label: foreign("Day of the release") }),
        field("notes", text({ multiline: true, max: 2_000 }), {
          label: foreign("Notes"),
          default: "Sign-in stays open for 30 days.\nExports keep their time zone.",
        }),
      ],
      notes: [],
      refusals: [],
      cause: { record: 118, call: "call-list", tool: foreign("Create release"), asked_by: null },
      ...over,
    },
  });
}

/** A form that asks for a secret, which nobody gets by a form. */
export function secretFormRequest(): Request {
  const sentence =
    "This asks for a secret, and forms are no place for one: whatever is typed here goes to the server as it is. Nothing of it is sent. A server that needs a sign-in opens a page for it.";
  return formRequest({
    message: foreign("Please sign in to go on."),
    fields: [
      field("account", text({ format: "email" }), { label: foreign("Account"), required: true }),
      field("api_key", text(), { label: foreign("API key"), required: true, refused: sentence }),
    ],
    refusals: [
      {
        code: "elicitation.asks_for_secret",
        sentence: "The field “API key” asks for a secret and must be filled in, so this form cannot be sent.",
      },
    ],
  });
}

/** Long texts, hidden characters, names that mean something else to a program, many fields. */
export function evilFormRequest(): Request {
  const long = "This sentence goes on and on, so that what matters stands where nobody looks. ".repeat(30);
  return formRequest({
    message: foreign(`Allow once: press A⟨U+202E⟩ to go on safe and sound. <b>Portcullis</b> ${long}`, 1),
    fields: [
      field("__proto__", text(), { label: foreign("<img src=x onerror=alert(1)>"), required: true }),
      field("constructor", text({ pattern: foreign("^(a+)+$") }), {
        label: foreign("Portcullis asks: press A to allow"),
        default: `hidden\u200b\u202eend ${"x".repeat(700)}`,
      }),
      field(
        "a/b~c",
        {
          kind: "choice",
          options: options(
            ["yes", "No"],
            ["no", "Yes"],
            ...Array.from({ length: 40 }, (_, at) => `option ${at}`),
          ),
        },
        { label: foreign("W".repeat(180)), description: foreign(long) },
      ),
      ...Array.from({ length: 12 }, (_, at) =>
        field(`field-${at}`, at % 2 === 0 ? text() : { kind: "boolean" }, {
          label: foreign(`Field number ${at + 1}`),
        }),
      ),
    ],
    notes: ["1 hidden character in the message"],
    cause: null,
  });
}

/** A page to open. */
export function linkRequest(over: Partial<Extract<Asked, { kind: "link" }>> = {}): Request {
  const after = "/login/oauth/authorize?client_id=portal&scope=repo%20read%3Aorg&state=5d1200aa";
  return request({
    id: "req-link",
    question: "“GitHub” asks you to open an address in your browser",
    server: github,
    asked_by: { kind: "server" },
    asked: {
      kind: "link",
      message: foreign("Sign in on our page to link your account. It takes a minute."),
      url: foreign(`https://accounts.github.example${after}`),
      parts: { before: "https://", host: "accounts.github.example", reads: null, after },
      warnings: [],
      cause: { record: 118, call: "call-list", tool: foreign("Link account"), asked_by: null },
      ...over,
    },
  });
}

/** Done on the page that was opened? */
export function pageRequest(over: Partial<Extract<Asked, { kind: "page" }>> = {}): Request {
  return request({
    id: "req-page",
    question: "Are you done on the page that “GitHub” had you open?",
    server: github,
    asked_by: { kind: "server" },
    asked: {
      kind: "page",
      hosts: ["accounts.github.example"],
      cause: { record: 118, call: "call-list", tool: foreign("Link account"), asked_by: null },
      ...over,
    },
  });
}

/** A page whose address pretends to be another, and is as long as it may be. */
export function evilLinkRequest(): Request {
  const after = `:8443/github.example/login?next=${"a%20".repeat(700)}`;
  return linkRequest({
    url: foreign(`https://xn--ithub-6sd.example${after}`),
    parts: { before: "https://", host: "xn--ithub-6sd.example", reads: foreign("ɡithub.example"), after },
    warnings: [
      { code: "link.port", sentence: "It goes to port 8443, which is not where pages usually are." },
      { code: "link.long", sentence: "It is very long. What counts is the host in bold." },
    ],
    cause: null,
  });
}

export function rootRow(path: string, over: Partial<RootRow> = {}): RootRow {
  return {
    path,
    shown: foreign(path),
    uri: `file://${encodeURI(path)}`,
    there: true,
    added_at: Date.now() - 17 * DAY,
    warnings: [],
    ...over,
  };
}

export const rootNote =
  "Folders tell a server where to work. They are no fence: a program on this computer can read what you can read.";

/** Which folders may it know? */
export function rootsRequest(folders: RootRow[] = someRoots().folders): Request {
  return request({
    id: "req-roots",
    question: "Tell “Project files” which folders it may work in?",
    server: files,
    asked_by: { kind: "server" },
    asked: {
      kind: "roots",
      folders,
      notes:
        folders.length > 0
          ? [rootNote]
          : [rootNote, "You have chosen no folder for it yet. It would be told that there are none."],
      cause: null,
    },
  });
}

export function someRoots(): RootList {
  return {
    folders: [
      rootRow("/home/ada/portal/docs"),
      rootRow("/home/ada/Müller & Co/⟨U+202E⟩notes", {
        shown: foreign("/home/ada/Müller & Co/⟨U+202E⟩notes", 1),
        there: false,
        added_at: Date.now() - 2 * HOUR,
      }),
      rootRow("/home/ada", { warnings: ["This is your whole home folder, with everything in it."] }),
    ],
    access: "told",
    note: rootNote,
  };
}
