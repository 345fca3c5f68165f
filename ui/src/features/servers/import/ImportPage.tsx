/** The servers of other applications on this computer. */
import { Button } from "@mantine/core";
import { Bar, EmptyRoom, ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { to } from "../../../route";
import { useHostQuery } from "../../../store";
import { ImportServers } from "./ImportServers";
import css from "./import.module.css";

export function ImportPage() {
  const found = useHostQuery("configurations", {}, { fleeting: true });
  const groups = found.data ?? [];
  return (
    <>
      <Bar room={false} title={say("servers-import-title")} />
      <div className={css.scroll}>
        {found.error !== null ? <ProblemNote problem={found.error} live /> : null}
        {found.isPending ? (
          <p className="dim" role="status">
            {say("servers-import-looking")}
          </p>
        ) : null}
        {found.data !== undefined && groups.length === 0 ? (
          <EmptyRoom
            title={say("servers-import-none")}
            action={
              <Button component="a" href={to("servers", "add")}>
                {say("servers-import-none-add")}
              </Button>
            }
          >
            {say("servers-import-none-help")}
          </EmptyRoom>
        ) : null}
        {groups.length > 0 ? (
          <div className={css.reading}>
            <p className="dim">{say("servers-import-help")}</p>
            <ImportServers
              key={found.dataUpdatedAt}
              text={null}
              groups={groups.map(({ path, name, servers, problem }) => ({ path, name, servers, problem }))}
            />
          </div>
        ) : null}
      </div>
    </>
  );
}
