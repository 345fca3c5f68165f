import { Bar, EmptyRoom, Page } from "../../elements";

export function ChatRoom(_props: { path: string[] }) {
  return (
    <Page bar={<Bar title="Chat" />}>
      <EmptyRoom title="Nothing here yet" />
    </Page>
  );
}
