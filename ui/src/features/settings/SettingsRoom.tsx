/** How the application looks and behaves, where it keeps things, and what it is. */
import { SegmentedControl } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import type { Appearance, Language, SettingsChange } from "../../bindings/host";
import { AfterPaint, Bar, HelpedSwitch, Keys, Mark, Page, ProblemNote, SelectField } from "../../elements";
import { Copy } from "../../elements/Copy";
import { Say, say } from "../../l10n";
import { Listed } from "../../l10n/Listed";
import { listedShortcuts } from "../../shortcuts";
import { useAbout, useHost, useHostCommand } from "../../store";
import { ZOOMS } from "../../zoom";
import { Autostart } from "./Autostart";
import { ClientDocument } from "./ClientDocument";
import { Models } from "./models/Models";
import { Profiles } from "./Profiles";
import { Secrets } from "./Secrets";
import css from "./settings.module.css";

/** What the keyboard does, with what a list does automatically. */
const keyboard = () => [
  ...listedShortcuts(),
  { keys: ["↑"], words: say("settings-keyboard-edit") },
  { keys: ["↑", "↓"], words: say("settings-keyboard-list") },
  { keys: ["Alt", "↑", "↓"], words: say("settings-keyboard-move") },
];

export function SettingsRoom(_: { path: string[] }) {
  const settings = useHost((host) => host.settings);
  const save = useHostCommand("set_settings");
  // What changed and nothing else: another setting may be on its way.
  const set = (part: SettingsChange) => save.mutate({ settings: part });
  const { error, variables } = save;
  /** Why one of these was not saved, where they are set: the top of the page may be out of sight. */
  const refused = (...parts: (keyof SettingsChange)[]) =>
    error !== null && variables !== undefined && parts.some((it) => it in variables.settings) ? (
      <ProblemNote problem={error} live />
    ) : null;
  return (
    <Page bar={<Bar title={say("app-room-settings")} />}>
      <div className={css.reading}>
        <Section title={say("settings-appearance")}>
          <SegmentedControl
            aria-label={say("settings-appearance")}
            data={[
              { value: "system", label: say("settings-system") },
              { value: "light", label: say("settings-appearance-light") },
              { value: "dark", label: say("settings-appearance-dark") },
            ]}
            value={settings.appearance}
            onChange={(appearance) => set({ appearance: appearance as Appearance })}
          />
          <SelectField
            className={css.zoom}
            label={say("settings-zoom")}
            data={ZOOMS.map((it) => ({
              value: `${it}`,
              label: say("words-percent", { percent: it }),
            }))}
            value={`${settings.zoom}`}
            onChange={(zoom) => set({ zoom: Number(zoom) })}
          />
          {refused("appearance", "zoom")}
        </Section>
        <Section title={say("settings-language")}>
          <SegmentedControl
            aria-label={say("settings-language")}
            data={[
              { value: "system", label: say("settings-system") },
              { value: "en", label: say("settings-language-en") },
              { value: "zh-CN", label: say("settings-language-zh") },
            ]}
            value={settings.language}
            onChange={(language) => set({ language: language as Language })}
          />
          {refused("language")}
        </Section>
        <Section title={say("settings-background")}>
          <HelpedSwitch
            label={say("settings-notify")}
            help={say("settings-notify-help")}
            checked={settings.notify}
            onChange={(notify) => set({ notify })}
          />
          <HelpedSwitch
            label={say("settings-tray")}
            help={say("settings-tray-help")}
            checked={settings.keep_in_tray}
            onChange={(keep_in_tray) => set({ keep_in_tray })}
          />
          {refused("notify", "keep_in_tray")}
          <Autostart />
        </Section>
        <Section title={say("words-field-fence")}>
          <HelpedSwitch
            label={say("settings-fence-new")}
            help={say("settings-fence-new-help")}
            checked={settings.fence_new}
            onChange={(fence_new) => set({ fence_new })}
          />
          {refused("fence_new")}
        </Section>
        <AfterPaint>
          <Section title={say("settings-profiles")}>
            <Profiles />
          </Section>
          <Section title={say("settings-models")}>
            <Models />
          </Section>
          <Section title={say("words-client-identity")}>
            <ClientDocument />
          </Section>
          <DataAndSecrets />
          <Section title={say("settings-keyboard")}>
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
        </AfterPaint>
      </div>
    </Page>
  );
}

/** Where data and secrets are. Asking for it tries the keychain by a write. */
function DataAndSecrets() {
  const computer = useAbout();
  const { about, check } = computer;
  const { data_dir, store, secrets } = about;
  useEffect(check, [check]);
  return (
    <>
      <Section title={say("settings-data")}>
        <p className={css.line}>
          <code className={css.path}>{data_dir}</code>
          <Copy text={data_dir} label={say("elements-copy-path")} />
        </p>
        {store === null ? (
          <p className="dim">
            {say(secrets.kind === "file" ? "settings-data-contents-secrets" : "settings-data-contents")}
          </p>
        ) : (
          <ProblemNote problem={store} />
        )}
      </Section>
      <Section title={say("settings-secrets")}>
        <Secrets computer={computer} />
      </Section>
    </>
  );
}

function About() {
  const about = useHost((host) => host.about);
  return (
    <Section title={say("settings-about")}>
      <div className={css.about}>
        <Mark size={36} />
        <div>
          <p>
            <strong>{say("app-name")}</strong> {about.version}
          </p>
          <p className="dim">
            <Say
              id="settings-about-help"
              args={{
                versions: (
                  <Listed
                    items={about.revisions.map((revision) => (
                      <span key={revision} className={css.revision}>
                        {revision}
                      </span>
                    ))}
                  />
                ),
              }}
            />
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
