/** The packages and addresses of a server: which one is added, what it runs, and the values that it asks for. */
import { Radio } from "@mantine/core";
import { useState } from "react";
import type { Foreign, RegistryOption, RegistryServer } from "../../../bindings/host";
import {
  Description,
  DescriptionList,
  ForeignText,
  ProblemNote,
  RawText,
  Tag,
  UntrustedBlock,
} from "../../../elements";
import { RadioOption } from "../../../elements/inputs/RadioOption";
import { Say, say } from "../../../l10n";
import page from "../page/page.module.css";
import { BundleDownload } from "./BundleDownload";
import { EntryForm } from "./EntryForm";
import css from "./registry.module.css";

export function EntryOptions({ server, version }: { server: RegistryServer; version: string }) {
  const { options } = server;
  const [at, setAt] = useState<number | null>(null);
  const chosen =
    options.find((it) => it.at === at) ?? options.find((it) => it.problem === null) ?? options[0];
  if (chosen === undefined) return <p className="dim">{say("servers-registry-no-options")}</p>;
  return (
    <>
      {options.length > 1 ? (
        <Radio.Group
          label={say("servers-registry-options")}
          description={say("servers-registry-claims")}
          value={String(chosen.at)}
          onChange={(value) => setAt(Number(value))}
        >
          <div className={css.options} data-attributed>
            {options.map((option) => (
              <RadioOption
                key={option.at}
                value={String(option.at)}
                label={say(`servers-registry-kind-${option.kind}`)}
                description={<Identifier option={option} />}
              />
            ))}
          </div>
        </Radio.Group>
      ) : null}
      <div className={css.option}>
        <Runs option={chosen} alone={options.length === 1} />
        {chosen.problem !== null ? (
          <ProblemNote problem={{ sentence: chosen.problem, remedy: null }} tone="wait" />
        ) : null}
        <AfterInstall option={chosen} />
      </div>
      {chosen.problem !== null ? null : chosen.kind === "bundle" ? (
        <BundleDownload key={chosen.at} name={server.name} version={version} at={chosen.at} />
      ) : (
        <EntryForm key={chosen.at} server={server} version={version} option={chosen} />
      )}
    </>
  );
}

function Identifier({ option }: { option: RegistryOption }) {
  return (
    <span className={css.identifier}>
      <ForeignText value={option.identifier} mono />
      {option.version !== null ? (
        <>
          {" "}
          <ForeignText value={option.version} mono />
        </>
      ) : null}
      {option.problem !== null ? <span className={css.problem}>{option.problem}</span> : null}
    </span>
  );
}

/** What would run, or be reached. */
function Runs({ option, alone }: { option: RegistryOption; alone: boolean }) {
  const { kind, runs, headers, sha256 } = option;
  const name = kind === "remote" ? "url" : kind === "bundle" ? "file" : "command";
  return (
    <DescriptionList label={say(`servers-registry-kind-${kind}`)}>
      {alone ? (
        <Description name={say("servers-registry-options")}>
          {say(`servers-registry-kind-${kind}`)}
          {runs.length === 0 ? <Identifier option={{ ...option, problem: null }} /> : null}
        </Description>
      ) : null}
      {runs.length > 0 ? (
        <Description name={say(`servers-registry-${name}`)}>
          {name === "command" ? (
            <span className={page.tokens}>
              {runs.map((word, index) => (
                <span key={index} className={page.token}>
                  <ForeignText value={word} mono />
                </span>
              ))}
            </span>
          ) : (
            runs.map((word, index) => <ForeignText key={index} value={word} mono />)
          )}
        </Description>
      ) : null}
      {headers.length > 0 ? (
        <Description name={say("words-field-headers")}>
          <span className={css.headers}>
            {headers.map((header) => (
              <span key={header.name.text} className={css.identifier}>
                <ForeignText value={header.name} mono />: <ForeignText value={header.value} mono />{" "}
                {header.secret ? <Tag>{say("servers-registry-secret")}</Tag> : null}
              </span>
            ))}
            <HeadersGoTo url={runs[0]} />
          </span>
        </Description>
      ) : null}
      {sha256 !== null ? (
        <Description name="SHA-256">
          <RawText text={sha256} mono />
        </Description>
      ) : null}
    </DescriptionList>
  );
}

/** Who gets the headers. Where a value stands in the host, it is not known yet. */
function HeadersGoTo({ url }: { url: Foreign | undefined }) {
  const origin = url?.text.match(/^https?:\/\/[^/?#\\]+/)?.[0];
  return (
    <span className="small dim">
      {url === undefined || origin === undefined ? (
        say("servers-registry-headers-open")
      ) : (
        <Say
          id="servers-registry-headers-help"
          args={{ origin: <ForeignText key="origin" value={{ ...url, text: origin }} badge={false} mono /> }}
        />
      )}
    </span>
  );
}

/** What the publisher wants done later. It is shown and no more. */
function AfterInstall({ option }: { option: RegistryOption }) {
  if (option.post_install.length === 0) return null;
  return (
    <div className={css.after}>
      <UntrustedBlock from={say("servers-registry-after")}>
        <ul className={`unmarked ${css.steps}`}>
          {option.post_install.map((step, index) => (
            <li key={index}>
              <p>
                <ForeignText value={step.description} />{" "}
                {step.optional ? <Tag>{say("servers-registry-after-optional")}</Tag> : null}
              </p>
              {step.command !== null ? <ForeignText value={step.command} mono /> : null}
            </li>
          ))}
        </ul>
      </UntrustedBlock>
      <p className="small dim">{say("servers-registry-after-help")}</p>
    </div>
  );
}
