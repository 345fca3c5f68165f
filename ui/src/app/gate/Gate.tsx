import type { ComponentType } from "react";
import type { Request } from "../../bindings/host";
import { Overlay } from "../../elements/DecisionDialog";
import { GateDialog, type GateDialogProps } from "./GateDialog";
import { changed } from "./kinds/changed";
import { form } from "./kinds/form";
import { launch } from "./kinds/launch";
import { link } from "./kinds/link";
import { page } from "./kinds/page";
import { roots } from "./kinds/roots";
import { sampledAnswer } from "./kinds/sampledAnswer";
import { sampling } from "./kinds/sampling";
import { setting } from "./kinds/setting";
import { tool } from "./kinds/tool";
import type { Kind, RequestKind } from "./request";

function dialog<K extends Kind, State extends object>(kind: RequestKind<K, State>) {
  return (props: GateDialogProps<K>) => <GateDialog {...props} kind={kind} />;
}

const dialogs: { [K in Kind]: ComponentType<GateDialogProps<K>> } = {
  tool: dialog(tool),
  launch: dialog(launch),
  changed: dialog(changed),
  form: dialog(form),
  link: dialog(link),
  page: dialog(page),
  roots: dialog(roots),
  sampling: dialog(sampling),
  setting: dialog(setting),
  sampled_answer: dialog(sampledAnswer),
};

/** The gate: one request at a time, over whatever room is open. It asks; only the host decides (S-26). */
export function Gate(props: { request: Request | null; waiting: Request[] }) {
  const { request, waiting } = props;
  if (!request) {
    return null;
  }
  const Dialog = dialogs[request.asked.kind] as ComponentType<GateDialogProps<Kind>>;
  return (
    <Overlay layer="gate">
      {/* A changed request is a new one to the person: what was opened or typed before does not carry over. */}
      <Dialog
        key={`${request.id} ${request.nonce}`}
        request={request}
        asked={request.asked}
        place={waiting.findIndex((it) => it.id === request.id) + 1}
        of={waiting.length}
      />
    </Overlay>
  );
}
