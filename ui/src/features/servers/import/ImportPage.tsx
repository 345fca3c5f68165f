/** The servers of other applications on this computer, or of the folder of one project. */
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import type { ProjectConfigurations } from "../../../bindings/host";
import { Bar, EmptyRoom, ForeignText, ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { useHostCommand, useHostQuery } from "../../../store";
import { AddInstead } from "../AddInstead";
import { ImportServers } from "./ImportServers";
import css from "./import.module.css";

export function ImportPage() {
  const choose = useHostCommand("choose_project");
  // It stays while another one is chosen, and where none is; a page that is left forgets it.
  const [project, setProject] = useState<ProjectConfigurations | null>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Bar
        room={false}
        title={say("servers-import-title")}
        actions={
          <Button
            ref={chooser}
            loading={choose.isPending}
            onClick={() =>
              choose.mutate({}, { onSuccess: (chosen) => chosen !== null && setProject(chosen) })
            }
          >
            {say(project === null ? "servers-import-project" : "servers-import-project-other")}
          </Button>
        }
      />
      <div className={`scrolls ${css.scroll}`}>
        {choose.error !== null ? <ProblemNote problem={choose.error} live /> : null}
        {project !== null ? (
          <Project
            project={project}
            onLeave={() => {
              // The button that was pressed goes with the project.
              chooser.current?.focus();
              setProject(null);
              // Why another folder was not read goes with the project; a folder that is being chosen still counts.
              if (choose.isError) choose.reset();
            }}
          />
        ) : (
          <OfApplications />
        )}
      </div>
    </>
  );
}

function OfApplications() {
  const found = useHostQuery("configurations", {}, { fleeting: true });
  const files = found.data ?? [];
  return (
    <>
      {found.error !== null ? <ProblemNote problem={found.error} live /> : null}
      {found.isPending ? (
        <p className="dim" role="status">
          {say("servers-import-looking")}
        </p>
      ) : null}
      {found.data !== undefined && files.length === 0 ? (
        <AddInstead title={say("servers-none-found")}>{say("servers-import-none-help")}</AddInstead>
      ) : null}
      {files.length > 0 ? (
        <div className={css.reading}>
          <p className="dim">{say("servers-import-help")}</p>
          <ImportServers key={found.dataUpdatedAt} text={null} groups={files} />
        </div>
      ) : null}
    </>
  );
}

/** The files of a project came with it: they are not the person's own. */
function Project({ project, onLeave }: { project: ProjectConfigurations; onLeave: () => void }) {
  const { folder, files } = project;
  return (
    <div className={css.reading}>
      <div className={`row ${css.project}`}>
        <p role="status">
          {say("servers-import-project-of")} <ForeignText value={folder} mono />
        </p>
        <Button variant="subtle" size="xs" onClick={onLeave}>
          {say("servers-import-project-leave")}
        </Button>
      </div>
      {files.length > 0 ? (
        <>
          <p className="dim">{say("servers-import-project-help")}</p>
          <ImportServers key={JSON.stringify(project)} text={null} groups={files} />
        </>
      ) : (
        <EmptyRoom title={say("servers-none-found")}>{say("servers-import-project-none")}</EmptyRoom>
      )}
    </div>
  );
}
