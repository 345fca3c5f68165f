/** How the application looks and behaves, where it keeps things, and what it is. */
import { SegmentedControl, Switch } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import type { Appearance, Language, SettingsChange } from "../../bindings/host";
import { Bar, Keys, Mark, Page, ProblemNote } from "../../elements";
import { Copy } from "../../elements/Copy";
import { say } from "../../l10n";
import { keysOf, type ShortcutId, shortcuts } from "../../shortcuts";
import { useAbout, useHost, useHostCommand } from "../../store";
import { ClientDocument } from "./ClientDocument";
import { Models } from "./models/Models";
import { Secrets } from "./Secrets";
import css from "./settings.module.css";

/** What the keyboard does, with what a list does by itself. */
const keyboard = () => [
  ...(Object.keys(shortcuts) as ShortcutId[])
    .map((id) => ({ keys: keysOf(id), words: shortcuts[id].words as string }))
    .filter(({ keys }) => keys.length > 0),
  { keys: ["↑", "↓"], words: "In a list: move" },
];

export function SettingsRoom(_: { path: string[] }) {
  const settings = useHost((host) => host.settings);
  const save = useHostCommand("set_settings");
  // What changed and nothing else: another setting may be on its way.
  const set = (part: SettingsChange) => save.mutate({ settings: part });
  return (
    <Page bar={<Bar title="Settings" />}>
      <div className={css.reading}>
        {save.error !== null ? <ProblemNote problem={save.error} live /> : null}
        <Section title="Appearance">
          <SegmentedControl
            aria-label="Appearance"
            data={[
              { value: "system", label: "As the system" },
              { value: "light", label: "Light" },
              { value: "dark", label: "Dark" },
            ]}
            value={settings.appearance}
            onChange={(appearance) => set({ appearance: appearance as Appearance })}
          />
        </Section>
        <Section title={say("settings-language")}>
          <SegmentedControl
            aria-label={say("settings-language")}
            data={[
              { value: "system", label: say("settings-language-system") },
              { value: "en", label: say("settings-language-en") },
              { value: "zh-CN", label: say("settings-language-zh") },
            ]}
            value={settings.language}
            onChange={(language) => set({ language: language as Language })}
          />
        </Section>
        <Section title="In the background">
          <Switch
            label="Notify me when something waits"
            description="Only while the window is not in front."
            checked={settings.notify}
            onChange={(event) => set({ notify: event.currentTarget.checked })}
          />
          <Switch
            label="Keep running in the tray"
            description="Closing the window leaves the servers on. Quitting stops them."
            checked={settings.keep_in_tray}
            onChange={(event) => set({ keep_in_tray: event.currentTarget.checked })}
          />
        </Section>
        <Section title="Models">
          <Models />
        </Section>
        <Section title="Who Portcullis is">
          <ClientDocument />
        </Section>
        <Kept />
        <Section title="Keyboard">
          <dl className={css.keys}>
            {keyboard().map(({ keys, words }) => (
              <div key={words}>
                <dt>
                  {keys.map((key) => (
                    <Keys key={key}>{key}</Keys>
                  ))}
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </Section>
        <About />
      </div>
    </Page>
  );
}

/** Where data and secrets are. Asking for it tries the keychain by a write. */
function Kept() {
  const computer = useAbout();
  const { about, check } = computer;
  const { data_dir, store, secrets } = about;
  useEffect(check, [check]);
  return (
    <>
      <Section title="Data">
        <p className={css.line}>
          <code className={css.path}>{data_dir}</code>
          <Copy text={data_dir} label="Copy path" />
        </p>
        {store === null ? (
          <p className="dim">
            Servers, conversations, permissions and the record are in this folder.{" "}
            {secrets.kind === "file" ? "So is the encrypted file with your secrets." : "Secrets are not."}
          </p>
        ) : (
          <ProblemNote problem={store} />
        )}
      </Section>
      <Section title="Secrets">
        <Secrets computer={computer} />
      </Section>
    </>
  );
}

function About() {
  const about = useHost((host) => host.about);
  return (
    <Section title="About">
      <div className={css.about}>
        <Mark size={36} />
        <div>
          <p>
            <strong>Portcullis</strong> {about.version}
          </p>
          <p className="dim">
            A desktop host for MCP servers. Speaks the revisions{" "}
            {about.revisions.map((revision, index) => (
              <span key={revision}>
                <span className={css.revision}>{revision}</span>
                {index < about.revisions.length - 1 ? ", " : ". "}
              </span>
            ))}
            MIT OR Apache-2.0.
          </p>
        </div>
      </div>
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.section} aria-label={title}>
      <h2>{title}</h2>
      <div className={css.content}>{children}</div>
    </section>
  );
}
