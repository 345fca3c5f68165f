import { useMemo } from "react";
import { type Json, sameJson } from "../../json";
import { say } from "../../l10n";
import { ChoiceInput, SeveralInput } from "../inputs/ChoiceInput";
import { escapedJson, escapedText } from "../inputs/escape";
import { type ReadField, useFrame } from "./fields";
import type { Option } from "./schema";

function useLabels(options: Option[]): string[] {
  return useMemo(
    () =>
      options.map(
        ({ title, value }) => title ?? (typeof value === "string" ? escapedText(value) : escapedJson(value)),
      ),
    [options],
  );
}

function placeOf(options: Option[], value: Json | undefined): number | null {
  const place = options.findIndex((option) => value === option.value || sameJson(value, option.value));
  return place < 0 ? null : place;
}

function placeholder(required: boolean): string {
  return say(required ? "elements-form-choose" : "words-not-set");
}

export function ChoiceField(props: ReadField & { options: Option[] }) {
  const { options, value, onChange, required } = props;
  const chosen = placeOf(options, value);
  return (
    <ChoiceInput
      frame={useFrame(props)}
      labels={useLabels(options)}
      required={required}
      chosen={chosen}
      onChange={(place) => onChange(place === null ? undefined : options[place]?.value)}
      placeholder={value !== undefined && chosen === null ? escapedJson(value) : placeholder(required)}
    />
  );
}

export function ManyField(props: ReadField & { options: Option[] }) {
  const { options, value, onChange, required } = props;
  const chosen = Array.isArray(value) ? value.flatMap((part) => placeOf(options, part) ?? []) : [];
  return (
    <SeveralInput
      frame={useFrame(props)}
      labels={useLabels(options)}
      required={required}
      chosen={chosen}
      onChange={(places) => {
        const values = places.flatMap((place) => options[place]?.value ?? []);
        onChange(values.length === 0 && !required ? undefined : values);
      }}
      placeholder={placeholder(required)}
    />
  );
}
