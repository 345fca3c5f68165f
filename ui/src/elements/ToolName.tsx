/**
 * What a server offers, by the name that is called. A server gives it any title it likes, so the title comes after the name, in
 * a slot that says whose it is (S-34).
 */
import type { Foreign } from "../bindings/host";
import { Say, say } from "../l10n";
import { ForeignText, RawText } from "./ForeignText";
import css from "./ToolName.module.css";

export function ToolName(props: {
  /** As it is called; what the host did not escape is escaped here. */
  name: Foreign | string;
  /** What its server calls it; nothing where that is the name. */
  title?: Foreign | null | undefined;
  server?: string | undefined;
  /** Whether the server is named beside it: who listens is told again, who looks is not. */
  beside?: boolean;
}) {
  const { name, title, server, beside = false } = props;
  return (
    <>
      {typeof name === "string" ? <RawText text={name} mono /> : <ForeignText value={name} mono />}
      {differs(name, title) ? (
        <>
          {" "}
          <ServerTitle title={title} server={server} beside={beside} />
        </>
      ) : null}
    </>
  );
}

/** A title on a line with other words. */
export function ServerTitle(props: {
  title: Foreign;
  server?: string | undefined;
  /** Whether it is a title, or the name that the server shows. */
  of?: "title" | "name";
  /** Whether the server is named beside it. */
  beside?: boolean;
  badge?: boolean;
}) {
  const { title, server, of = "title", beside = false, badge = true } = props;
  return (
    <span className={`small dim ${css.title}`} data-attributed>
      <span className={css.from}>
        {server === undefined ? (
          say(`elements-from-unnamed-${of}`)
        ) : beside ? (
          <>
            {say(`elements-from-${of}-short`)}{" "}
            <span className="visually-hidden">
              <Say id="elements-from-beside" args={{ server: <RawText text={server} /> }} />
            </span>
          </>
        ) : (
          <Say id={`elements-from-${of}`} args={{ server: <RawText text={server} /> }} />
        )}
      </span>{" "}
      <ForeignText value={title} badge={badge} />
    </span>
  );
}

/** Whether a title says something else than the name. */
export function differs(name: Foreign | string, title: Foreign | null | undefined): title is Foreign {
  return title != null && title.text !== (typeof name === "string" ? name : name.text);
}
