/** The fields that are filled in, by their raw names. An emptied field is not sent. */
export function filled(
  values: Record<string, string>,
  fields: readonly { name: string }[],
  without?: string,
): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return name === without || value === undefined || value === "" ? [] : [[name, value]];
    }),
  );
}
