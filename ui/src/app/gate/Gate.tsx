import type { Request } from "../../bindings/host";
import { Veil } from "../../elements";
import { ChangedRequest } from "./ChangedRequest";
import { FormRequest } from "./elicitation/FormRequest";
import { LinkRequest } from "./elicitation/LinkRequest";
import { PageRequest } from "./elicitation/PageRequest";
import { LaunchRequest } from "./LaunchRequest";
import { RootsRequest } from "./RootsRequest";
import { SettingRequest } from "./SettingRequest";
import { SampledAnswer } from "./sampling/SampledAnswer";
import { SamplingRequest } from "./sampling/SamplingRequest";
import { ToolRequest } from "./ToolRequest";

/** What every kind of request is shown with. */
export interface RequestProps<K extends Request["asked"]["kind"]> {
  request: Request;
  asked: Extract<Request["asked"], { kind: K }>;
  /** Where it stands among those that wait, from 1. */
  place: number;
  of: number;
}

/** The gate: one request at a time, over whatever room is open. It asks; only the host decides (S-26). */
export function Gate(props: { request: Request | null; waiting: Request[] }) {
  const { request, waiting } = props;
  if (!request) {
    return null;
  }
  const place = waiting.findIndex((it) => it.id === request.id) + 1;
  return (
    <Veil>
      <Sheet request={request} place={place} of={waiting.length} />
    </Veil>
  );
}

/** A changed request is a new one to the person: what was opened or typed before does not carry over. */
function Sheet(props: { request: Request; place: number; of: number }) {
  const { request, place, of } = props;
  const key = `${request.id} ${request.nonce}`;
  const { asked } = request;
  switch (asked.kind) {
    case "tool":
      return <ToolRequest key={key} request={request} asked={asked} place={place} of={of} />;
    case "launch":
      return <LaunchRequest key={key} request={request} asked={asked} place={place} of={of} />;
    case "changed":
      return <ChangedRequest key={key} request={request} asked={asked} place={place} of={of} />;
    case "form":
      return <FormRequest key={key} request={request} asked={asked} place={place} of={of} />;
    case "link":
      return <LinkRequest key={key} request={request} asked={asked} place={place} of={of} />;
    case "page":
      return <PageRequest key={key} request={request} asked={asked} place={place} of={of} />;
    case "roots":
      return <RootsRequest key={key} request={request} asked={asked} place={place} of={of} />;
    case "sampling":
      return <SamplingRequest key={key} request={request} asked={asked} place={place} of={of} />;
    case "setting":
      return <SettingRequest key={key} request={request} asked={asked} place={place} of={of} />;
    case "sampled_answer":
      return <SampledAnswer key={key} request={request} asked={asked} place={place} of={of} />;
  }
}
