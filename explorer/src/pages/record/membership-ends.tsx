/** The two records between which a membership is. */

import { pathAbove } from "../../../../kit/description/paths.ts";
import { sentenceCase } from "../../../../kit/description/words.ts";
import { pageOf } from "../../address/address.ts";
import { memberPath } from "../../description/member-path.ts";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { useName } from "../../description/use-name.ts";
import type { Data } from "../../requests/queries.ts";

/** Links to the member's own record, and to the one that it is a member of. */
export function MembershipEnds({ record }: { readonly record: Data }) {
  const description = useDescription();
  const member = memberPath(description, record);
  const whole = pathAbove(pathAbove(String(record._links?.self ?? "")));
  return (
    <div className="two">
      {member && <Side path={member} />}
      <Side path={whole} />
    </div>
  );
}

function Side({ path }: { readonly path: string }) {
  const { at } = useDescription();
  const name = useName(path);
  const place = at(path);
  if (!place) return null;
  return (
    <dl className="values">
      <dt>{sentenceCase(place.view.one)}</dt>
      <dd>
        <Link to={pageOf(path)}>{name ?? place.ids.at(-1)}</Link>
      </dd>
    </dl>
  );
}
