import type { Answer, AskedKind, IssuerChoice, Request } from "../bindings/host";
import { issuer, signInRequest } from "../platform/fakeHost/accounts";
import { formRequest, linkRequest, pageRequest, rootsRequest } from "../platform/fakeHost/asking";
import { classRequest } from "../platform/fakeHost/flows";
import { linear } from "../platform/fakeHost/make";
import {
  changedRequest,
  changeLaunchRequest,
  launchRequest,
  newToolRequest,
} from "../platform/fakeHost/requests";
import { answerRequest, samplingRequest } from "../platform/fakeHost/sampling";

/** A sign-in at one authorization server; the scopes it asks for, where they are not the usual ones. */
export function signInQuestion(scopes?: IssuerChoice["scopes"]): Request {
  return signInRequest(linear, { issuers: [issuer("login.linear.example", scopes && { scopes })] });
}

/** Requests of each kind, and what `A` and `D` answer. */
const byKind: Record<AskedKind, [string, () => Request, Answer["kind"] | null, Answer["kind"]][]> = {
  tool: [["a tool", newToolRequest, "allow_once", "deny"]],
  launch: [
    ["a server", () => launchRequest(), "add_and_start", "deny"],
    ["a changed server", () => changeLaunchRequest(), "add_and_start", "deny"],
  ],
  changed: [["a changed definition", () => changedRequest(), "allow_once", "deny"]],
  setting: [["a setting", classRequest, "allow_once", "deny"]],
  sampling: [["a request to a model", () => samplingRequest(), "allow_once", "deny"]],
  sampled_answer: [["an answer of a model", () => answerRequest(), "allow_once", "deny"]],
  form: [
    // `A` goes on to the review first.
    ["a form", () => formRequest(), null, "decline"],
    ["a form without fields", () => formRequest({ fields: [] }), "submit", "decline"],
  ],
  link: [["an address", () => linkRequest(), "open", "decline"]],
  page: [["a page", () => pageRequest(), "done", "deny"]],
  roots: [["folders", () => rootsRequest(), "share", "decline"]],
  sign_in: [["a sign-in", () => signInQuestion(), "sign_in", "deny"]],
};

/** All of them. */
export const requestKinds = Object.values(byKind).flat();

/** Those of which a yes changes what holds from now on, or starts or opens a program. */
export const lastingKinds = requestKinds.filter(([name]) =>
  [
    "a server",
    "a changed server",
    "a changed definition",
    "a setting",
    "an address",
    "folders",
    "a sign-in",
  ].includes(name),
);
