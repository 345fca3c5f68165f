import type { Answer, IssuerChoice, Request } from "../bindings/host";
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

/** Of each kind what `A` and `D` answer. */
export const requestKinds: [string, () => Request, Answer["kind"] | null, Answer["kind"]][] = [
  ["a tool", newToolRequest, "allow_once", "deny"],
  ["a server", () => launchRequest(), "add_and_start", "deny"],
  ["a changed server", () => changeLaunchRequest(), "add_and_start", "deny"],
  ["a changed definition", () => changedRequest(), "allow_once", "deny"],
  ["a setting", classRequest, "allow_once", "deny"],
  ["a request to a model", () => samplingRequest(), "allow_once", "deny"],
  ["an answer of a model", () => answerRequest(), "allow_once", "deny"],
  // `A` goes on to the review first.
  ["a form", () => formRequest(), null, "decline"],
  ["a form without fields", () => formRequest({ fields: [] }), "submit", "decline"],
  ["an address", () => linkRequest(), "open", "decline"],
  ["a page", () => pageRequest(), "done", "deny"],
  ["folders", () => rootsRequest(), "share", "decline"],
  ["a sign-in", () => signInQuestion(), "sign_in", "deny"],
];

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
