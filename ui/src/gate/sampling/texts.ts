import { type Json, parseJson, writeJson } from "../../json";
import { say } from "../../l10n";

/** A text in the JSON of a request or an answer, and where it stands. */
export interface TextAt {
  path: (string | number)[];
  /** `System prompt`, `Message 2, as the user`. */
  label: string;
  text: string;
}

type JsonObject = { [key in string]: Json };

/** The texts of a request: the system prompt (also where there is none yet) and every text of its messages. */
export function textsOfRequest(json: string): TextAt[] {
  const request = read(json);
  if (!isObject(request)) return [];
  const messages = Array.isArray(request.messages) ? request.messages : [];
  return [
    {
      path: ["systemPrompt"],
      label: say("gate-sampling-field-system"),
      text: typeof request.systemPrompt === "string" ? request.systemPrompt : "",
    },
    ...messages.flatMap((message, index) => {
      if (!isObject(message)) return [];
      const role = message.role === "assistant" ? "assistant" : "user";
      return labelled(textsOf(message.content ?? null, ["messages", index, "content"]), (text) =>
        text === null
          ? say(`gate-sampling-field-${role}`, { place: index + 1 })
          : say(`gate-sampling-field-${role}-text`, { place: index + 1, text }),
      );
    }),
  ];
}

/** The texts of an answer, which is a list of parts. */
export function textsOfAnswer(json: string): TextAt[] {
  return labelled(textsOf(read(json), []), (text) =>
    text === null ? say("gate-sampling-field-answer") : say("gate-sampling-field-answer-text", { text }),
  );
}

/** The same JSON with these texts; an empty system prompt is none. `null` when it cannot be read. */
export function withTexts(json: string, texts: TextAt[]): string | null {
  const whole = read(json);
  if (whole === undefined) return null;
  for (const { path, text } of texts) {
    put(whole, path, text);
  }
  if (isObject(whole) && whole.systemPrompt === "") {
    delete whole.systemPrompt;
  }
  return writeJson(whole, 2);
}

/** The same request to another model. */
export function withModel(json: string, model: string): string | null {
  return changed(json, { model });
}

/** The same request with another limit. */
export function withTokens(json: string, maxTokens: number): string | null {
  return changed(json, { maxTokens });
}

function changed(json: string, over: JsonObject): string | null {
  const request = read(json);
  return isObject(request) ? writeJson({ ...request, ...over }, 2) : null;
}

type Found = Omit<TextAt, "label">;

/** The texts with their labels. Where there are several, each is told its number. */
function labelled(texts: Found[], label: (text: number | null) => string): TextAt[] {
  return texts.map((it, index) => ({ ...it, label: label(texts.length < 2 ? null : index + 1) }));
}

function textsOf(content: Json | undefined, path: TextAt["path"]): Found[] {
  if (isObject(content)) {
    return content.type === "text" && typeof content.text === "string"
      ? [{ path: [...path, "text"], text: content.text }]
      : [];
  }
  if (!Array.isArray(content)) return [];
  return content.flatMap((part, index) => textsOf(part, [...path, index]));
}

function put(whole: Json, path: TextAt["path"], text: string): void {
  let at: Json | undefined = whole;
  for (const step of path.slice(0, -1)) {
    at = Array.isArray(at) ? at[step as number] : isObject(at) ? at[step] : undefined;
  }
  const last = path.at(-1);
  if (isObject(at) && typeof last === "string") {
    at[last] = text;
  }
}

/** The JSON, or `undefined` when it is none. */
export function read(json: string): Json | undefined {
  try {
    return parseJson(json);
  } catch {
    return undefined;
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
