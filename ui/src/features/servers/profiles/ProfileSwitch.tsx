/** Which profile is in use, above the list of servers. Only where there are several to choose from. */
import { Button, Menu } from "@mantine/core";
import { ProblemNote } from "../../../elements";
import { CheckIcon, DownIcon } from "../../../elements/icons";
import { say } from "../../../l10n";
import { to } from "../../../route";
import { useHostCommand, useHostQuery } from "../../../store";
import css from "./profiles.module.css";

export function ProfileSwitch() {
  const profiles = useHostQuery("profiles", {});
  const use = useHostCommand("use_profile");
  const all = profiles.data ?? [];
  const current = all.find((it) => it.current);
  if (all.length < 2 || current === undefined) return null;
  return (
    <div className={css.switch}>
      <Menu position="bottom-start" width="target">
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            fullWidth
            justify="space-between"
            loading={use.isPending}
            rightSection={<DownIcon />}
            aria-label={say("servers-profiles-current", { profile: current.name })}
          >
            <span className="cut">
              <span className="dim">{say("servers-profiles-label")}</span> <bdi>{current.name}</bdi>
            </span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {all.map((profile) => (
            <Menu.Item
              key={profile.id}
              {...(profile.current
                ? { "aria-label": say("servers-profiles-in-use", { profile: profile.name }) }
                : {})}
              leftSection={<span className={css.check}>{profile.current ? <CheckIcon /> : null}</span>}
              onClick={() => {
                if (!profile.current) use.mutate({ profile: profile.id });
              }}
            >
              <bdi className="cut">{profile.name}</bdi>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item component="a" href={to("settings")}>
            {say("servers-profiles-manage")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {use.error !== null ? <ProblemNote problem={use.error} live /> : null}
    </div>
  );
}
