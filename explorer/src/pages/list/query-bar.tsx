/** The bar that chooses the records of a list. On a phone, a button and a sentence stand for it. */
import { useState } from "react";
import { midSentence } from "../../../../kit/description/words.ts";
import { isSummary } from "../../address/groups.ts";
import { Button } from "../../components/button.tsx";
import { chipsIn, sentenceOf } from "../../components/chips/chips-in.ts";
import { Filters, type FiltersProps } from "../../components/filter/filters.tsx";
import { MomentButton } from "../../components/past/moment-button.tsx";
import { SinceButton } from "../../components/past/since-button.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { Sorted } from "../../components/table/sorted.tsx";
import { useNarrow } from "../../components/use-narrow.ts";
import { SaveView } from "../../components/views/save-view.tsx";
import { useDating } from "../../requests/past/dating.ts";

/** Props of `QueryBar`. */
export interface QueryBarProps extends FiltersProps {
  /** The query of the page; that of the filters may be a part of it. */
  readonly whole: string;
  /** The title of the page. */
  readonly title: string;
}

/** The bar above a list. */
export function QueryBar(props: QueryBarProps) {
  const { view, search, whole, faults, nameOf, children } = props;
  const [isOpen, setIsOpen] = useState(false);
  const isShown = !useNarrow() || faults.size > 0;
  if (isShown) return <Bar {...props} />;
  const chips = chipsIn(view, search, nameOf);
  return (
    <>
      <div className="query-line">
        <Button small icon="search" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {chips.length === 0 ? "Filters" : `${chips.length} ${chips.length === 1 ? "filter" : "filters"}`}
        </Button>
        {!isSummary(whole) && <Sorted view={view} search={whole} />}
        {!isOpen && (
          <p className="small soft">
            {chips.map(sentenceOf).join("; ")} {children && <span className="num">{children}</span>}
          </p>
        )}
      </div>
      {isOpen && <Bar {...props} />}
    </>
  );
}

function Bar({ whole, title, ...filters }: QueryBarProps) {
  const { view, path } = filters;
  const { moment } = useDating();
  return (
    <div className="query-bar">
      <Filters {...filters} />
      <span className="btns">
        <SaveView view={view} search={whole} title={title} />
        {view.hasPast && moment === undefined && <MomentButton subject={undefined} log={undefined} look="bare" small />}
        {view.hasPast && <SinceButton path={path} search={whole} />}
      </span>
      <SearchBox search={whole} name={`Search ${midSentence(view.heading)}`} />
    </div>
  );
}
