import { type ComponentType, Suspense } from "react";
import type { GateView } from "../bindings/host";
import { lazyComponent } from "../elements/lazyComponent";
import { GateDialog, type GateDialogProps } from "./GateDialog";
import { changed } from "./kinds/changed";
import { launch } from "./kinds/launch";
import { link } from "./kinds/link";
import { page } from "./kinds/page";
import { roots } from "./kinds/roots";
import { sampledAnswer } from "./kinds/sampledAnswer";
import { setting } from "./kinds/setting";
import { tool } from "./kinds/tool";
import type { Kind, RequestKind } from "./request";
import { TogetherDialog } from "./TogetherDialog";

function dialog<K extends Kind, State extends object>(kind: RequestKind<K, State>) {
  return (props: GateDialogProps<K>) => <GateDialog {...props} kind={kind} />;
}

/** With fields, which are much, in a file of its own: nothing is answered before it is there. */
function later<K extends Kind>(file: () => Promise<ComponentType<GateDialogProps<K>>>) {
  return lazyComponent(file, () => Promise.resolve());
}

const dialogs: { [K in Kind]: ComponentType<GateDialogProps<K>> } = {
  tool: dialog(tool),
  launch: dialog(launch),
  changed: dialog(changed),
  form: later(async () => dialog((await import("./kinds/form")).form)),
  link: dialog(link),
  page: dialog(page),
  roots: dialog(roots),
  sampling: later(async () => dialog((await import("./kinds/sampling")).sampling)),
  setting: dialog(setting),
  sign_in: later(async () => dialog((await import("./kinds/signIn")).signIn)),
  sampled_answer: dialog(sampledAnswer),
};

/** The gate: the one request that is in front. It asks; only the host decides (S-26). */
export function Gate({ view }: { view: GateView }) {
  const { request, waiting, ended, together, alike } = view;
  if (!request) return null;
  if (together.length > 0) {
    const all = [{ request, ended }, ...together];
    // What ended of them stays where it was read.
    return (
      <TogetherDialog key={all.map((it) => it.request.nonce).join(" ")} all={all} waiting={waiting.length} />
    );
  }
  const Dialog = dialogs[request.asked.kind] as ComponentType<GateDialogProps<Kind>>;
  return (
    <Suspense>
      {/* A changed request is a new one to the person: what was opened or typed before does not carry over. */}
      <Dialog
        key={`${request.id} ${request.nonce}`}
        request={request}
        asked={request.asked}
        ended={ended}
        alike={alike}
        place={waiting.indexOf(request.id) + 1}
        of={waiting.length}
      />
    </Suspense>
  );
}
