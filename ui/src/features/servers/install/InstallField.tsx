/** One value that a bundle or an entry of a registry asks for: a text, a number, a switch, one of a few, or places on this computer. */
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { Fragment } from "react";
import type { InstallSetting } from "../../../bindings/host";
import { AutosizeTextarea, ForeignText, HelpedSwitch, ProblemNote } from "../../../elements";
import { ChoiceInput } from "../../../elements/inputs/ChoiceInput";
import { say } from "../../../l10n";
import { useHostCommand } from "../../../store";
import { escapedText } from "../../../words";
import { beside } from "../form/beside";
import { withLine } from "../form/fence";
import css from "../form/form.module.css";

interface Props {
  setting: InstallSetting;
  text: string;
  /** Its secret is stored and stays where no other is typed. */
  stored: boolean;
  missing: boolean;
  onChange: (text: string) => void;
}

export function InstallField(props: Props) {
  const { setting, text, stored, missing, onChange } = props;
  const isPlace = setting.kind === "folder" || setting.kind === "file";
  const field = {
    label: <ForeignText value={setting.title} />,
    description: <Help setting={setting} />,
    "aria-required": setting.required && !stored,
    autoComplete: "off",
    spellCheck: false,
    value: text,
    error: missing ? say("servers-missing") : undefined,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  } as const;
  if (setting.kind === "switch")
    return (
      <HelpedSwitch
        label={field.label}
        help={field.description}
        checked={text === "true"}
        onChange={(on) => onChange(String(on))}
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
        placeholder={say("words-choose")}
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
  const place = isPlace
    ? {
        classNames: { input: css.mono },
        inputContainer: beside(<Choose setting={setting} text={text} onChange={onChange} />),
      }
    : {};
  return setting.multiple ? (
    <AutosizeTextarea {...field} {...place} minRows={1} maxRows={8} />
  ) : (
    <TextInput {...field} {...place} inputMode={setting.kind === "number" ? "decimal" : undefined} />
  );
}

/** The publisher's words, and ours on a line of their own. */
function Help({ setting }: { setting: InstallSetting }) {
  const isOptional = !setting.required && setting.kind !== "switch";
  const own = [
    setting.multiple ? say("servers-install-lines") : null,
    isOptional ? say("servers-install-optional") : null,
  ].filter((it) => it !== null);
  return (
    <>
      {setting.description.text !== "" ? (
        <span className={css.helpLine}>
          <ForeignText value={setting.description} />
        </span>
      ) : null}
      {own.map((words) => (
        <Fragment key={words}>
          {" "}
          <span className={css.helpLine}>{words}</span>
        </Fragment>
      ))}
    </>
  );
}

/** The system's picker, for a folder or a file. */
function Choose({ setting, text, onChange }: Pick<Props, "setting" | "text" | "onChange">) {
  const pick = useHostCommand(setting.kind === "folder" ? "pick_folder" : "pick_file");
  function picked(place: string | null) {
    if (place === null) return;
    onChange(setting.multiple ? withLine(text, place) : place);
  }
  return (
    <div className={css.choose}>
      <Button
        loading={pick.isPending}
        aria-label={say("servers-install-choose-for", { name: setting.title.text })}
        onClick={() => pick.mutate({}, { onSuccess: picked })}
      >
        {say("words-choose")}
      </Button>
      {pick.error !== null ? <ProblemNote problem={pick.error} live /> : null}
    </div>
  );
}
