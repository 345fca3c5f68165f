/** One or several of given values. Options are known by their place, so that two that look alike stay two. */
import { MultiSelect, Select } from "@mantine/core";
import { useMemo } from "react";
import { type Json, sameJson } from "../../json";
import { type ReadField, useFrame } from "./fields";
import type { Option } from "./schema";
import { shownJson, shownText } from "./shown";

/** More than a person reads; the search finds the rest. */
const SHOWN = 100;

function labelOf(option: Option): string {
  if (option.title === null)
    return typeof option.value === "string" ? shownText(option.value) || "(empty)" : shownJson(option.value);
  return option.title;
}

function useOptions(options: Option[]) {
  return useMemo(
    () => options.map((option, index) => ({ value: String(index), label: labelOf(option) })),
    [options],
  );
}

function same(left: Json | undefined, right: Json): boolean {
  return left === right || sameJson(left, right);
}

export function ChoiceField(props: ReadField & { options: Option[] }) {
  const { options, value, onChange, required } = props;
  const frame = useFrame(props);
  const data = useOptions(options);
  const index = options.findIndex((option) => same(value, option.value));
  return (
    <Select
      {...frame}
      data={data}
      value={index < 0 ? null : String(index)}
      onChange={(chosen) => onChange(chosen === null ? undefined : options[Number(chosen)]?.value)}
      placeholder={value !== undefined && index < 0 ? shownJson(value) : required ? "Choose" : "Not set"}
      clearable={!required}
      searchable={options.length > 8}
      limit={SHOWN}
      allowDeselect={!required}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      nothingFoundMessage="Nothing matches."
    />
  );
}

export function ManyField(props: ReadField & { options: Option[] }) {
  const { options, value, onChange, required } = props;
  const frame = useFrame(props);
  const data = useOptions(options);
  const chosen = Array.isArray(value)
    ? value
        .map((part) => options.findIndex((option) => same(part, option.value)))
        .filter((index) => index >= 0)
    : [];
  return (
    <MultiSelect
      {...frame}
      data={data}
      value={chosen.map(String)}
      onChange={(next) => {
        const values = next.flatMap((index) => options[Number(index)]?.value ?? []);
        onChange(values.length === 0 && !required ? undefined : values);
      }}
      placeholder={chosen.length > 0 ? undefined : required ? "Choose" : "Not set"}
      searchable
      clearable
      limit={SHOWN}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      nothingFoundMessage="Nothing matches."
    />
  );
}
