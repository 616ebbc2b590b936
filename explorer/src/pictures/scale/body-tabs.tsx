/** All bodies, or one with those around it. */
import { useLocation } from "react-router";
import type { View } from "../../../../kit/description/model.ts";
import { useFragment } from "../../address/use-fragment.ts";
import { Link } from "../../description/past/link.tsx";
import { countText } from "../../units.ts";
import type { Center } from "./family.ts";

/** Links that choose the body in the center. */
export function BodyTabs({
  all,
  view,
  centers,
  chosen,
}: {
  readonly all: number;
  readonly view: View;
  readonly centers: readonly Center[];
  readonly chosen: string | undefined;
}) {
  const { search } = useLocation();
  const [fragment] = useFragment();
  if (centers.length === 0) return null;
  const tabs = [
    { id: undefined, name: `All ${view.heading.toLowerCase()}`, count: all },
    ...centers.map(({ body, count }) => ({ id: body.id, name: body.name, count })),
  ];
  return (
    <nav className="tabs is-inner" aria-label="Body in the center">
      {tabs.map(({ id, name, count }) => (
        <Link key={name} to={{ search, hash: hashOf(fragment, id) }} aria-current={id === chosen ? "true" : undefined}>
          <bdi>{name}</bdi> <span className="count">{countText(count)}</span>
        </Link>
      ))}
    </nav>
  );
}

/** Returns the fragment with another body in the center; what is shown of it stays the same. */
function hashOf(fragment: URLSearchParams, body: string | undefined): string {
  const show = fragment.get("show");
  const next = new URLSearchParams({ ...(body !== undefined && { body }), ...(show !== null && { show }) }).toString();
  return next && `#${next}`;
}
