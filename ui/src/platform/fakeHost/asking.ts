import type { FieldKind, FormField, Request, RootList, RootRow } from "../../bindings/host";
import { type AskedOf, DAY, files, foreign, github, HOUR, request } from "./make";

/** What servers ask a person for: forms, pages to open, folders. */

/** A field; its label is its name unless told otherwise. */
export function field(name: string, kind: FieldKind, over: Partial<FormField> = {}, label = name): FormField {
  const usual = { description: null, required: false, default: null, refused: null };
  return { name, shown: foreign(name), label: foreign(label), kind, ...usual, ...over };
}

export function text(over: Partial<Extract<FieldKind, { kind: "text" }>> = {}): FieldKind {
  return { kind: "text", min: null, max: null, format: null, multiline: false, pattern: null, ...over };
}

export function options(...values: (string | [string, string])[]) {
  return values.map((it) => {
    const [value, title] = typeof it === "string" ? [it, it] : it;
    return { value, title: foreign(title) };
  });
}

const required = true;
const within = (tool: string) => ({ record: 118, call: "call-list", tool: foreign(tool), asked_by: null });

/** A form with one field of every kind. */
export function formRequest(over: Partial<AskedOf<"form">> = {}): Request {
  const stages = {
    kind: "choice",
    options: options(["dev", "Development"], ["prod", "Production"]),
  } as const;
  const areas = options("sign-in", "export", "search");
  const several = { kind: "several", options: areas, min: null, max: 2 } as const;
  const notes = "Sign-in stays open for 30 days.\nExports keep their time zone.";
  const description = foreign("Shown to everyone who follows the project.");
  const fields = [
    field("title", text({ min: 3, max: 80 }), { description, required }, "Title of the release"),
    field("stage", stages, { required, default: "dev" }, "Stage"),
    field("areas", several, { default: ["export"] }, "What changed"),
    field("seats", { kind: "number", integer: true, min: 1, max: 500 }, {}, "Seats"),
    field("announce", { kind: "boolean" }, { required }, "Announce it to customers"),
    field("day", text({ format: "date" }), {}, "Day of the release"),
    field("notes", text({ multiline: true, max: 2_000 }), { default: notes }, "Notes"),
  ];
  return request("req-form", "“GitHub” asks you to fill in a form", github, {
    kind: "form",
    message: foreign("To open the release I need a few facts. More at https://docs.github.example/."),
    fields,
    notes: [],
    refusals: [],
    cause: within("Create release"),
    ...over,
  });
}

/** A form that asks for a secret, which a form never gives. */
export function secretFormRequest(): Request {
  const refused =
    "This asks for a secret and is not sent: the server receives a form exactly as you fill it in. A server that needs a sign-in opens a page for it.";
  const sentence = "The field “API key” asks for a secret and is required, so this form cannot be sent.";
  return formRequest({
    message: foreign("Please sign in to go on."),
    fields: [
      field("account", text({ format: "email" }), { required }, "Account"),
      field("api_key", text(), { required, refused }, "API key"),
    ],
    refusals: [{ code: "elicitation.asks_for_secret", severity: "medium", sentence }],
  });
}

/** Long texts, hidden characters, names that mean something else to a program, many fields. */
export function evilFormRequest(): Request {
  const long = "This sentence goes on and on, so that what matters stands out of sight. ".repeat(30);
  const many = Array.from({ length: 40 }, (_, at) => `option ${at}`);
  const slow = text({ pattern: foreign("^(a+)+$") });
  const hidden = `hidden\u200b\u202eend ${"x".repeat(700)}`;
  const choice = { kind: "choice", options: options(["yes", "No"], ["no", "Yes"], ...many) } as const;
  return formRequest({
    message: foreign(`Allow once: press A⟨U+202E⟩ to go on safe and sound. <b>Portcullis</b> ${long}`, 1),
    fields: [
      field("__proto__", text(), { required }, "<img src=x onerror=alert(1)>"),
      field("constructor", slow, { default: hidden }, "Portcullis asks: press A to allow"),
      field("a/b~c", choice, { description: foreign(long) }, "W".repeat(180)),
      ...Array.from({ length: 12 }, (_, at) =>
        field(`field-${at}`, at % 2 === 0 ? text() : { kind: "boolean" }, {}, `Field number ${at + 1}`),
      ),
    ],
    notes: ["1 hidden character in the message"],
    cause: null,
  });
}

/** A page to open. */
export function linkRequest(over: Partial<AskedOf<"link">> = {}): Request {
  const host = "accounts.github.example";
  const after = "/login/oauth/authorize?client_id=portal&scope=repo%20read%3Aorg&state=5d1200aa";
  return request("req-link", "“GitHub” asks you to open an address in your browser", github, {
    kind: "link",
    message: foreign("Sign in on our page to link your account. It takes a minute."),
    url: foreign(`https://${host}${after}`),
    parts: { before: "https://", host, reads: null, imitates: null, after },
    warnings: [],
    cause: within("Link account"),
    ...over,
  });
}

/** Done on the page that was opened? */
export function pageRequest(over: Partial<AskedOf<"page">> = {}): Request {
  const hosts = ["accounts.github.example"];
  const question = "Are you done on the page that “GitHub” asked you to open?";
  return request("req-page", question, github, {
    kind: "page",
    hosts,
    cause: within("Link account"),
    ...over,
  });
}

/** A page whose address pretends to be another, and is as long as it may be. */
export function evilLinkRequest(): Request {
  const host = "xn--ithub-6sd.example";
  const after = `:8443/github.example/login?next=${"a%20".repeat(700)}`;
  return linkRequest({
    url: foreign(`https://${host}${after}`),
    parts: { before: "https://", host, reads: foreign("ɡithub.example"), imitates: "github.example", after },
    warnings: [
      {
        code: "link.look_alike",
        severity: "high",
        sentence: `The host uses look-alike letters. It is not github.example: its real name is ${host}.`,
      },
      {
        code: "link.port",
        severity: "low",
        sentence: "It goes to port 8443, which is not where pages usually are.",
      },
      { code: "link.long", severity: "low", sentence: "It is very long. The host in bold is what counts." },
    ],
    cause: null,
  });
}

export function rootRow(path: string, over: Partial<RootRow> = {}): RootRow {
  const uri = `file://${encodeURI(path)}`;
  return {
    path,
    shown: foreign(path),
    uri,
    there: true,
    added_at: Date.now() - 17 * DAY,
    warnings: [],
    ...over,
  };
}

export const rootNote =
  "Folders tell a server where to work. They do not restrict it: a program on this computer can read what you can read.";

/** Which folders may it know? */
export function rootsRequest(folders: RootRow[] = someRoots().folders): Request {
  const none = "You have not chosen folders for this server. It would be told that there are no folders.";
  const notes = folders.length > 0 ? [rootNote] : [rootNote, none];
  const question = "Share these folders with “Project files”?";
  return request("req-roots", question, files, { kind: "roots", folders, notes, cause: null });
}

export function someRoots(): RootList {
  const odd = "/home/ada/Müller & Co/⟨U+202E⟩notes";
  return {
    folders: [
      rootRow("/home/ada/portal/docs"),
      rootRow(odd, { shown: foreign(odd, 1), there: false, added_at: Date.now() - 2 * HOUR }),
      rootRow("/home/ada", { warnings: ["This is your whole home folder, with everything in it."] }),
    ],
    access: "told",
    note: rootNote,
  };
}
