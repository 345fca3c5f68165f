import { Bar, EmptyRoom, Page } from "../../elements";

/** The room “Settings”. `path` is what follows the room in the address. */
export function SettingsRoom(_props: { path: string[] }) {
  return (
    <Page bar={<Bar title="Settings" />}>
      <EmptyRoom title="Nothing here yet" />
    </Page>
  );
}
