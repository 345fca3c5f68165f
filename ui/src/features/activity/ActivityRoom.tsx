/** The audit log: what was asked, by whom, and how it ended. */
import { Button, Loader, Menu, TextInput } from "@mantine/core";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import type { RecordFilter, Verification } from "../../bindings/host";
import {
  AfterPaint,
  Bar,
  CheckIcon,
  Columns,
  DownIcon,
  EmptyRoom,
  LinkButton,
  ProblemNote,
  Tag,
  useLostFocus,
} from "../../elements";
import { code, Say, say } from "../../l10n";
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
  const checking = useRef<HTMLSpanElement>(null);
  // Each of the two buttons takes the place of the other.
  useLostFocus(
    checking,
    () => null,
    () => checking.current?.querySelector("button"),
  );
  const check = () => {
    if (!verify.isPending) verify.mutate({});
  };
  const save = (format: "jsonl" | "csv") => {
    if (!exported.isPending) exported.mutate({ format });
  };
  const chosen = path[0] === undefined ? null : Number(path[0]);
  const filtered =
    wanted.text !== null || wanted.server !== null || wanted.kind !== null || wanted.outcome !== null;
  const none = record.rows?.length === 0;
  const problem = record.problem ?? verify.error ?? exported.error;
  return (
    <div className={`column ${css.room}`}>
      <Bar
        title={say("app-room-activity")}
        beside={
          <span ref={checking} className={css.check} role="status">
            {verify.data === undefined ? (
              // Not `loading`, which would disable it: the focus stays.
              <Button
                size="xs"
                aria-disabled={verify.isPending || undefined}
                leftSection={verify.isPending ? <Loader size={12} /> : null}
                onClick={check}
              >
                {say("activity-check")}
              </Button>
            ) : (
              <>
                <Tag tone={checkTone(verify.data)}>
                  {checkTone(verify.data) === "ok" ? <CheckIcon /> : null}
                  {verify.data.sentence}
                </Tag>
                <LinkButton onClick={check}>{say("words-check-again")}</LinkButton>
              </>
            )}
          </span>
        }
        actions={
          <>
            <TextInput
              type="search"
              className={css.search}
              aria-label={say("activity-search")}
              placeholder={say("activity-search")}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Menu position="bottom-end">
              <Menu.Target>
                <Button
                  rightSection={exported.isPending ? <Loader size={12} /> : <DownIcon />}
                  aria-disabled={exported.isPending || undefined}
                >
                  {say("activity-export")}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => save("jsonl")}>{say("activity-export-jsonl")}</Menu.Item>
                <Menu.Item onClick={() => save("csv")}>{say("activity-export-csv")}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        }
      />
      {exported.data != null ? (
        <p className={css.strip} role="status">
          <Say id="activity-exported" args={{ path: exported.data }} tags={{ code }} />
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
          backTo={say("app-room-activity")}
          list={
            <>
              <AfterPaint room={<div className={css.filtersRoom} />}>
                <Filters filter={filter} onChange={setFilter} />
              </AfterPaint>
              {none ? (
                filtered ? (
                  <EmptyRoom
                    title={say("activity-unmatched")}
                    action={
                      <Button
                        onClick={() => {
                          setText("");
                          setFilter(NO_FILTER);
                        }}
                      >
                        {say("activity-unmatched-all")}
                      </Button>
                    }
                  />
                ) : (
                  <EmptyRoom title={say("activity-empty")}>{say("activity-empty-help")}</EmptyRoom>
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
              none ? null : (
                <EmptyRoom title={say("activity-choose")}>{say("activity-choose-help")}</EmptyRoom>
              )
            ) : (
              <RecordDetail key={chosen} seq={chosen} />
            )
          }
        />
      </div>
    </div>
  );
}
