/** Adds a server: a form, then the review at the gate. Nothing is saved or started before that. */
import { Bar } from "../../../elements";
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
      <Bar room={false} title="Add a server" />
      <div className={css.scroll}>
        <div className={css.reading}>
          <ServerForm
            start={EMPTY}
            changes={null}
            submit="Review"
            note="Next you see exactly what would run or be reached. Nothing is saved or started before you say so."
            onCancel={() => go("servers")}
          />
          {demo ? null : (
            <div className={css.demo}>
              <p className="dim">
                Only looking? The demo server is built in and needs no network. Its tools show how the gate
                asks.
              </p>
              <TryDemo />
            </div>
          )}
        </div>
      </div>
    </>
  );
}
