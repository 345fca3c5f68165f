/** One or several of given values. Options are known by their place, so that two that look alike stay two. */
import { MultiSelect, type MultiSelectProps, Select } from "@mantine/core";
import { say } from "../../l10n";
import type { InputFrame } from "./frame";

interface Props {
  frame: InputFrame;
  labels: string[];
  /** Something has to be chosen. */
  required: boolean;
  /** While nothing is chosen. */
  placeholder: string;
}

function common({ labels }: Props) {
  return {
    data: labels.map((label, place) => ({
      value: String(place),
      label: label || say("elements-form-empty"),
    })),
    // More than a person reads; the search finds the rest.
    limit: 100,
    comboboxProps: { transitionProps: { duration: 0 } },
    nothingFoundMessage: say("words-no-matches"),
  } satisfies MultiSelectProps;
}

export function ChoiceInput(
  props: Props & { chosen: number | null; onChange: (place: number | null) => void },
) {
  const { chosen, onChange, required } = props;
  return (
    <Select
      {...props.frame}
      {...common(props)}
      value={chosen === null ? null : String(chosen)}
      onChange={(place) => onChange(place === null ? null : Number(place))}
      placeholder={props.placeholder}
      clearable={!required}
      allowDeselect={!required}
      searchable={props.labels.length > 8}
    />
  );
}

export function SeveralInput(props: Props & { chosen: number[]; onChange: (places: number[]) => void }) {
  return (
    <MultiSelect
      {...props.frame}
      {...common(props)}
      value={props.chosen.map(String)}
      onChange={(places) => props.onChange(places.map(Number))}
      placeholder={props.chosen.length > 0 ? undefined : props.placeholder}
      clearable
      searchable
    />
  );
}
