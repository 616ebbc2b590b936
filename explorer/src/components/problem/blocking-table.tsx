/** The records that keep a record from being deleted, as a table. */

import type { Problem } from "../../../../client/index.ts";
import { sentenceCase } from "../../../../kit/description/words.ts";
import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { countText } from "../../units.ts";
import { blockingIn } from "./blocking.ts";

const FATES = { deleted: "deleted too", removed: "removed from it", stays: "in the way: it stays" } as const;

/** One row a kind: what it is, how many there are, and whether they can be deleted with the record. */
export function BlockingTable({ problem }: { readonly problem: Problem }) {
  const blocking = blockingIn(problem, useDescription());
  return (
    <table className="tbl blocking">
      <thead>
        <tr>
          <th scope="col">Records</th>
          <th scope="col" className="r">
            Number
          </th>
          <th scope="col">If all is deleted</th>
        </tr>
      </thead>
      <tbody>
        {blocking.map(({ name, count, link, fate }) => (
          <tr key={name + link}>
            <td className="name">
              <Link to={pageOf(link)}>{sentenceCase(name)}</Link>
            </td>
            <td className="r num">{count === undefined ? "private" : countText(count)}</td>
            <td className="wrap">{FATES[fate]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
