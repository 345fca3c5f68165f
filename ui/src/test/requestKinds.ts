import type { Answer, Request, ServerDetail } from "../bindings/host";
import { issuer, signInRequest } from "../platform/fakeHost/accounts";
import { formRequest, linkRequest, pageRequest, rootsRequest } from "../platform/fakeHost/asking";
import { classRequest } from "../platform/fakeHost/flows";
import { changedRequest, launchRequest, newToolRequest } from "../platform/fakeHost/requests";
import { answerRequest, samplingRequest } from "../platform/fakeHost/sampling";

/** A sign-in at one authorization server. */
export function signInQuestion(): Request {
  const review = {
    resource: "https://mcp.linear.example/mcp",
    why: { kind: "first" as const },
    issuers: [issuer("login.linear.example")],
    moved_from: null,
    unattended: false,
    own_client: null,
    notes: [],
  };
  return signInRequest({ summary: samplingRequest().server } as unknown as ServerDetail, review);
}

/** Of each kind what `A` and `D` answer. No `A`: what lasts, starts a program or opens a page needs its button. */
export const requestKinds: [string, () => Request, Answer["kind"] | null, Answer["kind"]][] = [
  ["a tool", newToolRequest, "allow_once", "deny"],
  ["a server", () => launchRequest(), null, "deny"],
  ["a changed definition", () => changedRequest(), null, "deny"],
  ["a setting", classRequest, null, "deny"],
  ["a request to a model", () => samplingRequest(), "allow_once", "deny"],
  ["an answer of a model", () => answerRequest(), "allow_once", "deny"],
  // Its yes is Send, after the review.
  ["a form", () => formRequest(), null, "decline"],
  ["an address", () => linkRequest(), null, "decline"],
  ["a page", () => pageRequest(), "done", "deny"],
  ["folders", () => rootsRequest(), "share", "decline"],
  ["a sign-in", signInQuestion, "sign_in", "deny"],
];
