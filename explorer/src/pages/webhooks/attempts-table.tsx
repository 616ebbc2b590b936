/** The attempts of a delivery, the first one first. */
import { Instant } from "../../fields/show/date.tsx";
import { NoValue } from "../../fields/show/no-value.tsx";
import type { Data } from "../../requests/data.ts";
import { countText } from "../../units.ts";

/** Shows when each attempt was made, and how it ended. */
export function AttemptsTable({ attempts }: { readonly attempts: readonly Data[] }) {
  return (
    <table className="tbl is-attempts">
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col" className="r">
            Response
          </th>
          <th scope="col" className="r wide-only">
            Took
          </th>
          <th scope="col">Why it failed</th>
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt) => (
          <tr key={attempt.at}>
            <td className="day">
              <Instant value={attempt.at} short />
            </td>
            <td className="r">{attempt.status_code ?? <NoValue />}</td>
            <td className="r wide-only">
              {countText(attempt.duration_ms)}
              <span className="unit">ms</span>
            </td>
            <td className="wrap">{attempt.error ?? <NoValue />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
