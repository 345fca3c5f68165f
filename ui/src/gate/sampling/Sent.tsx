import type { SampledTool } from "../../bindings/host";
import { textFrom } from "../../elements/Attribution";
import { ForeignText } from "../../elements/ForeignText";
import { LinkButton } from "../../elements/LinkButton";
import { UntrustedBlock } from "../../elements/UntrustedBlock";
import { Say, say } from "../../l10n";
import { count } from "../../words";
import type { Asked } from "../request";
import type { Expanded } from "../useExpanded";
import { Value } from "../Value";
import { Content, Json, Parts } from "./Parts";
import { messageName, nameOf, size } from "./parts";
import css from "./sampling.module.css";

/** Everything that goes along, in the order in which a model reads it. */
export function Sent(props: { asked: Asked<"sampling">; label: string; opened: Expanded }) {
  const { asked, label, opened } = props;
  const whose = textFrom(label);
  const choice = asked.tool_choice ?? "auto";
  return (
    <>
      {opened.left > 2 ? (
        <p className={css.many}>
          <Say
            id="gate-sampling-shortened"
            args={{ count: opened.left }}
            tags={{
              open: (it) => (
                <LinkButton look="link" onClick={opened.openAll}>
                  {it}
                </LinkButton>
              ),
            }}
          />
        </p>
      ) : null}
      {asked.system_prompt === null ? null : (
        <UntrustedBlock from={say("gate-sampling-from-system", { from: whose })}>
          <Content
            block={asked.system_prompt}
            id="system"
            name={say("gate-sampling-name-system")}
            place={1}
            opened={opened}
          />
        </UntrustedBlock>
      )}
      {asked.messages.map((message, index) => (
        <UntrustedBlock
          key={index}
          from={say(`gate-sampling-from-${message.role}`, {
            place: count(index + 1),
            of: count(asked.messages.length),
            from: whose,
          })}
        >
          <Parts parts={message.parts} id={`message.${index}`} name={messageName(index)} opened={opened} />
        </UntrustedBlock>
      ))}
      {asked.tools.length === 0 ? null : (
        <section className={css.tools} aria-label={say("gate-sampling-tools")}>
          <p className="small">{say(`gate-sampling-tools-${choice}`, { count: asked.tools.length })}</p>
          {asked.tools.map((tool, index) => (
            <Tool
              key={index}
              tool={tool}
              from={say("gate-sampling-from-tool", {
                place: count(index + 1),
                of: count(asked.tools.length),
                from: whose,
              })}
              id={`tool.${index}`}
              opened={opened}
            />
          ))}
        </section>
      )}
    </>
  );
}

function Tool(props: { tool: SampledTool; from: string; id: string; opened: Expanded }) {
  const { tool, id, opened } = props;
  return (
    <UntrustedBlock from={props.from}>
      <div className={css.tool}>
        <p>
          <strong>
            <ForeignText value={tool.name} mono />
          </strong>
        </p>
        {tool.description.text === "" ? null : (
          <Value
            id={`${id}.description`}
            name={nameOf("description", tool.name)}
            value={tool.description}
            bytes={size(tool.description.text)}
            opened={opened}
            words
          />
        )}
        <Json id={`${id}.schema`} name={nameOf("schema", tool.name)} value={tool.schema} opened={opened} />
      </div>
    </UntrustedBlock>
  );
}
