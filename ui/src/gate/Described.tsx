import type { Request } from "../bindings/host";
import { textFrom } from "../elements/Attribution";
import { Description, DescriptionList } from "../elements/DescriptionList";
import { ForeignText } from "../elements/ForeignText";
import { UntrustedBlock } from "../elements/UntrustedBlock";
import { say } from "../l10n";
import own from "./Described.module.css";
import { FoldButton } from "./FoldButton";
import css from "./gate.module.css";
import type { Asked } from "./request";
import { useDraft } from "./useDraft";
import type { Guard } from "./useGuard";

/** What tells that the description was open: a yes then counts as a review of the definition. */
export const REVIEWED = "reviewed";

/** All that the server says of the tool and its arguments, one press away. */
export function Described(props: { request: Request; asked: Asked<"tool">; guard: Guard }) {
  const { request, asked, guard } = props;
  const [open, setOpen] = useDraft(request, "described", false);
  const [, setReviewed] = useDraft(request, REVIEWED, false);
  const turn = (next: boolean) => {
    setOpen(next);
    setReviewed(true);
  };
  const from = say("gate-kinds-part-description", { from: textFrom(request.server.label) });
  return (
    <section className={own.described}>
      <FoldButton open={open} onFold={turn} guard={guard}>
        {say("gate-described")}
      </FoldButton>
      {open ? (
        <UntrustedBlock from={from}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
          <div className={`${css.whole} ${own.said}`} tabIndex={0} role="group" aria-label={from}>
            {asked.description.text === "" ? (
              <p className="dim">{say("gate-described-none")}</p>
            ) : (
              <ForeignText value={asked.description} />
            )}
            {asked.described.length > 0 ? (
              <DescriptionList label={say("gate-described-arguments")}>
                {asked.described.map((it, index) => (
                  <Description key={`${index}`} name={<ForeignText value={it.name} />}>
                    <ForeignText value={it.description} />
                  </Description>
                ))}
              </DescriptionList>
            ) : null}
          </div>
        </UntrustedBlock>
      ) : null}
    </section>
  );
}
