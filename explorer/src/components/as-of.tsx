/** The day whose state the built-in data describes. */
import { useGet } from "../requests/queries.ts";
import { dateText } from "../units.ts";

/** Says of which day the built-in data are: `(built-in data as of 30 June 2025)`. Nothing if there are none. */
export function AsOf() {
  const { data } = useGet("/api", { poll: false });
  const day: string | undefined = data?.data.data_as_of;
  return day === undefined ? null : <span className="as-of"> (built-in data as of {dateText(day)})</span>;
}
