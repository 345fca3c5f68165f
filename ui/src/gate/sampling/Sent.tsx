import type { SampledMessage, SampledTool, ToolChoice } from "../../bindings/host";
import { textFrom } from "../../elements/Attribution";
import { ForeignText } from "../../elements/ForeignText";
import { LinkButton } from "../../elements/LinkButton";
import { UntrustedBlock } from "../../elements/UntrustedBlock";
import { many } from "../../words";
import type { Asked } from "../request";
import type { Expanded } from "../useExpanded";
import { Value } from "../Value";
import { Content, Json, Parts } from "./Parts";
import { size } from "./parts";
import css from "./sampling.module.css";

/** Everything that goes along, in the order in which a model reads it. */
export function Sent(props: { asked: Asked<"sampling">; label: string; opened: Expanded }) {
  const { asked, label, opened } = props;
  const whose = textFrom(label);
  return (
    <>
      {opened.left > 2 ? (
        <p className={css.many}>
          {many(opened.left, "text is", "texts are")} shortened.{" "}
          <LinkButton look="link" onClick={opened.openAll}>
            Open all
          </LinkButton>
        </p>
      ) : null}
      {asked.system_prompt === null ? null : (
        <UntrustedBlock from={`System prompt · ${whose}`}>
          <Content block={asked.system_prompt} id="system" name="system prompt" place={1} opened={opened} />
        </UntrustedBlock>
      )}
      {asked.messages.map((message, index) => (
        <UntrustedBlock key={index} from={`${heading(message, index, asked.messages.length)} · ${whose}`}>
          <Parts
            parts={message.parts}
            id={`message.${index}`}
            name={`message ${index + 1}`}
            opened={opened}
          />
        </UntrustedBlock>
      ))}
      {asked.tools.length === 0 ? null : (
        <section className={css.tools} aria-label="Tools of its own">
          <p className="small">
            {many(asked.tools.length, "tool")} of its own. {choiceWord[asked.tool_choice ?? "auto"]}
          </p>
          {asked.tools.map((tool, index) => (
            <Tool
              key={index}
              tool={tool}
              place={`${index + 1} of ${asked.tools.length}`}
              id={`tool.${index}`}
              {...{ whose, opened }}
            />
          ))}
        </section>
      )}
    </>
  );
}

const choiceWord: Record<ToolChoice, string> = {
  auto: "The model decides whether to ask for one.",
  required: "The model has to ask for one.",
  none: "The model may not ask for any.",
};

function heading(message: SampledMessage, index: number, of: number): string {
  const role = message.role === "assistant" ? "as if the model said it" : "as if you said it";
  return `Message ${index + 1} of ${of}, ${role}`;
}

function Tool(props: { tool: SampledTool; place: string; whose: string; id: string; opened: Expanded }) {
  const { tool, id, opened } = props;
  return (
    <UntrustedBlock from={`Tool ${props.place} · ${props.whose}`}>
      <div className={css.tool}>
        <p>
          <strong>
            <ForeignText value={tool.name} mono />
          </strong>
        </p>
        {tool.description.text === "" ? null : (
          <Value
            id={`${id}.description`}
            name={`description of ${tool.name.text}`}
            value={tool.description}
            bytes={size(tool.description.text)}
            opened={opened}
            words
          />
        )}
        <Json id={`${id}.schema`} name={`schema of ${tool.name.text}`} value={tool.schema} opened={opened} />
      </div>
    </UntrustedBlock>
  );
}
