/** The record: what was asked, by whom, and how it ended. */
import { Button, Menu, TextInput } from "@mantine/core";
import { useDeferredValue, useMemo, useState } from "react";
import type { RecordFilter, Verification } from "../../bindings/host";
import { Bar, CheckIcon, Columns, DownIcon, EmptyRoom, LinkButton, ProblemNote, Tag } from "../../elements";
import { go } from "../../route";
import { useHostCommand } from "../../store";
import css from "./activity.module.css";
import { Filters, NO_FILTER } from "./Filters";
import { RecordDetail } from "./RecordDetail";
import { RecordTable } from "./RecordTable";
import { useRecord } from "./useRecord";

/** Good is only what was compared with the keychain too. */
function checkTone(found: Verification): "ok" | "wait" | "bad" {
  if (found.first_broken !== null) return "bad";
  return found.kept.kind === "confirmed" ? "ok" : "wait";
}

export function ActivityRoom({ path }: { path: string[] }) {
  const [filter, setFilter] = useState(NO_FILTER);
  const [text, setText] = useState("");
  const words = useDeferredValue(text.trim());
  const wanted = useMemo(
    (): RecordFilter => ({ ...filter, text: words === "" ? null : words }),
    [filter, words],
  );
  const record = useRecord(wanted);
  const verify = useHostCommand("verify_record");
  const exported = useHostCommand("export_record");
  const chosen = path[0] === undefined ? null : Number(path[0]);
  const filtered =
    wanted.text !== null || wanted.server !== null || wanted.kind !== null || wanted.outcome !== null;
  const problem = record.problem ?? verify.error ?? exported.error;
  return (
    <div className={css.room}>
      <Bar
        title="Activity"
        beside={
          <span className={css.check} role="status">
            {verify.data === undefined ? (
              <Button size="xs" loading={verify.isPending} onClick={() => verify.mutate({})}>
                Check the record
              </Button>
            ) : (
              <>
                <Tag tone={checkTone(verify.data)}>
                  {checkTone(verify.data) === "ok" ? <CheckIcon /> : null}
                  {verify.data.sentence}
                </Tag>
                <LinkButton onClick={() => verify.mutate({})}>Check again</LinkButton>
              </>
            )}
          </span>
        }
        actions={
          <>
            <TextInput
              type="search"
              className={css.search}
              aria-label="Search the record"
              placeholder="Search the record"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Menu position="bottom-end">
              <Menu.Target>
                <Button rightSection={<DownIcon />} loading={exported.isPending}>
                  Export
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => exported.mutate({ format: "jsonl" })}>JSON Lines …</Menu.Item>
                <Menu.Item onClick={() => exported.mutate({ format: "csv" })}>CSV …</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        }
      />
      {exported.data != null ? (
        <p className={css.strip} role="status">
          The record was saved to <code>{exported.data}</code>.
        </p>
      ) : null}
      {problem !== null ? (
        <div className={css.strip}>
          <ProblemNote problem={problem} live />
        </div>
      ) : null}
      <div className={css.rest}>
        <Columns
          shape="wide"
          open={chosen !== null}
          onBack={() => go("activity")}
          backTo="Activity"
          list={
            <>
              <Filters filter={filter} onChange={setFilter} />
              {record.rows?.length === 0 ? (
                filtered ? (
                  <EmptyRoom
                    title="Nothing matches"
                    action={
                      <Button
                        onClick={() => {
                          setText("");
                          setFilter(NO_FILTER);
                        }}
                      >
                        Show everything
                      </Button>
                    }
                  />
                ) : (
                  <EmptyRoom title="Nothing has happened yet">
                    Every call, every decision and every start of a program is kept here, with its reason.
                  </EmptyRoom>
                )
              ) : (
                <RecordTable
                  rows={record.rows ?? []}
                  chosen={chosen}
                  more={record.hasMore}
                  reading={record.reading}
                  onMore={record.more}
                />
              )}
            </>
          }
          detail={
            chosen === null ? (
              <EmptyRoom title="Choose a row">
                Why it was allowed, what was asked for and what came back.
              </EmptyRoom>
            ) : (
              <RecordDetail key={chosen} seq={chosen} />
            )
          }
        />
      </div>
    </div>
  );
}
