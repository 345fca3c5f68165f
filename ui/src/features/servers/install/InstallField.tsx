/** One value that a bundle or an entry of a registry asks for: a text, a number, a switch, one of a few, or places on this computer. */
import { Button, PasswordInput, Switch, TextInput } from "@mantine/core";
import type { InstallSetting } from "../../../bindings/host";
import { AutosizeTextarea, ForeignText, ProblemNote } from "../../../elements";
import { ChoiceInput } from "../../../elements/inputs/ChoiceInput";
import { say } from "../../../l10n";
import { useHostCommand } from "../../../store";
import { escapedText } from "../../../words";
import css from "../form/form.module.css";

interface Props {
  setting: InstallSetting;
  text: string;
  /** Its secret is stored and stays where no other is typed. */
  stored: boolean;
  missing: boolean;
  onChange: (text: string) => void;
}

export function InstallField({ setting, text, stored, missing, onChange }: Props) {
  const isPlace = setting.kind === "folder" || setting.kind === "file";
  const field = {
    label: <ForeignText value={setting.title} />,
    description: <Help setting={setting} />,
    "aria-required": setting.required && !stored,
    autoComplete: "off",
    spellCheck: false,
    value: text,
    error: missing ? say("servers-install-missing") : undefined,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  } as const;
  if (setting.kind === "switch")
    return (
      <Switch
        label={field.label}
        description={field.description}
        checked={text === "true"}
        onChange={(event) => onChange(String(event.currentTarget.checked))}
      />
    );
  if (setting.choices.length > 0 && !setting.multiple)
    return (
      <ChoiceInput
        frame={{
          label: field.label,
          description: field.description,
          "aria-required": field["aria-required"],
          error: field.error,
        }}
        labels={setting.choices.map((choice) => escapedText(choice))}
        required={setting.required}
        placeholder={say("servers-install-choose")}
        chosen={setting.choices.includes(text) ? setting.choices.indexOf(text) : null}
        onChange={(place) => onChange(place === null ? "" : (setting.choices[place] ?? ""))}
      />
    );
  if (setting.secret)
    return (
      <PasswordInput
        {...field}
        placeholder={stored ? say("servers-install-stored") : undefined}
        visibilityToggleButtonProps={{
          "aria-label": say("servers-install-show", { name: setting.title.text }),
        }}
      />
    );
  const input = setting.multiple ? (
    <AutosizeTextarea {...field} classNames={isPlace ? { input: css.mono } : {}} minRows={1} maxRows={8} />
  ) : (
    <TextInput
      {...field}
      classNames={isPlace ? { input: css.mono } : {}}
      inputMode={setting.kind === "number" ? "decimal" : undefined}
    />
  );
  return isPlace ? (
    <Place setting={setting} text={text} onChange={onChange}>
      {input}
    </Place>
  ) : (
    input
  );
}

function Help({ setting }: { setting: InstallSetting }) {
  return (
    <>
      {setting.description.text !== "" ? (
        <>
          <ForeignText value={setting.description} />{" "}
        </>
      ) : null}
      {setting.multiple ? say("servers-install-lines") : null}
      {setting.required || setting.kind === "switch" ? null : <> {say("servers-install-optional")}</>}
    </>
  );
}

/** A folder or a file, which the system's picker can fill in. */
function Place(props: {
  setting: InstallSetting;
  text: string;
  onChange: (text: string) => void;
  children: React.ReactNode;
}) {
  const { setting, text, onChange } = props;
  const pick = useHostCommand(setting.kind === "folder" ? "pick_folder" : "pick_file");
  function picked(place: string | null) {
    if (place === null) return;
    onChange(setting.multiple && text.trim() !== "" ? `${text.replace(/\n+$/, "")}\n${place}` : place);
  }
  return (
    <>
      <div className={css.folder}>
        {props.children}
        <Button
          loading={pick.isPending}
          aria-label={say("servers-install-choose-for", { name: setting.title.text })}
          onClick={() => pick.mutate({}, { onSuccess: picked })}
        >
          {say("servers-install-choose")}
        </Button>
      </div>
      {pick.error !== null ? <ProblemNote problem={pick.error} live /> : null}
    </>
  );
}
