/** Adds a server: a form, then the review at the gate. Nothing is saved or started before that. */
import { Bar } from "../../../elements";
import { say } from "../../../l10n";
import { go } from "../../../route";
import { useHost } from "../../../store";
import { TryDemo } from "../TryDemo";
import { EMPTY } from "./draft";
import css from "./form.module.css";
import { ServerForm } from "./ServerForm";

export function AddPage() {
  const demo = useHost((host) => host.servers.some((it) => it.demo));
  return (
    <>
      <Bar room={false} title={say("servers-form-title")} />
      <div className={css.scroll}>
        <div className={css.reading}>
          <ServerForm
            start={EMPTY}
            changes={null}
            submit={say("servers-form-review")}
            note={say("servers-form-review-note")}
            onCancel={() => go("servers")}
          />
          {demo ? null : (
            <div className={css.demo}>
              <p className="dim">{say("servers-form-demo")}</p>
              <TryDemo />
            </div>
          )}
        </div>
      </div>
    </>
  );
}
