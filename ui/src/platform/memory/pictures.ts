import type { Request } from "../../bindings/host";
import {
  evilFormRequest,
  evilLinkRequest,
  formRequest,
  linkRequest,
  rootsRequest,
  secretFormRequest,
} from "./asking";
import { classRequest, flowRequest } from "./flows";
import { answerRequest, fullSamplingRequest, samplingRequest, toolAnswerRequest } from "./sampling";

/** What `?ask=…` puts in front of the person, for pictures. */
export const questions: Record<string, () => Request> = {
  class: classRequest,
  flow: flowRequest,
  form: formRequest,
  "form-secret": secretFormRequest,
  "form-evil": evilFormRequest,
  link: linkRequest,
  "link-evil": evilLinkRequest,
  roots: () => rootsRequest(),
  "roots-none": () => rootsRequest([]),
  sampling: () => samplingRequest(),
  "sampling-full": fullSamplingRequest,
  answer: () => answerRequest(),
  "answer-tool": toolAnswerRequest,
};
