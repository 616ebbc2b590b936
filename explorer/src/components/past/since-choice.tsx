/** The choice of the day since which records were changed. */
import { withParameters } from "../../address/query.ts";
import { useChangeSearch } from "../../address/use-change-search.ts";
import { useDating } from "../../requests/past/dating.ts";
import { DayForm } from "./day-form.tsx";

export default function SinceChoice({
  path,
  search,
  close,
}: {
  /** The list. */
  readonly path: string;
  readonly search: string;
  readonly close: () => void;
}) {
  const changeSearch = useChangeSearch();
  const { dated } = useDating();
  return (
    <DayForm
      label="Changed since the start of (UTC)"
      initial={new URLSearchParams(search).get("changed_since") ?? undefined}
      requestOf={(day) => dated(`${path}?changed_since=${day}&limit=1`)}
      apply={(day) => {
        close();
        changeSearch((now) => withParameters(now, { changed_since: day }));
      }}
    />
  );
}
